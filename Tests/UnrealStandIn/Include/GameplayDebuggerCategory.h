// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "GameplayDebuggerTypes.h"

class AActor;
class APlayerController;

/// One page of the Gameplay Debugger. Lines and shapes are collected anew each time.
class FGameplayDebuggerCategory
{
public:
	virtual ~FGameplayDebuggerCategory() = default;
	virtual void CollectData(APlayerController*, AActor*) {}

	void AddTextLine(const FString& Line) { ReplicatedLines.Add(Line); }
	void AddShape(const FGameplayDebuggerShape& Shape) { ReplicatedShapes.Add(Shape); }
	TArray<FString> GetReplicatedLinesCopy() const { return ReplicatedLines; }
	TArray<FGameplayDebuggerShape> GetReplicatedShapesCopy() const { return ReplicatedShapes; }

protected:
	uint32 bShowOnlyWithDebugActor : 1 = 1;

private:
	TArray<FString> ReplicatedLines;
	TArray<FGameplayDebuggerShape> ReplicatedShapes;
};
