// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// One step. Docs/Architecture.md walks through it.
#include "World/Checks.h"
#include "World/WorldState.h"

#include "Debug/Describe.h"
#include "Models/ClearPath/ClearPath.h"
#include "Models/Orca/Orca.h"
#include "Models/Orca/OrcaWalls.h"
#include "Neighbors/NeighborSearch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace CrowdAvoidance
{
namespace
{
using Clock = std::chrono::steady_clock;

double SecondsBetween(Clock::time_point From, Clock::time_point To)
{
	return std::chrono::duration<double>(To - From).count();
}

static_assert(CROWD_MAX_LINES == CrowdMaxWalls + CrowdMaxNeighbors);
static_assert(CROWD_MAX_ACTIVE >= CrowdMaxWalls + 2 * (CrowdMaxNeighbors + CROWD_SPARE_ROUNDS));
static_assert(std::size(StageTimes{}.ClearPath) == CROWD_CLEARPATH_STEPS);
static_assert(AgentsView::AgentFlagGoal == CROWD_FLAG_GOAL && AgentsView::AgentFlagArrived == CROWD_FLAG_ARRIVED &&
	AgentsView::AgentFlagLed == CROWD_FLAG_LED);

/// Neighbours that the gang search writes at the least.
constexpr int GangNeighbors = 10;
constexpr int WidestGang = 16;
}

void WorkerScratch::Prepare(EModel Model, int Neighbors, int Walls)
{
	const size_t PerList = CROWD_BLOCK;
	const bool bClearPath = Model == EModel::ClearPath || Model == EModel::ClearPath1;
	const size_t OfNeighbors = static_cast<size_t>(Neighbors);
	const size_t OfWalls = static_cast<size_t>(Walls);
	const size_t Lines = Model == EModel::Orca ? OfWalls + OfNeighbors : 0;
	const size_t GangActive = Model == EModel::Orca ? CROWD_MAX_ACTIVE * WidestGang * 8 : 0;
	const size_t WallPlanes = bClearPath ? OfWalls * 9 * PerList : 0;
	const size_t GangRegions = bClearPath ? (OfWalls + OfNeighbors) * CROWD_NEIGHBOR_FLOATS * WidestGang : 0;
	Ints.Resize((OfNeighbors + 5) * PerList + WidestGang);
	Floats.Resize((Lines * 4 + 3) * PerList + GangActive + WallPlanes + GangRegions);

	if (Neighbors != PreparedNeighbors)
	{
		// Kernels load list entries that nobody wrote in this step: they must be agents all the same.
		std::fill(Ints.Get(), Ints.Get() + Ints.Size(), 0);
		PreparedNeighbors = Neighbors;
	}
	int* NextInts = Ints.Get();
	const auto TakeInts = [&](size_t Count) { return std::exchange(NextInts, NextInts + Count); };
	Block.Neighbors = TakeInts(OfNeighbors * PerList);
	Block.NeighborCount = TakeInts(PerList);
	Block.List = TakeInts(PerList);
	Block.Limit = TakeInts(PerList);
	Block.Overlapping = TakeInts(PerList);
	Block.Infeasible = TakeInts(PerList + WidestGang);

	float* NextFloats = Floats.Get();
	const auto TakeFloats = [&](size_t Count) { return std::exchange(NextFloats, NextFloats + Count); };
	Block.SearchBoundSq = TakeFloats(PerList);
	Block.DesiredX = TakeFloats(PerList);
	Block.DesiredY = TakeFloats(PerList);
	Block.PointX = TakeFloats(Lines * PerList);
	Block.PointY = TakeFloats(Lines * PerList);
	Block.DirX = TakeFloats(Lines * PerList);
	Block.DirY = TakeFloats(Lines * PerList);
	Block.GangActive = TakeFloats(GangActive);
	Block.WallPlanes = TakeFloats(WallPlanes);
	Block.GangRegions = TakeFloats(GangRegions);
}

void World::Impl::NoteProfile(const AgentProfile& Profile)
{
	LargestRange = std::max(LargestRange, Profile.NeighborDistance);
	LargestObstacleHorizon = std::max(LargestObstacleHorizon, Profile.ObstacleHorizon);
	MostNeighbors = std::max(MostNeighbors, Profile.MaxNeighbors);
	// Whether everybody heeds everybody.
	for (const AgentProfile& Other : Profiles)
	{
		bGroups = bGroups || (Profile.Avoids & Other.Groups) == 0 || (Other.Avoids & Profile.Groups) == 0;
	}
}

void World::Impl::NoteTraits(size_t Place)
{
	const AgentBody& Body = Current.Body[Place];
	const int Profile = static_cast<int>(Current.Aim[Place].Flags & CROWD_FLAG_PROFILE);
	if (!Traits.bAny)
	{
		Traits.bAny = true;
		Traits.Body = Body;
		Traits.Responsibility = Current.Responsibility[Place];
		Traits.Acceleration = Current.Acceleration[Place];
		Traits.Height = Current.Height[Place];
		Traits.Profile = Profile;
		Traits.SmallestRadius = Traits.LargestRadius = Body.Radius;
		Traits.FastestSpeed = Body.MaxSpeed;
		return;
	}
	Traits.SmallestRadius = std::min(Traits.SmallestRadius, Body.Radius);
	Traits.LargestRadius = std::max(Traits.LargestRadius, Body.Radius);
	Traits.FastestSpeed = std::max(Traits.FastestSpeed, Body.MaxSpeed);
	const bool bWasMixed = Traits.bMixedBodies;
	Traits.bMixedBodies = Traits.bMixedBodies || Body.Radius != Traits.Body.Radius ||
		Body.MaxSpeed != Traits.Body.MaxSpeed || Body.PreferredSpeed != Traits.Body.PreferredSpeed ||
		Body.ArrivalRadius != Traits.Body.ArrivalRadius;
	Traits.bRecheck = Traits.bRecheck || Traits.bMixedBodies != bWasMixed;
	Traits.bMixedProfiles = Traits.bMixedProfiles || Profile != Traits.Profile;
	Traits.bMixedResponsibility = Traits.bMixedResponsibility || Current.Responsibility[Place] != Traits.Responsibility;
	Traits.bMixedAcceleration = Traits.bMixedAcceleration || Current.Acceleration[Place] != Traits.Acceleration;
	Traits.bMixedHeights = Traits.bMixedHeights || Current.Height[Place] != Traits.Height;
}

Result<StepReport> World::Step(float Dt)
{
	if (const Result<void> Check = CheckWithin("Dt", Dt, 0.0001f, 10.0f); !Check)
	{
		return Check.GetError();
	}
	const Clock::time_point Start = Clock::now();
	if (State->Source)
	{
		State->Source->BeginStep(*this, Dt);
	}
	const Clock::time_point Planned = Clock::now();
	StepReport Report;
	++State->Steps;
	if (State->Count > 0)
	{
		StepTeam::Run(*State->Scheduler, [&](StepTeam& Team, int Leader) { Report = State->Step(Dt, Team, Leader); });
	}
	Report.Times.Plan += SecondsBetween(Start, Planned);
	Report.Times.Wall = SecondsBetween(Start, Clock::now());
	return Report;
}

StepReport World::Impl::Step(float Dt, StepTeam& Team, int Leader)
{
	const Clock::time_point Start = Clock::now();
	if (Traits.bRecheck)
	{
		Traits = {};
		for (int Place = 0; Place < Count; ++Place)
		{
			NoteTraits(static_cast<size_t>(Place));
		}
		Traits.bRecheck = false;
	}

	// Sort.
	Next.Resize(static_cast<size_t>(Count));
	const NeighborGrid::Needs Needs = {LargestRange, MostNeighbors, Traits.SmallestRadius,
		!Def.bPlain && Traits.LargestRadius > CrowdLargeRadius, Traits.bMixedBodies, Traits.bMixedResponsibility,
		Traits.bMixedAcceleration, Traits.bMixedHeights};
	Grid.Sort(Current, Next, Count, Needs, Team, Leader);
	NewVelX.Resize(static_cast<size_t>(Count));
	NewVelY.Resize(static_cast<size_t>(Count));
	if (Obstacles.HasSegments())
	{
		Obstacles.SetReach(LargestObstacleHorizon * Traits.FastestSpeed + Traits.LargestRadius);
	}

	StepView View = {};
	View.Motion = Current.Motion.Get();
	View.Aim = Current.Aim.Get();
	View.Body = Current.Body.Get();
	View.Responsibility = Current.Responsibility.Get();
	View.Acceleration = Current.Acceleration.Get();
	View.Height = Current.Height.Get();
	View.NewVelX = NewVelX.Get();
	View.NewVelY = NewVelY.Get();
	View.Profiles = KernelProfiles.Get();
	View.Grid = Grid.Small();
	View.LargeGrid = Grid.Large();
	View.AgentCount = Count;
	View.SmallCount = Grid.SmallCount();
	View.MaxNeighbors = MostNeighbors;
	View.CommonProfile = Traits.bMixedProfiles ? -1 : Traits.Profile;
	View.bFilters = bGroups || Traits.bMixedHeights;
	View.bResponsibility = Traits.bMixedResponsibility || Traits.Responsibility == 0.0f;
	View.bAcceleration = Traits.bMixedAcceleration || Traits.Acceleration < CrowdNoLimit;
	View.bMixedRadii = Traits.SmallestRadius != Traits.LargestRadius;
	View.bLimitChange = View.bAcceleration && (Def.Model == EModel::Orca || Def.Model == EModel::None);
	// An agent of ClearPath's that is too fast may not be able to slow down at once.
	View.bLimitSpeed = !Def.bPlain && (View.bLimitChange || !View.bAcceleration);
	View.bGuarantee = Def.Model == EModel::ClearPath1;
	View.Shapes = Shapes.HasAny() ? &Shapes : nullptr;
	View.bPlain = Def.bPlain;
	View.bKeepGap = View.bGuarantee || !Def.bPlain;
	View.Persistence = Def.bPlain ? 0.0f : Def.Persistence;
	const float SideBias = Def.Model == EModel::Orca ? Def.SideBias : Def.ClearPathSideBias;
	View.SideBias = Def.bPlain ? 0.0f : SideBias;
	View.Clearance = Def.bPlain ? 1.0f : Def.Clearance;
	View.Dt = Dt;
	View.InvDt = 1.0f / Dt;
	View.LargestRadius = Grid.LargestRadius();

	// Where agents are new, the guess is that they can heed all.
	const size_t Known = Heeded.Size();
	if (Known < Slots.Size())
	{
		Heeded.Resize(Slots.Size());
		std::fill(Heeded.Get() + Known, Heeded.Get() + Heeded.Size(), uint8_t{255});
	}
	const size_t WorkerCount = static_cast<size_t>(Scheduler->WorkerCount());
	if (Workers.size() < WorkerCount)
	{
		Workers.resize(WorkerCount);
	}
	for (WorkerScratch& Worker : Workers)
	{
		Worker.Prepare(Def.Model, std::max(MostNeighbors, GangNeighbors), Obstacles.HasSegments() ? CrowdMaxWalls : 0);
		std::fill(std::begin(Worker.ClearPathCycles), std::end(Worker.ClearPathCycles), CROWD_CYCLES{0});
		Worker.Block.StepCycles = Def.bTimeClearPath ? Worker.ClearPathCycles : nullptr;
		Worker.Times = {};
		Worker.Infeasible = 0;
		Worker.Status = 0;
	}
	const Clock::time_point Sorted = Clock::now();

	// Neighbours and solving, a block of agents at a time; smaller ones where there would be too few to share out.
	const int BlockSize = Count < 32 * CROWD_BLOCK ? CROWD_BLOCK / 4 : CROWD_BLOCK;
	Team.ForEach((Count + BlockSize - 1) / BlockSize, Leader,
		[&](int Block, int Worker)
		{
			const int Begin = Block * BlockSize;
			SolveBlock(View, Begin, std::min(Count, Begin + BlockSize), Worker);
		});
	const Clock::time_point Solved = Clock::now();

	// Integration waits for all blocks: until here positions are frozen.
	const int IntegrateChunk = Source ? BlockSize : 2048;
	Team.ForEach((Count + IntegrateChunk - 1) / IntegrateChunk, Leader,
		[&](int Chunk, int Worker)
		{
			const int Begin = Chunk * IntegrateChunk;
			const int End = std::min(Count, Begin + IntegrateChunk);
			Kernels->Integrate(&View, Current.Motion.Get(), Current.Aim.Get(), Begin, End);
			if (Source)
			{
				Confine(View, Begin, End, Worker);
			}
			for (int Place = Begin; Place < End; ++Place)
			{
				Slots[Current.Aim[Place].Slot].Place = static_cast<uint32_t>(Place);
			}
		});
	DescribeMoved();
	const Clock::time_point Done = Clock::now();

	StepReport Report;
	uint32_t Status = 0;
	double Cycles[CROWD_CLEARPATH_STEPS] = {};
	double ConfineTime = 0.0;
	for (const WorkerScratch& Worker : Workers)
	{
		Report.Times.Plan += Worker.Times.Plan;
		ConfineTime += Worker.Times.Integrate;
		Report.Times.Neighbors += Worker.Times.Neighbors;
		Report.Times.Solve += Worker.Times.Solve;
		Report.InfeasibleAgents += Worker.Infeasible;
		Status |= Worker.Status;
		for (int Index = 0; Index < CROWD_CLEARPATH_STEPS; ++Index)
		{
			Cycles[Index] += static_cast<double>(Worker.ClearPathCycles[Index]);
		}
	}
	if (const double Total = std::accumulate(std::begin(Cycles), std::end(Cycles), 0.0); Total > 0.0)
	{
		for (int Index = 0; Index < CROWD_CLEARPATH_STEPS; ++Index)
		{
			Report.Times.ClearPath[Index] = Report.Times.Solve * Cycles[Index] / Total;
		}
	}
	// These two are over too soon for every worker to keep a clock.
	Report.Times.Sort = SecondsBetween(Start, Sorted) * Scheduler->WorkerCount();
	Report.Times.Integrate = std::max(0.0, SecondsBetween(Solved, Done) * Scheduler->WorkerCount() - ConfineTime);
	Report.Times.Plan += ConfineTime;
	Report.Status = static_cast<EStepStatus>(Status);
	return Report;
}

AgentBlock World::Impl::BlockOf(const StepView& View, int Begin, int End, int WorkerIndex) const
{
	const AgentBody* Body = View.Body + Begin;
	AgentBlock Block;
	Block.Count = End - Begin;
	Block.Worker = WorkerIndex;
	Block.Dt = View.Dt;
	Block.HandleIndex = {&View.Aim[Begin].Slot, sizeof(AgentAim)};
	Block.Radius = {&Body->Radius, sizeof(AgentBody)};
	Block.MaxSpeed = {&Body->MaxSpeed, sizeof(AgentBody)};
	Block.PreferredSpeed = {&Body->PreferredSpeed, sizeof(AgentBody)};
	return Block;
}

void World::Impl::Plan(const StepView& View, int Begin, int End, int WorkerIndex)
{
	const BlockScratch& Scratch = Workers[static_cast<size_t>(WorkerIndex)].Block;
	const AgentMotion* Motion = View.Motion + Begin;
	Source->Plan({BlockOf(View, Begin, End, WorkerIndex), {&Motion->X, sizeof(AgentMotion)},
		{&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)}, {&Motion->VelY, sizeof(AgentMotion)},
		Scratch.DesiredX, Scratch.DesiredY});
}

void World::Impl::Confine(const StepView& View, int Begin, int End, int WorkerIndex)
{
	const Clock::time_point Start = Clock::now();
	AgentMotion* Motion = Current.Motion.Get() + Begin;
	Source->Confine({BlockOf(View, Begin, End, WorkerIndex), {&Motion->X, sizeof(AgentMotion)},
		{&Motion->Y, sizeof(AgentMotion)}, {&Motion->VelX, sizeof(AgentMotion)}, {&Motion->VelY, sizeof(AgentMotion)},
		{&Current.Aim[Begin].Flags, sizeof(AgentAim)}});
	Workers[static_cast<size_t>(WorkerIndex)].Times.Integrate += SecondsBetween(Start, Clock::now());
}

void World::Impl::SolveBlock(const StepView& View, int Begin, int End, int WorkerIndex)
{
	WorkerScratch& Worker = Workers[static_cast<size_t>(WorkerIndex)];
	BlockScratch& Scratch = Worker.Block;
	const Clock::time_point Start = Clock::now();
	if (Def.Model != EModel::None)
	{
		FindNeighbors(View, Begin, End, Worker);
	}
	const Clock::time_point Searched = Clock::now();

	Kernels->DesiredVelocity(&View, &Scratch, Begin, Begin, End);
	if (Source)
	{
		Plan(View, Begin, End, WorkerIndex);
	}
	if (!Watched.IsEmpty())
	{
		DescribeWanted(View, Begin, End, Scratch);
	}
	const Clock::time_point Planned = Clock::now();
	switch (Def.Model)
	{
	case EModel::Orca:
		SolveOrca(View, Begin, End, Worker);
		break;
	case EModel::ClearPath:
	case EModel::ClearPath1:
		SolveClearPath(View, Begin, End, Worker);
		break;
	case EModel::None:
		std::copy(Scratch.DesiredX, Scratch.DesiredX + End - Begin, View.NewVelX + Begin);
		std::copy(Scratch.DesiredY, Scratch.DesiredY + End - Begin, View.NewVelY + Begin);
		break;
	}
	if (!Watched.IsEmpty())
	{
		DescribeSolved(View, Begin, End, Scratch);
	}
	const Clock::time_point Solved = Clock::now();
	Worker.Times.Neighbors += SecondsBetween(Start, Searched);
	Worker.Times.Plan += SecondsBetween(Searched, Planned);
	Worker.Times.Solve += SecondsBetween(Planned, Solved);
}

void World::Impl::DescribeWanted(const StepView& View, int Begin, int End, const BlockScratch& Scratch)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		if (DebugGeometry* const Out = Watched.Find(View.Aim[Agent].Slot))
		{
			const Vec2 Desired = {Scratch.DesiredX[Agent - Begin], Scratch.DesiredY[Agent - Begin]};
			DescribeAgent(View, Obstacles, Agent, Desired, *Out);
		}
	}
}

void World::Impl::DescribeSolved(const StepView& View, int Begin, int End, const BlockScratch& Scratch)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		DebugGeometry* const Out = Watched.Find(View.Aim[Agent].Slot);
		if (!Out || Def.Model == EModel::None)
		{
			continue;
		}
		int Counted = Scratch.NeighborCount[Agent - Begin];
		if (Def.Model == EModel::Orca)
		{
			DescribeOrca(View, Scratch, Begin, Agent, *Out);
		}
		else
		{
			Counted = DescribeClearPath(View, Scratch, Heeded[View.Aim[Agent].Slot], Begin, Agent, *Out);
		}
		DescribeNeighbors(View, Scratch, Begin, Agent, Counted, *Out);
	}
}

void World::Impl::DescribeMoved()
{
	for (DebugGeometry& Out : Watched.All())
	{
		const size_t Place = Slots[Out.Agent.Index].Place;
		const AgentAim& Aim = Current.Aim[Place];
		const size_t Before = Out.Items.size();
		if (Source)
		{
			Source->Describe(Out.Agent, Out);
		}
		if (Out.Items.size() == Before && (Aim.Flags & CROWD_FLAG_GOAL))
		{
			Out.AddLine(EDebugKind::Path, Out.Position, {Aim.TargetX, Aim.TargetY});
		}
		DescribeChoice({Current.Motion[Place].VelX, Current.Motion[Place].VelY}, Out);
		Out.Step = Steps;
	}
}

void World::Impl::FindNeighbors(const StepView& View, int Begin, int End, WorkerScratch& Worker)
{
	BlockScratch& Scratch = Worker.Block;
	const int SmallEnd = std::clamp(View.SmallCount, Begin, End);
	Scratch.bTruncated = 0;
	Kernels->SearchNeighbors(&View, &Scratch, Begin, Begin, SmallEnd);
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - Begin;
		int& Found = Scratch.NeighborCount[InBlock];
		bool bTruncated = false;
		if (Agent >= SmallEnd || Found < 0)
		{
			const float BoundSq = Agent < SmallEnd ? Scratch.SearchBoundSq[InBlock] : INFINITY;
			Found = SearchNeighborsOf(View, Agent, BoundSq, Scratch.Neighbors + InBlock, CROWD_BLOCK, bTruncated);
			Scratch.bTruncated |= bTruncated;
		}
		else if (View.SmallCount < View.AgentCount && Isa != EIsa::Scalar)
		{
			Found = MergeLargeNeighbors(View, Agent, Scratch.Neighbors + InBlock, Found, CROWD_BLOCK);
		}
	}
	if (Scratch.bTruncated)
	{
		Worker.Note(EStepStatus::NeighborsTruncated);
	}
}

void World::Impl::SolveOrca(const StepView& View, int Begin, int End, WorkerScratch& Worker)
{
	BlockScratch& Scratch = Worker.Block;
	Scratch.WallSlots = 0;
	if (Obstacles.HasSegments() && !AddWallHalfPlanes(View, Obstacles, Scratch, Begin, Begin, End))
	{
		Worker.Note(EStepStatus::WallsTruncated);
	}
	Kernels->SolveOrca(&View, &Scratch, Begin, Begin, End);
	if (View.bPlain)
	{
		RelaxOrcaPlain(View, Scratch, Begin);
	}
	Worker.Infeasible += Scratch.InfeasibleCount;
}

void World::Impl::SolveClearPath(const StepView& View, int Begin, int End, WorkerScratch& Worker)
{
	const ClearPathOutcome Outcome =
		CrowdAvoidance::SolveClearPath(*Kernels, View, Obstacles, Shapes, Worker.Block, Heeded.Get(), Begin, End);
	Worker.Infeasible += Outcome.Relaxed;
	if (Outcome.bGuaranteeLost)
	{
		Worker.Note(EStepStatus::GuaranteeLost);
	}
	if (Outcome.bWallsTruncated)
	{
		Worker.Note(EStepStatus::WallsTruncated);
	}
}
}
