// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Navigation meshes of all scenes with walls, built by our own rasteriser, regions and contours and by Recast's: how near the
// border is to the walls, what can be reached, polygons, memory, time. Docs/Validation.md, Docs/Planners/Detour.md

#include "Validation/NavMeshSuite.h"

#include "Scenarios/Require.h"
#include "Scenarios/SceneMesh.h"
#include "Validation/SvgPlot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace CrowdAvoidance::Validation
{
namespace
{
constexpr double NotMeasured = std::numeric_limits<double>::quiet_NaN();
/// A border that is so far inside a solid, or beyond a wall, has lost it. [cells]
constexpr double WallIsLost = 2.0;
/// Distance between the lines along which borders are compared: not in step with the cells. [cells]
constexpr double LineSpacing = 0.37;
/// What sampling along lines may make of the same border. [cells]
constexpr double SamplingSlack = 0.01;
/// A tile of more cells than that along its side is more than Recast is made for.
constexpr double MostTileCells = 2000.0;

/// The least of three, or the only one where it takes long. [s]
template <typename Function>
double LeastCpuSeconds(Function&& Build)
{
	double Least = INFINITY;
	double Sum = 0.0;
	for (int Round = 0; Round < 3 && Sum < 1.0; ++Round)
	{
		const std::clock_t Start = std::clock();
		Build();
		const double Seconds = static_cast<double>(std::clock() - Start) / CLOCKS_PER_SEC;
		Least = std::min(Least, Seconds);
		Sum += Seconds;
	}
	return Least;
}

void Measure(const dtNavMesh& Mesh, const NavMeshDef& Ground, std::span<const Vec2> Points, MeshBuild& Out)
{
	Out.Off = CompareWithGround(Mesh, Ground, LineSpacing * static_cast<double>(Ground.CellSize));
	Out.Reach = ConnectPoints(Mesh, Points);
	Out.Size = SizeOf(Mesh);
}

MeshBuild BuildOurs(const std::string& Name, const NavMeshDef& Ground, std::span<const Vec2> Points)
{
	MeshBuild Result;
	NavMesh Mesh;
	Result.Seconds = LeastCpuSeconds([&] { Mesh = Scenarios::Require(NavMesh::Build(Ground), Name, "navmesh"); });
	Result.CellSize = static_cast<double>(Ground.CellSize);
	Measure(Mesh.Detour(), Ground, Points, Result);
	return Result;
}

MeshBuild BuildRecast(
	const NavMeshDef& Ground, std::span<const Vec2> Points, const RecastChoice& Choice, float CellSize)
{
	MeshBuild Result;
	Result.Choice = Choice;
	Result.CellSize = static_cast<double>(CellSize);
	NavMeshDef Def = Ground;
	Def.CellSize = CellSize;
	DetourMeshPtr Mesh;
	Result.Seconds = LeastCpuSeconds([&] { Mesh = BuildWithRecast(Def, Choice, Result.Stages); });
	Measure(*Mesh, Ground, Points, Result);
	return Result;
}

std::vector<RecastChoice> AllChoices()
{
	std::vector<RecastChoice> Choices;
	for (const ERecastCells Cells : {ERecastCells::Triangles, ERecastCells::Centres})
	{
		for (const ERecastRegions Regions :
			{ERecastRegions::Watershed, ERecastRegions::Monotone, ERecastRegions::Layers})
		{
			Choices.push_back({Cells, Regions, 1.3f});
			// Polygons of what layers make with that take minutes.
			if (Regions != ERecastRegions::Layers)
			{
				Choices.push_back({Cells, Regions, 0.5f});
			}
		}
	}
	return Choices;
}

bool IsAsNear(const MeshBuild& Build, const MeshBuild& Ours)
{
	const double Slack = SamplingSlack * Ours.CellSize;
	return Build.OffP99() <= Ours.OffP99() + Slack && Build.OffMax() <= Ours.OffMax() + Slack;
}

/// The fastest of Recast's whose border is as near as ours, with whatever cells; null where there is none.
const MeshBuild* FindAsNear(const MeshComparison& Builds)
{
	const MeshBuild* Found = nullptr;
	for (const std::vector<MeshBuild>* const Group : {&Builds.Recast, &Builds.Finer})
	{
		for (const MeshBuild& Each : *Group)
		{
			if (IsAsNear(Each, Builds.Ours) && (Found == nullptr || Each.Seconds < Found->Seconds))
			{
				Found = &Each;
			}
		}
	}
	return Found;
}

/// The least of a figure among Recast's meshes with cells of the same size that have all walls.
template <typename Function>
double BestOfRecast(const MeshComparison& Builds, Function&& Figure)
{
	double Least = NotMeasured;
	for (const MeshBuild& Each : Builds.Recast)
	{
		if (Each.Off.GainedMax <= WallIsLost * Each.CellSize)
		{
			const double Value = Figure(Each);
			Least = Value >= Least ? Least : Value;
		}
	}
	return Least;
}

double OffAreaOf(const MeshBuild& Build)
{
	return Build.Off.LostArea + Build.Off.GainedArea;
}

double KilobytesOf(const MeshBuild& Build)
{
	return static_cast<double>(Build.Size.Bytes) / 1024.0;
}

double PolygonsOf(const MeshBuild& Build)
{
	return static_cast<double>(Build.Size.Polygons);
}

double SecondsOf(const MeshBuild& Build)
{
	return Build.Seconds;
}

const char* NameOf(ERecastCells Cells)
{
	return Cells == ERecastCells::Triangles ? "triangles" : "centres";
}

const char* NameOf(ERecastRegions Regions)
{
	return Regions == ERecastRegions::Watershed ? "watershed"
		: Regions == ERecastRegions::Monotone   ? "monotone"
												: "layers";
}

std::vector<Cell> ToRow(const MeshComparison& Builds, const MeshBuild& Build)
{
	const bool bOurs = &Build == &Builds.Ours;
	const MeshDeviation& Off = Build.Off;
	return {Builds.Name, bOurs ? "ours" : NameOf(Build.Choice.Cells), bOurs ? "ours" : NameOf(Build.Choice.Regions),
		bOurs ? NotMeasured : static_cast<double>(Build.Choice.MaxError), Build.CellSize, Off.LostP99, Off.LostMax,
		Off.GainedP99, Off.GainedMax, Off.LostArea, Off.GainedArea, Off.DoubledArea,
		static_cast<double>(Build.Reach.OffMesh), static_cast<double>(Build.Reach.Islands), PolygonsOf(Build),
		KilobytesOf(Build), 1000.0 * Build.Seconds, Build.Seconds / Builds.Ours.Seconds};
}

Table BuildsTable(const std::vector<MeshComparison>& All)
{
	Table Result = {"builds", "Navigation meshes: ours, and Recast's with the same cells and with finer ones",
		{"Scene", "Cells", "Regions", "Contour error, cells", "Cell, m", "Lost, 99 %, m", "Lost, max, m",
			"Gained, 99 %, m", "Gained, max, m", "Lost, m2", "Gained, m2", "Covered twice, m2", "Points off the mesh",
			"Islands", "Polygons", "kB", "CPU, ms", "Times ours"},
		{}};
	for (const MeshComparison& Builds : All)
	{
		Result.Rows.push_back(ToRow(Builds, Builds.Ours));
		for (const std::vector<MeshBuild>* const Group : {&Builds.Recast, &Builds.Finer})
		{
			for (const MeshBuild& Each : *Group)
			{
				Result.Rows.push_back(ToRow(Builds, Each));
			}
		}
	}
	return Result;
}

Table SummaryTable(const std::vector<MeshComparison>& All)
{
	Table Result = {"summary", "Ours, and the best of Recast's, each figure by itself", {"Scene"}, {}};
	for (const char* const Figure :
		{"Off at 99 %, cells", "Off at most, cells", "Area off, m2", "Polygons", "kB", "CPU, ms"})
	{
		Result.Columns.push_back(fmt::format("{}: ours", Figure));
		Result.Columns.push_back(fmt::format("{}: Recast's", Figure));
	}
	Result.Columns.insert(
		Result.Columns.end(), {"Recast's as near with cells of, m", "in times our CPU time", "with polygons"});
	for (const MeshComparison& Builds : All)
	{
		const double CellSize = Builds.Ours.CellSize;
		const auto P99 = [CellSize](const MeshBuild& Build) { return Build.OffP99() / CellSize; };
		const auto Max = [CellSize](const MeshBuild& Build) { return Build.OffMax() / CellSize; };
		const auto Milliseconds = [](const MeshBuild& Build) { return 1000.0 * Build.Seconds; };
		std::vector<Cell> Row = {Builds.Name};
		const auto Add = [&Row, &Builds](const auto& Figure)
		{
			Row.push_back(Figure(Builds.Ours));
			Row.push_back(BestOfRecast(Builds, Figure));
		};
		Add(P99);
		Add(Max);
		Add(OffAreaOf);
		Add(PolygonsOf);
		Add(KilobytesOf);
		Add(Milliseconds);
		const MeshBuild* const Near = FindAsNear(Builds);
		Row.push_back(Near != nullptr ? Near->CellSize : NotMeasured);
		Row.push_back(Near != nullptr ? Near->Seconds / Builds.Ours.Seconds : NotMeasured);
		Row.push_back(Near != nullptr ? PolygonsOf(*Near) : NotMeasured);
		Result.Rows.push_back(Row);
	}
	return Result;
}

/// What Recast's stages take at least, as multiples of our whole build.
struct StageShare
{
	const char* Name;
	double RecastTimes::*Time;

	double Of(const MeshComparison& Builds) const
	{
		const auto Seconds = [this](const MeshBuild& Build) { return Build.Stages.*Time; };
		return BestOfRecast(Builds, Seconds) / Builds.Ours.Seconds;
	}
};

constexpr StageShare Stages[] = {
	{"cells", &RecastTimes::Cells}, {"regions", &RecastTimes::Regions}, {"contours", &RecastTimes::Contours}};

Table StagesTable(const std::vector<MeshComparison>& All)
{
	Table Result = {"stages", "What each stage of Recast's takes at least, in times our whole build",
		{"Scene", "Our whole build, ms"}, {}};
	for (const StageShare& Stage : Stages)
	{
		Result.Columns.push_back(fmt::format("Recast's {}, times that", Stage.Name));
	}
	for (const MeshComparison& Builds : All)
	{
		std::vector<Cell> Row = {Builds.Name, 1000.0 * Builds.Ours.Seconds};
		for (const StageShare& Stage : Stages)
		{
			Row.push_back(Stage.Of(Builds));
		}
		Result.Rows.push_back(Row);
	}
	return Result;
}

std::vector<Plot> PlotsOf(const std::vector<MeshComparison>& All)
{
	BarPlot Near = {.Title = "99 % of the border are no further from the walls",
		.YLabel = "cells",
		.Groups = {},
		.Series = {{"ours", {}}, {"Recast, best of its settings", {}}}};
	BarPlot Time = {
		.Title = "CPU time of Recast's stages", .YLabel = "times our whole build", .Groups = {}, .Series = {}};
	for (const StageShare& Stage : Stages)
	{
		Time.Series.push_back({Stage.Name, {}});
	}
	for (const MeshComparison& Builds : All)
	{
		Near.Groups.push_back(Builds.Name);
		Time.Groups.push_back(Builds.Name);
		const auto P99 = [&Builds](const MeshBuild& Build) { return Build.OffP99() / Builds.Ours.CellSize; };
		Near.Series[0].Values.push_back(P99(Builds.Ours));
		Near.Series[1].Values.push_back(BestOfRecast(Builds, P99));
		for (size_t Index = 0; Index < Time.Series.size(); ++Index)
		{
			Time.Series[Index].Values.push_back(Stages[Index].Of(Builds));
		}
	}
	return {{"border", RenderSvg(Near)}, {"stages", RenderSvg(Time)}};
}

std::vector<Vec2> PointsOf(const Scenarios::Scene& Scene)
{
	std::vector<Vec2> Points;
	for (const Scenarios::SceneAgent& Agent : Scene.Agents)
	{
		Points.push_back(Agent.Position);
		Points.insert(Points.end(), Agent.Goals.begin(), Agent.Goals.end());
	}
	return Points;
}
}

double MeshBuild::OffP99() const
{
	return std::max(Off.LostP99, Off.GainedP99);
}

double MeshBuild::OffMax() const
{
	return std::max(Off.LostMax, Off.GainedMax);
}

MeshComparison CompareBuilders(
	const std::string& Name, const NavMeshDef& Ground, std::span<const Vec2> Points, bool bFiner)
{
	MeshComparison Builds;
	Builds.Name = Name;
	Builds.Ours = BuildOurs(Name, Ground, Points);
	for (const RecastChoice& Choice : AllChoices())
	{
		Builds.Recast.push_back(BuildRecast(Ground, Points, Choice, Ground.CellSize));
	}
	for (const float Part : {1.5f, 2.0f, 3.0f})
	{
		const float CellSize = Ground.CellSize / Part;
		if (!bFiner || FindAsNear(Builds) != nullptr || static_cast<double>(Ground.TileSize / CellSize) > MostTileCells)
		{
			break;
		}
		for (const ERecastCells Cells : {ERecastCells::Triangles, ERecastCells::Centres})
		{
			Builds.Finer.push_back(BuildRecast(Ground, Points, {Cells, ERecastRegions::Monotone, 1.3f}, CellSize));
		}
	}
	return Builds;
}

std::vector<Check> ChecksOf(const MeshComparison& Builds, bool bTimed)
{
	const MeshBuild& Ours = Builds.Ours;
	const auto P99 = [&Ours](const MeshBuild& Build) { return Build.OffP99() / Ours.CellSize; };
	const std::string Name = Builds.Name;
	return {
		{.Name = Name + ": border off the walls, cells",
			.Value = Ours.OffMax() / Ours.CellSize,
			.Max = 1.5,
			.SkipReason = {}},
		{.Name = Name + ": area covered twice, m2", .Value = Ours.Off.DoubledArea, .Max = 1.0e-3, .SkipReason = {}},
		{.Name = Name + ": starts and goals off the mesh",
			.Value = static_cast<double>(Ours.Reach.OffMesh),
			.Max = 0.0,
			.SkipReason = {}},
		{.Name = Name + ": islands that starts and goals are on",
			.Value = static_cast<double>(Ours.Reach.Islands),
			.Min = 1.0,
			.Max = 1.0,
			.SkipReason = {}},
		{.Name = Name + ": border further off at 99 % than the best of Recast's, cells",
			.Value = P99(Ours) - BestOfRecast(Builds, P99),
			.Max = 0.05,
			.SkipReason = {}},
		{.Name = Name + ": CPU time of the fastest of Recast's, times ours",
			.Value = BestOfRecast(Builds, SecondsOf) / Ours.Seconds,
			.Min = 1.0,
			.SkipReason = bTimed ? "" : "skipped: --quick"},
	};
}

SuiteReport RunNavMeshSuite(const SuiteOptions& Options)
{
	std::vector<std::string> Names = {"simple", "doorway"};
	if (!Options.bQuick)
	{
		Names.insert(Names.end(),
			{"robots", "narrow", "stadium-245", "crosswalk-400", "hallway", "doors", "blocked", "evac-1k", "city-10k",
				"stad-25k"});
	}
	SuiteReport Report;
	std::vector<MeshComparison> All;
	for (const std::string& Name : Names)
	{
		Options.OnProgress(Name, All.size(), Names.size());
		const Scenarios::Scene Scene = Scenarios::LoadScene(Name);
		All.push_back(CompareBuilders(Name, Scenarios::MeshOf(Scene), PointsOf(Scene), !Options.bQuick));
		const std::vector<Check> Checks = ChecksOf(All.back(), !Options.bQuick);
		Report.Checks.insert(Report.Checks.end(), Checks.begin(), Checks.end());
	}
	Report.Tables = {SummaryTable(All), StagesTable(All), BuildsTable(All)};
	Report.Plots = PlotsOf(All);
	Report.Notes.push_back("Times are CPU times of one thread. Ours is of all that NavMesh::Build does, the graph for "
						   "the agents included; "
						   "Recast's ends with Detour's tiles.");
	Report.Notes.push_back("The best of Recast's: of those with the same cells that lose no wall.");
	return Report;
}
}
