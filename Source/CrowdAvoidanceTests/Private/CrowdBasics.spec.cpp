// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What needs no world: units, the clock, the scheduler.

#include "CrowdClock.h"
#include "CrowdScheduler.h"
#include "CrowdUnits.h"
#include "Misc/AutomationTest.h"

#include <atomic>
#include <memory>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdBasicsSpec, "CrowdAvoidance.Basics",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	CrowdAvoidance::Time::FClock MakeClock(ECrowdStepMode Mode, float Step, bool bInterpolate) const;
END_DEFINE_SPEC(FCrowdBasicsSpec)

CrowdAvoidance::Time::FClock FCrowdBasicsSpec::MakeClock(ECrowdStepMode Mode, float Step, bool bInterpolate) const
{
	UCrowdAvoidanceSettings* Settings = NewObject<UCrowdAvoidanceSettings>();
	Settings->StepMode = Mode;
	Settings->FixedStep = Step;
	Settings->LongestStep = Step;
	Settings->bInterpolate = bInterpolate;
	Settings->MaxStepsPerFrame = 4;
	return CrowdAvoidance::Time::FClock(*Settings);
}

void FCrowdBasicsSpec::Define()
{
	using namespace CrowdAvoidance;

	Describe(TEXT("Units"),
		[this]()
		{
			It(TEXT("bring every metre back as it was"),
				[this]()
				{
					int32 Changed = 0;
					for (int32 Index = -20000; Index <= 20000; ++Index)
					{
						const float Meters = static_cast<float>(Index) * 0.0517f;
						Changed += Units::ToMeters(Units::ToCentimeters(Meters)) == Meters ? 0 : 1;
					}
					TestEqual(TEXT("values changed on the way there and back"), Changed, 0);
				});

			It(TEXT("keep right on the right"),
				[this]()
				{
					// The engine's right is +y, Core's is +x.
					const Vec2 Right = Units::ToPlane(FVector(0.0, 250.0, 77.0));
					TestEqual(TEXT("right"), Right.X, 2.5f);
					TestEqual(TEXT("forward"), Right.Y, 0.0f);
					TestEqual(TEXT("the way back"), Units::FromPlane(Right, 77.0), FVector(0.0, 250.0, 77.0), 0.0f);
				});

			It(TEXT("do not depend on the world's origin"),
				[this]()
				{
					const FIntVector Origin(100000, -50000, 300);
					const FVector Absolute = Units::ToAbsolute(FVector(1.0, 2.0, 3.0), Origin);
					TestEqual(TEXT("absolute"), Absolute, FVector(100001.0, -49998.0, 303.0), 0.0f);
					TestEqual(
						TEXT("the way back"), Units::FromAbsolute(Absolute, Origin), FVector(1.0, 2.0, 3.0), 0.0f);
				});
		});

	Describe(TEXT("Clock"),
		[this]()
		{
			It(TEXT("makes one step a frame where frames are as long as steps"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Fixed, 1.0f / 60.0f, true);
					int32 Steps = 0;
					for (int32 Frame = 0; Frame < 1000; ++Frame)
					{
						Steps += Clock.Advance(1.0 / 60.0).Steps;
					}
					TestEqual(TEXT("steps"), Steps, 1000);
				});

			It(TEXT("keeps what is left of a frame for the next and blends by it"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Fixed, 0.125f, true);
					const Time::FFrame First = Clock.Advance(0.1875);
					TestEqual(TEXT("first steps"), First.Steps, 1);
					TestEqual(TEXT("first blend"), First.Blend, 0.5, 1.0e-9);
					const Time::FFrame Second = Clock.Advance(0.0625);
					TestEqual(TEXT("second steps"), Second.Steps, 1);
					TestEqual(TEXT("second blend"), Second.Blend, 0.0, 1.0e-9);
				});

			It(TEXT("does not blend where it is told not to"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Fixed, 0.125f, false);
					TestEqual(TEXT("blend"), Clock.Advance(0.1875).Blend, 1.0, 0.0);
				});

			It(TEXT("gives up time beyond the most steps of a frame"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Fixed, 0.125f, true);
					const Time::FFrame Long = Clock.Advance(1.0);
					TestEqual(TEXT("steps"), Long.Steps, 4);
					TestEqual(TEXT("lost"), Long.LostSeconds, 0.5, 1.0e-9);
					TestEqual(TEXT("steps after it"), Clock.Advance(0.125).Steps, 1);
				});

			It(TEXT("cuts a long variable frame into equal pieces"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Variable, 0.05f, true);
					const Time::FFrame Frame = Clock.Advance(0.12);
					TestEqual(TEXT("pieces"), Frame.Steps, 3);
					TestEqual(TEXT("length"), static_cast<double>(Frame.StepSeconds), 0.04, 1.0e-6);
					TestEqual(TEXT("blend"), Frame.Blend, 1.0, 0.0);
					const Time::FFrame Long = Clock.Advance(1.0);
					TestEqual(TEXT("most pieces"), Long.Steps, 4);
					TestEqual(TEXT("lost"), Long.LostSeconds, 0.8, 1.0e-6);
				});

			It(TEXT("waits until there is enough for a step, and does not go back"),
				[this]()
				{
					Time::FClock Clock = MakeClock(ECrowdStepMode::Variable, 0.05f, true);
					TestEqual(TEXT("too short"), Clock.Advance(0.0006).Steps, 0);
					TestEqual(TEXT("backwards"), Clock.Advance(-1.0).Steps, 0);
					const Time::FFrame Frame = Clock.Advance(0.0006);
					TestEqual(TEXT("enough"), Frame.Steps, 1);
					TestEqual(TEXT("length"), static_cast<double>(Frame.StepSeconds), 0.0012, 1.0e-7);
				});
		});

	Describe(TEXT("Scheduler"),
		[this]()
		{
			It(TEXT("does every piece once and lends a worker to one range at a time"),
				[this]()
				{
					constexpr int32 Pieces = 10007;
					struct FShared
					{
						std::unique_ptr<std::atomic<int>[]> Done = std::make_unique<std::atomic<int>[]>(Pieces);
						std::atomic<int> Busy[8] = {};
						std::atomic<int> Clashes = 0;
					} Shared;
					Tasks::FEngineScheduler Scheduler(8);
					TestEqual(TEXT("workers"), Scheduler.WorkerCount(), 8);
					Scheduler.ParallelFor(
						Pieces,
						[](void* Context, int Begin, int End, int Worker)
						{
							FShared& In = *static_cast<FShared*>(Context);
							In.Clashes += In.Busy[Worker]++;
							for (int Piece = Begin; Piece < End; ++Piece)
							{
								++In.Done[static_cast<size_t>(Piece)];
							}
							--In.Busy[Worker];
						},
						&Shared);
					int32 Wrong = 0;
					for (int32 Piece = 0; Piece < Pieces; ++Piece)
					{
						Wrong += Shared.Done[static_cast<size_t>(Piece)] == 1 ? 0 : 1;
					}
					TestEqual(TEXT("pieces not done once"), Wrong, 0);
					TestEqual(TEXT("workers shared"), Shared.Clashes.load(), 0);
				});

			It(TEXT("has as many workers as the engine, and at most 256"),
				[this]()
				{
					TestEqual(TEXT("all"), Tasks::FEngineScheduler(0).WorkerCount(),
						FMath::Min(FPlatformMisc::NumberOfWorkerThreadsToSpawn() + 1, 256));
					TestEqual(TEXT("too many"), Tasks::FEngineScheduler(1000).WorkerCount(), 256);
				});
		});
}

#endif
