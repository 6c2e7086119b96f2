// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdScenarioAsset.h"

#include "Components/InstancedStaticMeshComponent.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSettings.h"
#include "CrowdInstances.h"
#include "CrowdModels.h"
#include "CrowdObstacleComponent.h"
#include "CrowdScenarioReader.h"
#include "CrowdSimulation.h"
#include "CrowdUnits.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"

using namespace CrowdAvoidance;

bool UCrowdScenarioAsset::LoadFromJson(const FString& Text, FString& OutError)
{
	UCrowdScenarioAsset* const New = NewObject<UCrowdScenarioAsset>();
	if (!ScenarioFile::Read(Text, *New, OutError))
	{
		return false;
	}
	Model = New->Model;
	ModelOptions = MoveTemp(New->ModelOptions);
	FixedStep = New->FixedStep;
	ArrivalRadius = New->ArrivalRadius;
	Profiles = MoveTemp(New->Profiles);
	Agents = MoveTemp(New->Agents);
	Walls = MoveTemp(New->Walls);
	return true;
}

ACrowdInstances* UCrowdScenarioAsset::SpawnScenario(UObject* WorldContextObject, UStaticMesh* Mesh)
{
	UWorld* const World = WorldContextObject ? WorldContextObject->GetWorld() : nullptr;
	ACrowdInstances* const Actor = World ? World->SpawnActor<ACrowdInstances>() : nullptr;
	if (!Actor || !Actor->Crowd.IsValid())
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd scenario '%s' was not spawned: '%s' is in no world with a crowd that has begun play. Spawn it "
				 "from an actor of a game ") TEXT("world, in BeginPlay or later."),
			*GetPathName(), *GetPathNameSafe(WorldContextObject));
		if (Actor)
		{
			Actor->Destroy();
		}
		return nullptr;
	}
	Actor->ArrivalRadius = static_cast<float>(ArrivalRadius);
	// As in the command line's run of the same scenario.
	Actor->bUseNavigation = false;
	Actor->Instances->SetStaticMesh(Mesh);
	if (!AddWalls(*Actor) || !AddAgents(*Actor))
	{
		Actor->Destroy();
		return nullptr;
	}
	WarnOfOtherSettings();
	return Actor;
}

TArray<FName> UCrowdScenarioAsset::GetModelOptionNames() const
{
	return ModelNames::OptionsOf(Model);
}

void UCrowdScenarioAsset::WarnOfOtherSettings() const
{
	if (const Result<World> Made = World::Create(ModelNames::ToWorldDef(Model, ModelOptions)); !Made)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd scenario '%s': %s. It goes as the project's settings say; correct Model or ModelOptions in the "
				 "asset."),
			*GetPathName(), UTF8_TO_TCHAR(Made.ErrorText()));
		return;
	}
	const UCrowdAvoidanceSettings& Settings = *GetDefault<UCrowdAvoidanceSettings>();
	const bool bFixed = Settings.StepMode == ECrowdStepMode::Fixed;
	const FString Ours = ModelNames::Describe(Model, ModelOptions);
	const FString Theirs = ModelNames::Describe(Settings.Model, Settings.ModelOptions);
	if (Ours == Theirs && bFixed && Settings.FixedStep == FixedStep)
	{
		return;
	}
	UE_LOG(LogCrowdAvoidance, Warning,
		TEXT("Crowd scenario '%s' was made for model %s and fixed steps of %g s; the project has model %s and %s steps "
			 "of %g s, so the scenario ")
			TEXT("goes another way. Set both in Project Settings, Plugins, Crowd Avoidance, or in the asset."),
		*GetPathName(), *Ours, static_cast<double>(FixedStep), *Theirs, bFixed ? TEXT("fixed") : TEXT("variable"),
		static_cast<double>(bFixed ? Settings.FixedStep : Settings.LongestStep));
}

bool UCrowdScenarioAsset::AddWalls(ACrowdInstances& Actor) const
{
	Actor.ScenarioWalls = Walls.IsEmpty() ? nullptr : Actor.GetWorld()->SpawnActor<AActor>();
	for (int32 Index = 0; Index < Walls.Num(); ++Index)
	{
		UCrowdObstacleComponent* Obstacle = NewObject<UCrowdObstacleComponent>(Actor.ScenarioWalls);
		Obstacle->Points = Walls[Index].Points;
		Obstacle->RegisterComponent();
		if (!Obstacle->IsInCrowd())
		{
			WarnOfRefusal(TEXT("Walls"), Index);
			return false;
		}
	}
	return true;
}

void UCrowdScenarioAsset::WarnOfRefusal(const TCHAR* List, int32 Index) const
{
	UE_LOG(LogCrowdAvoidance, Warning,
		TEXT("Crowd scenario '%s' was not spawned, because %s[%d] was refused. Correct it in the asset."),
		*GetPathName(), List, Index);
}

bool UCrowdScenarioAsset::AddAgents(ACrowdInstances& Actor) const
{
	FCrowdSimulation& Simulation = *Actor.Crowd.Pin();
	TArray<ProfileHandle> Handles;
	for (const FCrowdProfileParameters& Profile : Profiles)
	{
		Handles.Add(Simulation.AddProfile(Profile.ToCore(), *this));
	}
	int32 WithoutProfile = 0;
	for (int32 Index = 0; Index < Agents.Num(); ++Index)
	{
		const FCrowdScenarioAgent& Agent = Agents[Index];
		const bool bKnown = Handles.IsValidIndex(Agent.Profile);
		WithoutProfile += bKnown ? 0 : 1;
		AgentDef Def = Agent.Parameters.ToCore();
		Def.Velocity = Def.DesiredVelocity = Units::ToPlane(Agent.Velocity);
		Def.Profile = bKnown ? Handles[Agent.Profile] : ProfileHandle();
		const AgentHandle Handle = Simulation.AddFreeAgent(Agent.Location, Def, *this);
		const bool bAdded = Simulation.GetWorld().IsValid(Handle);
		if (bAdded)
		{
			Actor.Enlist(Handle, Agent.Location, Agent.bHasGoal ? Agent.Goal - Agent.Location : Agent.Velocity);
		}
		if (!bAdded || (Agent.bHasGoal && !Actor.SetGoalOf(Actor.Members.Last(), Agent.Goal, ArrivalRadius)))
		{
			WarnOfRefusal(TEXT("Agents"), Index);
			return false;
		}
	}
	Actor.ShowNew(0);
	if (WithoutProfile > 0)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd scenario '%s': %d agents have a Profile that is not one of its %d profiles, and perceive as "
				 "default agents do. Correct it, or ") TEXT("add profiles."),
			*GetPathName(), WithoutProfile, Profiles.Num());
	}
	return true;
}
