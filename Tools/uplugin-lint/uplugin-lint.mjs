#!/usr/bin/env node
// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Finds in an Unreal plugin what UnrealHeaderTool, UnrealBuildTool, the linker or Fab would refuse, without an engine.
// Docs/PluginLint.md has the rules and their reasons.

import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { lint, rules } from './lint.mjs';
import { UsageError } from './tree.mjs';

const usage = `usage: uplugin-lint.mjs [--list] [--fab] [FOLDER]

Prints FILE:LINE: RULE: what is wrong and the cure, for the plugin in FOLDER (default: the one this tool lies in).
  --list   print the rules
  --fab    also ask what a copy for submission to Fab needs
Exit code 0: nothing found, 1: findings, 2: bad usage.
A finding is allowed by a comment on its line or the line above: "uplugin-lint: allow RULE: reason".
`;

function main(args) {
	if (args.includes('--help') || args.includes('-h')) {
		process.stdout.write(usage);
		return 0;
	}
	if (args.includes('--list')) {
		process.stdout.write([...rules].map(([rule, text]) => `${rule}: ${text}\n`).join(''));
		return 0;
	}
	const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--fab');
	const folders = args.filter((arg) => !arg.startsWith('-'));
	if (unknown || folders.length > 1) {
		throw new UsageError(unknown ? `'${unknown}' is no option; see --help` : 'give one folder; see --help');
	}
	const root = folders[0] ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
	const findings = lint(root, { fab: args.includes('--fab') });
	process.stdout.write(
		findings.map(({ path: file, line, rule, text }) => `${file}:${line}: ${rule}: ${text}\n`).join(''),
	);
	if (findings.length > 0) {
		process.stderr.write(`uplugin-lint: ${findings.length} finding(s)\n`);
	}
	return findings.length > 0 ? 1 : 0;
}

try {
	process.exitCode = main(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof UsageError)) {
		throw error;
	}
	process.stderr.write(`uplugin-lint: ${error.message}\n`);
	process.exitCode = 2;
}
