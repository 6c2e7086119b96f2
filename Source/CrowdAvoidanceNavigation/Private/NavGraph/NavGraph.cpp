// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdNavGraph.h"

#include "CrowdCore/CrowdSnapshot.h"
#include "DoubleVec2.h"

#include <algorithm>
#include <cmath>

// What is inside is decided by one predicate, SideOf, in double precision. It is exactly antisymmetric in the ends of an edge,
// so a point is never outside an edge for both polygons that share it. A walk changes polygon only across an edge between
// polygons, and its end is judged by the same predicate: it cannot leak through walls, whatever the rounding of coordinates.

namespace CrowdAvoidance
{
namespace
{
/// Edges between polygons that one walk may cross, and walls that it may slide along, before it stops where it is.
constexpr int MostCrossings = 256;
constexpr int MostSlides = 8;

Vec2 Rounded(DoubleVec2 Exact)
{
	return {static_cast<float>(Exact.X), static_cast<float>(Exact.Y)};
}
/// The sum is made in float, not rounded from double: some compilers drop the rounding of pairs (double -> float -> double, GCC 12
/// when it vectorises), and a place would be judged that is not the one returned.
Vec2 Moved(Vec2 From, DoubleVec2 By)
{
	return {From.X + static_cast<float>(By.X), From.Y + static_cast<float>(By.Y)};
}
/// Neither NaN nor so far away that sums of coordinates could overflow.
bool IsUsable(Vec2 Value)
{
	return std::fabs(Value.X) <= 1e18f && std::fabs(Value.Y) <= 1e18f;
}

/// Twice the area of the triangle; positive where At lies to the left of A -> B. SideOf(A, B, At) == -SideOf(B, A, At), to the bit.
double SideOf(DoubleVec2 A, DoubleVec2 B, DoubleVec2 At)
{
	return (A.X - At.X) * (B.Y - At.Y) - (A.Y - At.Y) * (B.X - At.X);
}

/// Whether the polygon, border included, holds the point.
bool Holds(const NavGraph& Graph, const NavGraph::Polygon& Owner, DoubleVec2 At)
{
	const NavGraph::Edge* const First = Graph.Edges.data() + Owner.FirstEdge;
	DoubleVec2 From = DoubleVec2(First[Owner.EdgeCount - 1].From);
	for (int32_t Index = 0; Index < Owner.EdgeCount; ++Index)
	{
		const DoubleVec2 To = DoubleVec2(First[Index].From);
		if (!(SideOf(From, To, At) >= 0.0))
		{
			return false;
		}
		From = To;
	}
	return true;
}

DoubleVec2 NearestOnSegment(DoubleVec2 A, DoubleVec2 B, DoubleVec2 At)
{
	const DoubleVec2 Along{B.X - A.X, B.Y - A.Y};
	const double Squared = Along.X * Along.X + Along.Y * Along.Y;
	const double Where = (At.X - A.X) * Along.X + (At.Y - A.Y) * Along.Y;
	if (!(Where > 0.0))
	{
		return A;
	}
	if (Where >= Squared)
	{
		return B;
	}
	return {A.X + Along.X * (Where / Squared), A.Y + Along.Y * (Where / Squared)};
}

double SquaredDistance(DoubleVec2 A, DoubleVec2 B)
{
	return (A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y);
}

DoubleVec2 NearestOfPolygon(const NavGraph& Graph, const NavGraph::Polygon& Owner, DoubleVec2 At)
{
	if (Holds(Graph, Owner, At))
	{
		return At;
	}
	DoubleVec2 Nearest = DoubleVec2(Owner.Center);
	double Least = INFINITY;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const DoubleVec2 Candidate = NearestOnSegment(DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].From),
			DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].To), At);
		const double Squared = SquaredDistance(Candidate, At);
		if (Squared < Least)
		{
			Least = Squared;
			Nearest = Candidate;
		}
	}
	return Nearest;
}

/// How far from a wall an end is put that would lie on it: several times what rounding to float can move it by. [m]
double SkinAt(DoubleVec2 At)
{
	return 1e-6 + (std::fabs(At.X) + std::fabs(At.Y)) * (1.0 / 4194304.0);
}

/// The point as floats, moved towards the middle of the polygon as little as it takes to be inside.
Vec2 PutInside(const NavGraph& Graph, const NavGraph::Polygon& Owner, DoubleVec2 At)
{
	const DoubleVec2 Center = DoubleVec2(Owner.Center);
	const Vec2 Start = Rounded(At);
	for (double Share = 0.0; Share < 1.0; Share = Share == 0.0 ? 1.0 / 16777216.0 : Share * 2.0)
	{
		const Vec2 Candidate = Moved(Start, {(Center.X - At.X) * Share, (Center.Y - At.Y) * Share});
		if (Holds(Graph, Owner, DoubleVec2(Candidate)))
		{
			return Candidate;
		}
	}
	return Owner.Center;
}

/// A wall or an edge between polygons by which a straight line leaves a polygon.
struct Leaving
{
	int32_t Edge = NavGraph::None;
	double Share = INFINITY; ///< Of the line, where it leaves.
};

/// Share of From -> To at which it passes the line A -> B from left to right, not before Reached.
double ShareAt(DoubleVec2 A, DoubleVec2 B, DoubleVec2 From, DoubleVec2 To, double Reached)
{
	const double FromSide = std::max(SideOf(A, B, From), 0.0);
	return std::max(FromSide / (FromSide - SideOf(A, B, To)), Reached);
}

/// For lines that only touch the polygon, as far as their sides can tell: the edge with To on its other side that comes nearest to
/// where the line passes it. Of edges that are met at once, one that can be crossed goes before a wall.
Leaving FindTouched(
	const NavGraph& Graph, const NavGraph::Polygon& Owner, DoubleVec2 From, DoubleVec2 To, double Reached)
{
	constexpr double AsGoodAsTouching = 1e-16; // [m2]
	Leaving Best;
	double Least = INFINITY;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const NavGraph::Edge& Candidate = Graph.Edges[static_cast<size_t>(Index)];
		const DoubleVec2 A = DoubleVec2(Candidate.From);
		const DoubleVec2 B = DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].To);
		if (!(SideOf(A, B, To) < 0.0))
		{
			continue;
		}
		const double Share = ShareAt(A, B, From, To, Reached);
		const DoubleVec2 Passed{From.X + (To.X - From.X) * Share, From.Y + (To.Y - From.Y) * Share};
		const double Away = std::max(SquaredDistance(NearestOnSegment(A, B, Passed), Passed), AsGoodAsTouching);
		const bool bOpens = Away == Least && Share == Best.Share && Candidate.Neighbor != NavGraph::None &&
			Graph.Edges[static_cast<size_t>(Best.Edge)].Neighbor == NavGraph::None;
		if (Away < Least || (Away == Least && Share < Best.Share) || bOpens)
		{
			Least = Away;
			Best = {Index, Share};
		}
	}
	return Best;
}

/// Edge by which From -> To leaves the polygon, not before the share Reached; None where To is inside. The line passes between the
/// ends of that edge; a vertex right on the line counts as to the right of it, for all polygons alike.
Leaving FindLeaving(
	const NavGraph& Graph, const NavGraph::Polygon& Owner, DoubleVec2 From, DoubleVec2 To, double Reached)
{
	bool bInside = true;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const DoubleVec2 A = DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].From);
		const DoubleVec2 B = DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].To);
		if (!(SideOf(A, B, To) < 0.0))
		{
			continue;
		}
		bInside = false;
		if (SideOf(From, To, A) <= 0.0 && SideOf(From, To, B) > 0.0)
		{
			return {Index, ShareAt(A, B, From, To, Reached)};
		}
	}
	return bInside ? Leaving{} : FindTouched(Graph, Owner, From, To, Reached);
}

/// Range of x that the polygon covers between two heights; empty (Low > High) where it does not reach there.
void SpanBetween(
	const NavGraph& Graph, const NavGraph::Polygon& Owner, double LowY, double HighY, double& Low, double& High)
{
	Low = INFINITY;
	High = -INFINITY;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		DoubleVec2 A = DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].From);
		DoubleVec2 B = DoubleVec2(Graph.Edges[static_cast<size_t>(Index)].To);
		if (A.Y > B.Y)
		{
			std::swap(A, B);
		}
		if (B.Y < LowY || A.Y > HighY)
		{
			continue;
		}
		const double Height = B.Y - A.Y;
		const double Start = Height > 0.0 ? std::clamp((LowY - A.Y) / Height, 0.0, 1.0) : 0.0;
		const double End = Height > 0.0 ? std::clamp((HighY - A.Y) / Height, 0.0, 1.0) : 1.0;
		const double StartX = A.X + (B.X - A.X) * Start;
		const double EndX = A.X + (B.X - A.X) * End;
		Low = std::min({Low, StartX, EndX});
		High = std::max({High, StartX, EndX});
	}
}
}

void NavGraph::Finish()
{
	GridColumns = GridRows = 0;
	GridStart.clear();
	GridPolygons.clear();
	for (size_t Number = 0; Number < Polygons.size(); ++Number)
	{
		const Polygon& Owner = Polygons[Number];
		Edge* const First = Edges.data() + Owner.FirstEdge;
		for (int32_t Index = 0; Index < Owner.EdgeCount; ++Index)
		{
			const Edge& Next = First[Index + 1 < Owner.EdgeCount ? Index + 1 : 0];
			First[Index].To = Next.From;
			First[Index].bToSolid = Next.bFromSolid;
			First[Index].Owner = static_cast<int32_t>(Number);
		}
		for (int32_t Index = Owner.FirstLink; Index < Owner.FirstLink + Owner.LinkCount; ++Index)
		{
			Links[static_cast<size_t>(Index)].Owner = static_cast<int32_t>(Number);
		}
	}
	FinishLinks();
	if (Polygons.empty())
	{
		return;
	}
	DoubleVec2 Low{INFINITY, INFINITY}, High{-INFINITY, -INFINITY};
	for (const Edge& Side : Edges)
	{
		CROWD_ASSERT(IsUsable(Side.From));
		Low = {std::min(Low.X, DoubleVec2(Side.From).X), std::min(Low.Y, DoubleVec2(Side.From).Y)};
		High = {std::max(High.X, DoubleVec2(Side.From).X), std::max(High.Y, DoubleVec2(Side.From).Y)};
	}
	// About one polygon a cell, and no more cells than about two for each polygon however thin the mesh is.
	const double Count = static_cast<double>(Polygons.size());
	const double Width = High.X - Low.X, Height = High.Y - Low.Y;
	GridOrigin = Rounded(Low);
	GridCell = static_cast<float>(std::max({std::sqrt(Width * Height / Count), Width / Count, Height / Count, 1e-3}));
	GridColumns = static_cast<int32_t>(Width / static_cast<double>(GridCell)) + 1;
	GridRows = static_cast<int32_t>(Height / static_cast<double>(GridCell)) + 1;

	const auto ForEachCell = [this](const Polygon& Owner, auto&& Visit)
	{
		const double Cell = static_cast<double>(GridCell);
		const double Margin = Cell * 1e-3; // For rounding, here and in Find.
		const DoubleVec2 Origin = DoubleVec2(GridOrigin);
		Vec2 Least{INFINITY, INFINITY}, Most{-INFINITY, -INFINITY};
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			const Vec2 Corner = Edges[static_cast<size_t>(Index)].From;
			Least = {std::min(Least.X, Corner.X), std::min(Least.Y, Corner.Y)};
			Most = {std::max(Most.X, Corner.X), std::max(Most.Y, Corner.Y)};
		}
		const auto CellAt = [&](double Along, int32_t Cells)
		{ return std::clamp(static_cast<int32_t>(Along / Cell), 0, Cells - 1); };
		const int32_t FirstRow = CellAt(DoubleVec2(Least).Y - Origin.Y - Margin, GridRows);
		const int32_t LastRow = CellAt(DoubleVec2(Most).Y - Origin.Y + Margin, GridRows);
		// Of a small one it is not worth it to know which of the cells around it are empty.
		constexpr int32_t FewColumns = 2;
		const int32_t LeastColumn = CellAt(DoubleVec2(Least).X - Origin.X - Margin, GridColumns);
		const int32_t MostColumn = CellAt(DoubleVec2(Most).X - Origin.X + Margin, GridColumns);
		for (int32_t Row = FirstRow; Row <= LastRow; ++Row)
		{
			int32_t FirstColumn = LeastColumn, LastColumn = MostColumn;
			if (MostColumn - LeastColumn >= FewColumns)
			{
				double Left, Right;
				SpanBetween(
					*this, Owner, Origin.Y + Cell * Row - Margin, Origin.Y + Cell * (Row + 1) + Margin, Left, Right);
				if (Left > Right)
				{
					continue;
				}
				FirstColumn = CellAt(Left - Origin.X - Margin, GridColumns);
				LastColumn = CellAt(Right - Origin.X + Margin, GridColumns);
			}
			for (int32_t Column = FirstColumn; Column <= LastColumn; ++Column)
			{
				Visit(static_cast<size_t>(Row) * static_cast<size_t>(GridColumns) + static_cast<size_t>(Column));
			}
		}
	};

	// Counting sort; each cell lists its polygons in ascending order.
	GridStart.assign(static_cast<size_t>(GridColumns) * static_cast<size_t>(GridRows) + 1, 0);
	std::vector<std::pair<int32_t, int32_t>> Entries; // Cell, polygon.
	Entries.reserve(4 * Polygons.size());
	for (size_t Index = 0; Index < Polygons.size(); ++Index)
	{
		ForEachCell(Polygons[Index],
			[&](size_t Cell)
			{
				++GridStart[Cell + 1];
				Entries.emplace_back(static_cast<int32_t>(Cell), static_cast<int32_t>(Index));
			});
	}
	for (size_t Cell = 1; Cell < GridStart.size(); ++Cell)
	{
		GridStart[Cell] += GridStart[Cell - 1];
	}
	GridPolygons.resize(static_cast<size_t>(GridStart.back()));
	std::vector<int32_t> Next(GridStart.begin(), GridStart.end() - 1);
	for (const auto& [Cell, Index] : Entries)
	{
		GridPolygons[static_cast<size_t>(Next[static_cast<size_t>(Cell)]++)] = Index;
	}
}

void NavGraph::FinishLinks()
{
	LinksByTarget.clear();
	for (size_t Index = 0; Index < Links.size(); ++Index)
	{
		if (Links[Index].Target != None)
		{
			LinksByTarget.push_back(static_cast<int32_t>(Index));
		}
	}
	std::stable_sort(LinksByTarget.begin(), LinksByTarget.end(),
		[this](int32_t A, int32_t B)
		{ return Links[static_cast<size_t>(A)].Target < Links[static_cast<size_t>(B)].Target; });
}

int32_t NavGraph::Find(Vec2 Where) const
{
	const DoubleVec2 At = DoubleVec2(Where);
	const double Column = (At.X - DoubleVec2(GridOrigin).X) / static_cast<double>(GridCell);
	const double Row = (At.Y - DoubleVec2(GridOrigin).Y) / static_cast<double>(GridCell);
	if (!(Column >= 0.0 && Column < GridColumns && Row >= 0.0 && Row < GridRows))
	{
		return None;
	}
	const size_t Cell = static_cast<size_t>(Row) * static_cast<size_t>(GridColumns) + static_cast<size_t>(Column);
	for (int32_t Entry = GridStart[Cell]; Entry < GridStart[Cell + 1]; ++Entry)
	{
		const int32_t Candidate = GridPolygons[static_cast<size_t>(Entry)];
		if (Holds(*this, Polygons[static_cast<size_t>(Candidate)], At))
		{
			return Candidate;
		}
	}
	return None;
}

int32_t NavGraph::FindNearest(Vec2 Where, float Reach, Vec2& OutNearest) const
{
	if (GridColumns == 0 || !IsUsable(Where) || !(Reach >= 0.0f))
	{
		return None;
	}
	const int32_t Inside = Find(Where);
	if (Inside != None)
	{
		OutNearest = Where;
		return Inside;
	}
	const DoubleVec2 At = DoubleVec2(Where);
	const double Cell = static_cast<double>(GridCell);
	const int32_t MiddleColumn =
		static_cast<int32_t>(std::clamp((At.X - DoubleVec2(GridOrigin).X) / Cell, 0.0, GridColumns - 1.0));
	const int32_t MiddleRow =
		static_cast<int32_t>(std::clamp((At.Y - DoubleVec2(GridOrigin).Y) / Cell, 0.0, GridRows - 1.0));
	double Least = static_cast<double>(Reach) * static_cast<double>(Reach);
	int32_t Best = None;
	DoubleVec2 Nearest;
	const auto Examine = [&](int32_t Column, int32_t Row)
	{
		const size_t Index = static_cast<size_t>(Row) * static_cast<size_t>(GridColumns) + static_cast<size_t>(Column);
		for (int32_t Entry = GridStart[Index]; Entry < GridStart[Index + 1]; ++Entry)
		{
			const int32_t Candidate = GridPolygons[static_cast<size_t>(Entry)];
			const DoubleVec2 Place = NearestOfPolygon(*this, Polygons[static_cast<size_t>(Candidate)], At);
			const double Squared = SquaredDistance(Place, At);
			if (Squared < Least || (Squared == Least && (Best == None || Candidate < Best)))
			{
				Least = Squared;
				Best = Candidate;
				Nearest = Place;
			}
		}
	};
	// Ring after ring of cells. What lies in ring n is at least n - 1 cells away.
	for (int32_t Ring = 0; Ring < std::max(GridColumns, GridRows); ++Ring)
	{
		const double Gap = std::max(Ring - 1, 0) * Cell;
		if (Gap * Gap > Least)
		{
			break;
		}
		const int32_t FirstRow = std::max(MiddleRow - Ring, 0), LastRow = std::min(MiddleRow + Ring, GridRows - 1);
		for (int32_t Row = FirstRow; Row <= LastRow; ++Row)
		{
			const bool bWhole = Row == MiddleRow - Ring || Row == MiddleRow + Ring;
			const int32_t Stride = bWhole || Ring == 0 ? 1 : 2 * Ring;
			for (int32_t Column = MiddleColumn - Ring; Column <= MiddleColumn + Ring; Column += Stride)
			{
				if (Column >= 0 && Column < GridColumns)
				{
					Examine(Column, Row);
				}
			}
		}
	}
	if (Best != None)
	{
		OutNearest = PutInside(*this, Polygons[static_cast<size_t>(Best)], Nearest);
	}
	return Best;
}

int32_t NavGraph::Walk(int32_t Start, Vec2 From, Vec2 To, Vec2& OutEnd) const
{
	CROWD_ASSERT(Start >= 0 && static_cast<size_t>(Start) < Polygons.size());
	OutEnd = To;
	if (Holds(*this, Polygons[static_cast<size_t>(Start)], DoubleVec2(To)))
	{
		return Start;
	}
	if (!IsUsable(From) || !IsUsable(To))
	{
		OutEnd = IsUsable(From) ? From : Polygons[static_cast<size_t>(Start)].Center;
		return Start;
	}
	int32_t Current = Start;
	DoubleVec2 Origin = DoubleVec2(From);
	Vec2 Target = To;
	double Reached = 0.0;
	int Crossings = 0, Slides = 0;
	for (;;)
	{
		const Polygon& Owner = Polygons[static_cast<size_t>(Current)];
		const Leaving Exit = FindLeaving(*this, Owner, Origin, DoubleVec2(Target), Reached);
		if (Exit.Edge == None)
		{
			OutEnd = Target;
			return Current;
		}
		Reached = Exit.Share;
		const Edge& Side = Edges[static_cast<size_t>(Exit.Edge)];
		if (Side.Neighbor != None && Crossings < MostCrossings)
		{
			++Crossings;
			Current = Side.Neighbor;
			continue;
		}
		const DoubleVec2 A = DoubleVec2(Side.From);
		const DoubleVec2 B = DoubleVec2(Side.To);
		const DoubleVec2 Ahead = DoubleVec2(Target);
		const DoubleVec2 Hit{Origin.X + (Ahead.X - Origin.X) * Reached, Origin.Y + (Ahead.Y - Origin.Y) * Reached};
		const DoubleVec2 OnWall = NearestOnSegment(A, B, Hit);
		const double Length = std::sqrt(SquaredDistance(A, B));
		const DoubleVec2 Inward{Length > 0.0 ? (A.Y - B.Y) / Length : 0.0, Length > 0.0 ? (B.X - A.X) / Length : 0.0};
		const double Skin = SkinAt(OnWall);
		const Vec2 Stop = PutInside(*this, Owner, {OnWall.X + Inward.X * Skin, OnWall.Y + Inward.Y * Skin});
		if (Side.Neighbor != None || ++Slides > MostSlides)
		{
			OutEnd = Stop;
			return Current;
		}
		// What is left of the motion, along the wall.
		const double Rest = (Ahead.X - OnWall.X) * Inward.X + (Ahead.Y - OnWall.Y) * Inward.Y - Skin;
		Origin = DoubleVec2(Stop);
		Target = Moved(Target, {-Inward.X * Rest, -Inward.Y * Rest});
		Reached = 0.0;
	}
}

std::span<const int32_t> NavGraph::FindLinksInto(int32_t Target) const
{
	const auto First = std::lower_bound(LinksByTarget.begin(), LinksByTarget.end(), Target,
		[this](int32_t Each, int32_t Wanted) { return Links[static_cast<size_t>(Each)].Target < Wanted; });
	auto Last = First;
	while (Last != LinksByTarget.end() && Links[static_cast<size_t>(*Last)].Target == Target)
	{
		++Last;
	}
	return {First, Last};
}

uint64_t NavGraph::Fingerprint() const
{
	SnapshotWriter All;
	All.Count(Polygons.size());
	for (const Polygon& Item : Polygons)
	{
		All(Item.FirstEdge, Item.EdgeCount, Item.Center, Item.FirstLink, Item.LinkCount, Item.Tile, Item.Door);
	}
	All.Count(Edges.size());
	for (const Edge& Item : Edges)
	{
		All(Item.From, Item.Neighbor, Item.Twin, Item.bFromSolid);
	}
	for (const Link& Item : Links)
	{
		All(Item.From, Item.To, Item.Target);
	}
	return All.Fingerprint();
}

std::vector<NavGraph::Wall> NavGraph::Walls() const
{
	std::vector<Wall> Found;
	for (const Polygon& Owner : Polygons)
	{
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			if (Edges[static_cast<size_t>(Index)].Neighbor == None)
			{
				Found.push_back(
					{Edges[static_cast<size_t>(Index)].From, Edges[static_cast<size_t>(Index)].To, Owner.Tile});
			}
		}
	}
	return Found;
}
}
