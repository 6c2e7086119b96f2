// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Compiles the Unreal modules once more, without making code: with another compiler, each file by itself (it includes what it needs) or
// all files of a module as one as UnrealBuildTool does (file-local names must not clash), with the options of the build and its warnings
// as errors.
//
//     node compile-again.mjs BUILD_FOLDER COMPILER files|unity

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const Modules = ['CrowdAvoidance', 'CrowdAvoidanceTests'];
const SourceFolder = fileURLToPath(new URL('../../Source', import.meta.url));
/** What the stand-in's CoreMinimal.h includes in any case: read once instead of in each file. */
const Standard = ['algorithm', 'cmath', 'cstdio', 'cstdlib', 'functional', 'memory', 'string', 'unordered_map', 'vector'];

/** What the build compiles a module's files with, without compiler, file and output. */
function OptionsOf(Module, Database) {
	const Entry = Database.find((Each) => Each.command.includes(`/${Module}Module.dir/`));
	if (!Entry) {
		throw new Error(`the build has no files of module ${Module}`);
	}
	const Words = Entry.command.replaceAll('"', '').split(/\s+/);
	// The build has all files in one, where gcc warns of types of one file.
	return Words.filter((Word, At) => (/^-([DIfWs]|isystem)/.test(Word) || Words[At - 1] === '-isystem') && Word !== '-Wno-subobject-linkage');
}

function FilesIn(Folder) {
	return readdirSync(Folder, { recursive: true }).filter((Name) => Name.endsWith('.cpp')).map((Name) => join(Folder, Name)).sort();
}

function Compile(Compiler, Options) {
	const Ran = spawnSync(Compiler, [...Options, '-Wno-unknown-warning-option'], { encoding: 'utf8' });
	if (Ran.error) {
		throw new Error(`${Compiler} cannot be run: ${Ran.error.message}`);
	}
	if (Ran.status !== 0) {
		console.error(`${Compiler} refuses ${Options.at(-1)}:\n${Ran.stderr}`);
	}
	return Ran.status === 0;
}

function CompileTogether(Compiler, Options, Files, Folder) {
	const All = join(Folder, 'All.cpp');
	writeFileSync(All, Files.map((File) => `#include "${File}"\n`).join(''));
	return Compile(Compiler, [...Options, '-fsyntax-only', All]);
}

function CompileEach(Compiler, Options, Files, Folder) {
	const Header = join(Folder, 'Standard.h');
	writeFileSync(Header, Standard.map((Name) => `#include <${Name}>\n`).join(''));
	if (!Compile(Compiler, [...Options, '-x', 'c++-header', '-o', `${Header}.gch`, Header])) {
		return false;
	}
	return Files.filter((File) => !Compile(Compiler, [...Options, '-include', Header, '-fsyntax-only', File])).length === 0;
}

function Run(Build, Compiler, How) {
	const Database = JSON.parse(readFileSync(join(Build, 'compile_commands.json'), 'utf8'));
	let Compiled = 0;
	let bFine = true;
	for (const Module of Modules) {
		const Options = OptionsOf(Module, Database);
		const Files = FilesIn(join(SourceFolder, Module));
		if (How === 'files') {
			// What HeaderTool made: each reads one header first, which includes what it needs as well.
			Files.push(...FilesIn(join(Build, 'Tests/UnrealStandIn', Module)));
		}
		const Folder = mkdtempSync(join(tmpdir(), 'crowd-compile-'));
		try {
			bFine = (How === 'files' ? CompileEach : CompileTogether)(Compiler, Options, Files, Folder) && bFine;
		} finally {
			rmSync(Folder, { recursive: true });
		}
		Compiled += Files.length;
	}
	console.log(`${Compiler}: ${Compiled} files (${How}): ${bFine ? 'no warning, no error' : 'refused'}`);
	return bFine ? 0 : 1;
}

process.exit(Run(...process.argv.slice(2)));
