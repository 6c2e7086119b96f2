// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

class INavMovementInterface;
class UActorComponent;
class UCrowdAgentComponent;

/// What moves an agent's owner: its movement component, or nothing, and then the crowd does.
///
/// The crowd asks for a velocity; how the owner gets there (acceleration, floors, collisions) is the movement component's business. It
/// ticks after the crowd's step, so what is asked for is done in the same frame.
class FCrowdMovement
{
public:
	FCrowdMovement() = default;

	/// Finds it, as the agent's Movement says. What cannot work is logged with the cure.
	explicit FCrowdMovement(const UCrowdAgentComponent& Agent);

	/// Whether there is a movement component. It can be destroyed at any time.
	bool IsThere() const { return Component.IsValid(); }

	/// What the owner really does. [cm/s]
	FVector GetVelocity() const;

	/// Of the movement component, as it is now; 0: it cannot move. [cm/s]
	float GetMaxSpeed() const;

	/// Has the owner go at this velocity for one frame, unless a player or a path of others has it go its way. [cm/s]
	void Request(const UCrowdAgentComponent& Agent, const FVector& Velocity);

private:
	void WarnOfOtherPath(const UCrowdAgentComponent& Agent);
	/// Why it cannot move and what helps, or null.
	const TCHAR* FindHindrance() const;

	TWeakObjectPtr<UActorComponent> Component;
	INavMovementInterface* Interface = nullptr; ///< Of the component, and gone with it.
	bool bWarned = false;
	bool bWarnedOfPath = false;
};
