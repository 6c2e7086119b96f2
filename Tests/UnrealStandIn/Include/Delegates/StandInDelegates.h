// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

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
		Bound.push_back({FWeakObject(Object), IdentityOf(Function), [=](Types... Arguments) { (Object->*Function)(Arguments...); }});
	}

	template <typename T>
	void InternalRemoveDynamic(T* Object, void (T::*Function)(Types...))
	{
		std::erase_if(Bound, [&](const FBinding& Binding) { return Binding.Object.Get() == Object && Binding.Identity == IdentityOf(Function); });
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
}

#define AddDynamic(Object, Function) InternalAddDynamic(Object, Function)
#define RemoveDynamic(Object, Function) InternalRemoveDynamic(Object, Function)

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(DelegateName) \
	class DelegateName : public StandIn::TDynamicMulticast<> \
	{ \
	}

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(DelegateName, Type1, Name1) \
	class DelegateName : public StandIn::TDynamicMulticast<Type1> \
	{ \
	}

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(DelegateName, Type1, Name1, Type2, Name2) \
	class DelegateName : public StandIn::TDynamicMulticast<Type1, Type2> \
	{ \
	}
