// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/JsonReader.h"

#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t MaxDepth = 32;
/// A million agents listed one by one need about eight each; more would take memory out of all proportion to the file.
constexpr size_t MaxValues = 10'000'000;
constexpr size_t MaxKeys = 1000;
constexpr size_t MaxLineLength = 300;

/// What the parser says, without its error number and with whatever the file smuggled into it made printable.
std::string ParserMessage(const Json::exception& Failure)
{
	constexpr size_t Longest = 220;
	const std::string Text = Failure.what();
	const size_t Prefix = Text.find("] ");
	return Printable(Prefix == std::string::npos ? Text : Text.substr(Prefix + 2), Longest);
}

/// What messages say of a number that is not Allowed.
std::string Needed(const Range& Allowed, double Number)
{
	return (Allowed.bWhole && Number != std::floor(Number) ? "a whole number " : "") + Allowed.Text();
}

/// Goes through a text before anything is made of it, so that the limits cost no memory and messages can say where.
class ParseGuard final : public nlohmann::json_sax<Json>
{
public:
	explicit ParseGuard(const std::string& InOrigin) : Origin(InOrigin) {}

	bool null() override { return OnValue(); }
	bool boolean(bool) override { return OnValue(); }
	bool number_integer(Json::number_integer_t) override { return OnValue(); }
	bool number_unsigned(Json::number_unsigned_t) override { return OnValue(); }
	bool number_float(Json::number_float_t, const std::string&) override { return OnValue(); }
	bool string(std::string&) override { return OnValue(); }
	bool binary(Json::binary_t&) override { return OnValue(); }
	bool start_object(size_t) override { return OnStart(false); }
	bool start_array(size_t) override { return OnStart(true); }
	bool end_object() override { return OnEnd(); }
	bool end_array() override { return OnEnd(); }

	bool key(std::string& Key) override
	{
		Level& Current = Levels.back();
		Current.Key = Key;
		if (!Current.Keys.insert(Key).second)
		{
			throw InputError(fmt::format("{}: {} is given twice", Origin, Path()));
		}
		if (Current.Keys.size() > MaxKeys)
		{
			throw InputError(fmt::format("{}: {} is one of more than {} keys of one object", Origin, Path(), MaxKeys));
		}
		return true;
	}

	bool parse_error(size_t, const std::string&, const Json::exception& Failure) override
	{
		const bool bOverflow = dynamic_cast<const Json::out_of_range*>(&Failure) != nullptr;
		const char* Problem = bOverflow ? "must be a finite number" : "is not valid JSON";
		throw InputError(fmt::format("{}: {} {} ({})", Origin, Path(), Problem, ParserMessage(Failure)));
	}

private:
	struct Level
	{
		bool bArray = false;
		size_t Index = 0;
		std::string Key;
		std::set<std::string> Keys;
	};

	bool OnValue()
	{
		if (++Values > MaxValues)
		{
			throw InputError(fmt::format("{}: more than {} JSON values in one file", Origin, MaxValues));
		}
		if (!Levels.empty())
		{
			++Levels.back().Index;
		}
		return true;
	}

	bool OnStart(bool bArray)
	{
		if (Levels.size() == MaxDepth)
		{
			throw InputError(fmt::format("{}: {} is nested deeper than {} levels", Origin, Path(), MaxDepth));
		}
		Levels.emplace_back();
		Levels.back().bArray = bArray;
		return true;
	}

	bool OnEnd()
	{
		Levels.pop_back();
		return OnValue();
	}

	/// Where the parser is now.
	std::string Path() const
	{
		constexpr size_t LongestKey = 60;
		std::string Text;
		for (const Level& Current : Levels)
		{
			if (Current.bArray)
			{
				Text += fmt::format("[{}]", Current.Index);
			}
			else
			{
				Text += Text.empty() ? "" : ".";
				Text += Printable(Current.Key, LongestKey);
			}
		}
		return Text.empty() ? "the top level" : Text;
	}

	const std::string& Origin;
	std::vector<Level> Levels;
	size_t Values = 0;
};
}

void FileContext::Refuse(const std::string& Path, const std::string& Problem) const
{
	throw InputError(fmt::format("{}: {} {}", Origin, Path.empty() ? "the top level" : Path, Problem));
}

Json ParseJsonText(const std::string& Text, const std::string& Origin)
{
	if (Text.size() > MaxFileBytes)
	{
		throw InputError(fmt::format("{}: {} bytes, must be at most {}", Origin, Text.size(), MaxFileBytes));
	}
	ParseGuard Guard(Origin);
	Json::sax_parse(Text, &Guard);
	return Json::parse(Text);
}

std::string ReadFile(const std::filesystem::path& File, size_t MostBytes)
{
	std::error_code Trouble;
	if (!std::filesystem::is_regular_file(File, Trouble))
	{
		const bool bExists = std::filesystem::exists(File, Trouble);
		throw InputError(fmt::format("{}: {}", File.string(), bExists ? "not a regular file" : "no such file"));
	}
	const uintmax_t Size = std::filesystem::file_size(File, Trouble);
	if (!Trouble && Size > MostBytes)
	{
		throw InputError(fmt::format("{}: {} bytes, must be at most {}", File.string(), Size, MostBytes));
	}
	std::ifstream Stream(File, std::ios::binary);
	std::string Text(Trouble ? 0 : static_cast<size_t>(Size), '\0');
	if (Trouble || !Stream.read(Text.data(), static_cast<std::streamsize>(Text.size())))
	{
		throw InputError(fmt::format("{}: cannot be read", File.string()));
	}
	return Text;
}

std::string Describe(const Json& Value)
{
	switch (Value.type())
	{
	case Json::value_t::object:
		return "an object";
	case Json::value_t::array:
		return fmt::format("an array of {}", Value.size());
	case Json::value_t::string:
		return Quoted(Value.get_ref<const std::string&>());
	default:
		return Value.dump();
	}
}

double ReadNumber(const FileContext& Context, const Json& Value, const std::string& Path, const Range& Allowed)
{
	if (Value.is_number())
	{
		const double Number = Value.get<double>();
		if (!Allowed.Contains(Number))
		{
			Context.Refuse(Path, fmt::format("is {}, must be {}", Describe(Value), Needed(Allowed, Number)));
		}
		return Number;
	}

	const std::string* Reference = Value.get_ptr<const std::string*>();
	const bool bNegated = Reference != nullptr && Reference->starts_with("-$");
	if (!bNegated && (Reference == nullptr || !Reference->starts_with("$")))
	{
		Context.Refuse(
			Path, fmt::format("is {}, must be a {} {}", Describe(Value), NumberKind(Allowed), Allowed.Text()));
	}
	const std::string Name = Reference->substr(bNegated ? 2 : 1);
	const auto Found = Context.Parameters.find(Name);
	if (Found == Context.Parameters.end())
	{
		std::vector<std::string> Names;
		for (const auto& [Known, Unused] : Context.Parameters)
		{
			Names.push_back(Known);
		}
		Context.Refuse(
			Path, fmt::format("refers to the unknown parameter {}{}", Quoted(Name), Suggestion(Name, Names)));
	}
	Context.UsedParameters.insert(Name);
	const double Number = bNegated ? -Found->second.Value : Found->second.Value;
	if (!Allowed.Contains(Number))
	{
		Context.Refuse(Path, fmt::format("is {} = {}, must be {}", *Reference, Number, Needed(Allowed, Number)));
	}
	return Number;
}

Vec2 ReadPoint(const FileContext& Context, const Json& Value, const std::string& Path, const Range& Allowed)
{
	if (!Value.is_array() || Value.size() != 2)
	{
		Context.Refuse(Path, fmt::format("is {}, must be an array of two numbers, [x, y]", Describe(Value)));
	}
	return {static_cast<float>(ReadNumber(Context, Value[0], Path + "[0]", Allowed)),
		static_cast<float>(ReadNumber(Context, Value[1], Path + "[1]", Allowed))};
}

const Json& ReadArray(
	const FileContext& Context, const Json& Value, const std::string& Path, size_t Fewest, size_t Most)
{
	if (!Value.is_array() || Value.size() < Fewest || Value.size() > Most)
	{
		Context.Refuse(Path, fmt::format("is {}, must be an array of {} to {} entries", Describe(Value), Fewest, Most));
	}
	return Value;
}

ObjectReader::ObjectReader(const FileContext& InContext, const Json& InObject, std::string InPath)
	: Context(InContext),
	  Object(InObject),
	  Path(std::move(InPath))
{
	if (!Object.is_object())
	{
		Context.Refuse(Path, fmt::format("is {}, must be an object", Describe(Object)));
	}
}

void ObjectReader::AllowKeys(const std::vector<std::string>& Keys) const
{
	for (const auto& [Key, Unused] : Object.items())
	{
		if (std::find(Keys.begin(), Keys.end(), Key) == Keys.end())
		{
			Context.Refuse(Path, fmt::format("has the unknown key {}{}", Quoted(Key), Suggestion(Key, Keys)));
		}
	}
}

const Json& ObjectReader::Get(const char* Key) const
{
	const auto Found = Object.find(Key);
	if (Found == Object.end())
	{
		Context.Refuse(Path, fmt::format("lacks the field '{}'", Key));
	}
	return *Found;
}

std::string ObjectReader::PathOf(const char* Key) const
{
	return Path.empty() ? Key : fmt::format("{}.{}", Path, Key);
}

double ObjectReader::Number(const char* Key, const Range& Allowed) const
{
	return ReadNumber(Context, Get(Key), PathOf(Key), Allowed);
}

double ObjectReader::Number(const char* Key, const Range& Allowed, double Default) const
{
	return Has(Key) ? Number(Key, Allowed) : Default;
}

double ObjectReader::Integer(const char* Key, const Range& Allowed) const
{
	Range Whole = Allowed;
	Whole.bWhole = true;
	return Number(Key, Whole);
}

double ObjectReader::Integer(const char* Key, const Range& Allowed, double Default) const
{
	return Has(Key) ? Integer(Key, Allowed) : Default;
}

bool ObjectReader::Flag(const char* Key, bool bDefault) const
{
	if (!Has(Key))
	{
		return bDefault;
	}
	const Json& Value = Get(Key);
	if (!Value.is_boolean())
	{
		Context.Refuse(PathOf(Key), fmt::format("is {}, must be true or false", Describe(Value)));
	}
	return Value.get<bool>();
}

std::string ObjectReader::Line(const char* Key) const
{
	const Json& Value = Get(Key);
	if (!Value.is_string())
	{
		Context.Refuse(PathOf(Key), fmt::format("is {}, must be a text", Describe(Value)));
	}
	std::string Text = Value.get<std::string>();
	const bool bPrintable =
		std::none_of(Text.begin(), Text.end(), [](unsigned char C) { return C < 0x20 || C == 0x7f; });
	if (Text.empty() || Text.size() > MaxLineLength || !bPrintable)
	{
		Context.Refuse(
			PathOf(Key), fmt::format("is {}, must be one line of 1 to {} characters", Describe(Value), MaxLineLength));
	}
	return Text;
}

std::string ObjectReader::Choice(const char* Key, const std::vector<std::string>& Words) const
{
	std::string Word = Line(Key);
	if (std::find(Words.begin(), Words.end(), Word) == Words.end())
	{
		Context.Refuse(PathOf(Key), fmt::format("is the unknown {}{}", Quoted(Word), Suggestion(Word, Words)));
	}
	return Word;
}

Vec2 ObjectReader::Point(const char* Key, const Range& Allowed) const
{
	return ReadPoint(Context, Get(Key), PathOf(Key), Allowed);
}

Vec2 ObjectReader::Point(const char* Key, const Range& Allowed, Vec2 Default) const
{
	return Has(Key) ? Point(Key, Allowed) : Default;
}

const Json& ObjectReader::Array(const char* Key, size_t Fewest, size_t Most) const
{
	return ReadArray(Context, Get(Key), PathOf(Key), Fewest, Most);
}

ObjectReader ObjectReader::Child(const char* Key) const
{
	return ObjectReader(Context, Get(Key), PathOf(Key));
}

double ReadParameter(const ObjectReader& Reader, const Parameter& Entry)
{
	return Entry.Type == EParameterType::Flag ? (Reader.Flag(Entry.Name, false) ? 1.0 : 0.0)
											  : Reader.Number(Entry.Name, Entry.Range());
}

void ReadParameters(const ObjectReader& Reader, const ParameterTable& Table, void* Struct)
{
	for (const Parameter& Entry : Table.List)
	{
		if (Reader.Has(Entry.Name))
		{
			Entry.Write(Struct, ReadParameter(Reader, Entry)).Value();
		}
	}
}

std::string ParametersText(const ParameterTable& Table, const void* Struct)
{
	std::vector<std::string> Fields;
	for (const Parameter& Entry : Table.List)
	{
		Fields.push_back(fmt::format("\"{}\": {}", Entry.Name, ValueText(Entry, Entry.Read(Struct))));
	}
	return fmt::format("{}", fmt::join(Fields, ", "));
}
}
