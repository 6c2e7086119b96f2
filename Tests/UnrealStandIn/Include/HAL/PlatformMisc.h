// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

struct FPlatformMisc
{
	/// More than one even on a small machine, so that threads are tried.
	static int32 NumberOfWorkerThreadsToSpawn() { return 3; }
};
