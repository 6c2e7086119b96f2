// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Whole scenes with the planners: everybody gets there, nobody goes through a wall. What happened is judged from positions
// alone, frame by frame, by brute force over the obstacles of the scene.

#include "Scenarios/Simulation.h"
#include "TestWorld.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace CrowdAvoidance::Testing::PlannerSceneTest
{
namespace
{
using Scenarios::EPlanner;
using Scenarios::InputError;
using Scenarios::LoadScene;
using Scenarios::Metrics;
using Scenarios::ParseScene;
using Scenarios::RunOptions;
using Scenarios::Scene;
using Scenarios::SceneAgent;
using Scenarios::Simulation;

/// Twice the area of the triangle; positive: C is to the left of A to B.
double Side(Vec2 A, Vec2 B, Vec2 C)
{
	return (static_cast<double>(B.X) - A.X) * (static_cast<double>(C.Y) - A.Y) -
		(static_cast<double>(B.Y) - A.Y) * (static_cast<double>(C.X) - A.X);
}

/// Whether two segments cross at a point within both.
bool Cross(Vec2 A, Vec2 B, Vec2 C, Vec2 D)
{
	return Side(A, B, C) * Side(A, B, D) < 0.0 && Side(C, D, A) * Side(C, D, B) < 0.0;
}

/// By the number of edges to the right of the point.
bool IsInside(const std::vector<Vec2>& Polygon, Vec2 Point)
{
	bool bInside = false;
	for (size_t Index = 0; Index < Polygon.size(); ++Index)
	{
		const Vec2 A = Polygon[Index];
		const Vec2 B = Polygon[(Index + 1) % Polygon.size()];
		if ((A.Y > Point.Y) != (B.Y > Point.Y))
		{
			bInside ^= (Side(A, B, Point) > 0.0) == (B.Y > A.Y);
		}
	}
	return bInside;
}

/// Watches a crowd from outside.
class Observer
{
public:
	explicit Observer(Simulation& InCrowd)
		: Crowd(InCrowd),
		  TheScene(InCrowd.GetScene()),
		  Positions(TheScene.Agents.size()),
		  bThere(TheScene.Agents.size()),
		  bPresent(TheScene.Agents.size())
	{
		for (const std::vector<Vec2>& Outline : TheScene.Obstacles)
		{
			for (size_t Index = 0; Index + (Outline.size() == 2 ? 1 : 0) < Outline.size(); ++Index)
			{
				Edges.emplace_back(Outline[Index], Outline[(Index + 1) % Outline.size()]);
			}
		}
		Look(true);
	}

	/// After each step.
	void Look(bool bFirst = false)
	{
		const AgentsView View = Crowd.GetWorld().Agents();
		std::fill(bPresent.begin(), bPresent.end(), false);
		for (size_t Place = 0; Place < static_cast<size_t>(View.Count); ++Place)
		{
			const uint32_t Agent = View.HandleIndex[Place];
			const Vec2 Now = {View.PositionX[Place], View.PositionY[Place]};
			if (!bFirst)
			{
				Judge(Agent, Positions[Agent], Now);
			}
			Positions[Agent] = Now;
			bPresent[Agent] = true;
			bThere[Agent] = bThere[Agent] || IsAtGoal(Agent, Now);
		}
		for (uint32_t Agent = 0; Agent < bPresent.size(); ++Agent)
		{
			// It was gone after its last step, which took it into an exit.
			bThere[Agent] = bThere[Agent] || (!bPresent[Agent] && IsNearExit(Agent));
		}
	}

	/// Who has been at its last goal, or has been near an exit when it vanished.
	int CountThere() const { return static_cast<int>(std::count(bThere.begin(), bThere.end(), true)); }
	int CountPresent() const { return static_cast<int>(std::count(bPresent.begin(), bPresent.end(), true)); }
	bool IsThere(uint32_t Agent) const { return bThere[Agent]; }
	Vec2 Position(uint32_t Agent) const { return Positions[Agent]; }

	std::string Violation; ///< The first one: an agent in a wall, or through it. Empty: none.

private:
	void Judge(uint32_t Agent, Vec2 Before, Vec2 Now)
	{
		// One without goals is led by nobody, and one that started in a solid cannot but come out of it.
		if (!Violation.empty() || TheScene.Agents[Agent].Goals.empty() || IsInSolid(TheScene.Agents[Agent].Position))
		{
			return;
		}
		const auto Report = [&](const char* What)
		{
			Violation = fmt::format("after {} s agent {} went {}, from {}, {} to {}, {}", Crowd.SimulatedSeconds(),
				Agent, What, Before.X, Before.Y, Now.X, Now.Y);
		};
		for (const auto& [From, To] : Edges)
		{
			if (Cross(Before, Now, From, To))
			{
				Report("through a wall");
				return;
			}
		}
		if (IsInSolid(Now))
		{
			Report("into a solid");
			return;
		}
		const bool bOnGround = Now.X >= TheScene.GroundMin.X && Now.X <= TheScene.GroundMax.X &&
			Now.Y >= TheScene.GroundMin.Y && Now.Y <= TheScene.GroundMax.Y;
		if (TheScene.bHasGround && !bOnGround)
		{
			Report("off the ground");
		}
	}

	bool IsInSolid(Vec2 Point) const
	{
		return std::any_of(TheScene.Obstacles.begin(), TheScene.Obstacles.end(),
			[Point](const std::vector<Vec2>& Outline) { return Outline.size() > 2 && IsInside(Outline, Point); });
	}

	bool IsAtGoal(uint32_t Agent, Vec2 Now) const
	{
		const SceneAgent& Source = TheScene.Agents[Agent];
		return !Source.Goals.empty() && !Source.bLeaves && Distance(Now, Source.Goals.back()) <= TheScene.ArrivalRadius;
	}

	bool IsNearExit(uint32_t Agent) const
	{
		const float Reach = TheScene.ArrivalRadius + TheScene.Agents[Agent].MaxSpeed * TheScene.Dt + 1e-3f;
		return std::any_of(TheScene.Exits.begin(), TheScene.Exits.end(),
			[&](Vec2 Exit) { return Distance(Positions[Agent], Exit) <= Reach; });
	}

	Simulation& Crowd;
	const Scene& TheScene;
	std::vector<std::pair<Vec2, Vec2>> Edges;
	std::vector<Vec2> Positions; ///< Where each agent was seen last.
	std::vector<bool> bThere;
	std::vector<bool> bPresent;
};

int CountWithGoals(const Scene& Scene)
{
	return static_cast<int>(std::count_if(
		Scene.Agents.begin(), Scene.Agents.end(), [](const SceneAgent& Agent) { return !Agent.Goals.empty(); }));
}

/// Who is not there, where, and what the simulation says about it.
std::string DescribeMissing(const Simulation& Crowd, const Observer& Watch)
{
	std::string Text;
	for (uint32_t Agent = 0; Agent < Crowd.GetScene().Agents.size(); ++Agent)
	{
		if (!Crowd.GetScene().Agents[Agent].Goals.empty() && !Watch.IsThere(Agent))
		{
			Text += fmt::format("agent {} is at {}, {} {}\n", Agent, Watch.Position(Agent).X, Watch.Position(Agent).Y,
				Crowd.Trouble(Agent));
		}
	}
	return Text;
}

TEST(PlannerScene, TheObserverFindsViolations)
{
	EXPECT_TRUE(Cross({0, 0}, {2, 2}, {0, 2}, {2, 0}));
	EXPECT_FALSE(Cross({0, 0}, {1, 1}, {0, 2}, {2, 0})) << "touches";
	EXPECT_FALSE(Cross({0, 0}, {0.9f, 0.9f}, {0, 2}, {2, 0}));
	const std::vector<Vec2> Notched = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
	EXPECT_TRUE(IsInside(Notched, {1, 1}));
	EXPECT_TRUE(IsInside(Notched, {3, 1.5f}));
	EXPECT_FALSE(IsInside(Notched, {2, 2}));
	EXPECT_FALSE(IsInside(Notched, {5, 1}));
	EXPECT_FALSE(IsInside(Notched, {-1, 1}));
	// Without walls in the world everybody goes straight through the block in the middle.
	Scene Scene = LoadScene("simple");
	Scenarios::Scene Bare = Scene;
	Bare.Obstacles.clear();
	Simulation Crowd(Bare, {.World = {.Model = "none"}, .Planner = EPlanner::Goal});
	int Crossings = 0;
	std::vector<Vec2> Before(Scene.Agents.size());
	for (bool bFirst = true; Crowd.Step(); bFirst = false)
	{
		const AgentsView View = Crowd.GetWorld().Agents();
		for (size_t Place = 0; Place < static_cast<size_t>(View.Count); ++Place)
		{
			const Vec2 Now = {View.PositionX[Place], View.PositionY[Place]};
			Vec2& Last = Before[View.HandleIndex[Place]];
			for (size_t Edge = 0; Edge < 4 && !bFirst; ++Edge)
			{
				Crossings += Cross(Last, Now, Scene.Obstacles[0][Edge], Scene.Obstacles[0][(Edge + 1) % 4]) ? 1 : 0;
			}
			Last = Now;
		}
	}
	EXPECT_EQ(Crossings, 8) << "each of four agents goes in and out";
}

// ---------------------------------------------------------------------------------------------- Every small scene

struct PlannedRun
{
	const char* Scene;
	std::string Model;
	EPlanner Planner;
};

std::string NameOf(const PlannedRun& Run)
{
	std::string Name = std::string(Run.Scene) + (Run.Model == "orca" ? "_orca" : "_clearpath") +
		(Run.Planner == EPlanner::Detour ? "_detour" : "_roadmap");
	std::replace(Name.begin(), Name.end(), '-', '_');
	return Name;
}

std::vector<PlannedRun> SmallRuns()
{
	std::vector<PlannedRun> Runs;
	for (const char* const Model : {"orca", "clearpath"})
	{
		for (const char* Name :
			{"simple", "car", "robots", "circle-32", "narrow", "stadium-245", "crosswalk-400", "doors", "evac-500"})
		{
			Runs.push_back({Name, Model, EPlanner::Detour});
			Runs.push_back({Name, Model, EPlanner::Roadmap});
		}
		// A roadmap knows nothing of crowding, so it does not lead past those who block the way.
		Runs.push_back({"blocked", Model, EPlanner::Detour});
	}
	return Runs;
}

class SmallScene : public testing::TestWithParam<PlannedRun>
{};

TEST_P(SmallScene, EverybodyArrivesAndNobodyGoesThroughWalls)
{
	const PlannedRun& Run = GetParam();
	const Scene Scene = LoadScene(Run.Scene);
	Simulation Crowd(Scene, {.World = {.Model = Run.Model}, .Planner = Run.Planner});
	Crowd.EnableMetrics();
	Observer Watch(Crowd);
	for (bool bGoOn = true; bGoOn; Watch.Look())
	{
		bGoOn = Crowd.Step();
	}
	const Metrics Measured = Crowd.ComputeMetrics();
	const int WithGoals = CountWithGoals(Scene);
	EXPECT_GE(Watch.CountThere(), 0.99 * WithGoals) << DescribeMissing(Crowd, Watch);
	EXPECT_EQ(Measured.Arrived, Watch.CountThere()) << DescribeMissing(Crowd, Watch);
	EXPECT_EQ(Watch.Violation, "");
	EXPECT_EQ(Measured.WallCrossings, 0u);
	EXPECT_EQ(Measured.AstraySteps, 0u);
}

INSTANTIATE_TEST_SUITE_P(PlannerScene, SmallScene, testing::ValuesIn(SmallRuns()),
	[](const testing::TestParamInfo<PlannedRun>& Info) { return NameOf(Info.param); });

// ------------------------------------------------------------------------------------------------ Scenes with trouble

class TroubledScene : public testing::TestWithParam<EPlanner>
{
protected:
	/// Three agents walk from left to right through this; Odd is the fourth: its position and its goal.
	Scene MakeScene(const std::string& Obstacles, const std::string& OddPosition, const std::string& OddGoal) const
	{
		const std::string Text = R"({"name": "trouble", "description": "Trouble.", "seed": 1, "dt": 0.1,
			"stop": { "maxSeconds": 60, "arrivedFraction": 1 }, "arrivalRadius": 0.5,
			"ground": [[-12, -10], [12, 10]], "profiles": [{ "name": "walker" }],
			"agent": { "radius": 0.3, "maxSpeed": 1.5, "preferredSpeed": 1.3, "profile": "walker" },
			"spawners": [{ "kind": "agents", "agents": [
				{ "position": [-9, -4], "goals": [[9, 4]] },
				{ "position": [-9, 0], "goals": [[9, 0.5]] },
				{ "position": [-9, 4], "goals": [[9, -4]] },
				{ "position": )" +
			OddPosition + R"(, "goals": [)" + OddGoal + R"(] }]}], "obstacles": )" + Obstacles + "}";
		return ParseScene(Text, "trouble.json");
	}

	/// The three arrive, the fourth does not and it is said why, and nobody goes through a wall.
	void ExpectOthersArrive(const Scene& Scene, const std::string& Why) const
	{
		Simulation Crowd(Scene, {.World = {.Model = "orca"}, .Planner = GetParam(), .Threads = 1});
		Observer Watch(Crowd);
		for (bool bGoOn = true; bGoOn; Watch.Look())
		{
			bGoOn = Crowd.Step();
		}
		EXPECT_EQ(Watch.CountThere(), 3) << DescribeMissing(Crowd, Watch);
		EXPECT_FALSE(Watch.IsThere(3));
		EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 3);
		EXPECT_NE(std::string(Crowd.Trouble(3)).find(Why), std::string::npos) << "'" << Crowd.Trouble(3) << "'";
		for (uint32_t Agent = 0; Agent < 3; ++Agent)
		{
			EXPECT_STREQ(Crowd.Trouble(Agent), "") << Agent;
		}
		EXPECT_EQ(Watch.Violation, "");
		EXPECT_EQ(FindNonFinite(Crowd.GetWorld()), "");
	}
};

constexpr const char* Block = "[[[-2, -2], [2, -2], [2, 2], [-2, 2]]]";
/// A closed ring of walls round 0, 6.
constexpr const char* Ring = "[[[-2, 4], [2, 4], [2, 4.4], [-2, 4.4]], [[-2, 8], [2, 8], [2, 8.4], [-2, 8.4]], "
							 "[[-2, 4.4], [-1.6, 4.4], [-1.6, 8], [-2, 8]], [[1.6, 4.4], [2, 4.4], [2, 8], [1.6, 8]]]";

TEST_P(TroubledScene, AGoalInsideAWall)
{
	ExpectOthersArrive(MakeScene(Block, "[-9, 8]", "[0, 0]"), "unreachable");
}

TEST_P(TroubledScene, AGoalOnAnIsland)
{
	ExpectOthersArrive(MakeScene(Ring, "[-9, 8]", "[0, 6]"), GetParam() == EPlanner::Detour ? "unreachable" : "lost");
}

TEST_P(TroubledScene, AStartOffTheMesh)
{
	const Scene Scene = MakeScene(Block, "[0, 0]", "[9, 8]");
	if (GetParam() == EPlanner::Detour)
	{
		ExpectOthersArrive(Scene, "off the mesh");
		return;
	}
	// A roadmap has no mesh to be off: nothing holds back one who starts in a solid.
	Simulation Crowd(Scene, {.World = {.Model = "orca"}, .Planner = GetParam(), .Threads = 1});
	while (Crowd.Step())
	{}
	EXPECT_EQ(Crowd.ComputeMetrics().Arrived, 4);
}

TEST_P(TroubledScene, NoObstacleAtAll)
{
	const Scene Scene = MakeScene("[]", "[-9, 8]", "[9, 8]");
	Simulation Crowd(Scene, {.World = {.Model = "orca"}, .Planner = GetParam(), .Threads = 1});
	Observer Watch(Crowd);
	for (bool bGoOn = true; bGoOn; Watch.Look())
	{
		bGoOn = Crowd.Step();
	}
	EXPECT_EQ(Watch.CountThere(), 4) << DescribeMissing(Crowd, Watch);
	EXPECT_EQ(Watch.Violation, "");
	EXPECT_LT(Crowd.SimulatedSeconds(), 25.0) << "20 m at 1.3 m/s, and some room to step aside";
}

INSTANTIATE_TEST_SUITE_P(PlannerScene, TroubledScene, testing::Values(EPlanner::Detour, EPlanner::Roadmap),
	[](const testing::TestParamInfo<EPlanner>& Info) { return Info.param == EPlanner::Detour ? "detour" : "roadmap"; });

TEST(PlannerScene, GroundThatIsAllSolidIsRefused)
{
	const std::string Text = R"({"name": "solid", "description": "Solid.", "seed": 1, "dt": 0.1,
		"stop": { "maxSeconds": 10 }, "ground": [[-5, -5], [5, 5]], "profiles": [{ "name": "walker" }],
		"agent": { "profile": "walker" },
		"spawners": [{ "kind": "agents", "agents": [{ "position": [0, 0], "goals": [[3, 0]] }]}],
		"obstacles": [[[-6, -6], [6, -6], [6, 6], [-6, 6]]]})";
	const Scene Scene = ParseScene(Text, "solid.json");
	try
	{
		Simulation Crowd(Scene, {.Planner = EPlanner::Detour});
		FAIL() << "must be refused";
	}
	catch (const InputError& Problem)
	{
		const std::string Message = Problem.what();
		for (const char* Part : {"solid", "navmesh", "ground"})
		{
			EXPECT_NE(Message.find(Part), std::string::npos) << "'" << Part << "' is missing in: " << Message;
		}
	}
}

// ------------------------------------------------------------------------------------------------------ Determinism

class PlannedHash : public testing::TestWithParam<EPlanner>
{
protected:
	uint64_t HashAfter200Steps(std::string Model, int Threads, EIsa Isa = EIsa::Auto) const
	{
		Simulation Crowd(
			LoadScene("evac-500"), {.World = {.Model = Model, .Isa = Isa}, .Planner = GetParam(), .Threads = Threads});
		for (int Step = 0; Step < 200; ++Step)
		{
			Crowd.Step();
		}
		return Crowd.GetWorld().StateHash();
	}
};

TEST_P(PlannedHash, IsTheSameForAnyNumberOfThreads)
{
	for (const char* const Model : {"orca", "clearpath"})
	{
		const uint64_t One = HashAfter200Steps(Model, 1);
		EXPECT_EQ(HashAfter200Steps(Model, 2), One);
		EXPECT_EQ(HashAfter200Steps(Model, 3), One);
	}
}

TEST_P(PlannedHash, IsTheSameForAnyInstructionSet)
{
	for (const char* const Model : {"orca", "clearpath"})
	{
		const uint64_t Scalar = HashAfter200Steps(Model, 1, EIsa::Scalar);
		for (const EIsa Isa : AvailableIsas())
		{
			EXPECT_EQ(HashAfter200Steps(Model, 1, Isa), Scalar) << IsaName(Isa);
		}
	}
}

INSTANTIATE_TEST_SUITE_P(PlannerScene, PlannedHash, testing::Values(EPlanner::Detour, EPlanner::Roadmap),
	[](const testing::TestParamInfo<EPlanner>& Info) { return Info.param == EPlanner::Detour ? "detour" : "roadmap"; });
}
}
