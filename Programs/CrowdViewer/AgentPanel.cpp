// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The panel on the right: what a watched agent sees and decides.

#include "CrowdViewer/Application.h"
#include "CrowdViewer/Ui.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Viewer
{
namespace
{
/// Of the picture of velocities: a little more than the agent can do.
constexpr float SpeedMargin = 1.25f;

/// Velocities into pixels.
struct VelocityFrame
{
	ImVec2 Middle;
	float Scale = 1.0f; ///< [pixels per m/s]

	ImVec2 operator()(Vec2 Velocity) const { return {Middle.x + Velocity.X * Scale, Middle.y - Velocity.Y * Scale}; }
};

void DrawArrow(ImDrawList& Paper, ImVec2 From, ImVec2 To, ImU32 Ink)
{
	const float X = To.x - From.x;
	const float Y = To.y - From.y;
	const float Size = std::hypot(X, Y);
	if (Size < 3.0f)
	{
		Paper.AddCircleFilled(To, 3.0f, Ink);
		return;
	}
	const ImVec2 Along = {X / Size * 8.0f, Y / Size * 8.0f};
	Paper.AddLine(From, To, Ink, 2.0f);
	Paper.AddTriangleFilled(To, {To.x - Along.x + Along.y * 0.5f, To.y - Along.y - Along.x * 0.5f},
		{To.x - Along.x - Along.y * 0.5f, To.y - Along.y + Along.x * 0.5f}, Ink);
}

void DrawItem(ImDrawList& Paper, const VelocityFrame& Frame, const DebugItem& Item, std::span<const Vec2> Points)
{
	const Display::OverlayStyle& Look = Display::StyleOf(Item.Kind);
	const ImU32 Ink = Ui::ToU32(Look.Line, Look.LineAlpha);
	if (Item.Radius > 0.0f)
	{
		Paper.AddCircle(Frame(Points[0]), Item.Radius * Frame.Scale, Ink, 0, 1.5f);
		return;
	}
	if (!Item.bClosed)
	{
		DrawArrow(Paper, Frame(Points.front()), Frame(Points.back()), Ink);
		return;
	}
	std::vector<ImVec2> Pixels;
	for (const Vec2 Point : Points)
	{
		Pixels.push_back(Frame(Point));
	}
	if (Look.FillAlpha > 0.0f)
	{
		Paper.AddConvexPolyFilled(Pixels.data(), static_cast<int>(Pixels.size()), Ui::ToU32(Look.Line, Look.FillAlpha));
	}
	Paper.AddPolyline(Pixels.data(), static_cast<int>(Pixels.size()), Ink, ImDrawFlags_Closed, 1.0f);
}

void Row(const char* Name, const std::string& Value)
{
	ImGui::TextUnformatted(Name);
	ImGui::SameLine(100.0f);
	ImGui::TextUnformatted(Value.c_str());
}
}

void Application::DrawAgent(const ViewerSession& Session, uint32_t Agent)
{
	const std::vector<Display::SnapshotAgent>& All = Session.Shown().Agents;
	const auto Found = std::find_if(
		All.begin(), All.end(), [Agent](const Display::SnapshotAgent& Item) { return Item.Number == Agent; });
	if (Found == All.end())
	{
		ImGui::TextUnformatted("It has left the scene.");
		return;
	}
	Row("position", fmt::format("({:.2f}, {:.2f}) m", Found->Position.X, Found->Position.Y));
	Row("speed", fmt::format("{:.2f} of {:.2f} m/s", Length(Found->Velocity), Found->MaxSpeed));
	if (const char* Trouble = Session.Trouble(Agent); *Trouble)
	{
		Row("trouble", Trouble);
	}
	DrawAgentParameters(Session, Agent);
	const DebugGeometry* Geometry = Session.DebugOf(Agent);
	if (!Geometry)
	{
		ImGui::TextColored(Ui::ToVec4(Display::DoorLine), "Step [S] to see what it decides.");
		return;
	}
	Row("desired", fmt::format("({:.2f}, {:.2f}) m/s", Geometry->Desired.X, Geometry->Desired.Y));
	Row("chosen", fmt::format("({:.2f}, {:.2f}) m/s", Geometry->Chosen.X, Geometry->Chosen.Y));
	Row("decision",
		Geometry->bRelaxed    ? "no free velocity: the least bad one"
			: Geometry->bKept ? "kept from what it desires"
							  : "does what it desires");
	DrawVelocities(*Geometry);
	DrawNeighbors(*Geometry);
}

void Application::DrawAgentParameters(const ViewerSession& Session, uint32_t Agent)
{
	const std::optional<AgentState> Now = Session.AgentNow(Agent);
	if (!Now || !Ui::Header(fmt::format("Parameters of {}", Agent).c_str(), false))
	{
		return;
	}
	const AgentDef& Fields = *Now;
	for (const Parameter& Entry : AgentParameters().List)
	{
		double Value = Entry.Read(&Fields);
		if (Ui::ParameterField(Scenarios::AgentOwner + "." + Entry.Name, AgentParameters(), Entry,
				"From the next step on, until the crowd begins anew.", Value))
		{
			Try([&] { Work.SetAgent(Agent, Entry, static_cast<float>(Value)); });
		}
	}
}

void Application::DrawVelocities(const DebugGeometry& Geometry)
{
	const float Size = std::min(ImGui::GetContentRegionAvail().x, 340.0f);
	const ImVec2 Corner = ImGui::GetCursorScreenPos();
	const ImVec2 End = {Corner.x + Size, Corner.y + Size};
	ImDrawList& Paper = *ImGui::GetWindowDrawList();
	Paper.AddRectFilled(Corner, End, Ui::ToU32(Display::Background));
	Paper.PushClipRect(Corner, End, true);
	const float Reach = std::max(Geometry.MaxSpeed * SpeedMargin, 0.01f);
	const VelocityFrame Frame{{Corner.x + Size / 2, Corner.y + Size / 2}, Size / 2 / Reach};
	Paper.AddLine(Frame({-Reach, 0.0f}), Frame({Reach, 0.0f}), Ui::ToU32(Display::GridLine));
	Paper.AddLine(Frame({0.0f, -Reach}), Frame({0.0f, Reach}), Ui::ToU32(Display::GridLine));
	for (const DebugItem& Item : Geometry.Items)
	{
		if (IsInVelocitySpace(Item.Kind) && Style.Shows(Item.Kind))
		{
			DrawItem(Paper, Frame, Item, Geometry.PointsOf(Item));
		}
	}
	Paper.AddText({Corner.x + 6.0f, Corner.y + 4.0f}, Ui::ToU32(Display::Text, 0.7f),
		fmt::format("velocities, to {:.2f} m/s", Reach).c_str());
	Paper.PopClipRect();
	ImGui::Dummy({Size, Size});
	Ui::Note("Velocities",
		"What it must not do is filled; lines: its present velocity, the desired, the one it tried for, and the chosen "
		"one.");
	for (size_t Index = static_cast<size_t>(EDebugKind::CurrentVelocity); Index < Style.bShown.size(); ++Index)
	{
		const auto Kind = static_cast<EDebugKind>(Index);
		ImGui::TextColored(Ui::ToVec4(Display::StyleOf(Kind).Line), "%s", DebugKindName(Kind));
		if (Index % 2 == static_cast<size_t>(EDebugKind::CurrentVelocity) % 2)
		{
			ImGui::SameLine(170.0f);
		}
	}
}

void Application::DrawNeighbors(const DebugGeometry& Geometry)
{
	std::vector<std::pair<float, const DebugItem*>> Near;
	for (const DebugItem& Item : Geometry.Items)
	{
		if (Item.Kind == EDebugKind::Neighbor)
		{
			const Vec2 At = Geometry.PointsOf(Item)[0];
			Near.emplace_back(Length({At.X - Geometry.Position.X, At.Y - Geometry.Position.Y}), &Item);
		}
	}
	std::sort(Near.begin(), Near.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	if (!ImGui::BeginTable("Neighbours", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY, {0.0f, 180.0f}))
	{
		return;
	}
	ImGui::TableSetupScrollFreeze(0, 1);
	ImGui::TableSetupColumn("agent");
	ImGui::TableSetupColumn("away");
	ImGui::TableSetupColumn("counts?");
	ImGui::TableHeadersRow();
	for (const auto& [Away, Item] : Near)
	{
		ImGui::TableNextRow();
		ImGui::TableNextColumn();
		ImGui::Text("%u", Item->Other);
		ImGui::TableNextColumn();
		ImGui::Text("%.2f m", Away);
		ImGui::TableNextColumn();
		const ImVec4 Ink = Ui::ToVec4(Display::InkOf(*Item));
		ImGui::TextColored(Ink, "%s", DebugReasonName(Item->Reason));
		if (Item->Seconds > 0.0f)
		{
			ImGui::SameLine();
			ImGui::TextColored(Ink, "(%.2f s)", Item->Seconds);
		}
	}
	ImGui::EndTable();
}
}
