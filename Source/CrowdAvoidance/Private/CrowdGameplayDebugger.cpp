// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdGameplayDebugger.h"

#if WITH_GAMEPLAY_DEBUGGER

#include "CrowdAgentComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdDebugShapes.h"
#include "CrowdSimulation.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "GameplayDebugger.h"

namespace CrowdAvoidance::DebuggerPage
{
static const TCHAR* const CategoryName = TEXT("CrowdAvoidance");
static constexpr float HalfHeight = 1.0f; ///< Of circles, which are flat cylinders. [cm]

static TSharedRef<FGameplayDebuggerCategory> MakeInstance()
{
	return MakeShared<FCrowdGameplayDebugger>();
}
}

FCrowdGameplayDebugger::FCrowdGameplayDebugger()
{
	bShowOnlyWithDebugActor = false;
}

void FCrowdGameplayDebugger::Register()
{
	using namespace CrowdAvoidance::DebuggerPage;
	IGameplayDebugger& Debugger = IGameplayDebugger::Get();
	Debugger.RegisterCategory(FName(CategoryName), IGameplayDebugger::FOnGetCategory::CreateStatic(&MakeInstance),
		EGameplayDebuggerCategoryState::EnabledInGameAndSimulate);
	Debugger.NotifyCategoriesChanged();
}

void FCrowdGameplayDebugger::Unregister()
{
	if (IGameplayDebugger::IsAvailable())
	{
		IGameplayDebugger::Get().UnregisterCategory(FName(CrowdAvoidance::DebuggerPage::CategoryName));
		IGameplayDebugger::Get().NotifyCategoriesChanged();
	}
}

void FCrowdGameplayDebugger::CollectData(APlayerController* /*OwnerPC*/, AActor* DebugActor)
{
	using namespace CrowdAvoidance;
	const UCrowdAgentComponent* Agent = DebugActor ? DebugActor->FindComponentByClass<UCrowdAgentComponent>() : nullptr;
	const UWorld* World = DebugActor ? DebugActor->GetWorld() : nullptr;
	const UCrowdAvoidanceSubsystem* Subsystem = World ? World->GetSubsystem<UCrowdAvoidanceSubsystem>() : nullptr;
	FCrowdSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (!Agent || !Agent->IsInCrowd() || !Simulation)
	{
		AddTextLine(Agent ? TEXT("{red}its crowd agent is in no crowd; the log says why")
						  : TEXT("{grey}select an actor with a crowd agent"));
		return;
	}
	const AgentHandle Watched = Simulation->FindHandle(*Agent);
	Simulation->Watch(Watched);
	AddTextLine(
		FString::Printf(TEXT("{white}%s, profile %s"), *DebugActor->GetName(), *GetPathNameSafe(Agent->Profile)));
	for (const FString& Line : DebugShapes::Describe(*Simulation, Watched))
	{
		AddTextLine(Line);
	}
	const DebugShapes::FShapes Shapes = DebugShapes::OfAgent(*Simulation, Watched);
	for (const DebugShapes::FLine& Line : Shapes.Lines)
	{
		AddShape(FGameplayDebuggerShape::MakeSegment(Line.Start, Line.End, Line.Color));
	}
	for (const DebugShapes::FCircle& Circle : Shapes.Circles)
	{
		AddShape(FGameplayDebuggerShape::MakeCylinder(
			Circle.Center, static_cast<float>(Circle.Radius), DebuggerPage::HalfHeight, Circle.Color));
	}
}

#endif
