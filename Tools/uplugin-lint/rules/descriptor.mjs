// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The .uplugin file.

const fieldTypes = {
	FileVersion: 'number',
	Version: 'number',
	VersionName: 'string',
	FriendlyName: 'string',
	Description: 'string',
	Category: 'string',
	CreatedBy: 'string',
	CreatedByURL: 'string',
	DocsURL: 'string',
	MarketplaceURL: 'string',
	FabURL: 'string',
	SupportURL: 'string',
	EngineVersion: 'string',
	DeprecatedEngineVersion: 'string',
	EditorCustomVirtualPath: 'string',
	ParentPluginName: 'string',
	VersePath: 'string',
	VerseVersion: 'number',
	EnabledByDefault: 'boolean',
	CanContainContent: 'boolean',
	CanContainVerse: 'boolean',
	IsBetaVersion: 'boolean',
	IsExperimentalVersion: 'boolean',
	Installed: 'boolean',
	RequiresBuildPlatform: 'boolean',
	Hidden: 'boolean',
	IsHidden: 'boolean',
	ExplicitlyLoaded: 'boolean',
	HasExplicitPlatforms: 'boolean',
	NoCode: 'boolean',
	Sealed: 'boolean',
	IsPluginExtension: 'boolean',
	EnableSceneGraph: 'boolean',
	EnableVerseAssetReflection: 'boolean',
	EnableIAD: 'boolean',
	CanBeUsedWithUnrealHeaderTool: 'boolean',
	SupportedTargetPlatforms: 'array',
	SupportedPrograms: 'array',
	DisallowedPlugins: 'array',
	Modules: 'array',
	Plugins: 'array',
	LocalizationTargets: 'array',
	PreBuildSteps: 'object',
	PostBuildSteps: 'object',
};
const moduleFields = new Set([
	'Name',
	'Type',
	'LoadingPhase',
	'AdditionalDependencies',
	'PlatformAllowList',
	'PlatformDenyList',
	'TargetAllowList',
	'TargetDenyList',
	'TargetConfigurationAllowList',
	'TargetConfigurationDenyList',
	'GameTargetAllowList',
	'GameTargetDenyList',
	'ProgramAllowList',
	'ProgramDenyList',
	'HasExplicitPlatforms',
]);
const moduleTypes = new Set([
	'Runtime',
	'RuntimeNoCommandlet',
	'RuntimeAndProgram',
	'CookedOnly',
	'UncookedOnly',
	'DeveloperTool',
	'Editor',
	'EditorNoCommandlet',
	'EditorAndProgram',
	'Program',
	'ServerOnly',
	'ClientOnly',
	'ClientOnlyNoCommandlet',
	'External',
]);
const loadingPhases = new Set([
	'EarliestPossible',
	'PostConfigInit',
	'PostSplashScreen',
	'PreEarlyLoadingScreen',
	'PreLoadingScreen',
	'PreDefault',
	'Default',
	'PostDefault',
	'PostEngineInit',
	'None',
]);
const platforms = new Set(['Win64', 'Mac', 'Linux', 'LinuxArm64', 'Android', 'IOS', 'TVOS', 'VisionOS']);
const required = [
	'FileVersion',
	'Version',
	'VersionName',
	'FriendlyName',
	'Description',
	'Category',
	'CreatedBy',
	'Modules',
];
/** Engine releases that the plugin supports. */
const engineVersion = /^5\.[5-8]\.0$/;

export const rules = {
	'descriptor-json': 'the .uplugin is valid JSON, one object, and the only one in the folder',
	'descriptor-field':
		'fields of the .uplugin are known, of the right type, and the usual ones are there; FileVersion is 3',
	'descriptor-version': 'VersionName reads a.b or a.b.c; Version is a whole number of at least 1',
	'descriptor-engine-version': 'EngineVersion is 5.5.0 to 5.8.0; with --fab it must be there',
	'descriptor-installed': 'Installed is left to BuildPlugin',
	'descriptor-module':
		'every module entry has a unique name, a folder with its Build.cs, and known fields; every Build.cs has an entry',
	'descriptor-module-type': 'module types are those that the engine knows',
	'descriptor-loading-phase':
		'loading phases are those that the engine knows; editor modules do not load before the editor',
	'descriptor-platforms': 'every module has a PlatformAllowList or PlatformDenyList of known platforms',
	'descriptor-plugins': 'engine plugins whose modules are linked are listed in Plugins',
	'descriptor-content': 'CanContainContent is true when there is a Content folder',
};

export function check(plugin, report, options) {
	const { descriptor } = plugin;
	const at = (path) => descriptor.lines?.get(path) ?? 1;
	const say = (rule, path, text) => report(rule, descriptor.path, at(path), text);
	for (const other of plugin.descriptors.slice(1)) {
		report('descriptor-json', other, 1, `the folder also has ${descriptor.path}; keep one descriptor`);
	}
	if (descriptor.error) {
		report('descriptor-json', descriptor.path, descriptor.line, `not valid JSON (${descriptor.error}); correct it`);
		return;
	}
	const { value } = descriptor;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		report('descriptor-json', descriptor.path, 1, 'the descriptor must be one JSON object; wrap its fields in { }');
		return;
	}
	checkFields(value, say);
	checkVersions(value, say, options);
	checkModules(plugin, value, say, report);
	if (plugin.topLevel.some((entry) => entry.folder && entry.name === 'Content') && value.CanContainContent !== true) {
		say(
			'descriptor-content',
			'CanContainContent',
			'there is a Content folder, which the engine only mounts with "CanContainContent": true',
		);
	}
}

function checkFields(value, say) {
	for (const [name, content] of Object.entries(value)) {
		const expected = fieldTypes[name];
		const actual = Array.isArray(content) ? 'array' : content === null ? 'null' : typeof content;
		if (!expected) {
			say('descriptor-field', name, `the engine knows no field '${name}'; correct the name or remove it`);
		} else if (expected !== actual) {
			say('descriptor-field', name, `'${name}' is of type ${actual}; make it ${expected}`);
		}
	}
	for (const name of required.filter((candidate) => !(candidate in value))) {
		say('descriptor-field', '', `'${name}' is missing; add it`);
	}
	if (typeof value.FileVersion === 'number' && value.FileVersion !== 3) {
		say(
			'descriptor-field',
			'FileVersion',
			`FileVersion is ${value.FileVersion}; the format of every UE5 plugin is 3`,
		);
	}
}

function checkVersions(value, say, options) {
	if (typeof value.VersionName === 'string' && !/^\d+\.\d+(?:\.\d+)?$/.test(value.VersionName)) {
		say(
			'descriptor-version',
			'VersionName',
			`VersionName '${value.VersionName.slice(0, 40)}' is not a.b or a.b.c in numbers; write it so`,
		);
	}
	if (typeof value.Version === 'number' && (!Number.isInteger(value.Version) || value.Version < 1)) {
		say(
			'descriptor-version',
			'Version',
			`Version ${value.Version} is not a whole number of at least 1; count releases with it`,
		);
	}
	if (typeof value.EngineVersion === 'string' ? !engineVersion.test(value.EngineVersion) : options.fab) {
		const what = typeof value.EngineVersion === 'string' ? `'${value.EngineVersion.slice(0, 40)}'` : 'missing';
		say(
			'descriptor-engine-version',
			'EngineVersion',
			`EngineVersion is ${what}; write the engine that this copy is for, "5.5.0" to "5.8.0"`,
		);
	}
	if (value.Installed === true) {
		say(
			'descriptor-installed',
			'Installed',
			'Installed is true, which only packages are; leave it false or out, BuildPlugin sets it',
		);
	}
}

function checkModules(plugin, value, say, report) {
	const entries = Array.isArray(value.Modules) ? value.Modules : [];
	const names = new Set();
	entries.forEach((entry, index) => {
		const path = `Modules[${index}]`;
		if (typeof entry !== 'object' || entry === null || typeof entry.Name !== 'string') {
			say('descriptor-module', path, 'a module entry must be an object with a Name; correct it');
			return;
		}
		checkModuleEntry(plugin, entry, path, names, say);
	});
	for (const module of plugin.modules) {
		if (!module.entry && module.build.assignments.get('Type')?.value !== 'ModuleType.External') {
			report(
				'descriptor-module',
				module.buildFile.path,
				1,
				`module ${module.name} is not in ${plugin.descriptor.path}, so it is never built; list it or delete the folder`,
			);
		}
	}
	checkPlugins(plugin, value, report);
}

function checkModuleEntry(plugin, entry, path, names, say) {
	const module = plugin.modules.find((candidate) => candidate.name === entry.Name);
	if (names.has(entry.Name)) {
		say('descriptor-module', `${path}.Name`, `module ${entry.Name} is listed twice; keep one entry`);
	}
	names.add(entry.Name);
	if (!module) {
		say(
			'descriptor-module',
			`${path}.Name`,
			`there is no Source/${entry.Name.slice(0, 80)}/${entry.Name.slice(0, 80)}.Build.cs; correct the name or add the module`,
		);
	}
	for (const name of Object.keys(entry).filter((candidate) => !moduleFields.has(candidate))) {
		const cure = /^(?:Whitelist|Blacklist)/.test(name)
			? 'it is PlatformAllowList, PlatformDenyList and so on since UE5'
			: 'correct the name or remove it';
		say('descriptor-module', `${path}.${name}`, `the engine knows no module field '${name}'; ${cure}`);
	}
	if (!moduleTypes.has(entry.Type)) {
		const cure =
			entry.Type === 'Developer'
				? 'use DeveloperTool or UncookedOnly'
				: `use one of ${[...moduleTypes].join(', ')}`;
		say(
			'descriptor-module-type',
			'Type' in entry ? `${path}.Type` : `${path}.Name`,
			`module type '${String(entry.Type).slice(0, 40)}' is unknown; ${cure}`,
		);
	}
	const phase = entry.LoadingPhase ?? 'Default';
	if (!loadingPhases.has(phase)) {
		say(
			'descriptor-loading-phase',
			`${path}.LoadingPhase`,
			`loading phase '${String(phase).slice(0, 40)}' is unknown; use one of ${[...loadingPhases].join(', ')}`,
		);
	} else if (
		/^Editor/.test(entry.Type) &&
		/^(?:EarliestPossible|PostConfigInit|PostSplashScreen|PreEarlyLoadingScreen)$/.test(phase)
	) {
		say(
			'descriptor-loading-phase',
			`${path}.LoadingPhase`,
			`editor module ${entry.Name} loads at ${phase}, before the editor is there; use Default or PostEngineInit`,
		);
	}
	const list = entry.PlatformAllowList ?? entry.PlatformDenyList;
	if (!Array.isArray(list) || list.length === 0) {
		say(
			'descriptor-platforms',
			`${path}.Name`,
			`module ${entry.Name} has no PlatformAllowList, which Fab asks of every module; name the platforms it is built for`,
		);
	} else {
		for (const name of list.filter((candidate) => !platforms.has(candidate))) {
			say(
				'descriptor-platforms',
				entry.PlatformAllowList ? `${path}.PlatformAllowList` : `${path}.PlatformDenyList`,
				`platform '${String(name).slice(0, 40)}' is unknown; use ${[...platforms].join(', ')}`,
			);
		}
	}
}

function checkPlugins(plugin, value, report) {
	const listed = new Set((Array.isArray(value.Plugins) ? value.Plugins : []).map((entry) => entry?.Name));
	for (const module of plugin.modules) {
		for (const dependency of module.build.dependencies) {
			const owner = plugin.engine.pluginModules.get(dependency.name);
			if (owner && !listed.has(owner)) {
				report(
					'descriptor-plugins',
					module.buildFile.path,
					dependency.line,
					`module ${dependency.name} belongs to plugin ${owner}; list it under Plugins in ${plugin.descriptor.path} with "Enabled": true`,
				);
			}
		}
	}
}
