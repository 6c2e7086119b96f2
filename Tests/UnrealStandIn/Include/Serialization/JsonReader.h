// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

template <class CharType = TCHAR>
class TJsonReader
{
public:
	explicit TJsonReader(const FString& InText) : Text(InText) {}
	const FString Text;
};

template <class CharType = TCHAR>
class TJsonReaderFactory
{
public:
	static TSharedRef<TJsonReader<CharType>> Create(const FString& JsonString)
	{
		return TSharedRef<TJsonReader<CharType>>(MakeShared<TJsonReader<CharType>>(JsonString));
	}
};
