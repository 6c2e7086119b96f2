// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Bad and good plugins for the rules about the descriptor and about files. JSON has no comments, so places are written out.

import { basePlugin, buildFile, code, descriptor, source } from './support.mjs';

const lineOf = (text, part) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

/** A case about the descriptor: the rule fires on the line that holds `part`. */
function described(rule, bad, part, good = descriptor(), more = {}) {
	return {
		rule,
		bad: { 'Demo.uplugin': bad, ...more },
		good: { 'Demo.uplugin': good, ...more },
		expected: [`Demo.uplugin:${part === '' ? 1 : lineOf(bad, part)} ${rule}`],
	};
}

const modules = (changes) =>
	descriptor({
		Modules: [{ ...JSON.parse(descriptor()).Modules[0], ...changes }, JSON.parse(descriptor()).Modules[1]],
	});

function png(width, height) {
	const bytes = Buffer.alloc(40);
	bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

const filter = (...lines) => ['[FilterPlugin]', ...lines, ''].join('\n');

export const cases = [
	described('descriptor-json', descriptor().replace('"Version": 1,', '"Version": 1'), '"VersionName"'),
	described('descriptor-json', '[]', ''),
	{
		rule: 'descriptor-json',
		bad: { 'Other.uplugin': descriptor() },
		good: {},
		expected: ['Other.uplugin:1 descriptor-json'],
	},
	described('descriptor-field', descriptor({ CanContainsContent: false }), 'CanContainsContent'),
	described('descriptor-field', descriptor({ FriendlyName: 7 }), 'FriendlyName'),
	described('descriptor-field', descriptor({ FileVersion: 2 }), 'FileVersion'),
	described('descriptor-field', descriptor({ Category: undefined }), ''),
	described(
		'descriptor-field',
		descriptor({ EngineVersion: '5.7' }),
		'EngineVersion',
		descriptor({ EngineVersion: '5.7.0' }),
	),
	{
		...described('fab-copy', descriptor(), '', descriptor({ EngineVersion: '5.6.0' })),
		options: { fab: true },
	},
	described('descriptor-field', descriptor({ Installed: true }), 'Installed', descriptor({ Installed: false })),
	described('descriptor-module', modules({ WhitelistPlatforms: ['Win64'] }), 'WhitelistPlatforms'),
	{
		rule: 'descriptor-module',
		bad: {
			'Source/Lost/Lost.Build.cs': buildFile('Lost', { privateModules: ['Core'] }),
			'Source/Lost/Private/Lost.cpp': source(
				'#include "Modules/ModuleManager.h"',
				'IMPLEMENT_MODULE(FDefaultModuleImpl, Lost)',
			),
		},
		good: {},
		expected: ['Source/Lost/Lost.Build.cs:1 descriptor-module'],
	},
	{
		rule: 'descriptor-module',
		bad: { 'Source/DemoEditor/DemoEditor.Build.cs': null, 'Source/DemoEditor/Private/DemoEditorModule.cpp': null },
		good: {},
		expected: [`Demo.uplugin:${lineOf(descriptor(), '"DemoEditor"')} descriptor-module`],
	},
	described('descriptor-module', modules({ Type: 'Developer' }), '"Developer"', modules({ Type: 'DeveloperTool' })),
	described(
		'descriptor-module',
		modules({ LoadingPhase: 'Later' }),
		'"Later"',
		modules({ LoadingPhase: 'PostEngineInit' }),
	),
	described(
		'descriptor-module',
		modules({ Type: 'Editor', LoadingPhase: 'PostConfigInit' }),
		'PostConfigInit',
		modules({ Type: 'Editor', LoadingPhase: 'PostEngineInit' }),
	),
	described(
		'descriptor-platforms',
		modules({ PlatformAllowList: [] }),
		'"Name": "Demo"',
		modules({ PlatformAllowList: ['Mac'] }),
	),
	described(
		'descriptor-platforms',
		modules({ PlatformAllowList: ['Windows'] }),
		'"Name": "Demo"',
		modules({ PlatformAllowList: ['Win64'] }),
	),
	{
		rule: 'descriptor-plugins',
		bad: {
			'Source/Demo/Demo.Build.cs': buildFile('Demo', {
				publicModules: ['Core', 'CoreUObject', 'Engine'],
				more: ['PrivateDependencyModuleNames.Add("Niagara"); /*!*/'],
			}),
		},
		good: {
			'Demo.uplugin': descriptor({ Plugins: [{ Name: 'Niagara', Enabled: true }] }),
			'Source/Demo/Demo.Build.cs': buildFile('Demo', {
				publicModules: ['Core', 'CoreUObject', 'Engine', 'Niagara'],
			}),
		},
	},
	described(
		'descriptor-content',
		descriptor({ CanContainContent: false }),
		'CanContainContent',
		descriptor({ CanContainContent: true }),
		{ 'Content/Thing.uasset': 'x' },
	),
	{
		rule: 'path-characters',
		bad: { 'Source/Demo/Private/My Code.cpp': source() },
		good: code(),
		expected: ['Source/Demo/Private/My Code.cpp:1 path-characters'],
	},
	{
		rule: 'path-characters',
		bad: { ...code(), 'Source/Demo/Private/code.cpp': source() },
		good: code(),
		expected: ['Source/Demo/Private/code.cpp:1 path-characters'],
	},
	{
		rule: 'icon',
		bad: { 'Resources/Other.svg': '<svg/>' },
		good: { 'Resources/Icon128.png': png(128, 128) },
		expected: ['Demo.uplugin:1 icon'],
	},
	{
		rule: 'icon',
		bad: { 'Resources/Icon128.png': png(128, 64) },
		good: { 'Resources/Icon128.png': png(128, 128) },
		expected: ['Demo.uplugin:1 icon'],
	},
	{
		rule: 'icon',
		bad: { 'Resources/Icon128.png': 'GIF89a' },
		good: { 'Resources/Icon128.png': png(128, 128) },
		expected: ['Demo.uplugin:1 icon'],
	},
	{
		rule: 'filter-plugin',
		bad: { 'Config/FilterPlugin.ini': null },
		good: {},
		expected: ['Config/FilterPlugin.ini:1 filter-plugin'],
	},
	{
		rule: 'filter-plugin',
		bad: { 'Config/FilterPlugin.ini': '/Config/...\n' },
		good: {},
		expected: ['Config/FilterPlugin.ini:1 filter-plugin'],
	},
	{
		rule: 'filter-plugin',
		bad: { 'Config/FilterPlugin.ini': filter('/Config/...', '/LICENSE') },
		good: { 'Config/FilterPlugin.ini': filter('/Config/*.ini', '/LICENSE', '/READM?.md') },
		expected: ['Config/FilterPlugin.ini:1 filter-plugin'],
	},
	{
		rule: 'filter-plugin',
		bad: { 'Docs/A/B.md': 'x' },
		good: {
			'Docs/A/B.md': 'x',
			'Config/FilterPlugin.ini': filter('/Config/...', '/LICENSE', '/README.md', '/Docs/...'),
		},
		expected: ['Config/FilterPlugin.ini:2 filter-plugin'],
	},
	{
		rule: 'filter-plugin',
		bad: { 'Config/FilterPlugin.ini': `${basePlugin()['Config/FilterPlugin.ini']}/Gone.md\nREADME.md\n` },
		good: {},
		expected: ['Config/FilterPlugin.ini:6 filter-plugin', 'Config/FilterPlugin.ini:7 filter-plugin'],
	},
	{
		rule: 'fab-copy',
		bad: { 'Demo.uplugin': descriptor({ EngineVersion: '5.7.0' }), 'Binaries/Win64/Demo.dll': 'MZ' },
		good: { 'Demo.uplugin': descriptor({ EngineVersion: '5.7.0' }) },
		expected: ['Demo.uplugin:1 fab-copy'],
		options: { fab: true },
	},
];
