// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace CrowdAvoidance::Testing
{
/// A file that is nowhere but in memory, for whatever reads files by their paths.
class MemoryFile
{
public:
	MemoryFile(const void* Bytes, size_t Size) : Descriptor(memfd_create("test", 0))
	{
		for (size_t Done = 0; Done < Size;)
		{
			const ssize_t Written = write(Descriptor, static_cast<const char*>(Bytes) + Done, Size - Done);
			if (Written <= 0)
			{
				break; // The reader finds it too short.
			}
			Done += static_cast<size_t>(Written);
		}
	}
	~MemoryFile() { close(Descriptor); }
	MemoryFile(const MemoryFile&) = delete;
	MemoryFile& operator=(const MemoryFile&) = delete;

	std::string Path() const { return "/proc/self/fd/" + std::to_string(Descriptor); }

private:
	int Descriptor;
};
}
