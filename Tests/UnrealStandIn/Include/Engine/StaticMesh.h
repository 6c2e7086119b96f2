// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/ObjectMacros.h"

class UStaticMesh : public UObject
{
	STANDIN_CLASS_BODY(UStaticMesh, UObject)
};
