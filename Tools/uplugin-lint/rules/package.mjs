// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Files as files: what is packaged, how it is called, how it begins.

export const rules = {
	'unreadable-file': 'source files are text of at most 4 MB',
	'copyright-line': "source files begin with the owner's copyright line, with the year",
	'path-length': 'paths have at most 170 characters',
	'path-characters': 'names of files have letters, digits and ._- only, and differ in more than case',
	icon: 'when there is a Resources folder it has Icon128.png, 128 by 128 pixels',
	'filter-plugin':
		'Config/FilterPlugin.ini packages Config, Docs, LICENSE and README, and every line of it matches something',
	'fab-folders': 'with --fab, there are no Binaries, Intermediate, Saved, DerivedDataCache or build folders',
};

const longestPath = 170;
const copyrightFiles = /\.(?:h|hpp|inl|cpp|c|cs|ispc|isph|usf|ush)$/;

export function check(plugin, report, options) {
	const lowered = new Map();
	for (const file of plugin.files.values()) {
		checkPath(file, lowered, report);
		if (file.unreadable) {
			report('unreadable-file', file.path, 1, `the file ${file.unreadable}; replace or remove it`);
		} else if (copyrightFiles.test(file.path)) {
			checkCopyright(file, report);
		}
	}
	checkIcon(plugin, report);
	checkFilter(plugin, report);
	for (const { name } of plugin.topLevel.filter(
		(entry) =>
			options.fab && entry.folder && /^(?:Binaries|Intermediate|Saved|DerivedDataCache|build)$/i.test(entry.name),
	)) {
		report('fab-folders', plugin.descriptor.path, 1, `folder ${name} must not be submitted; delete it`);
	}
}

function checkPath(file, lowered, report) {
	if (file.path.length > longestPath) {
		report(
			'path-length',
			file.path,
			1,
			`the path has ${file.path.length} characters, and Windows users unpack it below long folders; at most ${longestPath}, shorten it`,
		);
	}
	if (!/^[A-Za-z0-9_.\-/]+$/.test(file.path)) {
		report(
			'path-characters',
			file.path,
			1,
			'the path has other characters than letters, digits and ._-; rename it',
		);
	}
	const key = file.path.toLowerCase();
	if (lowered.has(key)) {
		report(
			'path-characters',
			file.path,
			1,
			`${lowered.get(key)} differs only in case, and is the same file on Windows; rename one`,
		);
	}
	lowered.set(key, file.path);
}

function checkCopyright(file, report) {
	const [first = ''] = file.text.replace(/^\ufeff/, '').split('\n', 1);
	const say = (text) => report('copyright-line', file.path, 1, text);
	if (/Epic Games|Fill out your copyright notice/i.test(first)) {
		say("the first line is the template's; write // Copyright <year> <owner>");
	} else if (!/^\/\/ ?Copyright (?:19|20)\d\d(?:-\d{4})? \S+/.test(first)) {
		say('the first line is no copyright line; write // Copyright <year> <owner>');
	}
}

function checkIcon(plugin, report) {
	if (!plugin.topLevel.some((entry) => entry.folder && entry.name === 'Resources')) {
		return;
	}
	const icon = plugin.files.get('Resources/Icon128.png');
	if (!icon) {
		report(
			'icon',
			plugin.descriptor.path,
			1,
			'Resources has no Icon128.png, which the plugin browser shows; add one of 128 by 128 pixels',
		);
		return;
	}
	const { bytes } = icon;
	const isPng =
		bytes !== null &&
		bytes.length >= 24 &&
		bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
	if (!isPng) {
		report('icon', icon.path, 1, 'the file is no PNG; save it as one');
	} else if (bytes.readUInt32BE(16) !== 128 || bytes.readUInt32BE(20) !== 128) {
		report(
			'icon',
			icon.path,
			1,
			`the icon has ${bytes.readUInt32BE(16)} by ${bytes.readUInt32BE(20)} pixels; make it 128 by 128`,
		);
	}
}

function checkFilter(plugin, report) {
	const path = 'Config/FilterPlugin.ini';
	const file = plugin.files.get(path);
	const present = plugin.topLevel.filter((entry) =>
		(entry.folder ? /^(?:Config|Docs)$/ : /^(?:LICENSE|README)(?:\.\w+)?$/).test(entry.name),
	);
	if (!file) {
		report(
			'filter-plugin',
			plugin.descriptor.path,
			1,
			`there is no ${path}, so BuildPlugin leaves out ${present.map((entry) => entry.name).join(', ') || 'configuration and documents'}; add it`,
		);
		return;
	}
	const lines = file.text
		.replace(/^\ufeff/, '')
		.split('\n')
		.map((text, index) => ({ text: text.trim(), line: index + 1 }));
	const section = lines.find(({ text }) => text.toLowerCase() === '[filterplugin]');
	if (!section) {
		report('filter-plugin', path, 1, 'the file has no [FilterPlugin] section; add it above the patterns');
		return;
	}
	const all = [
		...plugin.files.keys(),
		...plugin.topLevel.filter((entry) => !entry.folder).map((entry) => entry.name),
	];
	const patterns = lines.filter(({ text, line }) => line > section.line && text !== '' && !/^[;[]/.test(text));
	for (const { text, line } of patterns) {
		const pattern = expressionOf(text.replace(/^-/, ''));
		if (!text.replace(/^-/, '').startsWith('/')) {
			report(
				'filter-plugin',
				path,
				line,
				`'${text.slice(0, 80)}' does not begin with /, the folder of the plugin; write /${text.slice(0, 80)}`,
			);
		} else if (!all.some((name) => pattern.test(`/${name}`))) {
			report('filter-plugin', path, line, `'${text.slice(0, 80)}' matches no file; correct or remove it`);
		}
	}
	for (const entry of present) {
		const sample = entry.folder ? all.find((name) => name.startsWith(`${entry.name}/`)) : entry.name;
		if (sample && !patterns.some(({ text }) => expressionOf(text).test(`/${sample}`))) {
			report(
				'filter-plugin',
				path,
				section.line,
				`${entry.name} is not packaged; add /${entry.name}${entry.folder ? '/...' : ''}`,
			);
		}
	}
}

/** `...` is anything, `*` anything within a folder, `?` one character. */
function expressionOf(pattern) {
	const parts = pattern
		.slice(0, 300)
		.split(/(\.\.\.|\*|\?)/)
		.map(
			(part) => ({ '...': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
		);
	return new RegExp(`^${parts.join('')}$`);
}
