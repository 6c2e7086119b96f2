// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdDebug.h"
#include "Display/Snapshot.h"

namespace CrowdAvoidance::Display
{
/// Parts of red, green, blue. [0 .. 255]
struct Color
{
	uint8_t R = 0, G = 0, B = 0;

	friend bool operator==(const Color&, const Color&) = default;
};

/// @name What everything is drawn on and with; dark, so that crowds stand out
constexpr Color Background{16, 21, 29};
constexpr Color GridLine{30, 38, 50};
constexpr Color WallLine{196, 204, 216};
constexpr Color WallFill{52, 62, 78};
constexpr Color DoorLine{232, 184, 88};
constexpr Color GoalMark{112, 224, 144};
constexpr Color Selection{255, 255, 255};
constexpr Color Text{222, 228, 236};
constexpr Color Alarm{255, 72, 72}; ///< Collisions.
/// @}

/// What the colour of an agent says.
enum class EColorBy : uint8_t
{
	Group,     ///< Which spawner it comes from.
	Heading,   ///< Which way it goes.
	Speed,     ///< How fast, of what it could be: blue stands, yellow is as fast as can be.
	Density,   ///< How crowded it is: to 5 people per square metre and more.
	Collision, ///< Red: it overlaps another.
	Count
};

struct NamedColoring
{
	const char* Name; ///< "group", "heading", "speed", "density", "collision".
	const char* Legend;
};

/// By EColorBy.
const NamedColoring& Coloring(EColorBy By);

Color ColorOf(const SnapshotAgent& Agent, EColorBy By);
/// Hue: in turns. Saturation, Value: [0 .. 1]
Color FromHsv(double Hue, double Saturation, double Value);
/// From dark blue by green to yellow, even to the eye and to those who cannot tell red from green. [0 .. 1]
Color Scale(double Share);

/// How a kind of debug geometry is drawn.
struct OverlayStyle
{
	Color Line;
	float LineAlpha = 1.0f;
	float FillAlpha = 0.0f; ///< Of polygons and discs.
	bool bShown = true;     ///< Unless the user says otherwise.
	bool bByReason = false; ///< Line is of those that count; others have ReasonColor.
};

const OverlayStyle& StyleOf(EDebugKind Kind);
Color ReasonColor(EDebugReason Reason);
/// Of its lines.
Color InkOf(const DebugItem& Item);
}
