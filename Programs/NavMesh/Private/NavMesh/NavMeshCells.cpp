// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshCells.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// The lattice ends exactly with the ground, even where that is no whole number of cells.
float Place(float Min, float Max, double Cell, int Count, int HalfCells)
{
	if (HalfCells >= 2 * Count)
	{
		return Max;
	}
	if (HalfCells == 2 * Count - 1)
	{
		return static_cast<float>(
			0.5 * (static_cast<double>(Min) + static_cast<double>(Count - 1) * Cell + static_cast<double>(Max)));
	}
	return static_cast<float>(static_cast<double>(Min) + 0.5 * static_cast<double>(HalfCells) * Cell);
}

/// The first cell whose centre is at or beyond the value, kept within Low .. High.
int FirstCentre(double Value, int Low, int High)
{
	return static_cast<int>(std::clamp(std::ceil(Value - 0.5), static_cast<double>(Low), static_cast<double>(High)));
}
}

int NavLattice::WidthOf(int TileX) const
{
	return std::min(TileCells, Columns - TileX * TileCells);
}

int NavLattice::HeightOf(int TileY) const
{
	return std::min(TileCells, Rows - TileY * TileCells);
}

float NavLattice::X(int HalfCells) const
{
	return Place(Min.X, Max.X, Cell, Columns, HalfCells);
}

float NavLattice::Y(int HalfCells) const
{
	return Place(Min.Y, Max.Y, Cell, Rows, HalfCells);
}

int NavLattice::TileAt(Vec2 Point) const
{
	// A border belongs to the tile beyond it, as it does in Detour; rounding must not put it into the other.
	const auto Number = [this](float Value, float Low, int Count, float (NavLattice::*Border)(int) const)
	{
		const double Guess = std::floor((static_cast<double>(Value) - static_cast<double>(Low)) / (Cell * TileCells));
		int Tile = static_cast<int>(std::clamp(Guess, 0.0, static_cast<double>(Count - 1)));
		if (Tile > 0 && Value < (this->*Border)(2 * Tile * TileCells))
		{
			--Tile;
		}
		else if (Tile + 1 < Count && Value >= (this->*Border)(2 * (Tile + 1) * TileCells))
		{
			++Tile;
		}
		return Tile;
	};
	return Number(Point.X, Min.X, TileColumns, &NavLattice::X) +
		Number(Point.Y, Min.Y, TileRows, &NavLattice::Y) * TileColumns;
}

void NavCellPainter::Begin(const NavLattice& Lattice, int TileX, int TileY, NavCells& Out)
{
	Cells = &Out;
	Out.Width = Lattice.WidthOf(TileX);
	Out.Height = Lattice.HeightOf(TileY);
	Out.Area.assign(static_cast<size_t>(Out.Width) * static_cast<size_t>(Out.Height), NavCells::Ground);
	Ground = &Lattice;
	FirstColumn = TileX * Lattice.TileCells;
	FirstRow = TileY * Lattice.TileCells;
}

void NavCellPainter::LoadOutline(std::span<const Vec2> Outline)
{
	Vertices.clear();
	for (const Vec2 Vertex : Outline)
	{
		// Rounded before the tile comes in: a wall on the border of two tiles is in the same cells for both.
		const auto InCells = [this](float Value, float Min)
		{ return (static_cast<double>(Value) - static_cast<double>(Min)) / Ground->Cell; };
		Vertices.push_back(
			{InCells(Vertex.X, Ground->Min.X) - FirstColumn, InCells(Vertex.Y, Ground->Min.Y) - FirstRow});
	}
}

void NavCellPainter::PaintDoor(std::span<const Vec2> Outline, int Door)
{
	LoadOutline(Outline);
	PaintPolygon(static_cast<uint16_t>(NavCells::FirstDoor + Door));
}

void NavCellPainter::PaintSolid(std::span<const Vec2> Outline)
{
	LoadOutline(Outline);
	if (Vertices.size() == 2)
	{
		PaintWall(Vertices[0], Vertices[1]);
	}
	else
	{
		PaintPolygon(NavCells::Solid);
	}
}

void NavCellPainter::PaintSpan(int Row, double X0, double X1, uint16_t Area)
{
	const int First = FirstCentre(X0, 0, Cells->Width);
	const int End = FirstCentre(X1, 0, Cells->Width);
	uint16_t* const Line = Cells->Area.data() + static_cast<size_t>(Row) * static_cast<size_t>(Cells->Width);
	for (int Column = First; Column < End; ++Column)
	{
		if (Area == NavCells::Solid || Line[Column] == NavCells::Ground)
		{
			Line[Column] = Area;
		}
	}
}

void NavCellPainter::PaintCell(double X, double Y, uint16_t Area)
{
	const double Column = std::floor(X);
	const double Row = std::floor(Y);
	if (Column >= 0.0 && Row >= 0.0 && Column < Cells->Width && Row < Cells->Height)
	{
		PaintSpan(static_cast<int>(Row), Column + 0.5, Column + 1.5, Area);
	}
}

void NavCellPainter::FindCrossings(bool bColumns, int LineCount)
{
	Crossings.clear();
	for (size_t Index = 0; Index < Vertices.size(); ++Index)
	{
		Point From = Vertices[Index];
		Point To = Vertices[Index + 1 < Vertices.size() ? Index + 1 : 0];
		if (bColumns)
		{
			std::swap(From.X, From.Y);
			std::swap(To.X, To.Y);
		}
		// Always upwards, so that an edge that two polygons share is crossed at the same place.
		if (From.Y > To.Y)
		{
			std::swap(From, To);
		}
		const int End = FirstCentre(To.Y, 0, LineCount);
		for (int Line = FirstCentre(From.Y, 0, LineCount); Line < End; ++Line)
		{
			const double Part = (Line + 0.5 - From.Y) / (To.Y - From.Y);
			Crossings.push_back({Line, From.X + Part * (To.X - From.X)});
		}
	}
	std::sort(Crossings.begin(), Crossings.end(),
		[](const Crossing& A, const Crossing& B) { return A.Line != B.Line ? A.Line < B.Line : A.Where < B.Where; });
}

void NavCellPainter::PaintPolygon(uint16_t Area)
{
	// Every line crosses a closed outline an even number of times: crossings are pairs of in and out. A pair without a centre
	// between is where the polygon is thin; there it gets the cell in the middle. Counted along rows and along columns, the
	// cells of the thinnest polygon touch at their corners at least, and nobody goes through a corner.
	FindCrossings(false, Cells->Height);
	for (size_t Index = 0; Index + 1 < Crossings.size(); Index += 2)
	{
		const Crossing& In = Crossings[Index];
		const Crossing& Out = Crossings[Index + 1];
		PaintSpan(In.Line, In.Where, Out.Where, Area);
		if (std::ceil(In.Where - 0.5) == std::ceil(Out.Where - 0.5))
		{
			PaintCell(0.5 * (In.Where + Out.Where), In.Line + 0.5, Area);
		}
	}
	FindCrossings(true, Cells->Width);
	for (size_t Index = 0; Index + 1 < Crossings.size(); Index += 2)
	{
		const Crossing& In = Crossings[Index];
		const Crossing& Out = Crossings[Index + 1];
		if (std::ceil(In.Where - 0.5) == std::ceil(Out.Where - 0.5))
		{
			PaintCell(In.Line + 0.5, 0.5 * (In.Where + Out.Where), Area);
		}
	}
	if (IsBetweenCentreLines())
	{
		PaintCell(Vertices[0].X, Vertices[0].Y, Area);
	}
}

bool NavCellPainter::IsBetweenCentreLines() const
{
	const double Column = std::ceil(Vertices[0].X - 0.5);
	const double Row = std::ceil(Vertices[0].Y - 0.5);
	return std::all_of(Vertices.begin(), Vertices.end(),
		[Column, Row](const Point& Vertex)
		{ return std::ceil(Vertex.X - 0.5) == Column && std::ceil(Vertex.Y - 0.5) == Row; });
}

void NavCellPainter::PaintWall(Point From, Point To)
{
	// The cells of a wall cover it, and those of two walls with an end in common cover both: there is no gap but at corners of cells,
	// and nobody goes through a corner. A cell that a wall merely reaches with its end is not needed for that.
	if (From.Y > To.Y)
	{
		std::swap(From, To);
	}
	const auto XAt = [From, To](double Y) {
		return Y <= From.Y ? From.X : Y >= To.Y ? To.X : From.X + (Y - From.Y) / (To.Y - From.Y) * (To.X - From.X);
	};
	const auto KeptInTile = [this](double Row)
	{ return static_cast<int>(std::clamp(Row, 0.0, static_cast<double>(Cells->Height))); };
	const int End = KeptInTile(std::max(std::ceil(To.Y), std::floor(From.Y) + 1.0));
	for (int Row = KeptInTile(std::floor(From.Y)); Row < End; ++Row)
	{
		const double Low = std::floor(std::min(XAt(Row), XAt(Row + 1.0)));
		const double High = std::ceil(std::max(XAt(Row), XAt(Row + 1.0)));
		PaintSpan(Row, Low, std::max(High, Low + 1.0), NavCells::Solid);
	}
}
}
