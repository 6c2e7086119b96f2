// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdTask.h"

#if CROWD_WITH_TBB
#include "Tasks/Sleepers.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <algorithm>
#endif

namespace CrowdAvoidance
{
#if CROWD_WITH_TBB
namespace
{
class TbbScheduler final : public TaskScheduler
{
public:
	explicit TbbScheduler(int Threads) : Arena(Threads) {}

	int WorkerCount() const override { return Arena.max_concurrency(); }

	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		Arena.execute(
			[=]
			{
				tbb::parallel_for(tbb::blocked_range<int>(0, Count, 1),
					[=](const tbb::blocked_range<int>& Range)
					{ Function(Context, Range.begin(), Range.end(), tbb::this_task_arena::current_thread_index()); });
			});
		Others.NoteEnd();
	}

	double WorthSharing() const override { return Others.WorthSharing(); }

private:
	tbb::task_arena Arena;
	Sleepers Others;
};
}

std::unique_ptr<TaskScheduler> CreateTbbScheduler(int Threads)
{
	return std::make_unique<TbbScheduler>(
		std::min(Threads > 0 ? Threads : tbb::this_task_arena::max_concurrency(), 256));
}
#else
std::unique_ptr<TaskScheduler> CreateTbbScheduler(int)
{
	return nullptr;
}
#endif
}
