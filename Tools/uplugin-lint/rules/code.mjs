// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What compiles against the stand-in, which is one engine, one configuration and one program, and not everywhere else.

import { versionMacro, versionedNames } from '../engine.mjs';
import { findCalls, isName, isOnlyWith, isPunct } from '../lexer.mjs';

export const rules = {
	'api-missing': "public reflected types, and what other modules use, are exported with the module's API macro",
	'api-macro': 'the API macro is that of the module, stands in a header, and not on a template',
	'version-guard': 'one header of a module asks for engine versions, and has the names that differ between them',
	'test-guard': 'automation tests stand inside #if WITH_DEV_AUTOMATION_TESTS',
	'check-side-effect': 'check() has no side effects: shipping builds leave it out',
	'no-std-thread': "no std::thread, std::async and their like: work belongs on the engine's task system",
};

export function check(plugin, report) {
	for (const file of plugin.cppFiles) {
		const say = (rule, { line }, text) => report(rule, file.path, line, text);
		checkMacros(file, say);
		if (file.isPublic && file.isHeader) {
			checkExports(plugin, file, say);
		}
		checkThreads(file, say);
		for (const call of findCalls(file.code, /^(?:IMPLEMENT_\w*AUTOMATION_TEST|(?:BEGIN_)?DEFINE_SPEC)$/)) {
			if (!isOnlyWith('WITH_DEV_AUTOMATION_TESTS', call.conditions)) {
				const text = `${call.name} is not inside #if WITH_DEV_AUTOMATION_TESTS`;
				say('test-guard', call, `${text}, so shipping builds do not compile; put it there`);
			}
		}
		for (const call of findCalls(file.code, /^check(?:f|Slow|fSlow)?$/)) {
			const effect = call.args[0]?.find((one) => one.kind === 'punct' && /^(?:\+\+|--|[-+*/]?=)$/.test(one.text));
			if (effect && !/^(?:::|\.|->)$/.test(file.code[call.at - 1]?.text)) {
				const text = `${call.name}() changes something by ${effect.text}, which shipping builds leave out`;
				say('check-side-effect', call, `${text}; do it before, or use verify()`);
			}
		}
	}
	plugin.modules.forEach((module) => checkVersions(module, report));
}

function checkMacros(file, say) {
	const macro = `${file.module.name.toUpperCase()}_API`;
	file.code.forEach((token, at) => {
		if (!isName(token) || !/^[A-Z][A-Z0-9_]*_API$/.test(token.text)) {
			return;
		}
		if (token.text !== macro) {
			say('api-macro', token, `${token.text} is not of this module; write ${macro}`);
		} else if (!file.isHeader) {
			say('api-macro', token, `${macro} stands in a source file; it belongs to the declaration in a header`);
		} else if (isPunct(file.code[at - 2], '>') && /^(?:class|struct)$/.test(file.code[at - 1].text)) {
			say('api-macro', token, `${macro} stands on a template, which is compiled where it is used; remove it`);
		}
	});
}

/** Another module whose code has the name, before what is given. */
const userOf = (plugin, file, name, next) =>
	plugin.cppFiles.find(
		(other) =>
			other.module !== file.module &&
			other.code.some((token, at) => isName(token, name) && (next === '' || isPunct(other.code[at + 1], next))),
	)?.module.name;

function checkExports(plugin, file, say) {
	const macro = `${file.module.name.toUpperCase()}_API`;
	const isOpen = (entry, ...elsewhere) =>
		entry.kind === 'function' &&
		entry.bodiless &&
		!entry.api &&
		!entry.template &&
		!['constexpr', 'inline', ...elsewhere].some((word) => entry.words.has(word));
	for (const type of file.types.filter(
		(one) => !one.api && !one.template && !one.nested && /^(?:class|struct)$/.test(one.kind),
	)) {
		const open = type.members.find((member) => member.access !== 'private' && isOpen(member));
		const user = open && userOf(plugin, file, type.name, '');
		if (type.macro ? !type.macro.names.has('minimalapi') : user) {
			const text = user ? `${type.name}::${open.name} is used by ${user}` : `${type.name} is public`;
			say(
				'api-missing',
				type.macro ? type : open,
				`${text} but not exported; write ${type.kind} ${macro} ${type.name}`,
			);
		}
	}
	for (const entry of file.functions.filter((one) => isOpen(one, 'static'))) {
		const user = userOf(plugin, file, entry.name, '(');
		if (user) {
			say('api-missing', entry, `${entry.name} is used by ${user} but not exported; write ${macro} before it`);
		}
	}
}

function checkThreads({ code }, say) {
	const thread = /^(?:thread|jthread|async|future|promise|packaged_task)$/;
	code.forEach((token, at) => {
		if (isName(token, 'std') && isPunct(code[at + 1], '::') && thread.test(code[at + 2]?.text)) {
			const text = `std::${code[at + 2].text} makes threads that the engine does not know`;
			say('no-std-thread', token, `${text}; use ParallelFor or UE::Tasks::Launch`);
		}
	});
}

const asksVersion = (condition) => condition.split(/\W+/).some((name) => versionMacro.test(name));

function checkVersions(module, report) {
	const uses = module.files.flatMap((file) => [
		...(file.directives ?? []).filter(({ rest }) => asksVersion(rest)).map((token) => ({ file, token, cure: '' })),
		...(file.code ?? []).flatMap((token) =>
			isName(token) && versionedNames.has(token.text)
				? [{ file, token, cure: versionedNames.get(token.text) }]
				: [],
		),
	]);
	const home = uses.find(({ file, cure }) => file.isHeader && cure === '')?.file;
	for (const { file, token, cure } of uses) {
		const place = home?.path ?? 'a header of its own';
		if (file !== home || (cure !== '' && !token.conditions.some(asksVersion))) {
			const text = cure === '' ? 'engine versions are asked for in a second file' : `${token.text}: ${cure}`;
			report(
				'version-guard',
				file.path,
				token.line,
				`${text}; deal with it in ${place}, under #if UE_VERSION_OLDER_THAN`,
			);
		}
	}
}
