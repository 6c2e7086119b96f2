// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/FlowField.h"

#include "FlowField/StringPull.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

namespace CrowdAvoidance
{
namespace
{
/// How far a string is followed before it counts as bent, if it is not bent by then. [edges]
constexpr int MostAhead = 256;
constexpr float MostCrowding = 1e6f;
/// Polygons that somebody may pass between two corners and still be on the trail.
constexpr int MostPassed = 8;
/// How much longer than a path may seem, by rounding, what is no longer than it.
constexpr float Rounding = 1.00002f;

/// A gate is an exit of a polygon: an edge by its number, or a link by the number of edges and its own.
constexpr int32_t NoGate = -1;

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

/// The next float after one that is finite and not negative.
float After(float Value)
{
	return std::bit_cast<float>(std::bit_cast<uint32_t>(Value) + 1);
}

/// Numbers with what they cost, the cheapest first; of those that cost the same, the lowest first.
class CostQueue
{
public:
	void Add(float Cost, int32_t Number)
	{
		Entries.push_back(static_cast<uint64_t>(std::bit_cast<uint32_t>(Cost)) << 32 | static_cast<uint32_t>(Number));
		std::push_heap(Entries.begin(), Entries.end(), std::greater<>());
	}
	int32_t Take(float& OutCost)
	{
		std::pop_heap(Entries.begin(), Entries.end(), std::greater<>());
		const uint64_t Least = Entries.back();
		Entries.pop_back();
		OutCost = std::bit_cast<float>(static_cast<uint32_t>(Least >> 32));
		return static_cast<int32_t>(Least);
	}
	bool IsEmpty() const { return Entries.empty(); }
	size_t Bytes() const { return Entries.capacity() * sizeof(uint64_t); }

private:
	std::vector<uint64_t> Entries; ///< The bits of a float that is not negative are in the order of its value.
};
}

/// A field in the making: Dijkstra's algorithm outwards from the goals, from gate to gate. What the path through a gate costs is
/// measured from its middle, by a string pulled tight through the gates that are settled already. That may be less than what the
/// path of the next gate costs, so gates are settled by the greater of both: a gate's path is the best of those whose gates come
/// before it in this order, and nothing else, whatever it was that was looked at first.
struct FlowField::Maker
{
	struct Gate
	{
		Span Path;       ///< From its middle (a link: from where it ends) on.
		Span FromEnd[2]; ///< From the right and the left end of the edge on, once that has been asked for.
		int32_t GoalIndex;
	};

	/// What a string pulled from a point leads to.
	struct Pulled
	{
		Span Straight;            ///< As far as that.
		int32_t Corner = NoGate;  ///< It turns at an end of this gate, or takes this link. None: it is at the goal.
		bool bLeft = false;       ///< At the left end.
		bool bOutOfSight = false; ///< It goes on by either end.
	};

	/// A link seen from where it leads to.
	struct LinkBack
	{
		int32_t Target, Link;
	};

	enum EMark : char
	{
		Unknown,
		OnThePath,
		Rooted,
		Lost
	};

	std::vector<Goal> Goals;
	std::vector<float> Crowding;
	std::vector<Route> Routes;       ///< By polygon, as FlowField keeps them ...
	std::vector<float> Costs;        ///< ... and what they cost.
	std::vector<int32_t> Next;       ///< By gate, as FlowField keeps it; of gates that are not settled the best so far.
	std::vector<float> Settled;      ///< By gate: its place in the order; infinity before it is settled.
	std::vector<float> Offered;      ///< By gate: the place that the best path so far would give it.
	std::unique_ptr<Gate[]> Gates;   ///< Only those with an offer mean anything.
	CostQueue Queue;                 ///< Gates by what they are offered.
	std::vector<LinkBack> LinksBack; ///< By target.
	std::vector<int32_t> LinkOwners;
	std::vector<std::pair<Pulled, int32_t>> Bends; ///< Scratch of EndSpan.
	std::vector<EMark> Marks;                      ///< By polygon.
	std::vector<int32_t> LostOnes;
	size_t Chosen = 0;   ///< So many polygons have chosen where to start ...
	size_t Followed = 0; ///< ... and so many it is known whether their exits come to an end.
	float Radius = 0.0f;
	int64_t Visited = 0;
	uint64_t Rounds = 0; ///< Calls of Work so far.

	float CrowdingOf(int32_t Polygon) const { return Crowding.empty() ? 1.0f : Crowding[static_cast<size_t>(Polygon)]; }
	Gate& At(int32_t Number) { return Gates[static_cast<size_t>(Number)]; }
	int32_t NextOf(int32_t Number) const { return Next[static_cast<size_t>(Number)]; }
	bool IsSettled(int32_t Number) const { return Settled[static_cast<size_t>(Number)] < INFINITY; }

	static int32_t EdgeCount(const NavGraph& Graph) { return static_cast<int32_t>(Graph.Edges.size()); }
	static bool IsEdge(const NavGraph& Graph, int32_t Number) { return Number < EdgeCount(Graph); }
	static const NavGraph::Edge& EdgeAt(const NavGraph& Graph, int32_t Number)
	{
		return Graph.Edges[static_cast<size_t>(Number)];
	}
	static const NavGraph::Link& LinkAt(const NavGraph& Graph, int32_t Number)
	{
		return Graph.Links[static_cast<size_t>(Number - EdgeCount(Graph))];
	}
	static int32_t Into(const NavGraph& Graph, int32_t Number)
	{
		return IsEdge(Graph, Number) ? EdgeAt(Graph, Number).Neighbor : LinkAt(Graph, Number).Target;
	}
	int32_t OutOf(const NavGraph& Graph, int32_t Number) const
	{
		return IsEdge(Graph, Number) ? EdgeAt(Graph, Number).Owner
									 : LinkOwners[static_cast<size_t>(Number - EdgeCount(Graph))];
	}

	/// Calls Visit(gate) for all gates that lead into the polygon.
	template <typename Visitor>
	void ForEachGateInto(const NavGraph& Graph, int32_t Polygon, Visitor&& Visit)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
		{
			++Visited;
			const int32_t Twin = EdgeAt(Graph, Index).Twin;
			if (Twin != NavGraph::None && NavGraph::CanPass(EdgeAt(Graph, Twin), Radius))
			{
				Visit(Twin);
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
			if (NavGraph::CanPass(EdgeAt(Graph, Index), Radius))
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

	/// The straight line From -> Target, from Polygon through First and the gates after it up to Last, each part as crowded as its polygon.
	Span StraightSpan(const NavGraph& Graph, int32_t Polygon, int32_t First, int32_t Last, Vec2 From, Vec2 Target)
	{
		const float Length = CrowdAvoidance::Distance(From, Target);
		if (Crowding.empty())
		{
			return {Length, Length};
		}
		float Weighted = 0.0f, Share = 0.0f;
		for (int32_t Number = First; Number != Last; Number = NextOf(Number))
		{
			++Visited;
			const NavGraph::Edge& Side = EdgeAt(Graph, Number);
			const Vec2 Along = Side.To - Side.From;
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

	/// Pulls a string from a point of a polygon through the settled gate First (None: the goal is here) and those after it. The same as
	/// PullString for a point, which may go close by walls, in three quarters of its instructions: most of a field's time is here.
	Pulled PullFrom(const NavGraph& Graph, int32_t Polygon, Vec2 From, int32_t First, int32_t GoalIndex)
	{
		const NavGraph::Edge* const Edges = Graph.Edges.data();
		const int32_t EdgesEnd = EdgeCount(Graph);
		const NavGraph::Edge* Right = nullptr; // What limits the view.
		const NavGraph::Edge* Left = nullptr;
		Pulled Found;
		Vec2 End = Goals[static_cast<size_t>(GoalIndex)].Point;
		int32_t Number = First;
		for (int Seen = 0;; ++Seen)
		{
			++Visited;
			Found.Corner = Number;
			if (Number == NoGate)
			{
				break;
			}
			if (Number >= EdgesEnd)
			{
				End = LinkAt(Graph, Number).From;
				break;
			}
			const NavGraph::Edge* const Side = Edges + Number;
			if (Seen >= MostAhead)
			{
				End = Middle(Graph, Number);
				Found.bOutOfSight = true;
				break;
			}
			Number = NextOf(Number);
			const Vec2 ToRight = Side->From - From, ToLeft = Side->To - From;
			if (Right == nullptr)
			{
				if (Cross(ToRight, ToLeft) <= 0.0f && Dot(ToRight, ToLeft) <= 0.0f)
				{
					// From is on this edge, or a hair past it: as good as crossed.
					continue;
				}
				Right = Left = Side;
			}
			const Vec2 MostRight = Right->From - From, MostLeft = Left->To - From;
			const bool bTurnsLeft = Cross(ToRight, MostLeft) < 0.0f;
			if (bTurnsLeft || Cross(MostRight, ToLeft) < 0.0f)
			{
				return TurnAt(Graph, Polygon, From, First, bTurnsLeft ? Left : Right, bTurnsLeft);
			}
			const bool bRightMoves = Cross(MostRight, ToRight) > 0.0f;
			const bool bLeftMoves = Cross(ToLeft, MostLeft) > 0.0f;
			if (bRightMoves && bLeftMoves && Cross(ToRight, ToLeft) < 0.0f)
			{
				return TurnAt(Graph, Polygon, From, First, Side, Dot(ToLeft, ToLeft) <= Dot(ToRight, ToRight));
			}
			Right = bRightMoves ? Side : Right;
			Left = bLeftMoves ? Side : Left;
		}
		const Vec2 Ahead = End - From;
		if (Right != nullptr && Cross(Ahead, Left->To - From) < 0.0f)
		{
			return TurnAt(Graph, Polygon, From, First, Left, true);
		}
		if (Right != nullptr && Cross(Right->From - From, Ahead) < 0.0f)
		{
			return TurnAt(Graph, Polygon, From, First, Right, false);
		}
		Found.Straight = StraightSpan(Graph, Polygon, First, Found.Corner, From, End);
		return Found;
	}

	Pulled TurnAt(
		const NavGraph& Graph, int32_t Polygon, Vec2 From, int32_t First, const NavGraph::Edge* Side, bool bLeft)
	{
		const int32_t Number = static_cast<int32_t>(Side - Graph.Edges.data());
		return {StraightSpan(Graph, Polygon, First, Number, From, bLeft ? Side->To : Side->From), Number, bLeft};
	}

	/// The path from a point of a polygon through the settled gate First (None: the goal is here) to the goal.
	Span SpanFrom(const NavGraph& Graph, int32_t Polygon, Vec2 From, int32_t First, int32_t GoalIndex)
	{
		const Pulled Found = PullFrom(Graph, Polygon, From, First, GoalIndex);
		return Found.Corner == NoGate ? Found.Straight : Found.Straight + SpanAfter(Graph, Found);
	}

	/// What is left of a path from where a string turned.
	Span SpanAfter(const NavGraph& Graph, const Pulled& Found)
	{
		if (!Found.bOutOfSight)
		{
			return EndSpan(Graph, Found.Corner, Found.bLeft);
		}
		const NavGraph::Edge& There = EdgeAt(Graph, Found.Corner);
		const float Half = 0.5f * CrowdAvoidance::Distance(There.From, There.To);
		const Span Right = EndSpan(Graph, Found.Corner, false), Left = EndSpan(Graph, Found.Corner, true);
		return Span{Half, Half} + (Right.Cost < Left.Cost ? Right : Left);
	}

	/// The path from an end of a settled gate. Few ends are ever turned at, so they are looked at when that happens: each leads on
	/// to another end, until one is known.
	Span EndSpan(const NavGraph& Graph, int32_t Number, bool bLeft)
	{
		const size_t Begin = Bends.size();
		Span Path;
		for (;;)
		{
			Path = At(Number).FromEnd[bLeft];
			if (Path.Cost >= 0.0f)
			{
				break;
			}
			// A link's ends are known from the beginning, so this is an edge.
			const NavGraph::Edge& Side = EdgeAt(Graph, Number);
			const Vec2 Corner = bLeft ? Side.To : Side.From;
			const int32_t Ahead = NextOf(Number);
			Pulled Found;
			if (Ahead != NoGate && IsEdge(Graph, Ahead) &&
				Corner == (bLeft ? EdgeAt(Graph, Ahead).To : EdgeAt(Graph, Ahead).From))
			{
				Found = {{0.0f, 0.0f}, Ahead, bLeft};
			}
			else
			{
				Found = PullFrom(Graph, Side.Neighbor, Corner, Ahead, At(Number).GoalIndex);
			}
			Bends.push_back({Found, bLeft ? ~Number : Number});
			if (Found.Corner == NoGate || Found.bOutOfSight)
			{
				Path = Found.Corner == NoGate ? Span{0.0f, 0.0f} : SpanAfter(Graph, Found);
				break;
			}
			Number = Found.Corner;
			bLeft = Found.bLeft;
		}
		for (; Bends.size() > Begin; Bends.pop_back())
		{
			const auto& [Found, Which] = Bends.back();
			Path = Found.Straight + Path;
			At(Which < 0 ? ~Which : Which).FromEnd[Which < 0] = Path;
		}
		return Path;
	}

	/// Where one comes out of a gate.
	static Vec2 Middle(const NavGraph& Graph, int32_t Number)
	{
		if (!IsEdge(Graph, Number))
		{
			return LinkAt(Graph, Number).To;
		}
		const NavGraph::Edge& Side = EdgeAt(Graph, Number);
		return {(Side.From.X + Side.To.X) * 0.5f, (Side.From.Y + Side.To.Y) * 0.5f};
	}

	/// No path from a point through a settled gate costs less: from where it passed the gate on it would be a shorter one for the
	/// middle of the gate. [m]
	float LeastCost(const NavGraph& Graph, Vec2 From, int32_t Number)
	{
		if (!IsEdge(Graph, Number))
		{
			return 0.0f;
		}
		const NavGraph::Edge& Side = EdgeAt(Graph, Number);
		const Vec2 Along = Side.To - Side.From, Away = From - Side.From;
		const float LengthSq = Dot(Along, Along);
		const float Share = LengthSq > 0.0f ? std::clamp(Dot(Away, Along) / LengthSq, 0.0f, 1.0f) : 0.0f;
		const float ToGate = CrowdAvoidance::Distance(Away, Share * Along);
		const float Half = 0.5f * std::sqrt(LengthSq);
		return At(Number).Path.Length + ToGate - Half * Rounding;
	}

	void OfferToGate(const NavGraph& Graph, int32_t Number, int32_t Ahead, int32_t GoalIndex)
	{
		float& Best = Offered[static_cast<size_t>(Number)];
		const Vec2 From = Middle(Graph, Number);
		if (IsSettled(Number) || (Ahead != NoGate && LeastCost(Graph, From, Ahead) > Best * Rounding))
		{
			return;
		}
		const Span Path = SpanFrom(Graph, Into(Graph, Number), From, Ahead, GoalIndex);
		const float Place =
			Ahead == NoGate ? Path.Cost : std::max(Path.Cost, After(Settled[static_cast<size_t>(Ahead)]));
		int32_t& BestNext = Next[static_cast<size_t>(Number)];
		Gate& Taker = At(Number);
		const bool bNearer = Place < Best;
		if (bNearer || (Place == Best && (Ahead != BestNext ? Ahead < BestNext : GoalIndex < Taker.GoalIndex)))
		{
			Best = Place;
			BestNext = Ahead;
			Taker.Path = Path;
			Taker.GoalIndex = GoalIndex;
		}
		if (bNearer)
		{
			Queue.Add(Place, Number);
		}
	}

	/// The gate takes the best path that it was offered, and offers itself to the gates that lead to it.
	void Settle(const NavGraph& Graph, int32_t Number)
	{
		Settled[static_cast<size_t>(Number)] = Offered[static_cast<size_t>(Number)];
		Gate& Taker = At(Number);
		int32_t Twin = NoGate;
		if (IsEdge(Graph, Number))
		{
			Taker.FromEnd[0].Cost = Taker.FromEnd[1].Cost = -1.0f;
			Twin = EdgeAt(Graph, Number).Twin;
		}
		else
		{
			const NavGraph::Link& Jump = LinkAt(Graph, Number);
			const float Length = CrowdAvoidance::Distance(Jump.From, Jump.To);
			Taker.FromEnd[0] = Taker.FromEnd[1] = Span{Length, Length} + Taker.Path;
		}
		ForEachGateInto(Graph, OutOf(Graph, Number),
			[&](int32_t Behind)
			{
				if (Behind != Twin)
				{
					OfferToGate(Graph, Behind, Number, Taker.GoalIndex);
				}
			});
	}

	/// A way to go on from the centre of a polygon, if it is the best so far. Of equal ones the gate with the lowest number is taken.
	void Consider(const NavGraph& Graph, int32_t Polygon, int32_t Number)
	{
		Route& Best = Routes[static_cast<size_t>(Polygon)];
		float& BestCost = Costs[static_cast<size_t>(Polygon)];
		const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
		if (LeastCost(Graph, Center, Number) > BestCost * Rounding)
		{
			return;
		}
		const int32_t GoalIndex = At(Number).GoalIndex;
		const Span Path = SpanFrom(Graph, Polygon, Center, Number, GoalIndex);
		if (Path.Cost < BestCost || (Path.Cost == BestCost && Number < Best.First))
		{
			Best = {Number, Path.Length, GoalIndex};
			BestCost = Path.Cost;
		}
	}

	/// Finds the best exit of a polygon from its centre.
	void Choose(const NavGraph& Graph, int32_t Polygon)
	{
		// The likeliest first: the others need not be looked at then.
		const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
		int32_t Likeliest = NoGate;
		float Least = INFINITY;
		ForEachGateOutOf(Graph, Polygon,
			[&](int32_t Number)
			{
				if (IsSettled(Number))
				{
					const float About = At(Number).Path.Cost + CrowdAvoidance::Distance(Center, Middle(Graph, Number));
					Likeliest = About < Least || Likeliest == NoGate ? Number : Likeliest;
					Least = std::min(About, Least);
				}
			});
		if (Likeliest == NoGate)
		{
			return;
		}
		Consider(Graph, Polygon, Likeliest);
		ForEachGateOutOf(Graph, Polygon,
			[&](int32_t Number)
			{
				if (Number != Likeliest && IsSettled(Number))
				{
					Consider(Graph, Polygon, Number);
				}
			});
	}

	/// Follows the exits of a polygon to where it is known whether they come to an end.
	void Follow(const NavGraph& Graph, int32_t Polygon)
	{
		const int32_t From = Polygon;
		while (Marks[static_cast<size_t>(Polygon)] == Unknown)
		{
			++Visited;
			const int32_t First = Routes[static_cast<size_t>(Polygon)].First;
			Marks[static_cast<size_t>(Polygon)] = First == NoGate ? Rooted : OnThePath;
			Polygon = First == NoGate ? Polygon : Into(Graph, First);
		}
		const EMark End = Marks[static_cast<size_t>(Polygon)] == Rooted ? Rooted : Lost;
		for (Polygon = From; Marks[static_cast<size_t>(Polygon)] == OnThePath;)
		{
			Marks[static_cast<size_t>(Polygon)] = End;
			if (End == Lost)
			{
				LostOnes.push_back(Polygon);
			}
			Polygon = Into(Graph, Routes[static_cast<size_t>(Polygon)].First);
		}
	}

	/// Sees to it that the exits of polygons taken one after the other come to an end as well. They need not: each is best from a centre,
	/// and of two polygons each may have its best path through the other. One of them then takes the next best.
	void Root(const NavGraph& Graph)
	{
		struct Offer
		{
			float Cost;
			int32_t Polygon, Number;
			float Length;

			bool operator<(const Offer& Other) const
			{
				return std::tie(Cost, Polygon, Number) > std::tie(Other.Cost, Other.Polygon, Other.Number);
			}
		};
		std::priority_queue<Offer> Offers;
		const auto OfferToPolygon = [&](int32_t Polygon, int32_t Number)
		{
			const Vec2 Center = Graph.Polygons[static_cast<size_t>(Polygon)].Center;
			const Span Path = SpanFrom(Graph, Polygon, Center, Number, At(Number).GoalIndex);
			Offers.push({Path.Cost, Polygon, Number, Path.Length});
		};
		for (const int32_t Polygon : LostOnes)
		{
			ForEachGateOutOf(Graph, Polygon,
				[&](int32_t Number)
				{
					if (IsSettled(Number) && Marks[static_cast<size_t>(Into(Graph, Number))] == Rooted)
					{
						OfferToPolygon(Polygon, Number);
					}
				});
		}
		std::vector<int32_t> Found;
		while (!Offers.empty())
		{
			const Offer Least = Offers.top();
			Offers.pop();
			if (Marks[static_cast<size_t>(Least.Polygon)] != Lost)
			{
				continue;
			}
			Routes[static_cast<size_t>(Least.Polygon)] = {Least.Number, Least.Length, At(Least.Number).GoalIndex};
			Marks[static_cast<size_t>(Least.Polygon)] = Rooted;
			Found.assign(1, Least.Polygon);
			while (!Found.empty())
			{
				const int32_t Each = Found.back();
				Found.pop_back();
				ForEachGateInto(Graph, Each,
					[&](int32_t Number)
					{
						const int32_t Behind = OutOf(Graph, Number);
						if (Marks[static_cast<size_t>(Behind)] != Lost || !IsSettled(Number))
						{
							return;
						}
						if (Routes[static_cast<size_t>(Behind)].First == Number)
						{
							Marks[static_cast<size_t>(Behind)] = Rooted;
							Found.push_back(Behind);
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
		if (!Queue.IsEmpty())
		{
			float Place = 0.0f;
			const int32_t Number = Queue.Take(Place);
			// A better offer may have come since, which was in the queue before it.
			if (!IsSettled(Number))
			{
				Settle(Graph, Number);
			}
			return true;
		}
		if (Chosen < Routes.size())
		{
			Choose(Graph, static_cast<int32_t>(Chosen++));
			return true;
		}
		if (Followed < Routes.size())
		{
			Follow(Graph, static_cast<int32_t>(Followed++));
			return true;
		}
		Root(Graph);
		return false;
	}

	void CollectLinks(const NavGraph& Graph)
	{
		if (Graph.Links.empty())
		{
			return;
		}
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
		if (Path.Cost < Costs[static_cast<size_t>(Each.Polygon)])
		{
			Routes[static_cast<size_t>(Each.Polygon)] = {NoGate, Path.Length, GoalIndex};
			Costs[static_cast<size_t>(Each.Polygon)] = Path.Cost;
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
	const size_t GateCount = Graph.Edges.size() + Graph.Links.size();
	Making->Routes.resize(Graph.Polygons.size());
	Making->Costs.assign(Graph.Polygons.size(), INFINITY);
	Making->Marks.assign(Graph.Polygons.size(), Maker::Unknown);
	Making->Next.assign(GateCount, NoGate);
	Making->Settled.assign(GateCount, INFINITY);
	Making->Offered.assign(GateCount, INFINITY);
	Making->Gates = std::make_unique_for_overwrite<Maker::Gate[]>(GateCount);
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
	CROWD_ASSERT(Making->Routes.size() == Graph.Polygons.size() &&
		Making->Next.size() == Graph.Edges.size() + Graph.Links.size());
	Making->Visited = 0;
	while (Making->Work(Graph))
	{
		if (Making->Visited >= Budget)
		{
			return false;
		}
	}
	EdgeCount = static_cast<int32_t>(Graph.Edges.size());
	Routes.swap(Making->Routes);
	Next.swap(Making->Next);
	Making.reset();
	bReady = true;
	return true;
}

FlowField::Exit FlowField::ExitBy(int32_t Gate) const
{
	return Gate == NoGate  ? Exit{}
		: Gate < EdgeCount ? Exit{Gate, NavGraph::None}
						   : Exit{NavGraph::None, Gate - EdgeCount};
}

FlowField::Exit FlowField::ExitOf(int32_t Polygon) const
{
	const bool bKnown = Polygon >= 0 && static_cast<size_t>(Polygon) < Routes.size();
	return ExitBy(bKnown ? Routes[static_cast<size_t>(Polygon)].First : NoGate);
}

FlowField::Exit FlowField::ExitAfter(Exit Taken) const
{
	const int32_t Number = Taken.Edge != NavGraph::None ? Taken.Edge : EdgeCount + Taken.Link;
	const bool bKnown = Number >= 0 && static_cast<size_t>(Number) < Next.size();
	return ExitBy(bKnown ? Next[static_cast<size_t>(Number)] : NoGate);
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
		Ahead = {Maker::Into(Graph, Number), Ahead.GoalIndex, ExitAfter(Ahead.Next)};
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
	To(Routes, Next, EdgeCount, bReady, IsMaking());
	if (Making)
	{
		To(Making->Crowding, Making->Rounds);
	}
}

void FlowField::Load(SnapshotReader& From, const NavGraph& Graph, std::span<const Goal> Goals, float GoalRadius)
{
	bool bMaking = false;
	From(Routes, Next, EdgeCount, bReady, bMaking);
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
	const int32_t GateCount = static_cast<int32_t>(Graph.Edges.size() + Graph.Links.size());
	if (Routes.size() != Graph.Polygons.size() || Next.size() != static_cast<size_t>(GateCount) ||
		EdgeCount != static_cast<int32_t>(Graph.Edges.size()))
	{
		return false;
	}
	const auto LeadsOutOf = [&](const NavGraph::Polygon& Owner, int32_t Number)
	{
		if (Number == NoGate)
		{
			return true;
		}
		const bool bEdge = Number < EdgeCount;
		const int64_t Local = int64_t{Number} - (bEdge ? Owner.FirstEdge : EdgeCount + Owner.FirstLink);
		return Local >= 0 && Local < (bEdge ? Owner.EdgeCount : Owner.LinkCount) && Number < GateCount &&
			Maker::Into(Graph, Number) != NavGraph::None;
	};
	for (size_t Polygon = 0; Polygon < Routes.size(); ++Polygon)
	{
		const Route& Item = Routes[Polygon];
		if (Item.GoalIndex < NavGraph::None || Item.GoalIndex >= static_cast<int64_t>(GoalCount) ||
			!LeadsOutOf(Graph.Polygons[Polygon], Item.First))
		{
			return false;
		}
	}
	for (int32_t Number = 0; Number < GateCount; ++Number)
	{
		const int32_t Ahead = Next[static_cast<size_t>(Number)];
		const int32_t Into = Maker::Into(Graph, Number);
		if (Ahead != NoGate &&
			(Into == NavGraph::None || !LeadsOutOf(Graph.Polygons[static_cast<size_t>(Into)], Ahead)))
		{
			return false;
		}
	}
	return true;
}

size_t FlowField::Bytes() const
{
	size_t Sum = sizeof(*this) + Routes.capacity() * sizeof(Route) + Next.capacity() * sizeof(int32_t);
	if (Making)
	{
		Sum += sizeof(Maker) + Making->Goals.capacity() * sizeof(Goal) + Making->Crowding.capacity() * sizeof(float) +
			Making->Routes.capacity() * (sizeof(Route) + sizeof(float) + sizeof(Maker::EMark)) +
			Making->Next.capacity() * (sizeof(int32_t) + 2 * sizeof(float) + sizeof(Maker::Gate)) +
			Making->Queue.Bytes() + Making->LinksBack.capacity() * sizeof(Maker::LinkBack) +
			Making->LinkOwners.capacity() * sizeof(int32_t);
	}
	return Sum;
}
}
