// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// How long lists of walls are kept, read by C++ and by ISPC: a column for each number of a segment, as words that hold floats.
#pragma once

/// Where it begins, what leads from there to its end, and its length.
#define CROWD_WALL_FROM_X 0
#define CROWD_WALL_FROM_Y 1
#define CROWD_WALL_SPAN_X 2
#define CROWD_WALL_SPAN_Y 3
#define CROWD_WALL_LENGTH 4
#define CROWD_WALL_COLUMNS 5

/// Lists with room for so many have columns: in shorter ones there is too little to do at once.
#define CROWD_WALL_COLUMNS_FROM 8

/// The most segments of a list that are looked at in one call.
#define CROWD_WALL_CHUNK 64
