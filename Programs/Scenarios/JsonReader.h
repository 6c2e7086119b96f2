// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Scene.h"

#include <nlohmann/json.hpp>

#include <set>

namespace CrowdAvoidance::Scenarios
{
using Json = nlohmann::json;

/// A quantity of a scenario that a caller may change; number fields refer to it as "$name" or "-$name".
struct SceneParameter
{
	double Value = 0.0;
	double Minimum = 0.0;
	double Maximum = 0.0;
	std::string Unit;
};

/// What all fields of one file share.
struct FileContext
{
	std::string Origin; ///< What messages call the file.
	std::map<std::string, SceneParameter> Parameters;
	mutable std::set<std::string> UsedParameters;

	[[noreturn]] void Refuse(const std::string& Path, const std::string& Problem) const;
};

/// Text to JSON for files that may be hostile: bounded in size, depth and number of values; no duplicate keys.
Json ParseJsonText(const std::string& Text, const std::string& Origin);
/// The whole file, if it is a regular one of bearable size.
constexpr size_t MaxFileBytes = 64u << 20;
std::string ReadFile(const std::filesystem::path& File, size_t MostBytes = MaxFileBytes);

double ReadNumber(const FileContext& Context, const Json& Value, const std::string& Path, const Range& Allowed);
Vec2 ReadPoint(const FileContext& Context, const Json& Value, const std::string& Path, const Range& Allowed);
/// Checks that Value is an array of bearable length.
const Json& ReadArray(
	const FileContext& Context, const Json& Value, const std::string& Path, size_t Fewest, size_t Most);
/// For messages: the value itself if it is short, else what it is.
std::string Describe(const Json& Value);

/// Reads the fields of one JSON object; every trouble is an InputError that names the field.
class ObjectReader
{
public:
	ObjectReader(const FileContext& InContext, const Json& InObject, std::string InPath);

	/// Refuses any other key, naming the nearest.
	void AllowKeys(const std::vector<std::string>& Keys) const;

	bool Has(const char* Key) const { return Object.contains(Key); }
	/// Refuses when the field is missing.
	const Json& Get(const char* Key) const;
	std::string PathOf(const char* Key) const;

	double Number(const char* Key, const Range& Allowed) const;
	double Number(const char* Key, const Range& Allowed, double Default) const;
	double Integer(const char* Key, const Range& Allowed) const;
	double Integer(const char* Key, const Range& Allowed, double Default) const;
	bool Flag(const char* Key, bool bDefault) const;
	/// One line of at most 300 printable characters.
	std::string Line(const char* Key) const;
	/// One of Words.
	std::string Choice(const char* Key, const std::vector<std::string>& Words) const;
	Vec2 Point(const char* Key, const Range& Allowed) const;
	Vec2 Point(const char* Key, const Range& Allowed, Vec2 Default) const;
	const Json& Array(const char* Key, size_t Fewest, size_t Most) const;
	ObjectReader Child(const char* Key) const;

	const FileContext& GetContext() const { return Context; }
	const std::string& GetPath() const { return Path; }
	const Json& GetJson() const { return Object; }

private:
	const FileContext& Context;
	const Json& Object;
	std::string Path; ///< Empty at the top of the file.
};

/// The field of that name, which must be there.
double ReadParameter(const ObjectReader& Reader, const Parameter& Entry);
/// Fills in all parameters of the table that the object has; others stay as they are.
void ReadParameters(const ObjectReader& Reader, const ParameterTable& Table, void* Struct);
/// The other way round: "\"radius\": 0.3, \"maxSpeed\": 1.5", each number such that it reads back as the same.
std::string ParametersText(const ParameterTable& Table, const void* Struct);
}
