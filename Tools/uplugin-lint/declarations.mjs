// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The declarations of a C++ file, as far as these rules care: types with their members, and functions. Not a compiler:
// it follows brackets and the shapes that declarations have, and passes over what it does not understand.

import { isName, isPunct, skipAngles, skipBalanced, splitCommas } from './lexer.mjs';

const reflectionMacro = /^U(?:CLASS|STRUCT|ENUM|PROPERTY|FUNCTION)$/;
const macroName = /^[A-Z][A-Z0-9_]{2,}(?:_\w+Params?)?$/;
const apiMacro = /^[A-Z][A-Z0-9_]*_API$/;
const specifierWord = /^(?:static|mutable|inline|virtual|explicit|extern|constexpr|consteval|friend|FORCEINLINE)$/;
const attribute = /^(?:UE_DEPRECATED|UPARAM|alignas|decltype|noexcept|__attribute__)$/;

/**
 * Returns { types, functions }, in the order of the file.
 * A type: { kind, name, line, api, bases, macro, template, nested, members }; the base of an enum is what underlies it.
 * A function or member: { kind: 'function' | 'variable', name, line, api, macro, access, template, words, type,
 * parameters, initialized, array, bits, pointer, override, bodiless }, where type and those of parameters are tokens.
 */
export function declarationsOf(code) {
	const found = { types: [], functions: [] };
	readScope(code, found, { owner: null, access: 'public', template: false });
	return found;
}

function readScope(code, found, scope) {
	let at = 0;
	let macro = null;
	let template = scope.template;
	while (at < code.length) {
		const [token, next] = [code[at], code[at + 1]];
		if (scope.owner && /^(?:public|protected|private)$/.test(token.text) && isPunct(next, ':')) {
			scope.access = token.text;
			at += 2;
		} else if (token.kind !== 'name' && !isPunct(token, '~') && !isPunct(token, '[')) {
			++at;
		} else if (/^(?:using|typedef|static_assert|friend)$/.test(token.text)) {
			at = endOfStatement(code, at).end;
		} else if (token.text === 'namespace' || (token.text === 'extern' && next?.kind === 'string')) {
			const open = code.findIndex((one, index) => index > at && /^[{;]$/.test(one.text));
			const end = isPunct(code[open], '{') ? skipBalanced(code, open) : open + 1;
			readScope(code.slice(open + 1, end - 1), found, { ...scope });
			at = open < 0 ? code.length : end;
		} else if (token.text === 'template' && isPunct(next, '<')) {
			template = true;
			at = skipAngles(code, at + 1);
		} else if (macroName.test(token.text) && isPunct(next, '(')) {
			const end = skipBalanced(code, at + 1);
			if (reflectionMacro.test(token.text)) {
				macro = { name: token.text, line: token.line, ...specifiersOf(code.slice(at + 2, end - 1)) };
			}
			// A macro may begin a function, whose body follows.
			at = isPunct(code[end], '{') ? skipBalanced(code, end) : end;
		} else if (macroName.test(token.text) && macroName.test(next?.text) && isPunct(code[at + 2], '(')) {
			++at;
		} else {
			const own = { macro, template, access: scope.access };
			at = /^(?:class|struct|union|enum)$/.test(token.text)
				? readType(code, at, found, scope, own)
				: readDeclaration(code, at, found, scope, own);
			macro = null;
			template = scope.template;
		}
	}
}

/** names maps lower case to { text, value }, meta likewise. */
function specifiersOf(tokens) {
	const entries = splitCommas(tokens).map(([first, equals, ...rest]) => ({
		text: first?.text ?? '',
		value: isPunct(equals, '=') ? rest : [],
	}));
	const keyed = (list) => new Map(list.map((entry) => [entry.text.toLowerCase(), entry]));
	const names = keyed(entries);
	const meta = names.get('meta')?.value ?? [];
	names.delete('meta');
	return { names, meta: meta.length > 0 ? specifiersOf(meta.slice(1, -1)).names : new Map() };
}

function readType(code, begin, found, scope, own) {
	let at = begin;
	const head = [];
	while (at < code.length && !/^[{;:(=*&,]$/.test(code[at].text)) {
		if (isPunct(code[at], '<')) {
			at = skipAngles(code, at);
		} else if (isPunct(code[at], '[') || isPunct(code[at + 1], '(')) {
			at = skipBalanced(code, at);
		} else {
			head.push(...(isName(code[at]) && code[at].text !== 'final' ? [code[at]] : []));
			++at;
		}
	}
	const heritage = at;
	while (isPunct(code[heritage], ':') && at < code.length && !/^[{;]$/.test(code[at].text)) {
		++at;
	}
	if (isPunct(code[at], ';')) {
		return at + 1;
	}
	if (!isPunct(code[at], '{')) {
		return readDeclaration(code, begin, found, scope, own);
	}
	const end = skipBalanced(code, at);
	const kind = code[begin].text;
	const type = {
		...own,
		kind,
		name: head.at(-1).text,
		line: code[begin].line,
		api: head.find((token) => apiMacro.test(token.text))?.text ?? '',
		bases: splitCommas(code.slice(heritage + 1, at)).map((base) => nameOfBase(base)),
		nested: scope.owner !== null,
		members: [],
	};
	found.types.push(type);
	if (kind !== 'enum') {
		const access = kind === 'class' ? 'private' : 'public';
		readScope(code.slice(at + 1, end - 1), found, { owner: type, access, template: own.template });
	}
	return end;
}

function nameOfBase(tokens) {
	const angle = tokens.findIndex((token) => isPunct(token, '<'));
	return (angle < 0 ? tokens : tokens.slice(0, angle)).findLast((token) => isName(token))?.text ?? '';
}

/** Where the declaration at `at` ends, and its shape: parameter list, value and body, or -1. */
function endOfStatement(code, at) {
	const shape = { open: -1, assigned: -1, body: -1, end: code.length };
	let initializers = false;
	let operator = false;
	while (at < code.length) {
		const { text, kind } = code[at];
		const isPlain = shape.open < 0 && shape.assigned < 0;
		if (kind === 'name') {
			operator ||= text === 'operator';
			at = attribute.test(text) && isPunct(code[at + 1], '(') ? skipBalanced(code, at + 1) : at + 1;
		} else if (kind !== 'punct') {
			++at;
		} else if (text === ';') {
			shape.end = at + 1;
			break;
		} else if (operator && isPlain && (text !== '(' || isPunct(code[at + 2], '('))) {
			at += text === '(' ? 2 : 1;
		} else if (text === '(' || text === '[') {
			shape.open = text === '(' && isPlain ? at : shape.open;
			at = skipBalanced(code, at);
		} else if (text === '<' && isPlain) {
			at = skipAngles(code, at);
		} else if (text === '{') {
			const end = skipBalanced(code, at);
			const isValue = initializers && isName(code[at - 1]) && /^[,{]$/.test(code[end]?.text);
			if (shape.open >= 0 && shape.assigned < 0 && !isValue) {
				Object.assign(shape, { body: at, end });
				break;
			}
			shape.assigned = isPlain ? at : shape.assigned;
			at = end;
		} else {
			shape.assigned = text === '=' && shape.assigned < 0 ? at : shape.assigned;
			initializers ||= text === ':' && shape.open >= 0;
			++at;
		}
	}
	return shape;
}

/** A function or variable: everything up to its `;` or the end of its body. */
function readDeclaration(code, begin, found, scope, own) {
	const { open, assigned, body, end } = endOfStatement(code, begin);
	const pointer = open >= 0 && isPunct(code[open + 1], '*');
	const isFunction = open >= 0 && !pointer;
	const stop = isFunction ? open : assigned >= 0 ? assigned : end - 1;
	let head = plainTokens(code.slice(begin, stop));
	const words = new Set(code.slice(begin, stop).map((token) => token.text));
	const operator = head.findIndex((token) => isName(token, 'operator'));
	if (operator >= 0) {
		head = head.slice(0, operator + 1);
	}
	const cut =
		isFunction || operator >= 0 ? -1 : head.findIndex((token) => isPunct(token, ':') || isPunct(token, '['));
	const declared = splitCommas(cut > 0 ? head.slice(0, cut) : head)[0] ?? [];
	const name = pointer ? code[open + 2] : declared.at(-1);
	const isDeclared = isFunction || pointer || declared.length > 1;
	if (!isName(name) || isPunct(declared.at(-2), '::') || !isDeclared) {
		return end;
	}
	const tail = code
		.slice(isFunction ? skipBalanced(code, open) : stop, body >= 0 ? body : end)
		.map(({ text }) => text);
	const entry = {
		...own,
		kind: isFunction ? 'function' : 'variable',
		name: name.text,
		line: name.line,
		api: [...words].find((text) => apiMacro.test(text)) ?? '',
		words,
		type: pointer ? declared : declared.slice(0, isPunct(declared.at(-2), '~') ? -2 : -1),
		parameters: isFunction ? parametersOf(code.slice(open + 1, skipBalanced(code, open) - 1)) : [],
		initialized: assigned >= 0,
		array: cut > 0 && isPunct(head[cut], '['),
		bits: cut > 0 && isPunct(head[cut], ':'),
		pointer,
		override: tail.includes('override'),
		bodiless: body < 0 && !/^(?:0|default|delete)$/.test(tail.at(-2) ?? ''),
	};
	(scope.owner ? scope.owner.members : found.functions).push(entry);
	return end;
}

/** Without specifiers, attributes and API macros, so that what is left is type and name. */
function plainTokens(tokens) {
	const plain = [];
	for (let at = 0; at < tokens.length;) {
		const isCall = attribute.test(tokens[at].text) && isPunct(tokens[at + 1], '(');
		if (isCall || (isPunct(tokens[at], '[') && isPunct(tokens[at + 1], '['))) {
			at = skipBalanced(tokens, isCall ? at + 1 : at);
			continue;
		}
		if (!specifierWord.test(tokens[at].text) && !apiMacro.test(tokens[at].text)) {
			plain.push(tokens[at]);
		}
		++at;
	}
	return plain;
}

function parametersOf(tokens) {
	return splitCommas(tokens).flatMap((part) => {
		const equals = part.findIndex((token) => isPunct(token, '='));
		const declared = plainTokens(equals < 0 ? part : part.slice(0, equals));
		const pointer = declared.findIndex((token, at) => isPunct(token, '(') && isPunct(declared[at + 1], '*'));
		const named = isName(declared.at(-1)) && !/^(?:::|const)$/.test(declared.at(-2)?.text ?? '::');
		if (declared.length === 0 || (declared.length === 1 && isName(declared[0], 'void'))) {
			return [];
		}
		return {
			name: pointer >= 0 ? declared[pointer + 2].text : named ? declared.at(-1).text : '',
			type: named ? declared.slice(0, -1) : declared,
			value: equals < 0 ? [] : part.slice(equals + 1),
			pointer: pointer >= 0,
		};
	});
}
