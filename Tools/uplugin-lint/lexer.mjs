// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Tokens of C++, C#, ISPC and HLSL text. Never fails: what is broken (an unclosed comment, a stray byte) becomes a token or
// is skipped, because the file may be anything. Linear in the length of the text.

const space = /[ \t\r\f\v\u00a0\ufeff]+/y;
const name = /[A-Za-z_$@][A-Za-z0-9_$]*/y;
const number = /\.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z]|[0-9A-Za-z_.])*/y;
const rawString = /(?:u8|[uUL])?R"([^ ()\\\t\n]{0,16})\(/y;
const stringPrefix = /(?:u8|[uUL])?(?=["'])/y;
/** `>>` stays two tokens: it closes templates more often than it shifts. */
const punctuation = /::|->|&&|\|\||==|!=|<=|>=|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|##|\.\.\.|[^\s]/y;

/**
 * Tokens: { kind: 'name' | 'number' | 'string' | 'char' | 'punct' | 'directive', text, line }; of a string the text is what
 * stands between the quotes. A directive also has name ('if', 'include', ...), tokens and rest (its text).
 * Comments: { line, endLine, text, alone: nothing but white space stands before it on its line }.
 */
export function tokenize(text) {
	const scanner = new Scanner(text, 1);
	scanner.run();
	return { tokens: scanner.tokens, comments: scanner.comments };
}

class Scanner {
	constructor(text, line) {
		this.text = text;
		this.at = 0;
		this.line = line;
		this.tokens = [];
		this.comments = [];
		this.lineStart = true;
	}

	match(pattern) {
		pattern.lastIndex = this.at;
		return pattern.exec(this.text);
	}

	run() {
		while (this.at < this.text.length) {
			this.step();
		}
	}

	step() {
		const { text, at } = this;
		const character = text[at];
		if (character === '\n') {
			++this.line;
			++this.at;
			this.lineStart = true;
			return;
		}
		if (character === '\\' && (text[at + 1] === '\n' || text.startsWith('\r\n', at + 1))) {
			this.at = text.indexOf('\n', at) + 1;
			++this.line;
			return;
		}
		const blank = this.match(space);
		if (blank) {
			this.at += blank[0].length;
		} else if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
			this.comment();
		} else if (character === '#' && this.lineStart) {
			this.directive();
		} else {
			this.lineStart = false;
			this.token();
		}
	}

	comment() {
		const begin = this.at;
		const line = this.line;
		const alone = this.lineStart;
		if (this.text[begin + 1] === '/') {
			const end = this.text.indexOf('\n', begin);
			this.at = end < 0 ? this.text.length : end;
		} else {
			const end = this.text.indexOf('*/', begin + 2);
			this.at = end < 0 ? this.text.length : end + 2;
		}
		const text = this.text.slice(begin, this.at);
		this.line += newlines(text);
		this.comments.push({ line, endLine: this.line, text, alone });
	}

	/** A preprocessor line, with its continuations; comments are taken out of it. */
	directive() {
		const line = this.line;
		const begin = this.at;
		let end = begin;
		for (;;) {
			end = this.text.indexOf('\n', end);
			if (end < 0) {
				end = this.text.length;
				break;
			}
			if (this.text[end - 1] !== '\\' && !(this.text[end - 1] === '\r' && this.text[end - 2] === '\\')) {
				break;
			}
			++end;
		}
		// A block comment that begins on the line may run past its end.
		const open = /^[^"\n]*\/\*/.exec(this.text.slice(begin, end).replace(/\/\/.*/, ''));
		if (open && !this.text.slice(begin + open[0].length, end).includes('*/')) {
			end = begin + open[0].length - 2;
		}
		const source = this.text.slice(begin + 1, end);
		const inner = new Scanner(source, line);
		inner.lineStart = false;
		inner.run();
		this.comments.push(...inner.comments.map((comment) => ({ ...comment, alone: false })));
		const [head, ...tokens] = inner.tokens;
		const rest = head ? source.slice(source.indexOf(head.text) + head.text.length).trim() : '';
		this.tokens.push({ kind: 'directive', text: '#', name: head ? head.text : '', tokens, rest, line });
		this.line += newlines(source);
		this.at = end;
	}

	token() {
		const raw = this.match(rawString);
		if (raw) {
			const begin = this.at + raw[0].length;
			const end = this.text.indexOf(`)${raw[1]}"`, begin);
			this.push('string', this.text.slice(begin, end < 0 ? undefined : end));
			this.line += newlines(this.text.slice(begin, end < 0 ? undefined : end));
			this.at = end < 0 ? this.text.length : end + raw[1].length + 2;
			return;
		}
		const prefix = this.match(stringPrefix);
		if (prefix) {
			this.quoted(this.at + prefix[0].length);
			return;
		}
		for (const [kind, pattern] of [
			['name', name],
			['number', number],
			['punct', punctuation],
		]) {
			const found = this.match(pattern);
			if (found) {
				this.push(kind, found[0]);
				this.at += found[0].length;
				return;
			}
		}
		++this.at;
	}

	quoted(open) {
		const quote = this.text[open];
		let end = open + 1;
		while (end < this.text.length && this.text[end] !== quote && this.text[end] !== '\n') {
			end += this.text[end] === '\\' && this.text[end + 1] !== '\n' ? 2 : 1;
		}
		this.push(quote === '"' ? 'string' : 'char', this.text.slice(open + 1, end));
		this.at = this.text[end] === quote ? end + 1 : Math.min(end, this.text.length);
	}

	push(kind, text) {
		this.tokens.push({ kind, text, line: this.line });
	}
}

function newlines(text) {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		++count;
	}
	return count;
}

/** So many tokens at most are looked at for the end of an argument list: unclosed ones must not cost the square of the file. */
export const longestArguments = 2000;

/** The index after the bracket that closes the one at `open`, or the end of what was looked at. */
export function skipBalanced(tokens, open, most = tokens.length) {
	let depth = 0;
	const end = Math.min(tokens.length, open + most);
	for (let at = open; at < end; ++at) {
		const { kind, text } = tokens[at];
		if (kind !== 'punct') {
			continue;
		}
		if (text === '(' || text === '{' || text === '[') {
			++depth;
		} else if (text === ')' || text === '}' || text === ']') {
			if (--depth <= 0) {
				return at + 1;
			}
		}
	}
	return end;
}

const knownEnds = new WeakMap();

/** For each opening bracket the index of the one that closes it, 0 if none does. Made once for a list of tokens. */
export function bracketEnds(tokens) {
	if (!knownEnds.has(tokens)) {
		const ends = new Int32Array(tokens.length);
		const open = [];
		tokens.forEach(({ kind, text }, at) => {
			if (kind === 'punct' && (text === '(' || text === '{' || text === '[')) {
				open.push(at);
			} else if (kind === 'punct' && (text === ')' || text === '}' || text === ']') && open.length > 0) {
				ends[open.pop()] = at;
			}
		});
		knownEnds.set(tokens, ends);
	}
	return knownEnds.get(tokens);
}

/** The index after the `>` that closes the `<` at `open`; `open + 1` if none does before a `;` or `{`. */
export function skipAngles(tokens, open) {
	let depth = 0;
	const end = Math.min(tokens.length, open + longestArguments);
	for (let at = open; at < end; ++at) {
		const { kind, text } = tokens[at];
		if (kind !== 'punct') {
			continue;
		}
		if (text === '<') {
			++depth;
		} else if (text === '>') {
			if (--depth === 0) {
				return at + 1;
			}
		} else if (text === '(' || text === '[') {
			at = skipBalanced(tokens, at, longestArguments) - 1;
		} else if (text === ';' || text === '{') {
			break;
		}
	}
	return open + 1;
}

/** The parts between top-level commas. Brackets and, with `angles`, template arguments hide commas. */
export function splitCommas(tokens, angles = true) {
	const parts = [[]];
	for (let at = 0; at < tokens.length; ++at) {
		const token = tokens[at];
		let end = at + 1;
		if (token.kind === 'punct') {
			if (token.text === ',') {
				parts.push([]);
				continue;
			}
			if (token.text === '(' || token.text === '{' || token.text === '[') {
				end = skipBalanced(tokens, at);
			} else if (angles && token.text === '<' && at > 0 && tokens[at - 1].kind === 'name') {
				end = skipAngles(tokens, at);
			}
		}
		for (; at < end; ++at) {
			parts.at(-1).push(tokens[at]);
		}
		--at;
	}
	return tokens.length === 0 ? [] : parts;
}

/** Tokens as text, spaced where two words would run together. */
export function textOf(tokens) {
	let text = '';
	let wordBefore = false;
	for (const { kind, text: part } of tokens) {
		const word = kind !== 'punct';
		text += (word && wordBefore ? ' ' : '') + (kind === 'string' ? `"${part}"` : part);
		wordBefore = word;
	}
	return text;
}

export const isName = (token, text) => token?.kind === 'name' && (text === undefined || token.text === text);
export const isPunct = (token, text) => token?.kind === 'punct' && token.text === text;
