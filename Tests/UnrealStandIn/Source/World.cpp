// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Engine/World.h"

#include "AI/NavigationSystemBase.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "GameFramework/PlayerState.h"
#include "GameFramework/WorldSettings.h"

uint64 GFrameCounter = 0;
UEngine* GEngine = nullptr;
StandIn::FDrawnShapes StandIn::GDrawn;

STANDIN_IMPLEMENT_CLASS(ULevel, []() -> UObject* { return ::new ULevel; })
STANDIN_IMPLEMENT_CLASS(UWorld, []() -> UObject* { return ::new UWorld; })
STANDIN_IMPLEMENT_CLASS(UEngine, []() -> UObject* { return ::new UEngine; })
STANDIN_IMPLEMENT_CLASS(UWorldSubsystem, nullptr)
STANDIN_IMPLEMENT_CLASS(UActorComponent, []() -> UObject* { return ::new UActorComponent; })
STANDIN_IMPLEMENT_CLASS(USceneComponent, []() -> UObject* { return ::new USceneComponent; })
STANDIN_IMPLEMENT_CLASS(AActor, []() -> UObject* { return ::new AActor; })
STANDIN_IMPLEMENT_CLASS(APlayerState, []() -> UObject* { return ::new APlayerState; })
STANDIN_IMPLEMENT_CLASS(AWorldSettings, []() -> UObject* { return ::new AWorldSettings; })

FTickFunction::~FTickFunction()
{
	UnRegisterTickFunction();
}

void FTickFunction::RegisterTickFunction(ULevel* Level)
{
	if (!RegisteredIn && bCanEverTick)
	{
		RegisteredIn = Level;
		Level->TickFunctions.push_back(this);
	}
}

void FTickFunction::UnRegisterTickFunction()
{
	if (RegisteredIn)
	{
		std::erase(RegisteredIn->TickFunctions, this);
		RegisteredIn = nullptr;
	}
}

void FTickFunction::AddPrerequisite(UObject* Object, FTickFunction& Before)
{
	// As in the engine: what can never tick is not waited for, so bCanEverTick must be set by now.
	const bool bKnown = std::any_of(
		Prerequisites.begin(), Prerequisites.end(), [&](const FPrerequisite& Known) { return Known.Tick == &Before; });
	if (!bKnown && bCanEverTick && Before.bCanEverTick)
	{
		Prerequisites.push_back({StandIn::FWeakObject(Object), &Before});
	}
}

void FActorComponentTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType,
	ENamedThreads::Type /*CurrentThread*/, const FGraphEventRef& /*CompletionEvent*/)
{
	if (IsValid(Target) && Target->HasBegunPlay() && TickType != LEVELTICK_ViewportsOnly)
	{
		Target->TickComponent(DeltaTime, TickType, this);
	}
}

bool UWorldSubsystem::ShouldCreateSubsystem(UObject* Outer) const
{
	return DoesSupportWorldType(static_cast<UWorld*>(Outer)->WorldType);
}

bool UWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::Editor || WorldType == EWorldType::PIE;
}

UWorld* UWorldSubsystem::GetWorld() const
{
	return static_cast<UWorld*>(GetOuter());
}

AActor* UActorComponent::GetOwner() const
{
	if (!Owner)
	{
		Owner = Cast<AActor>(GetOuter());
	}
	return Owner;
}

UWorld* UActorComponent::GetWorld() const
{
	return GetOwner() ? GetOwner()->GetWorld() : nullptr;
}

void UActorComponent::RegisterComponent()
{
	check(GetOwner());
	if (bRegistered)
	{
		return;
	}
	bRegistered = true;
	Owner->Components.push_back(this);
	OnRegister();
	PrimaryComponentTick.Target = this;
	if (UWorld* World = GetWorld())
	{
		PrimaryComponentTick.RegisterTickFunction(World->PersistentLevel);
	}
	if (Owner->HasActorBegunPlay())
	{
		BeginPlay();
		check(bBegunPlay); // BeginPlay must call Super.
	}
}

void UActorComponent::DestroyComponent(bool /*bPromoteChildren*/)
{
	if (bBegunPlay)
	{
		EndPlay(EEndPlayReason::Destroyed);
		check(!bBegunPlay); // EndPlay must call Super.
	}
	if (GetOwner())
	{
		std::erase(Owner->Components, this);
	}
	PrimaryComponentTick.UnRegisterTickFunction();
	bRegistered = false;
	FStandInObjects::MarkAsGarbage(*this);
}

UWorld* AActor::GetWorld() const
{
	return Cast<UWorld>(GetOuter());
}

bool AActor::SetRootComponent(USceneComponent* NewRoot)
{
	RootComponent = NewRoot;
	return true;
}

FTransform AActor::GetActorTransform() const
{
	return RootComponent ? RootComponent->Placement : FTransform();
}

FVector AActor::GetActorLocation() const
{
	return RootComponent ? RootComponent->Placement.GetLocation() : FVector::ZeroVector;
}

bool AActor::SetActorLocation(const FVector& To, bool /*bSweep*/, FHitResult* /*OutHit*/, ETeleportType /*Teleport*/)
{
	if (RootComponent)
	{
		RootComponent->Placement.SetLocation(To);
	}
	return RootComponent != nullptr;
}

bool AActor::SetActorRotation(FRotator To, ETeleportType /*Teleport*/)
{
	if (RootComponent)
	{
		RootComponent->Placement =
			FTransform(To, RootComponent->Placement.GetLocation(), RootComponent->Placement.GetScale3D());
	}
	return RootComponent != nullptr;
}

void AActor::SetActorScale3D(FVector To)
{
	if (RootComponent)
	{
		RootComponent->Placement =
			FTransform(RootComponent->Placement.GetRotation(), RootComponent->Placement.GetLocation(), To);
	}
}

void AActor::BeginPlay()
{
	bBegunPlay = true;
	const std::vector<UActorComponent*> Begun = Components;
	for (UActorComponent* Component : Begun)
	{
		if (IsValid(Component) && !Component->bBegunPlay)
		{
			Component->BeginPlay();
		}
	}
}

void AActor::EndPlay(const EEndPlayReason::Type Reason)
{
	bBegunPlay = false;
	const std::vector<UActorComponent*> Ended = Components;
	for (UActorComponent* Component : Ended)
	{
		if (IsValid(Component) && Component->bBegunPlay)
		{
			Component->EndPlay(Reason);
		}
	}
}

void AActor::Leave(EEndPlayReason::Type Reason)
{
	if (bBegunPlay)
	{
		EndPlay(Reason);
	}
	for (UActorComponent* Component : Components)
	{
		Component->PrimaryComponentTick.UnRegisterTickFunction();
		FStandInObjects::MarkAsGarbage(*Component);
	}
	FStandInObjects::MarkAsGarbage(*this);
}

bool AActor::Destroy(bool /*bNetForce*/, bool /*bShouldModifyLevel*/)
{
	if (!IsValid(this))
	{
		return false;
	}
	if (UWorld* World = GetWorld())
	{
		std::erase(World->Actors, this);
	}
	Leave(EEndPlayReason::Destroyed);
	return true;
}

UWorld* UWorld::CreateWorld(const EWorldType::Type InWorldType, bool /*bInformEngineOfWorld*/, FName WorldName)
{
	UWorld* World = NewObject<UWorld>(GetTransientPackage(), WorldName);
	World->WorldType = InWorldType;
	World->PersistentLevel = NewObject<ULevel>(World);
	World->Settings = World->SpawnActor<AWorldSettings>();
	World->CreateSubsystems();
	return World;
}

void UWorld::CreateSubsystems()
{
	FSubsystemCollectionBase Collection;
	for (UClass* Class : FStandInObjects::Classes())
	{
		if (!Class->IsChildOf(UWorldSubsystem::StaticClass()) || !Class->Construct ||
			!static_cast<UWorldSubsystem*>(Class->GetDefaultObject())->ShouldCreateSubsystem(this))
		{
			continue;
		}
		UWorldSubsystem* Subsystem = static_cast<UWorldSubsystem*>(FStandInObjects::Make(Class, this, NAME_None));
		Subsystem->Initialize(Collection);
		check(Subsystem->bInitialized); // Initialize must call Super.
		Subsystems.push_back(Subsystem);
	}
	for (UWorldSubsystem* Subsystem : Subsystems)
	{
		Subsystem->PostInitialize();
		check(Subsystem->bPostInitialized); // PostInitialize must call Super.
	}
}

void UWorld::InitializeActorsForPlay(const FURL& /*InUrl*/) {}

void UWorld::BeginPlay()
{
	for (UWorldSubsystem* Subsystem : Subsystems)
	{
		Subsystem->OnWorldBeginPlay(*this);
		check(Subsystem->bBegunPlay); // OnWorldBeginPlay must call Super.
	}
}

void AWorldSettings::NotifyBeginPlay()
{
	GetWorld()->BeginActors();
}

void UWorld::BeginActors()
{
	bBegunPlay = true;
	const std::vector<AActor*> Begun = Actors;
	for (AActor* Actor : Begun)
	{
		if (IsValid(Actor) && !Actor->bBegunPlay)
		{
			Actor->BeginPlay();
		}
	}
}

AActor* UWorld::SpawnActor(UClass* Class, const FTransform* Transform, const FActorSpawnParameters& Parameters)
{
	check(Class && Class->IsChildOf(AActor::StaticClass()));
	AActor* Actor = static_cast<AActor*>(FStandInObjects::Make(Class, this, Parameters.Name));
	if (Transform && Actor->RootComponent)
	{
		Actor->RootComponent->Placement = *Transform;
	}
	AddActor(*Actor);
	return Actor;
}

void UWorld::AddActor(AActor& Actor)
{
	Actors.push_back(&Actor);
	for (UObject* Subobject : FStandInObjects::SubobjectsOf(Actor))
	{
		if (UActorComponent* Component = Cast<UActorComponent>(Subobject))
		{
			Component->RegisterComponent();
		}
	}
	if (bBegunPlay)
	{
		Actor.BeginPlay();
	}
}

void FStandInStreaming::Out(AActor& Actor)
{
	std::erase(Actor.GetWorld()->Actors, &Actor);
	Actor.EndPlay(EEndPlayReason::RemovedFromWorld);
}

void FStandInStreaming::In(AActor& Actor)
{
	Actor.GetWorld()->AddActor(Actor);
}

bool UWorld::IsPaused() const
{
	return Settings->GetPauserPlayerState() != nullptr;
}

void AActor::ApplyWorldOffset(const FVector& InOffset, bool bWorldShift)
{
	SetActorLocation(GetActorLocation() + InOffset);
	for (UActorComponent* Component : Components)
	{
		Component->ApplyWorldOffset(InOffset, bWorldShift);
	}
}

bool UWorld::SetNewWorldOrigin(FIntVector NewOrigin)
{
	const FVector Offset = FVector(OriginLocation) - FVector(NewOrigin);
	for (AActor* Actor : Actors)
	{
		Actor->ApplyWorldOffset(Offset, true);
	}
	OriginLocation = NewOrigin;
	return true;
}

void UWorld::Tick(ELevelTick TickType, float DeltaSeconds)
{
	const float Dilated = DeltaSeconds * Settings->GetEffectiveTimeDilation();
	TimeSeconds += IsPaused() ? 0.0 : static_cast<double>(Dilated);
	DeltaTimeSeconds = Dilated;
	if (NavigationSystem)
	{
		NavigationSystem->Tick(Dilated);
	}
	for (int Group = TG_PrePhysics; Group < TG_MAX && !bDestroyed; ++Group)
	{
		RunTickGroup(static_cast<ETickingGroup>(Group), TickType, Dilated);
		// Timers come between physics and the last groups.
		if (Group == TG_PostPhysics && !bDestroyed && !IsPaused())
		{
			Timers.Tick(Dilated);
		}
	}
}

void UWorld::RunTickGroup(ETickingGroup Group, ELevelTick TickType, float DeltaSeconds)
{
	const std::vector<FTickFunction*> Functions = PersistentLevel->TickFunctions;
	for (FTickFunction* Function : Functions)
	{
		const std::vector<FTickFunction*>& Still = PersistentLevel->TickFunctions;
		const bool bRegistered = std::find(Still.begin(), Still.end(), Function) != Still.end();
		if (bRegistered && Function->TickGroup == Group)
		{
			RunTick(*Function, TickType, DeltaSeconds);
		}
	}
}

void UWorld::RunTick(FTickFunction& Function, ELevelTick TickType, float DeltaSeconds)
{
	if (Function.LastFrame == GFrameCounter || (IsPaused() && !Function.bTickEvenWhenPaused))
	{
		return;
	}
	Function.LastFrame = GFrameCounter;
	const std::vector<FTickFunction::FPrerequisite> Waited = Function.Prerequisites;
	for (const FTickFunction::FPrerequisite& Before : Waited)
	{
		if (Before.Object.Get() && Before.Tick->RegisteredIn)
		{
			RunTick(*Before.Tick, TickType, DeltaSeconds);
		}
	}
	Function.ExecuteTick(DeltaSeconds, TickType, ENamedThreads::GameThread, FGraphEventRef());
}

void UWorld::DestroyWorld(bool /*bInformEngineOfWorld*/)
{
	if (bDestroyed)
	{
		return;
	}
	bDestroyed = true;
	for (UWorldSubsystem* Subsystem : Subsystems)
	{
		Subsystem->Deinitialize();
		check(!Subsystem->bInitialized); // Deinitialize must call Super.
		FStandInObjects::MarkAsGarbage(*Subsystem);
	}
	const std::vector<AActor*> Left = Actors;
	for (AActor* Actor : Left)
	{
		Actor->Leave(EEndPlayReason::Quit);
	}
	FStandInObjects::MarkAsGarbage(*this);
}

void FTimerManager::ClearTimer(FTimerHandle& InHandle)
{
	std::erase_if(Timers, [&](const FTimer& Timer) { return Timer.Number == InHandle.Number; });
	InHandle.Invalidate();
}

void FTimerManager::Tick(float DeltaTime)
{
	std::vector<FTimer> Due;
	for (FTimer& Timer : Timers)
	{
		Timer.Left -= static_cast<double>(DeltaTime);
		if (Timer.Left <= 0.0)
		{
			Due.push_back(Timer);
		}
	}
	for (const FTimer& Timer : Due)
	{
		// What another timer did may have ended this one.
		const size_t Ended = std::erase_if(Timers, [&](const FTimer& Other) { return Other.Number == Timer.Number; });
		if (Ended > 0 && Timer.Object.Get())
		{
			Timer.Call();
		}
	}
}

UWorld* UEngine::GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode ErrorMode) const
{
	check(ErrorMode == EGetWorldErrorMode::ReturnNull);
	return Object ? Object->GetWorld() : nullptr;
}

FWorldContext& UEngine::CreateNewWorldContext(EWorldType::Type /*WorldType*/)
{
	Contexts.push_back(std::make_unique<FWorldContext>());
	return *Contexts.back();
}

void UEngine::DestroyWorldContext(UWorld* World)
{
	std::erase_if(Contexts, [&](const std::unique_ptr<FWorldContext>& Context) { return Context->Current == World; });
}
