// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/World.h"

extern uint64 GFrameCounter;

struct FWorldContext
{
	void SetCurrentWorld(UWorld* World) { Current = World; }
	UWorld* Current = nullptr;
};

class UEngine : public UObject
{
	STANDIN_CLASS_BODY(UEngine, UObject)

public:
	FWorldContext& CreateNewWorldContext(EWorldType::Type WorldType);
	void DestroyWorldContext(UWorld* World);

private:
	std::vector<std::unique_ptr<FWorldContext>> Contexts;
};

extern UEngine* GEngine;
