// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Recordings, whole and damaged.

#include "CrowdViewer/Playback.h"
#include "CrowdViewer/Workspace.h"
#include "TemporaryFolder.h"

#include <sys/stat.h>

namespace CrowdAvoidance::Testing::PlaybackTest
{
namespace
{
using Scenarios::InputError;
using namespace Viewer;

class PlaybackFile : public TemporaryFolder
{
protected:
	/// Frames 0 .. Steps of the scenario.
	void Record(const std::string& Path, const Cli::RunSetup& Setup, int Steps)
	{
		Scenarios::Simulation Run(Setup.MakeScene(), Setup.MakeOptions(1, EIsa::Auto));
		RecordingWriter Writer;
		ASSERT_TRUE(Writer.Open(Path.c_str(), Setup.ToJson(), Run.GetScene().Dt));
		for (int Step = 0; Step <= Steps; ++Step)
		{
			ASSERT_TRUE(Writer.AddFrame(Run.GetWorld()));
			Run.Step();
		}
		ASSERT_TRUE(Writer.Close());
	}

	/// Everything that a user can see of it.
	static void SeeAll(const std::string& Path)
	{
		Playback Tape(Path);
		for (int Frame = 0; Frame < Tape.FrameCount(); ++Frame)
		{
			Tape.Seek(Frame);
		}
	}
};

TEST_F(PlaybackFile, ShowsWhatWasRecorded)
{
	const Cli::RunSetup Setup = Cli::RunSetup::FromScenario("hallway");
	Record(PathOf("a.crowdrec"), Setup, 30);
	Playback Tape(PathOf("a.crowdrec"));
	EXPECT_EQ(Tape.FrameCount(), 31);
	EXPECT_EQ(Tape.Current(), 0);

	Scenarios::Simulation Run(Setup.MakeScene(), Setup.MakeOptions(1, EIsa::Auto));
	for (int Step = 0; Step < 17; ++Step)
	{
		Run.Step();
	}
	Display::Snapshot Expected;
	Display::TakeSnapshot(Run, Expected);
	Tape.Seek(17);
	ASSERT_EQ(Tape.Shown().Agents.size(), Expected.Agents.size());
	for (size_t Index = 0; Index < Expected.Agents.size(); ++Index)
	{
		EXPECT_EQ(Tape.Shown().Agents[Index].Number, Expected.Agents[Index].Number);
		EXPECT_EQ(Tape.Shown().Agents[Index].Position, Expected.Agents[Index].Position);
		EXPECT_EQ(Tape.Shown().Agents[Index].Velocity, Expected.Agents[Index].Velocity);
		EXPECT_EQ(Tape.Shown().Agents[Index].Radius, Expected.Agents[Index].Radius);
		EXPECT_EQ(Tape.Shown().Agents[Index].Group, Expected.Agents[Index].Group);
		EXPECT_EQ(Tape.Shown().Agents[Index].Density, Expected.Agents[Index].Density);
	}
	EXPECT_NEAR(Tape.Shown().Seconds, 1.7, 1e-6);
	Tape.Seek(-5);
	EXPECT_EQ(Tape.Current(), 0);
	Tape.Seek(999);
	EXPECT_EQ(Tape.Current(), 30);
}

TEST_F(PlaybackFile, PlaysToItsEndAndBeginsAgain)
{
	Record(PathOf("a.crowdrec"), Cli::RunSetup::FromScenario("hallway"), 20);
	Workspace Work;
	Work.Open("circle");
	Work.Open(PathOf("a.crowdrec"));
	EXPECT_TRUE(Work.Sessions().empty());
	ASSERT_NE(Work.Recording(), nullptr);
	Work.SetPlaying(true);
	for (int Frame = 0; Frame < 100 && Work.IsPlaying(); ++Frame)
	{
		Work.Advance(0.11);
	}
	EXPECT_FALSE(Work.IsPlaying());
	EXPECT_EQ(Work.Recording()->Current(), 20);
	Work.SetPlaying(true);
	EXPECT_EQ(Work.Recording()->Current(), 0);
	Work.Step();
	EXPECT_EQ(Work.Recording()->Current(), 1);
	EXPECT_THROW(Work.Save(PathOf("x.json")), InputError);
	EXPECT_THROW(Work.StartCheck(5), InputError);
	EXPECT_THROW(Work.Edit([](SceneEditor& Editor) { Editor.Place(PlacedAgent{{0, 0}, {}}); }), InputError);
	EXPECT_THROW(Work.Change([](Cli::RunSetup& Setup) { Setup.Model = "none"; }), InputError);
	EXPECT_THROW(Work.SetSecondModel("none"), InputError);
	EXPECT_THROW(Work.SetKnobs({}), InputError);
	EXPECT_EQ(Work.Recording()->Current(), 1);
	Work.Open("circle");
	EXPECT_EQ(Work.Recording(), nullptr);
	EXPECT_EQ(Work.Sessions().size(), 1u);
}

TEST_F(PlaybackFile, EveryTruncationIsRefused)
{
	Record(PathOf("a.crowdrec"), Cli::RunSetup::FromScenario("simple"), 3);
	const std::string Whole = ReadAll(PathOf("a.crowdrec"));
	SeeAll(PathOf("a.crowdrec"));
	for (size_t Size = 0; Size < Whole.size(); ++Size)
	{
		WriteAll(PathOf("cut.crowdrec"), Whole.substr(0, Size));
		EXPECT_THROW(SeeAll(PathOf("cut.crowdrec")), InputError) << Size << " of " << Whole.size() << " bytes";
	}
}

TEST_F(PlaybackFile, EveryDamagedByteIsFound)
{
	Record(PathOf("a.crowdrec"), Cli::RunSetup::FromScenario("simple"), 3);
	const std::string Whole = ReadAll(PathOf("a.crowdrec"));
	for (size_t Place = 0; Place < Whole.size(); ++Place)
	{
		std::string Damaged = Whole;
		Damaged[Place] = static_cast<char>(Damaged[Place] ^ 0x55);
		WriteAll(PathOf("bad.crowdrec"), Damaged);
		EXPECT_THROW(SeeAll(PathOf("bad.crowdrec")), InputError) << "byte " << Place;
	}
}

TEST_F(PlaybackFile, ADamagedFrameLeavesThePresentOne)
{
	Record(PathOf("a.crowdrec"), Cli::RunSetup::FromScenario("simple"), 3);
	std::string Bytes = ReadAll(PathOf("a.crowdrec"));
	// The last frame ends before the index of four frames and the footer.
	Bytes[Bytes.size() - 32 - 4 * 8 - 20] ^= 1;
	WriteAll(PathOf("bad.crowdrec"), Bytes);
	Playback Tape(PathOf("bad.crowdrec"));
	Tape.Seek(2);
	EXPECT_THROW(Tape.Seek(3), InputError);
	EXPECT_EQ(Tape.Current(), 2);
	EXPECT_EQ(Tape.Shown().Step, 2u);
}

TEST_F(PlaybackFile, ForgedRecordingsAreRefused)
{
	// More agents in the frames than in the scenario: the checksums are right.
	const Cli::RunSetup Small = Cli::RunSetup::FromScenario("simple");
	const Cli::RunSetup Large = Cli::RunSetup::FromScenario("hallway");
	Scenarios::Simulation Run(Large.MakeScene(), Large.MakeOptions(1, EIsa::Auto));
	RecordingWriter Writer;
	ASSERT_TRUE(Writer.Open(PathOf("a.crowdrec").c_str(), Small.ToJson(), 0.25f));
	ASSERT_TRUE(Writer.AddFrame(Run.GetWorld()));
	ASSERT_TRUE(Writer.Close());
	EXPECT_THROW(Playback(PathOf("a.crowdrec")), InputError);

	RecordingWriter Foreign;
	ASSERT_TRUE(Foreign.Open(PathOf("b.crowdrec").c_str(), "not a set-up", 0.1f));
	ASSERT_TRUE(Foreign.AddFrame(Run.GetWorld()));
	ASSERT_TRUE(Foreign.Close());
	EXPECT_THROW(Playback(PathOf("b.crowdrec")), InputError);

	RecordingWriter Empty;
	ASSERT_TRUE(Empty.Open(PathOf("c.crowdrec").c_str(), Small.ToJson(), 0.25f));
	ASSERT_TRUE(Empty.Close());
	EXPECT_THROW(Playback(PathOf("c.crowdrec")), InputError);
}

TEST_F(PlaybackFile, WhatIsNoFileIsRefusedAtOnce)
{
	EXPECT_THROW(Playback(Folder.string()), InputError);
	EXPECT_THROW(Playback("/dev/null"), InputError);
	ASSERT_EQ(mkfifo(PathOf("pipe.crowdrec").c_str(), 0600), 0);
	EXPECT_THROW(Playback(PathOf("pipe.crowdrec")), InputError) << "must not wait for a writer";
}
}
}
