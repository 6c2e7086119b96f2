// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// World's queries against brute force over Agents() and GetAgent, and over the vertices that were added.
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

namespace CrowdAvoidance::Testing::QueryTest
{
namespace
{
struct Known
{
	AgentHandle Handle;
	AgentState State;
	uint32_t Groups;
};

std::vector<Known> EverybodyOf(const World& Crowd)
{
	std::vector<Known> Out;
	const AgentsView View = Crowd.Agents();
	for (size_t Place = 0; Place < static_cast<size_t>(View.Count + View.GhostCount); ++Place)
	{
		const AgentHandle Handle = Crowd.HandleOf(View.HandleIndex[Place]);
		const AgentState State = MustGet(Crowd, Handle);
		Out.push_back({Handle, State, Crowd.GetProfile(State.Profile).Value().Groups});
	}
	return Out;
}

bool Passes(const Known& Agent, const AgentFilter& Filter)
{
	return (Filter.Groups == ~0u || (Agent.Groups & Filter.Groups) != 0) && Agent.State.Height >= Filter.MinHeight &&
		Agent.State.Height <= Filter.MaxHeight && (Filter.bGhosts || !Agent.State.bGhost) &&
		!(Agent.Handle == Filter.Except);
}

double Between(Vec2 A, Vec2 B)
{
	const double X = static_cast<double>(A.X) - B.X;
	const double Y = static_cast<double>(A.Y) - B.Y;
	return std::sqrt(X * X + Y * Y);
}

/// Of a point to the segment.
double ToSegment(Vec2 Point, Vec2 From, Vec2 To)
{
	const double X = static_cast<double>(To.X) - From.X;
	const double Y = static_cast<double>(To.Y) - From.Y;
	const double PX = static_cast<double>(Point.X) - From.X;
	const double PY = static_cast<double>(Point.Y) - From.Y;
	const double LengthSq = X * X + Y * Y;
	const double T = LengthSq > 0.0 ? std::clamp((PX * X + PY * Y) / LengthSq, 0.0, 1.0) : 0.0;
	return std::hypot(PX - T * X, PY - T * Y);
}

std::vector<AgentHit> InDiscByForce(
	const std::vector<Known>& Everybody, Vec2 Center, float Radius, const AgentFilter& Filter)
{
	std::vector<std::pair<std::pair<float, uint64_t>, AgentHandle>> Found;
	for (const Known& Agent : Everybody)
	{
		const double Rim = Filter.bBodies ? static_cast<double>(Agent.State.Radius) : 0.0;
		const float Distance = static_cast<float>(std::max(Between(Center, Agent.State.Position) - Rim, 0.0));
		if (Passes(Agent, Filter) && Distance <= Radius)
		{
			Found.push_back({{Distance, Agent.State.Id}, Agent.Handle});
		}
	}
	std::sort(Found.begin(), Found.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	std::vector<AgentHit> Out;
	for (const auto& [Key, Handle] : Found)
	{
		Out.push_back({Handle, Key.first});
	}
	return Out;
}

void ExpectSame(std::span<const AgentHit> Found, std::span<const AgentHit> Expected)
{
	ASSERT_EQ(Found.size(), Expected.size());
	for (size_t Index = 0; Index < Found.size(); ++Index)
	{
		ASSERT_EQ(Found[Index].Agent, Expected[Index].Agent) << Index;
		ASSERT_EQ(Found[Index].Distance, Expected[Index].Distance) << Index;
	}
}

/// Those that touch for certain are there, those that do not for certain are not, each where the disc does touch it.
void CheckAlong(const std::vector<Known>& Everybody, Vec2 From, Vec2 To, float Radius, const AgentFilter& Filter,
	const std::vector<AgentHit>& Hits)
{
	const double Extent = Between(From, To);
	const double Tolerance =
		1.0e-6 * (1.0 + std::fabs(From.X) + std::fabs(From.Y) + std::fabs(To.X) + std::fabs(To.Y) + Radius);
	size_t Unseen = Hits.size();
	for (const Known& Agent : Everybody)
	{
		const Vec2 Center = Agent.State.Position;
		const double Reach =
			static_cast<double>(Radius) + (Filter.bBodies ? static_cast<double>(Agent.State.Radius) : 0.0);
		const double Gap = ToSegment(Center, From, To) - Reach;
		const auto Hit =
			std::find_if(Hits.begin(), Hits.end(), [&](const AgentHit& Each) { return Each.Agent == Agent.Handle; });
		if (Hit == Hits.end())
		{
			EXPECT_TRUE(!Passes(Agent, Filter) || Gap > -Tolerance) << Gap;
			continue;
		}
		--Unseen;
		EXPECT_TRUE(Passes(Agent, Filter));
		ASSERT_LE(Gap, Tolerance);
		// There it touches, and nowhere before.
		const double Share = Extent > 0.0 ? static_cast<double>(Hit->Distance) / Extent : 0.0;
		const Vec2 At = {static_cast<float>(From.X + Share * (static_cast<double>(To.X) - From.X)),
			static_cast<float>(From.Y + Share * (static_cast<double>(To.Y) - From.Y))};
		if (Hit->Distance > 0.0f)
		{
			EXPECT_NEAR(Between(At, Center), Reach, 10.0 * Tolerance);
			EXPECT_GT(ToSegment(Center, From, At) - Reach, -10.0 * Tolerance);
		}
		else
		{
			EXPECT_LE(Between(From, Center), Reach + Tolerance);
		}
	}
	EXPECT_EQ(Unseen, 0u);
	EXPECT_TRUE(std::is_sorted(
		Hits.begin(), Hits.end(), [](const AgentHit& A, const AgentHit& B) { return A.Distance < B.Distance; }));
}

/// Random questions of all kinds, about places around agents and elsewhere.
void CheckQueries(const World& Crowd, TestRandom& Random, float Side, int Questions)
{
	const std::vector<Known> Everybody = EverybodyOf(Crowd);
	const uint64_t Hash = Crowd.StateHash();
	std::vector<AgentHit> Found;
	for (int Question = 0; Question < Questions && !::testing::Test::HasFatalFailure(); ++Question)
	{
		const auto Somewhere = [&]() -> Vec2
		{
			if (Everybody.empty() || Random.Chance(0.3f))
			{
				return Random.InSquare(Random.Chance(0.2f) ? std::min(3.0f * Side, CrowdMaxCoordinate) : Side);
			}
			const Vec2 At =
				Everybody[static_cast<size_t>(Random.Index(static_cast<int>(Everybody.size())))].State.Position;
			return Random.Chance(0.3f) ? At : At + Random.InDisc(3.0f);
		};
		AgentFilter Filter;
		Filter.bBodies = Random.Chance(0.5f);
		Filter.bGhosts = Random.Chance(0.7f);
		Filter.Groups = Random.Chance(0.3f) ? static_cast<uint32_t>(Random.Integer(1, 3)) : ~0u;
		if (Random.Chance(0.3f))
		{
			Filter.MinHeight = -1.0f;
			Filter.MaxHeight = 1.5f;
		}
		if (!Everybody.empty() && Random.Chance(0.5f))
		{
			Filter.Except = Everybody[static_cast<size_t>(Random.Index(static_cast<int>(Everybody.size())))].Handle;
		}
		const Vec2 Point = Somewhere();
		const float Radius = Random.Chance(0.1f) ? 0.0f
			: Random.Chance(0.1f)                ? CrowdMaxRange
			: Random.Chance(0.2f)                ? Random.Range(0.0f, 2.0f * Side)
												 : Random.Range(0.0f, 6.0f);
		ASSERT_TRUE(Crowd.InDisc(Point, Radius, Found, Filter));
		const std::vector<AgentHit> Expected = InDiscByForce(Everybody, Point, Radius, Filter);
		ExpectSame(Found, Expected);

		std::vector<AgentHit> Nearest(static_cast<size_t>(Random.Integer(0, 12)));
		const Result<int> Count = Crowd.Nearest(Point, Radius, Nearest, Filter);
		ASSERT_TRUE(Count) << Count.ErrorText();
		const size_t Most = std::min(Nearest.size(), Expected.size());
		ASSERT_EQ(Count.Value(), static_cast<int>(Most));
		ExpectSame(std::span(Nearest).first(Most), std::span(Expected).first(Most));

		const Vec2 To = Random.Chance(0.1f) ? Point : Random.Chance(0.4f) ? Somewhere() : Point + Random.InDisc(8.0f);
		const float Width = Random.Chance(0.2f) ? 0.0f : std::min(Radius, 20.0f);
		ASSERT_TRUE(Crowd.AlongSegment(Point, To, Width, Found, Filter));
		CheckAlong(Everybody, Point, To, Width, Filter, Found);
	}
	EXPECT_EQ(Crowd.StateHash(), Hash);
}

struct Scatter
{
	const char* Name;
	int Count;
	float Side;
	int Heaps = 0;       ///< Agents stand around that many places instead.
	float Giants = 0.0f; ///< That share is large.
	float Ghosts = 0.0f;
	const char* Model = "orca";
};

AgentDef RandomAgent(const Scatter& Kind, TestRandom& Random, std::span<const ProfileHandle> Profiles)
{
	AgentDef Def;
	TestRandom Place(static_cast<uint64_t>(Kind.Heaps > 0 ? Random.Index(Kind.Heaps) : 0) + 77);
	Def.Position = Kind.Heaps > 0 ? Place.InSquare(Kind.Side) + Random.InDisc(1.0f) : Random.InSquare(Kind.Side);
	Def.DesiredVelocity = Random.InDisc(1.4f);
	Def.Velocity = Def.DesiredVelocity;
	Def.Radius = Random.Chance(Kind.Giants) ? Random.Range(1.5f, 20.0f) : Random.Range(0.2f, 0.5f);
	Def.Height = Random.Chance(0.5f) ? 0.0f : 3.0f;
	Def.Profile = Profiles[static_cast<size_t>(Random.Index(static_cast<int>(Profiles.size())))];
	Def.bGhost = Random.Chance(Kind.Ghosts);
	return Def;
}
}

TEST(Queries, FindWhatBruteForceFindsWhateverHappenedToTheWorld)
{
	const Scatter Kinds[] = {{"empty", 0, 10.0f}, {"one", 1, 10.0f}, {"sparse", 300, 400.0f}, {"dense", 600, 12.0f},
		{"heaps", 500, 60.0f, 4}, {"far apart", 300, 1.0e5f}, {"far-apart heaps", 600, 1.0e5f, 5},
		{"giants", 400, 60.0f, 0, 0.05f}, {"ghosts", 400, 30.0f, 0, 0.1f, 0.4f},
		{"ghosts alone", 100, 30.0f, 0, 0.1f, 1.0f}, {"plain", 300, 40.0f, 0, 0.1f, 0.0f, "orca-plain"},
		{"at the edge of the world", 100, CrowdMaxCoordinate}};
	for (const Scatter& Kind : Kinds)
	{
		SCOPED_TRACE(Kind.Name);
		WorldDef Def;
		Def.Model = Kind.Model;
		World Crowd = MakeWorld(Def);
		TestRandom Random(static_cast<uint64_t>(Kind.Count) + 5);
		AgentProfile Second;
		Second.Groups = 2;
		AgentProfile None;
		None.Groups = 0;
		const ProfileHandle Profiles[] = {{}, MustAddProfile(Crowd, Second), MustAddProfile(Crowd, None)};
		std::vector<AgentHandle> Present;
		for (int Agent = 0; Agent < Kind.Count; ++Agent)
		{
			Present.push_back(MustAdd(Crowd, RandomAgent(Kind, Random, Profiles)));
		}
		CheckQueries(Crowd, Random, Kind.Side, 20);
		for (int Round = 0; Round < 4; ++Round)
		{
			SCOPED_TRACE(Round);
			MustStep(Crowd, Round % 2 == 0 ? 0.1f : 2.0f);
			CheckQueries(Crowd, Random, Kind.Side, 20);
			for (int Edit = 0; Edit < 30 && !Present.empty(); ++Edit)
			{
				const size_t Chosen = static_cast<size_t>(Random.Index(static_cast<int>(Present.size())));
				switch (Random.Index(5))
				{
				case 0:
					ASSERT_TRUE(Crowd.RemoveAgent(Present[Chosen]));
					Present.erase(Present.begin() + static_cast<std::ptrdiff_t>(Chosen));
					break;
				case 1:
					ASSERT_TRUE(Crowd.SetPosition(Present[Chosen], Random.InSquare(Kind.Side)));
					break;
				case 2:
					ASSERT_TRUE(Crowd.Set(Present[Chosen], &AgentDef::Radius, Random.Range(0.1f, 30.0f)));
					break;
				default:
					Present.push_back(MustAdd(Crowd, RandomAgent(Kind, Random, Profiles)));
					break;
				}
				if (Edit % 10 == 0)
				{
					CheckQueries(Crowd, Random, Kind.Side, 4);
				}
			}
			CheckQueries(Crowd, Random, Kind.Side, 20);
		}
	}
}

TEST(Queries, DecideTiesByIdAndMeasureFromRimsIfAskedTo)
{
	World Crowd = MakeWorld();
	AgentDef Def = Walker({1.0f, 0.0f}, {}, 0.5f);
	Def.Id = 7;
	const AgentHandle Later = MustAdd(Crowd, Def);
	Def.Position = {-1.0f, 0.0f};
	Def.Id = 3;
	const AgentHandle Sooner = MustAdd(Crowd, Def);
	for (int Step = 0; Step < 2; ++Step)
	{
		AgentHit Hits[2];
		ASSERT_EQ(Crowd.Nearest({}, 10.0f, Hits).Value(), 2);
		EXPECT_EQ(Hits[0].Agent, Sooner);
		EXPECT_EQ(Hits[1].Agent, Later);
		EXPECT_EQ(Hits[0].Distance, 1.0f);
		AgentFilter Rims;
		Rims.bBodies = true;
		std::vector<AgentHit> All;
		ASSERT_TRUE(Crowd.InDisc({}, 0.5f, All, Rims));
		ASSERT_EQ(All.size(), 2u);
		EXPECT_EQ(All[0].Distance, 0.5f);
		ASSERT_TRUE(Crowd.AlongSegment({-4.0f, 0.0f}, {4.0f, 0.0f}, 0.25f, All, Rims));
		ASSERT_EQ(All.size(), 2u);
		EXPECT_EQ(All[0].Agent, Sooner);
		EXPECT_FLOAT_EQ(All[0].Distance, 2.25f);
		EXPECT_FLOAT_EQ(All[1].Distance, 4.25f);
		MustStep(Crowd, 0.1f);
	}
}

TEST(Queries, FindWhatBruteForceFindsAmongWalls)
{
	TestRandom Random(31);
	for (const float Side : {8.0f, 80.0f, 5.0e4f})
	{
		World Crowd = MakeWorld();
		struct Edge
		{
			ObstacleHandle Owner;
			Vec2 From, To;
			uint32_t Groups;
		};
		std::vector<Edge> Edges;
		for (int Index = 0; Index < 150; ++Index)
		{
			const Vec2 From = Random.InSquare(Side);
			const Vec2 To = From + Random.InDisc(Random.Chance(0.1f) ? Side : 4.0f);
			if (Between(From, To) < 0.01)
			{
				continue;
			}
			const uint32_t Groups = static_cast<uint32_t>(Random.Integer(1, 3));
			const ObstacleHandle Owner = MustAddObstacle(Crowd, {From, To}, Groups);
			if (Random.Chance(0.2f))
			{
				ASSERT_TRUE(Crowd.RemoveObstacle(Owner));
				continue;
			}
			Edges.push_back({Owner, From, To, Groups});
			Edges.push_back({Owner, To, From, Groups});
		}
		for (int Question = 0; Question < 400; ++Question)
		{
			if (Question == 200)
			{
				// A step makes the lists of cells longer.
				MustAdd(Crowd, Walker({}, {}));
				MustStep(Crowd, 0.1f);
			}
			const Vec2 From = Random.Chance(0.5f)
				? Edges[static_cast<size_t>(Random.Index(static_cast<int>(Edges.size())))].From
				: Random.InSquare(Side);
			const Vec2 To = From + Random.InDisc(Random.Chance(0.2f) ? Side : 5.0f);
			const float Radius = Random.Chance(0.2f) ? 0.0f : Random.Range(0.0f, Random.Chance(0.1f) ? Side : 2.0f);
			const uint32_t Groups = Random.Chance(0.5f) ? ~0u : 2u;
			std::vector<WallHit> InDisc, Along;
			ASSERT_TRUE(Crowd.WallsInDisc(From, Radius, InDisc, Groups));
			ASSERT_TRUE(Crowd.WallsAlongSegment(From, To, Radius, Along, Groups));
			const double Tolerance = 1.0e-6 * (1.0 + 2.0 * Side);
			size_t Found = 0;
			size_t Met = 0;
			for (const Edge& Wall : Edges)
			{
				const auto IsIt = [&](const WallHit& Hit)
				{ return Hit.Obstacle == Wall.Owner && Hit.From == Wall.From && Hit.To == Wall.To; };
				const bool bGroup = (Wall.Groups & Groups) != 0;
				const double Away = ToSegment(From, Wall.From, Wall.To) - Radius;
				const auto Near = std::find_if(InDisc.begin(), InDisc.end(), IsIt);
				Found += Near != InDisc.end() ? 1u : 0u;
				EXPECT_TRUE(Near != InDisc.end() ? bGroup && Away <= Tolerance : !bGroup || Away > -Tolerance) << Away;
				if (Near != InDisc.end())
				{
					EXPECT_NEAR(Near->Distance, Away + Radius, Tolerance);
				}
				// Two segments are as far apart as an end of one from the other, or they cross.
				const auto SideOf = [](Vec2 A, Vec2 B, Vec2 C)
				{
					return (static_cast<double>(B.X) - A.X) * (static_cast<double>(C.Y) - A.Y) -
						(static_cast<double>(B.Y) - A.Y) * (static_cast<double>(C.X) - A.X);
				};
				const bool bCross = SideOf(Wall.From, Wall.To, From) * SideOf(Wall.From, Wall.To, To) < 0.0 &&
					SideOf(From, To, Wall.From) * SideOf(From, To, Wall.To) < 0.0;
				const double Gap =
					(bCross ? 0.0
							: std::min({ToSegment(From, Wall.From, Wall.To), ToSegment(To, Wall.From, Wall.To),
								  ToSegment(Wall.From, From, To), ToSegment(Wall.To, From, To)})) -
					Radius;
				const auto Hit = std::find_if(Along.begin(), Along.end(), IsIt);
				Met += Hit != Along.end() ? 1u : 0u;
				EXPECT_TRUE(Hit != Along.end() ? bGroup && Gap <= Tolerance : !bGroup || Gap > -Tolerance) << Gap;
				if (Hit != Along.end())
				{
					const double Share = Between(From, To) > 0.0 ? Hit->Distance / Between(From, To) : 0.0;
					const Vec2 At = From + static_cast<float>(Share) * (To - From);
					if (Hit->Distance > 0.0f)
					{
						EXPECT_NEAR(ToSegment(At, Wall.From, Wall.To), Radius, 10.0 * Tolerance);
						EXPECT_GT(Away, -Tolerance) << "it touched before it set off";
					}
					else
					{
						EXPECT_LE(Away, Tolerance);
					}
				}
			}
			EXPECT_EQ(Found, InDisc.size());
			EXPECT_EQ(Met, Along.size());
			const auto Sooner = [](const WallHit& A, const WallHit& B) { return A.Distance < B.Distance; };
			EXPECT_TRUE(std::is_sorted(InDisc.begin(), InDisc.end(), Sooner));
			EXPECT_TRUE(std::is_sorted(Along.begin(), Along.end(), Sooner));
		}
	}
}

TEST(Queries, AnswerManyThreadsAtOnceAndChangeNothing)
{
	const Scatter Kind = {"threads", 2000, 40.0f, 0, 0.01f, 0.1f};
	World Asked = MakeWorld();
	World Alone = MakeWorld();
	const ProfileHandle Profiles[] = {{}};
	TestRandom Random(4);
	std::vector<AgentHandle> Present;
	for (int Agent = 0; Agent < Kind.Count; ++Agent)
	{
		const AgentDef Def = RandomAgent(Kind, Random, Profiles);
		Present.push_back(MustAdd(Asked, Def));
		MustAdd(Alone, Def);
	}
	for (int Step = 0; Step < 4; ++Step)
	{
		MustStep(Asked, 0.1f);
		MustStep(Alone, 0.1f);
		ASSERT_TRUE(Asked.SetPosition(Present[0], {static_cast<float>(Step), 0.0f}));
		ASSERT_TRUE(Alone.SetPosition(Present[0], {static_cast<float>(Step), 0.0f}));
		// All of them are the first to ask after the step.
		std::vector<std::vector<AgentHit>> Found(4);
		std::vector<std::thread> Threads;
		for (std::vector<AgentHit>& Mine : Found)
		{
			Threads.emplace_back(
				[&Asked, &Mine]
				{
					std::vector<AgentHit> Some;
					for (int Question = 0; Question < 50; ++Question)
					{
						const Vec2 Point = {static_cast<float>(Question) - 25.0f, 3.0f};
						AgentHit Nearest[3];
						std::vector<WallHit> Walls;
						if (Asked.InDisc(Point, 4.0f, Some) && Asked.Nearest(Point, 30.0f, Nearest) &&
							Asked.WallsInDisc(Point, 4.0f, Walls))
						{
							Mine.insert(Mine.end(), Some.begin(), Some.end());
							Mine.insert(Mine.end(), std::begin(Nearest), std::end(Nearest));
						}
					}
				});
		}
		for (std::thread& Each : Threads)
		{
			Each.join();
		}
		EXPECT_GT(Found[0].size(), 150u);
		for (const std::vector<AgentHit>& Other : Found)
		{
			ExpectSame(Other, Found[0]);
		}
		CheckQueries(Asked, Random, Kind.Side, 5);
		EXPECT_EQ(Asked.StateHash(), Alone.StateHash());
	}
}

TEST(Queries, RefuseWhatIsNoPlaceOrRange)
{
	World Crowd = MakeWorld();
	MustAdd(Crowd, Walker({}, {}));
	AgentHit Room[1];
	std::vector<AgentHit> Out = {{{}, 5.0f}};
	std::vector<WallHit> Walls;
	const auto Says = [](const auto& Answer, const char* Text)
	{
		EXPECT_FALSE(Answer);
		EXPECT_TRUE(std::strstr(Answer.ErrorText(), Text)) << Answer.ErrorText();
	};
	Says(Crowd.Nearest({NAN, 0.0f}, 1.0f, Room), "Point is (nan, 0); both must be within");
	Says(Crowd.Nearest({}, -1.0f, Room), "Range is -1; it must be within 0 .. 4000000 m");
	Says(Crowd.Nearest({}, NAN, Room), "Range is nan");
	Says(Crowd.InDisc({0.0f, 2.0e6f}, 1.0f, Out), "Center is (0, 2e+06)");
	Says(Crowd.InDisc({}, INFINITY, Out), "Radius is inf");
	Says(Crowd.AlongSegment({-INFINITY, 0.0f}, {}, 1.0f, Out), "From is (-inf, 0)");
	Says(Crowd.AlongSegment({}, {0.0f, NAN}, 1.0f, Out), "To is (0, nan)");
	Says(Crowd.AlongSegment({}, {}, -0.5f, Out), "Radius is -0.5");
	Says(Crowd.WallsInDisc({}, 1.0e30f, Walls), "Radius is 1.00000002e+30");
	Says(Crowd.WallsAlongSegment({}, {NAN, NAN}, 1.0f, Walls), "To is (nan, nan)");
	AgentFilter Filter;
	Filter.MinHeight = 2.0f;
	Filter.MaxHeight = 1.0f;
	Says(Crowd.InDisc({}, 1.0f, Out, Filter), "MaxHeight is 1; it must be within 2 .. 1000000 m");
	Filter.MinHeight = NAN;
	Says(Crowd.Nearest({}, 1.0f, Room, Filter), "MinHeight is nan");
	EXPECT_EQ(Out.size(), 1u) << "a refused query changes nothing";
}
}
