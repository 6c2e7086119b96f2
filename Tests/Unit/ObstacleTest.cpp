// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace CrowdAvoidance::Testing::ObstacleTest
{
namespace
{
using Shape = std::vector<Vec2>;

const Shape Square = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
const Shape Triangle = {{-1.5f, -1.0f}, {2.0f, -0.5f}, {0.25f, 1.5f}};
const Shape Angle = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, -1.0f}, {-1.0f, -1.0f}, {-1.0f, 2.0f}, {-2.0f, 2.0f}};
const Shape Wall = {{0.0f, -4.0f}, {0.0f, 4.0f}};

Shape Reversed(Shape Vertices)
{
	std::reverse(Vertices.begin(), Vertices.end());
	return Vertices;
}

Shape Shifted(Shape Vertices, Vec2 Offset)
{
	for (Vec2& Vertex : Vertices)
	{
		Vertex = {Vertex.X + Offset.X, Vertex.Y + Offset.Y};
	}
	return Vertices;
}

float DistanceToSegment(Vec2 Point, Vec2 A, Vec2 B)
{
	const Vec2 Along{B.X - A.X, B.Y - A.Y};
	const Vec2 From{Point.X - A.X, Point.Y - A.Y};
	const float Where = (From.X * Along.X + From.Y * Along.Y) / (Along.X * Along.X + Along.Y * Along.Y);
	const float Clamped = std::clamp(Where, 0.0f, 1.0f);
	return Distance(Point, {A.X + Clamped * Along.X, A.Y + Clamped * Along.Y});
}

float DistanceToBorder(Vec2 Point, const Shape& Vertices)
{
	float Least = INFINITY;
	for (size_t Vertex = 0; Vertex < Vertices.size(); ++Vertex)
	{
		Least = std::min(Least, DistanceToSegment(Point, Vertices[Vertex], Vertices[(Vertex + 1) % Vertices.size()]));
	}
	return Least;
}

bool IsInside(Vec2 Point, const Shape& Vertices)
{
	bool bInside = false;
	for (size_t Vertex = 0; Vertex < Vertices.size(); ++Vertex)
	{
		const Vec2 A = Vertices[Vertex];
		const Vec2 B = Vertices[(Vertex + 1) % Vertices.size()];
		if ((A.Y > Point.Y) != (B.Y > Point.Y) && Point.X < (B.X - A.X) * (Point.Y - A.Y) / (B.Y - A.Y) + A.X)
		{
			bInside = !bInside;
		}
	}
	return bInside;
}

/// A ring of agents that all want through the middle.
void AddRing(World& Crowd, float Away, uint64_t Seed)
{
	TestRandom Random(Seed);
	for (int Agent = 0; Agent < 24; ++Agent)
	{
		Vec2 Place = Random.InDisc(1.0f);
		const float Scale = (Away + 0.3f * static_cast<float>(Agent)) / std::max(0.05f, Length(Place));
		Place = {Place.X * Scale, Place.Y * Scale};
		const float Speed = -1.2f / Length(Place);
		MustAdd(Crowd, Walker(Place, {Place.X * Speed, Place.Y * Speed}, 0.25f));
	}
}

void ExpectSameRun(World& A, World& B, int Steps)
{
	for (int Step = 0; Step < Steps; ++Step)
	{
		MustStep(A, 0.1f);
		MustStep(B, 0.1f);
		ASSERT_EQ(A.StateHash(), B.StateHash()) << "in step " << Step;
	}
}

TEST(Obstacle, EitherWindingGivesTheSameRun)
{
	for (const bool bPlain : {false, true})
	{
		for (const Shape& Vertices : {Square, Triangle, Angle, Wall})
		{
			WorldDef Def;
			Def.Model = ModelName("orca", bPlain);
			World A = MakeWorld(Def);
			World B = MakeWorld(Def);
			AddRing(A, 4.0f, 3);
			AddRing(B, 4.0f, 3);
			MustAddObstacle(A, Vertices);
			MustAddObstacle(B, Reversed(Vertices));
			ASSERT_NO_FATAL_FAILURE(ExpectSameRun(A, B, 80)) << Vertices.size() << " vertices, plain " << bPlain;
		}
	}
}

TEST(Obstacle, NoAgentEntersIt)
{
	for (const bool bPlain : {false, true})
	{
		for (const Shape& Vertices : {Square, Triangle, Angle, Wall, Reversed(Square), Reversed(Angle)})
		{
			WorldDef Def;
			Def.Model = ModelName("orca", bPlain);
			World Crowd = MakeWorld(Def);
			// Alone, so that nobody pushes.
			AgentProfile Profile;
			Profile.MaxNeighbors = 0;
			ASSERT_TRUE(Crowd.SetProfile({}, Profile).IsOk());
			AddRing(Crowd, 4.0f, 4);
			MustAddObstacle(Crowd, Vertices);
			for (int Step = 0; Step < 150; ++Step)
			{
				MustStep(Crowd, 0.1f);
				const AgentsView View = Crowd.Agents();
				for (int Agent = 0; Agent < View.Count; ++Agent)
				{
					const Vec2 Place{View.PositionX[Agent], View.PositionY[Agent]};
					ASSERT_FALSE(Vertices.size() > 2 && IsInside(Place, Vertices))
						<< "agent " << View.HandleIndex[Agent];
					ASSERT_GT(DistanceToBorder(Place, Vertices), 0.25f - 0.02f)
						<< "agent " << View.HandleIndex[Agent] << " of step " << Step << ", " << Vertices.size()
						<< " vertices, plain " << bPlain;
				}
			}
		}
	}
}

TEST(Obstacle, AWallStopsAgentsFromBothSides)
{
	for (const float Side : {-1.0f, 1.0f})
	{
		World Crowd = MakeWorld();
		MustAddObstacle(Crowd, {{0.0f, -50.0f}, {0.0f, 50.0f}});
		const AgentHandle Handle = MustAdd(Crowd, Walker({3.0f * Side, 0.0f}, {-1.3f * Side, 0.0f}));
		float Nearest = 3.0f;
		for (int Step = 0; Step < 100; ++Step)
		{
			MustStep(Crowd, 0.1f);
			const AgentState State = MustGet(Crowd, Handle);
			ASSERT_GT(State.Position.X * Side, 0.29f) << "in step " << Step;
			Nearest = std::min(Nearest, State.Position.X * Side);
		}
		EXPECT_LT(Nearest, 0.6f) << "it should come close before it stops";
	}
}

TEST(Obstacle, AgentsSlideAlongAWallThatIsNotInTheWay)
{
	World Crowd = MakeWorld();
	MustAddObstacle(Crowd, {{-50.0f, 0.0f}, {50.0f, 0.0f}});
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.5f}, {1.0f, 0.0f}));
	for (int Step = 0; Step < 50; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_NEAR(MustGet(Crowd, Handle).Position.X, 5.0f, 0.05f);
	EXPECT_NEAR(MustGet(Crowd, Handle).Position.Y, 0.5f, 0.05f);
}

TEST(Obstacle, ChangesBeforeTheFirstStepEqualAWorldBuiltFreshWithTheFinalSet)
{
	for (const bool bPlain : {false, true})
	{
		WorldDef Def;
		Def.Model = ModelName("orca", bPlain);
		World Changed = MakeWorld(Def);
		World Fresh = MakeWorld(Def);
		AddRing(Changed, 6.0f, 5);
		AddRing(Fresh, 6.0f, 5);
		const Vec2 Offset{-0.75f, 0.5f};

		const ObstacleHandle A = MustAddObstacle(Changed, Square);
		const ObstacleHandle B = MustAddObstacle(Changed, Shifted(Triangle, {2.0f, 1.0f}));
		MustAddObstacle(Changed, Shifted(Angle, {-1.0f, 4.0f}));
		ASSERT_TRUE(Changed.RemoveObstacle(B).IsOk());
		ASSERT_TRUE(Changed.MoveObstacle(A, Offset).IsOk());
		EXPECT_EQ(Changed.ObstacleCount(), 2);

		MustAddObstacle(Fresh, Shifted(Square, Offset));
		MustAddObstacle(Fresh, Shifted(Angle, {-1.0f, 4.0f}));
		ASSERT_NO_FATAL_FAILURE(ExpectSameRun(Changed, Fresh, 60));
	}
}

TEST(Obstacle, ChangesDuringARunEqualAWorldThatAlwaysHadTheFinalSet)
{
	// Far from everyone at first, so that the two worlds agree until the changes.
	const Vec2 Far{500.0f, 500.0f};
	World Changed = MakeWorld();
	World Fresh = MakeWorld();
	AddRing(Changed, 6.0f, 6);
	AddRing(Fresh, 6.0f, 6);
	const ObstacleHandle Moved = MustAddObstacle(Changed, Shifted(Square, Far));
	const ObstacleHandle Removed = MustAddObstacle(Changed, Shifted(Angle, {-500.0f, -200.0f}));
	ExpectSameRun(Changed, Fresh, 10);
	ASSERT_TRUE(Changed.MoveObstacle(Moved, {-500.0f, -500.0f}).IsOk());
	ASSERT_TRUE(Changed.RemoveObstacle(Removed).IsOk());
	MustAddObstacle(Changed, Shifted(Triangle, {3.0f, 3.0f}));
	MustAddObstacle(Fresh, Square);
	MustAddObstacle(Fresh, Shifted(Triangle, {3.0f, 3.0f}));
	ASSERT_NO_FATAL_FAILURE(ExpectSameRun(Changed, Fresh, 60));
}

TEST(Obstacle, LongListsOfWallsKeepUpWithChanges)
{
	// So small and so many that a cell lists hundreds of edges, which kernels look at many at a time.
	const Shape Small = {{0.0f, 0.0f}, {0.25f, 0.0f}, {0.0f, 0.25f}};
	const Vec2 Offset{0.5f, -0.25f};
	for (const EIsa Isa : AvailableIsas())
	{
		WorldDef Def;
		Def.Isa = Isa;
		World Changed = MakeWorld(Def);
		Def.Isa = EIsa::Scalar;
		World Fresh = MakeWorld(Def);
		World Empty = MakeWorld(Def);
		for (World* const Crowd : {&Changed, &Fresh, &Empty})
		{
			AgentProfile Profile;
			Profile.ObstacleHorizon = 0.25f;
			const ProfileHandle Handle = MustAddProfile(*Crowd, Profile);
			TestRandom Random(9);
			for (int Number = 0; Number < 50; ++Number)
			{
				AgentDef Agent = Walker(Random.InSquare(3.0f), Random.InDisc(1.0f), 0.1f);
				Agent.Profile = Handle;
				MustAdd(*Crowd, Agent);
			}
		}
		TestRandom Random(10);
		std::vector<ObstacleHandle> Handles;
		for (int Number = 0; Number < 300; ++Number)
		{
			const Shape Vertices = Shifted(Small, Random.InSquare(3.0f));
			Handles.push_back(MustAddObstacle(Changed, Vertices));
			if (Number % 3 != 0)
			{
				MustAddObstacle(Fresh, Number % 3 == 1 ? Shifted(Vertices, Offset) : Vertices);
			}
		}
		for (size_t Number = 0; Number < Handles.size(); ++Number)
		{
			if (Number % 3 < 2)
			{
				ASSERT_TRUE((Number % 3 == 0 ? Changed.RemoveObstacle(Handles[Number])
											 : Changed.MoveObstacle(Handles[Number], Offset))
								.IsOk());
			}
		}
		ASSERT_NO_FATAL_FAILURE(ExpectSameRun(Changed, Fresh, 20)) << IsaName(Isa);
		for (int Step = 0; Step < 20; ++Step)
		{
			MustStep(Empty, 0.1f);
		}
		EXPECT_NE(Fresh.StateHash(), Empty.StateHash()) << "the walls must bite";
	}
}

TEST(Obstacle, RemovingTheLastOneFreesTheWay)
{
	World Crowd = MakeWorld();
	const ObstacleHandle Barrier = MustAddObstacle(Crowd, {{0.0f, -50.0f}, {0.0f, 50.0f}});
	const AgentHandle Handle = MustAdd(Crowd, Walker({-2.0f, 0.0f}, {1.3f, 0.0f}));
	for (int Step = 0; Step < 50; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	ASSERT_LT(MustGet(Crowd, Handle).Position.X, 0.0f);
	ASSERT_TRUE(Crowd.RemoveObstacle(Barrier).IsOk());
	EXPECT_EQ(Crowd.ObstacleCount(), 0);
	for (int Step = 0; Step < 50; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_GT(MustGet(Crowd, Handle).Position.X, 3.0f);
}

TEST(Obstacle, OutsideTheMasksOfAnAgentDoesNotExistForIt)
{
	World Crowd = MakeWorld();
	AgentProfile Ghost;
	Ghost.Avoids = 0x2u;
	const ProfileHandle Profile = MustAddProfile(Crowd, Ghost);
	MustAddObstacle(Crowd, Wall, 0x5u);
	AgentDef Def = Walker({-2.0f, 1.0f}, {1.3f, 0.0f});
	const AgentHandle Stopped = MustAdd(Crowd, Def);
	Def.Position.Y = -1.0f;
	Def.Profile = Profile;
	const AgentHandle Through = MustAdd(Crowd, Def);
	for (int Step = 0; Step < 30; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_LT(MustGet(Crowd, Stopped).Position.X, -0.25f);
	EXPECT_NEAR(MustGet(Crowd, Through).Position.X, -2.0f + 3.9f, 0.01f);
}

TEST(Obstacle, MoreWallsThanAnAgentCanAvoidAreReported)
{
	World Crowd = MakeWorld();
	for (int Number = 0; Number < CrowdMaxWalls + 10; ++Number)
	{
		const float Y = 0.5f + 0.01f * static_cast<float>(Number);
		MustAddObstacle(Crowd, {{-1.0f, Y}, {1.0f, Y}});
	}
	const AgentHandle Handle = MustAdd(Crowd, Walker({0.0f, 0.0f}, {0.0f, 1.0f}));
	const StepReport Report = MustStep(Crowd, 0.1f);
	EXPECT_TRUE(HasStatus(Report.Status, EStepStatus::WallsTruncated));
	EXPECT_EQ(FindNonFinite(Crowd), "");
	for (int Step = 0; Step < 30; ++Step)
	{
		MustStep(Crowd, 0.1f);
		ASSERT_LT(MustGet(Crowd, Handle).Position.Y, 0.5f) << "the nearest walls are the ones that count";
	}
}

TEST(Obstacle, FewWallsAreNotReported)
{
	World Crowd = MakeWorld();
	MustAddObstacle(Crowd, Square);
	MustAdd(Crowd, Walker({-3.0f, 0.0f}, {1.0f, 0.0f}));
	for (int Step = 0; Step < 20; ++Step)
	{
		EXPECT_EQ(MustStep(Crowd, 0.1f).Status, EStepStatus::None);
	}
}

TEST(Obstacle, AgentsThatStartInsideOrOnTheBorderStayFinite)
{
	for (const bool bPlain : {false, true})
	{
		WorldDef Def;
		Def.Model = ModelName("orca", bPlain);
		World Crowd = MakeWorld(Def);
		MustAddObstacle(Crowd, Square);
		MustAddObstacle(Crowd, Shifted(Angle, {10.0f, 0.0f}));
		MustAddObstacle(Crowd, Wall);
		for (const Vec2 Place : {Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, Vec2{1.0f, 1.0f}, Vec2{-1.0f, 0.5f},
				 Vec2{0.0f, 4.0f}, Vec2{0.0f, 2.0f}, Vec2{9.0f, -1.0f}, Vec2{8.5f, 0.0f}, Vec2{1.0f, -1.3f}})
		{
			MustAdd(Crowd, Walker(Place, {0.5f, 0.25f}));
			MustAdd(Crowd, Walker(Place, {}));
		}
		for (int Step = 0; Step < 100; ++Step)
		{
			MustStep(Crowd, 0.1f);
			ASSERT_EQ(FindNonFinite(Crowd), "") << "in step " << Step;
			ASSERT_EQ(FindTooFast(Crowd), "") << "in step " << Step;
		}
	}
}

/// Short walls all over a square.
void ScatterWalls(World& Crowd, int Count, float HalfSide)
{
	TestRandom Random(5);
	for (int Number = 0; Number < Count; ++Number)
	{
		const Vec2 From = Random.InSquare(HalfSide);
		MustAddObstacle(Crowd, {From, {From.X + 0.5f, From.Y + Random.Range(-0.5f, 0.5f)}});
	}
}

TEST(Obstacle, WhoSeesWallsFromAfarDoesNotChangeWhatOthersDo)
{
	World Alone = MakeWorld();
	World Together = MakeWorld();
	TestRandom Random(6);
	std::vector<AgentDef> Walkers;
	for (int Number = 0; Number < 100; ++Number)
	{
		Walkers.push_back(Walker(Random.InSquare(40.0f), Random.InSquare(1.0f)));
	}
	for (World* const Crowd : {&Alone, &Together})
	{
		ScatterWalls(*Crowd, 500, 40.0f);
		for (const AgentDef& Def : Walkers)
		{
			MustAdd(*Crowd, Def);
		}
	}
	AgentDef Fast = Walker({5000.0f, 0.0f}, {});
	Fast.MaxSpeed = 120.0f;
	const AgentHandle Racer = MustAdd(Together, Fast);
	for (int Step = 0; Step < 50; ++Step)
	{
		MustStep(Alone, 0.1f);
		MustStep(Together, 0.1f);
	}
	Together.RemoveAgent(Racer).Value();
	EXPECT_EQ(Alone.StateHash(), Together.StateHash());
}

TEST(Obstacle, ThatIsSeenFromAfarTakesLittleMemory)
{
	World Crowd = MakeWorld();
	ScatterWalls(Crowd, 2000, 40.0f);
	AgentDef Fast = Walker({0.0f, 0.0f}, {});
	Fast.MaxSpeed = 900.0f;
	MustAdd(Crowd, Fast);
	MustStep(Crowd, 0.1f);
	EXPECT_LT(Crowd.MemoryBytes(), 8u << 20);
}

TEST(Obstacle, ThousandsOfThemChangeBetweenSteps)
{
	World Crowd = MakeWorld();
	TestRandom Random(8);
	AddRing(Crowd, 10.0f, 7);
	std::vector<ObstacleHandle> Living;
	for (int Round = 0; Round < 40; ++Round)
	{
		for (int Change = 0; Change < 60; ++Change)
		{
			if (Living.empty() || Random.Chance(0.6f))
			{
				Living.push_back(
					MustAddObstacle(Crowd, Shifted(Random.Chance(0.5f) ? Square : Wall, Random.InSquare(60.0f))));
				continue;
			}
			const int Chosen = Random.Index(static_cast<int>(Living.size()));
			if (Random.Chance(0.5f))
			{
				ASSERT_TRUE(Crowd.MoveObstacle(Living[Chosen], Random.InSquare(3.0f)).IsOk());
				continue;
			}
			const ObstacleHandle Removed = Living[Chosen];
			ASSERT_TRUE(Crowd.RemoveObstacle(Removed).IsOk());
			ASSERT_FALSE(Crowd.IsValid(Removed));
			Living[Chosen] = Living.back();
			Living.pop_back();
		}
		ASSERT_EQ(Crowd.ObstacleCount(), static_cast<int>(Living.size()));
		MustStep(Crowd, 0.1f);
		ASSERT_EQ(FindNonFinite(Crowd), "");
	}
}
}
}
