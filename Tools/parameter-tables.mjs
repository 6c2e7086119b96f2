// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Keeps what Docs and the scenario schema say of parameters and planners as the program has it ("crowd list --json").
//
//     node parameter-tables.mjs ROOT PROGRAM          writes what differs, and says so
//     node parameter-tables.mjs ROOT PROGRAM --check  only says so; exit code 1 where something differs

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const widest = 120;

const numberText = (value) => (Math.abs(value) >= 1e5 && Number.isInteger(Math.log10(Math.abs(value)))
	? value.toExponential().replace('e+', 'e') : String(value));

function rangeText({ type, minimum, maximum, aboveMinimum, unit }) {
	if (type === 'flag') {
		return 'true, false';
	}
	const range = `${aboveMinimum ? '> ' : ''}${numberText(minimum)} .. ${numberText(maximum)}`;
	return unit ? `${range} ${unit}` : range;
}

const defaultText = (entry) => (typeof entry.default === 'number' ? numberText(entry.default) : String(entry.default));

/** A table of Markdown for one owner's parameters. */
export function markdownTable(parameters) {
	const rows = parameters.map((entry) =>
		`| \`${entry.name}\` | ${rangeText(entry)} | ${defaultText(entry)} | ${entry.description} |`);
	const long = rows.find((row) => row.length > widest);
	if (long) {
		throw new Error(`a row of more than ${widest} characters; shorten the description: ${long}`);
	}
	return ['| name | range | default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** The text with the table of its owner between each pair of marks, "<!-- parameters: agent -->" and "<!-- end -->". */
export function withTables(text, { options }) {
	return text.replace(/(<!-- parameters: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (whole, begin, owner, end) => {
		if (!options[owner]) {
			throw new Error(`there are no parameters of '${owner}'; known are: ${Object.keys(options).join(', ')}`);
		}
		return `${begin}${markdownTable(options[owner])}\n${end}`;
	});
}

const reference = { $ref: '#/$defs/reference' };

/** What the schema says of one parameter. */
export function schemaOf(entry, ...more) {
	const description = `${entry.description} [${rangeText(entry)}, default ${defaultText(entry)}]`;
	if (entry.type === 'flag') {
		return { description, type: 'boolean', default: entry.default };
	}
	const number = { type: entry.type === 'number' ? 'number' : 'integer' };
	number[entry.aboveMinimum ? 'exclusiveMinimum' : 'minimum'] = entry.minimum;
	number.maximum = entry.maximum;
	return { description, anyOf: [number, reference, ...more], default: entry.default };
}

/** The schema with the program's planners, and its fields of profiles and agents. */
export function withFields(schema, { options, planners }) {
	schema.properties.planner.enum = planners.map((entry) => entry.name);
	const fieldsOf = (owner, special) =>
		Object.fromEntries(options[owner].map((entry) => [entry.name, schemaOf(entry, ...(special[entry.name] ?? []))]));
	const { name } = schema.$defs.profile.properties;
	schema.$defs.profile.properties = { name, ...fieldsOf('profile', {}) };
	const { profile, shape, heading } = schema.$defs.agentFields.properties;
	schema.$defs.agentFields.properties =
		{ ...fieldsOf('agent', { preferredSpeed: [{ $ref: '#/$defs/speedRange' }] }), profile, shape, heading };
	const { position, velocity, goals } = schema.$defs.listedAgent.properties;
	schema.$defs.listedAgent.properties = { ...schema.$defs.agentFields.properties, position, velocity, goals };
	return schema;
}

/** JSON with what has no objects within itself on one line, where it fits. */
function jsonText(node, indent = 0, before = 0) {
	const entries = Array.isArray(node) ? node : Object.values(node ?? {});
	if (typeof node !== 'object' || node === null || entries.length === 0) {
		return JSON.stringify(node);
	}
	const keyOf = (key) => (Array.isArray(node) ? '' : `${JSON.stringify(key)}: `);
	const [open, close] = Array.isArray(node) ? ['[', ']'] : ['{ ', ' }'];
	const flat = entries.every((entry) => typeof entry !== 'object' || Array.isArray(entry));
	const line = open + Object.entries(node).map(([key, entry]) => keyOf(key) + jsonText(entry, 0, 0)).join(', ') + close;
	if (flat && !line.includes('\n') && 4 * indent + before + line.length <= widest) {
		return line;
	}
	const tabs = '\t'.repeat(indent + 1);
	const lines = Object.entries(node).map(([key, entry]) =>
		tabs + keyOf(key) + jsonText(entry, indent + 1, keyOf(key).length));
	return `${open.trim()}\n${lines.join(',\n')}\n${'\t'.repeat(indent)}${close.trim()}`;
}

/** The text of the schema as the program has it. Whole numbers that JavaScript would round stay as they are. */
export function schemaText(text, list) {
	const guarded = text.replace(/(: )(\d{16,})/g, '$1"whole $2"');
	const written = jsonText(withFields(JSON.parse(guarded), list));
	return `${written.replace(/"whole (\d+)"/g, '$1')}\n`;
}

function pagesBelow(folder) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const found = path.join(folder, entry.name);
		return entry.isDirectory() ? pagesBelow(found) : found.endsWith('.md') ? [found] : [];
	});
}

function main([root, program, check]) {
	const list = JSON.parse(execFileSync(program, ['list', '--json', '-'], { encoding: 'utf8' }));
	const schema = path.join(root, 'Content', 'Scenarios', 'scenario.schema.json');
	const writers = [[schema, schemaText], ...pagesBelow(path.join(root, 'Docs')).map((page) => [page, withTables])];
	let different = 0;
	for (const [file, write] of writers) {
		const text = readFileSync(file, 'utf8');
		const wanted = write(text, list);
		if (text === wanted) {
			continue;
		}
		++different;
		if (check) {
			console.log(`${path.relative(root, file)} does not say what the program's tables say; './crowd tables' mends it`);
		} else {
			writeFileSync(file, wanted);
			console.log(`${path.relative(root, file)} written anew`);
		}
	}
	return check && different > 0 ? 1 : 0;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
	process.exitCode = main(process.argv.slice(2));
}
