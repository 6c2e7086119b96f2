// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdParameters.h"
#include "CrowdCore/CrowdStatus.h"
#include "CrowdCore/CrowdTypes.h"

#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// The most neighbours one agent can avoid.
constexpr int CrowdMaxNeighbors = 64;

/// A field of view without an end. [rad]
constexpr float CrowdAllRound = 6.2831855f;

/// More than any agent can do.
constexpr float CrowdNoLimit = 1.0e6f;

/// The most vertices of an agent's shape.
constexpr int CrowdMaxShapeVertices = 16;

/// The body that World::AddShape makes of some vertices around an agent's position: their convex hull, counter-clockwise.
/// [m, 3 .. CrowdMaxShapeVertices vertices within 1000 of 0 along both axes, which have an area]
CROWDAVOIDANCECORE_API Result<std::vector<Vec2>> ShapeOutline(std::span<const Vec2> Vertices);

/// The world gives the agent an Id.
constexpr uint64_t CrowdAutoId = UINT64_MAX;

/// How far an agent has got on its way to its goal.
enum class ENavStatus : uint8_t
{
	None,        ///< It has no goal.
	Pending,     ///< Its path is being searched for; until then it stands.
	Walking,     ///< On its way.
	Waiting,     ///< Others or a closed door block the path and there is no other one: it waits.
	Partial,     ///< The goal cannot be reached: it goes as near as it can.
	Arrived,     ///< At the goal, until it is given another one.
	Unreachable, ///< It cannot get any nearer than it is. Cure: another goal, or a link or door.
	OffMesh,     ///< Too far from the navigation mesh to set off. Cure: put it on the mesh.
	Lost,        ///< It knows no path and goes straight for the goal; an obstacle may stop it.
};

/// One line for users: "pending: no path yet".
CROWDAVOIDANCECORE_API const char* NavStatusText(ENavStatus Status);

/// How a kind of agent perceives and avoids. Shared by any number of agents; a change reaches all of them in the next step.
struct AgentProfile
{
	float NeighborDistance = 5.0f; ///< How far away other agents are seen: centre to centre, from and to the rim of
								   ///< those above 1 m of radius. [m, 0 .. 1000]
	int MaxNeighbors = 10;         ///< How many of them, the nearest, are avoided. [0 .. CrowdMaxNeighbors]
	float AgentHorizon = 2.0f;     ///< How far ahead in time other agents matter. [s, 0.001 .. 1000]
	float ObstacleHorizon = 1.0f;  ///< How far ahead in time walls matter. [s, 0.001 .. 1000]
	uint32_t Groups = 1;           ///< Which groups the agent belongs to. [bits]
	uint32_t Avoids = ~0u;         ///< Which groups it avoids; the others do not exist for it. [bits]
	float FloorHeight = 2.0f;      ///< Agents more than this above or below are on another floor: not avoided. [m, > 0]

	/// @name How people see and react: for models that perceive (rcap), the others take no notice
	/// A spread is the standard deviation over agents: what an agent has is drawn by its id, from 0 to twice the mean.
	/// Angle around its direction of movement in which it sees others; whoever stands sees all round. [rad, > 0 .. 2 pi]
	float FieldOfView = CrowdAllRound;
	/// For so long one that is out of sight is not new when it comes back. [s, 0 .. 10]
	float SightMemory = 2.0f;
	float ObservationTime = 0.79f;      ///< How long others are in sight before it reacts to them. [s, 0 .. 10]
	float ObservationTimeSpread = 0.0f; ///< [s, 0 .. 10]
	float PersonalSpace = 0.38f;      ///< Radius that it plans with where that is larger than its body's. [m, 0 .. 10]
	float PersonalSpaceSpread = 0.0f; ///< [m, 0 .. 10]
	float ReactionAcceleration = 0.09f;      ///< How fast it changes its velocity to avoid others. [m/s^2, > 0 .. 1000]
	float ReactionAccelerationSpread = 0.0f; ///< [m/s^2, 0 .. 1000]
	/// How fast it changes its velocity when contact is near, and to follow its own wish. [m/s^2, > 0 .. 1000]
	float BrakingAcceleration = 2.0f;
	float BrakingAccelerationSpread = 0.0f; ///< [m/s^2, 0 .. 1000]

	friend bool operator==(const AgentProfile&, const AgentProfile&) = default;
};

/// One agent as it enters the world.
struct AgentDef
{
	Vec2 Position = {};        ///< [m, |x|, |y| <= CrowdMaxCoordinate]
	Vec2 Velocity = {};        ///< [m/s, same bound]
	Vec2 DesiredVelocity = {}; ///< What it would do were it alone. [m/s, same bound]
	float Height = 0.0f;       ///< Of its feet, to tell floors apart. [m, same bound]
	float Radius = 0.3f;       ///< [m, > 0 .. 1000]
	float MaxSpeed = 1.5f;     ///< [m/s, > 0 .. 1000]
	float PreferredSpeed =
		1.3f; ///< Towards a goal (SetGoal); no say where a desired velocity is given. [m/s, > 0 .. 1000]
	/// How fast its velocity can change; the default is no limit. [m/s^2, > 0 .. CrowdNoLimit]
	float MaxAcceleration = CrowdNoLimit;
	/// How fast its direction of movement can turn; the default is no limit. Where it has to turn further than a right angle it all but
	/// stops meanwhile; one that stands may set off in any direction. [rad/s, > 0 .. CrowdNoLimit]
	float MaxTurnRate = CrowdNoLimit;
	/// Its share of the avoiding against another agent's share: 1 against 1 is half each, 0 never yields (a car),
	/// and one that stands against 0 does all of it. [0 .. 1000]
	float Responsibility = 1.0f;
	ProfileHandle Profile = {};
	/// Tells agents apart wherever they are: ties are broken by it and the state hash is keyed by it, so neither handles nor the order
	/// of adding change a result. No two agents of a world share one. [0 .. CrowdAutoId - 1, or CrowdAutoId: the next free one]
	uint64_t Id = CrowdAutoId;
	/// Others see and avoid it, but whoever owns it moves it: the world neither solves for it nor moves it (SetPosition, SetVelocity
	/// do), and it is no part of the state hash.
	bool bGhost = false;
};

/// One agent as it is now.
struct AgentState : AgentDef
{
	ENavStatus Status = ENavStatus::None;
	bool bHasGoal = false;
	bool bArrived = false; ///< Has come to its goal; stays set until the next goal or desired velocity.
	Vec2 Goal;             ///< The first point of it.
};

/// What is known of the fields of AgentDef and AgentProfile that are plain numbers.
CROWDAVOIDANCECORE_API const ParameterTable& AgentParameters();
CROWDAVOIDANCECORE_API const ParameterTable& ProfileParameters();
}
