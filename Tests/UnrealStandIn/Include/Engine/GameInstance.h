// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/ObjectMacros.h"

class UGameInstance : public UObject
{
	STANDIN_CLASS_BODY(UGameInstance, UObject)

public:
	virtual void RegisterReferencedObject(UObject* Object) { Referenced.push_back(Object); }
	virtual void UnregisterReferencedObject(UObject* Object) { std::erase(Referenced, Object); }

	/// What is kept from the garbage collector, for tests.
	std::vector<UObject*> Referenced;
};
