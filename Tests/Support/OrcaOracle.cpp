// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "OrcaOracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace CrowdAvoidance::Testing::Oracle
{
namespace
{
constexpr double Tolerance = 1.0e-7;

Vec operator+(Vec A, Vec B)
{
	return {A.X + B.X, A.Y + B.Y};
}

Vec operator-(Vec A, Vec B)
{
	return {A.X - B.X, A.Y - B.Y};
}

Vec operator*(double Scale, Vec A)
{
	return {Scale * A.X, Scale * A.Y};
}

double Dot(Vec A, Vec B)
{
	return A.X * B.X + A.Y * B.Y;
}

double Length(Vec A)
{
	return std::hypot(A.X, A.Y);
}

/// The nearest point of the ray from Start along the unit Direction.
Vec NearestOnRay(Vec Start, Vec Direction, Vec Point)
{
	return Start + std::max(0.0, Dot(Point - Start, Direction)) * Direction;
}

/// Rotated counter-clockwise by the angle of that cosine and sine.
Vec Rotated(Vec A, double Cosine, double Sine)
{
	return {Cosine * A.X - Sine * A.Y, Sine * A.X + Cosine * A.Y};
}
}

double HalfPlane::Violation(Vec V) const
{
	return -Dot(V - Point, Normal);
}

// The velocity obstacle is the set of relative velocities V for which |V t - Offset| < Reach for some t in (0, Horizon]: a cone
// from the origin that touches the disc (Offset, Reach), with its tip cut off by the disc (Offset / Horizon, Reach / Horizon).
// Its border is an arc and two rays that leave the arc's ends; we measure the distance to all three and take the least.
HalfPlane AvoidanceHalfPlane(
	const Agent& Self, const Agent& Other, double Horizon, double Dt, double Share, ETouching Touching)
{
	const Vec Offset = Other.Position - Self.Position;
	const Vec Relative = Self.Velocity - Other.Velocity;
	const double Reach = Self.Radius + Other.Radius;
	const double Gap = Dot(Offset, Offset) - Reach * Reach;
	const bool bOverlap = Touching == ETouching::Overlapping ? Gap <= 0.0 : Gap < 0.0;

	Vec Nearest;
	Vec Normal;
	if (bOverlap)
	{
		// No time to lose: out of each other by the end of this step. Only the cut-off disc of that time counts.
		const Vec Center = (1.0 / Dt) * Offset;
		const Vec FromCenter = Relative - Center;
		Normal = (1.0 / Length(FromCenter)) * FromCenter;
		Nearest = Center + (Reach / Dt) * Normal;
	}
	else
	{
		const double Away = Length(Offset);
		const Vec Axis = (1.0 / Away) * Offset;
		const double Sine = Reach / Away; // of the cone's half angle
		const double Cosine = std::sqrt(std::max(0.0, 1.0 - Sine * Sine));
		const Vec Center = (1.0 / Horizon) * Offset;
		const double Radius = Reach / Horizon;

		double Best = std::numeric_limits<double>::infinity();
		for (const double Side : {-1.0, 1.0})
		{
			const Vec Direction = Rotated(Axis, Cosine, Side * Sine);
			const Vec Outward = Rotated(Direction, 0.0, Side);
			const Vec Tangent = Center + Radius * Outward;
			const Vec Candidate = NearestOnRay(Tangent, Direction, Relative);
			if (Length(Candidate - Relative) < Best)
			{
				Best = Length(Candidate - Relative);
				Nearest = Candidate;
				Normal = Outward;
			}
		}
		// The arc faces the origin between the two tangent points.
		const Vec FromCenter = Relative - Center;
		const double FromCenterLength = Length(FromCenter);
		if (FromCenterLength > 0.0 && -Dot(FromCenter, Axis) >= Sine * FromCenterLength)
		{
			const Vec Outward = (1.0 / FromCenterLength) * FromCenter;
			const Vec Candidate = Center + Radius * Outward;
			if (Length(Candidate - Relative) <= Best)
			{
				Nearest = Candidate;
				Normal = Outward;
			}
		}
	}
	return {Self.Velocity + Share * (Nearest - Relative), Normal};
}

std::vector<int> Nearest(const std::vector<Agent>& Agents, int Self, double Range, int Count)
{
	std::vector<std::pair<double, int>> Found;
	for (int Other = 0; Other < static_cast<int>(Agents.size()); ++Other)
	{
		const Vec Offset = Agents[Other].Position - Agents[Self].Position;
		if (Other != Self && Dot(Offset, Offset) < Range * Range)
		{
			Found.emplace_back(Dot(Offset, Offset), Other);
		}
	}
	std::sort(Found.begin(), Found.end());
	std::vector<int> Result;
	for (int Rank = 0; Rank < std::min(Count, static_cast<int>(Found.size())); ++Rank)
	{
		Result.push_back(Found[Rank].second);
	}
	return Result;
}

double WorstViolation(const std::vector<HalfPlane>& HalfPlanes, Vec Velocity)
{
	double Worst = -std::numeric_limits<double>::infinity();
	for (const HalfPlane& Plane : HalfPlanes)
	{
		Worst = std::max(Worst, Plane.Violation(Velocity));
	}
	return Worst;
}

// The optimum of a convex problem in the plane lies where the goal itself is, on one border (nearest to the goal) or where two
// borders meet. So we list all such points, strike out what is not permitted, and keep the nearest.
Solution Solve(const std::vector<HalfPlane>& HalfPlanes, Vec Desired, double MaxSpeed, double Slack)
{
	std::vector<HalfPlane> Planes = HalfPlanes;
	for (HalfPlane& Plane : Planes)
	{
		Plane.Point = Plane.Point - Slack * Plane.Normal;
	}

	Solution Best;
	double BestDistance = std::numeric_limits<double>::infinity();
	const auto Consider = [&](Vec Candidate)
	{
		const double Away = Length(Candidate - Desired);
		if (Away < BestDistance && Length(Candidate) <= MaxSpeed + Tolerance &&
			WorstViolation(Planes, Candidate) <= Tolerance)
		{
			BestDistance = Away;
			Best = {true, Candidate, 0.0};
		}
	};

	const double DesiredSpeed = Length(Desired);
	Consider(DesiredSpeed > MaxSpeed ? (MaxSpeed / DesiredSpeed) * Desired : Desired);
	for (size_t First = 0; First < Planes.size(); ++First)
	{
		const HalfPlane& A = Planes[First];
		const Vec AlongA = Rotated(A.Normal, 0.0, 1.0);
		Consider(Desired + A.Violation(Desired) * A.Normal);

		const Vec Foot = Dot(A.Point, A.Normal) * A.Normal; // nearest to the origin
		const double HalfChordSquared = MaxSpeed * MaxSpeed - Dot(Foot, Foot);
		if (HalfChordSquared >= 0.0)
		{
			Consider(Foot + std::sqrt(HalfChordSquared) * AlongA);
			Consider(Foot - std::sqrt(HalfChordSquared) * AlongA);
		}
		for (size_t Second = First + 1; Second < Planes.size(); ++Second)
		{
			const HalfPlane& B = Planes[Second];
			const double Slope = Dot(AlongA, B.Normal);
			if (std::abs(Slope) > 1.0e-12)
			{
				Consider(A.Point + (B.Violation(A.Point) / Slope) * AlongA);
			}
		}
	}
	return Best.bFeasible ? Best : SolveLeastViolation(Planes, MaxSpeed);
}

// The least of a largest linear function over a disc. At the optimum three violations are equal, or two are and the speed limit
// holds, or one does and the speed limit holds. Again: list all such points and keep the best.
Solution SolveLeastViolation(const std::vector<HalfPlane>& HalfPlanes, double MaxSpeed)
{
	Solution Best;
	Best.Violation = std::numeric_limits<double>::infinity();
	const auto Consider = [&](Vec Candidate)
	{
		if (!(Length(Candidate) <= MaxSpeed + Tolerance))
		{
			return;
		}
		// Cheap refusal: most candidates already fail against one plane.
		double Worst = -std::numeric_limits<double>::infinity();
		for (const HalfPlane& Plane : HalfPlanes)
		{
			Worst = std::max(Worst, Plane.Violation(Candidate));
			if (Worst >= Best.Violation)
			{
				return;
			}
		}
		Best.Velocity = Candidate;
		Best.Violation = Worst;
	};

	Consider({0.0, 0.0});
	const size_t Count = HalfPlanes.size();
	for (size_t I = 0; I < Count; ++I)
	{
		const HalfPlane& A = HalfPlanes[I];
		Consider(MaxSpeed * A.Normal);
		for (size_t J = I + 1; J < Count; ++J)
		{
			// Violations of A and B are equal where dot(V, Across) = Level.
			const HalfPlane& B = HalfPlanes[J];
			const Vec Across = B.Normal - A.Normal;
			const double Level = Dot(B.Point, B.Normal) - Dot(A.Point, A.Normal);
			const double AcrossSquared = Dot(Across, Across);
			if (AcrossSquared < 1.0e-24)
			{
				continue;
			}
			const Vec Foot = (Level / AcrossSquared) * Across;
			const Vec Along = (1.0 / std::sqrt(AcrossSquared)) * Rotated(Across, 0.0, 1.0);
			const double HalfChordSquared = MaxSpeed * MaxSpeed - Dot(Foot, Foot);
			if (HalfChordSquared >= 0.0)
			{
				Consider(Foot + std::sqrt(HalfChordSquared) * Along);
				Consider(Foot - std::sqrt(HalfChordSquared) * Along);
			}
			for (size_t K = J + 1; K < Count; ++K)
			{
				const HalfPlane& C = HalfPlanes[K];
				const double Slope = Dot(Along, C.Normal - A.Normal);
				if (std::abs(Slope) > 1.0e-12)
				{
					Consider(Foot + ((C.Violation(Foot) - A.Violation(Foot)) / Slope) * Along);
				}
			}
		}
	}
	return Best;
}
}
