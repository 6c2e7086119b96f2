// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

struct FTimerHandle
{
	bool IsValid() const { return Number != 0; }
	void Invalidate() { Number = 0; }

private:
	friend class FTimerManager;
	uint64 Number = 0;
};
