// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The oracle judges Core, so it is itself checked here: against figures worked out by hand, against the definition of a
// collision, and against dense sampling.
#include "ClearPathOracle.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace CrowdAvoidance::Testing::ClearPathOracleSelfTest
{
namespace
{
using namespace ClearPathOracle;

constexpr double HalfRootThree = 0.86602540378443865;

Vec FromFloats(Vec2 From)
{
	return {From.X, From.Y};
}

void ExpectNear(Vec Got, Vec Expected, double Tolerance = 1.0e-9)
{
	EXPECT_NEAR(Got.X, Expected.X, Tolerance);
	EXPECT_NEAR(Got.Y, Expected.Y, Tolerance);
}

void ExpectPlane(const HalfPlane& Got, Vec Normal, double Offset)
{
	ExpectNear(Got.Normal, Normal);
	EXPECT_NEAR(Got.Offset, Offset, 1.0e-9);
}

/// Two discs of radius 1, four metres apart, that walk towards each other: the cone opens by 30 degrees to either side, from the
/// origin, and is cut off at 1/2 * 2 m / 2 s.
Scene HeadOn()
{
	Scene Result;
	Result.Self = {{0.0, 0.0}, {1.0, 0.0}, 1.0, 1.0, {}};
	Result.Neighbors = {{{4.0, 0.0}, {-1.0, 0.0}, 1.0, 1.0, {}}};
	Result.Desired = {0.8, 0.0};
	return Result;
}

std::vector<Region> AllRegions(const Scene& Source, bool bGuarantee = false)
{
	std::vector<int> All;
	for (int Neighbor = 0; Neighbor < static_cast<int>(Source.Neighbors.size()); ++Neighbor)
	{
		All.push_back(Neighbor);
	}
	return RegionsOf(Source, All, {Source.AgentHorizon, Source.ObstacleHorizon}, bGuarantee);
}

std::vector<Vec> Box(double HalfX, double HalfY)
{
	return {{-HalfX, -HalfY}, {HalfX, -HalfY}, {HalfX, HalfY}, {-HalfX, HalfY}};
}

TEST(ClearPathOracleItself, KnowsTheRegionOfADisc)
{
	const std::vector<Region> Regions = AllRegions(HeadOn());
	ASSERT_EQ(Regions.size(), 2u);
	ASSERT_EQ(Regions[0].Count, 3);
	ExpectPlane(Regions[0].Planes[0], {0.5, -HalfRootThree}, 0.0);
	ExpectPlane(Regions[0].Planes[1], {0.5, HalfRootThree}, 0.0);
	ExpectPlane(Regions[0].Planes[2], {1.0, 0.0}, 0.5);
	EXPECT_NEAR(Regions[0].Depth({0.8, 0.0}), 0.3, 1.0e-12);
	EXPECT_NEAR(Regions[0].Depth({0.4, 0.0}), -0.1, 1.0e-12);
	EXPECT_NEAR(Regions[0].Depth({2.0, 0.3}), 1.0 - 0.3 * HalfRootThree, 1.0e-12);
}

TEST(ClearPathOracleItself, SharesByResponsibility)
{
	Scene Source = HeadOn();
	Source.Self.Responsibility = 3.0;
	// s = 3/4: c = 1/4 (1, 0) + 3/4 (-1, 0), cut-off 3/4 * 2 m / 2 s beyond it.
	ExpectPlane(AllRegions(Source)[0].Planes[2], {1.0, 0.0}, -0.5 + 0.75);
	ExpectPlane(AllRegions(Source)[0].Planes[0], {0.5, -HalfRootThree}, -0.25);
	Source.Neighbors[0].Responsibility = 0.0;
	ExpectPlane(AllRegions(Source)[0].Planes[2], {1.0, 0.0}, -1.0 + 1.0);
	Source.Self.Responsibility = 0.0;
	EXPECT_TRUE(AllRegions(Source).empty());
}

TEST(ClearPathOracleItself, TakesTheClearanceFromTheGap)
{
	Scene Source = HeadOn();
	Source.Clearance = 1.5;
	const Contact Near = ContactOf(Source.Self, Source.Neighbors[0], 1.5);
	EXPECT_NEAR(Near.Gap, 1.0, 1.0e-12);
	EXPECT_NEAR(std::sin(Near.Left), 0.75, 1.0e-12);
	EXPECT_NEAR(std::sin(Near.Right), -0.75, 1.0e-12);
	ExpectPlane(AllRegions(Source)[0].Planes[2], {1.0, 0.0}, 0.25);
	Source.bPlain = true;
	ExpectPlane(AllRegions(Source)[0].Planes[2], {1.0, 0.0}, 0.5);
}

TEST(ClearPathOracleItself, PartsOverlappingDiscs)
{
	Scene Source = HeadOn();
	Source.Self.Velocity = {};
	Source.Neighbors[0] = {{1.0, 0.0}, {}, 1.0, 1.0, {}};
	Source.MaxSpeed = 20.0;
	// Half of a metre within a tenth of a second.
	ASSERT_EQ(AllRegions(Source)[0].Count, 1);
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, -5.0);
	// At half of its maximum speed at least, and with nine tenths of what it is able to.
	Source.MaxSpeed = 8.0;
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, -4.0);
	Source.MaxAcceleration = 10.0;
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, -0.9);
	Source.Self.Velocity = {0.5, 0.0};
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, -0.4);
	EXPECT_TRUE(IsOverlapping(Source, 0));
	EXPECT_TRUE(IsOverlappingAnyBody(Source));
	// With the same centre the axis is given.
	Source.Self.Velocity = {};
	Source.Neighbors[0].Position = {};
	Source.SameSpot = {{0.0, 1.0}};
	Source.MaxAcceleration = 1.0e6;
	Source.MaxSpeed = 40.0;
	ExpectPlane(AllRegions(Source)[0].Planes[0], {0.0, 1.0}, -10.0);
	ExpectPlane(AllRegions(Source)[1].Planes[0], {0.0, 1.0}, 0.0);
	// Where only the clearance is broken, bodies do not overlap.
	Source.Neighbors[0].Position = {2.5, 0.0};
	Source.Clearance = 1.5;
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, -2.5);
	EXPECT_TRUE(IsOverlapping(Source, 0));
	EXPECT_FALSE(IsOverlappingAnyBody(Source));
}

TEST(ClearPathOracleItself, KnowsTheRegionOfAWall)
{
	Scene Source = HeadOn();
	Source.Neighbors.clear();
	Source.Self.Radius = 0.5;
	Source.Walls = {{{2.0, -1.0}, {2.0, 1.0}}};
	const Region Ahead = AllRegions(Source)[0];
	ASSERT_EQ(Ahead.Count, 3);
	ExpectPlane(Ahead.Planes[2], {1.0, 0.0}, 1.5);
	// A leg goes through the origin and passes the end of the wall at the distance of the radius.
	EXPECT_NEAR(Ahead.Planes[0].Offset, 0.0, 1.0e-12);
	EXPECT_NEAR(Dot(Ahead.Planes[0].Normal, {2.0, 1.0}), 0.5, 1.0e-12);
	EXPECT_NEAR(Dot(Ahead.Planes[1].Normal, {2.0, -1.0}), 0.5, 1.0e-12);
	// Past its end: the nearest point is the corner, 3-4-5 away.
	Source.Walls = {{{3.0, 4.0}, {3.0, 9.0}}};
	ExpectPlane(AllRegions(Source)[0].Planes[2], {0.6, 0.8}, 4.5);
	// Touched.
	Source.Walls = {{{0.4, -1.0}, {0.4, 1.0}}};
	ASSERT_EQ(AllRegions(Source).size(), 1u);
	ASSERT_EQ(AllRegions(Source)[0].Count, 1);
	ExpectPlane(AllRegions(Source)[0].Planes[0], {1.0, 0.0}, 0.0);
}

TEST(ClearPathOracleItself, KnowsTheRegionOfAPolygon)
{
	Scene Source = HeadOn();
	Source.Self.Shape = Box(0.5, 0.5);
	Source.Self.Radius = RadiusOf(Source.Self.Shape);
	Source.Neighbors[0] = {{3.0, 0.0}, {}, RadiusOf(Box(0.5, 0.5)), 1.0, Box(0.5, 0.5)};
	// The difference is the box 2 .. 4, -1 .. 1.
	Contact Near = ContactOf(Source.Self, Source.Neighbors[0], 1.0);
	ExpectNear(Near.Axis, {1.0, 0.0});
	EXPECT_NEAR(Near.Gap, 2.0, 1.0e-12);
	EXPECT_NEAR(std::tan(Near.Left), 0.5, 1.0e-12);
	EXPECT_NEAR(std::tan(Near.Right), -0.5, 1.0e-12);
	// The clearance goes by the discs around them.
	EXPECT_NEAR(ContactOf(Source.Self, Source.Neighbors[0], 1.1).Gap, 2.0 - 0.1 * 2.0 * std::sqrt(0.5), 1.0e-12);
	// Against a disc the corner counts: from (1.5, 1.5), grown by the disc.
	Source.Neighbors[0] = {{2.0, 2.0}, {}, 0.25, 1.0, {}};
	Near = ContactOf(Source.Self, Source.Neighbors[0], 1.0);
	ExpectNear(Near.Axis, {std::sqrt(0.5), std::sqrt(0.5)});
	EXPECT_NEAR(Near.Gap, 1.5 * std::sqrt(2.0) - 0.25, 1.0e-12);
	// Overlapping by 0.7 along x and 0.9 along y: out along x, so the way in is forbidden.
	Source.Neighbors[0] = {{0.3, 0.1}, {}, RadiusOf(Box(0.5, 0.5)), 1.0, Box(0.5, 0.5)};
	Near = ContactOf(Source.Self, Source.Neighbors[0], 1.0);
	ExpectNear(Near.Axis, {1.0, 0.0});
	EXPECT_NEAR(Near.Gap, -0.7, 1.0e-12);
	// Turned by 45 degrees, the box is a diamond.
	EXPECT_NEAR(RadiusOf(Turned(Box(0.5, 0.5), 0.78539816339744831)), std::sqrt(0.5), 1.0e-12);
	ExpectNear(Turned(Box(0.5, 0.5), 0.78539816339744831)[1], {std::sqrt(0.5), 0.0}, 1.0e-12);
}

TEST(ClearPathOracleItself, KnowsTheSidesOfTheGuarantee)
{
	Scene Source = HeadOn();
	Source.bGuarantee = true;
	Source.Self.Velocity = {1.0, -0.25};
	const std::vector<Region> Regions = AllRegions(Source, true);
	ASSERT_EQ(Regions.size(), 3u);
	// It is to pass on the right, where it is: c = (0, -1/8), and what is left of it is forbidden.
	ExpectPlane(Regions[1].Planes[0], {0.0, 1.0}, -0.125);
	// On the left likewise.
	Source.Self.Velocity = {1.0, 0.25};
	ExpectPlane(AllRegions(Source, true)[1].Planes[0], {0.0, -1.0}, -0.125);
	// Neither side: the right one.
	Source.Self.Velocity = {1.0, 0.0};
	ExpectPlane(AllRegions(Source, true)[1].Planes[0], {0.0, 1.0}, 0.0);
	// Both choose the same side: what one of them does turned round is what the other one does.
	Scene Mirrored = Source;
	std::swap(Mirrored.Self, Mirrored.Neighbors[0]);
	ExpectPlane(AllRegions(Mirrored, true)[1].Planes[0], {0.0, -1.0}, 0.0);

	// Two metres at 2 m/s: they meet within more than one second, and at 30 degrees and more they do not.
	EXPECT_EQ(RegionsOf(Source, {0}, {1.01, 1.0}, true).size(), 3u);
	EXPECT_EQ(RegionsOf(Source, {0}, {1.0, 1.0}, true).size(), 2u);
	EXPECT_EQ(RegionsOf(Source, {0}, {1.0, 1.0}, true, {-1.0e-6, 0.0}).size(), 3u);
	Source.Self.Velocity = {1.0, 2.0 * 0.577};
	EXPECT_EQ(AllRegions(Source, true).size(), 3u);
	Source.Self.Velocity = {1.0, 2.0 * 0.578};
	EXPECT_EQ(AllRegions(Source, true).size(), 2u);
	Source.Self.Velocity = {1.0, -2.0 * 0.578};
	EXPECT_EQ(AllRegions(Source, true).size(), 2u);
	// As published it binds all the same.
	Source.bPlain = true;
	EXPECT_EQ(AllRegions(Source, true).size(), 3u);
	EXPECT_EQ(AllRegions(Source, false).size(), 2u);

	const std::vector<Horizons> Times = HorizonsOf(Source);
	ASSERT_EQ(Times.size(), 6u);
	EXPECT_EQ(Times[4].Agents, 0.125);
	EXPECT_EQ(Times[5].Agents, 0.1);
	EXPECT_EQ(Times[4].Walls, 0.1);
}

TEST(ClearPathOracleItself, FindsTheNearestVelocity)
{
	Scene Source = HeadOn();
	ExpectNear(Decide(Source).Velocity, {0.5, 0.0});
	Source.Desired = {0.4, 0.0};
	EXPECT_TRUE(Decide(Source).bStar);
	ExpectNear(Decide(Source).Velocity, {0.4, 0.0});
	// The left leg is nearest.
	Source.MaxSpeed = 5.0;
	Source.Desired = {2.0, 0.3};
	const double Depth = 1.0 - 0.3 * HalfRootThree;
	ExpectNear(Decide(Source).Velocity, {2.0 - 0.5 * Depth, 0.3 + HalfRootThree * Depth});
	// The foot on the leg is 0.608 from the present velocity, further than 0.6: as far along the leg as possible. Either leg passes
	// the present velocity at 1/2.
	Source.MaxAcceleration = 6.0;
	Source.Desired = {1.4, 0.0001};
	const double Chord = std::sqrt(0.36 - 0.25);
	ExpectNear(Decide(Source).Velocity, {0.75 + HalfRootThree * Chord, 0.5 * HalfRootThree + 0.5 * Chord});
	// The bias decides for the right one.
	Source.SideBias = 0.1;
	ExpectNear(Decide(Source).Velocity, {0.75 + HalfRootThree * Chord, -0.5 * HalfRootThree - 0.5 * Chord});
	// From 1 m/s it cannot brake to 1/2 m/s, nor turn aside, so it leaves the other one out of account.
	Source.MaxAcceleration = 4.9;
	Source.Desired = {1.0, 0.0};
	EXPECT_EQ(Decide(Source).Dropped, 1);
	ExpectNear(Decide(Source).Velocity, {1.0, -0.1});
	Source.MaxAcceleration = 5.0;
	EXPECT_EQ(Decide(Source).Dropped, 0);
}

TEST(ClearPathOracleItself, BringsTheDesiredVelocityWithinTheLimits)
{
	Scene Source;
	Source.Self.Velocity = {1.0, 0.0};
	Source.Desired = {0.0, 3.0};
	Source.MaxSpeed = 1.5;
	ExpectNear(GoalOf(Source).Star, {0.0, 1.5});
	Source.SideBias = 0.1;
	ExpectNear(GoalOf(Source).Aim, {0.15 / std::sqrt(1.01), 1.5 / std::sqrt(1.01)});
	Source.MaxAcceleration = 5.0;
	// Half a metre per second of the way to (0, 1.5).
	const double Way = 0.5 / std::hypot(1.0, 1.5);
	ExpectNear(GoalOf(Source).Star, {1.0 - Way, 1.5 * Way});
	// Half of the present velocity in the aim.
	Source.MaxAcceleration = 1.0e6;
	Source.SideBias = 0.0;
	Source.Persistence = 0.5;
	ExpectNear(GoalOf(Source).Aim, {0.5, 0.75});
	Source.bPlain = true;
	ExpectNear(GoalOf(Source).Star, {0.0, 1.5});
	ExpectNear(GoalOf(Source).Aim, {0.0, 1.5});
	// Overlapping, a plain agent wants to stand.
	Source.Neighbors = {{{0.0, 0.1}, {}, 1.0, 1.0, {}}};
	ExpectNear(GoalOf(Source).Star, {});
	// Too fast already: it slows down by half a metre per second.
	Source.Neighbors.clear();
	Source.Self.Velocity = {3.0, 0.0};
	Source.Desired = {1.0, 0.0};
	Source.MaxAcceleration = 5.0;
	ExpectNear(GoalOf(Source).Star, {2.5, 0.0});
	// Nine tenths of that would do.
	EXPECT_NEAR(GoalOf(Source).MaxSpeed, 2.55, 1.0e-12);
	EXPECT_NEAR(GoalOf(Source).Excess({2.55, 0.0}), 0.0, 1.0e-12);
}

TEST(ClearPathOracleItself, KnowsTheClosingBound)
{
	Scene Source = HeadOn();
	// Half of two metres, less 0.2 mm, within a tenth of a second, whatever the velocities are.
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 9.999);
	// The clearance is no part of the gap; and dropped, too, the neighbour counts.
	Source.Clearance = 1.5;
	ASSERT_EQ(RegionsOf(Source, {}, {2.0, 1.0}, false).size(), 1u);
	ExpectPlane(RegionsOf(Source, {}, {2.0, 1.0}, false)[0].Planes[0], {1.0, 0.0}, 9.999);
	// All of the avoiding: the other one comes at 1 m/s. Three quarters of it: half of that counts.
	Source.Neighbors[0].Responsibility = 0.0;
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 19.998 - 1.0);
	Source.Neighbors[0].Responsibility = 1.0;
	Source.Self.Responsibility = 3.0;
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 14.9985 - 0.5);
	// One that leaves does not.
	Source.Neighbors[0].Velocity = {1.0, 0.0};
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 14.9985);
	// A quarter of it.
	Source.Self.Responsibility = 1.0;
	Source.Neighbors[0].Responsibility = 3.0;
	Source.Neighbors[0].Velocity = {-1.0, 0.0};
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 4.9995);
	// Nothing is left of a tenth of a millimetre, or of less than nothing.
	Source.Neighbors[0].Position = {2.0001, 0.0};
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 0.0);
	Source.Neighbors[0].Position = {1.0, 0.0};
	ExpectPlane(AllRegions(Source)[1].Planes[0], {1.0, 0.0}, 0.0);
	// Plain: with the guarantee alone.
	Source.bPlain = true;
	EXPECT_EQ(AllRegions(Source).size(), 1u);
	Source.bGuarantee = true;
	EXPECT_EQ(AllRegions(Source, false).size(), 2u);
	// Never for one that does not yield.
	Source.Self.Responsibility = 0.0;
	EXPECT_EQ(AllRegions(Source, true).size(), 0u);
}

TEST(ClearPathOracleItself, KeepsTheAimWhenItDrops)
{
	// Between two that overlap it, and wish it at least 0.75 m/s off. One is dropped; the bounds of both stay, so it goes along.
	Scene Source;
	Source.Self.Radius = 1.0;
	Source.Desired = {1.0, -0.2};
	Source.SideBias = 0.5;
	Source.Neighbors = {{{0.0, 1.5}, {}, 1.0, 1.0, {}}, {{0.0, -1.6}, {}, 1.0, 1.0, {}}};
	Answer Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 2);
	// The aim is (0.9, -0.7), and y = 0 is all that the bounds leave.
	ExpectNear(Got.Velocity, {0.9, 0.0});
	Source.Neighbors.pop_back();
	Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 0);
	ExpectNear(Got.Velocity, {0.9, -0.75});
	// Nothing to drop it for: v* itself.
	Source.Desired = {1.0, -0.8};
	EXPECT_TRUE(Decide(Source).bStar);
	ExpectNear(Decide(Source).Velocity, {1.0, -0.8});
}

TEST(ClearPathOracleItself, StandsWhereNothingIsLeft)
{
	// Two that never yield come from either side, a millimetre away.
	Scene Source;
	Source.Self.Radius = 1.0;
	Source.Desired = {1.0, 0.0};
	Source.Neighbors = {{{2.001, 0.0}, {-1.0, 0.0}, 1.0, 0.0, {}}, {{-2.001, 0.0}, {1.0, 0.0}, 1.0, 0.0, {}}};
	const Answer Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 2);
	EXPECT_TRUE(Got.bAccelerationDropped);
	EXPECT_TRUE(Got.bStanding);
	ExpectNear(Got.Velocity, {});
}

TEST(ClearPathOracleItself, DropsTheFurthest)
{
	Scene Source;
	Source.Self.Radius = 1.0;
	Source.Desired = {1.0, 0.0};
	Source.MaxSpeed = 10.0;
	Source.Clearance = 1.5;
	// Too near on both sides: one wants it at x <= -0.5, the other at x >= 0.25.
	Source.Neighbors = {{{2.9, 0.0}, {}, 1.0, 1.0, {}}, {{-2.95, 0.0}, {}, 1.0, 1.0, {}}};
	Answer Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 1);
	ExpectNear(Got.Velocity, {-0.5, 0.0});
	// A wall behind its back, at x >= 0, is not dropped.
	Source.Walls = {{{-1.0, -5.0}, {-1.0, 5.0}}};
	Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 2);
	ExpectNear(Got.Velocity, {1.0, 0.0});
	Source.Walls.clear();
	// Plain: overlapping on both sides. Standing still is what it wants; the first one's way out breaks the limit.
	Source.bPlain = true;
	Source.Neighbors = {{{1.0, 0.0}, {-1.0, 0.0}, 1.0, 1.0, {}}, {{-1.2, 0.0}, {}, 1.0, 1.0, {}}};
	Source.Self.Velocity = {-0.5, 0.0};
	Source.MaxAcceleration = 2.0;
	Source.MaxSpeed = 10.0;
	Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 1);
	ExpectNear(Got.Velocity, {-0.68, 0.0});
}

TEST(ClearPathOracleItself, TriesWithAboutHalf)
{
	const auto Tried = [](int All)
	{
		std::vector<int> Found;
		for (int Count = All; Count >= 0; --Count)
		{
			if (IsTried(Count, All, false))
			{
				Found.push_back(Count);
			}
			EXPECT_TRUE(IsTried(Count, All, true));
		}
		return Found;
	};
	EXPECT_EQ(Tried(0), (std::vector<int>{0}));
	EXPECT_EQ(Tried(2), (std::vector<int>{2, 1, 0}));
	EXPECT_EQ(Tried(5), (std::vector<int>{5, 4, 2, 1, 0}));
	EXPECT_EQ(Tried(16), (std::vector<int>{16, 15, 7, 6, 3, 2, 1, 0}));
}

TEST(ClearPathOracleItself, NeverDropsWalls)
{
	Scene Source;
	Source.Self = {{0.0, 0.0}, {1.0, 0.0}, 0.5, 1.0, {}};
	Source.Desired = {1.0, 0.0};
	Source.Walls = {{{0.6, -5.0}, {0.6, 5.0}}};
	Source.Neighbors = {{{-3.0, 0.0}, {}, 0.5, 1.0, {}}};
	Source.MaxAcceleration = 1.0;
	// A tenth of a metre ahead within one second; from 1 m/s it cannot brake to that, but must.
	const Answer Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 1);
	EXPECT_TRUE(Got.bAccelerationDropped);
	ExpectNear(Got.Velocity, {0.1, 0.0});
}

TEST(ClearPathOracleItself, HalvesTheHorizon)
{
	// The other one comes at 2 m/s; c = (-1, 0). All that a slow agent can do lies in the cone, and beyond the cut-off at
	// -1 + 1 / T for two seconds. With one second, standing still is free.
	Scene Source = HeadOn();
	Source.bGuarantee = true;
	Source.Self.Velocity = {};
	Source.Neighbors[0].Velocity = {-2.0, 0.0};
	Source.MaxSpeed = 0.2;
	Source.Desired = {0.1, -0.05};
	Answer Got = Decide(Source);
	EXPECT_EQ(Got.Halvings, 1);
	EXPECT_EQ(Got.Dropped, 0);
	EXPECT_FALSE(Got.bGuaranteeLost);
	// They meet after one second at the soonest, so Type II does not bind any more; as published it does.
	ExpectNear(Got.Velocity, {0.0, -0.05});
	Source.bPlain = true;
	Source.Desired = {0.1, 0.05};
	Got = Decide(Source);
	EXPECT_EQ(Got.Halvings, 1);
	ExpectNear(Got.Velocity, {0.0, 0.0});
	Source.bPlain = false;
	Source.Desired = {0.1, -0.05};
	Source.bGuarantee = false;
	Got = Decide(Source);
	EXPECT_EQ(Got.Dropped, 1);
	ExpectNear(Got.Velocity, {0.1, -0.05});
	// Overlapping: no guarantee. The clearance does not matter.
	Source.bGuarantee = true;
	Source.Neighbors[0] = {{1.9, 0.0}, {}, 1.0, 1.0, {}};
	EXPECT_TRUE(Decide(Source).bGuaranteeLost);
	Source.Neighbors[0].Position = {2.1, 0.0};
	Source.Clearance = 1.1;
	EXPECT_FALSE(Decide(Source).bGuaranteeLost);
	// Without it, it goes on from its aim, to the right of what it wants.
	Source.Neighbors[0].Position = {1.9, 0.0};
	Source.SideBias = 0.5;
	Source.Desired = {-0.2, 0.0};
	ExpectNear(Decide(Source).Velocity, {-0.2 / std::sqrt(1.25), 0.1 / std::sqrt(1.25)});
}

/// Discs that touch after a while, from the quadratic equation; infinity if they never do.
double TimeToCollision(Vec Offset, Vec Relative, double Reach)
{
	const double A = Dot(Relative, Relative);
	const double B = Dot(Offset, Relative);
	const double C = Dot(Offset, Offset) - Reach * Reach;
	const double Discriminant = B * B - A * C;
	return A > 0.0 && B > 0.0 && Discriminant > 0.0 ? (B - std::sqrt(Discriminant)) / A
													: std::numeric_limits<double>::infinity();
}

TEST(ClearPathOracleItself, ForbidsAllThatCollidesWithinTheHorizonAndNothingOutsideTheCone)
{
	TestRandom Random(301);
	int Collisions = 0;
	for (int Round = 0; Round < 200; ++Round)
	{
		Scene Source;
		Source.Self = {FromFloats(Random.InSquare(3.0f)), FromFloats(Random.InDisc(1.5f)), Random.Range(0.1f, 0.5f),
			Random.Range(0.1f, 2.0f), {}};
		Source.Neighbors = {{FromFloats(Random.InSquare(3.0f)), FromFloats(Random.InDisc(1.5f)),
			Random.Range(0.1f, 0.5f), Random.Range(0.1f, 2.0f), {}}};
		const Body& Self = Source.Self;
		const Body& Other = Source.Neighbors[0];
		const double Reach = Self.Radius + Other.Radius;
		if (IsOverlapping(Source, 0))
		{
			continue;
		}
		const Region Forbidden = AllRegions(Source)[0];
		const double Share = Self.Responsibility / (Self.Responsibility + Other.Responsibility);
		const Vec Offset{Other.Position.X - Self.Position.X, Other.Position.Y - Self.Position.Y};
		for (int Sample = 0; Sample < 200; ++Sample)
		{
			// Self changes its velocity by its share of a change of the relative velocity.
			const Vec Change = FromFloats(Random.InDisc(4.0f));
			const Vec V{Self.Velocity.X + Share * Change.X, Self.Velocity.Y + Share * Change.Y};
			const Vec Relative{
				Self.Velocity.X - Other.Velocity.X + Change.X, Self.Velocity.Y - Other.Velocity.Y + Change.Y};
			const double Time = TimeToCollision(Offset, Relative, Reach);
			if (Time < Source.AgentHorizon - 1.0e-6)
			{
				++Collisions;
				ASSERT_GT(Forbidden.Depth(V), -1.0e-9) << "round " << Round;
			}
			if (Forbidden.Depth(V) > 1.0e-6)
			{
				ASSERT_TRUE(std::isfinite(Time)) << "round " << Round;
			}
		}
	}
	EXPECT_GT(Collisions, 1000);
}

std::vector<Vec> RandomShape(TestRandom& Random, float Size)
{
	std::vector<Vec> Shape;
	for (int Corner = Random.Integer(3, 7); Corner > 0; --Corner)
	{
		Shape.push_back(FromFloats(Random.InDisc(Size)));
	}
	return Shape;
}

TEST(ClearPathOracleItself, ForbidsAllThatCollidesWithPolygonsAndWalls)
{
	TestRandom Random(302);
	int Collisions = 0;
	for (int Round = 0; Round < 150; ++Round)
	{
		Scene Source;
		Source.Self.Radius = 0.3;
		Source.Self.Velocity = FromFloats(Random.InDisc(1.5f));
		if (Random.Chance(0.7f))
		{
			Source.Self.Shape = RandomShape(Random, 0.6f);
			Source.Self.Radius = RadiusOf(Source.Self.Shape);
		}
		const Vec Place = FromFloats(Random.InSquare(3.0f));
		const bool bWall = Random.Chance(0.4f);
		if (bWall)
		{
			Source.Walls = {{Place, FromFloats(Random.InSquare(3.0f))}};
		}
		else
		{
			Source.Neighbors = {{Place, FromFloats(Random.InDisc(1.5f)), 0.0, 0.0, RandomShape(Random, 0.8f)}};
			Source.Neighbors[0].Radius = RadiusOf(Source.Neighbors[0].Shape);
		}
		const auto GapAfter = [&](Vec V, double Time)
		{
			Body Moved = Source.Self;
			Moved.Position = {Moved.Position.X + V.X * Time, Moved.Position.Y + V.Y * Time};
			if (bWall)
			{
				return ContactOf(Moved, Source.Walls[0]).Gap;
			}
			Body Other = Source.Neighbors[0];
			Other.Position = {Other.Position.X + Other.Velocity.X * Time, Other.Position.Y + Other.Velocity.Y * Time};
			return ContactOf(Moved, Other, 1.0).Gap;
		};
		if (GapAfter({}, 0.0) <= 0.01)
		{
			continue;
		}
		const Region Forbidden = AllRegions(Source)[0];
		const double Horizon = bWall ? Source.ObstacleHorizon : Source.AgentHorizon;
		for (int Sample = 0; Sample < 60; ++Sample)
		{
			const Vec V = FromFloats(Random.InDisc(4.0f));
			bool bHits = false;
			for (int Instant = 1; Instant < 40 && !bHits; ++Instant)
			{
				bHits = GapAfter(V, Horizon * Instant / 40.0) < -1.0e-9;
			}
			if (bHits)
			{
				++Collisions;
				ASSERT_GT(Forbidden.Depth(V), 0.0) << "round " << Round;
			}
			// Inside the cone it hits sooner or later: somewhere along the way it comes as near as can be.
			if (Forbidden.Depth(V) > 0.05)
			{
				double Nearest = std::numeric_limits<double>::infinity();
				for (int Instant = 1; Instant < 4000 && Nearest > 0.0; ++Instant)
				{
					Nearest = std::min(Nearest, GapAfter(V, 0.01 * Instant));
				}
				ASSERT_LT(Nearest, 0.0) << "round " << Round;
			}
		}
	}
	EXPECT_GT(Collisions, 300);
}

/// Whoever, polygons included, as long as they do not overlap.
Body RandomBody(TestRandom& Random)
{
	Body Result{FromFloats(Random.InSquare(2.0f)), FromFloats(Random.InDisc(1.5f)), Random.Range(0.1f, 0.6f),
		Random.Range(0.05f, 3.0f), {}};
	if (Random.Chance(0.3f))
	{
		Result.Shape = RandomShape(Random, 0.6f);
		Result.Radius = RadiusOf(Result.Shape);
	}
	return Result;
}

TEST(ClearPathOracleItself, KeepsTheTheoremForTwo)
{
	TestRandom Random(303);
	int Kept = 0;
	int Close = 0;
	for (int Round = 0; Round < 8000; ++Round)
	{
		Scene Source;
		Source.bGuarantee = true;
		Source.SideBias = 0.1;
		Source.Dt = Random.Chance(0.5f) ? 0.1 : 0.5;
		Source.MaxSpeed = 1.5;
		Source.Clearance = 1.0;
		Source.Self = RandomBody(Random);
		Source.Neighbors = {RandomBody(Random)};
		Scene Mirrored = Source;
		std::swap(Mirrored.Self, Mirrored.Neighbors[0]);
		Source.Desired = FromFloats(Random.InDisc(1.5f));
		Mirrored.Desired = FromFloats(Random.InDisc(1.5f));
		const Answer A = Decide(Source);
		const Answer B = Decide(Mirrored);
		if (A.bGuaranteeLost || B.bGuaranteeLost)
		{
			continue;
		}
		++Kept;
		for (const double Part : {0.25, 0.5, 0.75, 1.0})
		{
			Body First = Source.Self;
			Body Second = Mirrored.Self;
			const double Time = Part * Source.Dt;
			First.Position = {First.Position.X + Time * A.Velocity.X, First.Position.Y + Time * A.Velocity.Y};
			Second.Position = {Second.Position.X + Time * B.Velocity.X, Second.Position.Y + Time * B.Velocity.Y};
			const double Gap = ContactOf(First, Second, 1.0).Gap;
			Close += Gap < 0.05 ? 1 : 0;
			ASSERT_GT(Gap, -1.0e-8) << "round " << Round;
		}
	}
	EXPECT_GT(Kept, 1000);
	EXPECT_GT(Close, 50);
}

TEST(ClearPathOracleItself, IsNeverBeatenBySampling)
{
	TestRandom Random(304);
	int Starred = 0;
	int Aimed = 0;
	int Infeasible = 0;
	for (int Round = 0; Round < 700; ++Round)
	{
		Scene Source;
		Source.bGuarantee = Random.Chance(0.4f);
		Source.SideBias = Random.Chance(0.5f) ? 0.1 : 0.0;
		Source.MaxAcceleration = Random.Chance(0.4f) ? Random.Range(3.0f, 20.0f) : 1.0e6f;
		Source.Self = RandomBody(Random);
		Source.Desired = FromFloats(Random.InDisc(2.0f));
		for (int Neighbor = Random.Integer(1, 7); Neighbor > 0; --Neighbor)
		{
			Source.Neighbors.push_back(RandomBody(Random));
		}
		if (Random.Chance(0.3f))
		{
			Source.Walls = {{FromFloats(Random.InSquare(3.0f)), FromFloats(Random.InSquare(3.0f))}};
		}
		const std::vector<Region> Regions = AllRegions(Source, Source.bGuarantee);
		const Goal Wanted = GoalOf(Source);
		const Solution Best = Solve(Regions, Wanted, false);
		Starred += Best.bFeasible && Best.bStar ? 1 : 0;
		Aimed += Best.bFeasible && !Best.bStar ? 1 : 0;
		Infeasible += Best.bFeasible ? 0 : 1;
		EXPECT_LE(Wanted.Excess(Wanted.Star), 1.0e-9);
		EXPECT_LE(Wanted.Excess(Wanted.Aim), 1.0e-9);
		if (Best.bStar)
		{
			ASSERT_LE(WorstDepth(Regions, Wanted.Star), 1.0e-8);
			continue;
		}
		if (Best.bFeasible)
		{
			ASSERT_LE(WorstDepth(Regions, Best.Velocity), 1.0e-8);
			ASSERT_LE(Wanted.Excess(Best.Velocity), 1.0e-8);
			// It is the aim, or on a border.
			ASSERT_TRUE(Distance(Best.Velocity, Wanted.Aim) < 1.0e-9 || WorstDepth(Regions, Best.Velocity) >= -1.0e-8);
		}
		const double Reached = Distance(Best.Velocity, Wanted.Aim);
		double Nearest = std::numeric_limits<double>::infinity();
		for (int Sample = 0; Sample < 8000; ++Sample)
		{
			Vec V = FromFloats(Random.InDisc(1.5f));
			// Half of the samples lie around the answer, where a better one would be.
			if (Best.bFeasible && Sample % 2 == 0)
			{
				const double Spread = Sample % 4 == 0 ? 0.1 : 0.005;
				V = {Best.Velocity.X + Spread * V.X, Best.Velocity.Y + Spread * V.Y};
			}
			if (Wanted.Excess(V) <= 0.0 && WorstDepth(Regions, V) <= 0.0)
			{
				Nearest = std::min(Nearest, Distance(V, Wanted.Aim));
			}
		}
		if (Best.bFeasible)
		{
			EXPECT_GE(Nearest, Reached - 1.0e-8) << "round " << Round;
			EXPECT_TRUE(std::isinf(Nearest) || Nearest < Reached + 0.3) << "round " << Round;
		}
		else
		{
			EXPECT_TRUE(std::isinf(Nearest)) << "round " << Round;
		}
	}
	EXPECT_GT(Starred, 30);
	EXPECT_GT(Aimed, 50);
	EXPECT_GT(Infeasible, 30);
}

TEST(ClearPathOracleItself, LeansWithTheSlack)
{
	// Two walls with a gap of no width in between: straight ahead is free for the lenient only.
	const HalfPlane Ahead{{1.0, 0.0}, 0.1};
	Region Left;
	Left.Planes[0] = Ahead;
	Left.Planes[1] = {{0.0, 1.0}, 0.0};
	Left.Count = 2;
	Region Right = Left;
	Right.Planes[1] = {{0.0, -1.0}, 0.0};
	Goal Wanted;
	Wanted.Star = Wanted.Aim = {1.0, 0.001};
	Wanted.MaxSpeed = 1.5;
	Wanted.MaxChange = 1.0e6;
	ExpectNear(Solve({Left, Right}, Wanted, false, 1.0e-4).Velocity, {1.0, 1.0e-4});
	ExpectNear(Solve({Left, Right}, Wanted, false, -1.0e-4).Velocity, {0.0999, 0.001});
	EXPECT_EQ(NearOptima({Left, Right}, Wanted, 1.0e-4, 0.1).size(), 2u);
	// A longer sum of radii forbids more.
	Scene Source = HeadOn();
	const double Strict = RegionsOf(Source, {0}, {2.0, 1.0}, false, {0.0, -1.0e-3})[0].Depth({0.8, 0.0});
	const double Lenient = RegionsOf(Source, {0}, {2.0, 1.0}, false, {0.0, 1.0e-3})[0].Depth({0.8, 0.0});
	EXPECT_NEAR(Strict, 0.3 + 0.0015, 1.0e-9); // A thousandth of 4 + 2 m, halved twice.
	EXPECT_NEAR(Lenient, 0.3 - 0.0015, 1.0e-9);
}
}
}
