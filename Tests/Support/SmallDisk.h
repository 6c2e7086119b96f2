// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#if defined(__linux__)
#include <sys/resource.h>
#include <csignal>

namespace CrowdAvoidance::Testing
{
/// While it lives this process writes no file longer than that: the nearest that a test gets to a full disk.
class SmallDisk
{
public:
	explicit SmallDisk(rlim_t Bytes) : FormerHandler(std::signal(SIGXFSZ, SIG_IGN))
	{
		getrlimit(RLIMIT_FSIZE, &Former);
		const rlimit Small = {Bytes, Former.rlim_max};
		setrlimit(RLIMIT_FSIZE, &Small);
	}
	~SmallDisk()
	{
		setrlimit(RLIMIT_FSIZE, &Former);
		std::signal(SIGXFSZ, FormerHandler);
	}
	SmallDisk(const SmallDisk&) = delete;
	SmallDisk& operator=(const SmallDisk&) = delete;

private:
	rlimit Former = {};
	void (*FormerHandler)(int);
};
}
#endif
