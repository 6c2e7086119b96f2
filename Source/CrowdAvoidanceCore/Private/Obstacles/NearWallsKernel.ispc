// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Which walls of a long list an agent can run into, a lane a wall. NearWallsScalar.cpp is the same in readable C++, operation by
// operation, so that both give the same bits.
#include "NearWallsShared.h"

/// The first Count (CROWD_WALL_CHUNK at the most) segments of columns that are Stride apart: a bit for each that is nearer than
/// the root of ReachSq to (X, Y), and whose open side that is on; exactly end on counts if bEndOn. DistanceSq: how far away
/// all of them are.
export uniform unsigned int64 FindNearWalls(const uniform unsigned int Columns[], uniform int Stride, uniform int Count,
	uniform float X, uniform float Y, uniform float ReachSq, uniform int bEndOn, uniform float DistanceSq[])
{
	uniform unsigned int64 Near = 0;
	for (uniform int First = 0; First < Count; First += programCount)
	{
		const uniform unsigned int* uniform At = Columns + First;
		const float FromX = X - floatbits(At[CROWD_WALL_FROM_X * Stride + programIndex]);
		const float FromY = Y - floatbits(At[CROWD_WALL_FROM_Y * Stride + programIndex]);
		const float SpanX = floatbits(At[CROWD_WALL_SPAN_X * Stride + programIndex]);
		const float SpanY = floatbits(At[CROWD_WALL_SPAN_Y * Stride + programIndex]);
		const float Length = floatbits(At[CROWD_WALL_LENGTH * Stride + programIndex]);
		const float Side = SpanX * FromY - SpanY * FromX;
		const float Inverse = 1.0f / Length;
		const float DirX = SpanX * Inverse;
		const float DirY = SpanY * Inverse;
		const float Projected = FromX * DirX + FromY * DirY;
		const float Along = select(Projected < 0.0f, 0.0f, select(Length < Projected, Length, Projected));
		const float AwayX = FromX - Along * DirX;
		const float AwayY = FromY - Along * DirY;
		const float AwaySq = AwayX * AwayX + AwayY * AwayY;
		const bool bOutside = Side < 0.0f | (Side == 0.0f & bEndOn != 0);
		const bool bNear = bOutside & AwaySq < ReachSq & First + programIndex < Count;
		DistanceSq[First + programIndex] = AwaySq;
		Near |= ((uniform unsigned int64)packmask(bNear)) << First;
	}
	return Near;
}
