// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

// What the modules are written against.
#define ENGINE_MAJOR_VERSION 5
#ifndef ENGINE_MINOR_VERSION
#define ENGINE_MINOR_VERSION 7
#endif
#define ENGINE_PATCH_VERSION 0

#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) \
	((ENGINE_MAJOR_VERSION * 10000 + ENGINE_MINOR_VERSION * 100 + ENGINE_PATCH_VERSION) < \
		((Major)*10000 + (Minor)*100 + (Patch)))
