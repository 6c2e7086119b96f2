// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <string>
#include <string_view>
#include <type_traits>

/// Between the engine's text and ours.
namespace StandIn
{
std::string ToUtf8(const std::u16string& Text);
std::u16string FromUtf8(const char* Text);

/// One argument of a format, with its type: a mismatch is found when the text is made.
struct FFormatArgument
{
	enum class EKind
	{
		Integer,
		Unsigned,
		Real,
		Text,
	};
	EKind Kind = EKind::Integer;
	long long Integer = 0;
	double Real = 0.0;
	const TCHAR* Text = nullptr;

	template <typename T>
	static FFormatArgument Of(T Value)
	{
		FFormatArgument Out;
		if constexpr (std::is_same_v<T, const TCHAR*> || std::is_same_v<T, TCHAR*>)
		{
			Out.Kind = EKind::Text;
			Out.Text = Value;
		}
		else if constexpr (std::is_same_v<T, double>)
		{
			Out.Kind = EKind::Real;
			Out.Real = Value;
		}
		else
		{
			static_assert(
				std::is_integral_v<T>, "formats take integers, doubles and TCHAR text (a string needs its *)");
			Out.Kind = std::is_signed_v<T> ? EKind::Integer : EKind::Unsigned;
			Out.Integer = static_cast<long long>(Value);
		}
		return Out;
	}
};

std::u16string Format(const TCHAR* Pattern, const FFormatArgument* Arguments, size_t Count);

template <typename... Types>
std::u16string FormatAll(const TCHAR* Pattern, Types... Values)
{
	const FFormatArgument Arguments[sizeof...(Types) + 1] = {FFormatArgument::Of(Values)...};
	return Format(Pattern, Arguments, sizeof...(Types));
}
}

class FString
{
public:
	FString() = default;
	FString(const TCHAR* Text) : Value(Text) {}
	FString(const char* Text) : Value(StandIn::FromUtf8(Text)) {}
	explicit FString(std::u16string Text) : Value(std::move(Text)) {}

	template <size_t Size, typename... Types>
	static FString Printf(const TCHAR (&Pattern)[Size], Types... Values)
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

/// Small, as the engine's: texts are kept once, elsewhere, so that objects are not spread by them.
class FName
{
public:
	FName() = default;
	FName(const TCHAR* Text) : Kept(Keep(Text)) {}
	FString ToString() const { return Kept ? FString(Kept->c_str()) : FString(TEXT("None")); }
	friend bool operator==(const FName& A, const FName& B) { return A.Kept == B.Kept; }

private:
	/// Null for "None".
	static const std::u16string* Keep(const TCHAR* Text);
	const std::u16string* Kept = nullptr;
};

inline const FName NAME_None;

/// The engine's is a macro too; what it gives lives until the end of the full expression.
/// As careless with its argument as the engine's: what is more than one term needs brackets of its own.
#define UTF8_TO_TCHAR(Text) (StandIn::FromUtf8((const char*)Text).c_str())
