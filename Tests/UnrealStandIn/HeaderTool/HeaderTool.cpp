// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// In place of UnrealHeaderTool: from a header with reflected classes and structs makes X.generated.h (the body of each, by line) and X.gen.cpp
// (its class object). Refuses what the real tool refuses and what is easily got wrong.
//
//     HeaderTool HEADER OUTPUT_FOLDER

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace
{
/// A class, or a struct (which has no class object).
struct FReflectedClass
{
	std::string Name;
	std::string Base;
	size_t BodyLine = 0;
	bool bStruct = false;
};

/// What was read of a header; Trouble: why it is refused, at TroubleLine.
struct FHeader
{
	std::vector<FReflectedClass> Classes;
	std::string Trouble;
	size_t TroubleLine = 1;

	void Refuse(size_t Line, const std::string& Text)
	{
		if (Trouble.empty())
		{
			Trouble = Text;
			TroubleLine = Line;
		}
	}
};

/// Of "class [X_API] UName [final] : public UBase", or of a struct, which needs no base.
FReflectedClass ParseType(const std::string& Line, bool bStruct)
{
	std::istringstream Words(Line);
	std::string Word;
	FReflectedClass Out;
	Out.bStruct = bStruct;
	Words >> Word;
	if (Word != (bStruct ? "struct" : "class"))
	{
		return Out;
	}
	while (Words >> Word && Word != ":")
	{
		Out.Name = Word == "final" ? Out.Name : Word;
	}
	Words >> Word >> Out.Base;
	return Out;
}

/// Why a type after UCLASS() or USTRUCT() is refused, or nothing.
std::string TroubleOf(const FReflectedClass& Type)
{
	const char First = Type.Name.empty() ? ' ' : Type.Name[0];
	const char Base = Type.Base.empty() ? ' ' : Type.Base[0];
	if (Type.bStruct)
	{
		return First == 'F' && (Base == 'F' || Base == ' ')
			? ""
			: "after USTRUCT() must come a struct that begins with F, as does its base";
	}
	return First == Base && (First == 'U' || First == 'A')
		? ""
		: "after UCLASS() must come a class that begins with U, or with A for actors, and so does its first base";
}

/// Reads a header line by line, laid out as .clang-format has it.
class FReader
{
public:
	explicit FReader(const std::string& InGeneratedName) : GeneratedInclude("#include \"" + InGeneratedName + "\"") {}

	FHeader Read(std::istream& Input)
	{
		for (std::string Line; std::getline(Input, Line);)
		{
			++Number;
			const std::string Code = CodeOf(Line);
			if (Code.starts_with("#"))
			{
				ReadDirective(Code);
			}
			else if (!Code.empty())
			{
				ReadCode(Code);
				Previous = Code;
			}
		}
		Require(bOnce, 1, "#pragma once is missing");
		Require(LastInclude == GeneratedInclude, 1, "the last include must be " + GeneratedInclude.substr(9));
		Require(bReflected, 1, "nothing here is reflected, so the engine's tool would make no generated header");
		Require(
			Expected == EExpected::Nothing, Number, "a reflected type without its body, or without GENERATED_BODY()");
		return Out;
	}

private:
	enum class EExpected
	{
		Nothing,
		Class,
		Struct,
		Enum,
		BlueprintEnum,
		Body,
	};

	void Require(bool bFine, size_t Line, const std::string& Text)
	{
		if (!bFine)
		{
			Out.Refuse(Line, Text);
		}
	}

	/// Without indentation and comment.
	static std::string CodeOf(const std::string& Line)
	{
		const size_t Begin = Line.find_first_not_of(" \t");
		if (Begin == std::string::npos || Line.compare(Begin, 2, "//") == 0)
		{
			return "";
		}
		return Line.substr(Begin, Line.find(" //", Begin) - Begin);
	}

	void ReadDirective(const std::string& Code)
	{
		if (Code.starts_with("#if"))
		{
			Conditions.push_back(Code);
		}
		else if (Code.starts_with("#el") && !Conditions.empty())
		{
			Conditions.back() = Code;
		}
		else if (Code.starts_with("#endif") && !Conditions.empty())
		{
			Conditions.pop_back();
		}
		else if (Code.starts_with("#include "))
		{
			LastInclude = Code;
		}
		bOnce = bOnce || Code == "#pragma once";
	}

	/// The engine's tool looks at no other condition, and at WITH_EDITOR round functions alone.
	void CheckConditions(bool bFunction)
	{
		for (const std::string& Condition : Conditions)
		{
			Require(Condition == "#if WITH_EDITORONLY_DATA" || (bFunction && Condition == "#if WITH_EDITOR"), Number,
				"what is reflected stands in " + Condition);
		}
	}

	void BeginType(EExpected What, size_t Scopes)
	{
		bReflected = true;
		Require(Scopes == 0, Number, "what is reflected stands in no namespace and in no class");
		Require(!Previous.starts_with("template"), Number, "what is reflected is no template");
		CheckConditions(false);
		Expected = What;
	}

	void ReadCode(const std::string& Code)
	{
		const size_t Scopes = OpenBraces;
		OpenBraces += static_cast<size_t>(std::count(Code.begin(), Code.end(), '{'));
		OpenBraces -= std::min(OpenBraces, static_cast<size_t>(std::count(Code.begin(), Code.end(), '}')));
		if (Code.starts_with("UCLASS("))
		{
			BeginType(EExpected::Class, Scopes);
		}
		else if (Code.starts_with("USTRUCT("))
		{
			BeginType(EExpected::Struct, Scopes);
		}
		else if (Code.starts_with("UENUM("))
		{
			const bool bBlueprint = Code.find("BlueprintType") != std::string::npos;
			BeginType(bBlueprint ? EExpected::BlueprintEnum : EExpected::Enum, Scopes);
		}
		else if (Code.starts_with("DECLARE_DYNAMIC_"))
		{
			BeginType(EExpected::Nothing, Scopes);
		}
		else if (Code.starts_with("UPROPERTY(") || Code.starts_with("UFUNCTION("))
		{
			CheckConditions(Code.starts_with("UFUNCTION("));
			for (const char* Event :
				{"BlueprintNativeEvent", "BlueprintImplementableEvent", "NetMulticast", "(Server", "(Client"})
			{
				Require(Code.find(Event) == std::string::npos, Number,
					"the engine's tool makes the body of an event or remote call, and this one does not");
			}
		}
		else if (Expected == EExpected::Class || Expected == EExpected::Struct)
		{
			Out.Classes.push_back(ParseType(Code, Expected == EExpected::Struct));
			const std::string Trouble = TroubleOf(Out.Classes.back());
			Require(Trouble.empty(), Number, Trouble);
			Expected = EExpected::Body;
		}
		else if (Expected == EExpected::Enum || Expected == EExpected::BlueprintEnum)
		{
			Require(
				Code.starts_with("enum class E"), Number, "after UENUM() must come an enum class that begins with E");
			Require(Expected == EExpected::Enum || Code.find(" : uint8") != std::string::npos, Number,
				"an enum for Blueprints is : uint8");
			Expected = EExpected::Nothing;
		}
		else if (Code.starts_with("GENERATED_BODY()"))
		{
			Require(Expected == EExpected::Body, Number, "GENERATED_BODY() without a reflected class or struct");
			if (Expected == EExpected::Body)
			{
				Out.Classes.back().BodyLine = Number;
				Expected = EExpected::Nothing;
			}
		}
		else if (Expected == EExpected::Body)
		{
			Require(Code == "{", Number, "GENERATED_BODY() must come first in a reflected class or struct");
		}
	}

	const std::string GeneratedInclude;
	FHeader Out;
	std::vector<std::string> Conditions;
	std::string LastInclude;
	std::string Previous;
	EExpected Expected = EExpected::Nothing;
	size_t Number = 0;
	size_t OpenBraces = 0;
	bool bOnce = false;
	bool bReflected = false;
};

bool Write(const FHeader& Header, const std::filesystem::path& Folder, const std::string& Stem)
{
	std::ofstream Generated(Folder / (Stem + ".generated.h"));
	std::ofstream Source(Folder / (Stem + ".gen.cpp"));
	Generated << "#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID FID_" << Stem
			  << "\n#include \"UObject/ObjectMacros.h\"\n";
	Source << "#include \"" << Stem << ".h\"\n";
	for (const FReflectedClass& Class : Header.Classes)
	{
		if (Class.bStruct)
		{
			Generated << "#define FID_" << Stem << "_" << Class.BodyLine << "_GENERATED_BODY\n";
			continue;
		}
		Generated << "#define FID_" << Stem << "_" << Class.BodyLine << "_GENERATED_BODY STANDIN_CLASS_BODY("
				  << Class.Name << ", " << Class.Base << ")\n";
		Source << "STANDIN_IMPLEMENT_CLASS(" << Class.Name << ", &StandIn::Construct<" << Class.Name << ">)\n";
	}
	return Generated.flush() && Source.flush();
}
}

int main(int Count, char** Arguments)
{
	if (Count != 3)
	{
		std::cerr << "usage: HeaderTool HEADER OUTPUT_FOLDER\n";
		return 2;
	}
	const std::filesystem::path Path = Arguments[1];
	const std::string Stem = Path.stem().string();
	std::ifstream Input(Path);
	if (!Input)
	{
		std::cerr << Path.string() << ": cannot be read\n";
		return 2;
	}
	const FHeader Header = FReader(Stem + ".generated.h").Read(Input);
	if (!Header.Trouble.empty())
	{
		std::cerr << Path.string() << ":" << Header.TroubleLine << ": " << Header.Trouble << "\n";
		return 1;
	}
	if (!Write(Header, Arguments[2], Stem))
	{
		std::cerr << Arguments[2] << ": cannot be written\n";
		return 2;
	}
	return 0;
}
