// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

class UObject;

namespace StandIn
{
/// All objects by number, in one row as in the engine, so that asking for one costs about as much. Nobody is number 0.
struct FObjectItem
{
	UObject* Object = nullptr;
	bool bGarbage = false;
};
inline constinit FObjectItem GNobody;
inline constinit FObjectItem* GObjectItems = &GNobody;

/// Remembers an object by its number: objects have one each, and none is given out twice.
class FWeakObject
{
public:
	FWeakObject() = default;
	explicit FWeakObject(const UObject* Object);
	/// Null once the object is garbage or gone.
	UObject* Get() const
	{
		const FObjectItem& Item = GObjectItems[Number];
		return Item.bGarbage ? nullptr : Item.Object;
	}

	bool IsUnset() const { return Number == 0; }

private:
	uint64 Number = 0;
};
}
