// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshContours.h"
#include "TestRandom.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Testing::NavMeshContoursTest
{
namespace
{
constexpr int Side = 24;

/// Blobs, single cells and thin walls of cells that touch at their corners only, and here and there a door.
NavCells RandomCells(TestRandom& Random)
{
	NavCells Cells;
	Cells.Width = Side;
	Cells.Height = Side;
	Cells.Area.assign(Side * Side, NavCells::Ground);
	const auto Set = [&Cells](int X, int Y, uint16_t Area)
	{
		if (X >= 0 && Y >= 0 && X < Side && Y < Side)
		{
			Cells.Area[static_cast<size_t>(Y * Side + X)] = Area;
		}
	};
	for (int Shape = 0; Shape < 10; ++Shape)
	{
		const uint16_t Area = Random.Chance(0.2f) ? NavCells::FirstDoor : NavCells::Solid;
		int X = Random.Index(Side);
		int Y = Random.Index(Side);
		const int StepX = Random.Integer(-1, 1);
		const int StepY = Random.Integer(-1, 1);
		for (int Length = Random.Index(16); Length >= 0; --Length)
		{
			Set(X, Y, Area);
			X += Random.Chance(0.8f) ? StepX : 0;
			Y += Random.Chance(0.8f) ? StepY : 0;
		}
	}
	return Cells;
}

bool IsInside(const NavContour& Contour, double X, double Y)
{
	bool bInside = false;
	for (size_t Index = 0; Index < Contour.Corners.size(); ++Index)
	{
		const NavCorner A = Contour.Corners[Index];
		const NavCorner B = Contour.Corners[(Index + 1) % Contour.Corners.size()];
		if ((A.Y > Y) != (B.Y > Y) && X < A.X + (Y - A.Y) / (B.Y - A.Y) * (B.X - A.X))
		{
			bInside = !bInside;
		}
	}
	return bInside;
}
}

TEST(NavContours, ExactContoursAreTheCells)
{
	TestRandom Random(11);
	NavContourTracer Tracer;
	std::vector<NavContour> Contours;
	for (int Round = 0; Round < 100; ++Round)
	{
		const NavCells Cells = RandomCells(Random);
		Tracer.Trace(Cells, true, Contours);
		for (int Y = 0; Y < Side; ++Y)
		{
			for (int X = 0; X < Side; ++X)
			{
				const uint16_t Area = Cells.Area[static_cast<size_t>(Y * Side + X)];
				int Found = 0;
				for (const NavContour& Contour : Contours)
				{
					if (IsInside(Contour, 2 * X + 1.01, 2 * Y + 0.97))
					{
						++Found;
						ASSERT_EQ(Contour.Area, Area);
					}
				}
				ASSERT_EQ(Found, Area == NavCells::Solid ? 0 : 1) << "round " << Round << " at " << X << ", " << Y;
			}
		}
	}
}

TEST(NavContours, StraightenedContoursDoNotOverlapAndAreNear)
{
	TestRandom Random(12);
	NavContourTracer Tracer;
	std::vector<NavContour> Contours;
	for (int Round = 0; Round < 400; ++Round)
	{
		const NavCells Cells = RandomCells(Random);
		Tracer.Trace(Cells, false, Contours);
		for (int Sample = 0; Sample < 400; ++Sample)
		{
			const double X = 2.0 * Side * static_cast<double>(Random.Unit());
			const double Y = 2.0 * Side * static_cast<double>(Random.Unit());
			int Found = 0;
			for (const NavContour& Contour : Contours)
			{
				Found += IsInside(Contour, X, Y) ? 1 : 0;
			}
			ASSERT_LE(Found, 1) << "round " << Round << " at " << X / 2.0 << ", " << Y / 2.0;

			// Where all cells around are alike, the contours say the same as the cells.
			const int Column = static_cast<int>(X / 2.0);
			const int Row = static_cast<int>(Y / 2.0);
			int Solids = 0;
			int Known = 0;
			for (int DY = -1; DY <= 1; ++DY)
			{
				for (int DX = -1; DX <= 1; ++DX)
				{
					const int AtX = Column + DX;
					const int AtY = Row + DY;
					if (AtX >= 0 && AtY >= 0 && AtX < Side && AtY < Side)
					{
						++Known;
						Solids += Cells.Area[static_cast<size_t>(AtY * Side + AtX)] == NavCells::Solid ? 1 : 0;
					}
				}
			}
			if (Solids == 0 || Solids == Known)
			{
				ASSERT_EQ(Found, Solids == 0 ? 1 : 0) << "round " << Round << " at " << X / 2.0 << ", " << Y / 2.0;
			}
		}
	}
}
}
