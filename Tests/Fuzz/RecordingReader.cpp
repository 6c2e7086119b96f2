// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Any bytes as a recording: refused with a text, or read without trouble. Once as they are, and once with the checksums put
// right, as a forger would: otherwise nearly every input would fail at the first checksum and nothing behind it be tried.

#include "CrowdCore/CrowdRecording.h"
#include "FuzzTarget.h"
#include "MemoryFile.h"
#include "TestWorld.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace CrowdAvoidance;

namespace
{
/// As Docs/Recording.md describes it.
uint64_t Checksum(uint64_t Sum, const std::string& Bytes)
{
	Sum += Bytes.size();
	for (size_t At = 0; At < Bytes.size(); At += 8)
	{
		uint64_t Word = 0;
		std::memcpy(&Word, Bytes.data() + At, std::min<size_t>(8, Bytes.size() - At));
		Sum = (Sum ^ Word) * 0x9e3779b97f4a7c15ull;
		Sum ^= Sum >> 29;
	}
	return Sum;
}

uint64_t Number(const std::string& Bytes, size_t At)
{
	uint64_t Value = 0;
	std::memcpy(&Value, Bytes.data() + At, sizeof(Value));
	return Value;
}

/// Puts the sum of two pieces that follow each other behind them, if all of that lies within Bytes.
void Sign(std::string& Bytes, uint64_t Seed, uint64_t Begin, uint64_t FirstSize, uint64_t SecondSize)
{
	const uint64_t Size = Bytes.size();
	if (Begin > Size || FirstSize > Size - Begin || SecondSize > Size - Begin - FirstSize ||
		Size - Begin - FirstSize - SecondSize < 8)
	{
		return;
	}
	const uint64_t First = Checksum(Seed, Bytes.substr(Begin, FirstSize));
	const uint64_t Sum = Checksum(First, Bytes.substr(Begin + FirstSize, SecondSize));
	std::memcpy(Bytes.data() + Begin + FirstSize + SecondSize, &Sum, sizeof(Sum));
}

std::string Forge(std::string Bytes)
{
	constexpr size_t FooterSize = 32;
	if (Bytes.size() < 24 + FooterSize)
	{
		return Bytes;
	}
	const size_t Footer = Bytes.size() - FooterSize;
	const uint64_t Frames = std::min<uint64_t>(Number(Bytes, Footer + 8), Footer / 8);
	const size_t Index = Footer - Frames * 8;
	for (uint64_t Frame = 0; Frame < Frames; ++Frame)
	{
		const uint64_t Begin = Number(Bytes, Index + Frame * 8);
		const uint64_t End = Frame + 1 < Frames ? Number(Bytes, Index + Frame * 8 + 8) : Index;
		if (End >= Begin && End - Begin >= 24)
		{
			Sign(Bytes, Frame, Begin, 16, End - Begin - 24);
		}
	}
	Sign(Bytes, 0xc0de000100000000ull, 0, 24, Number(Bytes, 16));
	Sign(Bytes, 0xc0de000200000000ull, Index, Footer - Index, 16);
	return Bytes;
}

void ReadAll(const std::string& Bytes)
{
	const Testing::MemoryFile File(Bytes.data(), Bytes.size());
	RecordingReader Reader;
	if (const Result<void> Opened = Reader.Open(File.Path().c_str()); !Opened)
	{
		FuzzRequire(Opened.ErrorText()[0] != '\0', "refused without a text");
		FuzzRequire(Reader.FrameCount() == 0, "frames of a refused recording");
		return;
	}
	FuzzRequire(Reader.SetupText().size() <= Bytes.size() && Reader.Dt() > 0.0f, "impossible header accepted");
	for (int Frame = 0; Frame < Reader.FrameCount(); ++Frame)
	{
		const Result<RecordedFrame> Read = Reader.ReadFrame(Frame);
		FuzzRequire(Read.IsOk() || Read.ErrorText()[0] != '\0', "frame refused without a text");
		const int Agents = Read ? Read.Value().AgentCount : 0;
		FuzzRequire(static_cast<size_t>(Agents) * sizeof(RecordedAgent) <= Bytes.size(), "more agents than bytes");
		for (int Agent = 0; Agent < Agents; ++Agent)
		{
			const RecordedAgent& Is = Read.Value().Agents[Agent];
			FuzzRequire(std::isfinite(Is.Position.X) && std::isfinite(Is.Velocity.Y), "a place that is not finite");
			FuzzRequire(
				Agent == 0 || Read.Value().Agents[Agent - 1].HandleIndex < Is.HandleIndex, "agents out of order");
		}
	}
}
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::string Bytes(reinterpret_cast<const char*>(Data), Size);
	ReadAll(Bytes);
	ReadAll(Forge(Bytes));
	return 0;
}

std::vector<std::string> FuzzSeeds()
{
	const std::filesystem::path Path = std::filesystem::temp_directory_path() /
		("crowd-fuzz-seed-" + std::to_string(std::random_device{}()) + ".crowdrec");
	std::vector<std::string> Seeds;
	for (const int Agents : {0, 1, 5})
	{
		World Crowd = Testing::MakeWorld();
		for (int Agent = 0; Agent < Agents; ++Agent)
		{
			Testing::MustAdd(Crowd, Testing::Walker({static_cast<float>(Agent), 0.0f}, {0.0f, 1.0f}));
		}
		RecordingWriter Writer;
		FuzzRequire(Writer.Open(Path.string().c_str(), "set-up", 0.1f).IsOk(), "no seed file");
		for (int Frame = 0; Frame < 3; ++Frame)
		{
			FuzzRequire(Writer.AddFrame(Crowd).IsOk(), "no seed frame");
			Testing::MustStep(Crowd, 0.1f);
		}
		FuzzRequire(Writer.Close().IsOk(), "no seed file");
		std::ifstream Stream(Path, std::ios::binary);
		Seeds.emplace_back(std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>());
		std::filesystem::remove(Path);
		FuzzRequire(Forge(Seeds.back()) == Seeds.back(), "the checksums are not as documented");
	}
	return Seeds;
}
