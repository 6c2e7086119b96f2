// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Build.cs files against what their modules include and use: the stand-in is built by CMake and has one include folder.

import path from 'node:path';
import * as engine from '../engine.mjs';
import { findCalls, isOnlyWith, textOf } from '../lexer.mjs';
import { findHeader, visibleModules } from '../tree.mjs';

export const rules = {
	'build-class':
		'class, constructor, file and folder of a Build.cs have the name of the module; the class derives from ModuleRules',
	'build-dependency-missing': 'every module whose headers are included is a dependency',
	'build-dependency-private': 'modules whose headers a public header includes are public dependencies',
	'build-dependency-unknown': 'dependencies are modules of the plugin or of the engine',
	'build-dependency-cycle': 'modules of the plugin do not depend on each other in a circle',
	'build-editor-dependency': 'runtime modules do not link editor modules, except inside if (Target.bBuildEditor)',
	'build-field': 'no fields that ModuleRules does not have, that are obsolete, or that turn on exceptions or RTTI',
	'build-pch': 'PCHUsage is set; FPSemantics needs NoPCHs or a private PCH',
	'build-macro': '#if uses macros that Build.cs, a header or the engine defines, not CMake alone',
	'implement-module': 'every module has one IMPLEMENT_MODULE, with its own name',
	'include-unknown': 'an include in quotes is a file of the plugin or a header in the table of engine headers',
	'include-private': 'no module includes a private header of another that Build.cs does not give it',
	'include-gameplay-debugger': 'Gameplay Debugger headers are included only inside #if WITH_GAMEPLAY_DEBUGGER',
};

const obsolete = new Map(
	Object.entries({
		bCompileISPC: 'it belongs to targets; the dependency IntelISPC is enough',
		bEnforceIWYU: 'set IWYUSupport',
		bUseAVX: 'set MinCpuArchX64',
		bFasterWithoutUnity: 'set bUseUnity',
		ShadowVariableWarningLevel: 'set CppCompileWarningSettings.ShadowVariableWarningLevel',
		UnsafeTypeCastWarningLevel: 'set CppCompileWarningSettings.UnsafeTypeCastWarningLevel',
		bEnableUndefinedIdentifierWarnings: 'set CppCompileWarningSettings.UndefinedIdentifierWarningLevel',
	}),
);

const isEditorType = (type) => /^(?:Editor|EditorNoCommandlet|EditorAndProgram|UncookedOnly)$/.test(type);

export function check(plugin, report) {
	const macros = plugin.cppFiles.flatMap((file) =>
		file.directives.filter(({ name }) => name === 'define').map(({ rest }) => /^\w*/.exec(rest)[0]),
	);
	for (const module of plugin.modules) {
		const say = (rule, line, text) => report(rule, module.buildFile.path, line, text);
		const visible = visibleModules(plugin, module);
		checkClass(plugin, module, say);
		checkFields(module, say);
		checkDependencies(plugin, module, say);
		if (visibleThroughAll(plugin, module).has(module.name)) {
			const text = `${module.name} depends on itself by way of other modules; turn one of the dependencies round`;
			say('build-dependency-cycle', module.build.line, text);
		}
		checkImplementModule(module, say);
		const missing = new Set();
		const known = new Set([...macros, ...definedIn(module, visible)]);
		for (const file of module.files.filter((candidate) => candidate.code)) {
			checkIncludes(plugin, file, visible, missing, report);
			checkMacros(file, known, report);
		}
	}
}

function checkClass(plugin, { build, name, folder }, say) {
	if (build.className !== name || build.constructorName !== name || build.baseName !== 'ModuleRules') {
		const found = `class '${build.className}', constructor '${build.constructorName}', base '${build.baseName}'`;
		say('build-class', build.line, `${found}: they must be ${name}, ${name} and ModuleRules`);
	}
	if (!folder.endsWith(`/${name}/`)) {
		say('build-class', 1, `${name}.Build.cs must lie in a folder of its name; move it to Source/${name}/`);
	} else if (plugin.modules.some((other) => other.name !== name && other.folder.startsWith(folder))) {
		say('build-class', 1, 'another Build.cs lies in a folder of this module; give each module its own folder');
	}
}

function checkFields({ build }, say) {
	for (const [field, { value, line }] of build.assignments) {
		if (obsolete.has(field)) {
			say('build-field', line, `ModuleRules has no ${field} any more or never had; ${obsolete.get(field)}`);
		} else if (/^(?:bEnableExceptions|bUseRTTI|bWarningsAsErrors)$/.test(field) && value === 'true') {
			say('build-field', line, `${field} = true does not suit a plugin that others build; remove it`);
		}
	}
	const pch = build.assignments.get('PCHUsage');
	const semantics = build.assignments.get('FPSemantics');
	if (!pch) {
		say(
			'build-pch',
			build.line,
			'PCHUsage is not set; add PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs; (or NoPCHs)',
		);
	} else if (semantics && !/NoPCHs$/.test(pch.value) && !build.assignments.has('PrivatePCHHeaderFile')) {
		const text = 'FPSemantics cannot go with a shared PCH; set PCHUsage to NoPCHs or name a PrivatePCHHeaderFile';
		say('build-pch', semantics.line, text);
	}
}

function checkDependencies(plugin, module, say) {
	const typeOf = (name) => plugin.moduleEntries.find((entry) => entry.Name === name)?.Type ?? '';
	for (const { name, line, editorOnly } of module.build.dependencies) {
		if (!engine.knownModules.has(name) && !plugin.modules.some((other) => other.name === name)) {
			const cure = 'correct it, or add it to engine.mjs once verified';
			say(
				'build-dependency-unknown',
				line,
				`module '${name}' is neither in the plugin nor in the table of modules; ${cure}`,
			);
		}
		const isEditor = engine.editorModules.has(name) || isEditorType(typeOf(name));
		if (isEditor && !editorOnly && typeOf(module.name) !== '' && !isEditorType(typeOf(module.name))) {
			const text = `${module.name} links editor module ${name}, which games do not have`;
			say('build-editor-dependency', line, `${text}; move the line into if (Target.bBuildEditor)`);
		}
	}
}

function visibleThroughAll(plugin, module) {
	const seen = new Set();
	const pending = [module];
	while (pending.length > 0) {
		for (const { name } of pending.pop()?.build.dependencies ?? []) {
			if (!seen.has(name)) {
				seen.add(name);
				pending.push(plugin.modules.find((other) => other.name === name));
			}
		}
	}
	return seen;
}

function checkImplementModule(module, say) {
	const names = module.files
		.filter((file) => file.code)
		.flatMap((file) => findCalls(file.code, /^IMPLEMENT_(?:GAME_)?MODULE$/))
		.map((call) => textOf(call.args[1] ?? []));
	if (names.length !== 1 || names[0] !== module.name) {
		const found = names.length === 0 ? 'no IMPLEMENT_MODULE' : `IMPLEMENT_MODULE of ${names.join(', ')}`;
		say('implement-module', 1, `${module.name} has ${found}; one .cpp has one, which names ${module.name}`);
	}
}

function checkIncludes(plugin, file, visible, missing, report) {
	const { module } = file;
	for (const include of file.includes.filter(({ path }) => !path.endsWith('.generated.h'))) {
		const say = (rule, text) => report(rule, file.path, include.line, text);
		const own = findHeader(plugin, file, include);
		const name = own ? own.module.name : engine.moduleOfHeader.get(include.path);
		if (!name && include.quoted) {
			const text = `'${include.path}' is neither in the plugin nor in the table of engine headers`;
			say('include-unknown', `${text}; correct it, or add it to engine.mjs with its module once verified`);
		}
		if (own && own.module !== module && !own.isPublic && !isGiven(module, own)) {
			const cure = `move it to ${own.module.folder}Public or do without it`;
			say('include-private', `'${include.path}' is a private header of ${own.module.name}; ${cure}`);
		}
		if (name === 'GameplayDebugger' && !isOnlyWith('WITH_GAMEPLAY_DEBUGGER', include.conditions)) {
			const text = `'${include.path}' does not exist in shipping builds; put it inside #if WITH_GAMEPLAY_DEBUGGER`;
			say('include-gameplay-debugger', text);
		}
		for (const needed of [name, engine.secondModules.get(include.path)]) {
			if (needed && needed !== module.name) {
				checkNeeded(module, visible, needed, include, file, missing, say);
			}
		}
	}
}

/** Whether Build.cs names a folder above the header as an include folder of the module. */
const isGiven = (module, header) =>
	module.build.includePaths.some((part) => header.path.startsWith(`${path.posix.join(module.folder, part)}/`));

/** Once for each module. */
function checkNeeded(module, visible, needed, include, file, missing, say) {
	const own = module.build.dependencies.filter(({ name }) => name === needed);
	const isDebugger = needed === 'GameplayDebugger';
	const isPublic =
		own.some((dependency) => dependency.isPublic) ||
		(isDebugger && module.build.gameplayDebugger) ||
		[...visible].some(({ build }) => build.dependencies.some((one) => one.isPublic && one.name === needed));
	const rule = own.length === 0 ? 'build-dependency-missing' : 'build-dependency-private';
	if (isPublic || (own.length > 0 && !file.isPublic) || missing.has(rule + needed)) {
		return;
	}
	missing.add(rule + needed);
	if (own.length > 0) {
		say(
			rule,
			`this public header needs ${needed}, a private dependency of ${module.name}; make it public in Build.cs`,
		);
	} else {
		const cure = isDebugger ? 'call SetupGameplayDebuggerSupport(Target)' : 'add it to the dependencies';
		say(rule, `'${include.path}' needs module ${needed}, which ${module.name}.Build.cs does not list; ${cure}`);
	}
}

function checkMacros(file, known, report) {
	for (const { name: directive, rest, line } of file.directives.filter(({ name }) => /^(?:el)?if$/.test(name))) {
		const asked = [...rest.matchAll(/\bdefined\s*\(?\s*(\w+)/g)].map((found) => found[1]);
		for (const name of new Set(rest.replace(/\b__has_\w+\s*\([^)]*\)/g, '').match(/\b[A-Za-z_]\w*/g))) {
			if (name !== 'defined' && !asked.includes(name) && !known.has(name) && !engine.versionMacro.test(name)) {
				const text = `#${directive} of ${name}, which nothing defines under UnrealBuildTool: an error from 5.7 on`;
				const cure = `define it in ${file.module.name}.Build.cs, or ask defined(${name}) first`;
				report('build-macro', file.path, line, `${text}; ${cure}`);
			}
		}
	}
}

/** Macros with a value in every file of the module. */
function definedIn(module, visible) {
	const names = new Set(engine.engineMacros);
	for (const { build } of [module, ...visible]) {
		const definitions = build.definitions.filter(({ isPublic }) => isPublic || build === module.build);
		const dependencies = build.dependencies.map(({ name }) => engine.macroOfModule.get(name) ?? '');
		[...definitions.map(({ name }) => name), ...dependencies].forEach((name) => names.add(name));
	}
	return module.build.gameplayDebugger ? names.add('WITH_GAMEPLAY_DEBUGGER') : names;
}
