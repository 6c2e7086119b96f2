// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/StandInWeakObject.h"

class AActor;
class UClass;
class UObject;
class UWorld;

/// What a constructor is told of the object that is being made: the classes that derived constructors want for its subobjects.
class FObjectInitializer
{
public:
	/// Of the object that is being made.
	static FObjectInitializer& Get();

	template <typename T>
	const FObjectInitializer& SetDefaultSubobjectClass(FName Name) const
	{
		Overrides.emplace_back(Name, T::StaticClass());
		return *this;
	}

private:
	friend class UObject;
	friend struct FStandInObjects;
	static UObject* MakeSubobject(UObject& Outer, UClass* Class, FName Name);

	/// The first for a name is the most derived class's.
	mutable std::vector<std::pair<FName, UClass*>> Overrides;
	std::vector<UObject*> Subobjects;
};

/// An object with a class, a name and an outer. Garbage stays in memory until the test is over, as it would until the next collection.
class UObject
{
public:
	UObject();
	virtual ~UObject();
	UObject(const UObject&) = delete;
	UObject& operator=(const UObject&) = delete;
	/// Objects are made by NewObject and its like.
	static void* operator new(size_t) = delete;

	static UClass* StaticClass();

	UClass* GetClass() const { return ClassPrivate; }
	UObject* GetOuter() const { return OuterPrivate; }
	FName GetFName() const { return NamePrivate; }
	FString GetName() const { return NamePrivate.ToString(); }
	/// Outers first, as in World.Actor.Component.
	FString GetPathName() const;
	bool IsA(const UClass* Ancestor) const;
	virtual UWorld* GetWorld() const;
	/// Where the object implements the interface of that class, the interface; the engine's is not virtual.
	virtual void* GetNativeInterfaceAddress(UClass* /*InterfaceClass*/) { return nullptr; }

	/// For constructors only. A derived class may have asked for another class of it, by FObjectInitializer.
	template <typename T>
	T* CreateDefaultSubobject(FName Name)
	{
		return static_cast<T*>(FObjectInitializer::MakeSubobject(*this, T::StaticClass(), Name));
	}

private:
	friend struct FStandInObjects;
	UClass* ClassPrivate = nullptr;
	UObject* OuterPrivate = nullptr;
	FName NamePrivate;
	std::vector<UObject*> Subobjects;
	uint64 UniqueNumber = 0;
};

/// A class: what it derives from, how to make one, and its default object.
class UClass : public UObject
{
public:
	using FConstruct = UObject* (*)();

	UClass(const TCHAR* InName, UClass* InSuper, FConstruct InConstruct);

	bool IsChildOf(const UClass* Ancestor) const;
	UObject* GetDefaultObject();

	const UClass* const Super;
	const FConstruct Construct; ///< Null: abstract.
	const TCHAR* const ClassName;

private:
	UObject* Default = nullptr;
};

/// All objects and classes that there are.
struct FStandInObjects
{
	static UObject* Make(UClass* Class, UObject* Outer, FName Name);
	/// Those that the object's constructor made.
	static const std::vector<UObject*>& SubobjectsOf(const UObject& Object) { return Object.Subobjects; }
	static void MarkAsGarbage(UObject& Object);
	static bool IsGarbage(const UObject& Object) { return StandIn::GObjectItems[Object.UniqueNumber].bGarbage; }
	static uint64 NumberOf(const UObject& Object) { return Object.UniqueNumber; }
	/// Deletes every object but classes and their default objects.
	static void DeleteAll();
	/// Of every class whose file is linked in.
	static std::vector<UClass*> Classes();

	using FGetClass = UClass* (*)();
	struct FRegistrar
	{
		explicit FRegistrar(FGetClass GetClass);
	};
};

/// Lists that the details panel offers for properties with GetOptions, found as the engine finds them.
struct FStandInOptions
{
	/// A reflected function that takes nothing and gives names or texts.
	struct FFunction
	{
		FString Module;
		UClass* (*GetClass)() = nullptr;
		FString Name;
		bool bStatic = false;
		TArray<FString> (*Call)(UObject&) = nullptr;
	};
	struct FProperty
	{
		FString Class;
		FString Name;
		FString Path;
	};

	/// The list at the path for a property of the object; false where the engine shows none and complains.
	static bool Find(UObject& Object, const FString& Path, TArray<FString>& Out);
	/// Of every class whose file is linked in.
	static const std::vector<FProperty>& Properties();

	struct FRegistrar
	{
		explicit FRegistrar(const FFunction& Function);
		explicit FRegistrar(const FProperty& Property);
	};
};

namespace StandIn
{
inline TArray<FString> ToOptions(const TArray<FString>& Texts)
{
	return Texts;
}
inline TArray<FString> ToOptions(const TArray<FName>& Names)
{
	TArray<FString> Out;
	for (const FName& Name : Names)
	{
		Out.Add(Name.ToString());
	}
	return Out;
}

/// With the initializer where the constructor takes one.
template <typename T>
UObject* Construct()
{
	if constexpr (std::is_constructible_v<T, const FObjectInitializer&>)
	{
		return ::new T(FObjectInitializer::Get());
	}
	else
	{
		return ::new T;
	}
}
}

#define STANDIN_CLASS_BODY(ClassType, SuperType) \
public: \
	using Super = SuperType; \
	using ThisClass = ClassType; \
	static UClass* StaticClass(); \
\
private:

#define STANDIN_IMPLEMENT_CLASS(ClassType, ConstructFunction) \
	UClass* ClassType::StaticClass() \
	{ \
		static UClass* const Class = ::new UClass(TEXT(#ClassType), Super::StaticClass(), ConstructFunction); \
		return Class; \
	} \
	static const FStandInObjects::FRegistrar GRegister##ClassType(&ClassType::StaticClass);

#define STANDIN_OPTIONS_FUNCTION(ModuleName, ClassType, FunctionName) \
	static const FStandInOptions::FRegistrar GOptions##ClassType##FunctionName( \
		FStandInOptions::FFunction{TEXT(#ModuleName), &ClassType::StaticClass, TEXT(#FunctionName), \
			!std::is_member_function_pointer_v<decltype(&ClassType::FunctionName)>, \
			[](UObject& Object) { return StandIn::ToOptions(static_cast<ClassType&>(Object).FunctionName()); }});

#define STANDIN_OPTIONS_PROPERTY(ClassType, PropertyName, Path) \
	static const FStandInOptions::FRegistrar GOptions##ClassType##PropertyName( \
		FStandInOptions::FProperty{TEXT(#ClassType), TEXT(#PropertyName), TEXT(Path)});

inline bool IsValid(const UObject* Object)
{
	return Object && !FStandInObjects::IsGarbage(*Object);
}

inline FString GetPathNameSafe(const UObject* Object)
{
	return Object ? Object->GetPathName() : FString(TEXT("None"));
}

UObject* GetTransientPackage();

template <typename T>
T* NewObject(UObject* Outer = GetTransientPackage(), FName Name = NAME_None)
{
	return static_cast<T*>(FStandInObjects::Make(T::StaticClass(), Outer, Name));
}

template <typename T>
T* GetMutableDefault()
{
	return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

template <typename T>
const T* GetDefault()
{
	return GetMutableDefault<T>();
}

template <typename T>
T* Cast(UObject* Object)
{
	if constexpr (!requires { T::StaticClass(); })
	{
		// An interface.
		return Object ? static_cast<T*>(Object->GetNativeInterfaceAddress(T::UClassType::StaticClass())) : nullptr;
	}
	else
	{
		return Object && Object->IsA(T::StaticClass()) ? static_cast<T*>(Object) : nullptr;
	}
}

template <typename T>
const T* Cast(const UObject* Object)
{
	return Cast<T>(const_cast<UObject*>(Object));
}
