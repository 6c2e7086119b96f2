// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Debug geometry is compared with what the solver does, by asking it: an agent whose desired velocity is allowed gets exactly that.
#include "ForbiddenKinds.h"
#include "RandomScene.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace CrowdAvoidance::Testing::DebugTest
{
namespace
{
constexpr float Dt = 0.1f;
/// Option "clearance" of ORCA and ClearPath.
constexpr float DefaultClearance = 1.05f;

/// Positive inside a convex polygon that runs counter-clockwise: how far from its border. Negative outside of some side.
float DepthIn(std::span<const Vec2> Polygon, Vec2 Point)
{
	float Depth = INFINITY;
	for (size_t Index = 0; Index < Polygon.size(); ++Index)
	{
		const Vec2 From = Polygon[Index];
		const Vec2 To = Polygon[(Index + 1) % Polygon.size()];
		const float Length = Distance(From, To);
		if (Length > 0.0f)
		{
			Depth =
				std::min(Depth, ((To.X - From.X) * (Point.Y - From.Y) - (To.Y - From.Y) * (Point.X - From.X)) / Length);
		}
	}
	return Depth;
}

/// How deep the deepest of the forbidden polygons holds the velocity; negative: none does.
float ForbiddenDepth(const DebugGeometry& Geometry, Vec2 Velocity)
{
	float Deepest = -INFINITY;
	for (const DebugItem& Item : Geometry.Items)
	{
		if (IsForbidden(Item.Kind))
		{
			Deepest = std::max(Deepest, DepthIn(Geometry.PointsOf(Item), Velocity));
		}
	}
	return Deepest;
}

std::vector<DebugItem> ItemsOf(const DebugGeometry& Geometry, EDebugKind Kind)
{
	std::vector<DebugItem> Found;
	std::copy_if(Geometry.Items.begin(), Geometry.Items.end(), std::back_inserter(Found),
		[Kind](const DebugItem& Item) { return Item.Kind == Kind; });
	return Found;
}

const DebugGeometry& MustDescribe(const World& Crowd, AgentHandle Agent)
{
	const DebugGeometry* const Found = Crowd.DebugOf(Agent);
	EXPECT_NE(Found, nullptr);
	static const DebugGeometry None;
	return Found ? *Found : None;
}

std::vector<AgentHandle> AllAgents(const World& Crowd)
{
	std::vector<AgentHandle> Handles;
	const AgentsView View = Crowd.Agents();
	for (size_t Place = 0; Place < static_cast<size_t>(View.Count); ++Place)
	{
		Handles.push_back(Crowd.HandleOf(View.HandleIndex[Place]));
	}
	std::sort(Handles.begin(), Handles.end(), [](AgentHandle A, AgentHandle B) { return A.Index < B.Index; });
	return Handles;
}

class ForbiddenTest : public testing::TestWithParam<SceneOptions>
{};
}

/// The overlay against the solver: the same scene, again and again, with one agent's desired velocity moved about.
TEST_P(ForbiddenTest, IsWhatTheSolverRefuses)
{
	constexpr int Warmup = 3;
	constexpr int Samples = 60;
	constexpr float Border = 0.001f; // [m/s] Nearer than that to a border either answer is right.
	const bool bGuarantee = GetParam().Model == "clearpath-1";
	const auto MakeScene = [&]
	{
		RandomScene Scene(GetParam(), EIsa::Auto);
		for (int Step = 0; Step < Warmup; ++Step)
		{
			Scene.Step(Dt);
		}
		return Scene;
	};

	TestRandom Random(GetParam().Seed);
	int Allowed = 0;
	int Refused = 0;
	const std::vector<AgentHandle> Agents = AllAgents(MakeScene().Get());
	for (size_t Number = 0; Number < Agents.size(); Number += 3)
	{
		const AgentHandle Agent = Agents[Number];
		RandomScene Watched = MakeScene();
		const AgentState Before = MustGet(Watched.Get(), Agent);
		ASSERT_TRUE(Watched.Get().Watch(Agent));
		ASSERT_TRUE(Watched.Get().SetDesiredVelocity(Agent, Before.DesiredVelocity));
		Watched.Step(Dt);
		const DebugGeometry& Geometry = MustDescribe(Watched.Get(), Agent);
		ASSERT_EQ(Geometry.Position, Before.Position);
		ASSERT_EQ(Geometry.Velocity, Before.Velocity);
		ASSERT_EQ(Geometry.Chosen, MustGet(Watched.Get(), Agent).Velocity);
		if (!Geometry.bRelaxed)
		{
			EXPECT_LT(ForbiddenDepth(Geometry, Geometry.Chosen), Border) << "agent " << Agent.Index;
		}

		for (int Sample = 0; Sample < Samples; ++Sample)
		{
			const Vec2 Wanted = Random.InDisc(0.99f * Before.MaxSpeed);
			const float Depth = ForbiddenDepth(Geometry, Wanted);
			if (std::fabs(Depth) < Border)
			{
				continue;
			}
			RandomScene Asked = MakeScene();
			ASSERT_TRUE(Asked.Get().SetDesiredVelocity(Agent, Wanted));
			Asked.Step(Dt);
			const Vec2 Got = MustGet(Asked.Get(), Agent).Velocity;
			if (Depth > 0.0f)
			{
				++Refused;
				EXPECT_NE(Got, Wanted) << "agent " << Agent.Index << ": shown as forbidden by " << Depth
									   << ", but allowed";
			}
			else if (!bGuarantee) // Shorter horizons allow what full ones do not, but only where nothing else is left.
			{
				++Allowed;
				EXPECT_EQ(Got, Wanted) << "agent " << Agent.Index << ": shown as allowed by " << -Depth
									   << ", but refused";
			}
		}
	}
	// The scene must be one that asks both questions.
	EXPECT_GT(Refused, 100);
	EXPECT_TRUE(bGuarantee || Allowed > 100) << Allowed;
}

INSTANTIATE_TEST_SUITE_P(Models, ForbiddenTest,
	testing::Values(SceneOptions{.Name = "Orca", .Seed = 3, .Agents = 60, .Density = 0.15f},
		SceneOptions{
			.Name = "OrcaPlainWalls", .Seed = 4, .Agents = 60, .Density = 0.2f, .bPlain = true, .bObstacles = true},
		SceneOptions{.Name = "OrcaMixed",
			.Seed = 5,
			.Agents = 60,
			.Density = 0.4f,
			.bObstacles = true,
			.bMixedProfiles = true,
			.bMixedRadii = true,
			.bMasks = true,
			.bFloors = true,
			.bMixedResponsibility = true},
		SceneOptions{.Name = "ClearPath", .Seed = 6, .Agents = 60, .Density = 0.5f, .Model = "clearpath"},
		SceneOptions{.Name = "ClearPathWalls",
			.Seed = 7,
			.Agents = 60,
			.Density = 0.3f,
			.Model = "clearpath",
			.bObstacles = true},
		SceneOptions{.Name = "ClearPathMixed",
			.Seed = 8,
			.Agents = 60,
			.Density = 0.3f,
			.Model = "clearpath",
			.bMixedProfiles = true,
			.bMixedRadii = true,
			.bMasks = true,
			.bFloors = true,
			.bMixedResponsibility = true,
			.bShapes = true},
		SceneOptions{.Name = "ClearPath1", .Seed = 9, .Agents = 60, .Density = 0.4f, .Model = "clearpath-1"}),
	[](const testing::TestParamInfo<SceneOptions>& Info) { return Info.param.Name; });

/// Velocity obstacles against the motion of two discs.
TEST(DebugGeometry, VelocityObstaclesHoldWhatCollides)
{
	World Crowd = MakeWorld({.Model = "clearpath"});
	const AgentHandle Self = MustAdd(Crowd, Walker({0.0f, 0.0f}, {1.0f, 0.2f}));
	const AgentHandle Other = MustAdd(Crowd, Walker({2.0f, 0.5f}, {-0.8f, 0.1f}, 0.4f));
	ASSERT_TRUE(Crowd.Watch(Self));
	MustStep(Crowd, Dt);
	const DebugGeometry& Geometry = MustDescribe(Crowd, Self);
	const std::vector<DebugItem> Obstacles = ItemsOf(Geometry, EDebugKind::VelocityObstacle);
	const std::vector<DebugItem> Reciprocal = ItemsOf(Geometry, EDebugKind::ReciprocalObstacle);
	ASSERT_EQ(Obstacles.size(), 1u);
	ASSERT_EQ(Reciprocal.size(), 1u);
	EXPECT_EQ(Obstacles[0].Other, Other.Index);

	const float Sum = 0.7f * DefaultClearance;
	const float Horizon = AgentProfile{}.AgentHorizon;
	const auto Collides = [&](Vec2 Velocity)
	{
		for (float Time = 0.0f; Time <= Horizon; Time += 0.001f)
		{
			const Vec2 Apart = {2.0f + (-0.8f - Velocity.X) * Time, 0.5f + (0.1f - Velocity.Y) * Time};
			if (Length(Apart) < Sum)
			{
				return true;
			}
		}
		return false;
	};
	TestRandom Random(11);
	int Inside = 0;
	for (int Sample = 0; Sample < 2000; ++Sample)
	{
		const Vec2 Velocity = Random.InSquare(Geometry.Window * 0.95f);
		const float Depth = DepthIn(Geometry.PointsOf(Obstacles[0]), Velocity);
		if (std::fabs(Depth) > 0.01f) // The rounded end is drawn with eight straight lines.
		{
			Inside += Depth > 0.0f;
			EXPECT_EQ(Depth > 0.0f, Collides(Velocity))
				<< Velocity.X << ", " << Velocity.Y << " is inside by " << Depth;
		}
		// The reciprocal one asks for half the change.
		const Vec2 Twice = {2.0f * Velocity.X - 1.0f, 2.0f * Velocity.Y - 0.2f};
		const float ReciprocalDepth = DepthIn(Geometry.PointsOf(Reciprocal[0]), Velocity);
		if (std::fabs(ReciprocalDepth) > 0.01f)
		{
			EXPECT_EQ(ReciprocalDepth > 0.0f, Collides(Twice)) << Velocity.X << ", " << Velocity.Y;
		}
	}
	EXPECT_GT(Inside, 200);
}

TEST(DebugGeometry, SaysWhyOthersDoNotCount)
{
	World Crowd = MakeWorld();
	const AgentProfile Narrow = {
		.NeighborDistance = 4.0f, .MaxNeighbors = 2, .Groups = 1, .Avoids = 1, .FloorHeight = 2.0f};
	AgentProfile Ghost = Narrow;
	Ghost.Groups = 2;
	const ProfileHandle People = MustAddProfile(Crowd, Narrow);
	const ProfileHandle Ghosts = MustAddProfile(Crowd, Ghost);
	const auto Add = [&](Vec2 Position, ProfileHandle Profile, float Height = 0.0f)
	{
		AgentDef Def = Walker(Position, {});
		Def.Profile = Profile;
		Def.Height = Height;
		return MustAdd(Crowd, Def);
	};
	const AgentHandle Self = Add({0.0f, 0.0f}, People);
	const std::map<uint32_t, EDebugReason> Expected = {
		{Add({1.0f, 0.0f}, People).Index, EDebugReason::Avoided},
		{Add({0.0f, 1.5f}, People).Index, EDebugReason::Avoided},
		{Add({-2.0f, 0.0f}, People).Index, EDebugReason::TooMany},
		{Add({0.0f, -0.9f}, Ghosts).Index, EDebugReason::OtherGroup},
		{Add({0.8f, 0.8f}, People, 3.0f).Index, EDebugReason::OtherFloor},
		{Add({4.5f, 0.0f}, People).Index, EDebugReason::OutOfRange},
	};
	const AgentHandle Far = Add({50.0f, 0.0f}, People);
	ASSERT_TRUE(Crowd.Watch(Self));
	MustStep(Crowd, Dt);

	std::map<uint32_t, EDebugReason> Found;
	for (const DebugItem& Item : ItemsOf(MustDescribe(Crowd, Self), EDebugKind::Neighbor))
	{
		EXPECT_TRUE(Found.emplace(Item.Other, Item.Reason).second) << "agent " << Item.Other << " is there twice";
		EXPECT_FLOAT_EQ(Item.Radius, 0.3f);
	}
	EXPECT_EQ(Found, Expected);
	EXPECT_FALSE(Found.contains(Far.Index));

	// One that never yields avoids nobody, whatever it sees.
	ASSERT_TRUE(Crowd.Set(Self, &AgentDef::Responsibility, 0.0f));
	MustStep(Crowd, Dt);
	const DebugGeometry& Proud = MustDescribe(Crowd, Self);
	EXPECT_EQ(ItemsOf(Proud, EDebugKind::Neighbor).front().Reason, EDebugReason::NeverYields);
	EXPECT_TRUE(ItemsOf(Proud, EDebugKind::ForbiddenHalfPlane).empty());
}

TEST(DebugGeometry, SaysWhomAnAgentHasNotNoticedYet)
{
	World Crowd = MakeWorld({.Model = "rcap"});
	const AgentProfile Profile = {.MaxNeighbors = 2, .FieldOfView = 2.0f, .ObservationTime = 0.5f};
	const auto Add = [&, Handle = MustAddProfile(Crowd, Profile)](Vec2 Position)
	{
		AgentDef Def = Walker(Position, {});
		Def.Profile = Handle;
		return MustAdd(Crowd, Def).Index;
	};
	AgentDef Def = Walker({0.0f, 0.0f}, {1.0f, 0.0f});
	Def.Profile = MustAddProfile(Crowd, Profile);
	const AgentHandle Self = MustAdd(Crowd, Def);
	MustAddObstacle(Crowd, {{3.0f, 0.5f}, {3.0f, 9.0f}});
	const uint32_t Ahead = Add({6.0f, -2.0f});
	const uint32_t Further = Add({7.0f, -2.0f});
	const uint32_t Farthest = Add({8.0f, -2.0f});
	const uint32_t Behind = Add({-2.0f, 0.0f});
	const uint32_t Aside = Add({1.0f, 8.0f});
	const uint32_t BehindTheWall = Add({6.0f, 3.0f});
	ASSERT_TRUE(Crowd.Watch(Self));

	for (int Step = 1; Step <= 8; ++Step)
	{
		MustStep(Crowd, Dt);
		const bool bNoticed = Step > 6;
		const EDebugReason Now = bNoticed ? EDebugReason::Avoided : EDebugReason::NotNoticed;
		const std::map<uint32_t, EDebugReason> Expected = {{Ahead, Now}, {Further, Now},
			{Farthest, EDebugReason::TooMany}, {Behind, EDebugReason::OutOfView}, {Aside, EDebugReason::OutOfView},
			{BehindTheWall, EDebugReason::Hidden}};
		const DebugGeometry& Geometry = MustDescribe(Crowd, Self);
		std::map<uint32_t, EDebugReason> Found;
		for (const DebugItem& Item : ItemsOf(Geometry, EDebugKind::Neighbor))
		{
			Found[Item.Other] = Item.Reason;
			const bool bObserved = Item.Reason == EDebugReason::NotNoticed;
			EXPECT_NEAR(Item.Seconds, bObserved ? 0.1f * static_cast<float>(Step - 1) : 0.0f, 0.0015f);
		}
		EXPECT_EQ(Found, Expected) << "step " << Step;

		std::map<uint32_t, EDebugReason> Lines;
		for (const DebugItem& Item : ItemsOf(Geometry, EDebugKind::Sight))
		{
			Lines[Item.Other] = Item.Reason;
			EXPECT_EQ(Geometry.PointsOf(Item)[0], Geometry.Position);
			EXPECT_EQ(Geometry.PointsOf(Item)[1].Y, -2.0f);
		}
		EXPECT_EQ(Lines, (std::map<uint32_t, EDebugReason>{{Ahead, Now}, {Further, Now}}));

		const std::vector<DebugItem> Views = ItemsOf(Geometry, EDebugKind::FieldOfView);
		ASSERT_EQ(Views.size(), 1u);
		EXPECT_TRUE(Views[0].bClosed);
		const float Heading = std::atan2(Geometry.Velocity.Y, Geometry.Velocity.X);
		const std::span<const Vec2> Sector = Geometry.PointsOf(Views[0]);
		EXPECT_EQ(Sector.front(), Geometry.Position);
		for (const auto& [Corner, Side] : {std::pair(Sector[1], -1.0f), std::pair(Sector.back(), 1.0f)})
		{
			EXPECT_NEAR(std::atan2(Corner.Y - Geometry.Position.Y, Corner.X - Geometry.Position.X),
				Heading + Side * 0.5f * Profile.FieldOfView, 1.0e-4f);
			EXPECT_NEAR(Distance(Corner, Geometry.Position), 15.0f, 1.0e-4f) << "as far as rcap sees at least";
		}
		EXPECT_FLOAT_EQ(ItemsOf(Geometry, EDebugKind::PersonalSpace).front().Radius, Profile.PersonalSpace);
	}
}

/// In a throng among walls, against what the world remembers, and against the walls.
TEST(DebugGeometry, TellsTheTruthAboutSight)
{
	RandomScene Scene({.Seed = 23, .Agents = 150, .Density = 0.3f, .Model = "rcap", .bObstacles = true}, EIsa::Auto);
	World& Crowd = Scene.Get();
	std::map<EDebugReason, int> Found;
	for (const AgentHandle Agent : AllAgents(Crowd))
	{
		ASSERT_TRUE(Crowd.Watch(Agent));
	}
	for (int Step = 0; Step < 30; ++Step)
	{
		Scene.Step(Dt);
		for (const AgentHandle Agent : AllAgents(Crowd))
		{
			std::map<uint32_t, std::pair<bool, float>> Expected; // Noticed, and since when in sight if not.
			std::vector<SeenAgent> Remembered;
			ASSERT_TRUE(Crowd.Seen(Agent, Remembered));
			for (const SeenAgent& Other : Remembered)
			{
				if (Other.bInSight)
				{
					Expected[Other.Agent.Index] = {Other.bNoticed, Other.Since};
				}
			}
			const DebugGeometry& Geometry = MustDescribe(Crowd, Agent);
			std::map<uint32_t, std::pair<bool, float>> Lines;
			for (const DebugItem& Item : ItemsOf(Geometry, EDebugKind::Sight))
			{
				Lines[Item.Other] = {Item.Reason == EDebugReason::Avoided, 0.0f};
			}
			for (const DebugItem& Item : ItemsOf(Geometry, EDebugKind::Neighbor))
			{
				++Found[Item.Reason];
				if (const auto Line = Lines.find(Item.Other); Line != Lines.end())
				{
					EXPECT_EQ(Item.Reason == EDebugReason::Avoided, Line->second.first);
					Line->second.second = Item.Seconds;
					continue;
				}
				std::vector<WallHit> Walls;
				ASSERT_TRUE(Crowd.WallsAlongSegment(Geometry.Position, Geometry.PointsOf(Item)[0], 0.0f, Walls));
				const bool bSeen = Item.Reason == EDebugReason::NotNoticed || Item.Reason == EDebugReason::TooMany;
				EXPECT_EQ(bSeen, Walls.empty()) << DebugReasonName(Item.Reason);
			}
			EXPECT_EQ(Lines, Expected) << "agent " << Agent.Index << ", step " << Step;
		}
	}
	for (const EDebugReason Reason :
		{EDebugReason::Avoided, EDebugReason::Hidden, EDebugReason::NotNoticed, EDebugReason::TooMany})
	{
		EXPECT_GT(Found[Reason], 100) << DebugReasonName(Reason);
	}
}

/// Neighbours as the overlay has them, against a search by brute force, in a throng.
TEST(DebugGeometry, ListsTheNearestNeighbors)
{
	RandomScene Scene({.Seed = 21, .Agents = 200, .Density = 2.0f}, EIsa::Auto);
	const std::vector<AgentHandle> Agents = AllAgents(Scene.Get());
	std::map<uint32_t, Vec2> Positions;
	for (const AgentHandle Agent : Agents)
	{
		ASSERT_TRUE(Scene.Get().Watch(Agent));
		Positions[Agent.Index] = MustGet(Scene.Get(), Agent).Position;
	}
	Scene.Step(Dt);
	for (const AgentHandle Agent : Agents)
	{
		const Vec2 Own = Positions[Agent.Index];
		std::vector<std::pair<float, uint32_t>> ByDistance;
		for (const auto& [Other, Position] : Positions)
		{
			if (Other != Agent.Index && Distance(Own, Position) < AgentProfile{}.NeighborDistance)
			{
				ByDistance.emplace_back(Distance(Own, Position), Other);
			}
		}
		std::sort(ByDistance.begin(), ByDistance.end());
		ByDistance.resize(std::min<size_t>(ByDistance.size(), static_cast<size_t>(AgentProfile{}.MaxNeighbors)));
		size_t Avoided = 0;
		for (const DebugItem& Item : ItemsOf(MustDescribe(Scene.Get(), Agent), EDebugKind::Neighbor))
		{
			if (Item.Reason == EDebugReason::Avoided)
			{
				++Avoided;
				// A hair more than the furthest: distances are compared with a few bits dropped.
				EXPECT_LE(Distance(Own, Positions.at(Item.Other)), ByDistance.back().first * 1.0001f);
			}
		}
		EXPECT_EQ(Avoided, ByDistance.size());
	}
}

TEST(DebugGeometry, ShowsWhatTheAgentIsAndWants)
{
	World Crowd = MakeWorld();
	MustAddObstacle(Crowd, {{1.0f, -5.0f}, {1.0f, 5.0f}});
	AgentDef Def = Walker({0.0f, 0.0f}, {1.0f, 0.0f});
	Def.MaxAcceleration = 2.0f;
	const AgentHandle Self = MustAdd(Crowd, Def);
	ASSERT_TRUE(Crowd.Watch(Self));
	EXPECT_EQ(MustDescribe(Crowd, Self).Step, 0u) << "there was no step yet";
	ASSERT_TRUE(Crowd.SetGoal(Self, {10.0f, 0.0f}));
	MustStep(Crowd, Dt);

	const DebugGeometry& Geometry = MustDescribe(Crowd, Self);
	EXPECT_EQ(Geometry.Step, 1u);
	EXPECT_TRUE(Geometry.bKept) << "a wall is in its way";
	EXPECT_FALSE(Geometry.bRelaxed);
	EXPECT_FLOAT_EQ(Geometry.Desired.X, 1.3f);
	const auto Only = [&](EDebugKind Kind)
	{
		const std::vector<DebugItem> Items = ItemsOf(Geometry, Kind);
		EXPECT_EQ(Items.size(), 1u) << DebugKindName(Kind);
		return Items.empty() ? DebugItem() : Items[0];
	};
	EXPECT_FLOAT_EQ(Only(EDebugKind::Body).Radius, 0.3f);
	EXPECT_FLOAT_EQ(Only(EDebugKind::PersonalSpace).Radius, 0.3f * DefaultClearance);
	EXPECT_FLOAT_EQ(Only(EDebugKind::Range).Radius, AgentProfile{}.NeighborDistance);
	EXPECT_FLOAT_EQ(Only(EDebugKind::SpeedLimit).Radius, 1.5f);
	EXPECT_FLOAT_EQ(Only(EDebugKind::ChangeLimit).Radius, 0.2f);
	const DebugItem Wall = Only(EDebugKind::Wall);
	for (const Vec2 End : Geometry.PointsOf(Wall))
	{
		EXPECT_EQ(End.X, 1.0f);
		EXPECT_EQ(std::fabs(End.Y), 5.0f);
	}
	const DebugItem Path = Only(EDebugKind::Path);
	ASSERT_EQ(Path.PointCount, 2u);
	EXPECT_EQ(Geometry.PointsOf(Path)[1], (Vec2{10.0f, 0.0f}));
	const DebugItem Chosen = Only(EDebugKind::ChosenVelocity);
	EXPECT_EQ(Geometry.PointsOf(Chosen)[1], MustGet(Crowd, Self).Velocity);
}

TEST(DebugGeometry, SaysWhenNothingIsLeft)
{
	// Squeezed from all sides by those who never yield.
	for (const std::string Model : {"orca", "clearpath"})
	{
		World Crowd = MakeWorld({.Model = Model});
		const AgentHandle Self = MustAdd(Crowd, Walker({0.0f, 0.0f}, {}));
		for (const Vec2 From : {Vec2{1.0f, 0.0f}, Vec2{-1.0f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{0.0f, -1.0f},
				 Vec2{0.8f, 0.8f}, Vec2{-0.8f, 0.8f}, Vec2{0.8f, -0.8f}, Vec2{-0.8f, -0.8f}})
		{
			AgentDef Car = Walker(From, {-1.2f * From.X, -1.2f * From.Y});
			Car.Responsibility = 0.0f;
			MustAdd(Crowd, Car);
		}
		ASSERT_TRUE(Crowd.Watch(Self));
		MustStep(Crowd, Dt);
		const DebugGeometry& Geometry = MustDescribe(Crowd, Self);
		EXPECT_TRUE(Geometry.bKept);
		EXPECT_TRUE(Geometry.bRelaxed);
		if (Model == "clearpath")
		{
			const std::vector<DebugItem> Neighbors = ItemsOf(Geometry, EDebugKind::Neighbor);
			EXPECT_TRUE(std::any_of(Neighbors.begin(), Neighbors.end(),
				[](const DebugItem& Item) { return Item.Reason == EDebugReason::LeftOut; }));
		}
	}
}

TEST(DebugGeometry, IsTheSameForEveryInstructionSetAndChangesNothing)
{
	for (const char* const Model : {"orca", "rcap", "clearpath", "clearpath-1", "none"})
	{
		const SceneOptions Options = {.Seed = 31, .Agents = 300, .Density = 1.0f, .Model = Model, .bObstacles = true};
		const std::vector<uint64_t> Unwatched = RunScene(Options, EIsa::Scalar, nullptr, 5);
		std::vector<DebugGeometry> First;
		for (const EIsa Isa : AvailableIsas())
		{
			RandomScene Scene(Options, Isa);
			const std::vector<AgentHandle> Agents = AllAgents(Scene.Get());
			for (const AgentHandle Agent : Agents)
			{
				ASSERT_TRUE(Scene.Get().Watch(Agent));
			}
			for (size_t Step = 1; Step < Unwatched.size(); ++Step)
			{
				Scene.Step(Dt);
				EXPECT_EQ(Scene.Get().StateHash(), Unwatched[Step]) << IsaName(Isa) << ", step " << Step;
			}
			std::vector<DebugGeometry> Here;
			for (const AgentHandle Agent : Agents)
			{
				Here.push_back(MustDescribe(Scene.Get(), Agent));
			}
			First = First.empty() ? Here : First;
			for (size_t Index = 0; Index < Here.size(); ++Index)
			{
				ASSERT_EQ(Here[Index].Points, First[Index].Points) << IsaName(Isa) << ", agent " << Index;
				ASSERT_EQ(Here[Index].Items.size(), First[Index].Items.size());
				EXPECT_EQ(Here[Index].bKept, First[Index].bKept);
				EXPECT_EQ(Here[Index].bRelaxed, First[Index].bRelaxed);
			}
		}
	}
}

TEST(DebugGeometry, IsKeptForWatchedAgentsOnly)
{
	World Crowd = MakeWorld();
	std::vector<AgentHandle> Agents;
	for (int Index = 0; Index <= CrowdMaxWatched; ++Index)
	{
		Agents.push_back(MustAdd(Crowd, Walker({2.0f * static_cast<float>(Index), 0.0f}, {})));
	}
	EXPECT_EQ(Crowd.DebugOf(Agents[0]), nullptr);
	for (int Index = 0; Index < CrowdMaxWatched; ++Index)
	{
		ASSERT_TRUE(Crowd.Watch(Agents[static_cast<size_t>(Index)]));
		ASSERT_TRUE(Crowd.Watch(Agents[static_cast<size_t>(Index)])) << "again is no more than once";
	}
	const Result<void> TooMany = Crowd.Watch(Agents.back());
	EXPECT_FALSE(TooMany);
	EXPECT_NE(std::string(TooMany.ErrorText()).find("1024"), std::string::npos) << TooMany.ErrorText();
	EXPECT_EQ(Crowd.DebugOf(Agents.back()), nullptr);
	ASSERT_TRUE(Crowd.Watch(Agents[0], false));
	EXPECT_EQ(Crowd.DebugOf(Agents[0]), nullptr);
	ASSERT_TRUE(Crowd.Watch(Agents.back()));

	MustStep(Crowd, Dt);
	for (size_t Index = 1; Index < Agents.size(); ++Index)
	{
		const DebugGeometry& Geometry = MustDescribe(Crowd, Agents[Index]);
		EXPECT_EQ(Geometry.Agent, Agents[Index]);
		EXPECT_EQ(Geometry.Position.X, 2.0f * static_cast<float>(Index));
	}

	// It ends with the agent, and does not come back with the next one of the same index.
	ASSERT_TRUE(Crowd.RemoveAgent(Agents[1]));
	EXPECT_EQ(Crowd.DebugOf(Agents[1]), nullptr);
	EXPECT_FALSE(Crowd.Watch(Agents[1]));
	const AgentHandle Successor = MustAdd(Crowd, Walker({0.0f, 9.0f}, {}));
	ASSERT_EQ(Successor.Index, Agents[1].Index);
	EXPECT_EQ(Crowd.DebugOf(Successor), nullptr);
	MustStep(Crowd, Dt);
	EXPECT_EQ(MustDescribe(Crowd, Agents[2]).Step, 2u);
}

TEST(DebugGeometry, EveryKindAndReasonHasAName)
{
	std::vector<std::string> Names;
	for (int Kind = 0; Kind < static_cast<int>(EDebugKind::Count); ++Kind)
	{
		Names.emplace_back(DebugKindName(static_cast<EDebugKind>(Kind)));
	}
	for (int Reason = 0; Reason < static_cast<int>(EDebugReason::Count); ++Reason)
	{
		Names.emplace_back(DebugReasonName(static_cast<EDebugReason>(Reason)));
	}
	EXPECT_EQ(std::count(Names.begin(), Names.end(), "unknown"), 0);
	std::sort(Names.begin(), Names.end());
	EXPECT_EQ(std::adjacent_find(Names.begin(), Names.end()), Names.end()) << "two share a name";
	EXPECT_STREQ(DebugKindName(EDebugKind::Count), "unknown");
	EXPECT_STREQ(DebugReasonName(EDebugReason::Count), "unknown");
}
}
