// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What the plugin's details panels say of parameters is what the program's tables say, and the writer of tables writes what it should.
// CROWD_PROGRAM: the command line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { markdownTable, schemaOf, schemaText, withTables } from '../../Tools/parameter-tables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = JSON.parse(execFileSync(process.env.CROWD_PROGRAM, ['list', '--json', '-'], { encoding: 'utf8' }));

/** The reflected members of a struct of a header, by name: { type, value, meta, isBitmask }, as they are written. */
function propertiesOf(text, struct) {
	const begin = text.search(new RegExp(`\\bstruct\\s+(\\w+_API\\s+)?${struct}\\b[^;]*{`));
	assert.ok(begin >= 0, `${struct} is not in the header`);
	const body = text.slice(begin, text.indexOf('\n};', begin));
	const property = /UPROPERTY\(((?:[^()]|\([^()]*\))*)\)\s*(\w+) (\w+) = ([^;]+);/g;
	return Object.fromEntries([...body.matchAll(property)].map(([, macro, type, name, value]) => {
		const meta = Object.fromEntries([...macro.matchAll(/(\w+) = "([^"]*)"/g)].map(([, key, text]) => [key, text]));
		return [name, { type, value: value.replace(/f$/, ''), meta, isBitmask: /\bBitmask\b/.test(macro) }];
	}));
}

/** What a unit of the table is in the engine, and how often it goes into the table's. */
const unitsOfEngine = {
	'': { factor: 1 },
	s: { factor: 1, units: 's' },
	m: { factor: 100, units: 'cm' },
	'm/s': { factor: 100, units: 'cm/s' },
	'm/s^2': { factor: 100 }, // The engine has no unit for it.
	rad: { factor: 180 / Math.PI }, // In degrees.
	'rad/s': { factor: 180 / Math.PI, units: undefined },
};

const near = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b), 1e-12);

/** What is wrong with the property of a parameter; nothing where it is right. */
function complaints(entry, properties) {
	const field = entry.name[0].toUpperCase() + entry.name.slice(1);
	const property = properties[field];
	if (!property) {
		return [`there is no UPROPERTY ${field}`];
	}
	const found = [];
	const expect = (isRight, problem) => isRight || found.push(`${field}: ${problem}`);
	const { type, value, meta } = property;
	if (entry.type === 'bits') {
		expect(type === 'int32' && property.isBitmask, 'bits are an int32 and a Bitmask');
		expect((Number(value) >>> 0) === entry.default, `is ${value} by default, must be ${entry.default} as bits`);
		return found;
	}
	const unit = unitsOfEngine[entry.unit];
	assert.ok(unit, `the unit '${entry.unit}' of ${entry.name} has none in the engine yet: say which`);
	expect(type === (entry.type === 'integer' ? 'int32' : unit.factor === 1 ? 'float' : 'double'), `is of type ${type}`);
	expect(meta.Units === unit.units, `has the unit ${meta.Units}, must have ${unit.units}`);
	const [least, most] = [Number(meta.ClampMin), Number(meta.ClampMax)];
	const lowest = entry.minimum * unit.factor;
	expect(entry.aboveMinimum ? least > lowest && least <= lowest + 1 : near(least, lowest),
		`may be from ${meta.ClampMin}, must be ${entry.aboveMinimum ? 'little above' : 'from'} ${lowest}`);
	expect(near(most, entry.maximum * unit.factor), `may be up to ${meta.ClampMax}, must be ${entry.maximum * unit.factor}`);
	if (entry.default === entry.maximum && field.startsWith('Max')) {
		// "No limit" is a switch of its own.
		const limit = field.replace(/^Max/, 'bLimit');
		expect(properties[limit]?.value === 'false', `needs the switch ${limit}, off by default`);
		expect(meta.EditCondition === limit, `must be edited only where ${limit} is set`);
		expect(Number(value) >= least && Number(value) <= most, `is ${value} by default, which is out of its range`);
	} else {
		expect(near(Number(value), entry.default * unit.factor), `is ${value} by default, must be ${entry.default * unit.factor}`);
	}
	return found;
}

const header = readFileSync(path.join(root, 'Source', 'CrowdAvoidance', 'Public', 'CrowdAgentProfile.h'), 'utf8');

// Where an agent is says the component, not its profile.
const elsewhere = ['height'];

for (const [owner, struct] of [['agent', 'FCrowdAgentParameters'], ['profile', 'FCrowdProfileParameters']]) {
	test(`the properties of ${struct} are the parameters of '${owner}'`, () => {
		const properties = propertiesOf(header, struct);
		const wanted = list.options[owner].filter((entry) => !elsewhere.includes(entry.name));
		assert.deepEqual(wanted.flatMap((entry) => complaints(entry, properties)), []);
		const known = new Set(wanted.flatMap((entry) => {
			const field = entry.name[0].toUpperCase() + entry.name.slice(1);
			return [field, field.replace(/^Max/, 'bLimit')];
		}));
		assert.deepEqual(Object.keys(properties).filter((name) => !known.has(name)), []);
	});
}

test('a property that differs from its parameter is found', () => {
	const [radius] = list.options.agent.filter((entry) => entry.name === 'radius');
	const { Radius } = propertiesOf(header, 'FCrowdAgentParameters');
	const wrong = (change) => complaints(radius, { Radius: { ...Radius, ...change } }).length;
	assert.equal(wrong({}), 0);
	assert.equal(wrong({ value: '31.0' }), 1);
	assert.equal(wrong({ type: 'float' }), 1);
	for (const meta of [{ Units: 'm' }, { ClampMin: '0' }, { ClampMin: '5' }, { ClampMax: '1000' }]) {
		assert.equal(wrong({ meta: { ...Radius.meta, ...meta } }), 1, JSON.stringify(meta));
	}
	assert.deepEqual(complaints(radius, {}), ['there is no UPROPERTY Radius']);
	const acceleration = list.options.agent.find((entry) => entry.name === 'maxAcceleration');
	const { bLimitAcceleration, ...without } = propertiesOf(header, 'FCrowdAgentParameters');
	assert.equal(bLimitAcceleration.value, 'false');
	assert.equal(complaints(acceleration, without).length, 1);
});

const entry = {
	name: 'reach', type: 'number', unit: 'm', minimum: 0, maximum: 1e6, aboveMinimum: true, default: 2.5, description: 'How far.',
};

test('tables of Markdown have a row for each parameter', () => {
	const table = '| name | range | default | |\n|---|---|---|---|\n| `reach` | > 0 .. 1e6 m | 2.5 | How far. |';
	assert.equal(markdownTable([entry]), table);
	const page = (between) => `# A\n<!-- parameters: some -->\n${between}<!-- end -->\nB\n`;
	const options = { some: [entry] };
	assert.equal(withTables(page('old\n'), { options }), page(`${table}\n`));
	assert.equal(withTables(page(''), { options }), page(`${table}\n`));
	assert.throws(() => withTables(page('').replace('some', 'none'), { options }), /no parameters of 'none'/);
	assert.throws(() => markdownTable([{ ...entry, description: 'x'.repeat(100) }]), /shorten the description/);
});

test('the schema says type, range and default', () => {
	assert.deepEqual(schemaOf(entry), {
		description: 'How far. [> 0 .. 1e6 m, default 2.5]',
		anyOf: [{ type: 'number', exclusiveMinimum: 0, maximum: 1e6 }, { $ref: '#/$defs/reference' }],
		default: 2.5,
	});
	assert.equal(schemaOf({ ...entry, type: 'flag', default: true }).type, 'boolean');
	assert.equal(schemaOf({ ...entry, type: 'bits' }).anyOf[0].type, 'integer');
});

test('the schema is written as it is, large numbers too', () => {
	const text = readFileSync(path.join(root, 'Content', 'Scenarios', 'scenario.schema.json'), 'utf8');
	assert.match(text, /"maximum": 18446744073709551615\n/);
	assert.equal(schemaText(text, list), text);
	const planners = [{ name: 'elsewhere' }];
	assert.match(schemaText(text, { ...list, planners }), /"enum": \["elsewhere"\]/);
});
