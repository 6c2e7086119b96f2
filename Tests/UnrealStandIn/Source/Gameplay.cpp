// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Engine/Engine.h"
#include "Engine/GameInstance.h"
#include "GameplayDebugger.h"
#include "GameplayDebuggerCategory.h"
#include "Kismet/BlueprintAsyncActionBase.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "VisualLogger/VisualLogger.h"

StandIn::FVisualLog StandIn::GVisualLog;

STANDIN_IMPLEMENT_CLASS(UGameInstance, []() -> UObject* { return ::new UGameInstance; })
STANDIN_IMPLEMENT_CLASS(UBlueprintFunctionLibrary, nullptr)
STANDIN_IMPLEMENT_CLASS(UBlueprintAsyncActionBase, nullptr)

void UBlueprintAsyncActionBase::RegisterWithGameInstance(const UObject* WorldContextObject)
{
	check(WorldContextObject); // The engine would complain in the log.
	const UWorld* World = GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::ReturnNull);
	if (World && World->GetGameInstance())
	{
		RegisterWithGameInstance(World->GetGameInstance());
	}
}

void UBlueprintAsyncActionBase::RegisterWithGameInstance(UGameInstance* GameInstance)
{
	GameInstance->RegisterReferencedObject(this);
	RegisteredWithGameInstance = GameInstance;
}

void UBlueprintAsyncActionBase::SetReadyToDestroy()
{
	check(!bReadyToDestroy);
	bReadyToDestroy = true;
	if (UGameInstance* GameInstance = RegisteredWithGameInstance.Get())
	{
		GameInstance->UnregisterReferencedObject(this);
	}
}

IGameplayDebugger& IGameplayDebugger::Get()
{
	static IGameplayDebugger Debugger;
	return Debugger;
}

void IGameplayDebugger::RegisterCategory(
	FName Name, FOnGetCategory Make, EGameplayDebuggerCategoryState /*State*/, int32 /*Slot*/)
{
	Categories.push_back({Name, Make});
}

void IGameplayDebugger::UnregisterCategory(FName Name)
{
	std::erase_if(Categories, [&](const FCategory& Category) { return Category.Name == Name; });
}

FGameplayDebuggerShape FGameplayDebuggerShape::MakeSegment(
	const FVector& Start, const FVector& End, const FColor& InColor, const FString& InDescription)
{
	return {{Start, End}, InDescription, InColor, EGameplayDebuggerShape::Segment};
}

FGameplayDebuggerShape FGameplayDebuggerShape::MakeCylinder(const FVector& Center, const float Radius,
	const float HalfHeight, const FColor& InColor, const FString& InDescription)
{
	return {{Center, FVector(static_cast<double>(Radius), 0.0, static_cast<double>(HalfHeight))}, InDescription,
		InColor, EGameplayDebuggerShape::Cylinder};
}
