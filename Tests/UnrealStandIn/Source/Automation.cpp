// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Misc/AutomationTest.h"

#include "StandInAutomation.h"

#include <regex.h>

#include <iostream>

namespace
{
struct FExpectation
{
	std::string Text;
	int32 Wanted = 0;
	int32 Seen = 0;
	bool bIsRegex = true;

	bool Fits(const std::string& Line) const
	{
		if (!bIsRegex)
		{
			return Line.find(Text) != std::string::npos;
		}
		regex_t Pattern;
		const bool bFits = regcomp(&Pattern, Text.c_str(), REG_EXTENDED | REG_NOSUB) == 0 &&
			regexec(&Pattern, Line.c_str(), 0, nullptr, 0) == 0;
		regfree(&Pattern);
		return bFits;
	}
};

std::vector<FExpectation> GExpected;
StandIn::FFailureListener GFailures = nullptr;

void Fail(const std::string& Text)
{
	if (GFailures)
	{
		GFailures(Text);
	}
}

void HearLog(const char* Category, ELogVerbosity::Type Verbosity, const std::string& Line)
{
	if (Verbosity > ELogVerbosity::Warning)
	{
		if (Verbosity == ELogVerbosity::Display)
		{
			std::cout << Category << ": " << Line << "\n";
		}
		return;
	}
	for (FExpectation& Expectation : GExpected)
	{
		if (Expectation.Fits(Line))
		{
			++Expectation.Seen;
			return;
		}
	}
	Fail(std::string("unexpected in the log: ") + Category + ": " + Line);
}
}

void StandIn::SetFailureListener(FFailureListener Listener)
{
	GFailures = Listener;
}

void FAutomationTestBase::AddError(const FString& Text)
{
	Fail(StandIn::ToUtf8(*Text));
}

void FAutomationTestBase::AddExpectedError(
	const FString& Text, EAutomationExpectedErrorFlags::MatchType /*Match*/, int32 Occurrences, bool bIsRegex)
{
	GExpected.push_back({StandIn::ToUtf8(*Text), Occurrences, 0, bIsRegex});
}

bool FAutomationTestBase::TestEqual(const TCHAR* What, double Actual, double Expected, double Tolerance)
{
	return Report(What, std::abs(Actual - Expected) <= Tolerance, Difference(Actual, Expected));
}

bool FAutomationTestBase::TestEqual(const TCHAR* What, const FVector& Actual, const FVector& Expected, float Tolerance)
{
	const auto Show = [](const FVector& V)
	{ return "(" + std::to_string(V.X) + ", " + std::to_string(V.Y) + ", " + std::to_string(V.Z) + ")"; };
	return Report(What, Actual.Equals(Expected, static_cast<double>(Tolerance)),
		"is " + Show(Actual) + ", compared with " + Show(Expected));
}

bool FAutomationTestBase::Report(const TCHAR* What, bool bFine, const std::string& Trouble)
{
	if (!bFine)
	{
		Fail(StandIn::ToUtf8(What) + " " + Trouble);
	}
	return bFine;
}

void FAutomationTestBase::BeginExpectations()
{
	GExpected.clear();
	StandIn::SetLogListener(&HearLog);
}

void FAutomationTestBase::EndExpectations()
{
	StandIn::SetLogListener(nullptr);
	for (const FExpectation& Expectation : GExpected)
	{
		const bool bFine = Expectation.Wanted == 0 ? Expectation.Seen > 0 : Expectation.Seen == Expectation.Wanted;
		if (!bFine)
		{
			Fail("expected in the log " + std::to_string(Expectation.Wanted) + " times, seen " +
				std::to_string(Expectation.Seen) + ": " + Expectation.Text);
		}
	}
}

FAutomationSpecBase::FAutomationSpecBase(const char* InName, EAutomationTestFlags InFlags)
	: SpecName(InName),
	  TestFlags(InFlags)
{
	All().push_back(this);
}

std::vector<FAutomationSpecBase*>& FAutomationSpecBase::All()
{
	static std::vector<FAutomationSpecBase*> List;
	return List;
}

std::vector<FAutomationSpecBase::FCase> FAutomationSpecBase::GetCases()
{
	if (Cases.empty())
	{
		Current = std::make_shared<FScope>();
		Define();
	}
	return Cases;
}

void FAutomationSpecBase::Describe(const FString& Text, const std::function<void()>& Body)
{
	auto Inner = std::make_shared<FScope>();
	Inner->Name = StandIn::ToUtf8(*Text);
	Inner->Outer = Current;
	Current = Inner;
	Body();
	Current = Inner->Outer;
}

void FAutomationSpecBase::It(const FString& Text, const std::function<void()>& Body)
{
	std::string Name = StandIn::ToUtf8(*Text);
	for (const FScope* Scope = Current.get(); Scope; Scope = Scope->Outer.get())
	{
		Name = Scope->Name.empty() ? Name : Scope->Name + " " + Name;
	}
	const auto Run = [this, Scope = Current, Body]
	{
		std::vector<const FScope*> Scopes;
		for (const FScope* At = Scope.get(); At; At = At->Outer.get())
		{
			Scopes.push_back(At);
		}
		BeginExpectations();
		for (auto At = Scopes.rbegin(); At != Scopes.rend(); ++At)
		{
			for (const auto& Before : (*At)->Before)
			{
				Before();
			}
		}
		Body();
		for (const FScope* At : Scopes)
		{
			for (const auto& After : At->After)
			{
				After();
			}
		}
		EndExpectations();
	};
	Cases.push_back({Name, Run});
}

void FAutomationSpecBase::BeforeEach(const std::function<void()>& Body)
{
	Current->Before.push_back(Body);
}

void FAutomationSpecBase::AfterEach(const std::function<void()>& Body)
{
	Current->After.push_back(Body);
}
