// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Compiles the Unreal modules once more, without making code: with another compiler, or all files of a module as one as
// UnrealBuildTool does (file-local names must not clash), with the options of the build and its warnings as errors.
//
//     node compile-again.mjs COMPILE_COMMANDS_JSON COMPILER files|unity

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const Modules = ['CrowdAvoidance', 'CrowdAvoidanceTests'];

/** What the build compiles of a module, with options but without compiler, file and output. */
function CommandsOf(Module, Database) {
	const Object = `/${Module}Module.dir/`;
	return Database.filter((Entry) => Entry.command.includes(Object)).map((Entry) => {
		const Words = Entry.command.replaceAll('"', '').split(/\s+/);
		const Options = Words.filter((Word, At) => /^-[DIfWs]/.test(Word) || Words[At - 1] === '-isystem' || Word === '-isystem');
		return { File: Entry.file, Folder: Entry.directory, Options };
	});
}

function Compile(Compiler, Command) {
	const Options = [...Command.Options, '-fsyntax-only', '-Wno-unknown-warning-option', Command.File];
	const Ran = spawnSync(Compiler, Options, { cwd: Command.Folder, encoding: 'utf8' });
	if (Ran.error) {
		throw new Error(`${Compiler} cannot be run: ${Ran.error.message}`);
	}
	if (Ran.status !== 0) {
		console.error(`${Compiler} refuses ${Command.File}:\n${Ran.stderr}`);
	}
	return Ran.status === 0;
}

function JoinFiles(Module, Commands, Folder) {
	const Sources = Commands.filter((Command) => Command.File.includes(`/Source/${Module}/`)).map((Command) => Command.File).sort();
	const File = join(Folder, `${Module}.cpp`);
	writeFileSync(File, Sources.map((Source) => `#include "${Source}"\n`).join(''));
	return { ...Commands[0], File, Count: Sources.length };
}

function Run(DatabaseFile, Compiler, How) {
	const Database = JSON.parse(readFileSync(DatabaseFile, 'utf8'));
	const Folder = mkdtempSync(join(tmpdir(), 'crowd-compile-'));
	let Compiled = 0;
	let bFine = true;
	try {
		for (const Module of Modules) {
			const Commands = CommandsOf(Module, Database);
			if (Commands.length === 0) {
				throw new Error(`${DatabaseFile} has no files of module ${Module}`);
			}
			for (const Command of How === 'unity' ? [JoinFiles(Module, Commands, Folder)] : Commands) {
				bFine = Compile(Compiler, Command) && bFine;
				Compiled += Command.Count ?? 1;
			}
		}
	} finally {
		rmSync(Folder, { recursive: true });
	}
	console.log(`${Compiler}: ${Compiled} files (${How}): ${bFine ? 'no warning, no error' : 'refused'}`);
	return bFine ? 0 : 1;
}

process.exit(Run(...process.argv.slice(2)));
