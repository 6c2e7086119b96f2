// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdNavWalls.h"

#include "CrowdCompatibility.h"
#include "CrowdNavBorders.h"
#include "CrowdUnits.h"
#include "NavMesh/RecastNavMesh.h"
#include "NavigationData.h"

#include <cmath>

namespace CrowdAvoidance
{
#if WITH_RECAST
namespace NavWalls
{
/// How far from a border, and how near to that point, it is looked for the mesh. [cm]
static constexpr double ProbeDistance = 3.0;
static constexpr double ProbeExtent = 1.0;
/// How far above and below a border its own floor is looked for, and others are. [cm]
static constexpr double FloorReach = 50.0;
static constexpr double FarReach = 100000.0;
/// Between the places of a wall where other floors are looked for. [cm]
static constexpr double SampleDistance = 100.0;

static bool IsOnMesh(const ARecastNavMesh& Mesh, const FVector& Point, double Reach)
{
	TArray<FNavLocation> Found;
	return Mesh.ProjectPointMulti(
		Point, Found, FVector(ProbeExtent, ProbeExtent, Reach), Point.Z - Reach, Point.Z + Reach);
}

/// Turned so that the mesh is on the right of each. Those that have it on both sides, or on none, are no borders.
static TArray<FNavBorder> Turned(const ARecastNavMesh& Mesh, const TArray<FNavBorder>& Borders)
{
	TArray<FNavBorder> Out;
	for (const FNavBorder& Border : Borders)
	{
		const FVector Along = Border.To - Border.From;
		const double Scale = ProbeDistance / std::hypot(Along.X, Along.Y);
		const FVector Right(-Along.Y * Scale, Along.X * Scale, 0.0);
		const bool bRight = IsOnMesh(Mesh, Border.Probe + Right, FloorReach);
		const bool bLeft = IsOnMesh(Mesh, Border.Probe - Right, FloorReach);
		if (bRight != bLeft)
		{
			Out.Add(bRight ? Border : FNavBorder{Border.To, Border.From, Border.Probe});
		}
	}
	return Out;
}

/// Whether there is ground to walk on above or below a wall: a crowd's walls have no height, and would stop those who walk there.
static bool IsAcrossGround(const ARecastNavMesh& Mesh, const FNavBorder& Wall)
{
	const int32 Samples = static_cast<int32>(FVector::Dist(Wall.From, Wall.To) / SampleDistance) + 2;
	for (int32 Index = 1; Index < Samples; ++Index)
	{
		const double Share = static_cast<double>(Index) / Samples;
		if (IsOnMesh(Mesh, FMath::Lerp(Wall.From, Wall.To, Share), FarReach))
		{
			return true;
		}
	}
	return false;
}
}
#endif

void FCrowdNavWalls::Take(World& Crowd, const ANavigationData& NavData, const FIntVector& WorldOrigin)
{
	for (const ObstacleHandle Wall : Walls)
	{
		(void)Crowd.RemoveObstacle(Wall);
	}
	Walls.Reset();
#if WITH_RECAST
	const ARecastNavMesh* Mesh = Cast<ARecastNavMesh>(&NavData);
	if (!Mesh)
	{
		return;
	}
	const TArray<FNavBorder> Borders = NavWalls::Turned(*Mesh, JoinBorders(Compatibility::GetBorderEdges(*Mesh)));
	const double Radius = FMath::Max(static_cast<double>(NavData.GetConfig().AgentRadius), 0.0);
	for (const FNavBorder& Wall : ShiftBorders(Borders, Radius))
	{
		if (NavWalls::IsAcrossGround(*Mesh, Wall))
		{
			continue;
		}
		const Vec2 Ends[] = {Units::ToPlane(Units::ToAbsolute(Wall.From, WorldOrigin)),
			Units::ToPlane(Units::ToAbsolute(Wall.To, WorldOrigin))};
		ObstacleDef Def;
		Def.Vertices = Ends;
		Def.bOneSided = true;
		const Result<ObstacleHandle> Added = Crowd.AddObstacle(Def);
		if (Added)
		{
			Walls.Add(Added.Value());
		}
	}
#else
	(void)NavData;
	(void)WorldOrigin;
#endif
}
}
