// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <optional>
#include <utility>

/// How Core answers trouble:
///  - misuse (a bug of the caller's): CROWD_ASSERT, replaceable with SetAssertHandler;
///  - bad data at set-up: Result<T>, whose text names the field, the value and the range, and nothing is changed;
///  - trouble inside a step: bits of EStepStatus, whose comment names the cure.
namespace CrowdAvoidance
{
/// One sentence, fit to be shown to a user.
struct Error
{
	char Text[224] = {};

	/// printf-style.
	CROWDAVOIDANCECORE_API static Error Format(const char* Pattern, ...)
#if defined(__GNUC__)
		__attribute__((format(printf, 1, 2)))
#endif
		;
};

using AssertHandler = void (*)(const char* Condition, const char* File, int Line);
/// Replaces what a failed CROWD_ASSERT does (default: print and abort). Null restores the default.
CROWDAVOIDANCECORE_API void SetAssertHandler(AssertHandler Handler);
CROWDAVOIDANCECORE_API void ReportAssert(const char* Condition, const char* File, int Line);

#define CROWD_ASSERT(Condition) \
	do \
	{ \
		if (!(Condition)) \
		{ \
			::CrowdAvoidance::ReportAssert(#Condition, __FILE__, __LINE__); \
		} \
	} while (false)

/// A value, or the error that stands in its place. Success does not touch the memory of the error's text; failure allocates none.
template <typename T>
class [[nodiscard]] Result
{
public:
	Result(T InValue) : Stored(std::move(InValue)) {}
	Result(const Error& InError) : Failure(InError) {}

	bool IsOk() const { return Stored.has_value(); }
	explicit operator bool() const { return IsOk(); }

	/// For callers who know that it succeeded; a failure is reported as misuse, with the error's text.
	T& Value() &
	{
		Expect();
		return *Stored;
	}
	const T& Value() const&
	{
		Expect();
		return *Stored;
	}
	T Value() &&
	{
		Expect();
		return std::move(*Stored);
	}
	/// Empty when all is well.
	const char* ErrorText() const { return Failure ? Failure->Text : ""; }
	/// Only where there is one.
	const Error& GetError() const { return *Failure; }

private:
	void Expect() const
	{
		if (!IsOk())
		{
			ReportAssert(ErrorText(), __FILE__, __LINE__);
		}
	}

	std::optional<T> Stored;
	std::optional<Error> Failure;
};

template <>
class [[nodiscard]] Result<void>
{
public:
	Result() = default;
	Result(const Error& InError) : Failure(InError) {}

	bool IsOk() const { return !Failure; }
	explicit operator bool() const { return IsOk(); }
	/// For callers who know that it succeeded; a failure is reported as misuse, with the error's text.
	void Value() const
	{
		if (!IsOk())
		{
			ReportAssert(ErrorText(), __FILE__, __LINE__);
		}
	}
	const char* ErrorText() const { return Failure ? Failure->Text : ""; }
	const Error& GetError() const { return *Failure; }

private:
	std::optional<Error> Failure;
};

/// What a step could not do in full. Bits, or-ed together.
enum class EStepStatus : uint32_t
{
	None = 0,
	/// More than 1,024 agents stood in one grid cell (a heap), so some of them took their neighbours from a part
	/// of the heap only. Cure: spawn agents apart from each other, or use smaller radii.
	NeighborsTruncated = 1u << 0,
	/// An agent had more than CrowdMaxWalls wall segments in reach and avoided only the nearest. Cure: fewer, longer
	/// segments, or a shorter ObstacleHorizon.
	WallsTruncated = 1u << 1,
	/// Model clearpath-1: an agent found no collision-free velocity even for the time of one step, or overlapped another already; it
	/// went on as ClearPath does. It says nothing of agents with a MaxTurnRate, which limits what the model has chosen and so keeps no
	/// guarantee. Cure: more room, shorter steps, or more neighbours (MaxNeighbors).
	GuaranteeLost = 1u << 2,
	/// The planner gave a velocity or place that is no number or beyond CrowdMaxCoordinate: the agent stands still instead. Cure: the
	/// planner.
	PlanRefused = 1u << 3,
	/// An agent would have come to a place beyond CrowdMaxCoordinate, or that is no number: it stands where it was. Cure: goals and
	/// desired velocities that stay within the world; a model of your own that gives finite velocities.
	MoveRefused = 1u << 4,
};

constexpr EStepStatus operator|(EStepStatus A, EStepStatus B)
{
	return static_cast<EStepStatus>(static_cast<uint32_t>(A) | static_cast<uint32_t>(B));
}

constexpr bool HasStatus(EStepStatus Set, EStepStatus Bit)
{
	return (static_cast<uint32_t>(Set) & static_cast<uint32_t>(Bit)) != 0;
}
}
