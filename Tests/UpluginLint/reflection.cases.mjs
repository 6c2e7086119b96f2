// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about reflected types and their members. Lines with the mark are where the rule
// must fire.

import { header, source, thing } from './support.mjs';

const exposed = 'UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Demo")';
const callable = 'UFUNCTION(BlueprintCallable, Category = "Demo")';
/** Members one under another, each below its macro. */
const each = (macro, ...members) => members.flatMap((member) => [macro, member]);
const types = (...lines) => ({ 'Source/Demo/Public/Types.h': header('Types', lines) });
const struct = (name, members, specifiers = '') => [
	`USTRUCT(${specifiers})`,
	`struct DEMO_API ${name}`,
	'{',
	'\tGENERATED_BODY()',
	...members,
	'};',
];
const object = (name, members, base = 'UObject') => [
	'UCLASS()',
	`class DEMO_API ${name} : public ${base}`,
	'{',
	'\tGENERATED_BODY()',
	'public:',
	...members,
	'};',
];
const thingCode = (...lines) => ({ 'Source/Demo/Private/Thing.cpp': source('#include "Thing.h"', ...lines) });
const library = (...members) => ({
	'Source/Demo/Public/Library.h': header('Library', object('UDemoLibrary', members, 'UBlueprintFunctionLibrary'), {
		includes: ['CoreMinimal.h', 'Kismet/BlueprintFunctionLibrary.h'],
	}),
});

export const cases = [
	{
		rule: 'reflected-in-source',
		bad: {
			'Source/Demo/Private/Code.cpp': source(
				'#include "CoreMinimal.h"',
				'UENUM()',
				'enum class EInside : uint8 { One }; /*!*/',
				'DECLARE_DYNAMIC_DELEGATE(FInside); /*!*/',
			),
		},
		good: types('UENUM()', 'enum class EInside : uint8 { One };', 'DECLARE_DYNAMIC_DELEGATE(FInside);'),
	},
	{
		rule: 'type-name-unique',
		bad: types(...struct('FThing', []), 'UCLASS()', 'class DEMO_API UThing : public UObject {}; /*!*/'),
		good: types(
			...struct('FThingData', []),
			...object('UThing', []),
			'UENUM()',
			'enum class EThing : uint8 { One };',
		),
	},
	{
		rule: 'header-name-unique',
		bad: {
			...thing(),
			'Source/DemoEditor/Private/Thing.h': header('Thing', ['UENUM()', 'enum class EOther : uint8 { One };']),
		},
		good: {
			...thing(),
			'Source/DemoEditor/Private/Other.h': header('Other', ['UENUM()', 'enum class EOther : uint8 { One };']),
		},
		expected: ['Source/DemoEditor/Private/Thing.h:1 header-name-unique'],
	},
	{
		rule: 'reflected-type',
		bad: thing(
			...each(
				'UPROPERTY()',
				'std::vector<int32> A; /*!*/',
				'TArray<TArray<int32>> B; /*!*/',
				'TMap<FName, TArray<int32>> C; /*!*/',
				'TUniquePtr<int32> D; /*!*/',
				'TSharedPtr<FName> E; /*!*/',
				'void (*F)(int32) = nullptr; /*!*/',
				'int32& G; /*!*/',
				'FVector* H = nullptr; /*!*/',
				'Demo::FInner I; /*!*/',
				'TFunction<void()> J; /*!*/',
				'size_t K = 0; /*!*/',
				'static int32 L; /*!*/',
				'TArray<int32, TInlineAllocator<4>> M; /*!*/',
			),
		),
		good: thing(
			...each(
				'UPROPERTY()',
				'TArray<int32> A;',
				'TMap<FName, FVector> C;',
				'TSet<FName> D;',
				'TEnumAsByte<EWorldType::Type> E;',
				'TSubclassOf<UObject> F;',
				'uint8 bG : 1;',
				'int32 H[4];',
				'uint32 I = 0;',
				'TWeakObjectPtr<UObject> J;',
				'TSoftObjectPtr<UObject> K;',
				'FVector L = FVector(1.0, 2.0, 3.0);',
				'double M{1.0};',
			),
			'TUniquePtr<int32> N;',
		),
	},
	{
		rule: 'reflected-type',
		bad: types('struct FInner {};', ...object('UThing', ['UPROPERTY()', 'FInner Inner; /*!*/'])),
		good: types(...struct('FInner', []), ...object('UThing', ['UPROPERTY()', 'FInner Inner;'])),
	},
	{
		rule: 'reflected-type',
		bad: thing(
			...each(
				'UFUNCTION()',
				'void A(std::string Text); /*!*/',
				'TSharedPtr<FName> B() const; /*!*/',
				'void C(TArray<TArray<int32>> Values); /*!*/',
				'void D(FVector* Where); /*!*/',
				'void E(FVector&& Where); /*!*/',
				'void F(void (*Fn)(int32)); /*!*/',
			),
		),
		good: thing(
			...each(
				'UFUNCTION()',
				'void A(const FString& Text, FVector& Out, UObject* Object, TSubclassOf<UObject> Class);',
				'TArray<FName> B() const;',
				'void C(TMap<FName, int32> Values);',
				'uint32 D(const TArray<UObject*>& Objects);',
			),
		),
	},
	{
		rule: 'blueprint-type',
		bad: thing(
			...each(exposed, 'uint32 A = 0; /*!*/', 'TArray<int16> B; /*!*/', 'int32 C[3]; /*!*/'),
			...each(callable, 'void D(uint16 Value); /*!*/', 'uint64 E() const; /*!*/'),
		),
		good: thing(
			...each(exposed, 'int32 A = 0;', 'TArray<int64> B;', 'uint8 C = 0;', 'uint8 bD : 1;'),
			...each(callable, 'void E(double Value);'),
			'UPROPERTY()',
			'uint32 Inner = 0;',
		),
	},
	{
		rule: 'blueprint-type',
		bad: types(...struct('FInner', []), ...object('UThing', [exposed, 'FInner Inner; /*!*/'])),
		good: types(...struct('FInner', [], 'BlueprintType'), ...object('UThing', [exposed, 'FInner Inner;'])),
	},
	{
		rule: 'blueprint-type',
		bad: types('UENUM()', 'enum class EWide : int32 { One };', ...object('UThing', [exposed, 'EWide Wide; /*!*/'])),
		good: types('UENUM()', 'enum class EWide : uint8 { One };', ...object('UThing', [exposed, 'EWide Wide;'])),
	},
	{
		rule: 'property-private',
		bad: thing('private:', 'UPROPERTY(BlueprintReadOnly, Category = "Demo")', 'int32 Count = 0; /*!*/'),
		good: thing(
			'private:',
			'UPROPERTY(BlueprintReadOnly, Category = "Demo", meta = (AllowPrivateAccess = "true", ClampMin = "0"))',
			'int32 Count = 0;',
			'protected:',
			exposed,
			'int32 Other = 0;',
		),
	},
	{
		rule: 'category-missing',
		bad: thing(
			'UPROPERTY(EditAnywhere)',
			'int32 A = 0; /*!*/',
			'UPROPERTY(BlueprintReadOnly)',
			'int32 B = 0; /*!*/',
			'UFUNCTION(BlueprintPure)',
			'int32 C() const; /*!*/',
		),
		good: thing(
			'UPROPERTY(EditAnywhere, Category = Demo)',
			'int32 A = 0;',
			'UPROPERTY()',
			'int32 B = 0;',
			'UFUNCTION(BlueprintCallable, meta = (BlueprintInternalUseOnly = "true"))',
			'int32 C() const;',
		),
	},
	{
		rule: 'specifier',
		bad: thing(
			'UPROPERTY(EditAnywhere, ClampMin = 0, Category = "Demo") /*!*/',
			'int32 A = 0;',
			'UFUNCTION(BlueprintCalable, Category = "Demo") /*!*/',
			'void B();',
		),
		good: thing(
			'UPROPERTY(EditAnywhere, Category = "Demo", meta = (ClampMin = 0))',
			'int32 A = 0;',
			callable,
			'void B();',
		),
	},
	{
		rule: 'specifier',
		bad: types('UCLASS(Blueprintabl) /*!*/', ...object('UThing', []).slice(1)),
		good: types('UCLASS(Blueprintable, ClassGroup = (AI, Demo), Config = Game)', ...object('UThing', []).slice(1)),
	},
	{
		rule: 'specifier',
		bad: thing(
			'UPROPERTY(EditAnywhere, VisibleAnywhere, Category = "Demo") /*!*/',
			'int32 A = 0;',
			'UPROPERTY(BlueprintReadOnly, BlueprintReadWrite, Category = "Demo") /*!*/',
			'int32 B = 0;',
		),
		good: thing(...each(exposed, 'int32 A = 0;')),
	},
	{
		rule: 'function-default',
		bad: thing(
			...each(
				callable,
				'void A(int32 Value = INDEX_NONE); /*!*/',
				'void B(TArray<int32> Values = TArray<int32>()); /*!*/',
				'void C(FString Text = FString()); /*!*/',
				'void D(int32 Value = 2 * 3); /*!*/',
				'void E(int32 Value = MostOf(3)); /*!*/',
			),
		),
		good: thing(
			...each(
				callable,
				'void A(int32 Value = -1, bool bOn = true, float Size = 1.5f, FString Text = TEXT("a, b"), FName Tag = NAME_None);',
				'void B(UObject* Object = nullptr, FVector Where = FVector::ZeroVector, FVector2D Place = FVector2D(1.0, 2.0));',
				'void C(EWorldKind Kind = EWorldKind::Game);',
			),
			'void Plain(int32 Value = INDEX_NONE);',
		),
	},
	{
		rule: 'function-overload',
		bad: thing(...each(callable, 'void Work(int32 A);', 'void Work(float A); /*!*/')),
		good: thing(...each(callable, 'void Work(int32 A);'), 'void Work(float A);'),
	},
	{
		rule: 'reflected-type', // Operators do not hide what follows them.
		bad: types(
			...struct('FPlain', [
				'bool operator<(const FPlain& Other) const { return false; }',
				'void operator()(int32 A) const;',
				'UPROPERTY()',
				'std::string Text; /*!*/',
			]),
		),
		good: types(
			...struct('FPlain', [
				'bool operator<(const FPlain& Other) const { return false; }',
				'void operator()(int32 A) const;',
				'UPROPERTY()',
				'FString Text;',
			]),
		),
	},
	{
		rule: 'function-pure',
		bad: thing('UFUNCTION(BlueprintPure, Category = "Demo")', 'void B() const; /*!*/'),
		good: thing('UFUNCTION(BlueprintPure, Category = "Demo")', 'void B(int32& Out) const;'),
	},
	{
		rule: 'function-override',
		bad: types(
			...object('UBase', ['UFUNCTION()', 'virtual void Work() {}']),
			...object('UDerived', ['UFUNCTION()', 'virtual void Work() override {} /*!*/'], 'UBase'),
		),
		good: types(
			...object('UBase', ['UFUNCTION()', 'virtual void Work() {}']),
			...object('UDerived', ['virtual void Work() override {}'], 'UBase'),
		),
	},
	{
		rule: 'function-shadow',
		bad: thing('UPROPERTY()', 'int32 Count = 0;', callable, 'void SetCount(int32 Count); /*!*/'),
		good: thing(
			'UPROPERTY()',
			'int32 Count = 0;',
			callable,
			'void SetCount(int32 InCount);',
			'void Plain(int32 Count);',
		),
	},
	{
		rule: 'library-static',
		bad: library(callable, 'int32 Get(); /*!*/'),
		good: library(callable, 'static int32 Get();'),
	},
	{
		rule: 'struct-function',
		bad: types(...struct('FPlain', ['UFUNCTION()', 'void Work(); /*!*/'])),
		good: types(...struct('FPlain', ['void Work();'])),
	},
	{
		rule: 'struct-member-init',
		bad: types(...struct('FPlain', each('UPROPERTY()', 'float A; /*!*/', 'bool bB; /*!*/', 'EKind C; /*!*/'))),
		good: types(
			...struct(
				'FPlain',
				each(
					'UPROPERTY()',
					'float A = 0.0f;',
					'bool bB{false};',
					'FVector C;',
					'FString D;',
					'TArray<int32> E;',
					'TObjectPtr<UObject> F;',
				),
			),
			...struct('FMade', ['FMade();', 'UPROPERTY()', 'float A;']),
		),
	},
	{
		rule: 'object-member',
		bad: {
			...thing(
				'UPROPERTY()',
				'UObject* A = nullptr; /*!*/',
				'UObject* B = nullptr; /*!*/',
				'TObjectPtr<UObject> C; /*!*/',
				'TArray<AActor*> D; /*!*/',
				'AAIController* E = nullptr; /*!*/',
			),
			'Source/Demo/Private/Holder.h': source(
				'#pragma once',
				'class FHolder',
				'{',
				'\tAActor* Actor = nullptr; /*!*/',
				'};',
			),
		},
		good: {
			...thing(
				'UPROPERTY()',
				'TObjectPtr<UObject> A;',
				'TWeakObjectPtr<AActor> B;',
				'UPROPERTY()',
				'TArray<TObjectPtr<AActor>> C;',
				'UObject* Find(AActor* Of) const;',
				'FUserData* D = nullptr;',
				'UE::Tasks::FTask E;',
			),
			'Source/Demo/Private/Holder.h': source(
				'#pragma once',
				'class FHolder',
				'{',
				'\tTWeakObjectPtr<AActor> Actor;',
				'};',
			),
		},
	},
	{
		rule: 'delegate-prefix',
		bad: types('DECLARE_DYNAMIC_DELEGATE(OnA); /*!*/'),
		good: types('DECLARE_DYNAMIC_DELEGATE(FOnA);', 'DECLARE_DELEGATE(OnNative);'),
	},
	{
		rule: 'reflected-type',
		bad: types('DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnA, TSharedPtr<int32>, Value); /*!*/'),
		good: types(
			'DECLARE_DYNAMIC_DELEGATE_RetVal_TwoParams(bool, FOnA, AActor*, Actor, const TArray<int32>&, Values);',
			'DECLARE_MULTICAST_DELEGATE_OneParam(FOnB, TSharedPtr<int32>);',
		),
	},
	{
		rule: 'delegate-assignable',
		bad: types(
			'DECLARE_MULTICAST_DELEGATE(FOnA);',
			'DECLARE_DYNAMIC_DELEGATE(FOnB);',
			...object('UThing', [
				'UPROPERTY(BlueprintAssignable)',
				'FOnA OnA; /*!*/',
				'UPROPERTY(BlueprintAssignable)',
				'FOnB OnB; /*!*/',
			]),
		),
		good: types(
			'DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnA);',
			...object('UThing', ['UPROPERTY(BlueprintAssignable)', 'FOnA OnA;']),
		),
	},
	{
		rule: 'delegate-target',
		bad: {
			...thing('void Plain(int32 Value);'),
			...thingCode('void Bind(UThing* Thing) { OnA.AddDynamic(Thing, &UThing::Plain); } /*!*/'),
		},
		good: {
			...thing('UFUNCTION()', 'void Right(int32 Value);'),
			...thingCode(
				'void Bind(UThing* Thing)',
				'{',
				'\tOnA.AddUniqueDynamic(Thing, &UThing::Right);',
				'\tOnB.AddDynamic(Thing, &AOther::Elsewhere);',
				'}',
			),
		},
	},
];
