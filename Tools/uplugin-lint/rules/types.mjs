// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Reflected types as wholes: where they may stand, how they are named, exported and derived.

import { textOf } from '../lexer.mjs';
import { ancestors, conditionHolds } from './shared.mjs';

export const rules = {
	'reflected-in-source': 'reflected types stand in headers: the header tool reads no .cpp',
	'reflected-namespace': 'reflected types and dynamic delegates stand in no namespace',
	'reflected-nested': 'reflected types are not nested in others',
	'reflected-template': 'reflected types are no templates',
	'reflected-conditional':
		'reflected types and properties stand in no #if but WITH_EDITORONLY_DATA; functions also in WITH_EDITOR',
	'generated-body': 'GENERATED_BODY() is the first thing in a reflected type, and only there',
	'type-prefix':
		'actors begin with A, other UCLASSes with U, USTRUCTs with F, UENUMs with E, interfaces with U and I',
	'type-name-unique': 'no two reflected types have the same name without its prefix',
	'class-base': 'a UCLASS derives from one UObject class, first; a USTRUCT from structs only',
	'enum-underlying': 'a UENUM is an enum class; for Blueprints it is : uint8',
	'interface-pair': 'UINTERFACE UX : UInterface and class IX with GENERATED_BODY() stand together in a header',
	'api-missing': "public reflected types, and what other modules use, are exported with the module's API macro",
	'api-wrong': 'the API macro is that of the module the file is in',
	'api-template': 'templates carry no API macro',
	'api-on-definition': 'the API macro stands at the declaration, not at the definition in a .cpp',
	'override-final': 'functions that the engine made final are not overridden',
	'override-missing': 'functions that the engine leaves abstract are overridden',
	'super-call': 'overrides that the engine relies on call Super',
	'unity-collision': 'file-local names of one module differ between its .cpp files, which unity builds join',
};

export function check(plugin, report) {
	const engineNames = new Map();
	for (const file of plugin.cppFiles) {
		for (const type of file.declarations.types) {
			if (type.macro) {
				checkPlace(file, type, report);
				checkName(plugin, file, type, engineNames, report);
				checkBody(file, type, report);
				checkShape(plugin, file, type, report);
			} else if (type.generated && !isInterfacePart(file, type)) {
				report(
					'generated-body',
					file.path,
					type.generated.line,
					`${type.name} has GENERATED_BODY() but no UCLASS() or USTRUCT() above it; add the one or remove the other`,
				);
			}
			checkOverrides(plugin, file, type, report);
		}
		checkInterfaces(file, report);
		checkExports(plugin, file, report);
		for (const call of file.declarations.calls.filter(
			(candidate) => /^DECLARE_DYNAMIC_/.test(candidate.name) && candidate.namespaces.length > 0,
		)) {
			report(
				'reflected-namespace',
				file.path,
				call.line,
				`a dynamic delegate stands in namespace ${call.namespaces.join('::')}; move it out`,
			);
		}
	}
	plugin.modules.forEach((module) => checkUnity(module, report));
}

const isInterfacePart = (file, type) =>
	/^I/.test(type.name) &&
	file.declarations.types.some(
		(other) => other.macro?.name === 'UINTERFACE' && other.name === `U${type.name.slice(1)}`,
	);

function checkPlace(file, type, report) {
	const say = (rule, text) => report(rule, file.path, type.macro.line, text);
	const what = `${type.macro.name} ${type.name}`;
	if (!file.isHeader) {
		say(
			'reflected-in-source',
			`${what} stands in a source file, which the header tool does not read; move it to a header`,
		);
	}
	if (type.namespaces.length > 0 || type.anonymous) {
		say('reflected-namespace', `${what} stands in a namespace; move it out`);
	}
	if (type.outer) {
		say('reflected-nested', `${what} is nested in ${type.outer.name}; move it out`);
	}
	if (type.template) {
		say('reflected-template', `${what} is a template; make a plain type of it`);
	}
	checkConditions(file, type.macro, type.name, ['WITH_EDITORONLY_DATA'], report);
	for (const member of type.members.filter((candidate) => candidate.macro)) {
		const allowed =
			member.macro.name === 'UFUNCTION' ? ['WITH_EDITOR', 'WITH_EDITORONLY_DATA'] : ['WITH_EDITORONLY_DATA'];
		const inner = {
			...member.macro,
			conditions: member.macro.conditions.filter((condition) => !type.macro.conditions.includes(condition)),
		};
		checkConditions(file, inner, member.name, allowed, report);
	}
}

function checkConditions(file, macro, name, allowed, report) {
	const other = macro.conditions.find(
		(condition) => !conditionHolds([condition], allowed) || condition.names.length > 1,
	);
	if (other) {
		report(
			'reflected-conditional',
			file.path,
			macro.line,
			`${macro.name} ${name} stands in #if ${other.text.slice(0, 60)}, which the header tool does not evaluate; only ${allowed.join(' or ')} may be round it`,
		);
	}
}

function checkName(plugin, file, type, engineNames, report) {
	const say = (rule, text) => report(rule, file.path, type.line, text);
	const bases = ancestors(plugin, type);
	const isActor = bases.some((name) => /^A[A-Z]/.test(name));
	const prefix = { UCLASS: isActor ? 'A' : 'U', UINTERFACE: 'U', USTRUCT: 'F', UENUM: 'E' }[type.macro.name];
	if (prefix && !new RegExp(`^${prefix}[A-Z0-9]`).test(type.name)) {
		say('type-prefix', `${type.macro.name} ${type.name} must begin with ${prefix}; rename it`);
		return;
	}
	const engineName = type.name.slice(1).toLowerCase();
	const other = type.macro.name === 'UENUM' ? engineNames.get(`enum ${engineName}`) : engineNames.get(engineName);
	if (other) {
		say(
			'type-name-unique',
			`${type.name} and ${other} have the same name without the prefix, by which the engine knows them; rename one`,
		);
	}
	engineNames.set(type.macro.name === 'UENUM' ? `enum ${engineName}` : engineName, type.name);
}

function checkBody(file, type, report) {
	if (type.kind === 'enum') {
		return;
	}
	if (!type.generated) {
		report(
			'generated-body',
			file.path,
			type.line,
			`${type.name} has no GENERATED_BODY(); write it first in the body`,
		);
	} else if (!type.generated.first) {
		report(
			'generated-body',
			file.path,
			type.generated.line,
			`GENERATED_BODY() is not the first thing in ${type.name}; move it to the top of the body`,
		);
	}
}

function checkShape(plugin, file, type, report) {
	const say = (rule, text) => report(rule, file.path, type.line, text);
	if (type.macro.name === 'UENUM') {
		if (type.kind !== 'enum' || !type.scoped) {
			say('enum-underlying', `UENUM ${type.name} must be an enum class; write enum class ${type.name} : uint8`);
		} else if (type.macro.names.has('blueprinttype') && type.underlying !== 'uint8') {
			say(
				'enum-underlying',
				`${type.name} is for Blueprints, which know only uint8 enums; write enum class ${type.name} : uint8`,
			);
		}
		return;
	}
	const objects = type.bases.filter((base) => /^[UA][A-Z]/.test(base.name));
	if (type.macro.name === 'UCLASS') {
		if (objects.length === 0) {
			say('class-base', `UCLASS ${type.name} derives from no UObject class; derive it from UObject at least`);
		} else if (objects.length > 1 || type.bases[0] !== objects[0]) {
			say(
				'class-base',
				`UCLASS ${type.name} must name exactly one UObject class, and first; other bases are interfaces`,
			);
		}
	} else if (type.macro.name === 'USTRUCT' && objects.length > 0) {
		say('class-base', `USTRUCT ${type.name} derives from ${objects[0].name}; structs derive from structs only`);
	}
}

function checkInterfaces(file, report) {
	const { types } = file.declarations;
	for (const type of types.filter((candidate) => candidate.macro?.name === 'UINTERFACE')) {
		const say = (line, text) => report('interface-pair', file.path, line, text);
		const part = types.find((candidate) => candidate.name === `I${type.name.slice(1)}`);
		if (!type.bases.some((base) => /^U/.test(base.name))) {
			say(
				type.line,
				`UINTERFACE ${type.name} must derive from UInterface; write class ${type.name} : public UInterface`,
			);
		}
		if (type.members.length > 0) {
			say(type.line, `${type.name} has members; they belong in I${type.name.slice(1)}`);
		}
		if (!part) {
			say(
				type.line,
				`class I${type.name.slice(1)} is not in this header; add it, with GENERATED_BODY(), below ${type.name}`,
			);
		} else if (part.macro) {
			say(part.macro.line, `${part.name} must have no ${part.macro.name}(); only ${type.name} has a macro`);
		} else if (!part.generated?.first) {
			say(part.line, `${part.name} must begin with GENERATED_BODY(); add it`);
		}
	}
}

const needsExport = (member) =>
	member.kind === 'function' &&
	!member.body &&
	!member.pure &&
	!member.defaulted &&
	!member.template &&
	!member.words.has('constexpr');

/** What a header has defined UE_API as, the engine's short form of the macro. */
const aliasOf = (file, name) =>
	file.directives.find((directive) => directive.name === 'define' && directive.tokens[0]?.text === name)?.tokens[1]
		?.text;

function checkExports(plugin, file, report) {
	const { types, functions } = file.declarations;
	const macro = `${file.module.name.toUpperCase()}_API`;
	for (const entry of [...types, ...types.flatMap((type) => type.members), ...functions]) {
		if (!entry.api) {
			continue;
		}
		const say = (rule, text) => report(rule, file.path, entry.line, text);
		if (entry.api !== macro && aliasOf(file, entry.api) !== macro) {
			say(
				'api-wrong',
				`${entry.name} carries ${entry.api}, but this file is in ${file.module.name}; write ${macro}`,
			);
		} else if (entry.template && !entry.type) {
			say(
				'api-template',
				`template ${entry.name} carries ${macro}; remove it, templates are compiled where they are used`,
			);
		} else if (!file.isHeader && (entry.qualifier || entry.body) && !entry.type) {
			say(
				'api-on-definition',
				`${entry.name} carries ${macro} at its definition; move the macro to the declaration in the header`,
			);
		}
	}
	if (!file.isPublic || !file.isHeader) {
		return;
	}
	for (const type of types.filter(
		(candidate) =>
			!candidate.api &&
			!candidate.template &&
			!candidate.outer &&
			candidate.kind !== 'enum' &&
			candidate.kind !== 'union',
	)) {
		const isPart = isInterfacePart(file, type);
		const minimal = type.macro?.names.has('minimalapi');
		const open = type.members.filter(
			(member) =>
				needsExport(member) &&
				!member.api &&
				member.access !== 'private' &&
				!(member.macro && /event$/.test([...member.macro.names.keys()].join(' '))),
		);
		const used = () =>
			plugin.modules.find(
				(module) =>
					module !== file.module &&
					module.files.some((other) =>
						other.code?.some((token) => token.kind === 'name' && token.text === type.name),
					),
			);
		if ((type.macro || isPart) && !minimal) {
			report(
				'api-missing',
				file.path,
				type.line,
				`${type.name} is public but not exported, so other modules cannot link it; write ${type.kind} ${macro} ${type.name}`,
			);
		} else if (open.length > 0 && !type.macro && used()) {
			report(
				'api-missing',
				file.path,
				open[0].line,
				`${type.name}::${open[0].name} is used by ${used().name} but not exported; write ${type.kind} ${macro} ${type.name}`,
			);
		}
	}
	for (const entry of functions.filter(
		(candidate) =>
			needsExport(candidate) &&
			!candidate.api &&
			!candidate.qualifier &&
			!candidate.words.has('static') &&
			!candidate.words.has('inline') &&
			!candidate.words.has('FORCEINLINE'),
	)) {
		const user = plugin.modules.find(
			(module) =>
				module !== file.module &&
				module.files.some((other) =>
					other.code?.some(
						(token, index) =>
							token.kind === 'name' && token.text === entry.name && other.code[index + 1]?.text === '(',
					),
				),
		);
		if (user) {
			report(
				'api-missing',
				file.path,
				entry.line,
				`${entry.name} is used by ${user.name} but not exported; write ${macro} before its declaration`,
			);
		}
	}
}

function checkOverrides(plugin, file, type, report) {
	const bases = ancestors(plugin, type);
	const known = bases.map((name) => plugin.engine.engineClasses.get(name)).filter(Boolean);
	const finals = new Set(known.flatMap((entry) => entry.finals ?? []));
	const superCalls = new Set(known.flatMap((entry) => entry.superCalls ?? []));
	const functions = type.members.filter((member) => member.kind === 'function');
	for (const member of functions.filter((candidate) => candidate.override || candidate.final)) {
		if (finals.has(member.name)) {
			report(
				'override-final',
				file.path,
				member.line,
				`${member.name} is final in the engine's base of ${type.name}; remove the override`,
			);
		}
		if (superCalls.has(member.name)) {
			checkSuper(plugin, file, type, member, report);
		}
	}
	const isAbstract = type.macro?.names.has('abstract') || functions.some((member) => member.pure);
	const declared = new Set(
		[type, ...bases.map((name) => plugin.types.get(name)).filter(Boolean)].flatMap((entry) =>
			entry.members.map((member) => member.name),
		),
	);
	const needed = new Set(isAbstract ? [] : known.flatMap((entry) => entry.required ?? []));
	const missing = [...needed].filter((name) => !declared.has(name));
	if (missing.length > 0) {
		report(
			'override-missing',
			file.path,
			type.line,
			`${type.name} does not override ${missing.join(', ')}, so it stays abstract; override or mark it Abstract`,
		);
	}
}

function checkSuper(plugin, file, type, member, report) {
	const inline = member.body ? { file, body: member.body, line: member.line } : null;
	const outside = plugin.cppFiles.flatMap((other) =>
		other.declarations.functions
			.filter(
				(entry) => entry.name === member.name && entry.qualifier.split('::').at(-1) === type.name && entry.body,
			)
			.map((entry) => ({ file: other, body: entry.body, line: entry.line })),
	);
	for (const definition of [inline, ...outside].filter(Boolean)) {
		const body = textOf(definition.file.code.slice(definition.body.begin, definition.body.end));
		const calls = ['Super', ...type.bases.map((base) => base.name)].some((name) =>
			body.includes(`${name}::${member.name}(`),
		);
		if (!calls) {
			report(
				'super-call',
				definition.file.path,
				definition.line,
				`${type.name}::${member.name} does not call Super::${member.name}, on which the engine relies; call it`,
			);
		}
	}
}

function checkUnity(module, report) {
	if (module.build.assignments.get('bUseUnity')?.value === 'false') {
		return;
	}
	const seen = new Map();
	for (const file of module.files.filter((candidate) => candidate.declarations && candidate.path.endsWith('.cpp'))) {
		for (const { entry, key } of localNames(file.declarations)) {
			const full = [...entry.namespaces, key].join('::');
			const other = seen.get(full);
			if (other && other !== file.path) {
				report(
					'unity-collision',
					file.path,
					entry.line,
					`${entry.name} is also local to ${other}, and unity builds compile both as one file; rename it or move it to a shared header`,
				);
			}
			seen.set(full, other ?? file.path);
		}
	}
}

/** Functions may be overloaded, so their key has the types of the parameters. */
function localNames({ functions, variables, types, aliases }) {
	const isLocal = (entry) => entry.anonymous || entry.words?.has('static');
	const signature = (entry) =>
		`${entry.name}(${entry.parameters.map((parameter) => textOf(parameter.typeTokens)).join(',')})`;
	return [
		...functions
			.filter((entry) => entry.body && !entry.qualifier && !entry.template && isLocal(entry))
			.map((entry) => ({ entry, key: signature(entry) })),
		...variables
			.filter((entry) => isLocal(entry) || entry.words.has('constexpr'))
			.map((entry) => ({ entry, key: entry.name })),
		...types.filter((entry) => entry.anonymous && !entry.outer).map((entry) => ({ entry, key: entry.name })),
		...aliases.map((entry) => ({ entry, key: entry.name })),
	];
}
