// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Gives a fuzz target a main for compilers without libFuzzer. With file names: runs each file (to repeat a finding).
// Without: mutates the target's own seeds for two seconds, always in the same order; a crash or a sanitizer's report fails.

#include "FuzzTarget.h"
#include "TestRandom.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

namespace
{
using CrowdAvoidance::Testing::TestRandom;

constexpr std::chrono::seconds Duration{2};
constexpr int FewestInputs = 200;
constexpr size_t MaxSize = 1u << 16;

size_t Place(TestRandom& Random, size_t Size)
{
	return static_cast<size_t>(Random.Index(static_cast<int>(Size)));
}

/// Values at which sizes and numbers tend to go wrong.
void PutInterestingNumber(TestRandom& Random, std::string& Input)
{
	static constexpr uint64_t Values[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
		0x7f800000, 0x7fc00000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};
	const uint64_t Value = Values[Place(Random, std::size(Values))];
	const size_t Size = size_t{1} << Random.Index(4);
	const size_t At = Place(Random, Input.size());
	std::memcpy(Input.data() + At, &Value, std::min(Size, Input.size() - At));
}

void PutInterestingText(TestRandom& Random, std::string& Input)
{
	static constexpr const char* Words[] = {"0", "-1", "1e999", "-1e-999", "1e38", "1e-46", "99999999999999999999",
		"null", "true", "[]", "{}", "\"\"", "\"$agents\"", "[[", "]]", "{\"a\":", ",", "\\u0000", "\xff", "NaN", "0.5",
		"1000000"};
	const std::string Word = Words[Place(Random, std::size(Words))];
	const size_t At = Place(Random, Input.size());
	Input.replace(At, Random.Chance(0.5f) ? Word.size() : static_cast<size_t>(Random.Index(4)), Word);
}

void Mutate(TestRandom& Random, std::string& Input, const std::string& Other)
{
	if (Input.empty())
	{
		Input.push_back(static_cast<char>(Random.Bits()));
	}
	const size_t At = Place(Random, Input.size());
	const size_t Length = 1 + Place(Random, std::min<size_t>(Input.size(), 64));
	switch (Random.Index(8))
	{
	case 0:
		Input[At] = static_cast<char>(Input[At] ^ (1 << Random.Index(8)));
		break;
	case 1:
		Input[At] = static_cast<char>(Random.Bits());
		break;
	case 2:
		Input.erase(At, Length);
		break;
	case 3:
		Input.insert(At, Input.substr(Place(Random, Input.size()), Length));
		break;
	case 4:
		Input.resize(At);
		break;
	case 5:
		PutInterestingNumber(Random, Input);
		break;
	case 6:
		PutInterestingText(Random, Input);
		break;
	default:
		Input = Input.substr(0, At) + (Other.empty() ? Other : Other.substr(Place(Random, Other.size())));
		break;
	}
	Input.resize(std::min(Input.size(), MaxSize));
}

void RunOne(const std::string& Input)
{
	LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(Input.data()), Input.size());
}

void RunFile(const char* Path)
{
	std::ifstream Stream(Path, std::ios::binary);
	RunOne({std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()});
	std::printf("%s: done\n", Path);
}
}

int main(int Count, char** Arguments)
{
	for (int Index = 1; Index < Count; ++Index)
	{
		RunFile(Arguments[Index]);
	}
	if (Count > 1)
	{
		return 0;
	}

	std::vector<std::string> Seeds = FuzzSeeds();
	for (const std::string& Seed : Seeds)
	{
		RunOne(Seed);
	}
	TestRandom Random(1);
	int Inputs = 0;
	const auto End = std::chrono::steady_clock::now() + Duration;
	while (Inputs < FewestInputs || std::chrono::steady_clock::now() < End)
	{
		std::string Input = Seeds[Place(Random, Seeds.size())];
		for (int Mutations = Random.Integer(1, 8); Mutations > 0; --Mutations)
		{
			Mutate(Random, Input, Seeds[Place(Random, Seeds.size())]);
		}
		RunOne(Input);
		++Inputs;
	}
	std::printf("%d inputs\n", Inputs);
	return 0;
}
