// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

class UObject;

namespace StandIn
{
/// Remembers an object by its number: objects have one each, and none is given out twice.
class FWeakObject
{
public:
	FWeakObject() = default;
	explicit FWeakObject(const UObject* Object);
	/// Null once the object is garbage or gone.
	UObject* Get() const;

private:
	uint64 Number = 0;
};
}
