// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Random.h"
#include "Scenarios/Shapes.h"
#include "Scenarios/Simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr double OverlapMeters = 0.001;
constexpr double DeepFraction = 0.1;

/// Discs of about the same size, in the cells of an endless grid that are kept in a hash table.
/// Cells are 2^(Level + 1) wide, which is more than the diameter of any disc of that level: whatever overlaps a disc that
/// is not larger lies in the same cell or in one of the eight around it.
class DiscGrid
{
public:
	DiscGrid(int Level, const std::vector<int>& Discs, const float* X, const float* Y)
		: CellWidth(std::ldexp(1.0, Level + 1)),
		  BucketMask(std::bit_ceil(Discs.size()) - 1),
		  BucketStart(BucketMask + 2)
	{
		// Counting sort: sizes, their running sum, and then every disc into its place.
		for (const int Disc : Discs)
		{
			++BucketStart[Bucket(CellOf(X[Disc]), CellOf(Y[Disc])) + 1];
		}
		for (size_t I = 1; I < BucketStart.size(); ++I)
		{
			BucketStart[I] += BucketStart[I - 1];
		}
		Entries.resize(Discs.size());
		std::vector<size_t> Next(BucketStart.begin(), BucketStart.end() - 1);
		for (const int Disc : Discs)
		{
			const double CellX = CellOf(X[Disc]);
			const double CellY = CellOf(Y[Disc]);
			Entries[Next[Bucket(CellX, CellY)]++] = {CellX, CellY, Disc};
		}
	}

	/// Calls Visit(Disc) for every disc that may overlap a disc at (X, Y) that is not larger than those of the grid.
	template <typename VisitType>
	void ForEachNear(float X, float Y, const VisitType& Visit) const
	{
		for (double OffsetY = -1.0; OffsetY <= 1.0; ++OffsetY)
		{
			for (double OffsetX = -1.0; OffsetX <= 1.0; ++OffsetX)
			{
				const double CellX = CellOf(X) + OffsetX;
				const double CellY = CellOf(Y) + OffsetY;
				const size_t Home = Bucket(CellX, CellY);
				for (size_t I = BucketStart[Home]; I < BucketStart[Home + 1]; ++I)
				{
					// Other cells may share the bucket.
					if (Entries[I].CellX == CellX && Entries[I].CellY == CellY)
					{
						Visit(Entries[I].Disc);
					}
				}
			}
		}
	}

private:
	struct Entry
	{
		double CellX = 0.0;
		double CellY = 0.0;
		int Disc = 0;
	};

	/// A whole number, but kept as a double so that coordinates of any size have a cell.
	double CellOf(float Coordinate) const { return std::floor(Coordinate / CellWidth); }

	size_t Bucket(double CellX, double CellY) const
	{
		// Adding zero turns -0 into 0, which is the same cell.
		const uint64_t Hash = MixBits(std::bit_cast<uint64_t>(CellX + 0.0)) + std::bit_cast<uint64_t>(CellY + 0.0);
		return static_cast<size_t>(MixBits(Hash)) & BucketMask;
	}

	double CellWidth;
	size_t BucketMask;
	std::vector<size_t> BucketStart;
	std::vector<Entry> Entries;
};

bool CountPair(double Depth, double RadiusSum, OverlapCount& Count)
{
	if (Depth <= OverlapMeters)
	{
		return false;
	}
	Count.Pairs += Count.Pairs < std::numeric_limits<int>::max() ? 1 : 0;
	Count.DeepPairs += Depth > DeepFraction * RadiusSum && Count.DeepPairs < std::numeric_limits<int>::max() ? 1 : 0;
	Count.DeepestMeters = std::max(Count.DeepestMeters, Depth);
	Count.DeepestFraction = std::max(Count.DeepestFraction, Depth / RadiusSum);
	return true;
}
}

OverlapCount CountOverlaps(int Count, const float* X, const float* Y, const float* Radius,
	std::vector<uint8_t>* OutOverlaps, std::span<const std::vector<Vec2>> Bodies)
{
	const auto Placed = [&](int Disc)
	{
		const size_t At = static_cast<size_t>(Disc);
		return PlacedBody{Bodies[At], Radius[At], {X[At], Y[At]}};
	};
	const auto Depth = [&](int A, int B)
	{
		const double OfDiscs = static_cast<double>(Radius[A]) + Radius[B] -
			Point{static_cast<double>(X[A]) - X[B], static_cast<double>(Y[A]) - Y[B]}.Length();
		const bool bDiscs =
			Bodies.empty() || (Bodies[static_cast<size_t>(A)].empty() && Bodies[static_cast<size_t>(B)].empty());
		return bDiscs || OfDiscs <= OverlapMeters ? OfDiscs : BodyDepth(Placed(A), Placed(B));
	};
	if (OutOverlaps)
	{
		OutOverlaps->assign(static_cast<size_t>(Count), 0);
	}
	// One grid for each size of disc, in powers of two, so that a few large ones do not slow down the search among many
	// small ones. Discs below a millimetre share a grid: they are too small to count as overlapping each other.
	constexpr int SmallestLevel = -10;
	std::map<int, std::vector<int>> DiscsOfLevel;
	for (int I = 0; I < Count; ++I)
	{
		if (std::isfinite(X[I]) && std::isfinite(Y[I]) && std::isfinite(Radius[I]) && Radius[I] > 0.0f)
		{
			DiscsOfLevel[std::max(SmallestLevel, std::ilogb(2.0 * Radius[I]))].push_back(I);
		}
	}

	OverlapCount Result;
	for (auto Level = DiscsOfLevel.begin(); Level != DiscsOfLevel.end(); ++Level)
	{
		const DiscGrid Grid(Level->first, Level->second, X, Y);
		for (auto Smaller = DiscsOfLevel.begin(); Smaller != std::next(Level); ++Smaller)
		{
			for (const int Disc : Smaller->second)
			{
				Grid.ForEachNear(X[Disc], Y[Disc],
					[&](int Other)
					{
						// Within a level each of the two finds the other; one of them counts.
						if (Smaller != Level || Other > Disc)
						{
							const double RadiusSum = static_cast<double>(Radius[Other]) + Radius[Disc];
							if (CountPair(Depth(Other, Disc), RadiusSum, Result) && OutOverlaps)
							{
								(*OutOverlaps)[static_cast<size_t>(Disc)] = (*OutOverlaps)[static_cast<size_t>(Other)] =
									1;
							}
						}
					});
			}
		}
	}
	return Result;
}
}
