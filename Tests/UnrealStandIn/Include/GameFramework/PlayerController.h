// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Controller.h"

class APlayerController : public AController
{
	STANDIN_CLASS_BODY(APlayerController, AController)

public:
	APlayerController() { bIsPlayerController = true; }
};
