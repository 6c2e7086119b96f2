// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A plugin on disk: its descriptor, its modules and their files, read once and shared by all rules.

import fs from 'node:fs';
import path from 'node:path';
import { parseBuildFile } from './buildfile.mjs';
import { applyConditions } from './conditions.mjs';
import { parseDeclarations } from './declarations.mjs';
import { parseJson } from './json.mjs';
import { tokenize } from './lexer.mjs';

/** Larger files are not read: nobody writes them by hand. [bytes] */
const largestFile = 4 * 1024 * 1024;
const skippedFolders = new Set([
	'.git',
	'Binaries',
	'Intermediate',
	'Saved',
	'DerivedDataCache',
	'node_modules',
	'ThirdParty',
]);
/** What BuildPlugin packages, by itself or because FilterPlugin.ini says so. */
const packagedFolders = ['Config', 'Content', 'Docs', 'Resources', 'Shaders', 'Source'];
const textFiles = /\.(?:h|hpp|inl|cpp|c|cs|ispc|isph|usf|ush|ini|uplugin)$/;
const cppFiles = /\.(?:h|hpp|inl|cpp)$/;

export class UsageError extends Error {}

/**
 * Returns { root, descriptor, files, modules, ... }. Throws UsageError when the folder has no descriptor.
 * A file: { path, text, tokens, comments, unreadable } and, in modules, C++ files also code, directives, declarations.
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
	const files = new Map();
	for (const name of [...descriptors, ...packagedFolders.flatMap((folder) => listFiles(root, folder))]) {
		files.set(name, loadFile(root, name));
	}
	const plugin = {
		root,
		files,
		descriptors,
		topLevel: entries.map((entry) => ({ name: entry.name, folder: entry.isDirectory() })),
		name: descriptors[0].replace(/\.uplugin$/, ''),
	};
	plugin.descriptor = { path: descriptors[0], ...parseJson(files.get(descriptors[0]).text) };
	plugin.modules = findModules(plugin);
	plugin.modules.forEach((module) => readModule(plugin, module));
	plugin.cppFiles = plugin.modules.flatMap((module) => module.files).filter((file) => file.declarations);
	plugin.types = new Map(
		plugin.cppFiles.flatMap((file) =>
			file.declarations.types.map((type) => [type.name, Object.assign(type, { file })]),
		),
	);
	return plugin;
}

function readFolder(folder) {
	try {
		return fs.readdirSync(folder, { withFileTypes: true });
	} catch {
		throw new UsageError(`'${folder}' cannot be read as a folder`);
	}
}

/** Files below a folder, paths with '/', sorted; links are not followed. */
function listFiles(root, folder) {
	const found = [];
	const pending = [folder];
	while (pending.length > 0) {
		const current = pending.pop();
		let entries = [];
		try {
			entries = fs.readdirSync(path.join(root, current), { withFileTypes: true });
		} catch {
			continue;
		}
		for (const entry of entries) {
			const name = `${current}/${entry.name}`;
			if (entry.isDirectory() && !skippedFolders.has(entry.name)) {
				pending.push(name);
			} else if (entry.isFile()) {
				found.push(name);
			}
		}
	}
	return found.sort();
}

function loadFile(root, name) {
	const file = {
		path: name,
		text: '',
		tokens: [],
		comments: [],
		unreadable: '',
		isText: textFiles.test(name),
		bytes: null,
	};
	const full = path.join(root, name);
	try {
		if (name === 'Resources/Icon128.png') {
			file.bytes = fs.readFileSync(full);
		}
		if (!file.isText) {
			return file;
		}
		if (fs.statSync(full).size > largestFile) {
			file.unreadable = `has more than ${largestFile} bytes`;
			return file;
		}
		const bytes = fs.readFileSync(full);
		if (bytes.includes(0)) {
			file.unreadable = 'has zero bytes, so it is not text';
			return file;
		}
		file.text = bytes.toString('utf8');
	} catch (error) {
		file.unreadable = `cannot be read (${error.code ?? 'error'})`;
		return file;
	}
	if (!/\.(?:ini|uplugin)$/.test(name)) {
		Object.assign(file, tokenize(file.text));
	}
	return file;
}

function findModules(plugin) {
	const modules = [];
	for (const file of plugin.files.values()) {
		const found = /^(Source\/(?:.*\/)?)([^/]+)\.Build\.cs$/.exec(file.path);
		if (found) {
			modules.push({ name: found[2], folder: found[1], buildFile: file, build: parseBuildFile(file.tokens) });
		}
	}
	const entries = Array.isArray(plugin.descriptor.value?.Modules) ? plugin.descriptor.value.Modules : [];
	for (const module of modules) {
		module.entry = entries.find((entry) => entry?.Name === module.name) ?? null;
		module.type = typeof module.entry?.Type === 'string' ? module.entry.Type : '';
		module.files = [...plugin.files.values()].filter(
			(file) => file.path.startsWith(module.folder) && file !== module.buildFile,
		);
		// A module without these folders is an include folder itself.
		module.flat = !module.files.some((file) =>
			/^(?:Public|Private|Classes)\//.test(file.path.slice(module.folder.length)),
		);
	}
	return modules;
}

/** The modules of the plugin that this one sees: its dependencies, and what those pass on as public. */
export function visibleModules(plugin, module) {
	const byName = new Map(plugin.modules.map((candidate) => [candidate.name, candidate]));
	const seen = new Set();
	const pending = module.build.dependencies.map((dependency) => dependency.name);
	while (pending.length > 0) {
		const next = byName.get(pending.pop());
		if (next && !seen.has(next)) {
			seen.add(next);
			pending.push(
				...next.build.dependencies
					.filter((dependency) => dependency.visibility === 'public')
					.map((dependency) => dependency.name),
			);
		}
	}
	return seen;
}

function readModule(plugin, module) {
	module.definitions = new Map();
	for (const source of [module, ...visibleModules(plugin, module)]) {
		for (const definition of source.build.definitions.filter(
			(candidate) => candidate.public || source === module,
		)) {
			module.definitions.set(definition.name, definition);
		}
	}
	const values = new Map([...module.definitions].map(([name, definition]) => [name, definition.value]));
	for (const file of module.files) {
		file.module = module;
		file.isPublic =
			file.path.startsWith(`${module.folder}Public/`) || file.path.startsWith(`${module.folder}Classes/`);
		file.isHeader = /\.(?:h|hpp)$/.test(file.path);
		if (cppFiles.test(file.path)) {
			Object.assign(file, applyConditions(file.tokens, values));
			file.declarations = parseDeclarations(file.code);
			file.includes = file.directives
				.filter((directive) => directive.name === 'include')
				.map(includeOf)
				.filter(Boolean);
		}
	}
}

function includeOf(directive) {
	const found = /^(["<])([^">]*)[">]/.exec(directive.rest);
	return (
		found && { path: found[2], quoted: found[1] === '"', line: directive.line, conditions: directive.conditions }
	);
}
