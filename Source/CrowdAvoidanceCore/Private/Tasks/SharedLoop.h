// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"
#include "Tasks/SpinPause.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>

namespace CrowdAvoidance
{
/// Loops that one thread leads, one after another, and others help with. Nobody waits for a helper to arrive: if none does, the
/// leader does everything.
class SharedLoop
{
public:
	/// The leader's: calls Body(Piece, Worker) for pieces 0 .. Count - 1 and returns when all are done.
	template <typename BodyType>
	void ForEach(int Count, int Worker, BodyType&& Body)
	{
		CROWD_ASSERT(Count <= MostPieces);
		if (Count <= 1)
		{
			// Nothing to share; the helpers need not know.
			for (int Piece = 0; Piece < Count; ++Piece)
			{
				Body(Piece, Worker);
			}
			return;
		}
		using Plain = std::remove_reference_t<BodyType>;
		Open(
			Count, [](void* Call, int Piece, int ByWorker) { (*static_cast<Plain*>(Call))(Piece, ByWorker); }, &Body);
		int Helped = Count;
		while (WorkOnce(Worker, EEnd::First))
		{
			--Helped;
		}
		for (Patience Waiting; DoneByHelpers.load(std::memory_order_acquire) < Helped;)
		{
			Waiting.Pause();
		}
	}

	/// A helper's: does pieces of whatever loop is on, until the leader ends it all.
	void Help(int Worker)
	{
		for (Patience Waiting;;)
		{
			const uint32_t Known = News.load(std::memory_order_acquire);
			if (WorkOnce(Worker, EEnd::Last))
			{
				DoneByHelpers.fetch_add(1, std::memory_order_acq_rel);
				Waiting = {};
			}
			else if (Claim.load(std::memory_order_acquire) == Over)
			{
				return;
			}
			else if (Waiting.IsOver())
			{
				News.wait(Known);
				Waiting = {};
			}
			else
			{
				Waiting.Pause();
			}
		}
	}

	/// The leader's: sends the helpers away.
	void End() { Announce(Over); }

private:
	using PieceFunction = void (*)(void* Context, int Piece, int Worker);
	/// So that nobody who waits for one variable is in the way of those who use another.
	static constexpr size_t CacheLine = 64;
	static constexpr int PieceBits = 20;
	static constexpr int MostPieces = (1 << PieceBits) - 1;
	static constexpr uint64_t Over = UINT64_MAX;

	/// How a thread waits for another one: loops follow one another within microseconds, mostly, but the other one may also be waiting
	/// for this one's core.
	class Patience
	{
	public:
		void Pause()
		{
			if (Turns++ < SpinTurns)
			{
				SpinPause();
			}
			else
			{
				std::this_thread::yield();
			}
		}

		/// Whether it is time to sleep.
		bool IsOver()
		{
			using Clock = std::chrono::steady_clock;
			if (Turns < SpinTurns || Turns % 8 != 0)
			{
				return false;
			}
			const Clock::time_point Now = Clock::now();
			Since = Turns == SpinTurns ? Now : Since;
			return Now - Since > std::chrono::microseconds(50);
		}

	private:
		static constexpr int SpinTurns = 64;
		int Turns = 0;
		std::chrono::steady_clock::time_point Since;
	};

	/// The leader takes pieces from the first on, helpers from the last: so each works on the same part of the data in loop after
	/// loop, and finds it in its own cache.
	enum class EEnd
	{
		First,
		Last
	};

	/// A claim is the number of the loop, and the first and the last of its pieces that nobody does yet: one variable, so that no
	/// other loop begins between reading and claiming.
	static uint64_t EndOf(uint64_t Claimed) { return Claimed & MostPieces; }
	static uint64_t BeginOf(uint64_t Claimed) { return (Claimed >> PieceBits) & MostPieces; }

	void Open(int Count, PieceFunction NewFunction, void* NewContext)
	{
		// No piece of the loop before is left to claim, so nobody takes these for that loop's.
		Function.store(NewFunction, std::memory_order_relaxed);
		Context.store(NewContext, std::memory_order_relaxed);
		DoneByHelpers.store(0, std::memory_order_relaxed);
		++Number;
		Announce((Number << (2 * PieceBits)) | static_cast<uint64_t>(Count));
	}

	void Announce(uint64_t NewClaim)
	{
		Claim.store(NewClaim, std::memory_order_release);
		News.fetch_add(1);
		News.notify_all();
	}

	/// Does a piece of the loop that is on. False: none is left.
	bool WorkOnce(int Worker, EEnd From)
	{
		uint64_t Seen = Claim.load(std::memory_order_acquire);
		while (BeginOf(Seen) < EndOf(Seen))
		{
			const uint64_t Piece = From == EEnd::First ? BeginOf(Seen) : EndOf(Seen) - 1;
			const uint64_t Rest = From == EEnd::First ? Seen + (uint64_t{1} << PieceBits) : Seen - 1;
			const PieceFunction Work = Function.load(std::memory_order_relaxed);
			void* const WorkContext = Context.load(std::memory_order_relaxed);
			if (Claim.compare_exchange_weak(Seen, Rest, std::memory_order_acq_rel, std::memory_order_acquire))
			{
				Work(WorkContext, static_cast<int>(Piece), Worker);
				return true;
			}
		}
		return false;
	}

	alignas(CacheLine) std::atomic<uint64_t> Claim{0};
	alignas(CacheLine) std::atomic<uint32_t> News{
		0}; ///< Changes with every loop and at the end; what helpers sleep by.
	std::atomic<PieceFunction> Function{nullptr};
	std::atomic<void*> Context{nullptr};
	uint64_t Number = 0; ///< The leader's.
	alignas(CacheLine) std::atomic<int> DoneByHelpers{0};
};
}
