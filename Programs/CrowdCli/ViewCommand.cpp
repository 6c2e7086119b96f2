// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/ViewArguments.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#include <unistd.h>

namespace CrowdAvoidance::Cli
{
namespace
{
/// The viewer is a program of its own, so that the command line needs no graphics libraries. It takes this one's place.
int StartViewer(const ViewArguments& Arguments)
{
	std::error_code Trouble;
	const std::filesystem::path Self = std::filesystem::read_symlink("/proc/self/exe", Trouble);
	const std::filesystem::path Viewer = Self.parent_path() / "crowd-viewer";
	if (Trouble || !std::filesystem::exists(Viewer, Trouble))
	{
		throw InputError(
			"the viewer was not built: install libglfw3-dev, libimgui-dev, libgl-dev and libpng-dev, then build again");
	}
	std::vector<std::string> Words = Arguments.ToWords();
	Words.insert(Words.begin(), Viewer.string());
	std::vector<char*> Pointers;
	for (std::string& Word : Words)
	{
		Pointers.push_back(Word.data());
	}
	Pointers.push_back(nullptr);
	execv(Viewer.c_str(), Pointers.data());
	throw InputError(fmt::format("cannot start '{}': {}", Viewer.string(), std::generic_category().message(errno)));
}
}

VerbFunction AddViewCommand(CLI::App& Verb)
{
	auto Arguments = std::make_shared<ViewArguments>();
	AddViewArguments(Verb, *Arguments);
	return [Arguments] { return StartViewer(*Arguments); };
}
}
