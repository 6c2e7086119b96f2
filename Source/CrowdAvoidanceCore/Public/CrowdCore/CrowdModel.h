// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"
#include "CrowdCore/CrowdObstacle.h"
#include "CrowdCore/CrowdParameters.h"
#include "CrowdCore/CrowdPlanner.h"

#include <memory>

namespace CrowdAvoidance
{
/// A neighbour as its observer's model sees it.
struct ModelNeighbor
{
	uint64_t Id = 0;
	Vec2 Position;
	Vec2 Velocity;
	float Radius = 0.0f;
	float Responsibility = 1.0f;
};

/// A wall segment whose solid side is on its left.
struct ModelWall
{
	Vec2 From, To;
};

struct ModelBlockInternals;

/// The most agents of a ModelBlock.
constexpr int CrowdMaxModelBlock = 256;

/// Some agents to solve for, at most CrowdMaxModelBlock, and what the step knows of them. Agents are numbered 0 .. Count - 1.
class CROWDAVOIDANCECORE_API ModelBlock : public AgentBlock
{
public:
	AgentColumn<const float> PositionX, PositionY;
	AgentColumn<const float> VelocityX, VelocityY;
	AgentColumn<const float> DesiredX, DesiredY;
	/// Out: of every agent.
	AgentColumn<float> NewVelocityX, NewVelocityY;
	/// Out: agents with no collision-free velocity, for StepReport; and what else the step could not do in full.
	int Infeasible = 0;
	EStepStatus Status = EStepStatus::None;

	uint64_t Id(int Agent) const;
	float AgentHorizon(int Agent) const;
	float ObstacleHorizon(int Agent) const;
	float MaxAcceleration(int Agent) const;
	float Responsibility(int Agent) const;

	/// Nearest first; equally near ones by id.
	int NeighborCount(int Agent) const;
	ModelNeighbor Neighbor(int Agent, int Rank) const;
	/// Fills Out with the walls that the agent can reach within its obstacle horizon, nearest first. Returns how many.
	int Walls(int Agent, std::span<ModelWall> Out) const;

	/// Model::AgentStateBytes of them, the agent's own; it goes where the agent goes.
	void* AgentState(int Agent) const;
	/// Model::PairStateBytes of them, of the agent about that neighbour, found again in later steps by its id; zero at first, and again
	/// where the neighbour has been out of the list for the profile's SightMemory, or others have taken its place.
	void* PairState(int Agent, int Rank) const;
	/// Memory of Model::ScratchBytes, as Model::PrepareScratch left it or the last block of this worker.
	void* Scratch() const;

	ModelBlockInternals* Internals = nullptr; ///< For models that are part of Core.
};

/// What a model's scratch memory must have room for.
struct ModelRoom
{
	int Agents = 0;    ///< Of a block.
	int Neighbors = 0; ///< Of an agent.
	int Walls = 0;     ///< Of an agent.

	friend bool operator==(const ModelRoom&, const ModelRoom&) = default;
};

/// What the world has to know of a model.
struct ModelTraits
{
	bool bNeighbors = true;           ///< Whether it uses neighbours; otherwise nobody searches for them.
	bool bLimitsAcceleration = false; ///< It keeps to MaxAcceleration itself; otherwise the world cuts what exceeds it.
	bool bPlain = false;              ///< Exactly as published: no rule of ours beyond it.
	float Clearance = 1.0f; ///< How many times their radii agents keep apart, for the overlay and for models that ask.
	/// An agent's neighbours are those that it has noticed: the nearest of those in sight, once they have been in sight for the
	/// profile's ObservationTime.
	bool bPerceives = false;
	bool bWallsHide = true;      ///< Of models that perceive: walls stand in the way of sight.
	bool bPersonalSpace = false; ///< Agents plan with the profile's PersonalSpace.
	float SpaceDepth = 1.0f;   ///< How deep that is in the direction of movement, as a share of its width: 1 is round.
	float LeastHorizon = 0.0f; ///< Others matter at least so far ahead in time, whatever profiles say. [s]
	float LeastSight = 0.0f;   ///< And are seen at least so far away. [m]
};

/// An avoidance model: turns desired velocities into collision-free ones. One object for each world. Docs/Models/Writing.md
class CROWDAVOIDANCECORE_API Model
{
public:
	virtual ~Model() = default;

	virtual ModelTraits Traits() const { return {}; }

	/// State that the world keeps for the model: for each agent, zero when it enters the world, and for each agent and neighbour.
	virtual int AgentStateBytes() const { return 0; }
	virtual int PairStateBytes() const { return 0; }
	/// Memory for one worker, and what is to be in it before its first block.
	virtual size_t ScratchBytes(const ModelRoom& /*Room*/) const { return 0; }
	virtual void PrepareScratch(const ModelRoom& /*Room*/, void* /*Scratch*/) const {}

	/// New velocities for a block, on whatever thread works on it. It may depend on nothing but the block.
	virtual void Solve(ModelBlock& Block) const = 0;
	/// For a watched agent of a block that has been solved, in velocity space: what it was forbidden. Returns how many of its neighbours,
	/// the nearest, counted in the end.
	virtual int Describe(const ModelBlock& Block, int Agent, DebugGeometry& /*Out*/) const
	{
		return Block.NeighborCount(Agent);
	}
};

/// What a model is made with.
struct ModelSetup
{
	const void* Options = nullptr; ///< A struct of ModelType::Options, checked.
	EIsa Isa = EIsa::Scalar;       ///< For its kernels; never EIsa::Auto.
};

/// A kind of model.
struct ModelType
{
	const char* Name = nullptr;        ///< "orca": small letters, digits and dashes.
	const char* Description = nullptr; ///< One line.
	ParameterTable Options;
	std::unique_ptr<Model> (*Create)(const ModelSetup& Setup) = nullptr;
	/// Name of the model that is the same exactly as published; null: there is none.
	const char* Plain = nullptr;
};

/// Makes a model known to WorldDef::Model, scenarios and the command line from now on. What Type points at must live as long as the
/// program. Not while other threads use models.
CROWDAVOIDANCECORE_API Result<void> RegisterModel(const ModelType& Type);
/// All that are known: Core's own first. This and what FindModel gives holds until the next RegisterModel.
CROWDAVOIDANCECORE_API std::span<const ModelType> Models();
/// Null: there is none of that name.
CROWDAVOIDANCECORE_API const ModelType* FindModel(std::string_view Name);
}
