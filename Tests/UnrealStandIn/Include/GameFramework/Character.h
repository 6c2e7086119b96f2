// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameFramework/Pawn.h"

class UCharacterMovementComponent;

/// A pawn whose movement component walks.
class ACharacter : public APawn
{
	STANDIN_CLASS_BODY(ACharacter, APawn)

public:
	ACharacter(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	UCharacterMovementComponent* GetCharacterMovement() const { return CharacterMovement; }

private:
	TObjectPtr<UCharacterMovementComponent> CharacterMovement;
};
