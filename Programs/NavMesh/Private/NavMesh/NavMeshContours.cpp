// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshContours.h"

#include <algorithm>
#include <cstdlib>

namespace CrowdAvoidance
{
namespace
{
constexpr int SolidLabel = -1;
/// One for each side of the tile, so that its corners are nodes.
constexpr int WestLabel = -2, EastLabel = -3, SouthLabel = -4, NorthLabel = -5;
/// Blocks no smaller than that: their contours are short whatever is in them. [cells]
constexpr int SmallestBlock = 8;

/// East, north, west, south.
constexpr NavCorner Steps[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

int Sign(int Value)
{
	return (Value > 0) - (Value < 0);
}

NavCorner DirectionOf(NavCorner From, NavCorner To)
{
	return {Sign(To.X - From.X), Sign(To.Y - From.Y)};
}

int LengthOf(NavCorner From, NavCorner To)
{
	return std::abs(To.X - From.X) + std::abs(To.Y - From.Y);
}

/// 1 left, -1 right, 0 straight on.
int TurnAt(NavCorner Before, NavCorner At, NavCorner After)
{
	const NavCorner A = DirectionOf(Before, At);
	const NavCorner B = DirectionOf(At, After);
	return A.X * B.Y - A.Y * B.X;
}

/// Twice the area of the triangle, positive where it turns left.
int64_t Side(NavCorner A, NavCorner B, NavCorner C)
{
	return static_cast<int64_t>(B.X - A.X) * (C.Y - A.Y) - static_cast<int64_t>(B.Y - A.Y) * (C.X - A.X);
}

bool IsWithinBox(NavCorner A, NavCorner B, NavCorner Point)
{
	return Point.X >= std::min(A.X, B.X) && Point.X <= std::max(A.X, B.X) && Point.Y >= std::min(A.Y, B.Y) &&
		Point.Y <= std::max(A.Y, B.Y);
}

/// Whether two segments have any point in common.
bool Touch(NavCorner A, NavCorner B, NavCorner C, NavCorner D)
{
	const int64_t AC = Side(A, B, C), AD = Side(A, B, D), CA = Side(C, D, A), CB = Side(C, D, B);
	const auto Opposite = [](int64_t One, int64_t Other) { return (One > 0 && Other < 0) || (One < 0 && Other > 0); };
	if (Opposite(AC, AD) && Opposite(CA, CB))
	{
		return true;
	}
	return (AC == 0 && IsWithinBox(A, B, C)) || (AD == 0 && IsWithinBox(A, B, D)) ||
		(CA == 0 && IsWithinBox(C, D, A)) || (CB == 0 && IsWithinBox(C, D, B));
}

/// Whether two segments cross, or an end of one lies within the other. Ends may meet, and so may whole segments.
bool Collide(NavCorner A, NavCorner B, NavCorner C, NavCorner D)
{
	if (std::max(A.X, B.X) < std::min(C.X, D.X) || std::max(C.X, D.X) < std::min(A.X, B.X))
	{
		return false;
	}
	const auto IsWithin = [](NavCorner From, NavCorner To, NavCorner Point)
	{ return Point != From && Point != To && Side(From, To, Point) == 0 && IsWithinBox(From, To, Point); };
	const auto Opposite = [](int64_t One, int64_t Other) { return (One > 0 && Other < 0) || (One < 0 && Other > 0); };
	return (Opposite(Side(A, B, C), Side(A, B, D)) && Opposite(Side(C, D, A), Side(C, D, B))) || IsWithin(A, B, C) ||
		IsWithin(A, B, D) || IsWithin(C, D, A) || IsWithin(C, D, B);
}

/// No two edges touch but at the vertex that they share, and it goes round counter-clockwise.
bool IsSimple(const std::vector<NavCorner>& Corners)
{
	const size_t Count = Corners.size();
	if (Count < 3)
	{
		return false;
	}
	int64_t Area = 0;
	for (size_t First = 0; First < Count; ++First)
	{
		const NavCorner A = Corners[First];
		const NavCorner B = Corners[(First + 1) % Count];
		const NavCorner Next = Corners[(First + 2) % Count];
		Area += Side(Corners[0], A, B);
		if (A == B || (Side(A, B, Next) == 0 && (IsWithinBox(A, B, Next) || IsWithinBox(B, Next, A))))
		{
			return false;
		}
		for (size_t Second = First + 2; Second < Count; ++Second)
		{
			const size_t End = (Second + 1) % Count;
			if (End != First && Touch(A, B, Corners[Second], Corners[End]))
			{
				return false;
			}
		}
	}
	return Area > 0;
}

double SquaredDistance(NavCorner Point, NavCorner From, NavCorner To)
{
	const double DX = To.X - From.X;
	const double DY = To.Y - From.Y;
	const double PX = Point.X - From.X;
	const double PY = Point.Y - From.Y;
	const double Square = DX * DX + DY * DY;
	const double Along = Square > 0.0 ? std::clamp((PX * DX + PY * DY) / Square, 0.0, 1.0) : 0.0;
	const double OffX = PX - Along * DX;
	const double OffY = PY - Along * DY;
	return OffX * OffX + OffY * OffY;
}
}

void NavContourTracer::Trace(const NavCells& InCells, bool bExact, std::vector<NavContour>& Out)
{
	Cells = &InCells;
	bKeepAll = bExact;
	const int Side = std::max(Cells->Width, Cells->Height);
	for (int BlockSize = Side;; BlockSize = std::max(SmallestBlock, (BlockSize + 1) / 2))
	{
		FindRegions(BlockSize);
		Out.resize(Regions.size());
		for (size_t Index = 0; Index < Regions.size(); ++Index)
		{
			TraceRegion(Regions[Index], false, Out[Index]);
		}
		if (!bKeepAll)
		{
			SeparateContours(Out);
		}
		size_t Most = 0;
		for (const NavContour& Contour : Out)
		{
			Most = std::max(Most, Contour.Corners.size());
		}
		if (Most <= MostCorners || BlockSize <= SmallestBlock)
		{
			return;
		}
	}
}

void NavContourTracer::SeparateContours(std::vector<NavContour>& Contours)
{
	std::vector<uint8_t> bExact(Contours.size(), 0);
	for (;;)
	{
		Sides.clear();
		for (size_t Index = 0; Index < Contours.size(); ++Index)
		{
			const std::vector<NavCorner>& Corners = Contours[Index].Corners;
			for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
			{
				const NavCorner A = Corners[Corner];
				const NavCorner B = Corners[(Corner + 1) % Corners.size()];
				Sides.push_back({A.Y <= B.Y ? A : B, A.Y <= B.Y ? B : A, Index});
			}
		}
		std::sort(Sides.begin(), Sides.end(),
			[](const ContourSide& One, const ContourSide& Other) { return One.Low.Y < Other.Low.Y; });
		std::vector<size_t> Found;
		for (size_t One = 0; One < Sides.size(); ++One)
		{
			for (size_t Other = One + 1; Other < Sides.size() && Sides[Other].Low.Y <= Sides[One].High.Y; ++Other)
			{
				if (Sides[One].Region != Sides[Other].Region &&
					Collide(Sides[One].Low, Sides[One].High, Sides[Other].Low, Sides[Other].High))
				{
					Found.insert(Found.end(), {Sides[One].Region, Sides[Other].Region});
				}
			}
		}
		bool bAny = false;
		for (const size_t Index : Found)
		{
			if (!bExact[Index])
			{
				bExact[Index] = 1;
				bAny = true;
				TraceRegion(Regions[Index], true, Contours[Index]);
			}
		}
		if (!bAny)
		{
			return;
		}
	}
}

void NavContourTracer::FindRegions(int BlockSize)
{
	Regions.clear();
	Previous.clear();
	Labels.resize(Cells->Area.size());
	for (int Row = 0; Row < Cells->Height; ++Row)
	{
		FindRuns(Row, BlockSize);
		JoinRuns(Row % BlockSize != 0);
		int* const Line = Labels.data() + static_cast<size_t>(Row) * static_cast<size_t>(Cells->Width);
		std::fill(Line, Line + Cells->Width, SolidLabel);
		for (Run& Item : Current)
		{
			if (Item.Region < 0)
			{
				Item.Region = static_cast<int>(Regions.size());
				Regions.push_back({Item.Begin, Row, Item.Area});
			}
			std::fill(Line + Item.Begin, Line + Item.End, Item.Region);
		}
		std::swap(Previous, Current);
	}
}

void NavContourTracer::FindRuns(int Row, int BlockSize)
{
	Current.clear();
	const uint16_t* const Line = Cells->Area.data() + static_cast<size_t>(Row) * static_cast<size_t>(Cells->Width);
	for (int Column = 0; Column < Cells->Width;)
	{
		const uint16_t Area = Line[Column];
		const int Begin = Column;
		const int BlockEnd = std::min(Cells->Width, (Begin / BlockSize + 1) * BlockSize);
		while (Column < BlockEnd && Line[Column] == Area)
		{
			++Column;
		}
		if (Area != NavCells::Solid)
		{
			Current.push_back({Begin, Column, Area, -1, 0, -1});
		}
	}
}

void NavContourTracer::JoinRuns(bool bMayJoin)
{
	if (!bMayJoin)
	{
		return;
	}
	for (Run& Below : Previous)
	{
		Below.Overlaps = 0;
	}
	for (size_t Upper = 0, Lower = 0; Upper < Current.size() && Lower < Previous.size();)
	{
		Run& Above = Current[Upper];
		Run& Below = Previous[Lower];
		if (Above.Area == Below.Area && Above.Begin < Below.End && Below.Begin < Above.End)
		{
			++Above.Overlaps;
			++Below.Overlaps;
			Above.Partner = static_cast<int>(Lower);
		}
		// The one that ends first touches nothing further on.
		if (Above.End < Below.End)
		{
			++Upper;
		}
		else
		{
			++Lower;
		}
	}
	for (Run& Above : Current)
	{
		if (Above.Overlaps == 1 && Previous[static_cast<size_t>(Above.Partner)].Overlaps == 1)
		{
			Above.Region = Previous[static_cast<size_t>(Above.Partner)].Region;
		}
	}
}

int NavContourTracer::LabelAt(int Column, int Row) const
{
	if (Column < 0)
	{
		return WestLabel;
	}
	if (Column >= Cells->Width)
	{
		return EastLabel;
	}
	if (Row < 0)
	{
		return SouthLabel;
	}
	if (Row >= Cells->Height)
	{
		return NorthLabel;
	}
	return Labels[static_cast<size_t>(Row) * static_cast<size_t>(Cells->Width) + static_cast<size_t>(Column)];
}

int NavContourTracer::LabelRightOf(NavCorner At, NavCorner Ahead) const
{
	// A vertex is the lower left corner of the cell of its own number.
	const NavCorner Right{Ahead.Y, -Ahead.X};
	return LabelAt(At.X + (Ahead.X + Right.X - 1) / 2, At.Y + (Ahead.Y + Right.Y - 1) / 2);
}

bool NavContourTracer::IsNode(NavCorner Before, NavCorner At, NavCorner After) const
{
	const NavCorner In = DirectionOf(Before, At);
	const NavCorner Out = DirectionOf(At, After);
	const int LabelBefore = LabelRightOf(Before, In);
	const int LabelAfter = LabelRightOf(At, Out);
	if (LabelBefore != LabelAfter)
	{
		return true;
	}
	if (LabelBefore < 0 || In == Out)
	{
		return false;
	}
	// The path turns round a corner of a neighbour, or goes round one itself. The cell across the corner may be a third party's, and
	// then the neighbour has a node here.
	int Mine = 0;
	int Theirs = 0;
	for (const NavCorner Cell : {NavCorner{At.X - 1, At.Y - 1}, {At.X, At.Y - 1}, {At.X - 1, At.Y}, At})
	{
		const int Label = LabelAt(Cell.X, Cell.Y);
		Mine += Label == TracedLabel ? 1 : 0;
		Theirs += Label == LabelBefore ? 1 : 0;
	}
	return Mine + Theirs != 4;
}

void NavContourTracer::Walk(const Region& Owner)
{
	TracedLabel = LabelAt(Owner.Column, Owner.Row);
	const NavCorner Start{Owner.Column, Owner.Row};
	NavCorner At = Start;
	int Heading = 0;
	Path.clear();
	do
	{
		Path.push_back(At);
		At = {At.X + Steps[Heading].X, At.Y + Steps[Heading].Y};
		// The two cells ahead.
		const NavCorner Ahead = Steps[Heading];
		const NavCorner Left = Steps[(Heading + 1) % 4];
		const auto Belongs = [this, At, Ahead](NavCorner Beside)
		{
			const int Column = At.X + (Ahead.X + Beside.X - 1) / 2;
			const int Row = At.Y + (Ahead.Y + Beside.Y - 1) / 2;
			return LabelAt(Column, Row) == TracedLabel;
		};
		if (!Belongs(Left))
		{
			Heading = (Heading + 1) % 4;
		}
		else if (Belongs({-Left.X, -Left.Y}))
		{
			Heading = (Heading + 3) % 4;
		}
	} while (At != Start);
	Path.push_back(Start);
}

void NavContourTracer::TraceRegion(const Region& Owner, bool bExactWalls, NavContour& Out)
{
	Out.Area = Owner.Area;
	Walk(Owner);
	// Begins at a node if there is one; a region that touches nothing but solids may begin anywhere.
	Path.pop_back();
	const size_t Count = Path.size();
	size_t FirstNode = 0;
	while (FirstNode < Count &&
		!IsNode(Path[(FirstNode + Count - 1) % Count], Path[FirstNode], Path[(FirstNode + 1) % Count]))
	{
		++FirstNode;
	}
	std::rotate(Path.begin(), Path.begin() + static_cast<std::ptrdiff_t>(FirstNode % Count), Path.end());
	Path.push_back(Path.front());
	JoinChains(bExactWalls, Out.Corners);
	if (!bKeepAll && !bExactWalls && !IsSimple(Out.Corners))
	{
		// Stairs on both sides of a narrow way were straightened into each other.
		JoinChains(true, Out.Corners);
	}
}

void NavContourTracer::JoinChains(bool bExactWalls, std::vector<NavCorner>& Out)
{
	Out.clear();
	for (size_t First = 0; First + 1 < Path.size();)
	{
		size_t Last = First + 1;
		while (Last + 1 < Path.size() && !IsNode(Path[Last - 1], Path[Last], Path[Last + 1]))
		{
			++Last;
		}
		Simplify(First, Last,
			bKeepAll ||
				(bExactWalls && LabelRightOf(Path[First], DirectionOf(Path[First], Path[First + 1])) == SolidLabel),
			Out);
		First = Last;
	}
}

void NavContourTracer::Simplify(size_t First, size_t Last, bool bExact, std::vector<NavCorner>& Out)
{
	Chain.assign(1, Path[First]);
	for (size_t Index = First + 1; Index < Last; ++Index)
	{
		if (TurnAt(Path[Index - 1], Path[Index], Path[Index + 1]) != 0)
		{
			Chain.push_back(Path[Index]);
		}
	}
	Chain.push_back(Path[Last]);
	// Both neighbours must come to the same vertices, whichever way they walk.
	const bool bReversed = Chain.back() < Chain.front();
	if (bReversed)
	{
		std::reverse(Chain.begin(), Chain.end());
	}
	CollectPoints(bExact);
	for (size_t From = 0; From + 1 < Points.size();)
	{
		size_t To = From + 1;
		while (!Points[To].bFixed)
		{
			++To;
		}
		KeepFarthest(From, To);
		From = To;
	}
	std::erase_if(Points, [](const Point& Item) { return !Item.bFixed; });
	if (bReversed)
	{
		std::reverse(Points.begin(), Points.end());
	}
	for (size_t Index = 0; Index + 1 < Points.size(); ++Index)
	{
		Out.push_back(Points[Index].Where);
	}
}

void NavContourTracer::CollectPoints(bool bExact)
{
	const size_t Final = Chain.size() - 1;
	// A turn is a stair, not a corner, where a run of one cell leads on to a turn back.
	const auto IsStair = [this, Final](size_t Turn)
	{
		const int Here = TurnAt(Chain[Turn - 1], Chain[Turn], Chain[Turn + 1]);
		const bool bStairBefore = LengthOf(Chain[Turn - 1], Chain[Turn]) == 1 && Turn > 1 &&
			TurnAt(Chain[Turn - 2], Chain[Turn - 1], Chain[Turn]) == -Here;
		const bool bStairAfter = LengthOf(Chain[Turn], Chain[Turn + 1]) == 1 && Turn + 1 < Final &&
			TurnAt(Chain[Turn], Chain[Turn + 1], Chain[Turn + 2]) == -Here;
		return bStairBefore || bStairAfter;
	};
	Points.clear();
	Points.push_back({{2 * Chain[0].X, 2 * Chain[0].Y}, true});
	for (size_t Index = 1; Index <= Final; ++Index)
	{
		const NavCorner Before{2 * Chain[Index - 1].X, 2 * Chain[Index - 1].Y};
		const NavCorner After{2 * Chain[Index].X, 2 * Chain[Index].Y};
		const NavCorner Ahead = DirectionOf(Before, After);
		if (!bExact)
		{
			Points.push_back({{Before.X + Ahead.X, Before.Y + Ahead.Y}, false});
			Points.push_back({{After.X - Ahead.X, After.Y - Ahead.Y}, false});
		}
		if (Index == Final || bExact || !IsStair(Index))
		{
			Points.push_back({After, true});
		}
	}
}

void NavContourTracer::KeepFarthest(size_t First, size_t Last)
{
	double Farthest = 0.0;
	size_t Found = First;
	for (size_t Index = First + 1; Index < Last; ++Index)
	{
		const double Distance = SquaredDistance(Points[Index].Where, Points[First].Where, Points[Last].Where);
		if (Distance > Farthest + 1.0e-9)
		{
			Farthest = Distance;
			Found = Index;
		}
	}
	// Half a cell, which is 1 here; or a whole one, measured along x or y, where that is what stairs are off a straight line.
	if (Farthest < 1.0)
	{
		return;
	}
	const double DX = std::abs(Points[Last].Where.X - Points[First].Where.X);
	const double DY = std::abs(Points[Last].Where.Y - Points[First].Where.Y);
	const bool bNoFurtherThanStairs = Farthest * (DX * DX + DY * DY) <= 4.0 * std::max(DX * DX, DY * DY);
	if (!bNoFurtherThanStairs || !IsStraight(First, Last))
	{
		Points[Found].bFixed = true;
		KeepFarthest(First, Found);
		KeepFarthest(Found, Last);
	}
}

bool NavContourTracer::IsStraight(size_t First, size_t Last)
{
	// A line never turns back.
	const NavCorner Ahead = DirectionOf(Points[First].Where, Points[Last].Where);
	for (size_t Index = First; Index < Last; ++Index)
	{
		const NavCorner Step = DirectionOf(Points[Index].Where, Points[Index + 1].Where);
		if (Step.X * Ahead.X < 0 || Step.Y * Ahead.Y < 0 || (Ahead.X == 0 && Step.X != 0) ||
			(Ahead.Y == 0 && Step.Y != 0))
		{
			return false;
		}
	}
	// Convex hull (Andrew's monotone chain) of the middles of sides, not of the corners of cells at the ends.
	Sorted.clear();
	for (size_t Index = First; Index <= Last; ++Index)
	{
		const NavCorner Where = Points[Index].Where;
		if (Where.X % 2 != 0 || Where.Y % 2 != 0)
		{
			Sorted.push_back(Where);
		}
	}
	if (Sorted.size() < 2)
	{
		return false;
	}
	std::sort(Sorted.begin(), Sorted.end());
	Hull.clear();
	for (const bool bLower : {true, false})
	{
		const size_t Base = Hull.size();
		for (const NavCorner Corner : Sorted)
		{
			while (Hull.size() >= Base + 2 && Side(Hull[Hull.size() - 2], Hull.back(), Corner) <= 0)
			{
				Hull.pop_back();
			}
			Hull.push_back(Corner);
		}
		Hull.pop_back();
		if (bLower)
		{
			std::reverse(Sorted.begin(), Sorted.end());
		}
	}
	// Its width across one of its sides: the middles of cells' sides along a straight line are within half a cell of it, measured
	// along x or y, whichever crosses the line more steeply.
	for (size_t Index = 0; Index < Hull.size(); ++Index)
	{
		const NavCorner A = Hull[Index];
		const NavCorner B = Hull[(Index + 1) % Hull.size()];
		int64_t Width = 0;
		for (const NavCorner Corner : Hull)
		{
			Width = std::max(Width, Side(A, B, Corner));
		}
		if (A != B && Width <= 2 * static_cast<int64_t>(std::max(std::abs(B.X - A.X), std::abs(B.Y - A.Y))))
		{
			return true;
		}
	}
	return false;
}
}
