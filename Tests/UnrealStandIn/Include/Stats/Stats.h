// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

// Stats are declared so that misspelt ones do not compile, and measure nothing.
#define DECLARE_STATS_GROUP(Text, Group, Category) \
	struct Group \
	{ \
		static constexpr const TCHAR* Name = Text; \
	}
#define DECLARE_CYCLE_STAT(Text, Stat, Group) \
	struct Stat \
	{ \
		using GroupType = Group; \
		static constexpr const TCHAR* Name = Text; \
	}
#define DECLARE_DWORD_COUNTER_STAT(Text, Stat, Group) DECLARE_CYCLE_STAT(Text, Stat, Group)
#define SCOPE_CYCLE_COUNTER(Stat) [[maybe_unused]] const Stat CycleCounter##Stat
#define SET_DWORD_STAT(Stat, Value) (void)Stat(), (void)(Value)
