// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace CrowdAvoidance::Testing::AgentIdTest
{
namespace
{
AgentDef WithId(uint64_t Id)
{
	AgentDef Def = Walker({0.0f, 0.0f}, {});
	Def.Id = Id;
	return Def;
}
}

TEST(AgentId, IsCountedUpWhereNoneIsGivenAndNeverGivenTwice)
{
	World Crowd = MakeWorld();
	const AgentHandle First = MustAdd(Crowd, WithId(CrowdAutoId));
	EXPECT_EQ(MustGet(Crowd, First).Id, 0u);
	EXPECT_EQ(MustGet(Crowd, MustAdd(Crowd, WithId(CrowdAutoId))).Id, 1u);
	ASSERT_TRUE(Crowd.RemoveAgent(First));
	// Its slot is used again, its id is not: whoever remembers it must not take the next one for it.
	const AgentHandle Next = MustAdd(Crowd, WithId(CrowdAutoId));
	EXPECT_EQ(Next.Index, First.Index);
	EXPECT_EQ(MustGet(Crowd, Next).Id, 2u);
	// One that is taken is passed over.
	MustAdd(Crowd, WithId(3));
	EXPECT_EQ(MustGet(Crowd, MustAdd(Crowd, WithId(CrowdAutoId))).Id, 4u);
}

TEST(AgentId, MayNotBeSharedWhichTheErrorSays)
{
	World Crowd = MakeWorld();
	const AgentHandle First = MustAdd(Crowd, WithId(77));
	const Result<AgentHandle> Second = Crowd.AddAgent(WithId(77));
	ASSERT_FALSE(Second);
	EXPECT_TRUE(std::strstr(Second.ErrorText(), "Id is 77")) << Second.ErrorText();
	EXPECT_EQ(Crowd.AgentCount(), 1);
	ASSERT_TRUE(Crowd.RemoveAgent(First));
	EXPECT_TRUE(Crowd.AddAgent(WithId(77)));
}

TEST(AgentId, FindsItsAgentThroughAnyComingAndGoing)
{
	World Crowd = MakeWorld();
	TestRandom Random(5);
	std::map<uint64_t, AgentHandle> Present;
	for (int Change = 0; Change < 20000; ++Change)
	{
		// Few different ones, half of them far apart, so that runs of the table meet and part.
		const uint64_t Id = static_cast<uint64_t>(Random.Index(300)) * (Change % 2 ? 1 : 0x100000001ull);
		const auto Known = Present.find(Id);
		const Result<AgentHandle> Found = Crowd.FindAgent(Id);
		ASSERT_EQ(Found.IsOk(), Known != Present.end()) << Id;
		if (Known == Present.end())
		{
			Present[Id] = MustAdd(Crowd, WithId(Id));
			continue;
		}
		EXPECT_EQ(Found.Value(), Known->second);
		ASSERT_TRUE(Crowd.RemoveAgent(Known->second));
		Present.erase(Known);
	}
	EXPECT_GT(Present.size(), 50u);
}
}
