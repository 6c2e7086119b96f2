// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceLog.h"
#include "CrowdInstances.h"
#include "CrowdTestWorld.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

/// Measures and prints; asserts only that what was measured was a walking crowd.
BEGIN_DEFINE_SPEC(FCrowdPerformanceSpec, "CrowdAvoidance.Performance",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::PerfFilter)
	enum class EKind
	{
		Actors,
		Instances,
	};
	/// Agents, each an actor that the crowd moves or an instance, cross a square of half an agent a square metre.
	void Measure(EKind Kind, int32 AgentCount, int32 Workers);
END_DEFINE_SPEC(FCrowdPerformanceSpec)

void FCrowdPerformanceSpec::Measure(EKind Kind, int32 AgentCount, int32 Workers)
{
	constexpr int32 WarmUpFrames = 20;
	constexpr int32 Frames = 101;
	constexpr double Spacing = 141.0;
	FCrowdTestSettings Settings;
	Settings->MaxWorkers = Workers;
	Settings->bInterpolate = false;
	FCrowdTestWorld Test;
	const int32 Side = FMath::CeilToInt32(FMath::Sqrt(static_cast<double>(AgentCount)));
	TArray<FVector> Starts, Goals;
	for (int32 Index = 0; Index < AgentCount; ++Index)
	{
		Starts.Add(FVector(Spacing * (Index % Side), Spacing * (Index / Side), 0.0));
		Goals.Add(FVector(Spacing * (Side - 1), Spacing * (Side - 1), 0.0) - Starts.Last());
		if (Kind == EKind::Actors)
		{
			Test.SpawnAgent(Starts.Last())->SetGoal(Goals.Last());
		}
	}
	if (Kind == EKind::Instances)
	{
		ACrowdInstances* Crowd = Test.World->SpawnActor<ACrowdInstances>();
		Crowd->Profile = Test.Profile;
		Crowd->bUseNavigation = false;
		Crowd->AddAgents(Starts, Goals);
	}
	Test.Tick(WarmUpFrames, 1.0f / 60.0f);

	TArray<double> StepMs, OverheadMs;
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		const double Start = FPlatformTime::Seconds();
		Test.Tick(1, 1.0f / 60.0f);
		const double FrameMs = (FPlatformTime::Seconds() - Start) * 1000.0;
		StepMs.Add(static_cast<double>(Test.GetCrowd()->GetStepMilliseconds()));
		OverheadMs.Add(FrameMs - StepMs.Last());
	}
	StepMs.Sort();
	OverheadMs.Sort();
	const double Step = StepMs[Frames / 2], Overhead = OverheadMs[Frames / 2];
	UE_LOG(LogCrowdAvoidance, Display,
		TEXT("%d %s, %d threads: a step takes %.3f ms, the rest of the frame %.3f ms or %.1f %% of that (medians of "
			 "%d)."),
		AgentCount, Kind == EKind::Actors ? TEXT("actors") : TEXT("instances"), Workers, Step, Overhead,
		100.0 * Overhead / Step, Frames);
	TestEqual(TEXT("steps"), Test.GetCrowd()->GetStepCount(), static_cast<int64>(WarmUpFrames + Frames));
	TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), AgentCount);
}

void FCrowdPerformanceSpec::Define()
{
	Describe(TEXT("A frame"),
		[this]()
		{
			It(TEXT("of 1,000 actors on one thread"), [this]() { Measure(EKind::Actors, 1000, 1); });
			It(TEXT("of 10,000 actors on one thread"), [this]() { Measure(EKind::Actors, 10000, 1); });
			It(TEXT("of 10,000 actors on two threads"), [this]() { Measure(EKind::Actors, 10000, 2); });
			It(TEXT("of 10,000 instances on one thread"), [this]() { Measure(EKind::Instances, 10000, 1); });
			It(TEXT("of 10,000 instances on two threads"), [this]() { Measure(EKind::Instances, 10000, 2); });
			It(TEXT("of 50,000 instances on two threads"), [this]() { Measure(EKind::Instances, 50000, 2); });
		});
}

#endif
