// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace CrowdAvoidance::Viewer
{
/// Writes what has been drawn, before it is shown, as a PNG file. Throws InputError.
void SaveScreenshot(const std::string& Path, int Width, int Height);
}
