// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Testing::TurnRateTest
{
namespace
{
constexpr double Pi = std::numbers::pi;

/// From the first direction to the second, positive to the left. [rad]
double AngleBetween(Vec2 From, Vec2 To)
{
	return std::atan2(static_cast<double>(From.X) * To.Y - static_cast<double>(From.Y) * To.X,
		static_cast<double>(From.X) * To.X + static_cast<double>(From.Y) * To.Y);
}

AgentDef Turner(Vec2 Velocity, Vec2 Desired, float Rate)
{
	AgentDef Def = Walker({}, Velocity);
	Def.DesiredVelocity = Desired;
	Def.MaxSpeed = 20.0f;
	Def.MaxTurnRate = Rate;
	return Def;
}

class TurnRate : public testing::TestWithParam<EIsa>
{
protected:
	static WorldDef OnIsa() { return {.Model = "none", .Isa = GetParam()}; }
};

INSTANTIATE_TEST_SUITE_P(Isas, TurnRate, testing::ValuesIn(AvailableIsas()),
	[](const testing::TestParamInfo<EIsa>& Info) { return std::string(IsaName(Info.param)); });

TEST_P(TurnRate, IsKeptOnTheWayThroughARightAngle)
{
	World Crowd = MakeWorld(OnIsa());
	const AgentHandle Handle = MustAdd(Crowd, Turner({1, 0}, {0, 1}, 1.0f));
	for (int Step = 1; Step <= 20; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const Vec2 Velocity = MustGet(Crowd, Handle).Velocity;
		EXPECT_NEAR(AngleBetween({1, 0}, Velocity), std::min(0.1 * Step, 0.5 * Pi), 1.0e-5) << "step " << Step;
		// As much of the speed as points the right way.
		EXPECT_NEAR(Length(Velocity), std::sin(std::min(0.1 * Step, 0.5 * Pi)), 1.0e-5) << "step " << Step;
	}
}

TEST_P(TurnRate, GivesTheNearestVelocityThatIsLeft)
{
	TestRandom Random(7);
	for (int Round = 0; Round < 400; ++Round)
	{
		const Vec2 Old = {Random.Range(-4.0f, 4.0f), Random.Range(-4.0f, 4.0f)};
		const Vec2 Desired = {Random.Range(-4.0f, 4.0f), Random.Range(-4.0f, 4.0f)};
		const float Rate = Random.Chance(0.5f) ? Random.Range(0.01f, 2.0f) : Random.Range(2.0f, 60.0f);
		World Crowd = MakeWorld(OnIsa());
		const AgentHandle Handle = MustAdd(Crowd, Turner(Old, Desired, Rate));
		MustStep(Crowd, 0.1f);
		const Vec2 Got = MustGet(Crowd, Handle).Velocity;

		const double Most = 0.1 * static_cast<double>(Rate);
		const double Wanted = AngleBetween(Old, Desired);
		Vec2 Nearest = Desired;
		if (Most < std::abs(Wanted))
		{
			const double Angle =
				std::atan2(static_cast<double>(Old.Y), static_cast<double>(Old.X)) + (Wanted > 0.0 ? Most : -Most);
			const double Along = std::max(Desired.X * std::cos(Angle) + Desired.Y * std::sin(Angle), 0.0);
			Nearest = {static_cast<float>(Along * std::cos(Angle)), static_cast<float>(Along * std::sin(Angle))};
		}
		// Of those that turn where they are a thousandth of a metre a second is left.
		EXPECT_LE(Distance(Got, Nearest), 1.1e-3f) << "round " << Round << ": " << Rate << " rad/s";
		EXPECT_LE(std::abs(AngleBetween(Old, Got)), Most + 1.0e-5) << "round " << Round << ": " << Rate << " rad/s";
	}
}

TEST_P(TurnRate, HoldsForEveryAngleUpToHalfATurn)
{
	for (int Degrees = 1; Degrees < 180; ++Degrees)
	{
		const double Angle = Degrees * Pi / 180.0;
		World Crowd = MakeWorld(OnIsa());
		const AgentHandle Handle = MustAdd(Crowd, Turner({2, 0}, {-2, -1.0e-3f}, static_cast<float>(10.0 * Angle)));
		MustStep(Crowd, 0.1f);
		EXPECT_NEAR(AngleBetween({2, 0}, MustGet(Crowd, Handle).Velocity), -Angle, 2.0e-4) << Degrees << " degrees";
	}
}

TEST_P(TurnRate, StraightBackIsARightTurnOnTheSpot)
{
	World Crowd = MakeWorld(OnIsa());
	const AgentHandle Handle = MustAdd(Crowd, Turner({1, 0}, {-1, 0}, 2.0f));
	Vec2 Before = {1, 0};
	for (int Step = 0; Step < 7; ++Step)
	{
		MustStep(Crowd, 0.1f);
		const AgentState State = MustGet(Crowd, Handle);
		EXPECT_NEAR(AngleBetween(Before, State.Velocity), -0.2, 1.0e-5);
		EXPECT_LT(Length(State.Position), 1.0e-3f);
		Before = State.Velocity;
	}
	for (int Step = 0; Step < 10; ++Step)
	{
		MustStep(Crowd, 0.1f);
	}
	EXPECT_EQ(MustGet(Crowd, Handle).Velocity, (Vec2{-1, 0}));
}

TEST_P(TurnRate, LimitsNobodyWhoStandsOrStops)
{
	World Crowd = MakeWorld(OnIsa());
	const AgentHandle Starts = MustAdd(Crowd, Turner({}, {0.6f, -0.8f}, 0.001f));
	const AgentHandle Stops = MustAdd(Crowd, Turner({1, 1}, {}, 0.001f));
	MustStep(Crowd, 0.1f);
	EXPECT_EQ(MustGet(Crowd, Starts).Velocity, (Vec2{0.6f, -0.8f}));
	EXPECT_EQ(MustGet(Crowd, Stops).Velocity, (Vec2{}));
}

TEST_P(TurnRate, DoesNotBreakTheAccelerationLimit)
{
	TestRandom Random(8);
	for (int Round = 0; Round < 200; ++Round)
	{
		const Vec2 Old = {Random.Range(-2.0f, 2.0f), Random.Range(-2.0f, 2.0f)};
		AgentDef Def = Turner(Old, {Random.Range(-2.0f, 2.0f), Random.Range(-2.0f, 2.0f)}, Random.Range(0.1f, 15.0f));
		Def.MaxAcceleration = Random.Range(0.5f, 10.0f);
		World Crowd = MakeWorld(OnIsa());
		const AgentHandle Handle = MustAdd(Crowd, Def);
		MustStep(Crowd, 0.1f);
		EXPECT_LE(Distance(Old, MustGet(Crowd, Handle).Velocity), 0.1f * Def.MaxAcceleration + 1.0e-3f);
	}
}

TEST_P(TurnRate, LetsAnAgentReachAGoalBesideIt)
{
	for (const Vec2 Goal : {Vec2{0, 1}, Vec2{-1, 0}, Vec2{0.3f, -0.6f}, Vec2{-4, 1}})
	{
		World Crowd = MakeWorld(OnIsa());
		const AgentHandle Handle = MustAdd(Crowd, Turner({1.3f, 0}, {}, 2.0f));
		Crowd.SetGoal(Handle, Goal, 0.3f).Value();
		for (int Step = 0; Step < 100 && !MustGet(Crowd, Handle).bArrived; ++Step)
		{
			MustStep(Crowd, 0.1f);
		}
		EXPECT_TRUE(MustGet(Crowd, Handle).bArrived) << Goal.X << ", " << Goal.Y;
	}
}

TEST(TurnRateOf, OneAgentLeavesOthersAsTheyWere)
{
	World Crowd = MakeWorld();
	World Same = MakeWorld();
	for (World* Target : {&Crowd, &Same})
	{
		MustAdd(*Target, Walker({-2, 0.1f}, {1, 0}));
		MustAdd(*Target, Walker({2, 0}, {-1, 0}));
	}
	AgentDef Slow = Turner({1, 0}, {0, 1}, 0.5f);
	Slow.Position = {50, 0};
	const AgentHandle Handle = MustAdd(Crowd, Slow);
	for (int Step = 0; Step < 30; ++Step)
	{
		MustStep(Crowd, 0.1f);
		MustStep(Same, 0.1f);
	}
	Crowd.RemoveAgent(Handle).Value();
	EXPECT_EQ(Crowd.StateHash(), Same.StateHash());
}

TEST(TurnRateOf, AnAgentIsCheckedAndCanBeChanged)
{
	World Crowd = MakeWorld();
	const AgentHandle Handle = MustAdd(Crowd, {});
	EXPECT_EQ(MustGet(Crowd, Handle).MaxTurnRate, CrowdNoLimit);
	for (const float Bad : {0.0f, -1.0f, 2.0f * CrowdNoLimit, std::nanf("")})
	{
		const Result<void> Answer = Crowd.Set(Handle, &AgentDef::MaxTurnRate, Bad);
		ASSERT_FALSE(Answer.IsOk()) << Bad;
		EXPECT_NE(std::string(Answer.GetError().Text).find("MaxTurnRate"), std::string::npos) << Answer.GetError().Text;
	}
	Crowd.Set(Handle, &AgentDef::MaxTurnRate, 1.5f).Value();
	EXPECT_EQ(MustGet(Crowd, Handle).MaxTurnRate, 1.5f);
}
}
}
