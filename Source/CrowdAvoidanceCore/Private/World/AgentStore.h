// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdAgent.h"
#include "Neighbors/AgentMap.h"
#include "Perception/PairMemory.h"
#include "World/AgentArrays.h"
#include "World/AgentIds.h"

#include <atomic>
#include <cstddef>

namespace CrowdAvoidance
{
/// What a handle's index leads to.
struct AgentSlot
{
	uint32_t Place = 0; ///< In the arrays.
	uint32_t Generation : 31 = 0;
	uint32_t bAlive : 1 = 0;
};

/// What the store keeps of agents, or-ed together.
enum class EColumns : uint32_t
{
	None = 0,
	Motion = 1,
	Aim = 2,
	Body = 4,
	Scalars = 8,
	Agents = 15,                   ///< All columns.
	Traits = Aim | Body | Scalars, ///< Those that AgentTraits are made from.
	Memory = 16,                   ///< No column: what the model keeps for agents and pairs, by slot.
	All = Agents | Memory,
};

constexpr EColumns operator|(EColumns A, EColumns B)
{
	return static_cast<EColumns>(static_cast<uint32_t>(A) | static_cast<uint32_t>(B));
}

constexpr EColumns operator&(EColumns A, EColumns B)
{
	return static_cast<EColumns>(static_cast<uint32_t>(A) & static_cast<uint32_t>(B));
}

constexpr EColumns operator~(EColumns A)
{
	return static_cast<EColumns>(~static_cast<uint32_t>(A)) & EColumns::All;
}

/// What holds for all agents, or is taken not to hold: kernels that need not ask are faster, and those that ask in vain give
/// the same results. It widens with every change and is narrowed before a step, where something may have become alike.
struct AgentTraits
{
	bool bAny = false;
	AgentBody Body = {}; ///< This and Scalars: of some agent.
	float Scalars[CROWD_SCALARS] = {};
	int Profile = -1;
	float SmallestRadius = 0.0f;
	float LargestRadius = 0.0f;
	float FastestSpeed = 0.0f;
	bool bMixedBodies = false;
	bool bMixedProfiles = false;
	bool bMixedScalars[CROWD_SCALARS] = {};
	bool bRecheck = false; ///< Something became mixed by a change, and may be alike again after more of them.
};

/// The agents of a world: who they are, and what they are like, in columns [owned | ghosts].
class AgentStore
{
public:
	/// As agents are between steps, and all through a step: frozen.
	AgentArrays Now;

	/// Where to find them between steps; empty where the backend keeps no grid.
	AgentMap Map;

	/// @name What the backend and the world tell each other
	EColumns Changed = EColumns::None; ///< What the world has written since the last step.
	/// What only the backend has at present. World::Impl::Read has it fetched.
	std::atomic<EColumns> Stale = EColumns::None;

	int OwnedCount() const { return Owned; }
	int GhostCount() const { return Ghosts; }
	int Count() const { return Owned + Ghosts; }

	/// @name Handles
	bool IsValid(AgentHandle Handle) const
	{
		return Handle.Index < Slots.Size() && Slots[Handle.Index].bAlive &&
			Slots[Handle.Index].Generation == Handle.Generation;
	}
	AgentHandle HandleOf(uint32_t Slot) const { return {Slot, Slots[Slot].Generation}; }
	size_t PlaceOf(uint32_t Slot) const { return Slots[Slot].Place; }
	bool IsGhost(uint32_t Slot) const { return static_cast<int>(Slots[Slot].Place) >= Owned; }
	size_t SlotCount() const { return Slots.Size(); }
	AgentIds Ids;

	/// @name Coming and going
	AgentHandle Add(const AgentDef& Def);
	void Remove(uint32_t Slot);
	void Reserve(size_t Agents);
	/// After a step has put agents in another order: the places of those that are now at Begin .. End - 1.
	void NotePlaces(int Begin, int End)
	{
		AgentSlot* const List = Slots.Get();
		const AgentAim* const Aim = Now.Aim.Get();
		for (int Place = Begin; Place < End; ++Place)
		{
			List[Aim[Place].Slot].Place = static_cast<uint32_t>(Place);
		}
	}

	/// @name Parameters
	/// Where the one of AgentParameters() with that offset is kept.
	float& FieldAt(size_t Place, size_t Offset);
	void Read(size_t Place, AgentDef& Out);
	const AgentTraits& Traits() const { return Common; }
	/// Widens the traits by an agent that is new or has changed. Reads EColumns::Traits.
	void NoteTraits(size_t Place);
	/// Narrows them. Reads EColumns::Traits of all agents.
	void RecheckTraits();

	/// @name State that the model keeps for agents, by slot: so it stays with them wherever they are sorted to
	void KeepModelState(int AgentBytes, bool bInSight, int PairBytes);
	std::byte* ModelState(uint32_t Slot) { return ModelStates.Get() + size_t{Slot} * ModelStateBytes; }
	PairMemory Pairs;
	/// Calls Visit(array) for the arrays that EColumns::Memory stands for.
	template <typename Visitor>
	void ForEachMemory(Visitor&& Visit)
	{
		Visit(ModelStates);
		Pairs.ForEachArray(Visit);
	}

	/// Agents per square metre around the average agent, as the last sort saw it: by it the next one lays out its grid.
	float Density = 0.0f;

	/// @name Snapshots: all of the above that later steps depend on, agents in the order of their slots
	void Save(SnapshotWriter& To);
	/// Into an empty store. Profiles: how many there are. MostNeighbors: that they have asked for. bPlanner: whether there is one to lead
	/// agents.
	void Load(SnapshotReader& From, size_t Profiles, int MostNeighbors, bool bPlanner);

	size_t Bytes();

private:
	/// The slot's new agent gets a place. Its id is known.
	void Enter(uint32_t Index, const AgentDef& Def);
	void LoadAgent(
		SnapshotReader& From, uint32_t Index, std::span<const Parameter* const> Known, size_t Profiles, bool bPlanner);
	void Move(size_t From, size_t To);

	AlignedArray<AgentSlot> Slots;
	AlignedArray<uint32_t> FreeSlots;
	AlignedArray<std::byte> ModelStates;
	size_t ModelStateBytes = 0;
	AgentTraits Common;
	int Owned = 0;
	int Ghosts = 0;
};
}
