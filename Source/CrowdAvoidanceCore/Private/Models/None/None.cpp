// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Models/None/None.h"

namespace CrowdAvoidance
{
namespace
{
class NoneModel final : public Model
{
public:
	ModelTraits Traits() const override { return {.bNeighbors = false}; }

	void Solve(ModelBlock& Block) const override
	{
		for (size_t Agent = 0; Agent < static_cast<size_t>(Block.Count); ++Agent)
		{
			Block.NewVelocityX[Agent] = Block.DesiredX[Agent];
			Block.NewVelocityY[Agent] = Block.DesiredY[Agent];
		}
	}
};
}

ModelType NoneModelType()
{
	return {.Name = "none",
		.Description = "no avoidance: desired velocities as they are",
		.Options = {},
		.Create = [](const ModelSetup&) -> std::unique_ptr<Model> { return std::make_unique<NoneModel>(); }};
}
}
