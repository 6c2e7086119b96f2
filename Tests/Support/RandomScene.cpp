// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "RandomScene.h"

#include "TestWorld.h"

#include <cmath>

namespace CrowdAvoidance::Testing
{
SceneOptions SmallMixedScene(std::string Model, int Agents)
{
	return {.Name = "small",
		.Seed = 7,
		.Agents = Agents,
		.Model = std::move(Model),
		.bObstacles = true,
		.bMixedProfiles = true,
		.bShapes = true,
		.ShapeShare = 0.5f,
		.bGoals = true};
}

std::ostream& operator<<(std::ostream& Stream, const SceneOptions& Options)
{
	Stream << (Options.Name[0] != '\0' ? Options.Name : "scene") << " seed " << Options.Seed << ", " << Options.Agents
		   << " agents, " << Options.Density << "/m2, " << ModelName(Options.Model, Options.bPlain);
	const std::pair<bool, const char*> Traits[] = {{Options.bObstacles, "obstacles"},
		{Options.bMixedProfiles, "profiles"}, {Options.bMixedRadii, "radii"}, {Options.bMasks, "masks"},
		{Options.bFloors, "floors"}, {Options.bMixedResponsibility, "responsibility"}, {Options.bGoals, "goals"},
		{Options.bLattice, "lattice"}, {Options.bChurn, "churn"}, {Options.bAccelerations, "accelerations"},
		{Options.bTurnRates, "turn rates"}, {Options.bShapes, "shapes"}, {Options.bManners, "manners"},
		{Options.bGhosts, "ghosts"}};
	for (const auto& [bPresent, Text] : Traits)
	{
		if (bPresent)
		{
			Stream << ", " << Text;
		}
	}
	return Stream;
}

RandomScene::RandomScene(const SceneOptions& InOptions, EIsa Isa, TaskScheduler* Scheduler)
	: Options(InOptions),
	  Random(InOptions.Seed),
	  Crowd(MakeWorld({.Model = ModelName(InOptions.Model, InOptions.bPlain),
		  .Options = InOptions.ModelOptions,
		  .Isa = Isa,
		  .Scheduler = Scheduler}))
{
	// A square root is exactly rounded everywhere; the rest of the C library is not.
	HalfSide = 0.5f * std::sqrt(static_cast<float>(Options.Agents > 0 ? Options.Agents : 1) / Options.Density);

	AddProfiles();
	for (int Number = 0; Number < Options.Agents; ++Number)
	{
		AddAgent(Number);
	}
	for (int Number = 0; Options.bObstacles && Number < 3 + Options.Agents / 20; ++Number)
	{
		AddObstacle();
	}
}

void RandomScene::AddProfiles()
{
	Profiles.push_back({});
	if (!Options.bMixedProfiles && !Options.bMasks && !Options.bManners)
	{
		return;
	}
	for (const int MaxNeighbors : {0, 1, 5, 10, 17, 64})
	{
		AgentProfile Profile;
		if (Options.bMixedProfiles)
		{
			Profile.MaxNeighbors = MaxNeighbors;
			Profile.NeighborDistance = Random.Chance(0.1f) ? 0.0f : Random.Range(0.5f, 15.0f);
			Profile.AgentHorizon = Random.Range(0.3f, 6.0f);
			Profile.ObstacleHorizon = Random.Range(0.2f, 4.0f);
			Profile.FloorHeight = Random.Range(0.5f, 4.0f);
		}
		if (Options.bMasks)
		{
			Profile.Groups = static_cast<uint32_t>(Random.Index(16));
			Profile.Avoids = static_cast<uint32_t>(Random.Index(16));
		}
		if (Options.bManners)
		{
			// Sines differ from machine to machine: of fields of view only all and half of it are the same everywhere.
			Profile.FieldOfView = Random.Chance(0.3f) ? 3.1415927f : CrowdAllRound;
			Profile.ObservationTime = Random.Chance(0.1f) ? 0.0f : Random.Range(0.1f, 1.0f);
			Profile.ObservationTimeSpread = Random.Chance(0.5f) ? Random.Range(0.0f, 0.5f) : 0.0f;
			Profile.SightMemory = Random.Chance(0.1f) ? 0.0f : Random.Range(0.1f, 3.0f);
			Profile.PersonalSpace = Random.Range(0.0f, 0.7f);
			Profile.PersonalSpaceSpread = Random.Chance(0.5f) ? 0.1f : 0.0f;
			Profile.ReactionAcceleration = Random.Range(0.05f, 1.0f);
			Profile.ReactionAccelerationSpread = Random.Chance(0.5f) ? 0.2f : 0.0f;
			Profile.BrakingAcceleration = Random.Range(0.05f, 4.0f);
			Profile.BrakingAccelerationSpread = Random.Chance(0.5f) ? 1.0f : 0.0f;
		}
		Profiles.push_back(MustAddProfile(Crowd, Profile));
	}
}

void RandomScene::AddAgent(int Number)
{
	AgentDef Def;
	Vec2 Place = Random.InSquare(HalfSide);
	Vec2 Wish = Random.InDisc(1.6f);
	Vec2 Motion = Random.InDisc(1.4f);
	if (Options.bLattice)
	{
		constexpr int Columns = 16;
		const int Column = Number % Columns;
		const int Row = Number / Columns;
		Place = {static_cast<float>(Column), static_cast<float>(Row)};
		Wish = {Column < Columns / 2 ? 1.0f : -1.0f, 0.0f};
		Motion = Wish;
	}
	Def.Position = {Options.Center.X + Place.X, Options.Center.Y + Place.Y};
	Def.Velocity = Motion;
	Def.DesiredVelocity = Wish;
	if (Options.bMixedRadii)
	{
		const float Kind = Random.Unit();
		Def.Radius = Kind < 0.5f ? Random.Range(0.2f, 0.4f)
								 : (Kind < 0.9f ? Random.Range(0.02f, 0.2f) : Random.Range(0.4f, 2.0f));
		Def.MaxSpeed = Random.Range(0.2f, 3.0f);
		Def.PreferredSpeed = Random.Range(0.1f, 2.0f);
	}
	if (Options.bFloors)
	{
		Def.Height = static_cast<float>(Random.Index(4)) * 1.5f;
	}
	if (Options.bMixedResponsibility)
	{
		const float Kind = Random.Unit();
		Def.Responsibility = Kind < 0.2f ? 0.0f : (Kind < 0.6f ? 1.0f : Random.Range(0.0f, 10.0f));
	}
	if (Options.bAccelerations && Random.Chance(0.7f))
	{
		Def.MaxAcceleration = Random.Chance(0.2f) ? 0.1f : Random.Range(1.0f, 20.0f);
	}
	if (Options.bTurnRates && Random.Chance(0.7f))
	{
		Def.MaxTurnRate = Random.Chance(0.2f) ? 0.05f : Random.Range(0.2f, 40.0f);
	}
	Def.bGhost = Options.bGhosts && Random.Chance(0.2f);
	Def.Profile = Profiles[Random.Index(static_cast<int>(Profiles.size()))];
	const AgentHandle Handle = MustAdd(Crowd, Def);
	Handles.push_back(Handle);
	if (Options.bShapes && Random.Chance(Options.ShapeShare))
	{
		const float Long = Random.Range(0.2f, 0.6f);
		const Vec2 Vertices[] = {{-Long, -0.15f}, {Long, -0.15f}, {Long, 0.15f}, {-Long, 0.2f}, {0.0f, 0.0f}};
		// Not turned: sines may differ from machine to machine.
		(void)Crowd.SetShape(Handle, Crowd.AddShape(Vertices).Value(), 0.0f);
	}
	if (Options.bGoals && Random.Chance(0.5f))
	{
		const Vec2 Goal = Random.InSquare(HalfSide);
		(void)Crowd.SetGoal(Handle, {Options.Center.X + Goal.X, Options.Center.Y + Goal.Y}, Random.Range(0.1f, 1.0f));
	}
}

void RandomScene::AddObstacle()
{
	const Vec2 Place = Random.InSquare(HalfSide);
	const Vec2 Center{Options.Center.X + Place.X, Options.Center.Y + Place.Y};
	const float Size = Random.Range(0.3f, 3.0f);
	std::vector<Vec2> Vertices;
	switch (Random.Index(3))
	{
	case 0: // a wall
	{
		const float Slope = Random.Range(-1.0f, 1.0f);
		Vertices = {{Center.X - Size, Center.Y - Size * Slope}, {Center.X + Size, Center.Y + Size * Slope}};
		break;
	}
	case 1: // a box, either winding
	{
		const float Wide = Random.Range(0.3f, 3.0f);
		Vertices = {{Center.X - Wide, Center.Y - Size}, {Center.X + Wide, Center.Y - Size},
			{Center.X + Wide, Center.Y + Size}, {Center.X - Wide, Center.Y + Size}};
		if (Random.Chance(0.5f))
		{
			std::swap(Vertices[1], Vertices[3]);
		}
		break;
	}
	default: // an angle, with a reflex corner
		Vertices = {{Center.X, Center.Y}, {Center.X + 2.0f * Size, Center.Y}, {Center.X + 2.0f * Size, Center.Y + Size},
			{Center.X + Size, Center.Y + Size}, {Center.X + Size, Center.Y + 2.0f * Size},
			{Center.X, Center.Y + 2.0f * Size}};
		break;
	}
	const uint32_t Groups = Options.bMasks ? static_cast<uint32_t>(Random.Integer(1, 15)) : ~0u;
	Obstacles.push_back(MustAddObstacle(Crowd, Vertices, Groups));
}

void RandomScene::Churn()
{
	for (int Change = 0; Change < 4; ++Change)
	{
		if (Handles.empty() || Random.Chance(0.3f))
		{
			AddAgent(Options.Agents + Change);
			continue;
		}
		const int Chosen = Random.Index(static_cast<int>(Handles.size()));
		const AgentHandle Handle = Handles[Chosen];
		switch (Random.Index(6))
		{
		case 0:
			(void)Crowd.RemoveAgent(Handle);
			Handles[Chosen] = Handles.back();
			Handles.pop_back();
			break;
		case 1:
		{
			const Vec2 Place = Random.InSquare(HalfSide);
			(void)Crowd.SetPosition(Handle, {Options.Center.X + Place.X, Options.Center.Y + Place.Y});
			break;
		}
		case 2:
			(void)Crowd.SetDesiredVelocity(Handle, Random.InDisc(2.0f));
			break;
		case 3:
			(void)Crowd.Set(Handle, &AgentDef::Radius, Random.Range(0.1f, 0.6f));
			break;
		case 4:
			(void)Crowd.SetAgentProfile(Handle, Profiles[Random.Index(static_cast<int>(Profiles.size()))]);
			break;
		default:
			(void)Crowd.Set(Handle, &AgentDef::Height, Random.Range(0.0f, 5.0f));
			break;
		}
	}
	if (Options.bObstacles && Random.Chance(0.3f))
	{
		if (Obstacles.empty() || Random.Chance(0.4f))
		{
			AddObstacle();
			return;
		}
		const int Chosen = Random.Index(static_cast<int>(Obstacles.size()));
		if (Random.Chance(0.5f))
		{
			(void)Crowd.MoveObstacle(Obstacles[Chosen], Random.InSquare(1.0f));
			return;
		}
		(void)Crowd.RemoveObstacle(Obstacles[Chosen]);
		Obstacles[Chosen] = Obstacles.back();
		Obstacles.pop_back();
	}
}

StepReport RandomScene::Step(float Dt)
{
	if (Options.bChurn)
	{
		Churn();
	}
	return MustStep(Crowd, Dt);
}

std::vector<uint64_t> RunScene(const SceneOptions& Options, EIsa Isa, TaskScheduler* Scheduler, int Steps)
{
	RandomScene Scene(Options, Isa, Scheduler);
	std::vector<uint64_t> Hashes{Scene.Get().StateHash()};
	for (int Step = 0; Step < Steps; ++Step)
	{
		Scene.Step();
		Hashes.push_back(Scene.Get().StateHash());
	}
	return Hashes;
}
}
