// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Every rule has at least one bad plugin, in which it and nothing else fires at exactly the marked lines, and a good twin.

import assert from 'node:assert/strict';
import test from 'node:test';
import { rules } from '../../Tools/uplugin-lint/lint.mjs';
import { cases as buildCases } from './build.cases.mjs';
import { cases as codeCases } from './code.cases.mjs';
import { cases as packageCases } from './package.cases.mjs';
import { cases as reflectionCases } from './reflection.cases.mjs';
import { findingsOf, marksOf, placesOf } from './support.mjs';

const cases = [...packageCases, ...buildCases, ...reflectionCases, ...codeCases];

const counts = new Map();
for (const { rule, bad, good, expected, options } of cases) {
	counts.set(rule, (counts.get(rule) ?? 0) + 1);
	const name = `${rule} ${counts.get(rule)}`;
	test(`${name}: the bad plugin`, () => {
		const places = expected ?? marksOf(bad, rule);
		assert.notEqual(places.length, 0, 'the case says nowhere that something is wrong');
		const findings = findingsOf(bad, options);
		assert.deepEqual(placesOf(findings), places, JSON.stringify(findings, null, 1));
		findings.forEach((finding) => assert.match(finding.text, /;|: /, 'the sentence names a cure'));
	});
	test(`${name}: the good twin`, () => assert.deepEqual(findingsOf(good, options), []));
}

test('the plugin that all cases start from is good', () => assert.deepEqual(findingsOf({}), []));

test('every rule has a case', () => {
	const missing = [...rules.keys()].filter((rule) => !counts.has(rule));
	assert.deepEqual(missing, []);
});
