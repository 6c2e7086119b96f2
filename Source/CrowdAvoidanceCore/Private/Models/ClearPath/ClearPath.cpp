// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What comes around the kernels: which agents to solve for, with which horizon and how many neighbours.
#include "Models/ClearPath/ClearPath.h"

#include "CrowdCore/CrowdAgent.h"
#include "Models/ClearPath/ClearPathRegions.h"
#include "Obstacles/ObstacleStore.h"
#include "World/ShapeStore.h"

#include <algorithm>
#include <numeric>

namespace CrowdAvoidance
{
namespace
{
/// Some agents of a block.
struct AgentList
{
	int Count = 0;
	int Agents[CROWD_BLOCK];

	void Add(int InBlock) { Agents[Count++] = InBlock; }
};

/// Solves for Scratch.List until everybody on it has a velocity.
class ListSolver
{
public:
	ListSolver(KernelTable::BlockFunction InSolve, const StepView& InView, BlockScratch& InScratch, int InBegin)
		: Solve(InSolve), View(InView), Scratch(InScratch), Begin(InBegin)
	{
	}

	void Run(ClearPathOutcome& Outcome)
	{
		if (View.bGuarantee)
		{
			ShortenHorizons();
			Outcome.bGuaranteeLost = Outcome.bGuaranteeLost || Scratch.ListCount > 0;
			Scratch.bGuarantee = 0;
			Scratch.Doubling = 1.0f;
		}
		SolveList();

		// Step 6 is all that it takes to solve again.
		CROWD_CYCLES* const Sums = Scratch.StepCycles;
		CROWD_CYCLES Again[CROWD_CLEARPATH_STEPS] = {};
		Scratch.StepCycles = Sums ? Again : nullptr;
		Outcome.Relaxed += Scratch.ListCount;
		DropNeighbors();
		Scratch.StepCycles = Sums;
		if (Sums)
		{
			Sums[6] += std::accumulate(std::begin(Again), std::end(Again), CROWD_CYCLES{0});
		}
	}

private:
	void SetList(const AgentList& Source)
	{
		std::copy(Source.Agents, Source.Agents + Source.Count, Scratch.List);
		Scratch.ListCount = Source.Count;
	}

	/// Leaves those on the list that have no solution. They are taken in the order of how many neighbours count, so that
	/// the lanes of a gang have about as much to do.
	void SolveList()
	{
		constexpr int Limits = CrowdMaxNeighbors + 2; // From -1 on.
		int Starts[Limits + 1] = {};
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			++Starts[Scratch.Limit[Scratch.List[Entry]] + 2];
		}
		std::partial_sum(Starts, Starts + Limits + 1, Starts);
		int Ordered[CROWD_BLOCK];
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			const int InBlock = Scratch.List[Entry];
			Ordered[Starts[Scratch.Limit[InBlock] + 1]++] = InBlock;
		}
		std::copy(Ordered, Ordered + Scratch.ListCount, Scratch.List);
		Scratch.InfeasibleCount = 0;
		Solve(&View, &Scratch, Begin, 0, Scratch.ListCount);
		std::copy(Scratch.Infeasible, Scratch.Infeasible + Scratch.InfeasibleCount, Scratch.List);
		Scratch.ListCount = Scratch.InfeasibleCount;
	}

	/// ClearPath-1: half the horizon, and half of that, down to one step. Leaves those for whom even that is too long, and
	/// those who overlap others.
	void ShortenHorizons()
	{
		AgentList Lost;
		AgentList Trying;
		const auto Part = [&](auto&& IsLost)
		{
			Trying.Count = 0;
			for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
			{
				const int InBlock = Scratch.List[Entry];
				(IsLost(InBlock) ? Lost : Trying).Add(InBlock);
			}
			SetList(Trying);
		};
		Part([&](int InBlock) { return Scratch.Overlapping[InBlock] != 0; });
		for (Scratch.Doubling = 1.0f; Scratch.ListCount > 0; Scratch.Doubling *= 2.0f)
		{
			SolveList();
			Part(
				[&](int InBlock)
				{
					const ProfileKernelData& Profile =
						View.Profiles[View.Aim[Begin + InBlock].Flags & CROWD_FLAG_PROFILE];
					const float Longest = std::min(Profile.InvAgentHorizon, Profile.InvObstacleHorizon);
					return Longest * Scratch.Doubling >= View.InvDt;
				});
		}
		SetList(Lost);
	}

	/// Finds for each agent the most neighbours, the nearest, that leave it a velocity.
	void DropNeighbors()
	{
		struct Bounds
		{
			int Fit = -1; ///< So many do, and so many do not.
			int DoNotFit = 0;
			bool bFailed = false;
		};
		Bounds Known[CROWD_BLOCK];
		AgentList Left;
		AgentList Bare;
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			const int InBlock = Scratch.List[Entry];
			Known[InBlock].DoNotFit = Scratch.Limit[InBlock];
			(Scratch.Limit[InBlock] > 0 ? Left : Bare).Add(InBlock);
		}
		while (Left.Count > 0)
		{
			for (int Entry = 0; Entry < Left.Count; ++Entry)
			{
				Bounds& Own = Known[Left.Agents[Entry]];
				Own.bFailed = false;
				// Where more fit, fewer do too, so half of them can be tried at a time; but not where limits are checked
				// only afterwards, as published.
				Scratch.Limit[Left.Agents[Entry]] = View.bPlain ? Own.DoNotFit - 1 : (Own.Fit + Own.DoNotFit) >> 1;
			}
			SetList(Left);
			SolveList();
			for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
			{
				Known[Scratch.List[Entry]].bFailed = true;
			}
			AgentList Next;
			for (int Entry = 0; Entry < Left.Count; ++Entry)
			{
				const int InBlock = Left.Agents[Entry];
				Bounds& Own = Known[InBlock];
				(Own.bFailed ? Own.DoNotFit : Own.Fit) = Scratch.Limit[InBlock];
				const bool bSettled = Own.DoNotFit - Own.Fit <= 1 || (View.bPlain && !Own.bFailed);
				if (!bSettled)
				{
					Next.Add(InBlock);
				}
				else if (Own.Fit < 0)
				{
					Bare.Add(InBlock);
				}
			}
			Left = Next;
		}

		for (int Entry = 0; Entry < Bare.Count; ++Entry)
		{
			Scratch.Limit[Bare.Agents[Entry]] = -1;
		}
		SetList(Bare);
		SolveList();
		// Standing never leads into a wall; only rounding can have hidden that.
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			View.NewVelX[Begin + Scratch.List[Entry]] = 0.0f;
			View.NewVelY[Begin + Scratch.List[Entry]] = 0.0f;
		}
	}

	KernelTable::BlockFunction Solve;
	const StepView& View;
	BlockScratch& Scratch;
	int Begin;
};

bool MeetsBody(const StepView& View, const ShapeStore& Shapes, const BlockScratch& Scratch, int Begin, int InBlock)
{
	bool bFound = !Shapes.BodyOf(View.Aim[Begin + InBlock].Slot).empty();
	for (int Rank = 0; Rank < Scratch.NeighborCount[InBlock] && !bFound; ++Rank)
	{
		bFound = !Shapes.BodyOf(View.Aim[Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]].Slot).empty();
	}
	return bFound;
}
}

ClearPathOutcome SolveClearPath(const KernelTable& Kernels, const StepView& View, const ObstacleStore& Obstacles,
	const ShapeStore& Shapes, BlockScratch& Scratch, int Begin, int End)
{
	ClearPathOutcome Outcome;
	const auto Reset = [&]
	{
		Scratch.ListCount = 0;
		Scratch.Doubling = 1.0f;
		Scratch.bGuarantee = View.bGuarantee;
	};
	Scratch.WallSlots = 0;
	if (Obstacles.HasSegments())
	{
		Outcome.bWallsTruncated = !AddWallRegions(View, Obstacles, Shapes, Scratch, Begin, Begin, End);
	}

	// Agents that meet a body other than a disc are left to the scalar code.
	AgentList Special;
	float SpecialX[CROWD_BLOCK];
	float SpecialY[CROWD_BLOCK];
	for (int InBlock = 0; Shapes.HasAny() && InBlock < End - Begin; ++InBlock)
	{
		if (MeetsBody(View, Shapes, Scratch, Begin, InBlock))
		{
			SpecialX[Special.Count] = Scratch.DesiredX[InBlock];
			SpecialY[Special.Count] = Scratch.DesiredY[InBlock];
			Special.Add(InBlock);
		}
	}

	Reset();
	Kernels.FilterClearPath(&View, &Scratch, Begin, Begin, End);
	const int* const SpecialEnd = Special.Agents + Special.Count;
	Scratch.ListCount = static_cast<int>(
		std::remove_if(Scratch.List, Scratch.List + Scratch.ListCount,
			[&](int InBlock) { return std::find<const int*>(Special.Agents, SpecialEnd, InBlock) != SpecialEnd; }) -
		Scratch.List);
	ListSolver(Kernels.SolveClearPath, View, Scratch, Begin).Run(Outcome);

	if (Special.Count > 0)
	{
		Reset();
		for (int Entry = 0; Entry < Special.Count; ++Entry)
		{
			const int InBlock = Special.Agents[Entry];
			Scratch.DesiredX[InBlock] = SpecialX[Entry];
			Scratch.DesiredY[InBlock] = SpecialY[Entry];
			FilterClearPathScalar(&View, &Scratch, Begin, Begin + InBlock, Begin + InBlock + 1);
		}
		ListSolver(SolveClearPathScalar, View, Scratch, Begin).Run(Outcome);
	}
	return Outcome;
}
}
