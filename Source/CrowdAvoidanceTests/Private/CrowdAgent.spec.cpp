// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Components/SceneComponent.h"
#include "CrowdTestWorld.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(
	FCrowdAgentSpec, "CrowdAvoidance.Agent", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static FVector LocationOf(const UCrowdAgentComponent& Agent);
END_DEFINE_SPEC(FCrowdAgentSpec)

FVector FCrowdAgentSpec::LocationOf(const UCrowdAgentComponent& Agent)
{
	return Agent.GetOwner()->GetActorLocation();
}

void FCrowdAgentSpec::Define()
{
	Describe(TEXT("An agent"),
		[this]()
		{
			It(TEXT("goes at its desired velocity and keeps its height"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(500.0, -200.0, 90.0));
					Agent->SetDesiredVelocity(FVector(60.0, -80.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location after a second"), LocationOf(*Agent), FVector(560.0, -280.0, 90.0), 0.1f);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(60.0, -80.0, 0.0), 0.01f);
					Agent->StopMoving();
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("velocity once stopped"), Agent->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("is not faster than its profile lets it be"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(1000.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("speed"), Agent->GetCrowdVelocity().Size(), 150.0, 0.01);
				});

			It(TEXT("gets up to speed as slowly as its profile says"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.Profile->Agent.bLimitAcceleration = true;
					Test.Profile->Agent.MaxAcceleration = 100.0f;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(120.0, 0.0, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("speed after half a second"), Agent->GetCrowdVelocity().Size(), 50.0, 0.5);
				});

			It(TEXT("is shown between two steps where the frame falls there"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.125f;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(80.0, 0.0, 0.0));
					Test.Tick(1, 0.125f);
					TestEqual(TEXT("a step late"), LocationOf(*Agent), FVector::ZeroVector, 0.001f);
					Test.Tick(1, 0.0625f);
					TestEqual(TEXT("half a step on"), LocationOf(*Agent), FVector(5.0, 0.0, 0.0), 0.001f);
					Test.Tick(1, 0.0625f);
					TestEqual(TEXT("a step on"), LocationOf(*Agent), FVector(10.0, 0.0, 0.0), 0.001f);
				});

			It(TEXT("says once that it has arrived, and again at its next goal"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdTestListener* Listener = Test.Listen(*Agent);
					Agent->SetGoal(FVector(300.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals on the way"), Listener->Arrivals, 0);
					TestFalse(TEXT("has arrived on the way"), Agent->HasArrived());
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals"), Listener->Arrivals, 1);
					TestTrue(TEXT("has arrived"), Agent->HasArrived());
					TestTrue(TEXT("is within the arrival radius"),
						FVector::Dist(LocationOf(*Agent), FVector(300.0, 0.0, 0.0)) <= 50.0);
					Agent->SetGoal(FVector::ZeroVector);
					TestFalse(TEXT("has arrived at the next goal at once"), Agent->HasArrived());
					Test.Tick(240, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals after the next goal"), Listener->Arrivals, 2);
				});

			It(TEXT("takes a goal before it begins to play"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Test.SpawnActor(FVector::ZeroVector));
					Agent->Profile = Test.Profile;
					Agent->bUseNavigation = false;
					Agent->SetGoal(FVector(0.0, 300.0, 0.0));
					Agent->RegisterComponent();
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(0.0, 130.0, 0.0), 0.1f);
				});

			It(TEXT("passes another on the right without touching it"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* North = Test.SpawnAgent(FVector(-400.0, 0.0, 0.0));
					UCrowdAgentComponent* South = Test.SpawnAgent(FVector(400.0, 0.0, 0.0));
					North->SetGoal(FVector(400.0, 0.0, 0.0));
					South->SetGoal(FVector(-400.0, 0.0, 0.0));
					double Nearest = 1.0e9;
					double SideOfNorth = 0.0;
					for (int32 Frame = 0; Frame < 600; ++Frame)
					{
						Test.Tick(1, 1.0f / 60.0f);
						const double Distance = FVector::Dist(LocationOf(*North), LocationOf(*South));
						if (Distance < Nearest)
						{
							Nearest = Distance;
							SideOfNorth = LocationOf(*North).Y;
						}
					}
					TestTrue(TEXT("keeps two radii apart"), Nearest >= 60.0);
					TestTrue(TEXT("whoever goes along +x moves aside to +y, its right"), SideOfNorth > 5.0);
					TestTrue(TEXT("both arrive"), North->HasArrived() && South->HasArrived());
				});

			It(TEXT("goes on from where somebody else puts it"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					Agent->GetOwner()->SetActorLocation(FVector(5000.0, 700.0, 250.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector(5060.0, 700.0, 250.0), 0.1f);
				});

			It(TEXT("walks on what carries its owner"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					for (int32 Frame = 0; Frame < 60; ++Frame)
					{
						Agent->GetOwner()->SetActorLocation(LocationOf(*Agent) + FVector(0.0, 10.0, 1.0));
						Test.Tick(1, 1.0f / 60.0f);
					}
					TestEqual(TEXT("location after a second"), LocationOf(*Agent), FVector(60.0, 600.0, 60.0), 0.1f);
				});

			It(TEXT("goes on from a saved state as if nothing had been"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.0625f;
					constexpr int32 Count = 8;
					const auto Spawn = [](FCrowdTestWorld& Test, TArray<UCrowdAgentComponent*>& Out)
					{
						for (int32 Index = 0; Index < Count; ++Index)
						{
							Out.Add(Test.SpawnAgent(FVector(Index * 70.0, Index % 2 * 400.0, 50.0)));
						}
					};
					TArray<FCrowdAgentState> Saved;
					FCrowdTestWorld First;
					TArray<UCrowdAgentComponent*> Before;
					Spawn(First, Before);
					for (int32 Index = 0; Index < Count; ++Index)
					{
						Before[Index]->SetGoal(FVector(250.0, Index * 20.0, 50.0));
					}
					Before[3]->SetDesiredVelocity(FVector(-50.0, 20.0, 0.0));
					First.Tick(20, 0.0625f);
					TestTrue(TEXT("one has arrived before"), Before[2]->HasArrived());
					for (UCrowdAgentComponent* Agent : Before)
					{
						Saved.Add(Agent->SaveState());
					}
					const uint64 AtSave = First.GetCrowd()->GetStateHash();
					First.Tick(20, 0.0625f);

					FCrowdTestWorld Second;
					TArray<UCrowdAgentComponent*> After;
					Spawn(Second, After);
					for (int32 Index = 0; Index < Count; ++Index)
					{
						After[Index]->RestoreState(Saved[Index]);
						TestEqual(TEXT("location at once"), LocationOf(*After[Index]), Saved[Index].Location, 0.0f);
					}
					TestNotEqual(TEXT("hash at the save and later"), AtSave, First.GetCrowd()->GetStateHash());
					Second.Tick(20, 0.0625f);
					TestEqual(TEXT("hash of what went on and what was restored"), Second.GetCrowd()->GetStateHash(),
						First.GetCrowd()->GetStateHash());
				});

			It(TEXT("does not say again that it had arrived when it was saved"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetGoal(FVector(40.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					const FCrowdAgentState Saved = Agent->SaveState();
					TestTrue(TEXT("arrived when saved"), Saved.bArrived);
					UCrowdAgentComponent* Restored = Test.SpawnAgent(FVector(0.0, 1000.0, 0.0));
					UCrowdTestListener* Listener = Test.Listen(*Restored);
					Agent->GetOwner()->Destroy();
					Restored->RestoreState(Saved);
					Test.Tick(10, 1.0f / 60.0f);
					TestTrue(TEXT("has arrived"), Restored->HasArrived());
					TestEqual(TEXT("arrivals told"), Listener->Arrivals, 0);
				});

			It(TEXT("refuses a saved state that is none"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(100.0, 0.0, 0.0));
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					FCrowdAgentState Bad = Agent->SaveState();
					Bad.Location.X = std::numeric_limits<double>::quiet_NaN();
					AddExpectedError(TEXT("is not restored"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->RestoreState(Bad);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector(100.0, 0.0, 0.0), 0.0f);
					Test.Tick(60, 1.0f / 60.0f);
					TestTrue(TEXT("it walks on"), LocationOf(*Agent).X > 150.0);
				});

			It(TEXT("keeps its goal where the crowd refuses the next"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetGoal(FVector(300.0, 0.0, 0.0));
					AddExpectedError(TEXT("keeps to what it did"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetGoal(FVector(std::numeric_limits<double>::infinity(), 0.0, 0.0));
					TestEqual(TEXT("goal"), Agent->SaveState().Target, FVector(300.0, 0.0, 0.0), 0.0f);
				});

			It(TEXT("perceives as its profile says when it enters, not as it said before"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnAgent(FVector(0.0, 5000.0, 0.0));
					Test.Profile->Avoidance.Avoids = 0;
					UCrowdAgentComponent* Ghost = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Other = Test.SpawnAgent(FVector(400.0, 0.0, 0.0));
					Ghost->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Other->SetDesiredVelocity(FVector(-100.0, 0.0, 0.0));
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("it went straight through the other"), LocationOf(*Ghost).Y, 0.0, 0.0);
					TestTrue(TEXT("and beyond"), LocationOf(*Ghost).X > 190.0);
				});

			It(TEXT("says that its owner cannot be moved"),
				[this]()
				{
					FCrowdTestWorld Test;
					AActor* Actor = Test.SpawnActor(FVector::ZeroVector);
					Actor->GetRootComponent()->Mobility = EComponentMobility::Static;
					AddExpectedError(TEXT("Set its Mobility to Movable"), EAutomationExpectedErrorFlags::Contains, 1);
					Test.AddAgent(*Actor);
				});

			It(TEXT("goes on with its owner's new root"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(100.0, 0.0, 0.0));
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					USceneComponent* Old = Agent->GetOwner()->GetRootComponent();
					USceneComponent* Root = NewObject<USceneComponent>(Agent->GetOwner());
					Agent->GetOwner()->SetRootComponent(Root);
					Root->RegisterComponent();
					Old->DestroyComponent();
					const FVector Begin = LocationOf(*Agent);
					Test.Tick(60, 1.0f / 60.0f);
					TestTrue(TEXT("the owner walks"), LocationOf(*Agent).X > Begin.X + 50.0);
				});

			It(TEXT("is put back from a height where no agent can be, with one warning"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(100.0, 0.0, 20.0));
					AddExpectedError(
						TEXT("was moved to where no agent can be"), EAutomationExpectedErrorFlags::Contains, 1);
					Test.Tick(1, 1.0f / 60.0f);
					for (const double Height : {1.0e12, std::numeric_limits<double>::quiet_NaN()})
					{
						Agent->GetOwner()->SetActorLocation(FVector(100.0, 0.0, Height));
						Test.Tick(3, 1.0f / 60.0f);
						TestEqual(TEXT("location"), LocationOf(*Agent), FVector(100.0, 0.0, 20.0), 0.001f);
					}
				});

			It(TEXT("is one for each owner"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					AddExpectedError(TEXT("its owner is an agent already"), EAutomationExpectedErrorFlags::Contains, 1);
					UCrowdAgentComponent* Twice = Test.AddAgent(*Agent->GetOwner());
					TestTrue(TEXT("the first is in the crowd"), Agent->IsInCrowd());
					TestFalse(TEXT("the second is"), Twice->IsInCrowd());
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 1);
				});

			It(TEXT("stays out where the server moves its owner"),
				[this]()
				{
					FCrowdTestWorld Test;
					AActor* Actor = Test.SpawnActor(FVector::ZeroVector);
					Actor->SetRole(ROLE_SimulatedProxy);
					UCrowdAgentComponent* Agent = Test.AddAgent(*Actor);
					Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestFalse(TEXT("in the crowd"), Agent->IsInCrowd());
					TestEqual(TEXT("location"), Actor->GetActorLocation(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("says when somebody else keeps moving its owner too, once"),
				[this]()
				{
					FCrowdTestWorld Test;
					AddExpectedError(
						TEXT("is moved by somebody else in every frame"), EAutomationExpectedErrorFlags::Contains, 1);
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Other = Test.SpawnAgent(FVector(0.0, 1000.0, 0.0));
					for (int32 Frame = 0; Frame < 300; ++Frame)
					{
						Agent->GetOwner()->SetActorLocation(LocationOf(*Agent) + FVector(1.0, 0.0, 0.0));
						Other->GetOwner()->SetActorLocation(LocationOf(*Other) + FVector(1.0, 0.0, 0.0));
						Test.Tick(1, 1.0f / 60.0f);
					}
					TestTrue(TEXT("both are in the crowd"), Agent->IsInCrowd() && Other->IsInCrowd());
				});

			It(TEXT("begins where its owner was put after it had begun"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Put = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Other = Test.SpawnAgent(FVector::ZeroVector);
					Put->GetOwner()->SetActorLocation(FVector(1000.0, 0.0, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(
						TEXT("the one that was put elsewhere"), LocationOf(*Put), FVector(1000.0, 0.0, 0.0), 0.0f);
					TestEqual(TEXT("the other, which nobody was in the way of"), LocationOf(*Other),
						FVector::ZeroVector, 0.0f);
				});

			It(TEXT("does not notice that the world's origin is moved"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(1000.0, 0.0, 0.0));
					Agent->SetGoal(FVector(1000.0, 2000.0, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
					const uint64 Before = Test.GetCrowd()->GetStateHash();
					Test.World->SetNewWorldOrigin(FIntVector(900, 40, 7));
					TestEqual(TEXT("location by the new origin"), LocationOf(*Agent), FVector(100.0, 25.0, -7.0), 0.5f);
					Test.Tick(1, 0.0f);
					TestEqual(TEXT("hash"), Test.GetCrowd()->GetStateHash(), Before);
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("location later"), LocationOf(*Agent), FVector(100.0, 90.0, -7.0), 0.5f);
				});

			It(TEXT("leaves the crowd with its component, its owner, or in the middle of a frame"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* First = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Second = Test.SpawnAgent(FVector(300.0, 0.0, 0.0));
					UCrowdAgentComponent* Third = Test.SpawnAgent(FVector(600.0, 0.0, 0.0));
					UCrowdAgentComponent* Fourth = Test.SpawnAgent(FVector(900.0, 0.0, 0.0));
					First->DestroyComponent();
					TestEqual(TEXT("agents without the first"), Test.GetCrowd()->GetAgentCount(), 3);
					Second->GetOwner()->Destroy();
					TestEqual(TEXT("agents without the second"), Test.GetCrowd()->GetAgentCount(), 2);
					Third->SetGoal(FVector(600.0, 0.0, 0.0));
					Fourth->SetGoal(FVector(900.0, 0.0, 0.0));
					UCrowdTestListener* Listener = Test.Listen(*Third);
					UCrowdTestListener* Never = Test.Listen(*Fourth);
					Listener->Reaction = [&](UCrowdAgentComponent& Agent)
					{
						Agent.GetOwner()->Destroy();
						Fourth->GetOwner()->Destroy();
						for (int32 Index = 0; Index < 100; ++Index)
						{
							Test.SpawnAgent(FVector(0.0, 100.0 * Index, 0.0));
						}
					};
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals of the third"), Listener->Arrivals, 1);
					TestEqual(TEXT("arrivals of the fourth, which was gone"), Never->Arrivals, 0);
					TestEqual(TEXT("agents that came instead"), Test.GetCrowd()->GetAgentCount(), 100);
				});
		});

	Describe(TEXT("A mistake"),
		[this]()
		{
			It(TEXT("in the actor: no root component"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Test.World->SpawnActor<AActor>());
					Agent->Profile = Test.Profile;
					AddExpectedError(TEXT("has no root component"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->RegisterComponent();
					TestFalse(TEXT("is in the crowd"), Agent->IsInCrowd());
					Test.Tick(1, 1.0f / 60.0f);
				});

			It(TEXT("in the component: no profile"),
				[this]()
				{
					FCrowdTestWorld Test;
					AddExpectedError(TEXT("Set Profile on the component"), EAutomationExpectedErrorFlags::Contains, 1);
					for (int32 Index = 0; Index < 3; ++Index)
					{
						UCrowdAgentComponent* Agent =
							NewObject<UCrowdAgentComponent>(Test.SpawnActor(FVector(100.0 * Index, 0.0, 0.0)));
						Agent->RegisterComponent();
						TestTrue(TEXT("is in the crowd all the same"), Agent->IsInCrowd());
					}
				});

			It(TEXT("in the profile: how it perceives"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.Profile->Avoidance.MaxNeighbors = 65;
					AddExpectedError(TEXT("MaxNeighbors is 65; it must be within 0 .. 64"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestTrue(TEXT("is in the crowd"), Test.SpawnAgent(FVector::ZeroVector)->IsInCrowd());
					TestTrue(TEXT("the next is too"), Test.SpawnAgent(FVector(100.0, 0.0, 0.0))->IsInCrowd());
				});

			It(TEXT("in the profile: its body"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.Profile->Agent.Radius = -30.0f;
					AddExpectedError(
						TEXT("stays out of the crowd: Radius is -0.3"), EAutomationExpectedErrorFlags::Contains, 1);
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					TestFalse(TEXT("is in the crowd"), Agent->IsInCrowd());
					Agent->SetGoal(FVector(100.0, 0.0, 0.0));
					Test.Tick(1, 1.0f / 60.0f);
				});

			It(TEXT("in a goal, a velocity or a location: no number"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(50.0, 0.0, 0.0));
					const double Nan = std::numeric_limits<double>::quiet_NaN();
					AddExpectedError(TEXT("keeps to what it did: Goal is"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(
						TEXT("keeps to what it did: DesiredVelocity is"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("was moved to where no agent can be: Position is"),
						EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetGoal(FVector(Nan, 0.0, 0.0));
					Agent->SetDesiredVelocity(FVector(0.0, Nan, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(50.0, 0.0, 0.0), 0.01f);
					Agent->GetOwner()->SetActorLocation(FVector(1.0e12, 0.0, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
				});
		});
}

#endif
