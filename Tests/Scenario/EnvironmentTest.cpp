// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"
#include "Scenarios/Spawners.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace CrowdAvoidance::Scenarios::EnvironmentTest
{
namespace
{
using Outline = std::vector<Vec2>;

size_t SegmentCount(const Outline& Obstacle)
{
	return Obstacle.size() == 2 ? 1 : Obstacle.size();
}

size_t SegmentCount(const Scene& Scene)
{
	size_t Sum = 0;
	for (const Outline& Obstacle : Scene.Obstacles)
	{
		Sum += SegmentCount(Obstacle);
	}
	return Sum;
}

double DistanceToSegment(Vec2 P, Vec2 A, Vec2 B)
{
	const double DX = static_cast<double>(B.X) - A.X;
	const double DY = static_cast<double>(B.Y) - A.Y;
	const double Along =
		((static_cast<double>(P.X) - A.X) * DX + (static_cast<double>(P.Y) - A.Y) * DY) / (DX * DX + DY * DY);
	const double T = std::clamp(Along, 0.0, 1.0);
	return std::hypot(A.X + T * DX - P.X, A.Y + T * DY - P.Y);
}

/// Even-odd rule.
bool IsInside(Vec2 P, const Outline& Polygon)
{
	bool bInside = false;
	for (size_t I = 0; I < Polygon.size(); ++I)
	{
		const Vec2 A = Polygon[I];
		const Vec2 B = Polygon[(I + 1) % Polygon.size()];
		if ((A.Y > P.Y) != (B.Y > P.Y) &&
			P.X < A.X +
					(static_cast<double>(P.Y) - A.Y) * (static_cast<double>(B.X) - A.X) /
						(static_cast<double>(B.Y) - A.Y))
		{
			bInside = !bInside;
		}
	}
	return bInside;
}

struct Bounds
{
	float LowX = 1e9f, LowY = 1e9f, HighX = -1e9f, HighY = -1e9f;

	explicit Bounds(const Outline& Points)
	{
		for (const Vec2 P : Points)
		{
			LowX = std::min(LowX, P.X);
			LowY = std::min(LowY, P.Y);
			HighX = std::max(HighX, P.X);
			HighY = std::max(HighY, P.Y);
		}
	}
	bool IsNear(Vec2 P, float Margin) const
	{
		return P.X > LowX - Margin && P.X < HighX + Margin && P.Y > LowY - Margin && P.Y < HighY + Margin;
	}
};

/// How far a point is from the nearest obstacle, up to Most; negative inside of one.
double Clearance(Vec2 P, const Scene& Scene, const std::vector<Bounds>& Boxes, float Most)
{
	double Nearest = Most;
	for (size_t O = 0; O < Boxes.size(); ++O)
	{
		if (!Boxes[O].IsNear(P, Most))
		{
			continue;
		}
		const Outline& Obstacle = Scene.Obstacles[O];
		for (size_t I = 0; I < SegmentCount(Obstacle); ++I)
		{
			Nearest = std::min(Nearest, DistanceToSegment(P, Obstacle[I], Obstacle[(I + 1) % Obstacle.size()]));
		}
		if (Obstacle.size() > 2 && IsInside(P, Obstacle))
		{
			return -1.0;
		}
	}
	return Nearest;
}

std::vector<Bounds> BoxesOf(const Scene& Scene)
{
	std::vector<Bounds> Boxes;
	for (const Outline& Obstacle : Scene.Obstacles)
	{
		Boxes.emplace_back(Obstacle);
	}
	return Boxes;
}

/// Ground in small cells: where a disc can be, and which of it hangs together with a point.
class Flood
{
public:
	Flood(const Scene& Scene, float InCell, float Radius) : Cell(InCell)
	{
		Outline Everything = {Scene.GroundMin, Scene.GroundMax};
		if (!Scene.bHasGround)
		{
			Everything.clear();
			for (const Outline& Obstacle : Scene.Obstacles)
			{
				Everything.insert(Everything.end(), Obstacle.begin(), Obstacle.end());
			}
			for (const SceneAgent& Agent : Scene.Agents)
			{
				Everything.push_back(Agent.Position);
				Everything.insert(Everything.end(), Agent.Goals.begin(), Agent.Goals.end());
			}
		}
		const Bounds Box(Everything);
		const float Margin = Scene.bHasGround ? 0.0f : 2.0f;
		Origin = {Box.LowX - Margin, Box.LowY - Margin};
		Columns = static_cast<int>((Box.HighX - Box.LowX + 2.0f * Margin) / Cell) + 1;
		Rows = static_cast<int>((Box.HighY - Box.LowY + 2.0f * Margin) / Cell) + 1;
		State.assign(static_cast<size_t>(Columns) * static_cast<size_t>(Rows), Free);
		for (const Outline& Obstacle : Scene.Obstacles)
		{
			Block(Obstacle, Radius);
		}
	}

	/// Marks all that can be reached from a point.
	void Reach(Vec2 From)
	{
		std::vector<int> Open;
		Visit(ColumnOf(From), RowOf(From), Open);
		while (!Open.empty())
		{
			const int Index = Open.back();
			Open.pop_back();
			const int Column = Index % Columns;
			const int Row = Index / Columns;
			Visit(Column + 1, Row, Open);
			Visit(Column - 1, Row, Open);
			Visit(Column, Row + 1, Open);
			Visit(Column, Row - 1, Open);
		}
	}

	/// Whether the point, or a cell beside it (for what the cells are too coarse), has been reached.
	bool IsReached(Vec2 P) const
	{
		for (int Row = RowOf(P) - 1; Row <= RowOf(P) + 1; ++Row)
		{
			for (int Column = ColumnOf(P) - 1; Column <= ColumnOf(P) + 1; ++Column)
			{
				if (Contains(Column, Row) && State[IndexOf(Column, Row)] == Reached)
				{
					return true;
				}
			}
		}
		return false;
	}

private:
	enum : uint8_t
	{
		Free,
		Blocked,
		Reached,
	};

	int ColumnOf(Vec2 P) const { return static_cast<int>((P.X - Origin.X) / Cell); }
	int RowOf(Vec2 P) const { return static_cast<int>((P.Y - Origin.Y) / Cell); }
	bool Contains(int Column, int Row) const { return Column >= 0 && Column < Columns && Row >= 0 && Row < Rows; }
	size_t IndexOf(int Column, int Row) const
	{
		return static_cast<size_t>(Row) * static_cast<size_t>(Columns) + static_cast<size_t>(Column);
	}

	void Block(const Outline& Obstacle, float Radius)
	{
		const Bounds Box(Obstacle);
		const int FirstRow = std::max(0, RowOf({Box.LowX, Box.LowY - Radius}));
		const int LastRow = std::min(Rows - 1, RowOf({Box.LowX, Box.HighY + Radius}));
		const int FirstColumn = std::max(0, ColumnOf({Box.LowX - Radius, Box.LowY}));
		const int LastColumn = std::min(Columns - 1, ColumnOf({Box.HighX + Radius, Box.LowY}));
		for (int Row = FirstRow; Row <= LastRow; ++Row)
		{
			for (int Column = FirstColumn; Column <= LastColumn; ++Column)
			{
				const Vec2 Center{Origin.X + (static_cast<float>(Column) + 0.5f) * Cell,
					Origin.Y + (static_cast<float>(Row) + 0.5f) * Cell};
				bool bBlocked = Obstacle.size() > 2 && IsInside(Center, Obstacle);
				for (size_t I = 0; I < SegmentCount(Obstacle) && !bBlocked; ++I)
				{
					bBlocked = DistanceToSegment(Center, Obstacle[I], Obstacle[(I + 1) % Obstacle.size()]) < Radius;
				}
				uint8_t& Target = State[IndexOf(Column, Row)];
				Target = bBlocked ? static_cast<uint8_t>(Blocked) : Target;
			}
		}
	}

	void Visit(int Column, int Row, std::vector<int>& Open)
	{
		if (Contains(Column, Row) && State[IndexOf(Column, Row)] == Free)
		{
			State[IndexOf(Column, Row)] = Reached;
			Open.push_back(Row * Columns + Column);
		}
	}

	float Cell;
	Vec2 Origin;
	int Columns = 0;
	int Rows = 0;
	std::vector<uint8_t> State;
};

SceneOptions WithSeed(uint64_t Seed)
{
	SceneOptions Options;
	Options.Seed = Seed;
	return Options;
}

/// A scene in an environment, with one of everything that planners are told.
Json GoodScene()
{
	return Json::parse(R"({
		"name": "good", "description": "For tests.", "seed": 1, "dt": 0.1, "stop": { "maxSeconds": 10 },
		"parameters": { "half": { "description": "Half.", "default": 0.5, "minimum": 0.1, "maximum": 900 } },
		"profiles": [{ "name": "walker" }],
		"planner": "detour",
		"navmesh": { "cellSize": 0.2, "tileSize": 20 },
		"ground": [[-10, -20], [30, 40]],
		"exits": [[1, 2], [3, "$half"]],
		"doors": [{ "outline": [[0, 0], [1, 0], [1, 1]], "open": false, "schedule": [{ "at": 1, "open": true }, { "at": 2.5, "open": false }] },
			{ "outline": [[5, 0], [5, 1], [6, 1], [6, 0]] }],
		"blocks": [{ "outline": [[8, 8], [9, 9]], "from": 3, "until": 4 }, { "outline": [[1, 8], [2, 9], [1, 9]] }],
		"links": [{ "from": [0, 5], "to": [5, 5], "bothWays": false }, { "from": [7, 7], "to": ["-$half", 7] }],
		"roadmapNodes": [[4, 4], [5, 4]],
		"environment": { "kind": "city", "blocks": 3, "blockSize": 20, "minStreet": 5, "maxStreet": 6, "places": 9 },
		"spawners": [
			{ "kind": "areas", "area": "streets", "count": 50, "agent": { "preferredSpeed": { "from": "$half", "to": 1.5 } },
				"goals": [{ "kind": "places", "reach": 60 }, { "kind": "exits" }] }
		],
		"obstacles": [[[-5, -5], [5, -5]]]
	})");
}

std::string Complaint(const Json& Document)
{
	try
	{
		ParseScene(Document.dump(), "bad.json");
	}
	catch (const InputError& Error)
	{
		return Error.what();
	}
	return "";
}

struct BadField
{
	const char* Pointer;
	Json Value;
	std::vector<std::string> Parts; ///< Of the message; none: it is fine.
};

void ExpectRefused(const Json& Good, const std::vector<BadField>& Cases)
{
	ASSERT_EQ(Complaint(Good), "");
	for (const BadField& Case : Cases)
	{
		SCOPED_TRACE(std::string(Case.Pointer) + " = " + Case.Value.dump().substr(0, 80));
		Json Document = Good;
		Document[Json::json_pointer(Case.Pointer)] = Case.Value;
		const std::string Message = Complaint(Document);
		EXPECT_EQ(Message.empty(), Case.Parts.empty()) << Message;
		EXPECT_LT(Message.size(), 450u);
		for (const std::string& Part : Case.Parts)
		{
			EXPECT_NE(Message.find(Part), std::string::npos) << '\'' << Part << "' is missing in: " << Message;
		}
	}
}

/// GoodScene with another environment, and agents in its areas that leave.
Json SceneIn(const Json& Surroundings, const char* Area)
{
	Json Document = GoodScene();
	Document["environment"] = Surroundings;
	Document["spawners"][0]["area"] = Area;
	Document["spawners"][0]["goals"] = Json::parse(R"([{ "kind": "exits" }])");
	return Document;
}

std::vector<Vec2> Positions(const Scene& Scene)
{
	std::vector<Vec2> Result;
	for (const SceneAgent& Agent : Scene.Agents)
	{
		Result.push_back(Agent.Position);
	}
	return Result;
}

TEST(PaperScenes, HaveTheSizesOfThePapers)
{
	struct Expected
	{
		const char* Name;
		size_t Agents;
		size_t Obstacles;
		size_t Segments;
		size_t Exits;
		const char* Planner;
		float Dt;
		float NeighborDistance;
	};
	for (const Expected& Case : {
			 Expected{"simple", 4, 1, 4, 0, "roadmap", 0.25f, 15.0f},
			 {"car", 12, 0, 0, 0, "goal", 0.125f, 100.0f},
			 {"robots", 24, 28, 130, 0, "roadmap", 0.1f, 3.0f},
			 {"circle-32", 32, 0, 0, 0, "goal", 0.125f, 2.0f},
			 {"narrow", 100, 4, 16, 0, "goal", 0.125f, 2.0f},
			 {"stadium-245", 245, 4, 24, 0, "roadmap", 0.125f, 3.0f},
			 {"crosswalk-400", 400, 2, 8, 0, "goal", 0.0625f, 10.0f},
			 {"evac-500", 500, 212, 212, 2, "roadmap", 0.1f, 15.0f},
			 {"evac", 1000, 212, 212, 2, "roadmap", 0.1f, 15.0f},
			 {"evac-20k", 20000, 212, 212, 2, "roadmap", 0.1f, 15.0f},
			 {"stad-25k", 25000, 1405, 5644, 26, "detour", 0.1f, 3.0f},
			 {"city-10k", 10000, 1521, 6554, 0, "detour", 0.1f, 5.0f},
			 {"city-250k", 250000, 1521, 6554, 0, "detour", 0.1f, 5.0f},
			 {"doors", 40, 7, 28, 0, "detour", 0.1f, 5.0f},
			 {"blocked", 42, 7, 28, 0, "detour", 0.1f, 5.0f},
		 })
	{
		SCOPED_TRACE(Case.Name);
		const Scene Scene = LoadScene(Case.Name);
		EXPECT_EQ(Scene.Agents.size(), Case.Agents);
		EXPECT_EQ(Scene.Obstacles.size(), Case.Obstacles);
		EXPECT_EQ(SegmentCount(Scene), Case.Segments);
		EXPECT_EQ(Scene.Exits.size(), Case.Exits);
		EXPECT_EQ(Scene.Planner, Case.Planner);
		EXPECT_EQ(Scene.Dt, Case.Dt);
		EXPECT_EQ(Scene.Profiles[0].NeighborDistance, Case.NeighborDistance);
	}
}

/// All scenes with walls, at the sizes that fill them most.
const char* const WalledScenes[] = {"simple", "robots", "narrow", "stadium-245", "crosswalk-400", "doors", "blocked",
	"evac", "evac-5k", "evac-20k", "stad-25k", "city-10k", "hallway", "doorway"};

/// Pairs of agents that overlap. From left to right: whoever lies further to the left than any two reach overlaps nobody further on.
size_t CountOverlaps(std::vector<SceneAgent> Agents)
{
	float MostRadius = 0.0f;
	for (const SceneAgent& Agent : Agents)
	{
		MostRadius = std::max(MostRadius, Agent.Radius);
	}
	std::sort(Agents.begin(), Agents.end(),
		[](const SceneAgent& A, const SceneAgent& B) { return A.Position.X < B.Position.X; });
	size_t Overlaps = 0;
	size_t First = 0;
	for (size_t I = 0; I < Agents.size(); ++I)
	{
		const SceneAgent& A = Agents[I];
		while (A.Position.X - Agents[First].Position.X > 2.0f * MostRadius)
		{
			++First;
		}
		for (size_t J = First; J < I; ++J)
		{
			const SceneAgent& B = Agents[J];
			const float DX = A.Position.X - B.Position.X;
			const float DY = A.Position.Y - B.Position.Y;
			const float Sum = A.Radius + B.Radius - 1e-4f;
			Overlaps += DX * DX + DY * DY < Sum * Sum ? 1 : 0;
		}
	}
	return Overlaps;
}

TEST(PaperScenes, NobodyStartsInAWallOrInSomeoneElse)
{
	for (const char* Name : WalledScenes)
	{
		SCOPED_TRACE(Name);
		const Scene Scene = LoadScene(Name);
		const std::vector<Bounds> Boxes = BoxesOf(Scene);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_GE(Clearance(Agent.Position, Scene, Boxes, 2.0f), Agent.Radius)
				<< Agent.Position.X << ' ' << Agent.Position.Y;
		}
		EXPECT_EQ(CountOverlaps(Scene.Agents), 0u);
	}
}

TEST(PaperScenes, GoalsExitsAndNodesAreFree)
{
	for (const char* Name : WalledScenes)
	{
		SCOPED_TRACE(Name);
		const Scene Scene = LoadScene(Name);
		const std::vector<Bounds> Boxes = BoxesOf(Scene);
		std::vector<Vec2> Points = Scene.Exits;
		Points.insert(Points.end(), Scene.RoadmapNodes.begin(), Scene.RoadmapNodes.end());
		for (const SceneAgent& Agent : Scene.Agents)
		{
			Points.insert(Points.end(), Agent.Goals.begin(), Agent.Goals.end());
		}
		std::sort(Points.begin(), Points.end(), [](Vec2 A, Vec2 B) { return A.X < B.X || (A.X == B.X && A.Y < B.Y); });
		Points.erase(std::unique(Points.begin(), Points.end()), Points.end());
		ASSERT_FALSE(Points.empty());
		for (const Vec2 P : Points)
		{
			ASSERT_GE(Clearance(P, Scene, Boxes, 2.0f), Scene.Agents[0].Radius) << P.X << ' ' << P.Y;
			if (Scene.bHasGround)
			{
				ASSERT_TRUE(P.X > Scene.GroundMin.X && P.Y > Scene.GroundMin.Y) << P.X << ' ' << P.Y;
				ASSERT_TRUE(P.X < Scene.GroundMax.X && P.Y < Scene.GroundMax.Y) << P.X << ' ' << P.Y;
			}
		}
	}
}

TEST(PaperScenes, EveryGoalCanBeReachedFromEveryStart)
{
	for (const char* Name : WalledScenes)
	{
		SCOPED_TRACE(Name);
		const Scene Scene = LoadScene(Name);
		const float Radius = Scene.Agents[0].Radius;
		// Wide enough for the disc and a cell more: ways are not just there, they have room to spare.
		const float Cell = Scene.GroundMax.X > 500.0f ? 0.5f : 0.1f;
		Flood Ground(Scene, Cell, Radius + 0.5f * Cell);
		Ground.Reach(Scene.Agents[0].Goals[0]);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_TRUE(Ground.IsReached(Agent.Position)) << Agent.Position.X << ' ' << Agent.Position.Y;
			for (const Vec2 Goal : Agent.Goals)
			{
				ASSERT_TRUE(Ground.IsReached(Goal)) << Goal.X << ' ' << Goal.Y;
			}
		}
		for (const Vec2 Exit : Scene.Exits)
		{
			ASSERT_TRUE(Ground.IsReached(Exit)) << Exit.X << ' ' << Exit.Y;
		}
	}
}

TEST(PaperScenes, TheSeedDecides)
{
	for (const char* Name : {"evac", "stad", "city"})
	{
		SCOPED_TRACE(Name);
		const Scene First = LoadScene(Name, WithSeed(5));
		const Scene Again = LoadScene(Name, WithSeed(5));
		const Scene Other = LoadScene(Name, WithSeed(6));
		EXPECT_EQ(Positions(First), Positions(Again));
		EXPECT_NE(Positions(First), Positions(Other));
		EXPECT_EQ(First.Obstacles, Again.Obstacles);
		// Only the city itself is random.
		EXPECT_EQ(First.Obstacles == Other.Obstacles, std::string(Name) != "city");
		for (size_t I = 0; I < First.Agents.size(); ++I)
		{
			ASSERT_EQ(First.Agents[I].Goals, Again.Agents[I].Goals);
			ASSERT_EQ(First.Agents[I].PreferredSpeed, Again.Agents[I].PreferredSpeed);
		}
	}
}

TEST(PaperScenes, OfficeRoomsAreEquallyFullAndTheFloorIsTheSameForAll)
{
	const Scene Few = LoadScene("evac-500");
	const Scene Many = LoadScene("evac-20k");
	EXPECT_EQ(Few.Obstacles, Many.Obstacles);
	std::map<std::pair<int, int>, int> Rooms;
	for (const SceneAgent& Agent : Many.Agents)
	{
		const double Row = std::fmod(Agent.Position.Y, 33.0) < 14.0 ? 0.0 : 1.0;
		ASSERT_TRUE(std::fmod(Agent.Position.Y, 33.0) < 14.0 || std::fmod(Agent.Position.Y, 33.0) > 19.0)
			<< "in a corridor";
		++Rooms[{static_cast<int>((Agent.Position.X - 5.0) / 8.7),
			static_cast<int>(2.0 * std::floor(Agent.Position.Y / 33.0) + Row)}];
	}
	EXPECT_EQ(Rooms.size(), 96u);
	for (const auto& [Room, Count] : Rooms)
	{
		EXPECT_NEAR(Count, 20000.0 / 96.0, 1.0) << Room.first << ' ' << Room.second;
	}
}

TEST(PaperScenes, ThoseWhoLeaveAreBoundForTheNearestExit)
{
	for (const char* Name : {"evac", "stad"})
	{
		const Scene Scene = LoadScene(Name);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			ASSERT_TRUE(Agent.bLeaves);
			ASSERT_EQ(Agent.Goals.size(), 1u);
			for (const Vec2 Exit : Scene.Exits)
			{
				ASSERT_LE(std::hypot(Agent.Goals[0].X - Agent.Position.X, Agent.Goals[0].Y - Agent.Position.Y),
					std::hypot(Exit.X - Agent.Position.X, Exit.Y - Agent.Position.Y) + 1e-4);
			}
		}
	}
	for (const SceneAgent& Agent : LoadScene("city").Agents)
	{
		ASSERT_FALSE(Agent.bLeaves);
	}
}

TEST(PaperScenes, CityHasStreetsOnAGridOfCells)
{
	const Scene Scene = LoadScene("city");
	EXPECT_NEAR(Scene.GroundMax.X - Scene.GroundMin.X, 1500.0, 30.0);
	EXPECT_NEAR(Scene.GroundMax.Y - Scene.GroundMin.Y, 1500.0, 30.0);
	size_t Shapes[3] = {};
	for (const Outline& Building : Scene.Obstacles)
	{
		for (const Vec2 P : Building)
		{
			ASSERT_EQ(P.X * 4.0f, std::round(P.X * 4.0f));
			ASSERT_EQ(P.Y * 4.0f, std::round(P.Y * 4.0f));
		}
		const bool bUpright = Building[0].Y == Building[1].Y;
		++Shapes[Building.size() == 6 ? 0 : bUpright ? 1 : 2];
	}
	EXPECT_NEAR(Shapes[0], 0.15 * 1521, 40);
	EXPECT_NEAR(Shapes[2], 0.10 * 1521, 40);
	const std::vector<Bounds> Boxes = BoxesOf(Scene);
	for (size_t I = 0; I < Boxes.size(); ++I)
	{
		for (size_t J = 0; J < I; ++J)
		{
			const float Apart = std::max({Boxes[I].LowX - Boxes[J].HighX, Boxes[J].LowX - Boxes[I].HighX,
				Boxes[I].LowY - Boxes[J].HighY, Boxes[J].LowY - Boxes[I].HighY});
			ASSERT_GE(Apart, 10.0f) << I << ' ' << J;
		}
	}
}

TEST(PaperScenes, CityWalkersShareFewPlacesAndDifferInSpeed)
{
	const Scene Scene = LoadScene("city");
	std::map<std::pair<float, float>, int> Places;
	int Fast = 0;
	for (const SceneAgent& Agent : Scene.Agents)
	{
		ASSERT_EQ(Agent.Goals.size(), 2u);
		ASSERT_NE(Agent.Goals[0], Agent.Goals[1]);
		for (const Vec2 Goal : Agent.Goals)
		{
			ASSERT_LE(std::hypot(Goal.X - Agent.Position.X, Goal.Y - Agent.Position.Y), 250.01);
			++Places[{Goal.X, Goal.Y}];
		}
		ASSERT_GE(Agent.PreferredSpeed, 0.8f);
		ASSERT_LE(Agent.PreferredSpeed, 1.6f);
		Fast += Agent.PreferredSpeed > 1.2f ? 1 : 0;
	}
	EXPECT_EQ(Places.size(), 128u);
	EXPECT_NEAR(Fast, 5000, 200);
	for (const auto& [Place, Count] : Places)
	{
		EXPECT_GT(Count, 20) << Place.first << ' ' << Place.second;
	}
}

TEST(PaperScenes, StadiumTextIsMadeFromTheInside)
{
	const Scene Scene = LoadScene("stadium-245");
	std::vector<Vec2> Dots;
	for (const SceneAgent& Agent : Scene.Agents)
	{
		ASSERT_EQ(Agent.Goals.size(), 1u);
		for (const Vec2 Dot : Dots)
		{
			ASSERT_GE(std::hypot(Dot.X - Agent.Goals[0].X, Dot.Y - Agent.Goals[0].Y), 0.8);
		}
		Dots.push_back(Agent.Goals[0]);
	}
	// The first of each group walks farthest into the field, the last is nearest to the gate.
	const auto LengthOf = [&](size_t Agent, Vec2 Gate)
	{ return std::hypot(Dots[Agent].X - Gate.X, Dots[Agent].Y - Gate.Y); };
	EXPECT_GT(LengthOf(0, {-54.0f, 0.0f}), LengthOf(61, {-54.0f, 0.0f}) + 10.0);
	EXPECT_GT(LengthOf(62, {54.0f, 0.0f}), LengthOf(122, {54.0f, 0.0f}) + 10.0);
}

TEST(PaperScenes, TheCarKeepsItsCourseAndTheBlockersStand)
{
	const Scene Road = LoadScene("car");
	const SceneAgent& Car = Road.Agents.back();
	EXPECT_EQ(Car.Responsibility, 0.0f);
	EXPECT_TRUE(Car.Goals.empty());
	EXPECT_GT(Car.Velocity.X, 3.0f);
	EXPECT_GT(Car.Radius, 1.0f);
	size_t Standing = 0;
	for (const SceneAgent& Agent : LoadScene("blocked").Agents)
	{
		Standing += Agent.Goals.empty() && Agent.Velocity == Vec2{} ? 1 : 0;
	}
	EXPECT_EQ(Standing, 12u);
	const Scene Doors = LoadScene("doors");
	ASSERT_EQ(Doors.Doors.size(), 1u);
	EXPECT_TRUE(Doors.Doors[0].bOpen);
	EXPECT_EQ(Doors.Doors[0].Schedule, (std::vector<std::pair<double, bool>>{{8.0, false}, {40.0, true}}));
}

TEST(Areas, AreFilledToTheLastPlaceWithoutOverlaps)
{
	const Point Askew = UnitVector(0.07);
	const std::vector<EnvironmentArea> Areas = {
		{{0.0, 0.0}, {1.0, 0.0}, 3.1, 0.7}, {{10.0, 0.0}, Askew, 2.0, 5.0}, {{20.0, 0.0}, {1.0, 0.0}, 0.5, 9.0}};
	const double Radius = 0.3;
	const Dice Random{1, 0};
	// Five in a row, three times eight, and a strip that is too narrow for anyone.
	ASSERT_EQ(AreaCapacity(Areas, Radius), 5 + 3 * 8);
	for (size_t Count = 0; Count <= 29; ++Count)
	{
		const std::vector<Point> Discs = FillAreas(Areas, Count, Radius, Random);
		ASSERT_EQ(Discs.size(), Count);
		size_t InFirst = 0;
		for (size_t I = 0; I < Count; ++I)
		{
			for (size_t J = 0; J < I; ++J)
			{
				ASSERT_GE((Discs[I] - Discs[J]).Length(), 2.0 * Radius - 1e-9) << Count;
			}
			const bool bFirst = Discs[I].X < 5.0;
			InFirst += bFirst ? 1 : 0;
			const EnvironmentArea& Area = Areas[bFirst ? 0 : 1];
			const Point Offset = Discs[I] - Area.Corner;
			const double X = Offset.X * Area.Along.X + Offset.Y * Area.Along.Y;
			const double Y = Offset.Y * Area.Along.X - Offset.X * Area.Along.Y;
			ASSERT_GE(std::min(X, Y), Radius + 0.05 - 1e-9);
			ASSERT_LE(X, Area.Width - Radius - 0.05 + 1e-9);
			ASSERT_LE(Y, Area.Depth - Radius - 0.05 + 1e-9);
		}
		EXPECT_NEAR(static_cast<double>(InFirst), static_cast<double>(Count) * 5.0 / 29.0, 1.0);
	}
	EXPECT_EQ(AreaCapacity(Areas, 1e-30), 3 * MaxSceneAgents);
	EXPECT_EQ(AreaCapacity(Areas, 1e30), 0);
	EXPECT_EQ(AreaCapacity({}, 0.3), 0);
	EXPECT_TRUE(FillAreas({}, 0, 0.3, Random).empty());
}

TEST(SceneNames, MayEndInANumberOfAgents)
{
	const auto Resolve = [](const std::string& Name)
	{
		SceneOptions Options;
		const std::string Stem = ResolveScenario(Name, Options).stem().string();
		return std::pair{Stem, Options.Agents.value_or(0)};
	};
	using Resolved = std::pair<std::string, int>;
	EXPECT_EQ(Resolve("city-250k"), (Resolved{"city", 250000}));
	EXPECT_EQ(Resolve("evac-500"), (Resolved{"evac", 500}));
	EXPECT_EQ(Resolve("stad-25k"), (Resolved{"stad", 25000}));
	EXPECT_EQ(Resolve("four-streams-7"), (Resolved{"four-streams", 7}));
	EXPECT_EQ(Resolve("four-streams"), (Resolved{"four-streams", 0}));
	// A file of the whole name comes first.
	EXPECT_EQ(Resolve("circle-1k"), (Resolved{"circle-1k", 0}));
	EXPECT_EQ(Resolve("circle-2k"), (Resolved{"circle", 2000}));
	EXPECT_EQ(Resolve("circle-1k-30"), (Resolved{"circle-1k", 30}));
	EXPECT_EQ(Resolve("some/where-5.json"), (Resolved{"where-5", 0}));
	EXPECT_EQ(LoadScene("evac-37").Agents.size(), 37u);
}

TEST(SceneNames, AreRefusedWithTheNearestOneNamed)
{
	const auto Message = [](const std::string& Name, const SceneOptions& Options)
	{
		try
		{
			LoadScene(Name, Options);
		}
		catch (const InputError& Error)
		{
			return std::string(Error.what());
		}
		return std::string();
	};
	const auto ExpectMessage =
		[&](const std::string& Name, const std::vector<std::string>& Parts, const SceneOptions& Options = {})
	{
		const std::string Text = Message(Name, Options);
		for (const std::string& Part : Parts)
		{
			EXPECT_NE(Text.find(Part), std::string::npos) << Part << " is missing in: " << Text;
		}
	};
	ExpectMessage("evca-500", {"no scenario 'evca-500'", "did you mean 'evac-500'?"});
	ExpectMessage("evac-5x", {"no scenario 'evac-5x'", "did you mean 'evac'?"});
	for (const char* Name : {"evac-", "evac-k", "evac-99999999999", "evac-3000000k", "evac--5", "-5", "-", "evac-5kk",
			 "evac-+5", "evac-0x5", "evac-5.5"})
	{
		ExpectMessage(Name, {"there is no scenario"});
	}
	ExpectMessage("evac-0", {"--agents is '0'", "within 1 .. 20000"});
	ExpectMessage("evac-30k", {"--agents is '30000'", "within 1 .. 20000"});
	ExpectMessage("car-13", {"fixed number of agents"});
	SceneOptions Both;
	Both.Agents = 5;
	ExpectMessage("evac-6", {"'evac-6' says how many", "'evac'"}, Both);
	Both.Agents.reset();
	Both.Set["agents"] = "5";
	ExpectMessage("evac-6", {"'evac-6' says how many", "'evac'"}, Both);
}

TEST(PlannerFields, ComeOutAsWritten)
{
	const Scene Scene = ParseScene(GoodScene().dump(), "good.json");
	EXPECT_EQ(Scene.Planner, "detour");
	EXPECT_EQ(Scene.CellSize, 0.2f);
	EXPECT_EQ(Scene.TileSize, 20.0f);
	EXPECT_TRUE(Scene.bHasGround);
	EXPECT_EQ(Scene.GroundMin, (Vec2{-10.0f, -20.0f}));
	EXPECT_EQ(Scene.GroundMax, (Vec2{30.0f, 40.0f}));
	EXPECT_EQ(Scene.Exits, (std::vector<Vec2>{{1.0f, 2.0f}, {3.0f, 0.5f}}));
	ASSERT_EQ(Scene.Doors.size(), 2u);
	EXPECT_EQ(Scene.Doors[0].Outline, (Outline{{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}));
	EXPECT_FALSE(Scene.Doors[0].bOpen);
	EXPECT_EQ(Scene.Doors[0].Schedule, (std::vector<std::pair<double, bool>>{{1.0, true}, {2.5, false}}));
	EXPECT_TRUE(Scene.Doors[1].bOpen);
	EXPECT_TRUE(Scene.Doors[1].Schedule.empty());
	ASSERT_EQ(Scene.Blocks.size(), 2u);
	EXPECT_EQ(Scene.Blocks[0].Outline, (Outline{{8.0f, 8.0f}, {9.0f, 9.0f}}));
	EXPECT_EQ(Scene.Blocks[0].From, 3.0);
	EXPECT_EQ(Scene.Blocks[0].Until, 4.0);
	EXPECT_EQ(Scene.Blocks[1].From, 0.0);
	EXPECT_EQ(Scene.Blocks[1].Until, 1e9);
	ASSERT_EQ(Scene.Links.size(), 2u);
	EXPECT_EQ(Scene.Links[0].From, (Vec2{0.0f, 5.0f}));
	EXPECT_EQ(Scene.Links[0].To, (Vec2{5.0f, 5.0f}));
	EXPECT_FALSE(Scene.Links[0].bBothWays);
	EXPECT_EQ(Scene.Links[1].To, (Vec2{-0.5f, 7.0f}));
	EXPECT_TRUE(Scene.Links[1].bBothWays);
	EXPECT_EQ(Scene.RoadmapNodes, (std::vector<Vec2>{{4.0f, 4.0f}, {5.0f, 4.0f}}));
	EXPECT_EQ(Scene.Obstacles.size(), 10u);
	for (const SceneAgent& Agent : Scene.Agents)
	{
		EXPECT_TRUE(Agent.bLeaves);
		EXPECT_EQ(Agent.Goals.size(), 2u);
		EXPECT_GE(Agent.PreferredSpeed, 0.5f);
		EXPECT_LE(Agent.PreferredSpeed, 1.5f);
	}
}

TEST(PlannerFields, HaveDefaults)
{
	Json Document = GoodScene();
	for (const char* Key :
		{"planner", "navmesh", "ground", "exits", "doors", "blocks", "links", "roadmapNodes", "environment"})
	{
		Document.erase(Key);
	}
	Document["spawners"] = Json::parse(R"([{ "kind": "square", "count": 4, "density": "$half" }])");
	const Scene Scene = ParseScene(Document.dump(), "good.json");
	EXPECT_EQ(Scene.Planner, "goal");
	EXPECT_FALSE(Scene.bHasGround);
	EXPECT_EQ(Scene.CellSize, 0.1f);
	EXPECT_EQ(Scene.TileSize, 32.0f);
	EXPECT_TRUE(Scene.Exits.empty() && Scene.Doors.empty() && Scene.Blocks.empty() && Scene.Links.empty());
	EXPECT_TRUE(Scene.RoadmapNodes.empty());
	// A tile is never of more cells than meshes can have.
	Document["navmesh"] = Json::parse(R"({ "cellSize": 0.02 })");
	EXPECT_EQ(ParseScene(Document.dump(), "good.json").TileSize, 20.0f);
}

TEST(PlannerFields, WrongOnesAreRefused)
{
	const Json Shape = Json::parse("[[0, 0], [1, 0], [1, 1]]");
	ExpectRefused(GoodScene(),
		{
			{"/planner", "detuor", {"planner is the unknown 'detuor'", "did you mean 'detour'?"}},
			{"/planner", 3, {"planner is 3"}},
			{"/navmesh", 3, {"navmesh is 3", "object"}},
			{"/navmesh/cellSize", 0.01, {"navmesh.cellSize is 0.01", "within 0.02 .. 10 m"}},
			{"/navmesh/cellSize", "NaN", {"navmesh.cellSize is 'NaN'"}},
			{"/navmesh/tileSize", 1.5, {"navmesh.tileSize is 1.5", "within 1.6 .. 200"}},
			{"/navmesh/tileSize", 201, {"navmesh.tileSize is 201", "8 to 1000 cells"}},
			{"/navmesh/tilSize", 20, {"navmesh has the unknown key 'tilSize'", "'tileSize'"}},
			{"/ground", Json::parse("[[0, 0]]"), {"ground is an array of 1"}},
			{"/ground/1", Json::parse("[-10, 5]"), {"ground is from [-10, -20] to [-10, 5]"}},
			{"/ground/0/0", 1e7, {"ground[0][0] is 10000000.0"}},
			{"/exits/0", Json::parse("[1, 2, 3]"), {"exits[0] is an array of 3"}},
			{"/exits", std::vector<std::vector<int>>(1025, {0, 0}), {"exits is an array of 1025", "0 to 1024"}},
			{"/doors/0", 1, {"doors[0] is 1"}},
			{"/doors/0/outline", Json::parse("[[0, 0], [1, 0]]"), {"doors[0].outline is an array of 2", "3 to 12"}},
			{"/doors/0/outline", Json::parse("[[0, 0], [2, 0], [1, 0.5], [2, 2]]"), {"doors[0].outline is not convex"}},
			{"/doors/0/outline", Json::parse("[[0, 0], [1, 0], [2, 0]]"), {"doors[0].outline is not convex"}},
			{"/doors/0/outline", Json::parse("[[0, 0], [2, 2], [2, 0], [0, 2]]"), {"doors[0].outline is not convex"}},
			{"/doors/0/outline", Json::parse("[[0, 10], [6, -8], [-9, 3], [9, 3], [-6, -8]]"),
				{"doors[0].outline is not convex"}},
			{"/doors/0/outline", Shape, {}},
			{"/doors/0/open", 1, {"doors[0].open is 1", "true or false"}},
			{"/doors/0/schedule/1/at", 1, {"doors[0].schedule[1].at is 1 s", "later than"}},
			{"/doors/0/schedule/1/at", -1, {"doors[0].schedule[1].at is -1"}},
			{"/doors/0/schedule/0", Json::parse(R"({ "at": 1 })"), {"doors[0].schedule[0] lacks the field 'open'"}},
			{"/doors/0/schedule/0", Json::parse(R"({ "open": true })"), {"doors[0].schedule[0] lacks the field 'at'"}},
			{"/doors/0/opne", true, {"doors[0] has the unknown key 'opne'"}},
			{"/blocks/0/outline", Json::parse("[[0, 0]]"), {"blocks[0].outline is an array of 1"}},
			{"/blocks/0/until", 2, {"blocks[0].until is 2", "within 3"}},
			{"/blocks/0/from", -1, {"blocks[0].from is -1"}},
			{"/blocks/0", Json::object(), {"blocks[0] lacks the field 'outline'"}},
			{"/links/0", Json::parse(R"({ "from": [0, 0] })"), {"links[0] lacks the field 'to'"}},
			{"/links/0/bothWays", "yes", {"links[0].bothWays is 'yes'"}},
			{"/links/0/to/1", 1e300, {"links[0].to[1] is 1e+300"}},
			{"/links", std::vector<int>(10001, 0), {"links is an array of 10001", "0 to 10000"}},
			{"/roadmapNodes/1", "here", {"roadmapNodes[1] is 'here'"}},
		});
}

TEST(EnvironmentFields, WrongOnesAreRefused)
{
	ExpectRefused(GoodScene(),
		{
			{"/environment", 7, {"environment is 7", "object"}},
			{"/environment/kind", "cyti", {"environment.kind is the unknown 'cyti'", "'city'"}},
			{"/environment/rows", 3, {"environment has the unknown key 'rows'"}},
			{"/environment/blocks", 0, {"environment.blocks is 0", "within 1 .. 300"}},
			{"/environment/blocks", 301, {"environment.blocks is 301"}},
			{"/environment/blocks", 2.5, {"environment.blocks is 2.5", "whole number"}},
			{"/environment/blocks", 1e300, {"environment.blocks is 1e+300"}},
			{"/environment/blockSize", 7, {"environment.blockSize is 7", "within 8 .. 1000"}},
			{"/environment/minStreet", 7, {"environment.maxStreet is 6", "within 7", "minStreet"}},
			{"/environment/minStreet", 0, {"environment.minStreet is 0"}},
			{"/environment/places", 17, {"environment.places is 17", "within 1 .. 16"}},
			{"/navmesh", Json::parse(R"({ "cellSize": 10 })"), {"environment.blockSize is 20", "within 160"}},
			{"/spawners/0/area", "rooms", {"spawners[0].area is the unknown 'rooms'", "streets"}},
			{"/spawners/0/area", 3, {"spawners[0].area is 3"}},
			{"/spawners/0/spacing", 3, {"spawners[0] has the unknown key 'spacing'"}},
			{"/spawners/0/count", 900000, {"spawners[0] makes 900000 agents, must be at most", "radius 0.3 m"}},
			{"/spawners/0/agent/radius", 900, {"spawners[0] makes 50 agents, must be at most 0"}},
			{"/spawners/0/agent/radius", 1e-30, {}},
			{"/spawners/0/agent/preferredSpeed/to", 0.4,
				{"spawners[0].agent.preferredSpeed.to is 0.4", "within 0.5 .. 1000", "'from'"}},
			{"/spawners/0/agent/preferredSpeed/from", 0, {"spawners[0].agent.preferredSpeed.from is 0"}},
			{"/spawners/0/agent/preferredSpeed/most", 1,
				{"spawners[0].agent.preferredSpeed has the unknown key 'most'"}},
			{"/spawners/0/agent/preferredSpeed", Json::array(), {"spawners[0].agent.preferredSpeed is an array"}},
			{"/spawners/0/goals/0/reach", 0, {"spawners[0].goals[0].reach is 0"}},
			{"/spawners/0/goals/0/reach", 0.001, {}},
			{"/spawners/0/goals/1/reach", 5, {"spawners[0].goals[1] has the unknown key 'reach'"}},
			{"/spawners/0/goals/2", Json::parse(R"({ "kind": "start" })"),
				{"spawners[0].goals[2] follows the kind 'exits'"}},
			{"/exits", Json::array(), {"spawners[0].goals[1].kind is 'exits'", "without exits"}},
		});

	Json Bare = GoodScene();
	Bare.erase("environment");
	EXPECT_NE(Complaint(Bare).find("spawners[0].kind is 'areas'"), std::string::npos) << Complaint(Bare);
	Bare["spawners"][0] =
		Json::parse(R"({ "kind": "square", "count": 3, "density": 0.1, "goals": [{ "kind": "places", "reach": 5 }] })");
	EXPECT_NE(Complaint(Bare).find("spawners[0].goals[0].kind is 'places'"), std::string::npos) << Complaint(Bare);
}

TEST(EnvironmentFields, WrongOnesOfOfficesAndStadiumsAreRefused)
{
	ExpectRefused(SceneIn({{"kind", "office"}}, "rooms"),
		{
			{"/environment/corridors", 51, {"environment.corridors is 51", "within 1 .. 50"}},
			{"/environment/rooms", 0, {"environment.rooms is 0"}},
			{"/environment/roomWidth", 1.9, {"environment.roomWidth is 1.9"}},
			{"/environment/roomDepth", 1e9, {"environment.roomDepth is 1000000000.0"}},
			{"/environment/corridorWidth", 0, {"environment.corridorWidth is 0"}},
			{"/environment/doorWidth", 8.3, {"environment.doorWidth is 8.3", ".. 8.2"}},
			{"/environment/exitWidth", 5.1, {"environment.exitWidth is 5.1", ".. 5 m"}},
			{"/environment/exitWidth", nullptr, {"environment.exitWidth is null"}},
			{"/environment/seats", 5, {"environment has the unknown key 'seats'"}},
		});
	ExpectRefused(SceneIn({{"kind", "stadium"}}, "seats"),
		{
			{"/environment/rows", 101, {"environment.rows is 101"}},
			{"/environment/longSectors", 0, {"environment.longSectors is 0"}},
			{"/environment/shortSectors", 1.5, {"environment.shortSectors is 1.5", "whole"}},
			{"/environment/cornerSectors", 2, {"environment.cornerSectors is 2", "within 3"}},
			{"/environment/sectorWidth", 2.7, {"environment.sectorWidth is 2.7", "within 2.8"}},
			{"/environment/aisle", 0.4, {"environment.aisle is 0.4"}},
			{"/environment/rowPitch", 0.5, {"environment.rowPitch is 0.5"}},
			{"/environment/seatDepth", 0.7, {"environment.seatDepth is 0.7", ".. 0.6"}},
			{"/environment/cornerRadius", 13, {"environment.cornerRadius is 13", "within 13.7"}},
			{"/environment/walkway", 0.5, {"environment.walkway is 0.5", "within 0.7"}},
			{"/environment/concourse", 101, {"environment.concourse is 101"}},
			{"/environment/gate", 5, {"environment.gate is 5", ".. 4.6"}},
			{"/exits", std::vector<std::vector<int>>(1000, {0, 0}), {"exits are 1026", "at most 1024"}},
		});
}

/// Every way of pushing the parameters of an environment to the ends of their ranges makes a scene that is sound.
TEST(EnvironmentFields, ExtremeOnesMakeSoundScenes)
{
	const std::vector<std::pair<const char*, Json>> Extremes = {
		{"rooms",
			Json::parse(
				R"({ "kind": "office", "corridors": 1, "rooms": 1, "roomWidth": 2, "roomDepth": 4, "corridorWidth": 1, "doorWidth": 1.5, "exitWidth": 1 })")},
		{"rooms", Json::parse(R"({ "kind": "office", "corridors": 2, "rooms": 3, "doorWidth": 8.2, "exitWidth": 5 })")},
		{"seats",
			Json::parse(
				R"({ "kind": "stadium", "rows": 8, "longSectors": 1, "shortSectors": 1, "cornerSectors": 3, "aisle": 0.8, "sectorWidth": 1.8, "cornerRadius": 6.2, "gate": 2.6 })")},
		{"seats",
			Json::parse(
				R"({ "kind": "stadium", "rows": 3, "rowPitch": 5, "seatDepth": 4, "longSectors": 2, "shortSectors": 1 })")},
		{"streets",
			Json::parse(
				R"({ "kind": "city", "blocks": 1, "blockSize": 8, "minStreet": 2, "maxStreet": 2, "places": 4 })")},
		{"streets",
			Json::parse(
				R"({ "kind": "city", "blocks": 5, "blockSize": 9, "minStreet": 2, "maxStreet": 30, "places": 36 })")},
	};
	for (const auto& [Area, Surroundings] : Extremes)
	{
		SCOPED_TRACE(Surroundings.dump());
		Json Document = SceneIn(Surroundings, Area);
		Document["navmesh"] = Json::parse(R"({ "cellSize": 0.1 })");
		for (const char* Key : {"exits", "ground", "obstacles", "links"})
		{
			Document.erase(Key);
		}
		Document["exits"] = Json::parse("[]");
		if (std::string(Area) == "streets")
		{
			Document["spawners"][0]["goals"] = Json::parse(R"([{ "kind": "places", "reach": 30 }])");
		}
		Document["spawners"][0]["count"] = 12;
		Document["spawners"][0]["agent"]["radius"] = 0.2;
		ASSERT_EQ(Complaint(Document), "");
		const Scene Scene = ParseScene(Document.dump(), "extreme.json");
		const std::vector<Bounds> Boxes = BoxesOf(Scene);
		Flood Ground(Scene, 0.1f, 0.25f);
		Ground.Reach(Scene.Agents[0].Goals[0]);
		for (const SceneAgent& Agent : Scene.Agents)
		{
			EXPECT_GE(Clearance(Agent.Position, Scene, Boxes, 2.0f), 0.2);
			EXPECT_TRUE(Ground.IsReached(Agent.Position)) << Agent.Position.X << ' ' << Agent.Position.Y;
			EXPECT_TRUE(Ground.IsReached(Agent.Goals[0])) << Agent.Goals[0].X << ' ' << Agent.Goals[0].Y;
		}
	}
}

Json LoadSchema()
{
	std::ostringstream Text;
	Text << std::ifstream(ListScenarios().front().File.parent_path() / "scenario.schema.json").rdbuf();
	return Json::parse(Text.str());
}

TEST(EnvironmentSchema, HasTheDefaultsOfTheGenerators)
{
	const char* const Areas[] = {"rooms", "seats", "streets"};
	const Json Schema = LoadSchema();
	const Json& Kinds = Schema["$defs"]["environment"]["oneOf"];
	ASSERT_EQ(Kinds.size(), 3u);
	for (size_t K = 0; K < 3; ++K)
	{
		const Json& Properties = Kinds[K]["properties"];
		const Json Plain = {{"kind", Properties["kind"]["const"]}};
		Json Spelled = Plain;
		for (const auto& [Key, Property] : Properties.items())
		{
			if (Key != "kind")
			{
				ASSERT_TRUE(Property.contains("default")) << Key;
				Spelled[Key] = Property["default"];
			}
		}
		EXPECT_GE(Spelled.size(), 6u);
		const Scene Short = ParseScene(SceneIn(Plain, Areas[K]).dump(), "short.json");
		const Scene Long = ParseScene(SceneIn(Spelled, Areas[K]).dump(), "long.json");
		EXPECT_EQ(Short.Obstacles, Long.Obstacles);
		EXPECT_EQ(Short.Exits, Long.Exits);
		EXPECT_EQ(Positions(Short), Positions(Long));
	}
}

/// The schema's description of one kind of something.
const Json* FindKind(const Json& Alternatives, const std::string& Kind)
{
	for (const Json& Alternative : Alternatives)
	{
		if (Alternative["properties"]["kind"]["const"] == Kind)
		{
			return &Alternative;
		}
	}
	return nullptr;
}

void ExpectKnown(const Json& Object, const Json& Alternatives)
{
	const Json* Described = FindKind(Alternatives, Object["kind"]);
	ASSERT_NE(Described, nullptr) << Object["kind"];
	for (const auto& [Key, Unused] : Object.items())
	{
		EXPECT_TRUE((*Described)["properties"].contains(Key)) << Object["kind"] << ' ' << Key;
	}
}

TEST(EnvironmentSchema, KnowsEveryFieldOfEveryShippedScenario)
{
	const Json Schema = LoadSchema();
	const Json& Definitions = Schema["$defs"];
	for (const ScenarioInfo& Info : ListScenarios())
	{
		SCOPED_TRACE(Info.Name);
		std::ostringstream Text;
		Text << std::ifstream(Info.File).rdbuf();
		const Json Document = Json::parse(Text.str());
		if (Document.contains("environment"))
		{
			ExpectKnown(Document["environment"], Definitions["environment"]["oneOf"]);
		}
		for (const Json& Spawner : Document["spawners"])
		{
			ExpectKnown(Spawner, Definitions["spawner"]["oneOf"]);
			for (const Json& Goal : Spawner.value("goals", Json::array()))
			{
				ExpectKnown(Goal, Definitions["goal"]["oneOf"]);
			}
		}
		for (const auto& [List, Definition] : {std::pair{"doors", "door"}, {"blocks", "block"}, {"links", "link"}})
		{
			for (const Json& Entry : Document.value(List, Json::array()))
			{
				for (const auto& [Key, Unused] : Entry.items())
				{
					EXPECT_TRUE(Definitions[Definition]["properties"].contains(Key)) << List << ' ' << Key;
				}
			}
		}
	}
}
}
}
