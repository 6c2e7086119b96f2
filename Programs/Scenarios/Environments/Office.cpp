// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// Wall that is left at either side of a door. [m]
constexpr double DoorJamb = 0.25;
/// How far outside the exits the ground goes on. [m]
constexpr double OfficeMargin = 8.0;
/// How far outside the wall an exit's point lies, so that whoever reaches it has passed the opening. [m]
constexpr double OfficeExitStep = 2.0;

/// From the lower left corner, x along the corridors: the corridor across, the rooms, the other corridor across. Along y, for
/// each corridor: rooms, corridor, rooms.
struct Office
{
	int Corridors = 0;
	int Rooms = 0; ///< In a row.
	double RoomWidth = 0.0;
	double RoomDepth = 0.0;
	double CorridorWidth = 0.0;
	double DoorWidth = 0.0;
	double ExitWidth = 0.0;
	bool bAllExits = false; ///< At the ends of every corridor, not of the middle one alone.

	double RoomX(int Room) const { return CorridorWidth + RoomWidth * Room; }
	double Width() const { return 2.0 * CorridorWidth + RoomWidth * Rooms; }
	double CorridorY(int Corridor) const { return RoomDepth + (2.0 * RoomDepth + CorridorWidth) * Corridor; }
	double Height() const { return (2.0 * RoomDepth + CorridorWidth) * Corridors; }
	/// Middles of the exits, upwards.
	std::vector<double> ExitsY() const
	{
		std::vector<double> Middles;
		for (int Corridor = bAllExits ? 0 : Corridors / 2; Corridor <= (bAllExits ? Corridors - 1 : Corridors / 2);
			 ++Corridor)
		{
			Middles.push_back(CorridorY(Corridor) + 0.5 * CorridorWidth);
		}
		return Middles;
	}
};

Office ReadOffice(const ObjectReader& Reader)
{
	Reader.AllowKeys(
		{"kind", "corridors", "rooms", "roomWidth", "roomDepth", "corridorWidth", "doorWidth", "exitWidth", "exits"});
	Office Plan;
	Plan.Corridors = static_cast<int>(Reader.Integer("corridors", {1.0, 50.0, "corridors"}, 3.0));
	Plan.Rooms = static_cast<int>(Reader.Integer("rooms", {1.0, 200.0, "rooms in a row"}, 16.0));
	Plan.RoomWidth = Reader.Number("roomWidth", {2.0, 1000.0, "m"}, 8.7);
	Plan.RoomDepth = Reader.Number("roomDepth", {2.0, 1000.0, "m"}, 14.0);
	Plan.CorridorWidth = Reader.Number("corridorWidth", {1.0, 1000.0, "m"}, 5.0);
	const double WidestDoor = Plan.RoomWidth - 2.0 * DoorJamb;
	Plan.DoorWidth =
		Reader.Number("doorWidth", {0.5, WidestDoor, "m (the room's width less 0.5 m)"}, std::min(1.6, WidestDoor));
	const double WidestExit = Plan.CorridorWidth;
	Plan.ExitWidth =
		Reader.Number("exitWidth", {0.5, WidestExit, "m (the corridor's width)"}, std::min(3.0, WidestExit));
	Plan.bAllExits = Reader.Has("exits") && Reader.Choice("exits", {"middle", "all"}) == "all";
	return Plan;
}

void AddWall(Point From, Point To, Scene& OutScene)
{
	OutScene.Obstacles.push_back({From.Rounded(), To.Rounded()});
}

/// The wall between a row of rooms and its corridor. Doors are nearer to one end of the room, so that those on both sides of a
/// corridor do not face each other.
void AddDoorWall(const Office& Plan, double Y, double DoorShare, Scene& OutScene)
{
	const double Nearest = 0.5 * Plan.DoorWidth + DoorJamb;
	const double Middle = std::clamp(DoorShare * Plan.RoomWidth, Nearest, Plan.RoomWidth - Nearest);
	double From = Plan.RoomX(0);
	for (int Room = 0; Room < Plan.Rooms; ++Room)
	{
		const double Door = Plan.RoomX(Room) + Middle;
		AddWall({From, Y}, {Door - 0.5 * Plan.DoorWidth, Y}, OutScene);
		From = Door + 0.5 * Plan.DoorWidth;
	}
	AddWall({From, Y}, {Plan.RoomX(Plan.Rooms), Y}, OutScene);
}

/// A row of rooms: the walls between them and at both ends.
void AddRow(const Office& Plan, double Y, std::vector<EnvironmentArea>& Rooms, Scene& OutScene)
{
	for (int Wall = 0; Wall <= Plan.Rooms; ++Wall)
	{
		AddWall({Plan.RoomX(Wall), Y}, {Plan.RoomX(Wall), Y + Plan.RoomDepth}, OutScene);
	}
	for (int Room = 0; Room < Plan.Rooms; ++Room)
	{
		Rooms.push_back({{Plan.RoomX(Room), Y}, {1.0, 0.0}, Plan.RoomWidth, Plan.RoomDepth});
	}
}

void AddOuterWalls(const Office& Plan, Scene& OutScene)
{
	const double Right = Plan.Width();
	const double Top = Plan.Height();
	AddWall({0.0, 0.0}, {Right, 0.0}, OutScene);
	AddWall({0.0, Top}, {Right, Top}, OutScene);
	for (const double X : {0.0, Right})
	{
		double From = 0.0;
		for (const double Middle : Plan.ExitsY())
		{
			AddWall({X, From}, {X, Middle - 0.5 * Plan.ExitWidth}, OutScene);
			From = Middle + 0.5 * Plan.ExitWidth;
		}
		AddWall({X, From}, {X, Top}, OutScene);
	}
}
}

Environment BuildOffice(const ObjectReader& Reader, Scene& OutScene)
{
	const Office Plan = ReadOffice(Reader);
	std::vector<EnvironmentArea> Rooms;
	AddOuterWalls(Plan, OutScene);
	for (int Corridor = 0; Corridor < Plan.Corridors; ++Corridor)
	{
		const double Low = Plan.CorridorY(Corridor);
		const double High = Low + Plan.CorridorWidth;
		if (Corridor > 0)
		{
			const double Back = Low - Plan.RoomDepth;
			AddWall({Plan.RoomX(0), Back}, {Plan.RoomX(Plan.Rooms), Back}, OutScene);
		}
		AddRow(Plan, Low - Plan.RoomDepth, Rooms, OutScene);
		AddDoorWall(Plan, Low, 1.0 / 3.0, OutScene);
		AddDoorWall(Plan, High, 2.0 / 3.0, OutScene);
		AddRow(Plan, High, Rooms, OutScene);
	}
	for (const double Middle : Plan.ExitsY())
	{
		OutScene.Exits.push_back(Point{-OfficeExitStep, Middle}.Rounded());
		OutScene.Exits.push_back(Point{Plan.Width() + OfficeExitStep, Middle}.Rounded());
	}
	SetGround({-OfficeMargin, 0.0}, {Plan.Width() + OfficeMargin, Plan.Height()}, OutScene);
	Environment Result;
	Result.Areas["rooms"] = std::move(Rooms);
	return Result;
}
}
