// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Commands.h"
#include "CrowdCli/Flags.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
VerbFunction AddPendingCommand(CLI::App& Verb)
{
	Verb.allow_extras();
	return [&Verb]() -> int { throw InputError(fmt::format("{} is not built yet", Verb.get_name())); };
}
}
