// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Actor.h"

class APlayerState;

class AWorldSettings : public AActor
{
	STANDIN_CLASS_BODY(AWorldSettings, AActor)

public:
	/// Begins play of all actors.
	void NotifyBeginPlay();

	/// The world is paused while there is one.
	void SetPauserPlayerState(APlayerState* Pauser) { PauserPlayerState = Pauser; }
	APlayerState* GetPauserPlayerState() const { return PauserPlayerState; }

	float SetTimeDilation(float NewDilation) { return TimeDilation = NewDilation; }
	float GetEffectiveTimeDilation() const { return TimeDilation; }

private:
	APlayerState* PauserPlayerState = nullptr;
	float TimeDilation = 1.0f;
};
