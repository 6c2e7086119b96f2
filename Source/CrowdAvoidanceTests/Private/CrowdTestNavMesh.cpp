// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestNavMesh.h"

#include "NavigationSystem.h"

void FCrowdTestNavMesh::AddQuad(const FVector& A, const FVector& B, const FVector& C, const FVector& D)
{
	Triangles.Append({A, B, C, A, C, D});
}

void FCrowdTestNavMesh::AddBox(const FVector& Min, const FVector& Max)
{
	const auto Corner = [&](bool bX, bool bY, bool bZ)
	{ return FVector(bX ? Max.X : Min.X, bY ? Max.Y : Min.Y, bZ ? Max.Z : Min.Z); };
	AddQuad(Corner(false, false, true), Corner(true, false, true), Corner(true, true, true), Corner(false, true, true));
	AddQuad(
		Corner(false, false, false), Corner(true, false, false), Corner(true, false, true), Corner(false, false, true));
	AddQuad(Corner(true, false, false), Corner(true, true, false), Corner(true, true, true), Corner(true, false, true));
	AddQuad(Corner(true, true, false), Corner(false, true, false), Corner(false, true, true), Corner(true, true, true));
	AddQuad(
		Corner(false, true, false), Corner(false, false, false), Corner(false, false, true), Corner(false, true, true));
}

void FCrowdTestNavMesh::AddRamp(double FromX, double FromHeight, double ToX, double ToHeight, double MinY, double MaxY)
{
	AddQuad(FVector(FromX, MinY, FromHeight), FVector(ToX, MinY, ToHeight), FVector(ToX, MaxY, ToHeight),
		FVector(FromX, MaxY, FromHeight));
}

bool FCrowdTestNavMesh::Build(UWorld& World) const
{
#ifdef CROWD_UNREAL_STANDIN
	UNavigationSystemV1::StandInBuild(World, Triangles, AgentRadius);
	return true;
#else
	(void)World;
	return false;
#endif
}
