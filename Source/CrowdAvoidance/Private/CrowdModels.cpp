// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdModels.h"

namespace CrowdAvoidance::ModelNames
{
static FName ToName(const char* CoreName)
{
	return FName(UTF8_TO_TCHAR(CoreName));
}

/// Core's spelling; an FName has lost it where something else in the engine has the same letters.
static std::string ToCore(FName Name, const char* Known)
{
	return Known ? std::string(Known) : std::string(TCHAR_TO_UTF8(*Name.ToString()));
}

static const Parameter* FindOption(const ModelType& Model, FName Name)
{
	for (const Parameter& Entry : Model.Options.List)
	{
		if (ToName(Entry.Name) == Name)
		{
			return &Entry;
		}
	}
	return nullptr;
}

const ModelType* Find(FName Name)
{
	// As settings have it that were saved when models were an enumeration.
	const FName Wanted = Name == FName(TEXT("ClearPath1")) ? FName(TEXT("clearpath-1")) : Name;
	for (const ModelType& Type : Models())
	{
		if (ToName(Type.Name) == Wanted)
		{
			return &Type;
		}
	}
	return nullptr;
}

TArray<FName> All()
{
	TArray<FName> Out;
	for (const ModelType& Type : Models())
	{
		Out.Add(ToName(Type.Name));
	}
	return Out;
}

TArray<FName> OptionsOf(FName Model)
{
	TArray<FName> Out;
	if (const ModelType* const Type = Find(Model))
	{
		for (const Parameter& Entry : Type->Options.List)
		{
			Out.Add(ToName(Entry.Name));
		}
	}
	return Out;
}

WorldDef ToWorldDef(FName Model, const TMap<FName, double>& Options)
{
	const ModelType* const Type = Find(Model);
	WorldDef Def;
	Def.Model = ToCore(Model, Type ? Type->Name : nullptr);
	for (const TPair<FName, double>& Option : Options)
	{
		const Parameter* const Entry = Type ? FindOption(*Type, Option.Key) : nullptr;
		Def.Options.push_back({ToCore(Option.Key, Entry ? Entry->Name : nullptr), Option.Value});
	}
	return Def;
}

FString Describe(FName Model, const TMap<FName, double>& Options)
{
	const ModelType* const Type = Find(Model);
	if (!Type)
	{
		return Model.ToString();
	}
	FString Out;
	for (const Parameter& Entry : Type->Options.List)
	{
		const double* const Value = Options.Find(ToName(Entry.Name));
		// As its field will hold it.
		if (Value && static_cast<float>(*Value) != static_cast<float>(Type->Options.DefaultOf(Entry)))
		{
			Out = Out + FString(Out.IsEmpty() ? TEXT("") : TEXT(", ")) +
				FString::Printf(TEXT("%s %.9g"), UTF8_TO_TCHAR(Entry.Name), *Value);
		}
	}
	const FString Name = UTF8_TO_TCHAR(Type->Name);
	return Out.IsEmpty() ? Name : FString::Printf(TEXT("%s (%s)"), *Name, *Out);
}
}
