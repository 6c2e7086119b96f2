// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a module's Build.cs says: a few calls and assignments, with the `if`s around them.

import path from 'node:path';
import { withoutComments } from './lexer.mjs';

const dependencyList =
	/\b(Public|Private)(?:Dependency|IncludePath)ModuleNames\s*\.\s*Add(?:Range)?\s*\(([^;]*)\)\s*;/g;
const editorBlock =
	/\bif\s*\(\s*Target\.(?:bBuildEditor|Type\s*==\s*TargetType\.Editor)[^{;]*(?:\{(?:[^{}]|\{[^{}]*\})*\}|;)/g;

/**
 * Returns { className, baseName, constructorName, line, gameplayDebugger } and dependencies: [{ name, line, isPublic,
 * editorOnly }]; definitions: [{ name, isPublic }]; includePaths: folders relative to the module's; assignments: Map
 * field -> { value, line }.
 */
export function parseBuildFile(source) {
	const text = withoutComments(source);
	const lineAt = (index) => text.slice(0, index).split('\n').length;
	const head = /\bclass\s+(\w+)\s*:\s*(\w+)/.exec(text);
	const editorBlocks = [...text.matchAll(editorBlock)].map((found) => [found.index, found.index + found[0].length]);
	const stringsIn = (part) => [...part.matchAll(/"([^"\n]*)"/g)];
	return {
		className: head?.[1] ?? '',
		baseName: head?.[2] ?? '',
		constructorName: /\bpublic\s+(\w+)\s*\(/.exec(text)?.[1] ?? '',
		line: lineAt(head?.index ?? 0),
		dependencies: [...text.matchAll(dependencyList)].flatMap((list) =>
			stringsIn(list[2]).map((name) => ({
				name: name[1],
				line: lineAt(list.index + list[0].indexOf(name[0])),
				isPublic: list[1] === 'Public',
				editorOnly: editorBlocks.some(([begin, end]) => list.index >= begin && list.index < end),
			})),
		),
		definitions: [...text.matchAll(/\b(Public|Private)Definitions\s*\.\s*Add\s*\(\s*"(\w+)/g)].map((found) => ({
			name: found[2],
			isPublic: found[1] === 'Public',
		})),
		includePaths: [...text.matchAll(/\b(?:Public|Private)IncludePaths\s*\.\s*Add\s*\(([^;]*)\)\s*;/g)]
			.filter(([, part]) => part.includes('ModuleDirectory'))
			.map(([, part]) => path.posix.join('', ...stringsIn(part).map((folder) => folder[1]))),
		assignments: new Map(
			[...text.matchAll(/([\w.]+)\s*=(?!=)\s*([^;]*);/g)].map((found) => [
				found[1],
				{ value: found[2].trim(), line: lineAt(found.index) },
			]),
		),
		gameplayDebugger: /\bSetupGameplayDebuggerSupport\s*\(/.test(text),
	};
}
