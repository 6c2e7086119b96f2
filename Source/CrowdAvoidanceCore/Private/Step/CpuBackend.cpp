// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// One step on the CPU. Docs/Architecture.md walks through it.
#include "Step/CpuBackend.h"

#include "Debug/Watches.h"
#include "Tasks/SerialScheduler.h"

#include <algorithm>
#include <numeric>

namespace CrowdAvoidance
{
namespace
{
/// Neighbours that the gang search writes at the least.
constexpr int GangNeighbors = 10;
/// Milliseconds after which records of pairs are tidied: none is older than its stamp can say.
constexpr uint64_t TidyPeriod = 16000;
/// Agents of a block of the second half of a step, where no planner wants smaller ones.
constexpr int MotionBlock = 512;

NeighborGrid::Needs GridNeeds(AgentStore& Agents, const StepInputs& In, const KernelTable& Kernels)
{
	const AgentTraits& Traits = Agents.Traits();
	NeighborGrid::Needs Needs;
	Needs.Range = In.Needs.Range;
	Needs.Neighbors = In.Needs.Neighbors;
	Needs.SmallestRadius = Traits.SmallestRadius;
	Needs.Owned = Agents.OwnedCount();
	Needs.bLargeClass = !In.Model.Traits().bPlain && Traits.LargestRadius > CrowdLargeRadius;
	Needs.bBodies = Traits.bMixedBodies;
	std::copy(std::begin(Traits.bMixedScalars), std::end(Traits.bMixedScalars), Needs.bScalars);
	Needs.Ids = Agents.Ids.BySlot();
	Needs.Density = &Agents.Density;
	Needs.Kernels = &Kernels;
	return Needs;
}

bool DoWallsHide(const StepInputs& In)
{
	const ModelTraits Model = In.Model.Traits();
	return Model.bNeighbors && Model.bPerceives && Model.bWallsHide && In.Obstacles.HasSegments();
}

PairView ViewOfPairs(AgentStore& Agents, const StepInputs& In)
{
	const ModelTraits Model = In.Model.Traits();
	PairView Pairs = Agents.Pairs.View();
	Pairs.Clock = static_cast<int>(In.Clock & CROWD_CLOCK_MASK);
	Pairs.Seconds = static_cast<float>(In.Clock) / CROWD_TICKS;
	Pairs.bNotice = Model.bPerceives;
	const bool bOpen = Model.bPerceives && !DoWallsHide(In) && !In.Needs.bLimitedView && Pairs.StateBytes == 0;
	Pairs.Approach = bOpen ? 2.0f * Agents.Traits().FastestSpeed : -1.0f;
	Pairs.LastSeconds = static_cast<float>(In.LastClock) / CROWD_TICKS;
	Agents.Pairs.NoteApproach(Pairs.Approach);
	// In plain worlds, and in the first step, everybody looks.
	const uint64_t Passed = In.Number == 1 || Model.bPlain ? CROWD_LOOK_PERIOD : In.Clock - In.LastClock;
	Pairs.LookSpan = static_cast<int>(std::min<uint64_t>(Passed, CROWD_LOOK_PERIOD));
	Pairs.LookPhase = static_cast<int>(In.Clock % CROWD_LOOK_PERIOD);
	Pairs.bYoung = Agents.Pairs.HasNewcomers(In.Clock, In.Needs.LongestObservation);
	Pairs.bTidy = In.Clock / TidyPeriod != In.LastClock / TidyPeriod;
	return Pairs;
}
}

std::unique_ptr<Backend> CreateCpuBackend(EIsa Isa)
{
	return std::make_unique<CpuBackend>(Isa);
}

CpuBackend::CpuBackend(EIsa InIsa) : InstructionSet(InIsa), Kernels(KernelsFor(InIsa))
{
	// Both languages must lay out what they share alike.
	CROWD_ASSERT(Kernels.StepViewSize() == static_cast<int>(sizeof(StepView)));
	CROWD_ASSERT(Kernels.BlockScratchSize() == static_cast<int>(sizeof(BlockScratch)));
	CROWD_ASSERT(Kernels.PairViewSize() == static_cast<int>(sizeof(PairView)));
}

void CpuBackend::Reserve(size_t Agents)
{
	Grid.Reserve(Agents);
	Sorting.Motion.Reserve(Agents);
	Sorting.Aim.Reserve(Agents);
	NewVelX.Reserve(Agents);
	NewVelY.Reserve(Agents);
	Next.Moved.Reserve(Agents);
	Next.Motion.Reserve(Agents);
	Next.Flags.Reserve(Agents);
}

StepReport CpuBackend::Step(AgentStore& Agents, const StepInputs& In)
{
	StepReport Report;
	SerialScheduler Alone;
	TaskScheduler& Scheduler = LastWork < In.Scheduler.WorthSharing() ? Alone : In.Scheduler;
	StepTeam::Run(Scheduler, [&](StepTeam& Team, int Leader) { Report = Step(Agents, In, Team, Leader); });
	const StageTimes& Times = Report.Times;
	LastWork = Times.Sort + Times.Neighbors + Times.Perceive + Times.Plan + Times.Solve + Times.Integrate;
	return Report;
}

void CpuBackend::PrepareWorkers(const StepInputs& In)
{
	const size_t WorkerCount = static_cast<size_t>(In.Scheduler.WorkerCount());
	if (Workers.size() < WorkerCount)
	{
		Workers.resize(WorkerCount);
	}
	const ModelRoom Room = {
		CROWD_BLOCK, std::max(In.Needs.Neighbors, GangNeighbors), In.Obstacles.HasSegments() ? CrowdMaxWalls : 0};
	for (WorkerScratch& Worker : Workers)
	{
		Worker.Prepare(In.Model, Room);
		std::fill(std::begin(Worker.ModelCycles), std::end(Worker.ModelCycles), CROWD_CYCLES{0});
		Worker.Times = {};
		Worker.Infeasible = 0;
		Worker.Status = 0;
	}
}

StepReport CpuBackend::Step(AgentStore& Agents, const StepInputs& In, StepTeam& Team, int Leader)
{
	const StepClock::time_point Start = StepClock::now();
	const int Count = Agents.Count();
	const int Owned = Agents.OwnedCount();
	const ModelTraits Model = In.Model.Traits();
	const bool bWallsHide = DoWallsHide(In);
	Agents.Changed = EColumns::None;
	Agents.Pairs.MakeRoom(Agents.SlotCount(), In.Needs.Neighbors);

	// Sort.
	NewVelX.Resize(static_cast<size_t>(Count));
	NewVelY.Resize(static_cast<size_t>(Count));
	Next.Moved.Resize(static_cast<size_t>(Count));
	Next.Motion.Resize(static_cast<size_t>(Count));
	Next.Flags.Resize(static_cast<size_t>(Count));
	Grid.Sort(Agents.Now, Sorting, Count, GridNeeds(Agents, In, Kernels), Team, Leader);
	if (In.Obstacles.HasSegments())
	{
		const AgentTraits& Traits = Agents.Traits();
		const float Reach = In.Needs.ObstacleHorizon * Traits.FastestSpeed + Traits.LargestRadius;
		In.Obstacles.SetReach(Model.bPerceives ? std::max(Reach, CrowdLeastReach) : Reach);
	}
	PrepareWorkers(In);
	PairView Pairs = {};
	StepState Step = {Agents, In, Kernels, ViewOf(Agents, In, Grid, NewVelX.Get(), NewVelY.Get()), Next, Workers,
		Agents.Pairs.IsKept() ? &Pairs : nullptr};
	if (Step.Pairs)
	{
		Pairs = ViewOfPairs(Agents, In);
		PairKeys.Resize(static_cast<size_t>(Count));
		Pairs.Keys = PairKeys.Get();
		const bool bDraw = Agents.Traits().bMixedProfiles || In.Manners[Agents.Traits().Profile].IsDrawn();
		Manners.Resize(bDraw ? static_cast<size_t>(Count) : 0);
		AgentManner* const Drawn = bDraw ? Manners.Get() : nullptr;
		Team.ForEach((Count + MotionBlock - 1) / MotionBlock, Leader,
			[&](int Block, int Worker)
			{
				const int Begin = Block * MotionBlock;
				const int End = std::min(Count, Begin + MotionBlock);
				PrepareSight(Step, {Begin, End, Worker}, PairKeys.Get(), Drawn);
				if (bWallsHide)
				{
					// Whom agents remember is looked up in the middle of the step.
					Agents.NotePlaces(Begin, End);
				}
			});
		Step.View.Manners = Drawn;
	}
	const StepClock::time_point Sorted = StepClock::now();

	// Neighbours to Solve; in smaller blocks where there would be too few to share out, if there is somebody to share with.
	const auto ForEachBlock = [&](int AgentCount, int Size, auto&& Body)
	{
		Team.ForEach((AgentCount + Size - 1) / Size, Leader,
			[&](int Block, int Worker)
			{
				const int Begin = Block * Size;
				Body(StepBlock{Begin, std::min(AgentCount, Begin + Size), Worker});
			});
	};
	const int BlockSize = Team.Size() < 2 || Owned >= 32 * CROWD_BLOCK ? CROWD_BLOCK : CROWD_BLOCK / 4;
	ForEachBlock(Owned, BlockSize,
		[&](const StepBlock& Block)
		{
			const StepClock::time_point Began = StepClock::now();
			if (Model.bNeighbors && !bWallsHide)
			{
				SearchNeighbors(Step, Block);
			}
			const StepClock::time_point Searched = StepClock::now();
			if (bWallsHide)
			{
				PerceiveAmongWalls(Step, Block);
			}
			else if (Model.bNeighbors && Step.Pairs)
			{
				Perceive(Step, Block);
			}
			const StepClock::time_point Perceived = Step.Pairs ? StepClock::now() : Searched;
			PlanVelocities(Step, Block);
			const StepClock::time_point Planned = StepClock::now();
			SolveVelocities(Step, Block);
			StageTimes& Times = Step.Worker(Block.Worker).Times;
			Times.Neighbors += SecondsBetween(Began, Searched);
			Times.Perceive += SecondsBetween(Searched, Perceived);
			Times.Plan += SecondsBetween(Perceived, Planned);
			Times.Solve += SecondsBetween(Planned, StepClock::now());
		});
	const StepClock::time_point Solved = StepClock::now();

	// The rest waits for all blocks: until here everybody reads velocities as they were.
	ForEachBlock(Count, In.Planner ? BlockSize : MotionBlock,
		[&](const StepBlock& Block)
		{
			const bool bArrivals = Integrate(Step, Block);
			ResolveContacts(Step, Block);
			if (In.Planner)
			{
				const StepClock::time_point Began = StepClock::now();
				Confine(Step, Block);
				Step.Worker(Block.Worker).Times.Integrate += SecondsBetween(Began, StepClock::now());
			}
			PublishBlock(Step, Block, bArrivals || In.Planner);
		});
	Publish(Step);
	const float Largest = Agents.Traits().LargestRadius;
	Agents.Map.Take(
		Grid, Next.Motion.Get(), Count, In.Model.Traits().bPlain ? Largest : std::min(Largest, CrowdLargeRadius));
	const StepClock::time_point Done = StepClock::now();

	StepReport Report;
	uint32_t Status = 0;
	double Cycles[CROWD_MODEL_STEPS] = {};
	double Confining = 0.0;
	for (const WorkerScratch& Worker : Workers)
	{
		Report.Times.Plan += Worker.Times.Plan;
		Confining += Worker.Times.Integrate;
		Report.Times.Neighbors += Worker.Times.Neighbors;
		Report.Times.Perceive += Worker.Times.Perceive;
		Report.Times.Solve += Worker.Times.Solve;
		Report.InfeasibleAgents += Worker.Infeasible;
		Status |= Worker.Status;
		for (int Index = 0; Index < CROWD_MODEL_STEPS; ++Index)
		{
			Cycles[Index] += static_cast<double>(Worker.ModelCycles[Index]);
		}
	}
	if (const double Total = std::accumulate(std::begin(Cycles), std::end(Cycles), 0.0); Total > 0.0)
	{
		for (int Index = 0; Index < CROWD_MODEL_STEPS; ++Index)
		{
			Report.Times.Model[Index] = Report.Times.Solve * Cycles[Index] / Total;
		}
	}
	// These two are over too soon for every worker to keep a clock.
	Report.Times.Sort = SecondsBetween(Start, Sorted) * Team.Size();
	Report.Times.Integrate = std::max(0.0, SecondsBetween(Solved, Done) * Team.Size() - Confining);
	Report.Times.Plan += Confining;
	Report.Status = static_cast<EStepStatus>(Status);
	return Report;
}

size_t CpuBackend::MemoryBytes() const
{
	size_t Total = Grid.Bytes() + Sorting.Bytes() + NewVelX.Bytes() + NewVelY.Bytes() + Next.Moved.Bytes() +
		Next.Motion.Bytes() + Next.Flags.Bytes() + PairKeys.Bytes() + Manners.Bytes();
	for (const WorkerScratch& Worker : Workers)
	{
		Total += Worker.Bytes();
	}
	return Total;
}
}
