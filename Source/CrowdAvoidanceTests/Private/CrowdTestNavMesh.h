// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class UWorld;

/// Geometry for a navmesh. A world gets a navmesh from its map: a test cannot make one in an engine, and is over at once there, which it
/// says. Without an engine the geometry is used.
class FCrowdTestNavMesh
{
public:
	/// Solid, from corner to corner: its top can be walked on. [cm]
	void AddBox(const FVector& Min, const FVector& Max);
	/// A slope between two x, as wide as from MinY to MaxY. [cm]
	void AddRamp(double FromX, double FromHeight, double ToX, double ToHeight, double MinY, double MaxY);
	/// Gives the world that navmesh, or another one than it had. Without geometry: one that is still being built. False: cannot be done in an
	/// engine.
	bool Build(UWorld& World) const;

	/// What the mesh keeps away from all that is solid. [cm]
	static constexpr float AgentRadius = 35.0f;

private:
	/// Seen from the side that it can be walked on, clockwise.
	void AddQuad(const FVector& A, const FVector& B, const FVector& C, const FVector& D);

	TArray<FVector> Triangles; ///< Three corners each.
};
