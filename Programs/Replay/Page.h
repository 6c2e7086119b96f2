// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace CrowdAvoidance::Replay
{
/// @name The files of Page/, as they were when this was built
std::string_view EmbeddedHtml();
std::string_view EmbeddedCss();
std::string_view EmbeddedJs();
/// @}

/// The whole page. Title may be anything: it is escaped. Data: base64.
std::string MakePage(std::string_view Title, std::string_view Data);
}
