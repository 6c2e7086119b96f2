// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#define CSV_DEFINE_CATEGORY(Category, bEnabled) \
	struct FCsvCategory##Category \
	{ \
	}
#define CSV_SCOPED_TIMING_STAT(Category, Stat) [[maybe_unused]] const FCsvCategory##Category CsvScope##Stat
