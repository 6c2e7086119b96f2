// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A plugin on disk: its descriptor, its modules and their files, read once and shared by all rules.

import fs from 'node:fs';
import path from 'node:path';
import { parseBuildFile } from './buildfile.mjs';
import { declarationsOf } from './declarations.mjs';
import { tokenize } from './lexer.mjs';

const skippedFolders = /^(?:\.git|Binaries|Intermediate|Saved|DerivedDataCache|node_modules|ThirdParty)$/;
/** What BuildPlugin packages, by itself or because FilterPlugin.ini says so. */
const packagedFolders = ['Config', 'Content', 'Docs', 'Resources', 'Shaders', 'Source'];
const textFiles = /\.(?:h|hpp|inl|cpp|cs|ispc|isph|usf|ush|ini|uplugin)$/;

export class UsageError extends Error {}

/**
 * Returns { root, descriptor, moduleEntries, name, files, descriptors, topLevel, modules, cppFiles, types }. Throws
 * UsageError when the folder has no descriptor or a file cannot be read.
 * A file: { path, text } and, of C++ in modules, module, isPublic, isHeader, code, directives, includes, types,
 * functions.
 */
export function loadPlugin(root) {
	const entries = readFolder(root);
	const descriptors = entries
		.filter((entry) => entry.isFile() && entry.name.endsWith('.uplugin'))
		.map((entry) => entry.name)
		.sort();
	if (descriptors.length === 0) {
		throw new UsageError(`'${root}' has no .uplugin file; give the folder of a plugin`);
	}
	const names = [...descriptors, ...packagedFolders.flatMap((folder) => listFiles(root, folder))];
	const files = new Map(names.map((name) => [name, { path: name, text: readText(root, name) }]));
	const plugin = {
		root,
		...parseDescriptor(files.get(descriptors[0]).text),
		name: descriptors[0].replace(/\.uplugin$/, ''),
		files,
		descriptors,
		topLevel: entries.map((entry) => ({ name: entry.name, folder: entry.isDirectory() })),
	};
	plugin.modules = names.flatMap((name) => {
		const found = /^(Source\/(?:.*\/)?)([^/]+)\.Build\.cs$/.exec(name);
		return found ? [loadModule(files, found[2], found[1], files.get(name))] : [];
	});
	plugin.cppFiles = plugin.modules.flatMap((module) => module.files).filter((file) => file.code);
	plugin.types = new Map(plugin.cppFiles.flatMap((file) => file.types.map((type) => [type.name, type])));
	return plugin;
}

/** Returns { descriptor, moduleEntries }, or the error instead of the descriptor. */
function parseDescriptor(text) {
	try {
		const descriptor = JSON.parse(text.replace(/^\ufeff/, ''));
		const entries = Array.isArray(descriptor?.Modules) ? descriptor.Modules : [];
		return { descriptor, moduleEntries: entries.filter((entry) => typeof entry?.Name === 'string') };
	} catch (error) {
		return { descriptorError: error.message.split('\n')[0], moduleEntries: [] };
	}
}

function readFolder(folder) {
	try {
		return fs.readdirSync(folder, { withFileTypes: true });
	} catch {
		throw new UsageError(`'${folder}' cannot be read as a folder`);
	}
}

function readText(root, name) {
	try {
		return textFiles.test(name) ? fs.readFileSync(path.join(root, name), 'utf8') : '';
	} catch (error) {
		throw new UsageError(`'${name}' cannot be read (${error.code})`);
	}
}

/** Files below a folder, paths with '/', sorted; links are not followed. */
function listFiles(root, folder) {
	if (!fs.existsSync(path.join(root, folder))) {
		return [];
	}
	return readFolder(path.join(root, folder))
		.flatMap((entry) => {
			const name = `${folder}/${entry.name}`;
			if (entry.isDirectory()) {
				return skippedFolders.test(entry.name) ? [] : listFiles(root, name);
			}
			return entry.isFile() ? [name] : [];
		})
		.sort();
}

function loadModule(files, name, folder, buildFile) {
	const module = { name, folder, buildFile, build: parseBuildFile(buildFile.text) };
	module.files = [...files.values()].filter((file) => file.path.startsWith(folder) && file !== buildFile);
	for (const file of module.files) {
		Object.assign(file, {
			module,
			isPublic: file.path.startsWith(`${folder}Public/`),
			isHeader: /\.(?:h|hpp)$/.test(file.path),
		});
		if (/\.(?:h|hpp|inl|cpp)$/.test(file.path)) {
			const tokens = tokenize(file.text);
			file.code = tokens.filter((token) => token.kind !== 'directive');
			file.directives = tokens.filter((token) => token.kind === 'directive');
			file.includes = file.directives.flatMap(({ name: what, rest, line, conditions }) => {
				const found = what === 'include' && /^(["<])([^">]*)[">]/.exec(rest);
				return found ? [{ path: found[2], quoted: found[1] === '"', line, conditions }] : [];
			});
			Object.assign(file, declarationsOf(file.code));
		}
	}
	return module;
}

/** The modules of the plugin that this one sees: its dependencies, and what those pass on as public. */
export function visibleModules(plugin, module) {
	const seen = new Set();
	const pending = [...module.build.dependencies];
	while (pending.length > 0) {
		const { name } = pending.pop();
		const next = plugin.modules.find((candidate) => candidate.name === name);
		if (next && !seen.has(next)) {
			seen.add(next);
			pending.push(...next.build.dependencies.filter((dependency) => dependency.isPublic));
		}
	}
	return seen;
}

/** The file of the plugin that an include leads to. Modules that Build.cs does not name come last. */
export function findHeader(plugin, file, include) {
	const folders = [
		...(include.quoted ? [path.posix.dirname(file.path)] : []),
		...['Public', 'Private', ...file.module.build.includePaths].map((part) => file.module.folder + part),
		...[...visibleModules(plugin, file.module), ...plugin.modules].flatMap(({ folder }) => [
			`${folder}Public`,
			`${folder}Private`,
		]),
	];
	return folders
		.map((folder) => plugin.files.get(path.posix.join(folder, include.path)))
		.find((found) => found?.module);
}
