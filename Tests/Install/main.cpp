// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// README's first example, line by line (Test.cmake compares them), and on until both have arrived.

#include "CrowdCore/CrowdWorld.h"

using namespace CrowdAvoidance;

int main()
{
	World Crowd = std::move(World::Create({}).Value());
	const AgentHandle A = Crowd.AddAgent({.Position = {-5, 0}}).Value();
	const AgentHandle B = Crowd.AddAgent({.Position = {5, 0}}).Value();
	(void)Crowd.SetGoal(A, {5, 0});
	(void)Crowd.SetGoal(B, {-5, 0});
	while (!Crowd.GetAgent(A).Value().bArrived)
		(void)Crowd.Step(1.0f / 60.0f);

	while (!Crowd.GetAgent(B).Value().bArrived)
	{
		(void)Crowd.Step(1.0f / 60.0f);
	}
	return 0;
}
