// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// UPROPERTY, UFUNCTION and delegates: types that reflection takes, specifiers, and what goes with them.

import { words } from '../engine.mjs';
import { isName, isPunct, skipAngles, splitCommas, textOf } from '../lexer.mjs';
import { ancestors, findCalls, isObjectName, normalType, plainName } from './shared.mjs';

export const rules = {
	'property-type': 'a UPROPERTY has a type that reflection knows',
	'function-type': 'parameters and results of a UFUNCTION have types that reflection knows',
	'blueprint-type': 'what Blueprints see has a type that Blueprints know',
	'property-private': 'private members for Blueprints have meta=(AllowPrivateAccess="true")',
	'category-missing': 'what the editor or Blueprints show has a Category',
	'specifier-unknown': 'specifiers are those that the header tool knows',
	'specifier-conflict': 'specifiers do not contradict each other',
	'function-default': 'default arguments of Blueprint functions are plain values',
	'function-overload': 'no two UFUNCTIONs of a class have the same name',
	'function-event': 'Blueprint events and remote calls are declared the way the header tool generates their code',
	'function-override': 'an override of a UFUNCTION has no UFUNCTION of its own',
	'function-shadow': 'parameters of a UFUNCTION have other names than the properties of the class',
	'library-static': 'functions of a Blueprint function library are static',
	'interface-function': 'Blueprint functions of an interface are events; interfaces have no properties',
	'struct-function': 'a USTRUCT has no UFUNCTIONs',
	'struct-member-init': 'plain members of a USTRUCT are initialised',
	'object-member': 'pointers to UObjects are TObjectPtr in a UPROPERTY, or weak pointers',
	'delegate-declaration': 'dynamic delegates begin with F and have as many type and name pairs as their macro says',
	'delegate-assignable': 'BlueprintAssignable stands on dynamic multicast delegates',
	'delegate-target': 'AddDynamic and its like take a UFUNCTION with the parameters of the delegate',
};

/** What neither UPROPERTY nor UFUNCTION takes. */
const refusedTypes = new Set(
	words(`
		std size_t ssize_t long short unsigned signed char wchar_t TCHAR auto
		int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
		TUniquePtr TSharedPtr TSharedRef TWeakPtr TPimplPtr TFunction TFunctionRef TUniqueFunction TVariant TTuple TPair
		TArrayView TConstArrayView TStaticArray TBitArray TQueue TAtomic TSparseArray TStringView FStringView
		TInlineAllocator
	`),
);
const notInBlueprints = new Set(words('int8 int16 uint16 uint32 uint64'));
const containers = /^(?:TArray|TSet|TMap)$/;
const plainValue = /^(?:bool|float|double|u?int(?:8|16|32|64)|int)$/;

const specifiers = {
	UCLASS: `
		abstract advancedclassdisplay autocollapsecategories autoexpandcategories blueprintable blueprinttype
		classgroup collapsecategories config const conversionroot customconstructor defaulttoinstanced dependson
		deprecated dontautocollapsecategories dontcollapsecategories editinlinenew editorconfig experimental
		earlyaccesspreview defaultconfig globaluserconfig projectuserconfig perobjectconfig perplatformconfig
		configdonotcheckdefaults hidecategories showcategories hidedropdown hidefunctions showfunctions intrinsic
		minimalapi needsdeferreddependencyloading noexport nontransient notblueprintable notplaceable optional
		placeable sparseclassdatatype sparseclassdatatypes transient within hideeditinlinenew noteditinlinenew
		componentwrapperclass componentparentclass displayname meta
	`,
	USTRUCT: `
		atomic blueprinttype immutable noexport hasdefaults hasnoopconstructor isalwaysaccessible iscorex nocopy
		displayname meta
	`,
	UENUM: 'blueprinttype flags displayname meta',
	UINTERFACE: 'blueprintable notblueprintable conversionroot dependson minimalapi blueprinttype meta displayname',
	UPROPERTY: `
		advanceddisplay assetregistrysearchable blueprintassignable blueprintauthorityonly blueprintcallable
		blueprintgetter blueprintreadonly blueprintreadwrite blueprintsetter category config const
		duplicatetransient editanywhere editdefaultsonly editfixedsize editinline editinstanceonly export
		fieldnotify getter setter globalconfig instanced interp localized meta native nocategory noclear
		nonpieduplicatetransient nontransactional notreplicated replicated replicatedusing ref repretry savegame
		serializetext showdefaultsonly simpledisplay skipserialization textexporttransient transient visibleanywhere
		visibledefaultsonly visibleinstanceonly experimental displayname
	`,
	UFUNCTION: `
		blueprintauthorityonly blueprintcallable blueprintcosmetic blueprintgetter blueprintimplementableevent
		blueprintnativeevent blueprintpure blueprintsetter callineditor category client customthunk displayname exec
		fieldnotify meta netmulticast reliable sealedevent server servicerequest serviceresponse unreliable
		withvalidation variadic experimental blueprintprotected
	`,
	UDELEGATE: 'blueprintauthorityonly blueprintcallable blueprintcosmetic blueprinttype category displayname meta',
};
/** Metadata that may stand outside of meta=(...). */
const documentation = ['tooltip', 'shorttooltip', 'friendlyname', 'blueprintinternaluseonly'];
const specifierSets = new Map(
	Object.entries(specifiers).map(([macro, names]) => [macro, new Set([...words(names), ...documentation])]),
);
const editSpecifiers = [
	'editanywhere',
	'editdefaultsonly',
	'editinstanceonly',
	'visibleanywhere',
	'visibledefaultsonly',
	'visibleinstanceonly',
];
const blueprintProperty = [
	'blueprintreadwrite',
	'blueprintreadonly',
	'blueprintassignable',
	'blueprintgetter',
	'blueprintsetter',
];
const blueprintFunction = ['blueprintcallable', 'blueprintpure', 'blueprintimplementableevent', 'blueprintnativeevent'];
const hasAny = (macro, names) => names.some((name) => macro.names.has(name));

export function check(plugin, report) {
	plugin.delegates = collectDelegates(plugin);
	for (const file of plugin.cppFiles) {
		for (const call of file.declarations.calls.filter((candidate) => /^DECLARE_DYNAMIC_/.test(candidate.name))) {
			checkDelegate(plugin, file, call, report);
		}
		for (const type of file.declarations.types) {
			checkSpecifiers(file, type.macro, report);
			checkMembers(plugin, file, type, report);
		}
		checkTargets(plugin, file, report);
	}
}

function checkMembers(plugin, file, type, report) {
	const names = new Set();
	const properties = new Set(
		[
			type,
			...ancestors(plugin, type)
				.map((name) => plugin.types.get(name))
				.filter(Boolean),
		].flatMap((owner) =>
			owner.members
				.filter((member) => member.macro?.name === 'UPROPERTY')
				.map((member) => member.name.toLowerCase()),
		),
	);
	for (const member of type.members) {
		checkObjectMember(plugin, file, type, member, report);
		if (!member.macro) {
			continue;
		}
		checkSpecifiers(file, member.macro, report);
		if (member.macro.name === 'UPROPERTY' && member.kind === 'variable') {
			checkProperty(plugin, file, type, member, report);
		} else if (member.macro.name === 'UFUNCTION' && member.kind === 'function') {
			checkFunction(plugin, file, type, member, report);
			checkEvent(plugin, file, type, member, report);
			if (names.has(member.name.toLowerCase())) {
				report(
					'function-overload',
					file.path,
					member.line,
					`${type.name} has another UFUNCTION ${member.name}; reflection knows no overloads, rename one`,
				);
			}
			names.add(member.name.toLowerCase());
			for (const parameter of member.parameters.filter((candidate) =>
				properties.has(candidate.name.toLowerCase()),
			)) {
				report(
					'function-shadow',
					file.path,
					member.line,
					`parameter ${parameter.name} of ${member.name} has the name of a property; rename the parameter (In${parameter.name})`,
				);
			}
		}
	}
	checkStructMembers(file, type, report);
}

function checkSpecifiers(file, macro, report) {
	const known = macro && specifierSets.get(macro.name);
	if (!known) {
		return;
	}
	for (const [key, { text, line }] of macro.names) {
		if (!known.has(key)) {
			report(
				'specifier-unknown',
				file.path,
				line,
				`${macro.name} knows no specifier '${text.slice(0, 60)}'; correct it, or move it into meta=(...)`,
			);
		}
	}
	const exclusive = [
		editSpecifiers,
		['blueprintreadwrite', 'blueprintreadonly'],
		['blueprintimplementableevent', 'blueprintnativeevent'],
		['reliable', 'unreliable'],
		['server', 'client', 'netmulticast'],
		['blueprintable', 'notblueprintable'],
	];
	for (const group of exclusive) {
		const used = group.filter((name) => macro.names.has(name)).map((name) => macro.names.get(name).text);
		if (used.length > 1) {
			report('specifier-conflict', file.path, macro.line, `${used.join(' and ')} exclude each other; keep one`);
		}
	}
}

/** Why reflection refuses a type, or ''. */
function typeTrouble(plugin, tokens, isFunction) {
	if (isPunct(tokens.at(-1), '&&') || tokens.some((token) => isPunct(token, '&&'))) {
		return 'is an rvalue reference; take it by value or const reference';
	}
	if (!isFunction && tokens.some((token) => isPunct(token, '&'))) {
		return 'is a reference; store a value or a pointer to a UObject';
	}
	const names = tokens.filter((token) => token.kind === 'name').map((token) => token.text);
	const refused = names.find((name) => refusedTypes.has(name));
	if (refused) {
		return `uses ${refused}, which reflection does not know; use the engine's reflected types or leave the macro out`;
	}
	const scope = tokens.findIndex((token, index) => isPunct(token, '::') && !isName(tokens[index + 1], 'Type'));
	if (scope >= 0) {
		return 'is in a namespace or class, where the header tool does not look; use a reflected type at file scope';
	}
	return containerTrouble(tokens) || pointerTrouble(plugin, tokens) || unreflected(plugin, tokens);
}

function containerTrouble(tokens) {
	const at = tokens.findIndex(
		(token, index) => token.kind === 'name' && containers.test(token.text) && isPunct(tokens[index + 1], '<'),
	);
	if (at < 0) {
		return '';
	}
	const inside = tokens.slice(at + 2, skipAngles(tokens, at + 1) - 1);
	const nested = inside.find((token) => token.kind === 'name' && containers.test(token.text));
	if (nested) {
		return `nests ${nested.text} in ${tokens[at].text}; wrap the inner one in a USTRUCT`;
	}
	const parts = splitCommas(inside);
	if (parts.length > (tokens[at].text === 'TMap' ? 2 : 1)) {
		return 'has an allocator argument, which reflection does not know; remove it';
	}
	return '';
}

function pointerTrouble(plugin, tokens) {
	const stars = tokens.filter((token) => isPunct(token, '*')).length;
	if (stars > 1) {
		return 'is a pointer to a pointer; use TArray or a single pointer to a UObject';
	}
	const name = plainName(tokens);
	if (stars === 1 && name !== '' && !/^[UAI][A-Z]/.test(name)) {
		return `is a pointer to ${name}, which is no UObject; use a value or a reference`;
	}
	if (stars === 0 && isObjectName(name) && plugin.types.has(name)) {
		return `holds UObject ${name} by value; use TObjectPtr<${name}>`;
	}
	return '';
}

function unreflected(plugin, tokens) {
	for (const { text } of tokens.filter((token) => token.kind === 'name' && /^[FE][A-Z]/.test(token.text))) {
		const own = plugin.types.get(text);
		if (own && !own.macro) {
			return `uses ${text}, which is no ${own.kind === 'enum' ? 'UENUM' : 'USTRUCT'}; make it one or leave the macro out`;
		}
	}
	return '';
}

/** Why Blueprints refuse a type that reflection takes, or ''. */
function blueprintTrouble(plugin, tokens) {
	for (const { text } of tokens.filter((token) => token.kind === 'name')) {
		if (notInBlueprints.has(text)) {
			return `${text} is not known to Blueprints; use int32, int64 or uint8`;
		}
		const own = plugin.types.get(text);
		if (own?.macro?.name === 'USTRUCT' && !own.macro.names.has('blueprinttype')) {
			return `${text} is not known to Blueprints; write USTRUCT(BlueprintType)`;
		}
		if (own?.macro?.name === 'UENUM' && own.underlying !== 'uint8') {
			return `${text} is not known to Blueprints; make it : uint8`;
		}
	}
	return '';
}

function checkProperty(plugin, file, type, member, report) {
	const say = (rule, text) => report(rule, file.path, member.line, text);
	const { macro } = member;
	const trouble = member.functionPointer
		? 'is a function pointer; use a dynamic delegate'
		: member.words.has('static')
			? 'is static; remove the macro or the static'
			: typeTrouble(plugin, member.typeTokens, false);
	const forBlueprint = hasAny(macro, blueprintProperty);
	if (trouble) {
		say('property-type', `${member.name} ${trouble}`);
	} else if (forBlueprint && !member.bits) {
		const blueprint = member.array
			? 'a C array is not known to Blueprints; use TArray'
			: blueprintTrouble(plugin, member.typeTokens);
		if (blueprint) {
			say('blueprint-type', `${member.name}: ${blueprint}`);
		}
	}
	if (
		hasAny(macro, ['blueprintreadwrite', 'blueprintreadonly']) &&
		member.access === 'private' &&
		type.kind === 'class' &&
		macro.meta.get('allowprivateaccess')?.value?.toLowerCase() !== 'true'
	) {
		say(
			'property-private',
			`${member.name} is private but for Blueprints; add meta=(AllowPrivateAccess="true") or make it protected`,
		);
	}
	// Delegates are shown without one, too.
	if (
		hasAny(macro, [...editSpecifiers, 'blueprintreadwrite', 'blueprintreadonly']) &&
		!macro.names.has('category') &&
		!macro.meta.has('category')
	) {
		say('category-missing', `${member.name} has no Category; add Category = "..." to its UPROPERTY`);
	}
	if (macro.names.has('blueprintassignable')) {
		const delegate = plugin.delegates.get(plainName(member.typeTokens));
		if (delegate && !(delegate.dynamic && delegate.multicast)) {
			say(
				'delegate-assignable',
				`${member.name} is BlueprintAssignable, but ${delegate.name} is no dynamic multicast delegate; declare it with DECLARE_DYNAMIC_MULTICAST_DELEGATE`,
			);
		}
	}
}

function checkFunction(plugin, file, type, member, report) {
	const say = (rule, text) => report(rule, file.path, member.line, text);
	const { macro } = member;
	const forBlueprint = hasAny(macro, blueprintFunction);
	const parts = [
		{ what: 'its result', tokens: member.returns },
		...member.parameters.map((parameter) => ({
			what: `parameter ${parameter.name}`,
			tokens: parameter.typeTokens,
			pointer: parameter.functionPointer,
		})),
	];
	for (const { what, tokens, pointer } of parts.filter((part) => !/^void$/.test(textOf(part.tokens)))) {
		const trouble = pointer ? 'is a function pointer; use a dynamic delegate' : typeTrouble(plugin, tokens, true);
		const blueprint = !trouble && forBlueprint ? blueprintTrouble(plugin, tokens) : '';
		if (trouble) {
			say('function-type', `${member.name}: ${what} ${trouble}`);
		} else if (blueprint) {
			say('blueprint-type', `${member.name}: ${what}: ${blueprint}`);
		}
	}
	if (
		hasAny(macro, ['blueprintcallable', 'blueprintpure']) &&
		!macro.names.has('category') &&
		macro.meta.get('blueprintinternaluseonly')?.value !== 'true'
	) {
		say('category-missing', `${member.name} has no Category; add Category = "..." to its UFUNCTION`);
	}
	if (forBlueprint || macro.names.has('exec')) {
		for (const parameter of member.parameters.filter(
			(candidate) => candidate.value && !isPlainDefault(candidate.value),
		)) {
			say(
				'function-default',
				`${member.name}: the default of ${parameter.name}, ${textOf(parameter.value).slice(0, 60)}, is nothing the header tool can read; use a literal, nullptr, NAME_None, TEXT(""), an enum value or FVector::ZeroVector`,
			);
		}
	}
	const bases = ancestors(plugin, type);
	if (bases.includes('UBlueprintFunctionLibrary') && !member.words.has('static')) {
		say('library-static', `${member.name} is not static; functions of a library are called without an object`);
	}
	if (member.override) {
		const owner = bases
			.map((name) => plugin.types.get(name))
			.find((base) =>
				base?.members.some((other) => other.name === member.name && other.macro?.name === 'UFUNCTION'),
			);
		if (owner) {
			say(
				'function-override',
				`${member.name} overrides a UFUNCTION of ${owner.name}; remove the macro, it is inherited`,
			);
		}
	}
}

/** Default values that the header tool can read; INDEX_NONE and other macros are not among them. */
const plainDefaults = [
	/^[-+]?[0-9][0-9.eE]*[fF]?$/,
	/^(?:TEXT\()?"[^"]*"\)?$/,
	/^(?:true|false|nullptr|NULL|NAME_None)$/,
	/^F(?:Vector|Vector2D|Rotator|LinearColor|Color)(?:::[A-Za-z]+|\([-+0-9.,fF]+\))$/,
	/^FText::GetEmpty\(\)$/,
	/^E[A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)+$/,
	/^[A-Z]+[a-z]*_[A-Z]+[a-z][A-Za-z0-9]*$/,
];
const isPlainDefault = (tokens) => plainDefaults.some((pattern) => pattern.test(textOf(tokens)));

function checkEvent(plugin, file, type, member, report) {
	const say = (rule, text) => report(rule, file.path, member.line, text);
	const { macro } = member;
	const native = macro.names.has('blueprintnativeevent');
	const implementable = macro.names.has('blueprintimplementableevent');
	const remote = hasAny(macro, ['server', 'client', 'netmulticast']);
	const isInterface = /^I[A-Z]/.test(type.name) && type.bases.length === 0;
	if ((native || implementable) && (member.words.has('virtual') || member.override)) {
		say(
			'function-event',
			`${member.name} is a Blueprint event and virtual; the header tool writes the virtual part, remove the word`,
		);
	} else if ((native || implementable) && member.words.has('static')) {
		say('function-event', `${member.name} is a Blueprint event and static; remove one of the two`);
	} else if ((native || implementable) && member.access === 'private' && type.kind === 'class') {
		say('function-event', `${member.name} is a private Blueprint event; make it public or protected`);
	} else if (remote && !hasAny(macro, ['reliable', 'unreliable'])) {
		say('function-event', `${member.name} is a remote call; add Reliable or Unreliable`);
	} else if (
		macro.names.has('blueprintpure') &&
		textOf(member.returns) === 'void' &&
		!member.parameters.some(
			(parameter) =>
				parameter.typeTokens.some((token) => isPunct(token, '&')) &&
				!parameter.typeTokens.some((token) => isName(token, 'const')),
		)
	) {
		say(
			'function-event',
			`${member.name} is BlueprintPure but returns nothing; return a value or make it BlueprintCallable`,
		);
	} else if (native || remote || implementable) {
		checkImplementation(plugin, type, member, { native, implementable, isInterface }, say);
	}
	if (isInterface && macro.names.has('blueprintcallable') && !native && !implementable) {
		say(
			'interface-function',
			`${member.name} of interface ${type.name} is for Blueprints but no event; add BlueprintNativeEvent or BlueprintImplementableEvent`,
		);
	}
}

function checkImplementation(plugin, type, member, kinds, say) {
	const defined = (name) =>
		plugin.cppFiles.some((file) =>
			file.declarations.functions.some(
				(entry) => entry.name === name && entry.qualifier.split('::').at(-1) === type.name && entry.body,
			),
		) || type.members.some((other) => other.name === name && other.body);
	if (defined(member.name)) {
		say(
			'function-event',
			`${member.name} has a body of its own, but the header tool writes it; ${kinds.implementable ? 'remove the body' : `name it ${member.name}_Implementation`}`,
		);
	} else if (!kinds.implementable && !kinds.isInterface && !defined(`${member.name}_Implementation`)) {
		say('function-event', `${member.name}_Implementation is not defined; define it`);
	}
}

function checkStructMembers(file, type, report) {
	const isInterface =
		/^I[A-Z]/.test(type.name) &&
		file.declarations.types.some(
			(other) => other.macro?.name === 'UINTERFACE' && other.name === `U${type.name.slice(1)}`,
		);
	for (const member of type.members) {
		if (isInterface && member.macro?.name === 'UPROPERTY') {
			report(
				'interface-function',
				file.path,
				member.line,
				`interface ${type.name} has property ${member.name}; interfaces have functions only`,
			);
		}
		if (type.macro?.name !== 'USTRUCT') {
			continue;
		}
		if (member.macro?.name === 'UFUNCTION') {
			report(
				'struct-function',
				file.path,
				member.line,
				`USTRUCT ${type.name} has UFUNCTION ${member.name}; remove the macro or move the function to a library`,
			);
		}
		const plain = member.kind === 'variable' && member.macro && !member.initialized && !member.array;
		const name = plain ? plainName(member.typeTokens) : '';
		const pointer =
			plain &&
			(member.typeTokens.some((token) => isPunct(token, '*')) || member.typeTokens[0]?.text === 'TObjectPtr');
		if (
			plain &&
			(plainValue.test(name) ||
				/^E[A-Z]/.test(name) ||
				(pointer && member.typeTokens[0].text !== 'TObjectPtr')) &&
			!hasConstructor(type)
		) {
			report(
				'struct-member-init',
				file.path,
				member.line,
				`${type.name}::${member.name} is not initialised, which the engine reports at start; give it a value (= 0, = false, = nullptr)`,
			);
		}
	}
}

const hasConstructor = (type) =>
	type.members.some(
		(member) => member.kind === 'function' && member.name === type.name && member.parameters.length === 0,
	);

function checkObjectMember(plugin, file, type, member, report) {
	if (member.kind !== 'variable' || member.functionPointer) {
		return;
	}
	const names = member.typeTokens.filter((token) => token.kind === 'name').map((token) => token.text);
	const raw =
		member.typeTokens.some(
			(token, index) => isPunct(token, '*') && isObjectName(member.typeTokens[index - 1]?.text),
		) && !names.some((name) => /^(?:TWeakObjectPtr|TSoftObjectPtr|TFunction|TSubclassOf)$/.test(name));
	const isProperty = member.macro?.name === 'UPROPERTY';
	const say = (text) => report('object-member', file.path, member.line, text);
	if (raw && isProperty) {
		say(`${member.name} is a raw pointer in a UPROPERTY; make it TObjectPtr`);
	} else if (raw && !member.words.has('static')) {
		const cure = type.macro
			? 'make it a UPROPERTY() TObjectPtr, or TWeakObjectPtr'
			: 'make it TWeakObjectPtr or TStrongObjectPtr';
		say(`${member.name} is a raw pointer to a UObject, which dangles after garbage collection; ${cure}`);
	} else if (type.macro && names.includes('TObjectPtr') && !isProperty) {
		say(`${member.name} is TObjectPtr without UPROPERTY(), so garbage collection does not see it; add UPROPERTY()`);
	}
}

const counts = new Map([
	['', 0],
	['_OneParam', 1],
	['_TwoParams', 2],
	['_ThreeParams', 3],
	['_FourParams', 4],
	['_FiveParams', 5],
	['_SixParams', 6],
	['_SevenParams', 7],
	['_EightParams', 8],
	['_NineParams', 9],
]);

/** Delegate types that the plugin declares: name -> { name, dynamic, multicast, parameters }. */
function collectDelegates(plugin) {
	const delegates = new Map();
	for (const file of plugin.cppFiles) {
		for (const call of file.declarations.calls) {
			const found =
				/^DECLARE_(DYNAMIC_)?(?:(MULTICAST)_)?(?:SPARSE_)?(?:DELEGATE|EVENT|TS_MULTICAST_DELEGATE)(?:_RetVal)?(_\w+)?$/.exec(
					call.name,
				);
			if (found) {
				const skip = call.name.includes('_RetVal') || call.name.includes('_EVENT') ? 1 : 0;
				const name = textOf(call.args[skip] ?? []);
				const rest = call.args.slice(skip + 1);
				const parameters = found[1] ? rest.filter((_, index) => index % 2 === 0) : rest;
				delegates.set(name, { name, dynamic: Boolean(found[1]), multicast: Boolean(found[2]), parameters });
			}
		}
	}
	return delegates;
}

function checkDelegate(plugin, file, call, report) {
	const say = (rule, text) => report(rule, file.path, call.line, text);
	const suffix = /(_(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine)Params?)?$/.exec(call.name)[1] ?? '';
	const skip = call.name.includes('_RetVal') ? 1 : 0;
	const expected = counts.get(suffix);
	const rest = call.args.slice(skip + 1);
	const name = textOf(call.args[skip] ?? []);
	if (/_SPARSE_/.test(call.name) || expected === undefined) {
		return;
	}
	if (!/^F[A-Z]/.test(name)) {
		say('delegate-declaration', `delegate type '${name}' must begin with F; rename it`);
	} else if (rest.length !== expected * 2) {
		say(
			'delegate-declaration',
			`${call.name} takes ${expected} pairs of type and name, here are ${rest.length} arguments; write each as Type, Name`,
		);
	} else if (!file.isHeader) {
		say(
			'delegate-declaration',
			`${name} stands in a source file, which the header tool does not read; move it to a header`,
		);
	} else {
		for (const type of rest.filter((_, index) => index % 2 === 0)) {
			const trouble = typeTrouble(plugin, type, true);
			if (trouble) {
				say('delegate-declaration', `${name}: parameter of type ${textOf(type)} ${trouble}`);
			}
		}
	}
}

function checkTargets(plugin, file, report) {
	const dynamicCalls = findCalls(file.code, (name) =>
		/^(?:AddDynamic|AddUniqueDynamic|RemoveDynamic|BindDynamic|IsAlreadyBound)$/.test(name),
	);
	for (const call of dynamicCalls) {
		const target = (call.args[1] ?? []).filter((token) => token.kind === 'name').map((token) => token.text);
		const type = plugin.types.get(target.at(-2));
		const member = type?.members.find(
			(candidate) => candidate.kind === 'function' && candidate.name === target.at(-1),
		);
		const say = (text) => report('delegate-target', file.path, call.line, text);
		if (call.args.length !== 2) {
			say(`${call.name} takes an object and &UClass::Function; correct the arguments`);
		} else if (type && !member) {
			say(`${target.join('::')} is not declared; declare it as UFUNCTION()`);
		} else if (member && member.macro?.name !== 'UFUNCTION') {
			say(
				`${target.join('::')} is no UFUNCTION, so it cannot be bound by name; put UFUNCTION() above its declaration`,
			);
		} else if (member) {
			checkSignature(plugin, file, call, member, say);
		}
	}
}

function checkSignature(plugin, file, call, member, say) {
	const delegateName = file.code[call.at - 2]?.text;
	const types = new Set(
		plugin.cppFiles
			.flatMap((other) => other.declarations.types)
			.flatMap((type) => type.members)
			.filter((candidate) => candidate.kind === 'variable' && candidate.name === delegateName)
			.map((candidate) => plainName(candidate.typeTokens)),
	);
	const own = types.size === 1 ? plugin.delegates.get([...types][0])?.parameters.map(normalType) : undefined;
	const expected = own ?? plugin.engine.engineDelegates.get(delegateName);
	const actual = member.parameters.map((parameter) => normalType(parameter.typeTokens));
	if (expected && expected.join() !== actual.join()) {
		say(
			`${member.name}(${actual.join(', ')}) does not take the parameters of ${delegateName}, (${expected.join(', ')}); make them the same`,
		);
	}
}
