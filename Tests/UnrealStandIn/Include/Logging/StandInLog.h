// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Containers/StandInString.h"

namespace ELogVerbosity
{
enum Type : uint8
{
	Error = 2,
	Warning = 3,
	Display = 4,
	Log = 5,
	Verbose = 6,
	All = 7,
};
}

namespace StandIn
{
/// Whoever runs tests listens here; otherwise lines go to the standard error.
using FLogListener = void (*)(const char* Category, ELogVerbosity::Type Verbosity, const std::string& Line);
void SetLogListener(FLogListener Listener);
void WriteLog(const char* Category, ELogVerbosity::Type Verbosity, const std::u16string& Line);

struct FLogCategory
{
	const char* Name;
};
}

#define DECLARE_LOG_CATEGORY_EXTERN(Name, Default, Most) \
	extern struct FLogCategory##Name : public StandIn::FLogCategory \
	{ \
		FLogCategory##Name() : FLogCategory{#Name} {} \
	} Name
#define DEFINE_LOG_CATEGORY(Name) FLogCategory##Name Name

#define UE_LOG(Category, Verbosity, Pattern, ...) \
	StandIn::WriteLog(Category.Name, ELogVerbosity::Verbosity, StandIn::FormatAll(Pattern __VA_OPT__(, ) __VA_ARGS__))
