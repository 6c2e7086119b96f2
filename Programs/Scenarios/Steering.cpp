// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Steering.h"

#include "Scenarios/Random.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// In double precision, so that agents far from the origin steer like those near it.
struct Vector
{
	double X = 0.0;
	double Y = 0.0;

	Vector() = default;
	Vector(double InX, double InY) : X(InX), Y(InY) {}
	explicit Vector(Vec2 Value) : X(Value.X), Y(Value.Y) {}

	friend Vector operator+(Vector A, Vector B) { return {A.X + B.X, A.Y + B.Y}; }
	friend Vector operator-(Vector A, Vector B) { return {A.X - B.X, A.Y - B.Y}; }
	friend Vector operator*(double Scale, Vector A) { return {Scale * A.X, Scale * A.Y}; }
};

double Dot(Vector A, Vector B)
{
	return A.X * B.X + A.Y * B.Y;
}

double Length(Vector A)
{
	return std::sqrt(Dot(A, A));
}

/// Zero stays zero.
Vector Direction(Vector A)
{
	const double Size = Length(A);
	return Size > 0.0 ? (1.0 / Size) * A : Vector();
}

Vector Truncate(Vector A, double Longest)
{
	const double Size = Length(A);
	return Size > Longest ? (Longest / Size) * A : A;
}

/// Where two come nearest to each other if both go on as they do.
struct Encounter
{
	double Seconds = 0.0; ///< Below zero: they are parting already.
	Vector Offset;        ///< From the agent to the other then.
};

Encounter Predict(Vector Offset, Vector RelativeVelocity)
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
Vector Seek(const SteeringAgent& Self, const SteeringParameters& Parameters, double Dt)
{
	const Vector Way = Vector(Self.Goal) - Vector(Self.Position);
	const double Ramp = std::min(1.0, Length(Way) / Self.ArrivalRadius);
	const Vector Wanted = Ramp * Self.PreferredSpeed * Direction(Way);
	// Not faster than within one step, which would overshoot.
	return (1.0 / std::max(Parameters.SeekSeconds, Dt)) * (Wanted - Vector(Self.Velocity));
}

/// Away from where the other will be: sideways when they meet head on, with some braking or hurrying when they cross.
Vector Avoid(const SteeringAgent& Self, const Encounter& Threat, const SteeringParameters& Parameters)
{
	Vector Away = -1.0 * Direction(Threat.Offset);
	if (Away.X == 0.0 && Away.Y == 0.0)
	{
		// Dead centre: to the right, so that two who meet take different sides.
		Away = Direction({Self.Velocity.Y, -static_cast<double>(Self.Velocity.X)});
	}
	return Parameters.MaxAcceleration * Away;
}
}

Steering::Steering(const SteeringParameters& InParameters) : Parameters(InParameters) {}

void Steering::Compute(std::span<const SteeringAgent> Agents, float Dt, std::span<Vec2> Velocities)
{
	SortIntoBuckets(Agents);
	for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		Velocities[Agent] = Agents[Agent].bHasGoal ? Steer(Agents, Agent, Dt) : Agents[Agent].Velocity;
	}
}

void Steering::SortIntoBuckets(std::span<const SteeringAgent> Agents)
{
	BucketStart.assign(std::bit_ceil(Agents.size() + 1) + 1, 0);
	const auto Home = [&](const SteeringAgent& Agent)
	{ return BucketOf(CellOf(Agent.Position.X), CellOf(Agent.Position.Y)); };
	// A counting sort: sizes, their running sum, and then every agent into its place.
	for (const SteeringAgent& Agent : Agents)
	{
		++BucketStart[Home(Agent) + 1];
	}
	for (size_t Bucket = 1; Bucket < BucketStart.size(); ++Bucket)
	{
		BucketStart[Bucket] += BucketStart[Bucket - 1];
	}
	Sorted.resize(Agents.size());
	std::vector<uint32_t> Next(BucketStart.begin(), BucketStart.end() - 1);
	for (uint32_t Agent = 0; Agent < Agents.size(); ++Agent)
	{
		Sorted[Next[Home(Agents[Agent])]++] = Agent;
	}
}

int64_t Steering::CellOf(float Coordinate) const
{
	return static_cast<int64_t>(std::floor(Coordinate / Parameters.SightMeters));
}

size_t Steering::BucketOf(int64_t Column, int64_t Row) const
{
	const uint64_t Hash = MixBits(MixBits(static_cast<uint64_t>(Column)) + static_cast<uint64_t>(Row));
	return static_cast<size_t>(Hash) & (BucketStart.size() - 2);
}

template <typename VisitType>
void Steering::ForEachInSight(std::span<const SteeringAgent> Agents, size_t Agent, const VisitType& Visit) const
{
	const int64_t Column = CellOf(Agents[Agent].Position.X);
	const int64_t Row = CellOf(Agents[Agent].Position.Y);
	for (int64_t OtherRow = Row - 1; OtherRow <= Row + 1; ++OtherRow)
	{
		for (int64_t OtherColumn = Column - 1; OtherColumn <= Column + 1; ++OtherColumn)
		{
			const size_t Bucket = BucketOf(OtherColumn, OtherRow);
			for (uint32_t I = BucketStart[Bucket]; I < BucketStart[Bucket + 1]; ++I)
			{
				const SteeringAgent& Other = Agents[Sorted[I]];
				// Other cells may share the bucket, perhaps one that is looked into as well.
				const bool bOfCell = CellOf(Other.Position.X) == OtherColumn && CellOf(Other.Position.Y) == OtherRow;
				const Vector Offset = Vector(Other.Position) - Vector(Agents[Agent].Position);
				const bool bInSight = Dot(Offset, Offset) <= Parameters.SightMeters * Parameters.SightMeters;
				if (bOfCell && bInSight && Sorted[I] != Agent)
				{
					Visit(Other, Offset);
				}
			}
		}
	}
}

Vec2 Steering::Steer(std::span<const SteeringAgent> Agents, size_t Agent, double Dt) const
{
	const SteeringAgent& Self = Agents[Agent];
	Vector Acceleration = Seek(Self, Parameters, Dt);
	Encounter Threat{Parameters.HorizonSeconds, {}};
	bool bThreatened = false;
	ForEachInSight(Agents, Agent,
		[&](const SteeringAgent& Other, Vector Offset)
		{
			const double RadiusSum = static_cast<double>(Self.Radius) + Other.Radius;
			const double Distance = Length(Offset);
			if (Distance < RadiusSum + Parameters.SeparationMeters && Parameters.SeparationMeters > 0.0)
			{
				// Repulsion goes with 1 / distance, and is all the agent can do where the bodies touch.
				const double Repulsion = Parameters.MaxAcceleration * RadiusSum / std::max(RadiusSum, Distance);
				Acceleration = Acceleration - Repulsion * Direction(Offset);
			}
			const Encounter Next = Predict(Offset, Vector(Other.Velocity) - Vector(Self.Velocity));
			if (Next.Seconds > 0.0 && Next.Seconds < Threat.Seconds &&
				Length(Next.Offset) < RadiusSum + Parameters.ClearanceMeters)
			{
				Threat = Next;
				bThreatened = true;
			}
		});
	if (bThreatened)
	{
		Acceleration = Acceleration + Avoid(Self, Threat, Parameters);
	}
	const Vector Change = Dt * Truncate(Acceleration, Parameters.MaxAcceleration);
	const Vector Velocity = Truncate(Vector(Self.Velocity) + Change, Self.MaxSpeed);
	return {static_cast<float>(Velocity.X), static_cast<float>(Velocity.Y)};
}
}
