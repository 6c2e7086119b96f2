// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/EngineTypes.h"

class UActorComponent : public UObject
{
	STANDIN_CLASS_BODY(UActorComponent, UObject)

public:
	AActor* GetOwner() const;
	virtual UWorld* GetWorld() const override;

	/// Begins play at once where the owner has.
	void RegisterComponent();
	void DestroyComponent(bool bPromoteChildren = false);
	bool IsRegistered() const { return bRegistered; }
	bool HasBegunPlay() const { return bBegunPlay; }

	void SetCanEverAffectNavigation(bool bRelevant) { bAffectsNavigation = bRelevant; }
	bool CanEverAffectNavigation() const { return bAffectsNavigation; }

	/// Where PrimaryComponentTick.bCanEverTick, once a frame from BeginPlay to EndPlay.
	virtual void TickComponent(
		float /*DeltaTime*/, ELevelTick /*TickType*/, FActorComponentTickFunction* /*ThisTickFunction*/)
	{}

	virtual void BeginPlay() { bBegunPlay = true; }
	virtual void EndPlay(const EEndPlayReason::Type) { bBegunPlay = false; }

	virtual void ApplyWorldOffset(const FVector& /*InOffset*/, bool /*bWorldShift*/) {}

	FActorComponentTickFunction PrimaryComponentTick;

protected:
	virtual void OnRegister() {}

private:
	friend AActor;
	mutable AActor* Owner = nullptr; ///< Once asked for.
	bool bRegistered = false;
	bool bBegunPlay = false;
	bool bAffectsNavigation = false;
};
