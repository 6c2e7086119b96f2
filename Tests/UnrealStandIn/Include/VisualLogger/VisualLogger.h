// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class UObject;

namespace StandIn
{
/// What the Visual Logger has been told since the test began, for tests. Nothing, unless it records.
struct FVisualLog
{
	bool bRecording = false;
	int32 Lines = 0;
	int32 Segments = 0;
	int32 Circles = 0;
	std::string LastLine;
	const UObject* LastOwner = nullptr;
};
extern FVisualLog GVisualLog;
}

struct FVisualLogger
{
	static bool IsRecording() { return StandIn::GVisualLog.bRecording; }

	template <typename... Types>
	static void CategorizedLogf(const UObject* Owner, const StandIn::FLogCategory&, ELogVerbosity::Type,
		std::type_identity_t<StandIn::TFormat<Types...>> Pattern, Types... Values)
	{
		++StandIn::GVisualLog.Lines;
		StandIn::GVisualLog.LastLine = StandIn::ToUtf8(StandIn::FormatAll(Pattern, Values...));
		StandIn::GVisualLog.LastOwner = Owner;
	}
	template <typename... Types>
	static void SegmentLogf(const UObject*, const StandIn::FLogCategory&, ELogVerbosity::Type, const FVector&,
		const FVector&, const FColor&, uint16, std::type_identity_t<StandIn::TFormat<Types...>> Pattern,
		Types... Values)
	{
		(void)StandIn::FormatAll(Pattern, Values...);
		++StandIn::GVisualLog.Segments;
	}
	template <typename... Types>
	static void CircleLogf(const UObject*, const StandIn::FLogCategory&, ELogVerbosity::Type, const FVector&,
		const FVector&, float, const FColor&, uint16, std::type_identity_t<StandIn::TFormat<Types...>> Pattern,
		Types... Values)
	{
		(void)StandIn::FormatAll(Pattern, Values...);
		++StandIn::GVisualLog.Circles;
	}
};

// Statements that begin with a bare if, as the engine's do: an else after one would be theirs.
#define UE_VLOG(Owner, Category, Verbosity, Pattern, ...) \
	if (FVisualLogger::IsRecording()) \
	FVisualLogger::CategorizedLogf(Owner, Category, ELogVerbosity::Verbosity, Pattern __VA_OPT__(, ) __VA_ARGS__)
#define UE_VLOG_SEGMENT(Owner, Category, Verbosity, Start, End, Color, Pattern, ...) \
	if (FVisualLogger::IsRecording()) \
	FVisualLogger::SegmentLogf( \
		Owner, Category, ELogVerbosity::Verbosity, Start, End, Color, 0, Pattern __VA_OPT__(, ) __VA_ARGS__)
#define UE_VLOG_CIRCLE(Owner, Category, Verbosity, Center, UpAxis, Radius, Color, Pattern, ...) \
	if (FVisualLogger::IsRecording()) \
	FVisualLogger::CircleLogf(Owner, Category, ELogVerbosity::Verbosity, Center, UpAxis, Radius, Color, 0, \
		Pattern __VA_OPT__(, ) __VA_ARGS__)
