// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

// The stand-in for the engine's Core: what the modules use of it, and no more. Standard containers do the work.

#include "Containers/StandInContainers.h"
#include "Containers/StandInString.h"
#include "Delegates/StandInDelegates.h"
#include "Logging/StandInLog.h"
#include "Math/StandInMath.h"
#include "StandInTypes.h"
#include "Templates/StandInPointers.h"
