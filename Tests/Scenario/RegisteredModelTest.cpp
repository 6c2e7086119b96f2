// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Simulation.h"
#include "TestModel.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Scenarios::RegisteredModelTest
{
TEST(RegisteredModel, RunsAScenario)
{
	Testing::RegisterTestModel();
	const Scene Circle = LoadScene("circle-32");
	Simulation Patient(
		Circle, {.World = {.Model = Testing::TestModelName, .Options = {{"patience", 0.5}}}, .Threads = 1});
	Simulation Hasty(Circle, {.World = {.Model = "none"}, .Threads = 1});
	for (int Step = 0; Step < 50; ++Step)
	{
		Patient.Step();
		Hasty.Step();
	}
	EXPECT_NE(Patient.GetWorld().StateHash(), Hasty.GetWorld().StateHash());
	EXPECT_EQ(Patient.ArrivedCount(), 0) << "everybody has met somebody";
}
}
