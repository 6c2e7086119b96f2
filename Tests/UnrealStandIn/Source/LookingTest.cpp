// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What a spec cannot ask of a real engine: what was drawn, what the Gameplay Debugger and the Visual Logger got, what the game instance keeps.

#include "Components/SceneComponent.h"
#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceLibrary.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdDebugShapes.h"
#include "CrowdMoveTo.h"
#include "CrowdObstacleComponent.h"
#include "CrowdSimulation.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "Engine/GameInstance.h"
#include "GameFramework/WorldSettings.h"
#include "GameplayDebugger.h"
#include "GameplayDebuggerCategory.h"
#include "HAL/IConsoleManager.h"
#include "VisualLogger/VisualLogger.h"

#include <gtest/gtest.h>

namespace
{
/// Where things happen: not at zero, so that what is drawn elsewhere is found.
const FVector Base(20000.0, -3000.0, 50.0);

/// Two agents a metre apart, and a wall, in a world that is being played.
class LookingTest : public testing::Test
{
protected:
	void SetUp() override
	{
		StandIn::GDrawn = {};
		StandIn::GVisualLog = {};
		GEngine = NewObject<UEngine>();
		World = UWorld::CreateWorld(EWorldType::Game, false);
		World->SetGameInstance(NewObject<UGameInstance>());
		World->BeginPlay();
		World->GetWorldSettings()->NotifyBeginPlay();
		Agent = SpawnAgent(Base);
		SpawnAgent(Base + FVector(100.0, 0.0, 0.0));
		Agent->SetGoal(Base + FVector(900.0, 0.0, 0.0));
		UCrowdObstacleComponent* Wall = NewObject<UCrowdObstacleComponent>(SpawnActor(Base + FVector(0.0, 60.0, 0.0)));
		Wall->Points = {FVector(-200.0, 0.0, 0.0), FVector(200.0, 0.0, 0.0)};
		Wall->RegisterComponent();
	}
	void TearDown() override
	{
		SetDebug(0);
		StandIn::GVisualLog = {};
		World->DestroyWorld(false);
		GEngine = nullptr;
		FStandInObjects::DeleteAll();
	}

	AActor* SpawnActor(const FVector& Location)
	{
		AActor* Actor = World->SpawnActor<AActor>();
		Actor->SetRootComponent(NewObject<USceneComponent>(Actor));
		Actor->SetActorLocation(Location);
		return Actor;
	}

	UCrowdAgentComponent* SpawnAgent(const FVector& Location)
	{
		UCrowdAgentComponent* Made = NewObject<UCrowdAgentComponent>(SpawnActor(Location));
		Made->Profile = NewObject<UCrowdAgentProfile>();
		Made->RegisterComponent();
		return Made;
	}

	void Tick()
	{
		++GFrameCounter;
		World->Tick(LEVELTICK_All, 1.0f / 60.0f);
	}

	static void SetDebug(int32 Level) { IConsoleManager::Get().FindConsoleVariable(TEXT("crowd.Debug"))->Set(Level); }

	void Watch(const FString& Name)
	{
		struct Silent final : FOutputDevice
		{
			void Serialize(const TCHAR*, ELogVerbosity::Type, const FName&) override {}
		} Output;
		const FString Command = FString(TEXT("crowd.Watch ")) + Name;
		ASSERT_TRUE(IConsoleManager::Get().ProcessUserConsoleInput(*Command, Output, World));
	}

	StandIn::FDrawnShapes DrawnAt(int32 Level)
	{
		SetDebug(Level);
		StandIn::GDrawn = {};
		Tick();
		return StandIn::GDrawn;
	}

	UWorld* World = nullptr;
	UCrowdAgentComponent* Agent = nullptr;
};

/// The same with agents that perceive.
class PeopleLookingTest : public LookingTest
{
protected:
	void SetUp() override
	{
		Settings.Model = TEXT("rcap");
		LookingTest::SetUp();
	}
	void TearDown() override
	{
		LookingTest::TearDown();
		Settings.Model = Before;
	}

	/// Of the lines of sight that are drawn of the watched agent.
	std::vector<FColor> SightColors() const
	{
		const FCrowdSimulation& Crowd = *World->GetSubsystem<UCrowdAvoidanceSubsystem>()->GetSimulation();
		std::vector<FColor> Out;
		for (const auto& Line : CrowdAvoidance::DebugShapes::OfAgent(Crowd, Crowd.GetWatched()).Lines)
		{
			if (Line.Kind == CrowdAvoidance::EDebugKind::Sight)
			{
				EXPECT_EQ(FVector::Dist(Line.Start, Line.End), 100.0);
				Out.push_back(Line.Color);
			}
		}
		return Out;
	}

private:
	UCrowdAvoidanceSettings& Settings = *GetMutableDefault<UCrowdAvoidanceSettings>();
	const FName Before = Settings.Model;
};
}

TEST_F(PeopleLookingTest, SightIsDrawnAndToldOf)
{
	StandIn::GVisualLog.bRecording = true;
	Agent->StopMoving();
	Watch(Agent->GetOwner()->GetName());
	Tick();
	EXPECT_EQ(SightColors(), std::vector<FColor>{FColor::Yellow});
	EXPECT_NE(StandIn::GVisualLog.LastLine.find("avoids 0 agents and 1 walls, has not noticed 1 agents yet"),
		std::string::npos)
		<< StandIn::GVisualLog.LastLine;
	for (int Frame = 0; Frame < 60; ++Frame)
	{
		Tick();
	}
	EXPECT_EQ(SightColors(), std::vector<FColor>{FColor::Orange});
	EXPECT_NE(StandIn::GVisualLog.LastLine.find("avoids 1 agents and 1 walls;"), std::string::npos)
		<< StandIn::GVisualLog.LastLine;
}

TEST_F(LookingTest, EachLevelOfDebugDrawsMore)
{
	Watch(Agent->GetOwner()->GetName());
	Tick();
	EXPECT_EQ(DrawnAt(0).Circles, 0);
	const StandIn::FDrawnShapes One = DrawnAt(1), Two = DrawnAt(2), Three = DrawnAt(3), Four = DrawnAt(4);
	EXPECT_EQ(One.Circles, 2) << "two bodies";
	EXPECT_EQ(One.Lines, 2) << "two velocities";
	EXPECT_EQ(Two.Circles, 4) << "and two ranges";
	EXPECT_EQ(Two.Lines, 3) << "and one goal";
	EXPECT_GT(Three.Circles, Two.Circles) << "and what the watched agent sees";
	EXPECT_GT(Three.Lines, Two.Lines + 8) << "and what it may not do";
	EXPECT_EQ(Four.Lines, Three.Lines + 2) << "and a wall, there and back";
}

TEST_F(LookingTest, OnlyWhoIsWatchedAndStillThereIsExplained)
{
	EXPECT_EQ(DrawnAt(3).Circles, 4) << "nobody was watched";
	Watch(Agent->GetOwner()->GetName());
	EXPECT_GT(DrawnAt(3).Circles, 4);
	Watch(TEXT("none"));
	EXPECT_EQ(DrawnAt(3).Circles, 4) << "no longer watched";
	Watch(Agent->GetOwner()->GetName());
	Agent->GetOwner()->Destroy();
	EXPECT_EQ(DrawnAt(3).Circles, 2) << "gone";
	SpawnAgent(Base);
	EXPECT_EQ(DrawnAt(3).Circles, 4) << "the next one in its place is not watched";
}

TEST_F(LookingTest, OfManyAgentsTheNearestToTheViewAreDrawn)
{
	for (int32 Index = 0; Index < 1100; ++Index)
	{
		SpawnAgent(FVector(40000.0 + 100.0 * (Index % 40), 100.0 * (Index / 40), 0.0));
	}
	World->ViewLocationsRenderedLastFrame = {FVector(40000.0, 0.0, 200.0)};
	const StandIn::FDrawnShapes Drawn = DrawnAt(1);
	EXPECT_EQ(Drawn.Circles, 1000);
	EXPECT_GT(Drawn.LeastX, 30000.0) << "the first two are the farthest away";
}

TEST_F(LookingTest, VisualLoggerHearsOfTheWatchedAgentWhileItRecords)
{
	Watch(Agent->GetOwner()->GetName());
	Tick();
	EXPECT_EQ(StandIn::GVisualLog.Lines, 0);
	StandIn::GVisualLog.bRecording = true;
	Tick();
	EXPECT_EQ(StandIn::GVisualLog.Lines, 3);
	EXPECT_NE(StandIn::GVisualLog.LastLine.find("avoids 1 agents and 1 walls"), std::string::npos)
		<< StandIn::GVisualLog.LastLine;
	EXPECT_EQ(StandIn::GVisualLog.LastOwner, Agent->GetOwner());
	EXPECT_GT(StandIn::GVisualLog.Segments, 8);
	EXPECT_GT(StandIn::GVisualLog.Circles, 2);
}

TEST_F(LookingTest, GameplayDebuggerHasAPageOnTheSelectedActor)
{
	ASSERT_EQ(IGameplayDebugger::Get().Categories.size(), 1u);
	EXPECT_TRUE(IGameplayDebugger::Get().Categories[0].Name == FName(TEXT("CrowdAvoidance")));
	EXPECT_GE(IGameplayDebugger::Get().Notified, 1);
	const auto Collect = [](AActor* Selected)
	{
		const TSharedRef<FGameplayDebuggerCategory> Page = IGameplayDebugger::Get().Categories[0].Make.Execute();
		Page->CollectData(nullptr, Selected);
		return Page;
	};
	Collect(Agent->GetOwner());
	Tick();
	const TSharedRef<FGameplayDebuggerCategory> Page = Collect(Agent->GetOwner());
	const TArray<FString> Lines = Page->GetReplicatedLinesCopy();
	ASSERT_EQ(Lines.Num(), 4);
	EXPECT_TRUE(Lines[0].Contains(Agent->GetOwner()->GetName()));
	EXPECT_TRUE(Lines[1].Contains(TEXT("of at most 150 cm/s")));
	EXPECT_TRUE(Lines[2].Contains(TEXT("goal ")));
	EXPECT_TRUE(Lines[3].Contains(TEXT("avoids 1 agents and 1 walls")));
	int32 Segments = 0, Cylinders = 0;
	for (const FGameplayDebuggerShape& Shape : Page->GetReplicatedShapesCopy())
	{
		EXPECT_LT(FVector::Dist(Shape.ShapeData[0], Base), 2000.0);
		EXPECT_EQ(Shape.ShapeData[0].Z, Base.Z);
		Segments += Shape.Type == EGameplayDebuggerShape::Segment ? 1 : 0;
		Cylinders += Shape.Type == EGameplayDebuggerShape::Cylinder ? 1 : 0;
	}
	EXPECT_GT(Segments, 8);
	EXPECT_GT(Cylinders, 2);
	World->SetNewWorldOrigin(FIntVector(20000, -3000, 0));
	EXPECT_LT(Collect(Agent->GetOwner())->GetReplicatedShapesCopy()[0].ShapeData[0].Size(), 2000.0)
		<< "by the new origin";
	EXPECT_EQ(Collect(nullptr)->GetReplicatedLinesCopy().Num(), 1);
	EXPECT_EQ(Collect(SpawnActor(FVector::ZeroVector))->GetReplicatedShapesCopy().Num(), 0);
}

TEST_F(LookingTest, GameInstanceKeepsAMoveUntilItHasEnded)
{
	const std::vector<UObject*>& Kept = World->GetGameInstance()->Referenced;
	UCrowdMoveTo* Move = UCrowdMoveTo::CrowdMoveTo(World, Agent, Base + FVector(0.0, -300.0, 0.0));
	EXPECT_EQ(Kept.size(), 1u);
	Move->Activate();
	Tick();
	EXPECT_EQ(Kept.size(), 1u);
	UCrowdMoveTo* Next = UCrowdMoveTo::CrowdMoveTo(World, Agent, Base + FVector(0.0, -300.0, 0.0), 0.1f);
	Next->Activate();
	ASSERT_EQ(Kept.size(), 1u) << "the first has been replaced";
	EXPECT_EQ(Kept[0], Next);
	for (int32 Frame = 0; Frame < 10; ++Frame)
	{
		Tick();
	}
	EXPECT_TRUE(Kept.empty()) << "its time is over";
	UCrowdMoveTo::CrowdMoveTo(World, Agent, Base + FVector(0.0, -300.0, 0.0))->Activate();
	Agent->GetOwner()->Destroy();
	EXPECT_TRUE(Kept.empty()) << "its agent is gone";
}

TEST_F(LookingTest, AgentsWithoutAComponentAreCountedAndStoppedToo)
{
	FCrowdSimulation& Crowd = *UCrowdAvoidanceLibrary::GetCrowd(World)->GetSimulation();
	const CrowdAvoidance::AgentHandle Free =
		Crowd.AddFreeAgent(Base + FVector(0.0, -500.0, 0.0), *Agent->Profile, *World);
	ASSERT_TRUE(Crowd.SetFreeGoal(Free, Base + FVector(0.0, -2000.0, 0.0), 50.0f, *World, false));
	Tick();
	EXPECT_EQ(UCrowdAvoidanceLibrary::CountAgentsInRadius(World, Base, 600.0f), 3);
	EXPECT_EQ(UCrowdAvoidanceLibrary::GetNeighbors(World, Base, 600.0f).Num(), 2)
		<< "it has no component to name it by";
	EXPECT_FALSE(UCrowdAvoidanceLibrary::IsPositionFree(World, Base + FVector(0.0, -520.0, 0.0), 30.0f));
	EXPECT_GT(Crowd.Shown(Free).Velocity.Size(), 100.0);
	UCrowdAvoidanceLibrary::StopAll(World);
	Tick();
	EXPECT_EQ(Crowd.Shown(Free).Velocity.Size(), 0.0);
}
