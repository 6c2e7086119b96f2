// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"

#include <string>
#include <system_error>

namespace CrowdAvoidance
{
/// Error texts have a fixed room; of a long path the end says most.
inline std::string ShortPath(const std::string& Path)
{
	constexpr size_t Room = 100;
	return Path.size() <= Room ? Path : "..." + Path.substr(Path.size() - Room + 3);
}

/// What: "read" or "write". Code: an errno, 0 where the system gave none.
inline Error PathError(const char* What, const std::string& Path, int Code)
{
	const std::string Reason = Code != 0 ? std::generic_category().message(Code) : std::string("unknown reason");
	return Error::Format("cannot %s '%s': %s", What, ShortPath(Path).c_str(), Reason.c_str());
}
}
