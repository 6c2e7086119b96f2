// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs the rules over a plugin and takes away what comments allow.

import path from 'node:path';
import * as engine from './engine.mjs';
import { loadPlugin, visibleModules } from './tree.mjs';
import * as build from './rules/build.mjs';
import * as code from './rules/code.mjs';
import * as descriptor from './rules/descriptor.mjs';
import * as includes from './rules/includes.mjs';
import * as kernels from './rules/kernels.mjs';
import * as members from './rules/members.mjs';
import * as packaging from './rules/package.mjs';
import * as types from './rules/types.mjs';

const topics = [descriptor, packaging, build, includes, types, members, code, kernels];

/** Rule -> what it asks, in the order of the topics. */
export const rules = new Map([
	...topics.flatMap((topic) => Object.entries(topic.rules)),
	['allow-comment', '"uplugin-lint: allow RULE: reason" names a rule, gives a reason, and allows something'],
]);

/** Findings of the plugin in folder `root`: [{ path, line, rule, text }], in order of place. options: { fab }. */
export function lint(root, options = {}) {
	const plugin = loadPlugin(root);
	addLookups(plugin);
	const findings = [];
	const report = (rule, file, line, text) => {
		if (!rules.has(rule)) {
			throw new Error(`rule ${rule} is not listed`);
		}
		findings.push({ path: file, line, rule, text });
	};
	topics.forEach((topic) => topic.check(plugin, report, options));
	const kept = applyAllowances(plugin, findings);
	const order = (a, b) =>
		a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || (a.rule < b.rule ? -1 : 1);
	return kept.sort(order);
}

/** Questions about includes that several rules ask, answered from tables that are made once. */
function addLookups(plugin) {
	plugin.engine = engine;
	const visible = new Map(plugin.modules.map((module) => [module, [module, ...visibleModules(plugin, module)]]));
	plugin.findHeader = (file, include) => {
		const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
		const beside = include.quoted ? [folder + include.path] : [];
		const own = (file.module.flat ? [''] : ['Public/', 'Private/', 'Classes/', 'Internal/']).map(
			(part) => file.module.folder + part + include.path,
		);
		own.push(
			...file.module.build.includePaths.map((part) => path.posix.join(file.module.folder, part, include.path)),
		);
		// Modules that are not dependencies come last: the file is there, but Build.cs does not say so.
		const others = [...visible.get(file.module), ...plugin.modules].flatMap((module) =>
			['Public/', 'Classes/', 'Private/'].map((part) => module.folder + part + include.path),
		);
		const found = [...beside, ...own, ...others].find((name) => plugin.files.get(name)?.module);
		return found && plugin.files.get(found);
	};
	const included = new Map();
	const reach = (file) => {
		if (!included.has(file)) {
			const paths = new Set();
			const files = new Set([file]);
			for (const current of files) {
				for (const include of current.includes ?? []) {
					paths.add(include.path);
					const next = plugin.findHeader(current, include);
					if (next) {
						files.add(next);
					}
				}
			}
			const macros = new Set(
				[...files].flatMap((current) =>
					(current.directives ?? [])
						.filter((directive) => directive.name === 'define')
						.map((directive) => directive.tokens[0]?.text),
				),
			);
			included.set(file, { paths, macros });
		}
		return included.get(file);
	};
	/** Include paths that a file reaches through the plugin's own headers. */
	plugin.includedPaths = (file) => reach(file).paths;
	plugin.definedMacros = (file) => reach(file).macros;
}

/** A comment allows a rule on its own line or, when nothing else is on that line, on the next. */
function applyAllowances(plugin, findings) {
	const allowances = [];
	for (const file of plugin.files.values()) {
		for (const comment of commentsOf(file)) {
			for (const found of comment.text.matchAll(/uplugin-lint: allow ([\w-]+)(:?[ \t]*)([^\n]*)/g)) {
				const reason = found[3].replace(/\*\/\s*$/, '').trim();
				allowances.push({
					path: file.path,
					line: comment.line,
					from: comment.line,
					to: comment.alone ? comment.endLine + 1 : comment.endLine,
					rule: found[1],
					reason,
					used: false,
				});
			}
		}
	}
	const kept = findings.filter((finding) => {
		const allowance = allowances.find(
			(candidate) =>
				candidate.path === finding.path &&
				candidate.rule === finding.rule &&
				candidate.reason !== '' &&
				finding.line >= candidate.from &&
				finding.line <= candidate.to,
		);
		if (allowance) {
			allowance.used = true;
		}
		return !allowance;
	});
	for (const { path: file, line, rule, reason, used } of allowances) {
		const text = !rules.has(rule)
			? `there is no rule ${rule}; see --list`
			: reason === ''
				? `${rule} is allowed without a reason; write allow ${rule}: why`
				: used
					? ''
					: `nothing here breaks ${rule}; remove the comment`;
		if (text) {
			kept.push({ path: file, line, rule: 'allow-comment', text });
		}
	}
	return kept;
}

function commentsOf(file) {
	if (!file.path.endsWith('.ini')) {
		return file.comments;
	}
	return file.text
		.split('\n')
		.map((text, index) => ({ text, line: index + 1, endLine: index + 1, alone: true }))
		.filter(({ text }) => text.startsWith(';'));
}
