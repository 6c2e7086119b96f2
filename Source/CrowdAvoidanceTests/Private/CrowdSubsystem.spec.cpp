// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCore/CrowdWorld.h"
#include "CrowdTestWorld.h"
#include "CrowdUnits.h"
#include "GameFramework/WorldSettings.h"
#include "HAL/IConsoleManager.h"
#include "Misc/AutomationTest.h"

#include <cmath>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdSubsystemSpec, "CrowdAvoidance.Subsystem",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/// Thirty-two agents on a circle of 10 m, each bound for the opposite point, through the subsystem and by Core alone.
	void CompareWithCore(const TCHAR* Model, int32 Workers);
END_DEFINE_SPEC(FCrowdSubsystemSpec)

void FCrowdSubsystemSpec::CompareWithCore(const TCHAR* Model, int32 Workers)
{
	using namespace CrowdAvoidance;
	FCrowdTestSettings Settings;
	Settings->Model = Model;
	Settings->FixedStep = 0.125f;
	Settings->MaxWorkers = Workers;
	FCrowdTestWorld Test;
	Test.Profile->Avoidance.NeighborDistance = 200.0f;

	WorldDef Def;
	Def.Model = TCHAR_TO_UTF8(Model);
	World Core = World::Create(Def).Value();
	AgentProfile Profile;
	Profile.NeighborDistance = 2.0f;
	AgentDef Agent;
	Agent.Profile = Core.AddProfile(Profile).Value();

	constexpr int32 Count = 32;
	for (int32 Index = 0; Index < Count; ++Index)
	{
		// Not evenly: perfect symmetry is nobody's crowd.
		const float Angle = 6.2831853f * (static_cast<float>(Index) + 0.01f * static_cast<float>(Index % 5)) /
			static_cast<float>(Count);
		Agent.Position = {10.0f * std::cos(Angle), 10.0f * std::sin(Angle)};
		// A difference, since a negative zero would come back without its sign.
		const Vec2 Goal = {0.0f - Agent.Position.X, 0.0f - Agent.Position.Y};
		TestTrue(TEXT("Core takes the goal"), Core.SetGoal(Core.AddAgent(Agent).Value(), Goal).IsOk());
		Test.SpawnAgent(Units::FromPlane(Agent.Position))->SetGoal(Units::FromPlane(Goal));
	}
	TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), Count);

	const uint64 Before = Test.GetCrowd()->GetStateHash();
	for (int32 Part = 0; Part < 4; ++Part)
	{
		Test.TickWithCore(*this, Core, 50, 0.125f);
	}
	TestNotEqual(TEXT("hash at the end"), Test.GetCrowd()->GetStateHash(), Before);
}

void FCrowdSubsystemSpec::Define()
{
	Describe(TEXT("A crowd"),
		[this]()
		{
			It(TEXT("is there in game worlds, and not in others"),
				[this]()
				{
					TestNotNull(TEXT("game"), FCrowdTestWorld(EWorldType::Game).GetCrowd());
					TestNotNull(TEXT("play in editor"), FCrowdTestWorld(EWorldType::PIE).GetCrowd());
					FCrowdTestWorld Editor(EWorldType::Editor);
					TestNull(TEXT("editor"), Editor.GetCrowd());
					TestFalse(TEXT("an agent without a crowd is in one"),
						Editor.SpawnAgent(FVector::ZeroVector)->IsInCrowd());
				});

			It(TEXT("steps without agents"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					TestEqual(TEXT("steps"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(30));
				});

			It(TEXT("stands still while the world is paused"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Test.SetPaused(true);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location while paused"), Agent->GetOwner()->GetActorLocation(), FVector::ZeroVector,
						0.0f);
					TestEqual(TEXT("steps while paused"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(0));
					Test.SetPaused(false);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("steps after the pause"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(60));
				});

			It(TEXT("keeps to the world's time dilation"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.World->GetWorldSettings()->SetTimeDilation(0.5f);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("steps at half the pace"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(30));
					Test.World->GetWorldSettings()->SetTimeDilation(2.0f);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(
						TEXT("steps at twice the pace"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(150));
				});

			It(TEXT("can be switched off from the console"),
				[this]()
				{
					FCrowdTestWorld Test;
					IConsoleVariable* Enabled = IConsoleManager::Get().FindConsoleVariable(TEXT("crowd.Enabled"));
					if (TestNotNull(TEXT("crowd.Enabled"), Enabled))
					{
						Enabled->Set(0);
						Test.Tick(10, 1.0f / 60.0f);
						TestEqual(TEXT("steps while off"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(0));
						Enabled->Set(1);
						Test.Tick(10, 1.0f / 60.0f);
						TestEqual(TEXT("steps while on"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(10));
					}
				});

			It(TEXT("is one for each world"),
				[this]()
				{
					FCrowdTestWorld One;
					FCrowdTestWorld Two;
					One.SpawnAgent(FVector::ZeroVector);
					One.Tick(5, 1.0f / 60.0f);
					TestEqual(TEXT("agents of the other"), Two.GetCrowd()->GetAgentCount(), 0);
					TestEqual(TEXT("steps of the other"), Two.GetCrowd()->GetStepCount(), static_cast<int64>(0));
				});

			It(TEXT("goes as Core goes with ORCA"), [this]() { CompareWithCore(TEXT("orca"), 0); });
			It(TEXT("goes as Core goes with ORCA on one thread"), [this]() { CompareWithCore(TEXT("orca"), 1); });
			It(TEXT("goes as Core goes with ClearPath"), [this]() { CompareWithCore(TEXT("clearpath"), 3); });
			It(TEXT("goes as Core goes with RCAP"), [this]() { CompareWithCore(TEXT("rcap"), 3); });

			It(TEXT("goes the same way at any frame rate with fixed steps"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.0625f;
					const auto Run = [](int32 Frames, float Seconds)
					{
						FCrowdTestWorld Test;
						for (int32 Index = 0; Index < 6; ++Index)
						{
							Test.SpawnAgent(FVector(Index * 70.0, Index % 2 * 400.0, 0.0))
								->SetGoal(FVector(200.0, 200.0, 0.0));
						}
						Test.Tick(Frames, Seconds);
						return Test.GetCrowd()->GetStateHash();
					};
					const uint64 Hash = Run(64, 0.0625f);
					TestEqual(TEXT("twice the frames"), Run(128, 0.03125f), Hash);
					TestEqual(TEXT("half the frames"), Run(32, 0.125f), Hash);
				});

			It(TEXT("lets a hundred agents trade places, as in Docs/GettingStarted.md"),
				[this]()
				{
					FCrowdTestWorld Test;
					TArray<UCrowdAgentComponent*> Agents;
					for (int32 Index = 0; Index < 100; ++Index)
					{
						const FVector Start(Index % 10 * 150.0, Index / 10 * 150.0, 100.0);
						Agents.Add(Test.SpawnAgent(Start));
						Agents.Last()->SetGoal(FVector(1350.0 - Start.X, 1350.0 - Start.Y, 100.0));
					}
					double Nearest = 1.0e9;
					for (int32 Part = 0; Part < 120; ++Part)
					{
						Test.Tick(30, 1.0f / 60.0f);
						for (int32 First = 0; First < Agents.Num(); ++First)
						{
							for (int32 Second = 0; Second < First; ++Second)
							{
								Nearest = FMath::Min(Nearest,
									FVector::Dist(Agents[First]->GetOwner()->GetActorLocation(),
										Agents[Second]->GetOwner()->GetActorLocation()));
							}
						}
					}
					int32 Arrived = 0;
					for (const UCrowdAgentComponent* Agent : Agents)
					{
						Arrived += Agent->HasArrived() ? 1 : 0;
					}
					TestEqual(TEXT("arrived in a minute"), Arrived, 100);
					TestTrue(TEXT("nobody stood in another, whose bodies are 60 cm wide"), Nearest > 54.0);
				});

			It(TEXT("says when a long frame was too much for it, once"),
				[this]()
				{
					FCrowdTestWorld Test;
					AddExpectedError(TEXT("raise MaxStepsPerFrame"), EAutomationExpectedErrorFlags::Contains, 1);
					Test.Tick(2, 1.0f);
					TestEqual(TEXT("steps"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(16));
				});

			It(TEXT("goes by the defaults where the settings are out of range, and says so"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = -1.0f;
					Settings->Model = TEXT("rvo");
					AddExpectedError(TEXT("FixedStep is -1 s"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(
						TEXT("Model is 'rvo', which is not known"), EAutomationExpectedErrorFlags::Contains, 1);
					FCrowdTestWorld Test;
					Test.Tick(3, 1.0f / 60.0f);
					TestEqual(TEXT("steps"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(3));
				});

			It(TEXT("has the options of its model, and says where one is refused"),
				[this]()
				{
					FCrowdTestSettings Settings;
					// As a hand-edited file may have them.
					Settings->Model = TEXT("ORCA");
					Settings->ModelOptions.Add(TEXT("SIDEBIAS"), 0.25);
					const auto Run = []()
					{
						FCrowdTestWorld Test;
						Test.SpawnAgent(FVector::ZeroVector)->SetGoal(FVector(1000.0, 0.0, 0.0));
						Test.SpawnAgent(FVector(1000.0, 0.0, 0.0))->SetGoal(FVector::ZeroVector);
						Test.Tick(200, 1.0f / 60.0f);
						return Test.GetCrowd()->GetStateHash();
					};
					const uint64 Biased = Run();
					Settings->ModelOptions.Empty();
					const uint64 Default = Run();
					TestNotEqual(TEXT("hash with the option"), Biased, Default);

					Settings->ModelOptions.Add(TEXT("sideBias"), 3.0);
					AddExpectedError(TEXT("SideBias is 3; it must be within 0 .. 1. Model 'orca' is used"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestEqual(TEXT("hash where it is refused"), Run(), Default);
					Settings->ModelOptions.Empty();
					Settings->ModelOptions.Add(TEXT("persistence"), 0.5);
					AddExpectedError(TEXT("Options has 'persistence', which model 'orca' does not have"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestEqual(TEXT("hash where there is no such option"), Run(), Default);
				});

			It(TEXT("takes a model as settings had it that were an enumeration"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->Model = TEXT("clearpath-1");
					const int32 Options = Settings->GetModelOptionNames().Num();
					Settings->Model = TEXT("ClearPath1");
					FCrowdTestWorld Test;
					TestTrue(TEXT("has options"), Options > 0);
					TestEqual(TEXT("options"), Settings->GetModelOptionNames().Num(), Options);
				});

			It(TEXT("survives its own end in the middle of a step"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* First = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Second = Test.SpawnAgent(FVector(300.0, 0.0, 0.0));
					First->SetGoal(FVector(10.0, 0.0, 0.0));
					Second->SetGoal(FVector(310.0, 0.0, 0.0));
					UCrowdTestListener* Listener = Test.Listen(*First);
					UCrowdTestListener* Never = Test.Listen(*Second);
					Listener->Reaction = [&](UCrowdAgentComponent&) { Test.GetCrowd()->Deinitialize(); };
					Test.Tick(3, 1.0f / 60.0f);
					TestEqual(TEXT("arrivals before the end"), Listener->Arrivals, 1);
					TestEqual(TEXT("arrivals after the end"), Never->Arrivals, 0);
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					TestFalse(TEXT("the agent is in a crowd"), First->IsInCrowd());
					First->SetGoal(FVector::ZeroVector);
					Second->GetOwner()->Destroy();
				});
		});
}

#endif
