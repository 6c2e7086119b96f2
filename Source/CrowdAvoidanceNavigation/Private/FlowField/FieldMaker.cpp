// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "FlowField/FieldMaker.h"

#include <queue>
#include <tuple>

namespace CrowdAvoidance
{
namespace
{
/// The next float after one that is finite and not negative.
float After(float Value)
{
	return std::bit_cast<float>(std::bit_cast<uint32_t>(Value) + 1);
}

bool IsFinite(Vec2 Value)
{
	return std::isfinite(Value.X) && std::isfinite(Value.Y);
}
}

/// Calls Visit(gate) for all gates that lead into the polygon, also where they cannot be passed.
template <typename Visitor>
void FieldMaker::ForEachGateInto(int32_t Polygon, Visitor&& Visit)
{
	const NavGraph::Polygon& Owner = Graph->Polygons[static_cast<size_t>(Polygon)];
	Visited += Owner.EdgeCount;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		const int32_t Twin = EdgeAt(Index).Twin;
		if (Twin != NavGraph::None)
		{
			Visit(Twin);
		}
	}
	for (const int32_t Link : Graph->LinksInto(Polygon))
	{
		++Visited;
		Visit(EdgeCount + Link);
	}
}

/// The same for all gates that lead out of it.
template <typename Visitor>
void FieldMaker::ForEachGateOutOf(int32_t Polygon, Visitor&& Visit)
{
	const NavGraph::Polygon& Owner = Graph->Polygons[static_cast<size_t>(Polygon)];
	Visited += Owner.EdgeCount + Owner.LinkCount;
	for (int32_t Index = Owner.FirstEdge; Index < Owner.FirstEdge + Owner.EdgeCount; ++Index)
	{
		Visit(Index);
	}
	for (int32_t Link = Owner.FirstLink; Link < Owner.FirstLink + Owner.LinkCount; ++Link)
	{
		Visit(EdgeCount + Link);
	}
}

bool FieldMaker::CanPass(int32_t Number) const
{
	return IsEdge(Number) ? NavGraph::CanPass(EdgeAt(Number), New.Radius) : LinkAt(Number).Target != NavGraph::None;
}

/// Offers a gate that is not settled a path through a settled one, or (NoGate) to a goal in the polygon that it leads into. For a gate that stands
/// from before a repair: true if the offer is better than what it has.
bool FieldMaker::Offer(int32_t Number, int32_t Ahead, int32_t GoalIndex)
{
	FlowField::Gate& Taker = At(Number);
	int32_t Corner = ~GoalIndex;
	Span Path;
	float Place = 0.0f;
	if (Ahead == NoGate)
	{
		Path = StraightSpan(Into(Number), NoGate, Corner, Middle(Number), PointOf(Corner));
		Place = Path.Cost;
	}
	else
	{
		const Vec2 From = Middle(Number);
		Place = LeastCost(From, Ahead);
		if (Place > Taker.Place)
		{
			return false;
		}
		PathThrough(Into(Number), From, Ahead, Corner, Path, Place);
		Place = std::max(Place, After(At(Ahead).Place));
		GoalIndex = Known(Ahead).GoalIndex;
	}
	FieldScratch::Gate& Now = Known(Number);
	const bool bNearer = Place < Taker.Place;
	const bool bTie = Place == Taker.Place && Place < INFINITY;
	if (!IsOpen(Number) && Taker.Place < INFINITY)
	{
		return bNearer || (bTie && Ahead < Taker.Next);
	}
	if (bNearer || (bTie && (Ahead != Taker.Next ? Ahead < Taker.Next : GoalIndex < Now.GoalIndex)))
	{
		Taker = {Ahead, Corner, Place};
		Now.Stamp = Scratch->Now + 1;
		Now.Path = Path;
		Now.GoalIndex = GoalIndex;
	}
	if (bNearer)
	{
		Scratch->Queue.Add(Place, Number);
	}
	return false;
}

/// A goal as such is the end of the path for all gates into its polygon.
void FieldMaker::OfferGoals(int32_t Number)
{
	const int32_t Polygon = Into(Number);
	for (auto Each = std::lower_bound(GoalsIn.begin(), GoalsIn.end(), std::pair{Polygon, 0});
		 Each != GoalsIn.end() && Each->first == Polygon; ++Each)
	{
		(void)Offer(Number, NoGate, Each->second);
	}
}

/// The gate takes the best path that it was offered, and offers itself to the gates that lead to it.
void FieldMaker::Settle(int32_t Number)
{
	Know(Number);
	const float Place = At(Number).Place;
	const int32_t Twin = IsEdge(Number) ? EdgeAt(Number).Twin : NoGate;
	const int32_t Polygon = OutOf(Number);
	ChooseAgain(Polygon);
	ForEachGateInto(Polygon,
		[&](int32_t Behind)
		{
			// Whatever it is offered comes after this gate.
			if (Behind != Twin && At(Behind).Place > Place && CanPass(Behind) && Offer(Behind, Number, 0))
			{
				Fell(Behind);
			}
		});
	CollectOffers();
}

/// Takes a gate out, with all whose paths lead through it, and what they have been offered.
void FieldMaker::Fell(int32_t Number)
{
	std::vector<int32_t>& Fallen = Scratch->Fallen;
	const auto Drop = [&](int32_t Each)
	{
		At(Each) = {};
		Known(Each).Stamp = Scratch->Now + 1;
		Known(Each).Window.Stamp = 0;
		EndAt(CornerAt(Each, RightEnd)).Stamp = EndAt(CornerAt(Each, LeftEnd)).Stamp = Scratch->Now + 1;
		Fallen.push_back(Each);
	};
	size_t Next = Fallen.size();
	Drop(Number);
	for (; Next < Fallen.size(); ++Next)
	{
		const int32_t Polygon = OutOf(Fallen[Next]);
		ChooseAgain(Polygon);
		ForEachGateInto(Polygon,
			[&](int32_t Behind)
			{
				if (At(Behind).Next == Fallen[Next])
				{
					Drop(Behind);
				}
			});
	}
}

/// What stands around them offers paths to those that have fallen.
void FieldMaker::CollectOffers()
{
	for (const int32_t Number : Scratch->Fallen)
	{
		if (!CanPass(Number))
		{
			continue;
		}
		OfferGoals(Number);
		const int32_t Twin = IsEdge(Number) ? EdgeAt(Number).Twin : NoGate;
		ForEachGateOutOf(Into(Number),
			[&](int32_t Ahead)
			{
				if (Ahead != Twin && IsSettled(Ahead))
				{
					(void)Offer(Number, Ahead, 0);
				}
			});
	}
	Scratch->Fallen.clear();
}

void FieldMaker::ChooseAgain(int32_t Polygon)
{
	uint32_t& Stamp = Scratch->PolygonStamps[static_cast<size_t>(Polygon)];
	if (Stamp != Scratch->Now)
	{
		Stamp = Scratch->Now;
		Scratch->Again.push_back(Polygon);
	}
}

/// Finds the best exit of a polygon from its centre.
void FieldMaker::Choose(int32_t Polygon)
{
	const Vec2 Center = Graph->Polygons[static_cast<size_t>(Polygon)].Center;
	Route Best;
	float BestCost = INFINITY;
	for (auto Each = std::lower_bound(GoalsIn.begin(), GoalsIn.end(), std::pair{Polygon, 0});
		 Each != GoalsIn.end() && Each->first == Polygon; ++Each)
	{
		const Span Path = StraightSpan(Polygon, NoGate, ~Each->second, Center, PointOf(~Each->second));
		if (Path.Cost < BestCost)
		{
			Best = {NoGate, Path.Length, Each->second};
			BestCost = Path.Cost;
		}
	}
	// The likeliest first: most others need not be looked at then.
	std::vector<std::pair<float, int32_t>>& Ways = Scratch->Ways;
	Ways.clear();
	ForEachGateOutOf(Polygon,
		[&](int32_t Number)
		{
			if (IsSettled(Number))
			{
				Ways.emplace_back(LeastCost(Center, Number), Number);
				if (Ways.back().first < Ways.front().first)
				{
					std::swap(Ways.back(), Ways.front());
				}
			}
		});
	for (const auto& [Least, Number] : Ways)
	{
		if (Least > BestCost)
		{
			continue;
		}
		int32_t Corner = 0;
		Span Path;
		float Cost = Least;
		PathThrough(Polygon, Center, Number, Corner, Path, Cost);
		// Of equal ones the gate with the lowest number is taken.
		if (Cost < BestCost || (Cost == BestCost && Number < Best.First))
		{
			Best = {Number, Path.Length, Known(Number).GoalIndex};
			BestCost = Cost;
		}
	}
	RouteOf(Polygon) = Best;
}

/// Follows the exits of a polygon to where it is known whether they come to an end.
void FieldMaker::Follow(int32_t Polygon)
{
	using enum FieldScratch::EMark;
	const int32_t From = Polygon;
	while (MarkOf(Polygon) == Unknown)
	{
		++Visited;
		const int32_t First = RouteOf(Polygon).First;
		MarkOf(Polygon) = First == NoGate ? Rooted : OnThePath;
		Polygon = First == NoGate ? Polygon : Into(First);
	}
	const FieldScratch::EMark End = MarkOf(Polygon) == Rooted ? Rooted : Lost;
	for (Polygon = From; MarkOf(Polygon) == OnThePath;)
	{
		MarkOf(Polygon) = End;
		if (End == Lost)
		{
			Scratch->LostOnes.push_back(Polygon);
		}
		Polygon = Into(RouteOf(Polygon).First);
	}
}

/// Looks again at a polygon that was lost before a repair, and at those around it that were, on to where there are others between them.
void FieldMaker::LookAgain(int32_t Polygon)
{
	using enum FieldScratch::EMark;
	std::vector<int32_t>& Found = Scratch->Found;
	const auto Visit = [&](int32_t Each)
	{
		if (MarkOf(Each) != WasLost)
		{
			return;
		}
		MarkOf(Each) = Unknown;
		Found.push_back(Each);
		uint32_t& Stamp = Scratch->PolygonStamps[static_cast<size_t>(Each)];
		if (Stamp != Scratch->Now)
		{
			RouteOf(Each) = std::lower_bound(New.LostOnes.begin(), New.LostOnes.end(), Each,
				[](const FlowField::Lost& Lost, int32_t Wanted) {
					return Lost.Polygon < Wanted;
				})->Best;
			Scratch->Again.push_back(Each);
		}
		Stamp = Scratch->Now + 1;
	};
	Found.clear();
	Visit(Polygon);
	while (!Found.empty())
	{
		const int32_t Each = Found.back();
		Found.pop_back();
		VisitAround(Each, Visit);
	}
}

/// Calls Visit(polygon) for those that lead into a polygon, or that it leads into.
template <typename Visitor>
void FieldMaker::VisitAround(int32_t Polygon, Visitor&& Visit)
{
	ForEachGateInto(Polygon, [&](int32_t Number) { Visit(OutOf(Number)); });
	// By its edges it leads into the same.
	const NavGraph::Polygon& Owner = Graph->Polygons[static_cast<size_t>(Polygon)];
	for (int32_t Link = Owner.FirstLink; Link < Owner.FirstLink + Owner.LinkCount; ++Link)
	{
		const int32_t Target = Graph->Links[static_cast<size_t>(Link)].Target;
		if (Target != NavGraph::None)
		{
			Visit(Target);
		}
	}
}

/// Finds all polygons whose exits do not come to an end.
void FieldMaker::CollectLost()
{
	using enum FieldScratch::EMark;
	std::vector<int32_t>& LostOnes = Scratch->LostOnes;
	for (size_t Next = 0; Next < LostOnes.size() || Followed < Scratch->Again.size();)
	{
		if (Followed < Scratch->Again.size())
		{
			Follow(Scratch->Again[Followed++]);
			continue;
		}
		const int32_t Each = LostOnes[Next++];
		if (Scratch->PolygonStamps[static_cast<size_t>(Each)] > Scratch->Now)
		{
			// It was lost before, and so were those that lead to it.
			continue;
		}
		VisitAround(Each, [&](int32_t Neighbor) { LookAgain(Neighbor); });
		ForEachGateInto(Each,
			[&](int32_t Number)
			{
				const int32_t Behind = OutOf(Number);
				if (RouteOf(Behind).First == Number && MarkOf(Behind) != Lost)
				{
					MarkOf(Behind) = Lost;
					LostOnes.push_back(Behind);
				}
			});
	}
	std::erase_if(New.LostOnes, [&](const FlowField::Lost& Each) { return MarkOf(Each.Polygon) != WasLost; });
	for (const int32_t Polygon : LostOnes)
	{
		New.LostOnes.push_back({Polygon, RouteOf(Polygon)});
	}
	std::sort(New.LostOnes.begin(), New.LostOnes.end(),
		[](const FlowField::Lost& A, const FlowField::Lost& B) { return A.Polygon < B.Polygon; });
}

/// Sees to it that the exits of polygons taken one after the other come to an end as well. They need not: each is best from a centre,
/// and of two polygons each may have its best path through the other. One of them then takes the next best. Groups of such
/// polygons that lie apart have nothing to do with each other.
void FieldMaker::Root()
{
	using enum FieldScratch::EMark;
	struct OfferToPolygon
	{
		float Cost;
		int32_t Polygon, Number;
		float Length;

		bool operator<(const OfferToPolygon& Other) const
		{
			return std::tie(Cost, Polygon, Number) > std::tie(Other.Cost, Other.Polygon, Other.Number);
		}
	};
	std::priority_queue<OfferToPolygon> Offers;
	// What its exits cost is looked at when its turn has come: they cost no less than the best.
	const auto Queue = [&](int32_t Polygon)
	{
		constexpr float Rounding = 0.999f;
		Offers.push({Rounding * RouteOf(Polygon).Length, Polygon, NoGate, 0.0f});
	};
	for (const int32_t Polygon : Scratch->LostOnes)
	{
		Queue(Polygon);
	}
	std::vector<int32_t>& Found = Scratch->Found;
	while (!Offers.empty())
	{
		const OfferToPolygon Least = Offers.top();
		Offers.pop();
		if (MarkOf(Least.Polygon) != Lost)
		{
			continue;
		}
		if (Least.Number == NoGate)
		{
			const Vec2 Center = Graph->Polygons[static_cast<size_t>(Least.Polygon)].Center;
			ForEachGateOutOf(Least.Polygon,
				[&](int32_t Number)
				{
					if (IsSettled(Number) && MarkOf(Into(Number)) != Lost)
					{
						int32_t Corner = 0;
						Span Path;
						float Cost = LeastCost(Center, Number);
						PathThrough(Least.Polygon, Center, Number, Corner, Path, Cost);
						Offers.push({Cost, Least.Polygon, Number, Path.Length});
					}
				});
			continue;
		}
		RouteOf(Least.Polygon) = {Least.Number, Least.Length, Known(Least.Number).GoalIndex};
		MarkOf(Least.Polygon) = Rooted;
		Found.assign(1, Least.Polygon);
		while (!Found.empty())
		{
			const int32_t Each = Found.back();
			Found.pop_back();
			ForEachGateInto(Each,
				[&](int32_t Number)
				{
					const int32_t Behind = OutOf(Number);
					if (MarkOf(Behind) != Lost || !IsSettled(Number))
					{
						return;
					}
					if (RouteOf(Behind).First == Number)
					{
						MarkOf(Behind) = Rooted;
						Found.push_back(Behind);
					}
					else
					{
						Queue(Behind);
					}
				});
		}
	}
}

bool FieldMaker::Work()
{
	++Rounds;
	++Visited;
	if (!Scratch->Queue.IsEmpty())
	{
		float Place = 0.0f;
		const int32_t Number = Scratch->Queue.Take(Place);
		// It may have had a better offer, which was in the queue before this one, or have lost this one.
		if (IsOpen(Number) && At(Number).Place == Place)
		{
			Settle(Number);
		}
		return true;
	}
	if (Looked == 0 && Chosen < Scratch->Again.size())
	{
		Choose(Scratch->Again[Chosen++]);
		return true;
	}
	if (Looked < Chosen)
	{
		LookAgain(Scratch->Again[Looked++]);
		return true;
	}
	if (Followed < Scratch->Again.size())
	{
		Follow(Scratch->Again[Followed++]);
		return true;
	}
	CollectLost();
	Root();
	return false;
}

void FieldMaker::Start(const NavGraph& InGraph, FieldScratch& InScratch)
{
	InScratch.Start(InGraph.Edges.size() + InGraph.Links.size(), InGraph.Polygons.size());
	New.Routes.resize(InGraph.Polygons.size());
	New.Gates.resize(InGraph.Edges.size() + InGraph.Links.size());
	New.EdgeCount = static_cast<int32_t>(InGraph.Edges.size());
	Bind(InGraph, New, InScratch);
	for (size_t Index = 0; Index < New.Goals.size(); ++Index)
	{
		const int32_t Polygon = New.Goals[Index].Polygon;
		if (Polygon >= 0 && static_cast<size_t>(Polygon) < Graph->Polygons.size() && IsFinite(New.Goals[Index].Point))
		{
			GoalsIn.emplace_back(Polygon, static_cast<int32_t>(Index));
		}
	}
	std::sort(GoalsIn.begin(), GoalsIn.end());
}

void FieldMaker::Begin()
{
	for (size_t Polygon = 0; Polygon < Graph->Polygons.size(); ++Polygon)
	{
		ChooseAgain(static_cast<int32_t>(Polygon));
	}
	int32_t Before = NavGraph::None;
	for (const auto& [Polygon, Ignored] : GoalsIn)
	{
		if (Polygon != Before)
		{
			ForEachGateInto(Polygon,
				[&](int32_t Number)
				{
					if (CanPass(Number))
					{
						OfferGoals(Number);
					}
				});
		}
		Before = Polygon;
	}
}

void FieldMaker::BeginRepair(const NavGraph::Change& What)
{
	for (const FlowField::Lost& Each : New.LostOnes)
	{
		MarkOf(Each.Polygon) = FieldScratch::EMark::WasLost;
	}
	const auto Touch = [&](int32_t Number)
	{
		// It may be solid at an end where it was not and let the same pass.
		if ((At(Number).Place < INFINITY) != CanPass(Number) && !IsOpen(Number))
		{
			Fell(Number);
		}
	};
	for (const int32_t Edge : What.Edges)
	{
		Touch(Edge);
	}
	for (const int32_t Link : What.Links)
	{
		Touch(EdgeCount + Link);
	}
	CollectOffers();
}
}
