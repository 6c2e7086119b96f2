// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Shaders and ISPC: code that the engine compiles beside C++.

import path from 'node:path';
import { findCalls, withoutComments } from '../lexer.mjs';

export const rules = {
	'ispc-dependency': 'a module with .ispc files depends on IntelISPC',
	'ispc-language': '.ispc and .isph files have no templates: ISPC of the older engines knows none',
	'shader-phase': 'a module with global shaders loads at PostConfigInit and has no UCLASS',
	'shader-path':
		'a module with global shaders maps /Plugin/Name once, and shader paths lead to files with the entry function',
};

export function check(plugin, report) {
	for (const module of plugin.modules) {
		checkIspc(module, report);
		checkShaders(plugin, module, report);
	}
	for (const file of plugin.files.values()) {
		if (/^Shaders\/.*\.us[fh]$/.test(file.path)) {
			checkShaderIncludes(plugin, file, report);
		}
	}
}

function checkIspc(module, report) {
	const kernel = module.files.find((file) => file.path.endsWith('.ispc'));
	if (kernel && !module.build.dependencies.some(({ name }) => name === 'IntelISPC')) {
		const text = `${module.name} has .ispc files but does not depend on IntelISPC`;
		report('ispc-dependency', kernel.path, 1, `${text}; add "IntelISPC" to its Build.cs`);
	}
	for (const file of module.files.filter((candidate) => /\.is(?:pc|ph)$/.test(candidate.path))) {
		withoutComments(file.text)
			.split('\n')
			.forEach((line, at) => {
				if (/\btemplate\s*</.test(line)) {
					const text =
						'templates need ISPC 1.22, and engines before 5.7 have an older one; write plain functions';
					report('ispc-language', file.path, at + 1, text);
				}
			});
	}
}

const stringOf = (arg) => arg?.find((token) => token.kind === 'string')?.text ?? '';

function checkShaders(plugin, module, report) {
	const files = module.files.filter((file) => file.code);
	const callsOf = (pattern) => files.flatMap((file) => findCalls(file.code, pattern).map((call) => ({ file, call })));
	const shaders = callsOf(/^IMPLEMENT_GLOBAL_SHADER$/);
	const mappings = callsOf(/^AddShaderSourceDirectoryMapping$/);
	const complain = (rule, { file, call }, text) => report(rule, file.path, call.line, text);
	if (shaders.length === 0) {
		return;
	}
	const phase = plugin.moduleEntries.find(({ Name }) => Name === module.name)?.LoadingPhase ?? 'Default';
	if (phase !== 'PostConfigInit') {
		complain(
			'shader-phase',
			shaders[0],
			`${module.name} has global shaders but loads at ${phase}; use PostConfigInit`,
		);
	}
	for (const file of files) {
		for (const type of file.types.filter((candidate) => candidate.macro)) {
			const text = `${type.name} is reflected in a module that loads before the object system; move it to another module`;
			report('shader-phase', file.path, type.line, text);
		}
	}
	const folder = `/Plugin/${plugin.name}`;
	if (mappings.length !== 1 || stringOf(mappings[0].call.args[0]) !== folder) {
		const text = `${module.name} must call AddShaderSourceDirectoryMapping once, in StartupModule, with ${folder}`;
		complain('shader-path', mappings[0] ?? shaders[0], `${text}; write it so`);
	}
	for (const shader of shaders) {
		const [virtual, entry] = shader.call.args.slice(1).map((arg) => stringOf(arg));
		const source = virtual?.endsWith('.usf') ? shaderFile(plugin, virtual) : undefined;
		if (!source || !new RegExp(`\\b${entry}\\s*\\(`).test(withoutComments(source.text))) {
			complain(
				'shader-path',
				shader,
				`'${virtual}' is no .usf of Shaders with a function ${entry}; correct path or name`,
			);
		}
	}
}

/** The file behind a virtual path of the plugin. */
const shaderFile = (plugin, virtual) => plugin.files.get(virtual.replace(`/Plugin/${plugin.name}/`, 'Shaders/'));

function checkShaderIncludes(plugin, file, report) {
	withoutComments(file.text)
		.split('\n')
		.forEach((line, at) => {
			const found = /^\s*#\s*include\s+"([^"]*)"/.exec(line)?.[1] ?? '/Engine/';
			const beside = path.posix.join(path.posix.dirname(file.path), found);
			if (!found.startsWith('/Engine/') && !shaderFile(plugin, found) && !plugin.files.has(beside)) {
				const cure = `write a virtual path (/Plugin/${plugin.name}/...) or one beside this file`;
				report('shader-path', file.path, at + 1, `'${found}' is no file of the plugin; ${cure}`);
			}
		});
}
