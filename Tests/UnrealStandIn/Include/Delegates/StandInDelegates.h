// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "UObject/StandInWeakObject.h"

#include <functional>
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
		Bound.push_back({FWeakObject(Object), [=](Types... Arguments) { (Object->*Function)(Arguments...); }});
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
		std::function<void(Types...)> Call;
	};
	std::vector<FBinding> Bound;
};
}

#define AddDynamic(Object, Function) InternalAddDynamic(Object, Function)

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(DelegateName, Type1, Name1) \
	class DelegateName : public StandIn::TDynamicMulticast<Type1> \
	{ \
	}
