// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Kernels/KernelTable.h"

#include "Models/ClearPath/ClearPath.h"
#include "Models/Orca/Orca.h"
#include "Neighbors/NeighborSearch.h"
#include "World/Motion.h"

#include <initializer_list>

// The kernels' symbols of one instruction set. Declared here and not taken from the generated headers, which know only
// the dispatching ones.
#define CROWD_DECLARE_KERNELS(Suffix) \
	extern "C" \
	{ \
		void SearchNeighborsBlock##Suffix( \
			const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int); \
		void DesiredVelocityBlock##Suffix( \
			const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int); \
		void SolveOrcaBlock##Suffix(const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int); \
		void FilterClearPathBlock##Suffix( \
			const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int); \
		void SolveClearPathBlock##Suffix( \
			const CrowdAvoidance::StepView*, CrowdAvoidance::BlockScratch*, int, int, int); \
		void IntegrateBlock##Suffix( \
			const CrowdAvoidance::StepView*, CrowdAvoidance::AgentMotion*, CrowdAvoidance::AgentAim*, int, int); \
		int StepViewSize##Suffix(); \
		int BlockScratchSize##Suffix(); \
	}

#define CROWD_KERNEL_TABLE(Suffix) \
	{ \
		SearchNeighborsBlock##Suffix, DesiredVelocityBlock##Suffix, SolveOrcaBlock##Suffix, \
			FilterClearPathBlock##Suffix, SolveClearPathBlock##Suffix, IntegrateBlock##Suffix, StepViewSize##Suffix, \
			BlockScratchSize##Suffix \
	}

#if CROWD_WITH_ISPC && CROWD_UNREAL
// UnrealBuildTool picks the instruction sets, and ISPC's dispatcher one of them.
CROWD_DECLARE_KERNELS()
#elif CROWD_WITH_ISPC && defined(__x86_64__)
CROWD_DECLARE_KERNELS(_sse4)
CROWD_DECLARE_KERNELS(_avx2)
CROWD_DECLARE_KERNELS(_avx512skx)
#endif

namespace CrowdAvoidance
{
namespace
{
constexpr KernelTable Scalar = {SearchNeighborsScalar, DesiredVelocityScalar, SolveOrcaScalar, FilterClearPathScalar,
	SolveClearPathScalar, IntegrateScalar, [] { return static_cast<int>(sizeof(StepView)); },
	[] { return static_cast<int>(sizeof(BlockScratch)); }};

#if CROWD_WITH_ISPC && CROWD_UNREAL
constexpr KernelTable Dispatched = CROWD_KERNEL_TABLE();
#elif CROWD_WITH_ISPC && defined(__x86_64__)
constexpr KernelTable Sse4 = CROWD_KERNEL_TABLE(_sse4);
constexpr KernelTable Avx2 = CROWD_KERNEL_TABLE(_avx2);
constexpr KernelTable Avx512 = CROWD_KERNEL_TABLE(_avx512skx);
#endif
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

const KernelTable& KernelsFor(EIsa Isa)
{
	switch (Isa)
	{
#if CROWD_WITH_ISPC && CROWD_UNREAL
	case EIsa::Auto:
		return Dispatched;
#elif CROWD_WITH_ISPC && defined(__x86_64__)
	case EIsa::Sse4:
		return Sse4;
	case EIsa::Avx2:
		return Avx2;
	case EIsa::Avx512:
		return Avx512;
#endif
	default:
		return Scalar;
	}
}
}
