// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdObstacleVolume.h"

#include "Components/BoxComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdObstacleComponent.h"

ACrowdObstacleVolume::ACrowdObstacleVolume()
{
	Box = CreateDefaultSubobject<UBoxComponent>(TEXT("Box"));
	Box->SetBoxExtent(FVector(50.0, 50.0, 100.0));
	Box->SetCollisionEnabled(ECollisionEnabled::NoCollision);
	Box->SetCanEverAffectNavigation(false);
	SetRootComponent(Box);
	Obstacle = CreateDefaultSubobject<UCrowdObstacleComponent>(TEXT("Obstacle"));
}

void ACrowdObstacleVolume::BeginPlay()
{
	// Before components begin, which is when the crowd looks at the points.
	const FVector Extent = IsValid(Box) ? Box->GetUnscaledBoxExtent() : FVector::ZeroVector;
	const bool bFine = Extent.X > 0.0 && Extent.Y > 0.0;
	if (IsValid(Obstacle) && bFine)
	{
		Obstacle->Points = {FVector(-Extent.X, -Extent.Y, 0.0), FVector(Extent.X, -Extent.Y, 0.0),
			FVector(Extent.X, Extent.Y, 0.0), FVector(-Extent.X, Extent.Y, 0.0)};
	}
	else if (IsValid(Obstacle))
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd obstacle volume '%s' is no obstacle: its box has an extent of %g x %g cm. Both must be above "
				 "0; correct Box Extent."),
			*GetPathName(), Extent.X, Extent.Y);
		Obstacle->DestroyComponent();
	}
	Super::BeginPlay();
}
