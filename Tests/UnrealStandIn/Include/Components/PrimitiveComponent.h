// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/SceneComponent.h"

namespace ECollisionEnabled
{
enum Type : int
{
	NoCollision,
	QueryOnly,
	PhysicsOnly,
	QueryAndPhysics,
};
}

/// A component that can be seen and hit.
class UPrimitiveComponent : public USceneComponent
{
	STANDIN_CLASS_BODY(UPrimitiveComponent, USceneComponent)

public:
	virtual void SetCollisionEnabled(ECollisionEnabled::Type NewType) { Collision = NewType; }
	virtual ECollisionEnabled::Type GetCollisionEnabled() const { return Collision; }

private:
	ECollisionEnabled::Type Collision = ECollisionEnabled::QueryAndPhysics;
};
