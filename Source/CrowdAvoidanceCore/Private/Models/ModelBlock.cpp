// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Models/ModelBlockInternals.h"

#include "Obstacles/NearWalls.h"
#include "World/AgentStore.h"

#include <algorithm>

namespace CrowdAvoidance
{
namespace
{
const ProfileKernelData& ProfileOf(const ModelBlockInternals& In, int Agent)
{
	return In.View.Profiles[In.View.Aim[In.Begin + Agent].Flags & CROWD_FLAG_PROFILE];
}

int NeighborAt(const ModelBlockInternals& In, int Agent, int Rank)
{
	return In.Scratch.Neighbors[Rank * CROWD_BLOCK + Agent];
}
}

uint64_t ModelBlock::Id(int Agent) const
{
	return IdOf(Internals->View, Internals->Begin + Agent);
}

float ModelBlock::AgentHorizon(int Agent) const
{
	return 1.0f / ProfileOf(*Internals, Agent).InvAgentHorizon;
}

float ModelBlock::ObstacleHorizon(int Agent) const
{
	return ProfileOf(*Internals, Agent).ObstacleHorizon;
}

float ModelBlock::MaxAcceleration(int Agent) const
{
	return Internals->View.Scalars[CROWD_ACCELERATION][Internals->Begin + Agent];
}

float ModelBlock::Responsibility(int Agent) const
{
	return Internals->View.Scalars[CROWD_RESPONSIBILITY][Internals->Begin + Agent];
}

int ModelBlock::NeighborCount(int Agent) const
{
	return Internals->Scratch.NeighborCount[Agent];
}

ModelNeighbor ModelBlock::Neighbor(int Agent, int Rank) const
{
	const StepView& View = Internals->View;
	const int Other = NeighborAt(*Internals, Agent, Rank);
	const AgentMotion& Motion = View.Motion[Other];
	return {IdOf(View, Other), {Motion.X, Motion.Y}, {Motion.VelX, Motion.VelY}, View.Body[Other].Radius,
		View.Scalars[CROWD_RESPONSIBILITY][Other]};
}

int ModelBlock::Walls(int Agent, std::span<ModelWall> Out) const
{
	if (!Internals->Obstacles.HasSegments())
	{
		return 0;
	}
	const NearWalls Near(Internals->View, Internals->Obstacles, Internals->Begin + Agent);
	const int Shown = std::min(Near.Count, static_cast<int>(Out.size()));
	for (int Rank = 0; Rank < Shown; ++Rank)
	{
		Out[static_cast<size_t>(Rank)] = {Near.Walls[Rank]->From, Near.Walls[Rank]->To};
	}
	return Shown;
}

void* ModelBlock::AgentState(int Agent) const
{
	return Internals->Agents.ModelState(Internals->View.Aim[Internals->Begin + Agent].Slot);
}

void* ModelBlock::PairState(int Agent, int Rank) const
{
	const PairRecord Record = Internals->Agents.Pairs.Of(Internals->View.Aim[Internals->Begin + Agent].Slot);
	const int Entry = Record.Find(KeyOfId(IdOf(Internals->View, NeighborAt(*Internals, Agent, Rank))));
	CROWD_ASSERT(Entry >= 0 && Record.StateBytes > 0);
	return Record.StateOf(Entry);
}

void* ModelBlock::Scratch() const
{
	return Internals->Scratch.Model;
}
}
