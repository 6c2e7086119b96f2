// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "CrowdCore/CrowdWorld.h"

/// The avoidance models that Core knows, as settings and assets name them: by FName, which takes capitals for small letters.
namespace CrowdAvoidance::ModelNames
{
/// Null: there is none of that name.
const ModelType* Find(FName Name);
TArray<FName> All();
/// Of the model's options; empty where there is no such model.
TArray<FName> OptionsOf(FName Model);

/// A world of that model. What Core does not know or take is in it too, so that World::Create says what is wrong.
WorldDef ToWorldDef(FName Model, const TMap<FName, double>& Options);
/// "orca (sideBias 0.2)": equal texts are equal models. Options that are as by default are left out.
FString Describe(FName Model, const TMap<FName, double>& Options);
}
