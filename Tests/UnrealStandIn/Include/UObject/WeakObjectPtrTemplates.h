// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/Object.h"

template <typename T = UObject>
class TWeakObjectPtr
{
public:
	TWeakObjectPtr() = default;
	TWeakObjectPtr(std::nullptr_t) {}
	TWeakObjectPtr(T* Object) : Weak(Object) {}

	T* Get() const { return static_cast<T*>(Weak.Get()); }
	/// Never set, or set to null; one whose object is gone is not.
	bool IsExplicitlyNull() const { return Weak.IsUnset(); }
	bool IsValid() const { return Weak.Get() != nullptr; }
	T* operator->() const { return Get(); }

private:
	StandIn::FWeakObject Weak;
};
