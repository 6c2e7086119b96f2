// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "AIController.h"
#include "CrowdTestNavMesh.h"
#include "CrowdTestWorld.h"
#include "GameFramework/Pawn.h"
#include "Misc/AutomationTest.h"

#include <cmath>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdNavigationSpec, "CrowdAvoidance.Navigation",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static FVector LocationOf(const UCrowdAgentComponent& Agent);
	/// Says so where a test cannot be made.
	bool HasNavMesh(const FCrowdTestWorld& Test);
	/// A floor of 20 m by 20 m around zero.
	static FCrowdTestNavMesh Floor();
	/// The same with a wall across x = 0 that leaves 4 m at either end.
	static FCrowdTestNavMesh FloorWithWall();
	/// The same with a wall right across, and a doorway of that width in the middle of it. [cm]
	static FCrowdTestNavMesh FloorWithDoor(double Width);
	/// Ticks until the agent has crossed x = 0, and returns its y there.
	double CrossingOf(FCrowdTestWorld & Test, const UCrowdAgentComponent& Agent, int32 MostFrames);
	static int32 CountMoving(const TArray<UCrowdAgentComponent*>& Agents);
	/// State of a crowd that has gone through a doorway for some seconds.
	uint64 HashOfDoorRun(int32 Workers);
	void DefineRoutes();
	void DefineRequests();
	void DefineGround();
	void DefineMistakes();
END_DEFINE_SPEC(FCrowdNavigationSpec)

FVector FCrowdNavigationSpec::LocationOf(const UCrowdAgentComponent& Agent)
{
	return Agent.GetOwner()->GetActorLocation();
}

bool FCrowdNavigationSpec::HasNavMesh(const FCrowdTestWorld& Test)
{
	if (!Test.HasNavMesh())
	{
		AddInfo(TEXT("Nothing was tested: a world without a map has no navmesh."));
	}
	return Test.HasNavMesh();
}

FCrowdTestNavMesh FCrowdNavigationSpec::Floor()
{
	FCrowdTestNavMesh Ground;
	Ground.AddBox(FVector(-1000.0, -1000.0, -20.0), FVector(1000.0, 1000.0, 0.0));
	return Ground;
}

FCrowdTestNavMesh FCrowdNavigationSpec::FloorWithWall()
{
	FCrowdTestNavMesh Ground = Floor();
	Ground.AddBox(FVector(-20.0, -600.0, 0.0), FVector(20.0, 600.0, 300.0));
	return Ground;
}

FCrowdTestNavMesh FCrowdNavigationSpec::FloorWithDoor(double Width)
{
	FCrowdTestNavMesh Ground = Floor();
	Ground.AddBox(FVector(-20.0, -1000.0, 0.0), FVector(20.0, -Width / 2.0, 300.0));
	Ground.AddBox(FVector(-20.0, Width / 2.0, 0.0), FVector(20.0, 1000.0, 300.0));
	return Ground;
}

double FCrowdNavigationSpec::CrossingOf(FCrowdTestWorld& Test, const UCrowdAgentComponent& Agent, int32 MostFrames)
{
	const bool bFromLeft = LocationOf(Agent).X < 0.0;
	for (int32 Frame = 0; Frame < MostFrames; ++Frame)
	{
		Test.Tick(1, 1.0f / 60.0f);
		if ((LocationOf(Agent).X < 0.0) != bFromLeft)
		{
			return LocationOf(Agent).Y;
		}
	}
	AddError(TEXT("The agent has not crossed x = 0."));
	return 0.0;
}

int32 FCrowdNavigationSpec::CountMoving(const TArray<UCrowdAgentComponent*>& Agents)
{
	int32 Moving = 0;
	for (const UCrowdAgentComponent* Agent : Agents)
	{
		Moving += Agent->GetCrowdVelocity().Size() > 1.0 ? 1 : 0;
	}
	return Moving;
}

uint64 FCrowdNavigationSpec::HashOfDoorRun(int32 Workers)
{
	FCrowdTestSettings Settings;
	Settings->bSynchronousPaths = true;
	Settings->MaxPathRequestsPerFrame = 7;
	Settings->MaxWorkers = Workers;
	const FCrowdTestNavMesh Ground = FloorWithDoor(200.0);
	FCrowdTestWorld Test(EWorldType::Game, &Ground);
	for (int32 Index = 0; Index < 60; ++Index)
	{
		const FVector From(-900.0 + 80.0 * (Index % 6), -400.0 + 80.0 * (Index / 6), 0.0);
		Test.SpawnAgent(From)->SetGoal(FVector(-From.X, From.Y, 0.0));
	}
	Test.Tick(600, 1.0f / 60.0f);
	return Test.GetCrowd()->GetStateHash();
}

void FCrowdNavigationSpec::Define()
{
	Describe(TEXT("A way"), [this]() { DefineRoutes(); });
	Describe(TEXT("A request"), [this]() { DefineRequests(); });
	Describe(TEXT("The ground"), [this]() { DefineGround(); });
	Describe(TEXT("A mistake"), [this]() { DefineMistakes(); });
}

void FCrowdNavigationSpec::DefineRoutes()
{
	It(TEXT("leads around a wall, to where the agent arrives"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bWallsFromNavMesh = false;
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 100.0, 0.0));
			UCrowdTestListener* Listener = Test.Listen(*Agent);
			Agent->SetGoal(FVector(500.0, 100.0, 0.0));
			const double Crossing = CrossingOf(Test, *Agent, 720);
			TestTrue(
				TEXT("goes around the nearer end, not further out than need be"), Crossing > 600.0 && Crossing < 700.0);
			Test.Tick(480, 1.0f / 60.0f);
			TestEqual(TEXT("arrivals"), Listener->Arrivals, 1);
			TestTrue(TEXT("is at its goal"), FVector::Dist(LocationOf(*Agent), FVector(500.0, 100.0, 0.0)) <= 50.0);
		});

	It(TEXT("is not for agents that do not want it"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bWallsFromNavMesh = false;
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 100.0, 0.0));
			Agent->SetGoal(FVector(500.0, 100.0, 0.0));
			Test.Tick(10, 1.0f / 60.0f);
			TestTrue(TEXT("turns aside with it"), Agent->GetCrowdVelocity().Y > 50.0);
			Agent->bUseNavigation = false;
			Agent->SetGoal(FVector(500.0, 100.0, 0.0));
			TestTrue(TEXT("goes straight without"), std::abs(CrossingOf(Test, *Agent, 600) - 100.0) < 20.0);
			Agent->SetDesiredVelocity(FVector(0.0, -100.0, 0.0));
			Test.Tick(10, 1.0f / 60.0f);
			TestEqual(TEXT("goes as told"), Agent->GetCrowdVelocity(), FVector(0.0, -100.0, 0.0), 0.1f);
		});

	It(TEXT("leads owners with a movement component too, whose height is their own"),
		[this]()
		{
			FCrowdTestNavMesh Ground = FloorWithWall();
			Ground.AddRamp(1000.0, 0.0, 1300.0, 100.0, -1000.0, 1000.0);
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			Test.Profile->Agent.Radius = FCrowdTestNavMesh::AgentRadius;
			UCrowdAgentComponent* Agent =
				Test.AddAgent(*Test.SpawnPawn(FVector(-500.0, 100.0, 50.0), AAIController::StaticClass()));
			Agent->SetGoal(FVector(1200.0, 100.0, 100.0));
			const double Crossing = CrossingOf(Test, *Agent, 900);
			TestTrue(TEXT("goes around the wall"), Crossing > 600.0 && Crossing < 700.0);
			Test.Tick(900, 1.0f / 60.0f);
			TestTrue(TEXT("arrives"), Agent->HasArrived());
			TestEqual(TEXT("height"), LocationOf(*Agent).Z, 50.0, 0.01);
		});

	It(TEXT("brings a crowd through a doorway"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithDoor(150.0);
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			TArray<UCrowdAgentComponent*> Agents;
			for (int32 Index = 0; Index < 100; ++Index)
			{
				const double Row = Index % 10, Place = Index / 10;
				Agents.Add(Test.SpawnAgent(FVector(-900.0 + 80.0 * Row, -400.0 + 80.0 * Place, 0.0)));
				// Who stands in front goes furthest, and there is room between them.
				Agents.Last()->SetGoal(FVector(100.0 + 90.0 * Row, -765.0 + 170.0 * Place, 0.0));
			}
			Test.Tick(60 * 100, 1.0f / 60.0f);
			int32 Arrived = 0;
			for (const UCrowdAgentComponent* Agent : Agents)
			{
				Arrived += Agent->HasArrived() ? 1 : 0;
			}
			TestEqual(TEXT("agents that have arrived"), Arrived, 100);
		});

	It(TEXT("leads through a doorway that is just wide enough"),
		[this]()
		{
			// The mesh in it is a tenth of the agent's radius wide.
			const FCrowdTestNavMesh Ground = FloorWithDoor(80.0);
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 300.0, 0.0));
			Agent->SetGoal(FVector(500.0, -300.0, 0.0));
			TestTrue(TEXT("goes through it"), std::abs(CrossingOf(Test, *Agent, 600)) < 20.0);
			TestTrue(TEXT("there are walls"), Test.GetCrowd()->GetObstacleCount() > 0);
			Test.Tick(480, 1.0f / 60.0f);
			TestTrue(TEXT("arrives"), Agent->HasArrived());
		});

	It(TEXT("is found anew for an agent that is put elsewhere"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 300.0, 0.0));
			Agent->SetGoal(FVector(500.0, 300.0, 0.0));
			Test.Tick(120, 1.0f / 60.0f);
			TestTrue(TEXT("is on its way to the end on the right"), LocationOf(*Agent).Y > 350.0);
			Agent->GetOwner()->SetActorLocation(FVector(-100.0, -500.0, 0.0));
			const double Crossing = CrossingOf(Test, *Agent, 480);
			TestTrue(TEXT("goes around the end that is now nearer"), Crossing < -600.0 && Crossing > -700.0);
			Test.Tick(900, 1.0f / 60.0f);
			TestTrue(TEXT("arrives"), Agent->HasArrived());
		});

	It(TEXT("stays with its agent, however many there are and were"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bSynchronousPaths = true;
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			Test.SpawnAgent(FVector(-300.0, 800.0, 0.0))->SetGoal(FVector(900.0, -300.0, 0.0));
			UCrowdAgentComponent* Other = Test.SpawnAgent(FVector(-300.0, -800.0, 0.0));
			Other->SetGoal(FVector(900.0, 300.0, 0.0));
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 300.0, 0.0));
			for (int32 Change = 0; Change < 2500; ++Change)
			{
				Agent->SetGoal(FVector(500.0, Change % 2 == 0 ? 300.0 : -300.0, 0.0));
				Test.Tick(1, 0.0f);
			}
			Agent->SetGoal(FVector(500.0, 300.0, 0.0));
			const double Crossing = CrossingOf(Test, *Other, 600);
			TestTrue(TEXT("the other goes around its end"), Crossing < -600.0);
			Test.Tick(900, 1.0f / 60.0f);
			TestTrue(TEXT("both arrive"), Agent->HasArrived() && Other->HasArrived());
		});

	It(TEXT("is the same in every run and with any number of threads, where paths are found at once"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = Floor();
			if (!HasNavMesh(FCrowdTestWorld(EWorldType::Game, &Ground)))
			{
				return;
			}
			const uint64 First = HashOfDoorRun(1);
			TestEqual(TEXT("hash of the same run again"), HashOfDoorRun(1), First);
			TestEqual(TEXT("hash with three threads"), HashOfDoorRun(3), First);
		});
}

void FCrowdNavigationSpec::DefineRequests()
{
	It(TEXT("waits for its turn: so many a frame"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->MaxPathRequestsPerFrame = 3;
			const FCrowdTestNavMesh Ground = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			TArray<UCrowdAgentComponent*> Agents;
			for (int32 Index = 0; Index < 10; ++Index)
			{
				Agents.Add(Test.SpawnAgent(FVector(-500.0, -900.0 + 180.0 * Index, 0.0)));
				Agents.Last()->SetGoal(FVector(500.0, -900.0 + 180.0 * Index, 0.0));
			}
			const int32 Expected[] = {0, 0, 3, 6, 9, 10};
			for (const int32 Moving : Expected)
			{
				Test.Tick(1, 1.0f / 60.0f);
				TestEqual(TEXT("agents on their way"), CountMoving(Agents), Moving);
			}
			TestTrue(TEXT("the oldest is first"), LocationOf(*Agents[0]).X > LocationOf(*Agents[9]).X);
		});

	It(TEXT("of who waits comes before those of who has a way meanwhile"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->MaxPathRequestsPerFrame = 1;
			const FCrowdTestNavMesh Ground = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			for (int32 Index = 0; Index < 5; ++Index)
			{
				Test.SpawnAgent(FVector(-500.0, -500.0 + 180.0 * Index, 0.0))
					->SetGoal(FVector(500.0, -500.0 + 180.0 * Index, 0.0));
			}
			Test.Tick(10, 1.0f / 60.0f);
			// All of them ask anew.
			Ground.Build(*Test.World);
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 800.0, 0.0));
			Agent->SetGoal(FVector(500.0, 800.0, 0.0));
			Test.Tick(3, 1.0f / 60.0f);
			TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
		});

	It(TEXT("does not keep agents from walking that may walk before"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bWalkBeforePath = true;
			Settings->bWallsFromNavMesh = false;
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 100.0, 0.0));
			Agent->SetGoal(FVector(500.0, 100.0, 0.0));
			Test.Tick(1, 1.0f / 60.0f);
			TestEqual(TEXT("straight at first"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
			Test.Tick(5, 1.0f / 60.0f);
			TestTrue(TEXT("along its way then"), Agent->GetCrowdVelocity().Y > 50.0);
		});

	It(TEXT("is replaced when the goal is"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			Agent->SetGoal(FVector(500.0, 700.0, 0.0));
			// The first is being answered by now, which nobody can stop.
			Test.Tick(2, 1.0f / 60.0f);
			Agent->SetGoal(FVector(500.0, -700.0, 0.0));
			Test.Tick(1, 1.0f / 60.0f);
			TestEqual(TEXT("speed while it waits for the other answer"), Agent->GetCrowdVelocity().Size(), 0.0, 0.0);
			const double Crossing = CrossingOf(Test, *Agent, 720);
			TestTrue(TEXT("goes where it is to go now"), Crossing < -600.0);
			Test.Tick(480, 1.0f / 60.0f);
			TestTrue(TEXT("arrives"), Agent->HasArrived());
		});

	It(TEXT("is answered even if the goal moves all the time"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			double Crossing = 0.0;
			for (int32 Frame = 0; Frame < 900; ++Frame)
			{
				// To and fro at 20 m/s: it is elsewhere before an answer comes.
				Agent->SetGoal(FVector(300.0 + 33.0 * std::abs(Frame % 36 - 18), 700.0, 0.0));
				Test.Tick(1, 1.0f / 60.0f);
				Crossing = LocationOf(*Agent).X < 0.0 ? LocationOf(*Agent).Y : Crossing;
			}
			TestTrue(TEXT("gets around the wall"), LocationOf(*Agent).X > 100.0 && Crossing > 550.0);
		});

	It(TEXT("is forgotten with its agent and with its world"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			Agent->SetGoal(FVector(500.0, 0.0, 0.0));
			Test.Tick(2, 1.0f / 60.0f);
			Agent->GetOwner()->Destroy();
			UCrowdAgentComponent* Next = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			Test.Tick(5, 1.0f / 60.0f);
			TestEqual(TEXT("speed of who came instead"), Next->GetCrowdVelocity().Size(), 0.0, 0.0);
			Next->SetGoal(FVector(500.0, 0.0, 0.0));
			Test.Tick(2, 1.0f / 60.0f);
			Test.World->DestroyWorld(false);
			TestFalse(TEXT("is in a crowd"), Next->IsInCrowd());
			Test.Tick(2, 1.0f / 60.0f);
		});
}

void FCrowdNavigationSpec::DefineGround()
{
	It(TEXT("ends where the navmesh does, for agents of the mesh's size"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			Test.Profile->Agent.Radius = FCrowdTestNavMesh::AgentRadius;
			UCrowdAgentComponent* Outward = Test.SpawnAgent(FVector(500.0, 500.0, 0.0));
			UCrowdAgentComponent* Inward = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			Outward->SetDesiredVelocity(FVector(100.0, 100.0, 0.0));
			Inward->SetDesiredVelocity(FVector(150.0, 0.0, 0.0));
			Test.Tick(600, 1.0f / 60.0f);
			const FVector Corner = LocationOf(*Outward);
			TestTrue(TEXT("is in the corner of the mesh"),
				Corner.X > 955.0 && Corner.X < 966.0 && Corner.Y > 955.0 && Corner.Y < 966.0);
			TestTrue(TEXT("is before the wall"), LocationOf(*Inward).X < -54.0 && LocationOf(*Inward).X > -65.0);
		});

	It(TEXT("ends nowhere where the settings say so"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bWallsFromNavMesh = false;
			const FCrowdTestNavMesh Ground = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(500.0, 0.0, 0.0));
			Agent->SetDesiredVelocity(FVector(150.0, 0.0, 0.0));
			Test.Tick(300, 1.0f / 60.0f);
			TestTrue(TEXT("is beyond the mesh"), LocationOf(*Agent).X > 1100.0);
			TestEqual(TEXT("walls"), Test.GetCrowd()->GetObstacleCount(), 0);
		});

	It(TEXT("is gone around where a wall comes to stand in the way"),
		[this]()
		{
			const FCrowdTestNavMesh Before = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Before);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-800.0, 100.0, 0.0));
			Agent->SetGoal(FVector(800.0, 100.0, 0.0));
			Test.Tick(120, 1.0f / 60.0f);
			TestEqual(TEXT("velocity before"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
			const int32 Walls = Test.GetCrowd()->GetObstacleCount();
			FloorWithWall().Build(*Test.World);
			const double Crossing = CrossingOf(Test, *Agent, 720);
			TestTrue(TEXT("goes around the wall"), Crossing > 600.0);
			TestTrue(TEXT("there are more walls"), Test.GetCrowd()->GetObstacleCount() > Walls);
			Test.Tick(600, 1.0f / 60.0f);
			TestTrue(TEXT("arrives"), Agent->HasArrived());
			Before.Build(*Test.World);
			Test.Tick(1, 1.0f / 60.0f);
			TestEqual(TEXT("walls when it is gone again"), Test.GetCrowd()->GetObstacleCount(), Walls);
		});

	It(TEXT("is waited for while it is being built"),
		[this]()
		{
			const FCrowdTestNavMesh Nothing;
			FCrowdTestWorld Test(EWorldType::Game, &Nothing);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 100.0, 0.0));
			Agent->SetGoal(FVector(500.0, 100.0, 0.0));
			Test.Tick(30, 1.0f / 60.0f);
			TestEqual(TEXT("speed"), Agent->GetCrowdVelocity().Size(), 0.0, 0.0);
			FloorWithWall().Build(*Test.World);
			TestTrue(TEXT("goes around the wall once it is there"), CrossingOf(Test, *Agent, 720) > 600.0);
		});

	It(TEXT("raises agents on a ramp"),
		[this]()
		{
			FCrowdTestNavMesh Ground;
			Ground.AddBox(FVector(-1000.0, -300.0, -20.0), FVector(0.0, 300.0, 0.0));
			Ground.AddRamp(0.0, 0.0, 600.0, 300.0, -300.0, 300.0);
			Ground.AddBox(FVector(600.0, -300.0, 280.0), FVector(1200.0, 300.0, 300.0));
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			// Owners stand somewhat above the ground, each as it was put.
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 0.0, 90.0));
			Agent->SetGoal(FVector(1000.0, 0.0, 390.0));
			double Most = 0.0;
			for (int32 Frame = 0; Frame < 780; ++Frame)
			{
				Test.Tick(1, 1.0f / 60.0f);
				const FVector Location = LocationOf(*Agent);
				const double Expected = 90.0 + FMath::Clamp(Location.X / 2.0, 0.0, 300.0);
				Most = FMath::Max(Most, std::abs(Location.Z - Expected));
			}
			TestTrue(TEXT("arrives"), Agent->HasArrived());
			// The mesh is made of cells of 5 cm, and the ramp begins somewhere between two samples that are a metre apart.
			TestTrue(TEXT("is never far from its height above the ground"), Most < 25.0);
			TestEqual(TEXT("height at the end"), LocationOf(*Agent).Z, 390.0, 10.0);
		});

	It(TEXT("above is no wall for those below"),
		[this]()
		{
			FCrowdTestNavMesh Ground = Floor();
			Ground.AddBox(FVector(-200.0, -900.0, 280.0), FVector(200.0, 900.0, 300.0));
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 0.0, 0.0));
			Agent->SetDesiredVelocity(FVector(150.0, 0.0, 0.0));
			Test.Tick(360, 1.0f / 60.0f);
			TestTrue(TEXT("is past what is above"), LocationOf(*Agent).X > 380.0);
		});
}

void FCrowdNavigationSpec::DefineMistakes()
{
	It(TEXT("in the world: no navmesh"),
		[this]()
		{
			FCrowdTestWorld Test;
			AddExpectedError(
				TEXT("has no navmesh, so crowd agents go straight"), EAutomationExpectedErrorFlags::Contains, 1);
			for (int32 Index = 0; Index < 3; ++Index)
			{
				UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(0.0, 1000.0 * Index, 0.0));
				Agent->bUseNavigation = true;
				Agent->SetGoal(FVector(500.0, 1000.0 * Index, 0.0));
				Test.Tick(2, 1.0f / 60.0f);
				TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
			}
		});

	It(TEXT("in the goal: it is off the navmesh"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			AddExpectedError(
				TEXT("found no path over the navmesh; it goes straight"), EAutomationExpectedErrorFlags::Contains, 1);
			for (int32 Index = 0; Index < 2; ++Index)
			{
				UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(0.0, 200.0 * Index, 0.0));
				Agent->SetGoal(FVector(3000.0, 200.0 * Index, 0.0));
				Test.Tick(5, 1.0f / 60.0f);
				TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
			}
		});

	It(TEXT("in the goal: its height is no number"),
		[this]()
		{
			const FCrowdTestNavMesh Ground = Floor();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
			Agent->SetDesiredVelocity(FVector(50.0, 0.0, 0.0));
			AddExpectedError(TEXT("keeps to what it did: its goal's Z is"), EAutomationExpectedErrorFlags::Contains, 2);
			Agent->SetGoal(FVector(0.0, 500.0, std::nan("")));
			Agent->SetGoal(FVector(0.0, 500.0, 1.0e12));
			Test.Tick(10, 1.0f / 60.0f);
			TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(50.0, 0.0, 0.0), 0.1f);
		});

	It(TEXT("in the goal: it cannot be got to"),
		[this]()
		{
			FCrowdTestNavMesh Ground = Floor();
			Ground.AddBox(FVector(1300.0, -300.0, -20.0), FVector(2000.0, 300.0, 0.0));
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			AddExpectedError(
				TEXT("goes as near as it can and stands there"), EAutomationExpectedErrorFlags::Contains, 1);
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(500.0, 0.0, 0.0));
			Agent->SetGoal(FVector(1600.0, 0.0, 0.0));
			Test.Tick(600, 1.0f / 60.0f);
			TestFalse(TEXT("has arrived"), Agent->HasArrived());
			TestEqual(TEXT("speed"), Agent->GetCrowdVelocity().Size(), 0.0, 0.0);
			TestTrue(TEXT("is as near as the mesh is"), LocationOf(*Agent).X > 925.0 && LocationOf(*Agent).X < 966.0);
		});

	It(TEXT("in the agent: it is pushed off the navmesh, and goes on along its way"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->bWallsFromNavMesh = false;
			const FCrowdTestNavMesh Ground = FloorWithWall();
			FCrowdTestWorld Test(EWorldType::Game, &Ground);
			if (!HasNavMesh(Test))
			{
				return;
			}
			UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(-500.0, 300.0, 0.0));
			Agent->SetGoal(FVector(500.0, 300.0, 0.0));
			Test.Tick(10, 1.0f / 60.0f);
			AddExpectedError(TEXT("or on along the path that it had"), EAutomationExpectedErrorFlags::Contains, 1);
			Agent->GetOwner()->SetActorLocation(FVector(-1500.0, 300.0, 0.0));
			TestTrue(TEXT("gets around the wall"), CrossingOf(Test, *Agent, 1200) > 600.0);
		});

	It(TEXT("in the settings: requests per frame"),
		[this]()
		{
			FCrowdTestSettings Settings;
			Settings->MaxPathRequestsPerFrame = 0;
			AddExpectedError(TEXT("MaxPathRequestsPerFrame is 0; it must be within 1 .. 10000"),
				EAutomationExpectedErrorFlags::Contains, 1);
			FCrowdTestWorld Test;
		});
}

#endif
