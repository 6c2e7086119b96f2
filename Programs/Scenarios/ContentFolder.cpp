// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/ContentFolder.h"

#include <cstdlib>

namespace CrowdAvoidance::Scenarios
{
namespace
{
std::filesystem::path ExecutableFolder()
{
	std::error_code Trouble;
	const std::filesystem::path Executable = std::filesystem::read_symlink("/proc/self/exe", Trouble);
	return Trouble ? std::filesystem::path(".") : Executable.parent_path();
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
	const std::filesystem::path FromSourceTree = CROWD_CONTENT_DIR;
	if (std::filesystem::is_directory(FromSourceTree, Trouble))
	{
		return FromSourceTree;
	}
	return ExecutableFolder() / "Content";
}
}
