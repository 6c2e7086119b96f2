// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What comes around the kernels: which agents to solve for, with which horizon and how many neighbours.
#include "Models/ClearPath/ClearPath.h"

#include "CrowdCore/CrowdWorld.h"
#include "Kernels/KernelSet.h"
#include "Models/ClearPath/ClearPathRegions.h"
#include "Models/ModelBlockInternals.h"
#include "Obstacles/ObstacleStore.h"
#include "Perception/Reaction.h"
#include "World/AgentStore.h"
#include "World/ShapeStore.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

CROWD_DECLARE_KERNEL(
	FilterClearPathBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)
CROWD_DECLARE_KERNEL(
	SolveClearPathBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)
CROWD_DECLARE_KERNEL(ClearPathScratchSize, int)

namespace CrowdAvoidance
{
namespace
{
static_assert(std::size(StageTimes{}.Model) >= CROWD_CLEARPATH_STEPS);

constexpr KernelSet<BlockFunction> FilterKernels = CROWD_KERNEL_SET(FilterClearPathBlock, FilterClearPathScalar);
constexpr KernelSet<BlockFunction> SolveKernels = CROWD_KERNEL_SET(SolveClearPathBlock, SolveClearPathScalar);
constexpr KernelSet<SizeFunction> ScratchSizes =
	CROWD_KERNEL_SET(ClearPathScratchSize, [] { return static_cast<int>(sizeof(ClearPathScratch)); });

constexpr size_t WidestGang = 16;

struct ClearPathOptions
{
	float SideBias = 0.7f;
	float Persistence = 0.7f;
	float Clearance = 1.05f;
	bool bObserve = false;
	bool bGentle = false;
	bool bPersonalSpace = false;
	/// @name No options: models of their own
	bool bClearPath1 = false;
	bool bPlain = false;
};

constexpr int AllFit = 255;

/// What an agent keeps from step to step: how many neighbours counted, the nearest, when it was last kept from its desired velocity;
/// all of them once it has had that.
struct AgentMemory
{
	int Fitting() const { return AllFit - LeftOut; }
	void SetFitting(int Number) { LeftOut = static_cast<uint8_t>(AllFit - Number); }

private:
	uint8_t LeftOut; ///< 0, which it is at first: all fit.
};

/// What the agents of a block keep, looked up once.
class BlockMemory
{
public:
	explicit BlockMemory(const ModelBlockInternals& Block)
		: bPlain(Block.View.bPlain != 0),
		  Counts(Block.Scratch.NeighborCount)
	{
		for (int Agent = Block.Begin; Agent < Block.End; ++Agent)
		{
			std::byte* const State = Block.Agents.ModelState(Block.View.Aim[Agent].Slot);
			States[Agent - Block.Begin] = reinterpret_cast<AgentMemory*>(State);
		}
	}

	AgentMemory& operator[](int InBlock) const { return *States[InBlock]; }

	/// How many neighbours to try with first: one more than counted in the last step.
	int MostLimit(int InBlock) const
	{
		const int All = Counts[InBlock];
		return bPlain ? All : std::min(States[InBlock]->Fitting() + 1, All);
	}

private:
	bool bPlain;
	const int* Counts;
	AgentMemory* States[CROWD_BLOCK];
};

/// Some agents of a block.
struct AgentList
{
	int Count = 0;
	int Agents[CROWD_BLOCK];

	void Add(int InBlock) { Agents[Count++] = InBlock; }
};

/// Solves for Own.List until everybody on it has a velocity.
class ListSolver
{
public:
	ListSolver(BlockFunction InSolve, ModelBlock& InBlock, const BlockMemory& InMemory)
		: Solve(InSolve),
		  Block(InBlock),
		  Memory(InMemory),
		  View(InBlock.Internals->View),
		  Scratch(InBlock.Internals->Scratch),
		  Own(ClearPathScratchOf(Scratch)),
		  Begin(InBlock.Internals->Begin)
	{}

	void Run()
	{
		if (Own.bClearPath1)
		{
			ShortenHorizons();
			if (Own.ListCount > 0)
			{
				Block.Status = Block.Status | EStepStatus::GuaranteeLost;
			}
			Own.bGuarantee = 0;
			Own.Doubling = 1.0f;
			for (int Entry = 0; Entry < Own.ListCount; ++Entry)
			{
				Own.Outcome[Own.List[Entry]] = CROWD_CLEARPATH_UNTRIED;
			}
		}
		FitNearest();
	}

private:
	void SetList(const AgentList& Source)
	{
		std::copy(Source.Agents, Source.Agents + Source.Count, Own.List);
		Own.ListCount = Source.Count;
	}

	/// Agents are taken in the order of how many neighbours count, so that the lanes of a gang have about as much to do.
	void SolveList()
	{
		std::sort(Own.List, Own.List + Own.ListCount,
			[&](int A, int B) { return Own.Limit[A] != Own.Limit[B] ? Own.Limit[A] < Own.Limit[B] : A < B; });
		Solve(&View, &Scratch, Begin, 0, Own.ListCount);
	}

	void LeaveFailed()
	{
		int* const End = std::remove_if(Own.List, Own.List + Own.ListCount,
			[&](int InBlock) { return Own.Outcome[InBlock] != CROWD_CLEARPATH_FAILS; });
		Own.ListCount = static_cast<int>(End - Own.List);
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
			for (int Entry = 0; Entry < Own.ListCount; ++Entry)
			{
				const int InBlock = Own.List[Entry];
				(IsLost(InBlock) ? Lost : Trying).Add(InBlock);
			}
			SetList(Trying);
		};
		Part([&](int InBlock) { return Own.Overlapping[InBlock] != 0; });
		for (Own.Doubling = 1.0f; Own.ListCount > 0; Own.Doubling *= 2.0f)
		{
			SolveList();
			LeaveFailed();
			Part(
				[&](int InBlock)
				{
					const ProfileKernelData& Profile =
						View.Profiles[View.Aim[Begin + InBlock].Flags & CROWD_FLAG_PROFILE];
					const float Longest = std::min(Profile.InvAgentHorizon, Profile.InvObstacleHorizon);
					return Longest * Own.Doubling >= View.InvDt;
				});
		}
		SetList(Lost);
	}

	/// How many to try with where so many, and one fewer, leave no velocity.
	int Fewer(int Limit) const { return View.bPlain ? Limit - 1 : (Limit - 1) / 2; }

	/// Finds for each agent a velocity outside of what its nearest neighbours forbid: of all that counted in the last step and one
	/// more, or without that one; where that leaves none, of half as many, and so on. So an agent searches once in most steps, and
	/// how many count follows what is possible. Plain models drop one after the other, as published.
	void FitNearest()
	{
		AgentList Left;
		AgentList Untried;
		AgentList Bare;
		for (int Entry = 0; Entry < Own.ListCount; ++Entry)
		{
			const int InBlock = Own.List[Entry];
			Left.Add(InBlock);
			if (Own.Outcome[InBlock] == CROWD_CLEARPATH_UNTRIED)
			{
				Own.Limit[InBlock] = Memory.MostLimit(InBlock);
				Untried.Add(InBlock);
			}
		}

		// Step 6 is all that it takes to solve again.
		CROWD_CYCLES* const Sums = Own.StepCycles;
		CROWD_CYCLES Again[CROWD_CLEARPATH_STEPS] = {};
		while (Left.Count > 0)
		{
			SetList(Untried);
			SolveList();
			Own.StepCycles = Sums ? Again : nullptr;
			AgentList Next;
			for (int Entry = 0; Entry < Left.Count; ++Entry)
			{
				const int InBlock = Left.Agents[Entry];
				const int All = Scratch.NeighborCount[InBlock];
				const int Outcome = Own.Outcome[InBlock];
				int& Limit = Own.Limit[InBlock];
				if (Outcome == CROWD_CLEARPATH_FAILS && Limit > 0)
				{
					Limit = Fewer(Limit);
					Next.Add(InBlock);
					continue;
				}
				const int Fit = Outcome == CROWD_CLEARPATH_FITS ? Limit : std::max(Limit - 1, 0);
				Memory[InBlock].SetFitting(Fit == All ? AllFit : Fit);
				Block.Infeasible += Fit < All || Outcome == CROWD_CLEARPATH_FAILS ? 1 : 0;
				if (Outcome == CROWD_CLEARPATH_FAILS)
				{
					Limit = -1;
					Bare.Add(InBlock);
				}
			}
			Left = Next;
			Untried = Next;
		}

		SetList(Bare);
		SolveList();
		LeaveFailed();
		// Standing never leads into a wall; only rounding, or one that comes on without yielding, can have hidden that.
		for (int Entry = 0; Entry < Own.ListCount; ++Entry)
		{
			View.NewVelX[Begin + Own.List[Entry]] = 0.0f;
			View.NewVelY[Begin + Own.List[Entry]] = 0.0f;
		}
		Own.StepCycles = Sums;
		if (Sums)
		{
			Sums[6] += std::accumulate(std::begin(Again), std::end(Again), CROWD_CYCLES{0});
		}
	}

	BlockFunction Solve;
	ModelBlock& Block;
	const BlockMemory& Memory;
	const StepView& View;
	BlockScratch& Scratch;
	ClearPathScratch& Own;
	int Begin;
};

/// Whoever of these has its desired velocity, and so is not on the list, counts all neighbours when it is next kept from it.
template <typename Predicate>
void ForgetFree(const ModelBlock& Block, const BlockMemory& Memory, Predicate&& IsMeant)
{
	const ClearPathScratch& Own = ClearPathScratchOf(Block.Internals->Scratch);
	bool bListed[CROWD_BLOCK] = {};
	for (int Entry = 0; Entry < Own.ListCount; ++Entry)
	{
		bListed[Own.List[Entry]] = true;
	}
	for (int InBlock = 0; InBlock < Block.Count; ++InBlock)
	{
		if (!bListed[InBlock] && IsMeant(InBlock) && Memory[InBlock].Fitting() != AllFit)
		{
			Memory[InBlock].SetFitting(AllFit);
		}
	}
}

bool MeetsBody(const StepView& View, const ShapeStore& Shapes, const BlockScratch& Scratch, int Begin, int InBlock)
{
	bool bFound = !Shapes.BodyOf(View.Aim[Begin + InBlock].Slot).empty();
	for (int Rank = 0; Rank < Scratch.NeighborCount[InBlock] && !bFound; ++Rank)
	{
		bFound = !Shapes.BodyOf(View.Aim[Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]].Slot).empty();
	}
	return bFound;
}

class ClearPathModel final : public Model
{
public:
	explicit ClearPathModel(const ModelSetup& Setup)
		: Options(*static_cast<const ClearPathOptions*>(Setup.Options)),
		  FilterKernel(FilterKernels.For(Setup.Isa)),
		  SolveKernel(SolveKernels.For(Setup.Isa)),
		  Reaction(Setup.Isa)
	{
		CROWD_ASSERT(ScratchSizes.For(Setup.Isa)() == static_cast<int>(sizeof(ClearPathScratch)));
	}

	ModelTraits Traits() const override
	{
		return {.bLimitsAcceleration = true,
			.bPlain = Options.bPlain,
			.Clearance = Options.Clearance,
			.bPerceives = Options.bObserve,
			.bPersonalSpace = Options.bPersonalSpace,
			.LeastHorizon = Options.bGentle ? CrowdGentleHorizon : 0.0f,
			.LeastSight = Options.bGentle || Options.bObserve ? CrowdSightRange : 0.0f};
	}

	int AgentStateBytes() const override { return sizeof(AgentMemory); }

	size_t ScratchBytes(const ModelRoom& Room) const override
	{
		return HeaderBytes + (WallFloats(Room) + GangFloats(Room)) * sizeof(float) +
			(4 * static_cast<size_t>(Room.Agents) + WidestGang) * sizeof(int);
	}

	void PrepareScratch(const ModelRoom& Room, void* Memory) const override
	{
		ClearPathScratch& Own = *new (Memory) ClearPathScratch{};
		float* const Floats = reinterpret_cast<float*>(static_cast<std::byte*>(Memory) + HeaderBytes);
		Own.GangRegions = Floats;
		Own.WallPlanes = Floats + GangFloats(Room);
		int* Ints = reinterpret_cast<int*>(Floats + WallFloats(Room) + GangFloats(Room));
		const auto Take = [&] { return std::exchange(Ints, Ints + Room.Agents); };
		Own.Limit = Take();
		Own.Overlapping = Take();
		Own.Outcome = Take();
		Own.List = Ints; // And room for a gang more.
		Own.bClearPath1 = Options.bClearPath1;
		Own.bKeepGap = Options.bClearPath1 || !Options.bPlain;
		Own.SideBias = Options.SideBias;
		Own.Persistence = Options.Persistence;
	}

	void Solve(ModelBlock& Block) const override;

	int Describe(const ModelBlock& Block, int Agent, DebugGeometry& Out) const override
	{
		const ModelBlockInternals& In = *Block.Internals;
		const int Fitting = static_cast<const AgentMemory*>(Block.AgentState(Agent))->Fitting();
		return DescribeClearPath(In.View, In.Scratch, Fitting, In.Begin, In.Begin + Agent, Out);
	}

private:
	/// Records of what follows are loaded as vectors.
	static constexpr size_t HeaderBytes = (sizeof(ClearPathScratch) + 63) / 64 * 64;

	static size_t WallFloats(const ModelRoom& Room)
	{
		return static_cast<size_t>(Room.Walls) * 9 * static_cast<size_t>(Room.Agents);
	}
	static size_t GangFloats(const ModelRoom& Room)
	{
		const size_t Floats =
			static_cast<size_t>(Room.Walls + Room.Neighbors) * CROWD_NEIGHBOR_FLOATS + CROWD_SEARCH_FLOATS;
		return Floats * WidestGang;
	}

	ClearPathOptions Options;
	BlockFunction FilterKernel;
	BlockFunction SolveKernel;
	ReactionLimit Reaction;
};

/// Steps 0 to 6: what kernels do, then halved horizons and dropped neighbours.
void ClearPathModel::Solve(ModelBlock& Block) const
{
	const ModelBlockInternals& In = *Block.Internals;
	const StepView& View = In.View;
	const ShapeStore& Shapes = In.Shapes;
	BlockScratch& Scratch = In.Scratch;
	ClearPathScratch& Own = ClearPathScratchOf(Scratch);
	const int Begin = In.Begin;
	Own.StepCycles = In.StepCycles;
	const auto Reset = [&]
	{
		Own.ListCount = 0;
		Own.Doubling = 1.0f;
		Own.bGuarantee = Own.bClearPath1;
	};
	Own.WallSlots = 0;
	if (In.Obstacles.HasSegments() && !AddWallRegions(View, In.Obstacles, Shapes, Own, Begin, Begin, In.End))
	{
		Block.Status = EStepStatus::WallsTruncated;
	}

	// Agents that meet a body other than a disc are left to the scalar code.
	AgentList Special;
	bool bSpecial[CROWD_BLOCK] = {};
	float SpecialX[CROWD_BLOCK];
	float SpecialY[CROWD_BLOCK];
	for (int InBlock = 0; Shapes.HasAny() && InBlock < Block.Count; ++InBlock)
	{
		if (MeetsBody(View, Shapes, Scratch, Begin, InBlock))
		{
			SpecialX[Special.Count] = Scratch.DesiredX[InBlock];
			SpecialY[Special.Count] = Scratch.DesiredY[InBlock];
			Special.Add(InBlock);
			bSpecial[InBlock] = true;
		}
	}

	const BlockMemory Memory(In);
	for (int InBlock = 0; InBlock < Block.Count; ++InBlock)
	{
		Own.Limit[InBlock] = Own.bClearPath1 ? Scratch.NeighborCount[InBlock] : Memory.MostLimit(InBlock);
	}
	Reset();
	FilterKernel(&View, &Scratch, Begin, Begin, In.End);
	Own.ListCount = static_cast<int>(
		std::remove_if(Own.List, Own.List + Own.ListCount, [&](int InBlock) { return bSpecial[InBlock]; }) - Own.List);
	ForgetFree(Block, Memory, [&](int InBlock) { return !bSpecial[InBlock]; });
	ListSolver(SolveKernel, Block, Memory).Run();

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
		ForgetFree(Block, Memory, [&](int InBlock) { return bSpecial[InBlock]; });
		ListSolver(SolveClearPathScalar, Block, Memory).Run();
	}
	if (Options.bGentle)
	{
		Reaction.Apply(View, Scratch, Begin, In.End, Own.WallSlots > 0,
			[&](int InBlock, Vec2 Velocity)
			{
				const uint32_t Flags = View.Aim[Begin + InBlock].Flags;
				const float InvHorizon = View.Profiles[Flags & CROWD_FLAG_PROFILE].InvObstacleHorizon;
				return LeadsIntoWall(Own, InBlock, InvHorizon, Velocity);
			});
	}
}

std::unique_ptr<Model> Create(const ModelSetup& Setup)
{
	return std::make_unique<ClearPathModel>(Setup);
}

std::span<const Parameter> OptionList()
{
	static const Parameter List[] = {
		{"sideBias", CROWD_FIELD(ClearPathOptions, SideBias), 0, 1, false, "",
			"Aims this share to its right while others keep it from its desired velocity."},
		{"persistence", CROWD_FIELD(ClearPathOptions, Persistence), 0, 1, false, "",
			"How much of the velocity that it has an agent so kept aims for."},
		{"clearance", CROWD_FIELD(ClearPathOptions, Clearance), 1, 2, false, "",
			"Agents keep this many times the sum of their radii apart."},
		{"observe", CROWD_FIELD(ClearPathOptions, bObserve), 0, 1, false, "",
			"As with rcap: others count once they have been observed."},
		{"gentle", CROWD_FIELD(ClearPathOptions, bGentle), 0, 1, false, "",
			"As with rcap: reacts gently, unless contact is near."},
		{"personalSpace", CROWD_FIELD(ClearPathOptions, bPersonalSpace), 0, 1, false, "",
			"As with rcap: plans with the profile's personal space."},
	};
	return List;
}
}

ModelType ClearPathModelType()
{
	static const ClearPathOptions Defaults;
	return {.Name = "clearpath",
		.Description = "truncated velocity obstacles and the exact nearest velocity outside them (ClearPath-2)",
		.Options = {OptionList(), &Defaults, sizeof(ClearPathOptions)},
		.Create = Create,
		.Plain = "clearpath-plain"};
}

ModelType ClearPathPlainModelType()
{
	static const ClearPathOptions Plain = {.SideBias = 0.0f, .Persistence = 0.0f, .Clearance = 1.0f, .bPlain = true};
	return {.Name = "clearpath-plain",
		.Description = "the same exactly as its paper has it",
		.Options = {{}, &Plain, sizeof(ClearPathOptions)},
		.Create = Create};
}

ModelType ClearPath1ModelType()
{
	static const ClearPathOptions Defaults = {.bClearPath1 = true};
	return {.Name = "clearpath-1",
		.Description = "ClearPath-1: no collision as long as every agent finds a velocity",
		.Options = {OptionList(), &Defaults, sizeof(ClearPathOptions)},
		.Create = Create,
		.Plain = "clearpath-1-plain"};
}

ModelType ClearPath1PlainModelType()
{
	static const ClearPathOptions Plain = {
		.SideBias = 0.0f, .Persistence = 0.0f, .Clearance = 1.0f, .bClearPath1 = true, .bPlain = true};
	return {.Name = "clearpath-1-plain",
		.Description = "the same exactly as its paper has it",
		.Options = {{}, &Plain, sizeof(ClearPathOptions)},
		.Create = Create};
}
}
