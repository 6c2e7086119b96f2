// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

/// Where lines of text go.
class FOutputDevice
{
public:
	virtual ~FOutputDevice() = default;
	virtual void Serialize(const TCHAR* Line, ELogVerbosity::Type Verbosity, const FName& Category) = 0;

	template <typename... Types>
	void Logf(std::type_identity_t<StandIn::TFormat<Types...>> Pattern, Types... Values)
	{
		Serialize(StandIn::FormatAll(Pattern, Values...).c_str(), ELogVerbosity::Log, NAME_None);
	}
};
