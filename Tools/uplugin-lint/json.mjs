// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// JSON with the line of every value, which JSON.parse does not tell.

import { tokenize } from './lexer.mjs';

/** Returns { value, lines } or { error, line }. lines maps a path like 'Modules[0].Type' to the line of its key. */
export function parseJson(text) {
	let value;
	try {
		value = JSON.parse(text.replace(/^\ufeff/, ''));
	} catch (error) {
		return { error: error.message.split('\n')[0].slice(0, 120), line: lineOfError(text, error.message) };
	}
	return { value, lines: linesOf(tokenize(text).tokens) };
}

function lineOfError(text, message) {
	const position = /position (\d+)/.exec(message);
	return (position ? text.slice(0, Number(position[1])) : text.trimEnd()).split('\n').length;
}

/** Valid JSON only: brackets match. */
function linesOf(tokens) {
	const lines = new Map([['', 1]]);
	const stack = [];
	const path = () =>
		stack
			.map((level) => (level.array ? `[${level.index}]` : `.${level.key}`))
			.join('')
			.replace(/^\./, '');
	tokens.forEach((token, index) => {
		const level = stack.at(-1);
		if (token.kind === 'string' && tokens[index + 1]?.text === ':' && level && !level.array) {
			level.key = token.text;
			lines.set(path(), token.line);
		} else if (token.kind === 'punct' && (token.text === '{' || token.text === '[')) {
			if (level?.array) {
				lines.set(path(), token.line);
			}
			stack.push({ array: token.text === '[', index: 0, key: '' });
		} else if (token.kind === 'punct' && (token.text === '}' || token.text === ']')) {
			stack.pop();
		} else if (token.kind === 'punct' && token.text === ',' && level?.array) {
			++level.index;
		} else if (level?.array) {
			lines.set(path(), token.line);
		}
	});
	return lines;
}
