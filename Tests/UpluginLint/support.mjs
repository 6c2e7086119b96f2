// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Small plugins that tests write to a temporary folder, lint and delete.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lint } from '../../Tools/uplugin-lint/lint.mjs';

/** Stands at the end of every line where a bad plugin's rule must fire. */
export const here = '/*!*/';
export const copyright = '// Copyright 2026 Demo contributors.';

export function descriptor(changes = {}, runtime = {}) {
	const platforms = { PlatformAllowList: ['Win64', 'Linux'] };
	return JSON.stringify(
		{
			FileVersion: 3,
			Version: 1,
			VersionName: '1.0.0',
			FriendlyName: 'Demo',
			Description: 'Shows rules.',
			Category: 'AI',
			CreatedBy: 'Demo contributors',
			Modules: [
				{ Name: 'Demo', Type: 'Runtime', LoadingPhase: 'Default', ...platforms, ...runtime },
				{ Name: 'DemoEditor', Type: 'Editor', LoadingPhase: 'Default', ...platforms },
			],
			...changes,
		},
		null,
		'\t',
	);
}

/** A Build.cs: dependencies by visibility, further statements, the name of the class. */
export function buildFile(
	name,
	{
		publicModules = [],
		privateModules = [],
		more = [],
		className = name,
		pch = 'PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;',
	} = {},
) {
	const list = (field, modules) =>
		modules.length
			? [`\t\t${field}.AddRange(new string[] { ${modules.map((module) => `"${module}"`).join(', ')} });`]
			: [];
	return [
		copyright,
		'using UnrealBuildTool;',
		`public class ${className} : ModuleRules`,
		'{',
		`\tpublic ${className}(ReadOnlyTargetRules Target) : base(Target)`,
		'\t{',
		`\t\t${pch}`,
		...list('PublicDependencyModuleNames', publicModules),
		...list('PrivateDependencyModuleNames', privateModules),
		...more.map((line) => `\t\t${line}`),
		'\t}',
		'}',
		'',
	].join('\n');
}

export const source = (...lines) => [copyright, ...lines, ''].join('\n');

/** A header with one reflected type or more; lines after the includes. */
export function header(name, lines, { includes = ['CoreMinimal.h', 'UObject/Object.h'] } = {}) {
	return source(
		'#pragma once',
		...includes.map((include) => `#include "${include}"`),
		`#include "${name}.generated.h"`,
		...lines,
	);
}

/** A header with class UThing and these members. */
export const thing = (...members) => ({
	'Source/Demo/Public/Thing.h': header('Thing', [
		'UCLASS()',
		'class DEMO_API UThing : public UObject',
		'{',
		'\tGENERATED_BODY()',
		'public:',
		...members.map((member) => `\t${member}`),
		'};',
	]),
});

/** A private source file of the runtime module. */
export const code = (...lines) => ({ 'Source/Demo/Private/Code.cpp': source('#include "CoreMinimal.h"', ...lines) });

export const basePlugin = () => ({
	'Demo.uplugin': descriptor(),
	'README.md': 'Demo\n',
	LICENSE: 'MIT\n',
	'Config/FilterPlugin.ini': '; packaged too\n[FilterPlugin]\n/Config/...\n/README.md\n/LICENSE\n',
	'Source/Demo/Demo.Build.cs': buildFile('Demo', { publicModules: ['Core', 'CoreUObject', 'Engine'] }),
	'Source/Demo/Private/DemoModule.cpp': source(
		'#include "Modules/ModuleManager.h"',
		'IMPLEMENT_MODULE(FDefaultModuleImpl, Demo)',
	),
	'Source/DemoEditor/DemoEditor.Build.cs': buildFile('DemoEditor', {
		privateModules: ['Core', 'CoreUObject', 'Engine', 'Demo', 'UnrealEd'],
	}),
	'Source/DemoEditor/Private/DemoEditorModule.cpp': source(
		'#include "Modules/ModuleManager.h"',
		'IMPLEMENT_MODULE(FDefaultModuleImpl, DemoEditor)',
	),
});

/** Calls use(folder) with the files written to a folder that is deleted afterwards. A file of null is left out. */
export function withFiles(files, use) {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'uplugin-lint-'));
	try {
		for (const [name, content] of Object.entries(files)) {
			if (content !== null) {
				fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
				fs.writeFileSync(path.join(folder, name), content);
			}
		}
		return use(folder);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

/** Findings of the base plugin with some files changed. */
export const findingsOf = (changes, options) =>
	withFiles({ ...basePlugin(), ...changes }, (folder) => lint(folder, options));

/** 'FILE:LINE RULE' of each finding. */
export const placesOf = (findings) => findings.map(({ path: file, line, rule }) => `${file}:${line} ${rule}`).sort();

/** What the marks in the files say must be found. */
export function marksOf(changes, rule) {
	const places = [];
	for (const [name, content] of Object.entries(changes)) {
		String(content ?? '')
			.split('\n')
			.forEach((text, index) => {
				if (text.includes(here)) {
					places.push(`${name}:${index + 1} ${rule}`);
				}
			});
	}
	return places.sort();
}
