// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Scenarios/Models.h"

namespace CrowdAvoidance::Scenarios
{
const std::vector<NamedModel>& Models()
{
	static const std::vector<NamedModel> Table = {
		{"orca", EModel::Orca, false,
			"optimal reciprocal collision avoidance: half-planes of velocities and a linear program"},
		{"orca-plain", EModel::Orca, true, "the same exactly as its paper has it, for comparisons"},
		{"clearpath", EModel::ClearPath, false,
			"truncated velocity obstacles and the exact nearest velocity outside them (ClearPath-2)"},
		{"clearpath-plain", EModel::ClearPath, true, "the same exactly as its paper has it"},
		{"clearpath-1", EModel::ClearPath1, false, "ClearPath-1: no collision as long as every agent finds a velocity"},
		{"clearpath-1-plain", EModel::ClearPath1, true, "the same exactly as its paper has it"},
		{"none", EModel::None, false, "no avoidance: desired velocities as they are"},
	};
	return Table;
}
}
