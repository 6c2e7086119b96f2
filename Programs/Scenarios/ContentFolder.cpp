// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/ContentFolder.h"

#include <cstdlib>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Where `cmake --install` puts it, from where the program is.
std::filesystem::path InstalledFolder()
{
	std::error_code Trouble;
	const std::filesystem::path Program = std::filesystem::read_symlink("/proc/self/exe", Trouble);
	return Program.parent_path() / CROWD_INSTALLED_CONTENT_DIR;
}
}

std::filesystem::path ContentFolder()
{
	if (const char* FromEnvironment = std::getenv("CROWD_CONTENT_DIR");
		FromEnvironment != nullptr && *FromEnvironment != '\0')
	{
		return FromEnvironment;
	}
	std::error_code Trouble;
	const std::filesystem::path Installed = InstalledFolder();
	return std::filesystem::is_directory(Installed, Trouble) ? Installed : std::filesystem::path(CROWD_CONTENT_DIR);
}
}
