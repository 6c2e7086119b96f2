// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavigator.h"
#include "FlowField/FieldScratch.h"
#include "FlowField/FlowField.h"
#include "FlowField/StringPull.h"
#include "Navigator/Crowding.h"
#include "Navigator/MeshWalls.h"
#include "Navigator/PathQueue.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <deque>
#include <map>

namespace CrowdAvoidance
{
constexpr uint32_t NoDestination = UINT32_MAX;

/// Edges that a string is pulled through: further ahead no corner matters yet.
constexpr int EdgesAhead = 24;

/// What is read and written for every agent in every step: within one cache line.
struct alignas(32) Traveller
{
	Vec2 Target;                          ///< Where it heads: a corner of its path, or the end of it.
	Vec2 Position;                        ///< Where Confine left it, on the mesh.
	int32_t Polygon = NavGraph::None;     ///< Where that is; None: off the mesh.
	uint32_t Destination = NoDestination; ///< NoDestination: the navigator does not lead it.
	ENavStatus Status = ENavStatus::None;
	uint8_t Countdown = 0; ///< Steps until it finds its corner anew.
	bool bTargetIsGoal = false;
	bool bOnLink = false; ///< It is being carried to Target.
	float Room = 0.0f;    ///< It is still in Polygon, wherever it goes, until it has gone this far. [m]

	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Target, Item.Position, Item.Polygon, Item.Destination, Item.Countdown, Item.bTargetIsGoal,
			Item.bOnLink, Item.Room);
		Bytes.Within("status", Item.Status, 0, static_cast<double>(ENavStatus::Lost));
	}
};
static_assert(sizeof(Traveller) == 32);

/// What is needed only when an agent finds its next corner.
struct Journey
{
	uint64_t Id = 0;         ///< AgentDef::Id, by which agents take turns.
	uint32_t Generation = 0; ///< Of the handle.
	uint32_t Ticket = 0;     ///< Another one for each goal, so that no answer is taken for one about another goal.
	float Radius = 0.0f;
	int32_t Field = -1;   ///< Of Impl::Fields; -1: it has a path of its own.
	uint32_t Edition = 0; ///< Of the field, that Trail is about.
	FlowField::Trail Trail;
	int32_t Path = -1;  ///< Of Impl::Paths.
	int32_t Cursor = 0; ///< Where on its path it is.
	Vec2 LinkEnd;       ///< Of the link that it is on.
	bool bPartial = false;
	bool bAsked = false;    ///< For a path, and has not got it yet.
	Vec2 Anchor;            ///< It has made no progress since it was here ...
	float AnchorAge = 0.0f; ///< ... this long. [s]
	float WaitLeft = 0.0f;
	uint32_t LastCorner = 0;

	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes.Within("radius", Item.Radius, 0, CrowdMaxCoordinate);
		Bytes(Item.Id, Item.Generation, Item.Ticket, Item.Field, Item.Edition, Item.Trail, Item.Path, Item.Cursor,
			Item.LinkEnd, Item.bPartial, Item.bAsked, Item.Anchor, Item.AnchorAge, Item.WaitLeft, Item.LastCorner);
	}
};

struct Destination
{
	std::map<std::vector<float>, uint32_t>::iterator Key;
	std::vector<Vec2> Points;
	std::vector<FlowField::Goal> Goals; ///< Those of the points that lie on the mesh, moved onto it.
	float ArrivalRadius = 0.5f;
	int Agents = 0;
	int Arrived = 0; ///< Of those, who stand there.

	/// Those who stand there take up room: whoever comes after them has arrived at their edge, instead of pushing in. [m]
	float RadiusFor(float AgentRadius) const
	{
		constexpr float Packing = 1.25f; // Discs that have come to rest cover 1 / 1.25^2 of the ground.
		return std::max(ArrivalRadius, Packing * AgentRadius * std::sqrt(static_cast<float>(Arrived)));
	}
};

struct SharedField
{
	FlowField Field;
	uint32_t Destination = NoDestination; ///< NoDestination: the place is free.
	float Radius = 0.0f;
	uint32_t Version = 0; ///< Of the mesh for which it is ready; 0: never.
	uint32_t Edition = 0; ///< Goes up whenever it is made anew.
	bool bQueued = false;
};

/// An agent asks for something for its present goal.
struct Ask
{
	uint32_t Agent = 0;
	uint32_t Ticket = 0;

	auto operator<=>(const Ask&) const = default;
	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Agent, Item.Ticket);
	}
};

/// What agents of one worker ask for during a step.
struct alignas(64) Requests
{
	std::vector<Ask> Paths;
	std::vector<Ask> Fields;
	std::vector<Ask> Landed; ///< They were off the mesh and have been put back onto it.
	std::vector<int32_t> BlockedPolygons;
	std::vector<uint32_t> Arrivals; ///< Destinations.
	std::vector<Crowding::Sight> Seen;
	int PushedBack = 0;

	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Paths, Item.Fields, Item.Landed, Item.BlockedPolygons, Item.Arrivals, Item.Seen, Item.PushedBack);
	}
};

struct Navigator::Impl
{
	NavGround* Ground = nullptr;
	NavigatorDef Def;
	uint32_t Version = 0; ///< Of the ground, as all polygon numbers here are meant.
	uint32_t Step = 0;
	float Dt = 0.0f;
	Work Done;

	std::vector<Traveller> Travellers; ///< By AgentHandle::Index.
	std::vector<Journey> Journeys;
	std::vector<uint32_t> Fresh; ///< Agents that have been given a goal since the last step.
	uint32_t LastTicket = 0;
	std::vector<Destination> Destinations; ///< Agents with the same goal share one.
	std::vector<uint32_t> FreeDestinations;
	std::map<std::vector<float>, uint32_t> DestinationOfKey; ///< By radius and points.

	std::vector<std::vector<NavPathStep>> Paths;
	std::vector<uint32_t> FreePaths;
	PathQueue Searches;
	std::vector<PathQueue::Found> FoundPaths;

	std::vector<SharedField> Fields;
	std::deque<int32_t> FieldQueue;
	FieldScratch Scratch; ///< Of the one field that is being made.
	Crowding Crowd;
	float SinceCrowding = 0.0f;
	MeshWalls Walls;
	std::vector<Requests> Workers;

	const NavGraph& Graph() const { return Ground->Graph(); }

	/// @name Snapshots (NavigatorSnapshot.cpp)
	template <typename Self, typename Stream>
	static void Exchange(Self& S, Stream& Bytes);
	void SaveDestinations(SnapshotWriter& To) const;
	void LoadDestinations(SnapshotReader& From);
	void SaveFields(SnapshotWriter& To) const;
	void LoadFields(SnapshotReader& From);
	Requests AllRequests() const;
	bool IsStep(const NavPathStep& Item) const;
	bool IsWhole(uint32_t Agent) const;
	bool IsWhole(const Requests& Noted) const;
	void CheckLoaded(SnapshotReader& From, const World& Crowd);

	bool Leads(AgentHandle Agent) const;
	static std::vector<float> KeyOf(std::span<const Vec2> AnyOf, float ArrivalRadius);
	uint32_t DestinationFor(std::span<const Vec2> AnyOf, float ArrivalRadius);
	void FindGoals(Destination& Item) const;
	void Release(uint32_t Agent);
	void ReleaseFields(uint32_t Index);
	void DropPath(Journey& Trip);

	/// So that results do not depend on which index an agent has.
	void SortById(std::vector<uint32_t>& Agents) const;
	std::vector<uint32_t> TakeAsks(std::vector<Ask> Requests::*Kind);
	void FollowGround(World& Target);
	void GroundChanged();
	void RepairFields(const NavGraph::Change* What);
	void PlaceFresh(World& Target);
	void Place(World& Target, uint32_t Agent);
	void SetOff(uint32_t Agent);
	void AskForPath(uint32_t Agent);
	int32_t FieldFor(uint32_t Index, float Radius);
	void QueueField(int32_t Index);
	void AdvanceFields(int Agents);
	void SearchPaths(int Budget);
	void TakePath(PathQueue::Found& Found);
	void CollectRequests();
	void MeasureCrowding();

	bool IsFieldReady(const Journey& Trip) const { return Fields[static_cast<size_t>(Trip.Field)].Version == Version; }
	Vec2 Desire(uint32_t Agent, const PlanBlock& Block, size_t Index);
	void FindCorner(uint32_t Agent, Traveller& Item, const PlanBlock& Block, size_t Index);
	void FindCornerByField(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker);
	void FindCornerByPath(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker);
	void Head(Traveller& Item, Journey& Trip, const Heading& Ahead, Vec2 End, int32_t Link) const;
	void MindProgress(uint32_t Agent, Traveller& Item, Journey& Trip, int Worker);
	int32_t PolygonAhead(const Traveller& Item, const Journey& Trip) const;
	int32_t FindOnPath(const Journey& Trip, int32_t Polygon) const;
	/// Where on its path an agent goes on that is in this polygon; OutDetour: the step before, where it is beside its path. -1: nowhere.
	int32_t JoinPath(const Journey& Trip, int32_t Polygon, NavPathStep& OutDetour) const;
	bool IsThere(const Traveller& Item, float Radius) const;
	static void Carry(Traveller& Item, const Journey& Trip, float Reach);
	void Land(Traveller& Item, Vec2 Position) const;
	bool LandAhead(Traveller& Item, Journey& Trip) const;
	std::vector<NavPathStep> PathOf(uint32_t Agent, size_t Most) const;
	std::vector<Vec2> CornersAhead(uint32_t Agent, size_t Most) const;
	/// Where a path that ends in this polygon ends.
	Vec2 EndOf(uint32_t Agent, int32_t LastPolygon) const;
};
}
