// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// A scenario that the command line exports comes, run through the subsystem, to the state hash that "crowd run" prints. Not a spec: it needs
// the command line, and bits that are the same in both builds.

#include "CrowdAvoidanceSettings.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdInstances.h"
#include "CrowdScenarioAsset.h"
#include "Engine/Engine.h"
#include "GameFramework/WorldSettings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace
{
constexpr int Steps = 200;
constexpr const char* Biased = "circle-32 --set orca.sideBias=0.2";
/// Every field of a profile that is about people, and an option of the model.
constexpr const char* People =
	"hallway --set rcap.sightRange=12 --set profile.fieldOfView=3 --set profile.sightMemory=1.1 "
	"--set profile.observationTime=0.7 --set profile.observationTimeSpread=0.3 --set profile.personalSpace=0.43 "
	"--set profile.personalSpaceSpread=0.07 --set profile.reactionAcceleration=0.13 "
	"--set profile.reactionAccelerationSpread=0.03 --set profile.brakingAcceleration=1.9 "
	"--set profile.brakingAccelerationSpread=0.7";

struct Run
{
	const char* Scenario;
	const char* Model;
	int Workers;
};

std::string NameOf(const testing::TestParamInfo<Run>& Info)
{
	std::string Name =
		std::string(Info.param.Scenario) + "_" + Info.param.Model + "_" + std::to_string(Info.param.Workers);
	for (char& Char : Name)
	{
		Char = std::isalnum(static_cast<unsigned char>(Char)) ? Char : '_';
	}
	// It is a folder's name too.
	return Name.substr(0, 100);
}

/// What comes after the key in a JSON text, up to the next quote.
std::string TextAfter(const std::string& Json, const std::string& Key)
{
	const std::string Wanted = "\"" + Key + "\": \"";
	const size_t At = Json.find(Wanted);
	return At == std::string::npos
		? std::string()
		: Json.substr(At + Wanted.size(), Json.find('"', At + Wanted.size()) - At - Wanted.size());
}

class ScenarioHash : public testing::TestWithParam<Run>
{
protected:
	void SetUp() override
	{
		Saved = {Settings().Model, Settings().ModelOptions, Settings().FixedStep, Settings().MaxWorkers};
		Folder = std::filesystem::path(testing::TempDir()) / ("CrowdScenarioHash-" + NameOf({GetParam(), 0}));
		std::filesystem::create_directories(Folder);
	}
	void TearDown() override
	{
		Settings().Model = Saved.Model;
		Settings().ModelOptions = Saved.ModelOptions;
		Settings().FixedStep = Saved.FixedStep;
		Settings().MaxWorkers = Saved.MaxWorkers;
		std::filesystem::remove_all(Folder);
		FStandInObjects::DeleteAll();
	}

	static UCrowdAvoidanceSettings& Settings() { return *GetMutableDefault<UCrowdAvoidanceSettings>(); }

	/// What the command writes to its last argument, a file.
	std::string Crowd(const std::string& Arguments) const
	{
		const std::filesystem::path File = Folder / "out.json";
		const std::string Command = std::string("\"") + CROWD_CLI_PATH + "\" " + Arguments + " \"" + File.string() +
			"\" >\"" + (Folder / "log").string() + "\" 2>&1";
		EXPECT_EQ(std::system(Command.c_str()), 0) << Command;
		std::ifstream Stream(File);
		return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
	}

	/// Through the subsystem, in a world of the asset's model, options and step.
	std::string HashInPlugin(UCrowdScenarioAsset& Asset) const
	{
		Settings().Model = Asset.Model;
		Settings().ModelOptions = Asset.ModelOptions;
		Settings().FixedStep = Asset.FixedStep;
		Settings().MaxWorkers = GetParam().Workers;
		UWorld* World = UWorld::CreateWorld(EWorldType::Game, false);
		World->BeginPlay();
		World->GetWorldSettings()->NotifyBeginPlay();
		EXPECT_NE(Asset.SpawnScenario(World), nullptr);
		for (int Step = 0; Step < Steps; ++Step)
		{
			++GFrameCounter;
			World->Tick(LEVELTICK_All, Asset.FixedStep);
		}
		const UCrowdAvoidanceSubsystem* Subsystem = World->GetSubsystem<UCrowdAvoidanceSubsystem>();
		EXPECT_EQ(Subsystem->GetStepCount(), Steps);
		char Text[24];
		std::snprintf(Text, sizeof(Text), "%016llx", Subsystem->GetStateHash());
		World->DestroyWorld(false);
		return Text;
	}

private:
	struct
	{
		FName Model;
		TMap<FName, double> ModelOptions;
		float FixedStep;
		int32 MaxWorkers;
	} Saved;
	std::filesystem::path Folder;
};

TEST_P(ScenarioHash, IsThatOfTheCommandLine)
{
	const std::string What = std::string(GetParam().Scenario) + " --model " + GetParam().Model;
	const std::string File = Crowd("export " + What + " --check " + std::to_string(Steps));
	const std::string Expected =
		TextAfter(Crowd("run " + What + " --steps " + std::to_string(Steps) + " --metrics"), "stateHash");
	ASSERT_EQ(Expected.size(), 16u);
	EXPECT_EQ(TextAfter(File, "stateHash"), Expected);

	UCrowdScenarioAsset* Asset = NewObject<UCrowdScenarioAsset>();
	FString Error;
	ASSERT_TRUE(Asset->LoadFromJson(FString(File.c_str()), Error)) << StandIn::ToUtf8(*Error);
	EXPECT_GT(Asset->Agents.Num(), 0);
	EXPECT_EQ(HashInPlugin(*Asset), Expected);
	if (GetParam().Scenario == Biased)
	{
		Asset->ModelOptions.Empty();
		EXPECT_NE(HashInPlugin(*Asset), Expected) << "the option changes nothing";
	}
}

INSTANTIATE_TEST_SUITE_P(Scenarios, ScenarioHash,
	testing::Values(Run{"circle-32", "orca", 1}, Run{"circle-32", "orca", 3}, Run{"circle-32", "clearpath", 1},
		Run{"circle-32", "clearpath", 3}, Run{"crossing", "orca", 3},
		Run{"crossing --agents 500 --seed 7", "clearpath", 1}, Run{"hallway", "orca", 1},
		Run{"hallway", "clearpath-1", 3}, Run{"car", "orca", 3}, Run{"circle-1k", "orca", 3},
		Run{"circle-32", "orca-plain", 1}, Run{"circle-32", "none", 1}, Run{Biased, "orca", 3},
		Run{"crossing", "rcap", 3}, Run{"crossing", "rcap-plain", 1}, Run{People, "rcap", 3}),
	NameOf);
}
