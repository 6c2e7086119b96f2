// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceLibrary.h"

#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdQueries.h"
#include "CrowdSimulation.h"
#include "CrowdUnits.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "UObject/WeakObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include <cmath>

using namespace CrowdAvoidance;

namespace CrowdAvoidance::Library
{
static constexpr double FarthestLocation = 1.0e8;    ///< Beyond that no agent can be. [cm]
static constexpr float LargestRadius = 100000.0f;    ///< [cm]
static constexpr float LargestDistance = 1000000.0f; ///< [cm]
static constexpr int32 MostRings = 50;

/// A disc that somebody asks about, in Core's units. Simulation is null where the question makes no sense, and the log has said so.
struct FQuestion
{
	FCrowdSimulation* Simulation = nullptr;
	Vec2 Center;
	float Height = 0.0f;
	float Radius = 0.0f;
};

static FCrowdSimulation* FindSimulation(const UObject* Context, const TCHAR* Node)
{
	const UWorld* World =
		GEngine ? GEngine->GetWorldFromContextObject(Context, EGetWorldErrorMode::ReturnNull) : nullptr;
	const UCrowdAvoidanceSubsystem* Subsystem = World ? World->GetSubsystem<UCrowdAvoidanceSubsystem>() : nullptr;
	FCrowdSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (!Simulation)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("%s: world '%s' of '%s' has no crowd. Pass an actor or a component of a world that is being played."),
			Node, *GetPathNameSafe(World), *GetPathNameSafe(Context));
	}
	return Simulation;
}

static bool IsPossible(const FVector& Absolute)
{
	return std::abs(Absolute.X) <= FarthestLocation && std::abs(Absolute.Y) <= FarthestLocation &&
		std::abs(Absolute.Z) <= FarthestLocation;
}

static FQuestion Ask(const UObject* Context, const TCHAR* Node, const FVector& Location, float Radius)
{
	FQuestion Out;
	FCrowdSimulation* Simulation = FindSimulation(Context, Node);
	if (!Simulation)
	{
		return Out;
	}
	const FVector Absolute = Units::ToAbsolute(Location, Simulation->WorldOrigin());
	// Written so that what is no number does not pass.
	const bool bFine = IsPossible(Absolute) && Radius > 0.0f && Radius <= LargestRadius;
	if (!bFine)
	{
		if (Simulation->IsNewComplaint(FName(Node)))
		{
			UE_LOG(LogCrowdAvoidance, Warning,
				TEXT("%s: asked by '%s' about (%g, %g, %g) cm and a radius of %g cm, which is not a place (up to 1e8 "
					 "cm) with a radius (above 0, up to ")
					TEXT("100,000 cm). It answers with nothing; correct what is passed to it."),
				Node, *GetPathNameSafe(Context), Location.X, Location.Y, Location.Z, static_cast<double>(Radius));
		}
		return Out;
	}
	Out.Simulation = Simulation;
	Out.Center = Units::ToPlane(Absolute);
	Out.Height = Units::ToMeters(Absolute.Z);
	Out.Radius = Units::ToMeters(static_cast<double>(Radius));
	return Out;
}

static int32 Count(const FQuestion& Question)
{
	return Question.Simulation
		? Queries::FindAgents(Question.Simulation->GetWorld(), Question.Center, Question.Height, Question.Radius, false)
			  .Num()
		: 0;
}

/// The first free place on rings around the point; false where there is none. [cm]
static bool FindOnRings(const FQuestion& Question, float Radius, float MaxDistance, FVector& OutOffset)
{
	const Queries::FSurroundings Around(*Question.Simulation, Question.Center, Question.Height,
		Units::ToMeters(static_cast<double>(MaxDistance) + static_cast<double>(Radius)));
	const double Gap = FMath::Max(static_cast<double>(Radius) / 2.0, static_cast<double>(MaxDistance) / MostRings);
	const int32 Rings = static_cast<int32>(static_cast<double>(MaxDistance) / Gap + 1.0e-6);
	for (int32 Ring = 0; Ring <= Rings; ++Ring)
	{
		// As far apart along the ring as rings are from each other.
		const int32 Places = Ring == 0 ? 1 : static_cast<int32>(std::ceil(2.0 * UE_DOUBLE_PI * Ring));
		for (int32 Place = 0; Place < Places; ++Place)
		{
			const double Angle = 2.0 * UE_DOUBLE_PI * Place / Places;
			OutOffset = FVector(FMath::Cos(Angle), FMath::Sin(Angle), 0.0) * (Ring * Gap);
			const Vec2 Offset = Units::ToPlane(OutOffset);
			if (Around.IsFree({Question.Center.X + Offset.X, Question.Center.Y + Offset.Y}, Question.Radius))
			{
				return true;
			}
		}
	}
	return false;
}
}

UCrowdAvoidanceSubsystem* UCrowdAvoidanceLibrary::GetCrowd(const UObject* WorldContextObject)
{
	const UWorld* World =
		GEngine ? GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::ReturnNull) : nullptr;
	return World ? World->GetSubsystem<UCrowdAvoidanceSubsystem>() : nullptr;
}

bool UCrowdAvoidanceLibrary::FindFreePosition(
	const UObject* WorldContextObject, FVector Near, float Radius, float MaxDistance, FVector& OutLocation)
{
	OutLocation = Near;
	const Library::FQuestion Question = Library::Ask(WorldContextObject, TEXT("Find Free Position"), Near, Radius);
	if (!Question.Simulation)
	{
		return false;
	}
	if (!(MaxDistance >= 0.0f && MaxDistance <= Library::LargestDistance))
	{
		if (Question.Simulation->IsNewComplaint(FName(TEXT("MaxDistance"))))
		{
			UE_LOG(LogCrowdAvoidance, Warning,
				TEXT("Find Free Position: asked by '%s' to look %g cm far, which is not within 0 .. 1,000,000. It "
					 "finds nothing; correct MaxDistance."),
				*GetPathNameSafe(WorldContextObject), static_cast<double>(MaxDistance));
		}
		return false;
	}
	FVector Offset = FVector::ZeroVector;
	const bool bFound = Library::FindOnRings(Question, Radius, MaxDistance, Offset);
	OutLocation = bFound ? Near + Offset : Near;
	return bFound;
}

bool UCrowdAvoidanceLibrary::IsPositionFree(const UObject* WorldContextObject, FVector Location, float Radius)
{
	const Library::FQuestion Question = Library::Ask(WorldContextObject, TEXT("Is Position Free"), Location, Radius);
	return Question.Simulation &&
		Queries::FSurroundings(*Question.Simulation, Question.Center, Question.Height, Question.Radius)
			.IsFree(Question.Center, Question.Radius);
}

TArray<UCrowdAgentComponent*> UCrowdAvoidanceLibrary::GetNeighbors(
	const UObject* WorldContextObject, FVector Location, float Radius)
{
	TArray<UCrowdAgentComponent*> Out;
	const Library::FQuestion Question = Library::Ask(WorldContextObject, TEXT("Get Neighbors"), Location, Radius);
	if (!Question.Simulation)
	{
		return Out;
	}
	const TArray<Queries::FNearAgent> Found =
		Queries::FindAgents(Question.Simulation->GetWorld(), Question.Center, Question.Height, Question.Radius, false);
	for (const Queries::FNearAgent& Each : Found)
	{
		if (UCrowdAgentComponent* Agent = Question.Simulation->FindComponent(Each.HandleIndex))
		{
			Out.Add(Agent);
		}
	}
	return Out;
}

int32 UCrowdAvoidanceLibrary::CountAgentsInRadius(const UObject* WorldContextObject, FVector Location, float Radius)
{
	return Library::Count(Library::Ask(WorldContextObject, TEXT("Count Agents In Radius"), Location, Radius));
}

float UCrowdAvoidanceLibrary::GetDensityAt(const UObject* WorldContextObject, FVector Location, float Radius)
{
	const Library::FQuestion Question = Library::Ask(WorldContextObject, TEXT("Get Density At"), Location, Radius);
	const double Area = UE_DOUBLE_PI * FMath::Square(static_cast<double>(Question.Radius));
	return Question.Simulation ? static_cast<float>(Library::Count(Question) / Area) : 0.0f;
}

void UCrowdAvoidanceLibrary::StopAll(const UObject* WorldContextObject)
{
	FCrowdSimulation* Simulation = Library::FindSimulation(WorldContextObject, TEXT("Stop All"));
	if (!Simulation)
	{
		return;
	}
	TArray<TWeakObjectPtr<UCrowdAgentComponent>> Agents;
	const TArray<uint32> All = Simulation->ListAgents();
	for (const uint32 HandleIndex : All)
	{
		if (UCrowdAgentComponent* Agent = Simulation->FindComponent(HandleIndex))
		{
			Agents.Add(Agent);
			continue;
		}
		Simulation->SetFreeDesiredVelocity(
			Simulation->GetWorld().HandleOf(HandleIndex), FVector::ZeroVector, *WorldContextObject);
	}
	Simulation->TellStopped();
	// Last, since to stop these may run code of others.
	for (const TWeakObjectPtr<UCrowdAgentComponent>& Weak : Agents)
	{
		if (UCrowdAgentComponent* Agent = Weak.Get())
		{
			Agent->StopMoving();
		}
	}
}
