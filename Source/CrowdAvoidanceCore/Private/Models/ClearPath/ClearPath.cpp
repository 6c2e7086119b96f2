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
	ListSolver(KernelTable::BlockFunction InSolve, const StepView& InView, BlockScratch& InScratch, uint8_t* InHeeded,
		int InBegin)
		: Solve(InSolve),
		  View(InView),
		  Scratch(InScratch),
		  Heeded(InHeeded),
		  Begin(InBegin)
	{}

	void Run(ClearPathOutcome& Outcome)
	{
		if (View.bGuarantee)
		{
			ShortenHorizons();
			Outcome.bGuaranteeLost = Outcome.bGuaranteeLost || Scratch.ListCount > 0;
			Scratch.bGuarantee = 0;
			Scratch.Doubling = 1.0f;
		}
		HeedMost(Outcome);
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
		std::sort(Scratch.List, Scratch.List + Scratch.ListCount,
			[&](int A, int B)
			{ return Scratch.Limit[A] != Scratch.Limit[B] ? Scratch.Limit[A] < Scratch.Limit[B] : A < B; });
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

	/// How many neighbours, the nearest, an agent can heed.
	struct Search
	{
		int Fit = -1;     ///< So many are known to ...
		int DoNotFit = 0; ///< ... and so many not to; one more than there are: not known.
		int Step = 1;     ///< How far to go for the next try as long as only one of them is known.

		/// The next to try.
		int Next(int All) const
		{
			if (Fit >= 0 && DoNotFit <= All)
			{
				return (Fit + DoNotFit) / 2;
			}
			return Fit >= 0 ? std::min(Fit + Step, All) : std::max(DoNotFit - Step, 0);
		}
	};

	/// Finds for each agent the most neighbours that leave it a velocity. What was most in the last step is a good guess, and
	/// where more fit, fewer do too; but not where limits are checked only afterwards, as published: there one after the
	/// other is dropped.
	void HeedMost(ClearPathOutcome& Outcome)
	{
		Search State[CROWD_BLOCK];
		AgentList Left;
		AgentList Bare;
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			const int InBlock = Scratch.List[Entry];
			const int All = Scratch.NeighborCount[InBlock];
			State[InBlock].DoNotFit = All + 1;
			const int Guess = Heeded[View.Aim[Begin + InBlock].Slot] + 1;
			Scratch.Limit[InBlock] = View.bPlain ? All : std::min(Guess, All);
			Left.Add(InBlock);
		}

		// Step 6 is all that it takes to solve again.
		CROWD_CYCLES* const Sums = Scratch.StepCycles;
		CROWD_CYCLES Again[CROWD_CLEARPATH_STEPS] = {};
		while (Left.Count > 0)
		{
			SetList(Left);
			SolveList();
			Scratch.StepCycles = Sums ? Again : nullptr;
			bool bFailed[CROWD_BLOCK] = {};
			for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
			{
				bFailed[Scratch.List[Entry]] = true;
			}
			AgentList Next;
			for (int Entry = 0; Entry < Left.Count; ++Entry)
			{
				const int InBlock = Left.Agents[Entry];
				const int All = Scratch.NeighborCount[InBlock];
				Search& Own = State[InBlock];
				(bFailed[InBlock] ? Own.DoNotFit : Own.Fit) = Scratch.Limit[InBlock];
				const bool bSettled = Own.DoNotFit - Own.Fit <= 1 || (View.bPlain && !bFailed[InBlock]);
				if (!bSettled)
				{
					Scratch.Limit[InBlock] = View.bPlain ? Own.DoNotFit - 1 : Own.Next(All);
					Own.Step *= 2;
					Next.Add(InBlock);
					continue;
				}
				// 255: all of them.
				Heeded[View.Aim[Begin + InBlock].Slot] =
					static_cast<uint8_t>(Own.Fit == All ? 255 : std::max(Own.Fit, 0));
				Outcome.Relaxed += Own.Fit < All ? 1 : 0;
				if (Own.Fit < 0)
				{
					Scratch.Limit[InBlock] = -1;
					Bare.Add(InBlock);
				}
			}
			Left = Next;
		}

		SetList(Bare);
		SolveList();
		// Standing never leads into a wall; only rounding, or one that comes on without yielding, can have hidden that.
		for (int Entry = 0; Entry < Scratch.ListCount; ++Entry)
		{
			View.NewVelX[Begin + Scratch.List[Entry]] = 0.0f;
			View.NewVelY[Begin + Scratch.List[Entry]] = 0.0f;
		}
		Scratch.StepCycles = Sums;
		if (Sums)
		{
			Sums[6] += std::accumulate(std::begin(Again), std::end(Again), CROWD_CYCLES{0});
		}
	}

	KernelTable::BlockFunction Solve;
	const StepView& View;
	BlockScratch& Scratch;
	uint8_t* Heeded;
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
	const ShapeStore& Shapes, BlockScratch& Scratch, uint8_t* Heeded, int Begin, int End)
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
	ListSolver(Kernels.SolveClearPath, View, Scratch, Heeded, Begin).Run(Outcome);

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
		ListSolver(SolveClearPathScalar, View, Scratch, Heeded, Begin).Run(Outcome);
	}
	return Outcome;
}
}
