// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"

#include <cstddef>
#include <cstdio>
#include <string>

namespace CrowdAvoidance
{
/// A file that appears whole or not at all: it is written beside its place, under a name that no other writer has, and moved
/// there by Commit. Whoever reads at the same time, or after a crash, finds the former file or the new one, and of several
/// writers the last to commit wins. Where a link is, what it points to is replaced and the link stays. A device or a pipe is
/// written in place.
class CROWDAVOIDANCECORE_API FileWriter
{
public:
	FileWriter() = default;
	~FileWriter();
	FileWriter(const FileWriter&) = delete;
	FileWriter& operator=(const FileWriter&) = delete;

	/// Finds out whether the file can be written, before the long work whose result it is to take. What was opened before and
	/// not committed is dropped.
	Result<void> Open(const char* InPath);
	/// A file with a hole in it is of no use: the first failed write drops it.
	Result<void> Write(const void* Data, size_t Size);
	/// Without it nothing has happened at the path.
	Result<void> Commit();
	/// From a successful Open to Commit or the first failure.
	bool IsOpen() const { return File != nullptr; }

private:
	void Drop();

	std::string Path;        ///< As given, for messages.
	std::string Target;      ///< What is replaced: Path behind its links.
	std::string PartialPath; ///< Empty: written in place.
	std::FILE* File = nullptr;
};
}
