// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

class ULevel;

enum ETickingGroup : int
{
	TG_PrePhysics,
	TG_StartPhysics,
	TG_DuringPhysics,
	TG_EndPhysics,
	TG_PostPhysics,
	TG_PostUpdateWork,
	TG_LastDemotable,
	TG_MAX,
};

enum ELevelTick
{
	LEVELTICK_TimeOnly = 0,
	LEVELTICK_ViewportsOnly = 1,
	LEVELTICK_All = 2,
	LEVELTICK_PauseTick = 3,
};

namespace ENamedThreads
{
enum Type : int32
{
	GameThread = 2,
};
}

struct FGraphEventRef
{};

/// Called by its level's world once a frame, in its group, after its prerequisites.
struct FTickFunction
{
	FTickFunction() = default;
	virtual ~FTickFunction();
	FTickFunction(const FTickFunction&) = delete;
	FTickFunction& operator=(const FTickFunction&) = delete;

	virtual void ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread,
		const FGraphEventRef& CompletionEvent) = 0;
	virtual FString DiagnosticMessage() = 0;
	virtual FName DiagnosticContext(bool bDetailed) = 0;

	void RegisterTickFunction(ULevel* Level);
	void UnRegisterTickFunction();
	bool IsTickFunctionRegistered() const { return RegisteredIn != nullptr; }
	void AddPrerequisite(UObject* Object, FTickFunction& Before);

	ETickingGroup TickGroup = TG_PrePhysics;
	bool bCanEverTick = false;
	bool bTickEvenWhenPaused = false;

private:
	friend class UWorld;
	ULevel* RegisteredIn = nullptr;
	struct FPrerequisite
	{
		StandIn::FWeakObject Object; ///< Whose tick it is; gone: no longer waited for.
		FTickFunction* Tick;
	};
	std::vector<FPrerequisite> Prerequisites;
	uint64 LastFrame = UINT64_MAX;
};

class UActorComponent;

/// A component's own tick.
struct FActorComponentTickFunction : public FTickFunction
{
	virtual void ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread,
		const FGraphEventRef& CompletionEvent) override;
	virtual FString DiagnosticMessage() override { return TEXT("component tick"); }
	virtual FName DiagnosticContext(bool) override { return TEXT("Component"); }

	UActorComponent* Target = nullptr;
};
