// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTask.h"
#include "Tasks/SharedLoop.h"

#include <atomic>
#include <type_traits>

namespace CrowdAvoidance
{
/// The threads of one step. A step has several parallel phases with little between them; handing each to the scheduler
/// would pay for waking threads each time, which for a thousand agents is as much as the work. So the scheduler is asked once:
/// the first of its workers to come leads and runs the step, the others help with whatever phase is on until it is over. Nobody waits
/// for a helper to arrive: if none does, the leader does everything, so any scheduler will do, a serial one too.
class StepTeam
{
public:
	/// Calls Lead(Team, Worker) once, with helpers at hand, and returns when it has.
	template <typename LeadType>
	static void Run(TaskScheduler& Scheduler, LeadType&& Lead)
	{
		StepTeam Team(Scheduler.WorkerCount());
		struct Shared
		{
			StepTeam& Team;
			std::remove_reference_t<LeadType>& Lead;
		} Everything = {Team, Lead};
		Scheduler.ParallelFor(
			Scheduler.WorkerCount(),
			[](void* Passed, int Begin, int End, int Worker)
			{
				Shared& In = *static_cast<Shared*>(Passed);
				for (int Member = Begin; Member < End; ++Member)
				{
					if (!In.Team.bLed.exchange(true))
					{
						In.Lead(In.Team, Worker);
						In.Team.Phases.End();
					}
					else
					{
						In.Team.Phases.Help(Worker);
					}
				}
			},
			&Everything);
	}

	/// The leader, and as many helpers as may come.
	int Size() const { return Members; }

	/// The leader's: calls Body(Piece, Worker) for pieces 0 .. Count - 1 and returns when all are done.
	template <typename BodyType>
	void ForEach(int Count, int Worker, BodyType&& Body)
	{
		Phases.ForEach(Count, Worker, Body);
	}

private:
	explicit StepTeam(int InMembers) : Members(InMembers) {}

	const int Members;
	SharedLoop Phases;
	std::atomic<bool> bLed{false};
};
}
