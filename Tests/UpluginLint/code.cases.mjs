// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about code, shaders, ISPC and the comments that allow things. Lines with the mark are
// where the rule must fire.

import { buildFile, code, copyright, descriptor, source, thing } from './support.mjs';

const base = ['Core', 'CoreUObject', 'Engine'];
const demoBuild = (privateModules, more = []) => ({
	'Source/Demo/Demo.Build.cs': buildFile('Demo', { publicModules: base, privateModules, more }),
});
const inFunction = (...lines) => code('void Work(int32 Value)', '{', ...lines.map((line) => `\t${line}`), '}');
const test = 'EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter';
const kernel = { 'Source/Demo/Private/Kernel.ispc': `${copyright}\nexport void Solve(uniform int Count) { }\n` };
const ispc = demoBuild(['IntelISPC']);

/** A plugin whose runtime module has a global shader. */
function shaders({
	phase = 'PostConfigInit',
	map = 'AddShaderSourceDirectoryMapping(TEXT("/Plugin/Demo"), TEXT("Shaders"));',
	implement = 'IMPLEMENT_GLOBAL_SHADER(FDemoCS, "/Plugin/Demo/Private/Demo.usf", "MainCS", SF_Compute);',
	parameters = ['SHADER_PARAMETER(uint32, Count)'],
	usf = [],
} = {}) {
	return {
		'Demo.uplugin': descriptor({}, { LoadingPhase: phase }),
		...demoBuild(['RenderCore', 'RHI', 'Projects']),
		'Source/Demo/Private/DemoModule.cpp': source(
			'#include "GlobalShader.h"',
			'#include "Modules/ModuleManager.h"',
			'#include "ShaderParameterStruct.h"',
			'class FDemoCS : public FGlobalShader',
			'{',
			'\tDECLARE_GLOBAL_SHADER(FDemoCS);',
			'\tBEGIN_SHADER_PARAMETER_STRUCT(FParameters, )',
			...parameters.map((line) => `\t\t${line}`),
			'\tEND_SHADER_PARAMETER_STRUCT()',
			'};',
			implement,
			'class FDemoModule : public IModuleInterface',
			'{',
			`\tvirtual void StartupModule() override { ${map} }`,
			'};',
			'IMPLEMENT_MODULE(FDemoModule, Demo)',
		),
		'Shaders/Private/Demo.usf': [
			copyright,
			'#include "/Engine/Private/Common.ush"',
			'#include "Shared.ush"',
			...usf,
			'[numthreads(64, 1, 1)]',
			'void MainCS(uint3 Id : SV_DispatchThreadID) { if (Id.x < Count) { } }',
			'',
		].join('\n'),
		'Shaders/Private/Shared.ush': `${copyright}\n#pragma once\nuint Count;\nfloat3 Origin;\n`,
	};
}

export const cases = [
	{
		rule: 'undefined-macro',
		bad: code(
			'#if DEMO_FAST /*!*/',
			'#elif WITH_RECAST /*!*/',
			'#endif',
			'#if UE_VERSION_OLDER_THAN(5, 7, 0) /*!*/',
			'#endif',
			'#if WITH_GAMEPLAY_DEBUGGER /*!*/',
			'#endif',
			'#if _MSC_VER > 1900 /*!*/',
			'#endif',
		),
		good: {
			...demoBuild(
				['NavigationSystem'],
				['PublicDefinitions.Add("DEMO_FAST=1");', 'SetupGameplayDebuggerSupport(Target);'],
			),
			...code(
				'#include "Misc/EngineVersionComparison.h"',
				'#if DEMO_FAST && WITH_EDITOR',
				'#elif WITH_RECAST',
				'#endif',
				'#if UE_VERSION_OLDER_THAN(5, 7, 0) || WITH_GAMEPLAY_DEBUGGER',
				'#endif',
				'#if defined(_MSC_VER) && _MSC_VER > 1900',
				'#endif',
				'#ifndef DEMO_OTHER',
				'#define DEMO_OTHER 0',
				'#endif',
				'#if DEMO_OTHER',
				'#endif',
				'#ifdef DEMO_UNKNOWN',
				'#endif',
			),
		},
	},
	{
		rule: 'undefined-macro',
		bad: {
			...demoBuild([], ['PublicDefinitions.Add("DEMO_INSIDE=1");']),
			...code(
				'#if DEMO_INSIDE',
				'#if DEMO_TYPO /*!*/',
				'#endif',
				'#else',
				'#if DEMO_OUTSIDE',
				'#include "Not/There.h"',
				'#endif',
				'#endif',
			),
		},
		good: {
			...demoBuild([], ['PublicDefinitions.Add("DEMO_INSIDE=1");']),
			...code('#if !DEMO_INSIDE', '#if DEMO_OUTSIDE', '#include "Not/There.h"', '#endif', '#endif'),
		},
	},
	{
		rule: 'log-format',
		bad: inFunction(
			'UE_LOG(LogTemp, Log, "plain"); /*!*/',
			'UE_LOG(LogTemp, Log, TEXT("%d and %d"), Value); /*!*/',
			'UE_LOG(LogTemp, Log, TEXT("%s"), GetNameSafe(this)); /*!*/',
			'UE_LOG(LogTemp, Log, TEXT("%d"), *Object->GetName()); /*!*/',
			'UE_LOG(LogTemp, Log, TEXT("%s"), "text"); /*!*/',
			'FString Text = FString::Printf(TEXT("none"), Value); /*!*/',
			'checkf(Value > 0, TEXT("%s %s"), TEXT("one")); /*!*/',
		),
		good: inFunction(
			'UE_LOG(LogTemp, Log, TEXT("100 %% of %d, %.*f, %s") TEXT(" and %-5s"), Value, 2, 1.0, *GetNameSafe(this), TEXT("text"));',
			'UE_CLOG(Value > 0, LogTemp, Warning, TEXT("%s"), *FString::Printf(TEXT("%d"), Value));',
			'const FString Text = FString::Printf(TEXT("%s:%s"), *Object->GetName(), Value ? TEXT("a,b") : TEXT("c"));',
			'UE_LOG(LogTemp, Log, TEXT("%d"), Object->GetName().Len());',
			'UE_LOG(LogTemp, Log, TEXT("%s"), Value ? TEXT("none") : *Object->GetName());',
			'UE_LOG(LogTemp, Log, TEXT("%s"), ANSI_TO_TCHAR(Object.GetName()));',
			'UE_LOG(LogTemp, Log, TEXT("%" PRIu64), Value);',
			'Printf("not ours", Value);',
		),
	},
	{
		rule: 'text-macro',
		bad: code(
			'static TAutoConsoleVariable<int32> CVarA("demo.A", 1, TEXT("help")); /*!*/',
			'DECLARE_STATS_GROUP("Demo", STATGROUP_Demo, STATCAT_Advanced); /*!*/',
			'static FAutoConsoleCommand Command{"demo.B", TEXT("help")}; /*!*/',
		),
		good: code(
			'static TAutoConsoleVariable<int32> CVarA(TEXT("demo.A"), 1, TEXT("help"));',
			'DECLARE_STATS_GROUP(TEXT("Demo"), STATGROUP_Demo, STATCAT_Advanced);',
		),
	},
	{
		rule: 'log-category',
		bad: inFunction('UE_LOG(LogDemo, Log, TEXT("x")); /*!*/'),
		good: code(
			'DEFINE_LOG_CATEGORY_STATIC(LogDemo, Log, All);',
			'void Work() { UE_LOG(LogDemo, Log, TEXT("x")); }',
		),
	},
	{
		rule: 'log-category',
		bad: {
			'Source/Demo/Public/DemoLog.h': source(
				'#pragma once',
				'#include "Logging/LogMacros.h"',
				'DEMO_API DECLARE_LOG_CATEGORY_EXTERN(LogDemo, Log, All); /*!*/',
			),
		},
		good: {
			'Source/Demo/Public/DemoLog.h': source(
				'#pragma once',
				'#include "Logging/LogMacros.h"',
				'DEMO_API DECLARE_LOG_CATEGORY_EXTERN(LogDemo, Log, All);',
			),
			...code('DEFINE_LOG_CATEGORY(LogDemo);'),
		},
	},
	{
		rule: 'log-verbosity',
		bad: inFunction('UE_LOG(LogTemp, Info, TEXT("x")); /*!*/'),
		good: inFunction('UE_LOG(LogTemp, VeryVerbose, TEXT("x"));'),
	},
	{
		rule: 'no-exceptions',
		bad: inFunction('try { /*!*/', 'throw Value; /*!*/', '} catch (...) { } /*!*/'),
		good: inFunction('// try to throw', 'const TCHAR* Text = TEXT("try catch");'),
	},
	{
		rule: 'no-rtti',
		bad: inFunction('auto* A = dynamic_cast<AActor*>(Object); /*!*/', 'const auto& B = typeid(Value); /*!*/'),
		good: inFunction('auto* A = Cast<AActor>(Object);'),
	},
	{
		rule: 'no-std-thread',
		bad: inFunction('std::thread Worker(Run); /*!*/', 'auto Later = std::async(Run); /*!*/'),
		good: inFunction('std::this_thread::yield();', 'std::atomic<int> Count;', 'UE::Tasks::Launch(TEXT("x"), Run);'),
	},
	{
		rule: 'new-object',
		bad: inFunction('auto* A = new UThing(); /*!*/', 'auto* B = new AActor; /*!*/'),
		good: inFunction('auto* A = NewObject<UThing>();', 'auto* B = new FHelper();'),
	},
	{
		rule: 'check-side-effect',
		bad: inFunction('check(++Value > 0); /*!*/', 'checkf((Value = Next()) > 0, TEXT("none")); /*!*/'),
		good: inFunction(
			'check(Value == 0 && Value <= 3 && Value != 7);',
			'verify(++Value > 0);',
			'Other.check(Value = 3);',
		),
	},
	{
		rule: 'version-guard',
		bad: inFunction(
			'const FSlateBrush* Brush = FEditorStyle::GetBrush(); /*!*/',
			'FCoreDelegates::OnPostEngineInit.AddLambda([] {}); /*!*/',
		),
		good: code(
			'#include "Misc/EngineVersionComparison.h"',
			'#if UE_VERSION_OLDER_THAN(5, 8, 0)',
			'#define DEMO_OLD 1',
			'#else',
			'#define DEMO_OLD 0',
			'#endif',
			'void Work()',
			'{',
			'#if DEMO_OLD',
			'\tFCoreDelegates::OnPostEngineInit.AddLambda([] {});',
			'#else',
			'\tFCoreDelegates::GetOnPostEngineInit().AddLambda([] {});',
			'#endif',
			'}',
		),
	},
	{
		rule: 'loctext-namespace',
		bad: inFunction('FText Text = LOCTEXT("Key", "text"); /*!*/'),
		good: code(
			'#define LOCTEXT_NAMESPACE "Demo"',
			'FText Text = LOCTEXT("Key", "text");',
			'#undef LOCTEXT_NAMESPACE',
		),
	},
	{
		rule: 'loctext-namespace',
		bad: code('#define LOCTEXT_NAMESPACE "Demo" /*!*/', 'FText Text = LOCTEXT("Key", "text");'),
		good: code(),
	},
	{
		rule: 'test-guard',
		bad: code(`IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDemoTest, "Demo.Test", ${test}) /*!*/`),
		good: code(
			'#if WITH_DEV_AUTOMATION_TESTS',
			`IMPLEMENT_SIMPLE_AUTOMATION_TEST(FDemoTest, "Demo.Test", ${test})`,
			'#endif',
		),
	},
	{
		rule: 'test-flags',
		bad: code(
			'#if WITH_DEV_AUTOMATION_TESTS',
			'DEFINE_SPEC(FDemoSpec, "Demo.Spec", EAutomationTestFlags::ProductFilter) /*!*/',
			'DEFINE_SPEC(FDemo2Spec, "Demo.Spec2", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter | EAutomationTestFlags::PerfFilter) /*!*/',
			'#endif',
		),
		good: code('#if WITH_DEV_AUTOMATION_TESTS', `DEFINE_SPEC(FDemoSpec, "Demo.Spec", ${test})`, '#endif'),
	},
	{
		rule: 'stat-group',
		bad: code('DECLARE_CYCLE_STAT(TEXT("Solve"), STAT_DemoSolve, STATGROUP_Demo); /*!*/'),
		good: code(
			'DECLARE_STATS_GROUP(TEXT("Demo"), STATGROUP_Demo, STATCAT_Advanced);',
			'DECLARE_CYCLE_STAT(TEXT("Solve"), STAT_DemoSolve, STATGROUP_Demo);',
		),
	},

	{
		rule: 'ispc-dependency',
		bad: kernel,
		good: { ...kernel, ...ispc },
		expected: ['Source/Demo/Private/Kernel.ispc:1 ispc-dependency'],
	},
	{
		rule: 'ispc-guard',
		bad: { ...kernel, ...ispc, ...code('#include "Kernel.ispc.generated.h" /*!*/') },
		good: { ...kernel, ...ispc, ...code('#if INTEL_ISPC', '#include "Kernel.ispc.generated.h"', '#endif') },
	},
	{
		rule: 'ispc-guard',
		bad: {
			...kernel,
			...ispc,
			...code('#if INTEL_ISPC', '#else', '#include "Kernel.ispc.generated.h" /*!*/', '#endif'),
		},
		good: {
			...kernel,
			...demoBuild(
				['IntelISPC'],
				['PrivateDefinitions.Add("DEMO_WITH_ISPC=" + (Target.bCompileISPC ? "1" : "0"));'],
			),
			...code('#if DEMO_WITH_ISPC && WITH_EDITOR', '#include "Kernel.ispc.generated.h"', '#endif'),
		},
	},
	{
		rule: 'ispc-name-unique',
		bad: { ...kernel, ...ispc, 'Source/Demo/Private/Sub/Kernel.ispc': `${copyright}\n` },
		good: { ...kernel, ...ispc },
		expected: ['Source/Demo/Private/Sub/Kernel.ispc:1 ispc-name-unique'],
	},
	{
		rule: 'ispc-name-unique',
		bad: { ...kernel, ...ispc, ...code('#if INTEL_ISPC', '#include "Kernal.ispc.generated.h" /*!*/', '#endif') },
		good: { ...kernel, ...ispc },
	},
	{
		rule: 'ispc-language',
		bad: {
			...kernel,
			...ispc,
			'Source/Demo/Private/Shared.isph': `${copyright}\n// template <typename T>\ntemplate <typename T> T Twice(T Value); /*!*/\n`,
		},
		good: { ...kernel, ...ispc, 'Source/Demo/Private/Shared.isph': `${copyright}\nfloat Twice(float Value);\n` },
	},
	{
		rule: 'shader-phase',
		bad: shaders({ phase: 'Default' }),
		good: shaders(),
		expected: ['Source/Demo/Private/DemoModule.cpp:12 shader-phase'],
	},
	{
		rule: 'shader-phase',
		bad: { ...shaders(), ...thing() },
		good: shaders(),
		expected: ['Source/Demo/Public/Thing.h:6 shader-phase'],
	},
	{
		rule: 'shader-in-header',
		bad: {
			...shaders({ implement: '' }),
			'Source/Demo/Private/Shader.h': source(
				'#pragma once',
				'#include "GlobalShader.h"',
				'IMPLEMENT_GLOBAL_SHADER(FDemoCS, "/Plugin/Demo/Private/Demo.usf", "MainCS", SF_Compute); /*!*/',
			),
		},
		good: shaders(),
	},
	{
		rule: 'shader-mapping',
		bad: shaders({
			map: 'AddShaderSourceDirectoryMapping(TEXT("Plugin/Demo"), TEXT("Shaders")); /*!*/',
			implement: '',
		}),
		good: shaders(),
	},
	{
		rule: 'shader-mapping',
		bad: shaders({
			map: 'AddShaderSourceDirectoryMapping(TEXT("/Plugin/Demo"), TEXT("A")); AddShaderSourceDirectoryMapping(TEXT("/Plugin/Demo"), TEXT("Shaders")); /*!*/',
		}),
		good: shaders(),
	},
	{
		rule: 'shader-mapping',
		bad: shaders({ map: '' }),
		good: shaders(),
		expected: ['Source/Demo/Private/DemoModule.cpp:12 shader-mapping'],
	},
	{
		rule: 'shader-path',
		bad: shaders({
			implement: 'IMPLEMENT_GLOBAL_SHADER(FDemoCS, "/Plugin/Demo/Demo.usf", "MainCS", SF_Compute); /*!*/',
		}),
		good: shaders(),
	},
	{
		rule: 'shader-path',
		bad: shaders({
			implement: 'IMPLEMENT_GLOBAL_SHADER(FDemoCS, "/Plugin/Demo/Private/Demo.usf", "Main", SF_Compute); /*!*/',
		}),
		good: shaders(),
	},
	{
		rule: 'shader-path',
		bad: shaders({ usf: ['#include "/Plugin/Demo/Private/Gone.ush" /*!*/'] }),
		good: shaders({ usf: ['#include "/Plugin/Demo/Private/Shared.ush"'] }),
	},
	{
		rule: 'shader-parameter',
		bad: shaders({
			parameters: ['SHADER_PARAMETER(FVector, Origin) /*!*/', 'SHADER_PARAMETER(uint32, Counts) /*!*/'],
		}),
		good: shaders({ parameters: ['SHADER_PARAMETER(FVector3f, Origin)', 'SHADER_PARAMETER(uint32, Count)'] }),
	},

	{
		rule: 'allow-comment',
		bad: code(
			'// uplugin-lint: allow no-rtty: a wrong name /*!*/',
			'// uplugin-lint: allow no-rtti: nothing there to allow /*!*/',
			'int32 Count = 0;',
		),
		good: inFunction('auto* A = dynamic_cast<FBase*>(B); // uplugin-lint: allow no-rtti: this module turns it on'),
	},
];
