// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The program itself: exit codes, output, allowing comments, and broken input.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { rules } from '../../Tools/uplugin-lint/lint.mjs';
import { basePlugin, code, descriptor, findingsOf, placesOf, withFiles } from './support.mjs';

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
	const files = { ...basePlugin(), ...code('std::thread Worker(Run);', 'void Work() { check(++Count); }') };
	const { status, stdout, stderr } = withFiles(files, (folder) => run(folder));
	assert.equal(status, 1);
	const lines = stdout.trimEnd().split('\n');
	assert.equal(lines.length, 2);
	assert.match(lines[0], /^Source\/Demo\/Private\/Code\.cpp:3: no-std-thread: .+; .+/);
	assert.match(lines[1], /^Source\/Demo\/Private\/Code\.cpp:4: check-side-effect: .+; .+/);
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
		assert.match(stdout, /^Demo\.uplugin:1: fab-copy: /);
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
	const listed = [...page.matchAll(/^- `([a-z-]+)`:/gm)].map((match) => match[1]);
	assert.deepEqual(listed.sort(), [...rules.keys()].sort());
});

test('a comment allows a rule on its line or, alone, on the next, with a reason', () => {
	const allow = 'uplugin-lint: allow no-std-thread';
	const thread = 'std::thread Worker(Run);';
	const place = (line, rule = 'no-std-thread') => `Source/Demo/Private/Code.cpp:${line} ${rule}`;
	const placesWith = (...lines) => placesOf(findingsOf(code(...lines)));
	assert.deepEqual(placesWith(`${thread} // ${allow}: a reason`), []);
	assert.deepEqual(placesWith(`// ${allow}: a reason`, thread), []);
	assert.deepEqual(placesWith(`${thread} // ${allow}`), [place(3, 'allow-comment'), place(3)]);
	assert.deepEqual(placesWith(`int32 B = 0; // ${allow}: not alone`, thread), [place(3, 'allow-comment'), place(4)]);
	assert.deepEqual(placesWith(`// ${allow}: too far away`, '', thread), [place(3, 'allow-comment'), place(5)]);
});

test('rules look at code, not at comments and strings; line ends and byte order marks do not matter', () => {
	const lines = [
		'// check(++Count)',
		'/* std::thread',
		'UCLASS() */',
		'const char* A = "std::thread \\" ";',
		'const char* B = R"x(std::thread " )" )x";',
		"const int C = 1'000'000; const char D = '\"';",
		'#define TWICE(X) \\',
		'\tstd::thread X',
	];
	assert.deepEqual(findingsOf(code(...lines)), []);
	const windows = Object.entries({ ...basePlugin(), ...code(...lines, 'std::thread Worker(Run);') }).map(
		([name, text]) => [name, `\ufeff${text.replaceAll('\n', '\r\n')}`],
	);
	assert.deepEqual(placesOf(findingsOf(Object.fromEntries(windows))), [
		'Source/Demo/Private/Code.cpp:11 no-std-thread',
	]);
});

const broken = {
	bytes: Buffer.from(Array.from({ length: 20000 }, (_, index) => (((index * 7919) ^ (index >> 3)) % 255) + 1)),
	'open brackets': `${'('.repeat(500)}${'{'.repeat(500)}`,
	'closed brackets': `${')'.repeat(500)}${'}'.repeat(500)}`,
	'open angles': 'A<'.repeat(500),
	'macros without end': 'UPROPERTY(meta=('.repeat(500),
	'an open comment': '/* * ',
	'an open raw string': 'R"x((((',
	directives: '#\n#include\n#include "\n#if\n#elif\n#else\n#endif\n#endif\n#else\n',
	'half a declaration': 'class DEMO_API UA : public',
	nothing: '',
};

for (const [name, content] of Object.entries(broken)) {
	test(`broken files end with findings, not with a crash: ${name}`, () => {
		const files = Object.fromEntries(
			[
				'Demo.uplugin',
				'Config/FilterPlugin.ini',
				'Shaders/Private/A.usf',
				'Source/Demo/Demo.Build.cs',
				'Source/Demo/Private/Code.cpp',
				'Source/Demo/Public/Code.h',
			].map((file) => [file, content]),
		);
		assert.notEqual(findingsOf(files).length, 0);
	});
}

const descriptors = {
	null: 'null',
	array: '[1]',
	cut: descriptor().slice(0, 200),
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
	'names of every object': descriptor({ constructor: 'x', toString: 1 }),
};

for (const [name, content] of Object.entries(descriptors)) {
	test(`broken descriptors end with findings, not with a crash: ${name}`, () => {
		assert.notEqual(findingsOf({ 'Demo.uplugin': content }).length, 0);
	});
}

test('links that lead in circles or nowhere are left alone', () => {
	withFiles(basePlugin(), (folder) => {
		fs.symlinkSync(folder, path.join(folder, 'Source/Demo/Loop'));
		fs.symlinkSync(path.join(folder, 'gone'), path.join(folder, 'Source/Demo/Gone.h'));
		assert.equal(run(folder).status, 0);
	});
});
