// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <functional>
#include <memory>

template <typename T>
using TFunction = std::function<T>;

template <typename T>
class TWeakPtr;

/// Shared, with the engine's names.
template <typename T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	explicit TSharedPtr(std::shared_ptr<T> InPointer) : Pointer(std::move(InPointer)) {}

	T* Get() const { return Pointer.get(); }
	T* operator->() const
	{
		check(Pointer);
		return Pointer.get();
	}
	T& operator*() const
	{
		check(Pointer);
		return *Pointer;
	}
	explicit operator bool() const { return Pointer != nullptr; }
	bool IsValid() const { return Pointer != nullptr; }
	void Reset() { Pointer.reset(); }

private:
	friend TWeakPtr<T>;
	std::shared_ptr<T> Pointer;
};

template <typename T>
class TWeakPtr
{
public:
	TWeakPtr() = default;
	TWeakPtr(const TSharedPtr<T>& Shared) : Pointer(Shared.Pointer) {}

	TSharedPtr<T> Pin() const { return TSharedPtr<T>(Pointer.lock()); }
	bool IsValid() const { return !Pointer.expired(); }
	void Reset() { Pointer.reset(); }

private:
	std::weak_ptr<T> Pointer;
};

template <typename T>
class TSharedFromThis : public std::enable_shared_from_this<T>
{
public:
	TSharedPtr<T> AsShared() { return TSharedPtr<T>(this->shared_from_this()); }
};

template <typename T, typename... Types>
TSharedPtr<T> MakeShared(Types&&... Arguments)
{
	return TSharedPtr<T>(std::make_shared<T>(std::forward<Types>(Arguments)...));
}
