// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/Level.h"
#include "GameFramework/Actor.h"
#include "Subsystems/WorldSubsystem.h"
#include "TimerManager.h"

class AWorldSettings;
class UGameInstance;
class UNavigationSystemBase;

struct FURL
{};

struct FActorSpawnParameters
{
	FName Name;
	AActor* Owner = nullptr;
};

/// Actors, subsystems and one level, ticked group by group.
class UWorld : public UObject
{
	STANDIN_CLASS_BODY(UWorld, UObject)

public:
	static UWorld* CreateWorld(
		const EWorldType::Type InWorldType, bool bInformEngineOfWorld, FName WorldName = NAME_None);
	void InitializeActorsForPlay(const FURL& InUrl);
	/// Of subsystems. Actors begin when the game mode says so, or AWorldSettings::NotifyBeginPlay in a world without one.
	void BeginPlay();
	/// Needs a new GFrameCounter each time, as the engine's does.
	void Tick(ELevelTick TickType, float DeltaSeconds);
	/// Ends subsystems before actors: what is harder on components.
	void DestroyWorld(bool bInformEngineOfWorld);

	virtual UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }
	AWorldSettings* GetWorldSettings() const { return Settings; }
	UGameInstance* GetGameInstance() const { return GameInstance; }
	void SetGameInstance(UGameInstance* NewInstance) { GameInstance = NewInstance; }
	FTimerManager& GetTimerManager() const { return Timers; }
	UNavigationSystemBase* GetNavigationSystem() { return NavigationSystem; }
	void SetNavigationSystem(UNavigationSystemBase* InNavigationSystem) { NavigationSystem = InNavigationSystem; }
	bool HasBegunPlay() const { return bBegunPlay; }
	bool IsPaused() const;
	/// Moves everything so that the given point becomes the origin.
	bool SetNewWorldOrigin(FIntVector NewOrigin);

	/// Of the last tick, dilated. [s]
	float GetDeltaSeconds() const { return DeltaTimeSeconds; }

	template <typename T>
	T* SpawnActor(const FActorSpawnParameters& Parameters = FActorSpawnParameters())
	{
		return SpawnActor<T>(T::StaticClass(), FTransform(), Parameters);
	}
	template <typename T>
	T* SpawnActor(const FVector& Location, const FRotator& Rotation,
		const FActorSpawnParameters& Parameters = FActorSpawnParameters())
	{
		return SpawnActor<T>(T::StaticClass(), FTransform(Rotation, Location), Parameters);
	}
	template <typename T>
	T* SpawnActor(UClass* Class, const FVector& Location, const FRotator& Rotation,
		const FActorSpawnParameters& Parameters = FActorSpawnParameters())
	{
		return SpawnActor<T>(Class, FTransform(Rotation, Location), Parameters);
	}
	template <typename T>
	T* SpawnActor(
		UClass* Class, const FTransform& Transform, const FActorSpawnParameters& Parameters = FActorSpawnParameters())
	{
		return Cast<T>(SpawnActor(Class, &Transform, Parameters));
	}
	AActor* SpawnActor(UClass* Class, const FTransform* Transform = nullptr,
		const FActorSpawnParameters& Parameters = FActorSpawnParameters());

	/// Dilated, and without pauses. [s]
	double GetTimeSeconds() const { return TimeSeconds; }

	template <typename T>
	T* GetSubsystem() const
	{
		for (UWorldSubsystem* Subsystem : Subsystems)
		{
			if (Subsystem->IsA(T::StaticClass()))
			{
				return static_cast<T*>(Subsystem);
			}
		}
		return nullptr;
	}

	TObjectPtr<ULevel> PersistentLevel;
	EWorldType::Type WorldType = EWorldType::None;
	FIntVector OriginLocation;
	TArray<FVector> ViewLocationsRenderedLastFrame;

private:
	friend AActor;
	friend AWorldSettings;
	friend struct FStandInStreaming;
	void AddActor(AActor& Actor);
	void BeginActors();
	void CreateSubsystems();
	void RunTickGroup(ETickingGroup Group, ELevelTick TickType, float DeltaSeconds);
	void RunTick(FTickFunction& Function, ELevelTick TickType, float DeltaSeconds);

	AWorldSettings* Settings = nullptr;
	UGameInstance* GameInstance = nullptr;
	mutable FTimerManager Timers;
	UNavigationSystemBase* NavigationSystem = nullptr;
	std::vector<AActor*> Actors;
	std::vector<UWorldSubsystem*> Subsystems;
	double TimeSeconds = 0.0;
	float DeltaTimeSeconds = 0.0f;
	bool bBegunPlay = false;
	bool bDestroyed = false;
};

/// What level streaming does to the actors of a level: they leave the world and come back as they were.
struct FStandInStreaming
{
	static void Out(AActor& Actor);
	static void In(AActor& Actor);
};
