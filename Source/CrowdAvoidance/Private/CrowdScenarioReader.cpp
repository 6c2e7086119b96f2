// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdScenarioReader.h"

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdModel.h"
#include "CrowdScenarioAsset.h"
#include "CrowdUnits.h"
#include "Dom/JsonObject.h"
#include "Dom/JsonValue.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"

namespace CrowdAvoidance::ScenarioFile
{
using FValues = TArray<TSharedPtr<FJsonValue>>;

/// @name Numbers that are nobody's parameter
/// In metres and seconds, as Core has them.
/// @{
static constexpr Parameter Version = {"version", EParameterType::Integer, 0, 1, 1, false, "", ""};
static constexpr Parameter Dt = {"dt", EParameterType::Number, 0, 0.001, 1, false, "s", ""};
static constexpr Parameter ArrivalRadius = {"arrivalRadius", EParameterType::Number, 0, 0, 1000, true, "m", ""};
static constexpr Parameter Coordinate = {
	"coordinate", EParameterType::Number, 0, -CrowdMaxCoordinate, CrowdMaxCoordinate, false, "m", ""};
/// @}

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
			Fields = *Found;
		}
		else
		{
			Refuse(Path, TEXT("must be an object"));
		}
	}
	FFields(const TSharedPtr<FJsonObject>& InObject, FString& InError) : Fields(InObject), Error(InError) {}

	bool IsFine() const { return Error.IsEmpty(); }
	bool Has(const TCHAR* Name) const { return Fields && Fields->TryGetField(Name).IsValid(); }

	/// Fills in all parameters of a table that it has.
	void Parameters(const ParameterTable& Table, void* Struct)
	{
		for (const Parameter& Entry : Table.List)
		{
			if (Has(UTF8_TO_TCHAR(Entry.Name)))
			{
				// Refused where Number has refused it already.
				static_cast<void>(Entry.Write(Struct, Number(Entry)));
			}
		}
	}

	/// Of the field that is called as the parameter, and within its range.
	double Number(const Parameter& Entry)
	{
		const FString Name = UTF8_TO_TCHAR(Entry.Name);
		return NumberOf(Get(*Name), Entry, PathOf(*Name), Path);
	}

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
		const float X = static_cast<float>(NumberOf((*Pair)[0], Coordinate, At, At));
		const float Y = static_cast<float>(NumberOf((*Pair)[1], Coordinate, At, At));
		return Units::FromPlane({X, Y}, Height);
	}

	FFields Object(const TCHAR* Name) { return FFields(Get(Name), PathOf(Name), Error); }

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

private:
	TSharedPtr<FJsonValue> Get(const TCHAR* Name)
	{
		const TSharedPtr<FJsonValue> Value = Fields ? Fields->TryGetField(Name) : nullptr;
		if (!Value)
		{
			Refuse(PathOf(Name), TEXT("is missing"));
		}
		return Value;
	}

	/// At: what is no number, in messages; Owner: what has the parameter.
	double NumberOf(
		const TSharedPtr<FJsonValue>& Value, const Parameter& Entry, const FString& At, const FString& Owner)
	{
		const bool bFlag = Entry.Type == EParameterType::Flag;
		double Out = 0.0;
		bool bOut = false;
		if (!Value || Value->Type != (bFlag ? EJson::Boolean : EJson::Number) ||
			!(bFlag ? Value->TryGetBool(bOut) : Value->TryGetNumber(Out)))
		{
			Refuse(At, bFlag ? TEXT("must be true or false") : TEXT("must be a number"));
		}
		else if (bFlag)
		{
			return bOut ? 1.0 : 0.0;
		}
		else if (const Result<void> Fits = Entry.Check(Out); Fits)
		{
			return Out;
		}
		else if (Error.IsEmpty())
		{
			Error = FString(Owner.IsEmpty() ? TEXT("") : *(Owner + FString(TEXT(": ")))) +
				FString(UTF8_TO_TCHAR(Fits.ErrorText()));
		}
		return Entry.Maximum;
	}

	TSharedPtr<FJsonObject> Fields;
	FString Path;
	FString& Error;
};

static FString ItemPath(const TCHAR* List, int32 Index)
{
	return FString::Printf(TEXT("%s[%d]"), List, Index);
}

static void ReadModel(FFields& Fields, UCrowdScenarioAsset& OutAsset)
{
	const FString Name = Fields.String(TEXT("model"));
	// No FName is made of it before it is known: the engine stops at one that is too long.
	const ModelType* const Type = FindModel(std::string_view(TCHAR_TO_UTF8(*Name)));
	if (!Type)
	{
		FString Known;
		for (const ModelType& Each : Models())
		{
			Known = Known + FString(Known.IsEmpty() ? TEXT("") : TEXT(", ")) + FString(UTF8_TO_TCHAR(Each.Name));
		}
		Fields.Refuse(TEXT("model"), *FString::Printf(TEXT("is '%s', must be one of %s"), *Name, *Known));
		return;
	}
	OutAsset.Model = FName(UTF8_TO_TCHAR(Type->Name));
	if (!Fields.Has(TEXT("options")))
	{
		return;
	}
	FFields Options = Fields.Object(TEXT("options"));
	for (const Parameter& Entry : Type->Options.List)
	{
		const FString Option = UTF8_TO_TCHAR(Entry.Name);
		const double Value = Options.Has(*Option) ? Options.Number(Entry) : Type->Options.DefaultOf(Entry);
		if (static_cast<float>(Value) != static_cast<float>(Type->Options.DefaultOf(Entry)))
		{
			OutAsset.ModelOptions.Add(FName(*Option), Value);
		}
	}
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
	const Parameter Profile = {
		"profile", EParameterType::Integer, 0, 0, static_cast<double>(ProfileCount - 1), false, "", ""};
	Out.Profile = static_cast<int32>(Fields.Number(Profile));
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
	Fields.Number(Version);
	ReadModel(Fields, OutAsset);
	OutAsset.FixedStep = static_cast<float>(Fields.Number(Dt));
	OutAsset.ArrivalRadius = Units::ToCentimeters(static_cast<float>(Fields.Number(ArrivalRadius)));
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
