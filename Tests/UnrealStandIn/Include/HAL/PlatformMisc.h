// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

struct FPlatformMisc
{
	static void PrefetchBlock(const void* Address, int32 NumBytes = 1)
	{
		for (int32 Offset = 0; Offset < NumBytes; Offset += 64)
		{
			__builtin_prefetch(static_cast<const char*>(Address) + Offset);
		}
	}
	/// More than one even on a small machine, so that threads are tried.
	static int32 NumberOfWorkerThreadsToSpawn() { return 3; }
};
