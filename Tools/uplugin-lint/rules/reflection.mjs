// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What UnrealHeaderTool reads and the compiler passes over: the macros of types and members, and the types under them.
// How a reflected header and its types are laid out is checked by HeaderTool, in Tests/UnrealStandIn.

import { words } from '../engine.mjs';
import { findCalls, isName, isPunct, skipAngles, splitCommas, textOf } from '../lexer.mjs';

export const rules = {
	'reflected-in-source': 'reflected types and dynamic delegates stand in headers: the header tool reads no .cpp',
	'header-name-unique': 'headers with reflected types have different file names',
	'type-name-unique': 'no two reflected types have the same name without its prefix',
	'reflected-type': 'properties, parameters and results have types that reflection knows',
	'blueprint-type': 'what Blueprints see has a type that Blueprints know',
	'property-private': 'private members for Blueprints have meta=(AllowPrivateAccess="true")',
	'category-missing': 'what the editor or Blueprints show has a Category',
	specifier: 'specifiers are known to the header tool and do not contradict each other',
	'function-default': 'default arguments of Blueprint functions are plain values',
	'function-overload': 'no two UFUNCTIONs of a class have the same name',
	'function-pure': 'BlueprintPure functions return something',
	'function-override': 'an override of a UFUNCTION has no UFUNCTION of its own',
	'function-shadow': 'parameters of a UFUNCTION have other names than the properties of the class',
	'library-static': 'functions of a Blueprint function library are static',
	'struct-function': 'a USTRUCT has no UFUNCTIONs',
	'struct-member-init': 'plain members of a USTRUCT are initialised',
	'object-member': 'pointers to UObjects are TObjectPtr in a UPROPERTY, or weak pointers',
	'delegate-prefix': 'dynamic delegates begin with F',
	'delegate-assignable': 'BlueprintAssignable stands on dynamic multicast delegates',
	'delegate-target': 'AddDynamic and its like take a UFUNCTION',
};

const edit = words(
	'editanywhere editdefaultsonly editinstanceonly visibleanywhere visibledefaultsonly visibleinstanceonly',
);
const readWrite = words('blueprintreadwrite blueprintreadonly');
const events = words('blueprintimplementableevent blueprintnativeevent');
const callable = words('blueprintcallable blueprintpure');
const remote = words('server client netmulticast');
const reliability = words('reliable unreliable');
/** Metadata that may stand outside of meta=(...). */
const documentation = words('tooltip shorttooltip displayname blueprintinternaluseonly category experimental');
const specifiers = new Map(
	Object.entries({
		UCLASS: `
			abstract autocollapsecategories autoexpandcategories blueprintable blueprinttype classgroup collapsecategories
			config const conversionroot defaultconfig defaulttoinstanced deprecated editinlinenew hidecategories
			hidedropdown hidefunctions minimalapi notblueprintable notplaceable perobjectconfig placeable showcategories
			transient within
		`,
		USTRUCT: 'atomic blueprinttype hasdefaults immutable noexport',
		UENUM: 'blueprinttype flags',
		UPROPERTY: `
			${edit.join(' ')} ${readWrite.join(' ')} advanceddisplay assetregistrysearchable blueprintassignable
			blueprintauthorityonly blueprintcallable blueprintgetter blueprintsetter config duplicatetransient editfixedsize
			export fieldnotify getter globalconfig instanced interp noclear nonpieduplicatetransient nontransactional
			notreplicated replicated replicatedusing savegame setter simpledisplay skipserialization textexporttransient
			transient
		`,
		UFUNCTION: `
			${events.join(' ')} ${callable.join(' ')} ${remote.join(' ')} ${reliability.join(' ')} blueprintauthorityonly
			blueprintcosmetic blueprintgetter blueprintsetter callineditor customthunk exec fieldnotify sealedevent
			withvalidation
		`,
	}).map(([macro, names]) => [macro, new Set([...words(names), ...documentation])]),
);
const exclusive = [edit, readWrite, events, remote, reliability, words('blueprintable notblueprintable')];

const has = (entry, names) => names.some((name) => entry.macro.names.has(name));
const isProperty = (member) => member.macro?.name === 'UPROPERTY' && member.kind === 'variable';
const isFunction = (member) => member.macro?.name === 'UFUNCTION' && member.kind === 'function';
/** Names that UObject classes have: UThing, AThing, AAIThing. */
const isObjectName = (name) => /^[UA](?:[A-Z][a-z]|AI[A-Z])/.test(name ?? '');
const namesOf = (tokens) => tokens.filter((token) => isName(token)).map((token) => token.text);

export function check(plugin, report) {
	const delegates = new Map(
		plugin.cppFiles.flatMap((file) =>
			findCalls(file.code, /^DECLARE_(?:\w+_)?(?:DELEGATE|EVENT)/).map(({ name, args }) => [
				textOf(args[/_(?:RetVal|EVENT)/.test(name) ? 1 : 0] ?? []),
				name,
			]),
		),
	);
	const seen = { headers: new Map(), types: new Map() };
	for (const file of plugin.cppFiles) {
		const say = (rule, { line }, text) => report(rule, file.path, line, text);
		checkPlace(file, seen, say);
		file.types.forEach((type) => checkType(plugin, type, delegates, say));
		checkTargets(plugin, file, say);
		for (const call of findCalls(file.code, /^DECLARE_DYNAMIC_/)) {
			checkDelegate(plugin, call, say);
		}
	}
}

function checkPlace(file, seen, say) {
	const reflected = [...file.types.filter((type) => type.macro), ...findCalls(file.code, /^DECLARE_DYNAMIC_/)];
	if (!file.isHeader) {
		for (const entry of reflected) {
			say('reflected-in-source', entry, `${entry.name} stands in a source file; move it to a header`);
		}
	} else if (reflected.length > 0) {
		const name = file.path.replace(/.*\//, '').toLowerCase();
		if (seen.headers.has(name)) {
			const text = `${seen.headers.get(name)} has the same file name, and so have the generated headers; rename a file`;
			say('header-name-unique', { line: 1 }, text);
		}
		seen.headers.set(name, file.path);
	}
	for (const type of file.types.filter((candidate) => candidate.macro && candidate.kind !== 'enum')) {
		const name = type.name.slice(1).toLowerCase();
		if (seen.types.has(name)) {
			const text = `${type.name} and ${seen.types.get(name)} are one name to the engine, which drops prefixes; rename one`;
			say('type-name-unique', type, text);
		}
		seen.types.set(name, type.name);
	}
}

function checkType(plugin, type, delegates, say) {
	checkSpecifiers(type, say);
	const ancestors = ancestorsOf(plugin, type);
	const properties = [type, ...ancestors]
		.flatMap((one) => one.members.filter(isProperty))
		.map((one) => one.name.toLowerCase());
	const functions = new Set();
	for (const member of type.members) {
		checkSpecifiers(member, say);
		checkObjectMember(type, member, say);
		if (isProperty(member)) {
			checkProperty(plugin, type, member, delegates, say);
		} else if (isFunction(member)) {
			checkFunction(plugin, type, member, say);
			checkDeclaration(type, member, say);
			if (functions.has(member.name)) {
				const text = `${type.name} has another UFUNCTION ${member.name}; reflection knows no overloads, rename one`;
				say('function-overload', member, text);
			}
			functions.add(member.name);
			for (const { name } of member.parameters.filter((one) => properties.includes(one.name.toLowerCase()))) {
				say(
					'function-shadow',
					member,
					`parameter ${name} of ${member.name} has the name of a property; rename it`,
				);
			}
			if (
				member.override &&
				ancestors.some((one) => one.members.some((other) => isFunction(other) && other.name === member.name))
			) {
				say(
					'function-override',
					member,
					`${member.name} overrides a UFUNCTION; remove the macro, it is inherited`,
				);
			}
		}
	}
}

/** The classes of the plugin that a type derives from. */
function ancestorsOf(plugin, type) {
	const found = [];
	const pending = [...type.bases];
	while (pending.length > 0) {
		const next = plugin.types.get(pending.pop());
		if (next && !found.includes(next)) {
			found.push(next);
			pending.push(...next.bases);
		}
	}
	return found;
}

function checkSpecifiers({ macro, line }, say) {
	for (const [key, { text }] of macro?.names ?? []) {
		if (!specifiers.get(macro.name).has(key)) {
			say(
				'specifier',
				macro,
				`${macro.name} knows no specifier '${text}'; correct it, or move it into meta=(...)`,
			);
		}
	}
	for (const group of exclusive) {
		const used = group.filter((name) => macro?.names.has(name));
		if (used.length > 1) {
			say('specifier', macro, `${used.join(' and ')} exclude each other; keep one`);
		}
	}
}

/** What neither UPROPERTY nor UFUNCTION takes. */
const refusedTypes = new Set(
	words(`
		std auto short long unsigned signed char size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t
		uint64_t wchar_t TCHAR TUniquePtr TSharedPtr TSharedRef TWeakPtr TPimplPtr TFunction TFunctionRef TUniqueFunction
		TVariant TTuple TPair TArrayView TConstArrayView TStaticArray TBitArray TSparseArray TQueue TAtomic TStringView
		FStringView
	`),
);
const container = /^(?:TArray|TSet|TMap)$/;

/** Why reflection refuses a type, or ''. */
function typeTrouble(plugin, tokens) {
	const names = namesOf(tokens);
	const refused = names.find((name) => refusedTypes.has(name));
	const stars = tokens.filter((token) => isPunct(token, '*')).length;
	const plain = names.filter((name) => !/^(?:const|class|struct|enum)$/.test(name));
	const own = plain.map((name) => plugin.types.get(name)).find((type) => type && !type.macro);
	if (refused) {
		return `uses ${refused}, which reflection does not know; use one of the engine's types or leave the macro out`;
	}
	if (tokens.some((token) => isPunct(token, '&&'))) {
		return 'is an rvalue reference; take it by value or const reference';
	}
	if (tokens.some((token, at) => isPunct(token, '::') && !isName(tokens[at + 1], 'Type'))) {
		return 'is in a namespace or class, where the header tool does not look; use a type at file scope';
	}
	if (own) {
		return `uses ${own.name}, which is not reflected; give it a macro or leave this one out`;
	}
	if (stars > 1 || (stars === 1 && plain.length === 1 && !/^[UAI][A-Z]/.test(plain[0]))) {
		return 'is a pointer to what is no UObject; use a value or a reference';
	}
	if (stars === 0 && plain.length === 1 && isObjectName(plain[0])) {
		return `holds UObject ${plain[0]} by value; use TObjectPtr<${plain[0]}>`;
	}
	return containerTrouble(tokens);
}

function containerTrouble(tokens) {
	const at = tokens.findIndex((token) => isName(token) && container.test(token.text));
	const parts = at < 0 ? [] : splitCommas(tokens.slice(at + 2, skipAngles(tokens, at + 1) - 1));
	if (parts.some((part) => part.some((token) => isName(token) && container.test(token.text)))) {
		return `nests containers in ${tokens[at].text}; wrap the inner one in a USTRUCT`;
	}
	return parts.length > (isName(tokens[at], 'TMap') ? 2 : 1) ? 'has an allocator; remove it' : '';
}

/** Why Blueprints refuse a type that reflection takes, or ''. */
function blueprintTrouble(plugin, tokens) {
	for (const name of namesOf(tokens)) {
		const { macro, kind, bases } = plugin.types.get(name) ?? {};
		if (/^(?:int8|int16|uint16|uint32|uint64)$/.test(name)) {
			return `${name} is not known to Blueprints; use int32, int64 or uint8`;
		}
		if (macro && kind === 'struct' && !macro.names.has('blueprinttype')) {
			return `${name} is not known to Blueprints; write USTRUCT(BlueprintType)`;
		}
		if (macro && kind === 'enum' && bases[0] !== 'uint8') {
			return `${name} is not known to Blueprints; make it : uint8`;
		}
	}
	return '';
}

function checkProperty(plugin, type, member, delegates, say) {
	const { name, macro } = member;
	const isReference = member.type.some((token) => isPunct(token, '&'));
	const trouble =
		member.pointer || member.words.has('static') || isReference
			? 'is a function pointer, static or a reference; store a value'
			: typeTrouble(plugin, member.type);
	const forBlueprint = has(member, [...readWrite, 'blueprintgetter', 'blueprintsetter']);
	const blueprint = member.array
		? 'a C array is not known to Blueprints; use TArray'
		: blueprintTrouble(plugin, member.type);
	if (trouble) {
		say('reflected-type', member, `${name} ${trouble}`);
	} else if (forBlueprint && !member.bits && blueprint) {
		say('blueprint-type', member, `${name}: ${blueprint}`);
	}
	const allowed = textOf(macro.meta.get('allowprivateaccess')?.value ?? []).toLowerCase();
	if (has(member, readWrite) && member.access === 'private' && !/true/.test(allowed)) {
		say('property-private', member, `${name} is private but for Blueprints; add meta=(AllowPrivateAccess="true")`);
	}
	if (has(member, [...edit, ...readWrite]) && !macro.names.has('category')) {
		say('category-missing', member, `${name} has no Category; add Category = "..." to its UPROPERTY`);
	}
	const delegate = delegates.get(textOf(member.type));
	if (macro.names.has('blueprintassignable') && delegate && !/^DECLARE_DYNAMIC_MULTICAST_/.test(delegate)) {
		say('delegate-assignable', member, `${name} is no dynamic multicast delegate; declare its type as one`);
	}
	const plain = /^(?:(?:const )?(?:bool|float|double|int|u?int(?:8|16|32|64)|E[A-Z]\w*)|.*\*)$/.test(
		textOf(member.type),
	);
	const isMade = type.members.some((other) => other.name === type.name && other.parameters.length === 0);
	if (type.kind === 'struct' && plain && !member.initialized && !member.array && !isMade) {
		say(
			'struct-member-init',
			member,
			`${type.name}::${name} is not initialised; give it a value (= 0, = false, = nullptr)`,
		);
	}
}

function checkFunction(plugin, type, member, say) {
	const forBlueprint = has(member, [...callable, ...events]);
	for (const { name, type: tokens, pointer } of [{ name: 'its result', type: member.type }, ...member.parameters]) {
		const trouble = pointer ? 'is a function pointer; use a dynamic delegate' : typeTrouble(plugin, tokens);
		const blueprint = forBlueprint ? blueprintTrouble(plugin, tokens) : '';
		if (trouble || blueprint) {
			say(
				trouble ? 'reflected-type' : 'blueprint-type',
				member,
				`${member.name}: ${name} ${trouble || blueprint}`,
			);
		}
	}
	for (const { name, value } of member.parameters) {
		if (forBlueprint && value.length > 0 && !plainDefaults.some((pattern) => pattern.test(textOf(value)))) {
			const cure = 'use a literal, nullptr, NAME_None, TEXT(""), an enum value or FVector::ZeroVector';
			say(
				'function-default',
				member,
				`${member.name}: the header tool cannot read the default of ${name}; ${cure}`,
			);
		}
	}
}

/** INDEX_NONE and other macros are not among them. */
const plainDefaults = [
	/^[-+]?\d[\d.eE]*[fF]?$/,
	/^(?:TEXT\()?"[^"]*"\)?$/,
	/^(?:true|false|nullptr|NAME_None|FText::GetEmpty\(\))$/,
	/^F(?:Vector|Vector2D|Rotator|LinearColor|Color)(?:::\w+|\([-+\d.,fF]+\))$/,
	/^E\w+(?:::\w+)+$/,
	/^[A-Z]+[a-z]*_[A-Z]+[a-z]\w*$/,
];

function checkDeclaration(type, member, say) {
	const { name, macro, words: before } = member;
	const complain = (rule, text) => say(rule, member, `${name} ${text}`);
	if (has(member, callable) && !macro.names.has('category') && !macro.meta.has('blueprintinternaluseonly')) {
		complain('category-missing', 'has no Category; add Category = "..." to its UFUNCTION');
	}
	const isOut = ({ type: tokens }) => textOf(tokens).includes('&') && !tokens.some((token) => isName(token, 'const'));
	if (macro.names.has('blueprintpure') && textOf(member.type) === 'void' && !member.parameters.some(isOut)) {
		complain('function-pure', 'is BlueprintPure but returns nothing; return a value or make it BlueprintCallable');
	}
	if (type.bases.includes('UBlueprintFunctionLibrary') && !before.has('static')) {
		complain('library-static', 'is not static; functions of a library are called without an object');
	}
	if (type.kind === 'struct') {
		complain('struct-function', `is a UFUNCTION of USTRUCT ${type.name}; remove the macro or move it to a library`);
	}
}

/** What garbage collection does not see, or what is not told of it. */
function checkObjectMember(type, member, say) {
	if (member.kind !== 'variable' || member.pointer || member.words.has('static')) {
		return;
	}
	const names = namesOf(member.type);
	const raw = member.type.some((token, at) => isPunct(token, '*') && isObjectName(member.type[at - 1]?.text));
	if (raw && !names.some((name) => /^(?:TWeakObjectPtr|TSoftObjectPtr|TFunction|TSubclassOf)$/.test(name))) {
		const text = `${member.name} is a raw pointer to a UObject, which dangles after garbage collection`;
		say('object-member', member, `${text}; make it a UPROPERTY() TObjectPtr, TWeakObjectPtr or TStrongObjectPtr`);
	} else if (type.macro && names.includes('TObjectPtr') && !isProperty(member)) {
		say(
			'object-member',
			member,
			`${member.name} is TObjectPtr without UPROPERTY(), so it is not kept alive; add it`,
		);
	}
}

function checkDelegate(plugin, call, say) {
	const first = /_RetVal/.test(call.name) ? 1 : 0;
	const name = textOf(call.args[first] ?? []);
	if (!/^F[A-Z]/.test(name)) {
		say('delegate-prefix', call, `delegate type '${name}' must begin with F; rename it`);
	}
	for (const tokens of call.args.slice(first + 1).filter((_, at) => at % 2 === 0)) {
		const trouble = typeTrouble(plugin, tokens);
		if (trouble) {
			say('reflected-type', call, `${name}: parameter of type ${textOf(tokens)} ${trouble}`);
		}
	}
}

function checkTargets(plugin, file, say) {
	for (const call of findCalls(file.code, /^(?:Add|AddUnique|Remove|Bind)Dynamic$/)) {
		const [owner, name] = namesOf(call.args[1] ?? []).slice(-2);
		const member = plugin.types.get(owner)?.members.find((candidate) => candidate.name === name);
		if (member && !isFunction(member)) {
			say(
				'delegate-target',
				call,
				`${owner}::${name} is no UFUNCTION, so it cannot be bound; put UFUNCTION() above it`,
			);
		}
	}
}
