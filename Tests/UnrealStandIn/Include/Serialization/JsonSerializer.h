// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Dom/JsonObject.h"
#include "Serialization/JsonReader.h"

struct FStandInJson
{
	static bool Parse(const FString& Text, TSharedPtr<FJsonObject>& OutObject);

private:
	struct FBuilder;
};

class FJsonSerializer
{
public:
	/// False where the text is no JSON object.
	template <class CharType>
	static bool Deserialize(const TSharedRef<TJsonReader<CharType>>& Reader, TSharedPtr<FJsonObject>& OutObject)
	{
		return FStandInJson::Parse(Reader->Text, OutObject);
	}
};
