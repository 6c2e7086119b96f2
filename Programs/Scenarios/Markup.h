// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace CrowdAvoidance::Scenarios
{
/// Any text as the text of an element or of an attribute of HTML or XML.
inline std::string EscapedMarkup(std::string_view Text)
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
		case '"':
			Result += "&quot;";
			break;
		default:
			// XML has no control characters.
			Result += static_cast<unsigned char>(Char) < 0x20 ? ' ' : Char;
		}
	}
	return Result;
}
}
