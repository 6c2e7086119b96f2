// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/NeighborSearch.h"
#include "Step/StepState.h"

#include "World/ShapeStore.h"

#include <algorithm>

namespace CrowdAvoidance
{
StepView ViewOf(AgentStore& Agents, const StepInputs& In, const NeighborGrid& Grid, float* NewVelX, float* NewVelY)
{
	const AgentTraits& Traits = Agents.Traits();
	const ModelTraits Model = In.Model.Traits();
	StepView View = {};
	View.Motion = Agents.Now.Motion.Get();
	View.Aim = Agents.Now.Aim.Get();
	View.Body = Agents.Now.Body.Get();
	for (size_t Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		View.Scalars[Scalar] = Agents.Now.Scalars[Scalar].Get();
		View.bGiven[Scalar] =
			Traits.bMixedScalars[Scalar] || Traits.Scalars[Scalar] != AgentDef{}.*CrowdScalarFields[Scalar];
	}
	View.Ids = Agents.Ids.BySlot();
	View.NewVelX = NewVelX;
	View.NewVelY = NewVelY;
	View.Profiles = In.Profiles;
	View.Shapes = In.Shapes.HasAny() ? &In.Shapes : nullptr;
	View.LaneNumbers = LaneNumbers();
	Grid.Show(View);
	View.MaxNeighbors = In.Needs.Neighbors;
	View.CommonProfile = Traits.bMixedProfiles ? -1 : Traits.Profile;
	View.bLimitedView = Model.bPerceives && In.Needs.bLimitedView;
	View.bFilters = In.Needs.bGroups || Traits.bMixedScalars[CROWD_HEIGHT] || View.bLimitedView;
	View.bResponsibility = Traits.bMixedScalars[CROWD_RESPONSIBILITY] || Traits.Scalars[CROWD_RESPONSIBILITY] == 0.0f;
	View.bMixedRadii = Model.bPersonalSpace || Traits.SmallestRadius != Traits.LargestRadius;
	View.bLimitChange = View.bGiven[CROWD_ACCELERATION] && !Model.bLimitsAcceleration;
	// Who limits its own acceleration may not be able to slow down at once when it is too fast.
	View.bLimitSpeed = !Model.bPlain && (View.bLimitChange || !View.bGiven[CROWD_ACCELERATION]);
	View.bPersonalSpace = Model.bPersonalSpace;
	View.SpaceDepth = Model.SpaceDepth;
	View.bPlain = Model.bPlain;
	View.Clearance = Model.Clearance;
	View.InvSpaceTime = Model.bPlain ? 1.0f / In.Dt : 1.0f / std::max(In.Dt, CROWD_SPACE_TIME);
	View.Manner = In.Manners[Traits.Profile].Mean;
	View.Dt = In.Dt;
	View.InvDt = 1.0f / In.Dt;
	return View;
}
}
