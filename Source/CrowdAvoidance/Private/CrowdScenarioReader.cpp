// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdScenarioReader.h"

#include "CrowdCore/CrowdAgent.h"
#include "CrowdModelName.h"
#include "CrowdScenarioAsset.h"
#include "CrowdUnits.h"
#include "Dom/JsonObject.h"
#include "Dom/JsonValue.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"

#include <cmath>

namespace CrowdAvoidance::ScenarioFile
{
using FValues = TArray<TSharedPtr<FJsonValue>>;

/// What a number may be. In metres and seconds, as Core has it.
struct FLimits
{
	double Least = 0.0;
	double Most = 0.0;
	bool bAboveLeast = false; ///< Least itself is refused.
	bool bWhole = false;
};

static constexpr FLimits CoordinateLimits{-1.0e6, 1.0e6};
static constexpr FLimits SizeLimits{0.0, 1000.0, true};
static constexpr int32 MostAgents = 1000000;
static constexpr int32 MostWalls = 1000000;
static constexpr int32 MostWallPoints = 65536;
static constexpr int32 MostProfiles = 65536;

/// The fields of one object. The first trouble is kept, and everything asked for after it is refused.
class FFields
{
public:
	FFields(const TSharedPtr<FJsonValue>& Value, const FString& InPath, FString& InError) : Path(InPath), Error(InError)
	{
		const TSharedPtr<FJsonObject>* Found = nullptr;
		if (Value && Value->Type == EJson::Object && Value->TryGetObject(Found))
		{
			Object = *Found;
		}
		else
		{
			Refuse(Path, TEXT("must be an object"));
		}
	}
	FFields(const TSharedPtr<FJsonObject>& InObject, FString& InError) : Object(InObject), Error(InError) {}

	bool IsFine() const { return Error.IsEmpty(); }
	bool Has(const TCHAR* Name) const { return Object && Object->TryGetField(Name).IsValid(); }

	/// Fills in all parameters of a table that it has.
	void Parameters(const ParameterTable& Table, void* Struct)
	{
		for (const Parameter& Entry : Table.List)
		{
			const FString Name = UTF8_TO_TCHAR(Entry.Name);
			if (Has(*Name))
			{
				const bool bWhole = Entry.Type != EParameterType::Number;
				const double Value = Number(*Name, {Entry.Minimum, Entry.Maximum, Entry.bAboveMinimum, bWhole});
				// Refused where Number has refused it already.
				static_cast<void>(Entry.Write(Struct, Value));
			}
		}
	}

	double Number(const TCHAR* Name, const FLimits& Limits) { return NumberOf(Get(Name), PathOf(Name), Limits); }

	/// Centimetres of a field in metres.
	double Length(const TCHAR* Name, const FLimits& Limits) { return ToCentimeters(Number(Name, Limits)); }

	/// A point of the plane, in centimetres.
	FVector Point(const TCHAR* Name, double Height = 0.0) { return PointOf(Get(Name), PathOf(Name), Height); }

	FVector PointOf(const TSharedPtr<FJsonValue>& Value, const FString& At, double Height)
	{
		const FValues* Pair = nullptr;
		if (!Value || Value->Type != EJson::Array || !Value->TryGetArray(Pair) || Pair->Num() != 2)
		{
			Refuse(At, TEXT("must be two numbers"));
			return FVector::ZeroVector;
		}
		const float X = static_cast<float>(NumberOf((*Pair)[0], At, CoordinateLimits));
		const float Y = static_cast<float>(NumberOf((*Pair)[1], At, CoordinateLimits));
		return Units::FromPlane({X, Y}, Height);
	}

	FString String(const TCHAR* Name)
	{
		const TSharedPtr<FJsonValue> Value = Get(Name);
		FString Out;
		if (!Value || Value->Type != EJson::String || !Value->TryGetString(Out))
		{
			Refuse(PathOf(Name), TEXT("must be a text"));
		}
		return Out;
	}

	/// Empty where it is no array, or one of another length.
	FValues Array(const TCHAR* Name, int32 Fewest, int32 Most)
	{
		return ArrayOf(Get(Name), PathOf(Name), Fewest, Most);
	}

	FValues ArrayOf(const TSharedPtr<FJsonValue>& Value, const FString& At, int32 Fewest, int32 Most)
	{
		const FValues* Items = nullptr;
		if (!Value || Value->Type != EJson::Array || !Value->TryGetArray(Items))
		{
			Refuse(At, TEXT("must be a list"));
			return {};
		}
		if (Items->Num() < Fewest || Items->Num() > Most)
		{
			Refuse(At, *FString::Printf(TEXT("has %d items, must have %d to %d"), Items->Num(), Fewest, Most));
			return {};
		}
		return *Items;
	}

	FString PathOf(const TCHAR* Name) const
	{
		return Path.IsEmpty() ? FString(Name) : Path + FString(TEXT(".")) + FString(Name);
	}

	void Refuse(const FString& At, const TCHAR* Problem)
	{
		if (Error.IsEmpty())
		{
			Error = FString::Printf(TEXT("%s %s"), *At, Problem);
		}
	}

	/// What the float of a number of metres is in centimetres.
	static double ToCentimeters(double Meters) { return Units::ToCentimeters(static_cast<float>(Meters)); }

private:
	TSharedPtr<FJsonValue> Get(const TCHAR* Name)
	{
		const TSharedPtr<FJsonValue> Value = Object ? Object->TryGetField(Name) : nullptr;
		if (!Value)
		{
			Refuse(PathOf(Name), TEXT("is missing"));
		}
		return Value;
	}

	double NumberOf(const TSharedPtr<FJsonValue>& Value, const FString& At, const FLimits& Limits)
	{
		double Out = 0.0;
		if (!Value || Value->Type != EJson::Number || !Value->TryGetNumber(Out))
		{
			Refuse(At, TEXT("must be a number"));
			return Limits.Most;
		}
		// Checked as the float that it becomes, which can be 0 where the double is not.
		const double Single = static_cast<double>(static_cast<float>(FMath::Clamp(Out, -1.0e30, 1.0e30)));
		const bool bIn = Out >= Limits.Least && Out <= Limits.Most && !(Limits.bAboveLeast && Single <= Limits.Least);
		if (!bIn || (Limits.bWhole && Out != std::floor(Out)))
		{
			Refuse(At,
				*FString::Printf(TEXT("is %g, must be %s%s %g, at most %g"), Out,
					Limits.bWhole ? TEXT("a whole number, ") : TEXT(""),
					Limits.bAboveLeast ? TEXT("above") : TEXT("at least"), Limits.Least, Limits.Most));
			return Limits.Most;
		}
		return Out;
	}

	TSharedPtr<FJsonObject> Object;
	FString Path;
	FString& Error;
};

static FString ItemPath(const TCHAR* List, int32 Index)
{
	return FString::Printf(TEXT("%s[%d]"), List, Index);
}

static ECrowdModel ReadModel(FFields& Fields)
{
	const FString Name = Fields.String(TEXT("model"));
	for (const ECrowdModel Model : {ECrowdModel::Orca, ECrowdModel::ClearPath, ECrowdModel::ClearPath1})
	{
		if (Name == UTF8_TO_TCHAR(ModelName(Model)))
		{
			return Model;
		}
	}
	if (Name != TEXT("none"))
	{
		Fields.Refuse(
			TEXT("model"), *FString::Printf(TEXT("is '%s', must be orca, clearpath, clearpath-1 or none"), *Name));
	}
	return ECrowdModel::None;
}

static FCrowdProfileParameters ReadProfile(FFields Fields)
{
	AgentProfile Read;
	Fields.Parameters(ProfileParameters(), &Read);
	return FCrowdProfileParameters::FromCore(Read);
}

static FCrowdScenarioAgent ReadAgent(FFields Fields, int32 ProfileCount)
{
	AgentDef Read;
	Fields.Parameters(AgentParameters(), &Read);
	FCrowdScenarioAgent Out;
	Out.Parameters = FCrowdAgentParameters::FromCore(Read);
	Out.Location = Fields.Point(TEXT("position"), Units::ToCentimeters(Read.Height));
	Out.Velocity = Fields.Point(TEXT("velocity"));
	Out.bHasGoal = Fields.Has(TEXT("goal"));
	Out.Goal = Out.bHasGoal ? Fields.Point(TEXT("goal"), Out.Location.Z) : FVector::ZeroVector;
	Out.Profile =
		static_cast<int32>(Fields.Number(TEXT("profile"), {0.0, static_cast<double>(ProfileCount - 1), false, true}));
	return Out;
}

static FCrowdScenarioWall ReadWall(FFields& Fields, const TSharedPtr<FJsonValue>& Value, const FString& At)
{
	FCrowdScenarioWall Out;
	for (const TSharedPtr<FJsonValue>& Point : Fields.ArrayOf(Value, At, 2, MostWallPoints))
	{
		Out.Points.Add(Fields.PointOf(Point, At, 0.0));
	}
	return Out;
}

static void ReadHead(FFields& Fields, UCrowdScenarioAsset& OutAsset)
{
	const FString Schema = Fields.String(TEXT("schema"));
	if (Fields.IsFine() && Schema != TEXT("crowd-flat-scenario"))
	{
		Fields.Refuse(TEXT("schema"),
			*FString::Printf(TEXT("is '%s', must be crowd-flat-scenario (what 'crowd export' writes)"), *Schema));
	}
	Fields.Number(TEXT("version"), {1.0, 1.0, false, true});
	OutAsset.Model = ReadModel(Fields);
	OutAsset.FixedStep = static_cast<float>(Fields.Number(TEXT("dt"), {0.001, 1.0}));
	OutAsset.ArrivalRadius = Fields.Length(TEXT("arrivalRadius"), SizeLimits);
}

static void ReadLists(FFields& Fields, UCrowdScenarioAsset& OutAsset, FString& OutError)
{
	const FValues Profiles = Fields.Array(TEXT("profiles"), 1, MostProfiles);
	for (int32 Index = 0; Index < Profiles.Num() && Fields.IsFine(); ++Index)
	{
		OutAsset.Profiles.Add(ReadProfile(FFields(Profiles[Index], ItemPath(TEXT("profiles"), Index), OutError)));
	}
	const FValues Walls = Fields.Array(TEXT("walls"), 0, MostWalls);
	for (int32 Index = 0; Index < Walls.Num() && Fields.IsFine(); ++Index)
	{
		OutAsset.Walls.Add(ReadWall(Fields, Walls[Index], ItemPath(TEXT("walls"), Index)));
	}
	const FValues Agents = Fields.Array(TEXT("agents"), 0, MostAgents);
	for (int32 Index = 0; Index < Agents.Num() && Fields.IsFine(); ++Index)
	{
		OutAsset.Agents.Add(
			ReadAgent(FFields(Agents[Index], ItemPath(TEXT("agents"), Index), OutError), Profiles.Num()));
	}
}

bool Read(const FString& Text, UCrowdScenarioAsset& OutAsset, FString& OutError)
{
	OutError = FString();
	TSharedPtr<FJsonObject> Document;
	if (!FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Text), Document) || !Document)
	{
		OutError = TEXT("the text is not a JSON object; give the text of a file that 'crowd export' wrote");
		return false;
	}
	FFields Fields(Document, OutError);
	ReadHead(Fields, OutAsset);
	ReadLists(Fields, OutAsset, OutError);
	return Fields.IsFine();
}
}
