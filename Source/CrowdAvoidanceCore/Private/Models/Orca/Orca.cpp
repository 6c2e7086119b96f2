// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What comes around the kernel: options, room, walls, and programs without a solution.
#include "Models/Orca/Orca.h"

#include "Kernels/KernelSet.h"
#include "Models/ModelBlockInternals.h"
#include "Models/Orca/OrcaWalls.h"

#include <cstddef>
#include <utility>

CROWD_DECLARE_KERNEL(
	SolveOrcaBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)
CROWD_DECLARE_KERNEL(OrcaScratchSize, int)

namespace CrowdAvoidance
{
namespace
{
static_assert(CROWD_MAX_PLANES == CrowdMaxNeighbors);
static_assert(CROWD_MAX_LINES == CrowdMaxWalls + CrowdMaxNeighbors);
static_assert(CROWD_MAX_ACTIVE >= CrowdMaxWalls + 2 * (CrowdMaxNeighbors + CROWD_SPARE_ROUNDS));

constexpr KernelSet<BlockFunction> SolveKernels = CROWD_KERNEL_SET(SolveOrcaBlock, SolveOrcaScalar);
constexpr KernelSet<SizeFunction> ScratchSizes =
	CROWD_KERNEL_SET(OrcaScratchSize, [] { return static_cast<int>(sizeof(OrcaScratch)); });

constexpr size_t WidestGang = 16;

class OrcaModel final : public Model
{
public:
	explicit OrcaModel(const ModelSetup& Setup)
		: Options(*static_cast<const OrcaOptions*>(Setup.Options)),
		  SolveKernel(SolveKernels.For(Setup.Isa)),
		  FindNear(FindNearWallsFor(Setup.Isa))
	{
		CROWD_ASSERT(ScratchSizes.For(Setup.Isa)() == static_cast<int>(sizeof(OrcaScratch)));
	}

	ModelTraits Traits() const override { return {.bPlain = Options.bPlain, .Clearance = Options.Clearance}; }

	size_t ScratchBytes(const ModelRoom& Room) const override
	{
		return HeaderBytes + (GangFloats + 3 * WallCount(Room)) * sizeof(float) + FlagCount(Room) * sizeof(int);
	}

	void PrepareScratch(const ModelRoom& Room, void* Memory) const override
	{
		OrcaScratch& Own = *new (Memory) OrcaScratch{};
		float* Floats = reinterpret_cast<float*>(static_cast<std::byte*>(Memory) + HeaderBytes);
		const auto Take = [&Floats](size_t Count) { return std::exchange(Floats, Floats + Count); };
		Own.Gang = Take(GangFloats);
		Own.WallX = Take(WallCount(Room));
		Own.WallY = Take(WallCount(Room));
		Own.WallC = Take(WallCount(Room));
		Own.Infeasible = reinterpret_cast<int*>(Floats);
		Own.SideBias = Options.SideBias;
	}

	void Solve(ModelBlock& Block) const override
	{
		const ModelBlockInternals& In = *Block.Internals;
		OrcaScratch& Own = OrcaScratchOf(In.Scratch);
		Own.WallSlots = 0;
		if (In.Obstacles.HasSegments() &&
			!AddWallHalfPlanes(In.View, In.Obstacles, FindNear, Own, In.Begin, In.Begin, In.End))
		{
			Block.Status = EStepStatus::WallsTruncated;
		}
		SolveKernel(&In.View, &In.Scratch, In.Begin, In.Begin, In.End);
		if (Options.bPlain)
		{
			RelaxOrcaPlain(In.View, In.Obstacles, In.Scratch, In.Begin, In.Begin, In.End);
		}
		Block.Infeasible = Own.InfeasibleCount;
	}

	int Describe(const ModelBlock& Block, int Agent, DebugGeometry& Out) const override
	{
		const ModelBlockInternals& In = *Block.Internals;
		DescribeOrca(In.View, In.Scratch, In.Begin, In.Begin + Agent, Out);
		return Block.NeighborCount(Agent);
	}

private:
	/// So that half-planes of a gang, which come next, do not lie across cache lines.
	static constexpr size_t HeaderBytes = (sizeof(OrcaScratch) + 63) / 64 * 64;
	static constexpr size_t GangFloats =
		3 * WidestGang * (CROWD_MAX_PLANES + CROWD_GAP_PLANES + CROWD_MAX_ACTIVE + CROWD_GAP_ACTIVE + CROWD_MAX_ACTIVE);

	static size_t WallCount(const ModelRoom& Room)
	{
		return static_cast<size_t>(Room.Walls) * static_cast<size_t>(Room.Agents);
	}
	static size_t FlagCount(const ModelRoom& Room) { return static_cast<size_t>(Room.Agents) + WidestGang; }

	OrcaOptions Options;
	BlockFunction SolveKernel;
	FindNearWallsFunction FindNear;
};

std::unique_ptr<Model> Create(const ModelSetup& Setup)
{
	return std::make_unique<OrcaModel>(Setup);
}
}

std::unique_ptr<Model> CreateOrca(const OrcaOptions& Options, EIsa Isa)
{
	return Create({&Options, Isa});
}

ModelType OrcaModelType()
{
	static const OrcaOptions Defaults;
	static const Parameter List[] = {
		{"sideBias", CROWD_FIELD(OrcaOptions, SideBias), 0, 1, false, "",
			"Aims this share to its right while others keep it from its desired velocity."},
		{"clearance", CROWD_FIELD(OrcaOptions, Clearance), 1, 2, false, "",
			"Agents keep this many times the sum of their radii apart."},
	};
	return {.Name = "orca",
		.Description = "optimal reciprocal collision avoidance: half-planes of velocities and a linear program",
		.Options = {List, &Defaults, sizeof(OrcaOptions)},
		.Create = Create,
		.Plain = "orca-plain"};
}

ModelType OrcaPlainModelType()
{
	static const OrcaOptions Plain = {.SideBias = 0.0f, .Clearance = 1.0f, .bPlain = true};
	return {.Name = "orca-plain",
		.Description = "the same exactly as its paper has it, for comparisons",
		.Options = {{}, &Plain, sizeof(OrcaOptions)},
		.Create = Create};
}
}
