// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The real program in a real window, on a display that nobody sees: a script plays the user (CrowdViewer/Script.h).

#include "CrowdViewer/Workspace.h"
#include "Display/Colors.h"
#include "TemporaryFolder.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace CrowdAvoidance::Testing::WindowTest
{
namespace
{
struct Outcome
{
	int ExitCode = -1;
	std::string Out;
	std::string Err;
};

struct Picture
{
	unsigned Width = 0;
	unsigned Height = 0;
	std::vector<unsigned char> Bytes; ///< Red, green, blue.

	/// Pixels in columns First .. Last that are about this colour.
	int Count(Display::Color Color, unsigned First = 0, unsigned Last = UINT32_MAX) const
	{
		int Found = 0;
		for (size_t Pixel = 0; Pixel < Bytes.size() / 3; ++Pixel)
		{
			const unsigned Column = static_cast<unsigned>(Pixel) % Width;
			const unsigned char* Rgb = &Bytes[Pixel * 3];
			const auto IsNear = [](int A, int B) { return std::abs(A - B) <= 6; };
			Found += Column >= First && Column <= Last && IsNear(Rgb[0], Color.R) && IsNear(Rgb[1], Color.G) &&
				IsNear(Rgb[2], Color.B);
		}
		return Found;
	}

	/// Pixels in these columns that differ.
	int Difference(const Picture& Other, unsigned First, unsigned Last) const
	{
		int Found = 0;
		for (size_t Pixel = 0; Pixel < Bytes.size() / 3; ++Pixel)
		{
			const unsigned Column = static_cast<unsigned>(Pixel) % Width;
			Found += Column >= First && Column <= Last &&
				!std::equal(&Bytes[Pixel * 3], &Bytes[Pixel * 3] + 3, &Other.Bytes[Pixel * 3]);
		}
		return Found;
	}
};

class ViewerWindow : public TemporaryFolder
{
protected:
	/// `crowd ARGUMENTS` in the test's folder. Prefix: what goes before it in the shell.
	Outcome Run(const std::string& Prefix, const std::string& Arguments) const
	{
		// A viewer that hangs must not hang the tests.
		const std::string Command = "cd '" + Folder.string() + "' && LIBGL_ALWAYS_SOFTWARE=1 " + Prefix +
			" timeout 250 '" CROWD_CLI_PATH "' " + Arguments + " >out 2>err </dev/null";
		const int Status = std::system(Command.c_str());
		return {WIFEXITED(Status) ? WEXITSTATUS(Status) : -1, ReadAll(PathOf("out")), ReadAll(PathOf("err"))};
	}

	Outcome View(const std::string& Arguments, const std::string& Script) const
	{
		WriteAll(PathOf("script"), Script);
		// Tests that run at the same time begin to look for a free display at different numbers. A server that starts over when its last
		// client has gone sends a signal, in the middle of which xvfb-run cannot clean up.
		const std::string Display = std::to_string(1000 + getpid() % 50000);
		return Run("'" CROWD_XVFB_RUN "' -n " + Display + " -a -s '-screen 0 1400x900x24 -noreset'",
			"view --script script " + Arguments);
	}

	void ExpectWorks(const std::string& Arguments, const std::string& Script) const
	{
		const Outcome Result = View(Arguments, Script);
		EXPECT_EQ(Result.ExitCode, 0) << Result.Err;
		EXPECT_EQ(Result.Err, "");
	}

	Picture LoadPicture(const std::string& Name) const
	{
		Picture Loaded;
		png_image Image = {};
		Image.version = PNG_IMAGE_VERSION;
		EXPECT_TRUE(png_image_begin_read_from_file(&Image, PathOf(Name).c_str())) << Name << ": " << Image.message;
		Image.format = PNG_FORMAT_RGB;
		Loaded.Width = Image.width;
		Loaded.Height = Image.height;
		Loaded.Bytes.resize(PNG_IMAGE_SIZE(Image));
		EXPECT_TRUE(png_image_finish_read(&Image, nullptr, Loaded.Bytes.data(), 0, nullptr)) << Name;
		return Loaded;
	}
};

Display::Color GroupColor(uint32_t Group)
{
	Display::SnapshotAgent Agent;
	Agent.Group = Group;
	return Display::ColorOf(Agent, Display::EColorBy::Group);
}

TEST_F(ViewerWindow, OpensDrawsItsAgentsAndQuits)
{
	ExpectWorks("circle", "expect agents = 100\nwait 3\nshot a.png\nquit\n");
	const Picture Shot = LoadPicture("a.png");
	EXPECT_EQ(Shot.Width, 1400u);
	EXPECT_EQ(Shot.Height, 900u);
	// A hundred discs of 0.3 m in a circle of 12.7 m that fills the view: about 200 pixels each.
	EXPECT_GT(Shot.Count(GroupColor(0), 330), 15'000);
	EXPECT_LT(Shot.Count(GroupColor(0), 330), 40'000);
	EXPECT_GT(Shot.Count(Display::Background, 330), 500'000);
}

TEST_F(ViewerWindow, PlaysPausesStepsAndResets)
{
	ExpectWorks("crossing --model clearpath --seed 4", R"(
expect model = clearpath
click Play
expect playing = yes
until steps > 5
click Pause
expect playing = no
click Reset
expect steps = 0
click Step
click Step
expect steps = 2
key s
expect steps = 3
key space
expect playing = yes
until steps > 6
key space
expect playing = no
key r
expect steps = 0
set Speed 5
key space
until steps > 20
)");
}

TEST_F(ViewerWindow, RunsEveryScenario)
{
	std::string Script;
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		if (Info.Name != "stad" && Info.Name != "city")
		{
			Script += "choose Scenario " + Info.Name + "\nexpect scenario = " + Info.Name +
				"\nexpect message = \"\"\nexpect agents > 0\nclick Step\nclick Step\nexpect steps = 2\nwait 2\nshot " +
				Info.Name + ".png\n";
		}
	}
	ExpectWorks("circle", Script);
	for (const Scenarios::ScenarioInfo& Info : Scenarios::ListScenarios())
	{
		if (Info.Name != "stad" && Info.Name != "city")
		{
			EXPECT_GT(LoadPicture(Info.Name + ".png").Count(GroupColor(0), 330), 20) << Info.Name;
		}
	}
}

TEST_F(ViewerWindow, RunsTheLargeScenarios)
{
	for (const char* Scenario : {"stad-500", "city-500"})
	{
		ExpectWorks(Scenario, "expect agents = 500\nclick Step\nclick Step\nexpect steps = 2\nwait 2\nshot a.png\n");
		EXPECT_GT(LoadPicture("a.png").Count(Display::WallFill, 330), 1000) << Scenario;
		EXPECT_GT(LoadPicture("a.png").Count(GroupColor(0), 330), 50) << Scenario;
	}
}

TEST_F(ViewerWindow, EveryPanelOpens)
{
	ExpectWorks("hallway", R"(
click "Colours and overlays"
choose "Colour by" speed
wait 2
shot looks.png
click grid
click "velocity obstacle"
click "Colours and overlays"
click Parameters
set profile.neighborDistance 8
expect sight = 8
click Step
set profile.maxNeighbors 4
set profile.agentHorizon 3
set profile.obstacleHorizon 2
expect steps = 1
set orca.clearance 1.3
expect clearance = 1.3
expect steps = 0
wait 2
shot parameters.png
click "As the scenario has them"
expect sight = 5
click Parameters
click Edit
click Spawner
wait 2
shot edit.png
click Watch
click Edit
click Timings
click Step
wait 2
shot timings.png
click Timings
click Determinism
wait 2
shot determinism.png
click Determinism
click "Open a file"
wait 2
shot open.png
choose Model orca-plain
expect model = orca-plain
choose Planner roadmap
expect planner = roadmap
set Agents 20
expect agents = 20
set Seed 9
expect message = ""
)");
	// Each is a different picture.
	std::set<std::string> Different;
	for (const char* Name : {"looks.png", "parameters.png", "edit.png", "timings.png", "determinism.png", "open.png"})
	{
		Different.insert(ReadAll(PathOf(Name)));
	}
	EXPECT_EQ(Different.size(), 6u);
}

TEST_F(ViewerWindow, WatchesTheAgentThatIsClicked)
{
	ExpectWorks("crossing", R"(
click Step
clickagent 30
expect watched = 1
expect geometry = 0
click Step
expect geometry > 4
wheelworld 0 0 0
wait 2
shot on.png
click "Parameters of 30"
set agent.radius 0.4
expect radius = 0.40
expect message = ""
click "Parameters of 30"
clickagent 31 ctrl
expect watched = 2
clickagent 31 ctrl
expect watched = 1
click "Colours and overlays"
click range
click neighbour
wheelworld 0 0 0
wait 2
shot off.png
key escape
expect watched = 0
)");
	// The circle of its sight and a ring round each neighbour.
	EXPECT_GT(LoadPicture("on.png").Difference(LoadPicture("off.png"), 330, 1019), 500);
}

TEST_F(ViewerWindow, ShowsTwoModelsSideBySide)
{
	ExpectWorks("crossing", R"(
choose "Beside it" none
expect crowds = 2
click Play
until steps > 20
click Pause
wait 2
shot both.png
choose "Beside it" nothing
expect crowds = 1
)");
	const Picture Both = LoadPicture("both.png");
	// A hundred of the first group in each, of four pixels and more.
	EXPECT_GT(Both.Count(GroupColor(0), 330, 864), 400);
	EXPECT_GT(Both.Count(GroupColor(0), 866), 400);
}

TEST_F(ViewerWindow, ChecksDeterminism)
{
	ExpectWorks("crossing", R"(
click Determinism
set "Steps to compare" 40
click "Check determinism"
until check = 2
)");
}

TEST_F(ViewerWindow, PlacesAndSavesAScenarioThatRuns)
{
	ExpectWorks("circle", R"(
click Edit
click "New scene"
expect agents = 0
click Agent
dragworld -6 1 6 1
expect agents = 1
clickworld -6 3
expect agents = 2
click Goal
clickworld 6 3
expect placed = 2
click Wall
dragworld 0 -2 0 -6
clickworld 2 5
clickworld 4 5
clickworld 4 7
clickworld 2 5
expect placed = 4
click Spawner
choose Kind block
set Count 9
dragworld -5 -4 5 4
expect agents = 11
choose Kind circle
dragworld -6 6 -4 6
expect message = ""
expect placed = 6
key ctrl+z
expect placed = 5
choose Kind square
dragworld 7 -6 7 6
expect placed = 6
expect agents = 20
wait 2
shot edit.png
click Watch
click Play
until steps > 10
click Pause
set File mine.json
click "Save scenario"
expect message contains saved
set File nowhere/mine.json
click "Save scenario"
expect message contains "cannot write"
)");
	const Outcome Again = Run("", "run mine.json --steps 20");
	EXPECT_EQ(Again.ExitCode, 0) << Again.Err;
	const Scenarios::Scene Saved = Scenarios::LoadScene(PathOf("mine.json"));
	ASSERT_EQ(Saved.Agents.size(), 20u);
	ASSERT_EQ(Saved.Obstacles.size(), 2u);
	EXPECT_EQ(Saved.Obstacles[0].size(), 2u);
	EXPECT_EQ(Saved.Obstacles[1].size(), 3u);
	// Where the mouse was, to the pixel. The agents placed one by one come last.
	EXPECT_NEAR(Saved.Agents[18].Position.X, -6.0f, 0.05f);
	EXPECT_NEAR(Saved.Agents[18].Position.Y, 1.0f, 0.05f);
	EXPECT_NEAR(Saved.Agents[18].Goals.at(0).X, 6.0f, 0.05f);
	EXPECT_NEAR(Saved.Agents[19].Goals.at(0).Y, 3.0f, 0.05f);
	EXPECT_NEAR(Saved.Obstacles[0][1].Y, -6.0f, 0.05f);
}

TEST_F(ViewerWindow, OpensRecordingsAndRefusesDamagedFiles)
{
	ASSERT_EQ(Run("", "run crossing --steps 30 --record good.crowdrec").ExitCode, 0);
	const std::string Whole = ReadAll(PathOf("good.crowdrec"));
	WriteAll(PathOf("cut.crowdrec"), Whole.substr(0, Whole.size() / 2));
	WriteAll(PathOf("bad.json"), "{\"name\": [");
	ExpectWorks("good.crowdrec", R"(
expect frame = 0
expect agents = 200
set Frame 12
expect frame = 12
click Play
until frame = 30
expect playing = no
wait 2
shot tape.png
click "Open a file"
set Path cut.crowdrec
click Open
expect message contains cut.crowdrec
expect frame = 30
wait 2
shot message.png
set Path bad.json
click Open
expect message contains bad.json
set Path nothing.json
click Open
expect message contains nothing.json
expect frame = 30
set Path good.crowdrec
click Open
expect message = ""
expect frame = 0
choose Scenario hallway
expect frame = -1
expect agents = 40
)");
	EXPECT_GT(LoadPicture("tape.png").Count(GroupColor(0), 330), 1000);
	EXPECT_GT(LoadPicture("message.png").Count({112, 32, 36}), 5000);
}

TEST_F(ViewerWindow, ZoomsAtTheMouseAndFits)
{
	ExpectWorks(
		"circle", "expect scale < 40\nwheelworld 12 0 8\nexpect scale > 80\nkey f\nwait 2\nexpect scale < 40\n");
}

TEST_F(ViewerWindow, BadInputIsRefusedBeforeThereIsAWindow)
{
	WriteAll(PathOf("bad.json"), "{\"name\": [");
	WriteAll(PathOf("bad.crowdrec"), "CROWDREC and then nothing");
	struct Case
	{
		const char* Arguments;
		const char* Part;
	};
	for (const Case& Try : {Case{"circel", "did you mean 'circle'"}, {"bad.json", "bad.json"},
			 {"bad.crowdrec", "bad.crowdrec"}, {"missing.crowdrec", "missing.crowdrec"},
			 {"circle --model orcaa", "orcaa"}, {"circle --planner nix", "nix"}, {"circle --agents 0", "--agents"},
			 {"car --agents 7", "--agents"}, {"bad.crowdrec --seed 3", "--seed"},
			 {"bad.crowdrec --set agent.radius=1", "--set"}, {"circle --set agent.radius=-1", "agent.radius"},
			 {"circle --set radius", "key=value"}, {"circle --set nobody.x=1", "nobody"}, {"circle --dt 0", "--dt"}})
	{
		const Outcome Result = Run("env -u DISPLAY", std::string("view ") + Try.Arguments);
		EXPECT_EQ(Result.ExitCode, 2) << Try.Arguments;
		EXPECT_EQ(Result.Out, "") << Try.Arguments;
		EXPECT_NE(Result.Err.find(Try.Part), std::string::npos) << Try.Arguments << " said: " << Result.Err;
		EXPECT_EQ(Result.Err.find("display"), std::string::npos) << Try.Arguments << " said: " << Result.Err;
	}
}

TEST_F(ViewerWindow, WithoutADisplayItSaysSo)
{
	const Outcome Result = Run("env -u DISPLAY -u WAYLAND_DISPLAY", "view circle");
	EXPECT_EQ(Result.ExitCode, 2);
	EXPECT_NE(Result.Err.find("cannot open a window: no display"), std::string::npos) << Result.Err;
	EXPECT_NE(Result.Err.find("crowd run --html"), std::string::npos) << Result.Err;
	EXPECT_EQ(Run("env -u DISPLAY", "view --help").ExitCode, 0);
}

TEST_F(ViewerWindow, ACommandLineWithoutViewerSaysSo)
{
	std::filesystem::copy_file(CROWD_CLI_PATH, Folder / "alone");
	const int Status = std::system(("cd '" + Folder.string() + "' && ./alone view circle 2>err").c_str());
	EXPECT_EQ(WEXITSTATUS(Status), 2);
	EXPECT_NE(
		ReadAll(PathOf("err")).find("the viewer was not built: install libglfw3-dev, libimgui-dev"), std::string::npos);
}

TEST_F(ViewerWindow, AScriptThatFailsIsNoSuccess)
{
	const Outcome Result = View("circle", "click Nothing\n");
	EXPECT_EQ(Result.ExitCode, 1);
	EXPECT_NE(Result.Err.find("script line 1: there is no 'Nothing'"), std::string::npos) << Result.Err;
	EXPECT_EQ(View("circle", "expect agents = 99\n").ExitCode, 1);
	EXPECT_EQ(View("circle", "clack Play\n").ExitCode, 2);
}
}
}
