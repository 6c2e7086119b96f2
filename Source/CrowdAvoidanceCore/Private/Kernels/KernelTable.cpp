// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Kernels/KernelTable.h"

#include "Neighbors/NeighborGrid.h"
#include "Neighbors/NeighborSearch.h"
#include "Perception/Perceive.h"
#include "World/Motion.h"

#include <initializer_list>

CROWD_DECLARE_KERNEL(MeasureBoxBlock, void, const CrowdAvoidance::AgentMotion*, int, int, CrowdAvoidance::GridBox*)
CROWD_DECLARE_KERNEL(FindCellsBlock, void, const CrowdAvoidance::GridLevel*, const CrowdAvoidance::AgentMotion*, int,
	int, int, uint32_t*, uint32_t*)
CROWD_DECLARE_KERNEL(
	SearchNeighborsBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)
CROWD_DECLARE_KERNEL(SearchAgentNeighbors, int, const CrowdAvoidance::StepView*, int, int, int*)
CROWD_DECLARE_KERNEL(
	DesiredVelocityBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int)
CROWD_DECLARE_KERNEL(
	IntegrateBlock, uint32_t, const CrowdAvoidance::StepView*, CrowdAvoidance::AgentMotion*, uint32_t*, int, int)
CROWD_DECLARE_KERNEL(PerceiveBlock, void, const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*,
	const CrowdAvoidance::PairView*, int, int, int)
CROWD_DECLARE_KERNEL(StepViewSize, int)
CROWD_DECLARE_KERNEL(BlockScratchSize, int)
CROWD_DECLARE_KERNEL(PairViewSize, int)

namespace CrowdAvoidance
{
namespace
{
constexpr KernelSet<KernelTable::MeasureBoxFunction> MeasureBoxKernels =
	CROWD_KERNEL_SET(MeasureBoxBlock, MeasureBoxScalar);
constexpr KernelSet<KernelTable::FindCellsFunction> FindCellsKernels =
	CROWD_KERNEL_SET(FindCellsBlock, FindCellsScalar);
constexpr KernelSet<BlockFunction> SearchNeighborsKernels =
	CROWD_KERNEL_SET(SearchNeighborsBlock, SearchNeighborsScalar);
/// The scalar search says itself what it could not do in full.
constexpr KernelSet<KernelTable::SearchAgentFunction> SearchAgentKernels =
	CROWD_KERNEL_SET(SearchAgentNeighbors, [](const StepView*, int, int, int*) { return -1; });
constexpr KernelSet<KernelTable::PerceiveFunction> PerceiveKernels = CROWD_KERNEL_SET(PerceiveBlock, PerceiveScalar);
constexpr KernelSet<BlockFunction> DesiredVelocityKernels =
	CROWD_KERNEL_SET(DesiredVelocityBlock, DesiredVelocityScalar);
constexpr KernelSet<KernelTable::IntegrateFunction> IntegrateKernels =
	CROWD_KERNEL_SET(IntegrateBlock, IntegrateScalar);
constexpr KernelSet<SizeFunction> ViewSizes =
	CROWD_KERNEL_SET(StepViewSize, [] { return static_cast<int>(sizeof(StepView)); });
constexpr KernelSet<SizeFunction> ScratchSizes =
	CROWD_KERNEL_SET(BlockScratchSize, [] { return static_cast<int>(sizeof(BlockScratch)); });
constexpr KernelSet<SizeFunction> PairSizes =
	CROWD_KERNEL_SET(PairViewSize, [] { return static_cast<int>(sizeof(PairView)); });
}

bool IsIsaAvailable(EIsa Isa)
{
	switch (Isa)
	{
	case EIsa::Auto:
	case EIsa::Scalar:
		return true;
#if CROWD_WITH_ISPC && !CROWD_UNREAL && defined(__x86_64__)
	case EIsa::Sse4:
		return __builtin_cpu_supports("sse4.2");
	case EIsa::Avx2:
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	case EIsa::Avx512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
			__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
			__builtin_cpu_supports("avx512cd");
#endif
	default:
		return false;
	}
}

EIsa BestIsa()
{
	for (const EIsa Isa : {EIsa::Avx512, EIsa::Avx2, EIsa::Sse4})
	{
		if (IsIsaAvailable(Isa))
		{
			return Isa;
		}
	}
#if CROWD_WITH_ISPC && CROWD_UNREAL
	return EIsa::Auto;
#else
	return EIsa::Scalar;
#endif
}

const char* IsaName(EIsa Isa)
{
	switch (Isa)
	{
	case EIsa::Auto:
		return "auto";
	case EIsa::Scalar:
		return "scalar";
	case EIsa::Sse4:
		return "sse4";
	case EIsa::Avx2:
		return "avx2";
	case EIsa::Avx512:
		return "avx512";
	}
	return "unknown";
}

KernelTable KernelsFor(EIsa Isa)
{
	return {MeasureBoxKernels.For(Isa), FindCellsKernels.For(Isa), SearchNeighborsKernels.For(Isa),
		SearchAgentKernels.For(Isa), PerceiveKernels.For(Isa), DesiredVelocityKernels.For(Isa),
		IntegrateKernels.For(Isa), ViewSizes.For(Isa), ScratchSizes.For(Isa), PairSizes.For(Isa), Isa == EIsa::Scalar};
}
}
