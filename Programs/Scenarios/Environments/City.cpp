// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Random streams of a city; the last ones are of buildings, by number.
enum ECityStream : uint64_t
{
	StreetsX,
	StreetsY,
	BlocksX,
	BlocksY,
	PlacesX,
	PlacesY,
	Shape,
	InsetLeft,
	InsetRight,
	InsetLow,
	InsetHigh,
	ShapeX,
	ShapeY,
};

constexpr double LShare = 0.15;       ///< Of the buildings have the shape of an L ...
constexpr double RotatedShare = 0.10; ///< ... or stand askew.
constexpr double MostTurn = 8.0 / 360.0;
constexpr double MostInset = 2.0; ///< Of a building's side from the street. [m]

struct City
{
	int Blocks = 0; ///< Along each side.
	int Places = 0;
	double BlockSize = 0.0;
	double MinStreet = 0.0;
	double MaxStreet = 0.0;
	double Cell = 0.0; ///< All coordinates are multiples of it, so that the mesh is as exact as the city.
	Dice Random;

	int64_t Cells(double Length) const { return std::llround(Length / Cell); }
};

/// Where streets begin and end along one axis, in cells.
struct Grid
{
	std::vector<int64_t> Begin;
	std::vector<int64_t> End;
};

/// A rectangle in cells.
struct Lot
{
	int64_t LowX = 0;
	int64_t LowY = 0;
	int64_t HighX = 0;
	int64_t HighY = 0;
};

City ReadCity(const ObjectReader& Reader, const Scene& OutScene)
{
	Reader.AllowKeys({"kind", "blocks", "blockSize", "minStreet", "maxStreet", "places"});
	City Plan;
	Plan.Cell = OutScene.CellSize;
	Plan.Random = {OutScene.Seed, EnvironmentStreams};
	Plan.Blocks = static_cast<int>(Reader.Integer("blocks", {1.0, 300.0, "blocks along a side"}, 39.0));
	Plan.BlockSize =
		Reader.Number("blockSize", {std::max(8.0, 16.0 * Plan.Cell), 1000.0, "m"}, std::max(26.0, 16.0 * Plan.Cell));
	const double Narrowest = std::max(2.0, 4.0 * Plan.Cell);
	Plan.MinStreet = Reader.Number("minStreet", {Narrowest, 1000.0, "m"}, std::max(10.0, Narrowest));
	Plan.MaxStreet = Reader.Number(
		"maxStreet", {Plan.MinStreet, 1000.0, "m, not below 'minStreet'"}, std::max(14.0, Plan.MinStreet));
	const double Junctions = (Plan.Blocks + 1.0) * (Plan.Blocks + 1.0);
	Plan.Places = static_cast<int>(
		Reader.Integer("places", {1.0, Junctions, "places, one at a junction"}, std::min(128.0, Junctions)));
	return Plan;
}

Grid LayStreets(const City& Plan, uint64_t StreetStream, uint64_t BlockStream)
{
	Grid Result;
	int64_t Position = 0;
	for (size_t I = 0; I <= static_cast<size_t>(Plan.Blocks); ++I)
	{
		Result.Begin.push_back(Position);
		Position += Plan.Cells(Plan.MinStreet + (Plan.MaxStreet - Plan.MinStreet) * Plan.Random.Unit(StreetStream, I));
		Result.End.push_back(Position);
		Position += Plan.Cells(Plan.BlockSize * (1.0 + 0.1 * Plan.Random.Signed(BlockStream, I)));
	}
	const int64_t Middle = Result.End.back() / 2;
	for (size_t I = 0; I < Result.Begin.size(); ++I)
	{
		Result.Begin[I] -= Middle;
		Result.End[I] -= Middle;
	}
	return Result;
}

/// A lot less one of its quarters, or about that.
std::vector<Point> LShape(const City& Plan, const Lot& Ground, size_t Number)
{
	const auto Cut = [&](int64_t Length, uint64_t Stream)
	{ return std::llround(static_cast<double>(Length) * (0.3 + 0.3 * Plan.Random.Unit(Stream, Number))); };
	const bool bRight = Plan.Random.Unit(ShapeX, Number) < 0.5;
	const bool bUpper = Plan.Random.Unit(ShapeY, Number) < 0.5;
	const double NearX = static_cast<double>(bRight ? Ground.HighX : Ground.LowX);
	const double FarX = static_cast<double>(bRight ? Ground.LowX : Ground.HighX);
	const double NearY = static_cast<double>(bUpper ? Ground.HighY : Ground.LowY);
	const double FarY = static_cast<double>(bUpper ? Ground.LowY : Ground.HighY);
	const double CutX = static_cast<double>(Cut(Ground.HighX - Ground.LowX, InsetLeft));
	const double CutY = static_cast<double>(Cut(Ground.HighY - Ground.LowY, InsetLow));
	const double InnerX = bRight ? NearX - CutX : NearX + CutX;
	const double InnerY = bUpper ? NearY - CutY : NearY + CutY;
	return {{FarX, FarY}, {NearX, FarY}, {NearX, InnerY}, {InnerX, InnerY}, {InnerX, NearY}, {FarX, NearY}};
}

/// The lot turned a little and as large as still fits.
std::vector<Point> Rotated(const City& Plan, const Lot& Ground, size_t Number)
{
	const double Sign = Plan.Random.Unit(ShapeY, Number) < 0.5 ? -1.0 : 1.0;
	const Point Axis = UnitVector(Sign * MostTurn * (0.3 + 0.7 * Plan.Random.Unit(ShapeX, Number)));
	const Point Center{
		0.5 * static_cast<double>(Ground.LowX + Ground.HighX), 0.5 * static_cast<double>(Ground.LowY + Ground.HighY)};
	const Point Half{
		0.5 * static_cast<double>(Ground.HighX - Ground.LowX), 0.5 * static_cast<double>(Ground.HighY - Ground.LowY)};
	const double Sine = std::abs(Axis.Y);
	const double Scale =
		std::min(Half.X / (Half.X * Axis.X + Half.Y * Sine), Half.Y / (Half.X * Sine + Half.Y * Axis.X));
	const Point Right = Axis * (Half.X * Scale);
	const Point Up = Axis.Left() * (Half.Y * Scale);
	return {Center - Right - Up, Center + Right - Up, Center + Right + Up, Center - Right + Up};
}

std::vector<Point> Footprint(const City& Plan, const Lot& Block, size_t Number)
{
	const double Inset = std::min(MostInset, Plan.BlockSize / 8.0);
	const auto Away = [&](uint64_t Stream)
	{ return static_cast<int64_t>(Inset / Plan.Cell * Plan.Random.Unit(Stream, Number)); };
	const Lot Ground{Block.LowX + Away(InsetLeft), Block.LowY + Away(InsetLow), Block.HighX - Away(InsetRight),
		Block.HighY - Away(InsetHigh)};
	const double Choice = Plan.Random.Unit(Shape, Number);
	if (Choice < LShare)
	{
		return LShape(Plan, Ground, Number);
	}
	if (Choice < LShare + RotatedShare)
	{
		return Rotated(Plan, Ground, Number);
	}
	const Point Low{static_cast<double>(Ground.LowX), static_cast<double>(Ground.LowY)};
	const Point High{static_cast<double>(Ground.HighX), static_cast<double>(Ground.HighY)};
	return {Low, {High.X, Low.Y}, High, {Low.X, High.Y}};
}

void AddBuildings(const City& Plan, const Grid& AlongX, const Grid& AlongY, Scene& OutScene)
{
	const size_t Blocks = static_cast<size_t>(Plan.Blocks);
	for (size_t Row = 0; Row < Blocks; ++Row)
	{
		for (size_t Column = 0; Column < Blocks; ++Column)
		{
			const Lot Block{AlongX.End[Column], AlongY.End[Row], AlongX.Begin[Column + 1], AlongY.Begin[Row + 1]};
			std::vector<Vec2> Outline;
			for (const Point& Corner : Footprint(Plan, Block, Row * Blocks + Column))
			{
				Outline.push_back(Point{Plan.Cell * std::round(Corner.X), Plan.Cell * std::round(Corner.Y)}.Rounded());
			}
			OutScene.Obstacles.push_back(std::move(Outline));
		}
	}
}

/// Streets along x in one piece, those along y from junction to junction, so that no ground is in two areas.
std::vector<EnvironmentArea> StreetAreas(const City& Plan, const Grid& AlongX, const Grid& AlongY)
{
	const auto At = [&](int64_t X, int64_t Y) {
		return Point{Plan.Cell * static_cast<double>(X), Plan.Cell * static_cast<double>(Y)};
	};
	const auto Length = [&](int64_t From, int64_t To) { return Plan.Cell * static_cast<double>(To - From); };
	std::vector<EnvironmentArea> Areas;
	for (size_t Row = 0; Row < AlongY.Begin.size(); ++Row)
	{
		Areas.push_back({At(AlongX.Begin.front(), AlongY.Begin[Row]), {1.0, 0.0},
			Length(AlongX.Begin.front(), AlongX.End.back()), Length(AlongY.Begin[Row], AlongY.End[Row])});
	}
	for (size_t Row = 0; Row + 1 < AlongY.Begin.size(); ++Row)
	{
		for (size_t Column = 0; Column < AlongX.Begin.size(); ++Column)
		{
			Areas.push_back({At(AlongX.End[Column], AlongY.End[Row]), {0.0, 1.0},
				Length(AlongY.End[Row], AlongY.Begin[Row + 1]), Length(AlongX.Begin[Column], AlongX.End[Column])});
		}
	}
	return Areas;
}

/// One junction at random in each cell of a coarse lattice, so that places are spread over the whole city.
std::vector<Point> ChoosePlaces(const City& Plan, const Grid& AlongX, const Grid& AlongY)
{
	const size_t Streets = AlongX.Begin.size();
	const size_t Places = static_cast<size_t>(Plan.Places);
	const size_t Columns = std::min(Streets, static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(Places)))));
	const size_t Rows = (Places + Columns - 1) / Columns;
	const auto Street = [&](size_t Index, size_t Count, double Unit)
	{
		const size_t First = Index * Streets / Count;
		const size_t Past = (Index + 1) * Streets / Count;
		return First + static_cast<size_t>(Unit * static_cast<double>(Past - First));
	};
	const auto Middle = [&](const Grid& Along, size_t Index)
	{ return Plan.Cell * 0.5 * static_cast<double>(Along.Begin[Index] + Along.End[Index]); };
	std::vector<Point> Result;
	for (size_t I = 0; I < Places; ++I)
	{
		const size_t Cell = I * (Columns * Rows) / Places;
		Result.push_back({Middle(AlongX, Street(Cell % Columns, Columns, Plan.Random.Unit(PlacesX, I))),
			Middle(AlongY, Street(Cell / Columns, Rows, Plan.Random.Unit(PlacesY, I)))});
	}
	return Result;
}
}

Environment BuildCity(const ObjectReader& Reader, Scene& OutScene)
{
	const City Plan = ReadCity(Reader, OutScene);
	const Grid AlongX = LayStreets(Plan, StreetsX, BlocksX);
	const Grid AlongY = LayStreets(Plan, StreetsY, BlocksY);
	AddBuildings(Plan, AlongX, AlongY, OutScene);
	const auto Corner = [&](int64_t X, int64_t Y) {
		return Point{Plan.Cell * static_cast<double>(X), Plan.Cell * static_cast<double>(Y)};
	};
	SetGround(
		Corner(AlongX.Begin.front(), AlongY.Begin.front()), Corner(AlongX.End.back(), AlongY.End.back()), OutScene);
	Environment Result;
	Result.Areas["streets"] = StreetAreas(Plan, AlongX, AlongY);
	Result.Places = ChoosePlaces(Plan, AlongX, AlongY);
	return Result;
}
}
