// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Runs the modules' automation specs against the stand-in, each case as one test of GoogleTest. With --performance those that
// measure, and only those.

#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "Misc/AutomationTest.h"
#include "Modules/ModuleManager.h"
#include "StandInAutomation.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string_view>

namespace
{
class SpecTest : public testing::Test
{
public:
	explicit SpecTest(std::function<void()> InRun) : Run(std::move(InRun)) {}

	void SetUp() override
	{
		StandIn::GDrawn = {};
		GEngine = NewObject<UEngine>();
	}
	void TestBody() override { Run(); }
	void TearDown() override
	{
		GEngine = nullptr;
		FStandInObjects::DeleteAll();
	}

private:
	std::function<void()> Run;
};

/// Letters and digits: what a test's name can have.
std::string ToTestName(std::string Name)
{
	for (char& Char : Name)
	{
		Char = std::isalnum(static_cast<unsigned char>(Char)) ? Char : '_';
	}
	return Name;
}

void RegisterSpecs(bool bPerformance)
{
	for (FAutomationSpecBase* Spec : FAutomationSpecBase::All())
	{
		if (EnumHasAnyFlags(Spec->GetTestFlags(), EAutomationTestFlags::PerfFilter) != bPerformance)
		{
			continue;
		}
		for (const FAutomationSpecBase::FCase& Case : Spec->GetCases())
		{
			testing::RegisterTest(ToTestName(Spec->GetSpecName()).c_str(), ToTestName(Case.Name).c_str(), nullptr,
				nullptr, __FILE__, __LINE__, [Run = Case.Run]() -> SpecTest* { return new SpecTest(Run); });
		}
	}
}
}

int main(int Count, char** Arguments)
{
	testing::InitGoogleTest(&Count, Arguments);
	StandIn::SetFailureListener([](const std::string& Text) { ADD_FAILURE() << Text; });
	const bool bPerformance = Count > 1 && std::string_view(Arguments[1]) == "--performance";
	RegisterSpecs(bPerformance);
	if (bPerformance && testing::GTEST_FLAG(filter) == "*")
	{
		testing::GTEST_FLAG(filter) = "*Performance*";
	}
	StandIn::StartModules();
	const int Code = RUN_ALL_TESTS();
	StandIn::ShutDownModules();
	return Code;
}
