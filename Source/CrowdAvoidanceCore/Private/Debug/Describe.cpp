// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Debug/Describe.h"

#include "Debug/VelocityRegion.h"
#include "Models/Orca/HalfPlane.h"
#include "Obstacles/NearWalls.h"
#include "Perception/Perceive.h"
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
	const float Sum = PlanningSum(View, Agent, Other, Offset.X, Offset.Y, Dot(Offset, Offset));
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

void AddPersonalSpace(const StepView& View, int Agent, DebugGeometry& Out)
{
	constexpr int Corners = 32;
	const auto Reach = [&](Vec2 Towards)
	{ return PlanningRadius(View, Agent, Towards.X, Towards.Y, Dot(Towards, Towards)) * View.Clearance; };
	if (!View.bPersonalSpace || View.SpaceDepth == 1.0f)
	{
		Out.AddDisc(EDebugKind::PersonalSpace, Out.Position, Reach({1.0f, 0.0f}));
		return;
	}
	std::array<Vec2, Corners> Border;
	for (size_t Corner = 0; Corner < Border.size(); ++Corner)
	{
		const float Angle = 2.0f * CROWD_PI * static_cast<float>(Corner) / static_cast<float>(Corners);
		const Vec2 Towards = {std::cos(Angle), std::sin(Angle)};
		Border[Corner] = Out.Position + Reach(Towards) * Towards;
	}
	Out.AddPolygon(EDebugKind::PersonalSpace, Border);
}

DebugItem& AddNeighbor(const StepView& View, int Other, EDebugReason Reason, DebugGeometry& Out)
{
	DebugItem& Item = Out.AddDisc(EDebugKind::Neighbor, PositionOf(View, Other), View.Body[Other].Radius);
	Item.Reason = Reason;
	Item.Other = View.Aim[Other].Slot;
	return Item;
}

bool Perceives(const StepState& Step)
{
	return Step.Pairs && Step.Pairs->bNotice;
}

void AddSight(const StepView& View, int Other, EDebugReason Reason, DebugGeometry& Out)
{
	DebugItem& Item = Out.AddLine(EDebugKind::Sight, Out.Position, PositionOf(View, Other));
	Item.Reason = Reason;
	Item.Other = View.Aim[Other].Slot;
}

/// Of half the angle in which the agent sees others. Whoever stands sees all round.
float ViewCosine(const StepView& View, int Agent)
{
	const Vec2 Velocity = VelocityOf(View, Agent);
	return View.bLimitedView && Dot(Velocity, Velocity) > CROWD_STANDING_SQ ? ProfileOf(View, Agent).SightCosine
																			: CROWD_ALL_ROUND;
}

bool IsInView(const StepView& View, int Agent, int Other)
{
	const Vec2 Offset = PositionOf(View, Other) - PositionOf(View, Agent);
	const Vec2 Velocity = VelocityOf(View, Agent);
	return Dot(Offset, Velocity) >= ViewCosine(View, Agent) * std::sqrt(Dot(Velocity, Velocity) * Dot(Offset, Offset));
}

/// A sector as far as it sees.
void AddFieldOfView(const StepView& View, int Agent, float Range, DebugGeometry& Out)
{
	constexpr int ArcSteps = 32;
	const float Cosine = ViewCosine(View, Agent);
	if (Cosine == CROWD_ALL_ROUND)
	{
		return;
	}
	const float Half = std::acos(Cosine);
	const float Heading = std::atan2(Out.Velocity.Y, Out.Velocity.X);
	std::array<Vec2, ArcSteps + 2> Sector;
	Sector[0] = Out.Position;
	for (int Step = 0; Step <= ArcSteps; ++Step)
	{
		const float Angle = Heading + Half * (2.0f * static_cast<float>(Step) / static_cast<float>(ArcSteps) - 1.0f);
		Sector[static_cast<size_t>(Step) + 1] = Out.Position + Range * Vec2{std::cos(Angle), std::sin(Angle)};
	}
	Out.AddPolygon(EDebugKind::FieldOfView, Sector);
}

/// One who is not among the neighbours.
struct Bystander
{
	float Distance = 0.0f;
	int Agent = 0;
	uint64_t Id = 0;
	/// In sight for so long, and not noticed yet; below zero: not in sight. [s]
	float Observed = -1.0f;

	bool IsObserved() const { return Observed >= 0.0f; }
	/// Whoever is observed first, then by distance.
	bool operator<(const Bystander& Than) const
	{
		return IsObserved() != Than.IsObserved() ? IsObserved()
			: Distance != Than.Distance          ? Distance < Than.Distance
												 : Id < Than.Id;
	}
};

/// An agent, and those around it.
class Surroundings
{
public:
	Surroundings(const StepState& InStep, const StepBlock& Block, int InAgent)
		: Step(InStep),
		  View(InStep.View),
		  Agent(InAgent),
		  List(InStep.Worker(Block.Worker).Block.Neighbors + (InAgent - Block.Begin)),
		  Count(InStep.Worker(Block.Worker).Block.NeighborCount[InAgent - Block.Begin]),
		  Range(
			  std::sqrt(ProfileOf(View, InAgent).RangeSq) + (IsLarge(View, InAgent) ? View.Body[InAgent].Radius : 0.0f))
	{}

	float GetRange() const { return Range; }
	int NeighborCount() const { return Count; }
	int NeighborAt(int Rank) const { return List[Rank * CROWD_BLOCK]; }

	/// Whoever is observed, and the nearest others.
	std::vector<Bystander> FindBystanders() const
	{
		std::vector<Bystander> Out;
		for (int Other = 0; Other < View.AgentCount; ++Other)
		{
			if (Other != Agent && IsWithin(Other, BystanderRange * Range) && !IsNeighbor(Other))
			{
				Out.push_back({DistanceTo(Other), Other, IdOf(View, Other), ObservedFor(Other)});
			}
		}
		const auto Observed =
			std::count_if(Out.begin(), Out.end(), [](const Bystander& Each) { return Each.IsObserved(); });
		const size_t Wanted = std::min(Out.size(), MostBystanders + static_cast<size_t>(Observed));
		std::partial_sort(Out.begin(), Out.begin() + static_cast<std::ptrdiff_t>(Wanted), Out.end());
		Out.resize(Wanted);
		return Out;
	}

	/// Why somebody does not count. Observed: how many are, and as far away as Furthest.
	EDebugReason ReasonOf(const Bystander& Item, int Observed, float Furthest) const
	{
		if (Item.IsObserved())
		{
			return EDebugReason::NotNoticed;
		}
		const ProfileKernelData& Profile = ProfileOf(View, Agent);
		const float* const Heights = View.Scalars[CROWD_HEIGHT];
		if ((Profile.Avoids & ProfileOf(View, Item.Agent).Groups) == 0)
		{
			return EDebugReason::OtherGroup;
		}
		if (!(std::fabs(Heights[Item.Agent] - Heights[Agent]) <= Profile.FloorHeight))
		{
			return EDebugReason::OtherFloor;
		}
		if (!(Item.Distance < Range))
		{
			return EDebugReason::OutOfRange;
		}
		if (!IsInView(View, Agent, Item.Agent))
		{
			return EDebugReason::OutOfView;
		}
		const bool bWalls = Perceives(Step) && Step.In.Model.Traits().bWallsHide;
		WallHiders Hiders;
		if (bWalls && Step.In.Obstacles.IsHidden(PositionOf(View, Agent), PositionOf(View, Item.Agent), Hiders))
		{
			return EDebugReason::Hidden;
		}
		// Where there are walls it has not looked at everybody yet.
		const bool bNear = Count + Observed < Profile.MaxNeighbors || Item.Distance < Furthest;
		return bWalls && bNear ? EDebugReason::NotNoticed : EDebugReason::TooMany;
	}

	/// From where neighbours count. Of large agents that is their rim.
	float DistanceTo(int Other) const
	{
		return std::max(Length(PositionOf(View, Other) - PositionOf(View, Agent)) - RimOf(Other), 0.0f);
	}

private:
	float RimOf(int Other) const { return IsLarge(View, Other) ? View.Body[Other].Radius : 0.0f; }
	bool IsWithin(int Other, float Distance) const
	{
		const Vec2 Offset = PositionOf(View, Other) - PositionOf(View, Agent);
		const float Reach = Distance + RimOf(Other);
		return Dot(Offset, Offset) < Reach * Reach;
	}
	bool IsNeighbor(int Other) const
	{
		bool bListed = false;
		for (int Rank = 0; Rank < Count && !bListed; ++Rank)
		{
			bListed = NeighborAt(Rank) == Other;
		}
		return bListed;
	}
	float ObservedFor(int Other) const
	{
		if (!Perceives(Step))
		{
			return -1.0f;
		}
		const PairRecord Record = RecordOf(View, *Step.Pairs, Agent);
		const int Entry = Record.Find(Step.Pairs->Keys[Other] & CROWD_PAIR_KEY);
		const bool bObserved = Entry >= 0 && Record.IsListed(Entry) && !Record.IsNoticed(Entry);
		return bObserved ? static_cast<float>(Record.Age(Entry, Step.Pairs->Clock)) / CROWD_TICKS : -1.0f;
	}

	const StepState& Step;
	const StepView& View;
	const int Agent;
	const int* const List;
	const int Count;
	const float Range;
};
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
		Out.AddDisc(EDebugKind::Body, Out.Position, View.Body[Agent].Radius);
	}
	AddPersonalSpace(View, Agent, Out);
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

void DescribeNeighbors(const StepState& Step, const StepBlock& Block, int Agent, int Avoided, DebugGeometry& Out)
{
	const StepView& View = Step.View;
	const Surroundings Around(Step, Block, Agent);
	Out.AddDisc(EDebugKind::Range, Out.Position, Around.GetRange());
	AddFieldOfView(View, Agent, Around.GetRange(), Out);

	const bool bNeverYields = View.bResponsibility && !(View.Scalars[CROWD_RESPONSIBILITY][Agent] > 0.0f);
	float Furthest = 0.0f;
	for (int Rank = 0; Rank < Around.NeighborCount(); ++Rank)
	{
		const int Other = Around.NeighborAt(Rank);
		const EDebugReason Counts = Rank < Avoided ? EDebugReason::Avoided : EDebugReason::LeftOut;
		const EDebugReason Reason = bNeverYields ? EDebugReason::NeverYields : Counts;
		AddNeighbor(View, Other, Reason, Out);
		AddObstacles(View, Agent, Other, Out);
		if (Perceives(Step))
		{
			AddSight(View, Other, Reason, Out);
		}
		Furthest = std::max(Furthest, Around.DistanceTo(Other));
	}
	int Observed = 0;
	for (const Bystander& Item : Around.FindBystanders())
	{
		const EDebugReason Reason = Around.ReasonOf(Item, Observed, Furthest);
		AddNeighbor(View, Item.Agent, Reason, Out).Seconds = std::max(Item.Observed, 0.0f);
		if (Item.IsObserved())
		{
			AddSight(View, Item.Agent, Reason, Out);
			Furthest = std::max(Furthest, Item.Distance);
			++Observed;
		}
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
