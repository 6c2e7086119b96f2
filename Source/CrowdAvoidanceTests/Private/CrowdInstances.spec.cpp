// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdInstances.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "CrowdAvoidanceLibrary.h"
#include "CrowdTestInstancesListener.h"
#include "CrowdTestWorld.h"
#include "Engine/StaticMesh.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdInstancesSpec, "CrowdAvoidance.Instances",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static constexpr float Frame = 1.0f / 60.0f;
	/// With the test world's profile.
	static ACrowdInstances* Spawn(FCrowdTestWorld & Test);
	static FTransform InstanceOf(const ACrowdInstances& Crowd, int32 Index);
	static UCrowdTestInstancesListener* Listen(FCrowdTestWorld & Test, ACrowdInstances & Crowd);
END_DEFINE_SPEC(FCrowdInstancesSpec)

ACrowdInstances* FCrowdInstancesSpec::Spawn(FCrowdTestWorld& Test)
{
	ACrowdInstances* Crowd = Test.World->SpawnActor<ACrowdInstances>();
	Crowd->Profile = Test.Profile;
	Crowd->bUseNavigation = Test.HasNavMesh();
	return Crowd;
}

FTransform FCrowdInstancesSpec::InstanceOf(const ACrowdInstances& Crowd, int32 Index)
{
	FTransform Out;
	Crowd.Instances->GetInstanceTransform(Index, Out, true);
	return Out;
}

UCrowdTestInstancesListener* FCrowdInstancesSpec::Listen(FCrowdTestWorld& Test, ACrowdInstances& Crowd)
{
	UCrowdTestInstancesListener* Listener = NewObject<UCrowdTestInstancesListener>(Test.World);
	Crowd.OnAgentArrived.AddDynamic(Listener, &UCrowdTestInstancesListener::HandleAgent);
	Crowd.OnAllArrived.AddDynamic(Listener, &UCrowdTestInstancesListener::HandleAll);
	return Listener;
}

void FCrowdInstancesSpec::Define()
{
	Describe(TEXT("Crowd instances"),
		[this]()
		{
			It(TEXT("walk to their goals at their heights, and are shown there"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->VerticalOffset = 90.0f;
					const TArray<int32> Agents = Crowd->AddAgents({FVector(0.0, 0.0, 10.0), FVector(0.0, 1000.0, 20.0)},
						{FVector(300.0, 0.0, 10.0), FVector(0.0, 1300.0, 20.0)});
					TestEqual(TEXT("numbers"), Agents.Num(), 2);
					TestEqual(TEXT("agents of the crowd"), Test.GetCrowd()->GetAgentCount(), 2);
					TestEqual(TEXT("agents here"), Crowd->NumAgents(), 2);
					TestEqual(TEXT("instances"), Crowd->Instances->GetInstanceCount(), 2);
					TestEqual(TEXT("shown at once"), InstanceOf(*Crowd, 1).GetLocation(), FVector(0.0, 1000.0, 110.0),
						0.001f);
					Test.Tick(60, Frame);
					TestEqual(TEXT("location"), Crowd->GetAgentLocation(Agents[0]), FVector(130.0, 0.0, 10.0), 0.1f);
					TestEqual(TEXT("velocity"), Crowd->GetAgentVelocity(Agents[1]), FVector(0.0, 130.0, 0.0), 0.01f);
					TestEqual(TEXT("instance"), InstanceOf(*Crowd, 0).GetLocation(), FVector(130.0, 0.0, 100.0), 0.1f);
					TestFalse(TEXT("has arrived on the way"), Crowd->HasArrived(Agents[0]));
					Test.Tick(180, Frame);
					TestTrue(TEXT("has arrived"), Crowd->HasArrived(Agents[0]) && Crowd->HasArrived(Agents[1]));
					TestTrue(TEXT("near its goal"),
						FVector::Dist(Crowd->GetAgentLocation(Agents[1]), FVector(0.0, 1300.0, 20.0)) <= 50.5);
				});

			It(TEXT("stand where they get no goal, avoid others, and go at a velocity"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					const TArray<int32> Agents = Crowd->AddAgents({FVector::ZeroVector, FVector(400.0, 5.0, 0.0)}, {});
					Test.Tick(10, Frame);
					TestEqual(TEXT("stands"), Crowd->GetAgentLocation(Agents[0]), FVector::ZeroVector, 0.0f);
					Crowd->SetDesiredVelocity(Agents[0], FVector(100.0, 0.0, 0.0));
					double Nearest = 1.0e9;
					for (int32 Each = 0; Each < 480; ++Each)
					{
						Test.Tick(1, Frame);
						Nearest = FMath::Min(Nearest,
							FVector::Dist(Crowd->GetAgentLocation(Agents[0]), Crowd->GetAgentLocation(Agents[1])));
					}
					TestTrue(TEXT("passes the other"), Crowd->GetAgentLocation(Agents[0]).X > 500.0);
					TestTrue(TEXT("without touching it"), Nearest > 59.0);
				});

			It(TEXT("face where they go, no faster than they may turn"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->TurnRate = 90.0f;
					Crowd->MeshYaw = 10.0f;
					const TArray<int32> Agents = Crowd->AddAgents({FVector::ZeroVector}, {FVector(0.0, 300.0, 0.0)});
					TestEqual(TEXT("faces its first goal at once"), InstanceOf(*Crowd, 0).Rotator().Yaw, 80.0, 0.001);
					Crowd->SetDesiredVelocity(Agents[0], FVector(0.0, -100.0, 0.0));
					Test.Tick(60, Frame);
					const double Turned = InstanceOf(*Crowd, 0).Rotator().Yaw;
					TestTrue(TEXT("has turned 90 degrees in a second"),
						FMath::IsNearlyEqual(FMath::Abs(FMath::UnwindDegrees(Turned - 80.0)), 90.0, 2.0));
					Test.Tick(90, Frame);
					TestEqual(TEXT("has turned round"),
						FMath::UnwindDegrees(InstanceOf(*Crowd, 0).Rotator().Yaw + 100.0), 0.0, 0.5);
					Crowd->SetDesiredVelocity(Agents[0], FVector(1.0, 0.0, 0.0));
					Test.Tick(60, Frame);
					TestEqual(TEXT("does not turn while it stands"),
						FMath::UnwindDegrees(InstanceOf(*Crowd, 0).Rotator().Yaw + 100.0), 0.0, 0.5);
				});

			It(TEXT("have the actor's scale, no collision, and the mesh that they are given"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					UStaticMesh* Mesh = NewObject<UStaticMesh>(Test.World);
					Crowd->Instances->SetStaticMesh(Mesh);
					Crowd->SetActorScale3D(FVector(2.0, 2.0, 3.0));
					Crowd->AddAgents({FVector(100.0, 0.0, 0.0)}, {});
					Test.Tick(1, Frame);
					TestEqual(TEXT("scale"), InstanceOf(*Crowd, 0).GetScale3D(), FVector(2.0, 2.0, 3.0), 0.001f);
					TestEqual(TEXT("location"), InstanceOf(*Crowd, 0).GetLocation(), FVector(100.0, 0.0, 0.0), 0.001f);
					TestTrue(TEXT("mesh"), Crowd->Instances->GetStaticMesh() == Mesh);
					TestTrue(TEXT("no collision"),
						Crowd->Instances->GetCollisionEnabled() == ECollisionEnabled::NoCollision);
				});

			It(TEXT("write their speed for materials where asked to"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->AddAgents({FVector::ZeroVector, FVector(0.0, 500.0, 0.0)},
						{FVector(900.0, 0.0, 0.0), FVector(0.0, 500.0, 0.0)});
					Test.Tick(10, Frame);
					TestEqual(TEXT("custom floats"), Crowd->Instances->NumCustomDataFloats, 0);
					Crowd->bWriteSpeed = true;
					Test.Tick(10, Frame);
					TestEqual(TEXT("custom floats once asked for"), Crowd->Instances->NumCustomDataFloats, 1);
					TestEqual(TEXT("speed of the first"),
						static_cast<double>(Crowd->Instances->PerInstanceSMCustomData[0]), 130.0, 0.01);
					TestEqual(TEXT("speed of the second"),
						static_cast<double>(Crowd->Instances->PerInstanceSMCustomData[1]), 0.0, 0.01);
				});

			It(TEXT("keep their numbers while others go"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					const TArray<int32> Agents = Crowd->SpawnGrid(4, FVector(1000.0, 0.0, 50.0), 200.0f);
					const FVector Third = Crowd->GetAgentLocation(Agents[2]);
					const FVector Last = Crowd->GetAgentLocation(Agents[3]);
					TestEqual(TEXT("grid"), Last, FVector(1100.0, 100.0, 50.0), 0.001f);
					Crowd->RemoveAgent(Agents[0]);
					TestEqual(TEXT("the last is shown in its place at once"), InstanceOf(*Crowd, 0).GetLocation(), Last,
						0.001f);
					Crowd->RemoveAgents({Agents[1]});
					TestEqual(TEXT("agents"), Crowd->NumAgents(), 2);
					TestEqual(TEXT("agents of the crowd"), Test.GetCrowd()->GetAgentCount(), 2);
					TestEqual(TEXT("instances"), Crowd->Instances->GetInstanceCount(), 2);
					TestTrue(TEXT("who is there"),
						!Crowd->HasAgent(Agents[0]) && !Crowd->HasAgent(Agents[1]) && Crowd->HasAgent(Agents[2]));
					TestEqual(TEXT("third"), Crowd->GetAgentLocation(Agents[2]), Third, 0.0f);
					const TArray<int32> More = Crowd->AddAgents({FVector::ZeroVector}, {});
					TestTrue(TEXT("a new number"), More[0] != Agents[0] && More[0] != Agents[1]);
					Crowd->SetGoal(Agents[3], Last + FVector(500.0, 0.0, 0.0));
					Test.Tick(60, Frame);
					TestTrue(TEXT("the right one walks"), Crowd->GetAgentVelocity(Agents[3]).X > 100.0);
					TestEqual(TEXT("the others stand"), Crowd->GetAgentLocation(Agents[2]), Third, 0.0f);
					Crowd->RemoveAgents({Agents[2], Agents[3], More[0]});
					Test.Tick(1, Frame);
					TestEqual(TEXT("nobody is left"), Test.GetCrowd()->GetAgentCount(), 0);
				});

			It(TEXT("tell arrivals once each, and when all have arrived"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					UCrowdTestInstancesListener* Listener = Listen(Test, *Crowd);
					const TArray<int32> Agents =
						Crowd->AddAgents({FVector::ZeroVector, FVector(0.0, 1000.0, 0.0), FVector(0.0, 2000.0, 0.0)},
							{FVector(100.0, 0.0, 0.0), FVector(400.0, 1000.0, 0.0), FVector(9000.0, 2000.0, 0.0)});
					Test.Tick(120, Frame);
					TestEqual(TEXT("arrived"), Listener->Agents.Num(), 1);
					TestEqual(TEXT("who"), Listener->Agents[0], Agents[0]);
					Test.Tick(180, Frame);
					TestEqual(TEXT("two arrived"), Listener->Agents.Num(), 2);
					TestEqual(TEXT("not yet all"), Listener->AllTimes, 0);
					Crowd->RemoveAgent(Agents[2]);
					Test.Tick(5, Frame);
					TestEqual(TEXT("all that are left"), Listener->AllTimes, 1);
					Crowd->SetGoalForAll(FVector(200.0, 500.0, 0.0));
					TestFalse(TEXT("has arrived with a new goal"), Crowd->HasArrived(Agents[0]));
					Test.Tick(900, Frame);
					TestEqual(TEXT("four arrivals"), Listener->Agents.Num(), 4);
					TestEqual(TEXT("all again"), Listener->AllTimes, 2);
				});

			It(TEXT("survive listeners that remove agents, give new goals and destroy the actor"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					UCrowdTestInstancesListener* Listener = Listen(Test, *Crowd);
					const TArray<int32> Agents = Crowd->AddAgents({FVector::ZeroVector, FVector(0.0, 500.0, 0.0)},
						{FVector::ZeroVector, FVector(0.0, 500.0, 0.0)});
					Listener->Reaction = [&](int32 Agent)
					{ Crowd->RemoveAgent(Agent == Agents[0] ? Agents[1] : Agents[0]); };
					Test.Tick(2, Frame);
					TestEqual(TEXT("the removed one is not told"), Listener->Agents.Num(), 1);
					TestEqual(TEXT("all"), Listener->AllTimes, 1);
					Listener->Reaction = [&](int32) { Crowd->SetGoalForAll(FVector(5000.0, 0.0, 0.0)); };
					Crowd->SetGoalForAll(FVector::ZeroVector);
					Test.Tick(2, Frame);
					TestEqual(TEXT("not all: there is a new goal"), Listener->AllTimes, 1);
					Listener->Reaction = [&](int32) { Crowd->Destroy(); };
					Crowd->SetGoalForAll(FVector::ZeroVector);
					Test.Tick(5, Frame);
					TestEqual(TEXT("agents of the crowd"), Test.GetCrowd()->GetAgentCount(), 0);
					TestEqual(TEXT("nothing is told after the end"), Listener->AllTimes, 1);
				});

			It(TEXT("say of nobody that it has arrived once a listener gave it another goal"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					UCrowdTestInstancesListener* Listener = Listen(Test, *Crowd);
					Listener->Reaction = [&](int32) { Crowd->SetGoalForAll(FVector(5000.0, 0.0, 0.0)); };
					Crowd->AddAgents({FVector::ZeroVector, FVector(0.0, 500.0, 0.0)},
						{FVector::ZeroVector, FVector(0.0, 500.0, 0.0)});
					Test.Tick(2, Frame);
					TestEqual(TEXT("told"), Listener->Agents.Num(), 1);
				});

			It(TEXT("wait for nobody who was stopped with all others"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					UCrowdTestInstancesListener* Listener = Listen(Test, *Crowd);
					const TArray<int32> Agents = Crowd->AddAgents({FVector::ZeroVector, FVector(0.0, 500.0, 0.0)}, {});
					Crowd->SetGoalForAll(FVector(5000.0, 0.0, 0.0));
					Test.Tick(2, Frame);
					UCrowdAvoidanceLibrary::StopAll(Crowd);
					Test.Tick(2, Frame);
					TestEqual(TEXT("arrived by being stopped"), Listener->AllTimes, 0);
					Crowd->SetGoal(Agents[1], FVector(0.0, 500.0, 0.0));
					Test.Tick(2, Frame);
					TestEqual(TEXT("all with a goal have arrived"), Listener->AllTimes, 1);
				});

			It(TEXT("do not move with the world's origin"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					const TArray<int32> Agents = Crowd->AddAgents({FVector::ZeroVector}, {FVector(500.0, 0.0, 0.0)});
					Test.Tick(60, Frame);
					const FVector Before = Crowd->GetAgentLocation(Agents[0]);
					Test.World->SetNewWorldOrigin(FIntVector(1000, 200, 0));
					TestEqual(TEXT("location by the new origin"), Crowd->GetAgentLocation(Agents[0]),
						Before - FVector(1000.0, 200.0, 0.0), 0.001f);
					TestEqual(TEXT("instance before the next frame"), InstanceOf(*Crowd, 0).GetLocation(),
						Before - FVector(1000.0, 200.0, 0.0), 0.001f);
					Test.Tick(1, Frame);
					TestTrue(TEXT("goes on"),
						FMath::IsNearlyEqual(InstanceOf(*Crowd, 0).GetLocation().X, Before.X - 1000.0, 3.0));
					Test.Tick(240, Frame);
					TestTrue(TEXT("arrives where it was sent"),
						FVector::Dist(Crowd->GetAgentLocation(Agents[0]), FVector(-500.0, -200.0, 0.0)) <= 50.5);
				});

			It(TEXT("are shown again if somebody clears the component, and walk on without it"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->SpawnGrid(3, FVector::ZeroVector, 100.0f);
					Crowd->Instances->ClearInstances();
					Test.Tick(1, Frame);
					TestEqual(TEXT("instances"), Crowd->Instances->GetInstanceCount(), 3);
					Crowd->Instances->RemoveInstance(1);
					Test.Tick(1, Frame);
					TestEqual(TEXT("instances, one having been removed"), Crowd->Instances->GetInstanceCount(), 3);
					Crowd->Instances->DestroyComponent();
					Crowd->SetGoalForAll(FVector(0.0, 5000.0, 0.0));
					Test.Tick(10, Frame);
					Crowd->SpawnGrid(1, FVector(0.0, -900.0, 0.0), 100.0f);
					Crowd->RemoveAgent(0);
					TestEqual(TEXT("agents"), Crowd->NumAgents(), 3);
				});

			It(TEXT("are many"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->SpawnGrid(5000, FVector::ZeroVector, 600.0f);
					for (int32 Agent = 0; Agent < 5000; ++Agent)
					{
						Crowd->SetDesiredVelocity(Agent, FVector(60.0, 0.0, 0.0));
					}
					const FVector First = Crowd->GetAgentLocation(0);
					const FVector Last = Crowd->GetAgentLocation(4999);
					Test.Tick(10, 0.1f);
					TestEqual(TEXT("instances"), Crowd->Instances->GetInstanceCount(), 5000);
					TestEqual(
						TEXT("first"), InstanceOf(*Crowd, 0).GetLocation(), First + FVector(60.0, 0.0, 0.0), 0.1f);
					TestEqual(
						TEXT("last"), InstanceOf(*Crowd, 4999).GetLocation(), Last + FVector(60.0, 0.0, 0.0), 0.1f);
				});

			It(TEXT("end with their actor and with their world"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Gone = Spawn(Test);
					Gone->SpawnGrid(10, FVector::ZeroVector, 100.0f);
					Gone->Destroy();
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->SpawnGrid(10, FVector::ZeroVector, 100.0f);
					Test.GetCrowd()->Deinitialize();
					Test.Tick(1, Frame);
					TestEqual(TEXT("location without a crowd"), Crowd->GetAgentLocation(3), FVector::ZeroVector, 0.0f);
					Crowd->SetGoalForAll(FVector::ZeroVector);
					Crowd->RemoveAgent(9);
				});
		});

	Describe(TEXT("Crowd instances that are used wrongly"),
		[this]()
		{
			It(TEXT("say that they have no profile, once"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Test.World->SpawnActor<ACrowdInstances>();
					AddExpectedError(TEXT("Set Profile on the actor"), EAutomationExpectedErrorFlags::Contains, 1);
					Crowd->SpawnGrid(2, FVector::ZeroVector, 100.0f);
					Crowd->SpawnGrid(2, FVector(1000.0, 0.0, 0.0), 100.0f);
					TestEqual(TEXT("agents"), Crowd->NumAgents(), 4);
				});

			It(TEXT("refuse locations, goals and velocities that are none"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					const double Nan = std::numeric_limits<double>::quiet_NaN();
					AddExpectedError(
						TEXT("1 locations and 1 goals are no places"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("keeps to what it did"), EAutomationExpectedErrorFlags::Contains, 3);
					const FVector Goal(100.0, 0.0, 0.0);
					const TArray<int32> Agents =
						Crowd->AddAgents({FVector(Nan, 0.0, 0.0), FVector::ZeroVector, FVector(0.0, 500.0, 0.0)},
							{Goal, FVector(0.0, 0.0, 1.0e30), Goal});
					TestEqual(TEXT("refused"), Agents[0], static_cast<int32>(INDEX_NONE));
					TestEqual(TEXT("agents"), Crowd->NumAgents(), 2);
					Crowd->SetGoal(Agents[1], FVector(0.0, 1.0e30, 0.0));
					Crowd->SetDesiredVelocity(Agents[1], FVector(Nan, Nan, 0.0));
					Crowd->SetGoalForAll(FVector(Nan, 0.0, 0.0));
					Test.Tick(2, Frame);
					TestEqual(TEXT("stands"), Crowd->GetAgentLocation(Agents[1]), FVector::ZeroVector, 0.0f);
					TestTrue(TEXT("the other walks"), Crowd->GetAgentVelocity(Agents[2]).Size() > 100.0);
				});

			It(TEXT("say once what is wrong with all of them"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Test.Profile->Agent.Radius = -1.0f;
					AddExpectedError(TEXT("stays out of the crowd"), EAutomationExpectedErrorFlags::Contains, 1);
					const TArray<int32> Agents = Crowd->SpawnGrid(100, FVector::ZeroVector, 100.0f);
					TestTrue(TEXT("all are refused"),
						Agents.Num() == 100 && Agents[99] == INDEX_NONE && Crowd->NumAgents() == 0);
					Test.Profile->Agent.Radius = 30.0f;
					Crowd->ArrivalRadius = 0.0f;
					AddExpectedError(
						TEXT("Correct the goal or ArrivalRadius"), EAutomationExpectedErrorFlags::Contains, 1);
					Crowd->SpawnGrid(100, FVector::ZeroVector, 100.0f);
					Crowd->SetGoalForAll(FVector::ZeroVector);
				});

			It(TEXT("refuse goals that do not go with the locations, and grids that cannot be"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					AddExpectedError(TEXT("1 locations came with 2 goals"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("cannot be. Count must be"), EAutomationExpectedErrorFlags::Contains, 4);
					TestEqual(TEXT("numbers"),
						Crowd->AddAgents({FVector::ZeroVector}, {FVector::ZeroVector, FVector::ZeroVector}).Num(), 0);
					Crowd->SpawnGrid(0, FVector::ZeroVector, 100.0f);
					Crowd->SpawnGrid(2000000000, FVector::ZeroVector, 100.0f);
					Crowd->SpawnGrid(1, FVector::ZeroVector, 0.0f);
					Crowd->SpawnGrid(1, FVector::ZeroVector, std::numeric_limits<float>::quiet_NaN());
					TestEqual(TEXT("agents"), Crowd->NumAgents(), 0);
				});

			It(TEXT("say that there is no such agent, once"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					AddExpectedError(TEXT("have no agent 7"), EAutomationExpectedErrorFlags::Contains, 1);
					Crowd->SetGoal(7, FVector::ZeroVector);
					Crowd->SetDesiredVelocity(8, FVector::ZeroVector);
					Crowd->RemoveAgents({-1, 9});
					TestEqual(TEXT("location"), Crowd->GetAgentLocation(7), FVector::ZeroVector, 0.0f);
					TestEqual(TEXT("velocity"), Crowd->GetAgentVelocity(7), FVector::ZeroVector, 0.0f);
					TestFalse(TEXT("has arrived"), Crowd->HasArrived(7));
				});

			It(TEXT("look as by default where their look is no number, and say so once"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdInstances* Crowd = Spawn(Test);
					Crowd->VerticalOffset = std::numeric_limits<float>::infinity();
					AddExpectedError(TEXT("correct them on the actor"), EAutomationExpectedErrorFlags::Contains, 1);
					Crowd->SpawnGrid(1, FVector(50.0, 0.0, 0.0), 100.0f);
					Test.Tick(2, Frame);
					TestEqual(TEXT("instance"), InstanceOf(*Crowd, 0).GetLocation(), FVector(50.0, 0.0, 0.0), 0.001f);
				});

			It(TEXT("say that there is no crowd to add agents to"),
				[this]()
				{
					FCrowdTestWorld Editor(EWorldType::Editor);
					ACrowdInstances* Crowd = Spawn(Editor);
					AddExpectedError(TEXT("are in no crowd"), EAutomationExpectedErrorFlags::Contains, 1);
					TestEqual(TEXT("numbers"), Crowd->SpawnGrid(5, FVector::ZeroVector, 100.0f).Num(), 0);
				});
		});
}

#endif
