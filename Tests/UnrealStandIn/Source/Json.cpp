// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Serialization/JsonSerializer.h"

#include <nlohmann/json.hpp>

struct FStandInJson::FBuilder
{
	static TSharedPtr<FJsonValue> Value(const nlohmann::json& From)
	{
		TSharedPtr<FJsonValue> Out = MakeShared<FJsonValue>();
		if (From.is_number())
		{
			Out->Type = EJson::Number;
			Out->Number = From.get<double>();
		}
		else if (From.is_string())
		{
			Out->Type = EJson::String;
			Out->String = FString(From.get_ref<const std::string&>().c_str());
		}
		else if (From.is_boolean())
		{
			Out->Type = EJson::Boolean;
			Out->Number = From.get<bool>() ? 1.0 : 0.0;
		}
		else if (From.is_array())
		{
			Out->Type = EJson::Array;
			for (const nlohmann::json& Item : From)
			{
				Out->Array.Add(Value(Item));
			}
		}
		else if (From.is_object())
		{
			Out->Type = EJson::Object;
			Out->Object = Object(From);
		}
		return Out;
	}

	static TSharedPtr<FJsonObject> Object(const nlohmann::json& From)
	{
		TSharedPtr<FJsonObject> Out = MakeShared<FJsonObject>();
		for (const auto& [Name, Item] : From.items())
		{
			Out->Fields.emplace_back(FString(Name.c_str()), Value(Item));
		}
		return Out;
	}
};

bool FStandInJson::Parse(const FString& Text, TSharedPtr<FJsonObject>& OutObject)
{
	const nlohmann::json Parsed = nlohmann::json::parse(StandIn::ToUtf8(*Text), nullptr, false);
	if (!Parsed.is_object())
	{
		return false;
	}
	OutObject = FBuilder::Object(Parsed);
	return true;
}

bool FJsonValue::TryGetNumber(double& OutDouble) const
{
	OutDouble = Number;
	return Type == EJson::Number || Type == EJson::Boolean;
}

bool FJsonValue::TryGetBool(bool& OutBool) const
{
	OutBool = Number != 0.0;
	return Type == EJson::Number || Type == EJson::Boolean;
}

bool FJsonValue::TryGetString(FString& OutString) const
{
	OutString = String;
	return Type == EJson::String;
}

bool FJsonValue::TryGetArray(const TArray<TSharedPtr<FJsonValue>>*& OutArray) const
{
	OutArray = &Array;
	return Type == EJson::Array;
}

bool FJsonValue::TryGetObject(const TSharedPtr<FJsonObject>*& OutObject) const
{
	OutObject = &Object;
	return Type == EJson::Object;
}

TSharedPtr<FJsonValue> FJsonObject::TryGetField(FStringView FieldName) const
{
	for (const auto& [Name, Value] : Fields)
	{
		if (FieldName == FStringView(Name))
		{
			return Value;
		}
	}
	return nullptr;
}
