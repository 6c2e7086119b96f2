// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdNavGround.h"

#include "CrowdUnits.h"
#include "NavigationSystem.h"

#include <cmath>

namespace CrowdAvoidance
{
namespace NavGround
{
/// Between places where the height of the ground is looked up, unless that would be too many on one path. [cm]
static constexpr double SampleDistance = 100.0;
static constexpr int32 MostSamples = 32;
/// How far the ground can rise or fall from one sample to the next, as a share of the distance; and where it is looked for besides. [cm]
static constexpr double Steepest = 1.5;
static constexpr double Extent = 25.0;
/// Heights that are off a straight line by less are not worth a point. [cm]
static constexpr double Level = 5.0;

struct FSample
{
	FVector Location;
	bool bTurn;
};

static double LengthOf(const TArray<FVector>& Corners)
{
	double Length = 0.0;
	for (int32 Index = 1; Index < Corners.Num(); ++Index)
	{
		Length += FVector::Dist(Corners[Index - 1], Corners[Index]);
	}
	return Length;
}

/// The corners, and places in between at the height of the ground.
static TArray<FSample> Sample(const TArray<FVector>& Corners, const UNavigationSystemV1& Ground)
{
	const double Spacing = FMath::Max(SampleDistance, LengthOf(Corners) / MostSamples);
	TArray<FSample> Out;
	Out.Add({Corners[0], true});
	for (int32 Index = 1; Index < Corners.Num(); ++Index)
	{
		const int32 Pieces = static_cast<int32>(FVector::Dist(Corners[Index - 1], Corners[Index]) / Spacing) + 1;
		for (int32 Piece = 1; Piece < Pieces; ++Piece)
		{
			FVector Place = FMath::Lerp(Corners[Index - 1], Corners[Index], static_cast<double>(Piece) / Pieces);
			Place.Z = Out.Last().Location.Z;
			FNavLocation Found;
			if (Ground.ProjectPointToNavigation(Place, Found, FVector(Extent, Extent, Extent + Steepest * Spacing)))
			{
				Place.Z = Found.Location.Z;
				Out.Add({Place, false});
			}
		}
		Out.Add({Corners[Index], true});
	}
	return Out;
}

/// Whether the samples between two of them lie on the line from one to the other.
static bool IsLine(const TArray<FSample>& Samples, int32 From, int32 To)
{
	const FVector A = Samples[From].Location, B = Samples[To].Location;
	for (int32 Index = From + 1; Index < To; ++Index)
	{
		const double Share = FVector::Dist(A, Samples[Index].Location) / FVector::Dist(A, B);
		if (std::abs(A.Z + (B.Z - A.Z) * Share - Samples[Index].Location.Z) > Level)
		{
			return false;
		}
	}
	return true;
}
}

TArray<FRoutePoint> MakeRoute(
	const TArray<FVector>& Corners, const FIntVector& WorldOrigin, const UNavigationSystemV1* Ground)
{
	using namespace NavGround;
	TArray<FSample> Samples;
	if (Ground)
	{
		Samples = Sample(Corners, *Ground);
	}
	else
	{
		for (const FVector& Corner : Corners)
		{
			Samples.Add({Corner, true});
		}
	}
	TArray<FRoutePoint> Route;
	int32 Kept = 0;
	for (int32 Index = 0; Index < Samples.Num(); ++Index)
	{
		if (!Samples[Index].bTurn && IsLine(Samples, Kept, Index + 1))
		{
			continue;
		}
		Kept = Index;
		const FVector Absolute = Units::ToAbsolute(Samples[Index].Location, WorldOrigin);
		Route.Add({Units::ToPlane(Absolute), Ground ? Units::ToMeters(Absolute.Z) : 0.0f, Samples[Index].bTurn});
	}
	return Route;
}
}
