// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ShapeComponent.h"

/// From -extent to +extent, before its scale.
class UBoxComponent : public UShapeComponent
{
	STANDIN_CLASS_BODY(UBoxComponent, UShapeComponent)

public:
	void SetBoxExtent(FVector InBoxExtent, bool /*bUpdateOverlaps*/ = true) { BoxExtent = InBoxExtent; }
	FVector GetUnscaledBoxExtent() const { return BoxExtent; }

private:
	FVector BoxExtent = FVector(32.0, 32.0, 32.0);
};
