// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTask.h"

#include <atomic>
#include <cstdint>
#include <thread>
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
		StepTeam Team;
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
						In.Team.bOver.store(true, std::memory_order_release);
					}
					else
					{
						In.Team.Help(Worker);
					}
				}
			},
			&Everything);
	}

	/// The leader's: calls Body(Piece, Worker) for pieces 0 .. Count - 1 and returns when all are done.
	template <typename BodyType>
	void ForEach(int Count, int Worker, BodyType&& Body)
	{
		using Plain = std::remove_reference_t<BodyType>;
		Publish(
			Count, [](void* Call, int Piece, int ByWorker) { (*static_cast<Plain*>(Call))(Piece, ByWorker); }, &Body);
		while (WorkOnce(Worker))
		{}
		while (Done.load(std::memory_order_acquire) < Count)
		{
			std::this_thread::yield();
		}
	}

private:
	using PieceFunction = void (*)(void* Context, int Piece, int Worker);
	static constexpr uint32_t Closed = UINT32_MAX;

	void Publish(int Count, PieceFunction NewFunction, void* NewContext)
	{
		// Closed first: a helper that has read part of the new phase must not get a piece by the old one's claim.
		const uint64_t Phase = (Claim.load() >> 32) + 1;
		Claim.store((Phase << 32) | Closed);
		Done.store(0);
		Pieces.store(static_cast<uint32_t>(Count));
		Function.store(NewFunction);
		Context.store(NewContext);
		Claim.store(Phase << 32);
	}

	/// Does a piece of the phase that is on. False: none is left.
	bool WorkOnce(int Worker)
	{
		uint64_t Seen = Claim.load();
		for (;;)
		{
			const uint32_t Piece = static_cast<uint32_t>(Seen);
			const uint32_t Count = Pieces.load();
			const PieceFunction Work = Function.load();
			void* const WorkContext = Context.load();
			if (Piece == Closed || Piece >= Count)
			{
				return false;
			}
			if (Claim.compare_exchange_weak(Seen, Seen + 1))
			{
				Work(WorkContext, static_cast<int>(Piece), Worker);
				Done.fetch_add(1, std::memory_order_acq_rel);
				return true;
			}
		}
	}

	void Help(int Worker)
	{
		int Idle = 0;
		while (!bOver.load(std::memory_order_acquire))
		{
			if (WorkOnce(Worker))
			{
				Idle = 0;
			}
			else if (++Idle > 64)
			{
				std::this_thread::yield();
			}
		}
	}

	std::atomic<uint64_t> Claim{Closed}; ///< Number of the phase, and its next piece.
	std::atomic<uint32_t> Pieces{0};
	std::atomic<PieceFunction> Function{nullptr};
	std::atomic<void*> Context{nullptr};
	std::atomic<int> Done{0};
	std::atomic<bool> bLed{false};
	std::atomic<bool> bOver{false};
};
}
