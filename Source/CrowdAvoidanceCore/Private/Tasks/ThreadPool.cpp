// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdTask.h"

#if !CROWD_UNREAL
#include "Tasks/SharedLoop.h"
#include "Tasks/Sleepers.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace CrowdAvoidance
{
#if !CROWD_UNREAL
namespace
{
using Thread = std::thread; // uplugin-lint: allow no-std-thread: not part of the engine's build.

class ThreadPool final : public TaskScheduler
{
public:
	explicit ThreadPool(int Workers)
	{
		for (int Worker = 1; Worker < Workers; ++Worker)
		{
			Threads.emplace_back(
				[this, Worker]
				{
					Here = {this, Worker};
					Loop.Help(Worker);
				});
		}
	}

	ThreadPool(const ThreadPool&) = delete;
	ThreadPool& operator=(const ThreadPool&) = delete;

	~ThreadPool() override
	{
		Loop.End();
		for (Thread& Each : Threads)
		{
			Each.join();
		}
	}

	int WorkerCount() const override { return static_cast<int>(Threads.size()) + 1; }

	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		if (Here.Pool == this)
		{
			// From within a call of ours: everybody is busy.
			Run(Function, Context, 0, Count, Here.Worker);
			return;
		}
		const std::lock_guard<std::mutex> Lock(OneCaller);
		const Place Before = Here;
		Here = {this, 0};
		// Several pieces each, so that nobody waits for long at the end.
		const int Pieces = std::min(Count, WorkerCount() * PiecesEach);
		Loop.ForEach(Pieces, 0,
			[&](int Piece, int Worker)
			{
				const auto Edge = [&](int64_t Number) { return static_cast<int>(Number * Count / Pieces); };
				Run(Function, Context, Edge(Piece), Edge(Piece + 1), Worker);
			});
		Here = Before;
		Others.NoteEnd();
	}

	double WorthSharing() const override { return Others.WorthSharing(); }

private:
	static constexpr int PiecesEach = 8;

	/// What the present thread is to a pool.
	struct Place
	{
		const ThreadPool* Pool = nullptr;
		int Worker = 0;
	};
	static thread_local Place Here;

	static void Run(RangeFunction Function, void* Context, int Begin, int End, int Worker)
	{
		if (Begin < End)
		{
			Function(Context, Begin, End, Worker);
		}
	}

	std::mutex OneCaller;
	SharedLoop Loop;
	Sleepers Others;
	std::vector<Thread> Threads;
};

thread_local ThreadPool::Place ThreadPool::Here;
}

std::unique_ptr<TaskScheduler> CreateThreadPool(int Threads)
{
	const int Wanted = Threads > 0 ? Threads : static_cast<int>(Thread::hardware_concurrency());
	return std::make_unique<ThreadPool>(std::clamp(Wanted, 1, 256));
}
#else
std::unique_ptr<TaskScheduler> CreateThreadPool(int)
{
	return nullptr;
}
#endif
}
