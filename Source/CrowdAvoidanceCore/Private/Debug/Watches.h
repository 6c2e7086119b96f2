// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"

#include <vector>

namespace CrowdAvoidance
{
/// The agents that are watched, by slot, and what the last step has to say about them.
class Watches
{
public:
	bool IsEmpty() const { return Geometries.empty(); }
	size_t Count() const { return Geometries.size(); }
	std::vector<DebugGeometry>& All() { return Geometries; }

	/// Null: not watched.
	DebugGeometry* Find(uint32_t Slot)
	{
		return Slot < PlaceOfSlot.size() && PlaceOfSlot[Slot] >= 0 ? &Geometries[static_cast<size_t>(PlaceOfSlot[Slot])]
																   : nullptr;
	}

	void Add(AgentHandle Agent)
	{
		if (PlaceOfSlot.size() <= Agent.Index)
		{
			PlaceOfSlot.resize(Agent.Index + 1, -1);
		}
		PlaceOfSlot[Agent.Index] = static_cast<int32_t>(Geometries.size());
		Geometries.emplace_back().Agent = Agent;
	}

	void Remove(uint32_t Slot)
	{
		if (DebugGeometry* const Gone = Find(Slot))
		{
			// The last one takes its place.
			PlaceOfSlot[Geometries.back().Agent.Index] = PlaceOfSlot[Slot];
			std::swap(*Gone, Geometries.back());
			Geometries.pop_back();
			PlaceOfSlot[Slot] = -1;
		}
	}

private:
	std::vector<DebugGeometry> Geometries;
	std::vector<int32_t> PlaceOfSlot;
};
}
