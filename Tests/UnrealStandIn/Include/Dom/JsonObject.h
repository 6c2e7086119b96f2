// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Dom/JsonValue.h"

/// Values by name. What the engine keeps them in differs from version to version, so here nobody can look.
class FJsonObject
{
public:
	/// Null where there is none.
	TSharedPtr<FJsonValue> TryGetField(FStringView FieldName) const;

private:
	friend struct FStandInJson;
	std::vector<std::pair<FString, TSharedPtr<FJsonValue>>> Fields;
};
