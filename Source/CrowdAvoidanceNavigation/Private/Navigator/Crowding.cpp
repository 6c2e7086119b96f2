// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Navigator/Crowding.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// What people do when nobody is in their way. [m/s]
constexpr float FreeSpeed = 1.3f;
/// Fewer than this are no crowd, however slow. [agents/m^2]
constexpr float CrowdDensity = 0.3f;
constexpr float MostFactor = 10.0f;
/// How much longer a path through a polygon gets with each one who could not get on, until that is forgotten. [m]
constexpr float BlockedLength = 25.0f;
constexpr float MostBlockedLength = 150.0f;
constexpr float Remembered = 0.95f;
/// Planning anew is worth it from this relative change on.
constexpr float Change = 0.3f;
}

void Crowding::Resize(const NavGraph& Graph)
{
	const size_t Polygons = Graph.Polygons.size();
	Area.assign(Polygons, 0.0f);
	for (size_t Index = 0; Index < Polygons; ++Index)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[Index];
		for (int32_t Edge = Owner.FirstEdge; Edge < Owner.FirstEdge + Owner.EdgeCount; ++Edge)
		{
			const Vec2 From = Graph.Edges[static_cast<size_t>(Edge)].From;
			const Vec2 To = Graph.Edges[static_cast<size_t>(Edge)].To;
			Area[Index] += 0.5f *
				((From.X - Owner.Center.X) * (To.Y - Owner.Center.Y) -
					(From.Y - Owner.Center.Y) * (To.X - Owner.Center.X));
		}
	}
	AgentSteps.assign(Polygons, 0);
	SpeedSum.assign(Polygons, 0);
	Steps = 0;
	Blocked.assign(Polygons, 0.0f);
	Smooth.assign(Polygons, 1.0f);
	InUse.assign(Polygons, 1.0f);
}

bool Crowding::EndPeriod()
{
	bool bChanged = false;
	const float PerStep = 1.0f / static_cast<float>(std::max(Steps, 1));
	for (size_t Index = 0; Index < Area.size(); ++Index)
	{
		const float Agents = static_cast<float>(AgentSteps[Index]) * PerStep;
		const bool bCrowd = Agents > CrowdDensity * Area[Index] && Agents > 1.5f;
		const float Speed =
			0.001f * static_cast<float>(SpeedSum[Index]) / static_cast<float>(std::max<int64_t>(AgentSteps[Index], 1));
		const float Slowness = bCrowd ? std::min(FreeSpeed / std::max(Speed, 0.01f), MostFactor) : 1.0f;
		AgentSteps[Index] = 0;
		SpeedSum[Index] = 0;
		const float Through = std::sqrt(Area[Index]) + 0.01f;
		const float Now =
			std::max(Slowness, 1.0f) + std::min(BlockedLength * Blocked[Index], MostBlockedLength) / Through;
		Blocked[Index] *= Remembered;
		// Half of the past, lest everybody turns round at once and then again.
		Smooth[Index] = 0.5f * (Smooth[Index] + Now);
		bChanged = bChanged || std::fabs(Smooth[Index] - InUse[Index]) > Change * InUse[Index];
	}
	Steps = 0;
	if (bChanged)
	{
		InUse = Smooth;
	}
	return bChanged;
}
}
