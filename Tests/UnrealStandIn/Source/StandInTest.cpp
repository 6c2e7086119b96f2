// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a spec cannot ask of a real engine: a world that ends inside its own tick, what was drawn, and the stand-in's own promises.

#include "AIController.h"
#include "Components/SceneComponent.h"
#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdCore/CrowdModel.h"
#include "CrowdObstacleComponent.h"
#include "CrowdScenarioAsset.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "GameFramework/WorldSettings.h"
#include "HAL/IConsoleManager.h"

#include <gtest/gtest.h>

namespace
{
class StandInTest : public testing::Test
{
protected:
	void SetUp() override
	{
		StandIn::GDrawn = {};
		World = UWorld::CreateWorld(EWorldType::Game, false);
		World->BeginPlay();
		World->GetWorldSettings()->NotifyBeginPlay();
	}
	void TearDown() override
	{
		World->DestroyWorld(false);
		FStandInObjects::DeleteAll();
	}

	void Tick()
	{
		++GFrameCounter;
		World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	}

	UCrowdAgentComponent* SpawnAgent()
	{
		AActor* Actor = World->SpawnActor<AActor>();
		Actor->SetRootComponent(NewObject<USceneComponent>(Actor));
		UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Actor);
		Agent->Profile = NewObject<UCrowdAgentProfile>();
		Agent->RegisterComponent();
		return Agent;
	}

	UWorld* World = nullptr;
};

struct RecordingTick : FTickFunction
{
	RecordingTick(std::string& InLog, char InMark) : Log(InLog), Mark(InMark) { bCanEverTick = true; }
	void ExecuteTick(float, ELevelTick, ENamedThreads::Type, const FGraphEventRef&) override { Log += Mark; }
	FString DiagnosticMessage() override { return TEXT("recording"); }
	FName DiagnosticContext(bool) override { return FName(TEXT("Recording")); }

	std::string& Log;
	char Mark;
};

/// Looks at the crowd later in the same group.
struct LookingTick : RecordingTick
{
	using RecordingTick::RecordingTick;
	void ExecuteTick(float, ELevelTick, ENamedThreads::Type, const FGraphEventRef&) override
	{
		Steps = Crowd->GetStepCount();
	}

	UCrowdAvoidanceSubsystem* Crowd = nullptr;
	int64 Steps = -1;
};
}

TEST_F(StandInTest, CrowdHasSteppedWhenLaterWorkOfTheSameFrameLooks)
{
	std::string Log;
	LookingTick Looking(Log, 'x');
	Looking.Crowd = World->GetSubsystem<UCrowdAvoidanceSubsystem>();
	Looking.RegisterTickFunction(World->PersistentLevel);
	Tick();
	EXPECT_EQ(Looking.Steps, 1);
}

TEST_F(StandInTest, WorldCanEndInTheMiddleOfItsOwnTick)
{
	UCrowdAgentComponent* Agent = SpawnAgent();
	UCrowdAgentComponent* Other = SpawnAgent();
	Agent->SetGoal(FVector::ZeroVector);
	struct Ender : UObject
	{
		void End(UCrowdAgentComponent*) { Ended->DestroyWorld(false); }
		UWorld* Ended = nullptr;
	};
	auto* Listener = ::new Ender;
	Listener->Ended = World;
	Agent->OnArrived.AddDynamic(Listener, &Ender::End);
	Tick();
	EXPECT_FALSE(IsValid(World));
	EXPECT_FALSE(Agent->IsInCrowd());
	EXPECT_FALSE(Other->IsInCrowd());
}

TEST_F(StandInTest, AgentsAndObstaclesOfStreamedLevelsComeAndGo)
{
	UCrowdAvoidanceSubsystem* Crowd = World->GetSubsystem<UCrowdAvoidanceSubsystem>();
	UCrowdAgentComponent* Agent = SpawnAgent();
	UCrowdAgentComponent* Stays = SpawnAgent();
	Stays->GetOwner()->SetActorLocation(FVector(0.0, 1000.0, 0.0));
	AActor* Wall = World->SpawnActor<AActor>();
	Wall->SetRootComponent(NewObject<USceneComponent>(Wall));
	UCrowdObstacleComponent* Obstacle = NewObject<UCrowdObstacleComponent>(Wall);
	Obstacle->Points = {FVector(-500.0, -200.0, 0.0), FVector(-500.0, 200.0, 0.0)};
	Obstacle->RegisterComponent();
	Agent->SetGoal(FVector(1000.0, 0.0, 0.0));
	for (int Frame = 0; Frame < 60; ++Frame)
	{
		Tick();
	}
	const FVector Left = Agent->GetOwner()->GetActorLocation();
	EXPECT_GT(Left.X, 100.0);

	FStandInStreaming::Out(*Agent->GetOwner());
	FStandInStreaming::Out(*Wall);
	EXPECT_FALSE(Agent->IsInCrowd());
	EXPECT_EQ(Crowd->GetAgentCount(), 1);
	EXPECT_EQ(Crowd->GetObstacleCount(), 0);
	Agent->SetGoal(FVector(-1000.0, 0.0, 0.0)); // Nobody hears it now; it holds when the level is back.
	Tick();
	EXPECT_EQ(Agent->GetOwner()->GetActorLocation(), Left);

	World->SetNewWorldOrigin(FIntVector(500, 0, 0));
	for (AActor* Away : {Agent->GetOwner(), Wall})
	{
		Away->ApplyWorldOffset(FVector(-500.0, 0.0, 0.0), true); // As the engine does when a level comes back.
	}
	FStandInStreaming::In(*Agent->GetOwner());
	FStandInStreaming::In(*Wall);
	EXPECT_TRUE(Agent->IsInCrowd());
	EXPECT_EQ(Crowd->GetAgentCount(), 2);
	EXPECT_EQ(Crowd->GetObstacleCount(), 1);
	for (int Frame = 0; Frame < 600; ++Frame)
	{
		Tick();
	}
	EXPECT_LT(Agent->GetOwner()->GetActorLocation().X + 500.0, Left.X - 300.0);
	EXPECT_GT(Agent->GetOwner()->GetActorLocation().X + 500.0, -500.0) << "the wall is back too";
	EXPECT_NEAR(Agent->SaveState().Target.X, -1500.0, 0.001) << "its goal has not moved with the origin";
}

TEST_F(StandInTest, CrowdIsDrawnWhenAskedTo)
{
	SpawnAgent();
	SpawnAgent();
	Tick();
	EXPECT_EQ(StandIn::GDrawn.Circles, 0);
	IConsoleVariable* Debug = IConsoleManager::Get().FindConsoleVariable(TEXT("crowd.Debug"));
	ASSERT_NE(Debug, nullptr);
	Debug->Set(1);
	Tick();
	Debug->Set(0);
	EXPECT_EQ(StandIn::GDrawn.Circles, 2);
	EXPECT_EQ(StandIn::GDrawn.Lines, 2);
}

TEST_F(StandInTest, TicksComeByGroupAndAfterTheirPrerequisites)
{
	std::string Log;
	RecordingTick Late(Log, 'c'), Second(Log, 'b'), First(Log, 'a');
	Late.TickGroup = TG_PostPhysics;
	Second.AddPrerequisite(World, First);
	for (RecordingTick* Each : {&Late, &Second, &First})
	{
		Each->RegisterTickFunction(World->PersistentLevel);
	}
	Tick();
	EXPECT_EQ(Log, "abc");
	World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	EXPECT_EQ(Log, "abc") << "the same frame must not tick twice";
}

TEST(StandInMovement, ComponentThatWasThereBeforeTheCrowdTicksAfterItAllTheSame)
{
	UWorld* World = UWorld::CreateWorld(EWorldType::Game, false);
	APawn* Pawn = World->SpawnActor<APawn>();
	Pawn->SetRootComponent(NewObject<USceneComponent>(Pawn));
	NewObject<UFloatingPawnMovement>(Pawn)->RegisterComponent();
	World->SpawnActor<AAIController>()->Possess(Pawn);
	UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Pawn);
	Agent->Profile = NewObject<UCrowdAgentProfile>();
	Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
	Agent->RegisterComponent();
	World->BeginPlay();
	World->GetWorldSettings()->NotifyBeginPlay();
	++GFrameCounter;
	World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	EXPECT_NEAR(Pawn->GetActorLocation().X, 1.0, 0.001);
	World->DestroyWorld(false);
	FStandInObjects::DeleteAll();
}

TEST(StandInOptions, EveryListHasSomethingToChooseFrom)
{
	EXPECT_EQ(FStandInOptions::Properties().size(), 4u) << "a model and its options, in settings and in a scenario";
	for (const FStandInOptions::FProperty& Property : FStandInOptions::Properties())
	{
		UClass* Holder = nullptr;
		for (UClass* Class : FStandInObjects::Classes())
		{
			Holder = Property.Class == FString(Class->ClassName) ? Class : Holder;
		}
		ASSERT_NE(Holder, nullptr) << StandIn::ToUtf8(*Property.Class);
		TArray<FString> List;
		EXPECT_TRUE(FStandInOptions::Find(*Holder->GetDefaultObject(), Property.Path, List) && !List.IsEmpty())
			<< StandIn::ToUtf8(*Property.Class) << ": " << StandIn::ToUtf8(*Property.Path);
	}
}

TEST(StandInOptions, AreFoundWhereTheEngineFindsThem)
{
	UCrowdAvoidanceSettings& Settings = *GetMutableDefault<UCrowdAvoidanceSettings>();
	UCrowdScenarioAsset& Asset = *GetMutableDefault<UCrowdScenarioAsset>();
	TArray<FString> List;
	EXPECT_TRUE(FStandInOptions::Find(Settings, TEXT("GetModelNames"), List));
	EXPECT_EQ(List.Num(), static_cast<int32>(CrowdAvoidance::Models().size()));
	EXPECT_TRUE(FStandInOptions::Find(Asset, TEXT("CrowdAvoidance.CrowdAvoidanceSettings.GetModelNames"), List));
	EXPECT_FALSE(FStandInOptions::Find(Asset, TEXT("GetModelNames"), List)) << "another class's";
	EXPECT_FALSE(FStandInOptions::Find(Settings, TEXT("GetCategoryName"), List)) << "no UFUNCTION";
	for (const TCHAR* Wrong : {TEXT("CrowdAvoidance.CrowdAvoidanceSettings.GetModelOptionNames"),
			 TEXT("CrowdAvoidance.UCrowdAvoidanceSettings.GetModelNames"),
			 TEXT("CrowdAvoidanceCore.CrowdAvoidanceSettings.GetModelNames"),
			 TEXT("CrowdAvoidanceSettings.GetModelNames")})
	{
		EXPECT_FALSE(FStandInOptions::Find(Settings, Wrong, List)) << StandIn::ToUtf8(Wrong);
	}
}

namespace
{
struct HalfOptions
{
	bool bStand = false;
};

/// A game's own model: half as fast as desired, or not at all.
class HalfModel : public CrowdAvoidance::Model
{
public:
	explicit HalfModel(const HalfOptions& Given) : Share(Given.bStand ? 0.0f : 0.5f) {}
	void Solve(CrowdAvoidance::ModelBlock& Block) const override
	{
		for (int Agent = 0; Agent < Block.Count; ++Agent)
		{
			const size_t At = static_cast<size_t>(Agent);
			Block.NewVelocityX[At] = Share * Block.DesiredX[At];
			Block.NewVelocityY[At] = Share * Block.DesiredY[At];
		}
	}

private:
	const float Share;
};

CrowdAvoidance::Result<void> RegisterHalf()
{
	using namespace CrowdAvoidance;
	static const HalfOptions Defaults;
	static const Parameter List[] = {{"stand", CROWD_FIELD(HalfOptions, bStand), 0, 1, false, "", "Agents stand."}};
	return RegisterModel({.Name = "half",
		.Description = "half as fast",
		.Options = {List, &Defaults, sizeof(HalfOptions)},
		.Create = [](const ModelSetup& Setup) -> std::unique_ptr<Model>
		{ return std::make_unique<HalfModel>(*static_cast<const HalfOptions*>(Setup.Options)); }});
}

/// How far an agent comes in a second that wants to go 1 m/s; it is shown a step late. [cm]
double WalkForASecond()
{
	UWorld* World = UWorld::CreateWorld(EWorldType::Game, false);
	World->BeginPlay();
	World->GetWorldSettings()->NotifyBeginPlay();
	AActor* Actor = World->SpawnActor<AActor>();
	Actor->SetRootComponent(NewObject<USceneComponent>(Actor));
	UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Actor);
	Agent->Profile = NewObject<UCrowdAgentProfile>();
	Agent->RegisterComponent();
	Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
	for (int32 Frame = 0; Frame < 60; ++Frame)
	{
		++GFrameCounter;
		World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	}
	const double Walked = Actor->GetActorLocation().X;
	World->DestroyWorld(false);
	FStandInObjects::DeleteAll();
	return Walked;
}
}

TEST(StandInModels, OneThatAGameRegistersIsThereLikeTheOthers)
{
	ASSERT_TRUE(RegisterHalf().IsOk());
	UCrowdAvoidanceSettings& Settings = *GetMutableDefault<UCrowdAvoidanceSettings>();
	TArray<FString> List;
	EXPECT_TRUE(FStandInOptions::Find(Settings, TEXT("GetModelNames"), List));
	EXPECT_EQ(StandIn::ToUtf8(*List.Last()), "half");
	EXPECT_NEAR(WalkForASecond(), 100.0, 2.0);
	const FName Before = Settings.Model;
	Settings.Model = TEXT("half");
	EXPECT_NEAR(WalkForASecond(), 50.0, 2.0);
	Settings.ModelOptions.Add(TEXT("stand"), 1.0);
	EXPECT_EQ(WalkForASecond(), 0.0);
	Settings.ModelOptions.Empty();
	Settings.Model = Before;

	UCrowdScenarioAsset& Asset = *NewObject<UCrowdScenarioAsset>();
	const auto Load = [&](const char* Stand)
	{
		FString Error;
		const std::string Text = std::string("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": "
											 "\"half\", \"options\": {\"stand\": ") +
			Stand + "}, \"dt\": 0.1, \"arrivalRadius\": 1, \"profiles\": [{}], \"walls\": [], \"agents\": []}";
		Asset.LoadFromJson(FString(Text.c_str()), Error);
		return StandIn::ToUtf8(*Error);
	};
	EXPECT_EQ(Load("1"), "options.stand must be true or false");
	EXPECT_EQ(Load("true"), "");
	EXPECT_TRUE(Asset.Model == FName(TEXT("half")));
	const double* const Stand = Asset.ModelOptions.Find(TEXT("stand"));
	EXPECT_TRUE(Stand && *Stand == 1.0);
	FStandInObjects::DeleteAll();
}

TEST(StandInFormat, TakesWhatFits)
{
	const FString Text = FString::Printf(TEXT("%s %d %g %u%%"), TEXT("a"), -3, 0.5, 7u);
	EXPECT_TRUE(Text == FString(TEXT("a -3 0.5 7%")));
}

template <typename... Types>
constexpr bool Fits(std::u16string_view Pattern)
{
	return StandIn::FormatFits(Pattern, {StandIn::FFormatArgument::Letters<Types>()...});
}

TEST(StandInFormat, CompilesOnlyWhatFits)
{
	static_assert(Fits<int, double, const TCHAR*, uint32>(TEXT("100 %% of %02d, %.3g, %s and %lu")));
	static_assert(!Fits<int>(TEXT("%s")));
	static_assert(!Fits<const TCHAR*>(TEXT("%d")));
	static_assert(!Fits<int>(TEXT("%d %d")));
	static_assert(!Fits<int>(TEXT("none")));
	static_assert(!Fits<int>(TEXT("cut short: %")));
}
