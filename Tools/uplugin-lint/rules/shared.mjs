// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Questions that several rules ask.

import { bracketEnds, isName, isPunct, longestArguments, splitCommas } from '../lexer.mjs';

/** Module types that games do not have. */
export const isEditorType = (type) => /^(?:Editor|EditorNoCommandlet|EditorAndProgram|UncookedOnly)$/.test(type);

/** Module types that games have; '' is a module that the descriptor does not list. */
export const isGameType = (type) => type !== '' && !isEditorType(type);

/** Whether what stands under these conditions is only compiled when one of the macros is on. */
export function conditionHolds(conditions, macros) {
	return conditions.some(
		(condition) =>
			condition.branch === 'if' &&
			macros.some(
				(macro) =>
					condition.names.includes(macro) &&
					!condition.text.includes(`!${macro}`) &&
					!condition.text.startsWith('!defined') &&
					!condition.text.includes('||'),
			),
	);
}

/** Calls of the named macros or functions anywhere in the code: { name, line, args, at, conditions }. */
export function findCalls(code, wanted) {
	const found = [];
	const ends = bracketEnds(code);
	for (let at = 0; at + 1 < code.length; ++at) {
		const length = ends[at + 1] - at;
		if (
			code[at].kind === 'name' &&
			isPunct(code[at + 1], '(') &&
			length > 0 &&
			length < longestArguments &&
			wanted(code[at].text)
		) {
			found.push({
				name: code[at].text,
				line: code[at].line,
				conditions: code[at].conditions,
				at,
				args: splitCommas(code.slice(at + 2, ends[at + 1]), false),
			});
		}
	}
	return found;
}

/** The classes of the plugin that a type derives from, nearest first, and the engine's below them. */
export function ancestors(plugin, type) {
	const names = [];
	const pending = [type];
	const seen = new Set();
	while (pending.length > 0) {
		for (const { name } of pending.shift().bases) {
			if (seen.has(name)) {
				continue;
			}
			seen.add(name);
			names.push(name);
			const next = plugin.types.get(name);
			const known = plugin.engine.engineClasses.get(name);
			if (next) {
				pending.push(next);
			} else if (known?.base) {
				pending.push({ bases: [{ name: known.base }] });
			}
		}
	}
	return names;
}

/** Names that UObject classes have: UThing, AThing, AAIThing. */
export const isObjectName = (name) => /^[UA](?:[A-Z][a-z]|AI[A-Z])/.test(name ?? '');

/** 'UClass' of a type's tokens when it is one plain name, with or without const, * and &. */
export const plainName = (tokens) => {
	const names = tokens.filter((token) => token.kind === 'name' && !/^(?:const|class|struct|enum)$/.test(token.text));
	return names.length === 1 ? names[0].text : '';
};

/** Types the way two declarations of the same parameter agree. */
export const normalType = (tokens) =>
	tokens
		.filter(
			(token) =>
				!isName(token, 'const') && !isName(token, 'class') && !isName(token, 'struct') && !isPunct(token, '&'),
		)
		.map((token) => token.text)
		.join('');
