// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Theorem 1 of Docs/Models/ClearPath.md as a test: as long as no step has reported GuaranteeLost, no two agents overlap.
#include "ClearPathOracle.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Testing::ClearPathGuaranteeTest
{
namespace
{
/// Positions are single-precision numbers within some ten metres. [m]
constexpr float AllowedOverlap = 1.0e-5f;

/// A crowd in the making, and what its bodies are.
struct Stage
{
	World Crowd;
	ProfileHandle Profile;
	std::vector<AgentHandle> Handles;
	std::vector<std::vector<ClearPathOracle::Vec>> Shapes; ///< Of each agent; empty: a disc.
	std::vector<float> Radii;
	std::vector<Vec2> Ends[2]; ///< Where each came from and goes to.
	bool bPolygons = false;
	/// As published, Type II has agents pass on the side on which they are, and those that all stand are on neither: with others all
	/// around, standing still is then the only thing allowed.
	bool bOnTheirWay;

	Stage(bool bPlain, EIsa Isa, float Range, bool bClear = true)
		: Crowd(MakeWorld({.Model = ModelName("clearpath-1", bPlain),
			  .Options = bPlain || bClear ? std::vector<ModelOption>() : std::vector<ModelOption>{{"clearance", 1.0}},
			  .Isa = Isa})),
		  bOnTheirWay(bPlain)
	{
		AgentProfile Sight;
		Sight.MaxNeighbors = CrowdMaxNeighbors;
		Sight.NeighborDistance = Range;
		Profile = MustAddProfile(Crowd, Sight);
	}

	AgentHandle Add(Vec2 From, Vec2 To, float Radius = 0.3f, float Speed = 1.3f)
	{
		AgentDef Def;
		Def.Position = From;
		Def.Radius = Radius;
		Def.PreferredSpeed = Speed;
		if (bOnTheirWay)
		{
			const float Away = std::max(0.01f, Distance(From, To));
			Def.Velocity = {Speed * (To.X - From.X) / Away, Speed * (To.Y - From.Y) / Away};
		}
		Def.MaxSpeed = 1.25f * Speed;
		Def.Profile = Profile;
		const AgentHandle Handle = MustAdd(Crowd, Def);
		EXPECT_TRUE(Crowd.SetGoal(Handle, To, 0.3f).IsOk());
		Handles.push_back(Handle);
		Shapes.emplace_back();
		Radii.push_back(Radius);
		Ends[0].push_back(From);
		Ends[1].push_back(To);
		return Handle;
	}

	void AddBox(Vec2 From, Vec2 To, float HalfLength, float HalfWidth, float Heading)
	{
		const std::vector<Vec2> Corners = {
			{-HalfLength, -HalfWidth}, {HalfLength, -HalfWidth}, {HalfLength, HalfWidth}, {-HalfLength, HalfWidth}};
		const AgentHandle Handle = Add(From, To);
		const Result<ShapeHandle> Shape = Crowd.AddShape(Corners);
		ASSERT_TRUE(Shape.IsOk()) << Shape.ErrorText();
		ASSERT_TRUE(Crowd.SetShape(Handle, Shape.Value(), Heading).IsOk());
		for (const Vec2 Corner : Corners)
		{
			Shapes.back().push_back({Corner.X, Corner.Y});
		}
		Shapes.back() = ClearPathOracle::Turned(Shapes.back(), Heading);
		bPolygons = true;
	}

	/// Whoever has arrived turns back. Returns how many have.
	int TurnBack()
	{
		int Turned = 0;
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			if (MustGet(Crowd, Handles[Agent]).bArrived)
			{
				std::swap(Ends[0][Agent], Ends[1][Agent]);
				EXPECT_TRUE(Crowd.SetGoal(Handles[Agent], Ends[1][Agent], 0.3f).IsOk());
				++Turned;
			}
		}
		return Turned;
	}

	/// The deepest overlap of any two, by brute force; polygons as what they are. [m]
	float Deepest() const
	{
		if (!bPolygons)
		{
			return DeepestOverlap(Crowd);
		}
		std::vector<ClearPathOracle::Body> Bodies;
		for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
		{
			const AgentState State = MustGet(Crowd, Handles[Agent]);
			Bodies.push_back({{State.Position.X, State.Position.Y}, {}, Radii[Agent], 1.0, Shapes[Agent]});
		}
		double Deepest = -INFINITY;
		for (size_t First = 0; First < Bodies.size(); ++First)
		{
			for (size_t Second = First + 1; Second < Bodies.size(); ++Second)
			{
				Deepest = std::max(Deepest, -ClearPathOracle::ContactOf(Bodies[First], Bodies[Second], 1.0).Gap);
			}
		}
		return static_cast<float>(Deepest);
	}
};

/// Everyone on a circle, to the other side.
void Swap(Stage& Target, int Agents, float Radius, float Body = 0.3f)
{
	for (int Agent = 0; Agent < Agents; ++Agent)
	{
		const double Angle = 6.283185307179586 * Agent / Agents;
		const Vec2 From = {static_cast<float>(Radius * std::cos(Angle)), static_cast<float>(Radius * std::sin(Angle))};
		Target.Add(From, {-From.X, -From.Y}, Body);
	}
}

/// Two blocks that walk through each other. The second one is shifted aside by half a file.
void Oppose(Stage& Target, int Files, int Ranks, float Spacing)
{
	for (int File = 0; File < Files; ++File)
	{
		for (int Rank = 0; Rank < Ranks; ++Rank)
		{
			const float Aside = Spacing * static_cast<float>(File);
			const float Back = 4.0f + Spacing * static_cast<float>(Rank);
			Target.Add({-Back, Aside}, {Back, Aside});
			Target.Add({Back, Aside + 0.5f * Spacing}, {-Back, Aside + 0.5f * Spacing});
		}
	}
}

/// Two blocks that walk across each other's way.
void Cross(Stage& Target, int Files, int Ranks, float Spacing)
{
	for (int File = 0; File < Files; ++File)
	{
		for (int Rank = 0; Rank < Ranks; ++Rank)
		{
			const float Aside = Spacing * static_cast<float>(File);
			const float Back = 3.0f + Spacing * static_cast<float>(Rank);
			Target.Add({-Back, Aside}, {12.0f, Aside});
			Target.Add({Aside, -Back}, {Aside, 12.0f});
		}
	}
}

/// Anywhere in a square, to anywhere in it and back. Density in agents per square metre.
void Scatter(Stage& Target, uint64_t Seed, int Agents, float Density, bool bMixed)
{
	TestRandom Random(Seed);
	const float HalfSide = 0.5f * std::sqrt(static_cast<float>(Agents) / Density);
	std::vector<Vec2> Places;
	for (int Try = 0; Try < 100000 && static_cast<int>(Places.size()) < Agents; ++Try)
	{
		const Vec2 From = Random.InSquare(HalfSide);
		const Vec2 To = Random.InSquare(HalfSide);
		const float Radius = bMixed ? Random.Range(0.1f, 0.45f) : 0.2f;
		const float Speed = bMixed ? Random.Range(0.6f, 1.8f) : 1.3f;
		bool bFree = true;
		for (size_t Other = 0; Other < Places.size(); ++Other)
		{
			bFree = bFree && Distance(From, Places[Other]) > 1.1f * (Radius + Target.Radii[Other]);
		}
		if (bFree)
		{
			Target.Add(From, To, Radius, Speed);
			Places.push_back(From);
		}
	}
	EXPECT_EQ(static_cast<int>(Places.size()), Agents);
}

/// Both ways through a corridor.
void Corridor(Stage& Target, int Agents, float Width)
{
	MustAddObstacle(Target.Crowd, {{-15.0f, 0.0f}, {15.0f, 0.0f}});
	MustAddObstacle(Target.Crowd, {{15.0f, Width}, {-15.0f, Width}});
	for (int Agent = 0; Agent < Agents; ++Agent)
	{
		const float Back = 2.0f + 1.5f * static_cast<float>(Agent / 2);
		const float Aside = (Agent % 2 == 0 ? 0.3f : 0.7f) * Width;
		Target.Add({-Back, Aside}, {12.0f, Aside}, 0.25f);
		Target.Add({Back, Aside + 0.1f}, {-12.0f, Aside + 0.1f}, 0.25f);
	}
}

/// A fast one behind three slow ones that walk in file, not quite in line with them, and one that comes towards them all.
void Overtake(Stage& Target)
{
	for (int Slow = 0; Slow < 3; ++Slow)
	{
		const float Ahead = 1.5f * static_cast<float>(Slow);
		Target.Add({Ahead - 4.0f, 0.0f}, {Ahead + 14.0f, 0.0f}, 0.4f, 0.6f);
	}
	Target.Add({-7.0f, -0.1f}, {16.0f, -0.1f}, 0.2f, 1.8f);
	Target.Add({12.0f, 0.2f}, {-8.0f, 0.2f}, 0.3f, 1.0f);
}

/// Planks that cross each other's way, and discs among them.
void Boxes(Stage& Target, int Pairs)
{
	for (int Pair = 0; Pair < Pairs; ++Pair)
	{
		const float Aside = 2.0f * static_cast<float>(Pair);
		Target.AddBox({-6.0f, Aside}, {6.0f, Aside}, 0.5f, 0.25f, 0.0f);
		Target.AddBox({6.0f, Aside + 0.3f}, {-6.0f, Aside + 0.3f}, 0.5f, 0.25f, 3.1f);
		Target.AddBox({Aside - 3.0f, -6.0f}, {Aside - 3.0f, 8.0f}, 0.4f, 0.3f, 1.2f);
		Target.Add({Aside - 2.0f, 8.0f}, {Aside - 2.0f, -6.0f}, 0.25f);
	}
}

enum class EPremise
{
	Holds,   ///< To the end of the run.
	MayFail, ///< The run ends there.
};

struct Scenario
{
	const char* Name;
	bool bPlain;
	EPremise Premise;
	float Dt;
	int Steps;
	/// How far they see: further than any two get towards each other in a step. As published, Type II concerns everyone who is seen,
	/// near or far, so the less the better. [m]
	float Range;
	void (*Populate)(Stage&);
};

std::ostream& operator<<(std::ostream& Stream, const Scenario& Item)
{
	return Stream << Item.Name;
}

constexpr EPremise Holds = EPremise::Holds;
constexpr EPremise MayFail = EPremise::MayFail;

const Scenario Scenarios[] = {
	{"Swap20", false, Holds, 0.05f, 600, 5.0f, [](Stage& Target) { Swap(Target, 20, 4.0f); }},
	{"Swap60", false, Holds, 0.05f, 800, 5.0f, [](Stage& Target) { Swap(Target, 60, 14.0f); }},
	{"Swap60Tight", false, Holds, 0.02f, 1000, 5.0f, [](Stage& Target) { Swap(Target, 60, 8.0f); }},
	{"Swap120", false, Holds, 0.02f, 1200, 3.0f, [](Stage& Target) { Swap(Target, 120, 12.0f, 0.2f); }},
	{"Oppose18", false, Holds, 0.05f, 400, 5.0f, [](Stage& Target) { Oppose(Target, 3, 3, 2.0f); }},
	{"Oppose32", false, Holds, 0.05f, 600, 5.0f, [](Stage& Target) { Oppose(Target, 4, 4, 1.2f); }},
	{"Cross8", false, Holds, 0.05f, 400, 5.0f, [](Stage& Target) { Cross(Target, 2, 2, 1.0f); }},
	{"Scatter005", false, Holds, 0.05f, 600, 5.0f, [](Stage& Target) { Scatter(Target, 501, 60, 0.05f, false); }},
	{"Scatter005Mixed", false, Holds, 0.1f, 400, 5.0f, [](Stage& Target) { Scatter(Target, 508, 60, 0.05f, true); }},
	{"Scatter02", false, Holds, 0.02f, 800, 3.0f, [](Stage& Target) { Scatter(Target, 502, 100, 0.2f, false); }},
	{"Scatter04", false, Holds, 0.02f, 500, 2.0f, [](Stage& Target) { Scatter(Target, 512, 150, 0.4f, false); }},
	{"Scatter08", false, Holds, 0.01f, 150, 1.5f, [](Stage& Target) { Scatter(Target, 509, 1000, 0.8f, false); }},
	{"Scatter10", false, Holds, 0.01f, 500, 2.0f, [](Stage& Target) { Scatter(Target, 505, 100, 1.0f, false); }},
	{"Corridor12", false, Holds, 0.05f, 600, 5.0f, [](Stage& Target) { Corridor(Target, 6, 3.0f); }},
	{"Corridor24Narrow", false, Holds, 0.02f, 1000, 5.0f, [](Stage& Target) { Corridor(Target, 12, 1.8f); }},
	{"Boxes8", false, Holds, 0.05f, 500, 5.0f, [](Stage& Target) { Boxes(Target, 2); }},

	{"Swap2", false, MayFail, 0.1f, 200, 10.0f, [](Stage& Target) { Swap(Target, 2, 4.0f); }},
	{"Oppose200", false, MayFail, 0.1f, 300, 3.0f, [](Stage& Target) { Oppose(Target, 10, 10, 1.0f); }},
	{"Cross72", false, MayFail, 0.05f, 400, 5.0f, [](Stage& Target) { Cross(Target, 6, 6, 1.2f); }},
	{"Scatter10Coarse", false, MayFail, 0.1f, 300, 2.0f, [](Stage& Target) { Scatter(Target, 505, 100, 1.0f, false); }},
	{"Scatter06Mixed", false, MayFail, 0.01f, 500, 2.0f, [](Stage& Target) { Scatter(Target, 504, 80, 0.6f, true); }},
	{"Scatter15", false, MayFail, 0.01f, 300, 1.5f, [](Stage& Target) { Scatter(Target, 510, 100, 1.5f, false); }},
	{"Scatter20", false, MayFail, 0.01f, 300, 1.5f, [](Stage& Target) { Scatter(Target, 511, 100, 2.0f, false); }},
	{"Overtake", false, MayFail, 0.1f, 300, 5.0f, [](Stage& Target) { Overtake(Target); }},
	{"Corridor4", false, MayFail, 0.05f, 500, 5.0f, [](Stage& Target) { Corridor(Target, 2, 3.0f); }},
	{"Boxes4", false, MayFail, 0.05f, 400, 3.0f, [](Stage& Target) { Boxes(Target, 1); }},

	{"Swap2Plain", true, MayFail, 0.1f, 200, 10.0f, [](Stage& Target) { Swap(Target, 2, 4.0f); }},
	{"Swap4Plain", true, MayFail, 0.05f, 300, 10.0f, [](Stage& Target) { Swap(Target, 4, 4.0f); }},
	{"Swap12Plain", true, MayFail, 0.05f, 400, 5.0f, [](Stage& Target) { Swap(Target, 12, 6.0f); }},
	{"Swap60Plain", true, MayFail, 0.1f, 400, 5.0f, [](Stage& Target) { Swap(Target, 60, 14.0f); }},
	{"Oppose40Plain", true, MayFail, 0.05f, 500, 1.5f, [](Stage& Target) { Oppose(Target, 5, 4, 1.8f); }},
	{"Cross4Plain", true, MayFail, 0.05f, 400, 2.0f, [](Stage& Target) { Cross(Target, 1, 2, 2.5f); }},
	{"Cross32Plain", true, MayFail, 0.05f, 400, 2.0f, [](Stage& Target) { Cross(Target, 4, 4, 1.5f); }},
	{"Scatter005Plain", true, MayFail, 0.05f, 500, 1.5f, [](Stage& Target) { Scatter(Target, 507, 40, 0.05f, false); }},
	{"Scatter04Plain", true, MayFail, 0.1f, 300, 1.2f, [](Stage& Target) { Scatter(Target, 503, 40, 0.4f, false); }},
	{"Scatter10Plain", true, MayFail, 0.05f, 400, 1.2f, [](Stage& Target) { Scatter(Target, 506, 50, 1.0f, false); }},
	{"OvertakePlain", true, MayFail, 0.05f, 500, 5.0f, [](Stage& Target) { Overtake(Target); }},
	{"Corridor20Plain", true, MayFail, 0.05f, 500, 1.2f, [](Stage& Target) { Corridor(Target, 10, 3.0f); }},
	{"Boxes4Plain", true, MayFail, 0.05f, 400, 3.0f, [](Stage& Target) { Boxes(Target, 1); }},
};

struct Course
{
	int Kept = 0;              ///< Steps before the first one that reported GuaranteeLost.
	float Closest = -INFINITY; ///< The deepest overlap in those steps; negative: the smallest gap. [m]
	int Arrived = 0;           ///< How many times somebody has.
	int Agents = 0;
};

Course Play(const Scenario& Item, EIsa Isa)
{
	Stage Target(Item.bPlain, Isa, Item.Range);
	Item.Populate(Target);
	EXPECT_LE(Target.Deepest(), 0.0f) << Item << " must begin without overlaps";
	Course Result;
	Result.Agents = static_cast<int>(Target.Handles.size());
	for (; Result.Kept < Item.Steps; ++Result.Kept)
	{
		const StepReport Report = MustStep(Target.Crowd, Item.Dt);
		if (HasStatus(Report.Status, EStepStatus::GuaranteeLost))
		{
			break;
		}
		// One that left a neighbour out of account has lost the guarantee, and must say so.
		EXPECT_EQ(Report.InfeasibleAgents, 0) << Item << ", step " << Result.Kept + 1;
		Result.Closest = std::max(Result.Closest, Target.Deepest());
		EXPECT_LE(Result.Closest, AllowedOverlap) << Item << ", step " << Result.Kept + 1;
		if (Report.InfeasibleAgents > 0 || Result.Closest > AllowedOverlap)
		{
			break;
		}
		Result.Arrived += Target.TurnBack();
	}
	EXPECT_EQ(FindNonFinite(Target.Crowd), "") << Item;
	return Result;
}

class ClearPathGuarantee : public testing::TestWithParam<Scenario>
{};

TEST_P(ClearPathGuarantee, HoldsAsLongAsItsPremiseDoes)
{
	const Scenario& Item = GetParam();
	for (const EIsa Isa : AvailableIsas())
	{
		SCOPED_TRACE(IsaName(Isa));
		const Course Result = Play(Item, Isa);
		if (Item.Premise == EPremise::Holds)
		{
			EXPECT_EQ(Result.Kept, Item.Steps);
			// They were in each other's way, and some got past.
			EXPECT_GT(Result.Closest, -0.05f);
			EXPECT_GT(Result.Arrived, 0);
		}
		RecordProperty("steps_with_premise", Result.Kept);
		RecordProperty("steps", Item.Steps);
		RecordProperty("smallest_gap_um", Result.Kept > 0 ? static_cast<int>(-1.0e6f * Result.Closest) : 0);
		RecordProperty("arrived", Result.Arrived);
		RecordProperty("agents", Result.Agents);
		// The same bits on all of them, which is tested elsewhere: large crowds need one.
		if (Result.Agents > 60)
		{
			break;
		}
	}
}

INSTANTIATE_TEST_SUITE_P(All, ClearPathGuarantee, testing::ValuesIn(Scenarios),
	[](const auto& Info) { return std::string(Info.param.Name); });

// In a run agents are well-behaved when they meet: they have avoided each other for a while. Here they have not. It is this that fails
// without the closing bound.
TEST(ClearPathGuaranteeItself, HoldsForAStepOutOfNowhere)
{
	TestRandom Random(509);
	int Kept = 0;
	int Close = 0;
	for (int Round = 0; Round < 6000; ++Round)
	{
		// Without a clearance, which would hide a small overlap of bodies.
		Stage Target(Round % 2 == 1, EIsa::Auto, 10.0f, false);
		const int Agents = Random.Integer(2, 4);
		const bool bPolygons = Random.Chance(0.2f);
		for (int Agent = 0; Agent < Agents; ++Agent)
		{
			const Vec2 From = Random.InSquare(0.8f);
			const Vec2 To = Random.InSquare(8.0f);
			if (bPolygons && Random.Chance(0.5f))
			{
				Target.AddBox(From, To, Random.Range(0.1f, 0.5f), Random.Range(0.1f, 0.3f), Random.Range(-3.0f, 3.0f));
			}
			else
			{
				Target.Add(From, To, Random.Range(0.1f, 0.4f), Random.Range(0.5f, 2.0f));
			}
			const AgentHandle Handle = Target.Handles.back();
			ASSERT_TRUE(Target.Crowd.SetVelocity(Handle, Random.InDisc(2.0f)).IsOk());
			ASSERT_TRUE(Target.Crowd.Set(Handle, &AgentDef::MaxSpeed, 2.5f).IsOk());
			ASSERT_TRUE(
				Target.Crowd
					.Set(Handle, &AgentDef::Responsibility, Random.Chance(0.5f) ? 1.0f : Random.Range(0.1f, 3.0f))
					.IsOk());
		}
		if (Target.Deepest() > -0.001f)
		{
			continue;
		}
		constexpr float Steps[] = {0.05f, 0.1f, 0.4f};
		const StepReport Report = MustStep(Target.Crowd, Steps[Random.Index(3)]);
		if (!HasStatus(Report.Status, EStepStatus::GuaranteeLost))
		{
			++Kept;
			const float Deepest = Target.Deepest();
			Close += Deepest > -0.05f ? 1 : 0;
			ASSERT_LE(Deepest, AllowedOverlap) << "round " << Round;
		}
	}
	RecordProperty("kept", Kept);
	RecordProperty("close", Close);
	EXPECT_GT(Kept, 1000);
	EXPECT_GT(Close, 25);
}
}
}
