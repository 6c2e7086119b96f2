// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

/// Between the engine's text and ours.
namespace StandIn
{
std::string ToUtf8(const std::u16string& Text);
std::u16string FromUtf8(const char* Text);

/// One argument of a format.
struct FFormatArgument
{
	long long Integer = 0;
	double Real = 0.0;
	const TCHAR* Text = nullptr;

	template <typename T>
	static FFormatArgument Of(T Value)
	{
		FFormatArgument Out;
		if constexpr (std::is_pointer_v<T>)
		{
			Out.Text = Value;
		}
		else if constexpr (std::is_same_v<T, double>)
		{
			Out.Real = Value;
		}
		else
		{
			Out.Integer = static_cast<long long>(Value);
		}
		return Out;
	}

	/// The letters by which arguments of the type can be shown.
	template <typename T>
	static constexpr std::u16string_view Letters()
	{
		if constexpr (std::is_same_v<T, const TCHAR*> || std::is_same_v<T, TCHAR*>)
		{
			return u"s";
		}
		else if constexpr (std::is_same_v<T, double>)
		{
			return u"gf";
		}
		else
		{
			static_assert(
				std::is_integral_v<T>, "formats take integers, doubles and TCHAR text (a string needs its *)");
			return std::is_signed_v<T> ? u"di" : u"ux";
		}
	}
};

/// Width, precision and length of a conversion.
constexpr bool IsFormatSize(TCHAR Char)
{
	return (Char >= u'0' && Char <= u'9') || Char == u'.' || Char == u'l';
}

/// Whether a format has as many conversions as letters are given, each with one of its own.
constexpr bool FormatFits(std::u16string_view Pattern, std::initializer_list<std::u16string_view> Letters)
{
	const std::u16string_view* Next = Letters.begin();
	for (size_t At = 0; At < Pattern.size(); ++At)
	{
		if (Pattern[At] != u'%' || Pattern.substr(++At).starts_with(u'%'))
		{
			continue;
		}
		while (At < Pattern.size() && IsFormatSize(Pattern[At]))
		{
			++At;
		}
		if (At == Pattern.size() || Next == Letters.end() || Next->find(Pattern[At]) == Next->npos)
		{
			return false;
		}
		++Next;
	}
	return Next == Letters.end();
}

void FormatDoesNotFitItsArguments();

/// A format with the types of its arguments. As in the engine it does not compile where they do not fit each other.
template <typename... Types>
struct TFormat
{
	template <size_t Size>
	consteval TFormat(const TCHAR (&Pattern)[Size]) : Text(Pattern)
	{
		if (!FormatFits(Pattern, {FFormatArgument::Letters<Types>()...}))
		{
			FormatDoesNotFitItsArguments();
		}
	}

	const TCHAR* Text;
};

std::u16string Format(const TCHAR* Pattern, const FFormatArgument* Arguments);

template <typename... Types>
std::u16string FormatAll(std::type_identity_t<TFormat<Types...>> Pattern, Types... Values)
{
	const FFormatArgument Arguments[sizeof...(Types) + 1] = {FFormatArgument::Of(Values)...};
	return Format(Pattern.Text, Arguments);
}
}

class FString
{
public:
	FString() = default;
	FString(const TCHAR* Text) : Value(Text) {}
	FString(const char* Text) : Value(StandIn::FromUtf8(Text)) {}
	explicit FString(std::u16string Text) : Value(std::move(Text)) {}

	template <typename... Types>
	static FString Printf(std::type_identity_t<StandIn::TFormat<Types...>> Pattern, Types... Values)
	{
		return FString(StandIn::FormatAll(Pattern, Values...));
	}

	const TCHAR* operator*() const { return Value.c_str(); }
	bool IsEmpty() const { return Value.empty(); }
	int32 Len() const { return static_cast<int32>(Value.size()); }
	bool Contains(const FString& Part) const { return Value.find(Part.Value) != std::u16string::npos; }

	friend FString operator+(const FString& A, const FString& B) { return FString(A.Value + B.Value); }
	friend bool operator==(const FString& A, const FString& B) { return A.Value == B.Value; }

private:
	std::u16string Value;
};

/// A look at a string of somebody else's.
class FStringView
{
public:
	FStringView(const TCHAR* Text) : View(Text) {}
	FStringView(const FString& Text) : View(*Text) {}
	friend bool operator==(FStringView A, FStringView B) { return A.View == B.View; }

private:
	std::u16string_view View;
};

/// Small, as the engine's: texts are kept once, elsewhere, so that objects are not spread by them. And as there outside the editor, names
/// that differ in capitals alone are one, and read as whoever came first wrote it.
class FName
{
public:
	FName() = default;
	FName(const TCHAR* Text) : Kept(Keep(Text)) {}
	FString ToString() const { return Kept ? FString(Kept->c_str()) : FString(TEXT("None")); }
	friend bool operator==(const FName& A, const FName& B) { return A.Kept == B.Kept; }

private:
	friend struct std::hash<FName>;
	/// Null for "None" and for nothing.
	static const std::u16string* Keep(const TCHAR* Text);
	const std::u16string* Kept = nullptr;
};

template <>
struct std::hash<FName>
{
	size_t operator()(const FName& Name) const noexcept { return std::hash<const void*>()(Name.Kept); }
};

inline const FName NAME_None;

/// The engine's is a macro too; what it gives lives until the end of the full expression.
/// As careless with its argument as the engine's: what is more than one term needs brackets of its own.
#define UTF8_TO_TCHAR(Text) (StandIn::FromUtf8((const char*)Text).c_str())
#define TCHAR_TO_UTF8(Text) (StandIn::ToUtf8((const TCHAR*)Text).c_str())
