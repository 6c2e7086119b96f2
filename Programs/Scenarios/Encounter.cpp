// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Encounter.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
/// A change of velocity below this share of it is none: nobody reacts.
constexpr double LeastChange = 0.01;
/// Of the whole change: what ends the observation, and the reaction.
constexpr double BeginShare = 0.05;
constexpr double DoneShare = 0.9;

/// Bins are 1/64 of an octave's width, from 2^-32 to 2^32.
constexpr int BinsPerOctave = 64;
constexpr int LeastExponent = -32;
constexpr int Octaves = 64;

double DotOf(const Point& A, const Point& B)
{
	return A.X * B.X + A.Y * B.Y;
}
}

double WalkingWatts(double Speed)
{
	constexpr double BodyKilograms = 70.0;
	constexpr double StandingWattsPerKilogram = 2.23;
	constexpr double WalkingWattsPerKilogram = 1.26;
	return BodyKilograms * (StandingWattsPerKilogram + WalkingWattsPerKilogram * Speed * Speed);
}

double ProjectedApproach(const Mover& A, const Mover& B)
{
	const Point Offset = A.Position - B.Position;
	const Point Velocity = A.Velocity - B.Velocity;
	const double SpeedSq = Velocity.SquaredLength();
	const double Seconds = SpeedSq > 0.0 ? std::max(-DotOf(Offset, Velocity) / SpeedSq, 0.0) : 0.0;
	return (Offset + Velocity * Seconds).Length();
}

void Encounter::Add(double Seconds, const Mover& First, const Mover& Second, bool bInSight)
{
	if (All.size() == MostSamples)
	{
		return;
	}
	if (bInSight && !FirstSight)
	{
		FirstSight = All.size();
	}
	All.push_back({Seconds, (First.Position - Second.Position).Length(), ProjectedApproach(First, Second),
		First.Velocity - Second.Velocity});
}

std::span<const Encounter::Sample> Encounter::SinceSight() const
{
	return FirstSight ? std::span(All).subspan(*FirstSight) : std::span<const Sample>();
}

std::span<const Encounter::Sample> Encounter::UntilNearest() const
{
	const std::span<const Sample> Seen = SinceSight();
	const auto Nearest = std::min_element(
		Seen.begin(), Seen.end(), [](const Sample& A, const Sample& B) { return A.Distance < B.Distance; });
	return Nearest == Seen.end() ? Seen : Seen.first(static_cast<size_t>(Nearest - Seen.begin()) + 1);
}

ResponsePhases Encounter::Phases() const
{
	const std::span<const Sample> Run = UntilNearest();
	if (Run.empty())
	{
		return {};
	}
	const auto Change = [&Run](const Sample& Each) { return (Each.Relative - Run[0].Relative).Length(); };
	double Whole = 0.0;
	for (const Sample& Each : Run)
	{
		Whole = std::max(Whole, Change(Each));
	}
	if (Whole == 0.0 || Whole < LeastChange * Run[0].Relative.Length())
	{
		return {};
	}
	const auto FirstAbove = [&](double Share)
	{ return std::find_if(Run.begin(), Run.end(), [&](const Sample& Each) { return Change(Each) >= Share * Whole; }); };
	// The velocity of a sample was chosen one sample before it. The first sample has no change, so there is one before.
	const double Begin = std::prev(FirstAbove(BeginShare))->Seconds;
	const double Done = FirstAbove(DoneShare)->Seconds;
	return {Begin - Run[0].Seconds, Done - Begin, Run.back().Seconds - Done};
}

Distribution::Distribution() : Counts(static_cast<size_t>(Octaves * BinsPerOctave)) {}

void Distribution::Add(double Value)
{
	int Exponent = 0;
	const double Mantissa = std::frexp(Value, &Exponent); // [0.5 .. 1)
	const int Bin = static_cast<int>(2.0 * BinsPerOctave * (Mantissa - 0.5));
	const int Place = Value > 0.0 ? (Exponent - LeastExponent) * BinsPerOctave + Bin : 0;
	++Counts[static_cast<size_t>(std::clamp(Place, 0, Octaves * BinsPerOctave - 1))];
	++Total;
	Greatest = std::max(Greatest, Value);
}

double Distribution::Percentile(double Share) const
{
	const double Needed = Share * static_cast<double>(Total);
	uint64_t Sum = 0;
	for (int Place = 0; Place < Octaves * BinsPerOctave && Total > 0; ++Place)
	{
		Sum += Counts[static_cast<size_t>(Place)];
		if (static_cast<double>(Sum) >= Needed)
		{
			const double UpperEnd = 0.5 + 0.5 * (Place % BinsPerOctave + 1) / BinsPerOctave;
			return std::min(std::ldexp(UpperEnd, LeastExponent + Place / BinsPerOctave), Greatest);
		}
	}
	return Greatest;
}
}
