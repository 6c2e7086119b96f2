// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Clipping.h"

#include <gtest/gtest.h>

#include <cmath>

namespace CrowdAvoidance::Pictures::ClippingTest
{
namespace
{
constexpr Box Window{0.0, 0.0, 10.0, 10.0};

double AreaOf(const std::vector<Point>& Polygon)
{
	double Twice = 0.0;
	for (size_t Corner = 0; Corner < Polygon.size(); ++Corner)
	{
		const Point A = Polygon[Corner];
		const Point B = Polygon[(Corner + 1) % Polygon.size()];
		Twice += A.X * B.Y - A.Y * B.X;
	}
	return std::abs(0.5 * Twice);
}

TEST(Clipping, KeepsThePartOfAPolygonInside)
{
	const Point Whole[] = {{2.0, 2.0}, {8.0, 2.0}, {8.0, 8.0}, {2.0, 8.0}};
	EXPECT_DOUBLE_EQ(36.0, AreaOf(ClipPolygon(Whole, Window)));
	const Point Corner[] = {{5.0, 5.0}, {1e9, 5.0}, {1e9, 1e9}, {5.0, 1e9}};
	EXPECT_DOUBLE_EQ(25.0, AreaOf(ClipPolygon(Corner, Window)));
	const Point Around[] = {{-1e9, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {-1e9, 1e9}};
	EXPECT_NEAR(100.0, AreaOf(ClipPolygon(Around, Window)), 1e-4);
	const Point Beside[] = {{11.0, 0.0}, {12.0, 0.0}, {12.0, 5.0}};
	EXPECT_TRUE(ClipPolygon(Beside, Window).empty());
	EXPECT_TRUE(ClipPolygon({}, Window).empty());
	// The shape of a U whose bridge lies below: two towers remain.
	const Point Towers[] = {
		{1.0, 20.0}, {9.0, 20.0}, {9.0, 5.0}, {7.0, 5.0}, {7.0, 15.0}, {3.0, 15.0}, {3.0, 5.0}, {1.0, 5.0}};
	EXPECT_DOUBLE_EQ(20.0, AreaOf(ClipPolygon(Towers, Window)));
}

TEST(Clipping, KeepsThePartOfALineInside)
{
	const auto Through = ClipLine({-1e8, 5.0}, {1e8, 5.0}, Window);
	ASSERT_TRUE(Through);
	EXPECT_NEAR(0.0, Through->first.X, 1e-6);
	EXPECT_NEAR(10.0, Through->second.X, 1e-6);
	const auto Out = ClipLine({4.0, 4.0}, {4.0, 100.0}, Window);
	ASSERT_TRUE(Out);
	EXPECT_DOUBLE_EQ(4.0, Out->first.Y);
	EXPECT_DOUBLE_EQ(10.0, Out->second.Y);
	EXPECT_FALSE(ClipLine({-4.0, 8.0}, {2.0, 14.0}, Window)) << "past the corner";
	EXPECT_FALSE(ClipLine({11.0, 0.0}, {11.0, 10.0}, Window));
}
}
}
