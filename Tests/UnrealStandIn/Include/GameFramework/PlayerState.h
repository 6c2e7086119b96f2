// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Actor.h"

class APlayerState : public AActor
{
	STANDIN_CLASS_BODY(APlayerState, AActor)
};
