// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdObstacleVolume.h"
#include "Components/BoxComponent.h"
#include "CrowdTestWorld.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdObstacleVolumeSpec, "CrowdAvoidance.ObstacleVolume",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FCrowdObstacleVolumeSpec)

void FCrowdObstacleVolumeSpec::Define()
{
	Describe(TEXT("An obstacle volume"),
		[this]()
		{
			It(TEXT("is a box that goes where its actor goes, and as large as its scale"),
				[this]()
				{
					FCrowdTestWorld Test;
					ACrowdObstacleVolume* Volume = Test.World->SpawnActor<ACrowdObstacleVolume>();
					TestEqual(TEXT("obstacles"), Test.GetCrowd()->GetObstacleCount(), 1);
					TestTrue(TEXT("is in the crowd"), Volume->Obstacle->IsInCrowd());
					Volume->SetActorLocation(FVector(500.0, 0.0, 0.0));
					Volume->SetActorScale3D(FVector(2.0, 60.0, 1.0));
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("stops at its side"), Stopped > 300.0 && Stopped <= 370.5);
					Volume->SetActorRotation(FRotator(0.0, 90.0, 0.0));
					Volume->SetActorLocation(FVector(500.0, 300.0, 0.0));
					TestTrue(TEXT("passes along the turned box"), Test.WalkAlongX() > 900.0);
					Volume->Destroy();
					TestEqual(TEXT("obstacles left"), Test.GetCrowd()->GetObstacleCount(), 0);
				});

			It(TEXT("has the box's extent, and stands in nobody else's way"),
				[this]()
				{
					FCrowdTestWorld Test(EWorldType::Game, nullptr, false);
					ACrowdObstacleVolume* Volume = Test.World->SpawnActor<ACrowdObstacleVolume>();
					Volume->Box->SetBoxExtent(FVector(100.0, 3000.0, 100.0));
					Volume->SetActorLocation(FVector(500.0, 0.0, 0.0));
					Test.Begin();
					const double Stopped = Test.WalkAlongX();
					TestTrue(TEXT("stops at its side"), Stopped > 300.0 && Stopped <= 370.5);
					TestTrue(
						TEXT("no collision"), Volume->Box->GetCollisionEnabled() == ECollisionEnabled::NoCollision);
					TestFalse(TEXT("is in the navmesh's way"), Volume->Box->CanEverAffectNavigation());
				});

			It(TEXT("without a size is no obstacle, and says so"),
				[this]()
				{
					FCrowdTestWorld Test(EWorldType::Game, nullptr, false);
					Test.World->SpawnActor<ACrowdObstacleVolume>()->Box->SetBoxExtent(FVector(0.0, 100.0, 100.0));
					Test.World->SpawnActor<ACrowdObstacleVolume>()->Box->SetBoxExtent(
						FVector(100.0, std::numeric_limits<double>::quiet_NaN(), 100.0));
					AddExpectedError(TEXT("correct Box Extent"), EAutomationExpectedErrorFlags::Contains, 2);
					Test.Begin();
					TestEqual(TEXT("obstacles"), Test.GetCrowd()->GetObstacleCount(), 0);
					Test.Tick(2, 1.0f / 60.0f);
				});
		});
}

#endif
