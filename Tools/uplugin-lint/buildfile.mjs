// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a module's Build.cs says: a few calls and assignments, with the `if`s around them.

import path from 'node:path';
import { isName, isPunct, longestArguments, skipBalanced, textOf } from './lexer.mjs';

const dependencyLists = {
	PublicDependencyModuleNames: 'public',
	PrivateDependencyModuleNames: 'private',
	DynamicallyLoadedModuleNames: 'dynamic',
	PublicIncludePathModuleNames: 'public',
	PrivateIncludePathModuleNames: 'private',
};

/**
 * Returns { className, baseName, constructorName, line, dependencies, definitions, includePaths, assignments, gameplayDebugger }.
 * dependencies: [{ name, line, visibility, editorOnly }]; definitions: [{ name, value, ispc, public, line }];
 * includePaths: folders relative to the module's; assignments: Map field -> { value, line }.
 */
export function parseBuildFile(tokens) {
	const code = tokens.filter((token) => token.kind !== 'directive');
	const build = {
		className: '',
		baseName: '',
		constructorName: '',
		line: 1,
		dependencies: [],
		definitions: [],
		includePaths: [],
		assignments: new Map(),
		gameplayDebugger: false,
	};
	readClass(code, build);
	const editorOnly = editorRanges(code);
	for (let at = 0; at < code.length; ++at) {
		if (code[at].kind !== 'name') {
			continue;
		}
		const { text, line } = code[at];
		if (text === 'SetupGameplayDebuggerSupport') {
			build.gameplayDebugger = true;
		} else if (
			isPunct(code[at + 1], '.') &&
			/^Add(?:Range)?$/.test(code[at + 2]?.text) &&
			isPunct(code[at + 3], '(')
		) {
			const inside = code.slice(at + 4, skipBalanced(code, at + 3, longestArguments) - 1);
			if (text in dependencyLists) {
				const guarded = editorOnly.some((range) => at >= range.begin && at < range.end);
				for (const token of inside.filter((candidate) => candidate.kind === 'string')) {
					build.dependencies.push({
						name: token.text,
						line: token.line,
						visibility: dependencyLists[text],
						editorOnly: guarded,
					});
				}
			} else if (text === 'PublicDefinitions' || text === 'PrivateDefinitions') {
				build.definitions.push(...definitionsOf(inside, text === 'PublicDefinitions', line));
			} else if (
				/^(?:Public|Private)IncludePaths$/.test(text) &&
				inside.some((token) => isName(token, 'ModuleDirectory'))
			) {
				build.includePaths.push(
					path.posix.join(
						'',
						...inside.filter((token) => token.kind === 'string').map((token) => token.text),
					),
				);
			}
		} else if (isPunct(code[at + 1], '=') && !isPunct(code[at - 1], '.')) {
			build.assignments.set(text, { value: textOf(code.slice(at + 2, endOfStatement(code, at))), line });
		} else if (isPunct(code[at + 1], '.') && code[at + 2]?.kind === 'name' && isPunct(code[at + 3], '=')) {
			build.assignments.set(`${text}.${code[at + 2].text}`, { value: code[at + 4]?.text ?? '', line });
		}
	}
	return build;
}

/** The index of the next `;`; a statement of a Build.cs is short. */
function endOfStatement(code, begin) {
	let at = begin;
	while (at < code.length && at < begin + longestArguments && !isPunct(code[at], ';')) {
		++at;
	}
	return at;
}

function readClass(code, build) {
	const at = code.findIndex((token, index) => isName(token, 'class') && isPunct(code[index + 2], ':'));
	if (at < 0) {
		return;
	}
	build.className = code[at + 1].text;
	build.baseName = code[at + 3]?.text ?? '';
	build.line = code[at].line;
	const constructor = code.findIndex(
		(token, index) =>
			index > at && isName(token, 'public') && code[index + 1]?.kind === 'name' && isPunct(code[index + 2], '('),
	);
	build.constructorName = constructor < 0 ? '' : code[constructor + 1].text;
}

/** Ranges of tokens that only editor targets run. */
function editorRanges(code) {
	const ranges = [];
	code.forEach((token, at) => {
		if (!isName(token, 'if') || !isPunct(code[at + 1], '(')) {
			return;
		}
		const begin = skipBalanced(code, at + 1, longestArguments);
		const condition = textOf(code.slice(at + 2, begin - 1));
		if (/^(?:Target\.bBuildEditor(?:==true)?|Target\.Type==TargetType\.Editor)(?:&&.*)?$/.test(condition)) {
			ranges.push({
				begin,
				end: isPunct(code[begin], '{') ? skipBalanced(code, begin) : endOfStatement(code, begin) + 1,
			});
		}
	});
	return ranges;
}

function definitionsOf(inside, isPublic, line) {
	const [first] = inside;
	if (first?.kind !== 'string') {
		return [];
	}
	const [name, value] = first.text.split('=');
	const literal = inside.length === 1 ? Number(value ?? 1) : NaN;
	return [
		{
			name: name.trim(),
			value: Number.isNaN(literal) || value === '' ? undefined : literal,
			public: isPublic,
			line,
			ispc: inside.some((token) => isName(token, 'bCompileISPC')),
		},
	];
}
