// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

/// Where lines of text go.
class FOutputDevice
{
public:
	virtual ~FOutputDevice() = default;
	virtual void Serialize(const TCHAR* Line, ELogVerbosity::Type Verbosity, const FName& Category) = 0;

	template <size_t Size, typename... Types>
	void Logf(const TCHAR (&Pattern)[Size], Types... Values)
	{
		Serialize(StandIn::FormatAll(Pattern, Values...).c_str(), ELogVerbosity::Log, NAME_None);
	}
};
