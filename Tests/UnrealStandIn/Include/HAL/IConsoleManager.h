// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

enum EConsoleVariableFlags
{
	ECVF_Default = 0,
};

class IConsoleVariable
{
public:
	virtual ~IConsoleVariable() = default;
	virtual void Set(int32 Value) = 0;
	virtual int32 GetInt() const = 0;
};

class IConsoleManager
{
public:
	static IConsoleManager& Get();
	IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const;
	void Register(const TCHAR* Name, IConsoleVariable* Variable);

private:
	std::vector<std::pair<FString, IConsoleVariable*>> Variables;
};

template <typename T>
class TAutoConsoleVariable final : public IConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR* /*Help*/, uint32 /*Flags*/ = ECVF_Default) : Value(Default)
	{
		IConsoleManager::Get().Register(Name, this);
	}

	T GetValueOnGameThread() const { return Value; }
	virtual void Set(int32 NewValue) override { Value = static_cast<T>(NewValue); }
	virtual int32 GetInt() const override { return static_cast<int32>(Value); }

private:
	T Value;
};
