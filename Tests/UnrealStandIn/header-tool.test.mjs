// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// HeaderTool refuses what UnrealHeaderTool refuses: each header below is good but for the line that is marked.
//
//     CROWD_HEADER_TOOL=PROGRAM node --test header-tool.test.mjs

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const Top = ['#pragma once', '#include "CoreMinimal.h"', '#include "Thing.generated.h"'];
const Struct = ['USTRUCT()', 'struct FThing', '{', '\tGENERATED_BODY()', '};'];
const Class = (Head) => ['UCLASS()', Head, '{', '\tGENERATED_BODY()', '};'];
const Enum = (Head, Macro = 'UENUM()') => [Macro, Head, '{', '\tOne,', '};'];

/** A class with these members. */
const Options = (...Members) => [...Top, ...Class('class UThing : public UObject').slice(0, 4), ...Members, '};'];
const Chosen = (Path) => `\tUPROPERTY(EditAnywhere, Category = "Demo", meta = (GetOptions = "${Path}"))`;

/** The line that HeaderTool refuses and why, or ''. */
function Refusal(Lines) {
	const Folder = mkdtempSync(join(tmpdir(), 'crowd-header-tool-'));
	try {
		writeFileSync(join(Folder, 'Thing.h'), `${Lines.join('\n')}\n`);
		const Ran = spawnSync(process.env.CROWD_HEADER_TOOL, [join(Folder, 'Thing.h'), Folder], { encoding: 'utf8' });
		assert.equal(Ran.status, Ran.stderr === '' ? 0 : 1, Ran.error?.message);
		return Ran.stderr.replace(/^.*Thing\.h:/, '').trim();
	} finally {
		rmSync(Folder, { recursive: true });
	}
}

const Good = {
	struct: [...Top, ...Struct],
	'derived struct': [
		...Top,
		...Struct,
		'USTRUCT(BlueprintType)',
		'struct DEMO_API FMore : public FThing',
		...Struct.slice(2),
	],
	class: [...Top, ...Class('class DEMO_API UThing final : public UObject')],
	'actor with an interface': [...Top, ...Class('class AThing : public AActor, public IOther')],
	'enums and a delegate': [
		...Top,
		...Enum('enum class EWide : int32'),
		...Enum('enum class EThing : uint8', 'UENUM(BlueprintType)'),
		'DECLARE_DYNAMIC_MULTICAST_DELEGATE(FThingDone);',
	],
	'members of editors': [
		...Top,
		...Struct.slice(0, 4),
		'#if WITH_EDITORONLY_DATA',
		'\tUPROPERTY()',
		'\tint32 Count = 0;',
		'#endif',
		'#if WITH_EDITOR',
		'\tUFUNCTION()',
		'\tvoid Work() {}',
		'#endif',
		'};',
	],
	'options of the class': Options(
		'\tUPROPERTY(EditAnywhere, Category = "Demo", meta = (GetOptions = "GetNames"))',
		'\tFName Name = TEXT("one");',
		'\tUPROPERTY(EditAnywhere, Category = "Demo (or not)",',
		'\t\tmeta = (GetOptions = "GetTexts"))',
		'\tTMap<FName, double> Many;',
		'\tUFUNCTION()',
		'\tstatic TArray<FName> GetNames();',
		'\tUFUNCTION()',
		'\tTArray<FString> GetTexts() const { return {}; }',
	),
	'options of another class': Options(Chosen('Demo.OtherThing.GetNames'), '\tFString Text;'),
	'what is not reflected': [
		...Top,
		...Struct,
		'// UCLASS()',
		'namespace Demo',
		'{',
		'template <typename T>',
		'struct TOther',
		'{};',
		'}',
	],
};

const Inside = (Condition, ...Lines) => [...Top, ...Struct.slice(0, 4), Condition, ...Lines, '#endif', '};'];
const Bad = {
	'no #pragma once': [Top.slice(1).concat(Struct), 1, '#pragma once is missing'],
	'no generated header': [[...Top.slice(0, 2), ...Struct], 1, 'the last include must be "Thing.generated.h"'],
	'generated header not last': [[Top[0], Top[2], Top[1], ...Struct], 1, 'the last include must be'],
	'nothing reflected': [[...Top, 'struct FThing', '{};'], 1, 'nothing here is reflected'],
	namespace: [[...Top, 'namespace Demo', '{', ...Struct, '}'], 6, 'in no namespace and in no class'],
	'delegate in a namespace': [
		[...Top, 'namespace Demo { DECLARE_DYNAMIC_DELEGATE(FDone); }', '{', 'DECLARE_DYNAMIC_DELEGATE(FMore);', '}'],
		6,
		'in no namespace',
	],
	nested: [
		[...Top, ...Struct.slice(0, 4), '\tUENUM()', '\tenum class EInner : uint8', '\t{', '\t\tOne,', '\t};', '};'],
		8,
		'in no class',
	],
	template: [[...Top, 'template <typename T>', ...Struct], 5, 'no template'],
	'type in a condition': [[...Top, '#if WITH_EDITOR', ...Struct, '#endif'], 5, 'stands in #if WITH_EDITOR'],
	'property in a condition': [
		Inside('\t#if WITH_RECAST', '\tUPROPERTY()', '\tint32 Count = 0;'),
		9,
		'stands in #if WITH_RECAST',
	],
	'property of editors': [
		Inside('#if WITH_EDITOR', '\tUPROPERTY()', '\tint32 Count = 0;'),
		9,
		'stands in #if WITH_EDITOR',
	],
	'the other branch': [
		Inside('#if WITH_EDITORONLY_DATA', '#else', '\tUFUNCTION()', '\tvoid Work() {}'),
		10,
		'stands in #else',
	],
	event: [
		[...Top, ...Struct.slice(0, 4), '\tUFUNCTION(BlueprintNativeEvent, Category = "Demo")', '\tvoid Work();', '};'],
		8,
		'makes the body of an event',
	],
	'options of nowhere': [Options(Chosen('GetNames'), '\tFName Name;'), 8, 'GetOptions names a UFUNCTION'],
	'options of a plain function': [
		Options(Chosen('GetNames'), '\tFName Name;', '\tstatic TArray<FName> GetNames();'),
		8,
		'GetOptions names a UFUNCTION',
	],
	'options that want to know': [
		Options(Chosen('GetNames'), '\tFName Name;', '\tUFUNCTION()', '\tTArray<FName> GetNames(int32 Kind) const;'),
		8,
		'takes nothing',
	],
	'options that are numbers': [
		Options(Chosen('GetNames'), '\tFName Name;', '\tUFUNCTION()', '\tstatic TArray<int32> GetNames();'),
		8,
		'gives TArray<FString> or TArray<FName>',
	],
	'options without a module': [Options(Chosen('OtherThing.GetNames'), '\tFName Name;'), 8, 'Module.Class.Function'],
	'options of the class before': [
		[
			...Options('\tUFUNCTION()', '\tstatic TArray<FName> GetNames();'),
			...Class('class UOther : public UObject').slice(0, 4),
			Chosen('GetNames'),
			'\tFName Name;',
			'};',
		],
		15,
		'of its class',
	],
	'options for a number': [Options(Chosen('Demo.OtherThing.GetNames'), '\tint32 Name = 0;'), 8, 'FString and FName'],
	'no body': [[...Top, 'USTRUCT()', 'struct FThing', '{', '};'], 7, 'must come first'],
	'body not first': [
		[...Top, 'USTRUCT()', 'struct FThing', '{', '\tint32 Count = 0;', '\tGENERATED_BODY()', '};'],
		7,
		'must come first',
	],
	'body of nothing': [
		[...Top, 'struct FThing', '{', '\tGENERATED_BODY()', '};'],
		6,
		'without a reflected class or struct',
	],
	'no type': [[...Top, ...Struct, 'UCLASS()'], 9, 'a reflected type without its body'],
	'struct without F': [[...Top, 'USTRUCT()', 'struct Thing', ...Struct.slice(2)], 5, 'begins with F'],
	'struct of an object': [
		[...Top, 'USTRUCT()', 'struct FThing : public UObject', ...Struct.slice(2)],
		5,
		'as does its base',
	],
	'class without a base': [[...Top, ...Class('class UThing')], 5, 'its first base'],
	'class of no object': [[...Top, ...Class('class UThing : public FBase, public UObject')], 5, 'its first base'],
	'actor with U': [[...Top, ...Class('class UThing : public AActor')], 5, 'A for actors'],
	'enum without E': [[...Top, ...Enum('enum class Kind : uint8')], 5, 'begins with E'],
	'plain enum': [[...Top, ...Enum('enum EKind')], 5, 'an enum class'],
	'wide enum for Blueprints': [[...Top, ...Enum('enum class EKind : int32', 'UENUM(BlueprintType)')], 5, ': uint8'],
};

for (const [Name, Lines] of Object.entries(Good)) {
	test(`good: ${Name}`, () => assert.equal(Refusal(Lines), ''));
}
for (const [Name, [Lines, Line, Text]] of Object.entries(Bad)) {
	test(`bad: ${Name}`, () => {
		const Found = Refusal(Lines);
		assert.ok(Found.startsWith(`${Line}: `) && Found.includes(Text), Found);
	});
}
