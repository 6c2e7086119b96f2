// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdTestWorld.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdObstacleSpec, "CrowdAvoidance.Obstacle",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FCrowdObstacleSpec)

void FCrowdObstacleSpec::Define()
{
	Describe(TEXT("An obstacle"),
		[this]()
		{
			It(TEXT("stops agents while it is there"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Wall = Test.SpawnObstacle(
						FVector(500.0, 0.0, 0.0), {FVector(0.0, -3000.0, 0.0), FVector(0.0, 3000.0, 0.0)});
					TestEqual(TEXT("obstacles"), Test.GetCrowd()->GetObstacleCount(), 1);
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("comes near the wall"), Stopped > 400.0);
					TestTrue(TEXT("and no nearer than its radius"), Stopped <= 470.5);
					Wall->DestroyComponent();
					TestEqual(TEXT("obstacles left"), Test.GetCrowd()->GetObstacleCount(), 0);
					TestTrue(TEXT("passes when it is gone"), Test.WalkAlongX() > 900.0);
				});

			It(TEXT("goes where its owner goes"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Wall = Test.SpawnObstacle(
						FVector(500.0, 0.0, 0.0), {FVector(0.0, -3000.0, 0.0), FVector(0.0, 3000.0, 0.0)});
					Wall->GetOwner()->SetActorLocation(FVector(300.0, 0.0, 0.0));
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("stops at the new place"), Stopped > 200.0 && Stopped <= 270.5);
					TestEqual(TEXT("obstacles"), Test.GetCrowd()->GetObstacleCount(), 1);
					Wall->GetOwner()->SetActorRotation(FRotator(0.0, 90.0, 0.0));
					Wall->GetOwner()->SetActorLocation(FVector(300.0, 200.0, 0.0));
					TestTrue(TEXT("passes along the turned wall"), Test.WalkAlongX() > 900.0);
				});

			It(TEXT("turns by half a degree too: much, at the end of a long wall"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Wall = Test.SpawnObstacle(
						FVector(500.0, -20000.0, 0.0), {FVector::ZeroVector, FVector(0.0, 40000.0, 0.0)});
					Test.Tick(1, 1.0f / 60.0f);
					Wall->GetOwner()->SetActorRotation(FRotator(0.0, 0.5, 0.0));
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("stops at the turned wall"), Stopped > 200.0 && Stopped <= 296.0);
				});

			It(TEXT("does not move with the world's origin"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnObstacle(
						FVector(500.0, 0.0, 0.0), {FVector(0.0, -3000.0, 0.0), FVector(0.0, 3000.0, 0.0)});
					Test.Tick(1, 1.0f / 60.0f);
					Test.World->SetNewWorldOrigin(FIntVector(-1000, 0, 0));
					UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector(1000.0, 0.0, 0.0));
					Agent->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Test.Tick(600, 1.0f / 60.0f);
					const double Stopped = Agent->GetOwner()->GetActorLocation().X;
					TestTrue(TEXT("stops at the wall by the new origin"), Stopped > 1400.0 && Stopped <= 1470.5);
				});

			It(TEXT("is as large as its owner's scale makes it"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Box =
						NewObject<UCrowdObstacleComponent>(Test.SpawnActor(FVector(500.0, 0.0, 0.0)));
					Box->GetOwner()->SetActorScale3D(FVector(4.0, 40.0, 1.0));
					Box->RegisterComponent();
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("stops at the scaled box"), Stopped > 200.0 && Stopped <= 270.5);
				});

			It(TEXT("is nothing to agents that do not avoid its groups"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Wall =
						NewObject<UCrowdObstacleComponent>(Test.SpawnActor(FVector(500.0, 0.0, 0.0)));
					Wall->Points = {FVector(0.0, -3000.0, 0.0), FVector(0.0, 3000.0, 0.0)};
					Wall->Groups = 2;
					Wall->RegisterComponent();
					Test.Profile->Avoidance.Avoids = 1;
					TestTrue(TEXT("passes"), Test.WalkAlongX() > 900.0);
				});

			It(TEXT("with too few points stays out, and says so"),
				[this]()
				{
					FCrowdTestWorld Test;
					AddExpectedError(TEXT("Correct its Points"), EAutomationExpectedErrorFlags::Contains, 1);
					TestFalse(TEXT("is in the crowd"),
						Test.SpawnObstacle(FVector::ZeroVector, {FVector::ZeroVector})->IsInCrowd());
					Test.Tick(1, 1.0f / 60.0f);
				});

			It(TEXT("stays where it was if it cannot be where its owner is, and says so"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdObstacleComponent* Wall = Test.SpawnObstacle(
						FVector(500.0, 0.0, 0.0), {FVector(0.0, -3000.0, 0.0), FVector(0.0, 3000.0, 0.0)});
					AddExpectedError(TEXT("stays where it was"), EAutomationExpectedErrorFlags::Contains, 1);
					Wall->GetOwner()->SetActorScale3D(FVector(0.0, 0.0, 0.0));
					TestTrue(TEXT("stops agents all the same"), Test.WalkAlongX() <= 470.5);
				});
		});
}

#endif
