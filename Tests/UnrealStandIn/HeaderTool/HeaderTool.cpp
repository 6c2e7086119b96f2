// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// In place of UnrealHeaderTool: from a header with reflected classes makes X.generated.h (the body of each class, by line) and X.gen.cpp
// (its class object). Refuses what the real tool refuses and what is easily got wrong.
//
//     HeaderTool HEADER OUTPUT_FOLDER

#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>
#include <vector>

namespace
{
struct FReflectedClass
{
	std::string Name;
	std::string Base;
	int BodyLine = 0;
};

int Refuse(const std::string& File, size_t Line, const std::string& Text)
{
	std::cerr << File << ":" << Line << ": " << Text << "\n";
	return 1;
}
}

int main(int Count, char** Arguments)
{
	if (Count != 3)
	{
		std::cerr << "usage: HeaderTool HEADER OUTPUT_FOLDER\n";
		return 2;
	}
	const std::filesystem::path Header = Arguments[1];
	const std::filesystem::path Folder = Arguments[2];
	const std::string Stem = Header.stem().string();
	std::ifstream Input(Header);
	if (!Input)
	{
		return Refuse(Header.string(), 0, "cannot be read");
	}

	static const std::regex ClassPattern(R"(^class (\w+_API )?(\w+) (final )?: public (\w+).*)");
	static const std::regex IncludePattern(R"re(^#include "(.*)")re");
	std::vector<FReflectedClass> Classes;
	std::string LastInclude;
	bool bOnce = false, bMarked = false, bBodyNext = false;
	size_t Number = 0;
	for (std::string Line; std::getline(Input, Line);)
	{
		++Number;
		std::smatch Match;
		bOnce = bOnce || Line == "#pragma once";
		if (std::regex_match(Line, Match, IncludePattern))
		{
			LastInclude = Match[1];
		}
		else if (Line.starts_with("UCLASS("))
		{
			bMarked = true;
		}
		else if (bMarked && std::regex_match(Line, Match, ClassPattern))
		{
			Classes.push_back({Match[2], Match[4], 0});
			bMarked = false;
			bBodyNext = true;
			if (Classes.back().Name[0] != 'U' && Classes.back().Name[0] != 'A')
			{
				return Refuse(Header.string(), Number, "the name of a reflected class begins with U or A");
			}
		}
		else if (Line.find("GENERATED_BODY()") != std::string::npos)
		{
			if (!bBodyNext)
			{
				return Refuse(Header.string(), Number, "GENERATED_BODY() without a reflected class");
			}
			Classes.back().BodyLine = static_cast<int>(Number);
			bBodyNext = false;
		}
		else if (bBodyNext && Line != "{")
		{
			return Refuse(Header.string(), Number, "GENERATED_BODY() must come first in a reflected class");
		}
	}
	if (!bOnce)
	{
		return Refuse(Header.string(), 1, "#pragma once is missing");
	}
	if (LastInclude != Stem + ".generated.h")
	{
		return Refuse(Header.string(), 1, "the last include must be \"" + Stem + ".generated.h\"");
	}
	if (bMarked || bBodyNext)
	{
		return Refuse(Header.string(), Number, "a UCLASS() without a class or without GENERATED_BODY()");
	}

	std::ofstream Generated(Folder / (Stem + ".generated.h"));
	Generated << "#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID FID_" << Stem << "\n#include \"UObject/ObjectMacros.h\"\n";
	std::ofstream Source(Folder / (Stem + ".gen.cpp"));
	Source << "#include \"" << Header.filename().string() << "\"\n";
	for (const FReflectedClass& Class : Classes)
	{
		Generated << "#define FID_" << Stem << "_" << Class.BodyLine << "_GENERATED_BODY STANDIN_CLASS_BODY(" << Class.Name << ", "
				  << Class.Base << ")\n";
		Source << "STANDIN_IMPLEMENT_CLASS(" << Class.Name << ", []() -> UObject* { return new " << Class.Name << "; })\n";
	}
	return Generated && Source ? 0 : Refuse(Folder.string(), 0, "cannot be written");
}
