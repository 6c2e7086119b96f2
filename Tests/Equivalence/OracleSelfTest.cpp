// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The oracle judges Core, so it is itself checked here: against its definition, by dense sampling.
#include "OrcaOracle.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace CrowdAvoidance::Testing::OracleSelfTest
{
namespace
{
Oracle::Vec FromFloats(Vec2 From)
{
	return {From.X, From.Y};
}

/// Whether the relative velocity leads to a collision within the horizon, straight from the definition.
bool Collides(Oracle::Vec Offset, Oracle::Vec Relative, double Reach, double Horizon)
{
	const double Speed2 = Relative.X * Relative.X + Relative.Y * Relative.Y;
	const double Approach = Offset.X * Relative.X + Offset.Y * Relative.Y;
	const double Time = Speed2 > 0.0 ? std::clamp(Approach / Speed2, 0.0, Horizon) : 0.0;
	return std::hypot(Relative.X * Time - Offset.X, Relative.Y * Time - Offset.Y) < Reach;
}

TEST(OracleItself, FindsTheSmallestChangeThatLeavesTheVelocityObstacle)
{
	TestRandom Random(201);
	for (int Round = 0; Round < 300; ++Round)
	{
		Oracle::Agent Self{
			FromFloats(Random.InSquare(3.0f)), FromFloats(Random.InDisc(1.5f)), Random.Range(0.1f, 0.5f)};
		Oracle::Agent Other{
			FromFloats(Random.InSquare(3.0f)), FromFloats(Random.InDisc(1.5f)), Random.Range(0.1f, 0.5f)};
		const Oracle::Vec Offset{Other.Position.X - Self.Position.X, Other.Position.Y - Self.Position.Y};
		const double Reach = Self.Radius + Other.Radius;
		if (std::hypot(Offset.X, Offset.Y) < Reach + 0.05)
		{
			continue;
		}
		const double Horizon = 2.0;
		const Oracle::Vec Relative{Self.Velocity.X - Other.Velocity.X, Self.Velocity.Y - Other.Velocity.Y};
		// The whole change, not half of it.
		const Oracle::HalfPlane Plane = Oracle::AvoidanceHalfPlane(Self, Other, Horizon, 0.1, 1.0);
		const Oracle::Vec Change{Plane.Point.X - Self.Velocity.X, Plane.Point.Y - Self.Velocity.Y};
		const double Size = std::hypot(Change.X, Change.Y);
		const bool bCollides = Collides(Offset, Relative, Reach, Horizon);
		// The border: just inside collides, just outside does not.
		const auto At = [&](double Step) {
			return Oracle::Vec{
				Relative.X + Change.X + Step * Plane.Normal.X, Relative.Y + Change.Y + Step * Plane.Normal.Y};
		};
		EXPECT_TRUE(Collides(Offset, At(-1.0e-6), Reach, Horizon)) << "round " << Round;
		EXPECT_FALSE(Collides(Offset, At(1.0e-6), Reach, Horizon)) << "round " << Round;
		EXPECT_NEAR(std::hypot(Plane.Normal.X, Plane.Normal.Y), 1.0, 1.0e-12);
		// Nothing nearer is on the border: a whole disc of that size is on one side.
		for (int Sample = 0; Sample < 400; ++Sample)
		{
			const Oracle::Vec Spread = FromFloats(Random.InDisc(1.0f));
			const Oracle::Vec Near{Relative.X + 0.999 * Size * Spread.X, Relative.Y + 0.999 * Size * Spread.Y};
			ASSERT_EQ(Collides(Offset, Near, Reach, Horizon), bCollides) << "round " << Round;
		}
	}
}

TEST(OracleItself, LetsOverlappingAgentsApartWithinTheStep)
{
	TestRandom Random(202);
	for (int Round = 0; Round < 200; ++Round)
	{
		Oracle::Agent Self{FromFloats(Random.InSquare(0.3f)), FromFloats(Random.InDisc(1.5f)), 0.5};
		Oracle::Agent Other{FromFloats(Random.InSquare(0.3f)), FromFloats(Random.InDisc(1.5f)), 0.5};
		const double Dt = 0.1;
		const Oracle::HalfPlane Plane = Oracle::AvoidanceHalfPlane(Self, Other, 2.0, Dt, 1.0);
		const Oracle::Vec Apart{Other.Position.X + Other.Velocity.X * Dt - Self.Position.X - Plane.Point.X * Dt,
			Other.Position.Y + Other.Velocity.Y * Dt - Self.Position.Y - Plane.Point.Y * Dt};
		EXPECT_NEAR(std::hypot(Apart.X, Apart.Y), 1.0, 1.0e-9);
	}
}

std::vector<Oracle::HalfPlane> RandomPlanes(TestRandom& Random, int Count, double Spread)
{
	std::vector<Oracle::HalfPlane> Planes;
	while (static_cast<int>(Planes.size()) < Count)
	{
		const Oracle::Vec Direction = FromFloats(Random.InDisc(1.0f));
		const double Size = std::hypot(Direction.X, Direction.Y);
		if (Size > 0.05)
		{
			const Oracle::Vec Point = FromFloats(Random.InDisc(1.0f));
			Planes.push_back({{Point.X * Spread, Point.Y * Spread}, {Direction.X / Size, Direction.Y / Size}});
		}
	}
	return Planes;
}

TEST(OracleItself, IsNeverBeatenBySampling)
{
	TestRandom Random(203);
	int Feasible = 0;
	int Infeasible = 0;
	for (int Round = 0; Round < 300; ++Round)
	{
		const std::vector<Oracle::HalfPlane> Planes =
			RandomPlanes(Random, Random.Integer(1, 7), Random.Range(0.1f, 1.5f));
		const Oracle::Vec Desired = FromFloats(Random.InDisc(2.0f));
		constexpr double MaxSpeed = 1.5;
		const Oracle::Solution Best = Oracle::Solve(Planes, Desired, MaxSpeed);
		EXPECT_LE(std::hypot(Best.Velocity.X, Best.Velocity.Y), MaxSpeed + 1.0e-6);
		(Best.bFeasible ? Feasible : Infeasible) += 1;
		if (Best.bFeasible)
		{
			EXPECT_LE(Oracle::WorstViolation(Planes, Best.Velocity), 1.0e-6);
		}
		const double Distance = std::hypot(Best.Velocity.X - Desired.X, Best.Velocity.Y - Desired.Y);
		double NearestSampled = std::numeric_limits<double>::infinity();
		double LeastSampled = std::numeric_limits<double>::infinity();
		// Half of the samples lie around the answer, where a better one would be.
		for (int Sample = 0; Sample < 4000; ++Sample)
		{
			Oracle::Vec Velocity = FromFloats(Random.InDisc(1.5f));
			if (Sample % 2 == 0)
			{
				const double Reach = Sample % 4 == 0 ? 0.1 : 0.005;
				Velocity = {Best.Velocity.X + Velocity.X * Reach, Best.Velocity.Y + Velocity.Y * Reach};
			}
			if (std::hypot(Velocity.X, Velocity.Y) > MaxSpeed)
			{
				continue;
			}
			const double Worst = Oracle::WorstViolation(Planes, Velocity);
			LeastSampled = std::min(LeastSampled, Worst);
			if (Worst <= 0.0)
			{
				NearestSampled = std::min(NearestSampled, std::hypot(Velocity.X - Desired.X, Velocity.Y - Desired.Y));
			}
		}
		if (Best.bFeasible)
		{
			EXPECT_GE(NearestSampled, Distance - 1.0e-6) << "round " << Round;
			EXPECT_TRUE(std::isinf(NearestSampled) || NearestSampled < Distance + 0.2) << "round " << Round;
		}
		else
		{
			EXPECT_GT(LeastSampled, 0.0) << "round " << Round;
			EXPECT_GE(LeastSampled, Best.Violation - 1.0e-6) << "round " << Round;
			EXPECT_LT(LeastSampled, Best.Violation + 0.02) << "round " << Round;
			EXPECT_NEAR(Oracle::WorstViolation(Planes, Best.Velocity), Best.Violation, 1.0e-9);
		}
	}
	EXPECT_GT(Feasible, 50);
	EXPECT_GT(Infeasible, 50);
}
}
}
