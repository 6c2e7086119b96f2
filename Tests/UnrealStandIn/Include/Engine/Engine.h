// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/World.h"

extern uint64 GFrameCounter;

struct FWorldContext
{
	void SetCurrentWorld(UWorld* World) { Current = World; }
	UWorld* Current = nullptr;
};

enum class EGetWorldErrorMode
{
	ReturnNull,
	LogAndReturnNull,
	Assert,
};

class UEngine : public UObject
{
	STANDIN_CLASS_BODY(UEngine, UObject)

public:
	FWorldContext& CreateNewWorldContext(EWorldType::Type WorldType);
	void DestroyWorldContext(UWorld* World);
	/// Only ReturnNull is used: whoever asks says what is wrong.
	UWorld* GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode ErrorMode) const;

private:
	std::vector<std::unique_ptr<FWorldContext>> Contexts;
};

extern UEngine* GEngine;
