// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Build.cs files: names, dependencies against what the module includes, fields that UnrealBuildTool refuses.

import { isPunct } from '../lexer.mjs';
import { visibleModules } from '../tree.mjs';
import { isEditorType, isGameType } from './shared.mjs';

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
	'build-file-place': 'a module folder has one Build.cs, directly in Source/<Module>',
	'implement-module': 'every module has one IMPLEMENT_MODULE with its own name and a class that exists',
};

const obsolete = new Map(
	Object.entries({
		bEnforceIWYU: 'set IWYUSupport',
		bUseAVX: 'set MinCpuArchX64',
		ShadowVariableWarningLevel: 'set CppCompileWarningSettings.ShadowVariableWarningLevel',
		UnsafeTypeCastWarningLevel: 'set CppCompileWarningSettings.UnsafeTypeCastWarningLevel',
		bEnableUndefinedIdentifierWarnings: 'set CppCompileWarningSettings.UndefinedIdentifierWarningLevel',
		bFasterWithoutUnity: 'set bUseUnity',
	}),
);

export function check(plugin, report) {
	const modules = new Map(plugin.modules.map((module) => [module.name, module]));
	for (const module of plugin.modules) {
		checkClass(module, report);
		checkFields(module, report);
		checkDependencies(plugin, module, modules, report);
		if (module.build.assignments.get('Type')?.value !== 'ModuleType.External') {
			checkIncludes(plugin, module, report);
			checkImplementModule(plugin, module, report);
		}
	}
	checkCycles(plugin, modules, report);
}

function checkClass(module, report) {
	const { build, buildFile, name, folder } = module;
	if (build.className !== name || build.constructorName !== name || build.baseName !== 'ModuleRules') {
		const found = `class '${build.className}', constructor '${build.constructorName}', base '${build.baseName}'`;
		report('build-class', buildFile.path, build.line, `${found}: they must be ${name}, ${name} and ModuleRules`);
	}
	if (!folder.endsWith(`/${name}/`)) {
		report(
			'build-file-place',
			buildFile.path,
			1,
			`${name}.Build.cs must lie in a folder of its name; move it to Source/${name}/`,
		);
	} else if (module.files.some((file) => file.path.endsWith('.Build.cs'))) {
		report(
			'build-file-place',
			buildFile.path,
			1,
			'another Build.cs lies in a folder of this module; give each module its own folder',
		);
	}
}

function checkFields(module, report) {
	const { assignments, line } = module.build;
	const say = (field, text) => report('build-field', module.buildFile.path, assignments.get(field).line, text);
	for (const [field, { value }] of assignments) {
		if (field === 'bCompileISPC' || field === 'Target.bCompileISPC') {
			say(
				field,
				'bCompileISPC belongs to targets, ModuleRules has no such field; remove it, the dependency IntelISPC is enough',
			);
		} else if (obsolete.has(field)) {
			say(field, `${field} is obsolete; ${obsolete.get(field)}`);
		} else if (/^(?:bEnableExceptions|bUseRTTI|bWarningsAsErrors)$/.test(field) && value === 'true') {
			say(field, `${field} = true does not suit a plugin that others build; remove it`);
		}
	}
	const pch = assignments.get('PCHUsage');
	if (!pch) {
		report(
			'build-pch',
			module.buildFile.path,
			line,
			'PCHUsage is not set; add PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs; (or NoPCHs)',
		);
	} else if (
		assignments.has('FPSemantics') &&
		!/NoPCHs$/.test(pch.value) &&
		!assignments.has('PrivatePCHHeaderFile')
	) {
		report(
			'build-pch',
			module.buildFile.path,
			assignments.get('FPSemantics').line,
			'FPSemantics cannot go with a shared PCH; set PCHUsage to NoPCHs or name a PrivatePCHHeaderFile',
		);
	}
}

function checkDependencies(plugin, module, modules, report) {
	for (const dependency of module.build.dependencies) {
		const target = modules.get(dependency.name);
		if (!target && !plugin.engine.knownModules.has(dependency.name)) {
			report(
				'build-dependency-unknown',
				module.buildFile.path,
				dependency.line,
				`module '${dependency.name.slice(0, 80)}' is neither in the plugin nor in the table of engine modules; correct it, or add it to engine.mjs once verified`,
			);
		}
		const isEditor = plugin.engine.editorModules.has(dependency.name) || (target && isEditorType(target.type));
		if (isEditor && isGameType(module.type) && !dependency.editorOnly && dependency.visibility !== 'dynamic') {
			report(
				'build-editor-dependency',
				module.buildFile.path,
				dependency.line,
				`${module.type} module ${module.name} links editor module ${dependency.name}, which games do not have; move the code to an editor module or the line into if (Target.bBuildEditor)`,
			);
		}
	}
}

/** The module that an include of this file leads to: of the engine, of the plugin, or null. */
export function moduleOfInclude(plugin, file, include) {
	if (include.path.endsWith('.generated.h')) {
		return null;
	}
	const own = plugin.findHeader(file, include);
	if (own) {
		return own.module === file.module ? null : own.module.name;
	}
	return plugin.engine.engineHeaders.get(include.path) ?? null;
}

function checkIncludes(plugin, module, report) {
	const listed = new Map(
		module.build.dependencies
			.filter((dependency) => dependency.visibility !== 'dynamic')
			.map((dependency) => [dependency.name, dependency]),
	);
	const passedOn = new Set(
		[...visibleModules(plugin, module)].flatMap((visible) => [
			visible.name,
			...visible.build.dependencies
				.filter((dependency) => dependency.visibility === 'public')
				.map((dependency) => dependency.name),
		]),
	);
	if (module.build.gameplayDebugger) {
		listed.set('GameplayDebugger', { visibility: 'public' });
	}
	const seen = new Set();
	for (const file of module.files.filter((candidate) => candidate.includes)) {
		for (const include of file.includes) {
			const found = moduleOfInclude(plugin, file, include);
			const needed = found ? [found, plugin.engine.secondModules.get(include.path)].filter(Boolean) : [];
			for (const name of needed.filter((candidate) => candidate !== module.name)) {
				const dependency = listed.get(name);
				if (!dependency && !passedOn.has(name)) {
					if (!seen.has(name)) {
						const cure =
							name === 'GameplayDebugger'
								? 'call SetupGameplayDebuggerSupport(Target)'
								: `add "${name}" to its dependencies`;
						report(
							'build-dependency-missing',
							file.path,
							include.line,
							`'${include.path}' needs module ${name}, which ${module.name}.Build.cs does not list; ${cure}`,
						);
					}
					seen.add(name);
				} else if (dependency?.visibility === 'private' && file.isPublic && !passedOn.has(name)) {
					if (!seen.has(`private ${name}`)) {
						report(
							'build-dependency-private',
							file.path,
							include.line,
							`this public header needs module ${name}, which is a private dependency: whoever includes it lacks ${name}; make it public in ${module.name}.Build.cs`,
						);
					}
					seen.add(`private ${name}`);
				}
			}
		}
	}
}

function checkCycles(plugin, modules, report) {
	for (const module of plugin.modules) {
		if (visibleThroughAll(module, modules).has(module.name)) {
			report(
				'build-dependency-cycle',
				module.buildFile.path,
				module.build.line,
				`${module.name} depends on itself by way of other modules; turn one of the dependencies round`,
			);
		}
	}
}

function visibleThroughAll(module, modules) {
	const seen = new Set();
	const pending = [module];
	while (pending.length > 0) {
		for (const { name } of pending.pop().build.dependencies) {
			if (modules.has(name) && !seen.has(name)) {
				seen.add(name);
				pending.push(modules.get(name));
			}
		}
	}
	return seen;
}

function checkImplementModule(plugin, module, report) {
	const calls = [];
	for (const file of module.files.filter((candidate) => candidate.declarations)) {
		for (const call of file.declarations.calls.filter((candidate) =>
			/^IMPLEMENT_(?:PRIMARY_GAME_|GAME_)?MODULE$/.test(candidate.name),
		)) {
			calls.push({ file, call });
		}
	}
	if (calls.length === 0) {
		report(
			'implement-module',
			module.buildFile.path,
			1,
			`no file of ${module.name} has IMPLEMENT_MODULE(FDefaultModuleImpl, ${module.name}); add it to one .cpp`,
		);
	}
	calls.forEach(({ file, call }, index) => {
		const say = (text) => report('implement-module', file.path, call.line, text);
		const [className, name] = call.args.map((arg) =>
			arg
				.filter((token) => !isPunct(token, ';'))
				.map((token) => token.text)
				.join(''),
		);
		if (index > 0) {
			say(`${module.name} has a second IMPLEMENT_MODULE; keep one`);
		} else if (name !== module.name) {
			say(`IMPLEMENT_MODULE names '${name ?? ''}', the module is ${module.name}; write ${module.name}`);
		} else if (
			!/^FDefault(?:Game)?ModuleImpl$/.test(className) &&
			!plugin.types.has(className.split('::').at(-1))
		) {
			say(
				`no class ${className} is declared in the plugin; declare it, derived from IModuleInterface, or use FDefaultModuleImpl`,
			);
		} else if (file.isHeader) {
			say('IMPLEMENT_MODULE stands in a header; move it to a .cpp');
		}
	});
}
