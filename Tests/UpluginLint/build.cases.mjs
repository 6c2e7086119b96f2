// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about Build.cs files and includes. Lines with the mark are where the rule must fire.

import { buildFile, code, descriptor, source } from './support.mjs';

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
		rule: 'build-dependency-private',
		bad: {
			...publicHeader(),
			'Source/DemoEditor/Public/Use.h': source('#pragma once', '#include "Plain.h" /*!*/'),
		},
		good: {
			...publicHeader(),
			'Source/DemoEditor/Private/Use.h': source('#pragma once', '#include "Plain.h"'),
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
		good: demoLine(
			'if (Target.bBuildEditor) { PublicDependencyModuleNames.AddRange(new[] { "Core" }); PrivateDependencyModuleNames.Add("UnrealEd"); }',
		),
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
		rule: 'build-class',
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
		expected: ['Source/Wrong/Demo.Build.cs:1 build-class'],
	},
	...[
		moduleFile(),
		moduleFile('IMPLEMENT_MODULE(FDefaultModuleImpl, Dem0)'),
		{ ...moduleFile('IMPLEMENT_MODULE(FOne, Demo)'), ...code('IMPLEMENT_MODULE(FTwo, Demo)') },
	].map((bad) => ({
		rule: 'implement-module',
		bad,
		good: moduleFile('IMPLEMENT_GAME_MODULE(FDefaultGameModuleImpl, Demo);'),
		expected: ['Source/Demo/Demo.Build.cs:1 implement-module'],
	})),
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
		rule: 'build-macro',
		bad: code(
			'#if DEMO_FAST /*!*/',
			'#elif WITH_RECAST /*!*/',
			'#endif',
			'#if WITH_GAMEPLAY_DEBUGGER /*!*/',
			'#endif',
			'#if _MSC_VER > 1900 /*!*/',
			'#endif',
		),
		good: {
			...demoBuild({
				privateModules: ['NavigationSystem'],
				more: ['PrivateDefinitions.Add("DEMO_FAST=1");', 'SetupGameplayDebuggerSupport(Target);'],
			}),
			...code(
				'#if DEMO_FAST && WITH_EDITOR',
				'#elif WITH_RECAST || WITH_GAMEPLAY_DEBUGGER',
				'#endif',
				'#if defined(_MSC_VER) && _MSC_VER > 1900',
				'#endif',
				'#ifndef DEMO_OTHER',
				'#define DEMO_OTHER 0',
				'#endif',
				'#if DEMO_OTHER // not DEMO_UNKNOWN',
				'#endif',
				'#ifdef DEMO_UNKNOWN',
				'#endif',
			),
		},
	},
	{
		rule: 'build-macro',
		bad: {
			...demoLine('PrivateDefinitions.Add("DEMO_FAST=1");'),
			'Source/DemoEditor/Private/Use.cpp': source('#if DEMO_FAST /*!*/', '#endif'),
		},
		good: {
			...demoLine('PublicDefinitions.Add("DEMO_FAST=" + (Target.bCompileISPC ? "1" : "0"));'),
			'Source/DemoEditor/Private/Use.cpp': source('#if DEMO_FAST', '#endif'),
		},
	},
];
