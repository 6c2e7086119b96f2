// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestWorld.h"
#include "HAL/IConsoleManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/OutputDevice.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace CrowdAvoidance::DebuggingSpec
{
struct FPrinted
{
	FString Text;
	int32 Lines = 0;
};

class FOutput final : public FOutputDevice
{
public:
	virtual void Serialize(const TCHAR* Line, ELogVerbosity::Type /*Verbosity*/, const FName& /*Category*/) override
	{
		Printed.Text = Printed.Text + FString(Line) + FString(TEXT("\n"));
		++Printed.Lines;
	}

	FPrinted Printed;
};

/// What a command prints.
static FPrinted Run(const FString& Command, UWorld* World)
{
	FOutput Output;
	IConsoleManager::Get().ProcessUserConsoleInput(*Command, Output, World);
	return Output.Printed;
}

/// Six agents that get in each other's way, with a console variable set and one of them watched; the state hash after two seconds.
static uint64 HashAfter(int32 DebugLevel, bool bWatch)
{
	FCrowdTestWorld Test;
	AActor* Last = nullptr;
	for (int32 Index = 0; Index < 6; ++Index)
	{
		UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(Index * 70.0, Index % 2 * 400.0, 0.0));
		Agent->SetGoal(FVector(200.0, 200.0, 0.0));
		Last = Agent->GetOwner();
	}
	if (bWatch)
	{
		Run(FString(TEXT("crowd.Watch ")) + Last->GetName(), Test.World);
	}
	IConsoleVariable* Debug = IConsoleManager::Get().FindConsoleVariable(TEXT("crowd.Debug"));
	Debug->Set(DebugLevel);
	Test.Tick(120, 1.0f / 60.0f);
	Debug->Set(0);
	return Test.GetCrowd()->GetStateHash();
}
}

BEGIN_DEFINE_SPEC(FCrowdDebuggingSpec, "CrowdAvoidance.Debugging",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FCrowdDebuggingSpec)

void FCrowdDebuggingSpec::Define()
{
	using namespace CrowdAvoidance::DebuggingSpec;

	Describe(TEXT("The console"),
		[this]()
		{
			It(TEXT("prints what the crowd has and did"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnAgent(FVector::ZeroVector);
					Test.SpawnAgent(FVector(500.0, 0.0, 0.0));
					Test.SpawnObstacle(FVector(0.0, 900.0, 0.0), {FVector(-100.0, 0.0, 0.0), FVector(100.0, 0.0, 0.0)});
					Test.Tick(3, 1.0f / 60.0f);
					const FPrinted Stats = Run(TEXT("crowd.Stats"), Test.World);
					TestTrue(TEXT("counts"), Stats.Text.Contains(TEXT("2 agents, 1 obstacles, 3 steps")));
					TestTrue(TEXT("times"), Stats.Text.Contains(TEXT("Last step:")));
				});

			It(TEXT("prints the state hash"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnAgent(FVector::ZeroVector)->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					const FPrinted Before = Run(TEXT("crowd.Hash"), Test.World);
					const FString Hash = FString::Printf(TEXT("%016llx"), Test.GetCrowd()->GetStateHash());
					TestTrue(TEXT("hash"), Before.Text.Contains(Hash));
					Test.Tick(1, 1.0f / 60.0f);
					TestFalse(
						TEXT("the old hash a step later"), Run(TEXT("crowd.Hash"), Test.World).Text.Contains(Hash));
				});

			It(TEXT("lists agents, and no more than fifty"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* First = Test.SpawnAgent(FVector(300.0, -200.0, 10.0));
					First->SetGoal(FVector(300.0, 800.0, 10.0));
					const FPrinted One = Run(TEXT("crowd.List"), Test.World);
					TestEqual(TEXT("lines for one"), One.Lines, 2);
					TestTrue(TEXT("its name"), One.Text.Contains(First->GetOwner()->GetName()));
					TestTrue(TEXT("its location"), One.Text.Contains(TEXT("(300, -200, 10)")));
					TestTrue(TEXT("its goal"), One.Text.Contains(TEXT("goal 1000 cm away")));
					for (int32 Index = 1; Index < 60; ++Index)
					{
						Test.SpawnAgent(FVector(0.0, 100.0 * Index, 0.0));
					}
					const FPrinted Many = Run(TEXT("crowd.List"), Test.World);
					TestEqual(TEXT("lines for sixty"), Many.Lines, 51);
					TestTrue(TEXT("says how many there are"), Many.Text.Contains(TEXT("50 of 60 agents")));
				});

			It(TEXT("watches an agent by its actor's name"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					const FString Command = FString(TEXT("crowd.Watch ")) + Agent->GetOwner()->GetName();
					TestTrue(TEXT("found"), Run(Command, Test.World).Text.Contains(TEXT("is watched")));
					Test.Tick(2, 1.0f / 60.0f);
					TestTrue(TEXT("no longer"),
						Run(TEXT("crowd.Watch none"), Test.World).Text.Contains(TEXT("nobody is watched")));
					TestTrue(TEXT("nobody of that name"),
						Run(TEXT("crowd.Watch Nobody"), Test.World).Text.Contains(TEXT("no agent")));
					TestTrue(TEXT("no name"),
						Run(TEXT("crowd.Watch"), Test.World).Text.Contains(TEXT("crowd.List has the names")));
					TestTrue(TEXT("watched again"), Run(Command, Test.World).Text.Contains(TEXT("is watched")));
					Agent->GetOwner()->Destroy();
					Test.Tick(2, 1.0f / 60.0f);
					TestTrue(TEXT("gone"), Run(Command, Test.World).Text.Contains(TEXT("no agent")));
				});

			It(TEXT("says so where there is no crowd, and prints nothing of one without agents"),
				[this]()
				{
					FCrowdTestWorld Editor(EWorldType::Editor);
					FCrowdTestWorld Empty;
					for (const TCHAR* Command :
						{TEXT("crowd.Stats"), TEXT("crowd.List"), TEXT("crowd.Hash"), TEXT("crowd.Watch none")})
					{
						TestTrue(TEXT("editor world"), Run(Command, Editor.World).Text.Contains(TEXT("has no crowd")));
						TestTrue(TEXT("no world"), Run(Command, nullptr).Text.Contains(TEXT("has no crowd")));
						TestTrue(TEXT("no agents"), Run(Command, Empty.World).Text.Contains(TEXT("Crowd:")));
					}
					TestTrue(TEXT("list of nobody"),
						Run(TEXT("crowd.List"), Empty.World).Text.Contains(TEXT("0 of 0 agents")));
				});
		});

	Describe(TEXT("Looking"),
		[this]()
		{
			It(TEXT("changes nothing"),
				[this]()
				{
					const uint64 Hash = HashAfter(0, false);
					TestEqual(TEXT("hash while watched"), HashAfter(0, true), Hash);
					for (int32 Level = 1; Level <= 4; ++Level)
					{
						TestEqual(TEXT("hash while drawn"), HashAfter(Level, true), Hash);
					}
				});
		});
}

#endif
