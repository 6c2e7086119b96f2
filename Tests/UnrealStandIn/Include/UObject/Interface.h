// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/ObjectMacros.h"

/// The class of an interface.
class UInterface : public UObject
{
	STANDIN_CLASS_BODY(UInterface, UObject)
};
