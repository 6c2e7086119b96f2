// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/SceneComponent.h"

/// Its place is that of its root component: without one it is at zero and cannot be moved, as in the engine.
class AActor : public UObject
{
	STANDIN_CLASS_BODY(AActor, UObject)

public:
	virtual UWorld* GetWorld() const override;

	USceneComponent* GetRootComponent() const { return RootComponent; }
	bool SetRootComponent(USceneComponent* NewRoot);

	FTransform GetActorTransform() const;
	FVector GetActorLocation() const;
	bool SetActorLocation(const FVector& To, bool bSweep = false, FHitResult* OutHit = nullptr,
		ETeleportType Teleport = ETeleportType::None);
	bool SetActorRotation(FRotator To, ETeleportType Teleport = ETeleportType::None);
	void SetActorScale3D(FVector To);
	FVector GetActorScale3D() const { return GetActorTransform().GetScale3D(); }

	template <typename T>
	T* FindComponentByClass() const
	{
		T* Found = nullptr;
		ForEachComponent<T>(false, [&](T* Component) { Found = Found ? Found : Component; });
		return Found;
	}
	/// Registered ones; the engine's knows the others too.
	template <typename T, typename FunctionType>
	void ForEachComponent(bool /*bIncludeFromChildActors*/, FunctionType Function) const
	{
		const std::vector<UActorComponent*> Asked = Components;
		for (UActorComponent* Component : Asked)
		{
			if (T* Fitting = Cast<T>(Component))
			{
				Function(Fitting);
			}
		}
	}

	bool HasAuthority() const { return Role == ROLE_Authority; }
	void SetRole(ENetRole InRole) { Role = InRole; }
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift);

	bool HasActorBegunPlay() const { return bBegunPlay; }
	bool Destroy(bool bNetForce = false, bool bShouldModifyLevel = true);

protected:
	virtual void BeginPlay();
	virtual void EndPlay(const EEndPlayReason::Type Reason);

	TObjectPtr<USceneComponent> RootComponent;

private:
	friend UActorComponent;
	friend struct FStandInStreaming;
	friend UWorld;
	void Leave(EEndPlayReason::Type Reason);

	std::vector<UActorComponent*> Components;
	ENetRole Role = ROLE_Authority;
	bool bBegunPlay = false;
};
