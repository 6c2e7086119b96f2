// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A plugin as a user would write it, with the shapes that real code has. Nothing in it is wrong, so nothing may be found.

import assert from 'node:assert/strict';
import test from 'node:test';
import { lint } from '../../Tools/uplugin-lint/lint.mjs';
import { realisticPlugin } from './realistic.mjs';
import { withFiles } from './support.mjs';

test('a complete, good plugin has no findings', () => {
	const findings = withFiles(realisticPlugin(), (folder) => lint(folder));
	assert.deepEqual(findings, []);
});

test('a complete, good copy for Fab has no findings', () => {
	const files = realisticPlugin();
	const descriptor = { ...JSON.parse(files['Herd.uplugin']), EngineVersion: '5.7.0' };
	const findings = withFiles({ ...files, 'Herd.uplugin': JSON.stringify(descriptor) }, (folder) =>
		lint(folder, { fab: true }),
	);
	assert.deepEqual(findings, []);
});
