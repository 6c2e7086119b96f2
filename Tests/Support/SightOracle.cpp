// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "SightOracle.h"

#include "Perception/Manner.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <tuple>

namespace CrowdAvoidance::Testing::Sight
{
namespace
{
/// Agents with a larger radius are seen by their rim, and see from it (AgentProfile::NeighborDistance).
constexpr float LargeRadius = 1.0f;
/// Of those so many are looked at where there are walls.
constexpr size_t MostLookedAt = 64;
constexpr int64_t LookPeriod = 100;
constexpr int64_t TidyPeriod = 16000;

double CrossOf(Vec2 Origin, Vec2 A, Vec2 B)
{
	return (static_cast<double>(A.X) - Origin.X) * (static_cast<double>(B.Y) - Origin.Y) -
		(static_cast<double>(A.Y) - Origin.Y) * (static_cast<double>(B.X) - Origin.X);
}

/// The id decides how far off the profile's mean it is, which is a matter of its own.
double ObservationOf(const Person& Self)
{
	AgentManner Mean = {};
	AgentManner Spread = {};
	Mean.ObservationTime = Self.Profile.ObservationTime;
	Spread.ObservationTime = Self.Profile.ObservationTimeSpread;
	const AgentManner Drawn = DrawManner(Mean, Spread, Self.Id);
	return static_cast<double>(Drawn.ObservationTime);
}

/// Ids in the order of lists: by distance without so many bits (Docs/Architecture.md, ties and ids), then by themselves.
template <typename Iterator>
void SortAsLists(Iterator Begin, Iterator End)
{
	std::sort(Begin, End,
		[](const auto& A, const auto& B)
		{
			const uint32_t FromA = std::bit_cast<uint32_t>(A.DistanceSq) >> 9;
			const uint32_t FromB = std::bit_cast<uint32_t>(B.DistanceSq) >> 9;
			return FromA != FromB ? FromA < FromB : A.Other->Id < B.Other->Id;
		});
}
}

bool IsHidden(const std::vector<Wall>& Walls, Vec2 From, Vec2 To)
{
	return std::any_of(Walls.begin(), Walls.end(),
		[&](const Wall& Each)
		{
			return CrossOf(From, To, Each.From) * CrossOf(From, To, Each.To) <= 0.0 &&
				CrossOf(Each.From, Each.To, From) * CrossOf(Each.From, Each.To, To) < 0.0;
		});
}

void Oracle::NoteProfile(const AgentProfile& Profile)
{
	const size_t Neighbors = static_cast<size_t>(std::max(Profile.MaxNeighbors, 1));
	Room = std::max(Room, Neighbors + std::max<size_t>(2, Neighbors / 5));
	const double Longest = (Profile.ObservationTimeSpread > 0.0f ? 2.0 : 1.0) * Profile.ObservationTime;
	LongestObservation = std::max(LongestObservation, static_cast<int64_t>(Longest * 1000.0) + 2);
	bLimitedView = bLimitedView || Profile.FieldOfView < CrowdAllRound;
}

void Oracle::NotePut(uint64_t Id)
{
	LastPut = static_cast<int64_t>(Seconds * 1000.0);
	if (LastPut > 0)
	{
		Put[Id] = LastPut;
	}
	Asleep.erase(Id);
}

void Oracle::NoteGone(uint64_t Id)
{
	Memories.erase(Id);
	Put.erase(Id);
	Asleep.erase(Id);
}

bool Oracle::IsNewcomer(uint64_t Id) const
{
	// Times of coming are kept to two milliseconds.
	const auto Found = Put.find(Id);
	return Found != Put.end() && Clock - LastPut <= LongestObservation &&
		2 * (Clock / 2 - Found->second / 2) <= LongestObservation;
}

float Oracle::RangeOf(const Person& Self) const
{
	return std::max(Self.Profile.NeighborDistance, LeastSight);
}

bool Oracle::IsForgotten(const Memory& Known, const Person& Self) const
{
	// Whoever was lost before it was noticed counts from its first sight.
	const double Observation = ObservationOf(Self);
	const int64_t Longer = Known.bNoticed || Observation == 0.0 ? 0 : static_cast<int64_t>(1000.0 * Observation) + 1;
	const int64_t Limit = Longer + static_cast<int64_t>(1000.0 * static_cast<double>(Self.Profile.SightMemory));
	return !Known.bInSight && Clock - Known.Stamp > Limit;
}

bool Oracle::IsInView(const Person& Self, Vec2 Away) const
{
	const double Speed = std::hypot(static_cast<double>(Self.Velocity.X), static_cast<double>(Self.Velocity.Y));
	if (Self.Profile.FieldOfView >= CrowdAllRound || Speed <= 1.0e-6)
	{
		return true;
	}
	const double Cosine = std::cos(0.5 * static_cast<double>(Self.Profile.FieldOfView));
	const double Along = static_cast<double>(Away.X) * Self.Velocity.X + static_cast<double>(Away.Y) * Self.Velocity.Y;
	return Along >= Cosine * Speed * std::hypot(static_cast<double>(Away.X), static_cast<double>(Away.Y));
}

std::vector<Oracle::Candidate> Oracle::Candidates(const std::vector<Person>& Agents, const Person& Self) const
{
	const auto IsLarge = [this](const Person& Who) { return !bPlain && Who.Radius > LargeRadius; };
	const float Range = RangeOf(Self) + (IsLarge(Self) ? Self.Radius : 0.0f);
	std::vector<Candidate> Found;
	for (const Person& Other : Agents)
	{
		const Vec2 Away = Other.Position - Self.Position;
		float DistanceSq = Away.X * Away.X + Away.Y * Away.Y;
		if (IsLarge(Other))
		{
			const float ToRim = std::max(std::sqrt(DistanceSq) - Other.Radius, 0.0f);
			DistanceSq = ToRim * ToRim;
		}
		if (Other.Id != Self.Id && DistanceSq < Range * Range && (Self.Profile.Avoids & Other.Profile.Groups) != 0 &&
			std::fabs(Other.Height - Self.Height) <= Self.Profile.FloorHeight && IsInView(Self, Away))
		{
			Found.push_back({&Other, DistanceSq});
		}
	}
	std::sort(Found.begin(), Found.end(),
		[](const Candidate& A, const Candidate& B)
		{ return A.DistanceSq != B.DistanceSq ? A.DistanceSq < B.DistanceSq : A.Other->Id < B.Other->Id; });
	return Found;
}

std::vector<const Person*> Oracle::InSight(
	const std::vector<Person>& Agents, const std::vector<Wall>& Walls, const Person& Self) const
{
	std::vector<Candidate> Found = Candidates(Agents, Self);
	const size_t Wanted = static_cast<size_t>(Self.Profile.MaxNeighbors);
	const size_t Most = Walls.empty() ? Wanted : MostLookedAt;
	Found.resize(std::min(Found.size(), Most));
	// The nearest twice as many come first, whatever the order of lists says of one that is as far away.
	const auto Middle = Found.begin() + static_cast<ptrdiff_t>(std::min(Found.size(), 2 * Wanted));
	SortAsLists(Found.begin(), Middle);
	SortAsLists(Middle, Found.end());
	std::vector<const Person*> Out;
	const auto Mine = Memories.find(Self.Id);
	for (const Candidate& Each : Found)
	{
		bool bRemembered = false;
		if (Mine != Memories.end())
		{
			const auto Known = Mine->second.find(Each.Other->Id);
			bRemembered = Known != Mine->second.end() && !IsForgotten(Known->second, Self);
		}
		if (Out.size() < Wanted && (bRemembered || !IsHidden(Walls, Self.Position, Each.Other->Position)))
		{
			Out.push_back(Each.Other);
		}
	}
	return Out;
}

bool Oracle::WouldHaveSeen(const std::vector<Wall>& Walls, const Person& Self, const Person& Other) const
{
	const float Before = static_cast<float>(ObservationOf(Self));
	const Vec2 From = Self.Position - Before * Self.Velocity;
	const Vec2 To = Other.Position - Before * Other.Velocity;
	return Distance(From, To) < RangeOf(Self) && IsInView(Self, To - From) && !IsHidden(Walls, From, To);
}

void Oracle::Look(const std::vector<Person>& Agents, const std::vector<Wall>& Walls, const Person& Self)
{
	const std::vector<const Person*> List = InSight(Agents, Walls, Self);
	std::map<uint64_t, Memory>& Mine = Memories[Self.Id];
	const double Observation = ObservationOf(Self);
	const double Old = static_cast<float>(Clock) / 1000.0f;
	const double LastOld = static_cast<float>(LastClock) / 1000.0f;
	// Nearer than what is left of the range after so long, at that speed.
	const auto Near = [&](float Speed, double Age, double Time)
	{ return Speed < 0.0f || Age < Observation ? -1.0 : RangeOf(Self) - static_cast<double>(Speed) * Time; };
	const double MustHaveBeenSeen = Near(Approach, Old, Observation);
	const bool bSlept = Asleep.count(Self.Id) > 0;
	// Who keeps nothing had noticed all that were so near in the last step.
	const double HadNoticed = bSlept ? Near(LastApproach, LastOld, std::max(Observation - (Old - LastOld), 0.0)) : -1.0;
	const bool bNewcomers = IsNewcomer(Self.Id) ||
		std::any_of(List.begin(), List.end(), [this](const Person* Other) { return IsNewcomer(Other->Id); });
	const auto DistanceTo = [&](const Person* Other)
	{
		const Vec2 Away = Other->Position - Self.Position;
		return std::sqrt(static_cast<double>(Away.X * Away.X + Away.Y * Away.Y));
	};
	Asleep.erase(Self.Id);
	if (!List.empty() && !bNewcomers && DistanceTo(List.back()) < MustHaveBeenSeen)
	{
		Asleep.insert(Self.Id);
		for (auto& [Id, Known] : Mine)
		{
			Known.Stamp = Known.bInSight && Known.bNoticed ? Clock : Known.Stamp;
			Known.bInSight = false;
		}
		return;
	}

	std::vector<const Person*> New;
	std::set<uint64_t> Seen;
	for (const Person* Other : List)
	{
		Seen.insert(Other->Id);
		const auto Known = Mine.find(Other->Id);
		if (Known == Mine.end() || IsForgotten(Known->second, Self))
		{
			New.push_back(Other);
		}
	}
	// What is forgotten is not looked for, unless somebody needs the room. That counts where a profile's times change.
	const bool bClear = !New.empty() || Clock / TidyPeriod != LastClock / TidyPeriod;
	for (auto Known = Mine.begin(); Known != Mine.end();)
	{
		const bool bForgotten = IsForgotten(Known->second, Self);
		Memory& It = Known->second;
		if (Seen.count(Known->first) > 0 && !bForgotten)
		{
			It.bInSight = true;
			It.bNoticed =
				It.bNoticed || static_cast<double>(Clock - It.Stamp) > 1000.0 * Observation || Observation == 0.0;
		}
		else if (It.bInSight)
		{
			It.bInSight = false;
			It.Stamp = It.bNoticed ? Clock : It.Stamp;
		}
		Known = bForgotten && bClear ? Mine.erase(Known) : std::next(Known);
	}
	const bool bFull = List.size() == static_cast<size_t>(Self.Profile.MaxNeighbors);
	for (const Person* Other : New)
	{
		if (Mine.size() >= Room)
		{
			// Whoever has the oldest stamp of those out of sight gives way, of several first those that have not been noticed.
			auto Gone = Mine.end();
			for (auto Known = Mine.begin(); Known != Mine.end(); ++Known)
			{
				const auto Rank = [](const auto& Of)
				{ return std::make_tuple(Of->second.Stamp, Of->second.bNoticed, Of->first); };
				if (!Known->second.bInSight && (Gone == Mine.end() || Rank(Known) < Rank(Gone)))
				{
					Gone = Known;
				}
			}
			Mine.erase(Gone);
		}
		const bool bNewcomer = IsNewcomer(Self.Id) || IsNewcomer(Other->Id);
		const bool bKnown = !bNewcomer &&
			(DistanceTo(Other) < std::max(MustHaveBeenSeen, HadNoticed) ||
				(bFull && Old >= Observation && WouldHaveSeen(Walls, Self, *Other)));
		Mine[Other->Id] = {bKnown || Observation == 0.0, true, Clock};
	}
}

void Oracle::Step(const std::vector<Person>& Agents, const std::vector<Wall>& Walls, float Dt)
{
	Clock = static_cast<int64_t>(Seconds * 1000.0);
	++Steps;
	float Fastest = 0.0f;
	bool bAny = false;
	for (const Person& Each : Agents)
	{
		Fastest = std::max(Fastest, Each.MaxSpeed);
		bAny = bAny || !Each.bGhost;
	}
	if (bAny)
	{
		Approach = Walls.empty() && !bLimitedView && !bRecords ? 2.0f * Fastest : -1.0f;
		const bool bAll = Walls.empty() || bPlain || Steps == 1 || Clock / TidyPeriod != LastClock / TidyPeriod;
		for (const Person& Each : Agents)
		{
			// Who looks in which step is of no importance, but has to be known.
			const int64_t Phase = (Clock + static_cast<int64_t>(Each.Id)) % LookPeriod;
			if (!Each.bGhost && (bAll || Phase < Clock - LastClock))
			{
				Look(Agents, Walls, Each);
			}
		}
		LastApproach = Approach;
	}
	LastClock = Clock;
	Seconds += static_cast<double>(Dt);
}

std::vector<Sighting> Oracle::Seen(const std::vector<Person>& Agents, uint64_t Id) const
{
	const auto Find = [&](uint64_t Wanted)
	{ return std::find_if(Agents.begin(), Agents.end(), [&](const Person& Each) { return Each.Id == Wanted; }); };
	const Person& Self = *Find(Id);
	std::map<uint64_t, Sighting> Out;
	if (const auto Mine = Memories.find(Id); Mine != Memories.end())
	{
		for (const auto& [Other, Known] : Mine->second)
		{
			if (IsForgotten(Known, Self) || Find(Other) == Agents.end())
			{
				continue;
			}
			const bool bNoticed = Known.bNoticed ||
				(Known.bInSight && static_cast<double>(Clock - Known.Stamp) > 1000.0 * ObservationOf(Self));
			Out[Other] = {Other, bNoticed, Known.bInSight, bNoticed && Known.bInSight ? 0 : Clock - Known.Stamp};
		}
	}
	if (Asleep.count(Id) > 0)
	{
		// As agents are now. Half of the way that nobody can have come leaves out who has come into range since the step.
		std::vector<Candidate> Near = Candidates(Agents, Self);
		const double Within = static_cast<double>(RangeOf(Self)) +
			(!bPlain && Self.Radius > LargeRadius ? Self.Radius : 0.0f) -
			0.5 * static_cast<double>(Approach) * ObservationOf(Self);
		const int64_t Now = static_cast<int64_t>(Seconds * 1000.0);
		std::erase_if(Near,
			[&](const Candidate& Each)
			{
				const auto Came = Put.find(Each.Other->Id);
				return std::sqrt(static_cast<double>(Each.DistanceSq)) >= Within ||
					(Came != Put.end() && 2 * (Now / 2 - Came->second / 2) <= LongestObservation);
			});
		Near.resize(std::min(Near.size(), static_cast<size_t>(Self.Profile.MaxNeighbors)));
		for (const Candidate& Each : Near)
		{
			Out[Each.Other->Id] = {Each.Other->Id, true, true, 0};
		}
	}
	std::vector<Sighting> List;
	for (const auto& [Other, What] : Out)
	{
		List.push_back(What);
	}
	return List;
}
}
