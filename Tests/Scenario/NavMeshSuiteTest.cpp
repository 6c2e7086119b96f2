// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The suite that compares navigation meshes with Recast's: what it measures, and that its checks can fail.

#include "Validation/NavMeshSuite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace CrowdAvoidance::Validation::NavMeshSuiteTest
{
namespace
{
std::vector<Vec2> Box(Vec2 Min, Vec2 Max)
{
	return {Min, {Max.X, Min.Y}, Max, {Min.X, Max.Y}};
}

NavMeshDef Room(std::vector<std::vector<Vec2>> Solids)
{
	NavMeshDef Def;
	Def.Max = {10.0f, 10.0f};
	Def.TileSize = 6.0f;
	Def.Solids = std::move(Solids);
	return Def;
}

/// How far a mesh of the one is off the other.
MeshDeviation OffBetween(const NavMeshDef& Built, const NavMeshDef& Ground)
{
	const Result<NavMesh> Mesh = NavMesh::Build(Built);
	EXPECT_TRUE(Mesh) << Mesh.ErrorText();
	return CompareWithGround(Mesh.Value().Detour(), Ground, 0.037);
}

/// Untimed, as sanitizers slow down our code alone.
std::vector<std::string> FailedOf(const MeshComparison& Builds, bool bTimed = false)
{
	std::vector<std::string> Names;
	for (const Check& Each : ChecksOf(Builds, bTimed))
	{
		if (Each.HasFailed())
		{
			Names.push_back(Each.Name.substr(Each.Name.find(": ") + 2));
		}
	}
	return Names;
}
}

TEST(NavMeshSuite, DeviationsAreThoseBetweenBorders)
{
	const NavMeshDef Ground = Room({Box({4.0f, 4.0f}, {6.0f, 6.0f})});
	const MeshDeviation Same = OffBetween(Ground, Ground);
	EXPECT_EQ(std::max({Same.LostMax, Same.GainedMax, Same.LostP99, Same.GainedP99}), 0.0);
	EXPECT_NEAR(Same.LostArea + Same.GainedArea + Same.DoubledArea, 0.0, 1.0e-3);

	const MeshDeviation Larger = OffBetween(Room({Box({4.0f, 4.0f}, {6.3f, 6.0f})}), Ground);
	EXPECT_NEAR(Larger.LostMax, 0.3, 1.0e-3);
	EXPECT_NEAR(Larger.LostP99, 0.3, 1.0e-3);
	EXPECT_NEAR(Larger.LostArea, 0.6, 0.03);
	EXPECT_EQ(Larger.GainedMax, 0.0);

	const MeshDeviation Smaller = OffBetween(Room({Box({4.2f, 4.0f}, {6.0f, 6.0f})}), Ground);
	EXPECT_NEAR(Smaller.GainedMax, 0.2, 1.0e-3);
	EXPECT_NEAR(Smaller.GainedArea, 0.4, 0.03);
	EXPECT_EQ(Smaller.LostMax, 0.0);

	// A wall has no area to be gained, but there it was.
	NavMeshDef Divided = Ground;
	Divided.Solids.push_back({{0.0f, 2.0f}, {10.0f, 2.0f}});
	const MeshDeviation Open = OffBetween(Ground, Divided);
	EXPECT_NEAR(Open.GainedMax, 2.0, 1.0e-3);
	EXPECT_NEAR(Open.GainedArea, 0.0, 1.0e-3);
	EXPECT_EQ(Open.LostMax, 0.0);
}

TEST(NavMeshSuite, RecastBuildsTheSameGround)
{
	// Along cells of a quarter, so that nothing is rounded.
	NavMeshDef Ground = Room({Box({4.0f, 4.0f}, {6.0f, 6.5f})});
	Ground.CellSize = 0.25f;
	RecastTimes Times;
	const DetourMeshPtr Mesh = BuildWithRecast(Ground, {ERecastCells::Centres, ERecastRegions::Monotone, 1.3f}, Times);
	const MeshDeviation Off = CompareWithGround(*Mesh, Ground, 0.1);
	EXPECT_EQ(std::max(Off.LostMax, Off.GainedMax), 0.0);
	EXPECT_NEAR(Off.LostArea + Off.GainedArea + Off.DoubledArea, 0.0, 1.0e-3);

	// Shut doors are ground that leads nowhere.
	Ground.Solids = {Box({5.0f, 0.0f}, {5.5f, 4.0f}), Box({5.0f, 6.0f}, {5.5f, 10.0f})};
	Ground.Doors = {{Box({5.0f, 4.0f}, {5.5f, 6.0f}), false}};
	const std::vector<Vec2> Sides = {{2.0f, 5.0f}, {8.0f, 5.0f}, {5.2f, 2.0f}};
	for (const bool bOpen : {false, true})
	{
		Ground.Doors[0].bOpen = bOpen;
		const MeshReach Reach = ConnectPoints(*BuildWithRecast(Ground, {}, Times), Sides);
		EXPECT_EQ(Reach.Islands, bOpen ? 1 : 2);
		EXPECT_EQ(Reach.OffMesh, 1);
		const Result<NavMesh> Ours = NavMesh::Build(Ground);
		ASSERT_TRUE(Ours) << Ours.ErrorText();
		EXPECT_EQ(ConnectPoints(Ours.Value().Detour(), Sides).Islands, Reach.Islands);
	}
}

TEST(NavMeshSuite, ChecksFailWhereTheyShould)
{
	const NavMeshDef Ground = Room({Box({4.0f, 4.0f}, {6.0f, 6.0f}), {{0.0f, 2.0f}, {8.0f, 2.0f}}});
	const std::vector<Vec2> Points = {{1.0f, 1.0f}, {9.0f, 9.0f}};
	const MeshComparison Good = CompareBuilders("room", Ground, Points, false);
	EXPECT_EQ(FailedOf(Good), std::vector<std::string>{});

	MeshComparison Spoilt = Good;
	NavMeshDef WithoutWall = Ground;
	WithoutWall.Solids.pop_back();
	Spoilt.Ours.Off = OffBetween(WithoutWall, Ground);
	EXPECT_EQ(FailedOf(Spoilt),
		(std::vector<std::string>{
			"border off the walls, cells", "border further off at 99 % than the best of Recast's, cells"}));

	Spoilt = Good;
	Spoilt.Ours.Off.DoubledArea = 0.01;
	EXPECT_EQ(FailedOf(Spoilt), std::vector<std::string>{"area covered twice, m2"});

	NavMeshDef Divided = Ground;
	Divided.Solids[1] = {{0.0f, 2.0f}, {10.0f, 2.0f}};
	EXPECT_EQ(FailedOf(CompareBuilders("room", Divided, Points, false)),
		std::vector<std::string>{"islands that starts and goals are on"});
	const std::vector<Vec2> InASolid = {{1.0f, 1.0f}, {5.0f, 5.0f}};
	EXPECT_EQ(FailedOf(CompareBuilders("room", Ground, InASolid, false)),
		std::vector<std::string>{"starts and goals off the mesh"});

	Spoilt = Good;
	Spoilt.Ours.Seconds = 100.0;
	EXPECT_EQ(FailedOf(Spoilt, true), std::vector<std::string>{"CPU time of the fastest of Recast's, times ours"});
	EXPECT_TRUE(ChecksOf(Spoilt, false).back().IsSkipped());
}

TEST(NavMeshSuite, RunsOnTwoSmallScenes)
{
	const auto Found = std::find_if(
		Suites().begin(), Suites().end(), [](const Suite& Each) { return std::string_view(Each.Name) == "navmesh"; });
	ASSERT_NE(Found, Suites().end());
	SuiteOptions Options;
	Options.bQuick = true;
	const SuiteReport Report = Found->Run(Options);
	ASSERT_EQ(Report.Tables.size(), 3u);
	EXPECT_EQ(Report.Tables[0].Rows.size(), 2u);
	EXPECT_EQ(Report.Tables[1].Rows.size(), 2u);
	// Ours, and ten of Recast's.
	EXPECT_EQ(Report.Tables[2].Rows.size(), 2u * 11u);
	for (const Table& Each : Report.Tables)
	{
		for (const std::vector<Cell>& Row : Each.Rows)
		{
			EXPECT_EQ(Row.size(), Each.Columns.size()) << Each.Name;
		}
	}
	EXPECT_EQ(Report.Plots.size(), 2u);
	EXPECT_EQ(Report.Checks.size(), 2u * 6u);
	for (const Check& Each : Report.Checks)
	{
		EXPECT_FALSE(Each.HasFailed()) << Each.Name << ": " << Each.Value;
	}
}
}
