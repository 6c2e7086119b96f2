// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// In place of UnrealHeaderTool: from a header with reflected classes and structs makes X.generated.h (the body of each, by line) and X.gen.cpp
// (its class object, and what the details panel needs for lists of GetOptions). Refuses what the real tool refuses and what is easily got wrong.
//
//     HeaderTool HEADER OUTPUT_FOLDER
//
// The output folder is called as the header's module.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
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

/// A property with GetOptions, or a function that can give options.
struct FOptionsMember
{
	std::string Type; ///< That it is a member of.
	std::string Name;
	std::string Path; ///< Of GetOptions.
	size_t Line = 0;
};

/// What was read of a header; Trouble: why it is refused, at TroubleLine.
struct FHeader
{
	std::vector<FReflectedClass> Classes;
	std::vector<FOptionsMember> OptionsProperties;
	std::vector<FOptionsMember> OptionsFunctions;
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

/// Where a macro that the text begins with is over; npos: not in this text.
size_t EndOfMacro(const std::string& Text)
{
	int Open = 0;
	bool bQuoted = false;
	for (size_t At = 0; At < Text.size(); ++At)
	{
		bQuoted = bQuoted != (Text[At] == '"');
		Open += bQuoted ? 0 : Text[At] == '(' ? 1 : Text[At] == ')' ? -1 : 0;
		if (!bQuoted && Text[At] == ')' && Open == 0)
		{
			return At + 1;
		}
	}
	return std::string::npos;
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
		for (const FOptionsMember& Property : Out.OptionsProperties)
		{
			CheckOptions(Property);
		}
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

	/// Gathers a reflected member until its declaration is complete.
	void ReadMember(const std::string& Code)
	{
		if (Code.starts_with("UPROPERTY(") || Code.starts_with("UFUNCTION("))
		{
			Member.clear();
			MemberLine = Number;
		}
		else if (Member.empty())
		{
			return;
		}
		Member += Code + " ";
		const size_t End = EndOfMacro(Member);
		if (End != std::string::npos && Member.find_first_of(";{", End) != std::string::npos)
		{
			TakeMember(Member.substr(0, End), Member.substr(End));
			Member.clear();
		}
	}

	void TakeMember(const std::string& Macro, const std::string& Declaration)
	{
		static const std::regex Function(R"(\s*(?:static )?TArray<(?:FString|FName)> (\w+)\(\)(?: const)?\s*[;{].*)");
		static const std::regex Options(R"re(\bGet(?:Key|Value)?Options\s*=\s*"([^"]*)")re");
		static const std::regex Property(R"(\s*(\S.*?) (\w+)\s*[=;{].*)");
		static const std::regex Chosen(R"((?:FString|FName)|T(?:Array|Set|Map)<.*\b(?:FString|FName)\b.*>)");
		const std::string Type = Out.Classes.empty() ? "" : Out.Classes.back().Name;
		std::smatch Found, Named;
		if (Macro.starts_with("UFUNCTION"))
		{
			if (std::regex_match(Declaration, Found, Function))
			{
				Out.OptionsFunctions.push_back({Type, Found[1], "", MemberLine});
			}
		}
		else if (std::regex_search(Macro, Found, Options) && std::regex_match(Declaration, Named, Property))
		{
			Require(std::regex_match(Named[1].str(), Chosen), MemberLine, "GetOptions is for FString and FName");
			Out.OptionsProperties.push_back({Type, Named[2], Found[1], MemberLine});
		}
	}

	/// A function of the class itself by its name; of another one, in whichever header, as Module.Class.Function: that is looked for when
	/// the modules run (FStandInOptions).
	void CheckOptions(const FOptionsMember& Property)
	{
		const auto Dots = std::count(Property.Path.begin(), Property.Path.end(), '.');
		const bool bFound = std::any_of(Out.OptionsFunctions.begin(), Out.OptionsFunctions.end(),
			[&](const FOptionsMember& Function)
			{ return Function.Type == Property.Type && Function.Name == Property.Path; });
		Require(bFound || Dots == 2, Property.Line,
			"GetOptions names a UFUNCTION of its class that takes nothing and gives TArray<FString> or TArray<FName>, "
			"or "
			"a static one elsewhere as Module.Class.Function");
	}

	void ReadCode(const std::string& Code)
	{
		ReadMember(Code);
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
	std::string Member; ///< That is not complete yet.
	size_t MemberLine = 0;
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
	const std::string Module = Folder.filename().string();
	for (const FOptionsMember& Function : Header.OptionsFunctions)
	{
		Source << "STANDIN_OPTIONS_FUNCTION(" << Module << ", " << Function.Type << ", " << Function.Name << ")\n";
	}
	for (const FOptionsMember& Property : Header.OptionsProperties)
	{
		Source << "STANDIN_OPTIONS_PROPERTY(" << Property.Type << ", " << Property.Name << ", \"" << Property.Path
			   << "\")\n";
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
