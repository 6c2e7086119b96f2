// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "Kernels/StepShared.h"
#include "Math/AlignedArray.h"

namespace CrowdAvoidance
{
/// The fields of AgentDef that have a column each, by number.
inline constexpr float AgentDef::*CrowdScalarFields[CROWD_SCALARS] = {CROWD_SCALAR_FIELDS};

/// Parameter::Offset of a field.
inline size_t OffsetOf(float AgentDef::*Field)
{
	static const AgentDef Probe;
	return static_cast<size_t>(reinterpret_cast<const char*>(&(Probe.*Field)) - reinterpret_cast<const char*>(&Probe));
}

/// What agents are, in records that are used together. Every step reorders them (NeighborGrid).
struct AgentArrays
{
	AlignedArray<AgentMotion> Motion;
	AlignedArray<AgentAim> Aim;
	AlignedArray<AgentBody> Body;
	AlignedArray<float> Scalars[CROWD_SCALARS];

	template <typename Visitor>
	void ForEachField(Visitor&& Visit)
	{
		Visit(Motion);
		Visit(Aim);
		Visit(Body);
		for (AlignedArray<float>& Scalar : Scalars)
		{
			Visit(Scalar);
		}
	}

	void Resize(size_t Count)
	{
		ForEachField([Count](auto& Field) { Field.Resize(Count); });
	}

	void Reserve(size_t Count)
	{
		ForEachField([Count](auto& Field) { Field.Reserve(Count); });
	}

	size_t Bytes() const
	{
		size_t Total = Motion.Bytes() + Aim.Bytes() + Body.Bytes();
		for (const AlignedArray<float>& Scalar : Scalars)
		{
			Total += Scalar.Bytes();
		}
		return Total;
	}
};
}
