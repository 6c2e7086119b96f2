// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Async/ParallelFor.h"
#include "CoreMinimal.h"
#include "HAL/IConsoleManager.h"
#include "Modules/ModuleManager.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <sstream>
#include <string_view>
#include <unordered_map>

namespace StandIn
{
namespace
{
FLogListener GListener = nullptr;

std::vector<IModuleInterface*>& Modules()
{
	static std::vector<IModuleInterface*> List;
	return List;
}

/// Text of this project is ASCII; the rest is shown as a question mark.
char ToAscii(char16_t Char)
{
	return Char < 0x80 ? static_cast<char>(Char) : '?';
}

/// Size: width and precision, as in "08" or ".2".
std::u16string Show(const FFormatArgument& Argument, const std::string& Size, char Letter)
{
	if (Letter == 's')
	{
		return Argument.Text;
	}
	const bool bReal = Letter == 'g' || Letter == 'f';
	const std::string Pattern = "%" + Size + (bReal ? "" : "ll") + Letter;
	char Buffer[400];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	if (bReal)
	{
		std::snprintf(Buffer, sizeof(Buffer), Pattern.c_str(), Argument.Real);
	}
	else
	{
		std::snprintf(Buffer, sizeof(Buffer), Pattern.c_str(), Argument.Integer);
	}
#pragma GCC diagnostic pop
	return FromUtf8(Buffer);
}
}

std::string ToUtf8(const std::u16string& Text)
{
	std::string Out;
	for (const char16_t Char : Text)
	{
		Out += ToAscii(Char);
	}
	return Out;
}

std::u16string FromUtf8(const char* Text)
{
	std::u16string Out;
	for (; *Text; ++Text)
	{
		Out += static_cast<char16_t>(static_cast<unsigned char>(*Text));
	}
	return Out;
}

std::u16string Format(const TCHAR* Pattern, const FFormatArgument* Arguments)
{
	std::u16string Out;
	for (; *Pattern; ++Pattern)
	{
		if (*Pattern != u'%')
		{
			Out += *Pattern;
			continue;
		}
		++Pattern;
		if (*Pattern == u'%')
		{
			Out += u'%';
			continue;
		}
		std::string Size;
		for (; IsFormatSize(*Pattern); ++Pattern)
		{
			Size += *Pattern == u'l' ? "" : std::string(1, ToAscii(*Pattern));
		}
		Out += Show(*Arguments++, Size, ToAscii(*Pattern));
	}
	return Out;
}

void SetLogListener(FLogListener Listener)
{
	GListener = Listener;
}

void WriteLog(const char* Category, ELogVerbosity::Type Verbosity, const std::u16string& Line)
{
	if (GListener)
	{
		GListener(Category, Verbosity, ToUtf8(Line));
		return;
	}
	std::fprintf(stderr, "%s: %s\n", Category, ToUtf8(Line).c_str());
}

FModuleRegistrar::FModuleRegistrar(IModuleInterface* Module)
{
	Modules().push_back(Module);
}

void StartModules()
{
	for (IModuleInterface* Module : Modules())
	{
		Module->StartupModule();
	}
}

void ShutDownModules()
{
	for (IModuleInterface* Module : Modules())
	{
		Module->ShutdownModule();
	}
}
}

void ParallelFor(const TCHAR* /*DebugName*/, int32 Num, int32 /*MinBatchSize*/, const std::function<void(int32)>& Body)
{
	// Threads that wait for work, as the engine's do: making them anew would hide what the caller costs.
	tbb::parallel_for(
		tbb::blocked_range<int32>(0, Num, 1),
		[&](const tbb::blocked_range<int32>& Range)
		{
			for (int32 Index = Range.begin(); Index < Range.end(); ++Index)
			{
				Body(Index);
			}
		},
		tbb::simple_partitioner());
}

const std::u16string* FName::Keep(const TCHAR* Text)
{
	static auto* const Texts = new std::unordered_map<std::u16string, std::u16string>;
	std::u16string Small = Text;
	for (char16_t& Char : Small)
	{
		Char = Char >= u'A' && Char <= u'Z' ? static_cast<char16_t>(Char - u'A' + u'a') : Char;
	}
	return Small.empty() || Small == u"none" ? nullptr : &Texts->try_emplace(Small, Text).first->second;
}

IConsoleManager& IConsoleManager::Get()
{
	static IConsoleManager Manager;
	return Manager;
}

IConsoleVariable* IConsoleManager::FindConsoleVariable(const TCHAR* Name) const
{
	for (const auto& [Known, Variable] : Variables)
	{
		if (Known == FString(Name))
		{
			return Variable;
		}
	}
	return nullptr;
}

bool IConsoleManager::ProcessUserConsoleInput(const TCHAR* Input, FOutputDevice& Output, UWorld* World)
{
	std::istringstream Words(StandIn::ToUtf8(Input));
	std::string Word;
	Words >> Word;
	const FString Name(Word.c_str());
	TArray<FString> Arguments;
	while (Words >> Word)
	{
		Arguments.Add(FString(Word.c_str()));
	}
	for (const auto& [Known, Command] : Commands)
	{
		if (Known == Name)
		{
			Command.Execute(Arguments, World, Output);
			return true;
		}
	}
	return false;
}

void IConsoleManager::Register(const TCHAR* Name, const FConsoleCommandWithWorldArgsAndOutputDeviceDelegate& Command)
{
	Commands.emplace_back(FString(Name), Command);
}

void IConsoleManager::Register(const TCHAR* Name, IConsoleVariable* Variable)
{
	check(!FindConsoleVariable(Name));
	Variables.emplace_back(FString(Name), Variable);
}
