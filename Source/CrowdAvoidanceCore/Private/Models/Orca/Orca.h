// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdModel.h"
#include "Models/Orca/OrcaShared.h"
#include "Obstacles/ObstacleStore.h"

namespace CrowdAvoidance
{
/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011). Docs/Models/Orca.md
ModelType OrcaModelType();
/// Exactly as published.
ModelType OrcaPlainModelType();

struct OrcaOptions
{
	float SideBias = 0.1f;
	float Clearance = 1.05f;
	bool bPlain = false; ///< No option: orca-plain is a model of its own.
};

/// For models that build upon it.
std::unique_ptr<Model> CreateOrca(const OrcaOptions& Options, EIsa Isa);

inline OrcaScratch& OrcaScratchOf(const BlockScratch& Scratch)
{
	return *reinterpret_cast<OrcaScratch*>(Scratch.Model);
}

/// For agents Begin .. End - 1 of the block that starts at BlockBegin. Needs neighbours, desired velocities and the walls'
/// half-planes in Scratch; writes View->NewVelX/Y. The readable twin of OrcaKernel.ispc.
void SolveOrcaScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End);

/// Infeasible programs as the authors' own library treats them: half-planes in the order of distance, and projections
/// anchored where borders meet. Less exact where borders are nearly parallel, but what outsiders compare with. For the
/// agents of a plain world that are marked in OrcaScratch::Infeasible.
void RelaxOrcaPlain(
	const StepView& View, const ObstacleStore& Obstacles, BlockScratch& Scratch, int BlockBegin, int Begin, int End);

/// For a watched agent of a block that has been solved: the half-planes, and what the program tried to come near to.
void DescribeOrca(const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, DebugGeometry& Out);
}
