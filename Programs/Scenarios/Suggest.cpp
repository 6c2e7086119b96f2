// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t LongestWord = 60;

/// Levenshtein: insertions, deletions and replacements of one character.
size_t EditDistance(const std::string& A, const std::string& B)
{
	std::vector<size_t> Row(B.size() + 1);
	std::iota(Row.begin(), Row.end(), size_t(0));
	for (size_t I = 1; I <= A.size(); ++I)
	{
		size_t Diagonal = Row[0];
		Row[0] = I;
		for (size_t J = 1; J <= B.size(); ++J)
		{
			const size_t Replaced = Diagonal + (A[I - 1] == B[J - 1] ? 0 : 1);
			Diagonal = Row[J];
			Row[J] = std::min({Row[J] + 1, Row[J - 1] + 1, Replaced});
		}
	}
	return Row[B.size()];
}
}

std::string Printable(const std::string& Text, size_t Longest)
{
	std::string Clean = Text.substr(0, Longest);
	std::replace_if(
		Clean.begin(), Clean.end(), [](unsigned char C) { return C < 0x20 || C > 0x7e; }, '?');
	return Text.size() > Longest ? Clean + "..." : Clean;
}

std::string Quoted(const std::string& Text)
{
	return fmt::format("'{}'", Printable(Text, LongestWord));
}

std::string Suggestion(const std::string& Word, const std::vector<std::string>& Candidates)
{
	// Nothing of ours is that long, and the distance takes the product of both lengths.
	const std::string Short = Word.substr(0, LongestWord);
	const std::string* Best = nullptr;
	size_t BestDistance = std::max<size_t>(2, Short.size() / 2) + 1;
	for (const std::string& Candidate : Candidates)
	{
		const size_t Distance = EditDistance(Short, Candidate);
		if (Distance < BestDistance)
		{
			BestDistance = Distance;
			Best = &Candidate;
		}
	}
	if (Best != nullptr)
	{
		return fmt::format(", did you mean '{}'?", *Best);
	}
	return fmt::format("; known are: {}", Candidates.empty() ? "none" : fmt::format("{}", fmt::join(Candidates, ", ")));
}
}
