// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Engine/DataAsset.h"
#include "Engine/DeveloperSettings.h"
#include "UObject/Object.h"

#include <algorithm>

namespace
{
struct FObjectTable
{
	std::vector<StandIn::FObjectItem> Objects{StandIn::GNobody}; ///< By number; null: gone.
	std::vector<FStandInObjects::FGetClass> Classes;
	std::vector<FStandInOptions::FFunction> OptionsFunctions;
	std::vector<FStandInOptions::FProperty> OptionsProperties;
	std::vector<uint64> Kept; ///< Numbers of classes, default objects and the package.
};

/// One for each object that is being made, the innermost last.
std::vector<FObjectInitializer*> GInitializers;

FObjectTable& Table()
{
	static FObjectTable* const Only = new FObjectTable;
	return *Only;
}
}

namespace StandIn
{
FWeakObject::FWeakObject(const UObject* Object) : Number(Object ? FStandInObjects::NumberOf(*Object) : 0) {}

}

UObject::UObject() : UniqueNumber(Table().Objects.size())
{
	Table().Objects.push_back({this, false});
	StandIn::GObjectItems = Table().Objects.data();
}

UObject::~UObject()
{
	Table().Objects[UniqueNumber] = {};
}

UClass* UObject::StaticClass()
{
	static UClass* const Root = ::new UClass(TEXT("UObject"), nullptr, [] { return ::new UObject; });
	return Root;
}

FString UObject::GetPathName() const
{
	return OuterPrivate ? OuterPrivate->GetPathName() + FString(TEXT(".")) + GetName() : GetName();
}

bool UObject::IsA(const UClass* Ancestor) const
{
	return ClassPrivate && ClassPrivate->IsChildOf(Ancestor);
}

UWorld* UObject::GetWorld() const
{
	return OuterPrivate ? OuterPrivate->GetWorld() : nullptr;
}

UClass::UClass(const TCHAR* InName, UClass* InSuper, FConstruct InConstruct)
	: Super(InSuper),
	  Construct(InConstruct),
	  ClassName(InName)
{
	Table().Kept.push_back(FStandInObjects::NumberOf(*this));
}

bool UClass::IsChildOf(const UClass* Ancestor) const
{
	return this == Ancestor || (Super && Super->IsChildOf(Ancestor));
}

UObject* UClass::GetDefaultObject()
{
	if (!Default)
	{
		Default = FStandInObjects::Make(this, nullptr, FName(ClassName));
		Table().Kept.push_back(FStandInObjects::NumberOf(*Default));
	}
	return Default;
}

FObjectInitializer& FObjectInitializer::Get()
{
	check(!GInitializers.empty());
	return *GInitializers.back();
}

UObject* FObjectInitializer::MakeSubobject(UObject& Outer, UClass* Class, FName Name)
{
	FObjectInitializer& Initializer = Get();
	for (const auto& [Overridden, With] : Initializer.Overrides)
	{
		if (Overridden == Name)
		{
			check(With->IsChildOf(Class));
			Class = With;
			break;
		}
	}
	UObject* Made = FStandInObjects::Make(Class, &Outer, Name);
	Initializer.Subobjects.push_back(Made);
	return Made;
}

UObject* FStandInObjects::Make(UClass* Class, UObject* Outer, FName Name)
{
	check(Class->Construct);
	FObjectInitializer Initializer;
	GInitializers.push_back(&Initializer);
	UObject* Object = Class->Construct();
	GInitializers.pop_back();
	Object->Subobjects = std::move(Initializer.Subobjects);
	Object->ClassPrivate = Class;
	Object->OuterPrivate = Outer;
	Object->NamePrivate = Name == NAME_None ? FName(*FString::Printf(TEXT("%s_%llu"), Class->ClassName + 1,
												  static_cast<unsigned long long>(Object->UniqueNumber)))
											: Name;
	return Object;
}

void FStandInObjects::MarkAsGarbage(UObject& Object)
{
	Table().Objects[Object.UniqueNumber].bGarbage = true;
}

void FStandInObjects::DeleteAll()
{
	const FObjectTable& All = Table();
	for (uint64 Number = 0; Number < All.Objects.size(); ++Number)
	{
		if (std::find(All.Kept.begin(), All.Kept.end(), Number) == All.Kept.end())
		{
			delete All.Objects[Number].Object;
		}
	}
}

std::vector<UClass*> FStandInObjects::Classes()
{
	std::vector<UClass*> Out;
	for (const FGetClass GetClass : Table().Classes)
	{
		Out.push_back(GetClass());
	}
	return Out;
}

FStandInObjects::FRegistrar::FRegistrar(FGetClass GetClass)
{
	Table().Classes.push_back(GetClass);
}

bool FStandInOptions::Find(UObject& Object, const FString& Path, TArray<FString>& Out)
{
	for (const FFunction& Function : Table().OptionsFunctions)
	{
		UClass& Class = *Function.GetClass();
		// Elsewhere by module and class, whose prefix the engine drops, and without an object to ask.
		const FString Elsewhere =
			Function.Module + FString(TEXT(".")) + FString(Class.ClassName + 1) + FString(TEXT(".")) + Function.Name;
		const bool bElsewhere = Function.bStatic && Path == Elsewhere;
		if (bElsewhere || (Path == Function.Name && Object.IsA(&Class)))
		{
			Out = Function.Call(bElsewhere ? *Class.GetDefaultObject() : Object);
			return true;
		}
	}
	return false;
}

const std::vector<FStandInOptions::FProperty>& FStandInOptions::Properties()
{
	return Table().OptionsProperties;
}

FStandInOptions::FRegistrar::FRegistrar(const FFunction& Function)
{
	Table().OptionsFunctions.push_back(Function);
}

FStandInOptions::FRegistrar::FRegistrar(const FProperty& Property)
{
	Table().OptionsProperties.push_back(Property);
}

UObject* GetTransientPackage()
{
	static UObject* const Package = []
	{
		UObject* Made = FStandInObjects::Make(UObject::StaticClass(), nullptr, FName(TEXT("Transient")));
		Table().Kept.push_back(FStandInObjects::NumberOf(*Made));
		return Made;
	}();
	return Package;
}

STANDIN_IMPLEMENT_CLASS(UDataAsset, nullptr)
STANDIN_IMPLEMENT_CLASS(UDeveloperSettings, nullptr)
