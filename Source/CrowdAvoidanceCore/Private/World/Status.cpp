// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdStatus.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace CrowdAvoidance
{
namespace
{
void PrintAndAbort(const char* Condition, const char* File, int Line)
{
	std::fprintf(stderr, "%s:%d: assertion failed: %s\n", File, Line, Condition);
	std::abort();
}

std::atomic<AssertHandler> CurrentHandler{PrintAndAbort};
}

Error Error::Format(const char* Pattern, ...)
{
	Error Out;
	va_list Arguments;
	va_start(Arguments, Pattern);
	std::vsnprintf(Out.Text, sizeof(Out.Text), Pattern, Arguments);
	va_end(Arguments);
	return Out;
}

void SetAssertHandler(AssertHandler Handler)
{
	CurrentHandler = Handler ? Handler : PrintAndAbort;
}

void ReportAssert(const char* Condition, const char* File, int Line)
{
	CurrentHandler.load()(Condition, File, Line);
}
}
