// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <vector>

namespace CrowdAvoidance::Scenarios
{
/// An avoidance model as the command line and files call it.
struct NamedModel
{
	const char* Name;
	EModel Model;
	bool bPlain; ///< Exactly as its paper has it.
	const char* Description;
};

const std::vector<NamedModel>& Models();
}
