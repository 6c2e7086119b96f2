// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCli/RunOutputs.h"

#include <CLI/CLI.hpp>

namespace CrowdAvoidance::Cli
{
/// --html, --png, --frames, and what says how they look. Call CheckPictureFlags once all flags are parsed.
void AddPictureFlags(CLI::App& Verb, RunOutputs& Outputs);
/// Throws InputError where a flag says how something looks that is not written.
void CheckPictureFlags(const CLI::App& Verb);
}
