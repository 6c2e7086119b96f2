// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdNavBorders.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace CrowdAvoidance
{
namespace NavBorders
{
/// Less than this apart in height, two ends at one place are one. [cm]
static constexpr double SameHeight = 50.0;
/// As far as this from a straight line is still straight; shorter than this is nothing. [cm]
static constexpr double Tolerance = 0.1;
/// Walls that are shorter are not worth having. [cm]
static constexpr double ShortWall = 25.0;
/// Where two borders meet at a sharp angle, they are moved no further than so many times the distance.
static constexpr double LongestMiter = 2.0;

/// A place to the centimetre: neighbouring tiles round what they share differently.
struct FPlace
{
	int64 X = 0;
	int64 Y = 0;

	explicit FPlace(const FVector& Point) : X(ToCell(Point.X)), Y(ToCell(Point.Y)) {}
	friend auto operator<=>(const FPlace&, const FPlace&) = default;

private:
	/// Off by a share that no cell size is likely to have, so that no end lies between two cells.
	static int64 ToCell(double Centimeters) { return static_cast<int64>(std::floor(Centimeters + 0.6180339887)); }
};

static bool MeetAt(const FVector& A, const FVector& B)
{
	return FPlace(A) == FPlace(B) && std::abs(A.Z - B.Z) < SameHeight;
}

static double LengthOnPlane(const FVector& Vector)
{
	return std::hypot(Vector.X, Vector.Y);
}

static bool IsBefore(const FNavBorder& A, const FNavBorder& B)
{
	if (const auto Order = FPlace(A.From) <=> FPlace(B.From); Order != 0)
	{
		return Order < 0;
	}
	if (const auto Order = FPlace(A.To) <=> FPlace(B.To); Order != 0)
	{
		return Order < 0;
	}
	return A.From.Z < B.From.Z;
}

/// The first of those that begin at a place, in a list that is sorted by where they begin.
static int32 FirstFrom(const TArray<FNavBorder>& ByFrom, const FPlace& Place)
{
	const FNavBorder* const Begin = ByFrom.GetData();
	const auto StartsBefore = [](const FNavBorder& Border, const FPlace& Other) { return FPlace(Border.From) < Other; };
	return static_cast<int32>(std::lower_bound(Begin, Begin + ByFrom.Num(), Place, StartsBefore) - Begin);
}

/// Whether a border goes on with the next one in one line.
static bool GoesOn(const FNavBorder& First, const FNavBorder& Next)
{
	if (!MeetAt(First.To, Next.From))
	{
		return false;
	}
	const FVector Whole = Next.To - First.From;
	const FVector Part = First.To - First.From;
	const double Off = std::abs(Whole.X * Part.Y - Whole.Y * Part.X) / LengthOnPlane(Whole);
	return Off <= Tolerance && Whole.X * Part.X + Whole.Y * Part.Y > 0.0;
}

static FVector LeftOf(const FNavBorder& Border)
{
	// The engine's y is on the right of its x.
	const FVector Along = Border.To - Border.From;
	const double Length = LengthOnPlane(Along);
	return FVector(Along.Y / Length, -Along.X / Length, 0.0);
}

/// Sorted by From, each at most once.
static TArray<FNavBorder> Sorted(const TArray<FVector>& Ends)
{
	TArray<FNavBorder> Out;
	for (int32 Index = 0; Index + 1 < Ends.Num(); Index += 2)
	{
		const bool bTurned = FPlace(Ends[Index + 1]) < FPlace(Ends[Index]);
		const FVector From = Ends[bTurned ? Index + 1 : Index], To = Ends[bTurned ? Index : Index + 1];
		if (FPlace(From) != FPlace(To) && LengthOnPlane(To - From) > Tolerance)
		{
			Out.Add({From, To, (From + To) * 0.5});
		}
	}
	Out.Sort([](const FNavBorder& A, const FNavBorder& B) { return IsBefore(A, B); });
	int32 Kept = 0;
	for (int32 Index = 0; Index < Out.Num(); ++Index)
	{
		if (Kept == 0 || !MeetAt(Out[Index].From, Out[Kept - 1].From) || !MeetAt(Out[Index].To, Out[Kept - 1].To))
		{
			Out[Kept++] = Out[Index];
		}
	}
	Out.SetNum(Kept);
	return Out;
}

/// A border that has been moved, and those that it met before.
struct FShifted
{
	FNavBorder Wall;
	FVector Was; ///< From its beginning to its end, before.
	int32 Previous = INDEX_NONE;
	int32 Next = INDEX_NONE;
	bool bGone = false;
	double Given = 0.0; ///< How far its ends were moved for those that are gone. [cm]
};

/// Where the neighbours of a border would meet if it were not there: where their lines do, if that is near, otherwise in its middle.
static FVector MeetingOf(const TArray<FShifted>& Borders, const FShifted& Border)
{
	const FVector Middle = (Border.Wall.From + Border.Wall.To) * 0.5;
	// The neighbours of one of three meet already, at their other ends.
	if (Border.Previous == INDEX_NONE || Border.Next == INDEX_NONE || Borders[Border.Next].Next == Border.Previous)
	{
		return Middle;
	}
	const FVector First = Borders[Border.Previous].Was, Second = Borders[Border.Next].Was;
	const FVector Gap = Border.Wall.To - Border.Wall.From;
	const double Cross = First.X * Second.Y - First.Y * Second.X;
	const double Lengths[] = {LengthOnPlane(First), LengthOnPlane(Second)};
	if (FMath::Min(Lengths[0], Lengths[1]) < ShortWall || std::abs(Cross) < 0.1 * Lengths[0] * Lengths[1])
	{
		return Middle;
	}
	const FVector Meeting = Border.Wall.From + First * ((Gap.X * Second.Y - Gap.Y * Second.X) / Cross);
	return LengthOnPlane(Meeting - Middle) <= ShortWall ? FVector(Meeting.X, Meeting.Y, Middle.Z) : Middle;
}

/// Around the end of something solid a mesh has short pieces, of which little is left when they are moved, or which turn over: their
/// neighbours meet instead, unless that moves these too far. The last two around something stay: even a pole is not walked through.
static void Collapse(TArray<FShifted>& Borders, int32 Index)
{
	FShifted& Border = Borders[Index];
	if (Border.Previous == Border.Next && Border.Next != INDEX_NONE)
	{
		return;
	}
	const FVector Is = Border.Wall.To - Border.Wall.From;
	const double Length = LengthOnPlane(Is);
	const double Given = Border.Given + Length / 2.0;
	const bool bTurnedOver = Border.Was.X * Is.X + Border.Was.Y * Is.Y <= 0.0;
	if ((Length > ShortWall || Given > ShortWall) && !bTurnedOver)
	{
		return;
	}
	Border.bGone = true;
	const FVector Meeting = MeetingOf(Borders, Border);
	if (Border.Previous != INDEX_NONE)
	{
		FShifted& Previous = Borders[Border.Previous];
		Previous.Wall.To = Meeting;
		Previous.Next = Border.Next;
		Previous.Given = FMath::Max(Previous.Given, Given);
	}
	if (Border.Next != INDEX_NONE)
	{
		FShifted& Next = Borders[Border.Next];
		Next.Wall.From = Meeting;
		Next.Previous = Border.Previous;
		Next.Given = FMath::Max(Next.Given, Given);
	}
}

/// The piece that a border goes on with in one line.
static int32 Continuation(const TArray<FNavBorder>& ByFrom, const TArray<uint8>& Taken, const FNavBorder& Border)
{
	const FPlace Place(Border.To);
	for (int32 Index = FirstFrom(ByFrom, Place); Index < ByFrom.Num() && FPlace(ByFrom[Index].From) == Place; ++Index)
	{
		if (!Taken[Index] && GoesOn(Border, ByFrom[Index]))
		{
			return Index;
		}
	}
	return INDEX_NONE;
}

/// Where the end of one border and the beginning of the next are moved to.
static FVector Miter(const FVector& Corner, const FVector& LeftOfFirst, const FVector& LeftOfNext, double Distance)
{
	const FVector Sum = LeftOfFirst + LeftOfNext;
	const double Size = LengthOnPlane(Sum);
	if (Size <= 0.0)
	{
		return Corner;
	}
	// Half of the sum of two unit vectors is as long as the cosine of half the angle between them.
	const double Reach = FMath::Min(2.0 / Size, LongestMiter) * Distance;
	return Corner + Sum * (Reach / Size);
}

/// The one border that begins where this one ends; none where there are several.
static int32 NextOf(const TArray<FNavBorder>& ByFrom, const FNavBorder& Border)
{
	const FPlace Place(Border.To);
	int32 Found = INDEX_NONE;
	for (int32 Index = FirstFrom(ByFrom, Place); Index < ByFrom.Num() && FPlace(ByFrom[Index].From) == Place; ++Index)
	{
		if (MeetAt(ByFrom[Index].From, Border.To))
		{
			if (Found != INDEX_NONE)
			{
				return INDEX_NONE;
			}
			Found = Index;
		}
	}
	return Found;
}
}

TArray<FNavBorder> JoinBorders(const TArray<FVector>& Ends)
{
	using namespace NavBorders;
	const TArray<FNavBorder> Pieces = Sorted(Ends);
	TArray<uint8> Taken;
	Taken.SetNumZeroed(Pieces.Num());
	TArray<FNavBorder> Out;
	// In this order the first piece of a line comes before those that it goes on with.
	for (int32 Index = 0; Index < Pieces.Num(); ++Index)
	{
		if (Taken[Index])
		{
			continue;
		}
		FNavBorder Whole = Pieces[Index];
		for (int32 Next = Continuation(Pieces, Taken, Whole); Next != INDEX_NONE;
			 Next = Continuation(Pieces, Taken, Whole))
		{
			Taken[Next] = 1;
			Whole.To = Pieces[Next].To;
		}
		Out.Add(Whole);
	}
	return Out;
}

TArray<FNavBorder> ShiftBorders(const TArray<FNavBorder>& Borders, double Distance)
{
	using namespace NavBorders;
	TArray<FNavBorder> ByFrom = Borders;
	ByFrom.Sort([](const FNavBorder& A, const FNavBorder& B) { return IsBefore(A, B); });
	TArray<FShifted> Shifted;
	for (const FNavBorder& Border : ByFrom)
	{
		const FVector Offset = LeftOf(Border) * Distance;
		Shifted.Add({{Border.From + Offset, Border.To + Offset, Border.Probe}, Border.To - Border.From});
	}
	for (int32 Index = 0; Index < ByFrom.Num(); ++Index)
	{
		const int32 Next = NextOf(ByFrom, ByFrom[Index]);
		if (Next != INDEX_NONE)
		{
			Shifted[Index].Wall.To = Miter(ByFrom[Index].To, LeftOf(ByFrom[Index]), LeftOf(ByFrom[Next]), Distance);
			Shifted[Next].Wall.From = Miter(ByFrom[Next].From, LeftOf(ByFrom[Index]), LeftOf(ByFrom[Next]), Distance);
			Shifted[Index].Next = Next;
			Shifted[Next].Previous = Index;
		}
	}
	for (int32 Index = 0; Index < Shifted.Num(); ++Index)
	{
		Collapse(Shifted, Index);
	}
	TArray<FNavBorder> Out;
	for (const FShifted& Border : Shifted)
	{
		if (!Border.bGone && LengthOnPlane(Border.Wall.To - Border.Wall.From) > 2.0 * Tolerance)
		{
			Out.Add(Border.Wall);
		}
	}
	return Out;
}
}
