// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/WorldView.h"

#include "Scenarios/Shapes.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Viewer
{
namespace
{
constexpr float WallWidth = 1.6f;
/// Grid lines are at least so far apart. [pixels]
constexpr float GridPixels = 45.0f;
/// Half the size of a goal's cross. [m]
constexpr float CrossSize = 0.25f;
/// Whoever is slower than this has no heading. [m/s]
constexpr float NoseSpeed = 0.05f;

double SignedArea(std::span<const Vec2> Outline)
{
	double Twice = 0.0;
	for (size_t Index = 0; Index < Outline.size(); ++Index)
	{
		const Vec2 A = Outline[Index];
		const Vec2 B = Outline[(Index + 1) % Outline.size()];
		Twice += static_cast<double>(A.X) * B.Y - static_cast<double>(A.Y) * B.X;
	}
	return Twice / 2.0;
}
}

ViewStyle::ViewStyle()
{
	for (size_t Kind = 0; Kind < bShown.size(); ++Kind)
	{
		bShown[Kind] = Display::StyleOf(static_cast<EDebugKind>(Kind)).bShown;
	}
}

float WorldView::GridSpacing(float Scale)
{
	const float Least = GridPixels / Scale;
	const float Power = std::pow(10.0f, std::floor(std::log10(Least)));
	for (const float Factor : {1.0f, 2.0f, 5.0f})
	{
		if (Factor * Power >= Least)
		{
			return Factor * Power;
		}
	}
	return 10.0f * Power;
}

void WorldView::Draw(Renderer& Target, const Camera& Eye, const ScreenRect& View, const Workspace& Work,
	const ViewerSession* Session, const ViewStyle& Style, const Sketch& Pending)
{
	if (Style.bGrid)
	{
		AddGrid(Eye, View);
		Flush(Target);
	}
	const Display::Snapshot* Frame = Session ? &Session->Shown() : nullptr;
	if (Work.Recording())
	{
		Frame = &Work.Recording()->Shown();
	}
	if (Frame)
	{
		AddScene(*Work.Scene(), Frame->Seconds);
		Flush(Target);
		AddAgents(*Work.Scene(), *Frame, Style.ColorBy);
		Flush(Target);
	}
	for (const uint32_t Agent : Work.Watched())
	{
		const DebugGeometry* Geometry = Session ? Session->DebugOf(Agent) : nullptr;
		if (Geometry)
		{
			AddOverlay(*Geometry, Style);
		}
		const auto Found = Frame
			? std::lower_bound(Frame->Agents.begin(), Frame->Agents.end(), Agent,
				  [](const Display::SnapshotAgent& A, uint32_t Number) { return A.Number < Number; })
			: std::vector<Display::SnapshotAgent>::const_iterator();
		if (Frame && Found != Frame->Agents.end() && Found->Number == Agent)
		{
			Discs.push_back({Found->Position, Found->Radius + 3.0f / Eye.Scale, {}, {Display::Selection, 0.0f},
				Display::Selection, 2.0f});
		}
	}
	AddPlaced(Work.Editor());
	for (size_t Index = 0; Index + 1 < Pending.Line.size(); ++Index)
	{
		Lines.push_back({Pending.Line[Index], Pending.Line[Index + 1], Display::Selection, 1.5f});
	}
	if (Pending.Spot)
	{
		Discs.push_back(
			{*Pending.Spot, Scenarios::SceneAgent{}.Radius, {}, {Display::Selection, 0.3f}, Display::Selection, 1.5f});
	}
	Flush(Target);
}

void WorldView::AddGrid(const Camera& Eye, const ScreenRect& View)
{
	const float Spacing = GridSpacing(Eye.Scale);
	const float HalfX = View.Width / 2 / Eye.Scale;
	const float HalfY = View.Height / 2 / Eye.Scale;
	const float Left = std::ceil((Eye.Center.X - HalfX) / Spacing);
	const float Bottom = std::ceil((Eye.Center.Y - HalfY) / Spacing);
	// Counted, because far out adding a small distance changes nothing.
	const int Columns = static_cast<int>(2.0f * HalfX / Spacing) + 1;
	const int Rows = static_cast<int>(2.0f * HalfY / Spacing) + 1;
	for (int Column = 0; Column < Columns; ++Column)
	{
		const float X = (Left + static_cast<float>(Column)) * Spacing;
		Lines.push_back({{X, Eye.Center.Y - HalfY}, {X, Eye.Center.Y + HalfY}, Display::GridLine, 1.0f});
	}
	for (int Row = 0; Row < Rows; ++Row)
	{
		const float Y = (Bottom + static_cast<float>(Row)) * Spacing;
		Lines.push_back({{Eye.Center.X - HalfX, Y}, {Eye.Center.X + HalfX, Y}, Display::GridLine, 1.0f});
	}
}

void WorldView::AddOutline(std::span<const Vec2> Outline, Rgba Color, float Width)
{
	// Two vertices are one line; more are closed.
	const size_t Count = Outline.size() > 2 ? Outline.size() : Outline.size() - 1;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Lines.push_back({Outline[Index], Outline[(Index + 1) % Outline.size()], Color, Width});
	}
}

void WorldView::AddFan(std::span<const Vec2> Outline)
{
	const bool bTurned = SignedArea(Outline) < 0.0;
	for (size_t Index = 1; Index + 1 < Outline.size(); ++Index)
	{
		const Vec2 A = Outline[Index];
		const Vec2 B = Outline[Index + 1];
		Fans.insert(Fans.end(), {Outline[0], bTurned ? B : A, bTurned ? A : B});
	}
}

void WorldView::AddScene(const Scenarios::Scene& Scene, double Seconds)
{
	for (const std::vector<Vec2>& Obstacle : Scene.Obstacles)
	{
		AddOutline(Obstacle, Display::WallLine, WallWidth);
		AddFan(Obstacle);
	}
	for (const Scenarios::SceneBlock& Block : Scene.Blocks)
	{
		if (Block.Stands(Seconds))
		{
			AddOutline(Block.Outline, Display::DoorLine, WallWidth);
			AddFan(Block.Outline);
		}
	}
	for (const Scenarios::SceneDoor& Door : Scene.Doors)
	{
		const bool bOpen = Door.IsOpen(Seconds);
		AddOutline(Door.Outline, {Display::DoorLine, bOpen ? 0.35f : 1.0f}, WallWidth);
		if (!bOpen)
		{
			AddFan(Door.Outline);
		}
	}
	for (const Scenarios::SceneLink& Link : Scene.Links)
	{
		Lines.push_back({Link.From, Link.To, {Display::DoorLine, 0.7f}, WallWidth});
	}
	for (const Vec2 Exit : Scene.Exits)
	{
		AddCross(Exit, Display::GoalMark);
	}
}

void WorldView::AddAgents(const Scenarios::Scene& Scene, const Display::Snapshot& Frame, Display::EColorBy By)
{
	for (const Display::SnapshotAgent& Agent : Frame.Agents)
	{
		const Display::Color Color = Display::ColorOf(Agent, By);
		const float Speed = std::hypot(Agent.Velocity.X, Agent.Velocity.Y);
		const Vec2 Heading = Speed > NoseSpeed ? Vec2{Agent.Velocity.X / Speed, Agent.Velocity.Y / Speed} : Vec2{};
		const Display::Color Rim = Agent.bOverlaps ? Display::Alarm : Display::Background;
		const float RimWidth = Agent.bOverlaps ? 2.0f : 1.0f;
		std::vector<Vec2> Body = Scenarios::BodyOf(Scene, Scene.Agents[Agent.Number]);
		if (Body.empty())
		{
			Discs.push_back({Agent.Position, Agent.Radius, Heading, Color, Rim, RimWidth});
			continue;
		}
		const Vec2 Nose = Scenarios::InnerRadius(Body) * Heading;
		for (Vec2& Corner : Body)
		{
			Corner = Corner + Agent.Position;
		}
		AddFilled(Body, Color);
		AddOutline(Body, Rim, RimWidth);
		Lines.push_back(
			{Agent.Position + 0.4f * Nose, Agent.Position + 0.8f * Nose, {Display::Background, 0.75f}, 2.0f});
	}
}

void WorldView::AddOverlay(const DebugGeometry& Geometry, const ViewStyle& Style)
{
	for (const DebugItem& Item : Geometry.Items)
	{
		if (!Style.Shows(Item.Kind))
		{
			continue;
		}
		if (!IsInVelocitySpace(Item.Kind))
		{
			AddOverlayItem(Geometry, Item);
		}
		else if (Item.Kind >= EDebugKind::CurrentVelocity)
		{
			// A metre for each metre per second: where it would be in a second. Areas of velocities have a picture of their own.
			const Display::OverlayStyle& Look = Display::StyleOf(Item.Kind);
			AddArrow(Geometry.Position, Geometry.PointsOf(Item).back(), {Look.Line, Look.LineAlpha});
		}
	}
}

void WorldView::AddOverlayItem(const DebugGeometry& Geometry, const DebugItem& Item)
{
	const Display::OverlayStyle& Look = Display::StyleOf(Item.Kind);
	const Display::Color Base = Display::InkOf(Item);
	const Rgba Line(Base, Look.LineAlpha);
	const std::span<const Vec2> Points = Geometry.PointsOf(Item);
	if (Item.Radius > 0.0f)
	{
		Discs.push_back({Points[0], Item.Radius, {}, {Base, Look.FillAlpha}, Line, 1.5f});
		return;
	}
	for (size_t Index = 0; Index + 1 < Points.size() + (Item.bClosed ? 1 : 0); ++Index)
	{
		Lines.push_back(
			{Points[Index], Points[(Index + 1) % Points.size()], Line, Item.Kind == EDebugKind::Wall ? 3.0f : 1.5f});
	}
	if (Item.bClosed && Look.FillAlpha > 0.0f)
	{
		AddFilled(Points, {Base, Look.FillAlpha});
	}
}

void WorldView::AddFilled(std::span<const Vec2> Convex, Rgba Color)
{
	for (size_t Index = 1; Index + 1 < Convex.size(); ++Index)
	{
		for (const Vec2 Corner : {Convex[0], Convex[Index], Convex[Index + 1]})
		{
			Triangles.push_back({Corner, Color});
		}
	}
}

void WorldView::AddArrow(Vec2 From, Vec2 Offset, Rgba Color)
{
	constexpr float Head = 0.12f;
	const float Length = std::hypot(Offset.X, Offset.Y);
	if (Length < 0.01f)
	{
		return;
	}
	const Vec2 Tip = {From.X + Offset.X, From.Y + Offset.Y};
	const Vec2 Along = {Offset.X / Length * Head, Offset.Y / Length * Head};
	Lines.push_back({From, Tip, Color, 2.0f});
	Lines.push_back({Tip, {Tip.X - Along.X - Along.Y * 0.6f, Tip.Y - Along.Y + Along.X * 0.6f}, Color, 2.0f});
	Lines.push_back({Tip, {Tip.X - Along.X + Along.Y * 0.6f, Tip.Y - Along.Y - Along.X * 0.6f}, Color, 2.0f});
}

void WorldView::AddCross(Vec2 At, Rgba Color)
{
	Lines.push_back({{At.X - CrossSize, At.Y - CrossSize}, {At.X + CrossSize, At.Y + CrossSize}, Color, 2.0f});
	Lines.push_back({{At.X - CrossSize, At.Y + CrossSize}, {At.X + CrossSize, At.Y - CrossSize}, Color, 2.0f});
}

void WorldView::AddPlaced(const SceneEditor& Editor)
{
	const auto AddWay = [this](Vec2 From, const std::vector<Vec2>& Goals)
	{
		for (const Vec2 Goal : Goals)
		{
			Lines.push_back({From, Goal, {Display::GoalMark, 0.4f}, 1.0f});
			AddCross(Goal, Display::GoalMark);
			From = Goal;
		}
	};
	for (const PlacedItem& Item : Editor.Items())
	{
		if (const auto* Agent = std::get_if<PlacedAgent>(&Item))
		{
			AddWay(Agent->Position, Agent->Goals);
		}
		else if (const auto* Spawner = std::get_if<PlacedSpawner>(&Item))
		{
			std::vector<Vec2> Goals = Spawner->Goals;
			if (Spawner->Kind != ESpawnerKind::Circle && Spawner->Offset != Vec2{})
			{
				Goals.insert(
					Goals.begin(), {Spawner->Position.X + Spawner->Offset.X, Spawner->Position.Y + Spawner->Offset.Y});
			}
			AddWay(Spawner->Position, Goals);
		}
		else
		{
			const PlacedWall& Wall = std::get<PlacedWall>(Item);
			for (size_t Index = 0; Index + 1 < Wall.Points.size() + (Wall.bSolid ? 1 : 0); ++Index)
			{
				Lines.push_back(
					{Wall.Points[Index], Wall.Points[(Index + 1) % Wall.Points.size()], Display::WallLine, WallWidth});
			}
		}
	}
}

void WorldView::Flush(Renderer& Target)
{
	if (!Fans.empty())
	{
		Target.DrawPolygons(Fans, Display::WallFill);
	}
	Target.DrawTriangles(Triangles);
	Target.DrawLines(Lines);
	Target.DrawDiscs(Discs);
	Fans.clear();
	Triangles.clear();
	Lines.clear();
	Discs.clear();
}
}
