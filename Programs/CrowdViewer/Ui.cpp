// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Ui.h"

#include <imgui_stdlib.h>

#include <filesystem>

namespace CrowdAvoidance::Viewer::Ui
{
namespace
{
std::map<std::string, ScreenRect> Known;
std::string Wanted;
/// A tooltip appears once the mouse has rested on a widget for so long, or it would be in the way. [s]
constexpr double TipDelay = 0.5;
std::string Hovered;
double HoveredSince = 0.0;

std::string Visible(const char* Label)
{
	const std::string Whole = Label;
	return Whole.substr(0, Whole.find("##"));
}

/// The label on a line of its own; returns the widget's hidden one.
std::string LabelAbove(const char* Label)
{
	ImGui::TextUnformatted(Visible(Label).c_str());
	ImGui::SetNextItemWidth(-1.0f);
	return std::string("##") + Label;
}
}

const std::map<std::string, ScreenRect>& Widgets()
{
	return Known;
}

void BeginFrame()
{
	Known.clear();
}

void ScrollTo(const std::string& Label)
{
	Wanted = Label;
}

void Note(const char* Label, const char* Tip)
{
	const std::string Name = Visible(Label);
	const ImVec2 Min = ImGui::GetItemRectMin();
	const ImVec2 Max = ImGui::GetItemRectMax();
	if (ImGui::IsItemVisible())
	{
		Known[Name] = {Min.x, Min.y, Max.x - Min.x, Max.y - Min.y};
	}
	if (Name == Wanted)
	{
		ImGui::SetScrollHereY();
	}
	if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
	{
		return;
	}
	if (Hovered != Name)
	{
		Hovered = Name;
		HoveredSince = ImGui::GetTime();
	}
	if (*Tip && ImGui::GetTime() - HoveredSince >= TipDelay)
	{
		ImGui::BeginTooltip();
		ImGui::PushTextWrapPos(ImGui::GetFontSize() * 28.0f);
		ImGui::TextUnformatted(Tip);
		ImGui::PopTextWrapPos();
		ImGui::EndTooltip();
	}
}

bool Button(const char* Label, const char* Tip, float Width)
{
	const bool bPressed = ImGui::Button(Label, {Width, 0.0f});
	Note(Label, Tip);
	return bPressed;
}

bool Checkbox(const char* Label, bool& Value, const char* Tip)
{
	const bool bChanged = ImGui::Checkbox(Label, &Value);
	Note(Label, Tip);
	return bChanged;
}

bool Header(const char* Label, bool bOpen)
{
	const bool bIsOpen = ImGui::CollapsingHeader(Label, bOpen ? ImGuiTreeNodeFlags_DefaultOpen : 0);
	Note(Label);
	return bIsOpen;
}

bool Selectable(const char* Label, bool bSelected, const char* Tip)
{
	const bool bChosen = ImGui::Selectable(Label, bSelected);
	Note(Label, Tip);
	return bChosen;
}

bool Slider(
	const char* Label, float& Value, float Least, float Most, const char* Format, const char* Tip, bool bLogarithmic)
{
	const std::string Hidden = LabelAbove(Label);
	const int Flags = ImGuiSliderFlags_AlwaysClamp | (bLogarithmic ? ImGuiSliderFlags_Logarithmic : 0);
	const bool bChanged = ImGui::SliderFloat(Hidden.c_str(), &Value, Least, Most, Format, Flags);
	Note(Label, Tip);
	return bChanged;
}

bool Slider(const char* Label, int& Value, int Least, int Most, const char* Format, const char* Tip)
{
	const std::string Hidden = LabelAbove(Label);
	const bool bChanged = ImGui::SliderInt(Hidden.c_str(), &Value, Least, Most, Format, ImGuiSliderFlags_AlwaysClamp);
	Note(Label, Tip);
	return bChanged;
}

bool BitsField(const char* Label, uint32_t& Bits, const char* Tip)
{
	const std::string Hidden = LabelAbove(Label);
	const bool bChanged = ImGui::InputScalar(Hidden.c_str(), ImGuiDataType_U32, &Bits, nullptr, nullptr, "%08X",
		ImGuiInputTextFlags_CharsHexadecimal | ImGuiInputTextFlags_EnterReturnsTrue);
	Note(Label, Tip);
	return bChanged;
}

bool TextField(const char* Label, std::string& Text, const char* Tip)
{
	const std::string Hidden = LabelAbove(Label);
	const bool bEntered = ImGui::InputText(Hidden.c_str(), &Text, ImGuiInputTextFlags_EnterReturnsTrue);
	Note(Label, Tip);
	return bEntered;
}

bool BeginCombo(const char* Label, const char* Present, const char* Tip)
{
	const std::string Hidden = LabelAbove(Label);
	const bool bOpen = ImGui::BeginCombo(Hidden.c_str(), Present, ImGuiComboFlags_HeightLarge);
	if (!bOpen)
	{
		Note(Label, Tip);
	}
	return bOpen;
}

bool ParameterField(
	const std::string& Key, const ParameterTable& Table, const Parameter& Entry, const char* Effect, double& Value)
{
	const std::string Tip = fmt::format("{} {}", Entry.Description, Effect);
	bool bChanged = false;
	switch (Entry.Type)
	{
	case EParameterType::Number:
	{
		// Where the usual values are a small part of the range, each power of ten has its share of the slider.
		const bool bLogarithmic = Entry.Maximum > 50.0 * std::abs(Table.DefaultOf(Entry));
		float Shown = static_cast<float>(Value);
		bChanged = Slider(Key.c_str(), Shown, static_cast<float>(Entry.Minimum), static_cast<float>(Entry.Maximum),
			fmt::format("%.3g {}", Entry.Unit).c_str(), Tip.c_str(), bLogarithmic);
		Value = static_cast<double>(Shown);
		break;
	}
	case EParameterType::Integer:
	{
		int Shown = static_cast<int>(Value);
		bChanged = Slider(Key.c_str(), Shown, static_cast<int>(Entry.Minimum), static_cast<int>(Entry.Maximum),
			fmt::format("%d {}", Entry.Unit).c_str(), Tip.c_str());
		Value = Shown;
		break;
	}
	case EParameterType::Flag:
	{
		bool bShown = Value != 0.0;
		bChanged = Checkbox(Key.c_str(), bShown, Tip.c_str());
		Value = bShown ? 1.0 : 0.0;
		break;
	}
	case EParameterType::Bits:
	{
		uint32_t Shown = static_cast<uint32_t>(Value);
		bChanged = BitsField(Key.c_str(), Shown, Tip.c_str());
		Value = Shown;
		break;
	}
	}
	// A slider's end as text may be a little beyond what the field takes.
	return bChanged && Entry.Check(Value);
}

ImVec4 ToVec4(Display::Color Color, float Alpha)
{
	return {Color.R / 255.0f, Color.G / 255.0f, Color.B / 255.0f, Alpha};
}

ImU32 ToU32(Display::Color Color, float Alpha)
{
	return ImGui::ColorConvertFloat4ToU32(ToVec4(Color, Alpha));
}

void ApplyTheme()
{
	ImGui::StyleColorsDark();
	ImGuiStyle& Style = ImGui::GetStyle();
	Style.WindowRounding = 0.0f;
	Style.WindowBorderSize = 0.0f;
	Style.FrameRounding = 3.0f;
	Style.GrabRounding = 3.0f;
	Style.PopupRounding = 3.0f;
	Style.WindowPadding = {10.0f, 8.0f};
	Style.ItemSpacing = {8.0f, 5.0f};
	Style.Colors[ImGuiCol_WindowBg] = ToVec4({24, 30, 40});
	Style.Colors[ImGuiCol_PopupBg] = ToVec4({30, 38, 50});
	Style.Colors[ImGuiCol_Text] = ToVec4(Display::Text);
	Style.Colors[ImGuiCol_FrameBg] = ToVec4({40, 50, 66});
	Style.Colors[ImGuiCol_Header] = ToVec4({44, 58, 80});
	Style.Colors[ImGuiCol_Button] = ToVec4({52, 76, 112});

	// The built-in font has the looks of a terminal; where the system has this one, it is easier to read.
	const std::filesystem::path Font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
	std::error_code Ignored;
	if (std::filesystem::is_regular_file(Font, Ignored))
	{
		ImGui::GetIO().Fonts->AddFontFromFileTTF(Font.c_str(), 14.0f);
	}
}
}
