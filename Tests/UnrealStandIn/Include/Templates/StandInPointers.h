// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <functional>
#include <memory>

template <typename T>
using TFunction = std::function<T>;

template <typename T>
class TWeakPtr;

/// Shared, and never null.
template <typename T>
class TSharedRef
{
public:
	explicit TSharedRef(std::shared_ptr<T> InPointer) : Pointer(std::move(InPointer)) { check(Pointer); }
	template <typename Derived>
	requires std::is_convertible_v<Derived*, T*> TSharedRef(const TSharedRef<Derived>& Other)
		: Pointer(Other.GetStandard())
	{}

	T& Get() const { return *Pointer; }
	T* operator->() const { return Pointer.get(); }
	T& operator*() const { return *Pointer; }
	const std::shared_ptr<T>& GetStandard() const { return Pointer; }

private:
	std::shared_ptr<T> Pointer;
};

/// Shared, with the engine's names.
template <typename T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	TSharedPtr(const TSharedRef<T>& Reference) : Pointer(Reference.GetStandard()) {}
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
	TWeakPtr(const TSharedRef<T>& Shared) : Pointer(Shared.GetStandard()) {}

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
	TSharedRef<T> AsShared() { return TSharedRef<T>(this->shared_from_this()); }
};

template <typename T, typename... Types>
TSharedRef<T> MakeShared(Types&&... Arguments)
{
	return TSharedRef<T>(std::make_shared<T>(std::forward<Types>(Arguments)...));
}
