// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What `#if` leaves of a file. Values are known for what Build.cs defines as a number, so every condition is true, false or
// (undefined) unknown; only what is surely left out is dropped.

import { isName, isPunct, skipBalanced } from './lexer.mjs';

/**
 * Splits tokens into code and directives.
 * definitions: Map name -> number, or undefined for "defined, value unknown".
 * Returns { code, directives }; each code token and directive gets `conditions`: the conditions it stands in, outermost
 * first, as { text, names, branch: 'if' | 'else', negated }. Code and directives that are surely left out are not returned.
 */
export function applyConditions(tokens, definitions) {
	const code = [];
	const directives = [];
	const stack = [];
	let conditions = [];
	let active = true;
	const refresh = () => {
		conditions = stack.map((level) => level.shown);
		active = stack.every((level) => level.active);
	};
	for (const token of tokens) {
		if (token.kind !== 'directive') {
			if (active) {
				token.conditions = conditions;
				code.push(token);
			}
			continue;
		}
		const reached = stack.slice(0, -1).every((level) => level.active);
		switch (token.name) {
			case 'if':
			case 'ifdef':
			case 'ifndef': {
				token.conditions = conditions;
				if (active) {
					directives.push(token);
				}
				const value = valueOf(token, definitions);
				stack.push({ active: value !== false, done: value === true, shown: shownOf(token) });
				refresh();
				break;
			}
			case 'elif':
			case 'else': {
				const level = stack.at(-1);
				if (level) {
					const value = token.name === 'else' ? true : valueOf(token, definitions);
					token.conditions = conditions.slice(0, -1);
					if (reached && !level.done && token.name === 'elif') {
						directives.push(token);
					}
					level.active = !level.done && value !== false;
					level.done ||= value === true;
					const shown = token.name === 'elif' ? shownOf(token) : level.shown;
					level.shown = { ...shown, branch: 'else' };
					refresh();
				}
				break;
			}
			case 'endif':
				stack.pop();
				refresh();
				break;
			default:
				if (active) {
					token.conditions = conditions;
					directives.push(token);
				}
		}
	}
	return { code, directives };
}

function shownOf(directive) {
	const names = directive.tokens
		.filter((token) => token.kind === 'name' && token.text !== 'defined')
		.map((token) => token.text);
	const prefix = directive.name === 'ifndef' ? '!defined ' : '';
	return {
		text: prefix + directive.tokens.map((token) => token.text).join(''),
		names,
		branch: 'if',
		line: directive.line,
	};
}

/** true, false, or undefined when it depends on what nobody here knows. */
function valueOf(directive, definitions) {
	if (directive.name === 'ifdef' || directive.name === 'ifndef') {
		const known = directive.tokens.length > 0 && definitions.has(directive.tokens[0].text);
		return known ? directive.name === 'ifdef' : undefined;
	}
	const value = new Expression(directive.tokens, definitions).evaluate();
	return value === undefined ? undefined : value !== 0;
}

/** Identifiers of an `#if` whose value the compiler needs: not those in defined(X), nor those that defined(X) guards. */
export function namesNeedingValues(directive) {
	const guarded = new Set(['true', 'false']);
	const needed = [];
	const { tokens } = directive;
	for (let at = 0; at < tokens.length; ++at) {
		if (isName(tokens[at], 'defined')) {
			const operand = isPunct(tokens[at + 1], '(') ? at + 2 : at + 1;
			guarded.add(tokens[operand]?.text);
			at = operand;
		} else if (/^__has_/.test(tokens[at].text) && isPunct(tokens[at + 1], '(')) {
			at = skipBalanced(tokens, at + 1) - 1;
		} else if (tokens[at].kind === 'name') {
			needed.push(tokens[at].text);
		}
	}
	return needed.filter((text) => !guarded.has(text));
}

const levels = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']];
const operations = {
	'==': (a, b) => a === b,
	'!=': (a, b) => a !== b,
	'<': (a, b) => a < b,
	'>': (a, b) => a > b,
	'<=': (a, b) => a <= b,
	'>=': (a, b) => a >= b,
	'+': (a, b) => a + b,
	'-': (a, b) => a - b,
	'*': (a, b) => a * b,
	'/': (a, b) => (b === 0 ? undefined : Math.trunc(a / b)),
	'%': (a, b) => (b === 0 ? undefined : a % b),
};
const deepestExpression = 100;

class Expression {
	constructor(tokens, definitions) {
		this.tokens = tokens;
		this.definitions = definitions;
		this.at = 0;
		this.depth = 0;
	}

	evaluate() {
		const value = this.binary(0);
		return this.at === this.tokens.length ? value : undefined;
	}

	binary(level) {
		if (level === levels.length) {
			return this.unary();
		}
		let left = this.binary(level + 1);
		while (this.tokens[this.at]?.kind === 'punct' && levels[level].includes(this.tokens[this.at].text)) {
			const operator = this.tokens[this.at++].text;
			left = combine(operator, left, this.binary(level + 1));
		}
		return left;
	}

	unary() {
		const token = this.tokens[this.at++];
		if (!token || ++this.depth > deepestExpression) {
			this.at = this.tokens.length;
			return undefined;
		}
		try {
			if (isPunct(token, '!')) {
				const value = this.unary();
				return value === undefined ? undefined : Number(value === 0);
			}
			if (isPunct(token, '-')) {
				const value = this.unary();
				return value === undefined ? undefined : -value;
			}
			if (isPunct(token, '(')) {
				const value = this.binary(0);
				this.at += isPunct(this.tokens[this.at], ')') ? 1 : 0;
				return value;
			}
			return this.primary(token);
		} finally {
			--this.depth;
		}
	}

	primary(token) {
		if (token.kind === 'number') {
			const value = Number(token.text.replace(/'/g, '').replace(/[uUlL]+$/, ''));
			return Number.isNaN(value) ? undefined : value;
		}
		if (isName(token, 'defined')) {
			const bracket = isPunct(this.tokens[this.at], '(');
			const operand = this.tokens[this.at + (bracket ? 1 : 0)];
			this.at += bracket ? 3 : 1;
			return operand && this.definitions.has(operand.text) ? 1 : undefined;
		}
		if (token.kind === 'name' && isPunct(this.tokens[this.at], '(')) {
			this.at = skipBalanced(this.tokens, this.at);
			return undefined;
		}
		return token.kind === 'name' ? this.definitions.get(token.text) : undefined;
	}
}

function combine(operator, left, right) {
	if (operator === '&&') {
		if (left === 0 || right === 0) {
			return 0;
		}
		return left === undefined || right === undefined ? undefined : 1;
	}
	if (operator === '||') {
		if (left || right) {
			return 1;
		}
		return left === undefined || right === undefined ? undefined : 0;
	}
	return left === undefined || right === undefined ? undefined : Number(operations[operator](left, right));
}
