// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestMoveListener.h"
#include "CrowdTestWorld.h"
#include "GameFramework/WorldSettings.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdMoveToSpec, "CrowdAvoidance.MoveTo",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/// It has failed, once, for that reason, and did not arrive as well.
	void TestFailed(const UCrowdTestMoveListener& Move, ECrowdMoveResult Why);
END_DEFINE_SPEC(FCrowdMoveToSpec)

void FCrowdMoveToSpec::TestFailed(const UCrowdTestMoveListener& Move, ECrowdMoveResult Why)
{
	TestEqual(TEXT("arrivals"), Move.Arrivals, 0);
	TestEqual(TEXT("failures"), Move.Failures, 1);
	TestEqual(TEXT("reason"), static_cast<int32>(Move.Result), static_cast<int32>(Why));
}

void FCrowdMoveToSpec::Define()
{
	Describe(TEXT("A move"),
		[this]()
		{
			It(TEXT("goes on once when the agent is there"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const UCrowdTestMoveListener* Move =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(300.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals on the way"), Move->Arrivals, 0);
					TestEqual(TEXT("velocity on the way"), Agent->GetCrowdVelocity(), FVector(130.0, 0.0, 0.0), 0.1f);
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals"), Move->Arrivals, 1);
					TestEqual(TEXT("result"), static_cast<int32>(Move->Result),
						static_cast<int32>(ECrowdMoveResult::Arrived));
					// Over: what the agent does from now on is none of its business.
					Agent->SetGoal(FVector::ZeroVector);
					Test.Tick(240, 1.0f / 60.0f);
					Agent->GetOwner()->Destroy();
					TestEqual(TEXT("arrivals later"), Move->Arrivals, 1);
					TestEqual(TEXT("failures"), Move->Failures, 0);
				});

			It(TEXT("can lead to the next"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdTestMoveListener* There =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(200.0, 0.0, 0.0));
					UCrowdTestMoveListener* Back = nullptr;
					There->Reaction = [&]()
					{ Back = UCrowdTestMoveListener::Move(Test.World, Agent, FVector::ZeroVector); };
					Test.Tick(300, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals there"), There->Arrivals, 1);
					if (TestNotNull(TEXT("the way back"), Back))
					{
						TestEqual(TEXT("arrivals back"), Back->Arrivals, 1);
					}
				});

			It(TEXT("has arrived even where another listener sends the agent on first"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdTestListener* First = Test.Listen(*Agent);
					First->Reaction = [](UCrowdAgentComponent& Arrived) { Arrived.SetGoal(FVector(5000.0, 0.0, 0.0)); };
					const UCrowdTestMoveListener* Move =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(100.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals"), Move->Arrivals, 1);
					TestEqual(TEXT("failures"), Move->Failures, 0);
				});

			It(TEXT("fails when somebody gives the agent something else to do"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const FVector Goal(1000.0, 0.0, 0.0);
					const UCrowdTestMoveListener* ByGoal = UCrowdTestMoveListener::Move(Test.World, Agent, Goal);
					Agent->SetGoal(FVector(0.0, 1000.0, 0.0));
					TestFailed(*ByGoal, ECrowdMoveResult::Replaced);
					const UCrowdTestMoveListener* ByStop = UCrowdTestMoveListener::Move(Test.World, Agent, Goal);
					Agent->StopMoving();
					TestFailed(*ByStop, ECrowdMoveResult::Replaced);
					const UCrowdTestMoveListener* ByMove = UCrowdTestMoveListener::Move(Test.World, Agent, Goal);
					const UCrowdTestMoveListener* Last =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(0.0, 200.0, 0.0));
					TestFailed(*ByMove, ECrowdMoveResult::Replaced);
					Test.Tick(180, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals of the last"), Last->Arrivals, 1);
					TestEqual(TEXT("failures of the first"), ByGoal->Failures, 1);
				});

			It(TEXT("is not ended by a goal that is refused"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const UCrowdTestMoveListener* Move =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(200.0, 0.0, 0.0));
					AddExpectedError(TEXT("keeps to what it did"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetGoal(FVector(std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0));
					Test.Tick(180, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals"), Move->Arrivals, 1);
					TestEqual(TEXT("failures"), Move->Failures, 0);
				});

			It(TEXT("fails when its time is over, in the world's own time"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const UCrowdTestMoveListener* Move =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(100000.0, 0.0, 0.0), 1.0f);
					Test.Tick(30, 1.0f / 60.0f);
					Test.SetPaused(true);
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("failures after half the time and a pause"), Move->Failures, 0);
					Test.SetPaused(false);
					Test.World->GetWorldSettings()->SetTimeDilation(0.25f);
					Test.Tick(100, 1.0f / 60.0f);
					TestEqual(TEXT("failures shortly before, in slow motion"), Move->Failures, 0);
					Test.Tick(30, 1.0f / 60.0f);
					TestFailed(*Move, ECrowdMoveResult::TimedOut);
					Test.World->GetWorldSettings()->SetTimeDilation(1.0f);
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("velocity after it"), Agent->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("has no time limit left once it has arrived"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const UCrowdTestMoveListener* Move =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(100.0, 0.0, 0.0), 2.0f);
					Test.Tick(60, 1.0f / 60.0f);
					Agent->SetDesiredVelocity(FVector(50.0, 0.0, 0.0));
					Test.Tick(180, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals"), Move->Arrivals, 1);
					TestEqual(TEXT("failures"), Move->Failures, 0);
					TestEqual(TEXT("velocity after the time limit"), Agent->GetCrowdVelocity(), FVector(50.0, 0.0, 0.0),
						0.01f);
				});

			It(TEXT("fails when its agent is gone"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* First = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Second = Test.SpawnAgent(FVector(500.0, 0.0, 0.0));
					const UCrowdTestMoveListener* ByActor =
						UCrowdTestMoveListener::Move(Test.World, First, FVector(0.0, 900.0, 0.0), 5.0f);
					const UCrowdTestMoveListener* ByComponent =
						UCrowdTestMoveListener::Move(Test.World, Second, FVector(0.0, 900.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					First->GetOwner()->Destroy();
					Second->DestroyComponent();
					TestFailed(*ByActor, ECrowdMoveResult::AgentGone);
					TestFailed(*ByComponent, ECrowdMoveResult::AgentGone);
					Test.Tick(600, 1.0f / 60.0f);
					TestFailed(*ByActor, ECrowdMoveResult::AgentGone);
				});

			It(TEXT("ends with its world"),
				[this]()
				{
					const UCrowdTestMoveListener* Move = nullptr;
					{
						FCrowdTestWorld Test;
						Move = UCrowdTestMoveListener::Move(
							Test.World, Test.SpawnAgent(FVector::ZeroVector), FVector(900.0, 0.0, 0.0), 5.0f);
						Test.Tick(10, 1.0f / 60.0f);
					}
					TestFailed(*Move, ECrowdMoveResult::AgentGone);
				});

			It(TEXT("survives listeners that replace it or destroy its agent"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdTestMoveListener* First =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(900.0, 0.0, 0.0));
					UCrowdTestMoveListener* Third = nullptr;
					First->Reaction = [&]()
					{ Third = UCrowdTestMoveListener::Move(Test.World, Agent, FVector(0.0, 900.0, 0.0)); };
					const UCrowdTestMoveListener* Second =
						UCrowdTestMoveListener::Move(Test.World, Agent, FVector(0.0, -900.0, 0.0));
					TestFailed(*First, ECrowdMoveResult::Replaced);
					Test.Tick(10, 1.0f / 60.0f);
					// The one that replaced it is replaced by what its listener did.
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector(0.0, 130.0, 0.0), 0.1f);
					if (TestNotNull(TEXT("the third"), Third))
					{
						Third->Reaction = [&]() { Agent->GetOwner()->Destroy(); };
						Agent->StopMoving();
						TestFailed(*Third, ECrowdMoveResult::Replaced);
					}
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					TestFailed(*Second, ECrowdMoveResult::Replaced);
				});
		});

	Describe(TEXT("A mistake"),
		[this]()
		{
			It(TEXT("in the agent: there is none, or it is in no crowd"),
				[this]()
				{
					FCrowdTestWorld Test;
					FCrowdTestWorld Editor(EWorldType::Editor);
					AddExpectedError(TEXT("is in no crowd"), EAutomationExpectedErrorFlags::Contains, 3);
					TestFailed(*UCrowdTestMoveListener::Move(Test.World, nullptr, FVector::ZeroVector),
						ECrowdMoveResult::NotInCrowd);
					TestFailed(*UCrowdTestMoveListener::Move(nullptr, nullptr, FVector::ZeroVector),
						ECrowdMoveResult::NotInCrowd);
					TestFailed(*UCrowdTestMoveListener::Move(
								   Editor.World, Editor.SpawnAgent(FVector::ZeroVector), FVector::ZeroVector),
						ECrowdMoveResult::NotInCrowd);
				});

			It(TEXT("in the goal: no number, or too far"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(50.0, 0.0, 0.0));
					AddExpectedError(TEXT("Correct the goal"), EAutomationExpectedErrorFlags::Contains, 2);
					const double Nan = std::numeric_limits<double>::quiet_NaN();
					TestFailed(*UCrowdTestMoveListener::Move(Test.World, Agent, FVector(0.0, Nan, 0.0), 0.5f),
						ECrowdMoveResult::BadGoal);
					TestFailed(*UCrowdTestMoveListener::Move(Test.World, Agent, FVector(1.0e12, 0.0, 0.0)),
						ECrowdMoveResult::BadGoal);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("velocity as before"), Agent->GetCrowdVelocity(), FVector(50.0, 0.0, 0.0), 0.01f);
				});

			It(TEXT("in the time limit: negative, or no number"),
				[this]()
				{
					FCrowdTestWorld Test;
					AddExpectedError(TEXT("Give it a number of seconds"), EAutomationExpectedErrorFlags::Contains, 2);
					for (const float Limit : {-1.0f, std::numeric_limits<float>::quiet_NaN()})
					{
						UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(0.0, Limit < 0.0f ? 0.0 : 500.0, 0.0));
						const FVector Goal = Agent->GetOwner()->GetActorLocation() + FVector(200.0, 0.0, 0.0);
						const UCrowdTestMoveListener* Move =
							UCrowdTestMoveListener::Move(Test.World, Agent, Goal, Limit);
						Test.Tick(180, 1.0f / 60.0f);
						TestEqual(TEXT("arrivals"), Move->Arrivals, 1);
					}
				});
		});
}

#endif
