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

constexpr int32_t NoExit = -1;
int32_t CodeOfLink(int32_t Link) { return -2 - Link; }
bool IsLink(int32_t Code) { return Code <= -2; }
int32_t LinkOf(int32_t Code) { return -2 - Code; }

/// Of a way: its length, and the same with crowding. [m]
struct Span
{
	float Length = INFINITY;
	float Cost = INFINITY;
};

Span operator+(Span A, Span B) { return {A.Length + B.Length, A.Cost + B.Cost}; }

float Between(Vec2 A, Vec2 B)
{
	const float X = B.X - A.X, Y = B.Y - A.Y;
	return std::sqrt(X * X + Y * Y);
}

bool IsFinite(Vec2 Value) { return std::isfinite(Value.X) && std::isfinite(Value.Y); }
}

/// A field in the making: Dijkstra's algorithm outwards from the goals. What a polygon may cost is measured along the ways that are
/// settled already.
struct FlowField::Maker
{
	struct Node
	{
		int32_t Code = NoExit;
		int32_t GoalIndex = NavGraph::None;
		Span FromCenter;
		Span FromEnd[2]; ///< From the right and the left end of the exit edge on; from where the link leads to, twice.
		bool bSettled = false;
	};

	/// A way that a polygon might take.
	struct Offer
	{
		float Cost;
		int32_t Polygon;
		int32_t Code;
		int32_t GoalIndex;
		float Length;

		/// Worse than: by cost, then by number, so that the order is never left to chance.
		bool operator<(const Offer& Other) const
		{
			if (Cost != Other.Cost)
			{
				return Cost > Other.Cost;
			}
			return Polygon != Other.Polygon ? Polygon > Other.Polygon : Code > Other.Code;
		}
	};

	/// A link seen from where it leads to.
	struct LinkBack
	{
		int32_t Target, Link, Owner;
	};

	std::vector<Goal> Goals;
	std::vector<float> Crowding;
	std::vector<Node> Nodes;
	std::vector<Offer> Offers; ///< A heap, the least cost on top.
	std::vector<LinkBack> LinksBack; ///< By target.
	float Radius = 0.0f;
	int64_t Looked = 0;

	float CrowdingOf(int32_t Polygon) const { return Crowding.empty() ? 1.0f : Crowding[static_cast<size_t>(Polygon)]; }

	void AddOffer(const Offer& Made)
	{
		Offers.push_back(Made);
		std::push_heap(Offers.begin(), Offers.end());
	}

	/// The exit that counts for Polygon when First is looked at with FirstCode.
	int32_t CodeAt(int32_t Polygon, int32_t First, int32_t FirstCode) const
	{
		return Polygon == First ? FirstCode : Nodes[static_cast<size_t>(Polygon)].Code;
	}

	/// The string From -> Target, straight from First up to (and through) Last, with each part as crowded as its polygon.
	Span StraightSpan(const NavGraph& Graph, int32_t First, int32_t FirstCode, int32_t Last, Vec2 From, Vec2 Target)
	{
		const float Length = Between(From, Target);
		if (Crowding.empty())
		{
			return {Length, Length};
		}
		float Weighted = 0.0f, Share = 0.0f;
		int32_t Current = First;
		while (Current != Last)
		{
			++Looked;
			const int32_t Edge = CodeAt(Current, First, FirstCode);
			const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(Edge)];
			const Vec2 Along = StringPull::Minus(Graph.EdgeEnd(Graph.Polygons[static_cast<size_t>(Current)], Edge), Side.From);
			const float Before = std::max(StringPull::Cross(Along, StringPull::Minus(From, Side.From)), 0.0f);
			const float After = std::min(StringPull::Cross(Along, StringPull::Minus(Target, Side.From)), 0.0f);
			const float Until = Before - After > 0.0f ? std::max(Before / (Before - After), Share) : Share;
			Weighted += (Until - Share) * CrowdingOf(Current);
			Share = Until;
			Current = Side.Neighbor;
		}
		Weighted += (1.0f - Share) * CrowdingOf(Last);
		return {Length, Length * Weighted};
	}

	/// The way from a point of First, left by FirstCode (its own code where First is settled), to the goal.
	Span SpanFrom(const NavGraph& Graph, int32_t First, int32_t FirstCode, Vec2 From, int32_t GoalIndex)
	{
		const Vec2 End = Goals[static_cast<size_t>(GoalIndex)].Point;
		const Heading Ahead = PullString(Graph, First, From, 0.0f, End, MostAhead,
			[&](int32_t Polygon, int32_t& OutEdge, int32_t& OutLink)
			{
				++Looked;
				const int32_t Code = CodeAt(Polygon, First, FirstCode);
				OutEdge = Code >= 0 ? Code : NavGraph::None;
				OutLink = IsLink(Code) ? LinkOf(Code) : NavGraph::None;
				return Code != NoExit;
			});
		const Span Straight = StraightSpan(Graph, First, FirstCode, Ahead.Polygon, From, Ahead.Target);
		if (Ahead.bGoal)
		{
			return Straight;
		}
		if (Ahead.Edge == NavGraph::None && !Ahead.bLink)
		{
			// Out of sight: by way of the centre of the polygon there.
			const Vec2 Center = Graph.Polygons[static_cast<size_t>(Ahead.Polygon)].Center;
			const float Sideways = Between(Ahead.Target, Center);
			return Straight + Span{Sideways, Sideways} + Nodes[static_cast<size_t>(Ahead.Polygon)].FromCenter;
		}
		const Node& There = Nodes[static_cast<size_t>(Ahead.Polygon)];
		if (Ahead.Polygon != First || There.bSettled)
		{
			return Straight + There.FromEnd[Ahead.bLeft ? 1 : 0];
		}
		return Straight + SpanFromEnd(Graph, First, FirstCode, Ahead.bLeft, GoalIndex);
	}

	/// The way on from an end of an edge, or from the beginning of a link, that leads into a settled polygon.
	Span SpanFromEnd(const NavGraph& Graph, int32_t Polygon, int32_t Code, bool bLeft, int32_t GoalIndex)
	{
		if (IsLink(Code))
		{
			const NavGraph::Link& Way = Graph.Links[static_cast<size_t>(LinkOf(Code))];
			const float Length = Between(Way.From, Way.To);
			return Span{Length, Length} + SpanFrom(Graph, Way.Target, Nodes[static_cast<size_t>(Way.Target)].Code, Way.To, GoalIndex);
		}
		const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(Code)];
		const Vec2 End = bLeft ? Graph.EdgeEnd(Graph.Polygons[static_cast<size_t>(Polygon)], Code) : Side.From;
		return SpanFrom(Graph, Side.Neighbor, Nodes[static_cast<size_t>(Side.Neighbor)].Code, End, GoalIndex);
	}

	void OfferWay(const NavGraph& Graph, int32_t Polygon, int32_t Code, int32_t GoalIndex)
	{
		if (!Nodes[static_cast<size_t>(Polygon)].bSettled)
		{
			const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
			const Span Way = SpanFrom(Graph, Polygon, Code, Center, GoalIndex);
			AddOffer({Way.Cost, Polygon, Code, GoalIndex, Way.Length});
		}
	}

	/// The polygon takes the way that it was offered, and offers itself to those around it.
	void Settle(const NavGraph& Graph, const Offer& Taken)
	{
		Node& Settled = Nodes[static_cast<size_t>(Taken.Polygon)];
		Settled.Code = Taken.Code;
		Settled.GoalIndex = Taken.GoalIndex;
		Settled.FromCenter = {Taken.Length, Taken.Cost};
		if (Taken.Code != NoExit)
		{
			Settled.FromEnd[0] = SpanFromEnd(Graph, Taken.Polygon, Taken.Code, false, Taken.GoalIndex);
			Settled.FromEnd[1] = IsLink(Taken.Code) ? Settled.FromEnd[0] : SpanFromEnd(Graph, Taken.Polygon, Taken.Code, true, Taken.GoalIndex);
		}
		Settled.bSettled = true;
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Taken.Polygon)];
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			++Looked;
			if (Graph.CanPass(Index, Owner, Radius))
			{
				const NavGraph::Edge& Side = Graph.Edges[static_cast<size_t>(Index)];
				OfferWay(Graph, Side.Neighbor, Side.Twin, Taken.GoalIndex);
			}
		}
		const auto First = std::lower_bound(LinksBack.begin(), LinksBack.end(), Taken.Polygon,
			[](const LinkBack& Each, int32_t Target) { return Each.Target < Target; });
		for (auto Each = First; Each != LinksBack.end() && Each->Target == Taken.Polygon; ++Each)
		{
			++Looked;
			OfferWay(Graph, Each->Owner, CodeOfLink(Each->Link), Taken.GoalIndex);
		}
	}

	void CollectLinks(const NavGraph& Graph)
	{
		for (size_t Polygon = 0; Polygon < Graph.Polygons.size(); ++Polygon)
		{
			const NavGraph::Polygon& Owner = Graph.Polygons[Polygon];
			for (int32_t Link = Owner.FirstLink; Link < Owner.FirstLink + Owner.LinkCount; ++Link)
			{
				const int32_t Target = Graph.Links[static_cast<size_t>(Link)].Target;
				if (Target != NavGraph::None)
				{
					LinksBack.push_back({Target, Link, static_cast<int32_t>(Polygon)});
				}
			}
		}
		std::sort(LinksBack.begin(), LinksBack.end(),
			[](const LinkBack& A, const LinkBack& B) { return A.Target != B.Target ? A.Target < B.Target : A.Link < B.Link; });
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
	Making->Nodes.resize(Graph.Polygons.size());
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
			const float Length = Between(Graph.Polygons[static_cast<size_t>(Polygon)].Center, Goals[Index].Point);
			Making->AddOffer({Length * Making->CrowdingOf(Polygon), Polygon, NoExit, static_cast<int32_t>(Index), Length});
		}
	}
}

bool FlowField::Advance(const NavGraph& Graph, int Budget)
{
	if (!Making)
	{
		return true;
	}
	CROWD_ASSERT(Making->Nodes.size() == Graph.Polygons.size());
	Making->Looked = 0;
	while (!Making->Offers.empty())
	{
		if (Making->Looked >= Budget && Making->Looked > 0)
		{
			return false;
		}
		std::pop_heap(Making->Offers.begin(), Making->Offers.end());
		const Maker::Offer Least = Making->Offers.back();
		Making->Offers.pop_back();
		++Making->Looked;
		if (!Making->Nodes[static_cast<size_t>(Least.Polygon)].bSettled)
		{
			Making->Settle(Graph, Least);
		}
	}
	Ways.resize(Making->Nodes.size());
	for (size_t Polygon = 0; Polygon < Ways.size(); ++Polygon)
	{
		const Maker::Node& Made = Making->Nodes[Polygon];
		Ways[Polygon] = {Made.Code, Made.FromCenter.Length, Made.GoalIndex};
	}
	Making.reset();
	bReady = true;
	return true;
}

FlowField::Exit FlowField::ExitOf(int32_t Polygon) const
{
	if (Polygon < 0 || static_cast<size_t>(Polygon) >= Ways.size())
	{
		return {};
	}
	const int32_t Code = Ways[static_cast<size_t>(Polygon)].Code;
	return {Code >= 0 ? Code : NavGraph::None, IsLink(Code) ? LinkOf(Code) : NavGraph::None};
}

float FlowField::Distance(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Ways.size();
	return bKnown ? Ways[static_cast<size_t>(Polygon)].Length : INFINITY;
}

int32_t FlowField::GoalOf(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Ways.size();
	return bKnown ? Ways[static_cast<size_t>(Polygon)].GoalIndex : NavGraph::None;
}

size_t FlowField::Bytes() const
{
	size_t Sum = sizeof(*this) + Ways.capacity() * sizeof(Way);
	if (Making)
	{
		Sum += sizeof(Maker) + Making->Goals.capacity() * sizeof(Goal) + Making->Crowding.capacity() * sizeof(float) +
			Making->Nodes.capacity() * sizeof(Maker::Node) + Making->Offers.capacity() * sizeof(Maker::Offer) +
			Making->LinksBack.capacity() * sizeof(Maker::LinkBack);
	}
	return Sum;
}
}
