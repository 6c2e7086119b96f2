// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/WeakObjectPtrTemplates.h"

/// An interface of an object that may go.
template <typename T>
class TWeakInterfacePtr
{
public:
	TWeakInterfacePtr() = default;
	TWeakInterfacePtr(UObject* InObject) : Object(InObject), Interface(Cast<T>(InObject)) {}

	T* Get() const { return Object.IsValid() ? Interface : nullptr; }
	bool IsValid() const { return Get() != nullptr; }
	T* operator->() const { return Get(); }

private:
	TWeakObjectPtr<UObject> Object;
	T* Interface = nullptr;
};
