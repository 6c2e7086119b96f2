// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::BadInputTest
{
namespace
{
constexpr float NotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float Denormal = std::numeric_limits<float>::denorm_min();
constexpr float Huge = std::numeric_limits<float>::max();

/// What values a field of one range must refuse and accept.
struct Range
{
	std::vector<float> Bad;
	std::vector<float> Good;
	std::vector<std::string> Bounds; ///< One of these spellings must be in the message.
};

const Range Coordinate{{NotANumber, Infinity, -Infinity, 1.0001e6f, -1.0001e6f, Huge, -Huge},
	{0.0f, -0.0f, 1.0e6f, -1.0e6f, Denormal, 12.5f}, {"1e+06", "1000000", "1e6", "1,000,000"}};
const Range PositiveTo1000{{NotANumber, Infinity, -Infinity, 0.0f, -0.0f, -1.0f, -Denormal, 1000.1f, Huge},
	{0.001f, 1.0f, 1000.0f}, {"1000", "1e+03", "1,000"}};
const Range ZeroTo1000{{NotANumber, Infinity, -Infinity, -1.0f, -0.001f, 1000.1f, Huge}, {0.0f, 0.001f, 1.0f, 1000.0f},
	{"1000", "1e+03", "1,000"}};
const Range Positive{{NotANumber, Infinity, -Infinity, 0.0f, -0.0f, -1.0f}, {0.01f, 1.0f, 100.0f}, {"0"}};
const Range StepTime{{NotANumber, Infinity, -Infinity, 0.0f, -0.0f, -0.1f, 10.1f, Huge}, {0.001f, 0.1f, 10.0f}, {"10"}};

std::string Lowered(std::string Text)
{
	for (char& Letter : Text)
	{
		Letter = static_cast<char>(std::tolower(static_cast<unsigned char>(Letter)));
	}
	return Text;
}

bool Contains(const std::string& Text, const std::string& Part)
{
	return Lowered(Text).find(Lowered(Part)) != std::string::npos;
}

void ExpectMessageNames(const std::string& Text, const std::string& Field, float Value, const Range& Allowed)
{
	EXPECT_TRUE(Contains(Text, Field)) << "no field " << Field << " in: " << Text;
	char Short[64];
	char Long[64];
	std::snprintf(Short, sizeof(Short), "%g", Value == 0.0f ? 0.0 : static_cast<double>(Value));
	std::snprintf(Long, sizeof(Long), "%.9g", static_cast<double>(Value));
	EXPECT_TRUE(Contains(Text, std::isnan(Value) ? "nan" : Short) || Contains(Text, Long))
		<< "no value " << Value << " in: " << Text;
	bool bFound = false;
	for (const std::string& Bound : Allowed.Bounds)
	{
		bFound = bFound || Contains(Text, Bound);
	}
	EXPECT_TRUE(bFound) << "no range in: " << Text;
}

/// A world with something in it, so that there is something to spoil.
struct Populated
{
	World Crowd = MakeWorld();
	ProfileHandle Profile = MustAddProfile(Crowd, {});
	AgentHandle First = MustAdd(Crowd, Walker({0.0f, 0.0f}, {1.0f, 0.0f}));
	AgentHandle Second = MustAdd(Crowd, Walker({3.0f, 0.2f}, {-1.0f, 0.0f}));
	ObstacleHandle Wall = MustAddObstacle(Crowd, {{0.0f, 5.0f}, {5.0f, 5.0f}});

	Populated() { MustStep(Crowd, 0.1f); }
};

using Attempt = std::function<std::pair<bool, std::string>(Populated&, float)>;

template <typename T>
std::pair<bool, std::string> Outcome(const Result<T>& From)
{
	return {From.IsOk(), From.ErrorText()};
}

struct Case
{
	const char* Name;
	const char* Field;
	const Range* Allowed;
	Attempt Try;
};

void PrintTo(const Case& Shown, std::ostream* Stream)
{
	*Stream << Shown.Name;
}

Attempt AddAgentWith(std::function<void(AgentDef&, float)> Set)
{
	return [Set](Populated& In, float Value)
	{
		AgentDef Def = Walker({50.0f, 50.0f}, {});
		Set(Def, Value);
		return Outcome(In.Crowd.AddAgent(Def));
	};
}

Attempt AddProfileWith(std::function<void(AgentProfile&, float)> Set)
{
	return [Set](Populated& In, float Value)
	{
		AgentProfile Profile;
		Set(Profile, Value);
		return Outcome(In.Crowd.AddProfile(Profile));
	};
}

Attempt SetProfileWith(std::function<void(AgentProfile&, float)> Set)
{
	return [Set](Populated& In, float Value)
	{
		AgentProfile Profile;
		Set(Profile, Value);
		return Outcome(In.Crowd.SetProfile(In.Profile, Profile));
	};
}

const Case Cases[] = {
	{"AddAgentPositionX", "Position", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.Position.X = Value; })},
	{"AddAgentPositionY", "Position", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.Position.Y = Value; })},
	{"AddAgentVelocityX", "Velocity", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.Velocity.X = Value; })},
	{"AddAgentVelocityY", "Velocity", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.Velocity.Y = Value; })},
	{"AddAgentDesiredVelocityX", "DesiredVelocity", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.DesiredVelocity.X = Value; })},
	{"AddAgentDesiredVelocityY", "DesiredVelocity", &Coordinate,
		AddAgentWith([](AgentDef& Def, float Value) { Def.DesiredVelocity.Y = Value; })},
	{"AddAgentHeight", "Height", &Coordinate, AddAgentWith([](AgentDef& Def, float Value) { Def.Height = Value; })},
	{"AddAgentRadius", "Radius", &PositiveTo1000, AddAgentWith([](AgentDef& Def, float Value) { Def.Radius = Value; })},
	{"AddAgentMaxSpeed", "MaxSpeed", &PositiveTo1000,
		AddAgentWith([](AgentDef& Def, float Value) { Def.MaxSpeed = Value; })},
	{"AddAgentPreferredSpeed", "PreferredSpeed", &PositiveTo1000,
		AddAgentWith([](AgentDef& Def, float Value) { Def.PreferredSpeed = Value; })},
	{"AddAgentResponsibility", "Responsibility", &ZeroTo1000,
		AddAgentWith([](AgentDef& Def, float Value) { Def.Responsibility = Value; })},

	{"AddProfileNeighborDistance", "NeighborDistance", &ZeroTo1000,
		AddProfileWith([](AgentProfile& Profile, float Value) { Profile.NeighborDistance = Value; })},
	{"AddProfileAgentHorizon", "AgentHorizon", &Positive,
		AddProfileWith([](AgentProfile& Profile, float Value) { Profile.AgentHorizon = Value; })},
	{"AddProfileObstacleHorizon", "ObstacleHorizon", &Positive,
		AddProfileWith([](AgentProfile& Profile, float Value) { Profile.ObstacleHorizon = Value; })},
	{"AddProfileFloorHeight", "FloorHeight", &Positive,
		AddProfileWith([](AgentProfile& Profile, float Value) { Profile.FloorHeight = Value; })},
	{"SetProfileNeighborDistance", "NeighborDistance", &ZeroTo1000,
		SetProfileWith([](AgentProfile& Profile, float Value) { Profile.NeighborDistance = Value; })},
	{"SetProfileAgentHorizon", "AgentHorizon", &Positive,
		SetProfileWith([](AgentProfile& Profile, float Value) { Profile.AgentHorizon = Value; })},
	{"SetProfileObstacleHorizon", "ObstacleHorizon", &Positive,
		SetProfileWith([](AgentProfile& Profile, float Value) { Profile.ObstacleHorizon = Value; })},
	{"SetProfileFloorHeight", "FloorHeight", &Positive,
		SetProfileWith([](AgentProfile& Profile, float Value) { Profile.FloorHeight = Value; })},

	{"SetPositionX", "Position", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetPosition(In.First, {Value, 0.0f}));
		}},
	{"SetPositionY", "Position", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetPosition(In.First, {0.0f, Value}));
		}},
	{"SetVelocityX", "Velocity", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetVelocity(In.First, {Value, 0.0f}));
		}},
	{"SetVelocityY", "Velocity", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetVelocity(In.First, {0.0f, Value}));
		}},
	{"SetHeight", "Height", &Coordinate,
		[](Populated& In, float Value) { return Outcome(In.Crowd.Set(In.First, &AgentDef::Height, Value)); }},
	{"SetRadius", "Radius", &PositiveTo1000,
		[](Populated& In, float Value) { return Outcome(In.Crowd.Set(In.First, &AgentDef::Radius, Value)); }},
	{"SetSpeedsMax", "MaxSpeed", &PositiveTo1000,
		[](Populated& In, float Value) { return Outcome(In.Crowd.Set(In.First, &AgentDef::MaxSpeed, Value)); }},
	{"SetSpeedsPreferred", "PreferredSpeed", &PositiveTo1000,
		[](Populated& In, float Value) { return Outcome(In.Crowd.Set(In.First, &AgentDef::PreferredSpeed, Value)); }},
	{"SetResponsibility", "Responsibility", &ZeroTo1000,
		[](Populated& In, float Value) { return Outcome(In.Crowd.Set(In.First, &AgentDef::Responsibility, Value)); }},
	{"SetDesiredVelocityX", "Velocity", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetDesiredVelocity(In.First, {Value, 0.0f}));
		}},
	{"SetDesiredVelocityY", "Velocity", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetDesiredVelocity(In.First, {0.0f, Value}));
		}},
	{"SetDesiredVelocities", "Velocit", &Coordinate,
		[](Populated& In, float Value)
		{
			const AgentHandle Handles[] = {In.First, In.Second};
			const Vec2 Wishes[] = {{0.5f, 0.5f}, {0.0f, Value}};
			return Outcome(In.Crowd.SetDesiredVelocities(Handles, Wishes));
		}},
	{"SetGoalX", "Goal", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetGoal(In.First, {Value, 0.0f}));
		}},
	{"SetGoalY", "Goal", &Coordinate,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetGoal(In.First, {0.0f, Value}));
		}},
	{"SetGoalArrivalRadius", "ArrivalRadius", &Positive,
		[](Populated& In, float Value) {
			return Outcome(In.Crowd.SetGoal(In.First, {1.0f, 1.0f}, Value));
		}},
	{"AddObstacleVertexX", "Vert", &Coordinate,
		[](Populated& In, float Value)
		{
			const Vec2 Vertices[] = {{7.0f, 30.0f}, {Value, 40.0f}};
			return Outcome(In.Crowd.AddObstacle({.Vertices = Vertices}));
		}},
	{"AddObstacleVertexY", "Vert", &Coordinate,
		[](Populated& In, float Value)
		{
			const Vec2 Vertices[] = {{10.0f, 3000.0f}, {20.0f, 3000.0f}, {15.0f, Value}};
			return Outcome(In.Crowd.AddObstacle({.Vertices = Vertices}));
		}},
	{"StepDt", "Dt", &StepTime, [](Populated& In, float Value) { return Outcome(In.Crowd.Step(Value)); }},
};

class BadInput : public testing::TestWithParam<Case>
{};

TEST_P(BadInput, IsRefusedWithFieldValueAndRangeAndChangesNothing)
{
	const Case& Tested = GetParam();
	Populated In;
	const Snapshot Before(In.Crowd);
	for (const float Value : Tested.Allowed->Bad)
	{
		const auto [bOk, Text] = Tested.Try(In, Value);
		ASSERT_FALSE(bOk) << Value << " was accepted";
		ExpectMessageNames(Text, Tested.Field, Value, *Tested.Allowed);
		ASSERT_TRUE(Before == Snapshot(In.Crowd)) << Value << " was refused and changed the world all the same";
	}
	// The hidden state is untouched as well: the world goes on like one that never saw a bad value.
	Populated Twin;
	MustStep(In.Crowd, 0.1f);
	MustStep(Twin.Crowd, 0.1f);
	EXPECT_EQ(In.Crowd.StateHash(), Twin.Crowd.StateHash());
}

TEST_P(BadInput, StopsWhereTheRangeBegins)
{
	const Case& Tested = GetParam();
	for (const float Value : Tested.Allowed->Good)
	{
		Populated In;
		const auto [bOk, Text] = Tested.Try(In, Value);
		EXPECT_TRUE(bOk) << Value << " was refused: " << Text;
		MustStep(In.Crowd, 0.1f);
		EXPECT_EQ(FindNonFinite(In.Crowd), "") << "after " << Value;
	}
}

INSTANTIATE_TEST_SUITE_P(Fields, BadInput, testing::ValuesIn(Cases),
	[](const testing::TestParamInfo<Case>& Info) { return std::string(Info.param.Name); });

TEST(BadInputOfProfiles, NeighborCountsOutOfRangeAreRefused)
{
	Populated In;
	const Snapshot Before(In.Crowd);
	for (const int Count :
		{-1, -1000000, CrowdMaxNeighbors + 1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
	{
		AgentProfile Profile;
		Profile.MaxNeighbors = Count;
		const Result<ProfileHandle> Added = In.Crowd.AddProfile(Profile);
		ASSERT_FALSE(Added.IsOk()) << Count;
		EXPECT_TRUE(Contains(Added.ErrorText(), "MaxNeighbors")) << Added.ErrorText();
		EXPECT_TRUE(Contains(Added.ErrorText(), std::to_string(CrowdMaxNeighbors))) << Added.ErrorText();
		ASSERT_FALSE(In.Crowd.SetProfile(In.Profile, Profile).IsOk()) << Count;
		EXPECT_EQ(In.Crowd.GetProfile(In.Profile).Value().MaxNeighbors, AgentProfile{}.MaxNeighbors);
	}
	EXPECT_TRUE(Before == Snapshot(In.Crowd));
}

TEST(BadInputOfProfiles, UnknownProfilesAreRefused)
{
	Populated In;
	const Snapshot Before(In.Crowd);
	for (const uint32_t Index : {In.Profile.Index + 1, 1000u, UINT32_MAX})
	{
		AgentDef Def;
		Def.Profile = {Index};
		const Result<AgentHandle> Added = In.Crowd.AddAgent(Def);
		ASSERT_FALSE(Added.IsOk());
		EXPECT_TRUE(Contains(Added.ErrorText(), "Profile")) << Added.ErrorText();
		EXPECT_FALSE(In.Crowd.SetAgentProfile(In.First, {Index}).IsOk());
		EXPECT_FALSE(In.Crowd.SetProfile({Index}, {}).IsOk());
		EXPECT_FALSE(In.Crowd.GetProfile({Index}).IsOk());
	}
	EXPECT_TRUE(Before == Snapshot(In.Crowd));
}

TEST(BadInputOfWorlds, IsRefused)
{
	for (const int Reserve : {-1, 16'000'001, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
	{
		WorldDef Def;
		Def.ReserveAgents = Reserve;
		const Result<World> Created = World::Create(Def);
		ASSERT_FALSE(Created.IsOk()) << Reserve;
		EXPECT_TRUE(Contains(Created.ErrorText(), "ReserveAgents")) << Created.ErrorText();
	}
	WorldDef Def;
	Def.Model = "orcas";
	EXPECT_FALSE(World::Create(Def).IsOk());
	Def = {};
	Def.Isa = static_cast<EIsa>(200);
	EXPECT_FALSE(World::Create(Def).IsOk());
}

TEST(BadInputOfWorlds, ASchedulerWithAnImpossibleNumberOfWorkersIsRefused)
{
	struct Impossible : TaskScheduler
	{
		int Workers = 0;
		int WorkerCount() const override { return Workers; }
		void ParallelFor(int Count, RangeFunction Function, void* Context) override { Function(Context, 0, Count, 0); }
	};
	for (const int Workers : {0, -1, 257})
	{
		Impossible Scheduler;
		Scheduler.Workers = Workers;
		WorldDef Def;
		Def.Scheduler = &Scheduler;
		EXPECT_FALSE(World::Create(Def).IsOk()) << Workers;
	}
}

TEST(BadInputOfObstacles, DegenerateOnesAreRefused)
{
	const std::pair<const char*, std::vector<Vec2>> Shapes[] = {
		{"no vertex", {}},
		{"one vertex", {{1.0f, 1.0f}}},
		{"a wall without length", {{1.0f, 1.0f}, {1.0f, 1.0f}}},
		{"a wall shorter than a millimetre", {{1.0f, 1.0f}, {1.0005f, 1.0f}}},
		{"a doubled vertex", {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}},
		{"the first vertex again at the end", {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 0.0f}}},
		{"three vertices on a line", {{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 2.0f}}},
		{"there and back", {{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {1.0f, 0.0f}}},
	};
	for (const auto& [Name, Vertices] : Shapes)
	{
		Populated In;
		const Snapshot Before(In.Crowd);
		const Result<ObstacleHandle> Added = In.Crowd.AddObstacle({.Vertices = Vertices});
		EXPECT_FALSE(Added.IsOk()) << Name;
		EXPECT_STRNE(Added.ErrorText(), "") << Name;
		EXPECT_TRUE(Before == Snapshot(In.Crowd)) << Name;
		Populated Twin;
		MustStep(In.Crowd, 0.1f);
		MustStep(Twin.Crowd, 0.1f);
		EXPECT_EQ(In.Crowd.StateHash(), Twin.Crowd.StateHash()) << Name;
	}
}

TEST(BadInputOfObstacles, TooManyVerticesAreRefusedAndAsManyAsAllowedAreNot)
{
	// A saw: teeth along x, closed far below.
	const auto Saw = [](int Count)
	{
		std::vector<Vec2> Vertices;
		for (int Vertex = 0; Vertex < Count - 2; ++Vertex)
		{
			Vertices.push_back({0.5f * static_cast<float>(Vertex), Vertex % 2 == 0 ? 0.0f : 1.0f});
		}
		Vertices.push_back({0.5f * static_cast<float>(Count), -5.0f});
		Vertices.push_back({0.0f, -5.0f});
		return Vertices;
	};
	World Crowd = MakeWorld();
	const std::vector<Vec2> TooMany = Saw(CrowdMaxObstacleVertices + 1);
	const Result<ObstacleHandle> Refused = Crowd.AddObstacle({.Vertices = TooMany});
	ASSERT_FALSE(Refused.IsOk());
	EXPECT_TRUE(Contains(Refused.ErrorText(), "65536")) << Refused.ErrorText();
	EXPECT_EQ(Crowd.ObstacleCount(), 0);
	const std::vector<Vec2> Allowed = Saw(CrowdMaxObstacleVertices);
	EXPECT_TRUE(Crowd.AddObstacle({.Vertices = Allowed}).IsOk());
	MustAdd(Crowd, Walker({100.0f, 3.0f}, {0.0f, -1.0f}));
	MustStep(Crowd, 0.1f);
	EXPECT_EQ(FindNonFinite(Crowd), "");
}

TEST(BadInputOfObstacles, MovesOutOfTheWorldAreRefused)
{
	Populated In;
	const Snapshot Before(In.Crowd);
	for (const float Value : {NotANumber, Infinity, -Infinity, 2.0e6f, Huge, 1.0e6f, -1.0001e6f})
	{
		EXPECT_FALSE(In.Crowd.MoveObstacle(In.Wall, {Value, 0.0f}).IsOk()) << Value;
		EXPECT_FALSE(In.Crowd.MoveObstacle(In.Wall, {0.0f, Value}).IsOk()) << Value;
	}
	EXPECT_TRUE(Before == Snapshot(In.Crowd));
	Populated Twin;
	MustStep(In.Crowd, 0.1f);
	MustStep(Twin.Crowd, 0.1f);
	EXPECT_EQ(In.Crowd.StateHash(), Twin.Crowd.StateHash());
}
}
}
