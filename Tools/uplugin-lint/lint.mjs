// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs the rules over a plugin and takes away what comments allow.

import { loadPlugin } from './tree.mjs';
import * as build from './rules/build.mjs';
import * as code from './rules/code.mjs';
import * as descriptor from './rules/descriptor.mjs';
import * as kernels from './rules/kernels.mjs';
import * as packaging from './rules/package.mjs';
import * as reflection from './rules/reflection.mjs';

const topics = [descriptor, packaging, build, reflection, code, kernels];

/** Rule -> what it asks, in the order of the topics. */
export const rules = new Map([
	...topics.flatMap((topic) => Object.entries(topic.rules)),
	['allow-comment', '"uplugin-lint: allow RULE: reason" names a rule, gives a reason, and allows something'],
]);

/** Findings of the plugin in folder `root`: [{ path, line, rule, text }], in order of place. options: { fab }. */
export function lint(root, options = {}) {
	const plugin = loadPlugin(root);
	const findings = [];
	const report = (rule, path, line, text) => {
		if (!rules.has(rule)) {
			throw new Error(`rule ${rule} is not listed`);
		}
		findings.push({ path, line, rule, text });
	};
	topics.forEach((topic) => topic.check(plugin, report, options));
	const order = (a, b) =>
		a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || (a.rule < b.rule ? -1 : 1);
	return applyAllowances(plugin, findings).sort(order);
}

/** A comment allows a rule on its own line or, when nothing else is on that line, on the next. */
function applyAllowances(plugin, findings) {
	const allowances = [...plugin.files.values()].flatMap(({ path, text }) =>
		text.split('\n').flatMap((line, at) => {
			const found = /^(.*)(?:\/\/|;).*uplugin-lint: allow ([\w-]+):?(.*)/.exec(line);
			const next = found?.[1].trim() === '' ? 1 : 0;
			return found
				? [{ path, line: at + 1, covers: at + 1 + next, rule: found[2], reason: found[3].trim() }]
				: [];
		}),
	);
	const isAllowed = ({ rule, path, line }, one) =>
		one.rule === rule && one.path === path && one.reason !== '' && line >= one.line && line <= one.covers;
	const wrong = allowances.filter((one) => !findings.some((finding) => isAllowed(finding, one)));
	return [
		...findings.filter((finding) => !allowances.some((one) => isAllowed(finding, one))),
		...wrong.map(({ path, line, rule, reason }) => {
			const text = reason === '' ? `${rule} is allowed without a reason` : `nothing here breaks a rule ${rule}`;
			return {
				path,
				line,
				rule: 'allow-comment',
				text: `${text}; write allow ${rule}: why, or remove the comment`,
			};
		}),
	];
}
