// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Parts of the Unreal module's navigation by themselves, which no spec can reach in an engine: they are not exported.

#include "CrowdNavBorders.h"
#include "CrowdPathPlanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace CrowdAvoidance;

namespace
{
/// Pieces of a closed line, each of some parts, in any order and direction, and as different tiles round them.
TArray<FVector> Cut(const std::vector<FVector>& Corners, int Parts, unsigned Seed)
{
	std::mt19937 Random(Seed);
	std::uniform_real_distribution<double> Off(-0.001, 0.001);
	std::vector<std::pair<FVector, FVector>> Pieces;
	for (size_t Index = 0; Index < Corners.size(); ++Index)
	{
		const FVector& From = Corners[Index];
		const FVector& To = Corners[(Index + 1) % Corners.size()];
		for (int Part = 0; Part < Parts; ++Part)
		{
			Pieces.emplace_back(
				FMath::Lerp(From, To, static_cast<double>(Part) / Parts), FMath::Lerp(From, To, (Part + 1.0) / Parts));
		}
	}
	std::shuffle(Pieces.begin(), Pieces.end(), Random);
	TArray<FVector> Ends;
	for (auto& [From, To] : Pieces)
	{
		const bool bTurned = Random() % 2 == 0;
		const FVector Noise(Off(Random), Off(Random), 0.0);
		Ends.Add((bTurned ? To : From) + Noise);
		Ends.Add((bTurned ? From : To) + Noise);
	}
	return Ends;
}

/// Seen from above, x up and y to the right: clockwise, so that what is inside is on the right.
const std::vector<FVector> Square = {FVector(0, 0, 0), FVector(400, 0, 0), FVector(400, 400, 0), FVector(0, 400, 0)};

TArray<FNavBorder> ToBorders(const std::vector<FVector>& Corners)
{
	TArray<FNavBorder> Out;
	for (size_t Index = 0; Index < Corners.size(); ++Index)
	{
		const FVector& To = Corners[(Index + 1) % Corners.size()];
		Out.Add({Corners[Index], To, (Corners[Index] + To) * 0.5});
	}
	return Out;
}

bool HasCorner(const TArray<FNavBorder>& Borders, const FVector& Corner)
{
	const auto IsAt = [&](const FVector& Point) { return Point.Equals(Corner, 0.01); };
	return std::any_of(Borders.begin(), Borders.end(), [&](const FNavBorder& Border) { return IsAt(Border.From); }) &&
		std::any_of(Borders.begin(), Borders.end(), [&](const FNavBorder& Border) { return IsAt(Border.To); });
}

/// One agent of a step.
struct FOne
{
	uint32_t Handle = 0;
	float X = 0.0f, Y = 0.0f, Radius = 0.3f, Speed = 1.3f, Zero = 0.0f;
	float DesiredX = 1.0f, DesiredY = 0.0f;

	/// What the planner makes of a wish to go along x.
	Vec2 PlanAt(FCrowdPathPlanner& Planner, float AtX, float AtY)
	{
		X = AtX;
		Y = AtY;
		DesiredX = 1.0f;
		DesiredY = 0.0f;
		Planner::PlanBlock Block;
		Block.Count = 1;
		Block.Dt = 0.01f;
		Block.HandleIndex = {&Handle, sizeof(uint32_t)};
		Block.Radius = {&Radius, sizeof(float)};
		Block.MaxSpeed = Block.PreferredSpeed = {&Speed, sizeof(float)};
		Block.PositionX = {&X, sizeof(float)};
		Block.PositionY = {&Y, sizeof(float)};
		Block.VelocityX = Block.VelocityY = {&Zero, sizeof(float)};
		Block.DesiredX = &DesiredX;
		Block.DesiredY = &DesiredY;
		Planner.Plan(Block);
		return {DesiredX, DesiredY};
	}
};

/// Five metres along x, five along y, rising, and five along x again.
TArray<FRoutePoint> MakeStep()
{
	return {{{0.0f, 0.0f}, 0.0f, true}, {{5.0f, 0.0f}, 0.0f, true}, {{5.0f, 3.0f}, 0.0f, false},
		{{5.0f, 5.0f}, 1.0f, true}, {{10.0f, 5.0f}, 1.0f, true}};
}
}

TEST(NavBorders, JoinsWhatIsInOneLineInWhateverOrderItComes)
{
	const TArray<FNavBorder> First = JoinBorders(Cut(Square, 7, 1));
	ASSERT_EQ(First.Num(), 4);
	for (unsigned Seed = 2; Seed < 50; ++Seed)
	{
		const TArray<FNavBorder> Other = JoinBorders(Cut(Square, 7, Seed));
		ASSERT_EQ(Other.Num(), 4);
		for (int32 Index = 0; Index < 4; ++Index)
		{
			EXPECT_TRUE(
				Other[Index].From.Equals(First[Index].From, 0.01) && Other[Index].To.Equals(First[Index].To, 0.01));
		}
	}
}

TEST(NavBorders, LeavesOutWhatIsTwiceOrNothing)
{
	TArray<FVector> Ends = Cut(Square, 1, 1);
	Ends.Append(Cut(Square, 1, 2));
	Ends.Append({FVector(10, 10, 0), FVector(10.05, 10, 0)});
	EXPECT_EQ(JoinBorders(Ends).Num(), 4);
}

TEST(NavBorders, KeepsFloorsApart)
{
	TArray<FVector> Ends = {FVector(0, 0, 0), FVector(100, 0, 0), FVector(100, 0, 300), FVector(200, 0, 300)};
	EXPECT_EQ(JoinBorders(Ends).Num(), 2);
	Ends[2].Z = Ends[3].Z = 5.0;
	EXPECT_EQ(JoinBorders(Ends).Num(), 1);
}

TEST(NavBorders, ShiftsARoomOutwardsWithItsCorners)
{
	const TArray<FNavBorder> Shifted = ShiftBorders(ToBorders(Square), 35.0);
	ASSERT_EQ(Shifted.Num(), 4);
	for (const FVector& Corner :
		{FVector(-35, -35, 0), FVector(435, -35, 0), FVector(435, 435, 0), FVector(-35, 435, 0)})
	{
		EXPECT_TRUE(HasCorner(Shifted, Corner));
	}
}

TEST(NavBorders, ShiftsWhatStandsInARoomInwardsWithItsCorners)
{
	std::vector<FVector> Solid = Square;
	std::reverse(Solid.begin(), Solid.end());
	const TArray<FNavBorder> Shifted = ShiftBorders(ToBorders(Solid), 35.0);
	ASSERT_EQ(Shifted.Num(), 4);
	for (const FVector& Corner : {FVector(35, 35, 0), FVector(365, 35, 0), FVector(365, 365, 0), FVector(35, 365, 0)})
	{
		EXPECT_TRUE(HasCorner(Shifted, Corner));
	}
}

TEST(NavBorders, TakesTheRoundingOffTheEndOfAThinWall)
{
	// As a mesh goes around it: 35 cm away from a line of 10 m, in half circles of twelve pieces at its ends.
	std::vector<FVector> Around;
	for (const double Sign : {1.0, -1.0})
	{
		for (int Piece = 0; Piece <= 12; ++Piece)
		{
			const double Angle = 3.14159265358979 * Piece / 12.0;
			Around.push_back(FVector(Sign * 35.0 * std::cos(Angle), Sign * (500.0 + 35.0 * std::sin(Angle)), 0.0));
		}
	}
	// Counter-clockwise seen from above, so that the mesh, outside, is on the right.
	std::reverse(Around.begin(), Around.end());
	for (const FNavBorder& Wall : ShiftBorders(ToBorders(Around), 34.0))
	{
		EXPECT_LT(std::abs(Wall.From.X), 1.5);
		EXPECT_LT(std::abs(Wall.From.Y), 501.5);
	}
}

TEST(NavBorders, GivesAPillarItsCornersBack)
{
	// The mesh cuts the corners of what it goes around: 35 cm away from a pillar of a metre. Counter-clockwise seen from above.
	const std::vector<FVector> Around = {FVector(-50, 85, 0), FVector(50, 85, 0), FVector(85, 50, 0),
		FVector(85, -50, 0), FVector(50, -85, 0), FVector(-50, -85, 0), FVector(-85, -50, 0), FVector(-85, 50, 0)};
	const TArray<FNavBorder> Walls = ShiftBorders(ToBorders(Around), 35.0);
	EXPECT_EQ(Walls.Num(), 4);
	for (const FVector& Corner : {FVector(50, 50, 0), FVector(50, -50, 0), FVector(-50, -50, 0), FVector(-50, 50, 0)})
	{
		EXPECT_TRUE(HasCorner(Walls, Corner));
	}
}

TEST(NavBorders, LeavesSomethingOfAPole)
{
	// 6 cm thick, and the mesh a cell further away from it than it would have to be, or nearer.
	for (const double Off : {-4.0, 4.0})
	{
		std::vector<FVector> Around;
		for (int Piece = 0; Piece < 8; ++Piece)
		{
			const double Angle = -3.14159265358979 * Piece / 4.0;
			Around.push_back(FVector((38.0 + Off) * std::sin(Angle), (38.0 + Off) * std::cos(Angle), 0.0));
		}
		std::reverse(Around.begin(), Around.end());
		const TArray<FNavBorder> Walls = ShiftBorders(ToBorders(Around), 35.0);
		EXPECT_GE(Walls.Num(), 2);
		for (const FNavBorder& Wall : Walls)
		{
			EXPECT_LT(std::hypot(Wall.From.X, Wall.From.Y), 10.0);
		}
	}
}

TEST(PathPlanner, GoesFromCornerToCornerAndLeavesTheLastLegToTheGoal)
{
	FCrowdPathPlanner Planner;
	Planner.SetRoute({0, 1}, MakeStep(), false);
	FOne Agent;
	EXPECT_EQ(Agent.PlanAt(Planner, 1.0f, 0.0f), (Vec2{1.3f, 0.0f}));
	// Near the corner.
	const Vec2 Around = Agent.PlanAt(Planner, 4.8f, 0.0f);
	EXPECT_GT(Around.Y, 1.2f);
	// Past the place where the way begins to rise, which is no corner.
	EXPECT_EQ(Agent.PlanAt(Planner, 5.0f, 3.5f), (Vec2{0.0f, 1.3f}));
	// Beyond the line through the last corner, though not near it.
	EXPECT_EQ(Agent.PlanAt(Planner, 6.0f, 5.5f), (Vec2{1.0f, 0.0f}));
	EXPECT_FALSE(Planner.TakeAnyLost());
}

TEST(PathPlanner, KnowsHowHighTheRouteIs)
{
	FCrowdPathPlanner Planner;
	FOne Agent;
	float Height = -1.0f;
	EXPECT_FALSE(Planner.HeightAt({0, 1}, {}, Height));
	Planner.SetRoute({0, 1}, MakeStep(), false);
	EXPECT_TRUE(Planner.HasSlopes());
	Agent.PlanAt(Planner, 4.8f, 0.0f);
	EXPECT_TRUE(Planner.HeightAt({0, 1}, {5.0f, 2.0f}, Height));
	EXPECT_EQ(Height, 0.0f);
	Agent.PlanAt(Planner, 5.0f, 3.5f);
	EXPECT_TRUE(Planner.HeightAt({0, 1}, {5.5f, 4.0f}, Height));
	EXPECT_EQ(Height, 0.5f);
	Planner.Release({0, 1});
	EXPECT_FALSE(Planner.HasSlopes());
}

TEST(PathPlanner, HoldsReleasesAndFindsTheLost)
{
	FCrowdPathPlanner Planner;
	FOne Agent;
	Planner.Hold({0, 1});
	EXPECT_EQ(Agent.PlanAt(Planner, 0.0f, 0.0f), Vec2{});
	Planner.Release({0, 1});
	EXPECT_EQ(Agent.PlanAt(Planner, 0.0f, 0.0f), (Vec2{1.0f, 0.0f}));
	Planner.SetRoute({0, 1}, MakeStep(), false);
	Agent.PlanAt(Planner, 2.0f, -3.1f);
	EXPECT_FALSE(Planner.TakeAnyLost());
	Agent.PlanAt(Planner, 2.0f, -3.3f);
	EXPECT_TRUE(Planner.TakeAnyLost() && Planner.TakeLost({0, 1}));
	EXPECT_FALSE(Planner.TakeAnyLost() || Planner.TakeLost({0, 1}));
}

TEST(PathPlanner, ShowsTheRouteAhead)
{
	FCrowdPathPlanner Planner;
	FOne Agent;
	DebugGeometry Out;
	Planner.Describe({0, 1}, Out);
	EXPECT_TRUE(Out.Items.empty());
	Planner.SetRoute({0, 1}, MakeStep(), false);
	Agent.PlanAt(Planner, 4.8f, 0.0f);
	Out.Position = {4.8f, 0.0f};
	Planner.Describe({0, 1}, Out);
	ASSERT_EQ(Out.Items.size(), 1u);
	EXPECT_EQ(Out.Items[0].Kind, EDebugKind::Path);
	const auto Line = Out.PointsOf(Out.Items[0]);
	ASSERT_EQ(Line.size(), 4u);
	EXPECT_EQ(Line.front(), (Vec2{4.8f, 0.0f}));
	EXPECT_EQ(Line.back(), (Vec2{10.0f, 5.0f}));
	Planner.Forget({0, 1});
	EXPECT_FALSE(Planner.HasRoute({0, 1}));
}

TEST(PathPlanner, TakesAHandleOfThePastForNobody)
{
	FCrowdPathPlanner Planner;
	FOne Agent;
	Planner.SetRoute({0, 1}, MakeStep(), false);
	Planner.Forget({0, 1});
	Planner.SetRoute({0, 2}, MakeStep(), false);
	Planner.Release({0, 1});
	Planner.Forget({0, 1});
	EXPECT_FALSE(Planner.HasRoute({0, 1}));
	EXPECT_TRUE(Planner.HasRoute({0, 2}));
	float Height = -1.0f;
	EXPECT_FALSE(Planner.HeightAt({0, 1}, {5.0f, 4.0f}, Height));
	DebugGeometry Out;
	Planner.Describe({0, 1}, Out);
	EXPECT_TRUE(Out.Items.empty());
	EXPECT_EQ(Agent.PlanAt(Planner, 1.0f, 0.0f), (Vec2{1.3f, 0.0f}));
	EXPECT_FALSE(Planner.HasRoute({UINT32_MAX, 0}));
}

TEST(PathPlanner, KeepsRoutesApartHoweverManyThereWere)
{
	FCrowdPathPlanner Planner;
	for (uint32 Index = 0; Index < 3; ++Index)
	{
		TArray<FRoutePoint> Route = MakeStep();
		Route.Last().Position.X = 20.0f + static_cast<float>(Index);
		Planner.SetRoute({Index, 1}, Route, false);
	}
	for (int Change = 0; Change < 5000; ++Change)
	{
		Planner.SetRoute({0, 1}, MakeStep(), false);
	}
	for (uint32 Index = 1; Index < 3; ++Index)
	{
		DebugGeometry Out;
		Planner.Describe({Index, 1}, Out);
		ASSERT_EQ(Out.Points.size(), 5u);
		EXPECT_EQ(Out.Points.back(), (Vec2{20.0f + static_cast<float>(Index), 5.0f}));
	}
}
