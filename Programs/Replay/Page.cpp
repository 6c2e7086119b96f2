// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/Page.h"

#include "Scenarios/Markup.h"

#include <stdexcept>

namespace CrowdAvoidance::Replay
{
std::string MakePage(std::string_view Title, std::string_view Data)
{
	const std::string SafeTitle = Scenarios::EscapedMarkup(Title);
	const std::pair<std::string_view, std::string_view> Parts[] = {
		{"@TITLE@", SafeTitle}, {"@STYLE@", EmbeddedCss()}, {"@DATA@", Data}, {"@SCRIPT@", EmbeddedJs()}};

	// In the order of the template and in one pass, so that a title that looks like a mark stays a title.
	std::string Page;
	std::string_view Rest = EmbeddedHtml();
	for (const auto& [Mark, Text] : Parts)
	{
		const size_t At = Rest.find(Mark);
		if (At == std::string_view::npos)
		{
			throw std::logic_error("replay.html lacks " + std::string(Mark));
		}
		Page += Rest.substr(0, At);
		Page += Text;
		Rest.remove_prefix(At + Mark.size());
	}
	Page += Rest;
	return Page;
}
}
