// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// README's first example, line by line (Test.cmake compares them), and on until both have arrived.

#include "CrowdCore/CrowdWorld.h"

using namespace CrowdAvoidance;

int main()
{
	World Crowd = World::Create({}).Value();
	const AgentHandle A = Crowd.AddAgent({.Position = {-5, 0}}).Value();
	const AgentHandle B = Crowd.AddAgent({.Position = {5, 0}}).Value();
	Crowd.SetGoal(A, {5, 0}).Value();
	Crowd.SetGoal(B, {-5, 0}).Value();
	while (!Crowd.GetAgent(A).Value().bArrived)
		Crowd.Step(1.0f / 60.0f).Value();

	while (!Crowd.GetAgent(B).Value().bArrived)
	{
		Crowd.Step(1.0f / 60.0f).Value();
	}
	return 0;
}
