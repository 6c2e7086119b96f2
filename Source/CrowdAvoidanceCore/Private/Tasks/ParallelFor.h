// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTask.h"

namespace CrowdAvoidance
{
/// Does everything on the calling thread.
class SerialScheduler final : public TaskScheduler
{
public:
	int WorkerCount() const override { return 1; }
	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		if (Count > 0)
		{
			Function(Context, 0, Count, 0);
		}
	}
};

/// Calls Body(Piece, Worker) for each piece. A single piece does not bother the scheduler.
template <typename BodyType>
void ParallelFor(TaskScheduler& Scheduler, int Count, BodyType&& Body)
{
	if (Count == 1)
	{
		Body(0, 0);
		return;
	}
	Scheduler.ParallelFor(
		Count,
		[](void* Context, int Begin, int End, int Worker)
		{
			BodyType& Call = *static_cast<std::remove_reference_t<BodyType>*>(Context);
			for (int Piece = Begin; Piece < End; ++Piece)
			{
				Call(Piece, Worker);
			}
		},
		&Body);
}
}
