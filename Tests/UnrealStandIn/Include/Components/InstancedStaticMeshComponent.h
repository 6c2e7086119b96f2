// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/StaticMeshComponent.h"

/// Keeps its instances relative to itself, as the engine's does, so they move with it. It must not be turned.
class UInstancedStaticMeshComponent : public UStaticMeshComponent
{
	STANDIN_CLASS_BODY(UInstancedStaticMeshComponent, UStaticMeshComponent)

public:
	virtual TArray<int32> AddInstances(const TArray<FTransform>& InstanceTransforms, bool bShouldReturnIndices,
		bool bWorldSpace = false, bool bUpdateNavigation = true);
	virtual bool BatchUpdateInstancesTransforms(int32 StartInstanceIndex,
		const TArray<FTransform>& NewInstancesTransforms, bool bWorldSpace = false, bool bMarkRenderStateDirty = false,
		bool bTeleport = false);
	virtual bool UpdateInstanceTransform(int32 InstanceIndex, const FTransform& NewInstanceTransform,
		bool bWorldSpace = false, bool bMarkRenderStateDirty = false, bool bTeleport = false);
	virtual bool RemoveInstance(int32 InstanceIndex);
	virtual void ClearInstances();
	int32 GetInstanceCount() const { return Locals.Num(); }
	bool GetInstanceTransform(int32 InstanceIndex, FTransform& OutInstanceTransform, bool bWorldSpace = false) const;

	virtual void SetNumCustomDataFloats(int32 InNumCustomDataFloats);
	virtual bool SetCustomDataValue(
		int32 InstanceIndex, int32 CustomDataIndex, float CustomDataValue, bool bMarkRenderStateDirty = false);

	int32 NumCustomDataFloats = 0;
	TArray<float> PerInstanceSMCustomData;

private:
	FTransform ToLocal(const FTransform& World) const;

	TArray<FTransform> Locals;
};
