// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The declarations of a C++ file, as far as UnrealHeaderTool and these rules care: types, their members, functions,
// variables and macro calls, with where they stand. Not a compiler: it follows brackets and the shapes that declarations
// have, and passes over what it does not understand.

import { bracketEnds, isName, isPunct, longestArguments, skipAngles, skipBalanced, splitCommas } from './lexer.mjs';

const reflectionMacros = new Set(['UCLASS', 'USTRUCT', 'UENUM', 'UINTERFACE', 'UPROPERTY', 'UFUNCTION', 'UDELEGATE']);
const generatedBodies = /^GENERATED_(?:U(?:CLASS|STRUCT|INTERFACE)_|IINTERFACE_)?BODY$/;
const specifierWords = new Set([
	'static',
	'mutable',
	'inline',
	'virtual',
	'explicit',
	'extern',
	'constexpr',
	'consteval',
	'constinit',
	'thread_local',
	'friend',
	'FORCEINLINE',
	'FORCENOINLINE',
	'UE_NODISCARD',
	'UE_FORCEINLINE_HINT',
]);
const attributeCalls = new Set([
	'UE_DEPRECATED',
	'alignas',
	'decltype',
	'__attribute__',
	'__declspec',
	'UPARAM',
	'MS_ALIGN',
	'GCC_ALIGN',
	'noexcept',
]);
const apiMacro = /^[A-Z][A-Z0-9_]*_API$/;
const macroName = /^[A-Z][A-Z0-9_]{2,}(?:_RetVal)?(?:_[A-Z][a-z]+Params?)?$/;
const deepestNesting = 60;

/** Returns { types, functions, variables, aliases, calls }, in the order of the file. */
export function parseDeclarations(code) {
	const parser = new Parser(code);
	parser.scope(0, code.length, { namespaces: [], anonymous: false, type: null, access: 'public', depth: 0 });
	return parser.found;
}

class Parser {
	constructor(code) {
		this.code = code;
		this.ends = bracketEnds(code);
		this.found = { types: [], functions: [], variables: [], aliases: [], calls: [] };
	}

	/** The index after the bracket that closes the one at `open`, or the end of the file. */
	after(open) {
		return this.ends[open] > 0 ? this.ends[open] + 1 : this.code.length;
	}

	scope(begin, end, scope) {
		let at = begin;
		let macro = null;
		let template = false;
		while (at < end) {
			const token = this.code[at];
			const next = this.code[at + 1];
			if (isPunct(token, ';') || isPunct(token, '}')) {
				++at;
			} else if (scope.type && /^(?:public|protected|private)$/.test(token.text) && isPunct(next, ':')) {
				scope.access = token.text;
				at += 2;
			} else if (isName(token, 'namespace') || (isName(token, 'inline') && isName(next, 'namespace'))) {
				at = this.namespace(at, end, scope);
			} else if (isName(token, 'extern') && next?.kind === 'string') {
				at = isPunct(this.code[at + 2], '{') ? this.inner(at + 2, end, scope, {}) : at + 2;
			} else if (isName(token, 'template') && isPunct(next, '<')) {
				template = true;
				at = skipAngles(this.code, at + 1);
			} else if (isPunct(next, '(') && this.ends[at + 1] === 0) {
				at += 2;
			} else if (token.kind === 'name' && reflectionMacros.has(token.text) && isPunct(next, '(')) {
				macro = {
					name: token.text,
					line: token.line,
					conditions: token.conditions,
					...this.specifiers(at + 1),
				};
				at = this.after(at + 1);
			} else if (
				token.kind === 'name' &&
				apiMacro.test(token.text) &&
				isPunct(this.code[at + 2], '(') &&
				macroName.test(next.text)
			) {
				++at;
			} else if (token.kind === 'name' && macroName.test(token.text) && isPunct(next, '(')) {
				at = this.call(at, scope);
			} else if (token.kind === 'name' && macroName.test(token.text) && next?.line > token.line) {
				++at; // PRAGMA_DISABLE_DEPRECATION_WARNINGS and its like: a macro that is a line by itself.
			} else if (/^(?:using|typedef|static_assert|friend)$/.test(token.text)) {
				if (token.text === 'using' && isPunct(this.code[at + 2], '=') && !scope.type) {
					this.found.aliases.push({ name: next.text, line: next.line, namespaces: scope.namespaces });
				}
				at = this.skipStatement(at, end);
			} else {
				const isType = token.kind === 'name' && /^(?:class|struct|union|enum)$/.test(token.text);
				at = isType
					? this.type(at, end, scope, macro, template)
					: this.declaration(at, end, scope, macro, template);
				macro = null;
				template = false;
			}
		}
	}

	inner(open, end, scope, changes) {
		const close = this.after(open);
		if (scope.depth < deepestNesting) {
			this.scope(open + 1, Math.min(close - 1, end), { ...scope, ...changes, depth: scope.depth + 1 });
		}
		return close;
	}

	namespace(begin, end, scope) {
		let at = begin;
		const names = [];
		while (at < end && !isPunct(this.code[at], '{') && !isPunct(this.code[at], ';')) {
			if (this.code[at].kind === 'name' && !/^(?:inline|namespace)$/.test(this.code[at].text)) {
				names.push(this.code[at].text);
			}
			++at;
		}
		if (!isPunct(this.code[at], '{')) {
			return at + 1;
		}
		return this.inner(at, end, scope, {
			namespaces: [...scope.namespaces, ...names],
			anonymous: scope.anonymous || names.length === 0,
		});
	}

	/** Specifiers of a reflection macro: `names` maps lower case to { text, value, line }, `meta` likewise. */
	specifiers(open) {
		const inside = this.code.slice(open + 1, this.after(open) - 1);
		const names = new Map();
		let meta = new Map();
		for (const part of splitCommas(inside, false)) {
			const entry = specifierOf(part);
			if (entry && entry.key === 'meta') {
				meta = new Map(
					splitCommas(part.slice(3, -1), false)
						.map(specifierOf)
						.filter(Boolean)
						.map((inner) => [inner.key, inner]),
				);
			} else if (entry) {
				names.set(entry.key, entry);
			}
		}
		return { names, meta };
	}

	call(at, scope) {
		const name = this.code[at];
		const close = this.after(at + 1);
		const args = splitCommas(this.code.slice(at + 2, close - 1), true);
		if (scope.type && generatedBodies.test(name.text)) {
			scope.type.generated ??= { line: name.line, first: at === scope.type.bodyBegin };
		} else {
			this.found.calls.push({
				name: name.text,
				line: name.line,
				args,
				conditions: name.conditions,
				namespaces: scope.namespaces,
				type: scope.type,
			});
		}
		return isPunct(this.code[close], '{') ? this.after(close) : close;
	}

	skipStatement(begin, end) {
		let at = begin;
		while (at < end && !isPunct(this.code[at], ';')) {
			at = /^[({[]$/.test(this.code[at].text) && this.code[at].kind === 'punct' ? this.after(at) : at + 1;
		}
		return at + 1;
	}

	type(begin, end, scope, macro, template) {
		let at = begin + 1;
		const kind = this.code[begin].text;
		const scoped = kind === 'enum' && /^(?:class|struct)$/.test(this.code[at]?.text);
		at += scoped ? 1 : 0;
		const words = [];
		let api = null;
		while (at < end && !/^[{;:(=*&,]$/.test(this.code[at].text)) {
			const token = this.code[at];
			if (isPunct(token, '[')) {
				at = this.after(at);
			} else if (token.kind === 'name' && attributeCalls.has(token.text) && isPunct(this.code[at + 1], '(')) {
				at = this.after(at + 1);
			} else if (isPunct(token, '<')) {
				at = skipAngles(this.code, at);
			} else {
				if (token.kind === 'name' && apiMacro.test(token.text)) {
					api = token;
				} else if (token.kind === 'name') {
					words.push(token);
				}
				++at;
			}
		}
		const final = words.length > 1 && words.at(-1).text === 'final';
		const name = final ? words.at(-2) : words.at(-1);
		const bases = [];
		let underlying = '';
		if (isPunct(this.code[at], ':')) {
			const from = ++at;
			while (at < end && !isPunct(this.code[at], '{') && !isPunct(this.code[at], ';')) {
				++at;
			}
			const heritage = this.code.slice(from, at);
			underlying = heritage.map((token) => token.text).join('');
			for (const part of kind === 'enum' ? [] : splitCommas(heritage)) {
				const base = part.filter((token) => !/^(?:public|protected|private|virtual)$/.test(token.text));
				if (base.length > 0) {
					bases.push({
						name:
							base
								.filter((token) => token.kind === 'name')
								.at(base.length > 1 && isPunct(base[1], '<') ? 0 : -1)?.text ?? '',
						line: base[0].line,
					});
				}
			}
		}
		if (!isPunct(this.code[at], '{')) {
			if (isPunct(this.code[at], ';')) {
				return at + 1;
			}
			return this.declaration(begin, end, scope, macro, template);
		}
		const type = {
			kind,
			scoped,
			name: name?.text ?? '',
			api: api?.text ?? null,
			bases,
			underlying,
			macro,
			final,
			template: template || scope.template === true,
			line: this.code[begin].line,
			conditions: this.code[begin].conditions,
			namespaces: scope.namespaces,
			anonymous: scope.anonymous,
			outer: scope.type,
			access: scope.access,
			bodyBegin: at + 1,
			bodyEnd: 0,
			generated: null,
			members: [],
		};
		this.found.types.push(type);
		const close = this.after(at);
		type.bodyEnd = close - 1;
		if (kind === 'enum') {
			return close;
		}
		const access = kind === 'class' ? 'private' : 'public';
		return this.inner(at, end, scope, { type, access, template: type.template });
	}

	/** A function or variable: everything up to its `;` or the end of its body. */
	declaration(begin, end, scope, macro, template) {
		let at = begin;
		let open = -1;
		let assigned = -1;
		let initializers = false;
		let body = null;
		let pointer = false;
		while (at < end) {
			const token = this.code[at];
			if (token.kind !== 'punct') {
				if (
					token.kind === 'name' &&
					token.text !== 'noexcept' &&
					attributeCalls.has(token.text) &&
					isPunct(this.code[at + 1], '(')
				) {
					at = this.after(at + 1);
				} else if (isName(token, 'operator') && open < 0 && assigned < 0) {
					++at;
					while (
						at < end &&
						this.code[at].kind === 'punct' &&
						(!isPunct(this.code[at], '(') ||
							(isPunct(this.code[at + 1], ')') && isPunct(this.code[at + 2], '(')))
					) {
						at += isPunct(this.code[at], '(') ? 2 : 1;
					}
				} else {
					++at;
				}
				continue;
			}
			if (token.text === ';' || token.text === '}') {
				break;
			}
			if (token.text === '(') {
				if (open < 0 && assigned < 0) {
					pointer = isPunct(this.code[at + 1], '*');
					open = at;
				}
				at = this.after(at);
			} else if (token.text === '[') {
				at = this.after(at);
			} else if (token.text === '<' && open < 0 && assigned < 0) {
				at = skipAngles(this.code, at);
			} else if (token.text === '=') {
				assigned = assigned < 0 ? at : assigned;
				++at;
			} else if (token.text === ':' && open >= 0) {
				initializers = true;
				++at;
			} else if (token.text === '{') {
				const close = this.after(at);
				const isBody =
					open >= 0 &&
					!pointer &&
					assigned < 0 &&
					!(
						initializers &&
						this.code[at - 1].kind === 'name' &&
						(isPunct(this.code[close], ',') || isPunct(this.code[close], '{'))
					);
				if (isBody) {
					body = { begin: at, end: close };
					at = close;
					break;
				}
				assigned = assigned < 0 && !initializers ? at : assigned;
				at = close;
			} else {
				++at;
			}
		}
		this.record(begin, at, { open, assigned, body, pointer }, scope, macro, template);
		return body ? at : at + 1;
	}

	record(begin, end, shape, scope, macro, template) {
		const head = this.code.slice(
			begin,
			Math.min(end, shape.assigned >= 0 ? shape.assigned : end, shape.body ? shape.body.begin : end),
		);
		if (head.length === 0) {
			return;
		}
		const parameters =
			shape.open >= 0 && !shape.pointer ? this.code.slice(shape.open + 1, this.after(shape.open) - 1) : null;
		const common = {
			macro,
			template: template || scope.template === true,
			access: scope.access,
			conditions: head[0].conditions,
			type: scope.type,
			namespaces: scope.namespaces,
			anonymous: scope.anonymous,
			initialized: shape.assigned >= 0,
			body: shape.body,
			words: new Set(head.filter((token) => token.kind === 'name').map((token) => token.text)),
			api: head.find((token) => token.kind === 'name' && apiMacro.test(token.text))?.text ?? null,
		};
		if (parameters && !holdsValues(parameters)) {
			this.recordFunction(begin, shape, head, parameters, common, end);
		} else {
			this.recordVariable(begin, shape, head, common);
		}
	}

	recordFunction(begin, shape, head, parameters, common, end) {
		const before = plainTokens(this.code.slice(begin, shape.open));
		let nameAt = before.length - 1;
		while (nameAt > 0 && before[nameAt].kind !== 'name') {
			--nameAt;
		}
		const operator = before.findIndex((token) => isName(token, 'operator'));
		nameAt = operator >= 0 ? operator : nameAt;
		const name = before[nameAt];
		if (!name || name.kind !== 'name') {
			return;
		}
		let qualifier = '';
		let typeEnd = nameAt;
		if (isPunct(before[nameAt - 1], '~')) {
			--typeEnd;
		}
		while (isPunct(before[typeEnd - 1], '::') && before[typeEnd - 2]?.kind === 'name') {
			qualifier = before[typeEnd - 2].text + (qualifier ? `::${qualifier}` : '');
			typeEnd -= 2;
		}
		const tail = this.code.slice(this.after(shape.open), shape.body ? shape.body.begin : end);
		const trailing = new Set(tail.filter((token) => token.kind === 'name').map((token) => token.text));
		const pure = isPunct(tail.at(-2), '=') && tail.at(-1).text === '0';
		const entry = {
			...common,
			name: operator >= 0 ? 'operator' : name.text,
			qualifier,
			line: name.line,
			returns: before.slice(0, typeEnd),
			destructor: isPunct(before[nameAt - 1], '~'),
			parameters: splitCommas(parameters).map(parameterOf).filter(Boolean),
			override: trailing.has('override'),
			final: trailing.has('final'),
			constant: trailing.has('const'),
			pure,
			defaulted: isPunct(tail.at(-2), '=') && /^(?:default|delete)$/.test(tail.at(-1).text),
		};
		(common.type ? common.type.members : this.found.functions).push({ kind: 'function', ...entry });
	}

	recordVariable(begin, shape, head, common) {
		const isCall = shape.open >= 0 && !shape.pointer;
		const tokens = plainTokens(isCall ? this.code.slice(begin, shape.open) : head);
		const first = splitCommas(tokens)[0] ?? [];
		const colon = first.findIndex((token) => isPunct(token, ':'));
		const bracket = first.findIndex((token) => isPunct(token, '['));
		const cut = [colon, bracket].filter((index) => index > 0);
		const declared = first.slice(0, Math.min(first.length, ...cut));
		if (shape.pointer) {
			const name = this.code[shape.open + 2];
			const variable = {
				kind: 'variable',
				...common,
				name: name?.text ?? '',
				line: head[0].line,
				typeTokens: declared,
				functionPointer: true,
				array: false,
				bits: false,
			};
			(common.type ? common.type.members : this.found.variables).push(variable);
			return;
		}
		const name = declared.at(-1);
		if (!name || name.kind !== 'name' || declared.length < 2) {
			return;
		}
		let typeEnd = declared.length - 1;
		while (isPunct(declared[typeEnd - 1], '::') && typeEnd >= 2) {
			typeEnd -= 2;
		}
		const variable = {
			kind: 'variable',
			...common,
			name: name.text,
			line: name.line,
			typeTokens: declared.slice(0, typeEnd),
			functionPointer: false,
			array: bracket > 0,
			bits: colon > 0,
			initialized: common.initialized || isCall,
		};
		(common.type ? common.type.members : this.found.variables).push(variable);
	}
}

function specifierOf(part) {
	if (part.length === 0) {
		return null;
	}
	const text = part[0].text;
	const value = isPunct(part[1], '=')
		? part
				.slice(2)
				.map((token) => token.text)
				.join('')
		: null;
	return { key: text.toLowerCase(), text, value, line: part[0].line };
}

/** Arguments of a variable's constructor look like parameters, but have values in them. */
function holdsValues(tokens) {
	return splitCommas(tokens).some((part) => {
		const [first, second] = part;
		return (
			first !== undefined &&
			(/^(?:string|number|char)$/.test(first.kind) ||
				/^(?:nullptr|true|false|this)$/.test(first.text) ||
				(/^(?:TEXT|LOCTEXT|NSLOCTEXT)$/.test(first.text) && isPunct(second, '(')) ||
				/^[&*[-]$/.test(first.text))
		);
	});
}

/** Without specifiers, attributes and API macros, so that what is left is type and name. */
function plainTokens(tokens) {
	const plain = [];
	for (let at = 0; at < tokens.length; ++at) {
		const token = tokens[at];
		if (token.kind === 'name' && attributeCalls.has(token.text) && isPunct(tokens[at + 1], '(')) {
			at = skipBalanced(tokens, at + 1, longestArguments) - 1;
		} else if (isPunct(token, '[') && isPunct(tokens[at + 1], '[')) {
			at = skipBalanced(tokens, at) - 1;
		} else if (!(token.kind === 'name' && (specifierWords.has(token.text) || apiMacro.test(token.text)))) {
			plain.push(token);
		}
	}
	return plain;
}

function parameterOf(part) {
	const equals = part.findIndex((token) => isPunct(token, '='));
	const declared = plainTokens(equals >= 0 ? part.slice(0, equals) : part).filter(
		(token) => !/^(?:class|struct|enum)$/.test(token.text),
	);
	if (declared.length === 0 || (declared.length === 1 && declared[0].text === 'void')) {
		return null;
	}
	const bracket = declared.findIndex((token) => isPunct(token, '['));
	const core = bracket > 0 ? declared.slice(0, bracket) : declared;
	const last = core.at(-1);
	const named =
		core.length > 1 &&
		last.kind === 'name' &&
		last.text !== 'const' &&
		!isPunct(core.at(-2), '::') &&
		core.slice(0, -1).some((token) => token.kind === 'name' && token.text !== 'const');
	return {
		typeTokens: named ? core.slice(0, -1) : core,
		name: named ? last.text : '',
		line: part[0].line,
		value: equals >= 0 ? part.slice(equals + 1) : null,
		functionPointer: declared.some((token, index) => isPunct(token, '(') && isPunct(declared[index + 1], '*')),
	};
}
