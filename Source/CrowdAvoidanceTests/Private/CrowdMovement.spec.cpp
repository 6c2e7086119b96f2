// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "AIController.h"
#include "CrowdTestMovement.h"
#include "CrowdTestWorld.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"
#include "GameFramework/FloatingPawnMovement.h"
#include "GameFramework/PlayerController.h"
#include "HAL/IConsoleManager.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdMovementSpec, "CrowdAvoidance.Movement",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	enum class EMover
	{
		Character,
		FloatingPawn,
		AnyMovement,
		Transform,
	};
	static AActor* SpawnMover(FCrowdTestWorld & Test, EMover Kind, const FVector& Location);
	static UCrowdTestMovement* MoverOf(const UCrowdAgentComponent& Agent);
	static FVector LocationOf(const UCrowdAgentComponent& Agent);
	/// Two of a kind walk to where the other came from.
	void MeetHeadOn(EMover Kind, float FrameSeconds);
END_DEFINE_SPEC(FCrowdMovementSpec)

AActor* FCrowdMovementSpec::SpawnMover(FCrowdTestWorld& Test, EMover Kind, const FVector& Location)
{
	switch (Kind)
	{
	case EMover::Character:
		return Test.SpawnCharacter(Location, AAIController::StaticClass());
	case EMover::FloatingPawn:
		return Test.SpawnPawn(Location, AAIController::StaticClass());
	default:
		break;
	}
	AActor* Actor = Test.SpawnActor(Location);
	if (Kind == EMover::AnyMovement)
	{
		NewObject<UCrowdTestMovement>(Actor)->RegisterComponent();
	}
	return Actor;
}

UCrowdTestMovement* FCrowdMovementSpec::MoverOf(const UCrowdAgentComponent& Agent)
{
	return Agent.GetOwner()->FindComponentByClass<UCrowdTestMovement>();
}

FVector FCrowdMovementSpec::LocationOf(const UCrowdAgentComponent& Agent)
{
	return Agent.GetOwner()->GetActorLocation();
}

void FCrowdMovementSpec::MeetHeadOn(EMover Kind, float FrameSeconds)
{
	FCrowdTestWorld Test;
	// A character's capsule has 34 cm.
	Test.Profile->Agent.Radius = 35.0f;
	UCrowdAgentComponent* North = Test.AddAgent(*SpawnMover(Test, Kind, FVector(-400.0, 0.0, 0.0)));
	UCrowdAgentComponent* South = Test.AddAgent(*SpawnMover(Test, Kind, FVector(400.0, 0.0, 0.0)));
	North->SetGoal(FVector(400.0, 0.0, 0.0));
	South->SetGoal(FVector(-400.0, 0.0, 0.0));
	double Nearest = 1.0e9;
	for (double Seconds = 0.0; Seconds < 10.0; Seconds += static_cast<double>(FrameSeconds))
	{
		Test.Tick(1, FrameSeconds);
		Nearest = FMath::Min(Nearest, FVector::Dist(LocationOf(*North), LocationOf(*South)));
	}
	TestTrue(TEXT("both arrive"), North->HasArrived() && South->HasArrived());
	TestTrue(TEXT("both are there"),
		FVector::Dist(LocationOf(*North), FVector(400.0, 0.0, 0.0)) < 60.0 &&
			FVector::Dist(LocationOf(*South), FVector(-400.0, 0.0, 0.0)) < 60.0);
	TestTrue(TEXT("overlap is less than 1 cm"), Nearest > 69.0);
	TestTrue(TEXT("they get out of each other's way, not out of sight"), Nearest < 150.0);
}

void FCrowdMovementSpec::Define()
{
	Describe(TEXT("Agents that meet head-on"),
		[this]()
		{
			It(TEXT("as characters"), [this]() { MeetHeadOn(EMover::Character, 1.0f / 60.0f); });
			It(TEXT("as characters at a low frame rate"), [this]() { MeetHeadOn(EMover::Character, 1.0f / 24.0f); });
			It(TEXT("as characters at a high frame rate"), [this]() { MeetHeadOn(EMover::Character, 1.0f / 144.0f); });
			It(TEXT("as floating pawns"), [this]() { MeetHeadOn(EMover::FloatingPawn, 1.0f / 60.0f); });
			It(TEXT("as floating pawns at a low frame rate"),
				[this]() { MeetHeadOn(EMover::FloatingPawn, 1.0f / 24.0f); });
			It(TEXT("as floating pawns at a high frame rate"),
				[this]() { MeetHeadOn(EMover::FloatingPawn, 1.0f / 144.0f); });
			It(TEXT("with any movement component"), [this]() { MeetHeadOn(EMover::AnyMovement, 1.0f / 60.0f); });
			It(TEXT("without one"), [this]() { MeetHeadOn(EMover::Transform, 1.0f / 60.0f); });
		});

	Describe(TEXT("A movement component"),
		[this]()
		{
			It(TEXT("does in the same frame what the step has chosen"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Any =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					UCrowdAgentComponent* Pawn =
						Test.AddAgent(*SpawnMover(Test, EMover::FloatingPawn, FVector(0.0, 1000.0, 0.0)));
					UCrowdAgentComponent* Character =
						Test.AddAgent(*SpawnMover(Test, EMover::Character, FVector(0.0, 2000.0, 0.0)));
					for (UCrowdAgentComponent* Agent : {Any, Pawn, Character})
					{
						Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					}
					Test.Tick(1, 1.0f / 60.0f);
					TestEqual(TEXT("any"), LocationOf(*Any), FVector(1.0, 0.0, 0.0), 0.001f);
					TestEqual(TEXT("floating pawn"), LocationOf(*Pawn), FVector(1.0, 1000.0, 0.0), 0.001f);
					// It accelerates first.
					TestTrue(TEXT("character"), LocationOf(*Character).X > 0.1);
				});

			It(TEXT("is asked in every frame, with and without a step in it"),
				[this]()
				{
					for (const int32 FramesPerSecond : {240, 60, 15})
					{
						FCrowdTestWorld Test;
						UCrowdAgentComponent* Agent =
							Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
						Agent->SetDesiredVelocity(FVector(0.0, 60.0, 0.0));
						Test.Tick(FramesPerSecond, 1.0f / static_cast<float>(FramesPerSecond));
						TestEqual(TEXT("requests"), MoverOf(*Agent)->Requests, FramesPerSecond);
						TestEqual(TEXT("location after a second"), LocationOf(*Agent), FVector(0.0, 60.0, 0.0), 1.0f);
					}
				});

			It(TEXT("gets exactly the speed that was chosen, whatever its own way of getting there"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Pawn =
						Test.AddAgent(*SpawnMover(Test, EMover::FloatingPawn, FVector::ZeroVector));
					Pawn->SetDesiredVelocity(FVector(60.0, -80.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location after a second"), LocationOf(*Pawn), FVector(60.0, -80.0, 0.0), 0.01f);
					Pawn->StopMoving();
					Test.Tick(2, 1.0f / 60.0f);
					const FVector Stopped = LocationOf(*Pawn);
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location once stopped"), LocationOf(*Pawn), Stopped, 0.0f);
				});

			It(TEXT("brings a character to the chosen speed, and to a stop"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::Character, FVector::ZeroVector));
					Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					const ACharacter* Character = Cast<ACharacter>(Agent->GetOwner());
					TestEqual(TEXT("speed"), Character->GetCharacterMovement()->Velocity.Size(), 100.0, 1.0);
					Agent->StopMoving();
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("speed once stopped"), Character->GetCharacterMovement()->Velocity.Size(), 0.0, 0.0);
				});

			It(TEXT("that is slower than the profile sets the agent's limit"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					TestEqual(TEXT("preferred speed of the profile"), static_cast<double>(Agent->GetPreferredSpeed()),
						130.0, 0.01);
					MoverOf(*Agent)->MaxSpeed = 50.0f;
					Agent->SetGoal(FVector(1000.0, 0.0, 0.0));
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("chosen speed"), Agent->GetCrowdVelocity().Size(), 50.0, 0.01);
					TestEqual(TEXT("preferred speed"), static_cast<double>(Agent->GetPreferredSpeed()), 50.0, 0.01);
					MoverOf(*Agent)->MaxSpeed = 140.0f;
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("chosen speed once it can run"), Agent->GetCrowdVelocity().Size(), 130.0, 0.01);
					Agent->SetDesiredVelocity(FVector(1000.0, 0.0, 0.0));
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("chosen speed at the most"), Agent->GetCrowdVelocity().Size(), 140.0, 0.01);
					TestEqual(TEXT("preferred speed of nobody"),
						NewObject<UCrowdAgentComponent>(Agent->GetOwner())->GetPreferredSpeed(), 0.0f);
				});

			It(TEXT("takes its agent along: to other places and floors"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* North =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector(-150.0, 0.0, 0.0)));
					UCrowdAgentComponent* South =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector(150.0, 0.0, 0.0)));
					North->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					South->SetDesiredVelocity(FVector(-100.0, 0.0, 0.0));
					Test.Tick(1, 1.0f / 60.0f);
					TestTrue(TEXT("on one floor the other is avoided"), North->GetCrowdVelocity().Y > 1.0);
					South->GetOwner()->SetActorLocation(LocationOf(*South) + FVector(0.0, 0.0, 400.0));
					Test.Tick(1, 1.0f / 60.0f);
					TestEqual(TEXT("a floor up it is not"), North->GetCrowdVelocity(), FVector(100.0, 0.0, 0.0), 0.01f);
					South->GetOwner()->SetActorLocation(FVector(5000.0, 700.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(
						TEXT("goes on from where it was put"), LocationOf(*South), FVector(4900.0, 700.0, 0.0), 0.1f);
				});

			It(TEXT("is left alone while a player controls the pawn, whom others avoid"),
				[this]()
				{
					FCrowdTestWorld Test;
					APawn* Player = Test.SpawnPawn(FVector::ZeroVector, APlayerController::StaticClass());
					UFloatingPawnMovement* Movement = Player->FindComponentByClass<UFloatingPawnMovement>();
					Test.AddAgent(*Player)->SetDesiredVelocity(FVector(0.0, -100.0, 0.0));
					UCrowdAgentComponent* Other =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector(300.0, 0.0, 0.0)));
					Other->SetDesiredVelocity(FVector(-100.0, 0.0, 0.0));
					Movement->Velocity = FVector(100.0, 0.0, 0.0);
					Test.Tick(1, 1.0f / 60.0f);
					TestTrue(TEXT("the player is not turned"), Movement->Velocity.Y == 0.0);
					Movement->Velocity = FVector(100.0, 0.0, 0.0);
					Test.Tick(1, 1.0f / 60.0f);
					TestTrue(TEXT("the other gets out of the way"), FMath::Abs(Other->GetCrowdVelocity().Y) > 1.0);
				});

			It(TEXT("stands still while crowds are switched off, and when its agent leaves"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					UCrowdTestMovement* Mover = MoverOf(*Agent);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(2, 1.0f / 60.0f);
					IConsoleVariable* Enabled = IConsoleManager::Get().FindConsoleVariable(TEXT("crowd.Enabled"));
					Enabled->Set(0);
					Test.Tick(10, 1.0f / 60.0f);
					Enabled->Set(1);
					TestEqual(TEXT("location while off"), LocationOf(*Agent), FVector(2.0, 0.0, 0.0), 0.001f);
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("location while on"), LocationOf(*Agent), FVector(4.0, 0.0, 0.0), 0.001f);
					Agent->DestroyComponent();
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location once left"), Mover->GetOwner()->GetActorLocation(), FVector(4.0, 0.0, 0.0),
						0.001f);
				});

			It(TEXT("can be destroyed, and then the crowd moves the owner"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					MoverOf(*Agent)->MaxSpeed = 50.0f;
					Agent->SetGoal(FVector(300.0, 0.0, 0.0));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location before"), LocationOf(*Agent), FVector(50.0, 0.0, 0.0), 0.1f);
					MoverOf(*Agent)->DestroyComponent();
					Test.Tick(30, 1.0f / 60.0f);
					TestEqual(TEXT("speed as of the profile"), Agent->GetCrowdVelocity().Size(), 130.0, 0.01);
					Test.Tick(150, 1.0f / 60.0f);
					TestTrue(TEXT("arrives"), Agent->HasArrived());
					TestTrue(TEXT("is there"), FVector::Dist(LocationOf(*Agent), FVector(300.0, 0.0, 0.0)) <= 50.0);
				});

			It(TEXT("is followed by the next one when it is destroyed"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(1, 1.0f / 60.0f);
					MoverOf(*Agent)->DestroyComponent();
					UCrowdTestMovement* Next = NewObject<UCrowdTestMovement>(Agent->GetOwner());
					Next->RegisterComponent();
					Test.Tick(1, 1.0f / 60.0f);
					TestEqual(TEXT("requests to the next"), Next->Requests, 1);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector(2.0, 0.0, 0.0), 0.001f);
				});

			It(TEXT("can go with its owner at any time"),
				[this]()
				{
					FCrowdTestWorld Test;
					for (const EMover Kind : {EMover::Character, EMover::FloatingPawn, EMover::AnyMovement})
					{
						UCrowdAgentComponent* Agent = Test.AddAgent(*SpawnMover(Test, Kind, FVector::ZeroVector));
						Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
						Test.Tick(2, 1.0f / 60.0f);
						Agent->GetOwner()->Destroy();
						Test.Tick(2, 1.0f / 60.0f);
						TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					}
					UCrowdAgentComponent* First =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					UCrowdAgentComponent* Second =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector(300.0, 0.0, 0.0)));
					First->SetGoal(FVector(10.0, 0.0, 0.0));
					Test.Listen(*First)->Reaction = [&](UCrowdAgentComponent& Agent)
					{
						Second->GetOwner()->Destroy();
						Agent.GetOwner()->Destroy();
					};
					Test.Tick(3, 1.0f / 60.0f);
					TestEqual(TEXT("agents after the arrival"), Test.GetCrowd()->GetAgentCount(), 0);
				});
		});

	Describe(TEXT("An agent's Movement"),
		[this]()
		{
			It(TEXT("can be the transform, although there is a movement component"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					AActor* Actor = SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector);
					UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Actor);
					Agent->Profile = Test.Profile;
					Agent->Movement = ECrowdMovement::Transform;
					Agent->RegisterComponent();
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector(10.0, 0.0, 0.0), 0.01f);
					TestEqual(TEXT("requests"), MoverOf(*Agent)->Requests, 0);
				});

			It(TEXT("must not be a movement component where there is none"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->bInterpolate = false;
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Test.SpawnActor(FVector::ZeroVector));
					Agent->Profile = Test.Profile;
					Agent->Movement = ECrowdMovement::MovementComponent;
					AddExpectedError(TEXT("wants a movement component"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->RegisterComponent();
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location all the same"), LocationOf(*Agent), FVector(10.0, 0.0, 0.0), 0.01f);
				});

			It(TEXT("must not be a movement component that has gone"),
				[this]()
				{
					FCrowdTestWorld Test;
					AActor* Actor = SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector);
					UCrowdAgentComponent* Agent = NewObject<UCrowdAgentComponent>(Actor);
					Agent->Profile = Test.Profile;
					Agent->Movement = ECrowdMovement::MovementComponent;
					Agent->RegisterComponent();
					Test.Tick(2, 1.0f / 60.0f);
					AddExpectedError(TEXT("wants a movement component"), EAutomationExpectedErrorFlags::Contains, 1);
					MoverOf(*Agent)->DestroyComponent();
					Test.Tick(5, 1.0f / 60.0f);
				});
		});

	Describe(TEXT("A mistake"),
		[this]()
		{
			It(TEXT("no controller for a floating pawn"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.AddAgent(*Test.SpawnPawn(FVector::ZeroVector, nullptr));
					Test.Tick(2, 1.0f / 60.0f);
					AddExpectedError(TEXT("Auto Possess AI"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector::ZeroVector, 0.0f);
					Test.World->SpawnActor<AAIController>()->Possess(Cast<APawn>(Agent->GetOwner()));
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location with one"), LocationOf(*Agent), FVector(60.0, 0.0, 0.0), 0.01f);
				});

			It(TEXT("no controller for a character, unless it runs without"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent = Test.AddAgent(*Test.SpawnCharacter(FVector::ZeroVector, nullptr));
					AddExpectedError(
						TEXT("Run Physics With No Controller"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector::ZeroVector, 0.0f);
					ACharacter* Free = Test.SpawnCharacter(FVector(0.0, 1000.0, 0.0), nullptr);
					Free->GetCharacterMovement()->bRunPhysicsWithNoController = true;
					Test.AddAgent(*Free)->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(30, 1.0f / 60.0f);
					TestTrue(TEXT("runs without"), Free->GetActorLocation().X > 20.0);
				});

			It(TEXT("a maximal speed of nothing"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					MoverOf(*Agent)->MaxSpeed = 0.0f;
					AddExpectedError(TEXT("has a maximal speed of 0"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("requests"), MoverOf(*Agent)->Requests, 0);
				});

			It(TEXT("nothing to move"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					MoverOf(*Agent)->SetUpdatedComponent(nullptr);
					AddExpectedError(TEXT("has nothing to move"), EAutomationExpectedErrorFlags::Contains, 1);
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					TestEqual(TEXT("location"), LocationOf(*Agent), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("the engine's own avoidance at the same time"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACharacter* Character = Test.SpawnCharacter(FVector::ZeroVector, AAIController::StaticClass());
					Character->GetCharacterMovement()->bUseRVOAvoidance = true;
					AddExpectedError(
						TEXT("Switch its Use RVO Avoidance off"), EAutomationExpectedErrorFlags::Contains, 1);
					TestTrue(TEXT("is in the crowd all the same"), Test.AddAgent(*Character)->IsInCrowd());
				});

			It(TEXT("a place where no agent can be, once"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Agent =
						Test.AddAgent(*SpawnMover(Test, EMover::AnyMovement, FVector::ZeroVector));
					Agent->SetDesiredVelocity(FVector(60.0, 0.0, 0.0));
					AddExpectedError(TEXT("was moved to where no agent can be, or as fast: Position is"),
						EAutomationExpectedErrorFlags::Contains, 1);
					Agent->GetOwner()->SetActorLocation(FVector(1.0e12, 0.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					Agent->GetOwner()->SetActorLocation(FVector::ZeroVector);
					Test.Tick(60, 1.0f / 60.0f);
					TestEqual(TEXT("location once it is back"), LocationOf(*Agent), FVector(60.0, 0.0, 0.0), 0.1f);
				});
		});
}

#endif
