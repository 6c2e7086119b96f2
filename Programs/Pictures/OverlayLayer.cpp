// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace CrowdAvoidance::Pictures
{
namespace
{
using Display::InkOf;
using Display::OverlayStyle;
using Display::StyleOf;

double LineWidth(double Em)
{
	return std::max(1.0, Em / 9.0);
}

bool IsArrow(EDebugKind Kind)
{
	return Kind >= EDebugKind::CurrentVelocity;
}

/// Velocities that fall together are told apart by their widths: the chosen one lies above them, and is thin.
double ArrowWidth(EDebugKind Kind, double Em)
{
	const bool bDesired = Kind == EDebugKind::DesiredVelocity;
	const bool bCandidate = Kind == EDebugKind::CandidateVelocity;
	return (bDesired ? 0.42 : bCandidate ? 0.26 : 0.16) * Em;
}

/// Mere distances, nothing that stands there.
bool IsDashed(EDebugKind Kind)
{
	return Kind == EDebugKind::Range || Kind == EDebugKind::PersonalSpace || Kind == EDebugKind::FieldOfView;
}

/// Drawn as a circle in a key.
bool IsRound(EDebugKind Kind)
{
	return Kind <= EDebugKind::Neighbor || Kind == EDebugKind::SpeedLimit || Kind == EDebugKind::ChangeLimit;
}

/// Adds the item's shape to the path.
void AddShape(Canvas& Out, const View& Where, const DebugGeometry& Geometry, const DebugItem& Item)
{
	std::vector<Point> Pixels;
	for (const Vec2 Each : Geometry.PointsOf(Item))
	{
		Pixels.push_back(Where.ToPixel(Each));
	}
	if (Pixels.empty())
	{
		return;
	}
	if (Item.Radius > 0.0f)
	{
		Out.AddDisc(Pixels.front(), static_cast<double>(Item.Radius) * Where.PixelsPerMeter());
		return;
	}
	if (Item.bClosed)
	{
		Out.AddPolygon(Pixels);
		return;
	}
	for (size_t Each = 1; Each < Pixels.size(); ++Each)
	{
		Out.AddLine(Pixels[Each - 1], Pixels[Each]);
	}
}

void DrawShape(Canvas& Out, const View& Where, double Em, const DebugGeometry& Geometry, const DebugItem& Item)
{
	const OverlayStyle& Style = StyleOf(Item.Kind);
	const bool bArea = Item.bClosed || Item.Radius > 0.0f;
	const bool bStrong =
		Item.Kind == EDebugKind::Neighbor || Item.Kind == EDebugKind::Wall || Item.Kind == EDebugKind::Path;
	AddShape(Out, Where, Geometry, Item);
	Out.SetDash(IsDashed(Item.Kind) ? 0.35 * Em : 0.0);
	Out.FillAndStroke(
		InkOf(Item), bArea ? Style.FillAlpha : 0.0, Style.LineAlpha, (bStrong ? 1.7 : 1.0) * LineWidth(Em));
	Out.SetDash(0.0);
}

void DrawArrow(Canvas& Out, Point From, Point To, double Width)
{
	const double Length = std::hypot(To.X - From.X, To.Y - From.Y);
	const double Head = std::min(2.2 * Width + 4.0, Length);
	if (Head < 0.5)
	{
		Out.AddDisc(To, Width);
		Out.Fill();
		return;
	}
	const Point Along = {(To.X - From.X) / Length, (To.Y - From.Y) / Length};
	const Point Neck = {To.X - Head * Along.X, To.Y - Head * Along.Y};
	Out.AddLine(From, Neck);
	Out.Stroke(Width);
	const double Half = 0.55 * Head;
	const Point Tip[] = {
		To, {Neck.X - Half * Along.Y, Neck.Y + Half * Along.X}, {Neck.X + Half * Along.Y, Neck.Y - Half * Along.X}};
	Out.AddPolygon(Tip);
	Out.Fill();
}

void DrawAxes(Canvas& Out, const View& Velocities)
{
	const Point Zero = Velocities.ToPixel({});
	const Box& Inset = Velocities.Pixels();
	Out.AddLine({Inset.Left, Zero.Y}, {Inset.Right, Zero.Y});
	Out.AddLine({Zero.X, Inset.Top}, {Zero.X, Inset.Bottom});
	Out.SetColor(Display::GridLine);
	Out.Stroke(1.0);
}

/// In words, in a corner, which the disc never reaches.
void DrawSpeedLimit(Canvas& Out, const Box& Inset, double Em, float MaxSpeed)
{
	const std::string Words = fmt::format("speed limit {:.3g} m/s", MaxSpeed);
	const double Size = Out.FittingSize(Words, 0.75 * Em, Inset.Width() - Em);
	const Point At = {Inset.Left + 0.5 * Em, Inset.Bottom - 0.5 * Em};
	Out.SetColor(InsetBackground, 0.75);
	Out.AddBox({Inset.Left, At.Y - Size - 0.2 * Em, At.X + Out.TextWidth(Words, Size) + 0.5 * Em, Inset.Bottom});
	Out.Fill();
	Out.SetColor(Display::Text, 0.9);
	Out.Text(At, Words, Size);
}

void DrawArrows(Canvas& Out, const View& Velocities, double Em, const DebugGeometry& Geometry)
{
	for (int Kind = static_cast<int>(EDebugKind::CurrentVelocity); Kind < static_cast<int>(EDebugKind::Count); ++Kind)
	{
		for (const DebugItem& Item : Geometry.Items)
		{
			const std::span<const Vec2> Ends = Geometry.PointsOf(Item);
			if (static_cast<int>(Item.Kind) != Kind || Ends.size() < 2 || !StyleOf(Item.Kind).bShown)
			{
				continue;
			}
			Out.SetColor(StyleOf(Item.Kind).Line, StyleOf(Item.Kind).LineAlpha);
			DrawArrow(
				Out, Velocities.ToPixel(Ends.front()), Velocities.ToPixel(Ends.back()), ArrowWidth(Item.Kind, Em));
		}
	}
}

/// Above the agent's head, in the picture.
void DrawNumber(Canvas& Out, const View& Map, double Em, const DebugGeometry& Geometry)
{
	double Radius = 0.0;
	for (const DebugItem& Item : Geometry.Items)
	{
		for (const Vec2 Point : Geometry.PointsOf(Item))
		{
			const double Reach = static_cast<double>(Item.Radius + Distance(Point, Geometry.Position));
			Radius = Item.Kind == EDebugKind::PersonalSpace ? std::max(Radius, Reach * Map.PixelsPerMeter()) : Radius;
		}
	}
	const Point At = Map.ToPixel(Geometry.Position);
	if (Map.CanSee(At, Radius))
	{
		Out.SetColor(Display::Selection);
		Out.Text(
			{At.X, At.Y - Radius - 0.4 * Em}, std::to_string(Geometry.Agent.Index), 0.9 * Em, EAlign::Center, true);
	}
}

/// Beside those that it observes, for how long.
void DrawSeconds(Canvas& Out, const View& Map, double Em, const DebugGeometry& Geometry)
{
	for (const DebugItem& Item : Geometry.Items)
	{
		if (!(Item.Seconds > 0.0f && StyleOf(Item.Kind).bShown))
		{
			continue;
		}
		const double Radius = static_cast<double>(Item.Radius) * Map.PixelsPerMeter();
		const Point At = Map.ToPixel(Geometry.PointsOf(Item).front());
		if (Map.CanSee(At, Radius))
		{
			Out.SetColor(InkOf(Item));
			Out.Text({At.X + Radius + 0.3 * Em, At.Y + 0.3 * Em}, fmt::format("{:.2f} s", Item.Seconds), 0.8 * Em);
		}
	}
}

/// What a key has a line for.
using KeyEntry = std::pair<EDebugKind, EDebugReason>;

void DrawKeySymbol(Canvas& Out, Point Middle, double Em, const DebugItem& Like)
{
	const OverlayStyle& Style = StyleOf(Like.Kind);
	const double Half = 0.7 * Em;
	Out.SetColor(InkOf(Like), Style.LineAlpha);
	if (IsArrow(Like.Kind))
	{
		DrawArrow(Out, {Middle.X - Half, Middle.Y}, {Middle.X + Half, Middle.Y}, 0.7 * ArrowWidth(Like.Kind, Em));
	}
	else if (IsRound(Like.Kind))
	{
		Out.SetDash(IsDashed(Like.Kind) ? 0.2 * Em : 0.0);
		Out.AddDisc(Middle, 0.42 * Em);
		Out.Stroke(LineWidth(Em));
		Out.SetDash(0.0);
	}
	else if (Style.FillAlpha > 0.0f)
	{
		// So small a patch has to be stronger to look alike.
		Out.AddBox({Middle.X - Half, Middle.Y - 0.38 * Em, Middle.X + Half, Middle.Y + 0.38 * Em});
		Out.FillAndStroke(Style.Line, 2.0 * static_cast<double>(Style.FillAlpha), Style.LineAlpha, LineWidth(Em));
	}
	else
	{
		Out.AddLine({Middle.X - Half, Middle.Y}, {Middle.X + Half, Middle.Y});
		Out.Stroke(1.5 * LineWidth(Em));
	}
}

/// Room: for symbol and words. [pixels]
void DrawKeyLine(Canvas& Out, Point At, double Em, double Room, const KeyEntry& Entry)
{
	DebugItem Like;
	Like.Kind = Entry.first;
	Like.Reason = Entry.second;
	DrawKeySymbol(Out, {At.X + 0.8 * Em, At.Y - 0.3 * Em}, Em, Like);
	std::string Words = DebugKindName(Like.Kind);
	if (Like.Kind == EDebugKind::Neighbor)
	{
		Words += fmt::format(", {}", DebugReasonName(Like.Reason));
	}
	Out.SetColor(Display::Text, 0.9);
	Out.Text({At.X + 2.0 * Em, At.Y}, Words, Out.FittingSize(Words, 0.78 * Em, Room - 2.5 * Em));
}
}

void DrawWorldOverlays(Canvas& Out, const View& Map, double Em, const std::vector<DebugGeometry>& Shown)
{
	// Areas lie below; whom it is about lies on top.
	for (const EDebugKind Kind : {EDebugKind::Corridor, EDebugKind::Range, EDebugKind::FieldOfView, EDebugKind::Wall,
			 EDebugKind::Path, EDebugKind::Sight, EDebugKind::Neighbor, EDebugKind::PersonalSpace, EDebugKind::Body})
	{
		for (const DebugGeometry& Geometry : Shown)
		{
			for (const DebugItem& Item : Geometry.Items)
			{
				if (Item.Kind == Kind && StyleOf(Kind).bShown)
				{
					DrawShape(Out, Map, Em, Geometry, Item);
				}
			}
		}
	}
	for (const DebugGeometry& Geometry : Shown)
	{
		DrawSeconds(Out, Map, Em, Geometry);
		DrawNumber(Out, Map, Em, Geometry);
	}
}

View VelocityView(const DebugGeometry& Geometry, const Box& Inset)
{
	const float Window = std::max(Geometry.Window, 0.001f);
	return View({{-Window, -Window}, {Window, Window}}, Inset);
}

void DrawInset(Canvas& Out, const Box& Inset, double Em, const DebugGeometry& Geometry)
{
	Out.ClipTo(Inset);
	Out.SetColor(InsetBackground);
	Out.AddBox(Inset);
	Out.Fill();
	const View Velocities = VelocityView(Geometry, Inset);
	DrawAxes(Out, Velocities);
	for (const DebugItem& Item : Geometry.Items)
	{
		if (IsInVelocitySpace(Item.Kind) && !IsArrow(Item.Kind) && StyleOf(Item.Kind).bShown)
		{
			DrawShape(Out, Velocities, Em, Geometry, Item);
		}
	}
	DrawArrows(Out, Velocities, Em, Geometry);
	DrawSpeedLimit(Out, Inset, Em, Geometry.MaxSpeed);
	Out.SetColor(Display::WallFill);
	Out.AddBox(Inset.Grown(-0.5));
	Out.Stroke(1.0);
}

void DrawInsetTitle(Canvas& Out, const Box& Inset, double Em, const std::string& Words)
{
	const double Size = Out.FittingSize(Words, 0.95 * Em, Inset.Width() - 0.4 * Em, true);
	Out.ClipTo({Inset.Left, Inset.Top - 2.0 * Em, Inset.Right, Inset.Top});
	Out.SetColor(Display::Text);
	Out.Text({Inset.Left, Inset.Top - 0.6 * Em}, Words, Size, EAlign::Left, true);
}

void DrawOverlayKey(Canvas& Out, const Box& Key, double Em, const std::vector<DebugGeometry>& Shown)
{
	std::set<KeyEntry> Entries;
	for (const DebugGeometry& Geometry : Shown)
	{
		for (const DebugItem& Item : Geometry.Items)
		{
			if (StyleOf(Item.Kind).bShown)
			{
				Entries.insert({Item.Kind, Item.Kind == EDebugKind::Neighbor ? Item.Reason : EDebugReason::Avoided});
			}
		}
	}
	// Velocity space to the left, the world to the right; smaller where there is much to explain.
	const auto InWorld = static_cast<size_t>(std::count_if(
		Entries.begin(), Entries.end(), [](const KeyEntry& Entry) { return !IsInVelocitySpace(Entry.first); }));
	const double Rows = static_cast<double>(std::max(InWorld, Entries.size() - InWorld));
	Em = std::min(Em, Key.Height() / (1.3 * Rows));
	const double Row = 1.3 * Em;
	double Left = Key.Top + Row;
	double Right = Key.Top + Row;
	Out.ClipTo(Key);
	for (const KeyEntry& Entry : Entries)
	{
		const bool bVelocity = IsInVelocitySpace(Entry.first);
		double& Y = bVelocity ? Left : Right;
		DrawKeyLine(Out, {bVelocity ? Key.Left : Key.Center().X, Y - 0.3 * Em}, Em, 0.5 * Key.Width(), Entry);
		Y += Row;
	}
}
}
