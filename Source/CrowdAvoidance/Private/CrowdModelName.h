// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdAvoidanceSettings.h"

namespace CrowdAvoidance
{
/// What Core calls the model (WorldDef::Model).
inline const char* ModelName(ECrowdModel Model)
{
	switch (Model)
	{
	case ECrowdModel::Orca:
		return "orca";
	case ECrowdModel::ClearPath:
		return "clearpath";
	case ECrowdModel::ClearPath1:
		return "clearpath-1";
	case ECrowdModel::None:
		return "none";
	}
	return "unknown"; // A number that no enumerator has, from a settings file.
}
}
