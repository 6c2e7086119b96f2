// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Trajectory text files: the forms that are in use, what is refused and how, and that we read what we write.

#include "Scenarios/TrajectoryText.h"

#include <gtest/gtest.h>

namespace CrowdAvoidance::Scenarios::TrajectoryTextTest
{
namespace
{
std::string Complaint(const std::string& Text, const TrajectoryFormat& Format = {})
{
	try
	{
		ParseTrajectories(Text, "file.txt", Format);
	}
	catch (const InputError& Refused)
	{
		return Refused.what();
	}
	return "no error";
}

TEST(TrajectoryText, ReadsTheFormsInUse)
{
	// As PedPy writes it, in metres.
	const TrajectorySet Meters = ParseTrajectories(
		"# description: UniBo\n# framerate: 16.00\n#ID frame x/m y/m z/m\n1 98 3.5 0.25 1.76\n1 99 3.6 0.5 1.76\n",
		"a");
	EXPECT_EQ(Meters.FrameRate, 16.0);
	ASSERT_EQ(Meters.People.size(), 1u);
	EXPECT_EQ(Meters.People[0].FirstFrame(), 98);
	EXPECT_EQ(Meters.People[0].Points[1].Position.X, 3.6);

	// Centimetres, tabs, carriage returns, no z, numbers with points, lines in any order, a frame that is missing.
	const TrajectorySet Centimeters = ParseTrajectories(
		"# framerate: 25fps\r\n# x/cm\ty/cm\r\n\r\n2\t1\t0\t0\r\n  1.0\t4\t300\t-50\r\n1\t2.0\t100\t50\r\n# end\r\n",
		"b");
	EXPECT_EQ(Centimeters.FrameRate, 25.0);
	ASSERT_EQ(Centimeters.People.size(), 2u);
	EXPECT_EQ(Centimeters.People[0].Id, 1);
	EXPECT_EQ(Centimeters.People[0].Points[0].Position.X, 1.0);
	EXPECT_EQ(Centimeters.People[0].At(3.0)->X, 2.0);
	EXPECT_EQ(Centimeters.People[0].At(3.5)->Y, -0.25);
	EXPECT_EQ(Centimeters.People[0].At(4.0)->Y, -0.5);
	EXPECT_FALSE(Centimeters.People[0].At(1.9));
	EXPECT_FALSE(Centimeters.People[0].At(4.1));
	EXPECT_EQ(Centimeters.Find(2)->Points.size(), 1u);
	EXPECT_EQ(Centimeters.Find(3), nullptr);

	// What the caller says goes before the comments.
	const TrajectorySet Given =
		ParseTrajectories("# framerate: 25\n# x/m\n0 0 100 0\n", "c", {.FrameRate = 50.0, .UnitMeters = 0.01});
	EXPECT_EQ(Given.FrameRate, 50.0);
	EXPECT_EQ(Given.People[0].Points[0].Position.X, 1.0);
}

TEST(TrajectoryText, RefusesWithFileLineValueAndRange)
{
	const std::string Head = "# framerate: 10\n# id frame x/m y/m\n0 0 1 2\n";
	const auto Says = [&](const std::string& Line, const std::vector<std::string>& Parts)
	{
		const std::string Text = Complaint(Head + Line);
		for (const std::string& Part : Parts)
		{
			EXPECT_NE(Text.find(Part), std::string::npos) << "'" << Part << "' is missing: " << Text;
		}
		EXPECT_EQ(Text.find('\n'), std::string::npos) << Text;
	};
	Says("0 1 x 2\n", {"file.txt:4", "x is 'x'", "1000000"});
	Says("0 1 1 1e7\n", {"file.txt:4", "y is '1e7'"});
	Says("0 1 1 nan\n", {"y is 'nan'"});
	Says("0 1 1 inf\n", {"y is 'inf'"});
	Says("0 1 1 1e999\n", {"y is '1e999'"});
	Says("0 1 1 2 z\n", {"z is 'z'"});
	Says("0 1 1 2 3 4\n", {"more than five columns"});
	Says("0 1 1\n", {"y is ''"});
	Says("-1 1 1 1\n", {"id is '-1'", "0"});
	Says("0 1.5 1 1\n", {"frame is '1.5'", "whole number"});
	Says("0 99999999999 1 1\n", {"frame is '99999999999'"});
	Says("0 0 1 1\n", {"file.txt:4", "frame 0 of id 0 once more"});
	Says("# framerate: fast\n", {"file.txt:4", "framerate is 'fast'"});
	Says("# framerate: 0\n", {"framerate is '0'", "above 0"});
	Says(std::string("0 1 \0\x1b[31m 2\n", 12), {"file.txt:4", "x is '"});
	EXPECT_NE(Complaint("").find("file.txt: has no line"), std::string::npos);
	EXPECT_NE(Complaint("# x/m\n0 0 1 1\n").find("frame rate"), std::string::npos);
	EXPECT_NE(Complaint("# framerate: 10\n0 0 1 1\n").find("unit"), std::string::npos);
	EXPECT_EQ(Complaint("0 0 1 1\n", {.FrameRate = 10.0, .UnitMeters = 1.0}), "no error");
}
}
}
