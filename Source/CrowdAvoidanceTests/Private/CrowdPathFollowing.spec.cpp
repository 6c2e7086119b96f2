// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "AI/NavigationSystemBase.h"
#include "AIController.h"
#include "CrowdAIController.h"
#include "CrowdPathFollowingComponent.h"
#include "CrowdTestMovement.h"
#include "CrowdTestWorld.h"
#include "GameFramework/Character.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "Misc/AutomationTest.h"
#include "NavigationData.h"

#if WITH_DEV_AUTOMATION_TESTS

/// A world in which AI controllers take moves: even straight ones need a navigation system.
class FCrowdPathTestWorld : public FCrowdTestWorld
{
public:
	FCrowdPathTestWorld() { FNavigationSystem::AddNavigationSystemToWorld(*World, FNavigationSystemRunMode::GameMode); }
};

BEGIN_DEFINE_SPEC(FCrowdPathFollowingSpec, "CrowdAvoidance.PathFollowing",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static ACrowdTestAIController* ControllerOf(const APawn& Pawn);
	static UCrowdPathFollowingComponent* FollowingOf(const APawn& Pawn);
	/// Straight to a point, to within 20 cm.
	static EPathFollowingRequestResult::Type GoTo(const APawn& Pawn, const FVector& Goal);
	/// Two walk to where the other came from.
	void MeetHeadOn(bool bCharacters);
	/// Walks towards what a wall hides; whether it gives up.
	bool GivesUpBehindWall(bool bGiveUpWhenHeldUp);
END_DEFINE_SPEC(FCrowdPathFollowingSpec)

ACrowdTestAIController* FCrowdPathFollowingSpec::ControllerOf(const APawn& Pawn)
{
	return Cast<ACrowdTestAIController>(Pawn.GetController());
}

UCrowdPathFollowingComponent* FCrowdPathFollowingSpec::FollowingOf(const APawn& Pawn)
{
	return Cast<UCrowdPathFollowingComponent>(ControllerOf(Pawn)->GetPathFollowingComponent());
}

EPathFollowingRequestResult::Type FCrowdPathFollowingSpec::GoTo(const APawn& Pawn, const FVector& Goal)
{
	return ControllerOf(Pawn)->MoveToLocation(Goal, 20.0f, false, false);
}

void FCrowdPathFollowingSpec::MeetHeadOn(bool bCharacters)
{
	FCrowdPathTestWorld Test;
	Test.Profile->Agent.Radius = 35.0f;
	UClass* const Controller = ACrowdTestAIController::StaticClass();
	const auto Spawn = [&](const FVector& Location) -> APawn*
	{ return bCharacters ? Test.SpawnCharacter(Location, Controller) : Test.SpawnPawn(Location, Controller); };
	APawn* North = Spawn(FVector(-400.0, 0.0, 0.0));
	APawn* South = Spawn(FVector(400.0, 0.0, 0.0));
	Test.AddAgent(*North);
	Test.AddAgent(*South);
	GoTo(*North, FVector(400.0, 0.0, 0.0));
	GoTo(*South, FVector(-400.0, 0.0, 0.0));
	double Nearest = 1.0e9;
	for (int32 Frame = 0; Frame < 600; ++Frame)
	{
		Test.Tick(1, 1.0f / 60.0f);
		Nearest = FMath::Min(Nearest, FVector::Dist(North->GetActorLocation(), South->GetActorLocation()));
	}
	TestEqual(TEXT("successes of the one"), ControllerOf(*North)->Successes, 1);
	TestEqual(TEXT("successes of the other"), ControllerOf(*South)->Successes, 1);
	TestTrue(TEXT("overlap is less than 1 cm"), Nearest > 69.0);
}

bool FCrowdPathFollowingSpec::GivesUpBehindWall(bool bGiveUpWhenHeldUp)
{
	FCrowdPathTestWorld Test;
	APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
	Test.AddAgent(*Pawn);
	Test.SpawnObstacle(FVector(200.0, 0.0, 0.0), {FVector(0.0, -1000.0, 0.0), FVector(0.0, 1000.0, 0.0)});
	FollowingOf(*Pawn)->bGiveUpWhenHeldUp = bGiveUpWhenHeldUp;
	FollowingOf(*Pawn)->SetBlockDetection(10.0f, 0.1f, 10);
	GoTo(*Pawn, FVector(400.0, 0.0, 0.0));
	Test.Tick(600, 1.0f / 60.0f);
	TestTrue(TEXT("the wall holds it up"), Pawn->GetActorLocation().X < 180.0);
	return ControllerOf(*Pawn)->Last.Code == EPathFollowingResult::Blocked;
}

void FCrowdPathFollowingSpec::Define()
{
	Describe(TEXT("A crowd AI controller"),
		[this]()
		{
			It(TEXT("follows paths through the crowd"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdAIController::StaticClass());
					const ACrowdAIController* Controller = Cast<ACrowdAIController>(Pawn->GetController());
					UPathFollowingComponent* Following = Controller->GetPathFollowingComponent();
					TestNotNull(TEXT("crowd path following"), Cast<UCrowdPathFollowingComponent>(Following));
				});

			It(TEXT("gets its pawn to a location, and stops there"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					TestTrue(TEXT("the move is accepted"),
						GoTo(*Pawn, FVector(300.0, 400.0, 0.0)) == EPathFollowingRequestResult::RequestSuccessful);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(
						TEXT("location after a second"), Pawn->GetActorLocation(), FVector(78.0, 104.0, 0.0), 0.5f);
					TestEqual(TEXT("successes on the way"), ControllerOf(*Pawn)->Successes, 0);
					Test.Tick(300, 1.0f / 60.0f);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
					TestEqual(TEXT("failures"), ControllerOf(*Pawn)->Failures, 0);
					TestTrue(
						TEXT("is there"), FVector::Dist(Pawn->GetActorLocation(), FVector(300.0, 400.0, 0.0)) <= 20.0);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("is heard by the crowd in the same frame"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(1000.0, 0.0, 0.0));
					Test.Tick(1, 1.0f / 60.0f);
					TestEqual(TEXT("location after the first frame"), Pawn->GetActorLocation(),
						FVector(130.0 / 60.0, 0.0, 0.0), 0.01f);
				});

			It(TEXT("goes slower at the end of the way, and not too far"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					Test.Profile->Agent.MaxSpeed = 600.0f;
					Test.Profile->Agent.PreferredSpeed = 600.0f;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					ControllerOf(*Pawn)->MoveToLocation(FVector(500.0, 0.0, 0.0), 1.0f, false, false);
					double Farthest = 0.0;
					for (int32 Frame = 0; Frame < 300; ++Frame)
					{
						Test.Tick(1, 1.0f / 60.0f);
						const double X = Pawn->GetActorLocation().X;
						Farthest = FMath::Max(Farthest, X);
						if (X > 450.0)
						{
							TestTrue(TEXT("speed in the last half metre"), Agent->GetCrowdVelocity().Size() <= 360.0);
						}
					}
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
					TestTrue(TEXT("not too far"), Farthest <= 501.0);
				});

			It(TEXT("goes around the corners of a path without slowing down"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					const FVector Corner(300.0, 0.0, 0.0), End(300.0, 300.0, 0.0);
					const FAIMoveRequest Request =
						FAIMoveRequest(End).SetAcceptanceRadius(20.0f).SetReachTestIncludesAgentRadius(false);
					ControllerOf(*Pawn)->RequestMove(
						Request, MakeShared<FNavigationPath>(TArray<FVector>{FVector::ZeroVector, Corner, End}));
					double Nearest = 1.0e9;
					for (int32 Frame = 0; Frame < 400; ++Frame)
					{
						Test.Tick(1, 1.0f / 60.0f);
						const double Distance = FVector::Dist(Pawn->GetActorLocation(), Corner);
						Nearest = FMath::Min(Nearest, Distance);
						if (Distance < 20.0)
						{
							TestEqual(TEXT("speed at the corner"), Agent->GetCrowdVelocity().Size(), 130.0, 0.1);
						}
					}
					TestTrue(TEXT("comes past the corner"), Nearest < 5.0);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
				});

			It(TEXT("gets pawns past each other"), [this]() { MeetHeadOn(false); });
			It(TEXT("gets characters past each other"), [this]() { MeetHeadOn(true); });

			It(TEXT("follows an actor that moves"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					AActor* Target = Test.SpawnActor(FVector(300.0, 0.0, 0.0));
					ControllerOf(*Pawn)->MoveToActor(Target, 30.0f, false, false);
					for (int32 Frame = 0; Frame < 600 && ControllerOf(*Pawn)->Successes == 0; ++Frame)
					{
						Target->SetActorLocation(Target->GetActorLocation() + FVector(0.0, 1.0, 0.0));
						Test.Tick(1, 1.0f / 60.0f);
					}
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
					TestTrue(TEXT("the target had moved"), Target->GetActorLocation().Y > 100.0);
					TestTrue(TEXT("is with it"),
						FVector::Dist(Pawn->GetActorLocation(), Target->GetActorLocation()) <= 33.0);
				});

			It(TEXT("stops when the move is aborted"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(1000.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					ControllerOf(*Pawn)->StopMovement();
					TestTrue(TEXT("aborted"), ControllerOf(*Pawn)->Last.Code == EPathFollowingResult::Aborted);
					const FVector Stopped = Pawn->GetActorLocation();
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("location"), Pawn->GetActorLocation(), Stopped, 1.0f);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("takes the next move from whoever hears that one has ended"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					ControllerOf(*Pawn)->Reaction = [&]()
					{
						ControllerOf(*Pawn)->Reaction = nullptr;
						GoTo(*Pawn, FVector::ZeroVector);
					};
					GoTo(*Pawn, FVector(200.0, 0.0, 0.0));
					Test.Tick(600, 1.0f / 60.0f);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 2);
					TestTrue(TEXT("is back"), Pawn->GetActorLocation().Size() <= 20.0);
				});

			It(TEXT("pauses and resumes"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(300.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					FollowingOf(*Pawn)->PauseMove();
					Test.Tick(2, 1.0f / 60.0f);
					const FVector Paused = Pawn->GetActorLocation();
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location while paused"), Pawn->GetActorLocation(), Paused, 0.0f);
					FollowingOf(*Pawn)->ResumeMove();
					Test.Tick(240, 1.0f / 60.0f);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
				});

			It(TEXT("lets its pawn stand when it leaves it"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(1000.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					ControllerOf(*Pawn)->UnPossess();
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("velocity"), Agent->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("leaves the goal of a pawn alone that follows no path"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(0.0, 100.0, 0.0));
					Test.Tick(120, 1.0f / 60.0f);
					ACrowdTestAIController* Controller = ControllerOf(*Pawn);
					TestEqual(TEXT("successes"), Controller->Successes, 1);
					Agent->SetGoal(FVector(300.0, 0.0, 0.0));
					Controller->UnPossess();
					Controller->Possess(Pawn);
					Test.Tick(240, 1.0f / 60.0f);
					TestTrue(TEXT("arrives"), Agent->HasArrived());
				});

			It(TEXT("survives the end of its pawn"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(1000.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					Pawn->Destroy();
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
				});
		});

	Describe(TEXT("Being held up"),
		[this]()
		{
			It(TEXT("by the crowd is no reason to give up"),
				[this]() { TestFalse(TEXT("gives up"), GivesUpBehindWall(false)); });

			It(TEXT("by the crowd is one where the component says so"),
				[this]() { TestTrue(TEXT("gives up"), GivesUpBehindWall(true)); });

			It(TEXT("by something else is one"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.AddAgent(*Pawn);
					FollowingOf(*Pawn)->SetBlockDetection(10.0f, 0.1f, 10);
					GoTo(*Pawn, FVector(400.0, 0.0, 0.0));
					for (int32 Frame = 0; Frame < 240; ++Frame)
					{
						Test.Tick(1, 1.0f / 60.0f);
						Pawn->SetActorLocation(FVector::ZeroVector);
					}
					TestTrue(TEXT("blocked"), ControllerOf(*Pawn)->Last.Code == EPathFollowingResult::Blocked);
					TestEqual(TEXT("failures"), ControllerOf(*Pawn)->Failures, 1);
				});
		});

	Describe(TEXT("A mistake"),
		[this]()
		{
			It(TEXT("no agent component: the pawn follows its path without the crowd"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					AddExpectedError(
						TEXT("follows its path without avoiding others"), EAutomationExpectedErrorFlags::Contains, 1);
					GoTo(*Pawn, FVector(300.0, 0.0, 0.0));
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
					GoTo(*Pawn, FVector::ZeroVector);
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("successes of the next move"), ControllerOf(*Pawn)->Successes, 2);
				});

			It(TEXT("another AI controller: the pawn follows its path without the crowd, and then goes on with it"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, AAIController::StaticClass());
					UCrowdAgentComponent* Agent = Test.AddAgent(*Pawn);
					AddExpectedError(TEXT("Use a Crowd AI Controller"), EAutomationExpectedErrorFlags::Contains, 1);
					AAIController* Controller = Cast<AAIController>(Pawn->GetController());
					Controller->MoveToLocation(FVector(300.0, 0.0, 0.0), 20.0f, false, false);
					Test.Tick(120, 1.0f / 60.0f);
					TestTrue(
						TEXT("is there"), FVector::Dist(Pawn->GetActorLocation(), FVector(300.0, 0.0, 0.0)) <= 20.0);
					Agent->SetGoal(FVector::ZeroVector);
					Test.Tick(240, 1.0f / 60.0f);
					TestTrue(TEXT("goes to its goal afterwards"),
						Agent->HasArrived() && Pawn->GetActorLocation().Size() <= 50.0);
				});

			It(TEXT("an agent component that stays out of the crowd"),
				[this]()
				{
					FCrowdPathTestWorld Test;
					APawn* Pawn = Test.SpawnPawn(FVector::ZeroVector, ACrowdTestAIController::StaticClass());
					Test.Profile->Agent.Radius = -1.0f;
					AddExpectedError(
						TEXT("stays out of the crowd: Radius is"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(
						TEXT("follows its path without avoiding others"), EAutomationExpectedErrorFlags::Contains, 1);
					Test.AddAgent(*Pawn);
					GoTo(*Pawn, FVector(300.0, 0.0, 0.0));
					Test.Tick(120, 1.0f / 60.0f);
					TestEqual(TEXT("successes"), ControllerOf(*Pawn)->Successes, 1);
				});
		});
}

#endif
