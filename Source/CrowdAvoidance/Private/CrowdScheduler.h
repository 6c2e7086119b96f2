// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Async/ParallelFor.h"
#include "CoreMinimal.h"
#include "CrowdCore/CrowdTask.h"
#include "HAL/PlatformMisc.h"

namespace CrowdAvoidance::Tasks
{
/// Core's work on the engine's own worker threads. The calling thread takes part, and waits.
class FEngineScheduler final : public TaskScheduler
{
public:
	/// MaxWorkers: 0 for as many as the engine has. [0 .. 256]
	explicit FEngineScheduler(int32 MaxWorkers)
		: Workers(FMath::Clamp(
			  MaxWorkers > 0 ? MaxWorkers : FPlatformMisc::NumberOfWorkerThreadsToSpawn() + 1, 1, MostWorkers))
	{}

	virtual int WorkerCount() const override { return Workers; }

	/// One range a worker: the number of the range is the number of the worker, so no two that run at once share it.
	virtual void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		const int32 Ranges = FMath::Min(Count, Workers);
		::ParallelFor(TEXT("CrowdAvoidance"), Ranges, 1,
			[=](int32 Range)
			{
				const int32 Begin = static_cast<int32>(static_cast<int64>(Count) * Range / Ranges);
				const int32 End = static_cast<int32>(static_cast<int64>(Count) * (Range + 1) / Ranges);
				Function(Context, Begin, End, Range);
			});
	}

private:
	static constexpr int32 MostWorkers = 256;
	int32 Workers;
};
}
