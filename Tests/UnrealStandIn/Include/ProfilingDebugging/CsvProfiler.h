// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#define CSV_DEFINE_CATEGORY(Category, bEnabled) \
	struct FCsvCategory##Category \
	{}
enum class ECsvCustomStatOp
{
	Set,
	Min,
	Max,
	Accumulate,
};

#define CSV_CUSTOM_STAT(Category, Stat, Value, Operation) \
	(void)FCsvCategory##Category(), (void)(Value), (void)(Operation)
#define CSV_SCOPED_TIMING_STAT(Category, Stat) [[maybe_unused]] const FCsvCategory##Category CsvScope##Stat
