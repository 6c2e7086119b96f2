// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about reflected types as wholes. Lines with the mark are where the rule must fire.

import { buildFile, header, source, thing } from './support.mjs';

const types = (...lines) => ({ 'Source/Demo/Public/Types.h': header('Types', lines) });
const struct = (name = 'FPlain') => ['USTRUCT()', `struct DEMO_API ${name}`, '{', '\tGENERATED_BODY()', '};'];
const marked = (lines, index) => lines.map((line, at) => (at === index ? `${line} /*!*/` : line));
const object = (name, base = 'UObject') => [
	'UCLASS()',
	`class DEMO_API ${name} : public ${base}`,
	'{',
	'\tGENERATED_BODY()',
	'};',
];
const subsystemHeader = (members, macro = 'UCLASS()', mark = '') => ({
	'Source/Demo/Public/Herd.h': header(
		'Herd',
		[
			macro,
			`class DEMO_API UHerd : public UTickableWorldSubsystem${mark}`,
			'{',
			'\tGENERATED_BODY()',
			'public:',
			...members,
			'};',
		],
		{ includes: ['CoreMinimal.h', 'Subsystems/WorldSubsystem.h'] },
	),
});
const statId = '\tvirtual TStatId GetStatId() const override { return TStatId(); }';
const plainHeader = (...lines) => ({
	'Source/Demo/Public/Plain.h': source('#pragma once', '#include "CoreMinimal.h"', ...lines),
});
const editorUse = (...lines) => ({ 'Source/DemoEditor/Private/Use.cpp': source('#include "Plain.h"', ...lines) });

export const cases = [
	{
		rule: 'reflected-in-source',
		bad: {
			'Source/Demo/Private/Code.cpp': source(
				'#include "CoreMinimal.h"',
				'USTRUCT() /*!*/',
				'struct FInside',
				'{',
				'\tGENERATED_BODY()',
				'};',
			),
		},
		good: types(...struct()),
	},
	{
		rule: 'reflected-namespace',
		bad: types('namespace Demo', '{', ...marked(struct(), 0), '}'),
		good: types(...struct(), 'namespace Demo { struct FOther {}; }'),
	},
	{
		rule: 'reflected-namespace',
		bad: types('namespace Demo { DECLARE_DYNAMIC_DELEGATE(FDone); } /*!*/', ...struct()),
		good: types('DECLARE_DYNAMIC_DELEGATE(FDone);', 'namespace Demo { DECLARE_DELEGATE(FNative); }', ...struct()),
	},
	{
		rule: 'reflected-nested',
		bad: types(
			...object('UThing').slice(0, 4),
			'public:',
			'UENUM() /*!*/',
			'enum class EInner : uint8 { One };',
			'};',
		),
		good: types(
			'UENUM()',
			'enum class EInner : uint8 { One };',
			...object('UThing').slice(0, 4),
			'public:',
			'enum class EPlain : uint8 { One };',
			'};',
		),
	},
	{
		rule: 'reflected-template',
		bad: types('template <typename T>', 'USTRUCT() /*!*/', 'struct FBox', '{', '\tGENERATED_BODY()', '};'),
		good: types('template <typename T>', 'struct TBox { T Value; };', ...struct()),
	},
	{
		rule: 'reflected-conditional',
		bad: types('#if WITH_EDITOR', ...marked(struct(), 0), '#endif', ...struct('FOther')),
		good: types('#if WITH_EDITORONLY_DATA', ...struct(), '#endif'),
	},
	{
		rule: 'reflected-conditional',
		bad: thing(
			'#if PLATFORM_WINDOWS',
			'UPROPERTY() /*!*/',
			'int32 Count = 0;',
			'UFUNCTION() /*!*/',
			'void Do() {}',
			'#endif',
			'#if WITH_EDITOR',
			'UPROPERTY() /*!*/',
			'int32 Other = 0;',
			'#endif',
		),
		good: thing(
			'#if WITH_EDITORONLY_DATA',
			'UPROPERTY()',
			'int32 Count = 0;',
			'#endif',
			'#if WITH_EDITOR',
			'UFUNCTION()',
			'void Do() {}',
			'#endif',
			'#if PLATFORM_WINDOWS',
			'int32 Plain = 0;',
			'#endif',
		),
	},
	{
		rule: 'reflected-conditional',
		bad: thing(
			'#if WITH_EDITORONLY_DATA',
			'UPROPERTY()',
			'int32 Count = 0;',
			'#else',
			'UPROPERTY() /*!*/',
			'int32 Other = 0;',
			'#endif',
		),
		good: thing('#if WITH_EDITORONLY_DATA', 'UPROPERTY()', 'int32 Count = 0;', '#endif'),
	},
	{
		rule: 'generated-body',
		bad: types('USTRUCT()', 'struct DEMO_API FPlain /*!*/', '{', '};'),
		good: types(...struct()),
	},
	{
		rule: 'generated-body',
		bad: types('USTRUCT()', 'struct DEMO_API FPlain', '{', '\tint32 Count = 0;', '\tGENERATED_BODY() /*!*/', '};'),
		good: types(
			'USTRUCT()',
			'struct DEMO_API FPlain',
			'{',
			'\t// first',
			'\tGENERATED_BODY()',
			'\tint32 Count = 0;',
			'};',
		),
	},
	{
		rule: 'generated-body',
		bad: types(...struct(), 'struct FOther', '{', '\tGENERATED_BODY() /*!*/', '};'),
		good: types(...struct(), 'struct FOther', '{', '};'),
	},
	{
		rule: 'type-prefix',
		bad: types(
			...marked(struct('Plain'), 1),
			'UENUM()',
			'enum class Kind : uint8 { One }; /*!*/',
			...marked(object('Thing'), 1),
		),
		good: types(...struct('FPlain'), 'UENUM()', 'enum class EKind : uint8 { One };', ...object('UThing')),
	},
	{
		rule: 'type-prefix',
		bad: {
			'Source/Demo/Public/Types.h': header('Types', marked(object('UWall', 'AActor'), 1), {
				includes: ['CoreMinimal.h', 'GameFramework/Actor.h'],
			}),
		},
		good: {
			'Source/Demo/Public/Types.h': header('Types', object('AWall', 'AActor'), {
				includes: ['CoreMinimal.h', 'GameFramework/Actor.h'],
			}),
		},
	},
	{
		rule: 'type-name-unique',
		bad: types(...struct('FThing'), ...marked(object('UThing'), 1)),
		good: types(...struct('FThingData'), ...object('UThing'), 'UENUM()', 'enum class EThing : uint8 { One };'),
	},
	{
		rule: 'class-base',
		bad: types('UCLASS()', 'class DEMO_API UThing : public FNoncopyable /*!*/', '{', '\tGENERATED_BODY()', '};'),
		good: types(...object('UThing')),
	},
	{
		rule: 'class-base',
		bad: types(
			'UCLASS()',
			'class DEMO_API UThing : public ISomething, public UObject /*!*/',
			'{',
			'\tGENERATED_BODY()',
			'};',
		),
		good: types(
			'UCLASS()',
			'class DEMO_API UThing : public UObject, public ISomething',
			'{',
			'\tGENERATED_BODY()',
			'};',
		),
	},
	{
		rule: 'enum-underlying',
		bad: types(
			'UENUM(BlueprintType)',
			'enum class EKind : int32 { One }; /*!*/',
			'UENUM()',
			'enum EOld { Two }; /*!*/',
		),
		good: types(
			'UENUM(BlueprintType)',
			'enum class EKind : uint8 { One };',
			'UENUM()',
			'enum class EWide : uint32 { Two };',
		),
	},
	{
		rule: 'interface-pair',
		bad: {
			'Source/Demo/Public/Animal.h': header(
				'Animal',
				['UINTERFACE(MinimalAPI)', 'class UAnimal : public UInterface /*!*/', '{', '\tGENERATED_BODY()', '};'],
				{ includes: ['CoreMinimal.h', 'UObject/Interface.h'] },
			),
		},
		good: {
			'Source/Demo/Public/Animal.h': header(
				'Animal',
				[
					'UINTERFACE(MinimalAPI)',
					'class UAnimal : public UInterface',
					'{',
					'\tGENERATED_BODY()',
					'};',
					'class DEMO_API IAnimal',
					'{',
					'\tGENERATED_BODY()',
					'};',
				],
				{ includes: ['CoreMinimal.h', 'UObject/Interface.h'] },
			),
		},
	},
	{
		rule: 'interface-pair',
		bad: {
			'Source/Demo/Public/Animal.h': header('Animal', [
				'UINTERFACE(MinimalAPI)',
				'class UAnimal /*!*/',
				'{',
				'\tGENERATED_BODY()',
				'};',
				'class DEMO_API IAnimal /*!*/',
				'{',
				'public:',
				'\tvirtual void Eat() {}',
				'};',
			]),
		},
		good: {
			'Source/Demo/Public/Animal.h': header(
				'Animal',
				[
					'UINTERFACE(MinimalAPI)',
					'class UAnimal : public UInterface',
					'{',
					'\tGENERATED_BODY()',
					'};',
					'class DEMO_API IAnimal',
					'{',
					'\tGENERATED_BODY()',
					'public:',
					'\tvirtual void Eat() {}',
					'};',
				],
				{ includes: ['UObject/Interface.h'] },
			),
		},
	},
	{
		rule: 'api-missing',
		bad: {
			'Source/Demo/Public/Animal.h': header(
				'Animal',
				[
					'UINTERFACE()',
					'class UAnimal : public UInterface /*!*/',
					'{',
					'\tGENERATED_BODY()',
					'};',
					'class IAnimal /*!*/',
					'{',
					'\tGENERATED_BODY()',
					'};',
				],
				{ includes: ['UObject/Interface.h'] },
			),
		},
		good: {
			'Source/Demo/Private/Animal.h': header(
				'Animal',
				[
					'UINTERFACE()',
					'class UAnimal : public UInterface',
					'{',
					'\tGENERATED_BODY()',
					'};',
					'class IAnimal',
					'{',
					'\tGENERATED_BODY()',
					'};',
				],
				{ includes: ['UObject/Interface.h'] },
			),
		},
	},
	{
		rule: 'api-missing',
		bad: types('UCLASS()', 'class UThing : public UObject /*!*/', '{', '\tGENERATED_BODY()', '};'),
		good: types('UCLASS(MinimalAPI)', 'class UThing : public UObject', '{', '\tGENERATED_BODY()', '};'),
	},
	{
		rule: 'api-missing',
		bad: {
			...plainHeader('int32 CountAll(); /*!*/', 'int32 CountNone();', 'inline int32 CountOne() { return 1; }'),
			...editorUse('int32 All = CountAll() + CountOne();'),
		},
		good: { ...plainHeader('DEMO_API int32 CountAll();'), ...editorUse('int32 All = CountAll();') },
	},
	{
		rule: 'api-missing',
		bad: {
			...plainHeader(
				'class FHelper',
				'{',
				'public:',
				'\tint32 Get() const { return 1; }',
				'\tvoid Work(); /*!*/',
				'};',
			),
			...editorUse('void Use(FHelper& Helper) { Helper.Work(); }'),
		},
		good: {
			...plainHeader(
				'class DEMO_API FHelper',
				'{',
				'public:',
				'\tvoid Work();',
				'};',
				'class FInline { public: int32 Get() const { return 1; } };',
			),
			...editorUse('void Use(FHelper& Helper, FInline& Other) { Helper.Work(); }'),
		},
	},
	{ rule: 'api-wrong', bad: plainHeader('OTHER_API void Work(); /*!*/'), good: plainHeader('DEMO_API void Work();') },
	{
		rule: 'api-template',
		bad: plainHeader('template <typename T>', 'class DEMO_API TBox { T Value; }; /*!*/'),
		good: plainHeader('template <typename T>', 'class TBox { T Value; };'),
	},
	{
		rule: 'api-on-definition',
		bad: {
			...plainHeader('DEMO_API void Work();'),
			'Source/Demo/Private/Plain.cpp': source('#include "Plain.h"', 'DEMO_API void Work() {} /*!*/'),
		},
		good: {
			...plainHeader('DEMO_API void Work();'),
			'Source/Demo/Private/Plain.cpp': source('#include "Plain.h"', 'void Work() {}'),
		},
	},
	{
		rule: 'override-final',
		bad: subsystemHeader([
			statId,
			'\tvirtual bool IsAllowedToTick() const override { return true; } /*!*/',
			'\tvirtual UWorld* GetWorld() const override; /*!*/',
		]),
		good: subsystemHeader([statId, '\tvirtual bool IsTickable() const override { return true; }']),
	},
	{
		rule: 'override-missing',
		bad: subsystemHeader([], 'UCLASS()', ' /*!*/'),
		good: subsystemHeader([], 'UCLASS(Abstract)'),
	},
	{
		rule: 'override-missing',
		bad: plainHeader(
			'#include "Tickable.h"',
			'class FTicker : public FTickableGameObject /*!*/',
			'{',
			'public:',
			'\tvirtual void Tick(float DeltaTime) override {}',
			'};',
		),
		good: plainHeader(
			'#include "Tickable.h"',
			'class FTicker : public FTickableGameObject',
			'{',
			'public:',
			'\tvirtual void Tick(float DeltaTime) override {}',
			'\tvirtual TStatId GetStatId() const override { return TStatId(); }',
			'};',
		),
	},
	{
		rule: 'super-call',
		bad: {
			...subsystemHeader([
				statId,
				'\tvirtual void Deinitialize() override;',
				'\tvirtual void PostInitialize() override { Ready = true; } /*!*/',
				'\tbool Ready = false;',
			]),
			'Source/Demo/Private/Herd.cpp': source(
				'#include "Herd.h"',
				'void UHerd::Deinitialize() /*!*/',
				'{',
				'\t// Super::Deinitialize();',
				'}',
			),
		},
		good: {
			...subsystemHeader([statId, '\tvirtual void Deinitialize() override;']),
			'Source/Demo/Private/Herd.cpp': source(
				'#include "Herd.h"',
				'void UHerd::Deinitialize()',
				'{',
				'\tSuper::Deinitialize();',
				'}',
			),
		},
	},
	{
		rule: 'override-final', // Bases are followed through the plugin's own classes.
		bad: subsystemHeader([
			statId,
			'};',
			'UCLASS()',
			'class DEMO_API UFlock : public UHerd',
			'{',
			'\tGENERATED_BODY()',
			'public:',
			'\tvirtual bool IsAllowedToTick() const override { return true; } /*!*/',
		]),
		good: subsystemHeader([
			statId,
			'};',
			'UCLASS()',
			'class DEMO_API UFlock : public UHerd',
			'{',
			'\tGENERATED_BODY()',
		]),
	},
	{
		rule: 'unity-collision',
		bad: {
			'Source/Demo/Private/A.cpp': source(
				'namespace Demo { namespace {',
				'int32 Twice(int32 Value) { return Value * 2; }',
				'constexpr int32 Most = 3;',
				'struct FSpan {};',
				'} }',
				'static int32 GCount = 0;',
			),
			'Source/Demo/Private/B.cpp': source(
				'namespace Demo { namespace {',
				'int32 Twice(int32 Other) { return Other * 2; } /*!*/',
				'constexpr int32 Most = 4; /*!*/',
				'}',
				'using FSpan = int32; /*!*/',
				'}',
				'static int32 GCount = 1; /*!*/',
			),
		},
		good: {
			'Source/Demo/Private/A.cpp': source(
				'namespace Demo { namespace {',
				'int32 Twice(int32 Value) { return Value * 2; }',
				'constexpr int32 Most = 3;',
				'} }',
			),
			'Source/Demo/Private/B.cpp': source(
				'namespace Demo { namespace {',
				'float Twice(float Value) { return Value * 2; }',
				'} }',
				'namespace { constexpr int32 Most = 4; }',
			),
		},
	},
	{
		rule: 'unity-collision',
		bad: {
			'Source/Demo/Private/A.cpp': source('static void Work() {}'),
			'Source/Demo/Private/B.cpp': source('static void Work() {} /*!*/'),
		},
		good: {
			'Source/Demo/Private/A.cpp': source('static void Work() {}'),
			'Source/Demo/Private/B.cpp': source('static void Work() {}'),
			'Source/Demo/Demo.Build.cs': buildFile('Demo', {
				publicModules: ['Core', 'CoreUObject', 'Engine'],
				more: ['bUseUnity = false;'],
			}),
		},
	},
];
