// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/FlowField.h"

#include "FlowField/StringPull.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// How far a string is followed before it counts as bent, if it is not bent by then. [edges]
constexpr int MostAhead = 256;
constexpr float MostCrowding = 1e6f;
/// Polygons that somebody may pass between two corners and still be on the trail.
constexpr int MostPassed = 8;

/// A gate is an exit of a polygon: an edge by its number, or a link by the number of edges and its own.
constexpr int32_t NoGate = -1;
/// What is kept of the gate after a gate: its number among those of the polygon, edges first. Few polygons have ten.
constexpr uint16_t NoneAfter = UINT16_MAX;

/// Of a path: its length, and the same with crowding. [m]
struct Span
{
	float Length = INFINITY;
	float Cost = INFINITY;
};

Span operator+(Span A, Span B)
{
	return {A.Length + B.Length, A.Cost + B.Cost};
}

bool IsFinite(Vec2 Value)
{
	return std::isfinite(Value.X) && std::isfinite(Value.Y);
}
}

/// A field in the making: Dijkstra's algorithm outwards from the goals, from gate to gate. What the path through a gate costs is
/// measured from its middle, by a string pulled tight through the gates that are settled already.
struct FlowField::Maker
{
	struct Gate
	{
		int32_t Next = NoGate; ///< The gate after it. None: the goal is in the polygon that this gate leads into.
		int32_t GoalIndex = NavGraph::None;
		Span FromEnd[2]; ///< From the right and the left end of the edge on; from the beginning of the link, twice.
		float BestOffer = INFINITY;
		bool bSettled = false;
	};

	/// Where the path from a polygon's centre goes.
	struct Start
	{
		int32_t First = NoGate;
		int32_t GoalIndex = NavGraph::None;
		Span Path;
	};

	/// A path that a gate (or, in Root, a polygon) might take.
	struct Offer
	{
		Span Path;
		int32_t Taker;
		int32_t Next;
		int32_t GoalIndex;

		/// Worse than: by cost, then by number, so that the order is never left to chance.
		bool operator<(const Offer& Other) const
		{
			if (Path.Cost != Other.Path.Cost)
			{
				return Path.Cost > Other.Path.Cost;
			}
			if (Taker != Other.Taker)
			{
				return Taker > Other.Taker;
			}
			return Next != Other.Next ? Next > Other.Next : GoalIndex > Other.GoalIndex;
		}
	};

	/// A link seen from where it leads to.
	struct LinkBack
	{
		int32_t Target, Link;
	};

	std::vector<Goal> Goals;
	std::vector<float> Crowding;
	std::vector<Gate> Gates;
	std::vector<Start> Starts;       ///< By polygon.
	std::vector<Offer> Offers;       ///< A heap, the least cost on top.
	std::vector<LinkBack> LinksBack; ///< By target.
	std::vector<int32_t> LinkOwners;
	size_t Chosen = 0; ///< So many polygons have chosen where to start.
	float Radius = 0.0f;
	int64_t Visited = 0;
	uint64_t Rounds = 0; ///< Calls of Work so far.

	float CrowdingOf(int32_t Polygon) const { return Crowding.empty() ? 1.0f : Crowding[static_cast<size_t>(Polygon)]; }
	Gate& At(int32_t Number) { return Gates[static_cast<size_t>(Number)]; }

	static int32_t EdgeCount(const NavGraph& Graph) { return static_cast<int32_t>(Graph.Edges.size()); }
	static bool IsEdge(const NavGraph& Graph, int32_t Number) { return Number < EdgeCount(Graph); }
	static const NavGraph::Link& LinkAt(const NavGraph& Graph, int32_t Number)
	{
		return Graph.Links[static_cast<size_t>(Number - EdgeCount(Graph))];
	}
	static int32_t Into(const NavGraph& Graph, int32_t Number)
	{
		return IsEdge(Graph, Number) ? Graph.Edges[static_cast<size_t>(Number)].Neighbor : LinkAt(Graph, Number).Target;
	}
	int32_t OutOf(const NavGraph& Graph, int32_t Number) const
	{
		if (IsEdge(Graph, Number))
		{
			return Graph.Edges[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Number)].Twin)].Neighbor;
		}
		return LinkOwners[static_cast<size_t>(Number - EdgeCount(Graph))];
	}

	/// Calls Visit(gate) for all gates that lead into the polygon.
	template <typename Visitor>
	void ForEachGateInto(const NavGraph& Graph, int32_t Polygon, Visitor&& Visit)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			++Visited;
			if (Graph.CanPass(Index, Owner, Radius))
			{
				Visit(Graph.Edges[static_cast<size_t>(Index)].Twin);
			}
		}
		const auto First = std::lower_bound(LinksBack.begin(), LinksBack.end(), Polygon,
			[](const LinkBack& Each, int32_t Target) { return Each.Target < Target; });
		for (auto Each = First; Each != LinksBack.end() && Each->Target == Polygon; ++Each)
		{
			++Visited;
			Visit(EdgeCount(Graph) + Each->Link);
		}
	}

	/// The same for all gates that lead out of it.
	template <typename Visitor>
	void ForEachGateOutOf(const NavGraph& Graph, int32_t Polygon, Visitor&& Visit)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			++Visited;
			if (Graph.CanPass(Index, Owner, Radius))
			{
				Visit(Index);
			}
		}
		for (int32_t Link = Owner.FirstLink; Link < Owner.FirstLink + Owner.LinkCount; ++Link)
		{
			++Visited;
			if (Graph.Links[static_cast<size_t>(Link)].Target != NavGraph::None)
			{
				Visit(EdgeCount(Graph) + Link);
			}
		}
	}

	void AddOffer(const Offer& Made)
	{
		Offers.push_back(Made);
		std::push_heap(Offers.begin(), Offers.end());
	}

	Offer TakeOffer()
	{
		std::pop_heap(Offers.begin(), Offers.end());
		const Offer Least = Offers.back();
		Offers.pop_back();
		return Least;
	}

	/// The straight line From -> Target, from Polygon through First and the gates after it up to Last, each part as crowded as its polygon.
	Span StraightSpan(const NavGraph& Graph, int32_t Polygon, int32_t First, int32_t Last, Vec2 From, Vec2 Target)
	{
		const float Length = CrowdAvoidance::Distance(From, Target);
		if (Crowding.empty())
		{
			return {Length, Length};
		}
		float Weighted = 0.0f, Share = 0.0f;
		for (int32_t Number = First; Number != Last; Number = At(Number).Next)
		{
			++Visited;
			const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(Number)];
			const Vec2 Along = Graph.EdgeEnd(Graph.Polygons[static_cast<size_t>(Polygon)], Number) - Side.From;
			const float NearSide = std::max(Cross(Along, From - Side.From), 0.0f);
			const float FarSide = std::min(Cross(Along, Target - Side.From), 0.0f);
			const float Until = NearSide - FarSide > 0.0f ? std::max(NearSide / (NearSide - FarSide), Share) : Share;
			Weighted += (Until - Share) * CrowdingOf(Polygon);
			Share = Until;
			Polygon = Side.Neighbor;
		}
		Weighted += (1.0f - Share) * CrowdingOf(Polygon);
		return {Length, Length * Weighted};
	}

	/// The path from a point of a polygon through the settled gate First (None: the goal is here) to the goal.
	Span SpanFrom(const NavGraph& Graph, int32_t Polygon, Vec2 From, int32_t First, int32_t GoalIndex)
	{
		int32_t Number = First, Last = First;
		const Heading Ahead =
			PullString(Graph, Polygon, From, 0.0f, Goals[static_cast<size_t>(GoalIndex)].Point, MostAhead,
				[&](int32_t, int32_t& OutEdge, int32_t& OutLink)
				{
					++Visited;
					Last = Number;
					if (Number == NoGate)
					{
						return false;
					}
					(IsEdge(Graph, Number) ? OutEdge : OutLink) =
						IsEdge(Graph, Number) ? Number : Number - EdgeCount(Graph);
					Number = At(Number).Next;
					return true;
				});
		Last = Ahead.Edge != NavGraph::None ? Ahead.Edge : Last;
		const Span Straight = StraightSpan(Graph, Polygon, First, Last, From, Ahead.Target);
		if (Last == NoGate)
		{
			return Straight;
		}
		const Gate& There = At(Last);
		if (Ahead.Edge != NavGraph::None || Ahead.bLink)
		{
			return Straight + There.FromEnd[Ahead.bLeft ? 1 : 0];
		}
		// Out of sight: by one end or the other of the gate there.
		const float Half = 0.5f * CrowdAvoidance::Distance(EndOf(Graph, Last, 0), EndOf(Graph, Last, 1));
		return Straight + Span{Half, Half} +
			(There.FromEnd[0].Cost < There.FromEnd[1].Cost ? There.FromEnd[0] : There.FromEnd[1]);
	}

	/// Of an edge between polygons: 0 right, 1 left, as one leaves.
	static Vec2 EndOf(const NavGraph& Graph, int32_t Edge, int Side)
	{
		const NavGraph::Edge& Each = Graph.Edges[static_cast<size_t>(Edge)];
		return Side == 0 ? Each.From : Graph.Edges[static_cast<size_t>(Each.Twin)].From;
	}
	/// Where one comes out of a gate.
	static Vec2 Middle(const NavGraph& Graph, int32_t Number)
	{
		if (!IsEdge(Graph, Number))
		{
			return LinkAt(Graph, Number).To;
		}
		const Vec2 Right = EndOf(Graph, Number, 0), Left = EndOf(Graph, Number, 1);
		return {(Right.X + Left.X) * 0.5f, (Right.Y + Left.Y) * 0.5f};
	}

	void OfferToGate(const NavGraph& Graph, int32_t Number, int32_t Next, int32_t GoalIndex)
	{
		Gate& Taker = At(Number);
		if (Taker.bSettled)
		{
			return;
		}
		const Span Path = SpanFrom(Graph, Into(Graph, Number), Middle(Graph, Number), Next, GoalIndex);
		if (Path.Cost < Taker.BestOffer)
		{
			Taker.BestOffer = Path.Cost;
			AddOffer({Path, Number, Next, GoalIndex});
		}
	}

	/// The gate takes the path that it was offered, and offers itself to the gates that lead to it.
	void Settle(const NavGraph& Graph, const Offer& Taken)
	{
		Gate& Settled = At(Taken.Taker);
		Settled.Next = Taken.Next;
		Settled.GoalIndex = Taken.GoalIndex;
		const int32_t Ahead = Into(Graph, Taken.Taker);
		if (IsEdge(Graph, Taken.Taker))
		{
			const bool bEdgeNext = Taken.Next != NoGate && IsEdge(Graph, Taken.Next);
			for (const int Side : {0, 1})
			{
				const Vec2 Corner = EndOf(Graph, Taken.Taker, Side);
				const bool bShared = bEdgeNext && Corner == EndOf(Graph, Taken.Next, Side);
				Settled.FromEnd[Side] = bShared ? At(Taken.Next).FromEnd[Side]
												: SpanFrom(Graph, Ahead, Corner, Taken.Next, Taken.GoalIndex);
			}
		}
		else
		{
			const NavGraph::Link& Jump = LinkAt(Graph, Taken.Taker);
			const float Length = CrowdAvoidance::Distance(Jump.From, Jump.To);
			Settled.FromEnd[0] = Settled.FromEnd[1] = Span{Length, Length} + Taken.Path;
		}
		Settled.bSettled = true;
		const int32_t Twin = IsEdge(Graph, Taken.Taker) ? Graph.Edges[static_cast<size_t>(Taken.Taker)].Twin : NoGate;
		ForEachGateInto(Graph, OutOf(Graph, Taken.Taker),
			[&](int32_t Number)
			{
				if (Number != Twin)
				{
					OfferToGate(Graph, Number, Taken.Taker, Taken.GoalIndex);
				}
			});
	}

	/// Finds the best exit of a polygon from its centre.
	void Choose(const NavGraph& Graph, int32_t Polygon)
	{
		Start& Best = Starts[static_cast<size_t>(Polygon)];
		const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
		ForEachGateOutOf(Graph, Polygon,
			[&](int32_t Number)
			{
				const Gate& Each = At(Number);
				if (Each.bSettled)
				{
					const Span Path = SpanFrom(Graph, Polygon, Center, Number, Each.GoalIndex);
					if (Path.Cost < Best.Path.Cost)
					{
						Best = {Number, Each.GoalIndex, Path};
					}
				}
			});
	}

	/// Sees to it that the exits of polygons taken one after the other come to an end as well. They need not: each is best from a centre,
	/// and of two polygons each may have its best path through the other. One of them then takes the next best.
	void Root(const NavGraph& Graph)
	{
		enum : char
		{
			Unknown,
			OnThePath,
			Rooted,
			Lost
		};
		std::vector<char> Marks(Starts.size(), Unknown);
		std::vector<int32_t> Path;
		for (size_t Polygon = 0; Polygon < Starts.size(); ++Polygon)
		{
			size_t Current = Polygon;
			Path.clear();
			while (Marks[Current] == Unknown)
			{
				Marks[Current] = OnThePath;
				Path.push_back(static_cast<int32_t>(Current));
				if (Starts[Current].First == NoGate)
				{
					Marks[Current] = Rooted;
					break;
				}
				Current = static_cast<size_t>(Into(Graph, Starts[Current].First));
			}
			const char End = Marks[Current] == Rooted ? Rooted : Lost;
			for (const int32_t Each : Path)
			{
				Marks[static_cast<size_t>(Each)] = End;
			}
		}
		const auto OfferToPolygon = [&](int32_t Polygon, int32_t Number)
		{
			const Gate& Each = At(Number);
			const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
			AddOffer({SpanFrom(Graph, Polygon, Center, Number, Each.GoalIndex), Polygon, Number, Each.GoalIndex});
		};
		for (size_t Polygon = 0; Polygon < Starts.size(); ++Polygon)
		{
			if (Marks[Polygon] == Lost)
			{
				ForEachGateOutOf(Graph, static_cast<int32_t>(Polygon),
					[&](int32_t Number)
					{
						if (At(Number).bSettled && Marks[static_cast<size_t>(Into(Graph, Number))] == Rooted)
						{
							OfferToPolygon(static_cast<int32_t>(Polygon), Number);
						}
					});
			}
		}
		while (!Offers.empty())
		{
			const Offer Least = TakeOffer();
			if (Marks[static_cast<size_t>(Least.Taker)] != Lost)
			{
				continue;
			}
			Starts[static_cast<size_t>(Least.Taker)] = {Least.Next, Least.GoalIndex, Least.Path};
			Marks[static_cast<size_t>(Least.Taker)] = Rooted;
			Path.assign(1, Least.Taker);
			while (!Path.empty())
			{
				const int32_t Found = Path.back();
				Path.pop_back();
				ForEachGateInto(Graph, Found,
					[&](int32_t Number)
					{
						const int32_t Behind = OutOf(Graph, Number);
						if (Marks[static_cast<size_t>(Behind)] != Lost || !At(Number).bSettled)
						{
							return;
						}
						if (Starts[static_cast<size_t>(Behind)].First == Number)
						{
							Marks[static_cast<size_t>(Behind)] = Rooted;
							Path.push_back(Behind);
						}
						else
						{
							OfferToPolygon(Behind, Number);
						}
					});
			}
		}
	}

	/// Does some work. False when there is none left.
	bool Work(const NavGraph& Graph)
	{
		++Rounds;
		++Visited;
		if (!Offers.empty())
		{
			const Offer Least = TakeOffer();
			if (!At(Least.Taker).bSettled)
			{
				Settle(Graph, Least);
			}
			return true;
		}
		if (Chosen < Starts.size())
		{
			Choose(Graph, static_cast<int32_t>(Chosen++));
			return true;
		}
		Root(Graph);
		return false;
	}

	void CollectLinks(const NavGraph& Graph)
	{
		LinkOwners.assign(Graph.Links.size(), NavGraph::None);
		for (size_t Polygon = 0; Polygon < Graph.Polygons.size(); ++Polygon)
		{
			const NavGraph::Polygon& Owner = Graph.Polygons[Polygon];
			for (int32_t Link = Owner.FirstLink; Link < Owner.FirstLink + Owner.LinkCount; ++Link)
			{
				const int32_t Target = Graph.Links[static_cast<size_t>(Link)].Target;
				LinkOwners[static_cast<size_t>(Link)] = static_cast<int32_t>(Polygon);
				if (Target != NavGraph::None)
				{
					LinksBack.push_back({Target, Link});
				}
			}
		}
		std::sort(LinksBack.begin(), LinksBack.end(),
			[](const LinkBack& A, const LinkBack& B)
			{ return A.Target != B.Target ? A.Target < B.Target : A.Link < B.Link; });
	}

	/// A goal as such is the end of the path for all gates into its polygon, and for who is there already.
	void AddGoal(const NavGraph& Graph, int32_t GoalIndex)
	{
		const Goal& Each = Goals[static_cast<size_t>(GoalIndex)];
		const Vec2 Center = Graph.Polygons[static_cast<size_t>(Each.Polygon)].Center;
		const Span Path = SpanFrom(Graph, Each.Polygon, Center, NoGate, GoalIndex);
		Start& Here = Starts[static_cast<size_t>(Each.Polygon)];
		if (Path.Cost < Here.Path.Cost)
		{
			Here = {NoGate, GoalIndex, Path};
		}
		ForEachGateInto(Graph, Each.Polygon, [&](int32_t Number) { OfferToGate(Graph, Number, NoGate, GoalIndex); });
	}
};

FlowField::FlowField() = default;
FlowField::~FlowField() = default;
FlowField::FlowField(FlowField&&) noexcept = default;
FlowField& FlowField::operator=(FlowField&&) noexcept = default;

void FlowField::Begin(const NavGraph& Graph, std::span<const Goal> Goals, float Radius, std::span<const float> Crowding)
{
	CROWD_ASSERT(Crowding.empty() || Crowding.size() == Graph.Polygons.size());
	Making = std::make_unique<Maker>();
	Making->Goals.assign(Goals.begin(), Goals.end());
	Making->Radius = Radius > 0.0f ? Radius : 0.0f;
	Making->Gates.resize(Graph.Edges.size() + Graph.Links.size());
	Making->Starts.resize(Graph.Polygons.size());
	Making->CollectLinks(Graph);
	if (std::any_of(Crowding.begin(), Crowding.end(), [](float Factor) { return Factor > 1.0f; }))
	{
		Making->Crowding.assign(Graph.Polygons.size(), 1.0f);
		for (size_t Polygon = 0; Polygon < std::min(Crowding.size(), Graph.Polygons.size()); ++Polygon)
		{
			Making->Crowding[Polygon] = Crowding[Polygon] > 1.0f ? std::min(Crowding[Polygon], MostCrowding) : 1.0f;
		}
	}
	for (size_t Index = 0; Index < Goals.size(); ++Index)
	{
		const int32_t Polygon = Goals[Index].Polygon;
		if (Polygon >= 0 && static_cast<size_t>(Polygon) < Graph.Polygons.size() && IsFinite(Goals[Index].Point))
		{
			Making->AddGoal(Graph, static_cast<int32_t>(Index));
		}
	}
}

bool FlowField::Advance(const NavGraph& Graph, int Budget)
{
	if (!Making)
	{
		return true;
	}
	CROWD_ASSERT(Making->Starts.size() == Graph.Polygons.size() &&
		Making->Gates.size() == Graph.Edges.size() + Graph.Links.size());
	Making->Visited = 0;
	while (Making->Work(Graph))
	{
		if (Making->Visited >= Budget)
		{
			return false;
		}
	}
	Keep(Graph);
	Making.reset();
	bReady = true;
	return true;
}

void FlowField::Keep(const NavGraph& Graph)
{
	EdgeCount = static_cast<int32_t>(Graph.Edges.size());
	Routes.resize(Making->Starts.size());
	for (size_t Polygon = 0; Polygon < Routes.size(); ++Polygon)
	{
		const Maker::Start& Made = Making->Starts[Polygon];
		Routes[Polygon] = {Made.First, Made.Path.Length, Made.GoalIndex};
	}
	After.assign(Making->Gates.size(), NoneAfter);
	for (size_t Number = 0; Number < After.size(); ++Number)
	{
		const int32_t Next = Making->Gates[Number].Next;
		if (Next != NoGate)
		{
			const NavGraph::Polygon& Between =
				Graph.Polygons[static_cast<size_t>(Maker::Into(Graph, static_cast<int32_t>(Number)))];
			After[Number] =
				static_cast<uint16_t>(Next < EdgeCount ? Next - Between.FirstEdge
													   : Between.EdgeCount + (Next - EdgeCount - Between.FirstLink));
		}
	}
}

FlowField::Exit FlowField::ExitOf(int32_t Polygon) const
{
	if (Polygon < 0 || static_cast<size_t>(Polygon) >= Routes.size() ||
		Routes[static_cast<size_t>(Polygon)].First == NoGate)
	{
		return {};
	}
	const int32_t First = Routes[static_cast<size_t>(Polygon)].First;
	return First < EdgeCount ? Exit{First, NavGraph::None} : Exit{NavGraph::None, First - EdgeCount};
}

FlowField::Exit FlowField::ExitAfter(const NavGraph& Graph, Exit Taken) const
{
	const int32_t Number = Taken.Edge != NavGraph::None ? Taken.Edge : EdgeCount + Taken.Link;
	if (Number < 0 || static_cast<size_t>(Number) >= After.size() || After[static_cast<size_t>(Number)] == NoneAfter)
	{
		return {};
	}
	const int32_t Local = After[static_cast<size_t>(Number)];
	const NavGraph::Polygon& Between = Graph.Polygons[static_cast<size_t>(Maker::Into(Graph, Number))];
	return Local < Between.EdgeCount ? Exit{Between.FirstEdge + Local, NavGraph::None}
									 : Exit{NavGraph::None, Between.FirstLink + Local - Between.EdgeCount};
}

void FlowField::Follow(const NavGraph& Graph, int32_t Polygon, Trail& Where) const
{
	Trail Ahead = Where;
	for (int Passed = 0; Passed <= MostPassed; ++Passed)
	{
		if (Ahead.Polygon == Polygon)
		{
			Where = Ahead;
			return;
		}
		if (Ahead.Next.Edge == NavGraph::None && Ahead.Next.Link == NavGraph::None)
		{
			break;
		}
		const int32_t Number = Ahead.Next.Edge != NavGraph::None ? Ahead.Next.Edge : EdgeCount + Ahead.Next.Link;
		Ahead = {Maker::Into(Graph, Number), Ahead.GoalIndex, ExitAfter(Graph, Ahead.Next)};
	}
	Where = {Polygon, GoalOf(Polygon), ExitOf(Polygon)};
}

float FlowField::Distance(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Routes.size();
	return bKnown ? Routes[static_cast<size_t>(Polygon)].Length : INFINITY;
}

int32_t FlowField::GoalOf(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Routes.size();
	return bKnown ? Routes[static_cast<size_t>(Polygon)].GoalIndex : NavGraph::None;
}

void FlowField::Save(SnapshotWriter& To) const
{
	To(Routes, After, EdgeCount, bReady, IsMaking());
	if (Making)
	{
		To(Making->Crowding, Making->Rounds);
	}
}

void FlowField::Load(SnapshotReader& From, const NavGraph& Graph, std::span<const Goal> Goals, float GoalRadius)
{
	bool bMaking = false;
	From(Routes, After, EdgeCount, bReady, bMaking);
	if (bReady && !IsSound(Graph, Goals.size()))
	{
		From.Refuse(Error::Format("a flow field does not fit its mesh"));
	}
	std::vector<float> Crowding;
	uint64_t Rounds = 0;
	if (bMaking)
	{
		From(Crowding, Rounds);
	}
	if (!Crowding.empty() && Crowding.size() != Graph.Polygons.size())
	{
		From.Refuse(Error::Format(
			"it has the crowding of %zu polygons; the mesh has %zu", Crowding.size(), Graph.Polygons.size()));
	}
	if (!From.IsGood() || !bMaking)
	{
		return;
	}
	// What has been done is done again: less to keep, and nothing to check.
	Begin(Graph, Goals, GoalRadius, Crowding);
	while (Making->Rounds < Rounds)
	{
		if (!Making->Work(Graph))
		{
			From.Refuse(Error::Format("a flow field in the making would be ready by now"));
			return;
		}
	}
}

bool FlowField::IsSound(const NavGraph& Graph, size_t GoalCount) const
{
	if (Routes.size() != Graph.Polygons.size() || After.size() != Graph.Edges.size() + Graph.Links.size() ||
		EdgeCount != static_cast<int32_t>(Graph.Edges.size()))
	{
		return false;
	}
	const auto LeadsOutOf = [&](const NavGraph::Polygon& Owner, int32_t Number)
	{
		const bool bEdge = Number < EdgeCount;
		const int64_t Local = int64_t{Number} - (bEdge ? Owner.FirstEdge : EdgeCount + Owner.FirstLink);
		return Local >= 0 && Local < (bEdge ? Owner.EdgeCount : Owner.LinkCount) &&
			Maker::Into(Graph, Number) != NavGraph::None;
	};
	for (size_t Polygon = 0; Polygon < Routes.size(); ++Polygon)
	{
		const Route& Item = Routes[Polygon];
		if (Item.GoalIndex < NavGraph::None || Item.GoalIndex >= static_cast<int64_t>(GoalCount) ||
			(Item.First != NoGate && !LeadsOutOf(Graph.Polygons[Polygon], Item.First)))
		{
			return false;
		}
	}
	for (size_t Number = 0; Number < After.size(); ++Number)
	{
		if (After[Number] == NoneAfter)
		{
			continue;
		}
		const int32_t Into = Maker::Into(Graph, static_cast<int32_t>(Number));
		if (Into == NavGraph::None)
		{
			return false;
		}
		const NavGraph::Polygon& Between = Graph.Polygons[static_cast<size_t>(Into)];
		const int32_t Local = After[Number];
		if (!LeadsOutOf(Between,
				Local < Between.EdgeCount ? Between.FirstEdge + Local
										  : EdgeCount + Between.FirstLink + Local - Between.EdgeCount))
		{
			return false;
		}
	}
	return true;
}

size_t FlowField::Bytes() const
{
	size_t Sum = sizeof(*this) + Routes.capacity() * sizeof(Route) + After.capacity() * sizeof(uint16_t);
	if (Making)
	{
		Sum += sizeof(Maker) + Making->Goals.capacity() * sizeof(Goal) + Making->Crowding.capacity() * sizeof(float) +
			Making->Gates.capacity() * sizeof(Maker::Gate) + Making->Starts.capacity() * sizeof(Maker::Start) +
			Making->Offers.capacity() * sizeof(Maker::Offer) + Making->LinksBack.capacity() * sizeof(Maker::LinkBack) +
			Making->LinkOwners.capacity() * sizeof(int32_t);
	}
	return Sum;
}
}
