// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"

#include <algorithm>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr double WallThickness = 0.5;   ///< [m]
constexpr double StadiumMargin = 10.0;  ///< Ground beyond the outer wall. [m]
constexpr double StadiumExitStep = 3.0; ///< How far outside the wall an exit's point lies. [m]

/// A rectangle with round corners; the corners are polygons.
struct Stadium
{
	int Rows = 0;
	int LongSectors = 0;
	int ShortSectors = 0;
	int CornerSectors = 0;
	double SectorWidth = 0.0; ///< Of straight sectors, aisle included.
	double Aisle = 0.0;
	double RowPitch = 0.0;
	double SeatDepth = 0.0;
	double CornerRadius = 0.0; ///< At the front of the first row of seats.
	double Walkway = 0.0;      ///< Before the first row.
	double Concourse = 0.0;    ///< Behind the last row.
	double Gate = 0.0;

	double SeatRadius(int Row) const { return CornerRadius + RowPitch * Row; }
	double WallRadius() const { return SeatRadius(Rows - 1) + SeatDepth + Concourse; }
	/// From an outline's middle to the centres of its corners.
	Point CornerCenter() const { return {0.5 * SectorWidth * LongSectors, 0.5 * SectorWidth * ShortSectors}; }
};

/// A line between two sectors: where it leaves the rectangle of the corner centres, and its direction outwards.
struct Border
{
	Point Origin;
	Point Outward;
	bool bRound = false; ///< At the end of a corner sector.

	Point At(double Radius) const { return Origin + Outward * Radius; }
};

/// One sector between two borders, the second counter-clockwise of the first.
struct Sector
{
	Border First;
	Border Second;

	Point Along() const
	{
		const Point Chord = Second.At(1000.0) - First.At(1000.0);
		return Chord * (1.0 / Chord.Length());
	}
	/// Cosine of the angle between the border and the line across the sector.
	double Straightness() const
	{
		const Point Across = Along();
		return First.Outward.X * Across.Y - First.Outward.Y * Across.X;
	}
	/// The line across the sector at this radius, shortened so that its ends are Gap away from the borders.
	std::pair<Point, Point> Line(double Radius, double FirstGap, double SecondGap) const
	{
		const Point Shift = Along() * (1.0 / Straightness());
		return {First.At(Radius) + Shift * FirstGap, Second.At(Radius) - Shift * SecondGap};
	}
};

Stadium ReadStadium(const ObjectReader& Reader)
{
	Reader.AllowKeys({"kind", "rows", "longSectors", "shortSectors", "cornerSectors", "sectorWidth", "aisle",
		"rowPitch", "seatDepth", "cornerRadius", "walkway", "concourse", "gate"});
	constexpr Range SectorRange{1.0, 100.0, "sectors"};
	Stadium Plan;
	Plan.Rows = static_cast<int>(Reader.Integer("rows", {1.0, 100.0, "rows"}, 26.0));
	Plan.LongSectors = static_cast<int>(Reader.Integer("longSectors", SectorRange, 9.0));
	Plan.ShortSectors = static_cast<int>(Reader.Integer("shortSectors", SectorRange, 5.0));
	Plan.CornerSectors = static_cast<int>(Reader.Integer("cornerSectors", {3.0, 100.0, "sectors"}, 6.0));
	Plan.Aisle = Reader.Number("aisle", {0.5, 20.0, "m"}, 1.8);
	Plan.RowPitch = Reader.Number("rowPitch", {0.6, 5.0, "m"}, 1.0);
	const double DeepestSeat = Plan.RowPitch - 0.4;
	Plan.SeatDepth =
		Reader.Number("seatDepth", {0.1, DeepestSeat, "m ('rowPitch' less 0.4 m)"}, std::min(0.3, DeepestSeat));
	const double Narrowest = Plan.Aisle + 1.0;
	Plan.SectorWidth =
		Reader.Number("sectorWidth", {Narrowest, 1000.0, "m ('aisle' and 1 m at least)"}, std::max(11.1, Narrowest));
	const double Standing = Plan.RowPitch - Plan.SeatDepth;
	Plan.Walkway =
		Reader.Number("walkway", {Standing, 20.0, "m ('rowPitch' less 'seatDepth' at least)"}, std::max(2.0, Standing));
	// A corner's sectors are to be that wide, too, at the field; a chord is a little shorter than its arc.
	const double Tightest = 0.7 * Narrowest * Plan.CornerSectors + Plan.Walkway;
	Plan.CornerRadius = Reader.Number("cornerRadius",
		{Tightest, 10'000.0, "m (so that the corner sectors are wider than their aisle)"}, std::max(30.0, Tightest));
	Plan.Concourse = Reader.Number("concourse", {1.0, 100.0, "m"}, 6.0);
	// Each piece of the outer wall has a gate at one of its ends.
	const double WidestGate = 2.0 * Narrowest - 1.0;
	Plan.Gate = Reader.Number("gate", {0.5, WidestGate, "m (twice 'aisle' and 1 m)"}, std::min(4.0, WidestGate));
	return Plan;
}

/// Counter-clockwise, beginning at the low end of the side towards positive x.
std::vector<Border> LayBorders(const Stadium& Plan)
{
	std::vector<Border> Borders;
	const Point Center = Plan.CornerCenter();
	const Point Corners[] = {
		{Center.X, -Center.Y}, {Center.X, Center.Y}, {-Center.X, Center.Y}, {-Center.X, -Center.Y}};
	for (int Side = 0; Side < 4; ++Side)
	{
		const Point Outward = UnitVector(0.25 * Side);
		const int Straight = Side % 2 == 0 ? Plan.ShortSectors : Plan.LongSectors;
		for (int I = 0; I < Straight; ++I)
		{
			Borders.push_back({Corners[Side] + Outward.Left() * (Plan.SectorWidth * I), Outward, I == 0});
		}
		for (int I = 0; I < Plan.CornerSectors; ++I)
		{
			const double Turns = 0.25 * (Side + static_cast<double>(I) / Plan.CornerSectors);
			Borders.push_back({Corners[(Side + 1) % 4], UnitVector(Turns), true});
		}
	}
	return Borders;
}

void AddQuad(const std::pair<Point, Point>& Inner, const std::pair<Point, Point>& Outer, Scene& OutScene)
{
	OutScene.Obstacles.push_back(
		{Inner.first.Rounded(), Outer.first.Rounded(), Outer.second.Rounded(), Inner.second.Rounded()});
}

/// The rows of one sector, and where people stand before each.
void AddSeats(const Stadium& Plan, const Sector& Place, std::vector<EnvironmentArea>& Seats, Scene& OutScene)
{
	const double Gap = 0.5 * Plan.Aisle;
	const double Standing = Plan.RowPitch - Plan.SeatDepth;
	for (int Row = 0; Row < Plan.Rows; ++Row)
	{
		const double Radius = Plan.SeatRadius(Row);
		AddQuad(Place.Line(Radius, Gap, Gap), Place.Line(Radius + Plan.SeatDepth, Gap, Gap), OutScene);
		const auto [First, Second] = Place.Line(Radius - Standing, Gap, Gap);
		// The depth goes to the left of the width: outwards, when the width goes clockwise.
		Seats.push_back({Second, Place.Along() * -1.0, (Second - First).Length(), Standing * Place.Straightness()});
	}
}

void AddField(const Stadium& Plan, const std::vector<Border>& Borders, Scene& OutScene)
{
	std::vector<Vec2> Outline;
	for (const Border& Line : Borders)
	{
		if (Line.bRound)
		{
			Outline.push_back(Line.At(Plan.CornerRadius - Plan.Walkway).Rounded());
		}
	}
	OutScene.Obstacles.push_back(std::move(Outline));
}
}

Environment BuildStadium(const ObjectReader& Reader, Scene& OutScene)
{
	const Stadium Plan = ReadStadium(Reader);
	const std::vector<Border> Borders = LayBorders(Plan);
	std::vector<EnvironmentArea> Seats;
	AddField(Plan, Borders, OutScene);
	for (size_t I = 0; I < Borders.size(); ++I)
	{
		const Sector Place{Borders[I], Borders[(I + 1) % Borders.size()]};
		AddSeats(Plan, Place, Seats, OutScene);
		// A gate at every other aisle; at the ones between, the pieces of the wall meet.
		const double FirstGap = I % 2 == 0 ? 0.5 * Plan.Gate : 0.0;
		const double SecondGap = I % 2 == 0 ? 0.0 : 0.5 * Plan.Gate;
		const double Wall = Plan.WallRadius();
		AddQuad(Place.Line(Wall, FirstGap, SecondGap), Place.Line(Wall + WallThickness, FirstGap, SecondGap), OutScene);
		if (I % 2 == 0)
		{
			OutScene.Exits.push_back(Borders[I].At(Wall + WallThickness + StadiumExitStep).Rounded());
		}
	}
	const double Margin = Plan.WallRadius() + WallThickness + StadiumMargin;
	const Point High = Plan.CornerCenter() + Point{Margin, Margin};
	SetGround(High * -1.0, High, OutScene);
	Environment Result;
	Result.Areas["seats"] = std::move(Seats);
	return Result;
}
}
