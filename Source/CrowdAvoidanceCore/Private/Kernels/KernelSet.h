// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"
#include "Kernels/StepShared.h"

// A kernel exported by an .ispc file, for all instruction sets of the build, and its scalar twin:
//
//     CROWD_DECLARE_KERNEL(SolveOrcaBlock, void, const StepView*, BlockScratch*, int, int, int)      in the global namespace
//     constexpr KernelSet SolveOrca = CROWD_KERNEL_SET(SolveOrcaBlock, SolveOrcaScalar);
//
// Declared here and not taken from the generated headers, which know only the dispatching symbols.
#if CROWD_WITH_ISPC && CROWD_UNREAL
// UnrealBuildTool picks the instruction sets, and ISPC's dispatcher one of them.
#define CROWD_DECLARE_KERNEL(Name, Return, ...) \
	extern "C" \
	{ \
		Return Name(__VA_ARGS__); \
	}
#define CROWD_KERNEL_SET(Name, Twin) \
	{ \
		Twin, Name, Name, Name \
	}
#elif CROWD_WITH_ISPC && defined(__x86_64__)
#define CROWD_DECLARE_KERNEL(Name, Return, ...) \
	extern "C" \
	{ \
		Return Name##_sse4(__VA_ARGS__); \
		Return Name##_avx2(__VA_ARGS__); \
		Return Name##_avx512skx(__VA_ARGS__); \
	}
#define CROWD_KERNEL_SET(Name, Twin) \
	{ \
		Twin, Name##_sse4, Name##_avx2, Name##_avx512skx \
	}
#else
#define CROWD_DECLARE_KERNEL(Name, Return, ...) static_assert(true)
#define CROWD_KERNEL_SET(Name, Twin) \
	{ \
		Twin, Twin, Twin, Twin \
	}
#endif

namespace CrowdAvoidance
{
/// One kernel for each instruction set.
template <typename FunctionType>
struct KernelSet
{
	FunctionType Scalar, Sse4, Avx2, Avx512;

	constexpr FunctionType For(EIsa Isa) const
	{
		switch (Isa)
		{
		case EIsa::Sse4:
			return Sse4;
		case EIsa::Avx2:
			return Avx2;
		case EIsa::Avx512:
			return Avx512;
		case EIsa::Auto: // In the engine ISPC's dispatcher decides.
			return Avx512;
		case EIsa::Scalar:
			break;
		}
		return Scalar;
	}
};

/// Works on agents Begin .. End - 1 of the block that starts at BlockBegin.
using BlockFunction = void (*)(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);
using SizeFunction = int (*)();
}
