// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Whom agents see, notice and remember (World::Seen), against an oracle that looks at everybody, in every step of random worlds.
#include "SightOracle.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace CrowdAvoidance::Testing::SightOracleTest
{
namespace
{
struct Scene
{
	const char* Name = "";
	int Agents = 60;
	float HalfSide = 15.0f;
	int Neighbors = 10;
	bool bPlain = false;
	bool bClearPath = false; ///< With its option to observe.
	int Walls = 0;
	bool bWallsHide = true;
	bool bEstimates = false; ///< The model remembers all that agents see.
	bool bLimitedView = false;
	bool bSpread = false;
	bool bMixed = false; ///< Profiles that differ in all that perception goes by.
	bool bFloors = false;
	bool bLarge = false;
	bool bGhosts = false;
	bool bChurn = false; ///< Agents come, go, come back and are put elsewhere; profiles and walls change.
	float ShortestStep = 0.0f;
	float LongestStep = 0.1f;
	float SightMemory = 2.0f;
	float ObservationTime = 0.79f;
	int Steps = 60;

	friend std::ostream& operator<<(std::ostream& Stream, const Scene& Each) { return Stream << Each.Name; }
};

class Observed
{
public:
	Observed(const Scene& InScene, EIsa Isa, uint64_t Seed)
		: Given(InScene),
		  Random(Seed),
		  Crowd(MakeWorld({.Model = Given.bClearPath ? "clearpath" : ModelName("rcap", Given.bPlain),
			  .Options = OptionsOf(InScene),
			  .Isa = Isa})),
		  Eye(Given.bPlain, 15.0f, Given.bEstimates)
	{
		const int Kinds = Given.bMixed ? 4 : 1;
		for (int Kind = 0; Kind < Kinds; ++Kind)
		{
			AgentProfile Profile = RandomProfile(Kind);
			Profiles.push_back(MustAddProfile(Crowd, Profile));
			Eye.NoteProfile(Profile);
		}
		for (int Number = 0; Number < Given.Agents; ++Number)
		{
			Add();
		}
		for (int Number = 0; Number < Given.Walls; ++Number)
		{
			AddWall();
		}
	}

	void Step()
	{
		if (Given.bChurn)
		{
			Change();
		}
		MoveGhosts();
		static constexpr float Times[] = {1.0f / 240.0f, 1.0f / 60.0f, 0.033f, 0.1f, 0.25f, 0.5f};
		float Dt = 0.0f;
		do
		{
			Dt = Times[Random.Index(6)];
		} while (Dt > Given.LongestStep || Dt < Given.ShortestStep);
		Eye.Step(People(), Given.bWallsHide ? AllWalls() : std::vector<Sight::Wall>{}, Dt);
		MustStep(Crowd, Dt);
	}

	/// Empty, or whose view differs and how.
	std::string Compare()
	{
		const std::vector<Sight::Person> Present = People();
		std::vector<SeenAgent> Got;
		for (const Sight::Person& Self : Present)
		{
			Crowd.Seen(Handles.at(Self.Id), Got).Value();
			std::vector<Sight::Sighting> Listed;
			for (const SeenAgent& Each : Got)
			{
				Listed.push_back(
					{MustGet(Crowd, Each.Agent).Id, Each.bNoticed, Each.bInSight, std::lround(Each.Since * 1000.0f)});
			}
			const std::vector<Sight::Sighting> Expected = Eye.Seen(Present, Self.Id);
			Unnoticed += std::count_if(Listed.begin(), Listed.end(), [](const auto& Each) { return !Each.bNoticed; });
			Remembered += std::count_if(Listed.begin(), Listed.end(), [](const auto& Each) { return !Each.bInSight; });
			Noticed += std::count_if(
				Listed.begin(), Listed.end(), [](const auto& Each) { return Each.bNoticed && Each.bInSight; });
			if (Listed != Expected)
			{
				return "agent " + std::to_string(Self.Id) + " has " + Text(Listed) + "\nexpected " + Text(Expected);
			}
		}
		return {};
	}

	int64_t Noticed = 0;
	int64_t Unnoticed = 0;
	int64_t Remembered = 0;

private:
	static std::vector<ModelOption> OptionsOf(const Scene& Which)
	{
		if (Which.bClearPath)
		{
			return {{"observe", 1.0}};
		}
		return Which.bPlain ? std::vector<ModelOption>{}
							: std::vector<ModelOption>{{"wallsHide", Which.bWallsHide ? 1.0 : 0.0},
								  {"estimate", Which.bEstimates ? 1.0 : 0.0}};
	}

	static std::string Text(const std::vector<Sight::Sighting>& List)
	{
		std::string Out;
		for (const Sight::Sighting& Each : List)
		{
			Out += std::to_string(Each.Id) + (Each.bNoticed ? "N" : "-") + (Each.bInSight ? "S" : "-") +
				std::to_string(Each.Since) + " ";
		}
		return Out;
	}

	AgentProfile RandomProfile(int Kind)
	{
		static constexpr int Numbers[] = {0, 3, 1, 12};
		AgentProfile Profile;
		Profile.MaxNeighbors = Kind == 0 ? Given.Neighbors : Numbers[Kind];
		Profile.SightMemory = Given.SightMemory;
		Profile.ObservationTime = Given.ObservationTime;
		Profile.ObservationTimeSpread = Given.bSpread ? 0.4f : 0.0f;
		Profile.FieldOfView = Given.bLimitedView ? 2.5f : CrowdAllRound;
		if (Given.bMixed)
		{
			Profile.NeighborDistance = Random.Range(5.0f, 25.0f);
			Profile.ObservationTime = Kind == 2 ? 0.0f : Random.Range(0.1f, 1.5f);
			Profile.SightMemory = Kind == 3 ? 0.0f : Random.Range(0.1f, 3.0f);
			Profile.Groups = 1u << Kind;
			Profile.Avoids = Kind == 1 ? 5u : ~0u;
		}
		return Profile;
	}

	void Add(uint64_t Id = UINT64_MAX)
	{
		AgentDef Def = Walker(Random.InSquare(Given.HalfSide), Random.InDisc(1.4f));
		Def.Id = Id == UINT64_MAX ? 3 * Next++ : Id;
		Def.Height = Given.bFloors ? 1.5f * static_cast<float>(Random.Index(3)) : 0.0f;
		Def.Radius = Given.bLarge && Random.Chance(0.1f) ? Random.Range(1.1f, 2.5f) : 0.3f;
		Def.MaxSpeed = Given.bMixed ? Random.Range(1.0f, 2.0f) : 1.5f;
		Def.bGhost = Given.bGhosts && Random.Chance(0.2f);
		Def.Profile = Profiles[static_cast<size_t>(Random.Index(static_cast<int>(Profiles.size())))];
		if (Next == 1)
		{
			// The fastest never leaves.
			Def.MaxSpeed = 2.0f;
		}
		Handles[Def.Id] = MustAdd(Crowd, Def);
		Eye.NotePut(Def.Id);
	}

	void AddWall()
	{
		const Vec2 Center = Random.InSquare(Given.HalfSide);
		const Vec2 Half = Random.InDisc(Random.Chance(0.2f) ? 30.0f : 4.0f);
		const Vec2 Across = 0.2f * LeftOf(Half);
		std::vector<Vec2> Vertices = {Center - Half, Center + Half};
		if (Random.Chance(0.3f))
		{
			Vertices = {Center - Half - Across, Center + Half - Across, Center + Across};
		}
		std::vector<Sight::Wall> Edges;
		for (size_t Index = 0; Index < Vertices.size(); ++Index)
		{
			Edges.push_back({Vertices[Index], Vertices[(Index + 1) % Vertices.size()]});
		}
		Obstacles.emplace_back(MustAddObstacle(Crowd, Vertices), Edges);
	}

	std::vector<Sight::Wall> AllWalls() const
	{
		std::vector<Sight::Wall> Out;
		for (const auto& [Handle, Edges] : Obstacles)
		{
			Out.insert(Out.end(), Edges.begin(), Edges.end());
		}
		return Out;
	}

	std::vector<Sight::Person> People() const
	{
		std::vector<Sight::Person> Out;
		for (const auto& [Id, Handle] : Handles)
		{
			const AgentState State = MustGet(Crowd, Handle);
			Out.push_back({Id, State.Position, State.Velocity, State.Height, State.Radius, State.MaxSpeed,
				Crowd.GetProfile(State.Profile).Value(), State.bGhost});
		}
		return Out;
	}

	uint64_t Anybody()
	{
		return std::next(Handles.begin(), 1 + Random.Index(static_cast<int>(Handles.size()) - 1))->first;
	}

	void Change()
	{
		const uint64_t Chosen = Anybody();
		switch (Random.Index(10))
		{
		case 0:
			Crowd.RemoveAgent(Handles.at(Chosen)).Value();
			Eye.NoteGone(Chosen);
			Handles.erase(Chosen);
			Gone.push_back(Chosen);
			break;
		case 1:
			Add();
			break;
		case 2:
			if (!Gone.empty())
			{
				Add(Gone.back());
				Gone.pop_back();
			}
			break;
		case 3:
			Crowd.SetPosition(Handles.at(Chosen), Random.InSquare(Given.HalfSide) + Vec2{3.0f * Given.HalfSide, 0.0f})
				.Value();
			Eye.NotePut(Chosen);
			break;
		case 4:
			// A push is no journey.
			Crowd.SetPosition(Handles.at(Chosen), MustGet(Crowd, Handles.at(Chosen)).Position + Random.InDisc(0.9f))
				.Value();
			break;
		case 5:
			Crowd
				.SetAgentProfile(
					Handles.at(Chosen), Profiles[static_cast<size_t>(Random.Index(static_cast<int>(Profiles.size())))])
				.Value();
			break;
		case 6:
			if (Given.Walls > 0)
			{
				AddWall();
			}
			break;
		case 7:
			if (!Obstacles.empty())
			{
				Crowd.RemoveObstacle(Obstacles.back().first).Value();
				Obstacles.pop_back();
			}
			break;
		case 8:
			if (Given.bMixed && Random.Chance(0.2f))
			{
				// Room is made for more, and nothing is lost by it.
				AgentProfile Profile = RandomProfile(Random.Index(4));
				Profile.MaxNeighbors = Random.Integer(10, 30);
				Profiles.push_back(MustAddProfile(Crowd, Profile));
				Eye.NoteProfile(Profile);
			}
			break;
		default:
			Crowd.SetVelocity(Handles.at(Chosen), Random.InDisc(1.4f)).Value();
			break;
		}
	}

	/// Their owner lets them walk.
	void MoveGhosts()
	{
		for (const auto& [Id, Handle] : Handles)
		{
			const AgentState State = MustGet(Crowd, Handle);
			if (State.bGhost)
			{
				Crowd.SetPosition(Handle, State.Position + 0.05f * State.Velocity).Value();
			}
		}
	}

	const Scene Given;
	TestRandom Random;
	World Crowd;
	Sight::Oracle Eye;
	uint64_t Next = 0;
	std::vector<ProfileHandle> Profiles;
	std::map<uint64_t, AgentHandle> Handles;
	std::vector<uint64_t> Gone;
	std::vector<std::pair<ObstacleHandle, std::vector<Sight::Wall>>> Obstacles;
};

class SeenBy : public testing::TestWithParam<Scene>
{};

TEST_P(SeenBy, IsWhatTheRulesSay)
{
	const std::vector<EIsa> Isas = AvailableIsas();
	for (uint64_t Round = 0; Round < Isas.size(); ++Round)
	{
		const EIsa Isa = Isas[static_cast<size_t>(Round)];
		Observed Watched(GetParam(), Isa, 100 + Round);
		for (int Step = 0; Step < GetParam().Steps; ++Step)
		{
			Watched.Step();
			const std::string Wrong = Watched.Compare();
			ASSERT_EQ(Wrong, "") << IsaName(Isa) << ", step " << Step;
		}
		EXPECT_GT(Watched.Noticed, 100);
		EXPECT_TRUE(Watched.Unnoticed > 20 || GetParam().ObservationTime == 0.0f);
		EXPECT_TRUE(Watched.Remembered > 20 || GetParam().SightMemory == 0.0f);
	}
}

INSTANTIATE_TEST_SUITE_P(Scenes, SeenBy,
	testing::Values(Scene{.Name = "Open", .HalfSide = 30.0f},
		Scene{.Name = "OpenSparse", .Agents = 40, .HalfSide = 40.0f},
		Scene{.Name = "OpenDense", .Agents = 120, .Steps = 45}, Scene{.Name = "OpenOne", .Neighbors = 1},
		Scene{.Name = "OpenThree", .Agents = 40, .Neighbors = 3},
		Scene{.Name = "OpenThirteen", .HalfSide = 25.0f, .Neighbors = 13},
		Scene{.Name = "OpenFourteen", .HalfSide = 25.0f, .Neighbors = 14},
		Scene{.Name = "OpenTwenty", .HalfSide = 25.0f, .Neighbors = 20},
		Scene{.Name = "OpenAll", .Agents = 80, .HalfSide = 25.0f, .Neighbors = 64, .Steps = 45},
		Scene{.Name = "OpenChurn", .Agents = 40, .HalfSide = 25.0f, .bChurn = true, .Steps = 150},
		Scene{
			.Name = "OpenSparseChurn", .Agents = 25, .HalfSide = 15.0f, .Neighbors = 20, .bChurn = true, .Steps = 150},
		Scene{.Name = "OpenLongSteps",
			.Agents = 40,
			.HalfSide = 25.0f,
			.bChurn = true,
			.LongestStep = 0.5f,
			.Steps = 150},
		Scene{.Name = "OpenPlain", .Agents = 40, .HalfSide = 25.0f, .bPlain = true, .bChurn = true},
		Scene{.Name = "OpenForgetful",
			.Agents = 40,
			.HalfSide = 20.0f,
			.Neighbors = 3,
			.bChurn = true,
			.SightMemory = 0.0f},
		Scene{.Name = "OpenQuick",
			.Agents = 40,
			.HalfSide = 20.0f,
			.Neighbors = 3,
			.bChurn = true,
			.ObservationTime = 0.0f},
		Scene{.Name = "OpenMixed",
			.Agents = 50,
			.HalfSide = 20.0f,
			.bSpread = true,
			.bMixed = true,
			.bFloors = true,
			.bChurn = true,
			.Steps = 130},
		Scene{.Name = "OpenLarge",
			.Agents = 40,
			.HalfSide = 20.0f,
			.bLarge = true,
			.bGhosts = true,
			.bChurn = true,
			.Steps = 130},
		Scene{.Name = "View", .bLimitedView = true},
		Scene{.Name = "ViewMixed",
			.Agents = 50,
			.Neighbors = 14,
			.bLimitedView = true,
			.bSpread = true,
			.bMixed = true,
			.bChurn = true,
			.Steps = 100},
		Scene{.Name = "Walls", .Agents = 100, .Walls = 15, .Steps = 45},
		Scene{.Name = "WallsOne", .Agents = 60, .Neighbors = 1, .Walls = 15},
		Scene{.Name = "WallsThree", .Agents = 80, .Neighbors = 3, .Walls = 25, .bChurn = true, .Steps = 100},
		Scene{.Name = "WallsThirteen", .Agents = 80, .Neighbors = 13, .Walls = 15, .Steps = 45},
		Scene{.Name = "WallsFourteen", .Agents = 80, .Neighbors = 14, .Walls = 15, .Steps = 45},
		Scene{.Name = "WallsTwenty", .Agents = 80, .Neighbors = 20, .Walls = 10, .Steps = 45},
		Scene{.Name = "WallsAll", .Agents = 90, .Neighbors = 64, .Walls = 10, .Steps = 40},
		Scene{.Name = "WallsPlain", .Agents = 60, .bPlain = true, .Walls = 15, .bChurn = true},
		Scene{.Name = "WallsSeenThrough",
			.Agents = 50,
			.HalfSide = 25.0f,
			.Walls = 15,
			.bWallsHide = false,
			.bChurn = true},
		Scene{.Name = "WallsComeAndGo", .Agents = 40, .HalfSide = 20.0f, .Walls = 1, .bChurn = true, .Steps = 200},
		Scene{.Name = "OpenClearPath", .Agents = 40, .HalfSide = 25.0f, .bClearPath = true, .bChurn = true},
		Scene{.Name = "WallsClearPath", .Agents = 50, .bClearPath = true, .Walls = 10, .bChurn = true},
		Scene{.Name = "OpenEstimates", .Agents = 40, .HalfSide = 25.0f, .bEstimates = true, .bChurn = true},
		Scene{.Name = "WallsEstimates", .Agents = 50, .Walls = 10, .bEstimates = true, .bChurn = true},
		Scene{.Name = "WallsLongSteps", .Agents = 50, .Walls = 20, .bChurn = true, .LongestStep = 0.5f, .Steps = 150},
		Scene{.Name = "WallsForgetful", .Agents = 60, .Neighbors = 3, .Walls = 20, .bChurn = true, .SightMemory = 0.0f},
		Scene{.Name = "WallsMixed",
			.Agents = 60,
			.Walls = 15,
			.bLimitedView = true,
			.bSpread = true,
			.bMixed = true,
			.bFloors = true,
			.bLarge = true,
			.bGhosts = true,
			.bChurn = true,
			.Steps = 120},
		// Stamps begin again after 65 s, three times.
		Scene{.Name = "OpenForMinutes",
			.Agents = 16,
			.HalfSide = 15.0f,
			.Neighbors = 3,
			.bChurn = true,
			.ShortestStep = 0.5f,
			.LongestStep = 0.5f,
			.Steps = 400},
		Scene{.Name = "WallsForMinutes",
			.Agents = 16,
			.HalfSide = 15.0f,
			.Walls = 6,
			.bChurn = true,
			.ShortestStep = 0.5f,
			.LongestStep = 0.5f,
			.SightMemory = 10.0f,
			.ObservationTime = 5.0f,
			.Steps = 400}),
	[](const testing::TestParamInfo<Scene>& Info) { return std::string(Info.param.Name); });
}
}
