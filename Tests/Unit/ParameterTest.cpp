// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cmath>

namespace CrowdAvoidance::Testing::ParameterTest
{
namespace
{
/// A value in range, another one for each parameter and each Round, and never the default.
double SomeValue(const Parameter& Entry, int Round)
{
	const double Number = static_cast<double>(&Entry - AgentParameters().List.data());
	return 3.0 + Number + 0.25 * Round;
}

void ExpectAll(const World& Crowd, AgentHandle Agent, const AgentDef& Wanted, const char* Changed)
{
	const AgentState Now = MustGet(Crowd, Agent);
	for (const Parameter& Entry : AgentParameters().List)
	{
		EXPECT_EQ(Entry.Read(static_cast<const AgentDef*>(&Now)), Entry.Read(&Wanted))
			<< Entry.Name << " after a change of " << Changed;
	}
}

TEST(Parameter, OfAgentsIsEachKeptByItself)
{
	World Crowd = MakeWorld();
	AgentDef Wanted;
	for (const Parameter& Entry : AgentParameters().List)
	{
		Entry.Write(&Wanted, SomeValue(Entry, 0)).Value();
	}
	AgentDef Plain;
	Plain.Position = {50.0f, 0.0f};
	const AgentHandle Other = MustAdd(Crowd, Plain);
	const AgentHandle Agent = MustAdd(Crowd, Wanted);
	ExpectAll(Crowd, Agent, Wanted, "nothing");
	for (const Parameter& Entry : AgentParameters().List)
	{
		Entry.Write(&Wanted, SomeValue(Entry, 1)).Value();
		ASSERT_TRUE(Crowd.Set(Agent, Entry, static_cast<float>(SomeValue(Entry, 1))));
		ExpectAll(Crowd, Agent, Wanted, Entry.Name);
		ExpectAll(Crowd, Other, Plain, Entry.Name);
		// Sorted, they are elsewhere in memory.
		MustStep(Crowd, 0.01f);
		ExpectAll(Crowd, Agent, Wanted, Entry.Name);
		ExpectAll(Crowd, Other, Plain, Entry.Name);
	}
}

TEST(Parameter, OfAgentsIsTheSameByFieldAndByEntry)
{
	World Crowd = MakeWorld();
	const AgentHandle Agent = MustAdd(Crowd, {});
	ASSERT_TRUE(Crowd.Set(Agent, *AgentParameters().Find("maxTurnRate"), 2.0f));
	EXPECT_EQ(MustGet(Crowd, Agent).MaxTurnRate, 2.0f);
	ASSERT_TRUE(Crowd.Set(Agent, &AgentDef::MaxTurnRate, 3.0f));
	EXPECT_EQ(MustGet(Crowd, Agent).MaxTurnRate, 3.0f);
	EXPECT_STREQ(Crowd.Set(Agent, *AgentParameters().Find("maxTurnRate"), 0.0f).ErrorText(),
		Crowd.Set(Agent, &AgentDef::MaxTurnRate, 0.0f).ErrorText());
}

TEST(Parameter, OfSomethingElseIsNotAnAgents)
{
	World Crowd = MakeWorld();
	const AgentHandle Agent = MustAdd(Crowd, {});
	const Parameter Copy = *AgentParameters().Find("radius");
	for (const Parameter* const Entry : {ProfileParameters().Find("floorHeight"), &Copy})
	{
		EXPECT_NE(std::string(Crowd.Set(Agent, *Entry, 1.0f).ErrorText()).find(Entry->Name), std::string::npos);
	}
	ExpectAll(Crowd, Agent, {}, "what is not an agent's");
}

TEST(Parameter, RangeSaysWhatItRefuses)
{
	constexpr NumberRange Speed{0.0, 1000.0, "m/s", true};
	EXPECT_EQ(Speed.Text(), "above 0 and at most 1000 m/s");
	EXPECT_STREQ(Speed.Check("Speed", -1.5).ErrorText(), "Speed is -1.5; it must be above 0 and at most 1000 m/s");
	EXPECT_FALSE(Speed.Contains(0.0));
	EXPECT_FALSE(Speed.Contains(1e-300)) << "which is 0 in single precision";
	EXPECT_FALSE(Speed.Contains(std::nan("")));
	EXPECT_TRUE(Speed.Contains(1000.0));

	constexpr NumberRange Share{0.1, 1.0};
	EXPECT_EQ(Share.Text(), "within 0.1 .. 1");
	EXPECT_TRUE(Share.Contains(static_cast<double>(0.1f)));
	EXPECT_FALSE(Share.Contains(0.0999));

	constexpr NumberRange Count{1.0, 9007199254740991.0, "", false, true};
	EXPECT_EQ(Count.Text(), "within 1 .. 9007199254740991");
	EXPECT_TRUE(Count.Contains(9007199254740991.0));
	EXPECT_FALSE(Count.Contains(9007199254740992.0)) << "compared as it is, not in single precision";
	EXPECT_STREQ(
		Count.Check("Count", 1.5).ErrorText(), "Count is 1.5; it must be a whole number within 1 .. 9007199254740991");
}

TEST(Parameter, OfWholeNumbersRefusesWhatItsFieldCannotHold)
{
	AgentProfile Profile;
	EXPECT_STREQ(ProfileParameters().Find("maxNeighbors")->Write(&Profile, 2.5).ErrorText(),
		"MaxNeighbors is 2.5; it must be a whole number within 0 .. 64");
	EXPECT_FALSE(ProfileParameters().Find("groups")->Write(&Profile, 4294967296.0));
	EXPECT_TRUE(ProfileParameters().Find("groups")->Write(&Profile, 4294967295.0));
	EXPECT_EQ(Profile.Groups, UINT32_MAX);
}
}
}
