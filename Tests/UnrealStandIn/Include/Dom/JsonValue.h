// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class FJsonObject;

enum class EJson
{
	None,
	Null,
	String,
	Number,
	Boolean,
	Array,
	Object,
};

/// One value of a JSON text. The engine has a class for each type, and takes text and truth for numbers too: ask Type first.
class FJsonValue
{
public:
	virtual ~FJsonValue() = default;

	virtual bool TryGetNumber(double& OutDouble) const;
	virtual bool TryGetBool(bool& OutBool) const;
	virtual bool TryGetString(FString& OutString) const;
	virtual bool TryGetArray(const TArray<TSharedPtr<FJsonValue>>*& OutArray) const;
	virtual bool TryGetObject(const TSharedPtr<FJsonObject>*& Object) const;

	EJson Type = EJson::Null;

private:
	friend struct FStandInJson;
	double Number = 0.0;
	FString String;
	TArray<TSharedPtr<FJsonValue>> Array;
	TSharedPtr<FJsonObject> Object;
};
