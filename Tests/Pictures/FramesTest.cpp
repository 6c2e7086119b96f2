// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Which moments become frames of a film, and where they may go.

#include "Pictures/Frames.h"
#include "Scenarios/Scene.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <random>
#include <sstream>

namespace CrowdAvoidance::Pictures::FramesTest
{
namespace
{
/// A folder of the test's own, gone afterwards.
class FrameFolderTest : public testing::Test
{
protected:
	void SetUp() override
	{
		const std::string Name = testing::UnitTest::GetInstance()->current_test_info()->name();
		Folder = std::filesystem::path(testing::TempDir()) /
			("crowd-frames-" + Name + "-" + std::to_string(std::random_device()()));
		std::filesystem::create_directories(Folder);
	}
	void TearDown() override { std::filesystem::remove_all(Folder); }

	static void Write(const std::filesystem::path& File, const std::string& Text) { std::ofstream(File) << Text; }

	std::filesystem::path Folder;
};

std::string RefusalOf(const std::filesystem::path& Folder)
{
	try
	{
		PrepareFrameFolder(Folder.string(), "--frames");
	}
	catch (const Scenarios::InputError& Error)
	{
		return Error.what();
	}
	return {};
}

TEST_F(FrameFolderTest, IsMadeWhereItIsMissing)
{
	EXPECT_EQ("", RefusalOf(Folder / "a" / "b"));
	EXPECT_TRUE(std::filesystem::is_directory(Folder / "a" / "b"));
	EXPECT_TRUE(std::filesystem::is_empty(Folder / "a" / "b")) << "nothing stays behind";
	EXPECT_EQ("", RefusalOf(Folder / "a" / "b")) << "an empty folder will do";
}

TEST_F(FrameFolderTest, OtherFilesMayBeThere)
{
	Write(Folder / "notes.txt", "x");
	Write(Folder / "frame.png", "x");
	EXPECT_EQ("", RefusalOf(Folder));
}

TEST_F(FrameFolderTest, FramesOfAnotherRunAreKept)
{
	Write(Folder / "frame-000017.png", "mine");
	EXPECT_EQ("--frames: cannot write to '" + Folder.string() + "': it holds frames already, frame-000017.png",
		RefusalOf(Folder));
	std::ostringstream Text;
	Text << std::ifstream(Folder / "frame-000017.png").rdbuf();
	EXPECT_EQ("mine", Text.str());
}

TEST_F(FrameFolderTest, AFileIsNoFolder)
{
	Write(Folder / "file", "mine");
	EXPECT_EQ("--frames: cannot write to '" + (Folder / "file").string() + "': it is not a folder",
		RefusalOf(Folder / "file"));
	EXPECT_NE("", RefusalOf(Folder / "file" / "below"));
	EXPECT_NE("", RefusalOf(""));
}

TEST_F(FrameFolderTest, MustBeWritable)
{
	// Where even the superuser cannot write.
	if (!std::filesystem::is_directory("/proc/self"))
	{
		GTEST_SKIP() << "no folder here that cannot be written to";
	}
	EXPECT_NE("", RefusalOf("/proc/self"));
	EXPECT_NE("", RefusalOf("/proc/self/frames"));
}

TEST(FramePath, IsNumberedWithSixDigits)
{
	EXPECT_EQ(std::filesystem::path("film") / "frame-000000.png", FramePath("film", 0));
	EXPECT_EQ(std::filesystem::path("film") / "frame-012345.png", FramePath("film", 12'345));
	EXPECT_EQ(std::filesystem::path("film") / "frame-1234567.png", FramePath("film", 1'234'567));
}

/// Numbers of the steps that become frames.
std::vector<int> FramesOf(std::optional<double> FramesPerSecond, float Dt, int Steps)
{
	FrameClock Clock(FramesPerSecond, Dt);
	std::vector<int> Due;
	for (int Step = 0; Step <= Steps; ++Step)
	{
		if (Clock.IsDue(static_cast<double>(Dt) * Step))
		{
			Due.push_back(Step);
		}
	}
	return Due;
}

TEST(FrameClock, EveryStepUnlessToldOtherwise)
{
	EXPECT_EQ((std::vector<int>{0, 1, 2, 3, 4}), FramesOf(std::nullopt, 0.1f, 4));
	EXPECT_DOUBLE_EQ(16.0, FrameClock(std::nullopt, 0.0625).Rate());
}

TEST(FrameClock, WheneverAFrameHasPassed)
{
	EXPECT_EQ((std::vector<int>{0, 2, 4, 6}), FramesOf(5.0, 0.1f, 7));
	EXPECT_EQ((std::vector<int>{0, 1, 2, 3}), FramesOf(10.0, 0.1f, 3));
	EXPECT_EQ((std::vector<int>{0, 4, 7, 10}), FramesOf(3.0, 0.1f, 12));
	EXPECT_EQ((std::vector<int>{0, 20}), FramesOf(0.5, 0.1f, 39));
	EXPECT_EQ(601u, FramesOf(10.0, 0.0625f, 960).size()) << "a minute";
	EXPECT_EQ(10'001u, FramesOf(10.0, 0.1f, 10'000).size()) << "steps are a little longer than a frame";
	EXPECT_EQ((std::vector<int>{0, 1, 2, 3, 4}), FramesOf(1.0 / 0.7, 0.7f, 4))
		<< "steps are a little shorter than a frame";
}

TEST(FrameClock, RefusesMoreFramesThanSteps)
{
	for (const double Fps :
		{10.1, 0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
	{
		EXPECT_THROW(FrameClock(Fps, 0.1), Scenarios::InputError) << Fps;
	}
	try
	{
		FrameClock(30.0, 0.1);
		ADD_FAILURE() << "must be refused";
	}
	catch (const Scenarios::InputError& Error)
	{
		EXPECT_STREQ("--fps is 30, must be above 0 and at most 10, since a step of this run takes 0.1 s", Error.what());
	}
}
}
}
