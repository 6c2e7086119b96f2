// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/EngineTypes.h"

class FSubsystemCollectionBase
{};

/// One of each concrete class lives in every world that it supports.
class UWorldSubsystem : public UObject
{
	STANDIN_CLASS_BODY(UWorldSubsystem, UObject)

public:
	virtual bool ShouldCreateSubsystem(UObject* Outer) const;
	virtual void Initialize(FSubsystemCollectionBase&) { bInitialized = true; }
	virtual void PostInitialize() { bPostInitialized = true; }
	virtual void OnWorldBeginPlay(UWorld&) { bBegunPlay = true; }
	virtual void Deinitialize() { bInitialized = false; }
	virtual UWorld* GetWorld() const override final;

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const;

private:
	friend class UWorld;
	// Overrides must call Super: the engine complains from 5.7 on, the world here at once.
	bool bInitialized = false;
	bool bPostInitialized = false;
	bool bBegunPlay = false;
};
