// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Shaders and ISPC: code that the engine compiles beside C++.

import { isName, isPunct, textOf } from '../lexer.mjs';
import { conditionHolds, findCalls } from './shared.mjs';

export const rules = {
	'ispc-dependency': 'a module with .ispc files depends on IntelISPC',
	'ispc-guard': 'generated ISPC headers are included only inside #if INTEL_ISPC, or a macro made from it',
	'ispc-name-unique': '.ispc files of a module have different names, and a generated header belongs to one of them',
	'ispc-language': '.ispc and .isph files have no templates: ISPC of the older engines knows none',
	'shader-phase': 'a module with global shaders loads at PostConfigInit and has no UCLASS',
	'shader-in-header': 'IMPLEMENT_GLOBAL_SHADER stands in a .cpp',
	'shader-mapping': 'a module with global shaders maps its virtual shader folder, once',
	'shader-path': 'virtual shader paths lead to a .usf of the plugin that has the entry function',
	'shader-parameter': 'shader parameters have 32-bit types and the name that the .usf uses',
};

export function check(plugin, report) {
	for (const module of plugin.modules) {
		checkIspc(plugin, module, report);
		checkShaders(plugin, module, report);
	}
	checkShaderIncludes(plugin, report);
}

const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

function checkIspc(plugin, module, report) {
	const kernels = module.files.filter((file) => file.path.endsWith('.ispc'));
	if (kernels.length > 0 && !module.build.dependencies.some((dependency) => dependency.name === 'IntelISPC')) {
		report(
			'ispc-dependency',
			kernels[0].path,
			1,
			`${module.name} has .ispc files but does not depend on IntelISPC; add "IntelISPC" to its Build.cs`,
		);
	}
	for (const file of module.files.filter((candidate) => /\.is(?:pc|ph)$/.test(candidate.path))) {
		const template = file.tokens.find(
			(token, at) => isName(token, 'template') && isPunct(file.tokens[at + 1], '<'),
		);
		if (template) {
			const text = 'templates need ISPC 1.22, and engines before 5.7 have an older one; write plain functions';
			report('ispc-language', file.path, template.line, text);
		}
	}
	const names = new Map();
	for (const kernel of kernels) {
		const name = baseName(kernel.path).toLowerCase();
		if (names.has(name)) {
			report(
				'ispc-name-unique',
				kernel.path,
				1,
				`${names.get(name)} has the same name, and both generate one header; rename a file`,
			);
		}
		names.set(name, kernel.path);
	}
	const guards = [
		'INTEL_ISPC',
		...[...module.definitions.values()]
			.filter((definition) => definition.ispc)
			.map((definition) => definition.name),
	];
	for (const file of module.files.filter((candidate) => candidate.includes)) {
		for (const include of file.includes.filter((candidate) => candidate.path.endsWith('.ispc.generated.h'))) {
			if (!conditionHolds(include.conditions, guards)) {
				report(
					'ispc-guard',
					file.path,
					include.line,
					`'${include.path}' does not exist where ISPC is off; put it inside #if INTEL_ISPC`,
				);
			}
			if (!names.has(include.path.replace(/\.generated\.h$/, '').toLowerCase())) {
				report(
					'ispc-name-unique',
					file.path,
					include.line,
					`${module.name} has no ${include.path.replace(/\.generated\.h$/, '')} from which '${include.path}' would come; correct the name`,
				);
			}
		}
	}
}

function checkShaders(plugin, module, report) {
	const files = module.files.filter((file) => file.code);
	const uses = files.flatMap((file) =>
		findCalls(file.code, (name) => name === 'IMPLEMENT_GLOBAL_SHADER').map((call) => ({ file, call })),
	);
	const mappings = files.flatMap((file) =>
		findCalls(file.code, (name) => name === 'AddShaderSourceDirectoryMapping').map((call) => ({ file, call })),
	);
	for (const { file, call } of mappings) {
		const virtual = (call.args[0] ?? []).find((token) => token.kind === 'string')?.text ?? '';
		if (!/^\/[A-Za-z]+\/[A-Za-z0-9_]+$/.test(virtual)) {
			report(
				'shader-mapping',
				file.path,
				call.line,
				`virtual shader folder '${virtual.slice(0, 80)}' must read /Plugin/${plugin.name}; write it so`,
			);
		}
	}
	for (const extra of mappings.slice(1)) {
		report(
			'shader-mapping',
			extra.file.path,
			extra.call.line,
			'the shader folder is mapped a second time; keep one AddShaderSourceDirectoryMapping',
		);
	}
	if (uses.length === 0) {
		return;
	}
	const [first] = uses;
	if (module.entry && module.entry.LoadingPhase !== 'PostConfigInit') {
		report(
			'shader-phase',
			first.file.path,
			first.call.line,
			`${module.name} has global shaders but loads at ${module.entry.LoadingPhase ?? 'Default'}; set "LoadingPhase": "PostConfigInit" in ${plugin.descriptor.path}`,
		);
	}
	const reflected = files.flatMap((file) =>
		file.declarations.types.filter((type) => type.macro).map((type) => ({ file, type })),
	)[0];
	if (reflected) {
		report(
			'shader-phase',
			reflected.file.path,
			reflected.type.macro.line,
			`${reflected.type.name} is reflected in a module that loads at PostConfigInit, before the object system is ready for it; move it to another module`,
		);
	}
	if (mappings.length === 0) {
		report(
			'shader-mapping',
			first.file.path,
			first.call.line,
			`${module.name} never calls AddShaderSourceDirectoryMapping; call it in StartupModule with /Plugin/${plugin.name}`,
		);
		return;
	}
	const folders = mappings.map(({ call }) => (call.args[0] ?? []).find((token) => token.kind === 'string')?.text);
	uses.forEach(({ file, call }) => checkShader(plugin, file, call, folders, report));
}

/** The .usf or .ush file behind a virtual path, by the plugin's own mapping. */
function shaderFile(plugin, virtual, folders) {
	const folder = folders.find((candidate) => candidate && virtual.startsWith(`${candidate}/`));
	return folder ? plugin.files.get(`Shaders${virtual.slice(folder.length)}`) : undefined;
}

function checkShader(plugin, file, call, folders, report) {
	const say = (rule, text) => report(rule, file.path, call.line, text);
	const [name, path, entry] = call.args;
	if (file.isHeader) {
		say(
			'shader-in-header',
			'IMPLEMENT_GLOBAL_SHADER in a header defines the shader in every file that includes it; move it to a .cpp',
		);
	}
	const virtual = path?.[0]?.text ?? '';
	const source = shaderFile(plugin, virtual, folders);
	if (!source || !virtual.endsWith('.usf')) {
		say('shader-path', `'${virtual.slice(0, 120)}' leads to no .usf in Shaders; correct the path or the mapping`);
		return;
	}
	const function_ = entry?.[0]?.text ?? '';
	if (!source.tokens.some((token, index) => isName(token, function_) && isPunct(source.tokens[index + 1], '('))) {
		say('shader-path', `${source.path} has no function ${function_.slice(0, 80)}; correct the name of the entry`);
	}
	checkParameters(plugin, file, textOf(name ?? []), source, folders, report);
}

const wideTypes =
	/^(?:double|bool|FVector|FVector2D|FVector4|FQuat|FMatrix|FTransform|FRotator|u?int64|u?int16|u?int8)$/;

function checkParameters(plugin, file, className, source, folders, report) {
	const type =
		file.declarations.types.find((candidate) => candidate.name === className) ?? plugin.types.get(className);
	const owner = type?.file ?? file;
	const known = new Set(
		withIncludes(plugin, source, folders).flatMap((shader) =>
			shader.tokens.filter((token) => token.kind === 'name').map((token) => token.text),
		),
	);
	if (!type) {
		return;
	}
	const body = owner.code.slice(type.bodyBegin, type.bodyEnd);
	for (const call of findCalls(body, (name) =>
		/^SHADER_PARAMETER(?:_RDG_BUFFER_(?:SRV|UAV)|_RDG_TEXTURE(?:_SRV|_UAV)?|_SRV|_UAV|_SAMPLER|_ARRAY)?$/.test(
			name,
		),
	)) {
		const valueType = textOf(call.args[0] ?? []);
		const name = textOf(call.args[1] ?? []);
		if (/^SHADER_PARAMETER(?:_ARRAY)?$/.test(call.name) && wideTypes.test(valueType)) {
			report(
				'shader-parameter',
				owner.path,
				call.line,
				`${name} is ${valueType}, and shader parameters are 32 bits wide; use FVector3f, FVector2f, float or uint32`,
			);
		} else if (!known.has(name)) {
			report(
				'shader-parameter',
				owner.path,
				call.line,
				`${source.path} uses no ${name}; give parameter and shader variable the same name`,
			);
		}
	}
}

/** The shader and those of the plugin's files that it includes. */
function withIncludes(plugin, source, folders) {
	const seen = new Set([source]);
	for (const shader of seen) {
		for (const include of shaderIncludes(shader)) {
			const folder = shader.path.slice(0, shader.path.lastIndexOf('/') + 1);
			const next = shaderFile(plugin, include.path, folders) ?? plugin.files.get(folder + include.path);
			if (next) {
				seen.add(next);
			}
		}
	}
	return [...seen];
}

const shaderIncludes = (file) =>
	file.tokens
		.filter((token) => token.kind === 'directive' && token.name === 'include')
		.map((token) => ({ path: token.tokens[0]?.text ?? '', line: token.line }));

function checkShaderIncludes(plugin, report) {
	const folders = plugin.cppFiles
		.flatMap((file) => findCalls(file.code, (name) => name === 'AddShaderSourceDirectoryMapping'))
		.map((call) => (call.args[0] ?? []).find((token) => token.kind === 'string')?.text);
	for (const file of plugin.files.values()) {
		if (!/^Shaders\/.*\.(?:usf|ush)$/.test(file.path)) {
			continue;
		}
		const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
		for (const include of shaderIncludes(file)) {
			if (
				!include.path.startsWith('/Engine/') &&
				!shaderFile(plugin, include.path, folders) &&
				!plugin.files.has(folder + include.path)
			) {
				report(
					'shader-path',
					file.path,
					include.line,
					`'${include.path.slice(0, 120)}' is no file of the plugin; write a virtual path (/Plugin/${plugin.name}/...) or one beside this file`,
				);
			}
		}
	}
}
