// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/PlannerInput.h"

#include "Scenarios/Guide.h"
#include "Scenarios/Spawners.h"

#include <fmt/format.h>

#include <algorithm>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t MaxDoors = 1000;
constexpr size_t MaxDoorVertices = 12;
constexpr size_t MaxDoorChanges = 10'000;
constexpr size_t MaxBlocks = 10'000;
constexpr size_t MaxLinks = 10'000;
constexpr size_t MaxRoadmapNodes = 65'536;
constexpr double LeastTileCells = 8.0;
constexpr double MostTileCells = 1000.0;
constexpr Range CellSizeRange{0.02, 10.0, "m"};
constexpr Range MomentRange{0.0, 1e9, "s"};

/// Whether every vertex lies on the same side of every edge; points in a line and crossed outlines do not.
bool IsConvex(const std::vector<Vec2>& Outline)
{
	const size_t Count = Outline.size();
	int Left = 0;
	int Right = 0;
	for (size_t I = 0; I < Count; ++I)
	{
		const Vec2 From = Outline[I];
		const Vec2 To = Outline[(I + 1) % Count];
		for (size_t J = 2; J < Count; ++J)
		{
			const Vec2 Other = Outline[(I + J) % Count];
			const double Area = (static_cast<double>(To.X) - From.X) * (static_cast<double>(Other.Y) - From.Y) -
				(static_cast<double>(To.Y) - From.Y) * (static_cast<double>(Other.X) - From.X);
			Left += Area >= 0.0 ? 1 : 0;
			Right += Area <= 0.0 ? 1 : 0;
		}
	}
	return Left == 0 || Right == 0;
}

/// Reads a list of objects, each with Read.
template <typename ReadType>
void ReadList(const ObjectReader& Top, const char* Key, size_t Most, const ReadType& Read)
{
	if (!Top.Has(Key))
	{
		return;
	}
	const Json& List = Top.Array(Key, 0, Most);
	for (size_t I = 0; I < List.size(); ++I)
	{
		Read(ObjectReader(Top.GetContext(), List[I], fmt::format("{}[{}]", Key, I)));
	}
}

/// Appends the points of a list.
void ReadPoints(const ObjectReader& Top, const char* Key, size_t Most, std::vector<Vec2>& Points)
{
	if (!Top.Has(Key))
	{
		return;
	}
	const Json& List = Top.Array(Key, 0, Most);
	for (size_t I = 0; I < List.size(); ++I)
	{
		Points.push_back(ReadPoint(Top.GetContext(), List[I], fmt::format("{}[{}]", Key, I), CoordinateRange));
	}
}

void ReadNavmesh(const ObjectReader& Top, Scene& OutScene)
{
	if (!Top.Has("navmesh"))
	{
		return;
	}
	const ObjectReader Reader = Top.Child("navmesh");
	Reader.AllowKeys({"cellSize", "tileSize"});
	const double Cell = Reader.Number("cellSize", CellSizeRange, OutScene.CellSize);
	const Range TileRange{LeastTileCells * Cell, MostTileCells * Cell, "m (8 to 1000 cells)"};
	const double Default = std::clamp<double>(OutScene.TileSize, TileRange.Minimum, TileRange.Maximum);
	OutScene.CellSize = static_cast<float>(Cell);
	OutScene.TileSize = static_cast<float>(Reader.Number("tileSize", TileRange, Default));
}

void ReadGround(const ObjectReader& Top, Scene& OutScene)
{
	if (!Top.Has("ground"))
	{
		return;
	}
	const std::vector<Vec2> Corners = ReadOutline(Top.GetContext(), Top.Get("ground"), "ground", 2, 2);
	if (!(Corners[0].X < Corners[1].X && Corners[0].Y < Corners[1].Y))
	{
		Top.GetContext().Refuse("ground",
			fmt::format("is from [{}, {}] to [{}, {}], must be from the lesser to the greater x and y", Corners[0].X,
				Corners[0].Y, Corners[1].X, Corners[1].Y));
	}
	OutScene.GroundMin = Corners[0];
	OutScene.GroundMax = Corners[1];
	OutScene.bHasGround = true;
}

std::vector<std::pair<double, bool>> ReadSchedule(const ObjectReader& Door)
{
	std::vector<std::pair<double, bool>> Schedule;
	if (!Door.Has("schedule"))
	{
		return Schedule;
	}
	const Json& List = Door.Array("schedule", 0, MaxDoorChanges);
	for (size_t I = 0; I < List.size(); ++I)
	{
		const ObjectReader Change(Door.GetContext(), List[I], fmt::format("{}[{}]", Door.PathOf("schedule"), I));
		Change.AllowKeys({"at", "open"});
		const double Moment = Change.Number("at", MomentRange);
		if (!Schedule.empty() && Moment <= Schedule.back().first)
		{
			Door.GetContext().Refuse(Change.PathOf("at"),
				fmt::format("is {} s, must be later than the entry before, {} s", Moment, Schedule.back().first));
		}
		Change.Get("open");
		Schedule.emplace_back(Moment, Change.Flag("open", true));
	}
	return Schedule;
}

SceneDoor ReadDoor(const ObjectReader& Reader)
{
	Reader.AllowKeys({"outline", "open", "schedule"});
	SceneDoor Door;
	Door.Outline =
		ReadOutline(Reader.GetContext(), Reader.Get("outline"), Reader.PathOf("outline"), 3, MaxDoorVertices);
	if (!IsConvex(Door.Outline))
	{
		Reader.GetContext().Refuse(
			Reader.PathOf("outline"), "is not convex, must be so, without corners of 180 degrees");
	}
	Door.bOpen = Reader.Flag("open", true);
	Door.Schedule = ReadSchedule(Reader);
	return Door;
}

SceneBlock ReadBlock(const ObjectReader& Reader)
{
	Reader.AllowKeys({"outline", "from", "until"});
	SceneBlock Block;
	Block.Outline =
		ReadOutline(Reader.GetContext(), Reader.Get("outline"), Reader.PathOf("outline"), 2, CrowdMaxObstacleVertices);
	Block.From = Reader.Number("from", MomentRange, Block.From);
	Block.Until = Reader.Number("until", {Block.From, MomentRange.Maximum, "s, not before 'from'"}, Block.Until);
	return Block;
}

SceneLink ReadLink(const ObjectReader& Reader)
{
	Reader.AllowKeys({"from", "to", "bothWays"});
	return {Reader.Point("from", CoordinateRange), Reader.Point("to", CoordinateRange), Reader.Flag("bothWays", true)};
}
}

std::vector<Vec2> ReadOutline(
	const FileContext& Context, const Json& Value, const std::string& Path, size_t Fewest, size_t Most)
{
	const Json& List = ReadArray(Context, Value, Path, Fewest, Most);
	std::vector<Vec2> Outline;
	Outline.reserve(List.size());
	for (size_t I = 0; I < List.size(); ++I)
	{
		Outline.push_back(ReadPoint(Context, List[I], fmt::format("{}[{}]", Path, I), CoordinateRange));
	}
	return Outline;
}

std::vector<std::string> PlannerInputKeys()
{
	return {"planner", "navmesh", "ground", "exits", "doors", "blocks", "links", "roadmapNodes"};
}

void ReadPlannerInput(const ObjectReader& Top, Scene& OutScene)
{
	if (Top.Has("planner"))
	{
		OutScene.Planner = Top.Choice("planner", PlannerNames());
	}
	ReadNavmesh(Top, OutScene);
	ReadGround(Top, OutScene);
	ReadPoints(Top, "exits", MaxExits, OutScene.Exits);
	ReadPoints(Top, "roadmapNodes", MaxRoadmapNodes, OutScene.RoadmapNodes);
	ReadList(Top, "doors", MaxDoors, [&](const ObjectReader& Reader) { OutScene.Doors.push_back(ReadDoor(Reader)); });
	ReadList(
		Top, "blocks", MaxBlocks, [&](const ObjectReader& Reader) { OutScene.Blocks.push_back(ReadBlock(Reader)); });
	ReadList(Top, "links", MaxLinks, [&](const ObjectReader& Reader) { OutScene.Links.push_back(ReadLink(Reader)); });
}
}
