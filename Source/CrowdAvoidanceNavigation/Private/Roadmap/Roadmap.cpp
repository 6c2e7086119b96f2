// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdNavigation/CrowdRoadmap.h"

#include "Roadmap/CornerNodes.h"
#include "Roadmap/RoadmapInput.h"
#include "Roadmap/VisibilitySweep.h"

#include <array>
#include <atomic>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
constexpr size_t MostGoals = 65536;
constexpr size_t MostGoalPoints = 1024;
/// Lines that a map may have, for the sake of memory.
constexpr uint64_t MostLines = 16'000'000;
/// Small steps that building a map or adding a goal may take; they are nanoseconds each.
constexpr uint64_t MostWork = 10'000'000'000;
/// How many nodes are examined together, nearest ones first, by an agent that sees nothing it knows, and how many tests of
/// visibility it may make.
constexpr size_t SearchBatch = 24;
constexpr int SearchTests = 72;
/// How many nodes an agent may skip in one call because it sees those after them.
constexpr int MostSkips = 16;
constexpr float Infinity = std::numeric_limits<float>::infinity();
}

/// A shortest-path tree.
struct RoadGoal
{
	std::vector<Vec2> Points;
	std::vector<float> Distance; ///< By node. [m]
	/// By node: the next one on the path, Roadmap::NoNode, or the number of a goal point (see PointOf).
	std::vector<int32_t> Next;

	static int32_t NextOfPoint(size_t Point) { return Roadmap::GoalNode - static_cast<int32_t>(Point); }
	static bool IsPoint(int32_t Next) { return Next <= Roadmap::GoalNode; }
	Vec2 PointOf(int32_t InNext) const { return Points[static_cast<size_t>(Roadmap::GoalNode - InNext)]; }
	/// The point nearest as the crow flies.
	Vec2 NearestPoint(DoubleVec2 From) const;
};

Vec2 RoadGoal::NearestPoint(DoubleVec2 From) const
{
	Vec2 Nearest = Points[0];
	double Least = std::numeric_limits<double>::infinity();
	for (const Vec2 Point : Points)
	{
		const DoubleVec2 Away = DoubleVec2(Point) - From;
		if (Dot(Away, Away) < Least)
		{
			Least = Dot(Away, Away);
			Nearest = Point;
		}
	}
	return Nearest;
}

/// Lists of nodes, one for each node, in one array.
struct NodeLists
{
	std::vector<size_t> First; ///< Into Listed, by node.
	std::vector<int32_t> Listed;

	std::span<const int32_t> operator[](size_t Node) const
	{
		return {Listed.data() + First[Node], First[Node + 1] - First[Node]};
	}

	/// Pairs(visit) calls visit(node, other) for each entry, the same ones in the same order whenever it is called.
	template <typename PairSource>
	void Fill(size_t NodeCount, PairSource&& Pairs)
	{
		First.assign(NodeCount + 1, 0);
		Pairs([this](int32_t Node, int32_t) { ++First[static_cast<size_t>(Node) + 1]; });
		std::partial_sum(First.begin(), First.end(), First.begin());
		Listed.resize(First.back());
		std::vector<size_t> Place(First.begin(), First.end() - 1);
		Pairs([&](int32_t Node, int32_t Other) { Listed[Place[static_cast<size_t>(Node)]++] = Other; });
	}
};

/// At which ends of a clear line a shortest path can go on: bits. A path that begins at a node needs none there.
enum ETurns : uint32_t
{
	TurnsAtViewer = 1,
	TurnsAtNode = 2,
	TurnsAtBoth = 3,
};

struct Roadmap::Impl
{
	RoadSolids Solids;
	SegmentGrid Segments{{}, 0.3, 0.0};
	VisibilitySweep Sweep{{}};
	std::vector<RoadNode> Nodes;
	NodeLists Neighbors; ///< Lines that paths can go on from at both ends.
	NodeLists Exits; ///< By node: lines that paths can go on from at the other end only, so they can but begin here.
	RoadGrid NodeGrid;
	std::vector<uint32_t> FirstInCell; ///< Into NodesByCell.
	std::vector<int32_t> NodesByCell;
	std::vector<RoadGoal> Goals; ///< One that was removed has no points.
	std::vector<int> FreeGoals;

	bool IsGoal(int Goal) const
	{
		return Goal >= 0 && static_cast<size_t>(Goal) < Goals.size() &&
			!Goals[static_cast<size_t>(Goal)].Points.empty();
	}
	DoubleVec2 At(int Node) const { return Nodes[static_cast<size_t>(Node)].Position; }
	/// ETurns of the line from the viewer to the node. Source: the viewer, if it is a node.
	uint32_t TurnsOf(DoubleVec2 Viewer, const RoadNode* Source, const RoadNode& Node) const;

	/// What a worker needs to see all round one point after another.
	struct Viewpoint
	{
		VisibilitySweep::Scratch Scratch;
		std::vector<VisibilitySweep::Target> Targets;
		std::vector<int32_t> Seen;
		uint64_t Work = 0; ///< Of the last sweep. [small steps]
	};
	/// Nodes from Begin on that the viewer can go to, other than by lines that can be no part of a longer shortest path.
	void SweepRound(DoubleVec2 Viewer, const RoadNode* Source, size_t Begin, Viewpoint& Worker) const;

	/// False where that is too much work. Whether it is does not depend on threads: the sum counts, and it only grows.
	bool Connect(TaskScheduler* Scheduler);
	void SortNodesIntoCells();

	void GrowTree(RoadGoal& Goal, const std::vector<std::vector<int32_t>>& SeenFromPoints) const;

	int Advance(const RoadGoal& Goal, DoubleVec2 From, int Node, Vec2& OutTarget) const;
	int Search(const RoadGoal& Goal, DoubleVec2 From) const;
};

uint32_t Roadmap::Impl::TurnsOf(DoubleVec2 Viewer, const RoadNode* Source, const RoadNode& Node) const
{
	const DoubleVec2 Away = Node.Position - Viewer;
	const double Distance = Length(Away);
	if (!(Distance > 0.0))
	{
		return TurnsAtBoth;
	}
	const DoubleVec2 Direction = (1.0 / Distance) * Away;
	const bool bAtViewer = !Source || CanTurnAt(*Source, -Direction, Segments.Clearance());
	const bool bAtNode = CanTurnAt(Node, Direction, Segments.Clearance());
	return (bAtViewer ? TurnsAtViewer : 0u) | (bAtNode ? TurnsAtNode : 0u);
}

void Roadmap::Impl::SweepRound(DoubleVec2 Viewer, const RoadNode* Source, size_t Begin, Viewpoint& Worker) const
{
	Worker.Targets.clear();
	for (size_t Index = Begin; Index < Nodes.size(); ++Index)
	{
		if (TurnsOf(Viewer, Source, Nodes[Index]) != 0)
		{
			Worker.Targets.push_back({Nodes[Index].Position, static_cast<int32_t>(Index)});
		}
	}
	Sweep.Find(Viewer, Worker.Targets, Worker.Scratch, Worker.Seen);
	Worker.Work = Nodes.size() - Begin + Worker.Scratch.Work;
	std::erase_if(Worker.Seen, [&](int32_t Node) { return !Segments.IsClear(Viewer, At(Node), &Worker.Work); });
	std::sort(Worker.Seen.begin(), Worker.Seen.end());
}

bool Roadmap::Impl::Connect(TaskScheduler* Scheduler)
{
	/// Each pair is examined from its first node only.
	struct Job
	{
		const Impl& Map;
		std::vector<Viewpoint> Workers;
		std::vector<std::vector<int32_t>> Later;
		std::atomic<uint64_t> Lines{0}, WorkDone{0};

		bool IsTooMuch() const { return Lines > MostLines || WorkDone > MostWork; }
		static void Run(void* Context, int Begin, int End, int Worker)
		{
			Job& Self = *static_cast<Job*>(Context);
			Viewpoint& Own = Self.Workers[static_cast<size_t>(Worker)];
			for (size_t Node = static_cast<size_t>(Begin); Node < static_cast<size_t>(End) && !Self.IsTooMuch(); ++Node)
			{
				Self.Map.SweepRound(Self.Map.Nodes[Node].Position, &Self.Map.Nodes[Node], Node + 1, Own);
				Self.Later[Node].assign(Own.Seen.begin(), Own.Seen.end());
				Self.Lines += Own.Seen.size();
				Self.WorkDone += Own.Work;
			}
		}
	};
	Job Work{*this, std::vector<Viewpoint>(static_cast<size_t>(Scheduler ? Scheduler->WorkerCount() : 1)),
		std::vector<std::vector<int32_t>>(Nodes.size())};
	const int Count = static_cast<int>(Nodes.size());
	if (Scheduler && Count > 0)
	{
		Scheduler->ParallelFor(Count, &Job::Run, &Work);
	}
	else
	{
		Job::Run(&Work, 0, Count, 0);
	}

	if (Work.IsTooMuch())
	{
		return false;
	}

	const auto ForEachLine = [&](auto&& Visit)
	{
		for (int32_t Node = 0; Node < Count; ++Node)
		{
			const RoadNode& From = Nodes[static_cast<size_t>(Node)];
			for (const int32_t Other : Work.Later[static_cast<size_t>(Node)])
			{
				Visit(Node, Other, TurnsOf(From.Position, &From, Nodes[static_cast<size_t>(Other)]));
			}
		}
	};
	Neighbors.Fill(Nodes.size(),
		[&](auto&& Visit)
		{
			ForEachLine(
				[&](int32_t Node, int32_t Other, uint32_t Turns)
				{
					if (Turns == TurnsAtBoth)
					{
						Visit(Node, Other);
						Visit(Other, Node);
					}
				});
		});
	Exits.Fill(Nodes.size(),
		[&](auto&& Visit)
		{
			ForEachLine(
				[&](int32_t Node, int32_t Other, uint32_t Turns)
				{
					if (Turns != TurnsAtBoth)
					{
						Turns == TurnsAtNode ? Visit(Node, Other) : Visit(Other, Node);
					}
				});
		});
	return true;
}

void Roadmap::Impl::SortNodesIntoCells()
{
	if (Nodes.empty())
	{
		return;
	}
	DoubleVec2 Min = Nodes[0].Position;
	DoubleVec2 Max = Min;
	for (const RoadNode& Node : Nodes)
	{
		Min = {std::min(Min.X, Node.Position.X), std::min(Min.Y, Node.Position.Y)};
		Max = {std::max(Max.X, Node.Position.X), std::max(Max.Y, Node.Position.Y)};
	}
	NodeGrid.Fit(Min, Max, 0.01, 0.5 * static_cast<double>(Nodes.size()) + 1.0);
	FirstInCell.assign(NodeGrid.CellCount() + 1, 0);
	for (const RoadNode& Node : Nodes)
	{
		++FirstInCell[NodeGrid.IndexOf(Node.Position) + 1];
	}
	std::partial_sum(FirstInCell.begin(), FirstInCell.end(), FirstInCell.begin());
	NodesByCell.resize(Nodes.size());
	std::vector<uint32_t> Next(FirstInCell.begin(), FirstInCell.end() - 1);
	for (size_t Index = 0; Index < Nodes.size(); ++Index)
	{
		NodesByCell[Next[NodeGrid.IndexOf(Nodes[Index].Position)]++] = static_cast<int32_t>(Index);
	}
}

/// Dijkstra from the goal points outwards; ties go to the lower number.
void Roadmap::Impl::GrowTree(RoadGoal& Goal, const std::vector<std::vector<int32_t>>& SeenFromPoints) const
{
	using Entry = std::pair<double, int32_t>;
	std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> Open;
	std::vector<double> Through(Nodes.size(), std::numeric_limits<double>::infinity());
	Goal.Next.assign(Nodes.size(), NoNode);
	const auto Improve = [&](std::vector<double>& Best, int32_t Node, double Distance, int32_t Next)
	{
		if (!(Distance < Best[static_cast<size_t>(Node)]))
		{
			return false;
		}
		Best[static_cast<size_t>(Node)] = Distance;
		Goal.Next[static_cast<size_t>(Node)] = Next;
		return true;
	};
	const auto ForEachSeen = [&](auto&& Visit)
	{
		for (size_t Point = 0; Point < Goal.Points.size(); ++Point)
		{
			const DoubleVec2 Place(Goal.Points[Point]);
			for (const int32_t Node : SeenFromPoints[Point])
			{
				Visit(Node, Place, Length(At(Node) - Place), RoadGoal::NextOfPoint(Point));
			}
		}
	};
	ForEachSeen(
		[&](int32_t Node, DoubleVec2 Place, double Distance, int32_t Next)
		{
			if (TurnsOf(Place, nullptr, Nodes[static_cast<size_t>(Node)]) == TurnsAtBoth &&
				Improve(Through, Node, Distance, Next))
			{
				Open.push({Distance, Node});
			}
		});
	while (!Open.empty())
	{
		const auto [Distance, Node] = Open.top();
		Open.pop();
		if (Distance > Through[static_cast<size_t>(Node)])
		{
			continue;
		}
		for (const int32_t Other : Neighbors[static_cast<size_t>(Node)])
		{
			const double Longer = Distance + Length(At(Other) - At(Node));
			if (Improve(Through, Other, Longer, Node))
			{
				Open.push({Longer, Other});
			}
		}
	}

	// Paths that begin at a node may leave it in directions in which none goes through it.
	std::vector<double> Best = Through;
	ForEachSeen([&](int32_t Node, DoubleVec2, double Distance, int32_t Next) { Improve(Best, Node, Distance, Next); });
	for (int32_t Node = 0; Node < static_cast<int32_t>(Nodes.size()); ++Node)
	{
		for (const int32_t Other : Exits[static_cast<size_t>(Node)])
		{
			Improve(Best, Node, Length(At(Other) - At(Node)) + Through[static_cast<size_t>(Other)], Other);
		}
	}
	Goal.Distance.assign(Best.begin(), Best.end());
}

/// Follows the tree from a node that can be gone to, as far as it can be seen.
int Roadmap::Impl::Advance(const RoadGoal& Goal, DoubleVec2 From, int Node, Vec2& OutTarget) const
{
	for (int Skip = 0; Skip < MostSkips; ++Skip)
	{
		const int32_t Next = Goal.Next[static_cast<size_t>(Node)];
		if (RoadGoal::IsPoint(Next))
		{
			const Vec2 Point = Goal.PointOf(Next);
			if (Segments.IsClear(From, DoubleVec2(Point)))
			{
				OutTarget = Point;
				return GoalNode;
			}
			break;
		}
		if (!Segments.IsClear(From, At(Next)))
		{
			break;
		}
		Node = Next;
	}
	OutTarget = {static_cast<float>(At(Node).X), static_cast<float>(At(Node).Y)};
	return Node;
}

/// The best visible node of those around, in batches of the nearest cells, then those further out.
int Roadmap::Impl::Search(const RoadGoal& Goal, DoubleVec2 From) const
{
	struct Choice
	{
		double Path = 0.0;
		int32_t Node = NoNode;
	};
	std::array<Choice, SearchBatch> Batch;
	size_t Count = 0;
	int Tests = 0;
	const auto BestVisible = [&]
	{
		std::sort(Batch.begin(), Batch.begin() + static_cast<std::ptrdiff_t>(Count),
			[](const Choice& A, const Choice& B) { return A.Path != B.Path ? A.Path < B.Path : A.Node < B.Node; });
		for (size_t Index = 0; Index < Count && Tests < SearchTests; ++Index, ++Tests)
		{
			if (Segments.IsClear(From, At(Batch[Index].Node)))
			{
				return Batch[Index].Node;
			}
		}
		Count = 0;
		return static_cast<int32_t>(NoNode);
	};
	const auto SearchCell = [&](int Column, int Row)
	{
		const size_t Cell = NodeGrid.Index(Column, Row);
		for (uint32_t Place = FirstInCell[Cell]; Place < FirstInCell[Cell + 1]; ++Place)
		{
			const int32_t Node = NodesByCell[Place];
			const float Rest = Goal.Distance[static_cast<size_t>(Node)];
			if (Rest == Infinity)
			{
				continue;
			}
			Batch[Count++] = {Length(At(Node) - From) + Rest, Node};
			if (Count == SearchBatch)
			{
				if (const int32_t Found = BestVisible(); Found != NoNode)
				{
					return Found;
				}
			}
		}
		return static_cast<int32_t>(NoNode);
	};
	if (Nodes.empty())
	{
		return NoNode;
	}
	const int Column = NodeGrid.Column(From.X);
	const int Row = NodeGrid.Row(From.Y);
	const int LastRing = std::max({Column, NodeGrid.Columns - 1 - Column, Row, NodeGrid.Rows - 1 - Row});
	for (int Ring = 0; Ring <= LastRing && Tests < SearchTests; ++Ring)
	{
		for (int Y = std::max(0, Row - Ring); Y <= std::min(NodeGrid.Rows - 1, Row + Ring); ++Y)
		{
			// Whole rows at the top and the bottom of the ring, else its two sides.
			const bool bWhole = Y == Row - Ring || Y == Row + Ring;
			for (int X = Column - Ring; X <= Column + Ring; X += bWhole || Ring == 0 ? 1 : 2 * Ring)
			{
				if (X < 0 || X >= NodeGrid.Columns)
				{
					continue;
				}
				if (const int32_t Found = SearchCell(X, Y); Found != NoNode)
				{
					return Found;
				}
			}
		}
	}
	return BestVisible();
}

Roadmap::Roadmap() : State(std::make_unique<Impl>()) {}
Roadmap::~Roadmap() = default;
Roadmap::Roadmap(Roadmap&&) noexcept = default;
Roadmap& Roadmap::operator=(Roadmap&&) noexcept = default;

Result<Roadmap> Roadmap::Build(const RoadmapDef& Def, TaskScheduler* Scheduler)
{
	if (const Result<void> Check = CheckRoadmapDef(Def); !Check)
	{
		return Check.GetError();
	}
	Result<RoadSolids> Solids = MakeRoadSolids(Def);
	if (!Solids)
	{
		return Solids.GetError();
	}
	Roadmap Map;
	Impl& S = *Map.State;
	S.Solids = std::move(Solids.Value());
	S.Segments = SegmentGrid(S.Solids.Segments(), Def.Radius, RoadTolerance(Def));
	S.Nodes = MakeCornerNodes(S.Solids, S.Segments, static_cast<double>(Def.Radius) + Def.Margin);
	for (size_t Index = 0; Index < Def.ExtraNodes.size(); ++Index)
	{
		const DoubleVec2 Position(Def.ExtraNodes[Index]);
		if (S.Solids.Contains(Position))
		{
			return Error::Format("ExtraNodes[%zu] is (%g, %g), inside a solid; it must lie outside all of them", Index,
				Position.X, Position.Y);
		}
		S.Nodes.push_back({Position, Position, Position, Position});
	}
	S.Sweep = VisibilitySweep(S.Segments.All());
	if (!S.Connect(Scheduler))
	{
		return Error::Format(
			"the %zu nodes of the Solids see too much of each other; at most %g lines and %g steps of work are "
			"allowed (fewer corners, or a navigation mesh)",
			S.Nodes.size(), static_cast<double>(MostLines), static_cast<double>(MostWork));
	}
	S.SortNodesIntoCells();
	return Map;
}

int Roadmap::NodeCount() const
{
	return static_cast<int>(State->Nodes.size());
}

int Roadmap::EdgeCount() const
{
	return static_cast<int>(State->Neighbors.Listed.size() / 2);
}

Vec2 Roadmap::Node(int Index) const
{
	CROWD_ASSERT(Index >= 0 && Index < NodeCount());
	const DoubleVec2 Position = State->At(Index);
	return {static_cast<float>(Position.X), static_cast<float>(Position.Y)};
}

std::span<const int32_t> Roadmap::NeighborsOf(int Index) const
{
	CROWD_ASSERT(Index >= 0 && Index < NodeCount());
	return State->Neighbors[static_cast<size_t>(Index)];
}

bool Roadmap::IsVisible(Vec2 From, Vec2 To) const
{
	return State->Segments.IsClear(DoubleVec2(From), DoubleVec2(To));
}

bool Roadmap::IsInSolid(Vec2 Point) const
{
	return State->Solids.Contains(DoubleVec2(Point));
}

Result<int> Roadmap::AddGoal(std::span<const Vec2> AnyOf)
{
	if (AnyOf.empty() || AnyOf.size() > MostGoalPoints)
	{
		return Error::Format("AnyOf has %zu points; it must have 1 .. %zu", AnyOf.size(), MostGoalPoints);
	}
	if (State->Goals.size() - State->FreeGoals.size() >= MostGoals)
	{
		return Error::Format("the roadmap has %zu goals already, which is the most there can be", MostGoals);
	}
	for (size_t Index = 0; Index < AnyOf.size(); ++Index)
	{
		if (const Result<void> Check = CheckRoadPoint("AnyOf", Index, AnyOf[Index]); !Check)
		{
			return Check.GetError();
		}
		if (IsInSolid(AnyOf[Index]))
		{
			return Error::Format("AnyOf[%zu] is (%g, %g), inside a solid; it must lie outside all of them", Index,
				static_cast<double>(AnyOf[Index].X), static_cast<double>(AnyOf[Index].Y));
		}
	}
	RoadGoal Goal;
	Goal.Points.assign(AnyOf.begin(), AnyOf.end());
	std::vector<std::vector<int32_t>> Seen;
	Impl::Viewpoint Worker;
	uint64_t Work = 0;
	for (const Vec2 Point : AnyOf)
	{
		State->SweepRound(DoubleVec2(Point), nullptr, 0, Worker);
		Seen.push_back(Worker.Seen);
		Work += Worker.Work;
		if (Work > MostWork)
		{
			return Error::Format(
				"AnyOf has %zu points that see too much; at most %g steps of work are allowed (fewer points)",
				AnyOf.size(), static_cast<double>(MostWork));
		}
	}
	State->GrowTree(Goal, Seen);
	if (State->FreeGoals.empty())
	{
		State->FreeGoals.push_back(static_cast<int>(State->Goals.size()));
		State->Goals.emplace_back();
	}
	const int Number = State->FreeGoals.back();
	State->FreeGoals.pop_back();
	State->Goals[static_cast<size_t>(Number)] = std::move(Goal);
	return Number;
}

void Roadmap::RemoveGoal(int Goal)
{
	CROWD_ASSERT(State->IsGoal(Goal));
	State->Goals[static_cast<size_t>(Goal)] = {};
	State->FreeGoals.push_back(Goal);
}

std::span<const Vec2> Roadmap::GoalPoints(int Goal) const
{
	CROWD_ASSERT(State->IsGoal(Goal));
	return State->Goals[static_cast<size_t>(Goal)].Points;
}

float Roadmap::Distance(int Goal, int Node) const
{
	CROWD_ASSERT(State->IsGoal(Goal));
	CROWD_ASSERT(Node >= 0 && Node < NodeCount());
	return State->Goals[static_cast<size_t>(Goal)].Distance[static_cast<size_t>(Node)];
}

int Roadmap::NextNode(int Goal, Vec2 From, int Hint, Vec2& OutTarget) const
{
	CROWD_ASSERT(State->IsGoal(Goal));
	CROWD_ASSERT(Hint < NodeCount());
	const RoadGoal& Tree = State->Goals[static_cast<size_t>(Goal)];
	const DoubleVec2 Here(From);
	if (!IsFinite(Here))
	{
		return NoNode;
	}
	if (const Vec2 Nearest = Tree.NearestPoint(Here); IsVisible(From, Nearest))
	{
		OutTarget = Nearest;
		return GoalNode;
	}
	int Node = NoNode;
	if (Hint >= 0 && Tree.Distance[static_cast<size_t>(Hint)] < Infinity)
	{
		// Whoever has just passed a corner may see only what comes after it.
		const int32_t After = Tree.Next[static_cast<size_t>(Hint)];
		if (State->Segments.IsClear(Here, State->At(Hint)))
		{
			Node = Hint;
		}
		else if (!RoadGoal::IsPoint(After) && State->Segments.IsClear(Here, State->At(After)))
		{
			Node = After;
		}
	}
	if (Node == NoNode)
	{
		Node = State->Search(Tree, Here);
	}
	return Node == NoNode ? NoNode : State->Advance(Tree, Here, Node, OutTarget);
}

std::vector<Vec2> Roadmap::PathFrom(int Goal, int Start) const
{
	std::vector<Vec2> Path;
	if (!(Distance(Goal, Start) < Infinity))
	{
		return Path;
	}
	const RoadGoal& Tree = State->Goals[static_cast<size_t>(Goal)];
	int32_t At = Start;
	while (!RoadGoal::IsPoint(At))
	{
		Path.push_back(Node(At));
		At = Tree.Next[static_cast<size_t>(At)];
	}
	Path.push_back(Tree.PointOf(At));
	return Path;
}
}
