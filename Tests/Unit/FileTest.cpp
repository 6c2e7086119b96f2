// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdFile.h"
#include "SmallDisk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#if !defined(_WIN32)
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace CrowdAvoidance::Testing::FileTest
{
namespace
{
namespace Fs = std::filesystem;

/// A folder of this test's own, gone when the test is.
class FileTest : public testing::Test
{
protected:
	void SetUp() override
	{
		const std::string Name = testing::UnitTest::GetInstance()->current_test_info()->name();
		Folder = Fs::path(testing::TempDir()) / ("CrowdFileTest-" + Name);
		Fs::remove_all(Folder);
		Fs::create_directories(Folder);
	}
	void TearDown() override { Fs::remove_all(Folder); }

	std::string PathOf(const char* Name) const { return (Folder / Name).string(); }

	std::string TextOf(const char* Name) const
	{
		std::ifstream Stream(Folder / Name, std::ios::binary);
		return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
	}

	std::set<std::string> Names() const
	{
		std::set<std::string> Found;
		for (const Fs::directory_entry& Entry : Fs::directory_iterator(Folder))
		{
			Found.insert(Entry.path().filename().string());
		}
		return Found;
	}

	Fs::path Folder;
};

std::string Put(FileWriter& Writer, const std::string& Text)
{
	return Writer.Write(Text.data(), Text.size()).ErrorText();
}

/// What went wrong, if anything.
std::string Store(const std::string& Path, const std::string& Text)
{
	FileWriter Writer;
	std::string Trouble = Writer.Open(Path.c_str()).ErrorText();
	if (Trouble.empty())
	{
		Trouble = Put(Writer, Text);
	}
	return Trouble.empty() ? Writer.Commit().ErrorText() : Trouble;
}

TEST_F(FileTest, AppearsWhole)
{
	const std::string Path = PathOf("a");
	FileWriter Writer;
	ASSERT_TRUE(Writer.Open(Path.c_str()));
	EXPECT_EQ(Put(Writer, "one "), "");
	EXPECT_EQ(Put(Writer, ""), "");
	EXPECT_EQ(Put(Writer, "two"), "");
	EXPECT_FALSE(Fs::exists(Path)) << "not before it is complete";
	ASSERT_TRUE(Writer.Commit());
	EXPECT_FALSE(Writer.IsOpen());
	EXPECT_EQ(TextOf("a"), "one two");
	EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

TEST_F(FileTest, WithoutCommitTheFormerFileStays)
{
	ASSERT_EQ(Store(PathOf("a"), "former"), "");
	{
		FileWriter Writer;
		ASSERT_TRUE(Writer.Open(PathOf("a").c_str()));
		EXPECT_EQ(Put(Writer, "latter"), "");
		ASSERT_TRUE(Writer.Open(PathOf("b").c_str())) << "which drops the first";
	}
	EXPECT_EQ(TextOf("a"), "former");
	EXPECT_EQ(Names(), std::set<std::string>{"a"});
	EXPECT_EQ(Store(PathOf("a"), "latter"), "");
	EXPECT_EQ(TextOf("a"), "latter");
}

TEST_F(FileTest, TwoAtOnceDoNotMix)
{
	FileWriter First, Second;
	ASSERT_TRUE(First.Open(PathOf("a").c_str()));
	ASSERT_TRUE(Second.Open(PathOf("a").c_str()));
	for (int Line = 0; Line < 10'000; ++Line)
	{
		ASSERT_EQ(Put(First, "first\n"), "");
		ASSERT_EQ(Put(Second, "second, and longer\n"), "");
	}
	ASSERT_TRUE(Second.Commit());
	EXPECT_EQ(TextOf("a").size(), 190'000u);
	EXPECT_EQ(TextOf("a").find("first"), std::string::npos);
	ASSERT_TRUE(First.Commit());
	EXPECT_EQ(TextOf("a").size(), 60'000u);
	EXPECT_EQ(TextOf("a").find("second"), std::string::npos);
	EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

TEST_F(FileTest, ManyAtOnceDoNotMix)
{
	const auto Rewrite = [Path = PathOf("a")](char Letter)
	{
		for (int Round = 0; Round < 200; ++Round)
		{
			EXPECT_EQ(Store(Path, std::string(5'000, Letter)), "");
		}
	};
	std::thread Other(Rewrite, 'x');
	Rewrite('y');
	Other.join();
	const std::string Text = TextOf("a");
	ASSERT_EQ(Text.size(), 5'000u);
	EXPECT_EQ(Text, std::string(5'000, Text[0]));
	EXPECT_EQ(Names(), std::set<std::string>{"a"});
}

TEST_F(FileTest, WhatAKilledProgramLeftIsNoHindrance)
{
	std::ofstream(PathOf("a.partial")) << "left";
	EXPECT_EQ(Store(PathOf("a"), "new"), "");
	EXPECT_EQ(TextOf("a"), "new");
	EXPECT_EQ(TextOf("a.partial"), "left") << "it may be another's, who is still at work";
}

TEST_F(FileTest, UnwritablePathsAreNamedAtOnce)
{
	const auto OpenError = [](const std::string& Path)
	{ return std::string(FileWriter().Open(Path.c_str()).ErrorText()); };
	EXPECT_EQ(OpenError(""), "cannot write '': No such file or directory");
	EXPECT_NE(OpenError(Folder.string()).find("Is a directory"), std::string::npos);
	const std::string Nowhere = PathOf("missing/a");
	EXPECT_NE(OpenError(Nowhere).find("No such file"), std::string::npos);
	EXPECT_NE(OpenError(Nowhere).find("missing/a'"), std::string::npos);
	EXPECT_LT(OpenError(PathOf(std::string(2'000, 'x').c_str())).size(), sizeof(Error::Text));
	EXPECT_TRUE(Names().empty());
}

TEST_F(FileTest, MisuseIsAnError)
{
	FileWriter Writer;
	EXPECT_NE(Put(Writer, "x"), "");
	EXPECT_FALSE(Writer.Commit());
	ASSERT_TRUE(Writer.Open(PathOf("a").c_str()));
	ASSERT_TRUE(Writer.Commit());
	EXPECT_FALSE(Writer.Commit()) << "once";
}

TEST_F(FileTest, AFolderThatCameMeanwhileIsReported)
{
	FileWriter Writer;
	ASSERT_TRUE(Writer.Open(PathOf("a").c_str()));
	Fs::create_directory(PathOf("a"));
	EXPECT_FALSE(Writer.Commit());
	EXPECT_EQ(Names(), std::set<std::string>{"a"}) << "nothing half-written stays";
}

#if !defined(_WIN32)
TEST_F(FileTest, LinksStayAndTheirTargetIsReplaced)
{
	Fs::create_directory(PathOf("elsewhere"));
	ASSERT_EQ(Store(PathOf("elsewhere/target"), "former"), "");
	Fs::create_symlink("elsewhere/target", PathOf("near"));
	Fs::create_symlink(PathOf("near"), PathOf("far"));
	EXPECT_EQ(Store(PathOf("far"), "new"), "");
	EXPECT_TRUE(Fs::is_symlink(PathOf("far")) && Fs::is_symlink(PathOf("near")));
	EXPECT_FALSE(Fs::is_symlink(PathOf("elsewhere/target")));
	EXPECT_EQ(TextOf("elsewhere/target"), "new");
	EXPECT_EQ(Names(), (std::set<std::string>{"elsewhere", "far", "near"}));
}

TEST_F(FileTest, ALinkToNothingYetMakesItsTarget)
{
	Fs::create_symlink("target", PathOf("link"));
	EXPECT_EQ(Store(PathOf("link"), "new"), "");
	EXPECT_TRUE(Fs::is_symlink(PathOf("link")));
	EXPECT_EQ(TextOf("target"), "new");
}

TEST_F(FileTest, LinksInACircleAreReported)
{
	Fs::create_symlink("b", PathOf("a"));
	Fs::create_symlink("a", PathOf("b"));
	EXPECT_NE(Store(PathOf("a"), "new").find("symbolic links"), std::string::npos);
	EXPECT_EQ(Names(), (std::set<std::string>{"a", "b"}));
}

TEST_F(FileTest, APipeIsWrittenInPlace)
{
	ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
	std::string Received;
	std::thread Reader([&] { Received = TextOf("pipe"); });
	EXPECT_EQ(Store(PathOf("pipe"), "through"), "");
	Reader.join();
	EXPECT_EQ(Received, "through");
	EXPECT_TRUE(Fs::is_fifo(PathOf("pipe")));
}
#endif

#if defined(__linux__)
TEST_F(FileTest, AFullDeviceIsReportedAndStays)
{
	EXPECT_EQ(Store("/dev/full", "x"), "cannot write '/dev/full': No space left on device") << "when it is closed";
	EXPECT_EQ(Store("/dev/full", std::string(100'000, 'x')), "cannot write '/dev/full': No space left on device");
	EXPECT_TRUE(Fs::is_character_file("/dev/full"));
}

TEST_F(FileTest, AFullDiskIsReportedAndCleanedUp)
{
	ASSERT_EQ(Store(PathOf("a"), "former"), "");
	const SmallDisk Small(10'000);
	const std::string Trouble = Store(PathOf("a"), std::string(100'000, 'x'));
	EXPECT_NE(Trouble.find("File too large"), std::string::npos) << Trouble;
	EXPECT_NE(Trouble.find("a'"), std::string::npos) << Trouble;
	EXPECT_EQ(TextOf("a"), "former");
	EXPECT_EQ(Names(), std::set<std::string>{"a"});
}
#endif
}
}
