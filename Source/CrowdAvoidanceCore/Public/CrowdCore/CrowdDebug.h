// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <cstddef>
#include <span>
#include <vector>

/// What a step saw and decided for a watched agent, as lines, polygons and discs: made once here, and only drawn by the editor's
/// overlay, the viewer, pictures and the replay page. Docs/Overlays.md shows every kind.
namespace CrowdAvoidance
{
/// The most agents of a world that can be watched at once.
constexpr int CrowdMaxWatched = 1024;

/// What a piece of debug geometry stands for.
enum class EDebugKind : uint8_t
{
	/// @name In the world [m]
	Body, ///< Disc, or the agent's polygon.
	PersonalSpace, ///< Disc, or a polygon that need not be convex: what it keeps free of others, with its share of the clearance.
	Range,       ///< Disc: where neighbours are searched for.
	Neighbor,    ///< Disc: another agent near by, Other; Reason says whether it counts, and if not, why.
	FieldOfView, ///< Polygon, not always convex: where it sees others, if that is not all round.
	Sight,       ///< Line from it to Other, which it sees; Reason as of that neighbour. Of models that perceive.
	Wall,        ///< Line of two points: a wall that it avoids.
	Path,        ///< Line: its path ahead, where a planner knows it, or straight to its goal.
	Corridor,    ///< Polygon, one of many: what its path leads through.
	/// @}
	/// @name In velocity space [m/s]
	SpeedLimit,       ///< Disc: as fast as it can be.
	ChangeLimit,      ///< Disc: what it can reach in this step; only where its acceleration is limited.
	VelocityObstacle, ///< Convex polygon: velocities that hit Other within the horizon if Other goes on as it is (VO).
	ReciprocalObstacle, ///< The same if Other does its share of the avoiding (RVO).
	ForbiddenRegion,    ///< Convex polygon: what ClearPath refuses because of Other (FVO), or of a wall.
	ForbiddenHalfPlane, ///< Convex polygon: what ORCA refuses because of Other, or of a wall; for ClearPath, closing a gap too fast.
	CurrentVelocity,   ///< Line from zero.
	DesiredVelocity,   ///< Line from zero: what it would do were it alone.
	CandidateVelocity, ///< Line from zero: what the model tried to come near to, where it was kept from the desired one.
	ChosenVelocity,    ///< Line from zero.
	/// @}
	Count
};

/// Why an agent near by counts, or does not.
enum class EDebugReason : uint8_t
{
	Avoided,
	OutOfRange,  ///< Further away than AgentProfile::NeighborDistance.
	OutOfView,   ///< In range, but not within AgentProfile::FieldOfView.
	Hidden,      ///< It has not been seen yet, and a wall lies between.
	NotNoticed,  ///< In sight, but not for AgentProfile::ObservationTime yet.
	TooMany,     ///< AgentProfile::MaxNeighbors others are nearer.
	OtherGroup,  ///< It is in no group that the agent avoids.
	OtherFloor,  ///< More than AgentProfile::FloorHeight above or below.
	NeverYields, ///< The agent's Responsibility is 0: it avoids nobody.
	LeftOut,     ///< With it there was no velocity left, so ClearPath went on without it.
	Count
};

/// "velocity obstacle", "out of range" ...: for legends.
CROWDAVOIDANCECORE_API const char* DebugKindName(EDebugKind Kind);
CROWDAVOIDANCECORE_API const char* DebugReasonName(EDebugReason Reason);

/// Whether its points are velocities; otherwise they are positions.
constexpr bool IsInVelocitySpace(EDebugKind Kind)
{
	return Kind >= EDebugKind::SpeedLimit;
}

struct DebugItem
{
	EDebugKind Kind = EDebugKind::Body;
	EDebugReason Reason = EDebugReason::Avoided;
	bool bClosed = false;        ///< A polygon, counter-clockwise; otherwise a line.
	float Radius = 0.0f;         ///< Above zero: a disc around its only point.
	float Seconds = 0.0f;        ///< Of a neighbour that is not noticed yet: for so long it has been in sight. [s]
	uint32_t Other = UINT32_MAX; ///< AgentHandle::Index of whom it is about; UINT32_MAX: a wall, or the agent itself.
	uint32_t FirstPoint = 0;
	uint32_t PointCount = 0;
};

/// Of one agent in one step. Everything is as the step found it: positions and velocities are those before it.
struct DebugGeometry
{
	AgentHandle Agent;
	uint64_t Step = 0; ///< World::StepCount() after the step; 0: there has been none yet.
	Vec2 Position;
	Vec2 Velocity;
	Vec2 Desired;
	Vec2 Chosen;
	float MaxSpeed = 0.0f;
	float Window = 0.0f;   ///< Polygons in velocity space end at this in x and in y, either way. [m/s]
	bool bKept = false;    ///< Others or walls kept it from its desired velocity.
	bool bRelaxed = false; ///< Nothing was left: the chosen velocity is the least bad one.
	std::vector<DebugItem> Items;
	std::vector<Vec2> Points;

	std::span<const Vec2> PointsOf(const DebugItem& Item) const
	{
		return std::span(Points).subspan(Item.FirstPoint, Item.PointCount);
	}
	/// Adds an item with these points; the reference is good until the next call.
	CROWDAVOIDANCECORE_API DebugItem& Add(EDebugKind Kind, std::span<const Vec2> NewPoints);
	CROWDAVOIDANCECORE_API DebugItem& AddPolygon(EDebugKind Kind, std::span<const Vec2> NewPoints);
	CROWDAVOIDANCECORE_API DebugItem& AddDisc(EDebugKind Kind, Vec2 Center, float Radius);
	CROWDAVOIDANCECORE_API DebugItem& AddLine(EDebugKind Kind, Vec2 From, Vec2 To);
};
}
