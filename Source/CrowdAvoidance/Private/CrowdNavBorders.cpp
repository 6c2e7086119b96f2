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
		for (int32 Next = Continuation(Pieces, Taken, Whole); Next != INDEX_NONE; Next = Continuation(Pieces, Taken, Whole))
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
	TArray<FNavBorder> Shifted = ByFrom;
	for (int32 Index = 0; Index < ByFrom.Num(); ++Index)
	{
		Shifted[Index].From = ByFrom[Index].From + LeftOf(ByFrom[Index]) * Distance;
		Shifted[Index].To = ByFrom[Index].To + LeftOf(ByFrom[Index]) * Distance;
	}
	for (int32 Index = 0; Index < ByFrom.Num(); ++Index)
	{
		const int32 Next = NextOf(ByFrom, ByFrom[Index]);
		if (Next != INDEX_NONE)
		{
			Shifted[Index].To = Miter(ByFrom[Index].To, LeftOf(ByFrom[Index]), LeftOf(ByFrom[Next]), Distance);
			Shifted[Next].From = Miter(ByFrom[Next].From, LeftOf(ByFrom[Index]), LeftOf(ByFrom[Next]), Distance);
		}
	}
	TArray<FNavBorder> Out;
	for (int32 Index = 0; Index < ByFrom.Num(); ++Index)
	{
		const FVector Was = ByFrom[Index].To - ByFrom[Index].From;
		const FVector Is = Shifted[Index].To - Shifted[Index].From;
		// Around the end of something solid short pieces turn over.
		if (Was.X * Is.X + Was.Y * Is.Y > 0.0 && LengthOnPlane(Is) > 2.0 * Tolerance)
		{
			Out.Add(Shifted[Index]);
		}
	}
	return Out;
}
}
