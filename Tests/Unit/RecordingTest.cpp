// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdRecording.h"
#include "MemoryFile.h"
#include "SmallDisk.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace CrowdAvoidance::Testing::RecordingTest
{
namespace
{
constexpr float Dt = 0.125f;
const std::string SetupText = "{\"any\": \"text\"}";

/// A folder of this test's own, gone when the test is.
class RecordingTest : public testing::Test
{
protected:
	void SetUp() override
	{
		const std::string Name = testing::UnitTest::GetInstance()->current_test_info()->name();
		Folder = std::filesystem::path(testing::TempDir()) / ("CrowdRecordingTest-" + Name);
		std::filesystem::remove_all(Folder);
		std::filesystem::create_directories(Folder);
		Path = (Folder / "a.crowdrec").string();
	}
	void TearDown() override { std::filesystem::remove_all(Folder); }

	bool IsFolderEmpty() const { return std::filesystem::is_empty(Folder); }

	std::filesystem::path Folder;
	std::string Path;
};

/// Three agents, of which the middle one is gone later: handles with a gap.
World MakeCrowd(std::vector<AgentHandle>& Handles)
{
	World Crowd = MakeWorld();
	for (int Index = 0; Index < 3; ++Index)
	{
		Handles.push_back(MustAdd(Crowd, Walker({static_cast<float>(Index) * 5.0f, 1.0f}, {0.0f, 1.0f})));
	}
	return Crowd;
}

/// Frames of a small crowd at Path, the hashes in the order of the frames.
std::vector<uint64_t> WriteSmall(const std::string& Path, int Frames)
{
	std::vector<AgentHandle> Handles;
	World Crowd = MakeCrowd(Handles);
	std::vector<uint64_t> Hashes;
	RecordingWriter Writer;
	EXPECT_STREQ(Writer.Open(Path.c_str(), SetupText, Dt).ErrorText(), "");
	for (int Frame = 0; Frame < Frames; ++Frame)
	{
		if (Frame == 2)
		{
			EXPECT_TRUE(Crowd.RemoveAgent(Handles[1]).IsOk());
		}
		Hashes.push_back(Crowd.StateHash());
		EXPECT_STREQ(Writer.AddFrame(Crowd).ErrorText(), "");
		MustStep(Crowd, Dt);
	}
	EXPECT_STREQ(Writer.Close().ErrorText(), "");
	return Hashes;
}

std::vector<char> ReadBytes(const std::string& Path)
{
	std::ifstream Stream(Path, std::ios::binary);
	return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
}

/// What a reader makes of the bytes: empty when every part is accepted, else the first error.
std::string FirstError(const std::vector<char>& Bytes)
{
	const MemoryFile File(Bytes.data(), Bytes.size());
	RecordingReader Reader;
	if (const Result<void> Opened = Reader.Open(File.Path().c_str()); !Opened)
	{
		return Opened.ErrorText();
	}
	for (int Frame = 0; Frame < Reader.FrameCount(); ++Frame)
	{
		if (const Result<RecordedFrame> Read = Reader.ReadFrame(Frame); !Read)
		{
			return Read.ErrorText();
		}
	}
	return {};
}

TEST_F(RecordingTest, GivesBackWhatWasWritten)
{
	const std::vector<uint64_t> Hashes = WriteSmall(Path, 4);
	RecordingReader Reader;
	ASSERT_STREQ(Reader.Open(Path.c_str()).ErrorText(), "");
	EXPECT_EQ(Reader.SetupText(), SetupText);
	EXPECT_EQ(Reader.Dt(), Dt);
	ASSERT_EQ(Reader.FrameCount(), 4);

	std::vector<AgentHandle> Handles;
	World Crowd = MakeCrowd(Handles);
	// Backwards as well: frames are read in any order.
	for (const int Frame : {3, 2, 1, 0})
	{
		const Result<RecordedFrame> Read = Reader.ReadFrame(Frame);
		ASSERT_STREQ(Read.ErrorText(), "");
		EXPECT_EQ(Read.Value().StateHash, Hashes[static_cast<size_t>(Frame)]);
		ASSERT_EQ(Read.Value().AgentCount, Frame < 2 ? 3 : 2);
		for (int Agent = 1; Agent < Read.Value().AgentCount; ++Agent)
		{
			EXPECT_LT(Read.Value().Agents[Agent - 1].HandleIndex, Read.Value().Agents[Agent].HandleIndex);
		}
	}
	const RecordedFrame First = Reader.ReadFrame(0).Value();
	for (size_t Agent = 0; Agent < Handles.size(); ++Agent)
	{
		const AgentState State = MustGet(Crowd, Handles[Agent]);
		EXPECT_EQ(First.Agents[Agent].HandleIndex, Handles[Agent].Index);
		EXPECT_EQ(First.Agents[Agent].Position, State.Position);
		EXPECT_EQ(First.Agents[Agent].Velocity, State.Velocity);
	}
	EXPECT_FALSE(Reader.ReadFrame(-1).IsOk());
	EXPECT_FALSE(Reader.ReadFrame(4).IsOk());
}

TEST_F(RecordingTest, NoFramesAndNoAgentsAreFine)
{
	World Empty = MakeWorld();
	RecordingWriter Writer;
	ASSERT_TRUE(Writer.Open(Path.c_str(), "", Dt).IsOk());
	ASSERT_TRUE(Writer.Close().IsOk());
	RecordingReader Reader;
	ASSERT_STREQ(Reader.Open(Path.c_str()).ErrorText(), "");
	EXPECT_EQ(Reader.FrameCount(), 0);
	EXPECT_EQ(Reader.SetupText(), "");

	ASSERT_TRUE(Writer.Open(Path.c_str(), "", Dt).IsOk());
	ASSERT_TRUE(Writer.AddFrame(Empty).IsOk());
	ASSERT_TRUE(Writer.Close().IsOk());
	ASSERT_STREQ(Reader.Open(Path.c_str()).ErrorText(), "");
	ASSERT_EQ(Reader.FrameCount(), 1);
	EXPECT_EQ(Reader.ReadFrame(0).Value().AgentCount, 0);
}

TEST_F(RecordingTest, TheSameRunGivesTheSameBytes)
{
	WriteSmall(Path, 3);
	const std::vector<char> First = ReadBytes(Path);
	WriteSmall(Path, 3);
	EXPECT_EQ(First, ReadBytes(Path));
}

TEST_F(RecordingTest, EveryTruncationIsRefused)
{
	WriteSmall(Path, 4);
	const std::vector<char> Whole = ReadBytes(Path);
	ASSERT_EQ(FirstError(Whole), "");
	for (size_t Size = 0; Size < Whole.size(); ++Size)
	{
		EXPECT_NE(FirstError({Whole.begin(), Whole.begin() + static_cast<std::ptrdiff_t>(Size)}), "")
			<< Size << " bytes";
	}
	std::vector<char> Longer = Whole;
	Longer.push_back('\0');
	EXPECT_NE(FirstError(Longer), "");
}

TEST_F(RecordingTest, EveryFlippedBitIsRefused)
{
	WriteSmall(Path, 3);
	std::vector<char> Bytes = ReadBytes(Path);
	for (size_t Bit = 0; Bit < Bytes.size() * 8; ++Bit)
	{
		char& Byte = Bytes[Bit / 8];
		Byte = static_cast<char>(Byte ^ (1 << (Bit % 8)));
		EXPECT_NE(FirstError(Bytes), "") << "bit " << Bit % 8 << " of byte " << Bit / 8;
		Byte = static_cast<char>(Byte ^ (1 << (Bit % 8)));
	}
	EXPECT_EQ(FirstError(Bytes), "");
}

TEST_F(RecordingTest, AnErrorSaysWhere)
{
	WriteSmall(Path, 3);
	std::vector<char> Bytes = ReadBytes(Path);
	// The header, the text and its checksum; then a frame with three agents; then into the next one.
	const size_t FirstFrame = 24 + SetupText.size() + 8;
	const size_t SecondFrame = FirstFrame + 16 + 3 * 20 + 8;
	Bytes[SecondFrame + 30] = static_cast<char>(Bytes[SecondFrame + 30] ^ 1);
	const std::string Text = FirstError(Bytes);
	EXPECT_NE(Text.find("frame 1 of 3 at byte " + std::to_string(SecondFrame)), std::string::npos) << Text;
	EXPECT_NE(Text.find("checksum"), std::string::npos) << Text;
}

TEST_F(RecordingTest, HugeCountsAreRefusedBeforeTheyAreBelieved)
{
	WriteSmall(Path, 3);
	const std::vector<char> Whole = ReadBytes(Path);
	const size_t FrameCountAt = Whole.size() - 24;
	const size_t AgentCountAt = 24 + SetupText.size() + 8 + 12;
	const size_t SetupSizeAt = 16;
	for (const size_t At : {SetupSizeAt, AgentCountAt, FrameCountAt})
	{
		std::vector<char> Bytes = Whole;
		std::memset(Bytes.data() + At, 0xff, 4);
		EXPECT_NE(FirstError(Bytes), "");
		std::memset(Bytes.data() + At, 0x7f, 4);
		EXPECT_NE(FirstError(Bytes), "");
	}
}

TEST_F(RecordingTest, OtherFilesAreNamedForWhatTheyAre)
{
	RecordingReader Reader;
	const Result<void> Missing = Reader.Open(Path.c_str());
	EXPECT_NE(std::string(Missing.ErrorText()).find("a.crowdrec"), std::string::npos) << Missing.ErrorText();
	EXPECT_FALSE(Reader.Open(Folder.string().c_str()).IsOk());
	std::ofstream(Path) << std::string(1000, 'x');
	const Result<void> Foreign = Reader.Open(Path.c_str());
	EXPECT_NE(std::string(Foreign.ErrorText()).find("not a recording"), std::string::npos) << Foreign.ErrorText();
	EXPECT_EQ(Reader.FrameCount(), 0);
	EXPECT_NE(FirstError({}).find("too short"), std::string::npos);
}

TEST_F(RecordingTest, AFailedOpenForgetsTheFormerRecording)
{
	WriteSmall(Path, 2);
	RecordingReader Reader;
	ASSERT_TRUE(Reader.Open(Path.c_str()).IsOk());
	EXPECT_FALSE(Reader.Open(MemoryFile(nullptr, 0).Path().c_str()).IsOk());
	EXPECT_EQ(Reader.FrameCount(), 0);
	EXPECT_EQ(Reader.SetupText(), "");
	EXPECT_FALSE(Reader.ReadFrame(0).IsOk());
}

TEST_F(RecordingTest, WithoutCloseNothingAppears)
{
	World Crowd = MakeWorld();
	{
		RecordingWriter Writer;
		ASSERT_TRUE(Writer.Open(Path.c_str(), SetupText, Dt).IsOk());
		ASSERT_TRUE(Writer.AddFrame(Crowd).IsOk());
		EXPECT_FALSE(std::filesystem::exists(Path));
	}
	EXPECT_TRUE(IsFolderEmpty());
}

TEST_F(RecordingTest, AnAbandonedRunLeavesTheFormerFile)
{
	WriteSmall(Path, 2);
	const std::vector<char> Before = ReadBytes(Path);
	{
		RecordingWriter Writer;
		ASSERT_TRUE(Writer.Open(Path.c_str(), "another", Dt).IsOk());
	}
	EXPECT_EQ(ReadBytes(Path), Before);
}

TEST_F(RecordingTest, UnwritablePathsAreNamedAtOnce)
{
	RecordingWriter Writer;
	const std::string Nowhere = (Folder / "missing" / "a.crowdrec").string();
	const Result<void> Missing = Writer.Open(Nowhere.c_str(), SetupText, Dt);
	EXPECT_NE(std::string(Missing.ErrorText()).find(Nowhere.substr(Nowhere.size() - 40)), std::string::npos)
		<< Missing.ErrorText();
	EXPECT_NE(std::string(Missing.ErrorText()).find("No such file"), std::string::npos) << Missing.ErrorText();
	EXPECT_FALSE(Writer.Open(Folder.string().c_str(), SetupText, Dt).IsOk());
	EXPECT_TRUE(IsFolderEmpty());
}

TEST_F(RecordingTest, MisuseIsAnError)
{
	World Crowd = MakeWorld();
	RecordingWriter Writer;
	EXPECT_FALSE(Writer.AddFrame(Crowd).IsOk());
	EXPECT_FALSE(Writer.Close().IsOk());
	EXPECT_FALSE(Writer.Open(Path.c_str(), SetupText, 0.0f).IsOk());
	EXPECT_FALSE(Writer.Open(Path.c_str(), SetupText, std::numeric_limits<float>::quiet_NaN()).IsOk());
	EXPECT_TRUE(IsFolderEmpty());
}

#if defined(__linux__)
TEST_F(RecordingTest, AFullDiskIsReportedAndCleanedUp)
{
	const SmallDisk Small(10'000);
	World Crowd = MakeWorld();
	RecordingWriter Writer;
	std::string Text = Writer.Open(Path.c_str(), SetupText, Dt).ErrorText();
	for (int Frame = 0; Frame < 10'000 && Text.empty(); ++Frame)
	{
		Text = Writer.AddFrame(Crowd).ErrorText();
	}
	EXPECT_NE(Text.find("File too large"), std::string::npos) << Text;
	EXPECT_NE(Text.find("a.crowdrec"), std::string::npos) << Text;
	EXPECT_FALSE(Writer.Close().IsOk());
	EXPECT_TRUE(IsFolderEmpty());
}
#endif
}
}
