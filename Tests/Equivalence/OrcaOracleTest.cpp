// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Core in its plain mode against the brute-force oracle: one step of a world, read through the public interface, must give
// every agent the velocity that the paper defines.
#include "OrcaOracle.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::OrcaOracleTest
{
namespace
{
/// Core calculates in single precision; this is what that may cost in a velocity of order one. [m/s]
constexpr double VelocityTolerance = 1.0e-4;
/// How much worse than the least possible violation an impossible situation may be solved. [m/s]
constexpr double ViolationTolerance = 1.0e-3;

struct Neighborhood
{
	std::vector<AgentDef> Agents;
	AgentProfile Profile;
	float Dt = 0.1f;
	bool bPlain = false;
};

struct Tally
{
	int Feasible = 0;
	int Infeasible = 0;
	int Constrained = 0; ///< Feasible, and the desired velocity was not permitted.
};

Oracle::Vec ToOracle(Vec2 From)
{
	return {From.X, From.Y};
}

double Away(Oracle::Vec A, Oracle::Vec B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y);
}

std::vector<Oracle::HalfPlane> HalfPlanesOf(const Neighborhood& Case, int Self, Oracle::ETouching Touching)
{
	std::vector<Oracle::Agent> Agents;
	for (const AgentDef& Def : Case.Agents)
	{
		Agents.push_back({ToOracle(Def.Position), ToOracle(Def.Velocity), Def.Radius});
	}
	std::vector<Oracle::HalfPlane> Planes;
	for (const int Other : Oracle::Nearest(Agents, Self, Case.Profile.NeighborDistance, Case.Profile.MaxNeighbors))
	{
		Planes.push_back(
			Oracle::AvoidanceHalfPlane(Agents[Self], Agents[Other], Case.Profile.AgentHorizon, Case.Dt, 0.5, Touching));
	}
	return Planes;
}

/// Empty when Got is what the half-planes demand, otherwise what is wrong with it.
std::string Judge(const std::vector<Oracle::HalfPlane>& Planes, const AgentDef& Def, Vec2 Got, double Tolerance,
	Tally* Count = nullptr)
{
	const Oracle::Vec Velocity = ToOracle(Got);
	const Oracle::Vec Desired = ToOracle(Def.DesiredVelocity);
	const Oracle::Solution Best = Oracle::Solve(Planes, Desired, Def.MaxSpeed);
	char Text[400];
	if (!std::isfinite(Got.X) || !std::isfinite(Got.Y))
	{
		return "not a number";
	}
	if (std::hypot(Velocity.X, Velocity.Y) > Def.MaxSpeed + Tolerance)
	{
		return "too fast";
	}
	if (!Best.bFeasible)
	{
		const double Worst = Oracle::WorstViolation(Planes, Velocity);
		if (Count)
		{
			++Count->Infeasible;
		}
		if (Worst > Best.Violation + ViolationTolerance)
		{
			std::snprintf(Text, sizeof(Text),
				"infeasible: violation %.7g at (%.7g, %.7g), least possible %.7g at (%.7g, %.7g)", Worst, Velocity.X,
				Velocity.Y, Best.Violation, Best.Velocity.X, Best.Velocity.Y);
			return Text;
		}
		return {};
	}
	if (Count)
	{
		++Count->Feasible;
		Count->Constrained += Away(Best.Velocity, Desired) > 1.0e-3 ? 1 : 0;
	}
	if (Away(Velocity, Best.Velocity) <= Tolerance)
	{
		return {};
	}
	// Where borders meet at a flat angle, the rounding of a border moves the optimum by more than its own size. So we ask the
	// oracle how far the optimum moves when every border does by the rounding of a single-precision constraint.
	constexpr double Rounding = 2.0e-5;
	const Oracle::Solution Lenient = Oracle::Solve(Planes, Desired, Def.MaxSpeed, Rounding);
	const Oracle::Solution Strict = Oracle::Solve(Planes, Desired, Def.MaxSpeed, -Rounding);
	const bool bBarelyFeasible = !Strict.bFeasible;
	const double Sensitivity = bBarelyFeasible ? 0.0 : Away(Lenient.Velocity, Strict.Velocity);
	if (!bBarelyFeasible && Away(Velocity, Best.Velocity) <= Tolerance + Sensitivity)
	{
		return {};
	}
	if (bBarelyFeasible && Oracle::WorstViolation(Planes, Velocity) <= ViolationTolerance)
	{
		return {};
	}
	std::snprintf(Text, sizeof(Text),
		"got (%.7g, %.7g), expected (%.7g, %.7g), desired (%.7g, %.7g): off by %.3g, violation %.3g, sensitivity "
		"%.3g%s",
		Velocity.X, Velocity.Y, Best.Velocity.X, Best.Velocity.Y, Desired.X, Desired.Y, Away(Velocity, Best.Velocity),
		Oracle::WorstViolation(Planes, Velocity), Sensitivity, bBarelyFeasible ? ", barely feasible" : "");
	return Text;
}

std::vector<Vec2> StepOnce(const Neighborhood& Case, EIsa Isa)
{
	// Mostly not plain: plain worlds treat infeasible programs as the authors' library does, rounding included.
	WorldDef Def;
	Def.Model = ModelName("orca", Case.bPlain);
	if (!Case.bPlain)
	{
		Def.Options = {{"sideBias", 0.0}, {"clearance", 1.0}};
	}
	Def.Isa = Isa;
	World Crowd = MakeWorld(Def);
	const ProfileHandle Profile = MustAddProfile(Crowd, Case.Profile);
	std::vector<AgentHandle> Handles;
	for (AgentDef Agent : Case.Agents)
	{
		Agent.Profile = Profile;
		Handles.push_back(MustAdd(Crowd, Agent));
	}
	MustStep(Crowd, Case.Dt);
	std::vector<Vec2> Velocities;
	for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
	{
		const AgentState State = MustGet(Crowd, Handles[Agent]);
		Velocities.push_back(State.Velocity);
		const Vec2 Before = Case.Agents[Agent].Position;
		const float Far = std::max({1.0f, std::abs(Before.X), std::abs(Before.Y)});
		EXPECT_NEAR(State.Position.X, Before.X + State.Velocity.X * Case.Dt, 4.0e-7f * Far);
		EXPECT_NEAR(State.Position.Y, Before.Y + State.Velocity.Y * Case.Dt, 4.0e-7f * Far);
	}
	return Velocities;
}

/// The first so many agents of the case are compared.
void ExpectAgreement(
	const Neighborhood& Case, int Compared, double Tolerance = VelocityTolerance, Tally* Count = nullptr)
{
	const std::vector<Vec2> Velocities = StepOnce(Case, EIsa::Auto);
	for (int Self = 0; Self < std::min(Compared, static_cast<int>(Velocities.size())); ++Self)
	{
		const std::vector<Oracle::HalfPlane> Planes = HalfPlanesOf(Case, Self, Oracle::ETouching::Overlapping);
		const std::string Wrong = Judge(Planes, Case.Agents[Self], Velocities[Self], Tolerance, Count);
		if (!Wrong.empty())
		{
			ADD_FAILURE() << "agent " << Self << " of " << Case.Agents.size() << ": " << Wrong;
		}
	}
}

AgentDef RandomAgent(TestRandom& Random, Vec2 Position)
{
	AgentDef Def;
	Def.Position = Position;
	Def.Velocity = Random.InDisc(1.5f);
	Def.DesiredVelocity = Random.InDisc(Random.Chance(0.2f) ? 3.0f : 1.5f);
	Def.Radius = Random.Range(0.15f, 0.5f);
	Def.MaxSpeed = Random.Range(0.5f, 2.0f);
	return Def;
}

Neighborhood RandomNeighborhood(TestRandom& Random, int Count, float HalfSide)
{
	Neighborhood Case;
	constexpr int Counts[] = {0, 1, 2, 5, 10, 17, 64};
	Case.Profile.MaxNeighbors = Counts[Random.Index(7)];
	Case.Profile.NeighborDistance = Random.Range(1.0f, 15.0f);
	Case.Profile.AgentHorizon = Random.Range(0.5f, 5.0f);
	Case.Dt = Random.Chance(0.5f) ? 0.1f : Random.Range(0.02f, 0.4f);
	for (int Agent = 0; Agent < Count; ++Agent)
	{
		Case.Agents.push_back(RandomAgent(Random, Random.InSquare(HalfSide)));
	}
	return Case;
}

TEST(OrcaOracle, AgreesOnRandomNeighbourhoods)
{
	TestRandom Random(101);
	Tally Count;
	for (int Round = 0; Round < 5000 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		const int Agents = Random.Integer(1, 24);
		ExpectAgreement(RandomNeighborhood(Random, Agents, Random.Range(1.0f, 8.0f)), 3, VelocityTolerance, &Count);
	}
	EXPECT_GT(Count.Constrained, 1000) << "the cases must bite";
	EXPECT_GT(Count.Infeasible, 500) << "the cases must bite";
}

TEST(OrcaOracle, AgreesOnCrowdsWithManyNeighbours)
{
	TestRandom Random(102);
	Tally Count;
	for (int Round = 0; Round < 12 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 90, 6.0f);
		Case.Profile.MaxNeighbors = Round % 2 == 0 ? 64 : 32;
		Case.Profile.NeighborDistance = 12.0f;
		ExpectAgreement(Case, 12, VelocityTolerance, &Count);
	}
	EXPECT_GT(Count.Infeasible, 10);
	// Small bodies, short horizon: many constraints and still a way out.
	for (int Round = 0; Round < 12 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "sparse round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 80, 10.0f);
		Case.Profile.MaxNeighbors = 64;
		Case.Profile.NeighborDistance = 30.0f;
		Case.Profile.AgentHorizon = 1.0f;
		for (AgentDef& Def : Case.Agents)
		{
			Def.Radius = 0.1f;
			Def.Velocity = Random.InDisc(0.5f);
		}
		ExpectAgreement(Case, 12, VelocityTolerance, &Count);
	}
	EXPECT_GT(Count.Feasible, 50);
}

TEST(OrcaOracle, AgreesWithoutNeighbours)
{
	TestRandom Random(103);
	for (int Round = 0; Round < 200 && !testing::Test::HasFailure(); ++Round)
	{
		Neighborhood Case = RandomNeighborhood(Random, 1, 5.0f);
		ExpectAgreement(Case, 1, 1.0e-6);
		Case = RandomNeighborhood(Random, 6, 2.0f);
		Case.Profile.MaxNeighbors = 0;
		ExpectAgreement(Case, 6, 1.0e-6);
	}
}

TEST(OrcaOracle, AgreesOnTinyBodies)
{
	TestRandom Random(104);
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 12, 2.0f);
		for (AgentDef& Def : Case.Agents)
		{
			Def.Radius = Random.Range(0.0001f, 0.01f);
		}
		ExpectAgreement(Case, 3);
	}
}

TEST(OrcaOracle, AgreesOnBodiesOfVeryDifferentSize)
{
	TestRandom Random(105);
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 10, 10.0f);
		Case.Profile.NeighborDistance = 40.0f;
		Case.Agents[1].Radius = Random.Range(2.0f, 9.0f);
		Case.bPlain = true; // Otherwise large agents are ranked by the distance to their rim.
		ExpectAgreement(Case, 2, 3.0e-4);
	}
}

TEST(OrcaOracle, AgreesOnBodiesThatAlmostTouch)
{
	TestRandom Random(106);
	for (int Round = 0; Round < 500 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 1, 1.0f);
		Case.Profile.MaxNeighbors = 10;
		Case.Profile.NeighborDistance = 10.0f;
		for (int Other = 0; Other < 5; ++Other)
		{
			AgentDef Def = RandomAgent(Random, {});
			Vec2 Direction = Random.InDisc(1.0f);
			// Apart or overlapping by a millimetre to a centimetre.
			const float Gap = Random.Range(0.001f, 0.01f) * (Random.Chance(0.5f) ? 1.0f : -1.0f);
			const float Scale = (Case.Agents[0].Radius + Def.Radius + Gap) / std::max(0.01f, Length(Direction));
			Def.Position = {
				Case.Agents[0].Position.X + Direction.X * Scale, Case.Agents[0].Position.Y + Direction.Y * Scale};
			Case.Agents.push_back(Def);
		}
		// The cone of almost touching bodies opens to a half-plane, whose slope single precision knows to a few 1e-4 only.
		ExpectAgreement(Case, 1, 1.0e-3);
	}
}

TEST(OrcaOracle, AgreesOnBodiesThatExactlyTouch)
{
	// All numbers are exact in single precision; the paper leaves open on which side of the limit they are.
	TestRandom Random(107);
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		Neighborhood Case;
		AgentDef Self = RandomAgent(Random, {0.0f, 0.0f});
		AgentDef Other = RandomAgent(Random, {});
		constexpr Vec2 Places[] = {
			{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}, {0.75f, 1.0f}, {-1.0f, 0.75f}};
		Other.Position = Places[Random.Index(6)];
		const float Reach = std::hypot(Other.Position.X, Other.Position.Y);
		Self.Radius = Other.Radius = 0.5f * Reach;
		Case.Agents = {Self, Other};
		const Vec2 Got = StepOnce(Case, EIsa::Auto)[0];
		const std::string AsOverlap =
			Judge(HalfPlanesOf(Case, 0, Oracle::ETouching::Overlapping), Self, Got, VelocityTolerance);
		const std::string AsApart =
			Judge(HalfPlanesOf(Case, 0, Oracle::ETouching::Apart), Self, Got, VelocityTolerance);
		EXPECT_TRUE(AsOverlap.empty() || AsApart.empty()) << "round " << Round << ": " << AsOverlap << "; " << AsApart;
	}
}

TEST(OrcaOracle, AgreesOnDeepOverlap)
{
	TestRandom Random(108);
	Tally Count;
	for (int Round = 0; Round < 500 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, Random.Integer(2, 8), 0.3f);
		Case.Profile.MaxNeighbors = 10;
		ExpectAgreement(Case, 2, 3.0e-4, &Count);
	}
	EXPECT_GT(Count.Infeasible, 100);
}

TEST(OrcaOracle, AgreesOnCoincidentBodies)
{
	TestRandom Random(109);
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		const Vec2 Place = Random.InSquare(3.0f);
		Neighborhood Case;
		Case.Profile.MaxNeighbors = 10;
		for (int Agent = Random.Integer(2, 6); Agent > 0; --Agent)
		{
			Case.Agents.push_back(RandomAgent(Random, Place));
		}
		// Their velocities differ, so the way out is defined.
		ExpectAgreement(Case, 2, 3.0e-4);
	}
}

TEST(OrcaOracle, LeavesIdenticalAgentsFiniteAndWithinTheirSpeed)
{
	// Same place, same velocity: the paper gives no direction. Anything finite will do.
	for (const int Count : {2, 3, 10, 65})
	{
		for (const Vec2 Velocity : {Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.5f}})
		{
			Neighborhood Case;
			Case.Agents.assign(Count, Walker({2.0f, 3.0f}, Velocity));
			for (const Vec2 Got : StepOnce(Case, EIsa::Auto))
			{
				ASSERT_TRUE(std::isfinite(Got.X) && std::isfinite(Got.Y));
				ASSERT_LE(Length(Got), 1.5f * 1.0001f);
			}
		}
	}
}

TEST(OrcaOracle, AgreesOnBodiesThatDoNotMove)
{
	TestRandom Random(110);
	for (int Round = 0; Round < 300 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 12, 3.0f);
		for (AgentDef& Def : Case.Agents)
		{
			Def.Velocity = {};
			Def.DesiredVelocity = Random.Chance(0.3f) ? Vec2{} : Def.DesiredVelocity;
		}
		ExpectAgreement(Case, 3);
	}
}

TEST(OrcaOracle, AgreesOnParallelConstraints)
{
	TestRandom Random(111);
	Tally Count;
	for (int Round = 0; Round < 400 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		// A file of standing agents ahead and, every other time, one behind: constraints with the same or the opposite normal.
		Neighborhood Case;
		Case.Profile.NeighborDistance = 30.0f;
		Case.Profile.AgentHorizon = Random.Range(0.5f, 4.0f);
		AgentDef Self = RandomAgent(Random, {0.0f, 0.0f});
		Self.Velocity = {0.0f, 0.0f};
		Case.Agents.push_back(Self);
		const bool bAlongX = Random.Chance(0.5f);
		for (int Other = 1; Other <= 6; ++Other)
		{
			AgentDef Def = RandomAgent(Random, {});
			const float Where =
				(Round % 2 == 0 || Other % 2 == 0 ? 1.0f : -1.0f) * (0.2f + 0.7f * static_cast<float>(Other));
			Def.Position = bAlongX ? Vec2{Where, 0.0f} : Vec2{0.0f, Where};
			Def.Velocity = {};
			if (Random.Chance(0.3f))
			{
				Def.Velocity = bAlongX ? Vec2{-1.0f, 0.0f} : Vec2{0.0f, -1.0f};
			}
			Case.Agents.push_back(Def);
		}
		// Relative velocities exactly along the axis of a cone leave two equally near borders; only those before the tip are defined.
		bool bDefined = true;
		for (size_t Other = 1; Other < Case.Agents.size(); ++Other)
		{
			bDefined = bDefined && Length(Case.Agents[Other].Velocity) == 0.0f;
		}
		if (bDefined)
		{
			ExpectAgreement(Case, 1, VelocityTolerance, &Count);
		}
		else
		{
			const Vec2 Got = StepOnce(Case, EIsa::Auto)[0];
			ASSERT_TRUE(std::isfinite(Got.X) && std::isfinite(Got.Y));
			ASSERT_LE(Length(Got), Self.MaxSpeed * 1.0001f);
		}
	}
	EXPECT_GT(Count.Constrained, 20);
}

TEST(OrcaOracle, AgreesOnLattices)
{
	TestRandom Random(112);
	for (int Round = 0; Round < 100 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		const float Spacing = Random.Chance(0.5f) ? 1.0f : 0.5f;
		Neighborhood Case;
		Case.Profile.MaxNeighbors = 64;
		Case.Profile.NeighborDistance = 20.0f; // All 48 others: nothing is cut off, so ties do not matter.
		for (int Column = 0; Column < 7; ++Column)
		{
			for (int Row = 0; Row < 7; ++Row)
			{
				AgentDef Def =
					RandomAgent(Random, {Spacing * static_cast<float>(Column), Spacing * static_cast<float>(Row)});
				Def.Radius = 0.2f;
				if (Round % 2 == 0)
				{
					Def.Velocity = {0.0f, 0.0f};
				}
				Case.Agents.push_back(Def);
			}
		}
		std::swap(Case.Agents[0], Case.Agents[24]);
		ExpectAgreement(Case, 2);
	}
}

TEST(OrcaOracle, PicksOneOfTheTwoMirroredAnswersHeadOn)
{
	for (const float Speed : {0.5f, 1.0f, 1.4f})
	{
		Neighborhood Case;
		Case.Agents = {Walker({-1.0f, 0.0f}, {Speed, 0.0f}), Walker({1.0f, 0.0f}, {-Speed, 0.0f})};
		const Vec2 Got = StepOnce(Case, EIsa::Auto)[0];
		std::vector<Oracle::HalfPlane> Planes = HalfPlanesOf(Case, 0, Oracle::ETouching::Overlapping);
		const std::string OneWay = Judge(Planes, Case.Agents[0], Got, VelocityTolerance);
		Planes[0].Point.Y = -Planes[0].Point.Y;
		Planes[0].Normal.Y = -Planes[0].Normal.Y;
		const std::string OtherWay = Judge(Planes, Case.Agents[0], Got, VelocityTolerance);
		EXPECT_TRUE(OneWay.empty() || OtherWay.empty()) << OneWay << "; " << OtherWay;
	}
}

TEST(OrcaOracle, AgreesFarFromTheOrigin)
{
	// Ten kilometres out, single precision resolves a millimetre. The oracle sees the same rounded positions, so only Core's own
	// arithmetic on them differs.
	TestRandom Random(113);
	for (int Round = 0; Round < 600 && !testing::Test::HasFailure(); ++Round)
	{
		SCOPED_TRACE(testing::Message() << "round " << Round);
		Neighborhood Case = RandomNeighborhood(Random, 15, 4.0f);
		for (AgentDef& Def : Case.Agents)
		{
			Def.Position.X += 10000.0f;
			Def.Position.Y -= 10000.0f;
		}
		ExpectAgreement(Case, 3, 5.0e-4);
	}
}

TEST(OrcaOracle, AgreesWithEveryInstructionSet)
{
	TestRandom Random(114);
	for (int Round = 0; Round < 100; ++Round)
	{
		const Neighborhood Case = RandomNeighborhood(Random, 20, 4.0f);
		for (const EIsa Isa : AvailableIsas())
		{
			const std::vector<Vec2> Velocities = StepOnce(Case, Isa);
			for (int Self = 0; Self < 20; ++Self)
			{
				const std::string Wrong = Judge(HalfPlanesOf(Case, Self, Oracle::ETouching::Overlapping),
					Case.Agents[Self], Velocities[Self], VelocityTolerance);
				ASSERT_EQ(Wrong, "") << "round " << Round << ", agent " << Self << ", " << IsaName(Isa);
			}
		}
	}
}
}
}
