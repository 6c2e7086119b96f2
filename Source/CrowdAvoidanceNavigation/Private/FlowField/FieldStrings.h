// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "FlowField/FieldScratch.h"
#include "FlowField/FlowField.h"

namespace CrowdAvoidance
{
/// Strings pulled tight along the paths of a field, through gates that are settled. All that it finds follows from the gates ahead
/// alone, never from what was asked before: a field that has been repaired knows the same as one that has been made anew.
struct FieldStrings
{
	using Gate = FlowField::Gate;
	using Span = FieldSpan;
	static constexpr int32_t NoGate = FlowField::NoGate;
	/// How far a string is followed before it counts as bent, if it is not bent by then. [edges]
	static constexpr int MostAhead = 256;

	/// Where a string turns: at the right or the left end of a gate that is an edge, where a link begins, or, as it is out of sight,
	/// in the middle of a gate. A number that is negative is the complement of the goal that it ends at.
	enum EEnd : int32_t
	{
		RightEnd,
		LeftEnd,
		LinkBegin,
		OutOfSight
	};
	static int32_t CornerAt(int32_t Number, EEnd End) { return Number * 4 + End; }
	static int32_t GateOf(int32_t Corner) { return Corner >> 2; }
	static EEnd EndOf(int32_t Corner) { return static_cast<EEnd>(Corner & 3); }

	/// What a string pulled from a point leads to.
	struct Pulled
	{
		Span Straight; ///< As far as the corner.
		int32_t Corner = 0;
	};

	const NavGraph* Graph = nullptr;
	FlowField::Kept* Field = nullptr;
	FieldScratch* Scratch = nullptr;
	int64_t Visited = 0; ///< Edges.

	/// What is looked at most, where it lies.
	const NavGraph::Edge* Edges = nullptr;
	int32_t EdgeCount = 0;
	Gate* Gates = nullptr;
	FieldScratch::Gate* KnownGates = nullptr;

	void Bind(const NavGraph& InGraph, FlowField::Kept& InField, FieldScratch& InScratch)
	{
		Graph = &InGraph;
		Field = &InField;
		Scratch = &InScratch;
		Edges = Graph->Edges.data();
		EdgeCount = static_cast<int32_t>(Graph->Edges.size());
		Gates = Field->Gates.data();
		KnownGates = Scratch->Gates.data();
	}

	/// Scratch of PathAt: a corner whose path is wanted, and the string from there.
	struct Bend
	{
		int32_t Corner;
		Pulled Found;
		bool bPulled;
	};
	std::vector<Bend> Bends;

	float CrowdingOf(int32_t Polygon) const
	{
		return Field->Crowding.empty() ? 1.0f : Field->Crowding[static_cast<size_t>(Polygon)];
	}
	Gate& At(int32_t Number) const { return Gates[Number]; }
	FieldScratch::Gate& Known(int32_t Number) const { return KnownGates[Number]; }
	bool IsEdge(int32_t Number) const { return Number < EdgeCount; }
	const NavGraph::Edge& EdgeAt(int32_t Number) const { return Edges[Number]; }
	const NavGraph::Link& LinkAt(int32_t Number) const { return Graph->Links[static_cast<size_t>(Number - EdgeCount)]; }
	int32_t Into(int32_t Number) const { return IsEdge(Number) ? EdgeAt(Number).Neighbor : LinkAt(Number).Target; }
	int32_t OutOf(int32_t Number) const { return IsEdge(Number) ? EdgeAt(Number).Owner : LinkAt(Number).Owner; }

	/// Where one comes out of a gate.
	Vec2 Middle(int32_t Number) const
	{
		if (!IsEdge(Number))
		{
			return LinkAt(Number).To;
		}
		const NavGraph::Edge& Side = EdgeAt(Number);
		return {(Side.From.X + Side.To.X) * 0.5f, (Side.From.Y + Side.To.Y) * 0.5f};
	}

	Vec2 PointOf(int32_t Corner) const
	{
		if (Corner < 0)
		{
			return Field->Goals[static_cast<size_t>(~Corner)].Point;
		}
		const int32_t Number = GateOf(Corner);
		switch (EndOf(Corner))
		{
		case RightEnd:
			return EdgeAt(Number).From;
		case LeftEnd:
			return EdgeAt(Number).To;
		case LinkBegin:
			return LinkAt(Number).From;
		default:
			return Middle(Number);
		}
	}

	/// The straight line From -> Target, from Polygon through First and the gates after it up to the one of the corner, each part as crowded as
	/// its polygon.
	Span StraightSpan(int32_t Polygon, int32_t First, int32_t Corner, Vec2 From, Vec2 Target)
	{
		const float Length = CrowdAvoidance::Distance(From, Target);
		if (Field->Crowding.empty())
		{
			return {Length, Length};
		}
		const int32_t Last = Corner < 0 ? NoGate : GateOf(Corner);
		float Weighted = 0.0f, Share = 0.0f;
		for (int32_t Number = First; Number != Last; Number = At(Number).Next)
		{
			++Visited;
			const NavGraph::Edge& Side = EdgeAt(Number);
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

	Pulled TurnAt(int32_t Polygon, Vec2 From, int32_t First, const NavGraph::Edge* Side, bool bLeft)
	{
		const int32_t Corner = LastCornerAt(static_cast<int32_t>(Side - Edges), bLeft);
		return {StraightSpan(Polygon, First, Corner, From, bLeft ? Side->To : Side->From), Corner};
	}

	/// An end of an edge. Of several gates one after the other with the same end the last one stands for all.
	int32_t LastCornerAt(int32_t Number, bool bLeft)
	{
		const auto Point = [&](int32_t Each) { return bLeft ? EdgeAt(Each).To : EdgeAt(Each).From; };
		int32_t Next = At(Number).Next;
		while (Next != NoGate && IsEdge(Next) && Point(Next) == Point(Number))
		{
			++Visited;
			Number = Next;
			Next = At(Number).Next;
		}
		return CornerAt(Number, bLeft ? LeftEnd : RightEnd);
	}

	/// Pulls a string from a point of a polygon through the settled gate First (None: the goal is here) and those after it. The same as
	/// PullString for a point, which may go close by walls, in three quarters of its instructions.
	Pulled PullFrom(int32_t Polygon, Vec2 From, int32_t First, int32_t GoalIndex)
	{
		const NavGraph::Edge* Right = nullptr; // What limits the view.
		const NavGraph::Edge* Left = nullptr;
		Vec2 MostRight, MostLeft; // To their ends.
		int32_t Corner = ~GoalIndex;
		int32_t Number = First;
		for (int Seen = 0;; ++Seen)
		{
			if (Number == NoGate)
			{
				break;
			}
			if (!IsEdge(Number))
			{
				Corner = CornerAt(Number, LinkBegin);
				break;
			}
			const NavGraph::Edge* const Side = Edges + Number;
			if (Seen >= MostAhead)
			{
				Corner = CornerAt(Number, OutOfSight);
				break;
			}
			Number = At(Number).Next;
			const Vec2 ToRight = Side->From - From, ToLeft = Side->To - From;
			if (Right == nullptr)
			{
				if (Cross(ToRight, ToLeft) <= 0.0f && Dot(ToRight, ToLeft) <= 0.0f)
				{
					// From is on this edge, or a hair past it: as good as crossed.
					continue;
				}
				Right = Left = Side;
				MostRight = ToRight;
				MostLeft = ToLeft;
			}
			++Visited;
			const bool bTurnsLeft = Cross(ToRight, MostLeft) < 0.0f;
			if (bTurnsLeft || Cross(MostRight, ToLeft) < 0.0f)
			{
				return TurnAt(Polygon, From, First, bTurnsLeft ? Left : Right, bTurnsLeft);
			}
			const bool bRightMoves = Cross(MostRight, ToRight) > 0.0f;
			const bool bLeftMoves = Cross(ToLeft, MostLeft) > 0.0f;
			if (bRightMoves && bLeftMoves && Cross(ToRight, ToLeft) < 0.0f)
			{
				return TurnAt(Polygon, From, First, Side, Dot(ToLeft, ToLeft) <= Dot(ToRight, ToRight));
			}
			if (bRightMoves)
			{
				Right = Side;
				MostRight = ToRight;
			}
			if (bLeftMoves)
			{
				Left = Side;
				MostLeft = ToLeft;
			}
		}
		const Vec2 End = PointOf(Corner);
		const Vec2 Ahead = End - From;
		if (Right != nullptr && Cross(Ahead, MostLeft) < 0.0f)
		{
			return TurnAt(Polygon, From, First, Left, true);
		}
		if (Right != nullptr && Cross(MostRight, Ahead) < 0.0f)
		{
			return TurnAt(Polygon, From, First, Right, false);
		}
		return {StraightSpan(Polygon, First, Corner, From, End), Corner};
	}

	/// Whether B is to the left of A, whatever the rounding.
	static bool IsSurelyLeft(Vec2 A, Vec2 B)
	{
		constexpr float Margin = 1e-5f;
		const float One = A.X * B.Y, Other = A.Y * B.X;
		return One - Other > Margin * (std::fabs(One) + std::fabs(Other));
	}

	/// A view of a corner through one more gate.
	static void Narrow(FieldScratch::View& Window, const NavGraph::Edge& Side)
	{
		if (Side.From == Window.Point || Side.To == Window.Point)
		{
			return;
		}
		const Vec2 ToRight = Side.From - Window.Point, ToLeft = Side.To - Window.Point;
		Window.Left = Window.bOpen || Cross(Window.Left, ToLeft) > 0.0f ? ToLeft : Window.Left;
		Window.Right = Window.bOpen || Cross(ToRight, Window.Right) > 0.0f ? ToRight : Window.Right;
		Window.bOpen = false;
		if (!(Cross(Window.Left, Window.Right) > 0.0f))
		{
			Window.Left = Window.Right = {};
		}
	}

	/// The view of the corner at which a string from the middle of a settled gate, an edge, turns, through that gate.
	const FieldScratch::View& ViewOf(int32_t Number)
	{
		FieldScratch::View& Wanted = Known(Number).Window;
		if (Wanted.Stamp == Scratch->Now)
		{
			return Wanted;
		}
		// The view from the gate after it, and so on, through one more gate.
		const int32_t Corner = At(Number).Corner;
		const int32_t Last = Corner < 0 ? NoGate : GateOf(Corner);
		std::vector<int32_t>& Chain = Scratch->Chain;
		const FieldScratch::View* Seen = nullptr;
		for (int32_t Each = Number; Each != Last && IsEdge(At(Each).Next) && At(Each).Next != NoGate;)
		{
			Each = At(Each).Next;
			if (Known(Each).Window.Stamp == Scratch->Now && At(Each).Corner == Corner)
			{
				Seen = &Known(Each).Window;
				break;
			}
			Chain.push_back(Each);
		}
		if (Seen != nullptr)
		{
			Wanted = *Seen;
		}
		else
		{
			const bool bInSight = Corner < 0 || EndOf(Corner) != OutOfSight;
			Wanted = {Scratch->Now, bInSight, PointOf(Corner), {}, {}};
		}
		for (; !Chain.empty(); Chain.pop_back())
		{
			Narrow(Wanted, EdgeAt(Chain.back()));
		}
		Narrow(Wanted, EdgeAt(Number));
		return Wanted;
	}

	/// The goal that the path of a settled gate ends at: from corner to corner.
	int32_t GoalOf(int32_t Number)
	{
		while (Known(Number).Stamp != Scratch->Now)
		{
			++Visited;
			const int32_t Corner = At(Number).Corner;
			if (Corner < 0)
			{
				return ~Corner;
			}
			Number = GateOf(Corner);
		}
		return Known(Number).GoalIndex;
	}

	/// What is known of a settled gate.
	const FieldScratch::Gate& Settled(int32_t Number)
	{
		FieldScratch::Gate& Wanted = Known(Number);
		if (Wanted.Stamp != Scratch->Now)
		{
			// From before the repair.
			const int32_t Corner = At(Number).Corner;
			const Span Path = StraightSpan(Into(Number), At(Number).Next, Corner, Middle(Number), PointOf(Corner));
			Wanted.Path = Corner < 0 ? Path : Path + PathAt(Corner);
			Wanted.GoalIndex = GoalOf(Number);
			Know(Number);
		}
		return Wanted;
	}

	/// A gate is settled, and its path known.
	void Know(int32_t Number)
	{
		// How much longer than a path may seem, by rounding, what is no longer than it.
		constexpr float Rounding = 1.00002f;
		FieldScratch::Gate& Here = Known(Number);
		Here.Stamp = Scratch->Now;
		Here.Window.Stamp = 0;
		const float Half =
			IsEdge(Number) ? 0.5f * CrowdAvoidance::Distance(EdgeAt(Number).From, EdgeAt(Number).To) : 0.0f;
		Here.Least = (Here.Path.Length - Half * Rounding) * (1.0f / Rounding);
	}

	FieldScratch::End& EndAt(int32_t Corner)
	{
		return Scratch->Ends[2 * static_cast<size_t>(GateOf(Corner)) + (EndOf(Corner) == LeftEnd ? 1 : 0)];
	}

	/// The end of a settled gate at which some string turns, with the path from there.
	const FieldScratch::End& KnownEnd(int32_t Corner)
	{
		const FieldScratch::End& Wanted = EndAt(Corner);
		if (Wanted.Stamp != Scratch->Now)
		{
			(void)PathAt(Corner);
		}
		return Wanted;
	}

	/// The path from a corner, which is no goal. Few ends of gates are ever turned at, so they are looked at when that happens: each leads on
	/// to another end, until one is known.
	Span PathAt(int32_t Corner)
	{
		if (EndOf(Corner) == OutOfSight)
		{
			const NavGraph::Edge& There = EdgeAt(GateOf(Corner));
			const float Half = 0.5f * CrowdAvoidance::Distance(There.From, There.To);
			const Span Right = PathAt(CornerAt(GateOf(Corner), RightEnd));
			const Span Left = PathAt(CornerAt(GateOf(Corner), LeftEnd));
			return Span{Half, Half} + (Right.Cost < Left.Cost ? Right : Left);
		}
		// What must be known first is found first.
		const size_t Begin = Bends.size();
		Bends.push_back({Corner, {}, false});
		while (Bends.size() > Begin)
		{
			Bend& Wanted = Bends.back();
			FieldScratch::End& Here = EndAt(Wanted.Corner);
			if (Here.Stamp == Scratch->Now)
			{
				Bends.pop_back();
				continue;
			}
			const int32_t Number = GateOf(Wanted.Corner);
			const int32_t Ahead = At(Number).Next;
			const Vec2 From = IsEdge(Number) ? PointOf(Wanted.Corner) : LinkAt(Number).To;
			if (!Wanted.bPulled)
			{
				// Of a link the string is known already; from an end it may well be the one from the middle of the next gate.
				const int32_t Likely = !IsEdge(Number) ? At(Number).Corner
					: Ahead != NoGate && IsEdge(Ahead) ? At(Ahead).Corner
													   : -1;
				if (IsUnknown(Likely))
				{
					Bends.push_back({Likely, {}, false});
					continue;
				}
				int32_t& Turn = Wanted.Found.Corner;
				Vec2 Point;
				bool bGlanced = !IsEdge(Number);
				if (bGlanced)
				{
					Turn = Likely;
					Point = PointOf(Turn);
				}
				else if (Ahead != NoGate && IsEdge(Ahead))
				{
					bGlanced = SeesCorner(From, Ahead, Turn, Point);
					if (!bGlanced && FindEndInTheWay(From, Ahead, Turn, Point))
					{
						if (IsUnknown(Turn))
						{
							Bends.push_back({Turn, {}, false});
							continue;
						}
						bGlanced = TurnsAt(Turn, From - Point, Point);
					}
				}
				Wanted.bPulled = true;
				if (bGlanced)
				{
					Wanted.Found.Straight = StraightSpan(Into(Number), Ahead, Turn, From, Point);
				}
				else
				{
					Wanted.Found = PullFrom(Into(Number), From, Ahead, GoalOf(Number));
				}
			}
			const Pulled Found = Wanted.Found;
			if (IsUnknown(Found.Corner))
			{
				Bends.push_back({Found.Corner, {}, false});
				continue;
			}
			Span Path = Found.Straight;
			if (Found.Corner >= 0)
			{
				Path = Path + (EndOf(Found.Corner) == OutOfSight ? PathAt(Found.Corner) : EndAt(Found.Corner).Path);
			}
			Here.Toward = PointOf(Found.Corner);
			if (!IsEdge(Number))
			{
				const NavGraph::Link& Jump = LinkAt(Number);
				const float Length = CrowdAvoidance::Distance(Jump.From, Jump.To);
				Path = Span{Length, Length} + Path;
				Here.Toward = Jump.To;
			}
			Here.Path = Path;
			Here.Stamp = Scratch->Now;
			Bends.pop_back();
		}
		return EndAt(Corner).Path;
	}

	/// Whether a corner is one whose path has not been looked at.
	bool IsUnknown(int32_t Corner)
	{
		return Corner >= 0 && EndOf(Corner) != OutOfSight && EndAt(Corner).Stamp != Scratch->Now;
	}

	/// Whether a string from a point just before the settled gate First, an edge, surely turns where the one from the middle of the gate does: the
	/// point sees that corner between the gates that lead there, and the path turns there on the same side.
	bool SeesCorner(Vec2 From, int32_t First, int32_t& OutCorner, Vec2& OutPoint)
	{
		const FieldScratch::View& Window = ViewOf(First);
		OutCorner = At(First).Corner;
		OutPoint = Window.Point;
		const Vec2 Back = From - OutPoint;
		const bool bSees = Window.bOpen || (IsSurelyLeft(Window.Left, Back) & IsSurelyLeft(Back, Window.Right));
		return bSees && TurnsAt(OutCorner, Back, OutPoint);
	}

	/// Where the point does not see it because of an end of the gate: a string may turn there.
	bool FindEndInTheWay(Vec2 From, int32_t First, int32_t& OutCorner, Vec2& OutPoint)
	{
		const FieldScratch::View& Window = Known(First).Window;
		const NavGraph::Edge& Side = EdgeAt(First);
		const bool bLeft = !IsSurelyLeft(Window.Left, From - Window.Point);
		OutPoint = bLeft ? Side.To : Side.From;
		if (Window.bOpen || OutPoint - Window.Point != (bLeft ? Window.Left : Window.Right))
		{
			return false;
		}
		OutCorner = LastCornerAt(First, bLeft);
		return true;
	}

	/// Whether a string that comes to a corner from Back of it surely turns there.
	bool TurnsAt(int32_t Corner, Vec2 Back, Vec2 Point)
	{
		if (Corner < 0 || EndOf(Corner) == LinkBegin)
		{
			return true;
		}
		const Vec2 Onward = Point - KnownEnd(Corner).Toward;
		return EndOf(Corner) == LeftEnd ? IsSurelyLeft(Back, Onward) : IsSurelyLeft(Onward, Back);
	}

	/// A path from a point through a settled gate counts as no less: from where it passes the gate on it would be a path for the middle of the
	/// gate, too. [m]
	float LeastCost(Vec2 From, int32_t Number)
	{
		const float Least = Settled(Number).Least;
		if (!IsEdge(Number))
		{
			return Least;
		}
		const NavGraph::Edge& Side = EdgeAt(Number);
		return Least + std::sqrt(std::min(DistanceSq(From, Side.From), DistanceSq(From, Side.To)));
	}

	/// The path from a point of a polygon through a settled gate to the goal. Cost: its LeastCost, and then what it counts as, which by
	/// definition is no less, so that it changes nothing which paths were looked at.
	void PathThrough(int32_t Polygon, Vec2 From, int32_t First, int32_t& OutCorner, Span& OutPath, float& Cost)
	{
		if (!IsEdge(First))
		{
			OutCorner = CornerAt(First, LinkBegin);
			OutPath = StraightSpan(Polygon, First, OutCorner, From, LinkAt(First).From);
		}
		else
		{
			Vec2 Point;
			if (SeesCorner(From, First, OutCorner, Point) ||
				(FindEndInTheWay(From, First, OutCorner, Point) && TurnsAt(OutCorner, From - Point, Point)))
			{
				OutPath = StraightSpan(Polygon, First, OutCorner, From, Point);
			}
			else
			{
				const Pulled Found = PullFrom(Polygon, From, First, Known(First).GoalIndex);
				OutCorner = Found.Corner;
				OutPath = Found.Straight;
			}
		}
		if (OutCorner >= 0)
		{
			OutPath = OutPath + (EndOf(OutCorner) == OutOfSight ? PathAt(OutCorner) : KnownEnd(OutCorner).Path);
		}
		Cost = std::max(Cost, OutPath.Cost);
	}
};
}
