// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a snapshot keeps of a navigator, and that what comes back can be believed.
#include "Navigator/NavigatorState.h"

namespace CrowdAvoidance
{
namespace
{
constexpr int32_t None = NavGraph::None;

/// Of the agents of a worker which ones came first is chance.
template <typename T>
void AddSorted(std::vector<T>& To, const std::vector<T>& More)
{
	To.insert(To.end(), More.begin(), More.end());
	std::sort(To.begin(), To.end());
}

template <typename T>
bool IsBelow(int64_t Number, const std::vector<T>& Items)
{
	return Number >= 0 && static_cast<uint64_t>(Number) < Items.size();
}
}

/// Everything but the fields and destinations, whose parts depend on each other.
template <typename Self, typename Stream>
void Navigator::Impl::Exchange(Self& S, Stream& Bytes)
{
	Bytes.Same("FieldFromAgents", S.Def.FieldFromAgents);
	Bytes.Same("SearchBudget", S.Def.SearchBudget);
	Bytes.Same("FieldBudget", S.Def.FieldBudget);
	Bytes.Same("TileBudget", S.Def.TileBudget);
	Bytes.Same("CornerEvery", S.Def.CornerEvery);
	Bytes.Same("CongestionPeriod", S.Def.CongestionPeriod);
	Bytes.Same("PatienceSeconds", S.Def.PatienceSeconds);
	Bytes.Same("SnapDistance", S.Def.SnapDistance);
	Bytes(S.Version, S.Step, S.SinceCrowding, S.LastTicket);
	Bytes(S.Done.PathsFound, S.Done.FieldsMade, S.Done.FieldsRepaired, S.Done.TilesChanged, S.Done.PushedBack);
	Bytes(S.Travellers, S.Journeys, S.Fresh, S.Paths, S.FreePaths, S.Searches, S.Crowd, S.Walls);
}

void Navigator::Impl::SaveDestinations(SnapshotWriter& To) const
{
	To.Count(Destinations.size());
	for (const Destination& Item : Destinations)
	{
		const bool bInUse = Item.Agents > 0;
		To(Item.Arrived, bInUse);
		if (bInUse)
		{
			To(Item.Points, Item.ArrivalRadius);
		}
	}
	To(FreeDestinations);
}

void Navigator::Impl::LoadDestinations(SnapshotReader& From)
{
	std::vector<bool> bUsed;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		Destination& Item = Destinations.emplace_back();
		bool bInUse = false;
		From(Item.Arrived, bInUse);
		bUsed.push_back(bInUse);
		if (!bInUse)
		{
			continue;
		}
		From(Item.Points);
		From.Within("arrival radius", Item.ArrivalRadius, 0, CrowdMaxCoordinate);
		const auto [Known, bNew] = DestinationOfKey.try_emplace(
			KeyOf(Item.Points, Item.ArrivalRadius), static_cast<uint32_t>(Destinations.size() - 1));
		if (!bNew)
		{
			From.Refuse(Error::Format("two destinations are the same"));
		}
		Item.Key = Known;
		FindGoals(Item);
	}
	From(FreeDestinations);
	From.CheckFreeList(FreeDestinations, Destinations.size(), [&](uint32_t Index) { return bUsed[Index]; });
	for (const Traveller& Item : Travellers)
	{
		if (Item.Destination != NoDestination && From.IsGood())
		{
			if (!IsBelow(Item.Destination, Destinations) || !bUsed[Item.Destination])
			{
				From.Refuse(
					Error::Format("an agent is bound for destination %u, which there is not", Item.Destination));
				return;
			}
			++Destinations[Item.Destination].Agents;
		}
	}
	for (size_t Index = 0; Index < Destinations.size() && From.IsGood(); ++Index)
	{
		if (bUsed[Index] && Destinations[Index].Agents == 0)
		{
			From.Refuse(Error::Format("nobody is bound for destination %zu", Index));
		}
	}
}

void Navigator::Impl::SaveFields(SnapshotWriter& To) const
{
	To.Count(Fields.size());
	for (const SharedField& Item : Fields)
	{
		To(Item.Destination);
		if (Item.Destination != NoDestination)
		{
			To(Item.Radius, Item.Version, Item.Edition);
			Item.Field.Save(To);
		}
	}
	To(std::vector<int32_t>(FieldQueue.begin(), FieldQueue.end()));
}

void Navigator::Impl::LoadFields(SnapshotReader& From)
{
	int InTheMaking = 0;
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		SharedField& Item = Fields.emplace_back();
		From(Item.Destination);
		if (Item.Destination == NoDestination)
		{
			continue;
		}
		From.Within("radius", Item.Radius, 0, CrowdMaxCoordinate);
		From(Item.Version, Item.Edition);
		if (!IsBelow(Item.Destination, Destinations) || Destinations[Item.Destination].Agents == 0)
		{
			From.Refuse(Error::Format("a field leads to destination %u, which there is not", Item.Destination));
			return;
		}
		Item.Field.Load(From, Graph());
		InTheMaking += Item.Field.IsMaking() ? 1 : 0;
		if (InTheMaking > 1)
		{
			From.Refuse(Error::Format("two fields are being made at once"));
			return;
		}
		if (Item.Field.IsReady() != (Item.Version == Version))
		{
			From.Refuse(Error::Format("a field is ready that has not been made, or the other way round"));
		}
	}
	std::vector<int32_t> Queue;
	From(Queue);
	for (const int32_t Index : Queue)
	{
		if (!IsBelow(Index, Fields) || Fields[static_cast<size_t>(Index)].bQueued ||
			Fields[static_cast<size_t>(Index)].Destination == NoDestination)
		{
			From.Refuse(Error::Format("field %d waits twice, or there is none", Index));
			return;
		}
		Fields[static_cast<size_t>(Index)].bQueued = true;
		FieldQueue.push_back(Index);
	}
	for (size_t Index = 0; Index < Fields.size() && From.IsGood(); ++Index)
	{
		const bool bFirst = !Queue.empty() && static_cast<size_t>(Queue[0]) == Index;
		if (Fields[Index].Field.IsMaking() && !bFirst)
		{
			From.Refuse(Error::Format("field %zu is being made, but it is not its turn", Index));
		}
	}
	// The one that is being made comes last: it keeps the scratch.
	for (const bool bMaking : {false, true})
	{
		for (SharedField& Item : Fields)
		{
			if (From.IsGood() && Item.Destination != NoDestination && Item.Field.IsMaking() == bMaking)
			{
				Item.Field.Resume(From, Graph(), Destinations[Item.Destination].Goals, Item.Radius, Scratch);
			}
		}
	}
}

Requests Navigator::Impl::AllRequests() const
{
	Requests All;
	for (const Requests& Worker : Workers)
	{
		AddSorted(All.Paths, Worker.Paths);
		AddSorted(All.Fields, Worker.Fields);
		AddSorted(All.Landed, Worker.Landed);
		AddSorted(All.BlockedPolygons, Worker.BlockedPolygons);
		AddSorted(All.Arrivals, Worker.Arrivals);
		AddSorted(All.Seen, Worker.Seen);
		All.PushedBack += Worker.PushedBack;
	}
	return All;
}

Result<void> Navigator::Save(SnapshotWriter& To) const
{
	const Impl& S = *State;
	if (S.Ground->Version() != S.Version)
	{
		return Error::Format("the mesh has changed since the last step: it can be saved after the next one");
	}
	if (const Result<void> Saved = S.Ground->Save(To); !Saved)
	{
		return Saved;
	}
	To.Section("navigator");
	To(S.Graph().Fingerprint());
	Impl::Exchange(S, To);
	S.SaveDestinations(To);
	S.SaveFields(To);
	To(S.AllRequests());
	return {};
}

/// A step of a path leads from its polygon by an edge or link of its own, or is the last one.
bool Navigator::Impl::IsStep(const NavPathStep& Item) const
{
	if (!IsBelow(Item.Polygon, Graph().Polygons))
	{
		return false;
	}
	const NavGraph::Polygon& Owner = Graph().Polygons[static_cast<size_t>(Item.Polygon)];
	const bool bByEdge = Item.Edge >= Owner.FirstEdge && Item.Edge < Owner.FirstEdge + Owner.EdgeCount &&
		Graph().Edges[static_cast<size_t>(Item.Edge)].Neighbor != None;
	const bool bByLink = Item.Link >= Owner.FirstLink && Item.Link < Owner.FirstLink + Owner.LinkCount &&
		Graph().Links[static_cast<size_t>(Item.Link)].Target != None;
	return Item.Edge != None ? bByEdge && Item.Link == None : Item.Link == None || bByLink;
}

/// That whatever an agent refers to is there.
bool Navigator::Impl::IsWhole(uint32_t Agent) const
{
	const Traveller& Item = Travellers[Agent];
	const Journey& Trip = Journeys[Agent];
	const bool bOnMesh = IsBelow(Item.Polygon, Graph().Polygons);
	if (Item.Polygon != None && !bOnMesh)
	{
		return false;
	}
	if (Item.bOnLink && !bOnMesh)
	{
		return false;
	}
	if (Trip.Path != None &&
		(!IsBelow(Trip.Path, Paths) || !IsBelow(Trip.Cursor, Paths[static_cast<size_t>(Trip.Path)])))
	{
		return false;
	}
	if (Trip.Field == None)
	{
		return true;
	}
	if (!IsBelow(Trip.Field, Fields) || Fields[static_cast<size_t>(Trip.Field)].Destination != Item.Destination)
	{
		return false;
	}
	const FlowField::Trail& Trail = Trip.Trail;
	return Trail.Polygon == None ||
		(IsStep({Trail.Polygon, Trail.Next.Edge, Trail.Next.Link}) &&
			(Trail.GoalIndex == None || IsBelow(Trail.GoalIndex, Destinations[Item.Destination].Goals)));
}

bool Navigator::Impl::IsWhole(const Requests& Noted) const
{
	const auto AreAgents = [this](const std::vector<Ask>& Asks) {
		return std::all_of(
			Asks.begin(), Asks.end(), [this](const Ask& Item) { return IsBelow(Item.Agent, Travellers); });
	};
	const auto IsPolygon = [this](int32_t Polygon) { return IsBelow(Polygon, Graph().Polygons); };
	return AreAgents(Noted.Paths) && AreAgents(Noted.Fields) && AreAgents(Noted.Landed) &&
		std::all_of(Noted.BlockedPolygons.begin(), Noted.BlockedPolygons.end(), IsPolygon) &&
		std::all_of(Noted.Seen.begin(), Noted.Seen.end(),
			[&](const Crowding::Sight& Item) { return IsPolygon(Item.Polygon); }) &&
		std::all_of(Noted.Arrivals.begin(), Noted.Arrivals.end(),
			[this](uint32_t Index) { return IsBelow(Index, Destinations); });
}

void Navigator::Impl::CheckLoaded(SnapshotReader& From, const World& TheWorld)
{
	std::vector<bool> bTaken(Paths.size(), false);
	for (uint32_t Agent = 0; Agent < Travellers.size(); ++Agent)
	{
		if (Travellers[Agent].Destination == NoDestination)
		{
			if (Travellers[Agent].Polygon != None)
			{
				From.Refuse(Error::Format("agent %u is on the mesh, but nobody leads it", Agent));
				return;
			}
			// Nothing else of it is looked at before it is led.
			continue;
		}
		const Journey& Trip = Journeys[Agent];
		const Result<AgentState> Known = TheWorld.GetAgent({Agent, Trip.Generation});
		if (!Known || Known.Value().Id != Trip.Id || !Known.Value().bHasGoal)
		{
			From.Refuse(Error::Format("it leads agent %u, which the world does not have or which has no goal", Agent));
			return;
		}
		if (!IsWhole(Agent))
		{
			From.Refuse(Error::Format("agent %u refers to something that is not there", Agent));
			return;
		}
		if (Trip.Path != None)
		{
			if (bTaken[static_cast<size_t>(Trip.Path)])
			{
				From.Refuse(Error::Format("path %d is that of two agents", Trip.Path));
				return;
			}
			bTaken[static_cast<size_t>(Trip.Path)] = true;
		}
	}
	From.CheckFreeList(FreePaths, Paths.size(), [&](uint32_t Index) { return bTaken[Index]; });
	for (const std::vector<NavPathStep>& Path : Paths)
	{
		if (!std::all_of(Path.begin(), Path.end(), [this](const NavPathStep& Item) { return IsStep(Item); }))
		{
			From.Refuse(Error::Format("a path leaves a polygon where there is no way out"));
			return;
		}
	}
	for (const PathQueue::Request& Item : Searches.Requests())
	{
		if (!IsBelow(Item.Agent, Travellers) || !IsBelow(Item.From.Polygon, Graph().Polygons) ||
			!IsBelow(Item.Goal.Polygon, Graph().Polygons))
		{
			From.Refuse(Error::Format("a path is searched for between polygons that there are not"));
			return;
		}
	}
	if (!IsWhole(Workers[0]) || !Crowd.IsWhole() ||
		!std::all_of(Fresh.begin(), Fresh.end(), [this](uint32_t Agent) { return IsBelow(Agent, Travellers); }))
	{
		From.Refuse(Error::Format("it notes something about agents or polygons that there are not"));
	}
}

Result<void> Navigator::Load(SnapshotReader& From, const World& Crowd)
{
	Impl& Old = *State;
	if (const Result<void> Loaded = Old.Ground->Load(From); !Loaded)
	{
		return Loaded;
	}
	Result<std::unique_ptr<NavPathSearch>> Search = Old.Ground->MakePathSearch();
	if (!Search)
	{
		return Search.GetError();
	}
	auto New = std::make_unique<Impl>();
	New->Ground = Old.Ground;
	New->Def = Old.Def;
	New->Workers.resize(Old.Workers.size());
	New->Searches.SetSearch(std::move(Search.Value()));
	New->Crowd.Resize(New->Graph());

	From.Section("navigator");
	uint64_t Fingerprint = 0;
	From(Fingerprint);
	if (From.IsGood() && Fingerprint != New->Graph().Fingerprint())
	{
		From.Refuse(Error::Format("its mesh is another one"));
	}
	Impl::Exchange(*New, From);
	if (New->Version != New->Ground->Version() || New->Journeys.size() != New->Travellers.size())
	{
		From.Refuse(Error::Format("its agents or its mesh are of another time"));
	}
	New->LoadDestinations(From);
	if (From.IsGood())
	{
		New->LoadFields(From);
	}
	From(New->Workers[0]);
	if (From.IsGood())
	{
		New->CheckLoaded(From, Crowd);
	}
	if (From.IsGood() && !New->Searches.Resume())
	{
		From.Refuse(Error::Format("a search that is under way would be done by now"));
	}
	if (const Result<void> Read = From.Finish(); !Read)
	{
		return Read;
	}
	State = std::move(New);
	return {};
}
}
