// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

#include <functional>

enum class EAutomationTestFlags : uint32
{
	EditorContext = 1u << 0,
	ProductFilter = 1u << 1,
	PerfFilter = 1u << 2,
};

constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}

constexpr bool EnumHasAnyFlags(EAutomationTestFlags Flags, EAutomationTestFlags Any)
{
	return (static_cast<uint32>(Flags) & static_cast<uint32>(Any)) != 0;
}

/// A context and exactly one filter; the engine's test classes assert it too.
constexpr bool AreAutomationTestFlags(EAutomationTestFlags Flags)
{
	return EnumHasAnyFlags(Flags, EAutomationTestFlags::EditorContext) &&
		EnumHasAnyFlags(Flags, EAutomationTestFlags::ProductFilter) !=
		EnumHasAnyFlags(Flags, EAutomationTestFlags::PerfFilter);
}

namespace EAutomationExpectedErrorFlags
{
enum MatchType
{
	Contains,
};
}

/// A failed check is handed to whoever runs the tests. A warning or an error in the log fails a test that does not expect it.
class FAutomationTestBase
{
public:
	virtual ~FAutomationTestBase() = default;

	void AddError(const FString& Text);
	void AddInfo(const FString& Text) { std::fprintf(stderr, "%s\n", StandIn::ToUtf8(*Text).c_str()); }
	/// A regular expression, or plain text. Occurrences: 0 for any number above 0.
	void AddExpectedError(
		const FString& Text, EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences, bool bIsRegex = true);
	void AddExpectedErrorPlain(const FString& Text, EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences)
	{
		AddExpectedError(Text, Match, Occurrences, false);
	}

	bool TestTrue(const TCHAR* What, bool bValue) { return Report(What, bValue, "is not true"); }
	bool TestFalse(const TCHAR* What, bool bValue) { return Report(What, !bValue, "is not false"); }
	bool TestNotNull(const TCHAR* What, const void* Pointer) { return Report(What, Pointer != nullptr, "is null"); }
	bool TestNull(const TCHAR* What, const void* Pointer) { return Report(What, Pointer == nullptr, "is not null"); }

	template <typename T>
	bool TestEqual(const TCHAR* What, const T& Actual, const T& Expected)
	{
		return Report(What, Actual == Expected, Difference(Actual, Expected));
	}
	bool TestEqual(const TCHAR* What, double Actual, double Expected, double Tolerance);
	bool TestEqual(const TCHAR* What, const FVector& Actual, const FVector& Expected, float Tolerance);
	template <typename T>
	bool TestNotEqual(const TCHAR* What, const T& Actual, const T& Unexpected)
	{
		return Report(What, !(Actual == Unexpected), Difference(Actual, Unexpected));
	}

protected:
	void BeginExpectations();
	void EndExpectations();

private:
	template <typename T>
	static std::string Difference(const T& Actual, const T& Expected)
	{
		if constexpr (std::is_arithmetic_v<T>)
		{
			return "is " + std::to_string(Actual) + ", compared with " + std::to_string(Expected);
		}
		else
		{
			return "is not as expected";
		}
	}
	bool Report(const TCHAR* What, bool bFine, const std::string& Trouble);
};

/// Describe, BeforeEach, It, AfterEach.
class FAutomationSpecBase : public FAutomationTestBase
{
public:
	FAutomationSpecBase(const char* InName, EAutomationTestFlags InFlags);

	struct FCase
	{
		std::string Name;
		std::function<void()> Run;
	};
	const char* GetSpecName() const { return SpecName; }
	EAutomationTestFlags GetTestFlags() const { return TestFlags; }
	/// Calls Define once.
	std::vector<FCase> GetCases();

	void Describe(const FString& Text, const std::function<void()>& Body);
	void It(const FString& Text, const std::function<void()>& Body);
	void BeforeEach(const std::function<void()>& Body);
	void AfterEach(const std::function<void()>& Body);

	static std::vector<FAutomationSpecBase*>& All();

protected:
	virtual void Define() = 0;

private:
	struct FScope
	{
		std::string Name;
		std::shared_ptr<FScope> Outer;
		std::vector<std::function<void()>> Before;
		std::vector<std::function<void()>> After;
	};

	const char* SpecName;
	EAutomationTestFlags TestFlags;
	std::shared_ptr<FScope> Current;
	std::vector<FCase> Cases;
};

#define BEGIN_DEFINE_SPEC(SpecClass, PrettyName, Flags) \
	class SpecClass : public FAutomationSpecBase \
	{ \
	public: \
		SpecClass() : FAutomationSpecBase(PrettyName, Flags) { static_assert(AreAutomationTestFlags(Flags)); } \
\
	private: \
		virtual void Define() override;

#define END_DEFINE_SPEC(SpecClass) \
	} \
	; \
	static SpecClass G##SpecClass;
