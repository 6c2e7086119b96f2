// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/DeterminismCheck.h"
#include "CrowdViewer/Workspace.h"

#include <gtest/gtest.h>

#include <chrono>

namespace CrowdAvoidance::Testing::DeterminismCheckTest
{
namespace
{
using namespace Viewer;

void Await(const DeterminismCheck& Check)
{
	const auto End = std::chrono::steady_clock::now() + std::chrono::minutes(2);
	while (Check.State() == ECheckState::Running && std::chrono::steady_clock::now() < End)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
}

TEST(DeterminismCheck, FindsTheSameBits)
{
	Workspace Work;
	Work.Open("crossing");
	Work.StartCheck(30);
	Await(Work.Check);
	EXPECT_EQ(Work.Check.State(), ECheckState::Same) << Work.Check.Verdict();
	EXPECT_EQ(Work.Check.Done(), 30u);
	for (int Step = 0; Step < 30; ++Step)
	{
		Work.Step();
	}
	char Hash[20];
	std::snprintf(Hash, sizeof(Hash), "%016llx", static_cast<unsigned long long>(Work.Sessions().front()->StateHash()));
	EXPECT_NE(Work.Check.Verdict().find(Hash), std::string::npos)
		<< "it has run what is shown: " << Work.Check.Verdict();
}

TEST(DeterminismCheck, FindsADifferenceAndWhen)
{
	const Scenarios::Scene Scene = Scenarios::LoadScene("crossing");
	Scenarios::SceneOptions Options;
	Options.Seed = 99;
	DeterminismCheck Check;
	Check.Start({Scene, {}}, {Scenarios::LoadScene("crossing", Options), {}}, 30);
	Await(Check);
	EXPECT_EQ(Check.State(), ECheckState::Different);
	EXPECT_NE(Check.Verdict().find("after step 0:"), std::string::npos) << Check.Verdict();

	Scenarios::RunOptions Other;
	Other.World.Model = "none";
	Check.Start({Scene, {}}, {Scene, Other}, 300);
	Await(Check);
	EXPECT_EQ(Check.State(), ECheckState::Different);
	EXPECT_EQ(Check.Verdict().find("after step 0:"), std::string::npos) << Check.Verdict();
}

TEST(DeterminismCheck, CanBeCancelledAndStartedAgain)
{
	const Scenarios::Scene Scene = Scenarios::LoadScene("circle-1k");
	DeterminismCheck Check;
	Check.Start({Scene, {}}, {Scene, {}}, 100'000'000);
	EXPECT_EQ(Check.State(), ECheckState::Running);
	Check.Cancel();
	EXPECT_EQ(Check.State(), ECheckState::Idle);
	Check.Start({Scene, {}}, {Scene, {}}, 2);
	Await(Check);
	EXPECT_EQ(Check.State(), ECheckState::Same);
	Check.Start({Scene, {}}, {Scene, {}}, 100'000'000); // Its end is the end of the check.
}

TEST(DeterminismCheck, SaysWhyItCannotRun)
{
	const Scenarios::Scene Scene = Scenarios::LoadScene("circle");
	Scenarios::RunOptions Bad;
	Bad.Threads = -1;
	DeterminismCheck Check;
	Check.Start({Scene, {}}, {Scene, Bad}, 2);
	Await(Check);
	EXPECT_EQ(Check.State(), ECheckState::Failed);
	EXPECT_NE(Check.Verdict().find("threads"), std::string::npos);
}

TEST(DeterminismCheck, EndsWhenTheSceneChanges)
{
	Workspace Work;
	Work.Open("circle");
	Work.StartCheck(100'000'000);
	Work.Open("hallway");
	EXPECT_EQ(Work.Check.State(), ECheckState::Idle);
}
}
}
