// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/MeshComponent.h"
#include "Engine/StaticMesh.h"

class UStaticMeshComponent : public UMeshComponent
{
	STANDIN_CLASS_BODY(UStaticMeshComponent, UMeshComponent)

public:
	virtual bool SetStaticMesh(UStaticMesh* NewMesh)
	{
		const bool bChanged = StaticMesh != NewMesh;
		StaticMesh = NewMesh;
		return bChanged;
	}
	TObjectPtr<UStaticMesh> GetStaticMesh() const { return StaticMesh; }

private:
	TObjectPtr<UStaticMesh> StaticMesh;
};
