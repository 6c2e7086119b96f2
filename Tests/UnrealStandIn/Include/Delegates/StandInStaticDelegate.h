// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

namespace StandIn
{
/// A native delegate that is only ever bound to a free function.
template <typename ReturnType, typename... Types>
class TStaticDelegate
{
public:
	using FFunction = ReturnType (*)(Types...);

	static TStaticDelegate CreateStatic(FFunction Function)
	{
		TStaticDelegate Out;
		Out.Bound = Function;
		return Out;
	}
	bool IsBound() const { return Bound != nullptr; }
	ReturnType Execute(Types... Arguments) const
	{
		check(Bound);
		return Bound(static_cast<Types>(Arguments)...);
	}

private:
	FFunction Bound = nullptr;
};
}
