// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/Page.h"

#include <stdexcept>

namespace CrowdAvoidance::Replay
{
namespace
{
/// As the text of an element.
std::string Escaped(std::string_view Text)
{
	std::string Result;
	for (const char Char : Text)
	{
		switch (Char)
		{
		case '&':
			Result += "&amp;";
			break;
		case '<':
			Result += "&lt;";
			break;
		case '>':
			Result += "&gt;";
			break;
		default:
			Result += static_cast<unsigned char>(Char) < 0x20 ? ' ' : Char;
		}
	}
	return Result;
}
}

std::string MakePage(std::string_view Title, std::string_view Data)
{
	const std::string SafeTitle = Escaped(Title);
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
