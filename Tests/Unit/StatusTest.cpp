// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace CrowdAvoidance::Testing::StatusTest
{
namespace
{
int AssertCalls = 0;
std::string AssertCondition;
int AssertLine = 0;

void CountAsserts(const char* Condition, const char*, int Line)
{
	++AssertCalls;
	AssertCondition = Condition;
	AssertLine = Line;
}

class AssertHandling : public testing::Test
{
protected:
	void SetUp() override
	{
		AssertCalls = 0;
		SetAssertHandler(&CountAsserts);
	}
	void TearDown() override { SetAssertHandler(nullptr); }
};

TEST_F(AssertHandling, ReportsTheConditionAndTheLine)
{
	const int Two = 2;
	CROWD_ASSERT(Two == 2);
	EXPECT_EQ(AssertCalls, 0);
	CROWD_ASSERT(Two == 3);
	const int Line = __LINE__ - 1;
	EXPECT_EQ(AssertCalls, 1);
	EXPECT_EQ(AssertCondition, "Two == 3");
	EXPECT_EQ(AssertLine, Line);
}

TEST_F(AssertHandling, TakingTheValueOfAnErrorIsMisuse)
{
	Result<int> Failed(Error::Format("no number"));
	(void)Failed.Value();
	EXPECT_EQ(AssertCalls, 1);
	Result<int> Fine(7);
	EXPECT_EQ(Fine.Value(), 7);
	EXPECT_EQ(AssertCalls, 1);
}

TEST(AssertHandlingDeathTest, AbortsByDefault)
{
	GTEST_FLAG_SET(death_test_style, "threadsafe");
	EXPECT_DEATH(ReportAssert("Something > 0", "File.cpp", 12), "Something > 0");
}

TEST(Result, OfAValueIsOkAndHasNoText)
{
	const Result<int> Fine(7);
	EXPECT_TRUE(Fine.IsOk());
	EXPECT_TRUE(static_cast<bool>(Fine));
	EXPECT_EQ(Fine.Value(), 7);
	EXPECT_STREQ(Fine.ErrorText(), "");
	const Result<void> Nothing;
	EXPECT_TRUE(Nothing.IsOk());
	EXPECT_STREQ(Nothing.ErrorText(), "");
}

TEST(Result, OfAnErrorCarriesItsText)
{
	const Error Reason = Error::Format("Radius is %g, must be in %d .. %d", -1.5, 0, 1000);
	const Result<int> Failed(Reason);
	EXPECT_FALSE(Failed.IsOk());
	EXPECT_STREQ(Failed.ErrorText(), "Radius is -1.5, must be in 0 .. 1000");
	const Result<void> Nothing(Reason);
	EXPECT_FALSE(static_cast<bool>(Nothing));
	EXPECT_STREQ(Nothing.GetError().Text, "Radius is -1.5, must be in 0 .. 1000");
}

TEST(Error, TooLongATextIsCutAndEndsProperly)
{
	const std::string Long(5000, 'x');
	const Error Cut = Error::Format("%s", Long.c_str());
	EXPECT_EQ(strnlen(Cut.Text, sizeof(Cut.Text)), sizeof(Cut.Text) - 1);
	EXPECT_EQ(Cut.Text[0], 'x');
}

TEST(Isa, ScalarAndAutoAreAlwaysThere)
{
	EXPECT_TRUE(IsIsaAvailable(EIsa::Auto));
	EXPECT_TRUE(IsIsaAvailable(EIsa::Scalar));
	EXPECT_NE(BestIsa(), EIsa::Auto);
	EXPECT_TRUE(IsIsaAvailable(BestIsa()));
	EXPECT_STREQ(IsaName(EIsa::Auto), "auto");
	EXPECT_STREQ(IsaName(EIsa::Scalar), "scalar");
	EXPECT_STREQ(IsaName(EIsa::Sse4), "sse4");
	EXPECT_STREQ(IsaName(EIsa::Avx2), "avx2");
	EXPECT_STREQ(IsaName(EIsa::Avx512), "avx512");
}

TEST(Isa, AWorldUsesTheOneAskedForOrIsRefused)
{
	for (const EIsa Isa : {EIsa::Auto, EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512})
	{
		WorldDef Def;
		Def.Isa = Isa;
		const Result<World> Created = World::Create(Def);
		ASSERT_EQ(Created.IsOk(), IsIsaAvailable(Isa)) << IsaName(Isa);
		if (Created.IsOk())
		{
			EXPECT_EQ(Created.Value().ActiveIsa(), Isa == EIsa::Auto ? BestIsa() : Isa);
		}
		else
		{
			EXPECT_NE(std::string(Created.ErrorText()).find(IsaName(Isa)), std::string::npos) << Created.ErrorText();
		}
	}
}

TEST(StepStatus, BitsAreTold)
{
	const EStepStatus Both = static_cast<EStepStatus>(
		static_cast<uint32_t>(EStepStatus::NeighborsTruncated) | static_cast<uint32_t>(EStepStatus::WallsTruncated));
	EXPECT_TRUE(HasStatus(Both, EStepStatus::WallsTruncated));
	EXPECT_TRUE(HasStatus(Both, EStepStatus::NeighborsTruncated));
	EXPECT_FALSE(HasStatus(EStepStatus::WallsTruncated, EStepStatus::NeighborsTruncated));
	EXPECT_FALSE(HasStatus(EStepStatus::None, EStepStatus::NeighborsTruncated));
}
}
}
