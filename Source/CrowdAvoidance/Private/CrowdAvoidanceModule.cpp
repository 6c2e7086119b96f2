// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceLog.h"
#include "CrowdCompatibility.h"
#include "CrowdCore/CrowdStatus.h"
#include "CrowdGameplayDebugger.h"
#include "Modules/ModuleManager.h"

DEFINE_LOG_CATEGORY(LogCrowdAvoidance);

/// Takes Core's complaints to the engine's log, and has a page in the Gameplay Debugger, for as long as it is loaded.
class FCrowdAvoidanceModule final : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		CrowdAvoidance::SetAssertHandler(&LogFailedAssert);
#if WITH_GAMEPLAY_DEBUGGER
		FCrowdGameplayDebugger::Register();
#endif
	}

	virtual void ShutdownModule() override
	{
#if WITH_GAMEPLAY_DEBUGGER
		FCrowdGameplayDebugger::Unregister();
#endif
		CrowdAvoidance::SetAssertHandler(nullptr);
	}

private:
	static void LogFailedAssert(const char* Condition, const char* File, int Line)
	{
		UE_LOG(LogCrowdAvoidance, Error, TEXT("Misuse of the crowd: '%s' does not hold (%s:%d). Please report this."),
			UTF8_TO_TCHAR(Condition), UTF8_TO_TCHAR(File), Line);
	}
};

IMPLEMENT_MODULE(FCrowdAvoidanceModule, CrowdAvoidance)
