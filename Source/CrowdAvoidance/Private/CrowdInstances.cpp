// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdInstances.h"

#include "Async/ParallelFor.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "CrowdAgentProfile.h"
#include "CrowdAvoidanceLog.h"
#include "CrowdAvoidanceSubsystem.h"
#include "CrowdSimulation.h"
#include "CrowdStats.h"
#include "CrowdUnits.h"
#include "Engine/World.h"

DECLARE_CYCLE_STAT(TEXT("Show instances"), STAT_CrowdShowInstances, STATGROUP_CrowdAvoidance);

namespace CrowdAvoidance::Showing
{
/// Members that one thread takes at a time.
static constexpr int32 ChunkSize = 1024;
/// An agent slower than this stands, whatever way its velocity points. [cm/s]
static constexpr double StandingSpeed = 5.0;
static constexpr int32 MostAtOnce = 1000000;

static bool IsPlace(const FVector& Location)
{
	const double Most = Units::ToCentimeters(CrowdMaxCoordinate);
	// So written that what is no number is no place.
	return FMath::Abs(Location.X) <= Most && FMath::Abs(Location.Y) <= Most && FMath::Abs(Location.Z) <= Most;
}

}

using namespace CrowdAvoidance;

ACrowdInstances::ACrowdInstances()
{
	Instances = CreateDefaultSubobject<UInstancedStaticMeshComponent>(TEXT("Instances"));
	// Agents keep clear of each other by avoidance; a physics body for each would cost more than everything else.
	Instances->SetCollisionEnabled(ECollisionEnabled::NoCollision);
	Instances->SetCanEverAffectNavigation(false);
	SetRootComponent(Instances);
}

/// Between the crowd, which may be told of more than it should know, and the actor.
class FCrowdInstancesListener final : public ICrowdFrameListener
{
public:
	explicit FCrowdInstancesListener(ACrowdInstances& InActor) : Actor(&InActor) {}

	virtual void OnCrowdMoved() override
	{
		if (ACrowdInstances* Told = Actor.Get())
		{
			Told->OnCrowdMoved();
		}
	}
	virtual void OnCrowdStopped() override
	{
		if (ACrowdInstances* Told = Actor.Get())
		{
			Told->OnCrowdStopped();
		}
	}

private:
	TWeakObjectPtr<ACrowdInstances> Actor;
};

void ACrowdInstances::BeginPlay()
{
	Super::BeginPlay();
	const UCrowdAvoidanceSubsystem* Subsystem = GetWorld()->GetSubsystem<UCrowdAvoidanceSubsystem>();
	if (FCrowdSimulation* Simulation = Subsystem ? Subsystem->GetSimulation() : nullptr)
	{
		Crowd = Simulation->AsShared();
		Listener = MakeShared<FCrowdInstancesListener>(*this);
		Simulation->AddFrameListener(*Listener);
	}
}

void ACrowdInstances::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin())
	{
		for (const FMember& Member : Members)
		{
			Simulation->RemoveFreeAgent(Member.Handle);
		}
		// The listener itself stays: this may be its own call.
		Simulation->RemoveFrameListener(*Listener);
	}
	Crowd.Reset();
	Members.Empty();
	Transforms.Empty();
	IndexOf.Empty();
	Arrived.Empty();
	bAwaitsAll = false;
	if (IsValid(ScenarioWalls))
	{
		ScenarioWalls->Destroy();
	}
	if (IsValid(Instances))
	{
		Instances->ClearInstances();
	}
	Super::EndPlay(EndPlayReason);
}

const UCrowdAgentProfile& ACrowdInstances::ProfileOfNew()
{
	if (!Profile && !bWarnedOfNoProfile)
	{
		bWarnedOfNoProfile = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s' have no profile and are as a new profile asset is. Set Profile on the actor."),
			*GetPathName());
	}
	return Profile ? *Profile : *GetDefault<UCrowdAgentProfile>();
}

bool ACrowdInstances::CanAdd(int32 Locations, int32 Goals) const
{
	if (!Crowd.IsValid())
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s' are in no crowd, so no agents were added. Add agents between BeginPlay and "
				 "EndPlay, in a game world."),
			*GetPathName());
		return false;
	}
	if (Goals != 0 && Goals != Locations)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s': %d locations came with %d goals, so no agents were added. Give one goal for "
				 "each location, or none."),
			*GetPathName(), Locations, Goals);
		return false;
	}
	return true;
}

void ACrowdInstances::WarnOfNoPlaces(int32 Locations, int32 Goals) const
{
	if (Locations + Goals > 0)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s': %d locations and %d goals are no places within 1,000 km of the origin. Agents "
				 "were not added there, or ") TEXT("stand. Correct what was given."),
			*GetPathName(), Locations, Goals);
	}
}

TArray<int32> ACrowdInstances::AddAgents(const TArray<FVector>& Locations, const TArray<FVector>& Goals)
{
	TArray<int32> Added;
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (!CanAdd(Locations.Num(), Goals.Num()))
	{
		return Added;
	}
	Added.Reserve(Locations.Num());
	const int32 First = Members.Num();
	const UCrowdAgentProfile& Kind = ProfileOfNew();
	int32 NoLocations = 0, NoGoals = 0;
	bool bRefused = false; // For what is wrong with all of them, and logged once.
	bool bNoGoals = false;
	for (int32 Index = 0; Index < Locations.Num(); ++Index)
	{
		const bool bPlace = Showing::IsPlace(Locations[Index]);
		const AgentHandle Handle =
			bPlace && !bRefused ? Simulation->AddFreeAgent(Locations[Index], Kind, *this) : AgentHandle();
		NoLocations += bPlace ? 0 : 1;
		if (!Simulation->GetWorld().IsValid(Handle))
		{
			bRefused = bRefused || bPlace;
			Added.Add(INDEX_NONE);
			continue;
		}
		const bool bGoal = !Goals.IsEmpty() && !bNoGoals && Showing::IsPlace(Goals[Index]);
		NoGoals += Goals.IsEmpty() || Showing::IsPlace(Goals[Index]) ? 0 : 1;
		Added.Add(Enlist(Handle, Locations[Index], bGoal ? Goals[Index] - Locations[Index] : FVector::ZeroVector));
		bNoGoals = bNoGoals || (bGoal && !SetGoalOf(Members.Last(), Goals[Index], static_cast<double>(ArrivalRadius)));
	}
	WarnOfNoPlaces(NoLocations, NoGoals);
	ShowNew(First);
	return Added;
}

TArray<int32> ACrowdInstances::SpawnGrid(int32 Count, FVector Center, float Spacing)
{
	if (Count < 1 || Count > Showing::MostAtOnce || !FMath::IsFinite(Spacing) || Spacing <= 0.0f)
	{
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s': a grid of %d agents, %g cm apart, cannot be. Count must be within 1 .. %d, "
				 "Spacing above 0."),
			*GetPathName(), Count, static_cast<double>(Spacing), Showing::MostAtOnce);
		return {};
	}
	const int32 Columns = FMath::CeilToInt32(FMath::Sqrt(static_cast<double>(Count)));
	const int32 Rows = (Count + Columns - 1) / Columns;
	const double Step = static_cast<double>(Spacing);
	const FVector Corner = Center - FVector(0.5 * Step * (Columns - 1), 0.5 * Step * (Rows - 1), 0.0);
	TArray<FVector> Locations;
	Locations.Reserve(Count);
	for (int32 Index = 0; Index < Count; ++Index)
	{
		Locations.Add(Corner + FVector(Step * (Index % Columns), Step * (Index / Columns), 0.0));
	}
	return AddAgents(Locations, {});
}

int32 ACrowdInstances::Enlist(AgentHandle Handle, const FVector& Location, const FVector& Towards)
{
	FMember Member;
	Member.Handle = Handle;
	Member.Number = NextNumber++;
	const double Length = Towards.Size();
	Member.Heading = Length > 0.0 ? FHeading{Towards.X / Length, Towards.Y / Length} : FHeading();
	IndexOf.Add(Member.Number, Members.Add(Member));
	Transforms.Add(ToTransform(Member.Heading, Location, ReadLook()));
	return Member.Number;
}

void ACrowdInstances::ShowNew(int32 First)
{
	TArray<FTransform> New;
	New.Reserve(Transforms.Num() - First);
	for (int32 Index = First; Index < Transforms.Num(); ++Index)
	{
		New.Add(Transforms[Index]);
	}
	if (IsValid(Instances) && !New.IsEmpty())
	{
		Instances->AddInstances(New, false, true, false);
	}
}

ACrowdInstances::FMember* ACrowdInstances::Find(int32 Agent, const TCHAR* What)
{
	if (const int32* Index = IndexOf.Find(Agent))
	{
		return &Members[*Index];
	}
	if (!bWarnedOfNumber)
	{
		bWarnedOfNumber = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s' have no agent %d, so %s did nothing, as it will for others. Ask HasAgent first, "
				 "or keep the numbers that ") TEXT("AddAgents gave."),
			*GetPathName(), Agent, What);
	}
	return nullptr;
}

bool ACrowdInstances::SetGoalOf(FMember& Member, const FVector& Location, double Radius)
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (!Simulation || !Simulation->SetFreeGoal(Member.Handle, Location, Radius, *this, bUseNavigation))
	{
		return false;
	}
	Member.bOnTheWay = true;
	Member.bArrived = false;
	bAwaitsAll = true;
	return true;
}

void ACrowdInstances::SetGoal(int32 Agent, FVector Location)
{
	if (FMember* Member = Find(Agent, TEXT("SetGoal")))
	{
		SetGoalOf(*Member, Location, static_cast<double>(ArrivalRadius));
	}
}

void ACrowdInstances::SetGoalForAll(FVector Location)
{
	// What is refused for one is refused for all.
	for (int32 Index = 0;
		 Index < Members.Num() && SetGoalOf(Members[Index], Location, static_cast<double>(ArrivalRadius)); ++Index)
	{}
}

void ACrowdInstances::SetDesiredVelocity(int32 Agent, FVector Velocity)
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	FMember* Member = Find(Agent, TEXT("SetDesiredVelocity"));
	if (Member && Simulation && Simulation->SetFreeDesiredVelocity(Member->Handle, Velocity, *this))
	{
		Member->bOnTheWay = false;
		Member->bArrived = false;
	}
}

void ACrowdInstances::RemoveAgent(int32 Agent)
{
	if (Find(Agent, TEXT("RemoveAgent")))
	{
		Remove(*IndexOf.Find(Agent));
	}
}

void ACrowdInstances::RemoveAgents(const TArray<int32>& Agents)
{
	for (const int32 Agent : Agents)
	{
		RemoveAgent(Agent);
	}
}

/// The last member takes its place, in all arrays alike.
void ACrowdInstances::Remove(int32 Index)
{
	if (const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin())
	{
		Simulation->RemoveFreeAgent(Members[Index].Handle);
	}
	const int32 Last = Members.Num() - 1;
	IndexOf.Add(Members[Last].Number, Index);
	IndexOf.Remove(Members[Index].Number);
	Members.RemoveAtSwap(Index);
	Transforms.RemoveAtSwap(Index);
	if (IsValid(Instances) && Instances->RemoveInstance(Last) && Index < Last)
	{
		Instances->UpdateInstanceTransform(Index, Transforms[Index], true, true, true);
	}
}

bool ACrowdInstances::HasAgent(int32 Agent) const
{
	return IndexOf.Find(Agent) != nullptr;
}

FVector ACrowdInstances::GetAgentLocation(int32 Agent) const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	const int32* Index = IndexOf.Find(Agent);
	return Simulation && Index ? Simulation->Shown(Members[*Index].Handle).Location : FVector::ZeroVector;
}

FVector ACrowdInstances::GetAgentVelocity(int32 Agent) const
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	const int32* Index = IndexOf.Find(Agent);
	return Simulation && Index ? Simulation->Shown(Members[*Index].Handle).Velocity : FVector::ZeroVector;
}

bool ACrowdInstances::HasArrived(int32 Agent) const
{
	const int32* Index = IndexOf.Find(Agent);
	return Index && Members[*Index].bArrived;
}

int32 ACrowdInstances::NumAgents() const
{
	return Members.Num();
}

void ACrowdInstances::OnCrowdMoved()
{
	const TSharedPtr<FCrowdSimulation> Simulation = Crowd.Pin();
	if (!Simulation)
	{
		return;
	}
	SCOPE_CYCLE_COUNTER(STAT_CrowdShowInstances);
	FillTransforms(*Simulation);
	ShowTransforms();
	TellArrivals();
}

void ACrowdInstances::OnCrowdStopped()
{
	for (FMember& Member : Members)
	{
		Member.bOnTheWay = false;
	}
	bAwaitsAll = false;
}

ACrowdInstances::FLook ACrowdInstances::ReadLook()
{
	const bool bFine =
		TurnRate >= 0.0f && FMath::IsFinite(TurnRate) && FMath::IsFinite(MeshYaw) && FMath::IsFinite(VerticalOffset);
	if (!bFine && !bWarnedOfLook)
	{
		bWarnedOfLook = true;
		UE_LOG(LogCrowdAvoidance, Warning,
			TEXT("Crowd instances '%s': TurnRate is %g (must be 0 or more), MeshYaw %g and VerticalOffset %g (must be "
				 "numbers). The defaults are ") TEXT("used; correct them on the actor."),
			*GetPathName(), static_cast<double>(TurnRate), static_cast<double>(MeshYaw),
			static_cast<double>(VerticalOffset));
	}
	const double Seconds = static_cast<double>(GetWorld()->GetDeltaSeconds());
	const double Turn =
		FMath::DegreesToRadians(FMath::Min((bFine ? static_cast<double>(TurnRate) : 360.0) * Seconds, 180.0));
	const double HalfMesh = FMath::DegreesToRadians(bFine ? static_cast<double>(MeshYaw) : 0.0) / 2.0;
	FLook Look;
	Look.Scale = GetActorScale3D();
	Look.TurnCos = FMath::Cos(Turn);
	Look.TurnSin = FMath::Sin(Turn);
	Look.MeshCos = FMath::Cos(HalfMesh);
	Look.MeshSin = FMath::Sin(HalfMesh);
	Look.VerticalOffset = bFine ? static_cast<double>(VerticalOffset) : 0.0;
	return Look;
}

void ACrowdInstances::TurnTowards(FHeading& Heading, const FHeading& Wanted, const FLook& Look)
{
	if (Heading.X * Wanted.X + Heading.Y * Wanted.Y >= Look.TurnCos)
	{
		Heading = Wanted;
		return;
	}
	const bool bLeft = Heading.X * Wanted.Y - Heading.Y * Wanted.X >= 0.0;
	const double Sin = bLeft ? Look.TurnSin : -Look.TurnSin;
	Heading = {Heading.X * Look.TurnCos - Heading.Y * Sin, Heading.X * Sin + Heading.Y * Look.TurnCos};
}

FTransform ACrowdInstances::ToTransform(const FHeading& Heading, const FVector& Location, const FLook& Look)
{
	// A quaternion has the sine and cosine of half the angle, which follow from those of the whole: the larger one by a root, and the
	// other from 2 sin cos, so that neither loses its digits.
	const double Root = FMath::Sqrt(0.5 + 0.5 * FMath::Abs(Heading.X));
	const double Other = 0.5 * Heading.Y / Root;
	const bool bAhead = Heading.X >= 0.0;
	const double Cos = bAhead ? Root : FMath::Abs(Other);
	const double Sin = bAhead ? Other : (Heading.Y < 0.0 ? -Root : Root);
	const FQuat Rotation(0.0, 0.0, Sin * Look.MeshCos - Cos * Look.MeshSin, Cos * Look.MeshCos + Sin * Look.MeshSin);
	return FTransform(Rotation, Location + FVector(0.0, 0.0, Look.VerticalOffset), Look.Scale);
}

/// On all threads: members and transforms of one chunk are touched by one thread only, and no object at all.
void ACrowdInstances::FillTransforms(const FCrowdSimulation& Simulation)
{
	const FLook Look = ReadLook();
	const int32 Count = Members.Num();
	const int32 Chunks = (Count + Showing::ChunkSize - 1) / Showing::ChunkSize;
	::ParallelFor(TEXT("CrowdInstances"), Chunks, 1,
		[&](int32 Chunk)
		{
			const int32 End = FMath::Min((Chunk + 1) * Showing::ChunkSize, Count);
			for (int32 Index = Chunk * Showing::ChunkSize; Index < End; ++Index)
			{
				FMember& Member = Members[Index];
				const FCrowdSimulation::FShown Shown = Simulation.Shown(Member.Handle);
				const double Speed = FMath::Sqrt(FMath::Square(Shown.Velocity.X) + FMath::Square(Shown.Velocity.Y));
				if (Speed >= Showing::StandingSpeed)
				{
					const double Share = 1.0 / Speed;
					TurnTowards(Member.Heading, {Shown.Velocity.X * Share, Shown.Velocity.Y * Share}, Look);
				}
				Member.Speed = static_cast<float>(Speed);
				Member.bArrived = Shown.bArrived;
				Transforms[Index] = ToTransform(Member.Heading, Shown.Location, Look);
			}
		});
}

void ACrowdInstances::ShowTransforms()
{
	if (!IsValid(Instances))
	{
		return;
	}
	if (Instances->GetInstanceCount() != Transforms.Num())
	{
		// Somebody else has changed the instances.
		Instances->ClearInstances();
		Instances->AddInstances(Transforms, false, true, false);
	}
	if (bWriteSpeed && Instances->NumCustomDataFloats < 1)
	{
		Instances->SetNumCustomDataFloats(1);
	}
	for (int32 Index = 0; bWriteSpeed && Index < Members.Num(); ++Index)
	{
		Instances->SetCustomDataValue(Index, 0, Members[Index].Speed, false);
	}
	Instances->BatchUpdateInstancesTransforms(0, Transforms, true, true, false);
}

/// Listeners may do anything, also remove agents and destroy this actor: nothing but numbers is held on to across a call.
void ACrowdInstances::TellArrivals()
{
	bool bAnyOnTheWay = false;
	Arrived.Reset();
	for (FMember& Member : Members)
	{
		if (Member.bOnTheWay && Member.bArrived)
		{
			Member.bOnTheWay = false;
			Arrived.Add(Member.Number);
		}
		bAnyOnTheWay = bAnyOnTheWay || Member.bOnTheWay;
	}
	const bool bTellAll = bAwaitsAll && !bAnyOnTheWay;
	bAwaitsAll = bAwaitsAll && bAnyOnTheWay;
	for (int32 Index = 0; Index < Arrived.Num(); ++Index)
	{
		// One that an earlier listener gave another goal has not arrived there.
		if (HasArrived(Arrived[Index]))
		{
			OnAgentArrived.Broadcast(Arrived[Index]);
		}
	}
	// A listener that gave new goals has more to wait for.
	if (bTellAll && !bAwaitsAll && Crowd.IsValid())
	{
		OnAllArrived.Broadcast();
	}
}
