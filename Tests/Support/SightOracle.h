// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

/// Who has seen whom for how long, by the rules of Docs/Models/Rcap.md: everybody looks at everybody, every line of sight is tested
/// against every wall, and what agents know of each other is kept in maps.
namespace CrowdAvoidance::Testing::Sight
{
struct Person
{
	uint64_t Id = 0; ///< A small one: large ones are told apart by fewer bits.
	Vec2 Position, Velocity;
	float Height = 0.0f;
	float Radius = 0.3f;
	float MaxSpeed = 1.5f;
	AgentProfile Profile;
	bool bGhost = false; ///< It sees nobody.
};

struct Wall
{
	Vec2 From, To;
};

struct Sighting
{
	uint64_t Id = 0;
	bool bNoticed = false;
	bool bInSight = false;
	int64_t Since = 0; ///< [ms]

	friend bool operator==(const Sighting&, const Sighting&) = default;
};

/// Whether the straight line between two points crosses a wall.
bool IsHidden(const std::vector<Wall>& Walls, Vec2 From, Vec2 To);

class Oracle
{
public:
	/// bInRecords: the model keeps something of every pair, so that the rule of nearness does not hold.
	Oracle(bool bInPlain, float InLeastSight, bool bInRecords)
		: bPlain(bInPlain),
		  LeastSight(InLeastSight),
		  bRecords(bInRecords)
	{
		NoteProfile(AgentProfile{});
	}

	/// A profile that the world has, or has had.
	void NoteProfile(const AgentProfile& Profile);
	/// It has come into the world, or has been put more than a metre away.
	void NotePut(uint64_t Id);
	/// It has left the world: what it knew is lost. Others remember it for a while.
	void NoteGone(uint64_t Id);
	/// What the step sees that begins now, of which walls and agents are these.
	void Step(const std::vector<Person>& Agents, const std::vector<Wall>& Walls, float Dt);
	/// Whom one of them sees and remembers, by ids; Agents: as they are after the step.
	std::vector<Sighting> Seen(const std::vector<Person>& Agents, uint64_t Id) const;

private:
	struct Memory
	{
		bool bNoticed = false;
		bool bInSight = false;
		int64_t Stamp =
			0; ///< When it came into sight; of one that has been noticed and is out of sight, when it was lost.
	};
	struct Candidate
	{
		const Person* Other;
		float DistanceSq;
	};

	std::vector<Candidate> Candidates(const std::vector<Person>& Agents, const Person& Self) const;
	std::vector<const Person*> InSight(
		const std::vector<Person>& Agents, const std::vector<Wall>& Walls, const Person& Self) const;
	bool WouldHaveSeen(const std::vector<Wall>& Walls, const Person& Self, const Person& Other) const;
	bool IsInView(const Person& Self, Vec2 Away) const;
	bool IsNewcomer(uint64_t Id) const;
	bool IsForgotten(const Memory& Known, const Person& Self) const;
	float RangeOf(const Person& Self) const;
	void Look(const std::vector<Person>& Agents, const std::vector<Wall>& Walls, const Person& Self);

	bool bPlain;
	float LeastSight;
	bool bRecords;
	size_t Room = 0;
	int64_t LongestObservation = 0;
	bool bLimitedView = false;

	double Seconds = 0.0;
	int64_t Clock = 0; ///< At the beginning of the step [ms]
	int64_t LastClock = 0;
	int64_t Steps = 0;
	float Approach = -1.0f; ///< How fast two can come nearer to each other; negative: something may hide them.
	float LastApproach = -1.0f;
	int64_t LastPut = 0;
	std::map<uint64_t, int64_t> Put; ///< When, where that was not at the very beginning.
	std::map<uint64_t, std::map<uint64_t, Memory>> Memories;
	std::set<uint64_t> Asleep; ///< Nothing is kept for them: they have noticed all their neighbours.
};
}
