// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Display/Colors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace CrowdAvoidance::Display
{
namespace
{
/// A crowd that cannot move any more.
constexpr double FullDensity = 5.0;

uint8_t ToByte(double Share)
{
	return static_cast<uint8_t>(std::lround(std::clamp(Share, 0.0, 1.0) * 255.0));
}
}

const NamedColoring& Coloring(EColorBy By)
{
	static constexpr NamedColoring Table[] = {
		{"group", "by spawner"},
		{"heading", "by direction of travel"},
		{"speed", "standing (dark) to full speed (bright)"},
		{"density", "alone (dark) to 5 people per square metre (bright)"},
		{"collision", "red: overlaps another"},
	};
	static_assert(std::size(Table) == static_cast<size_t>(EColorBy::Count));
	return Table[static_cast<size_t>(By)];
}

Color FromHsv(double Hue, double Saturation, double Value)
{
	const double Turn = (Hue - std::floor(Hue)) * 6.0;
	const auto Part = [&](double Offset)
	{
		const double Place = std::fmod(Offset + Turn, 6.0);
		return ToByte(Value - Value * Saturation * std::clamp(std::min(Place, 4.0 - Place), 0.0, 1.0));
	};
	return {Part(5.0), Part(3.0), Part(1.0)};
}

Color Scale(double Share)
{
	static constexpr double Stops[][3] = {{0.24, 0.20, 0.52}, {0.21, 0.38, 0.66}, {0.14, 0.58, 0.64},
		{0.24, 0.75, 0.50}, {0.62, 0.85, 0.30}, {0.99, 0.91, 0.25}};
	constexpr double Last = static_cast<double>(std::size(Stops) - 1);
	const double At = std::clamp(Share, 0.0, 1.0) * Last;
	const size_t From = static_cast<size_t>(std::min(std::floor(At), Last - 1.0));
	const double Rest = At - static_cast<double>(From);
	const auto Part = [&](int Channel)
	{ return ToByte(std::lerp(Stops[From][Channel], Stops[From + 1][Channel], Rest)); };
	return {Part(0), Part(1), Part(2)};
}

Color ColorOf(const SnapshotAgent& Agent, EColorBy By)
{
	const double Speed = std::hypot(Agent.Velocity.X, Agent.Velocity.Y);
	switch (By)
	{
	case EColorBy::Heading:
		// Who stands has none.
		return FromHsv(std::atan2(Agent.Velocity.Y, Agent.Velocity.X) / (2.0 * std::numbers::pi),
			Speed > 0.05 ? 0.62 : 0.0, Speed > 0.05 ? 0.97 : 0.62);
	case EColorBy::Speed:
		return Scale(Speed / std::max(Agent.MaxSpeed, 0.001f));
	case EColorBy::Density:
		return Scale(Agent.Density / FullDensity);
	case EColorBy::Collision:
		return Agent.bOverlaps ? Alarm : Color{96, 132, 172};
	case EColorBy::Group:
	case EColorBy::Count:
		break;
	}
	// Steps of the golden ratio: neighbouring numbers get hues far apart.
	return FromHsv(0.58 + 0.618034 * Agent.Group, 0.58, 0.95);
}

const OverlayStyle& StyleOf(EDebugKind Kind)
{
	static constexpr OverlayStyle Table[] = {
		{{255, 255, 255}, 1.0f, 0.15f, true},      // Body
		{{255, 255, 255}, 0.5f, 0.0f, true},       // PersonalSpace
		{{128, 144, 168}, 0.5f, 0.0f, true},       // Range
		{{104, 200, 255}, 0.9f, 0.0f, true, true}, // Neighbor
		{{208, 184, 120}, 0.5f, 0.0f, true},       // FieldOfView
		{{104, 200, 255}, 0.5f, 0.0f, true, true}, // Sight
		{{255, 168, 64}, 1.0f, 0.0f, true},        // Wall
		{{112, 224, 144}, 0.9f, 0.0f, true},       // Path
		{{112, 224, 144}, 0.35f, 0.08f, true},     // Corridor
		{{160, 172, 190}, 0.9f, 0.0f, true},       // SpeedLimit
		{{196, 148, 255}, 0.9f, 0.0f, true},       // ChangeLimit
		{{104, 200, 255}, 0.55f, 0.0f, false},     // VelocityObstacle
		{{255, 148, 220}, 0.55f, 0.0f, false},     // ReciprocalObstacle
		{{255, 104, 88}, 0.7f, 0.16f, true},       // ForbiddenRegion
		{{255, 148, 72}, 0.7f, 0.10f, true},       // ForbiddenHalfPlane
		{{150, 160, 176}, 0.9f, 0.0f, true},       // CurrentVelocity
		{{104, 200, 255}, 1.0f, 0.0f, true},       // DesiredVelocity
		{{196, 148, 255}, 1.0f, 0.0f, true},       // CandidateVelocity
		{{112, 224, 144}, 1.0f, 0.0f, true},       // ChosenVelocity
	};
	static_assert(std::size(Table) == static_cast<size_t>(EDebugKind::Count));
	return Table[static_cast<size_t>(Kind)];
}

Color ReasonColor(EDebugReason Reason)
{
	static constexpr Color Table[] = {
		{104, 200, 255}, // Avoided
		{104, 116, 136}, // OutOfRange
		{140, 164, 72},  // OutOfView
		{120, 88, 232},  // Hidden
		{255, 216, 88},  // NotNoticed
		{150, 130, 96},  // TooMany
		{150, 104, 168}, // OtherGroup
		{96, 140, 128},  // OtherFloor
		{168, 168, 168}, // NeverYields
		{255, 104, 88},  // LeftOut
	};
	static_assert(std::size(Table) == static_cast<size_t>(EDebugReason::Count));
	return Table[static_cast<size_t>(Reason)];
}

Color InkOf(const DebugItem& Item)
{
	return StyleOf(Item.Kind).bByReason ? ReasonColor(Item.Reason) : StyleOf(Item.Kind).Line;
}
}
