// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Steering/Steering.h"

#include "DoubleVec2.h"

#include <algorithm>

namespace CrowdAvoidance
{
namespace
{
// In double precision, so that agents far from the origin steer like those near it.

/// Zero stays zero.
DoubleVec2 Direction(DoubleVec2 A)
{
	const double Size = Length(A);
	return Size > 0.0 ? (1.0 / Size) * A : DoubleVec2();
}

DoubleVec2 Truncate(DoubleVec2 A, double Longest)
{
	const double Size = Length(A);
	return Size > Longest ? (Longest / Size) * A : A;
}

/// Where two come nearest to each other if both go on as they do.
struct Encounter
{
	double Seconds = 0.0; ///< Below zero: they are parting already.
	DoubleVec2 Offset;    ///< From the agent to the other then.
};

Encounter Predict(DoubleVec2 Offset, DoubleVec2 RelativeVelocity)
{
	const double SpeedSquared = Dot(RelativeVelocity, RelativeVelocity);
	if (SpeedSquared == 0.0)
	{
		// Side by side they never come nearer.
		return {-1.0, Offset};
	}
	const double Seconds = -Dot(Offset, RelativeVelocity) / SpeedSquared;
	return {Seconds, Offset + Seconds * RelativeVelocity};
}

/// Seek, and near the goal arrival: the speed goes down with the distance.
DoubleVec2 Seek(const SteeringAgent& Self, const SteeringDef& Def, double Dt)
{
	const DoubleVec2 ToGoal = DoubleVec2(Self.Goal) - DoubleVec2(Self.Position);
	const double Ramp = std::min(1.0, Length(ToGoal) / Self.ArrivalRadius);
	const DoubleVec2 Wanted = Ramp * Self.PreferredSpeed * Direction(ToGoal);
	// Not faster than within one step, which would overshoot.
	return (1.0 / std::max(Def.SeekSeconds, Dt)) * (Wanted - DoubleVec2(Self.Velocity));
}

/// Away from where the other will be: sideways when they meet head on, with some braking or hurrying when they cross.
DoubleVec2 Avoid(const SteeringAgent& Self, const Encounter& Threat, const SteeringDef& Def)
{
	DoubleVec2 Away = -1.0 * Direction(Threat.Offset);
	if (Away.X == 0.0 && Away.Y == 0.0)
	{
		// Dead centre: to the right, so that two who meet take different sides.
		Away = Direction({Self.Velocity.Y, -static_cast<double>(Self.Velocity.X)});
	}
	return Def.MaxAcceleration * Away;
}
}

Vec2 Steer(const SteeringDef& Def, const SteeringAgent& Self, std::span<const SteeringAgent> InSight, double Dt)
{
	DoubleVec2 Acceleration = Seek(Self, Def, Dt);
	Encounter Threat{Def.HorizonSeconds, {}};
	bool bThreatened = false;
	for (const SteeringAgent& Other : InSight)
	{
		const DoubleVec2 Offset = DoubleVec2(Other.Position) - DoubleVec2(Self.Position);
		const double RadiusSum = static_cast<double>(Self.Radius) + Other.Radius;
		const double Distance = Length(Offset);
		if (Distance < RadiusSum + Def.SeparationMeters && Def.SeparationMeters > 0.0)
		{
			// Repulsion goes with 1 / distance, and is all the agent can do where the bodies touch.
			const double Repulsion = Def.MaxAcceleration * RadiusSum / std::max(RadiusSum, Distance);
			Acceleration = Acceleration - Repulsion * Direction(Offset);
		}
		const Encounter Next = Predict(Offset, DoubleVec2(Other.Velocity) - DoubleVec2(Self.Velocity));
		if (Next.Seconds > 0.0 && Next.Seconds < Threat.Seconds &&
			Length(Next.Offset) < RadiusSum + Def.ClearanceMeters)
		{
			Threat = Next;
			bThreatened = true;
		}
	}
	if (bThreatened)
	{
		Acceleration = Acceleration + Avoid(Self, Threat, Def);
	}
	const DoubleVec2 Change = Dt * Truncate(Acceleration, Def.MaxAcceleration);
	const DoubleVec2 Velocity = Truncate(DoubleVec2(Self.Velocity) + Change, Self.MaxSpeed);
	return {static_cast<float>(Velocity.X), static_cast<float>(Velocity.Y)};
}
}
