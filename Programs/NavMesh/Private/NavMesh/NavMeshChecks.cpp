// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshImpl.h"

#include "CrowdCore/CrowdAgent.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace CrowdAvoidance
{
namespace
{
constexpr float SmallestCell = 0.02f, LargestCell = 10.0f;
constexpr int FewestTileCells = 8, MostTileCells = 1000;
/// A cell is that many times what a float can tell apart, at least.
constexpr double CellPerCoordinate = 1.0 / 1048576.0;

Result<void> CheckPoint(const char* Name, Vec2 Point)
{
	const bool bFine = std::fabs(Point.X) <= CrowdMaxCoordinate && std::fabs(Point.Y) <= CrowdMaxCoordinate;
	if (!bFine)
	{
		return Error::Format("%s is (%g, %g); both must be within %g .. %g", Name, static_cast<double>(Point.X),
			static_cast<double>(Point.Y), static_cast<double>(-CrowdMaxCoordinate),
			static_cast<double>(CrowdMaxCoordinate));
	}
	return {};
}

Result<void> CheckCount(const char* Name, size_t Count, size_t Most)
{
	if (Count > Most)
	{
		return Error::Format("%s has %zu entries; it must have 0 .. %zu", Name, Count, Most);
	}
	return {};
}

/// Convex of either winding: all vertices on one side of every edge, and not all in a line.
bool IsConvex(std::span<const Vec2> Outline)
{
	bool bLeft = false;
	bool bRight = false;
	for (size_t Index = 0; Index < Outline.size(); ++Index)
	{
		const Vec2 From = Outline[Index];
		const Vec2 To = Outline[(Index + 1) % Outline.size()];
		const double DX = static_cast<double>(To.X) - static_cast<double>(From.X);
		const double DY = static_cast<double>(To.Y) - static_cast<double>(From.Y);
		for (const Vec2 Vertex : Outline)
		{
			const double Side = DX * (static_cast<double>(Vertex.Y) - static_cast<double>(From.Y)) -
				DY * (static_cast<double>(Vertex.X) - static_cast<double>(From.X));
			// Corners of the same place, rounded, may stand out by a hair.
			const double Hair = 1.0e-6 * (DX * DX + DY * DY);
			bLeft = bLeft || Side > Hair;
			bRight = bRight || Side < -Hair;
		}
	}
	return bLeft != bRight;
}

Result<void> CheckDoor(size_t Number, const NavDoorDef& Door)
{
	char Name[48];
	std::snprintf(Name, sizeof(Name), "Doors[%zu].Outline", Number);
	if (Door.Outline.size() < 3 || Door.Outline.size() > NavMaxDoorVertices)
	{
		return Error::Format(
			"%s has %zu vertices; it must have 3 .. %zu", Name, Door.Outline.size(), NavMaxDoorVertices);
	}
	if (const Result<void> Check = CheckNavOutline(Name, Door.Outline); !Check)
	{
		return Check;
	}
	if (!IsConvex(Door.Outline))
	{
		return Error::Format("%s is not convex, or all in a line", Name);
	}
	return {};
}

Result<void> CheckGround(const NavMeshDef& Def)
{
	if (const Result<void> Check = CheckPoint("Min", Def.Min); !Check)
	{
		return Check;
	}
	if (const Result<void> Check = CheckPoint("Max", Def.Max); !Check)
	{
		return Check;
	}
	if (!(Def.Min.X < Def.Max.X && Def.Min.Y < Def.Max.Y))
	{
		return Error::Format("Min is (%g, %g) and Max (%g, %g); Min must be less than Max in x and y",
			static_cast<double>(Def.Min.X), static_cast<double>(Def.Min.Y), static_cast<double>(Def.Max.X),
			static_cast<double>(Def.Max.Y));
	}
	if (!(Def.CellSize >= SmallestCell && Def.CellSize <= LargestCell))
	{
		return Error::Format("CellSize is %g; it must be within %g .. %g", static_cast<double>(Def.CellSize),
			static_cast<double>(SmallestCell), static_cast<double>(LargestCell));
	}
	const float Furthest =
		std::max({std::fabs(Def.Min.X), std::fabs(Def.Min.Y), std::fabs(Def.Max.X), std::fabs(Def.Max.Y)});
	const double Finest = static_cast<double>(Furthest) * CellPerCoordinate;
	if (static_cast<double>(Def.CellSize) < Finest)
	{
		return Error::Format("CellSize is %g; with ground up to %g m from the origin it must be at least %g",
			static_cast<double>(Def.CellSize), static_cast<double>(Furthest), Finest);
	}
	return {};
}

/// Cells along a side. A little more than a whole number is rounding.
double CellsAlong(float Min, float Max, double Cell)
{
	return std::max(1.0, std::ceil((static_cast<double>(Max) - static_cast<double>(Min)) / Cell - 0.05));
}

Result<NavLattice> LayOut(const NavMeshDef& Def)
{
	NavLattice Lattice;
	Lattice.Min = Def.Min;
	Lattice.Max = Def.Max;
	Lattice.Cell = static_cast<double>(Def.CellSize);
	const double Columns = CellsAlong(Def.Min.X, Def.Max.X, Lattice.Cell);
	const double Rows = CellsAlong(Def.Min.Y, Def.Max.Y, Lattice.Cell);
	if (Columns * Rows > NavMaxCells)
	{
		return Error::Format("CellSize is %g, which makes %g cells of the ground; there may be 1 .. %g",
			static_cast<double>(Def.CellSize), Columns * Rows, NavMaxCells);
	}
	const double TileCells = std::round(static_cast<double>(Def.TileSize) / Lattice.Cell);
	if (!(TileCells >= FewestTileCells && TileCells <= MostTileCells))
	{
		return Error::Format("TileSize is %g; it must be within %g .. %g (%d .. %d cells)",
			static_cast<double>(Def.TileSize), FewestTileCells * Lattice.Cell, MostTileCells * Lattice.Cell,
			FewestTileCells, MostTileCells);
	}
	const double Tiles = std::ceil(Columns / TileCells) * std::ceil(Rows / TileCells);
	if (Tiles > NavMaxTiles)
	{
		return Error::Format("TileSize is %g, which makes %g tiles of the ground; there may be 1 .. %d",
			static_cast<double>(Def.TileSize), Tiles, NavMaxTiles);
	}
	Lattice.Columns = static_cast<int>(Columns);
	Lattice.Rows = static_cast<int>(Rows);
	Lattice.TileCells = static_cast<int>(TileCells);
	Lattice.TileColumns = (Lattice.Columns + Lattice.TileCells - 1) / Lattice.TileCells;
	Lattice.TileRows = (Lattice.Rows + Lattice.TileCells - 1) / Lattice.TileCells;
	return Lattice;
}
}

Result<void> CheckNavOutline(const char* Name, std::span<const Vec2> Outline)
{
	if (Outline.size() < 2 || Outline.size() > NavMaxOutlineVertices)
	{
		return Error::Format("%s has %zu vertices; it must have 2 .. %zu", Name, Outline.size(), NavMaxOutlineVertices);
	}
	for (size_t Index = 0; Index < Outline.size(); ++Index)
	{
		char Vertex[80];
		std::snprintf(Vertex, sizeof(Vertex), "%s[%zu]", Name, Index);
		if (const Result<void> Check = CheckPoint(Vertex, Outline[Index]); !Check)
		{
			return Check;
		}
	}
	return {};
}

Result<NavLattice> CheckNavMeshDef(const NavMeshDef& Def)
{
	if (const Result<void> Check = CheckGround(Def); !Check)
	{
		return Check.GetError();
	}
	const std::pair<const char*, std::pair<size_t, size_t>> Counts[] = {{"Solids", {Def.Solids.size(), NavMaxSolids}},
		{"Doors", {Def.Doors.size(), NavMaxDoors}}, {"Links", {Def.Links.size(), NavMaxLinks}}};
	for (const auto& [Name, Count] : Counts)
	{
		if (const Result<void> Check = CheckCount(Name, Count.first, Count.second); !Check)
		{
			return Check.GetError();
		}
	}
	char Name[48];
	for (size_t Index = 0; Index < Def.Solids.size(); ++Index)
	{
		std::snprintf(Name, sizeof(Name), "Solids[%zu]", Index);
		if (const Result<void> Check = CheckNavOutline(Name, Def.Solids[Index]); !Check)
		{
			return Check.GetError();
		}
	}
	for (size_t Index = 0; Index < Def.Doors.size(); ++Index)
	{
		if (const Result<void> Check = CheckDoor(Index, Def.Doors[Index]); !Check)
		{
			return Check.GetError();
		}
	}
	for (size_t Index = 0; Index < Def.Links.size(); ++Index)
	{
		for (const bool bFrom : {true, false})
		{
			std::snprintf(Name, sizeof(Name), "Links[%zu].%s", Index, bFrom ? "From" : "To");
			if (const Result<void> Check = CheckPoint(Name, bFrom ? Def.Links[Index].From : Def.Links[Index].To);
				!Check)
			{
				return Check.GetError();
			}
		}
	}
	return LayOut(Def);
}
}
