// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include "KeepingBackend.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace CrowdAvoidance::Testing
{
namespace
{
template <typename T>
void RequireOk(const Result<T>& Outcome, const char* What)
{
	if (!Outcome.IsOk())
	{
		std::fprintf(stderr, "The test could not %s: %s\n", What, Outcome.ErrorText());
		std::abort();
	}
}
}

World MakeWorld(const WorldDef& Def)
{
	static const bool bKeeping = std::getenv("CROWD_TEST_KEEPING_BACKEND") != nullptr;
	Result<World> Created = bKeeping ? CreateKeepingWorld(Def) : World::Create(Def);
	RequireOk(Created, "create its world");
	return std::move(Created).Value();
}

World MakePlainWorld()
{
	return MakeWorld({.Model = "orca-plain"});
}

std::string ModelName(std::string Model, bool bPlain)
{
	return bPlain ? Model + "-plain" : Model;
}

ProfileHandle MustAddProfile(World& Target, const AgentProfile& Profile)
{
	const Result<ProfileHandle> Added = Target.AddProfile(Profile);
	RequireOk(Added, "add a profile");
	return Added.Value();
}

AgentHandle MustAdd(World& Target, const AgentDef& Def)
{
	const Result<AgentHandle> Added = Target.AddAgent(Def);
	RequireOk(Added, "add an agent");
	return Added.Value();
}

ObstacleHandle MustAddObstacle(World& Target, std::initializer_list<Vec2> Vertices, uint32_t Groups)
{
	return MustAddObstacle(Target, std::vector<Vec2>(Vertices), Groups);
}

ObstacleHandle MustAddObstacle(World& Target, const std::vector<Vec2>& Vertices, uint32_t Groups)
{
	const Result<ObstacleHandle> Added = Target.AddObstacle({.Vertices = Vertices, .Groups = Groups});
	RequireOk(Added, "add an obstacle");
	return Added.Value();
}

AgentState MustGet(const World& Target, AgentHandle Handle)
{
	const Result<AgentState> Got = Target.GetAgent(Handle);
	RequireOk(Got, "read an agent");
	return Got.Value();
}

StepReport MustStep(World& Target, float Dt)
{
	const Result<StepReport> Stepped = Target.Step(Dt);
	RequireOk(Stepped, "step");
	return Stepped.Value();
}

AgentDef Walker(Vec2 Position, Vec2 Velocity, float Radius)
{
	AgentDef Def;
	Def.Position = Position;
	Def.Velocity = Velocity;
	Def.DesiredVelocity = Velocity;
	Def.Radius = Radius;
	return Def;
}

float Overlap(const AgentState& A, const AgentState& B)
{
	return A.Radius + B.Radius - Distance(A.Position, B.Position);
}

float DeepestOverlap(const World& Target)
{
	const AgentsView View = Target.Agents();
	float Deepest = -INFINITY;
	for (int First = 0; First < View.Count; ++First)
	{
		for (int Second = First + 1; Second < View.Count; ++Second)
		{
			const Vec2 A{View.PositionX[First], View.PositionY[First]};
			const Vec2 B{View.PositionX[Second], View.PositionY[Second]};
			Deepest = std::fmax(Deepest, View.Radius[First] + View.Radius[Second] - Distance(A, B));
		}
	}
	return Deepest;
}

std::string FindNonFinite(const World& Target)
{
	const AgentsView View = Target.Agents();
	for (int Agent = 0; Agent < View.Count; ++Agent)
	{
		const float Values[] = {
			View.PositionX[Agent], View.PositionY[Agent], View.VelocityX[Agent], View.VelocityY[Agent]};
		for (const float Value : Values)
		{
			if (!std::isfinite(Value))
			{
				char Text[200];
				std::snprintf(Text, sizeof(Text), "agent %u: position (%g, %g), velocity (%g, %g)",
					View.HandleIndex[Agent], Values[0], Values[1], Values[2], Values[3]);
				return Text;
			}
		}
	}
	return {};
}

std::string FindTooFast(const World& Target)
{
	const AgentsView View = Target.Agents();
	for (int Agent = 0; Agent < View.Count; ++Agent)
	{
		const float MaxSpeed = MustGet(Target, Target.HandleOf(View.HandleIndex[Agent])).MaxSpeed;
		const float Speed = Length({View.VelocityX[Agent], View.VelocityY[Agent]});
		if (!(Speed <= MaxSpeed * 1.0001f + 1.0e-6f))
		{
			char Text[120];
			std::snprintf(
				Text, sizeof(Text), "agent %u: speed %.9g of at most %.9g", View.HandleIndex[Agent], Speed, MaxSpeed);
			return Text;
		}
	}
	return {};
}

bool SameState(const AgentState& A, const AgentState& B)
{
	return A.Position == B.Position && A.Velocity == B.Velocity && A.DesiredVelocity == B.DesiredVelocity &&
		A.Height == B.Height && A.Radius == B.Radius && A.MaxSpeed == B.MaxSpeed &&
		A.PreferredSpeed == B.PreferredSpeed && A.Responsibility == B.Responsibility && A.Profile == B.Profile &&
		A.bHasGoal == B.bHasGoal && A.bArrived == B.bArrived && (!A.bHasGoal || A.Goal == B.Goal);
}

Snapshot::Snapshot(const World& Source)
	: Hash(Source.StateHash()),
	  Steps(Source.StepCount()),
	  AgentCount(Source.AgentCount()),
	  ObstacleCount(Source.ObstacleCount())
{
	const AgentsView View = Source.Agents();
	for (int Agent = 0; Agent < View.Count; ++Agent)
	{
		Order.push_back(View.HandleIndex[Agent]);
		States.push_back(MustGet(Source, Source.HandleOf(View.HandleIndex[Agent])));
	}
}

bool operator==(const Snapshot& A, const Snapshot& B)
{
	if (A.Hash != B.Hash || A.Steps != B.Steps || A.AgentCount != B.AgentCount || A.ObstacleCount != B.ObstacleCount ||
		A.Order != B.Order)
	{
		return false;
	}
	for (size_t Agent = 0; Agent < A.States.size(); ++Agent)
	{
		if (!SameState(A.States[Agent], B.States[Agent]))
		{
			return false;
		}
	}
	return true;
}

std::vector<EIsa> AvailableIsas()
{
	std::vector<EIsa> Isas;
	for (const EIsa Isa : {EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512})
	{
		if (IsIsaAvailable(Isa))
		{
			Isas.push_back(Isa);
		}
	}
	return Isas;
}
}
