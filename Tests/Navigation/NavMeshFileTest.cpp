// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMeshTestSupport.h"

#include "TestRandom.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

namespace CrowdAvoidance::Testing
{
namespace
{
/// Where the checksum is in a file, and what it is a checksum of.
constexpr size_t ChecksumAt = 32, PayloadAt = 40;

NavMeshDef SmallScene()
{
	NavMeshDef Def = Ground({0.0f, 0.0f}, {6.0f, 4.0f}, 0.25f, 3.0f);
	Def.Solids = {{{1.0f, 1.0f}, {2.3f, 1.4f}, {1.2f, 2.2f}}, {{3.5f, 0.0f}, {3.5f, 1.5f}}};
	Def.Doors = {{Box({3.0f, 2.0f}, {4.0f, 4.0f}), true}};
	Def.Links = {{{0.5f, 0.5f}, {5.5f, 0.5f}, true}};
	return Def;
}

std::string PathOf(const char* Name)
{
	return testing::TempDir() + "crowd-navmesh-" + Name;
}

std::vector<char> ReadAll(const std::string& Path)
{
	std::ifstream File(Path, std::ios::binary);
	return {std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>()};
}

std::vector<char> SavedBytes(const NavMesh& Mesh)
{
	const std::string Path = PathOf(testing::UnitTest::GetInstance()->current_test_info()->name());
	const Result<void> Saved = Mesh.Save(Path.c_str());
	EXPECT_TRUE(Saved) << Saved.ErrorText();
	std::vector<char> Bytes = ReadAll(Path);
	std::remove(Path.c_str());
	return Bytes;
}

/// A forger who knows how the checksum is made.
void FixChecksum(std::vector<char>& Bytes)
{
	uint64_t Hash = 0xCBF29CE484222325ull;
	for (size_t Index = PayloadAt; Index < Bytes.size(); ++Index)
	{
		Hash = (Hash ^ static_cast<unsigned char>(Bytes[Index])) * 0x100000001B3ull;
	}
	std::memcpy(Bytes.data() + ChecksumAt, &Hash, sizeof(Hash));
}
}

TEST(NavMeshFile, ALoadedMeshIsTheSame)
{
	NavMesh Mesh = MustBuild(SmallScene());
	// In the middle of changes: a block that is in, one that was, one that is waiting, a door that is to be shut.
	const NavBlockHandle Gone = Mesh.AddBlock(Box({0.0f, 3.0f}, {0.5f, 3.5f})).Value();
	const NavBlockHandle Stays = Mesh.AddBlock(Box({5.0f, 2.0f}, {5.5f, 2.5f})).Value();
	while (Mesh.Update() > 0)
	{}
	ASSERT_TRUE(Mesh.RemoveBlock(Gone));
	while (Mesh.Update() > 0)
	{}
	ASSERT_TRUE(Mesh.AddBlock(Box({2.5f, 0.5f}, {3.25f, 1.0f})));
	ASSERT_TRUE(Mesh.SetDoor(0, false));

	const std::vector<char> Bytes = SavedBytes(Mesh);
	Result<NavMesh> Loaded = NavMesh::LoadMemory(Bytes.data(), Bytes.size());
	ASSERT_TRUE(Loaded) << Loaded.ErrorText();
	NavMesh& Copy = Loaded.Value();
	EXPECT_EQ(BytesOf(Copy.Graph(), true), BytesOf(Mesh.Graph(), true));
	EXPECT_EQ(Copy.Version(), Mesh.Version());
	EXPECT_EQ(Copy.IsDoorOpen(0), true);
	EXPECT_EQ(SavedBytes(Copy), Bytes);

	// And it goes on in the same way.
	ASSERT_TRUE(Copy.RemoveBlock(Stays));
	ASSERT_TRUE(Mesh.RemoveBlock(Stays));
	EXPECT_FALSE(Copy.RemoveBlock(Gone));
	while (Mesh.NeedsUpdate())
	{
		EXPECT_EQ(Copy.Update(), Mesh.Update());
		EXPECT_EQ(BytesOf(Copy.Graph(), true), BytesOf(Mesh.Graph(), true));
		EXPECT_EQ(FindFault(Copy), "");
	}
	EXPECT_FALSE(Copy.NeedsUpdate());
	EXPECT_FALSE(Copy.IsDoorOpen(0));
}

TEST(NavMeshFile, EveryTruncationIsRefused)
{
	std::vector<char> Bytes = SavedBytes(MustBuild(SmallScene()));
	ASSERT_TRUE(NavMesh::LoadMemory(Bytes.data(), Bytes.size()));
	for (size_t Size = 0; Size < Bytes.size(); ++Size)
	{
		// In memory of its own, so that a sanitizer sees reads beyond the end.
		const std::vector<char> Part(Bytes.begin(), Bytes.begin() + static_cast<std::ptrdiff_t>(Size));
		ASSERT_FALSE(NavMesh::LoadMemory(Part.data(), Part.size())) << Size;
		if (Size > PayloadAt)
		{
			// Also where the header agrees with what is left.
			std::vector<char> Forged = Part;
			const uint64_t Left = Size - PayloadAt;
			std::memcpy(Forged.data() + 24, &Left, sizeof(Left));
			FixChecksum(Forged);
			ASSERT_FALSE(NavMesh::LoadMemory(Forged.data(), Forged.size())) << Size;
		}
	}
	Bytes.push_back(0);
	EXPECT_FALSE(NavMesh::LoadMemory(Bytes.data(), Bytes.size()));
	EXPECT_FALSE(NavMesh::LoadMemory(nullptr, 100));
}

TEST(NavMeshFile, EveryFlippedBitIsRefused)
{
	std::vector<char> Bytes = SavedBytes(MustBuild(SmallScene()));
	for (size_t Index = 0; Index < Bytes.size(); ++Index)
	{
		const int Bit = static_cast<int>(Index % 8);
		Bytes[Index] = static_cast<char>(Bytes[Index] ^ (1 << Bit));
		ASSERT_FALSE(NavMesh::LoadMemory(Bytes.data(), Bytes.size())) << "byte " << Index;
		Bytes[Index] = static_cast<char>(Bytes[Index] ^ (1 << Bit));
	}
	EXPECT_TRUE(NavMesh::LoadMemory(Bytes.data(), Bytes.size()));
}

TEST(NavMeshFile, ForgedFilesDoNoHarm)
{
	const std::vector<char> Good = SavedBytes(MustBuild(SmallScene()));
	TestRandom Random(4);
	int Refused = 0;
	int Loaded = 0;
	for (int Round = 0; Round < 6000; ++Round)
	{
		std::vector<char> Bytes = Good;
		const int Changes = Random.Integer(1, 3);
		for (int Change = 0; Change < Changes; ++Change)
		{
			const size_t At = PayloadAt + static_cast<size_t>(Random.Index(static_cast<int>(Bytes.size() - PayloadAt)));
			const char Values[] = {
				0, 1, -1, 127, static_cast<char>(Bytes[At] + 1), static_cast<char>(Random.Index(256))};
			Bytes[At] = Values[Random.Index(6)];
		}
		FixChecksum(Bytes);
		Result<NavMesh> Mesh = NavMesh::LoadMemory(Bytes.data(), Bytes.size());
		if (!Mesh)
		{
			++Refused;
			ASSERT_NE(Mesh.ErrorText()[0], 0);
			continue;
		}
		// Whatever was let in can be used.
		++Loaded;
		Vec2 End;
		const NavGraph& Graph = Mesh.Value().Graph();
		const int32_t Found = Graph.FindNearest({1.0f, 3.0f}, 2.0f, End);
		if (Found != NavGraph::None)
		{
			Graph.Walk(Found, End, {5.0f, 1.0f}, End);
		}
		Mesh.Value().Update(4);
	}
	EXPECT_GT(Refused, 1000);
	EXPECT_GT(Loaded, 100);
}

TEST(NavMeshFile, WhatIsWrongIsNamed)
{
	std::vector<char> Bytes = SavedBytes(MustBuild(SmallScene()));
	const auto TextWith = [&Bytes](size_t At, char Value)
	{
		std::vector<char> Spoiled = Bytes;
		Spoiled[At] = Value;
		return std::string(NavMesh::LoadMemory(Spoiled.data(), Spoiled.size()).ErrorText());
	};
	EXPECT_NE(TextWith(0, 'X').find("no navigation mesh"), std::string::npos);
	EXPECT_NE(TextWith(8, 1).find("byte order"), std::string::npos);
	EXPECT_NE(TextWith(12, 9).find("version is 9; it must be 1"), std::string::npos);
	EXPECT_NE(TextWith(16, 99).find("Detour version 99"), std::string::npos);
	EXPECT_NE(TextWith(PayloadAt + 3, 1).find("checksum"), std::string::npos);
	const Result<NavMesh> Missing = NavMesh::Load(PathOf("that-is-not-there").c_str());
	EXPECT_FALSE(Missing);
	EXPECT_NE(std::strstr(Missing.ErrorText(), "that-is-not-there cannot be opened"), nullptr) << Missing.ErrorText();
}

TEST(NavMeshFile, AFailedSaveLeavesNothingBehind)
{
	const NavMesh Mesh = MustBuild(SmallScene());
	const std::string Nowhere = PathOf("no-such-folder") + "/mesh";
	EXPECT_FALSE(Mesh.Save(Nowhere.c_str()));
	const std::string Path = PathOf("saved");
	ASSERT_TRUE(Mesh.Save(Path.c_str()));
	ASSERT_TRUE(Mesh.Save(Path.c_str())) << "over what is there";
	EXPECT_TRUE(NavMesh::Load(Path.c_str()));
	EXPECT_FALSE(std::ifstream(Path + ".partial").good());
	std::remove(Path.c_str());
}
}
