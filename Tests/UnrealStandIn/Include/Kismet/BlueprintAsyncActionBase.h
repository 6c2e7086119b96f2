// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/ObjectMacros.h"
#include "UObject/WeakObjectPtr.h"

class UGameInstance;

/// What stands behind a latent node of a Blueprint: activated once its outputs are bound, kept by the game instance until it is done.
class UBlueprintAsyncActionBase : public UObject
{
	STANDIN_CLASS_BODY(UBlueprintAsyncActionBase, UObject)

public:
	virtual void Activate() {}
	virtual void RegisterWithGameInstance(const UObject* WorldContextObject);
	/// Here a second call is a mistake, which the engine would let pass.
	virtual void SetReadyToDestroy();

protected:
	virtual void RegisterWithGameInstance(UGameInstance* GameInstance);

	TWeakObjectPtr<UGameInstance> RegisteredWithGameInstance;

private:
	bool bReadyToDestroy = false;
};
