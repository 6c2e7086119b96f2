// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace CrowdAvoidance::Scenarios
{
/// Where Scenarios/ lies: the environment's CROWD_CONTENT_DIR; else, of an installed program, Content/ as it was installed
/// with it; else Content/ of the tree this was built from.
std::filesystem::path ContentFolder();
}
