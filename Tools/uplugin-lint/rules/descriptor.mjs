// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The .uplugin file.

import { pluginModules, words } from '../engine.mjs';

const fieldTypes = {
	number: 'FileVersion Version VerseVersion',
	string: `
		VersionName FriendlyName Description Category CreatedBy CreatedByURL DocsURL MarketplaceURL FabURL SupportURL
		EngineVersion DeprecatedEngineVersion EditorCustomVirtualPath ParentPluginName VersePath
	`,
	boolean: `
		EnabledByDefault CanContainContent CanContainVerse IsBetaVersion IsExperimentalVersion Installed Hidden IsHidden
		RequiresBuildPlatform ExplicitlyLoaded HasExplicitPlatforms NoCode Sealed IsPluginExtension EnableSceneGraph
		EnableVerseAssetReflection EnableIAD CanBeUsedWithUnrealHeaderTool
	`,
	array: 'SupportedTargetPlatforms SupportedPrograms DisallowedPlugins Modules Plugins LocalizationTargets',
	object: 'PreBuildSteps PostBuildSteps',
};
const typeOfField = new Map(
	Object.entries(fieldTypes).flatMap(([type, names]) => words(names).map((name) => [name, type])),
);
const required = words('FileVersion Version VersionName FriendlyName Description Category CreatedBy Modules');
const moduleFields = words(`
	Name Type LoadingPhase AdditionalDependencies PlatformAllowList PlatformDenyList TargetAllowList TargetDenyList
	TargetConfigurationAllowList TargetConfigurationDenyList GameTargetAllowList GameTargetDenyList ProgramAllowList
	ProgramDenyList HasExplicitPlatforms
`);
const moduleTypes = words(`
	Runtime RuntimeNoCommandlet RuntimeAndProgram CookedOnly UncookedOnly DeveloperTool Editor EditorNoCommandlet
	EditorAndProgram Program ServerOnly ClientOnly ClientOnlyNoCommandlet External
`);
const phasesBeforeEditor = words('EarliestPossible PostConfigInit PostSplashScreen PreEarlyLoadingScreen');
const loadingPhases = [
	...phasesBeforeEditor,
	...words('PreLoadingScreen PreDefault Default PostDefault PostEngineInit None'),
];
const platforms = words('Win64 Mac Linux LinuxArm64 Android IOS TVOS VisionOS');

export const rules = {
	'descriptor-json': 'the .uplugin is valid JSON, one object, and the only one in the folder',
	'descriptor-field':
		'fields of the .uplugin are known, the usual ones are there, and their types and values are right',
	'descriptor-module':
		'every module entry has its own name, a Build.cs, known fields, type and loading phase; every Build.cs has an entry',
	'descriptor-platforms': 'every module has a PlatformAllowList or PlatformDenyList of known platforms',
	'descriptor-plugins': 'engine plugins whose modules are linked are listed in Plugins',
	'descriptor-content': 'CanContainContent is true when there is a Content folder',
	'fab-copy': 'with --fab, EngineVersion is there, and folders that builds leave are not',
};

export function check(plugin, report, options) {
	const { descriptor, descriptors } = plugin;
	const { text } = plugin.files.get(descriptors[0]);
	/** The line is that of the last of the keys or values, each looked for after the one before. */
	const say = (rule, keys, what) => {
		const index = keys.reduce((from, key) => text.indexOf(`"${key}"`, from), 0);
		report(rule, descriptors[0], text.slice(0, Math.max(index, 0)).split('\n').length, what);
	};
	for (const other of descriptors.slice(1)) {
		report('descriptor-json', other, 1, `the folder also has ${descriptors[0]}; keep one descriptor`);
	}
	if (typeof descriptor !== 'object' || descriptor === null || Array.isArray(descriptor)) {
		const trouble = plugin.descriptorError ?? 'no object';
		const position = Number(/position (\d+)/.exec(trouble)?.[1] ?? 0);
		const line = text.slice(0, position).split('\n').length;
		report('descriptor-json', descriptors[0], line, `not one JSON object (${trouble}); correct it`);
		return;
	}
	checkFields(descriptor, say);
	checkModules(plugin, say, report);
	const folders = plugin.topLevel.filter((entry) => entry.folder).map((entry) => entry.name);
	if (folders.includes('Content') && descriptor.CanContainContent !== true) {
		const what = 'there is a Content folder, which the engine only mounts with "CanContainContent": true';
		say('descriptor-content', ['CanContainContent'], what);
	}
	const left = folders.filter((name) => /^(?:Binaries|Intermediate|Saved|DerivedDataCache|build)$/i.test(name));
	if (options.fab && left.length > 0) {
		say('fab-copy', [], `${left.join(', ')} must not be submitted; delete them`);
	}
	if (options.fab && !('EngineVersion' in descriptor)) {
		say('fab-copy', [], 'EngineVersion is missing; write the engine that this copy is for');
	}
}

function checkFields(descriptor, say) {
	for (const [name, value] of Object.entries(descriptor)) {
		const expected = typeOfField.get(name);
		const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		if (!expected) {
			say('descriptor-field', [name], `the engine knows no field '${name}'; correct the name or remove it`);
		} else if (expected !== actual) {
			say('descriptor-field', [name], `'${name}' is of type ${actual}; make it ${expected}`);
		}
	}
	for (const name of required.filter((candidate) => !(candidate in descriptor))) {
		say('descriptor-field', [], `'${name}' is missing; add it`);
	}
	const demand = (name, bFine, what) => {
		if (name in descriptor && !bFine) {
			say('descriptor-field', [name], `${name} is ${JSON.stringify(descriptor[name])}; ${what}`);
		}
	};
	const { FileVersion, Version, EngineVersion, Installed } = descriptor;
	demand('FileVersion', FileVersion === 3, 'the format of every UE5 plugin is 3');
	demand('Version', Number.isInteger(Version) && Version > 0, 'count releases with it, from 1');
	demand('EngineVersion', /^5\.[5-8]\.0$/.test(EngineVersion), 'the engines of this plugin are "5.5.0" to "5.8.0"');
	demand('Installed', Installed !== true, 'leave it false or out, BuildPlugin sets it in packages');
}

function checkModules(plugin, say, report) {
	const { moduleEntries, descriptor } = plugin;
	if (Array.isArray(descriptor.Modules) && moduleEntries.length < descriptor.Modules.length) {
		say('descriptor-module', ['Modules'], 'a module entry must be an object with a Name; correct it');
	}
	moduleEntries.forEach((entry, index) => {
		if (moduleEntries.findIndex(({ Name }) => Name === entry.Name) < index) {
			say('descriptor-module', ['Modules', entry.Name], `module ${entry.Name} is listed twice; keep one entry`);
		}
		checkEntry(plugin, entry, say);
	});
	const listed = Array.isArray(descriptor.Plugins) ? descriptor.Plugins.map((entry) => entry?.Name) : [];
	for (const { name, buildFile, build } of plugin.modules) {
		if (!moduleEntries.some((entry) => entry.Name === name)) {
			const what = `module ${name} is not in ${plugin.descriptors[0]}, so it is never built`;
			report('descriptor-module', buildFile.path, 1, `${what}; list it or delete the folder`);
		}
		for (const dependency of build.dependencies) {
			const owner = pluginModules.get(dependency.name);
			if (owner && !listed.includes(owner)) {
				const what = `module ${dependency.name} belongs to plugin ${owner}`;
				report(
					'descriptor-plugins',
					buildFile.path,
					dependency.line,
					`${what}; list it under Plugins, enabled`,
				);
			}
		}
	}
}

function checkEntry(plugin, entry, say) {
	const { Name, Type, LoadingPhase = 'Default' } = entry;
	const complain = (field, what) => say('descriptor-module', ['Modules', Name, field], `module ${Name}: ${what}`);
	if (!plugin.modules.some((module) => module.name === Name)) {
		complain(Name, `there is no Source/${Name}/${Name}.Build.cs; correct the name or add the module`);
	}
	for (const field of Object.keys(entry).filter((candidate) => !moduleFields.includes(candidate))) {
		complain(
			field,
			`the engine knows no field '${field}' (PlatformAllowList is no whitelist any more); correct it`,
		);
	}
	if (!moduleTypes.includes(Type)) {
		complain('Type', `type '${Type}' is unknown; use one of ${moduleTypes.join(', ')}`);
	}
	if (!loadingPhases.includes(LoadingPhase)) {
		complain('LoadingPhase', `loading phase '${LoadingPhase}' is unknown; use one of ${loadingPhases.join(', ')}`);
	} else if (/^Editor/.test(Type) && phasesBeforeEditor.includes(LoadingPhase)) {
		complain(
			'LoadingPhase',
			`it loads at ${LoadingPhase}, before the editor is there; use Default or PostEngineInit`,
		);
	}
	const list = entry.PlatformAllowList ?? entry.PlatformDenyList;
	if (!Array.isArray(list) || list.length === 0 || list.some((platform) => !platforms.includes(platform))) {
		const what = `module ${Name} has no PlatformAllowList of known platforms, which Fab asks of every module`;
		say('descriptor-platforms', ['Modules', Name], `${what}; use ${platforms.join(', ')}`);
	}
}
