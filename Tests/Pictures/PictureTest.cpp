// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Pictures are decoded again, and looked at pixel by pixel where the view says that something is.

#include "Image.h"
#include "PictureTestScene.h"
#include "Pictures/Layers.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace CrowdAvoidance::Pictures::PictureTest
{
namespace
{
using Display::EColorBy;

/// A scene before its first step.
struct Still
{
	Scenarios::Simulation Run;
	OpenWriter Writer;
	Image Shown;

	Still(const Scenarios::Scene& Scene, const PictureOptions& Options, int Steps = 0)
		: Run(Scene, Serial()),
		  Writer(Run, Options),
		  Shown(DrawAfter(Steps))
	{}

	Display::Color At(Vec2 Place) const { return Shown.At(Writer.StillView().ToPixel(Place)); }

private:
	std::string DrawAfter(int Steps)
	{
		Writer.AddFrame(Run);
		for (int Step = 0; Step < Steps; ++Step)
		{
			Run.Step();
			Writer.AddFrame(Run);
		}
		return Writer.Draw();
	}
};

TEST(PictureView, PutsTheMiddleInTheMiddleAndYUp)
{
	const View Map({{10.0f, 20.0f}, {30.0f, 30.0f}}, {100.0, 50.0, 500.0, 450.0});
	EXPECT_DOUBLE_EQ(20.0, Map.PixelsPerMeter());
	EXPECT_DOUBLE_EQ(300.0, Map.ToPixel({20.0f, 25.0f}).X);
	EXPECT_DOUBLE_EQ(250.0, Map.ToPixel({20.0f, 25.0f}).Y);
	EXPECT_DOUBLE_EQ(100.0, Map.ToPixel({10.0f, 30.0f}).X);
	EXPECT_DOUBLE_EQ(150.0, Map.ToPixel({10.0f, 30.0f}).Y);
	EXPECT_DOUBLE_EQ(35.0, Map.Meters().Top);
	EXPECT_DOUBLE_EQ(10.0, Map.Meters().Left);
}

TEST(PictureLayout, PartsDoNotOverlap)
{
	for (size_t Watched = 0; Watched <= MaxWatched; ++Watched)
	{
		const Layout Parts = LayOut(1600, 900, Watched);
		ASSERT_EQ(Watched, Parts.Insets.size());
		EXPECT_EQ(Parts.Header.Bottom, Parts.Map.Top);
		EXPECT_EQ(Parts.Map.Bottom, Parts.Footer.Top);
		for (const Box& Inset : Parts.Insets)
		{
			EXPECT_LT(Parts.Map.Right, Inset.Left);
			EXPECT_LT(Inset.Right, 1600.0);
			EXPECT_LT(Parts.Map.Top + Parts.Em, Inset.Top) << "its title";
			EXPECT_LT(Inset.Bottom, Parts.Key.Top);
			EXPECT_LE(Parts.Key.Bottom, Parts.Footer.Top);
			EXPECT_DOUBLE_EQ(Inset.Width(), Inset.Height());
			for (const Box& Other : Parts.Insets)
			{
				const bool bBeside = Other.Right < Inset.Left || Inset.Right < Other.Left;
				const bool bBelow = Other.Bottom + Parts.Em < Inset.Top || Inset.Bottom + Parts.Em < Other.Top;
				EXPECT_TRUE(&Other == &Inset || bBeside || bBelow);
			}
		}
	}
}

TEST(Picture, HasTheAskedSize)
{
	const Scenarios::Scene Scene = MakeScene({{{0.0f, 0.0f}, {}}});
	for (const auto& [Width, Height] :
		{std::pair(64, 64), std::pair(1600, 900), std::pair(300, 241), std::pair(64, 8192), std::pair(8192, 64)})
	{
		PictureOptions Options;
		Options.Width = Width;
		Options.Height = Height;
		Options.Watch = {0};
		const Still Picture(Scene, Options, 1);
		EXPECT_EQ(Width, Picture.Shown.Width());
		EXPECT_EQ(Height, Picture.Shown.Height());
	}
}

TEST(Picture, AgentsHaveTheirColorAtTheirPlace)
{
	const std::vector<std::pair<Vec2, Vec2>> Agents = {{{-9.0f, -4.0f}, {1.0f, 0.0f}}, {{-9.0f, 4.0f}, {0.0f, -2.0f}},
		{{9.0f, 4.0f}, {-0.5f, 0.5f}}, {{9.0f, -4.0f}, {}}, {{0.3f, -0.7f}, {0.0f, 1.5f}}};
	for (int By = 0; By < static_cast<int>(EColorBy::Count); ++By)
	{
		PictureOptions Options = CloseUp();
		Options.ColorBy = static_cast<EColorBy>(By);
		const Still Picture(MakeScene(Agents), Options);
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			Display::SnapshotAgent Expected;
			Expected.Group = static_cast<uint32_t>(Agent);
			Expected.Velocity = Agents[Agent].second;
			Expected.MaxSpeed = 2.0f;
			Expected.Density = static_cast<float>(1.0 / (std::numbers::pi * 1.5 * 1.5));
			const Vec2 Place = Agents[Agent].first;
			EXPECT_EQ(Display::ColorOf(Expected, Options.ColorBy), Picture.At(Place))
				<< Display::Coloring(Options.ColorBy).Name << " of agent " << Agent;
			EXPECT_NE(Display::ColorOf(Expected, Options.ColorBy), Picture.At({Place.X + 0.6f, Place.Y - 0.1f}))
				<< "beyond its rim";
		}
	}
}

TEST(Picture, BodiesHaveTheirOutline)
{
	// A rectangle that would be upright, laid down.
	Scenarios::Scene Scene = MakeScene({{{2.0f, 1.0f}, {}}, {{-5.0f, 0.0f}, {}}});
	Scene.Shapes = {{{-0.5f, -2.0f}, {0.5f, -2.0f}, {0.5f, 2.0f}, {-0.5f, 2.0f}}};
	Scene.Agents[0].Shape = 0;
	Scene.Agents[0].Heading = std::numbers::pi_v<float> / 2.0f;
	const Still Picture(Scene, CloseUp());
	Display::SnapshotAgent Agent;
	const Display::Color Paint = Display::ColorOf(Agent, EColorBy::Group);
	for (const Vec2 Inside : {Vec2{2.0f, 1.0f}, {0.2f, 0.7f}, {3.8f, 0.7f}, {3.8f, 1.3f}, {0.2f, 1.3f}})
	{
		EXPECT_EQ(Picture.At(Inside), Paint) << Inside.X << ", " << Inside.Y;
	}
	for (const Vec2 Outside : {Vec2{2.0f, 1.7f}, {2.3f, 0.3f}, {-0.2f, 1.3f}, {4.2f, 0.7f}})
	{
		EXPECT_NE(Picture.At(Outside), Paint) << Outside.X << ", " << Outside.Y;
	}
}

TEST(Picture, SmallAgentsAreAtLeastAPixel)
{
	PictureOptions Options = CloseUp();
	Options.View = Display::Bounds{{-5000.0f, -5000.0f}, {5000.0f, 5000.0f}};
	const Still Picture(MakeScene({{{1234.0f, -987.0f}, {}}, {{-4000.0f, 3000.0f}, {}}}), Options);
	Display::SnapshotAgent Expected;
	EXPECT_EQ(Display::ColorOf(Expected, EColorBy::Group), Picture.At({1234.0f, -987.0f}));
	Expected.Group = 1;
	EXPECT_EQ(Display::ColorOf(Expected, EColorBy::Group), Picture.At({-4000.0f, 3000.0f}));
}

TEST(Picture, OnlyThoseWhoOverlapAreAlarming)
{
	PictureOptions Options = CloseUp();
	Options.ColorBy = EColorBy::Collision;
	const Still Picture(MakeScene({{{-0.4f, 0.0f}, {}}, {{0.4f, 0.0f}, {}}, {{5.0f, 0.0f}, {}}}), Options);
	EXPECT_EQ(Display::Alarm, Picture.At({-0.4f, 0.0f}));
	EXPECT_EQ(Display::Alarm, Picture.At({0.4f, 0.0f}));
	EXPECT_NE(Display::Alarm, Picture.At({5.0f, 0.0f}));
}

TEST(Picture, CrowdedAgentsAreBrighter)
{
	PictureOptions Options = CloseUp();
	Options.ColorBy = EColorBy::Density;
	const Still Picture(
		MakeScene({{{-4.0f, 0.0f}, {}}, {{3.0f, 0.0f}, {}}, {{4.1f, 0.0f}, {}}, {{3.5f, 1.0f}, {}}}), Options);
	const double Each = 1.0 / (std::numbers::pi * 1.5 * 1.5);
	EXPECT_EQ(Display::Scale(Each / 5.0), Picture.At({-4.0f, 0.0f}));
	EXPECT_EQ(Display::Scale(3.0 * Each / 5.0), Picture.At({3.5f, 1.0f}));
}

TEST(Picture, ThoseWhoHaveArrivedAreDimmed)
{
	Scenarios::Scene Scene = MakeScene({{{-2.0f, 0.0f}, {}}, {{2.0f, 0.0f}, {}}});
	Scene.StopFraction = 2.0;
	Scene.Agents[0].Goals = {{-2.0f, 0.0f}};
	Scene.Agents[1].Goals = {{9.0f, 0.0f}};
	Scene.Agents[1].Group = 0;
	const Still Picture(Scene, CloseUp(), 2);
	ASSERT_TRUE(Picture.Run.HasArrived(0));
	ASSERT_FALSE(Picture.Run.HasArrived(1));
	const Display::Color Bright = Display::ColorOf({}, EColorBy::Group);
	EXPECT_EQ(Bright, Picture.At(Picture.Writer.Shown.Agents[1].Position));
	const Display::Color Dim = Picture.At({-2.0f, 0.0f});
	EXPECT_EQ(PaintOf(Picture.Writer.Shown.Agents[0], EColorBy::Group), Dim);
	EXPECT_LT(Dim.R + Dim.G + Dim.B, (Bright.R + Bright.G + Bright.B) * 2 / 3);
}

TEST(Picture, ShowsWalls)
{
	Scenarios::Scene Scene = MakeScene({{{0.0f, 0.0f}, {}}});
	Scene.Obstacles = {{{3.0f, -1.0f}, {5.0f, -1.0f}, {5.0f, 1.0f}, {3.0f, 1.0f}}, {{-6.0f, -3.0f}, {-6.0f, 3.0f}}};
	const Still Picture(Scene, CloseUp());
	EXPECT_EQ(Display::WallFill, Picture.At({4.3f, 0.3f}));
	EXPECT_NE(Display::WallFill, Picture.At({5.3f, 0.3f}));
	EXPECT_EQ(Display::WallLine, Picture.At({-6.0f, 0.3f}));
	EXPECT_NE(Display::WallLine, Picture.At({-6.2f, 0.3f}));
}

TEST(Picture, DoorsAreShutAndBlocksStandInTheirTime)
{
	Scenarios::Scene Scene;
	Scene.Doors.push_back(
		{.Outline = {{-4.0f, -1.0f}, {-2.0f, -1.0f}, {-2.0f, 1.0f}, {-4.0f, 1.0f}}, .Schedule = {{8.0, false}}});
	Scene.Blocks.push_back(
		{.Outline = {{2.0f, -1.0f}, {4.0f, -1.0f}, {4.0f, 1.0f}, {2.0f, 1.0f}}, .From = 5.0, .Until = 9.0});
	const View Map({{-10.0f, -5.0f}, {10.0f, 5.0f}}, {0.0, 0.0, 400.0, 200.0});
	const auto DrawAt = [&](double Seconds)
	{
		Canvas Out(400, 200);
		DrawScene(Out, Map, 12.0, Scene, {}, Seconds);
		return Out.ToPng();
	};
	const Image Early(DrawAt(4.9));
	const Image Between(DrawAt(6.0));
	const Image Late(DrawAt(9.0));
	const Display::Color Nothing = Early.At(Map.ToPixel({0.0f, 0.0f}));
	const Point Door = Map.ToPixel({-3.0f, 0.0f});
	const Point Block = Map.ToPixel({3.0f, 0.0f});
	EXPECT_EQ(Nothing, Early.At(Door));
	EXPECT_EQ(Nothing, Early.At(Block));
	EXPECT_EQ(Nothing, Between.At(Door));
	EXPECT_EQ(Display::WallFill, Between.At(Block));
	// Filled with 0.85 of its colour.
	EXPECT_LE(Difference(Display::DoorLine, Late.At(Door)), 36);
	EXPECT_EQ(Nothing, Late.At(Block));
}

TEST(Picture, MarksFewGoalsAndNotMany)
{
	Scenarios::Scene Scene = MakeScene({});
	Scene.Agents.resize(1000);
	for (size_t Agent = 0; Agent < Scene.Agents.size(); ++Agent)
	{
		Scene.Agents[Agent].Goals = {{static_cast<float>(Agent % 50), 1.0f}};
	}
	EXPECT_EQ(50u, GoalsToMark(Scene).size());
	Scene.Agents[7].Goals[0].Y = 2.0f;
	EXPECT_TRUE(GoalsToMark(Scene).empty());
}

TEST(Picture, TrailsLieBehindAndFade)
{
	Scenarios::Scene Scene = MakeScene({{{-8.0f, 0.0f}, {2.0f, 0.0f}}});
	PictureOptions Options = CloseUp();
	Options.TrailSeconds = 3.0;
	const Still With(Scene, Options, 40);
	Options.TrailSeconds = 0.0;
	const Still Without(Scene, Options, 40);
	// It is at 0 now, and was at -6 three seconds ago.
	ASSERT_NEAR(0.0f, With.Writer.Shown.Agents[0].Position.X, 1e-3f);
	const auto Added = [&](float X) { return Difference(With.At({X, 0.03f}), Without.At({X, 0.03f})); };
	EXPECT_GT(Added(-1.15f), Added(-3.15f));
	EXPECT_GT(Added(-3.15f), Added(-5.15f));
	EXPECT_GT(Added(-5.15f), 0);
	EXPECT_EQ(0, Added(-6.5f));
	EXPECT_EQ(0, Added(1.15f));
}

TEST(Picture, LongTrailsTakeBoundedMemory)
{
	Trails Recent(1, 60.0);
	Display::Snapshot Now;
	Now.Agents.resize(1);
	for (int Step = 0; Step < 20'000; ++Step)
	{
		Now.Seconds = 0.01 * Step;
		Recent.Add(Now);
	}
	EXPECT_LE(Recent.Samples().size(), 50u);
	EXPECT_LE(Recent.Samples().front().Seconds, Now.Seconds - 58.0);
	EXPECT_GE(Recent.Samples().front().Seconds, Now.Seconds - 63.0);
}

TEST(Picture, StillsFollowWhoRunsAwayAndFilmsDoNotJump)
{
	PictureOptions Options = CloseUp();
	Options.View.reset();
	Scenarios::Scene Scene = MakeScene({{{0.0f, 0.0f}, {2.0f, 0.0f}}, {{0.0f, 9.0f}, {}}});
	Scenarios::Simulation Run(Scene, Serial());
	OpenWriter Writer(Run, Options);
	Writer.AddFrame(Run);
	const View FilmBefore = Writer.FilmView();
	const View StillBefore = Writer.StillView();
	for (int Step = 0; Step < 200; ++Step)
	{
		Run.Step();
		Writer.AddFrame(Run);
	}
	const Vec2 Runner = Writer.Shown.Agents[0].Position;
	ASSERT_GT(Runner.X, 30.0f);
	EXPECT_FALSE(StillBefore.CanSee(StillBefore.ToPixel(Runner), 0.0));
	EXPECT_TRUE(Writer.StillView().CanSee(Writer.StillView().ToPixel(Runner), 0.0));
	EXPECT_EQ(FilmBefore.ToPixel(Runner).X, Writer.FilmView().ToPixel(Runner).X);
	EXPECT_EQ(FilmBefore.PixelsPerMeter(), Writer.FilmView().PixelsPerMeter());
	EXPECT_LT(FilmBefore.PixelsPerMeter(), StillBefore.PixelsPerMeter()) << "a margin";

	const Image Film(Writer.DrawFilmFrame());
	Display::SnapshotAgent Stayed;
	Stayed.Group = 1;
	EXPECT_EQ(Display::ColorOf(Stayed, EColorBy::Group), Film.At(FilmBefore.ToPixel({0.0f, 9.0f})));
}

TEST(Picture, NobodyLeft)
{
	Scenarios::Scene Scene = MakeScene({{{0.0f, 0.0f}, {}}});
	Scene.StopFraction = 2.0;
	Scene.Exits = {{0.3f, 0.0f}};
	Scene.Agents[0].Goals = {Scene.Exits[0]};
	Scene.Agents[0].bLeaves = true;
	PictureOptions Options = CloseUp();
	Options.Watch = {0};
	const Still Picture(Scene, Options, 5);
	EXPECT_TRUE(Picture.Writer.Shown.Agents.empty());
	EXPECT_TRUE(Picture.Writer.Overlays.empty());
	EXPECT_NE(Display::ColorOf({}, EColorBy::Group), Picture.At({-0.3f, 0.2f}));
}

TEST(Picture, NobodyAtAll)
{
	PictureOptions Options;
	Options.Width = Options.Height = 200;
	const Still Picture(MakeScene({}), Options, 1);
	EXPECT_EQ(200, Picture.Shown.Width());
}

TEST(Picture, CoordinatesMayBeHuge)
{
	// A wall from one end of the world to the other, seen from a few metres: its ends lie 100 million pixels away.
	const Vec2 Far = {9.0e5f, -9.0e5f};
	Scenarios::Scene Scene = MakeScene({{Far, {}}, {{-9.0e5f, 9.0e5f}, {}}});
	Scene.Obstacles = {{{-9.9e5f, -9.0e5f + 2.0f}, {9.9e5f, -9.0e5f + 2.0f}},
		{{-9.9e5f, -9.9e5f}, {9.9e5f, -9.9e5f}, {9.9e5f, -9.0e5f - 2.0f}, {-9.9e5f, -9.0e5f - 2.0f}}};
	PictureOptions Options = CloseUp();
	Options.View = Display::Bounds{{Far.X - 4.0f, Far.Y - 4.0f}, {Far.X + 4.0f, Far.Y + 4.0f}};
	const Still Near(Scene, Options);
	EXPECT_EQ(Display::ColorOf({}, EColorBy::Group), Near.At(Far));
	EXPECT_EQ(Display::WallLine, Near.At({Far.X - 3.0f, Far.Y + 2.0f}));
	EXPECT_EQ(Display::WallFill, Near.At({Far.X + 1.0f, Far.Y - 3.0f}));
	EXPECT_NE(Display::WallFill, Near.At({Far.X + 1.0f, Far.Y - 1.0f}));

	Options.View.reset();
	const Still Whole(Scene, Options);
	EXPECT_EQ(Display::ColorOf({}, EColorBy::Group), Whole.At(Far));
}

TEST(Picture, ForeignTextIsHarmless)
{
	Scenarios::Scene Scene = MakeScene({{{0.0f, 0.0f}, {}}});
	Scene.Name = std::string("\xff\xfe\x80 \n\x01", 7) + std::string(10'000, 'W');
	PictureOptions Options = CloseUp();
	Options.Model = "\xc3";
	Options.Planner = "\xe2\x82";
	const Still Picture(Scene, Options);
	EXPECT_EQ(Display::ColorOf({}, EColorBy::Group), Picture.At({0.0f, 0.0f}));
}

/// The message that options are refused with; empty: they are not.
std::string RefusalOf(const PictureOptions& Options)
{
	Scenarios::Simulation Run(MakeScene({{{0.0f, 0.0f}, {}}, {{3.0f, 0.0f}, {}}}), Serial());
	try
	{
		OpenWriter Writer(Run, Options);
	}
	catch (const Scenarios::InputError& Error)
	{
		return Error.what();
	}
	return {};
}

TEST(PictureOptions, SizesAreLimited)
{
	PictureOptions Options;
	for (const auto& [Width, Height] : {std::pair(63, 100), std::pair(100, 63), std::pair(8193, 100),
			 std::pair(100, 8193), std::pair(0, 0), std::pair(-5, 100)})
	{
		Options.Width = Width;
		Options.Height = Height;
		EXPECT_EQ(
			"--size is " + std::to_string(Width) + "x" + std::to_string(Height) + ", each must be 64 to 8192 pixels",
			RefusalOf(Options));
	}
	Options.Width = 64;
	Options.Height = 8192;
	EXPECT_EQ("", RefusalOf(Options));
}

TEST(PictureOptions, ViewsMustBeFiniteAndNotEmpty)
{
	constexpr float Nan = std::numeric_limits<float>::quiet_NaN();
	constexpr float Infinite = std::numeric_limits<float>::infinity();
	PictureOptions Options;
	Options.View = Display::Bounds{{0.0f, 0.0f}, {1.0f, 1.0f}};
	EXPECT_EQ("", RefusalOf(Options));
	for (const Display::Bounds View :
		{Display::Bounds{{Nan, 0.0f}, {1.0f, 1.0f}}, Display::Bounds{{0.0f, 0.0f}, {1.0f, Nan}},
			Display::Bounds{{0.0f, -Infinite}, {1.0f, 1.0f}}, Display::Bounds{{0.0f, 0.0f}, {1e8f, 1.0f}}})
	{
		Options.View = View;
		EXPECT_NE(std::string::npos, RefusalOf(Options).find("each number must be -1e+07 to 1e+07 m"))
			<< RefusalOf(Options);
	}
	for (const Display::Bounds View :
		{Display::Bounds{{0.0f, 0.0f}, {0.0f, 1.0f}}, Display::Bounds{{0.0f, 2.0f}, {1.0f, 1.0f}}})
	{
		Options.View = View;
		EXPECT_NE(std::string::npos, RefusalOf(Options).find("lower left")) << RefusalOf(Options);
	}
}

TEST(PictureOptions, TrailsAndColorsAreChecked)
{
	PictureOptions Options;
	for (const double Seconds :
		{-0.1, 60.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
	{
		Options.TrailSeconds = Seconds;
		EXPECT_NE(std::string::npos, RefusalOf(Options).find("must be 0 to 60 s")) << Seconds;
	}
	Options.TrailSeconds = 60.0;
	EXPECT_EQ("", RefusalOf(Options));
	Options.ColorBy = EColorBy::Count;
	EXPECT_NE("", RefusalOf(Options));
}

TEST(PictureOptions, WatchedAgentsMustExistAndBeFew)
{
	PictureOptions Options;
	Options.Watch = {0, 1};
	EXPECT_EQ("", RefusalOf(Options));
	Options.Watch = {2};
	EXPECT_EQ("--watch is 2, must be the number of an agent, 0 to 1", RefusalOf(Options));
	Options.Watch = {1, 1};
	EXPECT_EQ("--watch names agent 1 twice", RefusalOf(Options));
	Options.Watch = {0, 1, 2, 3, 4};
	EXPECT_EQ("--watch names 5 agents, must be at most 4", RefusalOf(Options));
}
}
}
