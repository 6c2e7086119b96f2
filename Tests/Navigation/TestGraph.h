// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdNavigation/CrowdNavGraph.h"
#include "TestRandom.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Testing
{
using Outline = std::vector<Vec2>;

/// A graph of convex, counter-clockwise polygons. Edges with the same two ends, to the bit, are joined.
inline NavGraph MakeGraph(const std::vector<Outline>& Outlines)
{
	using Key = std::pair<float, float>;
	NavGraph Graph;
	std::map<std::pair<Key, Key>, int32_t> Sides;
	std::vector<int32_t> Owners;
	for (const Outline& Shape : Outlines)
	{
		NavGraph::Polygon Owner;
		Owner.FirstEdge = static_cast<int32_t>(Graph.Edges.size());
		Owner.EdgeCount = static_cast<int32_t>(Shape.size());
		for (size_t Index = 0; Index < Shape.size(); ++Index)
		{
			const Vec2 From = Shape[Index], To = Shape[(Index + 1) % Shape.size()];
			Sides[{{From.X, From.Y}, {To.X, To.Y}}] = static_cast<int32_t>(Graph.Edges.size());
			Graph.Edges.push_back({.From = From});
			Owners.push_back(static_cast<int32_t>(Graph.Polygons.size()));
			Owner.Center.X += From.X / static_cast<float>(Shape.size());
			Owner.Center.Y += From.Y / static_cast<float>(Shape.size());
		}
		Graph.Polygons.push_back(Owner);
	}
	std::set<Key> Solid;
	for (const auto& [Ends, Index] : Sides)
	{
		const auto Twin = Sides.find({Ends.second, Ends.first});
		if (Twin != Sides.end())
		{
			Graph.Edges[static_cast<size_t>(Index)].Twin = Twin->second;
			Graph.Edges[static_cast<size_t>(Index)].Neighbor = Owners[static_cast<size_t>(Twin->second)];
		}
		else
		{
			Solid.insert(Ends.first);
			Solid.insert(Ends.second);
		}
	}
	for (NavGraph::Edge& Side : Graph.Edges)
	{
		Side.bFromSolid = Solid.contains({Side.From.X, Side.From.Y});
	}
	Graph.Finish();
	return Graph;
}

/// Adds a link and groups the links by polygon again.
inline void AddLink(NavGraph& Graph, int32_t Leaves, Vec2 From, Vec2 To, int32_t Target)
{
	NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Leaves)];
	const int32_t At = Owner.LinkCount > 0 ? Owner.FirstLink : static_cast<int32_t>(Graph.Links.size());
	Graph.Links.insert(Graph.Links.begin() + At, {From, To, Target});
	for (NavGraph::Polygon& Other : Graph.Polygons)
	{
		Other.FirstLink += Other.LinkCount > 0 && Other.FirstLink >= At && &Other != &Owner ? 1 : 0;
	}
	Owner.FirstLink = At;
	++Owner.LinkCount;
	Graph.Finish();
}

/// Ground of square cells, some of them solid.
struct Lattice
{
	int Columns = 0, Rows = 0;
	float Cell = 1.0f; ///< Side of a cell. [m]
	std::vector<char> Solid;

	Lattice(int InColumns, int InRows, float InCell = 1.0f)
		: Columns(InColumns),
		  Rows(InRows),
		  Cell(InCell),
		  Solid(static_cast<size_t>(InColumns * InRows), 0)
	{}

	bool IsFree(int Column, int Row) const
	{
		return Column >= 0 && Row >= 0 && Column < Columns && Row < Rows &&
			!Solid[static_cast<size_t>(Row * Columns + Column)];
	}
	void Fill(int Column, int Row, int Width, int Height, bool bSolid = true)
	{
		for (int Y = Row; Y < Row + Height; ++Y)
		{
			for (int X = Column; X < Column + Width; ++X)
			{
				if (X >= 0 && Y >= 0 && X < Columns && Y < Rows)
				{
					Solid[static_cast<size_t>(Y * Columns + X)] = bSolid ? 1 : 0;
				}
			}
		}
	}
	Vec2 Corner(int Column, int Row) const
	{
		return {static_cast<float>(Column) * Cell, static_cast<float>(Row) * Cell};
	}
};

/// Boxes of one to four cells a side, strewn about. No two solid cells meet at just a corner, where a point could slip through
/// for one way of reckoning and not for another.
inline Lattice RandomLattice(uint64_t Seed, int Columns, int Rows, int Boxes, float Cell = 1.0f)
{
	TestRandom Random(Seed);
	Lattice Ground(Columns, Rows, Cell);
	for (int Box = 0; Box < Boxes; ++Box)
	{
		const int Column = Random.Index(Columns), Row = Random.Index(Rows);
		const int Width = Random.Integer(1, 4), Height = Random.Integer(1, 4);
		Ground.Fill(Column, Row, Width, Height);
	}
	for (bool bChanged = true; bChanged;)
	{
		bChanged = false;
		for (int Row = 0; Row + 1 < Rows; ++Row)
		{
			for (int Column = 0; Column + 1 < Columns; ++Column)
			{
				const bool bRising = Ground.IsFree(Column, Row) && Ground.IsFree(Column + 1, Row + 1);
				const bool bFalling = Ground.IsFree(Column + 1, Row) && Ground.IsFree(Column, Row + 1);
				const int Free = Ground.IsFree(Column, Row) + Ground.IsFree(Column + 1, Row + 1) +
					Ground.IsFree(Column + 1, Row) + Ground.IsFree(Column, Row + 1);
				if (Free == 2 && (bRising || bFalling))
				{
					Ground.Fill(Column, Row, 2, 2);
					bChanged = true;
				}
			}
		}
	}
	return Ground;
}

/// Each free cell a square.
inline NavGraph MakeCells(const Lattice& Ground)
{
	std::vector<Outline> Outlines;
	for (int Row = 0; Row < Ground.Rows; ++Row)
	{
		for (int Column = 0; Column < Ground.Columns; ++Column)
		{
			if (Ground.IsFree(Column, Row))
			{
				Outlines.push_back({Ground.Corner(Column, Row), Ground.Corner(Column + 1, Row),
					Ground.Corner(Column + 1, Row + 1), Ground.Corner(Column, Row + 1)});
			}
		}
	}
	return MakeGraph(Outlines);
}

/// Large rectangles, uneven like a real mesh, with vertices in the middle of straight sides where neighbours meet.
inline NavGraph MakeRectangles(const Lattice& Ground, int Longest = 1000)
{
	struct Box
	{
		int Column, Row, Width, Height;
	};
	std::vector<int> BoxOf(static_cast<size_t>(Ground.Columns * Ground.Rows), -1);
	const auto At = [&](int Column, int Row)
	{ return Ground.IsFree(Column, Row) ? BoxOf[static_cast<size_t>(Row * Ground.Columns + Column)] : -2; };
	std::vector<Box> Boxes;
	for (int Row = 0; Row < Ground.Rows; ++Row)
	{
		for (int Column = 0; Column < Ground.Columns; ++Column)
		{
			if (At(Column, Row) != -1)
			{
				continue;
			}
			Box Grown{Column, Row, 1, 1};
			while (Grown.Width < Longest && At(Column + Grown.Width, Row) == -1)
			{
				++Grown.Width;
			}
			const auto IsRowFree = [&](int Y)
			{
				for (int X = Column; X < Column + Grown.Width; ++X)
				{
					if (At(X, Y) != -1)
					{
						return false;
					}
				}
				return true;
			};
			while (Grown.Height < Longest && IsRowFree(Row + Grown.Height))
			{
				++Grown.Height;
			}
			for (int Y = Row; Y < Row + Grown.Height; ++Y)
			{
				for (int X = Column; X < Column + Grown.Width; ++X)
				{
					BoxOf[static_cast<size_t>(Y * Ground.Columns + X)] = static_cast<int>(Boxes.size());
				}
			}
			Boxes.push_back(Grown);
		}
	}
	std::vector<Outline> Outlines;
	for (const Box& Each : Boxes)
	{
		// Round the box by unit steps; a vertex where the side turns or the neighbour changes.
		Outline Shape;
		int Before = -3;
		const auto Step = [&](int VertexColumn, int VertexRow, int NeighborColumn, int NeighborRow, bool bTurns)
		{
			const int Other = At(NeighborColumn, NeighborRow);
			if (bTurns || Other != Before)
			{
				Shape.push_back(Ground.Corner(VertexColumn, VertexRow));
			}
			Before = Other;
		};
		const int Right = Each.Column + Each.Width, Top = Each.Row + Each.Height;
		for (int X = Each.Column; X < Right; ++X)
		{
			Step(X, Each.Row, X, Each.Row - 1, X == Each.Column);
		}
		for (int Y = Each.Row; Y < Top; ++Y)
		{
			Step(Right, Y, Right, Y, Y == Each.Row);
		}
		for (int X = Right; X > Each.Column; --X)
		{
			Step(X, Top, X - 1, Top, X == Right);
		}
		for (int Y = Top; Y > Each.Row; --Y)
		{
			Step(Each.Column, Y, Each.Column - 1, Y - 1, Y == Top);
		}
		Outlines.push_back(Shape);
	}
	return MakeGraph(Outlines);
}

/// Each free cell cut into two triangles, its corners moved about by up to Jitter cells [0 .. 0.2], all moved by Offset.
inline NavGraph MakeTriangles(uint64_t Seed, const Lattice& Ground, float Jitter, Vec2 Offset = {})
{
	TestRandom Random(Seed);
	std::vector<Vec2> Corners;
	for (int Row = 0; Row <= Ground.Rows; ++Row)
	{
		for (int Column = 0; Column <= Ground.Columns; ++Column)
		{
			const Vec2 Moved = Random.InSquare(Jitter * Ground.Cell);
			const Vec2 Place = Ground.Corner(Column, Row);
			Corners.push_back({Place.X + Moved.X + Offset.X, Place.Y + Moved.Y + Offset.Y});
		}
	}
	const auto Corner = [&](int Column, int Row)
	{ return Corners[static_cast<size_t>(Row * (Ground.Columns + 1) + Column)]; };
	std::vector<Outline> Outlines;
	for (int Row = 0; Row < Ground.Rows; ++Row)
	{
		for (int Column = 0; Column < Ground.Columns; ++Column)
		{
			if (!Ground.IsFree(Column, Row))
			{
				continue;
			}
			const Vec2 A = Corner(Column, Row), B = Corner(Column + 1, Row), C = Corner(Column + 1, Row + 1),
					   D = Corner(Column, Row + 1);
			if (Random.Chance(0.5f))
			{
				Outlines.push_back({A, B, C});
				Outlines.push_back({A, C, D});
			}
			else
			{
				Outlines.push_back({A, B, D});
				Outlines.push_back({B, C, D});
			}
		}
	}
	return MakeGraph(Outlines);
}

/// A point inside a polygon: a random mixture of its vertices.
inline Vec2 PointIn(TestRandom& Random, const NavGraph& Graph, int32_t Polygon)
{
	const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
	Vec2 Sum;
	float Weights = 0.0f;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const float Weight = 0.01f + Random.Unit();
		Sum = {Sum.X + Graph.Edges[static_cast<size_t>(Index)].From.X * Weight,
			Sum.Y + Graph.Edges[static_cast<size_t>(Index)].From.Y * Weight};
		Weights += Weight;
	}
	return {Sum.X / Weights, Sum.Y / Weights};
}

inline double SideOfLine(Vec2 A, Vec2 B, Vec2 At)
{
	const double BX = static_cast<double>(B.X) - static_cast<double>(A.X),
				 BY = static_cast<double>(B.Y) - static_cast<double>(A.Y);
	const double AtX = static_cast<double>(At.X) - static_cast<double>(A.X),
				 AtY = static_cast<double>(At.Y) - static_cast<double>(A.Y);
	return BX * AtY - BY * AtX;
}

inline double Apart(Vec2 A, Vec2 B)
{
	return std::hypot(
		static_cast<double>(A.X) - static_cast<double>(B.X), static_cast<double>(A.Y) - static_cast<double>(B.Y));
}

/// Distance of a point from a segment. [m]
inline double ToSegment(Vec2 At, Vec2 A, Vec2 B)
{
	const double AlongX = static_cast<double>(B.X) - static_cast<double>(A.X),
				 AlongY = static_cast<double>(B.Y) - static_cast<double>(A.Y);
	const double FromX = static_cast<double>(At.X) - static_cast<double>(A.X),
				 FromY = static_cast<double>(At.Y) - static_cast<double>(A.Y);
	const double Where = std::clamp((FromX * AlongX + FromY * AlongY) / (AlongX * AlongX + AlongY * AlongY), 0.0, 1.0);
	return std::hypot(FromX - Where * AlongX, FromY - Where * AlongY);
}

/// Whether the straight line properly crosses a wall.
inline bool CrossesWall(const std::vector<NavGraph::Wall>& Walls, Vec2 From, Vec2 To)
{
	for (const NavGraph::Wall& Wall : Walls)
	{
		if (SideOfLine(Wall.From, Wall.To, From) * SideOfLine(Wall.From, Wall.To, To) < 0.0 &&
			SideOfLine(From, To, Wall.From) * SideOfLine(From, To, Wall.To) < 0.0)
		{
			return true;
		}
	}
	return false;
}

/// Shortest ways for a point by brute force: Dijkstra's algorithm over all ends of walls that see each other.
class VisibilityGraph
{
public:
	VisibilityGraph(const NavGraph& InGraph, Vec2 Goal) : Graph(InGraph), Walls(InGraph.Walls())
	{
		std::set<std::pair<float, float>> Seen;
		Corners.push_back(Goal);
		for (const NavGraph::Wall& Wall : Walls)
		{
			if (Seen.insert({Wall.From.X, Wall.From.Y}).second)
			{
				Corners.push_back(Wall.From);
			}
		}
		Lengths.assign(Corners.size(), INFINITY);
		Lengths[0] = 0.0;
		std::vector<char> Done(Corners.size(), 0);
		for (;;)
		{
			size_t Nearest = Corners.size();
			for (size_t Each = 0; Each < Corners.size(); ++Each)
			{
				if (!Done[Each] && Lengths[Each] < INFINITY &&
					(Nearest == Corners.size() || Lengths[Each] < Lengths[Nearest]))
				{
					Nearest = Each;
				}
			}
			if (Nearest == Corners.size())
			{
				return;
			}
			Done[Nearest] = 1;
			for (size_t Each = 0; Each < Corners.size(); ++Each)
			{
				const double Length = Lengths[Nearest] + Apart(Corners[Nearest], Corners[Each]);
				if (!Done[Each] && Length < Lengths[Each] && Sees(Corners[Nearest], Corners[Each]))
				{
					Lengths[Each] = Length;
				}
			}
		}
	}

	/// To the goal; infinity where there is no way. [m]
	double LengthFrom(Vec2 Start) const
	{
		double Least = INFINITY;
		for (size_t Each = 0; Each < Corners.size(); ++Each)
		{
			const double Length = Lengths[Each] + Apart(Start, Corners[Each]);
			if (Length < Least && Sees(Start, Corners[Each]))
			{
				Least = Length;
			}
		}
		return Least;
	}

	bool Sees(Vec2 A, Vec2 B) const
	{
		if (CrossesWall(Walls, A, B))
		{
			return false;
		}
		// Between two places where the line touches walls it is inside or outside as a whole.
		const double Long = Apart(A, B);
		std::vector<double> Touches = {0.0, 1.0};
		for (const NavGraph::Wall& Wall : Walls)
		{
			if (std::fabs(SideOfLine(A, B, Wall.From)) < 1e-5 * Long)
			{
				const double Along = static_cast<double>(Wall.From.X - A.X) * static_cast<double>(B.X - A.X) +
					static_cast<double>(Wall.From.Y - A.Y) * static_cast<double>(B.Y - A.Y);
				if (Along > 0.0 && Along < Long * Long)
				{
					Touches.push_back(Along / (Long * Long));
				}
			}
		}
		std::sort(Touches.begin(), Touches.end());
		for (size_t Each = 1; Each < Touches.size(); ++Each)
		{
			const float Share = static_cast<float>((Touches[Each - 1] + Touches[Each]) / 2.0);
			Vec2 Nearest;
			if (Graph.FindNearest({A.X + (B.X - A.X) * Share, A.Y + (B.Y - A.Y) * Share}, 1e-3f, Nearest) ==
				NavGraph::None)
			{
				return false;
			}
		}
		return true;
	}

private:
	const NavGraph& Graph;
	std::vector<NavGraph::Wall> Walls;
	std::vector<Vec2> Corners;
	std::vector<double> Lengths;
};
}
