// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Encounters: the spawner that makes them, and how they are measured.

#include "Scenarios/Encounter.h"

#include "Scenarios/JsonReader.h"
#include "Scenarios/Simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace CrowdAvoidance::Scenarios::EncounterTest
{
namespace
{
Scene Load(const char* Name, const Settings& Set = {}, uint64_t Seed = 1)
{
	SceneOptions Options;
	Options.Seed = Seed;
	Options.Set = Set;
	return LoadScene(Name, Options);
}

Mover MoverOf(const SceneAgent& Agent)
{
	return {{Agent.Position.X, Agent.Position.Y}, {Agent.Velocity.X, Agent.Velocity.Y}};
}

TEST(Encounter, ProjectedApproachIsWhatStraightWaysComeTo)
{
	const auto Approach = [](Point PA, Point VA, Point PB, Point VB) { return ProjectedApproach({PA, VA}, {PB, VB}); };
	EXPECT_EQ(Approach({0, 0}, {1, 0}, {10, 2}, {-1, 0}), 2.0);
	EXPECT_NEAR(Approach({-5, 0}, {1, 0}, {0, -5.5}, {0, 1}), 0.5 / std::numbers::sqrt2, 1e-12);
	// They part, or stand, or walk abreast: now is as near as it gets.
	EXPECT_EQ(Approach({0, 0}, {-1, 0}, {3, 4}, {1, 0}), 5.0);
	EXPECT_EQ(Approach({0, 0}, {0, 0}, {3, 4}, {0, 0}), 5.0);
	EXPECT_EQ(Approach({0, 0}, {1, 1}, {3, 4}, {1, 1}), 5.0);
}

/// The velocity of the first turns from (1, 0) by 0.1 m/s, evenly from From to To; the second stands 6 m ahead, a little aside.
Encounter Turning(double From, double To, double Change = 0.1, double SeenFrom = 0.0)
{
	constexpr double Dt = 0.01;
	Encounter Course;
	Mover First{{0.0, 0.0}, {1.0, 0.0}};
	for (int Step = 0; Step <= 800; ++Step)
	{
		const double Seconds = Step * Dt;
		// The velocity of a step is chosen at its beginning.
		const double Share = std::clamp((Seconds - Dt - From) / (To - From), 0.0, 1.0);
		First.Velocity.Y = Step == 0 ? 0.0 : Change * Share;
		First.Position = Step == 0 ? Point{} : First.Position + First.Velocity * Dt;
		Course.Add(Seconds, First, {{6.0, -0.1}, {}}, Seconds >= SeenFrom);
	}
	return Course;
}

TEST(Encounter, PhasesAreThoseOfAKnownResponse)
{
	const Encounter Course = Turning(1.0, 3.0);
	const ResponsePhases Phases = Course.Phases();
	// 5 % of the change are done 0.1 s after it began, 90 % after 1.8 s; they are nearest after 6 s.
	EXPECT_NEAR(Phases.Observation.value(), 1.1, 0.011);
	EXPECT_NEAR(Phases.Reaction.value(), 1.7, 0.011);
	EXPECT_NEAR(Phases.Observation.value() + Phases.Reaction.value() + Phases.Maintenance.value(),
		Course.UntilNearest().back().Seconds, 1e-9);
	EXPECT_NEAR(Course.UntilNearest().back().Seconds, 6.0, 0.1);
	EXPECT_NEAR(Course.Samples().front().Projected, 0.1, 1e-12);
	EXPECT_GT(Course.UntilNearest().back().Projected, 0.4);
}

TEST(Encounter, TimeCountsFromFirstSight)
{
	const Encounter Course = Turning(1.0, 3.0, 0.1, 0.5);
	EXPECT_NEAR(Course.SinceSight().front().Seconds, 0.5, 1e-9);
	EXPECT_NEAR(Course.Phases().Observation.value(), 0.6, 0.011);
	const Encounter Unseen = Turning(1.0, 3.0, 0.1, 100.0);
	EXPECT_TRUE(Unseen.UntilNearest().empty());
	EXPECT_FALSE(Unseen.Phases().Observation || Unseen.Phases().Reaction || Unseen.Phases().Maintenance);
}

TEST(Encounter, ASmallChangeIsNoReaction)
{
	EXPECT_FALSE(Turning(1.0, 3.0, 0.009).Phases().Observation);
	EXPECT_TRUE(Turning(1.0, 3.0, 0.011).Phases().Observation);
	EXPECT_FALSE(Encounter().Phases().Reaction);
}

TEST(Encounter, ALongRunDoesNotTakeAllMemory)
{
	Encounter Course;
	for (size_t Sample = 0; Sample < Encounter::MostSamples + 10; ++Sample)
	{
		Course.Add(static_cast<double>(Sample), {}, {}, true);
	}
	EXPECT_EQ(Course.Samples().size(), Encounter::MostSamples);
}

TEST(Encounter, PercentilesAreThoseOfTheValues)
{
	Distribution Sizes;
	EXPECT_EQ(Sizes.Percentile(0.99), 0.0);
	for (int Value = 1; Value <= 1000; ++Value)
	{
		Sizes.Add(0.001 * Value);
	}
	EXPECT_NEAR(Sizes.Percentile(0.99), 0.99, 0.016);
	EXPECT_GE(Sizes.Percentile(0.99), 0.99);
	EXPECT_NEAR(Sizes.Percentile(0.5), 0.5, 0.008);
	EXPECT_EQ(Sizes.Percentile(1.0), 1.0);
	EXPECT_EQ(Sizes.Maximum(), 1.0);
	Distribution Extremes;
	for (const double Value : {0.0, 1e-300, 1e300})
	{
		Extremes.Add(Value);
	}
	EXPECT_LT(Extremes.Percentile(0.5), 1e-9);
	EXPECT_EQ(Extremes.Maximum(), 1e300);
}

TEST(Encounter, TheSpawnerKeepsItsPromise)
{
	for (const double Angle : {10.0, 45.0, 90.0, 135.0, 180.0})
	{
		for (const double Approach : {-2.0, 0.0, 0.1, 1.5})
		{
			for (uint64_t Seed = 1; Seed <= 8; ++Seed)
			{
				const Scene Scene = Load("encounter",
					{{"angle", fmt::format("{}", Angle)}, {"approach", fmt::format("{}", Approach)}, {"distance", "9"}},
					Seed);
				ASSERT_EQ(Scene.Agents.size(), 2u);
				const Mover First = MoverOf(Scene.Agents[0]);
				const Mover Second = MoverOf(Scene.Agents[1]);
				EXPECT_NEAR(ProjectedApproach(First, Second), std::abs(Approach), 1e-4) << Angle << " " << Seed;
				EXPECT_NEAR(First.Velocity.Length(), 1.3, 1e-6);
				EXPECT_NEAR(Second.Velocity.Length(), 1.3, 1e-6);
				const double Cosine =
					(First.Velocity.X * Second.Velocity.X + First.Velocity.Y * Second.Velocity.Y) / (1.3 * 1.3);
				EXPECT_NEAR(std::acos(std::clamp(Cosine, -1.0, 1.0)), Angle * std::numbers::pi / 180.0, 1e-3);
				EXPECT_NEAR(First.Position.Length(), 9.0, 1e-5);
				// Each walks towards its goal, which is as far behind the centre.
				for (const SceneAgent& Agent : Scene.Agents)
				{
					ASSERT_EQ(Agent.Goals.size(), 1u);
					const Vec2 Way = Agent.Goals[0] - Agent.Position;
					EXPECT_NEAR(Length(Way), 18.0, 1e-4);
					EXPECT_NEAR(Cross(Way, Agent.Velocity) / Length(Way), 0.0, 1e-5);
				}
			}
		}
	}
}

TEST(Encounter, TheSeedChoosesCornersAndWhoIsAhead)
{
	std::set<std::tuple<bool, bool, bool, bool, bool>> Seen;
	for (uint64_t Seed = 1; Seed <= 200; ++Seed)
	{
		const Scene Scene = Load("rcap-crossing", {}, Seed);
		const Vec2 A = Scene.Agents[0].Position;
		const Vec2 B = Scene.Agents[1].Position;
		EXPECT_NEAR(ProjectedApproach(MoverOf(Scene.Agents[0]), MoverOf(Scene.Agents[1])), 0.1, 1e-4);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			EXPECT_NEAR(std::abs(Agent.Position.X), std::abs(Agent.Position.Y), 0.11);
			EXPECT_GE(Agent.PreferredSpeed, 1.2f);
			EXPECT_LE(Agent.PreferredSpeed, 1.4f);
		}
		Seen.insert({A.X > 0, A.Y > 0, B.X > 0, B.Y > 0, std::abs(A.X) > std::abs(B.X)});
	}
	// Four corners, from the left or from the right, either of them ahead.
	EXPECT_EQ(Seen.size(), 16u);
}

TEST(Encounter, WallsHideTheTwoUntilTheyHaveComeSomeWay)
{
	for (uint64_t Seed = 1; Seed <= 8; ++Seed)
	{
		const Scene Room = Load("rcap-crossing", {}, Seed);
		Simulation Crowd(Room, {.World = {.Model = "none"}, .Threads = 1});
		Crowd.EnableMetrics();
		while (Crowd.Step())
		{}
		const Metrics Measured = Crowd.ComputeMetrics();
		ASSERT_EQ(Measured.Pairs.size(), 1u);
		const Encounter& Course = Measured.Pairs[0].Course;
		// They see each other after some metres, about 5.6 m before they meet, and nobody does anything about it.
		EXPECT_GT(Course.SinceSight().front().Seconds, 1.5);
		EXPECT_NEAR(Course.SinceSight().front().Distance, 5.6 * std::numbers::sqrt2, 0.8);
		EXPECT_NEAR(Course.UntilNearest().back().Distance, 0.1, 1e-3);
		EXPECT_EQ(Measured.WallCrossings, 0u);
		EXPECT_EQ(Measured.DeepestInWall, 0.0);
		EXPECT_EQ(Measured.Arrived, 2);
		EXPECT_LT(Measured.AccelerationMax, 0.01);
		EXPECT_FALSE(Course.Phases().Reaction);
	}
}

TEST(Encounter, OrcaReactsWithinAStepAndNobodyReactsToNothing)
{
	const auto Run = [](const char* Name)
	{
		Simulation Crowd(Load(Name), {.World = {.Model = "orca"}, .Threads = 1});
		Crowd.EnableMetrics();
		while (Crowd.Step())
		{}
		return Crowd.ComputeMetrics();
	};
	const Metrics Collision = Run("encounter");
	const ResponsePhases Phases = Collision.Pairs.at(0).Course.Phases();
	EXPECT_EQ(Phases.Observation.value(), 0.0);
	EXPECT_LT(Phases.Reaction.value(), 0.0126);
	EXPECT_GT(Collision.AccelerationMax, 5.0);
	EXPECT_EQ(Collision.OverlapPairsPerFrame, 0.0);
	const Metrics Nothing = Run("no-reaction");
	EXPECT_FALSE(Nothing.Pairs.at(0).Course.Phases().Observation);
	EXPECT_LT(Nothing.AccelerationMax, 0.1);
}

TEST(Encounter, PairsAreFollowedWhereThereAreFewOrWhereTheyAreAskedFor)
{
	const auto Followed = [](const Scene& Scene, const MeasureOptions& Options)
	{
		Simulation Crowd(Scene, {.Threads = 1});
		Crowd.EnableMetrics(Options);
		Crowd.Step();
		return Crowd.ComputeMetrics().Pairs;
	};
	const auto Circle = [](int Agents)
	{
		SceneOptions Options;
		Options.Agents = Agents;
		return LoadScene("circle", Options);
	};
	EXPECT_EQ(Followed(Circle(1), {}).size(), 0u);
	EXPECT_EQ(Followed(Circle(6), {}).size(), 15u);
	EXPECT_EQ(Followed(Circle(7), {}).size(), 0u);
	const std::vector<MeasuredPair> Asked = Followed(Circle(7), {.PairsOf = {6, 0, 3}});
	ASSERT_EQ(Asked.size(), 3u);
	EXPECT_EQ(Asked[0].First, 6u);
	EXPECT_EQ(Asked[0].Second, 0u);
	// Before the first step and after it.
	EXPECT_EQ(Asked[0].Course.Samples().size(), 2u);
	EXPECT_THROW(Followed(Circle(7), {.PairsOf = {7}}), InputError);
	EXPECT_THROW(Followed(Circle(50), {.PairsOf = std::vector<uint32_t>(17, 1)}), InputError);
}

TEST(Encounter, TheDifferenceFromAReferenceIsMeasuredAtEqualTimes)
{
	const Scene Scene = Load("no-reaction");
	const auto Difference = [&Scene](const TrajectorySet& Reference)
	{
		Simulation Crowd(Scene, {.World = {.Model = "none"}, .Threads = 1});
		Crowd.EnableMetrics({.Reference = std::make_shared<TrajectorySet>(Reference)});
		for (int Step = 0; Step < 240; ++Step)
		{
			Crowd.Step();
		}
		return Crowd.ComputeMetrics().Reference.value();
	};
	// Agent 0 as it walks but for 0.25 m to the side and 10 % too fast, for two seconds at 4 frames a second.
	TrajectorySet Reference{4.0, {{0, {}}}};
	const Mover Start = MoverOf(Scene.Agents[0]);
	const Point Aside = Start.Velocity.Left() * (0.25 / Start.Velocity.Length());
	for (int Frame = 0; Frame <= 8; ++Frame)
	{
		Reference.People[0].Points.push_back({Frame, Start.Position + Start.Velocity * (Frame / 4.0) + Aside});
	}
	const ReferenceDifference Shifted = Difference(Reference);
	EXPECT_EQ(Shifted.Samples, 241u);
	EXPECT_NEAR(Shifted.MeanMeters(), 0.25, 1e-4);
	EXPECT_NEAR(Shifted.LargestMeters, 0.25, 1e-4);
	for (TrajectoryPoint& Each : Reference.People[0].Points)
	{
		Each.Position = Start.Position + Start.Velocity * (1.1 * static_cast<double>(Each.Frame) / 4.0);
	}
	const ReferenceDifference Faster = Difference(Reference);
	EXPECT_NEAR(Faster.LargestMeters, 0.1 * 1.3 * 2.0, 1e-4);
	EXPECT_NEAR(Faster.MeanMeters(), 0.1 * 1.3 * 1.0, 1e-3);
	// Somebody who is not in the scene.
	Reference.People[0].Id = 7;
	EXPECT_EQ(Difference(Reference).Samples, 0u);
}

TEST(Encounter, BadEncountersAreRefused)
{
	const auto Complaint = [](const std::string& Spawner)
	{
		try
		{
			ParseScene(R"({"name": "a", "description": "a", "seed": 1, "dt": 0.1, "stop": {"maxSeconds": 1},
				"profiles": [{"name": "p"}], "agent": {"radius": 0.25}, "spawners": [)" +
					Spawner + "]}",
				"a.json");
		}
		catch (const InputError& Refused)
		{
			return std::string(Refused.what());
		}
		return std::string("no error");
	};
	const auto Expect = [](const std::string& Said, const char* Part)
	{ EXPECT_NE(Said.find(Part), std::string::npos) << Said; };
	EXPECT_EQ(Complaint(R"({"kind": "encounter", "distance": 5})"), "no error");
	Expect(Complaint(R"({"kind": "encounter"})"), "distance");
	Expect(Complaint(R"({"kind": "encounter", "distance": 0.2})"), "spawners[0].distance is 0.2 m");
	Expect(Complaint(R"({"kind": "encounter", "distance": 5, "angle": 9})"), "spawners[0].angle is 9");
	Expect(Complaint(R"({"kind": "encounter", "distance": 5, "count": 4})"), "count");
	Expect(Complaint(R"({"kind": "encounter", "distance": 900000, "center": [900000, 0]})"), "must be");
	Expect(Complaint(R"({"kind": "circle", "radius": 5, "count": 3, "moving": true})"), "spawners[0].moving is true");
}

TEST(Encounter, WhoIsMovingWalksToItsGoalFromTheStart)
{
	const Scene Circle = Load("circle-5");
	ASSERT_EQ(Circle.Agents.size(), 5u);
	for (const SceneAgent& Agent : Circle.Agents)
	{
		const Vec2 Way = Agent.Goals[0] - Agent.Position;
		EXPECT_NEAR(Length(Agent.Velocity), 1.3, 1e-6);
		EXPECT_NEAR(Dot(Way, Agent.Velocity) / Length(Way), 1.3, 1e-5);
	}
}

TEST(Encounter, TheOfficeHasAnExitAtBothEndsOfEveryCorridor)
{
	for (const char* Name : {"office-1k", "office-5k"})
	{
		const Scene Office = Load(Name);
		EXPECT_EQ(Office.Exits.size(), 8u);
		for (const Vec2 Exit : Office.Exits)
		{
			// No wall between the point outside and the corridor.
			WallCheck Walls(Office.Obstacles);
			EXPECT_FALSE(Walls.Crosses(Exit, {Exit.X < 0.0f ? 10.0f : Exit.X - 12.0f, Exit.Y}));
		}
	}
	EXPECT_EQ(Load("evac-500").Exits.size(), 2u);
}
}
}
