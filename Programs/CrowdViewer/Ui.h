// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdParameters.h"
#include "CrowdViewer/Camera.h"
#include "Display/Colors.h"

#include <imgui.h>

#include <map>
#include <string>

/// Thin wrappers around Dear ImGui's widgets: each has a tooltip, and is known by its label so that a script can find it.
namespace CrowdAvoidance::Viewer::Ui
{
/// Where each widget of this frame is, by the part of its label that is seen (before "##").
const std::map<std::string, ScreenRect>& Widgets();
/// Before the widgets of a frame are drawn.
void BeginFrame();
/// Scrolls so that the widget of this label comes into sight. Empty: none.
void ScrollTo(const std::string& Label);
/// Notes the widget drawn last; Tip is shown under the mouse.
void Note(const char* Label, const char* Tip = "");

bool Button(const char* Label, const char* Tip, float Width = 0.0f);
bool Checkbox(const char* Label, bool& Value, const char* Tip);
bool Header(const char* Label, bool bOpen);
bool Selectable(const char* Label, bool bSelected, const char* Tip = "");
/// True once a new value has been chosen; the label is above the widget and the value in Format, with its unit.
bool Slider(const char* Label, float& Value, float Least, float Most, const char* Format, const char* Tip,
	bool bLogarithmic = false);
bool Slider(const char* Label, int& Value, int Least, int Most, const char* Format, const char* Tip);
/// In hexadecimal; true once Enter has been pressed.
bool BitsField(const char* Label, uint32_t& Bits, const char* Tip);
bool TextField(const char* Label, std::string& Text, const char* Tip);
/// A choice of one of many; true between here and EndCombo.
bool BeginCombo(const char* Label, const char* Present, const char* Tip);

/// What suits the parameter's type; Label is its name with its owner, Effect when a change takes effect. True: Value is a new one, in
/// range.
bool ParameterField(
	const std::string& Label, const ParameterTable& Table, const Parameter& Entry, const char* Effect, double& Value);

ImVec4 ToVec4(Display::Color Color, float Alpha = 1.0f);
ImU32 ToU32(Display::Color Color, float Alpha = 1.0f);
/// Dark, in the colours of the pictures.
void ApplyTheme();
}
