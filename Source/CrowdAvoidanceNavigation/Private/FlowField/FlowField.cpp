// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/FlowField.h"

#include "FlowField/FieldMaker.h"

namespace CrowdAvoidance
{
namespace
{
constexpr float MostCrowding = 1e6f;
/// Polygons that somebody may pass between two corners and still be on the trail.
constexpr int MostPassed = 8;
}

FlowField::FlowField() = default;
FlowField::~FlowField() = default;
FlowField::FlowField(FlowField&&) noexcept = default;
FlowField& FlowField::operator=(FlowField&&) noexcept = default;

void FlowField::Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding,
	FieldScratch& Scratch)
{
	CROWD_ASSERT(Crowding.empty() || Crowding.size() == Graph.Polygons.size());
	Making = std::make_unique<FieldMaker>();
	Kept& New = Making->New;
	New.Goals.assign(Goals.begin(), Goals.end());
	New.Radius = Radius > 0.0f ? Radius : 0.0f;
	if (std::any_of(Crowding.begin(), Crowding.end(), [](float Factor) { return Factor > 1.0f; }))
	{
		New.Crowding.reserve(Crowding.size());
		for (const float Factor : Crowding)
		{
			New.Crowding.push_back(Factor > 1.0f ? std::min(Factor, MostCrowding) : 1.0f);
		}
	}
	Making->Start(Graph, Scratch);
	Making->Begin();
}

bool FlowField::Advance(const NavGraph& Graph, int Budget)
{
	if (!Making)
	{
		return true;
	}
	CROWD_ASSERT(Making->New.Routes.size() == Graph.Polygons.size() &&
		Making->New.Gates.size() == Graph.Edges.size() + Graph.Links.size());
	Making->Bind(Graph, Making->New, *Making->Scratch);
	Making->Visited = 0;
	while (Making->Work())
	{
		if (Making->Visited >= Budget)
		{
			return false;
		}
	}
	Now = std::move(Making->New);
	Making.reset();
	bReady = true;
	return true;
}

bool FlowField::Repair(const NavGraph& Graph, const NavGraph::Change& What, std::span<const Goal> Goals,
	int64_t& Budget, FieldScratch& Scratch)
{
	Making.reset();
	if (!bReady || !std::equal(Goals.begin(), Goals.end(), Now.Goals.begin(), Now.Goals.end()))
	{
		*this = {};
		return false;
	}
	FieldMaker Maker;
	Maker.New = std::move(Now);
	Maker.Start(Graph, Scratch);
	Maker.BeginRepair(What);
	bool bMore = true;
	while (bMore && Maker.Visited < Budget)
	{
		bMore = Maker.Work();
	}
	Budget -= Maker.Visited;
	if (bMore)
	{
		*this = {};
		return false;
	}
	Now = std::move(Maker.New);
	return true;
}

FlowField::Exit FlowField::ExitBy(int32_t Number) const
{
	return Number == NoGate      ? Exit{}
		: Number < Now.EdgeCount ? Exit{Number, NavGraph::None}
								 : Exit{NavGraph::None, Number - Now.EdgeCount};
}

FlowField::Exit FlowField::ExitOf(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Now.Routes.size();
	return ExitBy(bKnown ? Now.Routes[static_cast<size_t>(Polygon)].First : NoGate);
}

FlowField::Exit FlowField::ExitAfter(Exit Taken) const
{
	const int32_t Number = Taken.Edge != NavGraph::None ? Taken.Edge : Now.EdgeCount + Taken.Link;
	const bool bKnown = Number >= 0 && static_cast<size_t>(Number) < Now.Gates.size();
	return ExitBy(bKnown ? Now.Gates[static_cast<size_t>(Number)].Next : NoGate);
}

void FlowField::Follow(const NavGraph& Graph, int32_t Polygon, Trail& Where) const
{
	Trail Ahead = Where;
	for (int Passed = 0; Passed <= MostPassed; ++Passed)
	{
		if (Ahead.Polygon == Polygon)
		{
			Where = Ahead;
			return;
		}
		if (Ahead.Next.Edge == NavGraph::None && Ahead.Next.Link == NavGraph::None)
		{
			break;
		}
		const int32_t Into = Ahead.Next.Edge != NavGraph::None
			? Graph.Edges[static_cast<size_t>(Ahead.Next.Edge)].Neighbor
			: Graph.Links[static_cast<size_t>(Ahead.Next.Link)].Target;
		Ahead = {Into, Ahead.GoalIndex, ExitAfter(Ahead.Next)};
	}
	Where = {Polygon, GoalOf(Polygon), ExitOf(Polygon)};
}

float FlowField::Distance(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Now.Routes.size();
	return bKnown ? Now.Routes[static_cast<size_t>(Polygon)].Length : INFINITY;
}

int32_t FlowField::GoalOf(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Now.Routes.size();
	return bKnown ? Now.Routes[static_cast<size_t>(Polygon)].GoalIndex : NavGraph::None;
}

bool FlowField::IsSame(const FlowField& Other) const
{
	return Now.Goals == Other.Now.Goals && Now.Crowding == Other.Now.Crowding && Now.Routes == Other.Now.Routes &&
		Now.Gates == Other.Now.Gates && Now.LostOnes == Other.Now.LostOnes && Now.Radius == Other.Now.Radius;
}

void FlowField::Save(SnapshotWriter& To) const
{
	To(bReady, Now.Crowding, IsMaking());
	if (Making)
	{
		To(Making->New.Crowding, Making->Rounds);
	}
}

void FlowField::Load(SnapshotReader& From, const NavGraph& Graph)
{
	bool bMaking = false;
	From(bReady, Now.Crowding, bMaking);
	if (bMaking)
	{
		Making = std::make_unique<FieldMaker>();
		From(Making->New.Crowding, Making->Rounds);
	}
	for (const std::vector<float>* Crowding : {&Now.Crowding, bMaking ? &Making->New.Crowding : &Now.Crowding})
	{
		if (!Crowding->empty() && Crowding->size() != Graph.Polygons.size())
		{
			From.Refuse(Error::Format(
				"it has the crowding of %zu polygons; the mesh has %zu", Crowding->size(), Graph.Polygons.size()));
		}
	}
}

void FlowField::Resume(
	SnapshotReader& From, const NavGraph& Graph, std::span<const Goal> Goals, float Radius, FieldScratch& Scratch)
{
	const std::unique_ptr<FieldMaker> Saved = std::move(Making);
	// What has been done is done again: less to keep, and nothing to check.
	if (bReady)
	{
		const std::vector<float> Crowding = std::move(Now.Crowding);
		Begin(Graph, Goals, Radius, Crowding, Scratch);
		while (!Advance(Graph, INT32_MAX))
		{}
	}
	if (Saved == nullptr)
	{
		return;
	}
	Begin(Graph, Goals, Radius, Saved->New.Crowding, Scratch);
	while (Making->Rounds < Saved->Rounds)
	{
		if (!Making->Work())
		{
			From.Refuse(Error::Format("a flow field in the making would be ready by now"));
			return;
		}
	}
}

size_t FlowField::Bytes() const
{
	const auto BytesOf = [](const Kept& Item)
	{
		return Item.Goals.capacity() * sizeof(Goal) + Item.Crowding.capacity() * sizeof(float) +
			Item.Routes.capacity() * sizeof(Route) + Item.Gates.capacity() * sizeof(Gate) +
			Item.LostOnes.capacity() * sizeof(Lost);
	};
	return sizeof(*this) + BytesOf(Now) + (Making ? sizeof(FieldMaker) + BytesOf(Making->New) : 0);
}
}
