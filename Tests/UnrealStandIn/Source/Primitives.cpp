// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Components/InstancedStaticMeshComponent.h"

#include "Components/BoxComponent.h"

STANDIN_IMPLEMENT_CLASS(UStaticMesh, []() -> UObject* { return ::new UStaticMesh; })
STANDIN_IMPLEMENT_CLASS(UPrimitiveComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UMeshComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UShapeComponent, nullptr)
STANDIN_IMPLEMENT_CLASS(UBoxComponent, []() -> UObject* { return ::new UBoxComponent; })
STANDIN_IMPLEMENT_CLASS(UStaticMeshComponent, []() -> UObject* { return ::new UStaticMeshComponent; })
STANDIN_IMPLEMENT_CLASS(UInstancedStaticMeshComponent, []() -> UObject* { return ::new UInstancedStaticMeshComponent; })

namespace
{
FVector Divide(const FVector& A, const FVector& B)
{
	return FVector(A.X / B.X, A.Y / B.Y, A.Z / B.Z);
}
}

FTransform UInstancedStaticMeshComponent::ToLocal(const FTransform& World) const
{
	const FTransform& Own = GetComponentTransform();
	check(Own.GetRotation().W == 1.0);
	return FTransform(World.GetRotation(), Divide(World.GetLocation() - Own.GetLocation(), Own.GetScale3D()),
		Divide(World.GetScale3D(), Own.GetScale3D()));
}

TArray<int32> UInstancedStaticMeshComponent::AddInstances(const TArray<FTransform>& InstanceTransforms,
	bool bShouldReturnIndices, bool bWorldSpace, bool /*bUpdateNavigation*/)
{
	TArray<int32> Added;
	for (const FTransform& Transform : InstanceTransforms)
	{
		const int32 Index = Locals.Add(bWorldSpace ? ToLocal(Transform) : Transform);
		if (bShouldReturnIndices)
		{
			Added.Add(Index);
		}
	}
	PerInstanceSMCustomData.SetNum(Locals.Num() * NumCustomDataFloats);
	return Added;
}

bool UInstancedStaticMeshComponent::BatchUpdateInstancesTransforms(int32 StartInstanceIndex,
	const TArray<FTransform>& NewInstancesTransforms, bool bWorldSpace, bool /*bMarkRenderStateDirty*/,
	bool /*bTeleport*/)
{
	if (StartInstanceIndex < 0 || StartInstanceIndex + NewInstancesTransforms.Num() > Locals.Num())
	{
		return false;
	}
	for (int32 Index = 0; Index < NewInstancesTransforms.Num(); ++Index)
	{
		const FTransform& Transform = NewInstancesTransforms[Index];
		Locals[StartInstanceIndex + Index] = bWorldSpace ? ToLocal(Transform) : Transform;
	}
	return true;
}

bool UInstancedStaticMeshComponent::UpdateInstanceTransform(int32 InstanceIndex, const FTransform& NewInstanceTransform,
	bool bWorldSpace, bool bMarkRenderStateDirty, bool bTeleport)
{
	return BatchUpdateInstancesTransforms(
		InstanceIndex, {NewInstanceTransform}, bWorldSpace, bMarkRenderStateDirty, bTeleport);
}

bool UInstancedStaticMeshComponent::RemoveInstance(int32 InstanceIndex)
{
	if (!Locals.IsValidIndex(InstanceIndex))
	{
		return false;
	}
	Locals.RemoveAt(InstanceIndex);
	for (int32 Each = 0; Each < NumCustomDataFloats; ++Each)
	{
		PerInstanceSMCustomData.RemoveAt(InstanceIndex * NumCustomDataFloats);
	}
	return true;
}

void UInstancedStaticMeshComponent::ClearInstances()
{
	Locals.Empty();
	PerInstanceSMCustomData.Empty();
}

bool UInstancedStaticMeshComponent::GetInstanceTransform(
	int32 InstanceIndex, FTransform& OutInstanceTransform, bool bWorldSpace) const
{
	if (!Locals.IsValidIndex(InstanceIndex))
	{
		return false;
	}
	const FTransform& Local = Locals[InstanceIndex];
	const FTransform& Own = GetComponentTransform();
	OutInstanceTransform = bWorldSpace ? FTransform(Local.GetRotation(), Own.TransformPosition(Local.GetLocation()),
											 Local.GetScale3D() * Own.GetScale3D())
									   : Local;
	return true;
}

void UInstancedStaticMeshComponent::SetNumCustomDataFloats(int32 InNumCustomDataFloats)
{
	NumCustomDataFloats = InNumCustomDataFloats;
	PerInstanceSMCustomData.Empty();
	PerInstanceSMCustomData.SetNum(Locals.Num() * NumCustomDataFloats);
}

bool UInstancedStaticMeshComponent::SetCustomDataValue(
	int32 InstanceIndex, int32 CustomDataIndex, float CustomDataValue, bool /*bMarkRenderStateDirty*/)
{
	if (!Locals.IsValidIndex(InstanceIndex) || CustomDataIndex < 0 || CustomDataIndex >= NumCustomDataFloats)
	{
		return false;
	}
	PerInstanceSMCustomData[InstanceIndex * NumCustomDataFloats + CustomDataIndex] = CustomDataValue;
	return true;
}
