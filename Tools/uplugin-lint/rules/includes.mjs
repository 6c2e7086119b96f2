// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Includes: the generated header, paths, and what may only be included under a condition.

import path from 'node:path';
import { conditionHolds, isGameType } from './shared.mjs';

export const rules = {
	'pragma-once': 'every header of a module has #pragma once',
	'generated-include-missing': 'a header with reflected types includes its generated header',
	'generated-include-name': 'the generated header has the name of the file',
	'generated-include-last': 'the generated header is the last include',
	'generated-include-unused': 'a header without reflected types includes no generated header',
	'include-path': "include paths begin at a module's Public folder: no .., Public/, Private/, Source/ or backslash",
	'include-unknown': 'an include in quotes is a file of the plugin or a header in the table of engine headers',
	'include-private': 'no module includes a private header of another',
	'include-editor': 'headers of editor modules are included by runtime modules only inside #if WITH_EDITOR',
	'include-gameplay-debugger': 'Gameplay Debugger headers are included only inside #if WITH_GAMEPLAY_DEBUGGER',
	'include-base': 'a class includes the header of its engine base class',
	'header-name-unique': 'headers with reflected types have different file names',
};

export function check(plugin, report) {
	const reflectedNames = new Map();
	for (const file of plugin.cppFiles) {
		if (file.isHeader) {
			checkGenerated(file, report);
			checkUnique(file, reflectedNames, report);
		}
		checkPaths(plugin, file, report);
		checkGuards(plugin, file, report);
		checkBases(plugin, file, report);
	}
}

const fileName = (name) => name.slice(name.lastIndexOf('/') + 1);
const isReflected = (file) =>
	file.declarations.types.some((type) => type.macro) ||
	file.declarations.calls.some((call) => /^DECLARE_DYNAMIC_/.test(call.name));

function checkGenerated(file, report) {
	if (!file.directives.some((directive) => directive.name === 'pragma' && directive.tokens[0]?.text === 'once')) {
		report('pragma-once', file.path, 1, 'the header has no #pragma once; add it below the copyright line');
	}
	const generated = file.includes.filter(
		(include) => include.path.endsWith('.generated.h') && !include.path.endsWith('.ispc.generated.h'),
	);
	const expected = fileName(file.path).replace(/\.(?:h|hpp)$/, '.generated.h');
	const reflected = isReflected(file);
	if (generated.length === 0) {
		const first = file.declarations.types.find((type) => type.macro);
		if (reflected) {
			report(
				'generated-include-missing',
				file.path,
				first?.macro.line ?? 1,
				`the header declares reflected types but does not include "${expected}"; include it last`,
			);
		}
		return;
	}
	if (!reflected) {
		report(
			'generated-include-unused',
			file.path,
			generated[0].line,
			'nothing here is reflected, so this header is never generated; remove the include',
		);
		return;
	}
	for (const include of generated.filter((candidate) => candidate.path !== expected)) {
		report(
			'generated-include-name',
			file.path,
			include.line,
			`"${include.path}" is not the generated header of this file; include "${expected}"`,
		);
	}
	const last = file.includes.at(-1);
	if (last !== generated.at(-1)) {
		report(
			'generated-include-last',
			file.path,
			last.line,
			`"${last.path}" is included after "${generated.at(-1).path}"; the generated header must be the last include`,
		);
	}
}

function checkUnique(file, names, report) {
	if (!isReflected(file)) {
		return;
	}
	const name = fileName(file.path).toLowerCase();
	if (names.has(name)) {
		report(
			'header-name-unique',
			file.path,
			1,
			`${names.get(name)} has the same file name, and generated headers of both would be one; rename a file`,
		);
	}
	names.set(name, file.path);
}

function checkPaths(plugin, file, report) {
	for (const include of file.includes) {
		const say = (rule, text) => report(rule, file.path, include.line, text);
		const fits = (candidate) =>
			plugin.engine.engineHeaders.has(candidate) || plugin.findHeader(file, { path: candidate, quoted: true });
		if (plugin.engine.freeHeaders.has(include.path)) {
			continue;
		}
		const stripped = include.path.replace(/^.*(?:Public|Private|Classes)\//, '');
		if (
			/\\|(?:^|\/)\.\.\/|^(?:\/|[A-Za-z]:)/.test(include.path) ||
			(stripped !== include.path && !plugin.findHeader(file, include)) ||
			/^(?:Source|Runtime|Editor|Developer)\/.*\//.test(include.path)
		) {
			const right = fits(stripped)
				? `; write "${stripped}"`
				: "; write the path below the module's Public folder";
			say('include-path', `'${include.path}' is no path below an include folder${right}`);
			continue;
		}
		if (!include.quoted || /\.generated\.h$/.test(include.path) || plugin.engine.engineHeaders.has(include.path)) {
			continue;
		}
		const found = plugin.findHeader(file, include);
		if (!found) {
			const right = plugin.engine.pathsByFileName.get(fileName(include.path));
			const cure = right
				? `the engine's path is "${right}"`
				: 'correct it, or add it to engine.mjs with its module once verified';
			say(
				'include-unknown',
				`'${include.path.slice(0, 120)}' is neither in the plugin nor in the table of engine headers; ${cure}`,
			);
		} else if (found.module !== file.module && !found.isPublic && !isGiven(file.module, found)) {
			say(
				'include-private',
				`'${include.path}' is a private header of ${found.module.name}; move it to ${found.module.folder}Public or do without it`,
			);
		}
	}
}

/** Whether Build.cs names a folder above the header as an include folder of the module. */
const isGiven = (module, header) =>
	module.build.includePaths.some((part) => header.path.startsWith(`${path.posix.join(module.folder, part)}/`));

function checkGuards(plugin, file, report) {
	for (const include of file.includes) {
		const module = plugin.engine.engineHeaders.get(include.path);
		if (
			module &&
			plugin.engine.editorModules.has(module) &&
			isGameType(file.module.type) &&
			!conditionHolds(include.conditions, ['WITH_EDITOR', 'WITH_EDITORONLY_DATA', 'UE_EDITOR'])
		) {
			report(
				'include-editor',
				file.path,
				include.line,
				`'${include.path}' is of editor module ${module}, which games do not have; put it inside #if WITH_EDITOR or the code into an editor module`,
			);
		}
		if (
			module === 'GameplayDebugger' &&
			!conditionHolds(include.conditions, ['WITH_GAMEPLAY_DEBUGGER', 'WITH_GAMEPLAY_DEBUGGER_MENU'])
		) {
			report(
				'include-gameplay-debugger',
				file.path,
				include.line,
				`'${include.path}' does not exist in shipping builds; put it inside #if WITH_GAMEPLAY_DEBUGGER`,
			);
		}
	}
}

/** Only direct bases: their types must be complete. What the plugin's own headers include counts, what the engine's do does not. */
function checkBases(plugin, file, report) {
	const included = plugin.includedPaths(file);
	for (const type of file.declarations.types) {
		for (const base of type.bases) {
			const known = plugin.engine.engineClasses.get(base.name);
			if (known && ![known.header, ...(known.also ?? [])].some((header) => included.has(header))) {
				report(
					'include-base',
					file.path,
					base.line,
					`${base.name} is declared in "${known.header}", which is not included; include it`,
				);
			}
		}
	}
}
