// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"
#include "CrowdBench/DetourPeer.h"
#include "Scenarios/Require.h"
#include "Scenarios/SceneMesh.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace CrowdAvoidance::Bench
{
namespace
{

/// Agents find their own paths by requestMoveTarget, on the mesh that our planner would have, with everything switched on that
/// the demo program switches on. They walk at their preferred speed, which is the highest they know. Detour's y is up, so our
/// (x, y) is its (x, z).
class DetourMeshContender final : public Contender
{
public:
	DetourMeshContender() : Contender("detour", "baseline", 1) {}

	void Fill(const Scenarios::Scene& InScene) override
	{
		Scene = &InScene;
		Mesh = Scenarios::Require(NavMesh::Build(Scenarios::MeshOf(InScene)), InScene.Name, "navmesh");
		// A crowd asks for a mesh that it may change, and never changes it.
		Crowd = MakeDetourCrowd(InScene, const_cast<dtNavMesh&>(Mesh.Detour()));
		Goals.Reset(InScene);
		SlotOf.assign(InScene.Agents.size(), NoSlot);
		for (size_t Agent = 0; Agent < SlotOf.size(); ++Agent)
		{
			Add(Agent, InScene.Agents[Agent].Position);
			Send(Agent);
		}
	}

	double Step() override
	{
		const auto Start = std::chrono::steady_clock::now();
		Crowd->update(Scene->Dt, nullptr);
		const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
		++Steps;
		FollowUpArrivals();
		return Elapsed.count();
	}

	void Read(CrowdFrame& Out) const override
	{
		Out.Resize(SlotOf.size());
		Out.Paths.assign(SlotOf.size(), {});
		Out.Steps = Steps;
		for (size_t Agent = 0; Agent < SlotOf.size(); ++Agent)
		{
			Out.bGone[Agent] = SlotOf[Agent] == NoSlot;
			if (SlotOf[Agent] != NoSlot)
			{
				const dtCrowdAgent& Walker = *Crowd->getAgent(SlotOf[Agent]);
				Out.X[Agent] = Walker.npos[0];
				Out.Y[Agent] = Walker.npos[2];
				Out.VelocityX[Agent] = Walker.vel[0];
				Out.VelocityY[Agent] = Walker.vel[2];
				const dtPolyRef* Path = Walker.corridor.getPath();
				Out.Paths[Agent].assign(Path, Path + Walker.corridor.getPathCount());
			}
		}
	}

	void Restore(const CrowdFrame& Frame) override
	{
		Goals.Reset(*Scene);
		Steps = Frame.Steps;
		// All leave first, so that those who stay away leave room for those who come back.
		for (size_t Agent = 0; Agent < SlotOf.size(); ++Agent)
		{
			Remove(Agent);
		}
		for (size_t Agent = 0; Agent < SlotOf.size(); ++Agent)
		{
			if (Frame.bGone[Agent])
			{
				Goals.Finish(Agent);
				continue;
			}
			Add(Agent, {Frame.X[Agent], Frame.Y[Agent]});
			dtCrowdAgent& Walker = *Crowd->getEditableAgent(SlotOf[Agent]);
			const float Velocity[3] = {Frame.VelocityX[Agent], 0.0f, Frame.VelocityY[Agent]};
			std::copy_n(Velocity, 3, Walker.vel);
			std::copy_n(Velocity, 3, Walker.nvel);
			Send(Agent);
			if (!Frame.Paths.empty())
			{
				TakePath(Walker, Frame.Paths[Agent]);
			}
		}
	}

	int ArrivedCount() const override { return Goals.ArrivedCount(); }

	int PresentCount() const override
	{
		return static_cast<int>(SlotOf.size()) - static_cast<int>(std::count(SlotOf.begin(), SlotOf.end(), NoSlot));
	}

private:
	static constexpr int NoSlot = -1;

	void Add(size_t Agent, Vec2 Position)
	{
		const Scenarios::SceneAgent& Source = Scene->Agents[Agent];
		dtCrowdAgentParams Params = MakeDetourParams(Source, Source.PreferredSpeed);
		Params.updateFlags |= DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO;
		SlotOf[Agent] = AddDetourAgent(*Crowd, *Scene, Position, Params);
	}

	void Remove(size_t Agent)
	{
		if (SlotOf[Agent] != NoSlot)
		{
			Crowd->removeAgent(SlotOf[Agent]);
			SlotOf[Agent] = NoSlot;
		}
	}

	Vec2 PositionOf(size_t Agent) const
	{
		const dtCrowdAgent& Walker = *Crowd->getAgent(SlotOf[Agent]);
		return {Walker.npos[0], Walker.npos[2]};
	}

	/// To its present goal; whoever may take any exit takes the nearest, as the crow flies. Whoever has none keeps its velocity.
	void Send(size_t Agent)
	{
		const Vec2* Goal = Goals.Goal(Agent);
		if (!Goal)
		{
			const Vec2 Velocity = Scene->Agents[Agent].Velocity;
			const float Wanted[3] = {Velocity.X, 0.0f, Velocity.Y};
			Crowd->requestMoveVelocity(SlotOf[Agent], Wanted);
			return;
		}
		if (Goals.IsLeaving(Agent) && !Scene->Exits.empty())
		{
			const Vec2 Here = PositionOf(Agent);
			Goal = &*std::min_element(Scene->Exits.begin(), Scene->Exits.end(),
				[Here](Vec2 A, Vec2 B) { return Distance(Here, A) < Distance(Here, B); });
		}
		const float Wanted[3] = {Goal->X, 0.0f, Goal->Y};
		float Nearest[3];
		dtPolyRef Polygon = 0;
		Crowd->getNavMeshQuery()->findNearestPoly(
			Wanted, Crowd->getQueryHalfExtents(), Crowd->getFilter(0), &Polygon, Nearest);
		// A goal off the mesh is one that it does not go to.
		if (Polygon)
		{
			Crowd->requestMoveTarget(SlotOf[Agent], Polygon, Nearest);
		}
	}

	/// Spares an agent that has just been sent off the search for a path that it had before.
	static void TakePath(dtCrowdAgent& Walker, const std::vector<uint64_t>& Path)
	{
		const std::vector<dtPolyRef> Polygons(Path.begin(), Path.end());
		const bool bSentOff = Walker.targetState == DT_CROWDAGENT_TARGET_REQUESTING;
		if (bSentOff && !Polygons.empty() && Polygons.back() == Walker.targetRef)
		{
			// On an edge between two polygons it may have been put into the other one.
			Walker.corridor.reset(Polygons.front(), Walker.npos);
			Walker.corridor.setCorridor(Walker.targetPos, Polygons.data(), static_cast<int>(Polygons.size()));
			Walker.targetState = DT_CROWDAGENT_TARGET_VALID;
		}
	}

	bool HasArrived(size_t Agent) const
	{
		const Vec2 Here = PositionOf(Agent);
		const auto IsNear = [this, Here](Vec2 Goal) { return Distance(Here, Goal) <= Scene->ArrivalRadius; };
		return IsNear(*Goals.Goal(Agent)) ||
			(Goals.IsLeaving(Agent) && std::any_of(Scene->Exits.begin(), Scene->Exits.end(), IsNear));
	}

	void FollowUpArrivals()
	{
		for (size_t Agent = 0; Agent < SlotOf.size(); ++Agent)
		{
			if (SlotOf[Agent] == NoSlot || !Goals.Goal(Agent) || Goals.IsDone(Agent) || !HasArrived(Agent))
			{
				continue;
			}
			if (Goals.Advance(Agent))
			{
				Send(Agent);
			}
			else if (Scene->Agents[Agent].bLeaves)
			{
				Remove(Agent);
			}
		}
	}

	const Scenarios::Scene* Scene = nullptr;
	NavMesh Mesh;
	DetourCrowdPtr Crowd;
	std::vector<int> SlotOf; // In the crowd, by scene order.
	uint64_t Steps = 0;
	GoalTracker Goals;
};
}

std::unique_ptr<Contender> CreateDetourMeshContender()
{
	return std::make_unique<DetourMeshContender>();
}
}
