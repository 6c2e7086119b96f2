// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

namespace CrowdAvoidance::Bench
{
/// A random state in which plain ORCA and RVO2 are to decide alike.
struct AgreementOptions
{
	int Agents = 2000;
	float Density = 0.7f;    ///< [agents per square metre]
	bool bObstacles = false; ///< Squares, walls and L shapes between the agents.
	uint64_t Seed = 1;
	EIsa Isa = EIsa::Auto;
};

struct AgreementResult
{
	int Compared = 0;
	int Ties = 0;                 ///< Left out: which neighbours they avoid hung on the last bits of a distance.
	int CutEdges = 0;             ///< Left out: they reach an edge of an obstacle that RVO2 has cut in two.
	int Agreeing = 0;             ///< New velocities differ by less than 1 mm/s.
	double WorstDifference = 0.0; ///< [m/s]

	double Share() const { return Compared > 0 ? static_cast<double>(Agreeing) / Compared : 0.0; }
};

/// What Share must reach. Not 1: another compiler may round differently, and a last bit can tip a choice.
constexpr double RequiredAgreement = 0.999;

/// One step of both from the same state. Two kinds of agents are left out of the comparison:
///  - ties: the squared distances of its K-th and (K + 1)-th nearest, or of one of its nearest and the edge of its range,
///    differ by less than 1e-5 of themselves (K: its MaxNeighbors);
///  - cut edges: RVO2's obstacle tree cuts edges where the lines of other edges, however far away, cross them, and takes
///    each part for an edge of its own. What an agent near one does then depends on obstacles out of its reach.
AgreementResult CompareWithRvo2(const AgreementOptions& Options);
}
