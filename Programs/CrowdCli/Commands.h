// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace CLI
{
class App;
}

/// One file a verb. Each function declares a verb's arguments and gives back what to do once they are parsed, which returns
/// the exit code or throws Scenarios::InputError (exit code 2).
namespace CrowdAvoidance::Cli
{
constexpr int ExitSuccess = 0;
constexpr int ExitCheckFailed = 1;
constexpr int ExitBadInput = 2;

using VerbFunction = std::function<int()>;

VerbFunction AddDemoCommand(CLI::App& Verb);
VerbFunction AddListCommand(CLI::App& Verb);
VerbFunction AddRunCommand(CLI::App& Verb);
VerbFunction AddStepCommand(CLI::App& Verb);
VerbFunction AddBenchCommand(CLI::App& Verb);
VerbFunction AddReplayCommand(CLI::App& Verb);
VerbFunction AddExportCommand(CLI::App& Verb);
VerbFunction AddValidateCommand(CLI::App& Verb);
VerbFunction AddViewCommand(CLI::App& Verb);
}
