// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace CrowdAvoidance::Testing
{
/// A folder of this test's own.
class TemporaryFolder : public testing::Test
{
protected:
	void SetUp() override
	{
		const testing::TestInfo* Info = testing::UnitTest::GetInstance()->current_test_info();
		Folder = std::filesystem::path(testing::TempDir()) /
			(std::string("CrowdViewer-") + Info->test_suite_name() + "-" + Info->name());
		std::filesystem::remove_all(Folder);
		std::filesystem::create_directories(Folder);
	}
	void TearDown() override { std::filesystem::remove_all(Folder); }

	std::string PathOf(const std::string& Name) const { return (Folder / Name).string(); }

	static std::string ReadAll(const std::string& Path)
	{
		std::ifstream Stream(Path, std::ios::binary);
		return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
	}
	static void WriteAll(const std::string& Path, const std::string& Bytes)
	{
		std::ofstream(Path, std::ios::binary) << Bytes;
	}

	std::filesystem::path Folder;
};
}
