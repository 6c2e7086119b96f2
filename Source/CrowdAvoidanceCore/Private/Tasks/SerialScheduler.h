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
}
