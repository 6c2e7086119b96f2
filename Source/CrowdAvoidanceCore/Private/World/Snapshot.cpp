// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// World::Save and World::Load. The byte layout is described in Docs/Snapshots.md.
#include "CrowdCore/CrowdSnapshot.h"

#include "Files/Checksum.h"
#include "World/Checks.h"
#include "World/WorldState.h"

#include <algorithm>
#include <cinttypes>

namespace CrowdAvoidance
{
namespace
{
constexpr char WorldKind[] = "CROWDSNP";
constexpr uint32_t WorldVersion = 2;
constexpr uint64_t ChecksumSeed = 0xc0de0003ull << 32;

struct Head
{
	char Kind[8];
	uint32_t Version;
	uint32_t Reserved;
	uint64_t Size; ///< Of what follows.
	uint64_t Checksum;
};
static_assert(sizeof(Head) == 32);

/// So that a snapshot may be read by a version that has more parameters: those keep their defaults.
void SaveNames(SnapshotWriter& To, const ParameterTable& Table)
{
	To.Count(Table.List.size());
	for (const Parameter& Entry : Table.List)
	{
		To(std::string(Entry.Name));
	}
}

std::vector<const Parameter*> LoadNames(SnapshotReader& From, const ParameterTable& Table)
{
	std::vector<const Parameter*> Known;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		std::string Name;
		From(Name);
		Known.push_back(Table.Find(Name));
		if (!Known.back())
		{
			From.Refuse(Error::Format("it has a parameter '%.64s', which this version does not know", Name.c_str()));
		}
	}
	return Known;
}

void SaveValues(SnapshotWriter& To, const ParameterTable& Table, const void* Struct)
{
	for (const Parameter& Entry : Table.List)
	{
		To(Entry.Read(Struct));
	}
}

void LoadValues(SnapshotReader& From, std::span<const Parameter* const> Known, void* Struct)
{
	for (const Parameter* const Entry : Known)
	{
		double Value = 0.0;
		From(Value);
		// Once something was wrong all values are zero, which need not be within their ranges.
		if (const Result<void> Written = From.IsGood() ? Entry->Write(Struct, Value) : Result<void>(); !Written)
		{
			From.Refuse(Written.GetError());
		}
	}
}

/// The model by name, and all its options, so that later defaults change nothing.
void SaveModel(SnapshotWriter& To, const WorldDef& Def)
{
	To.Section("model");
	To(Def.Model);
	const ParameterTable& Options = FindModel(Def.Model)->Options;
	To.Count(Options.List.size());
	for (const Parameter& Entry : Options.List)
	{
		double Value = Options.DefaultOf(Entry);
		for (const ModelOption& Given : Def.Options)
		{
			Value = Given.Name == Entry.Name ? Given.Value : Value;
		}
		To(std::string(Entry.Name), Value);
	}
}

WorldDef LoadModel(SnapshotReader& From)
{
	WorldDef Def;
	From.Section("model");
	From(Def.Model);
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		ModelOption& Option = Def.Options.emplace_back();
		From(Option.Name, Option.Value);
	}
	return Def;
}
}

std::vector<std::byte> SnapshotWriter::Seal(const char (&Kind)[9], uint32_t Version) const
{
	Head Front = {{}, Version, 0, Written.size(), Fingerprint()};
	std::memcpy(Front.Kind, Kind, sizeof(Front.Kind));
	std::vector<std::byte> Out(sizeof(Front) + Written.size());
	std::memcpy(Out.data(), &Front, sizeof(Front));
	std::copy(Written.begin(), Written.end(), Out.begin() + sizeof(Front));
	return Out;
}

void SnapshotWriter::Append(const void* From, size_t Size)
{
	const std::byte* const First = static_cast<const std::byte*>(From);
	Written.insert(Written.end(), First, First + Size);
}

uint64_t SnapshotWriter::Fingerprint() const
{
	return Checksum(ChecksumSeed, Written.data(), Written.size());
}

Result<SnapshotReader> SnapshotReader::Open(std::span<const std::byte> Sealed, const char (&Kind)[9], uint32_t Version)
{
	Head Front;
	if (Sealed.size() < sizeof(Front))
	{
		return Error::Format("snapshot: %zu bytes are too few for one", Sealed.size());
	}
	std::memcpy(&Front, Sealed.data(), sizeof(Front));
	if (std::memcmp(Front.Kind, Kind, sizeof(Front.Kind)) != 0)
	{
		return Error::Format("snapshot: these bytes are none (the first are not %s)", Kind);
	}
	if (Front.Version != Version)
	{
		return Error::Format(
			"snapshot: its format is version %u, this library reads version %u", Front.Version, Version);
	}
	const std::span<const std::byte> Body = Sealed.subspan(sizeof(Front));
	if (Front.Reserved != 0 || Front.Size != Body.size() ||
		Front.Checksum != Checksum(ChecksumSeed, Body.data(), Body.size()))
	{
		return Error::Format("snapshot: it is cut off or damaged (size or checksum do not match)");
	}
	return SnapshotReader(Body);
}

void SnapshotReader::Refuse(const Error& InReason)
{
	if (bGood)
	{
		bGood = false;
		Reason = Error::Format("snapshot, %s, byte %zu: %.150s", Part, At, InReason.Text);
	}
}

Result<void> SnapshotReader::Finish()
{
	if (BytesLeft() > 0)
	{
		Refuse(Error::Format("%zu bytes follow that belong to nothing", BytesLeft()));
	}
	return Outcome();
}

void AgentStore::Save(SnapshotWriter& To)
{
	To.Section("agents");
	SaveNames(To, AgentParameters());
	// Density and radius lay out the grid, and where agents stand in heaps that decides who sees whom. By the speed it is told who must
	// have been in sight for long.
	To(uint64_t{ModelStateBytes}, Ids.NextAuto(), Density, Common.SmallestRadius, Common.FastestSpeed, Common.bRecheck);
	To.Count(Slots.Size());
	for (uint32_t Index = 0; Index < Slots.Size(); ++Index)
	{
		To(static_cast<uint32_t>(Slots[Index].Generation), Slots[Index].bAlive != 0);
		if (!Slots[Index].bAlive)
		{
			continue;
		}
		const size_t Place = PlaceOf(Index);
		AgentDef Def;
		Read(Place, Def);
		To(Def.Id, Def.bGhost, Def.Position, Def.Velocity, Def.DesiredVelocity, Now.Aim[Place].Flags,
			Now.Body[Place].ArrivalRadius);
		SaveValues(To, AgentParameters(), &Def);
		To.Raw({ModelState(Index), ModelStateBytes});
	}
	To(std::vector<uint32_t>(FreeSlots.Get(), FreeSlots.Get() + FreeSlots.Size()));
	Pairs.Save(To, Slots.Size());
}

void AgentStore::LoadAgent(
	SnapshotReader& From, uint32_t Index, std::span<const Parameter* const> Known, size_t Profiles, bool bPlanner)
{
	AgentDef Def;
	uint32_t Flags = 0;
	float ArrivalRadius = 0.0f;
	From(Def.Id, Def.bGhost, Def.Position, Def.Velocity, Def.DesiredVelocity, Flags, ArrivalRadius);
	LoadValues(From, Known, &Def);
	const std::span<const std::byte> State = From.Raw(ModelStateBytes);
	Def.Profile.Index = Flags & CROWD_FLAG_PROFILE;
	if (!From.IsGood())
	{
		return;
	}
	const bool bGoal = (Flags & CROWD_FLAG_GOAL) != 0;
	const uint32_t OfGoals = CROWD_FLAG_ARRIVED | CROWD_FLAG_LED;
	if ((Flags & ~(CROWD_FLAG_PROFILE | CROWD_FLAGS_GOAL)) != 0 || (!bGoal && (Flags & OfGoals) != 0) ||
		(Def.bGhost && bGoal) || (!bPlanner && (Flags & CROWD_FLAG_LED) != 0))
	{
		From.Refuse(Error::Format("agent %u has flags %x, which do not go together", Index, Flags));
	}
	else if (Def.Profile.Index >= Profiles)
	{
		From.Refuse(Error::Format("Profile is %u; it must be below %zu", Def.Profile.Index, Profiles));
	}
	else if (Def.Id == CrowdAutoId || Ids.Find(Def.Id) != AgentIds::None)
	{
		From.Refuse(Error::Format("Id is %" PRIu64 ", which is no agent's or another one's", Def.Id));
	}
	else if (const Result<void> Check = FirstError({CheckVector("Position", Def.Position),
				 CheckVector("Velocity", Def.Velocity), CheckVector("DesiredVelocity", Def.DesiredVelocity),
				 NumberRange{0.0, CrowdArrivalRange.Maximum, "m", bGoal}.Check(
					 "ArrivalRadius", static_cast<double>(ArrivalRadius))});
			 !Check)
	{
		From.Refuse(Check.GetError());
	}
	else
	{
		Ids.Add(Index, Def.Id);
		Enter(Index, Def);
		const size_t Place = PlaceOf(Index);
		Now.Aim[Place].Flags = Flags;
		Now.Body[Place].ArrivalRadius = ArrivalRadius;
		std::copy(State.begin(), State.end(), ModelState(Index));
	}
}

void AgentStore::Load(SnapshotReader& From, size_t Profiles, int MostNeighbors, bool bPlanner)
{
	From.Section("agents");
	const std::vector<const Parameter*> Known = LoadNames(From, AgentParameters());
	uint64_t StateBytes = 0;
	uint64_t NextId = 0;
	float SmallestRadius = 0.0f;
	float FastestSpeed = 0.0f;
	bool bRecheck = false;
	From(StateBytes, NextId);
	From.Within("the density of agents", Density, 0, 1.0e30);
	From.Within("the smallest radius", SmallestRadius, 0, 1000);
	From.Within("the highest speed", FastestSpeed, 0, 1000);
	From(bRecheck);
	if (StateBytes != ModelStateBytes)
	{
		From.Refuse(Error::Format("the model keeps %zu bytes of an agent, not %" PRIu64, ModelStateBytes, StateBytes));
	}
	const size_t Count = From.Count();
	for (uint32_t Index = 0; Index < Count && From.IsGood(); ++Index)
	{
		uint32_t Generation = 0;
		bool bAlive = false;
		From.Within("Generation", Generation, 0, INT32_MAX);
		From(bAlive);
		Slots.Push({0, Generation, 0});
		if (bAlive)
		{
			LoadAgent(From, Index, Known, Profiles, bPlanner);
		}
	}
	std::vector<uint32_t> Free;
	From(Free);
	From.CheckFreeList(Free, Slots.Size(), [this](uint32_t Index) { return Slots[Index].bAlive != 0; });
	for (const uint32_t Index : Free)
	{
		FreeSlots.Push(Index);
	}
	Ids.SetNextAuto(NextId);
	Pairs.Load(From, Slots.Size(), MostNeighbors);
	RecheckTraits();
	// Agents that are gone count too, until traits are rechecked.
	Common.SmallestRadius = std::min(Common.SmallestRadius, SmallestRadius);
	Common.FastestSpeed = std::max(Common.FastestSpeed, FastestSpeed);
	Common.bRecheck = bRecheck;
}

Result<std::vector<std::byte>> World::Save() const
{
	Impl& S = *State;
	S.Read(EColumns::All);
	SnapshotWriter To;
	SaveModel(To, S.Def);
	To.Section("profiles");
	SaveNames(To, ProfileParameters());
	To(S.Steps, S.Seconds, S.LastClock);
	To(S.Needs.Range, S.Needs.ObstacleHorizon, S.Needs.Neighbors, S.Needs.bGroups, S.Needs.bLimitedView,
		S.Needs.LongestObservation);
	To.Count(S.Profiles.size());
	for (const AgentProfile& Profile : S.Profiles)
	{
		SaveValues(To, ProfileParameters(), &Profile);
	}
	To(S.Planner != nullptr);
	S.Agents.Save(To);
	S.Shapes.Save(To);
	S.Obstacles.Save(To);
	if (S.Planner)
	{
		To.Section("planner");
		if (const Result<void> Saved = S.Planner->Save(To); !Saved)
		{
			return Saved.GetError();
		}
	}
	return To.Seal(WorldKind, WorldVersion);
}

void World::Impl::Load(SnapshotReader& From, CrowdAvoidance::Planner* HostsPlanner)
{
	From.Section("profiles");
	const std::vector<const Parameter*> Known = LoadNames(From, ProfileParameters());
	ProfileNeeds Saved;
	From(Steps);
	From.Within("the time", Seconds, 0, 1.0e12);
	From.Within("the clock", LastClock, 0, 1000.0 * Seconds);
	From(Saved.Range, Saved.ObstacleHorizon, Saved.Neighbors, Saved.bGroups, Saved.bLimitedView);
	From.Within("the longest observation", Saved.LongestObservation, 0, PairMemory::LongPresence);
	std::vector<AgentProfile> Found;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		LoadValues(From, Known, &Found.emplace_back());
	}
	if (Found.empty() || Found.size() > CrowdMaxProfiles)
	{
		From.Refuse(Error::Format("it has %zu profiles; it must have 1 .. %d", Found.size(), CrowdMaxProfiles));
		return;
	}
	SetProfiles(std::move(Found));
	// Profiles of the past count too: what they asked for decides how much is remembered.
	AgentProfile Past;
	Past.NeighborDistance = Saved.Range;
	Past.ObstacleHorizon = Saved.ObstacleHorizon;
	Past.MaxNeighbors = Saved.Neighbors;
	if (const Result<void> Check = ProfileParameters().Check(&Past); !Check)
	{
		From.Refuse(Check.GetError());
		return;
	}
	// It only grows, so what profiles ask for now is within it; room is made by it.
	ProfileNeeds Least;
	for (const AgentProfile& Profile : Profiles)
	{
		Least.Range = std::max(Least.Range, Profile.NeighborDistance);
		Least.ObstacleHorizon = std::max(Least.ObstacleHorizon, Profile.ObstacleHorizon);
		Least.Neighbors = std::max(Least.Neighbors, Profile.MaxNeighbors);
	}
	if (Saved.Range < Least.Range || Saved.ObstacleHorizon < Least.ObstacleHorizon || Saved.Neighbors < Least.Neighbors)
	{
		From.Refuse(Error::Format("its profiles ask for more than the most that any has asked for"));
		return;
	}
	Needs = Saved;
	for (const AgentProfile& Profile : Profiles)
	{
		NoteProfile(Profile);
	}

	bool bPlanner = false;
	From(bPlanner);
	if (From.IsGood() && bPlanner != (HostsPlanner != nullptr))
	{
		From.Refuse(Error::Format("the world %s, but Planner is %s", bPlanner ? "had a planner" : "had no planner",
			bPlanner ? "null" : "given"));
	}
	Edit(EColumns::All);
	Agents.Load(From, Profiles.size(), Needs.Neighbors, bPlanner);
	Agents.Pairs.SetClock(static_cast<uint64_t>(Seconds * 1000.0));
	Shapes.Load(From, Agents.SlotCount());
	Obstacles.Load(From);
}

Result<World> World::Load(std::span<const std::byte> Bytes, const WorldHost& Host)
{
	if (const Result<void> Available = CheckIsa(Host.Isa); !Available)
	{
		return Available.GetError();
	}
	return LoadWorld(Bytes, Host, CreateCpuBackend(Host.Isa == EIsa::Auto ? BestIsa() : Host.Isa));
}

Result<World> LoadWorld(std::span<const std::byte> Bytes, const WorldHost& Host, std::unique_ptr<Backend> Stepper)
{
	Result<SnapshotReader> Opened = SnapshotReader::Open(Bytes, WorldKind, WorldVersion);
	if (!Opened)
	{
		return Opened.GetError();
	}
	SnapshotReader& From = Opened.Value();
	WorldDef Def = LoadModel(From);
	if (!From.IsGood())
	{
		return From.Outcome().GetError();
	}
	Def.Isa = Host.Isa;
	Def.Scheduler = Host.Scheduler;
	Result<World> Out = CreateWorld(Def, std::move(Stepper));
	if (!Out)
	{
		return Error::Format("snapshot, model: %.190s", Out.ErrorText());
	}
	World::Impl& S = *Out.Value().State;
	S.Load(From, Host.Planner);
	if (Host.Planner)
	{
		From.Section("planner");
		// Before it is loaded: it may ask the world about agents that it will lead, and the world asks it.
		S.Planner = Host.Planner;
		if (const Result<void> Loaded = From.IsGood() ? Host.Planner->Load(From, Out.Value()) : From.Outcome(); !Loaded)
		{
			return Loaded.GetError();
		}
	}
	if (const Result<void> Read = From.Finish(); !Read)
	{
		return Read.GetError();
	}
	return Out;
}
}
