// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "World/AgentStore.h"

#include <algorithm>
#include <iterator>

namespace CrowdAvoidance
{
namespace
{
/// A field of AgentDef and where AgentBody has it.
struct BodyField
{
	float AgentDef::*OfDef;
	float AgentBody::*OfBody;
};

/// With CrowdScalarFields: all parameters of agents.
constexpr BodyField BodyFields[] = {{&AgentDef::Radius, &AgentBody::Radius},
	{&AgentDef::MaxSpeed, &AgentBody::MaxSpeed}, {&AgentDef::PreferredSpeed, &AgentBody::PreferredSpeed}};
}

AgentHandle AgentStore::Add(const AgentDef& Def)
{
	uint32_t Index;
	if (FreeSlots.Size() > 0)
	{
		Index = FreeSlots[FreeSlots.Size() - 1];
		FreeSlots.Pop();
	}
	else
	{
		Index = static_cast<uint32_t>(Slots.Size());
		Slots.Push({});
	}
	Ids.Add(Index, Def.Id);
	++Slots[Index].Generation;
	Enter(Index, Def);
	return {Index, Slots[Index].Generation};
}

void AgentStore::Enter(uint32_t Index, const AgentDef& Def)
{
	AgentSlot& Slot = Slots[Index];
	Slot.bAlive = true;
	if (Count() == 0)
	{
		Common = {};
	}
	size_t Place = static_cast<size_t>(Count());
	Now.Resize(Place + 1);
	if (!Def.bGhost && Ghosts > 0)
	{
		// Owned agents come first: a ghost makes room.
		Move(static_cast<size_t>(Owned), Place);
		Place = static_cast<size_t>(Owned);
	}
	++(Def.bGhost ? Ghosts : Owned);
	Slot.Place = static_cast<uint32_t>(Place);
	Map.NoteStray(Place);
	Now.Motion[Place] = {Def.Position.X, Def.Position.Y, Def.Velocity.X, Def.Velocity.Y};
	Now.Aim[Place] = {Def.DesiredVelocity.X, Def.DesiredVelocity.Y, Def.Profile.Index, Index};
	Now.Body[Place] = {};
	for (const BodyField& Field : BodyFields)
	{
		Now.Body[Place].*Field.OfBody = Def.*Field.OfDef;
	}
	for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		Now.Scalars[Scalar][Place] = Def.*CrowdScalarFields[Scalar];
	}
	if (ModelStateBytes > 0)
	{
		ModelStates.Resize(Slots.Size() * ModelStateBytes);
		std::fill_n(ModelState(Index), ModelStateBytes, std::byte{0});
	}
	Pairs.Clear(Index);
	Pairs.NoteEntered(Index);
	NoteTraits(Place);
}

void AgentStore::Remove(uint32_t Index)
{
	AgentSlot& Slot = Slots[Index];
	size_t Hole = Slot.Place;
	if (static_cast<int>(Hole) < Owned)
	{
		// The last owned one takes its place, and the last ghost the place of that.
		const size_t LastOwned = static_cast<size_t>(--Owned);
		Move(LastOwned, Hole);
		Hole = LastOwned;
	}
	else
	{
		--Ghosts;
	}
	const size_t Last = static_cast<size_t>(Count());
	Move(Last, Hole);
	Now.Resize(Last);
	Slot.bAlive = false;
	Ids.Remove(Index);
	FreeSlots.Push(Index);
}

void AgentStore::Move(size_t From, size_t To)
{
	if (From != To)
	{
		Now.ForEachField([From, To](auto& Field) { Field[To] = Field[From]; });
		NotePlaces(static_cast<int>(To), static_cast<int>(To) + 1);
		Map.NoteStray(To);
	}
}

void AgentStore::Reserve(size_t Agents)
{
	Now.Reserve(Agents);
	Slots.Reserve(Agents);
	Ids.Reserve(Agents);
	Map.Reserve(Agents);
	ModelStates.Reserve(Agents * ModelStateBytes);
}

float& AgentStore::FieldAt(size_t Place, size_t Offset)
{
	for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		if (OffsetOf(CrowdScalarFields[Scalar]) == Offset)
		{
			return Now.Scalars[Scalar][Place];
		}
	}
	const BodyField* const Known = std::find_if(std::begin(BodyFields), std::end(BodyFields),
		[Offset](const BodyField& Field) { return OffsetOf(Field.OfDef) == Offset; });
	// A parameter needs a place to be kept in.
	CROWD_ASSERT(Known != std::end(BodyFields));
	return Now.Body[Place].*Known->OfBody;
}

void AgentStore::Read(size_t Place, AgentDef& Out)
{
	const AgentMotion& Motion = Now.Motion[Place];
	const AgentAim& Aim = Now.Aim[Place];
	Out.Position = {Motion.X, Motion.Y};
	Out.Velocity = {Motion.VelX, Motion.VelY};
	Out.DesiredVelocity = {Aim.TargetX, Aim.TargetY};
	Out.Profile = {Aim.Flags & CROWD_FLAG_PROFILE};
	Out.Id = Ids.Of(Aim.Slot);
	Out.bGhost = static_cast<int>(Place) >= Owned;
	for (const BodyField& Field : BodyFields)
	{
		Out.*Field.OfDef = Now.Body[Place].*Field.OfBody;
	}
	for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		Out.*CrowdScalarFields[Scalar] = Now.Scalars[Scalar][Place];
	}
}

void AgentStore::NoteTraits(size_t Place)
{
	const AgentBody& Body = Now.Body[Place];
	const int Profile = static_cast<int>(Now.Aim[Place].Flags & CROWD_FLAG_PROFILE);
	if (!Common.bAny)
	{
		Common.bAny = true;
		Common.Body = Body;
		for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
		{
			Common.Scalars[Scalar] = Now.Scalars[Scalar][Place];
		}
		Common.Profile = Profile;
		Common.SmallestRadius = Common.LargestRadius = Body.Radius;
		Common.FastestSpeed = Body.MaxSpeed;
		return;
	}
	Common.SmallestRadius = std::min(Common.SmallestRadius, Body.Radius);
	Common.LargestRadius = std::max(Common.LargestRadius, Body.Radius);
	Common.FastestSpeed = std::max(Common.FastestSpeed, Body.MaxSpeed);
	const bool bWasMixed = Common.bMixedBodies;
	Common.bMixedBodies = Common.bMixedBodies || Body.Radius != Common.Body.Radius ||
		Body.MaxSpeed != Common.Body.MaxSpeed || Body.PreferredSpeed != Common.Body.PreferredSpeed ||
		Body.ArrivalRadius != Common.Body.ArrivalRadius;
	Common.bRecheck = Common.bRecheck || Common.bMixedBodies != bWasMixed;
	Common.bMixedProfiles = Common.bMixedProfiles || Profile != Common.Profile;
	for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		Common.bMixedScalars[Scalar] =
			Common.bMixedScalars[Scalar] || Now.Scalars[Scalar][Place] != Common.Scalars[Scalar];
	}
}

void AgentStore::RecheckTraits()
{
	Common = {};
	for (size_t Place = 0; Place < static_cast<size_t>(Count()); ++Place)
	{
		NoteTraits(Place);
	}
	Common.bRecheck = false;
}

void AgentStore::KeepModelState(int AgentBytes, bool bInSight, int PairBytes)
{
	ModelStateBytes = static_cast<size_t>(AgentBytes);
	Pairs.Keep(bInSight, static_cast<size_t>(PairBytes));
}

size_t AgentStore::Bytes()
{
	return Now.Bytes() + Slots.Bytes() + FreeSlots.Bytes() + Ids.Bytes() + ModelStates.Bytes() + Pairs.Bytes() +
		Map.Bytes();
}
}
