// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// In place of UnrealHeaderTool: from a header with reflected classes and structs makes X.generated.h (the body of each, by line) and X.gen.cpp
// (its class object). Refuses what the real tool refuses and what is easily got wrong.
//
//     HeaderTool HEADER OUTPUT_FOLDER

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

/// Of "class [X_API] UName [final] : public UBase"; no name: it is something else.
FReflectedClass ParseClass(const std::string& Line)
{
	std::istringstream Words(Line);
	std::string Word, Last;
	FReflectedClass Out;
	Words >> Word;
	if (Word != "class")
	{
		return Out;
	}
	while (Words >> Word && Word != ":")
	{
		Last = Word == "final" ? Last : Word;
	}
	if (Words >> Word && Word == "public" && Words >> Out.Base)
	{
		Out.Name = Last;
	}
	return Out;
}

/// Of "struct [X_API] FName"; no name: it is something else.
FReflectedClass ParseStruct(const std::string& Line)
{
	std::istringstream Words(Line);
	std::string Word;
	FReflectedClass Out;
	Out.bStruct = true;
	Words >> Word;
	while (Word == "struct" && Words >> Out.Name && Out.Name.ends_with("_API"))
	{}
	return Out;
}

FHeader ReadHeader(std::istream& Input, const std::string& GeneratedName)
{
	FHeader Out;
	std::string LastInclude;
	bool bOnce = false, bMarked = false, bStruct = false, bBodyNext = false;
	size_t Number = 0;
	for (std::string Line; std::getline(Input, Line);)
	{
		++Number;
		if (Line == "#pragma once")
		{
			bOnce = true;
		}
		else if (Line.starts_with("#include "))
		{
			LastInclude = Line;
		}
		else if (Line.starts_with("UCLASS("))
		{
			bMarked = true;
			bStruct = false;
		}
		else if (Line.starts_with("USTRUCT("))
		{
			bMarked = true;
			bStruct = true;
		}
		else if (bMarked)
		{
			const FReflectedClass Class = bStruct ? ParseStruct(Line) : ParseClass(Line);
			if (bStruct && (Class.Name.empty() || Class.Name[0] != 'F'))
			{
				Out.Refuse(Number, "after USTRUCT() must come a struct that begins with F");
			}
			else if (!bStruct && (Class.Name.empty() || (Class.Name[0] != 'U' && Class.Name[0] != 'A')))
			{
				Out.Refuse(Number, "after UCLASS() must come a class that begins with U or A and has a public base");
			}
			Out.Classes.push_back(Class);
			bMarked = false;
			bBodyNext = true;
		}
		else if (Line.find("GENERATED_BODY()") != std::string::npos)
		{
			if (!bBodyNext)
			{
				Out.Refuse(Number, "GENERATED_BODY() without a reflected class or struct");
				continue;
			}
			Out.Classes.back().BodyLine = Number;
			bBodyNext = false;
		}
		else if (bBodyNext && Line != "{")
		{
			Out.Refuse(Number, "GENERATED_BODY() must come first in a reflected class or struct");
		}
	}
	if (!bOnce)
	{
		Out.Refuse(1, "#pragma once is missing");
	}
	if (LastInclude != "#include \"" + GeneratedName + "\"")
	{
		Out.Refuse(1, "the last include must be \"" + GeneratedName + "\"");
	}
	if (bMarked || bBodyNext)
	{
		Out.Refuse(Number, "a UCLASS() or USTRUCT() without a class or struct, or without GENERATED_BODY()");
	}
	return Out;
}

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
	const FHeader Header = ReadHeader(Input, Stem + ".generated.h");
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
