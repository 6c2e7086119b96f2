// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Validation/MeshDeviation.h"
#include "Validation/RecastPeer.h"
#include "Validation/Validation.h"

namespace CrowdAvoidance::Validation
{
/// A mesh of some ground, and what it took.
struct MeshBuild
{
	RecastChoice Choice;   ///< Where Recast built it.
	double CellSize = 0.0; ///< [m]
	MeshDeviation Off;
	MeshReach Reach;
	MeshSize Size;
	double Seconds = 0.0; ///< CPU time. [s]
	RecastTimes Stages;

	/// Of the border, wherever it is. [m]
	double OffP99() const;
	double OffMax() const;
};

/// One ground, built by us and by Recast.
struct MeshComparison
{
	std::string Name;
	MeshBuild Ours;
	std::vector<MeshBuild> Recast; ///< With cells of the same size, with all settings that are compared.
	std::vector<MeshBuild> Finer;  ///< With smaller cells, until its border is as near as ours.
};

/// Points: those that must be on the mesh. bFiner: with smaller cells as well. Throws Scenarios::InputError.
MeshComparison CompareBuilders(
	const std::string& Name, const NavMeshDef& Ground, std::span<const Vec2> Points, bool bFiner);

std::vector<Check> ChecksOf(const MeshComparison& Builds, bool bTimed);
}
