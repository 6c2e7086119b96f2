// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Files as files: how they are called and what is packaged. Tools/check-tree.sh checks more of that.

import fs from 'node:fs';
import path from 'node:path';

export const rules = {
	'path-characters': 'names of files have letters, digits and ._- only, and differ in more than case',
	icon: 'when there is a Resources folder it has Icon128.png, 128 by 128 pixels',
	'filter-plugin':
		'Config/FilterPlugin.ini packages Config, Docs, LICENSE and README, and every line of it matches something',
};

export function check(plugin, report) {
	const lowered = new Set();
	for (const name of plugin.files.keys()) {
		if (!/^[\w.\-/]+$/.test(name)) {
			report('path-characters', name, 1, 'the path has other characters than letters, digits and ._-; rename it');
		}
		if (lowered.has(name.toLowerCase())) {
			report(
				'path-characters',
				name,
				1,
				'another path differs only in case, the same file on Windows; rename one',
			);
		}
		lowered.add(name.toLowerCase());
	}
	if (plugin.topLevel.some((entry) => entry.folder && entry.name === 'Resources') && !hasIcon(plugin.root)) {
		report('icon', plugin.descriptors[0], 1, 'Resources/Icon128.png is no PNG of 128 by 128 pixels; add one');
	}
	checkFilter(plugin, (line, text) => report('filter-plugin', 'Config/FilterPlugin.ini', line, text));
}

function hasIcon(root) {
	const file = path.join(root, 'Resources/Icon128.png');
	const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
	const isPng = bytes.length >= 24 && bytes.toString('latin1', 1, 8) === 'PNG\r\n\x1a\n';
	return isPng && bytes.readUInt32BE(16) === 128 && bytes.readUInt32BE(20) === 128;
}

function checkFilter(plugin, say) {
	const lines = (plugin.files.get('Config/FilterPlugin.ini')?.text ?? '').split('\n').map((text) => text.trim());
	const section = lines.indexOf('[FilterPlugin]');
	if (section < 0) {
		say(1, 'no section [FilterPlugin], so BuildPlugin leaves out configuration and documents; add it');
		return;
	}
	const topFiles = plugin.topLevel.filter((entry) => !entry.folder).map((entry) => entry.name);
	const all = [...plugin.files.keys(), ...topFiles];
	const patterns = lines.map((text, at) => (at > section && /^[^;[]/.test(text) ? text : ''));
	patterns.forEach((text, at) => {
		const pattern = text.replace(/^-/, '');
		if (text !== '' && !all.some((name) => expressionOf(pattern).test(`/${name}`))) {
			say(
				at + 1,
				`'${text}' matches no file; correct it (it begins with /, the folder of the plugin) or remove it`,
			);
		}
	});
	for (const name of [...topFiles, 'Config', 'Docs'].filter((one) =>
		/^(?:Config|Docs|LICENSE|README\.\w+)$/.test(one),
	)) {
		const sample = all.find((one) => one === name || one.startsWith(`${name}/`));
		if (sample && !patterns.some((text) => text !== '' && expressionOf(text).test(`/${sample}`))) {
			say(section + 1, `${name} is not packaged; add it to the patterns`);
		}
	}
}

/** `...` is anything, `*` anything within a folder, `?` one character. */
function expressionOf(pattern) {
	const wild = { '...': '.*', '*': '[^/]*', '?': '[^/]' };
	const parts = pattern.split(/(\.\.\.|\*|\?)/);
	return new RegExp(`^${parts.map((part) => wild[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&')).join('')}$`);
}
