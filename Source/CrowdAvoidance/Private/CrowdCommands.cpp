// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAgentComponent.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdDebugShapes.h"
#include "CrowdSimulation.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/IConsoleManager.h"
#include "Misc/OutputDevice.h"

/// Console commands: each about the crowd of the world it is given in.
namespace CrowdAvoidance::Commands
{
static constexpr int32 MostListed = 50;

static FCrowdSimulation* FindSimulation(const UWorld* World, FOutputDevice& Output)
{
	const UCrowdAvoidanceSubsystem* Subsystem = World ? World->GetSubsystem<UCrowdAvoidanceSubsystem>() : nullptr;
	FCrowdSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr;
	if (!Simulation)
	{
		Output.Logf(TEXT("This world has no crowd: there is one in worlds that are being played."));
	}
	return Simulation;
}

/// How an agent is called here: as its actor, or by its number where it has none.
static FString NameOf(const FCrowdSimulation& Simulation, uint32 HandleIndex)
{
	const UCrowdAgentComponent* Agent = Simulation.FindComponent(HandleIndex);
	const AActor* Owner = Agent ? Agent->GetOwner() : nullptr;
	return Owner ? Owner->GetName() : FString::Printf(TEXT("Agent%u"), HandleIndex);
}

static void PrintStats(const TArray<FString>& /*Arguments*/, UWorld* EngineWorld, FOutputDevice& Output)
{
	const FCrowdSimulation* Simulation = FindSimulation(EngineWorld, Output);
	if (!Simulation)
	{
		return;
	}
	const World& Crowd = Simulation->GetWorld();
	const StepReport& Report = Simulation->GetLastReport();
	Output.Logf(TEXT("Crowd: %d agents, %d obstacles, %llu steps, %.1f MB, %s"), Crowd.AgentCount(),
		Crowd.ObstacleCount(), static_cast<uint64>(Crowd.StepCount()), static_cast<double>(Crowd.MemoryBytes()) / 1.0e6,
		UTF8_TO_TCHAR(IsaName(Crowd.ActiveIsa())));
	Output.Logf(TEXT("Last step: %.3f ms (processor time: sort %.3f, neighbours %.3f, solve %.3f, plan %.3f, integrate "
					 "%.3f), %d agents without a ") TEXT("free velocity"),
		Report.Times.Wall * 1000.0, Report.Times.Sort * 1000.0, Report.Times.Neighbors * 1000.0,
		Report.Times.Solve * 1000.0, Report.Times.Plan * 1000.0, Report.Times.Integrate * 1000.0,
		Report.InfeasibleAgents);
}

static void PrintAgents(const TArray<FString>& /*Arguments*/, UWorld* EngineWorld, FOutputDevice& Output)
{
	const FCrowdSimulation* Simulation = FindSimulation(EngineWorld, Output);
	if (!Simulation)
	{
		return;
	}
	const TArray<uint32> All = Simulation->ListAgents();
	Output.Logf(TEXT("Crowd: %d of %d agents"), FMath::Min(All.Num(), MostListed), All.Num());
	for (int32 Index = 0; Index < FMath::Min(All.Num(), MostListed); ++Index)
	{
		const AgentHandle Handle = Simulation->GetWorld().HandleOf(All[Index]);
		const TArray<FString> Lines = DebugShapes::Describe(*Simulation, Handle);
		if (Lines.Num() >= 2)
		{
			const FVector Location = Simulation->Shown(Handle).Location;
			Output.Logf(TEXT("%s at (%.0f, %.0f, %.0f): %s, %s"), *NameOf(*Simulation, All[Index]), Location.X,
				Location.Y, Location.Z, *Lines[0], *Lines[1]);
		}
	}
}

static void PrintHash(const TArray<FString>& /*Arguments*/, UWorld* EngineWorld, FOutputDevice& Output)
{
	if (const FCrowdSimulation* Simulation = FindSimulation(EngineWorld, Output))
	{
		Output.Logf(TEXT("Crowd: state hash %016llx after %llu steps"),
			static_cast<uint64>(Simulation->GetWorld().StateHash()),
			static_cast<uint64>(Simulation->GetWorld().StepCount()));
	}
}

static void Watch(const TArray<FString>& Arguments, UWorld* EngineWorld, FOutputDevice& Output)
{
	FCrowdSimulation* Simulation = FindSimulation(EngineWorld, Output);
	if (!Simulation)
	{
		return;
	}
	if (Arguments.Num() != 1)
	{
		Output.Logf(TEXT("crowd.Watch <name of an actor>, or none. crowd.List has the names."));
		return;
	}
	if (Arguments[0] == FString(TEXT("none")))
	{
		Simulation->Watch(AgentHandle());
		Output.Logf(TEXT("Crowd: nobody is watched"));
		return;
	}
	for (const uint32 HandleIndex : Simulation->ListAgents())
	{
		if (NameOf(*Simulation, HandleIndex) == Arguments[0])
		{
			Simulation->Watch(Simulation->GetWorld().HandleOf(HandleIndex));
			Output.Logf(TEXT("Crowd: '%s' is watched. crowd.Debug 3 shows what it sees."), *Arguments[0]);
			return;
		}
	}
	Output.Logf(TEXT("Crowd: no agent's actor is called '%s'. crowd.List has the names."), *Arguments[0]);
}

static FAutoConsoleCommandWithWorldArgsAndOutputDevice StatsCommand(TEXT("crowd.Stats"),
	TEXT("Prints how many agents, obstacles and steps the crowd has, its memory, and the times of the last step."),
	FConsoleCommandWithWorldArgsAndOutputDeviceDelegate::CreateStatic(&PrintStats));

static FAutoConsoleCommandWithWorldArgsAndOutputDevice ListCommand(TEXT("crowd.List"),
	TEXT("Prints the first 50 agents: name, location, speed, goal."),
	FConsoleCommandWithWorldArgsAndOutputDeviceDelegate::CreateStatic(&PrintAgents));

static FAutoConsoleCommandWithWorldArgsAndOutputDevice HashCommand(TEXT("crowd.Hash"),
	TEXT("Prints the state hash: equal in two runs that went the same way."),
	FConsoleCommandWithWorldArgsAndOutputDeviceDelegate::CreateStatic(&PrintHash));

static FAutoConsoleCommandWithWorldArgsAndOutputDevice WatchCommand(TEXT("crowd.Watch"),
	TEXT("crowd.Watch <name of an actor>: keeps what each step sees and decides for it, for crowd.Debug 3 and the "
		 "Visual Logger. crowd.Watch none: no longer."),
	FConsoleCommandWithWorldArgsAndOutputDeviceDelegate::CreateStatic(&Watch));
}
