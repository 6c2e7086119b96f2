// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The program itself: exit codes, output, allowing comments, and input that nobody meant to be read.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { rules } from '../../Tools/uplugin-lint/lint.mjs';
import { basePlugin, code, descriptor, findingsOf, placesOf, source, withFiles } from './support.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.join(root, 'Tools/uplugin-lint/uplugin-lint.mjs');

function run(...args) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

test('a clean plugin: exit code 0 and no output', () => {
	assert.deepEqual(
		withFiles(basePlugin(), (folder) => run(folder)),
		{ status: 0, stdout: '', stderr: '' },
	);
});

test('findings: exit code 1, one line each, FILE:LINE: RULE: sentence', () => {
	const files = { ...basePlugin(), ...code('void Work() { throw 1; }', 'static int32* A = new AActor;') };
	const { status, stdout, stderr } = withFiles(files, (folder) => run(folder));
	assert.equal(status, 1);
	const lines = stdout.trimEnd().split('\n');
	assert.equal(lines.length, 2);
	assert.match(lines[0], /^Source\/Demo\/Private\/Code\.cpp:3: no-exceptions: .+; .+/);
	assert.match(lines[1], /^Source\/Demo\/Private\/Code\.cpp:4: new-object: .+; .+/);
	assert.equal(stderr, 'uplugin-lint: 2 finding(s)\n');
});

test('bad usage: exit code 2 and a sentence', () => {
	withFiles({ 'README.md': 'x' }, (folder) => {
		const cases = [
			[folder],
			[path.join(folder, 'gone')],
			[path.join(folder, 'README.md')],
			['--frob', folder],
			[folder, folder],
		];
		for (const args of cases) {
			const { status, stdout, stderr } = run(...args);
			assert.equal(status, 2, args.join(' '));
			assert.equal(stdout, '');
			assert.match(stderr, /^uplugin-lint: .+\n$/);
		}
	});
});

test('--fab asks for more', () => {
	withFiles(basePlugin(), (folder) => {
		assert.equal(run(folder).status, 0);
		const { status, stdout } = run('--fab', folder);
		assert.equal(status, 1);
		assert.match(stdout, /^Demo\.uplugin:1: descriptor-engine-version: /);
	});
});

test('--list names every rule, and so does the page', () => {
	const { status, stdout } = run('--list');
	assert.equal(status, 0);
	assert.deepEqual(
		stdout
			.trimEnd()
			.split('\n')
			.map((line) => line.split(':')[0]),
		[...rules.keys()],
	);
	const page = fs.readFileSync(path.join(root, 'Docs/PluginLint.md'), 'utf8');
	const listed = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
	assert.deepEqual(listed.sort(), [...rules.keys()].sort());
});

test('a comment allows a rule on its line or, alone, on the next, with a reason', () => {
	const allow = 'uplugin-lint: allow no-exceptions';
	assert.deepEqual(findingsOf(code(`void A() { throw 1; } // ${allow}: tested with them on`)), []);
	assert.deepEqual(findingsOf(code(`// ${allow}: tested with them on`, 'void A() { throw 1; }')), []);
	assert.deepEqual(findingsOf(code(`/* ${allow}: tested with`, '   them on */', 'void A() { throw 1; }')), []);
	const place = (line, rule) => `Source/Demo/Private/Code.cpp:${line} ${rule}`;
	assert.deepEqual(placesOf(findingsOf(code(`void A() { throw 1; } // ${allow}`))), [
		place(3, 'allow-comment'),
		place(3, 'no-exceptions'),
	]);
	assert.deepEqual(placesOf(findingsOf(code(`int32 B = 0; // ${allow}: not alone`, 'void A() { throw 1; }'))), [
		place(3, 'allow-comment'),
		place(4, 'no-exceptions'),
	]);
	assert.deepEqual(placesOf(findingsOf(code(`// ${allow}: too far away`, '', 'void A() { throw 1; }'))), [
		place(3, 'allow-comment'),
		place(5, 'no-exceptions'),
	]);
	assert.deepEqual(
		placesOf(findingsOf(code(`const TCHAR* Text = TEXT("${allow}: a string");`, 'void A() { throw 1; }'))),
		[place(4, 'no-exceptions')],
	);
});

test('rules look at code: not at comments, strings, raw strings, or what Build.cs switches off', () => {
	const lines = [
		'// throw UE_LOG(LogNone, Log, "x")',
		'/* dynamic_cast',
		'UCLASS() */',
		'const char* A = "try { throw \\" 1; }";',
		'const char* B = R"x(throw " )" typeid)x";',
		"const int C = 1'000'000; const char D = '\"';",
		'#define TWICE(X) \\',
		'\tthrow X',
		'#if 0',
		'void E() { throw 1; }',
		'#endif',
		'#if 1',
		'#else',
		'void F() { throw 1; }',
		'#endif',
	];
	assert.deepEqual(findingsOf(code(...lines)), []);
});

test('files with Windows line ends and a byte order mark are read like others', () => {
	const windows = (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
	const files = Object.fromEntries(
		Object.entries({ ...basePlugin(), ...code('#define LONG 1 \\', '\t+ 2', 'void A() { throw 1; }') }).map(
			([name, text]) => [name, windows(text)],
		),
	);
	assert.deepEqual(placesOf(findingsOf(files)), ['Source/Demo/Private/Code.cpp:5 no-exceptions']);
});

const deep = 20000;
const hostile = {
	'random bytes': Buffer.from(
		Array.from({ length: 200000 }, (_, index) => (((index * 7919) ^ (index >> 3)) % 255) + 1),
	),
	'one huge line': `${source()}${'a + '.repeat(500000)}`,
	'one huge string': `${source()}"${'x'.repeat(2000000)}`,
	'open brackets': `${source()}${'('.repeat(deep)}${'{'.repeat(deep)}`,
	'closed brackets': `${source()}${')'.repeat(deep)}${'}'.repeat(deep)}`,
	'open angles': `${source()}${'A<'.repeat(deep)}`,
	'nested namespaces': `${source()}${'namespace A {'.repeat(deep)}`,
	'nested classes': `${source()}${'UCLASS() class UA : public UObject { GENERATED_BODY() '.repeat(2000)}`,
	'calls in calls': `${source()}${'UE_LOG('.repeat(deep)}`,
	'macros without end': `${source()}${'UPROPERTY(meta=('.repeat(deep)}`,
	'conditions in conditions': `${source()}${'#if A\n'.repeat(3000)}`,
	'a deep condition': `${source()}#if ${'('.repeat(deep)}1${')'.repeat(deep)}\n#endif\n#if ${'!'.repeat(deep)}1\n#endif\n`,
	'conditions that were never begun': `${source()}${'#endif\n#else\n#elif 1\n'.repeat(1000)}`,
	'an open comment': `${source()}/* ${'* '.repeat(100000)}`,
	'an open raw string': `${source()}R"x(${'('.repeat(100000)}`,
	'directives only': `${source()}${'#\n#include\n#include "\n#include <\n#define\n#if\n#elif\n#endif\n#pragma\n'.repeat(500)}`,
	'half a declaration': `${source()}class DEMO_API UA : public`,
	backslashes: `${source()}${'\\\n'.repeat(50000)}`,
	'format marks': `${source()}void A() { UE_LOG(LogTemp, Log, TEXT("${'%'.repeat(50000)}${'%-#0'.repeat(20000)}")); }`,
};

for (const [name, content] of Object.entries(hostile)) {
	test(`hostile source files end with findings, not with a crash: ${name}`, () => {
		const files = {
			'Source/Demo/Private/Code.cpp': content,
			'Source/Demo/Public/Code.h': content,
			'Source/Demo/Demo.Build.cs': content,
			'Shaders/Private/A.usf': content,
			'Config/FilterPlugin.ini': content,
		};
		assert.notEqual(findingsOf(files).length, 0);
	});
}

const descriptors = {
	empty: '',
	null: 'null',
	number: '7',
	text: '"x"',
	array: '[1]',
	cut: descriptor().slice(0, 200),
	'not JSON': '<xml/>',
	bytes: Buffer.from([0, 255, 1, 254]),
	'deep nesting': '['.repeat(100000),
	'modules of the wrong kind': descriptor({ Modules: 'x' }),
	'modules of nothing': descriptor({
		Modules: [
			null,
			7,
			[],
			{},
			{ Name: 7 },
			{ Name: '../../x', Type: {}, LoadingPhase: [], PlatformAllowList: 'x' },
		],
	}),
	'plugins of nothing': descriptor({ Plugins: [null, 7], VersionName: null, EngineVersion: 5, Version: 'x' }),
	'a name with everything': descriptor({ __proto__: null, constructor: 'x', toString: 1 }),
	'control characters': descriptor().replace('Shows rules.', 'Shows\trules\u0001.'),
};

for (const [name, content] of Object.entries(descriptors)) {
	test(`hostile descriptors end with findings, not with a crash: ${name}`, () => {
		assert.notEqual(findingsOf({ 'Demo.uplugin': content }).length, 0);
	});
}

/** What rules look for, in no order at all. */
const vocabulary = `
	UCLASS USTRUCT UENUM UINTERFACE UPROPERTY UFUNCTION GENERATED_BODY ( ) ( ) { } { } < > [ ] ; ; ; , , : :: = & && * -> . ? ! ~ # ...
	class struct enum namespace template using operator virtual override final const static inline public private : uint8 int32 TArray TMap TObjectPtr
	UThing FThing EThing AActor UObject UWorldSubsystem IThing DEMO_API OTHER_API GetStatId Tick Deinitialize Super std thread new throw dynamic_cast
	UE_LOG UE_CLOG TEXT "%s%d" "text" LogTemp Log Printf check AddDynamic this meta Category BlueprintCallable BlueprintNativeEvent Server EditAnywhere
	DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam DECLARE_LOG_CATEGORY_EXTERN DEFINE_SPEC EAutomationTestFlags IMPLEMENT_MODULE IMPLEMENT_GLOBAL_SHADER
	AddShaderSourceDirectoryMapping SHADER_PARAMETER LOCTEXT DECLARE_CYCLE_STAT TAutoConsoleVariable FEditorStyle PublicDependencyModuleNames Add AddRange
	PublicDefinitions PrivateIncludePaths ModuleDirectory if Target bBuildEditor 0 1 1.5f 'c' nullptr true void float
`
	.trim()
	.split(/\s+/);
const lineStarts = [
	'#if ',
	'#elif ',
	'#ifdef ',
	'#include "CoreMinimal.h" ',
	'#include ',
	'#define ',
	'// ',
	'/* ',
	'',
];

test('words in any order end with findings, not with a crash', () => {
	let state = 12345;
	const random = (below) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % below;
	};
	const soup = () =>
		Array.from({ length: 400 }, () => {
			const start = random(20) === 0 ? `\n${lineStarts[random(lineStarts.length)]}` : random(6) === 0 ? '\n' : '';
			const end = start.startsWith('\n#') || random(8) === 0 ? '\n' : ' ';
			return `${start}${vocabulary[random(vocabulary.length)]}${end}`;
		}).join('');
	for (let round = 0; round < 150; ++round) {
		const files = {
			'Source/Demo/Private/Code.cpp': source(soup()),
			'Source/Demo/Public/Code.h': source(soup()),
			'Source/Demo/Demo.Build.cs': source(soup()),
			'Shaders/Private/Demo.usf': source(soup()),
		};
		assert.doesNotThrow(() => findingsOf(files), `round ${round}`);
	}
});

test('links that lead in circles or nowhere are left alone', () => {
	withFiles(basePlugin(), (folder) => {
		fs.symlinkSync(folder, path.join(folder, 'Source/Demo/Loop'));
		fs.symlinkSync(path.join(folder, 'gone'), path.join(folder, 'Source/Demo/Gone.h'));
		assert.equal(run(folder).status, 0);
	});
});
