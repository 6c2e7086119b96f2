// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace CrowdAvoidance::Scenarios
{
/// Where Scenarios/ lies: the environment's CROWD_CONTENT_DIR; else Content/ of the tree this was built from; else, once
/// that tree is gone, Content/ beside the executable.
std::filesystem::path ContentFolder();
}
