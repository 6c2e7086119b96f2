// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"
#include "CrowdBench/DetourPeer.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

namespace CrowdAvoidance::Bench
{
namespace
{
struct NavMeshDeleter
{
	void operator()(dtNavMesh* Mesh) const { dtFreeNavMesh(Mesh); }
};

using NavMeshPtr = std::unique_ptr<dtNavMesh, NavMeshDeleter>;

/// One square polygon under the whole scene. Detour's y is up, so our (x, y) is its (x, z).
NavMeshPtr BuildFlatMesh(const Scenarios::Scene& Scene)
{
	float Reach = 0.0f;
	const auto Include = [&Reach](Vec2 Point) { Reach = std::max({Reach, std::abs(Point.X), std::abs(Point.Y)}); };
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Include(Agent.Position);
		std::for_each(Agent.Goals.begin(), Agent.Goals.end(), Include);
	}
	// Room to step aside, and so that the mesh's border is out of everyone's sight.
	Reach += 50.0f;

	// Vertices are 16-bit multiples of the cell size.
	constexpr unsigned short Cells = 32768;
	const unsigned short Vertices[] = {0, 0, 0, 0, 0, Cells, Cells, 0, Cells, Cells, 0, 0};
	constexpr unsigned short NoNeighbor = 0xffff;
	const unsigned short Polygon[] = {0, 1, 2, 3, NoNeighbor, NoNeighbor, NoNeighbor, NoNeighbor};
	const unsigned short Flags[] = {1};
	const unsigned char Areas[] = {0};
	dtNavMeshCreateParams Params;
	std::memset(&Params, 0, sizeof(Params));
	Params.verts = Vertices;
	Params.vertCount = 4;
	Params.polys = Polygon;
	Params.polyFlags = Flags;
	Params.polyAreas = Areas;
	Params.polyCount = 1;
	Params.nvp = 4;
	Params.walkableHeight = 2.0f;
	Params.walkableRadius = 0.3f;
	Params.walkableClimb = 0.5f;
	Params.cs = 2.0f * Reach / static_cast<float>(Cells);
	Params.ch = 0.1f;
	Params.bmin[0] = Params.bmin[2] = -Reach;
	Params.bmax[0] = Params.bmax[2] = Reach;
	Params.bmax[1] = 1.0f;
	Params.buildBvTree = true;

	unsigned char* Data = nullptr;
	int DataSize = 0;
	NavMeshPtr Mesh(dtAllocNavMesh());
	if (!Mesh || !dtCreateNavMeshData(&Params, &Data, &DataSize))
	{
		throw Scenarios::InputError("detour: no navigation mesh can be made for scene " + Scene.Name);
	}
	if (dtStatusFailed(Mesh->init(Data, DataSize, DT_TILE_FREE_DATA)))
	{
		dtFree(Data);
		throw Scenarios::InputError("detour: no navigation mesh can be made for scene " + Scene.Name);
	}
	return Mesh;
}

/// Agents are steered by requestMoveVelocity, because no other contender plans paths either.
class DetourContender final : public SteeredContender
{
public:
	DetourContender() : SteeredContender("detour", "baseline", 1) {}

	void Fill(const Scenarios::Scene& InScene) override
	{
		Scene = &InScene;
		Mesh = BuildFlatMesh(InScene);
		Crowd = MakeDetourCrowd(InScene, *Mesh);
		for (const Scenarios::SceneAgent& Agent : InScene.Agents)
		{
			AddDetourAgent(*Crowd, InScene, Agent.Position, MakeDetourParams(Agent, Agent.MaxSpeed));
		}
		Goals.Reset(InScene);
	}

	double Step() override
	{
		for (int Index = 0; Index < AgentCount(); ++Index)
		{
			const dtCrowdAgent& Agent = *Crowd->getAgent(Index);
			const Vec2 Desired = Goals.Follow(static_cast<size_t>(Index), {Agent.npos[0], Agent.npos[2]});
			const float Velocity[3] = {Desired.X, 0.0f, Desired.Y};
			Crowd->requestMoveVelocity(Index, Velocity);
		}
		const auto Start = std::chrono::steady_clock::now();
		Crowd->update(Scene->Dt, nullptr);
		const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
		return Elapsed.count();
	}

	void Read(CrowdFrame& Out) const override
	{
		Out.Resize(Scene->Agents.size());
		for (int Index = 0; Index < AgentCount(); ++Index)
		{
			const dtCrowdAgent& Agent = *Crowd->getAgent(Index);
			Out.X[Index] = Agent.npos[0];
			Out.Y[Index] = Agent.npos[2];
			Out.VelocityX[Index] = Agent.vel[0];
			Out.VelocityY[Index] = Agent.vel[2];
		}
	}

	void Restore(const CrowdFrame& Frame) override
	{
		for (int Index = 0; Index < AgentCount(); ++Index)
		{
			dtCrowdAgent& Agent = *Crowd->getEditableAgent(Index);
			const float Position[3] = {Frame.X[Index], Agent.npos[1], Frame.Y[Index]};
			const float Velocity[3] = {Frame.VelocityX[Index], 0.0f, Frame.VelocityY[Index]};
			std::copy_n(Position, 3, Agent.npos);
			std::copy_n(Velocity, 3, Agent.vel);
			std::copy_n(Velocity, 3, Agent.nvel);
			// There is only one polygon, so the corridor stays on it.
			Agent.corridor.reset(Agent.corridor.getFirstPoly(), Position);
			Agent.boundary.reset();
		}
		Goals.Reset(*Scene);
	}

private:
	NavMeshPtr Mesh;
	DetourCrowdPtr Crowd;
};
}

std::unique_ptr<Contender> CreateDetourContender()
{
	return std::make_unique<DetourContender>();
}
}
