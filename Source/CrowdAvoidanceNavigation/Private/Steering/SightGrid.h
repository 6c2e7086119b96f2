// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace CrowdAvoidance
{
/// Finds who is within sight of whom: points by square cells as wide as that, whose columns and rows are hashed into buckets.
class SightGrid
{
public:
	explicit SightGrid(double InSight) : Sight(InSight) {}

	/// The points must stay where they are in memory.
	void Sort(std::span<const Vec2> InPoints)
	{
		Points = InPoints;
		BucketStart.assign(std::bit_ceil(Points.size() + 1) + 1, 0);
		const auto Home = [this](Vec2 Point) { return BucketOf(CellOf(Point.X), CellOf(Point.Y)); };
		// A counting sort: sizes, their running sum, and then every point into its place.
		for (const Vec2 Point : Points)
		{
			++BucketStart[Home(Point) + 1];
		}
		for (size_t Bucket = 1; Bucket < BucketStart.size(); ++Bucket)
		{
			BucketStart[Bucket] += BucketStart[Bucket - 1];
		}
		Sorted.resize(Points.size());
		std::vector<uint32_t> Next(BucketStart.begin(), BucketStart.end() - 1);
		for (uint32_t Point = 0; Point < Points.size(); ++Point)
		{
			Sorted[Next[Home(Points[Point])]++] = Point;
		}
	}

	/// Calls Visit(number) for all other points in sight of that one, in an order that depends on nothing but the points and theirs.
	template <typename VisitType>
	void ForEachInSight(size_t Number, const VisitType& Visit) const
	{
		const Vec2 Own = Points[Number];
		const int64_t Column = CellOf(Own.X);
		const int64_t Row = CellOf(Own.Y);
		for (int64_t OtherRow = Row - 1; OtherRow <= Row + 1; ++OtherRow)
		{
			for (int64_t OtherColumn = Column - 1; OtherColumn <= Column + 1; ++OtherColumn)
			{
				const size_t Bucket = BucketOf(OtherColumn, OtherRow);
				for (uint32_t At = BucketStart[Bucket]; At < BucketStart[Bucket + 1]; ++At)
				{
					const Vec2 Other = Points[Sorted[At]];
					// Other cells may share the bucket, perhaps one that is searched as well.
					const bool bOfCell = CellOf(Other.X) == OtherColumn && CellOf(Other.Y) == OtherRow;
					const double X = static_cast<double>(Other.X) - Own.X;
					const double Y = static_cast<double>(Other.Y) - Own.Y;
					if (bOfCell && X * X + Y * Y <= Sight * Sight && Sorted[At] != Number)
					{
						Visit(Sorted[At]);
					}
				}
			}
		}
	}

private:
	int64_t CellOf(float Coordinate) const { return static_cast<int64_t>(std::floor(Coordinate / Sight)); }

	size_t BucketOf(int64_t Column, int64_t Row) const
	{
		const uint64_t Hash =
			static_cast<uint64_t>(Column) * 0x9e3779b97f4a7c15ull + static_cast<uint64_t>(Row) * 0xbf58476d1ce4e5b9ull;
		return static_cast<size_t>(Hash ^ (Hash >> 32)) & (BucketStart.size() - 2);
	}

	double Sight;
	std::span<const Vec2> Points;
	std::vector<uint32_t> BucketStart; ///< Into Sorted; one more than there are buckets.
	std::vector<uint32_t> Sorted;      ///< Points by bucket, ascending within one.
};
}
