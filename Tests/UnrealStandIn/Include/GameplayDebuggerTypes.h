// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

enum class EGameplayDebuggerShape : uint8
{
	Invalid,
	Point,
	Segment,
	Box,
	Cone,
	Cylinder,
};

/// Something that a category has to show.
struct FGameplayDebuggerShape
{
	TArray<FVector> ShapeData;
	FString Description;
	FColor Color;
	EGameplayDebuggerShape Type = EGameplayDebuggerShape::Invalid;

	static FGameplayDebuggerShape MakeSegment(
		const FVector& Start, const FVector& End, const FColor& InColor, const FString& InDescription = FString());
	static FGameplayDebuggerShape MakeCylinder(const FVector& Center, const float Radius, const float HalfHeight,
		const FColor& InColor, const FString& InDescription = FString());
};
