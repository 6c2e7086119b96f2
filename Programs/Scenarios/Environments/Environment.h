// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Environments/Geometry.h"
#include "Scenarios/JsonReader.h"
#include "Scenarios/Random.h"

namespace CrowdAvoidance::Scenarios
{
/// A rectangle of free ground for agents to start in. Walls may stand right at its sides.
struct EnvironmentArea
{
	Point Corner;
	Point Along;        ///< Unit vector from Corner along the width; the depth goes to the left of it.
	double Width = 0.0; ///< [m]
	double Depth = 0.0; ///< [m]
};

/// What a generated environment offers besides what it puts into the scene.
struct Environment
{
	std::map<std::string, std::vector<EnvironmentArea>> Areas; ///< By the name that spawners use.
	std::vector<Point> Places;                                 ///< Where agents may want to go, shared by many.
};

/// Generates the environment that the file asks for, none where it does not: its obstacles, exits and nodes are appended to
/// the scene, its ground is the scene's unless the scene has one.
Environment ReadEnvironment(const ObjectReader& Top, Scene& OutScene);

/// @name The kinds
/// Reader: the object "environment" of the file.
/// @{
/// An office floor: rooms along both sides of parallel corridors, which two corridors across join; an exit at either end of
/// the middle one, or of all. Areas: "rooms".
Environment BuildOffice(const ObjectReader& Reader, Scene& OutScene);
/// The stands of a stadium: rows of seats round a field, aisles between them, a walkway all round behind the last row and
/// gates in the outer wall. Areas: "seats".
Environment BuildStadium(const ObjectReader& Reader, Scene& OutScene);
/// A city: square blocks with a building each, streets between them. Areas: "streets"; places: junctions.
Environment BuildCity(const ObjectReader& Reader, Scene& OutScene);
/// @}

/// For the kinds: the scene's ground, unless the file says otherwise.
void SetGround(Point Low, Point High, Scene& OutScene);

/// Random numbers of environments keep clear of those of the spawners, which count up from zero.
constexpr uint64_t EnvironmentStreams = uint64_t{1} << 40;

/// Random numbers that depend on a seed, a stream and an index.
struct Dice
{
	uint64_t Seed = 0;
	uint64_t FirstStream = 0;

	double Unit(uint64_t Stream, size_t Index) const { return RandomUnit(Seed, FirstStream + Stream, Index); }
	double Signed(uint64_t Stream, size_t Index) const { return RandomSigned(Seed, FirstStream + Stream, Index); }
};

/// How many discs FillAreas can place, at most MaxSceneAgents in each area.
int64_t AreaCapacity(const std::vector<EnvironmentArea>& Areas, double Radius);

/// Places Count discs, no more than AreaCapacity, at random: one somewhere in each cell of a lattice, so that they keep clear
/// of each other and a little clear of the sides. Each area gets a share of them in proportion to its capacity. Random
/// streams 0 and 1 are used.
std::vector<Point> FillAreas(
	const std::vector<EnvironmentArea>& Areas, size_t Count, double Radius, const Dice& Random);
}
