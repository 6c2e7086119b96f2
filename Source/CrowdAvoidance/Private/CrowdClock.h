// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdAvoidanceSettings.h"

#include <cmath>

namespace CrowdAvoidance::Time
{
/// What the crowd does in one frame.
struct FFrame
{
	int32 Steps = 0;
	float StepSeconds = 0.0f;
	/// Where between the last two steps the frame is: 0 the one before the last, 1 the last.
	double Blend = 1.0;
	/// Time that no step was made for, because the frame was too long. [s]
	double LostSeconds = 0.0;
};

/// Cuts frames into steps.
class FClock
{
public:
	FClock() = default;
	explicit FClock(const UCrowdAvoidanceSettings& Settings)
		: bFixed(Settings.StepMode == ECrowdStepMode::Fixed),
		  bInterpolate(Settings.bInterpolate),
		  StepSeconds(bFixed ? Settings.FixedStep : Settings.LongestStep),
		  MostSteps(Settings.MaxStepsPerFrame)
	{}

	/// DeltaSeconds: of the world, so paused or dilated as it is.
	FFrame Advance(double DeltaSeconds)
	{
		Pending += FMath::Max(DeltaSeconds, 0.0);
		FFrame Frame = bFixed ? AdvanceFixed() : AdvanceVariable();
		Frame.Steps = FMath::Min(Frame.Steps, MostSteps);
		return Frame;
	}

private:
	/// Less than this is not worth a step, nor would Core take it. [s]
	static constexpr double LeastStep = 0.001;

	FFrame AdvanceFixed()
	{
		const double Step = static_cast<double>(StepSeconds);
		const int32 Due = StepsIn(Pending / Step);
		Pending = FMath::Max(Pending - Due * Step, 0.0);
		return {Due, StepSeconds, bInterpolate ? FMath::Min(Pending / Step, 1.0) : 1.0,
			FMath::Max(Due - MostSteps, 0) * Step};
	}

	/// Pieces of equal length, none longer than the longest step.
	FFrame AdvanceVariable()
	{
		if (Pending < LeastStep)
		{
			return {};
		}
		const double Longest = static_cast<double>(StepSeconds);
		const double Lost = FMath::Max(Pending - MostSteps * Longest, 0.0);
		const double Length = Pending - Lost;
		const int32 Pieces = FMath::Max(static_cast<int32>(std::ceil(Length / Longest)), 1);
		Pending = 0.0;
		return {Pieces, static_cast<float>(Length / Pieces), 1.0, Lost};
	}

	/// A frame of a whole number of steps must not lose one to rounding, nor a day of them overflow.
	static int32 StepsIn(double Ratio) { return static_cast<int32>(FMath::Min(Ratio + 1.0e-6, 1.0e9)); }

	bool bFixed = true;
	bool bInterpolate = true;
	float StepSeconds = 1.0f / 60.0f;
	int32 MostSteps = 8;
	double Pending = 0.0; ///< Time that steps are yet to be made for. [s]
};
}
