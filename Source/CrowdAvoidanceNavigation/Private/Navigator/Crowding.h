// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"

#include <compare>
#include <vector>

namespace CrowdAvoidance
{
/// How much longer than its length a path through a polygon takes, from how fast those walk who are in it and from those who
/// say that they could not get on.
class Crowding
{
public:
	/// As many polygons as the graph has, all free.
	void Resize(const NavGraph& Graph);

	/// Somebody in a polygon, for that many steps to come. In whole numbers, because sums of those do not depend on their order.
	struct Sight
	{
		int32_t Polygon = NavGraph::None;
		uint16_t Steps = 0;
		uint16_t Speed = 0; ///< [mm/s]

		auto operator<=>(const Sight&) const = default;
		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(Item.Polygon, Item.Steps, Item.Speed);
		}
	};

	void NoteBlocked(int32_t Polygon) { Blocked[static_cast<size_t>(Polygon)] += 1.0f; }
	void NoteStep() { ++Steps; }
	void Add(const Sight& Item)
	{
		CROWD_ASSERT(static_cast<size_t>(Item.Polygon) < AgentSteps.size());
		AgentSteps[static_cast<size_t>(Item.Polygon)] += Item.Steps;
		SpeedSum[static_cast<size_t>(Item.Polygon)] += static_cast<int64_t>(Item.Steps) * Item.Speed;
	}
	/// True: the factors have changed enough to plan anew. Until they have, Factors() stays as it is.
	bool EndPeriod();
	/// By polygon. [>= 1]
	std::span<const float> Factors() const { return InUse; }

	/// As many polygons as it has been resized to.
	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Steps, Item.AgentSteps, Item.SpeedSum, Item.Blocked, Item.Smooth, Item.InUse);
	}
	bool IsWhole() const
	{
		const size_t Polygons = Area.size();
		return AgentSteps.size() == Polygons && SpeedSum.size() == Polygons && Blocked.size() == Polygons &&
			Smooth.size() == Polygons && InUse.size() == Polygons;
	}

private:
	std::vector<float> Area;
	int Steps = 0; ///< Of this period, which is what the next two are about.
	std::vector<int64_t> AgentSteps;
	std::vector<int64_t> SpeedSum;
	std::vector<float> Blocked;
	std::vector<float> Smooth;
	std::vector<float> InUse;
};
}
