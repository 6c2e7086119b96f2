// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavMesh/CrowdNavMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// The cells that the ground is cut into, and the tiles that the cells are dealt out to. Mesh vertices lie on half cells.
struct NavLattice
{
	Vec2 Min, Max;
	double Cell = 1.0;         ///< Side of a cell. [m]
	int Columns = 0, Rows = 0; ///< Cells.
	int TileCells = 0;         ///< Cells along the side of a tile.
	int TileColumns = 0, TileRows = 0;

	int TileCount() const { return TileColumns * TileRows; }
	/// Cells of a tile along x and y: fewer in the last column and row.
	int WidthOf(int TileX) const;
	int HeightOf(int TileY) const;
	/// Where a vertex is, by its number of half cells from Min. Always the same bits for the same number.
	float X(int HalfCells) const;
	float Y(int HalfCells) const;
	/// Tile that holds a point of the ground; points outside belong to the nearest one.
	int TileAt(Vec2 Point) const;
};

/// What the cells of one tile are.
struct NavCells
{
	static constexpr uint16_t Solid = 0;
	static constexpr uint16_t Ground = 1;
	static constexpr uint16_t FirstDoor = 2; ///< Door number d is FirstDoor + d.

	int Width = 0, Height = 0;
	std::vector<uint16_t> Area; ///< By row.
};

/// Draws polygons and walls into the cells of a tile. What it draws in a cell depends on the polygon and the cell alone, never on
/// the tile, so tiles agree at their borders.
class NavCellPainter
{
public:
	/// All cells become ground.
	void Begin(const NavLattice& Lattice, int TileX, int TileY, NavCells& Out);
	/// Turns ground into a doorway.
	void PaintDoor(std::span<const Vec2> Outline, int Door);
	/// Two vertices: cells that the segment touches. Otherwise cells with their centre inside, and so many more that not even the
	/// thinnest polygon has a hole.
	void PaintSolid(std::span<const Vec2> Outline);

private:
	struct Point
	{
		double X, Y;
	};
	struct Crossing
	{
		int Line;
		double Where;
	};

	void PaintPolygon(uint16_t Area);
	/// Finds where the outline crosses the centre lines of rows (or, with bColumns, of columns), by line and place.
	void FindCrossings(bool bColumns, int LineCount);
	/// So small that no centre line of a row or column crosses it.
	bool IsBetweenCentreLines() const;
	void PaintWall(Point From, Point To);
	/// Cells X0 .. X1 - 1 of a row, as far as they are in the tile.
	void PaintSpan(int Row, double X0, double X1, uint16_t Area);
	void PaintCell(double X, double Y, uint16_t Area);
	void LoadOutline(std::span<const Vec2> Outline);

	NavCells* Cells = nullptr;
	const NavLattice* Ground = nullptr;
	int FirstColumn = 0, FirstRow = 0; ///< Of the tile, in the lattice.
	std::vector<Point> Vertices;       ///< In cells from the tile's corner.
	std::vector<Crossing> Crossings;
};
}
