// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Delegates/StandInStaticDelegate.h"
#include "Misc/OutputDevice.h"

class UWorld;

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

using FConsoleCommandWithWorldArgsAndOutputDeviceDelegate =
	StandIn::TStaticDelegate<void, const TArray<FString>&, UWorld*, FOutputDevice&>;

class IConsoleManager
{
public:
	static IConsoleManager& Get();
	IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const;
	/// Runs a command with what comes after its name, separated by blanks. False: there is no such command.
	bool ProcessUserConsoleInput(const TCHAR* Input, FOutputDevice& Output, UWorld* World);

	void Register(const TCHAR* Name, IConsoleVariable* Variable);
	void Register(const TCHAR* Name, const FConsoleCommandWithWorldArgsAndOutputDeviceDelegate& Command);

private:
	std::vector<std::pair<FString, IConsoleVariable*>> Variables;
	std::vector<std::pair<FString, FConsoleCommandWithWorldArgsAndOutputDeviceDelegate>> Commands;
};

class FAutoConsoleCommandWithWorldArgsAndOutputDevice
{
public:
	FAutoConsoleCommandWithWorldArgsAndOutputDevice(const TCHAR* Name, const TCHAR* /*Help*/,
		const FConsoleCommandWithWorldArgsAndOutputDeviceDelegate& Command, uint32 /*Flags*/ = ECVF_Default)
	{
		IConsoleManager::Get().Register(Name, Command);
	}
};

template <typename T>
class TAutoConsoleVariable final : public IConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR* /*Help*/, uint32 /*Flags*/ = ECVF_Default)
		: Value(Default)
	{
		IConsoleManager::Get().Register(Name, this);
	}

	T GetValueOnGameThread() const { return Value; }
	virtual void Set(int32 NewValue) override { Value = static_cast<T>(NewValue); }
	virtual int32 GetInt() const override { return static_cast<int32>(Value); }

private:
	T Value;
};
