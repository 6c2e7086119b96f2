// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/PrimitiveComponent.h"

class UMeshComponent : public UPrimitiveComponent
{
	STANDIN_CLASS_BODY(UMeshComponent, UPrimitiveComponent)
};
