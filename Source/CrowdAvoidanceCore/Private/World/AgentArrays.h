// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Math/AlignedArray.h"

#include <cstdint>

namespace CrowdAvoidance
{
/// What an agent is, a field an array. Every step reorders it so that neighbours in space are neighbours in memory.
/// Each field is four bytes wide, so that one loop can move any of them.
struct AgentArrays
{
	AlignedArray<float> X, Y;
	AlignedArray<float> VelX, VelY;
	AlignedArray<float> TargetX, TargetY; ///< Desired velocity, or goal (CROWD_FLAG_GOAL).
	AlignedArray<float> Radius;
	AlignedArray<float> MaxSpeed;
	AlignedArray<float> PreferredSpeed;
	AlignedArray<float> ArrivalRadius;
	AlignedArray<float> Responsibility;
	AlignedArray<float> Height;
	AlignedArray<uint32_t> Flags; ///< Profile in the low half; CROWD_FLAG_…
	AlignedArray<uint32_t> Slot;  ///< AgentHandle::Index.

	/// Visits the same field of this and of another set of arrays.
	template <typename Visitor>
	void ForEachField(AgentArrays& Other, Visitor&& Visit)
	{
		Visit(X, Other.X);
		Visit(Y, Other.Y);
		Visit(VelX, Other.VelX);
		Visit(VelY, Other.VelY);
		Visit(TargetX, Other.TargetX);
		Visit(TargetY, Other.TargetY);
		Visit(Radius, Other.Radius);
		Visit(MaxSpeed, Other.MaxSpeed);
		Visit(PreferredSpeed, Other.PreferredSpeed);
		Visit(ArrivalRadius, Other.ArrivalRadius);
		Visit(Responsibility, Other.Responsibility);
		Visit(Height, Other.Height);
		Visit(Flags, Other.Flags);
		Visit(Slot, Other.Slot);
	}

	template <typename Visitor>
	void ForEachField(Visitor&& Visit)
	{
		ForEachField(*this, [&](auto& Field, auto&) { Visit(Field); });
	}

	void Resize(size_t Count)
	{
		ForEachField([Count](auto& Field) { Field.Resize(Count); });
	}

	void Reserve(size_t Count)
	{
		ForEachField([Count](auto& Field) { Field.Reserve(Count); });
	}

	size_t Bytes()
	{
		size_t Total = 0;
		ForEachField([&Total](auto& Field) { Total += Field.Bytes(); });
		return Total;
	}
};
}
