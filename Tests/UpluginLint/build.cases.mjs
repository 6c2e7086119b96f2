// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about Build.cs files and includes. Lines with the mark are where the rule must fire.

import { buildFile, code, descriptor, header, source, thing } from './support.mjs';

const base = ['Core', 'CoreUObject', 'Engine'];
const demoBuild = (options) => ({
	'Source/Demo/Demo.Build.cs': buildFile('Demo', { publicModules: base, ...options }),
});
const demoLine = (line) => demoBuild({ more: [line] });
const editorBuild = (privateModules) => ({
	'Source/DemoEditor/DemoEditor.Build.cs': buildFile('DemoEditor', { privateModules }),
});
const publicHeader = (...lines) => ({
	'Source/Demo/Public/Plain.h': source('#pragma once', '#include "CoreMinimal.h"', ...lines),
});
const moduleFile = (...lines) => ({
	'Source/Demo/Private/DemoModule.cpp': source('#include "Modules/ModuleManager.h"', ...lines),
});

export const cases = [
	{
		rule: 'build-class',
		bad: demoBuild({ className: 'Dem0' }),
		good: demoBuild({}),
		expected: ['Source/Demo/Demo.Build.cs:3 build-class'],
	},
	{
		rule: 'build-dependency-missing',
		bad: code('#include "NavigationSystem.h" /*!*/', '#include "NavMesh/RecastNavMesh.h"'),
		good: { ...code('#include "NavigationSystem.h"'), ...demoBuild({ privateModules: ['NavigationSystem'] }) },
	},
	{
		rule: 'build-dependency-missing',
		bad: { ...code('#include "AIController.h" /*!*/'), ...demoBuild({ privateModules: ['AIModule'] }) },
		good: { ...code('#include "AIController.h"'), ...demoBuild({ privateModules: ['AIModule', 'GameplayTasks'] }) },
	},
	{
		rule: 'build-dependency-missing',
		bad: {
			...publicHeader(),
			'Source/DemoEditor/Private/Use.cpp': source('#include "Plain.h" /*!*/'),
			...editorBuild(['Core', 'UnrealEd']),
		},
		good: { ...publicHeader(), 'Source/DemoEditor/Private/Use.cpp': source('#include "Plain.h"') },
	},
	{
		rule: 'build-dependency-private',
		bad: {
			...publicHeader('#include "NavigationSystem.h" /*!*/'),
			...demoBuild({ privateModules: ['NavigationSystem'] }),
		},
		good: {
			...publicHeader('#include "NavigationSystem.h"'),
			...demoBuild({ publicModules: [...base, 'NavigationSystem'] }),
		},
	},
	{
		rule: 'build-dependency-unknown',
		bad: demoLine('PrivateDependencyModuleNames.Add("NavMesh"); /*!*/'),
		good: demoLine('PrivateDependencyModuleNames.Add("Navmesh");'),
	},
	{
		rule: 'build-dependency-cycle',
		bad: demoLine('if (Target.bBuildEditor) PrivateDependencyModuleNames.Add("DemoEditor");'),
		good: demoBuild({}),
		expected: [
			'Source/Demo/Demo.Build.cs:3 build-dependency-cycle',
			'Source/DemoEditor/DemoEditor.Build.cs:3 build-dependency-cycle',
		],
	},
	{
		rule: 'build-editor-dependency',
		bad: demoLine('PrivateDependencyModuleNames.AddRange(new[] { "UnrealEd" }); /*!*/'),
		good: demoLine('if (Target.bBuildEditor) { PrivateDependencyModuleNames.Add("UnrealEd"); }'),
	},
	{
		rule: 'build-field',
		bad: demoLine('bCompileISPC = true; /*!*/'),
		good: demoLine('PublicDefinitions.Add("A=" + (Target.bCompileISPC ? "1" : "0"));'),
	},
	{
		rule: 'build-field',
		bad: demoLine('bEnforceIWYU = true; /*!*/'),
		good: demoLine('IWYUSupport = IWYUSupport.Full;'),
	},
	{
		rule: 'build-field',
		bad: demoLine('bEnableExceptions = true; /*!*/'),
		good: demoLine('bEnableExceptions = false;'),
	},
	{
		rule: 'build-pch',
		bad: demoBuild({ pch: '' }),
		good: demoBuild({}),
		expected: ['Source/Demo/Demo.Build.cs:3 build-pch'],
	},
	{
		rule: 'build-pch',
		bad: demoLine('FPSemantics = FPSemanticsMode.Precise; /*!*/'),
		good: demoBuild({ pch: 'PCHUsage = PCHUsageMode.NoPCHs;', more: ['FPSemantics = FPSemanticsMode.Precise;'] }),
	},
	{
		rule: 'build-file-place',
		bad: {
			'Demo.uplugin': descriptor({ Modules: JSON.parse(descriptor()).Modules.slice(0, 1) }),
			'Source/DemoEditor/DemoEditor.Build.cs': null,
			'Source/DemoEditor/Private/DemoEditorModule.cpp': null,
			'Source/Demo/Demo.Build.cs': null,
			'Source/Demo/Private/DemoModule.cpp': null,
			'Source/Wrong/Demo.Build.cs': `${buildFile('Demo', { publicModules: base })}`,
			'Source/Wrong/Private/DemoModule.cpp': moduleFile('IMPLEMENT_MODULE(FDefaultModuleImpl, Demo)')[
				'Source/Demo/Private/DemoModule.cpp'
			],
		},
		good: {},
		expected: ['Source/Wrong/Demo.Build.cs:1 build-file-place'],
	},
	{
		rule: 'implement-module',
		bad: moduleFile(),
		good: moduleFile('IMPLEMENT_GAME_MODULE(FDefaultGameModuleImpl, Demo);'),
		expected: ['Source/Demo/Demo.Build.cs:1 implement-module'],
	},
	{
		rule: 'implement-module',
		bad: moduleFile('IMPLEMENT_MODULE(FDefaultModuleImpl, Dem0) /*!*/'),
		good: moduleFile('IMPLEMENT_MODULE(FDefaultModuleImpl, Demo)'),
	},
	{
		rule: 'implement-module',
		bad: moduleFile('IMPLEMENT_MODULE(FDemoModule, Demo) /*!*/'),
		good: moduleFile('class FDemoModule : public IModuleInterface {};', 'IMPLEMENT_MODULE(FDemoModule, Demo)'),
	},
	{
		rule: 'implement-module',
		bad: moduleFile(
			'IMPLEMENT_MODULE(FDefaultModuleImpl, Demo)',
			'IMPLEMENT_MODULE(FDefaultModuleImpl, Demo) /*!*/',
		),
		good: {},
	},

	{
		rule: 'pragma-once',
		bad: { 'Source/Demo/Public/Plain.h': source('#include "CoreMinimal.h"') },
		good: publicHeader(),
		expected: ['Source/Demo/Public/Plain.h:1 pragma-once'],
	},
	{
		rule: 'generated-include-missing',
		bad: {
			'Source/Demo/Public/Kind.h': source(
				'#pragma once',
				'#include "CoreMinimal.h"',
				'UENUM() /*!*/',
				'enum class EKind : uint8 { One };',
			),
		},
		good: { 'Source/Demo/Public/Kind.h': header('Kind', ['UENUM()', 'enum class EKind : uint8 { One };']) },
	},
	{
		rule: 'generated-include-name',
		bad: {
			'Source/Demo/Public/Kind.h': source(
				'#pragma once',
				'#include "CoreMinimal.h"',
				'#include "Kinds.generated.h" /*!*/',
				'UENUM()',
				'enum class EKind : uint8 { One };',
			),
		},
		good: { 'Source/Demo/Public/Kind.h': header('Kind', ['UENUM()', 'enum class EKind : uint8 { One };']) },
	},
	{
		rule: 'generated-include-last',
		bad: {
			'Source/Demo/Public/Kind.h': source(
				'#pragma once',
				'#include "Kind.generated.h"',
				'#include "CoreMinimal.h" /*!*/',
				'UENUM()',
				'enum class EKind : uint8 { One };',
			),
		},
		good: { 'Source/Demo/Public/Kind.h': header('Kind', ['UENUM()', 'enum class EKind : uint8 { One };']) },
	},
	{
		rule: 'generated-include-unused',
		bad: publicHeader(
			'#include "Plain.generated.h" /*!*/',
			'// UCLASS() in a comment',
			'const TCHAR* Text = TEXT("UCLASS()");',
		),
		good: publicHeader(),
	},
	{
		rule: 'include-path',
		bad: code(
			'#include "Runtime/Engine/Public/TimerManager.h" /*!*/',
			'#include "../Public/Plain.h" /*!*/',
			'#include "Misc\\Paths.h" /*!*/',
		),
		good: code('#include "TimerManager.h"', '#include "Runtime/Launch/Resources/Version.h"'),
	},
	{
		rule: 'include-path',
		bad: { ...publicHeader(), ...code('#include "Public/Plain.h" /*!*/') },
		good: { ...publicHeader(), ...code('#include "Plain.h"') },
	},
	{
		rule: 'include-unknown',
		bad: code('#include "RecastNavMesh.h" /*!*/', '#include "Nowhere/Thing.h" /*!*/'),
		good: code('#include "Engine/World.h"', '#include <vector>'),
	},
	{
		rule: 'include-private',
		bad: {
			'Source/Demo/Private/Hidden.h': source('#pragma once'),
			'Source/DemoEditor/Private/Use.cpp': source('#include "Hidden.h" /*!*/'),
		},
		good: {
			'Source/Demo/Public/Shown.h': source('#pragma once'),
			'Source/DemoEditor/Private/Use.cpp': source('#include "Shown.h"'),
		},
	},
	{
		rule: 'include-private',
		bad: {
			'Source/Demo/Private/Hidden.h': source('#pragma once'),
			'Source/DemoEditor/Private/Use.cpp': source('#include "Hidden.h" /*!*/'),
		},
		good: {
			'Source/Demo/Private/Hidden.h': source('#pragma once'),
			'Source/DemoEditor/Private/Use.cpp': source('#include "Hidden.h"'),
			'Source/DemoEditor/DemoEditor.Build.cs': buildFile('DemoEditor', {
				privateModules: ['Core', 'Demo'],
				more: ['PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "../Demo/Private"));'],
			}),
		},
	},
	{
		rule: 'include-editor',
		bad: {
			...demoLine('if (Target.bBuildEditor) { PrivateDependencyModuleNames.Add("UnrealEd"); }'),
			...code('#include "Editor.h" /*!*/', '#if !WITH_EDITOR', '#include "ScopedTransaction.h" /*!*/', '#endif'),
		},
		good: {
			...demoLine('if (Target.bBuildEditor) { PrivateDependencyModuleNames.Add("UnrealEd"); }'),
			...code('#if WITH_EDITOR', '#include "Editor.h"', '#endif'),
		},
	},
	{
		rule: 'include-gameplay-debugger',
		bad: {
			...demoLine('SetupGameplayDebuggerSupport(Target);'),
			...code('#include "GameplayDebuggerCategory.h" /*!*/'),
		},
		good: {
			...demoLine('SetupGameplayDebuggerSupport(Target);'),
			...code('#if WITH_GAMEPLAY_DEBUGGER', '#include "GameplayDebuggerCategory.h"', '#endif'),
		},
	},
	{
		rule: 'include-base',
		bad: {
			'Source/Demo/Public/Part.h': header('Part', [
				'UCLASS()',
				'class DEMO_API UPart : public UActorComponent /*!*/',
				'{',
				'\tGENERATED_BODY()',
				'};',
			]),
		},
		good: {
			'Source/Demo/Public/Part.h': header(
				'Part',
				['UCLASS()', 'class DEMO_API UPart : public UActorComponent', '{', '\tGENERATED_BODY()', '};'],
				{ includes: ['CoreMinimal.h', 'Components/ActorComponent.h'] },
			),
		},
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
];
