// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"

/// A component with a place. There are no attachments.
class USceneComponent : public UActorComponent
{
	STANDIN_CLASS_BODY(USceneComponent, UActorComponent)

private:
	friend AActor;
	FTransform Placement;
};
