// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Debug/Describe.h"

#include "Debug/VelocityRegion.h"
#include "Obstacles/NearWalls.h"
#include "World/ShapeStore.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
/// How far beyond what the agent can do velocity space is drawn.
constexpr float WindowScale = 1.5f;
/// The most that are shown of those who do not count, and how far out, as a multiple of the range.
constexpr size_t MostBystanders = 32;
constexpr float BystanderRange = 1.5f;

Vec2 PositionOf(const StepView& View, int Agent)
{
	return {View.Motion[Agent].X, View.Motion[Agent].Y};
}

Vec2 VelocityOf(const StepView& View, int Agent)
{
	return {View.Motion[Agent].VelX, View.Motion[Agent].VelY};
}

const ProfileKernelData& ProfileOf(const StepView& View, int Agent)
{
	return View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE];
}

std::span<const Vec2> BodyOf(const StepView& View, int Agent)
{
	return View.Shapes ? View.Shapes->BodyOf(View.Aim[Agent].Slot) : std::span<const Vec2>();
}

/// Velocities that bring two discs together within the horizon while the other one goes on as it is: a cone that begins at the
/// other's velocity, less what takes longer than the horizon. They must be apart.
std::array<Vec2, VelocityRegion::MostCorners> ObstacleOf(
	Vec2 Offset, float Sum, float Horizon, Vec2 OtherVelocity, float Far)
{
	constexpr size_t ArcSteps = VelocityRegion::MostCorners - 3;
	const float Distance = Length(Offset);
	const Vec2 Towards = 1.0f / Distance * Offset;
	const Vec2 Aside = LeftOf(Towards);
	const float Sine = Sum / Distance; // Of half the cone's angle.
	const float Cosine = std::sqrt(std::max(1.0f - Sine * Sine, 0.0f));

	// Along the disc that cuts it off, from where the left leg touches it to where the right one does, and out again.
	const Vec2 Center = OtherVelocity + 1.0f / Horizon * Offset;
	const float Radius = Sum / Horizon;
	const float Half = std::acos(std::min(Sine, 1.0f));
	std::array<Vec2, VelocityRegion::MostCorners> Polygon;
	for (size_t Step = 0; Step <= ArcSteps; ++Step)
	{
		const float Angle = Half * (2.0f * static_cast<float>(Step) / static_cast<float>(ArcSteps) - 1.0f);
		Polygon[Step] = Center - Radius * (std::cos(Angle) * Towards + std::sin(Angle) * Aside);
	}
	Polygon[ArcSteps + 1] = Polygon[ArcSteps] + Far * (Cosine * Towards - Sine * Aside);
	Polygon[ArcSteps + 2] = Polygon[0] + Far * (Cosine * Towards + Sine * Aside);
	return Polygon;
}

/// VO and RVO of a neighbour, where both are discs and apart.
void AddObstacles(const StepView& View, int Agent, int Other, DebugGeometry& Out)
{
	const Vec2 Offset = PositionOf(View, Other) - PositionOf(View, Agent);
	const float Sum = (View.Body[Agent].Radius + View.Body[Other].Radius) * View.Clearance;
	if (!BodyOf(View, Agent).empty() || !BodyOf(View, Other).empty() || !(Length(Offset) > Sum))
	{
		return;
	}
	const float Horizon = 1.0f / ProfileOf(View, Agent).InvAgentHorizon;
	const Vec2 Own = VelocityOf(View, Agent);
	auto Obstacle = ObstacleOf(Offset, Sum, Horizon, VelocityOf(View, Other), 8.0f * Out.Window);
	const auto Add = [&](EDebugKind Kind)
	{
		if (DebugItem* const Item = VelocityRegion(Obstacle, Out.Window).AddTo(Out, Kind))
		{
			Item->Other = View.Aim[Other].Slot;
		}
	};
	Add(EDebugKind::VelocityObstacle);

	const float Mine = View.Scalars[CROWD_RESPONSIBILITY][Agent];
	const float Share = View.bResponsibility ? Mine / (Mine + View.Scalars[CROWD_RESPONSIBILITY][Other]) : 0.5f;
	if (Share > 0.0f)
	{
		for (Vec2& Point : Obstacle)
		{
			Point = Own + Share * (Point - Own);
		}
		Add(EDebugKind::ReciprocalObstacle);
	}
}

void AddNeighbor(const StepView& View, int Other, EDebugReason Reason, DebugGeometry& Out)
{
	DebugItem& Item = Out.AddDisc(EDebugKind::Neighbor, PositionOf(View, Other), View.Body[Other].Radius);
	Item.Reason = Reason;
	Item.Other = View.Aim[Other].Slot;
}
}

void DescribeAgent(const StepView& View, const ObstacleStore& Obstacles, int Agent, Vec2 Desired, DebugGeometry& Out)
{
	Out.Items.clear();
	Out.Points.clear();
	Out.Position = PositionOf(View, Agent);
	Out.Velocity = VelocityOf(View, Agent);
	Out.Desired = Desired;
	Out.MaxSpeed = View.Body[Agent].MaxSpeed;
	Out.Window = WindowScale * std::max({Out.MaxSpeed, Length(Out.Velocity), Length(Desired)});
	Out.bKept = false;
	Out.bRelaxed = false;

	const float Radius = View.Body[Agent].Radius;
	if (const std::span<const Vec2> Body = BodyOf(View, Agent); !Body.empty())
	{
		std::vector<Vec2> Placed(Body.begin(), Body.end());
		for (Vec2& Corner : Placed)
		{
			Corner = Corner + Out.Position;
		}
		Out.AddPolygon(EDebugKind::Body, Placed);
	}
	else
	{
		Out.AddDisc(EDebugKind::Body, Out.Position, Radius);
	}
	Out.AddDisc(EDebugKind::PersonalSpace, Out.Position, Radius * View.Clearance);
	Out.AddDisc(EDebugKind::SpeedLimit, {}, Out.MaxSpeed);
	if (View.bGiven[CROWD_ACCELERATION] && View.Scalars[CROWD_ACCELERATION][Agent] < CrowdNoLimit)
	{
		Out.AddDisc(EDebugKind::ChangeLimit, Out.Velocity, View.Scalars[CROWD_ACCELERATION][Agent] * View.Dt);
	}
	if (Obstacles.HasSegments())
	{
		const NearWalls Near(View, Obstacles, Agent);
		for (int Rank = 0; Rank < Near.Count; ++Rank)
		{
			Out.AddLine(EDebugKind::Wall, Near.Walls[Rank]->From, Near.Walls[Rank]->To);
		}
	}
}

void DescribeNeighbors(
	const StepView& View, const BlockScratch& Scratch, int BlockBegin, int Agent, int Avoided, DebugGeometry& Out)
{
	const ProfileKernelData& Profile = ProfileOf(View, Agent);
	const bool bNeverYields = View.bResponsibility && !(View.Scalars[CROWD_RESPONSIBILITY][Agent] > 0.0f);
	const bool bLarge = IsLarge(View, Agent);
	const float Range = std::sqrt(Profile.RangeSq) + (bLarge ? View.Body[Agent].Radius : 0.0f);
	Out.AddDisc(EDebugKind::Range, Out.Position, Range);

	const int InBlock = Agent - BlockBegin;
	const int Count = Scratch.NeighborCount[InBlock];
	const auto NeighborAt = [&](int Rank) { return Scratch.Neighbors[Rank * CROWD_BLOCK + InBlock]; };
	for (int Rank = 0; Rank < Count; ++Rank)
	{
		const EDebugReason Counts = Rank < Avoided ? EDebugReason::Avoided : EDebugReason::LeftOut;
		AddNeighbor(View, NeighborAt(Rank), bNeverYields ? EDebugReason::NeverYields : Counts, Out);
		AddObstacles(View, Agent, NeighborAt(Rank), Out);
	}

	struct Bystander
	{
		float Distance;
		int Agent;
		uint64_t Id;
		bool operator<(const Bystander& Than) const
		{
			return Distance != Than.Distance ? Distance < Than.Distance : Id < Than.Id;
		}
	};
	std::vector<Bystander> Bystanders;
	for (int Other = 0; Other < View.AgentCount; ++Other)
	{
		const Vec2 Offset = PositionOf(View, Other) - Out.Position;
		const float Rim = IsLarge(View, Other) ? View.Body[Other].Radius : 0.0f;
		const float Reach = BystanderRange * Range + Rim;
		if (Other != Agent && Dot(Offset, Offset) < Reach * Reach)
		{
			Bystanders.push_back({std::max(Length(Offset) - Rim, 0.0f), Other, IdOf(View, Other)});
		}
	}
	const size_t Wanted = std::min(Bystanders.size(), MostBystanders + static_cast<size_t>(Count));
	std::partial_sort(Bystanders.begin(), Bystanders.begin() + static_cast<std::ptrdiff_t>(Wanted), Bystanders.end());
	Bystanders.resize(Wanted);
	for (const Bystander& Item : Bystanders)
	{
		bool bListed = false;
		for (int Rank = 0; Rank < Count && !bListed; ++Rank)
		{
			bListed = NeighborAt(Rank) == Item.Agent;
		}
		if (bListed)
		{
			continue;
		}
		EDebugReason Reason = EDebugReason::TooMany;
		if ((Profile.Avoids & ProfileOf(View, Item.Agent).Groups) == 0)
		{
			Reason = EDebugReason::OtherGroup;
		}
		else if (!(std::fabs(View.Scalars[CROWD_HEIGHT][Item.Agent] - View.Scalars[CROWD_HEIGHT][Agent]) <=
					 Profile.FloorHeight))
		{
			Reason = EDebugReason::OtherFloor;
		}
		else if (!(Item.Distance < Range))
		{
			Reason = EDebugReason::OutOfRange;
		}
		AddNeighbor(View, Item.Agent, Reason, Out);
	}
}

void DescribeChoice(Vec2 Chosen, DebugGeometry& Out)
{
	Out.Chosen = Chosen;
	Out.AddLine(EDebugKind::CurrentVelocity, {}, Out.Velocity);
	Out.AddLine(EDebugKind::DesiredVelocity, {}, Out.Desired);
	Out.AddLine(EDebugKind::ChosenVelocity, {}, Chosen);
}
}
