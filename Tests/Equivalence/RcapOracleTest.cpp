// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What RCAP does about those whom an agent has noticed, against the page that describes it (Docs/Models/Rcap.md): ORCA's program by
// the brute-force oracle, with personal spaces in place of bodies, and of its result what people would do in one step.
#include "OrcaOracle.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace CrowdAvoidance::Testing::RcapOracleTest
{
namespace
{
using Oracle::Vec;

Vec From(Vec2 A)
{
	return {static_cast<double>(A.X), static_cast<double>(A.Y)};
}

Vec Minus(Vec A, Vec B)
{
	return {A.X - B.X, A.Y - B.Y};
}

double DotOf(Vec A, Vec B)
{
	return A.X * B.X + A.Y * B.Y;
}

double LengthOf(Vec A)
{
	return std::hypot(A.X, A.Y);
}

Vec NoLonger(Vec A, double Most)
{
	const double Length = LengthOf(A);
	const double Scale = Length > Most ? Most / Length : 1.0;
	return {Scale * A.X, Scale * A.Y};
}

struct Scene
{
	std::vector<AgentDef> Agents;
	std::vector<AgentProfile> Profiles; ///< Of each agent.
	bool bPlain = false;
	float Dt = 0.1f;

	double PlanningRadius(size_t Agent) const
	{
		return static_cast<double>(std::max(Agents[Agent].Radius, Profiles[Agent].PersonalSpace));
	}
};

/// The page: at least 15 m far and 5 s ahead.
constexpr double Sight = 15.0;
constexpr double Horizon = 5.0;

std::vector<int> NeighborsOf(const Scene& Case, size_t Self)
{
	std::vector<Oracle::Agent> All;
	for (const AgentDef& Def : Case.Agents)
	{
		All.push_back({From(Def.Position), From(Def.Velocity), static_cast<double>(Def.Radius)});
	}
	return Oracle::Nearest(All, static_cast<int>(Self), Sight, Case.Profiles[Self].MaxNeighbors);
}

std::vector<Oracle::HalfPlane> HalfPlanesOf(const Scene& Case, size_t Self)
{
	const auto Planning = [&](size_t Agent)
	{
		const AgentDef& Def = Case.Agents[Agent];
		return Oracle::Agent{From(Def.Position), From(Def.Velocity), Case.PlanningRadius(Agent)};
	};
	std::vector<Oracle::HalfPlane> Planes;
	for (const int Index : NeighborsOf(Case, Self))
	{
		const size_t Other = static_cast<size_t>(Index);
		const double Apart = LengthOf(Minus(From(Case.Agents[Other].Position), From(Case.Agents[Self].Position)));
		const bool bBodiesOverlap = Apart <= static_cast<double>(Case.Agents[Self].Radius + Case.Agents[Other].Radius);
		// How soon those are to part whose spaces overlap.
		const double PartTime = Case.bPlain || bBodiesOverlap ? static_cast<double>(Case.Dt) : 0.5;
		Planes.push_back(Oracle::AvoidanceHalfPlane(Planning(Self), Planning(Other), Horizon, PartTime));
	}
	return Planes;
}

/// When the agent touches somebody if both go straight on: bodies nearer than 1.1 times their radii.
double FirstContact(const Scene& Case, size_t Self)
{
	double First = std::numeric_limits<double>::infinity();
	for (const int Index : NeighborsOf(Case, Self))
	{
		const AgentDef& Other = Case.Agents[static_cast<size_t>(Index)];
		const Vec Away = Minus(From(Other.Position), From(Case.Agents[Self].Position));
		const Vec Approach = Minus(From(Case.Agents[Self].Velocity), From(Other.Velocity));
		const double Reach = 1.1 * (static_cast<double>(Case.Agents[Self].Radius) + static_cast<double>(Other.Radius));
		const double A = DotOf(Approach, Approach);
		const double B = DotOf(Away, Approach);
		const double C = DotOf(Away, Away) - Reach * Reach;
		if (C <= 0.0)
		{
			return 0.0;
		}
		if (B > 0.0 && B * B > A * C)
		{
			First = std::min(First, (B - std::sqrt(B * B - A * C)) / A);
		}
	}
	return First;
}

/// The velocity after the step, where the program's result is Chosen.
Vec Made(const Scene& Case, size_t Self, Vec Chosen, double Contact)
{
	const AgentDef& Def = Case.Agents[Self];
	const AgentProfile& Profile = Case.Profiles[Self];
	const Vec Old = From(Def.Velocity);
	const Vec Change = Minus(Chosen, Old);
	const double Dt = static_cast<double>(Case.Dt);
	const double Gentle = static_cast<double>(Profile.ReactionAcceleration) * Dt;
	const double Hard = static_cast<double>(Profile.BrakingAcceleration) * Dt;
	if (Case.bPlain || LengthOf(Change) <= Gentle)
	{
		const Vec Done = NoLonger(Change, Gentle);
		return {Old.X + Done.X, Old.Y + Done.Y};
	}
	if (Contact <= 0.0)
	{
		return Chosen; // Bodies push each other apart.
	}
	// Half of the time that is left does for the whole change; from 1.5 s before contact on it brakes harder, all it can at 0.5 s.
	const double InTime = std::min(Hard, LengthOf(Change) / (0.5 * Contact) * Dt);
	const double Near = std::clamp(1.5 - Contact, 0.0, 1.0);
	const double Avoiding = std::max({Gentle, InTime, Gentle + Near * (Hard - Gentle)});
	// The part of the change that leads towards the wish.
	const Vec Wish = Minus(From(Def.DesiredVelocity), Old);
	const double Along = DotOf(Change, Wish) > 0.0 ? DotOf(Change, Wish) / DotOf(Wish, Wish) : 0.0;
	const Vec Own = NoLonger({Along * Wish.X, Along * Wish.Y}, Hard);
	const Vec Rest = NoLonger(Minus(Change, {Along * Wish.X, Along * Wish.Y}), Avoiding);
	const Vec New = {Old.X + Own.X + Rest.X, Old.Y + Own.Y + Rest.Y};
	return NoLonger(New, static_cast<double>(Def.MaxSpeed));
}

struct Tally
{
	int Compared = 0;
	int Gentle = 0; ///< The agent made less of the change than it wished.
	int Hurried = 0;
	int Skipped = 0;
};

void ExpectAgreement(const Scene& Case, Tally& Count)
{
	std::vector<ModelOption> Options;
	if (!Case.bPlain)
	{
		Options = {{"sideBias", 0.0}};
	}
	World Crowd = MakeWorld({.Model = ModelName("rcap", Case.bPlain), .Options = Options});
	std::vector<AgentHandle> Handles;
	for (size_t Agent = 0; Agent < Case.Agents.size(); ++Agent)
	{
		AgentDef Def = Case.Agents[Agent];
		Def.Profile = MustAddProfile(Crowd, Case.Profiles[Agent]);
		Handles.push_back(MustAdd(Crowd, Def));
	}
	MustStep(Crowd, Case.Dt);
	for (size_t Self = 0; Self < Case.Agents.size(); ++Self)
	{
		const AgentDef& Def = Case.Agents[Self];
		const std::vector<Oracle::HalfPlane> Planes = HalfPlanesOf(Case, Self);
		const auto Solve = [&](double Slack)
		{ return Oracle::Solve(Planes, From(Def.DesiredVelocity), static_cast<double>(Def.MaxSpeed), Slack); };
		// Where the program is nearly infeasible, or contact a matter of rounding, single precision decides.
		constexpr double Rounding = 2.0e-5;
		const Oracle::Solution Best = Solve(0.0);
		const Oracle::Solution Lenient = Solve(Rounding);
		const Oracle::Solution Strict = Solve(-Rounding);
		const double Contact = FirstContact(Case, Self);
		const bool bBarelyTouches = Contact > 0.0 && Contact < 1.0e-3;
		if (!Strict.bFeasible || bBarelyTouches)
		{
			++Count.Skipped;
			continue;
		}
		const Vec Expected = Made(Case, Self, Best.Velocity, Contact);
		const double Sensitivity =
			2.0 * LengthOf(Minus(Lenient.Velocity, Strict.Velocity)) + (Contact < 0.02 ? 1.0e-3 : 0.0);
		const Vec Got = From(MustGet(Crowd, Handles[Self]).Velocity);
		++Count.Compared;
		Count.Gentle += LengthOf(Minus(Best.Velocity, Expected)) > 1.0e-3 ? 1 : 0;
		Count.Hurried += Contact < 5.0 ? 1 : 0;
		EXPECT_LE(LengthOf(Minus(Got, Expected)), 3.0e-4 + Sensitivity)
			<< "agent " << Self << " got (" << Got.X << ", " << Got.Y << "), expected (" << Expected.X << ", "
			<< Expected.Y << "), the program (" << Best.Velocity.X << ", " << Best.Velocity.Y << "), old ("
			<< Def.Velocity.X << ", " << Def.Velocity.Y << "), contact " << Contact;
	}
}

class RcapOracle : public testing::TestWithParam<bool>
{};

INSTANTIATE_TEST_SUITE_P(Modes, RcapOracle, testing::Bool(),
	[](const testing::TestParamInfo<bool>& Info) { return Info.param ? "Plain" : "Default"; });

TEST_P(RcapOracle, AgreesOnWhatAgentsDoInAStep)
{
	TestRandom Random(301);
	Tally Count;
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Scene Case;
		Case.bPlain = GetParam();
		Case.Dt = Random.Chance(0.5f) ? 0.1f : 1.0f / 60.0f;
		const float HalfSide = Random.Chance(0.3f) ? 2.5f : Random.Range(3.0f, 9.0f);
		for (int Agent = Random.Integer(2, 7); Agent > 0; --Agent)
		{
			AgentDef Def;
			Def.Position = Random.InSquare(HalfSide);
			Def.Velocity = Random.InDisc(1.5f);
			Def.DesiredVelocity = Random.Chance(0.5f) ? Def.Velocity : Random.InDisc(1.5f);
			Def.Radius = Random.Range(0.15f, 0.4f);
			Case.Agents.push_back(Def);
			AgentProfile Profile;
			Profile.ObservationTime = 0.0f;
			Profile.MaxNeighbors = Random.Chance(0.3f) ? 2 : 10;
			Profile.PersonalSpace = Random.Range(0.0f, 0.6f);
			Profile.ReactionAcceleration = Random.Chance(0.5f) ? 0.09f : Random.Range(0.01f, 3.0f);
			Profile.BrakingAcceleration = Random.Chance(0.5f) ? 2.0f : Random.Range(0.01f, 6.0f);
			Case.Profiles.push_back(Profile);
		}
		ExpectAgreement(Case, Count);
	}
	EXPECT_GT(Count.Compared, 800);
	EXPECT_GT(Count.Gentle, 200);
	EXPECT_GT(Count.Hurried, 100);
	EXPECT_LT(Count.Skipped, Count.Compared);
}
}
}
