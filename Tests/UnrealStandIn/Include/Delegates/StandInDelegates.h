// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Templates/StandInPointers.h"
#include "UObject/StandInWeakObject.h"

#include <functional>
#include <string>
#include <vector>

namespace StandIn
{
/// Calls members of objects that may have gone in the meantime.
template <typename... Types>
class TDynamicMulticast
{
public:
	template <typename T>
	void InternalAddDynamic(T* Object, void (T::*Function)(Types...))
	{
		Bound.push_back({FWeakObject(Object), IdentityOf(Function),
			[=](Types... Arguments) { (Object->*Function)(Arguments...); }});
	}

	template <typename T>
	void InternalRemoveDynamic(T* Object, void (T::*Function)(Types...))
	{
		std::erase_if(Bound,
			[&](const FBinding& Binding)
			{ return Binding.Object.Get() == Object && Binding.Identity == IdentityOf(Function); });
	}

	void Broadcast(Types... Arguments) const
	{
		// A copy: listeners may listen to more, or to less, from now on.
		const std::vector<FBinding> Called = Bound;
		for (const FBinding& Binding : Called)
		{
			if (Binding.Object.Get())
			{
				Binding.Call(Arguments...);
			}
		}
	}

	bool IsBound() const { return !Bound.empty(); }

private:
	struct FBinding
	{
		FWeakObject Object;
		std::string Identity;
		std::function<void(Types...)> Call;
	};
	std::vector<FBinding> Bound;

	/// Of a member function: its bytes.
	template <typename FunctionType>
	static std::string IdentityOf(FunctionType Function)
	{
		return std::string(reinterpret_cast<const char*>(&Function), sizeof(Function));
	}
};

/// One function, with arguments of the binder's own after the caller's.
template <typename... Types>
class TDelegate
{
public:
	/// Not called once the object is gone.
	template <typename T, typename Method, typename... Payload>
	static TDelegate MakeWithShared(T* Object, Method Function, Payload... Own)
	{
		TDelegate Out;
		Out.Call = [Weak = TWeakPtr<T>(Object->AsShared()), Function, Own...](Types... Arguments)
		{
			if (const TSharedPtr<T> Kept = Weak.Pin())
			{
				(Kept.Get()->*Function)(Arguments..., Own...);
			}
		};
		return Out;
	}

	bool ExecuteIfBound(Types... Arguments) const
	{
		if (Call)
		{
			Call(Arguments...);
		}
		return static_cast<bool>(Call);
	}

protected:
	std::function<void(Types...)> Call;
};
}

#define AddDynamic(Object, Function) InternalAddDynamic(Object, Function)
#define RemoveDynamic(Object, Function) InternalRemoveDynamic(Object, Function)

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(DelegateName) \
	class DelegateName : public StandIn::TDynamicMulticast<> \
	{}
#define STANDIN_DELEGATE(DelegateName, ...) \
	class DelegateName : public StandIn::TDelegate<__VA_ARGS__> \
	{ \
	public: \
		DelegateName() = default; \
		explicit DelegateName(StandIn::TDelegate<__VA_ARGS__> Made) : StandIn::TDelegate<__VA_ARGS__>(std::move(Made)) \
		{} \
		template <typename T, typename Method, typename... Payload> \
		static DelegateName CreateSP(T* Object, Method Function, Payload... Own) \
		{ \
			return DelegateName(MakeWithShared(Object, Function, Own...)); \
		} \
	}
#define DECLARE_DELEGATE_ThreeParams(DelegateName, Type1, Type2, Type3) \
	STANDIN_DELEGATE(DelegateName, Type1, Type2, Type3)

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(DelegateName, Type1, Name1) \
	class DelegateName : public StandIn::TDynamicMulticast<Type1> \
	{}

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(DelegateName, Type1, Name1, Type2, Name2) \
	class DelegateName : public StandIn::TDynamicMulticast<Type1, Type2> \
	{}
