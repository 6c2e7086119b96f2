// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"
#include "Math/AlignedArray.h"

namespace CrowdAvoidance
{
/// What agents are, in records that are used together. Every step reorders them (NeighborGrid).
struct AgentArrays
{
	AlignedArray<AgentMotion> Motion;
	AlignedArray<AgentAim> Aim;
	AlignedArray<AgentBody> Body;
	AlignedArray<float> Responsibility;
	AlignedArray<float> Acceleration;
	AlignedArray<float> Height;

	template <typename Visitor>
	void ForEachField(Visitor&& Visit)
	{
		Visit(Motion);
		Visit(Aim);
		Visit(Body);
		Visit(Responsibility);
		Visit(Acceleration);
		Visit(Height);
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
