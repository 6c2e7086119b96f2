// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Tokens of C++ text, and walks over them. Never fails: what is broken becomes a token.

/** `>>` stays two tokens: it closes templates more often than it shifts. */
const parts = [
	/(?<blank>[\s\ufeff]+|\\\r?\n|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))/,
	/(?<directive>#(?:\\\r?\n|[^\n])*)/,
	/(?:u8|[uUL])?R"(?<delimiter>[^ ()\\\t\n]{0,16})\((?<raw>[^]*?)\)\k<delimiter>"/,
	/(?:u8|[uUL])?"(?<string>(?:\\.|[^"\\\n])*)"?/,
	/(?:u8|[uUL])?'(?<char>(?:\\.|[^'\\\n])*)'?/,
	/(?<name>[A-Za-z_]\w*)/,
	/(?<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)/,
	/(?<punct>::|->|&&|\|\||[=!<>+\-*/%&|^]=|\+\+|--|<<|\.\.\.|[^])/,
];
const token = new RegExp(parts.map((part) => part.source).join('|'), 'y');
const kinds = ['directive', 'string', 'char', 'name', 'number', 'punct'];

/**
 * { kind: 'name' | 'number' | 'string' | 'char' | 'punct' | 'directive', text, line, conditions }; the text of a string is
 * what stands between its quotes. A directive also has name ('if', 'include', ...) and rest. conditions: of the #if around.
 */
export function tokenize(text) {
	const tokens = [];
	const stack = [];
	let conditions = [];
	let line = 1;
	for (token.lastIndex = 0; token.lastIndex < text.length;) {
		const { 0: whole, groups } = token.exec(text);
		const kind = groups.raw === undefined ? kinds.find((candidate) => groups[candidate] !== undefined) : 'string';
		if (kind === 'directive') {
			const [, name, rest] = /^#\s*(\w*)\s*([^]*?)\s*$/.exec(withoutComments(whole));
			followCondition(stack, name, rest);
			tokens.push({ kind, text: '#', name, rest, line, conditions });
			conditions = [...stack];
		} else if (kind) {
			tokens.push({ kind, text: groups.raw ?? groups[kind], line, conditions });
		}
		line += whole.split('\n').length - 1;
	}
	return tokens;
}

function followCondition(stack, name, rest) {
	if (name === 'if' || name === 'ifdef' || name === 'ifndef') {
		stack.push({ if: rest, ifdef: `defined(${rest})`, ifndef: `!defined(${rest})` }[name]);
	} else if (stack.length > 0 && /^(?:elif|else|endif)$/.test(name)) {
		const condition = stack.pop();
		if (name !== 'endif') {
			stack.push(name === 'elif' ? rest : `!(${condition})`);
		}
	}
}

/** Whether what stands under these conditions is only compiled where the macro is on. */
export const isOnlyWith = (macro, conditions) =>
	conditions.some((condition) => condition.split('&&').some((part) => part.trim() === macro));

const comments = /("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** The same text, on the same lines. */
export const withoutComments = (text) =>
	text.replace(comments, (whole, string) => string ?? whole.replace(/[^\n]+/g, ' '));

export const isName = (one, text) => one?.kind === 'name' && (text === undefined || one.text === text);
export const isPunct = (one, text) => one?.kind === 'punct' && one.text === text;

/** The index after the bracket that closes the one at `open`, or the end. */
export function skipBalanced(tokens, open) {
	let depth = 0;
	for (let at = open; at < tokens.length; ++at) {
		if (tokens[at].kind === 'punct' && /^[([{]$/.test(tokens[at].text)) {
			++depth;
		} else if (tokens[at].kind === 'punct' && /^[)\]}]$/.test(tokens[at].text) && --depth === 0) {
			return at + 1;
		}
	}
	return tokens.length;
}

/** The index after the `>` that closes the `<` at `open`; `open + 1` if none does before a `;` or `{`. */
export function skipAngles(tokens, open) {
	let depth = 0;
	for (let at = open; at < tokens.length && !/^[;{]$/.test(tokens[at].text);) {
		if (isPunct(tokens[at], '(') || isPunct(tokens[at], '[')) {
			at = skipBalanced(tokens, at);
			continue;
		}
		depth += isPunct(tokens[at], '<') ? 1 : isPunct(tokens[at], '>') ? -1 : 0;
		++at;
		if (depth === 0) {
			return at;
		}
	}
	return open + 1;
}

/** The parts between commas that no bracket or template argument list hides. */
export function splitCommas(tokens) {
	const found = [];
	let begin = 0;
	for (let at = 0; at < tokens.length;) {
		if (isPunct(tokens[at], ',')) {
			found.push(tokens.slice(begin, at));
			begin = ++at;
		} else if (tokens[at].kind === 'punct' && /^[([{]$/.test(tokens[at].text)) {
			at = skipBalanced(tokens, at);
		} else {
			at = isPunct(tokens[at], '<') && isName(tokens[at - 1]) ? skipAngles(tokens, at) : at + 1;
		}
	}
	return tokens.length === 0 ? [] : [...found, tokens.slice(begin)];
}

/** Tokens as text, spaced where two words would run together. */
export const textOf = (tokens) =>
	tokens
		.map(({ kind, text }, at) => {
			const spaced = at > 0 && kind !== 'punct' && tokens[at - 1].kind !== 'punct';
			return (spaced ? ' ' : '') + (kind === 'string' ? `"${text}"` : text);
		})
		.join('');

/** Calls of the macros or functions that match, anywhere in the code: { name, line, args, at, conditions }. */
export function findCalls(code, pattern) {
	return code.flatMap(({ kind, text, line, conditions }, at) => {
		if (kind !== 'name' || !isPunct(code[at + 1], '(') || !pattern.test(text)) {
			return [];
		}
		const args = splitCommas(code.slice(at + 2, skipBalanced(code, at + 1) - 1));
		return [{ name: text, line, args, at, conditions }];
	});
}
