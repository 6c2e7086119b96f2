// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What Core says that a step saw and decided is drawn where it belongs.

#include "ForbiddenKinds.h"
#include "Image.h"
#include "PictureTestScene.h"
#include "Pictures/Layers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Pictures::OverlayTest
{
namespace
{
/// How far inside a convex, counter-clockwise polygon a point is; negative: outside (then not farther away than that).
double DepthIn(std::span<const Vec2> Polygon, Vec2 Place)
{
	double Depth = INFINITY;
	for (size_t Corner = 0; Corner < Polygon.size(); ++Corner)
	{
		const Vec2 From = Polygon[Corner];
		const Vec2 To = Polygon[(Corner + 1) % Polygon.size()];
		const double X = To.X - From.X;
		const double Y = To.Y - From.Y;
		const double Length = std::hypot(X, Y);
		if (Length > 1e-6)
		{
			Depth = std::min(Depth, (X * (Place.Y - From.Y) - Y * (Place.X - From.X)) / Length);
		}
	}
	return Depth;
}

double DistanceToLine(Vec2 From, Vec2 To, Vec2 Place)
{
	const double X = To.X - From.X;
	const double Y = To.Y - From.Y;
	const double LengthSq = X * X + Y * Y;
	const double Share =
		LengthSq > 0.0 ? std::clamp(((Place.X - From.X) * X + (Place.Y - From.Y) * Y) / LengthSq, 0.0, 1.0) : 0.0;
	return std::hypot(From.X + Share * X - Place.X, From.Y + Share * Y - Place.Y);
}

enum class EVelocity
{
	Allowed,
	Forbidden,
	Unclear ///< Something else is drawn near by: axes, arrows, edges, words.
};

EVelocity Judge(const DebugGeometry& Geometry, Vec2 Velocity, double Clear)
{
	const bool bAtWords = Velocity.X < -0.3f * Geometry.Window && Velocity.Y < -0.85f * Geometry.Window;
	if (std::abs(Velocity.X) < Clear || std::abs(Velocity.Y) < Clear || bAtWords)
	{
		return EVelocity::Unclear;
	}
	bool bForbidden = false;
	for (const DebugItem& Item : Geometry.Items)
	{
		const std::span<const Vec2> Points = Geometry.PointsOf(Item);
		if (!IsInVelocitySpace(Item.Kind))
		{
			continue;
		}
		if (Testing::IsForbidden(Item.Kind))
		{
			const double Depth = DepthIn(Points, Velocity);
			if (std::abs(Depth) < Clear)
			{
				return EVelocity::Unclear;
			}
			bForbidden |= Depth > 0.0;
		}
		else if (Item.Radius > 0.0f)
		{
			const double Rim =
				std::hypot(Velocity.X - Points[0].X, Velocity.Y - Points[0].Y) - static_cast<double>(Item.Radius);
			if (std::abs(Rim) < Clear)
			{
				return EVelocity::Unclear;
			}
		}
		else if (!Item.bClosed && DistanceToLine(Points.front(), Points.back(), Velocity) < 3.0 * Clear)
		{
			return EVelocity::Unclear;
		}
	}
	return bForbidden ? EVelocity::Forbidden : EVelocity::Allowed;
}

/// Two who would run into each other, beside a wall and somebody who stands farther off.
Scenarios::Scene MakeEncounter()
{
	Scenarios::Scene Scene =
		MakeScene({{{-2.0f, 0.0f}, {1.3f, 0.0f}}, {{2.0f, 0.1f}, {-1.3f, 0.0f}}, {{-2.0f, 4.0f}, {}}});
	Scene.Obstacles = {{{-4.0f, -1.2f}, {4.0f, -1.2f}}};
	Scene.Profiles[0].NeighborDistance = 5.0f;
	Scene.Profiles[0].MaxNeighbors = 1;
	return Scene;
}

struct WatchedRun
{
	Scenarios::Scene Scene = MakeEncounter();
	Scenarios::Simulation Run;
	OpenWriter Writer;

	explicit WatchedRun(std::string Model, std::vector<uint32_t> Watch = {0})
		: Run(Scene, Serial(Model)),
		  Writer(Run, Options(Watch))
	{
		Writer.AddFrame(Run);
	}

	static PictureOptions Options(const std::vector<uint32_t>& Watch)
	{
		PictureOptions Out = CloseUp();
		Out.Width = 1600;
		Out.Height = 900;
		Out.Watch = Watch;
		Out.TrailSeconds = 0.0;
		return Out;
	}

	void Step(int Count)
	{
		for (int Each = 0; Each < Count; ++Each)
		{
			Run.Step();
			Writer.AddFrame(Run);
		}
	}
};

class OverlayTest : public testing::TestWithParam<std::string>
{};

TEST_P(OverlayTest, ForbiddenVelocitiesAreTintedAndAllowedOnesAreNot)
{
	WatchedRun Watched(GetParam());
	Watched.Step(4);
	const Image Picture(Watched.Writer.Draw());
	ASSERT_EQ(1u, Watched.Writer.Overlays.size());
	const DebugGeometry& Geometry = Watched.Writer.Overlays[0];
	const View Velocities = VelocityView(Geometry, Watched.Writer.GetLayout().Insets.at(0));
	const double Clear = 5.0 / Velocities.PixelsPerMeter();
	int Allowed = 0;
	int Forbidden = 0;
	for (int Row = -30; Row <= 30; ++Row)
	{
		for (int Column = -30; Column <= 30; ++Column)
		{
			const Vec2 Velocity = {Geometry.Window * 0.032f * static_cast<float>(Column),
				Geometry.Window * 0.032f * static_cast<float>(Row)};
			const EVelocity Truth = Judge(Geometry, Velocity, Clear);
			const Display::Color Seen = Picture.At(Velocities.ToPixel(Velocity));
			if (Truth == EVelocity::Allowed)
			{
				++Allowed;
				ASSERT_EQ(InsetBackground, Seen) << Velocity.X << ", " << Velocity.Y;
			}
			else if (Truth == EVelocity::Forbidden)
			{
				++Forbidden;
				ASSERT_GE(Seen.R, InsetBackground.R + 20) << Velocity.X << ", " << Velocity.Y;
			}
		}
	}
	EXPECT_GT(Allowed, 100);
	EXPECT_GT(Forbidden, 100);
}

INSTANTIATE_TEST_SUITE_P(Models, OverlayTest, testing::Values("orca", "clearpath"));

TEST(Overlay, InsetsShowTheWholeWindow)
{
	DebugGeometry Geometry;
	Geometry.Window = 2.0f;
	const View Velocities = VelocityView(Geometry, {100.0, 200.0, 300.0, 400.0});
	EXPECT_DOUBLE_EQ(100.0, Velocities.ToPixel({-2.0f, 2.0f}).X);
	EXPECT_DOUBLE_EQ(200.0, Velocities.ToPixel({-2.0f, 2.0f}).Y);
	EXPECT_DOUBLE_EQ(250.0, Velocities.ToPixel({1.0f, 0.0f}).X);
	EXPECT_DOUBLE_EQ(300.0, Velocities.ToPixel({1.0f, 0.0f}).Y);
}

TEST(Overlay, FitsTheCrowdThatTheStepFound)
{
	WatchedRun Watched("orca");
	EXPECT_TRUE(Watched.Writer.Overlays.empty()) << "there has been no step";
	for (uint64_t Step = 1; Step <= 3; ++Step)
	{
		Watched.Step(1);
		const DebugGeometry& Geometry = Watched.Writer.Overlays.at(0);
		const Display::Snapshot& Shown = Watched.Writer.Shown;
		EXPECT_EQ(Step, Geometry.Step);
		EXPECT_EQ(Step - 1, Shown.Step);
		EXPECT_EQ(Geometry.Position, Shown.Agents[0].Position);
		EXPECT_EQ(Geometry.Velocity, Shown.Agents[0].Velocity);
	}
}

TEST(Overlay, WithoutWatchingTheLatestFrameIsShown)
{
	WatchedRun Watched("orca", {});
	Watched.Step(3);
	EXPECT_EQ(3u, Watched.Writer.Shown.Step);
	EXPECT_TRUE(Watched.Writer.GetLayout().Insets.empty());
}

class OverlayNeighbors : public testing::TestWithParam<std::string>
{};

TEST_P(OverlayNeighbors, AreRingedByReasonAndWallsAreMarked)
{
	const bool bPerceives = GetParam() == "rcap";
	WatchedRun Watched(GetParam());
	Watched.Step(2);
	const Image Picture(Watched.Writer.Draw());
	const View Map = Watched.Writer.StillView();
	const DebugGeometry& Geometry = Watched.Writer.Overlays.at(0);
	// Lines are drawn with 0.9 of their colour or more, so they are off by a tenth of 255 at most.
	constexpr int Tenth = 26;
	std::multiset<EDebugReason> Reasons;
	int Walls = 0;
	int Sights = 0;
	for (const DebugItem& Item : Geometry.Items)
	{
		const std::span<const Vec2> Points = Geometry.PointsOf(Item);
		if (Item.Kind == EDebugKind::Neighbor)
		{
			const Display::Color Seen = Picture.At(Map.ToPixel({Points[0].X, Points[0].Y + Item.Radius}));
			EXPECT_LE(Difference(Display::ReasonColor(Item.Reason), Seen), Tenth) << DebugReasonName(Item.Reason);
			Reasons.insert(Item.Reason);
		}
		else if (Item.Kind == EDebugKind::Sight)
		{
			// Half of the colour: on the line, but not beside it.
			const Point Place =
				Map.ToPixel({0.4f * Points[0].X + 0.6f * Points[1].X, 0.4f * Points[0].Y + 0.6f * Points[1].Y});
			const int Background = Picture.At({Place.X, Place.Y + 8.0}).R;
			EXPECT_GE(Picture.At(Place).R, Background + 60);
			++Sights;
		}
		else if (Item.Kind == EDebugKind::Wall)
		{
			const Vec2 Place = {0.31f * Points[0].X + 0.69f * Points[1].X, 0.31f * Points[0].Y + 0.69f * Points[1].Y};
			EXPECT_LE(Difference(Display::StyleOf(EDebugKind::Wall).Line, Picture.At(Map.ToPixel(Place))), Tenth);
			++Walls;
		}
	}
	const EDebugReason Near = bPerceives ? EDebugReason::NotNoticed : EDebugReason::Avoided;
	EXPECT_EQ(Reasons, (std::multiset<EDebugReason>{Near, EDebugReason::TooMany}));
	EXPECT_EQ(1, Walls);
	EXPECT_EQ(bPerceives ? 1 : 0, Sights);
}

INSTANTIATE_TEST_SUITE_P(Models, OverlayNeighbors, testing::Values("orca", "rcap"));

TEST(Overlay, EachWatchedAgentHasItsOwnInset)
{
	WatchedRun Watched("orca", {1, 0});
	Watched.Step(2);
	const Image Picture(Watched.Writer.Draw());
	const Layout Parts = Watched.Writer.GetLayout();
	ASSERT_EQ(2u, Parts.Insets.size());
	for (size_t Inset = 0; Inset < 2; ++Inset)
	{
		const DebugGeometry& Geometry = Watched.Writer.Overlays.at(Inset);
		EXPECT_EQ(Inset == 0 ? 1u : 0u, Geometry.Agent.Index);
		// The arrow of the chosen velocity lies above all others.
		const Vec2 Half = {0.5f * Geometry.Chosen.X, 0.5f * Geometry.Chosen.Y};
		EXPECT_EQ(Display::StyleOf(EDebugKind::ChosenVelocity).Line,
			Picture.At(VelocityView(Geometry, Parts.Insets[Inset]).ToPixel(Half)));
	}
}
}
}
