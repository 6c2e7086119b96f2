// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdAgent.h"
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

const char* NavStatusText(ENavStatus Status)
{
	switch (Status)
	{
	case ENavStatus::None:
		return "no goal";
	case ENavStatus::Pending:
		return "pending: no path yet";
	case ENavStatus::Walking:
		return "on its way";
	case ENavStatus::Waiting:
		return "waiting: the path is blocked";
	case ENavStatus::Partial:
		return "partial: the goal cannot be reached";
	case ENavStatus::Arrived:
		return "arrived";
	case ENavStatus::Unreachable:
		return "unreachable: as near to the goal as it can get";
	case ENavStatus::OffMesh:
		return "off the mesh";
	case ENavStatus::Lost:
		return "lost: knows no path and goes straight";
	}
	return "unknown";
}

void ReportAssert(const char* Condition, const char* File, int Line)
{
	CurrentHandler.load()(Condition, File, Line);
}
}
