// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule() {}
	virtual void ShutdownModule() {}
};

class FDefaultModuleImpl : public IModuleInterface
{};

namespace StandIn
{
/// Modules are started before the first test and shut down after the last.
struct FModuleRegistrar
{
	explicit FModuleRegistrar(IModuleInterface* Module);
};
void StartModules();
void ShutDownModules();
}

#define IMPLEMENT_MODULE(ModuleClass, ModuleName) \
	static ModuleClass GModule##ModuleName; \
	static const StandIn::FModuleRegistrar GRegisterModule##ModuleName(&GModule##ModuleName);
