// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about code, shaders, ISPC and the comments that allow things. Lines with the mark are
// where the rule must fire.

import { buildFile, code, copyright, descriptor, header, source, thing } from './support.mjs';

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
	usf = [],
} = {}) {
	return {
		'Demo.uplugin': descriptor({}, { LoadingPhase: phase }),
		...demoBuild(['RenderCore', 'RHI', 'Projects']),
		'Source/Demo/Private/DemoModule.cpp': source(
			'#include "GlobalShader.h"',
			'#include "Modules/ModuleManager.h"',
			'class FDemoCS : public FGlobalShader',
			'{',
			'\tDECLARE_GLOBAL_SHADER(FDemoCS);',
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

const plainHeader = (...lines) => ({
	'Source/Demo/Public/Plain.h': source('#pragma once', '#include "CoreMinimal.h"', ...lines),
});
const editorUse = (...lines) => ({ 'Source/DemoEditor/Private/Use.cpp': source('#include "Plain.h"', ...lines) });
const publicThing = (macro, mark = '') => ({
	'Source/Demo/Public/Thing.h': header('Thing', [
		macro,
		`class UThing : public UObject${mark}`,
		'{',
		'\tGENERATED_BODY()',
		'};',
	]),
});
const edges = 'auto Get(ARecastNavMesh& Mesh) { return Mesh.GetEdgesInTile(); }';
const compatibility = (...lines) => ({
	'Source/Demo/Private/Compatibility.h': source('#include "Misc/EngineVersionComparison.h"', ...lines),
});

export const cases = [
	{
		rule: 'api-missing',
		bad: publicThing('UCLASS()', ' /*!*/'),
		good: publicThing('UCLASS(MinimalAPI)'),
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
	{ rule: 'api-macro', bad: plainHeader('OTHER_API void Work(); /*!*/'), good: plainHeader('DEMO_API void Work();') },
	{
		rule: 'api-macro',
		bad: plainHeader('template <typename T>', 'class DEMO_API TBox { T Value; }; /*!*/'),
		good: plainHeader('template <typename T>', 'class TBox { T Value; };'),
	},
	{
		rule: 'api-macro',
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
		rule: 'no-std-thread',
		bad: inFunction('std::thread Worker(Run); /*!*/', 'auto Later = std::async(Run); /*!*/'),
		good: inFunction('std::this_thread::yield();', 'std::atomic<int> Count;', 'UE::Tasks::Launch(TEXT("x"), Run);'),
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
		bad: { ...compatibility('#if UE_VERSION_OLDER_THAN(5, 7, 0)', '#endif'), ...code(`${edges} /*!*/`) },
		good: compatibility('#if UE_VERSION_OLDER_THAN(5, 7, 0)', '#else', edges, '#endif'),
	},
	{
		rule: 'version-guard',
		bad: compatibility('#if UE_VERSION_OLDER_THAN(5, 7, 0)', '#endif', `${edges} /*!*/`),
		good: compatibility('#if UE_VERSION_NEWER_THAN_OR_EQUAL(5, 7, 0)', edges, '#endif'),
	},
	{
		rule: 'version-guard',
		bad: {
			...compatibility('#if UE_VERSION_OLDER_THAN(5, 7, 0)', '#endif'),
			...code('#if ENGINE_MINOR_VERSION < 7 /*!*/', '#define DEMO_OLD 1', '#endif'),
		},
		good: compatibility('#if ENGINE_MINOR_VERSION < 7', '#define DEMO_OLD 1', '#endif'),
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
		rule: 'ispc-dependency',
		bad: kernel,
		good: { ...kernel, ...ispc },
		expected: ['Source/Demo/Private/Kernel.ispc:1 ispc-dependency'],
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
		expected: ['Source/Demo/Private/DemoModule.cpp:8 shader-phase'],
	},
	{
		rule: 'shader-phase',
		bad: { ...shaders(), ...thing() },
		good: shaders(),
		expected: ['Source/Demo/Public/Thing.h:7 shader-phase'],
	},
	{
		rule: 'shader-path',
		bad: shaders({ map: 'AddShaderSourceDirectoryMapping(TEXT("Plugin/Demo"), TEXT("Shaders")); /*!*/' }),
		good: shaders(),
	},
	{
		rule: 'shader-path',
		bad: shaders({ map: '' }),
		good: shaders(),
		expected: ['Source/Demo/Private/DemoModule.cpp:8 shader-path'],
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
		rule: 'allow-comment',
		bad: code(
			'// uplugin-lint: allow no-std-thred: a wrong name /*!*/',
			'// uplugin-lint: allow no-std-thread: nothing there to allow /*!*/',
			'int32 Count = 0;',
		),
		good: inFunction('std::thread Worker(Run); // uplugin-lint: allow no-std-thread: for a good reason'),
	},
];
