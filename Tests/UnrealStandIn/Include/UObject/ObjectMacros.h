// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/Object.h"

template <typename T>
class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(std::nullptr_t) {}
	TObjectPtr(T* Object) : Pointer(Object) {}

	T* Get() const { return Pointer; }
	operator T*() const { return Pointer; }
	T* operator->() const { return Pointer; }
	T& operator*() const
	{
		check(Pointer);
		return *Pointer;
	}

private:
	T* Pointer = nullptr;
};

// What UnrealHeaderTool reads; the compiler skips it.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)

// A line's own macro, from X.generated.h.
#define STANDIN_JOIN_INNER(A, B, C, D) A##B##C##D
#define STANDIN_JOIN(A, B, C, D) STANDIN_JOIN_INNER(A, B, C, D)
#define GENERATED_BODY(...) STANDIN_JOIN(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY)
