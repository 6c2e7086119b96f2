// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What stands in function bodies and between declarations: macros, logging, and C++ that the engine does not take.

import { namesNeedingValues } from '../conditions.mjs';
import { words } from '../engine.mjs';
import { bracketEnds, isName, isPunct, skipAngles, textOf } from '../lexer.mjs';
import { conditionHolds, findCalls, isObjectName } from './shared.mjs';

export const rules = {
	'undefined-macro': '#if uses only macros that are defined wherever the file is compiled',
	'log-format': 'formats of UE_LOG, FString::Printf and their like are TEXT() and fit their arguments',
	'text-macro': 'names of console variables, commands and stats are TEXT()',
	'log-category': 'log categories are declared, and those declared extern are defined once',
	'log-verbosity': 'verbosities are those that the engine knows',
	'no-exceptions': 'no throw, try or catch: modules are compiled without exceptions',
	'no-rtti': 'no dynamic_cast or typeid: modules are compiled without RTTI',
	'no-std-thread': "no std::thread, std::async and their like: work belongs on the engine's task system",
	'new-object': 'UObjects are made by NewObject, CreateDefaultSubobject or SpawnActor',
	'check-side-effect': 'check() has no side effects: shipping builds leave it out',
	'version-guard': 'names that differ between engines 5.5 and 5.8 stand inside a version condition',
	'loctext-namespace': 'LOCTEXT stands between #define LOCTEXT_NAMESPACE and its #undef',
	'test-guard': 'automation tests stand inside #if WITH_DEV_AUTOMATION_TESTS',
	'test-flags': 'automation tests have a context and exactly one filter',
	'stat-group': 'stats are declared in a group that is declared',
};

export function check(plugin, report) {
	const context = collect(plugin);
	for (const file of plugin.cppFiles) {
		checkMacros(plugin, file, report);
		checkFormats(file, report);
		checkTexts(file, report);
		checkLogging(plugin, file, context, report);
		checkWords(plugin, file, report);
		checkChecks(file, report);
		checkVersions(plugin, file, context, report);
		checkLocText(file, report);
		checkTests(file, report);
		checkStats(file, context, report);
	}
	checkCategories(context, report);
}

/** Declarations of the whole plugin that single files refer to. */
function collect(plugin) {
	const context = {
		declared: new Map(),
		defined: new Map(),
		local: new Set(),
		versionMacros: new Set(versionNames),
		statGroups: new Set(),
	};
	for (const file of plugin.cppFiles) {
		for (const call of findCalls(file.code, (name) =>
			/^DE(?:CLARE|FINE)_(?:LOG_CATEGORY|STATS_GROUP)/.test(name),
		)) {
			const category = textOf(call.args[0] ?? []);
			const entry = { file, line: call.line };
			if (call.name === 'DECLARE_LOG_CATEGORY_EXTERN') {
				context.declared.set(category, entry);
			} else if (call.name === 'DEFINE_LOG_CATEGORY') {
				context.defined.set(category, [...(context.defined.get(category) ?? []), entry]);
			} else if (call.name === 'DECLARE_STATS_GROUP') {
				context.statGroups.add(textOf(call.args[1] ?? []));
			} else {
				context.local.add(category);
			}
		}
		for (const directive of file.directives.filter(
			(candidate) => candidate.name === 'define' && candidate.tokens.length > 0,
		)) {
			const mentions = [
				...directive.tokens.slice(1).map((token) => token.text),
				...directive.conditions.flatMap((condition) => condition.names),
			];
			if (mentions.some((name) => context.versionMacros.has(name))) {
				context.versionMacros.add(directive.tokens[0].text);
			}
		}
	}
	return context;
}

const versionNames = [
	'UE_VERSION_OLDER_THAN',
	'UE_VERSION_NEWER_THAN',
	'UE_VERSION_NEWER_THAN_OR_EQUAL',
	'ENGINE_MAJOR_VERSION',
	'ENGINE_MINOR_VERSION',
];

function checkMacros(plugin, file, report) {
	const { module } = file;
	const dependencies = new Set(module.build.dependencies.map((dependency) => dependency.name));
	const included = plugin.includedPaths(file);
	const known = (name) =>
		plugin.engine.engineMacros.has(name) ||
		module.definitions.has(name) ||
		plugin.definedMacros(file).has(name) ||
		/_API$/.test(name);
	for (const directive of file.directives.filter(
		(candidate) => candidate.name === 'if' || candidate.name === 'elif',
	)) {
		for (const name of new Set(namesNeedingValues(directive))) {
			const owner = plugin.engine.moduleMacros.get(name);
			const headers = plugin.engine.headerMacros.get(name);
			const say = (cure) =>
				report(
					'undefined-macro',
					file.path,
					directive.line,
					`${name} is not defined here, which is an error from build settings V6 on; ${cure}`,
				);
			if (known(name)) {
				continue;
			}
			if (owner) {
				if (
					!dependencies.has(owner) &&
					![...dependencies].some((dependency) =>
						plugin.modules
							.find((other) => other.name === dependency)
							?.build.dependencies.some(
								(passed) => passed.name === owner && passed.visibility === 'public',
							),
					)
				) {
					say(`add module ${owner}, which defines it, to ${module.name}.Build.cs`);
				}
			} else if (name.startsWith('WITH_GAMEPLAY_DEBUGGER')) {
				if (!module.build.gameplayDebugger) {
					say(`call SetupGameplayDebuggerSupport(Target) in ${module.name}.Build.cs`);
				}
			} else if (headers) {
				if (!headers.some((path) => included.has(path))) {
					say(`include "${headers[0]}"`);
				}
			} else {
				say(`define it in ${module.name}.Build.cs or a header, or ask defined(${name}) first`);
			}
		}
	}
}

/** Where the format stands among the arguments. */
const formatAt = new Map(
	Object.entries({
		UE_LOG: 2,
		UE_CLOG: 3,
		UE_VLOG: 3,
		UE_CVLOG: 4,
		UE_VLOG_UELOG: 3,
		checkf: 1,
		verifyf: 1,
		ensureMsgf: 1,
		ensureAlwaysMsgf: 1,
		Printf: 0,
		Appendf: 0,
		Logf: 0,
	}),
);

function checkFormats(file, report) {
	for (const call of findCalls(file.code, (name) => formatAt.has(name))) {
		const member =
			isPunct(file.code[call.at - 1], '::') ||
			isPunct(file.code[call.at - 1], '.') ||
			isPunct(file.code[call.at - 1], '->');
		if (/^(?:Printf|Appendf|Logf)$/.test(call.name) !== member) {
			continue;
		}
		const at = formatAt.get(call.name);
		const format = call.args[at] ?? [];
		const say = (text) => report('log-format', file.path, call.line, text);
		if (format[0]?.kind === 'string') {
			say(`the format of ${call.name} must be TEXT("..."); wrap it`);
		} else if (isName(format[0], 'TEXT') && isPunct(format[1], '(')) {
			const text = format
				.filter((token) => token.kind === 'string')
				.map((token) => token.text)
				.join('');
			// A macro among the pieces (PRIu64, ...) may hold anything.
			if (!format.some((token) => token.kind === 'name' && token.text !== 'TEXT')) {
				checkArguments(call.name, text, call.args.slice(at + 1), say);
			}
		}
	}
}

/** Functions that give an FString, as which it must not go to %s. */
const stringMembers = new Set(
	words(`
		ToString GetName GetPathName GetFullName ToCompactString GetActorLabel GetActorNameOrLabel GetHumanReadableName
		SanitizeFloat FromInt Printf Join GetMapName
	`),
);
const stringFunctions = new Set(words('GetNameSafe GetPathNameSafe GetFullNameSafe'));
const conversion = /%(?:%|[-+ #0]*(\*|\d+)?(?:\.(\*|\d+))?(?:hh|h|ll|l|z|j|t|I64)?([a-zA-Z]))/g;

function checkArguments(name, text, args, say) {
	const found = [...text.matchAll(conversion)].filter((match) => match[0] !== '%%');
	const starred = found.flatMap((match) => [match[1], match[2]]).filter((width) => width === '*').length;
	if (found.length + starred !== args.length) {
		say(
			`the format of ${name} takes ${found.length + starred} arguments, ${args.length} are given; make them agree`,
		);
	} else if (starred === 0) {
		found.forEach((match, index) => checkArgument(`argument ${index + 1} of ${name}`, match[3], args[index], say));
	}
}

function checkArgument(what, letter, arg, say) {
	const text = textOf(arg).slice(0, 60);
	const literal = arg[0]?.kind === 'string';
	const pointer = isPunct(arg[0], '*');
	if (/[sS]/.test(letter) && literal) {
		say(`${what}, ${text}, goes to %s and must be TCHARs; write TEXT(${text})`);
	} else if (/[sS]/.test(letter) && !pointer && givesString(arg)) {
		say(`${what}, ${text}, is an FString and goes to %s; write *${text}`);
	} else if (/[diuxX]/.test(letter) && (literal || isName(arg[0], 'TEXT') || (pointer && givesString(arg)))) {
		say(`${what}, ${text}, is text but goes to %${letter}; use %s`);
	}
}

/** Whether the last call of the argument, outside of all brackets, gives an FString. */
function givesString(arg) {
	const open = bracketEnds(arg).lastIndexOf(arg.length - 1);
	const called = arg[open - 1]?.text;
	if (open < 1 || !isPunct(arg.at(-1), ')') || arg.some((token) => isPunct(token, '?'))) {
		return false;
	}
	const isMember = /^(?:\.|->|::)$/.test(arg[open - 2]?.text);
	return isMember ? stringMembers.has(called) : stringFunctions.has(called);
}

const consoleTypes =
	/^(?:TAutoConsoleVariable|FAutoConsoleVariable(?:Ref)?|FAutoConsoleCommand(?:WithWorldAndArgs|WithWorld|WithArgs)?)$/;
const statMacros =
	/^DECLARE_(?:STATS_GROUP|CYCLE_STAT(?:_EXTERN)?|DWORD_(?:COUNTER|ACCUMULATOR)_STAT(?:_EXTERN)?|FLOAT_COUNTER_STAT|MEMORY_STAT)$/;

function checkTexts(file, report) {
	const { code } = file;
	const say = (line, what) =>
		report('text-macro', file.path, line, `the first argument of ${what} must be TEXT("..."); wrap it`);
	for (const call of findCalls(code, (name) => statMacros.test(name)).filter(
		(candidate) => candidate.args[0]?.[0]?.kind === 'string',
	)) {
		say(call.line, call.name);
	}
	code.forEach((token, at) => {
		if (token.kind !== 'name' || !consoleTypes.test(token.text)) {
			return;
		}
		const name = isPunct(code[at + 1], '<') ? skipAngles(code, at + 1) : at + 1;
		if (
			code[name]?.kind === 'name' &&
			(isPunct(code[name + 1], '(') || isPunct(code[name + 1], '{')) &&
			code[name + 2]?.kind === 'string'
		) {
			say(code[name].line, `${token.text} ${code[name].text}`);
		}
	});
}

function checkLogging(plugin, file, context, report) {
	for (const call of findCalls(file.code, (name) => /^UE_C?LOG(?:FMT)?$/.test(name))) {
		const first = call.name.startsWith('UE_CLOG') ? 1 : 0;
		const category = textOf(call.args[first] ?? []);
		const verbosity = textOf(call.args[first + 1] ?? []);
		if (
			!context.declared.has(category) &&
			!context.local.has(category) &&
			!context.defined.has(category) &&
			!plugin.engine.engineLogCategories.has(category)
		) {
			report(
				'log-category',
				file.path,
				call.line,
				`log category ${category.slice(0, 60)} is not declared; declare it with DECLARE_LOG_CATEGORY_EXTERN and define it in one .cpp`,
			);
		}
		if (!plugin.engine.logVerbosities.has(verbosity)) {
			report(
				'log-verbosity',
				file.path,
				call.line,
				`verbosity '${verbosity.slice(0, 60)}' is unknown; use one of ${[...plugin.engine.logVerbosities].join(', ')}`,
			);
		}
	}
}

function checkCategories(context, report) {
	for (const [category, { file, line }] of context.declared) {
		const definitions = context.defined.get(category) ?? [];
		if (definitions.length === 0) {
			report(
				'log-category',
				file.path,
				line,
				`${category} is declared extern but never defined; write DEFINE_LOG_CATEGORY(${category}); in one .cpp`,
			);
		}
		for (const extra of definitions.slice(1)) {
			report(
				'log-category',
				extra.file.path,
				extra.line,
				`${category} is defined a second time; keep one DEFINE_LOG_CATEGORY`,
			);
		}
	}
}

const threadNames = /^(?:thread|jthread|async|future|promise|packaged_task)$/;

function checkWords(plugin, file, report) {
	const { code } = file;
	for (let at = 0; at < code.length; ++at) {
		const { kind, text, line } = code[at];
		if (kind !== 'name') {
			continue;
		}
		if (text === 'throw' || text === 'try' || text === 'catch') {
			report(
				'no-exceptions',
				file.path,
				line,
				`${text} needs exceptions, which modules are compiled without; return an error instead`,
			);
		} else if (text === 'dynamic_cast' || text === 'typeid') {
			report(
				'no-rtti',
				file.path,
				line,
				`${text} needs RTTI, which modules are compiled without; use Cast<> for UObjects, an enum or virtual function for others`,
			);
		} else if (text === 'std' && isPunct(code[at + 1], '::') && threadNames.test(code[at + 2]?.text)) {
			report(
				'no-std-thread',
				file.path,
				line,
				`std::${code[at + 2].text} makes threads that the engine does not know; use ParallelFor or UE::Tasks::Launch`,
			);
		} else if (text === 'new' && isObjectName(code[at + 1]?.text) && !isPunct(code[at - 1], '.')) {
			report(
				'new-object',
				file.path,
				line,
				`new ${code[at + 1].text} makes a UObject that the engine does not know; use NewObject<${code[at + 1].text}>() or SpawnActor`,
			);
		}
	}
}

function checkChecks(file, report) {
	for (const call of findCalls(file.code, (name) => /^(?:check|checkf|checkSlow|checkfSlow)$/.test(name))) {
		const effect = (call.args[0] ?? []).find(
			(token) => token.kind === 'punct' && /^(?:\+\+|--|=|\+=|-=|\*=|\/=)$/.test(token.text),
		);
		const before = file.code[call.at - 1];
		if (effect && !isPunct(before, '::') && !isPunct(before, '.') && !isPunct(before, '->')) {
			report(
				'check-side-effect',
				file.path,
				call.line,
				`${call.name}() changes something by ${effect.text}, which shipping builds leave out; do it before, or use verify()`,
			);
		}
	}
}

function checkVersions(plugin, file, context, report) {
	for (const token of file.code) {
		const cure = token.kind === 'name' ? plugin.engine.versionedNames.get(token.text) : undefined;
		if (
			cure &&
			!plugin.types.has(token.text) &&
			!token.conditions.some((condition) => condition.names.some((name) => context.versionMacros.has(name)))
		) {
			report(
				'version-guard',
				file.path,
				token.line,
				`${token.text} is not the same in all engines from 5.5 to 5.8: ${cure}; put it inside #if UE_VERSION_OLDER_THAN(...)`,
			);
		}
	}
}

function checkLocText(file, report) {
	const [use] = findCalls(file.code, (name) => name === 'LOCTEXT');
	const about = (directive) => directive.tokens[0]?.text === 'LOCTEXT_NAMESPACE';
	const defined = file.directives.find((directive) => directive.name === 'define' && about(directive));
	const undefined_ = file.directives.find((directive) => directive.name === 'undef' && about(directive));
	if (use && (!defined || defined.line > use.line)) {
		report(
			'loctext-namespace',
			file.path,
			use.line,
			'LOCTEXT needs #define LOCTEXT_NAMESPACE "..." above it; add it',
		);
	} else if (defined && !undefined_) {
		report(
			'loctext-namespace',
			file.path,
			defined.line,
			'LOCTEXT_NAMESPACE leaks into the next file of a unity build; write #undef LOCTEXT_NAMESPACE at the end',
		);
	}
}

function checkTests(file, report) {
	const flagsAt = {
		IMPLEMENT_SIMPLE_AUTOMATION_TEST: 2,
		IMPLEMENT_COMPLEX_AUTOMATION_TEST: 2,
		IMPLEMENT_CUSTOM_SIMPLE_AUTOMATION_TEST: 3,
		BEGIN_DEFINE_SPEC: 2,
		DEFINE_SPEC: 2,
	};
	for (const call of findCalls(file.code, (name) => name in flagsAt)) {
		const say = (rule, text) => report(rule, file.path, call.line, text);
		if (
			!conditionHolds(call.conditions, [
				'WITH_DEV_AUTOMATION_TESTS',
				'WITH_AUTOMATION_TESTS',
				'WITH_PERF_AUTOMATION_TESTS',
				'WITH_EDITOR',
			])
		) {
			say(
				'test-guard',
				`${call.name} is not inside #if WITH_DEV_AUTOMATION_TESTS, so shipping builds do not compile; put it there`,
			);
		}
		const flags = (call.args[flagsAt[call.name]] ?? [])
			.filter((token) => token.kind === 'name')
			.map((token) => token.text);
		if (!flags.includes('EAutomationTestFlags') && !flags.some((flag) => /ContextMask$/.test(flag))) {
			continue;
		}
		const contexts = flags.filter((flag) => /Context(?:Mask)?$/.test(flag)).length;
		const filters = flags.filter((flag) => /Filter$/.test(flag)).length;
		if (contexts === 0 || filters !== 1) {
			say(
				'test-flags',
				`${textOf(call.args[0] ?? [])} has ${contexts} contexts and ${filters} filters; give at least one context and exactly one filter`,
			);
		}
	}
}

function checkStats(file, context, report) {
	const groupAt = {
		DECLARE_CYCLE_STAT: 2,
		DECLARE_CYCLE_STAT_EXTERN: 2,
		DECLARE_DWORD_COUNTER_STAT: 2,
		DECLARE_DWORD_ACCUMULATOR_STAT: 2,
		DECLARE_FLOAT_COUNTER_STAT: 2,
		DECLARE_MEMORY_STAT: 2,
		RETURN_QUICK_DECLARE_CYCLE_STAT: 1,
	};
	for (const call of findCalls(file.code, (name) => name in groupAt)) {
		const group = textOf(call.args[groupAt[call.name]] ?? []);
		if (
			!context.statGroups.has(group) &&
			!/^STATGROUP_(?:Tickables|Game|AI|Navigation|Quick|Engine|Physics|Threads|TaskGraphTasks)$/.test(group)
		) {
			report(
				'stat-group',
				file.path,
				call.line,
				`stat group '${group.slice(0, 60)}' is not declared; declare it with DECLARE_STATS_GROUP`,
			);
		}
	}
}
