// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Application.h"

#include "CrowdViewer/Ui.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cmath>

namespace CrowdAvoidance::Viewer
{
namespace
{
/// @name Sizes [pixels]
constexpr float ControlsWidth = 330.0f;
constexpr float AgentsWidth = 380.0f;
constexpr float StatusHeight = 30.0f;
constexpr float ClickReach = 6.0f;
constexpr float WallCloseReach = 10.0f;
constexpr float DragLeast = 8.0f;
/// @}
constexpr float WheelStep = 1.2f;
constexpr size_t HistoryLength = 120;
constexpr ImGuiWindowFlags FixedWindow = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
	ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

Vec2 ToVec2(ImVec2 Pixel)
{
	return {Pixel.x, Pixel.y};
}
}

Application::Application(const std::vector<Scenarios::ScenarioInfo>& InScenarios) : Scenarios(InScenarios) {}

bool Application::Try(const std::function<void()>& Action)
{
	const bool bDone = Attempt(Action);
	if (bDone)
	{
		Message.clear();
	}
	return bDone;
}

bool Application::Attempt(const std::function<void()>& Action)
{
	try
	{
		Action();
		return true;
	}
	catch (const std::bad_alloc&)
	{
		Say("out of memory", true);
	}
	catch (const std::exception& Problem)
	{
		Say(Problem.what(), true);
	}
	return false;
}

void Application::Say(const std::string& Text, bool bBad)
{
	Message = Text;
	bMessageBad = bBad;
}

void Application::Frame(double Seconds)
{
	FrameRate = std::lerp(FrameRate, 1.0 / std::max(Seconds, 1e-4), 0.1);
	Ui::BeginFrame();
	if (bFitNext)
	{
		Eye.Fit(Work.WorldBounds(), ViewOf(0));
		bFitNext = false;
	}
	else
	{
		// A panel that comes or goes must not move what the user is looking at.
		Eye.Center.X += (ViewOf(0).Width - LastWidth) / 2.0f / Eye.Scale;
	}
	LastWidth = ViewOf(0).Width;
	if (Reveal && !ViewOf(0).Contains(ToScreen(*Reveal)))
	{
		Eye.Center = *Reveal;
	}
	Reveal.reset();
	HandleKeys();
	HandleMouse();
	if (Work.IsPlaying() && !Attempt([&] { Work.Advance(Seconds); }))
	{
		Work.SetPlaying(false);
	}
	if (!Work.Sessions().empty() && Work.Sessions().front()->Steps() != HistoryStep)
	{
		HistoryStep = Work.Sessions().front()->Steps();
		StepHistory.push_back(static_cast<float>(Work.Sessions().front()->StepMilliseconds()));
		StepHistory.erase(StepHistory.begin(),
			StepHistory.end() - static_cast<std::ptrdiff_t>(std::min(StepHistory.size(), HistoryLength)));
	}
	DrawControls();
	DrawAgents();
	DrawStatusBar();
	DrawTitles();
	DrawMessage();
}

void Application::DrawWorld(Renderer& Target)
{
	const ImGuiIO& Io = ImGui::GetIO();
	const size_t Views = std::max<size_t>(Work.Sessions().size(), 1);
	for (size_t Index = 0; Index < Views; ++Index)
	{
		const ScreenRect Rect = ViewOf(Index);
		Target.BeginView(Eye, Rect, Io.DisplaySize.y, ToVec2(Io.DisplayFramebufferScale));
		const ViewerSession* Session = Work.Sessions().empty() ? nullptr : Work.Sessions()[Index].get();
		View.Draw(Target, Eye, Rect, Work, Session, Style, PendingSketch());
		Target.EndView();
	}
}

std::string Application::Query(const std::string& Name) const
{
	const bool bCrowd = !Work.Sessions().empty();
	const ViewerSession* First = bCrowd ? Work.Sessions().front().get() : nullptr;
	const Display::Snapshot* Shown =
		First ? &First->Shown() : (Work.Recording() ? &Work.Recording()->Shown() : nullptr);
	const uint32_t Focus = Work.Watched().empty() ? UINT32_MAX : *Work.Watched().begin();
	const DebugGeometry* Geometry = First ? First->DebugOf(Focus) : nullptr;
	const std::map<std::string, std::function<std::string()>> Answers = {
		{"agents", [&] { return fmt::format("{}", Shown ? Shown->Agents.size() : 0); }},
		{"steps", [&] { return fmt::format("{}", First ? First->Steps() : 0); }},
		{"crowds", [&] { return fmt::format("{}", Work.Sessions().size()); }},
		{"frame", [&] { return fmt::format("{}", Work.Recording() ? Work.Recording()->Current() : -1); }},
		{"watched", [&] { return fmt::format("{}", Work.Watched().size()); }},
		{"geometry", [&] { return fmt::format("{}", Geometry ? Geometry->Items.size() : 0); }},
		{"playing", [&] { return std::string(Work.IsPlaying() ? "yes" : "no"); }},
		{"scenario", [&] { return Work.Setup().Name; }},
		{"model", [&] { return Work.Setup().Model; }},
		{"planner", [&] { return Work.Setup().Planner; }},
		{"placed", [&] { return fmt::format("{}", Work.Editor().Items().size()); }},
		{"sight", [&] { return fmt::format("{:.2f}", Work.FirstProfile().value_or(AgentProfile{}).NeighborDistance); }},
		{"radius",
			[&]
			{
				const std::optional<AgentState> Now =
					First && Focus != UINT32_MAX ? First->AgentNow(Focus) : std::nullopt;
				return Now ? fmt::format("{:.2f}", Now->Radius) : std::string("none");
			}},
		{"clearance",
			[&]
			{
				const auto Set = Work.Knobs().Values.find(Work.Setup().Model + ".clearance");
				return Set == Work.Knobs().Values.end() ? std::string("default") : fmt::format("{:.2f}", Set->second);
			}},
		{"scale", [&] { return fmt::format("{:.3f}", Eye.Scale); }},
		{"check", [&] { return fmt::format("{}", static_cast<int>(Work.Check.State())); }},
		{"message", [&] { return Message; }},
		{"fps", [&] { return fmt::format("{:.1f}", FrameRate); }},
		{"stepms", [&] { return fmt::format("{:.2f}", First ? First->StepMilliseconds() : 0.0); }},
		{"speed", [&] { return fmt::format("{:.2f}", Work.ManagedSpeed()); }},
	};
	const auto Found = Answers.find(Name);
	return Found == Answers.end() ? std::string() : Found->second();
}

Vec2 Application::AgentOnScreen(uint32_t Agent) const
{
	const std::vector<Display::SnapshotAgent>& All = Work.Sessions().at(0)->Shown().Agents;
	const auto Found = std::find_if(
		All.begin(), All.end(), [Agent](const Display::SnapshotAgent& Each) { return Each.Number == Agent; });
	return Found == All.end() ? Vec2{} : ToScreen(Found->Position);
}

ScreenRect Application::WorldRect() const
{
	const ImVec2 Size = ImGui::GetIO().DisplaySize;
	const float Right = Work.Watched().empty() ? 0.0f : AgentsWidth;
	return {ControlsWidth, 0.0f, std::max(Size.x - ControlsWidth - Right, 1.0f), std::max(Size.y - StatusHeight, 1.0f)};
}

ScreenRect Application::ViewOf(size_t Session) const
{
	ScreenRect Rect = WorldRect();
	const float Views = static_cast<float>(std::max<size_t>(Work.Sessions().size(), 1));
	const float Gap = 2.0f;
	Rect.Width = std::max((Rect.Width - Gap * (Views - 1.0f)) / Views, 1.0f);
	Rect.X += static_cast<float>(Session) * (Rect.Width + Gap);
	return Rect;
}

void Application::HandleKeys()
{
	const ImGuiIO& Io = ImGui::GetIO();
	if (Io.WantTextInput)
	{
		return;
	}
	const auto IsPressed = [](int Key, bool bRepeat = false) { return ImGui::IsKeyPressed(Key, bRepeat); };
	if (IsPressed(GLFW_KEY_SPACE))
	{
		Try([&] { Work.SetPlaying(!Work.IsPlaying()); });
	}
	if (IsPressed(GLFW_KEY_S, true) && !Io.KeyCtrl)
	{
		Try([&] { Work.Step(); });
	}
	if (IsPressed(GLFW_KEY_R))
	{
		Try([&] { Work.Reset(); });
	}
	if (IsPressed(GLFW_KEY_F))
	{
		bFitNext = true;
	}
	if (IsPressed(GLFW_KEY_Z) && Io.KeyCtrl && !Work.Editor().Items().empty())
	{
		Try([&] { Work.Edit([](SceneEditor& Editor) { Editor.Undo(); }); });
	}
	if (IsPressed(GLFW_KEY_ENTER) || IsPressed(GLFW_KEY_KP_ENTER))
	{
		FinishWall(false);
	}
	if (IsPressed(GLFW_KEY_ESCAPE))
	{
		Escape();
	}
}

void Application::HandleMouse()
{
	const ImGuiIO& Io = ImGui::GetIO();
	const Vec2 Pixel = ToVec2(Io.MousePos);
	bMouseInWorld = false;
	const size_t Views = std::max<size_t>(Work.Sessions().size(), 1);
	for (size_t Index = 0; Index < Views && !Io.WantCaptureMouse; ++Index)
	{
		const ScreenRect Rect = ViewOf(Index);
		if (!Rect.Contains(Pixel))
		{
			continue;
		}
		bMouseInWorld = true;
		if (Io.MouseWheel != 0.0f)
		{
			Eye.ZoomAt(Pixel, Rect, std::pow(WheelStep, Io.MouseWheel));
		}
		if (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle))
		{
			Eye.Pan(ToVec2(Io.MouseDelta));
		}
		MousePoint = Eye.ToWorld(Pixel, Rect);
		if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
		{
			PressPoint = MousePoint;
		}
		if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && PressPoint)
		{
			const Display::Snapshot* Frame = Work.Sessions().empty() ? nullptr : &Work.Sessions()[Index]->Shown();
			HandleClick(*PressPoint, Frame);
		}
		break;
	}
	if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
	{
		PressPoint.reset();
	}
}

void Application::HandleClick(Vec2 Point, const Display::Snapshot* Frame)
{
	if (Tool != ETool::Watch)
	{
		const bool bDragged = Distance(Point, MousePoint) * Eye.Scale >= DragLeast;
		UseTool(Point, bDragged ? MousePoint : Point);
		return;
	}
	if (!Frame)
	{
		return;
	}
	const std::optional<uint32_t> Agent = Workspace::AgentAt(*Frame, Point, ClickReach / Eye.Scale);
	const bool bMore = ImGui::GetIO().KeyCtrl;
	const bool bWas = Agent && Work.Watched().contains(*Agent);
	if (!bMore)
	{
		Work.WatchNobody();
	}
	if (Agent)
	{
		Work.Watch(*Agent, !(bMore && bWas));
		// The panel that opens now may be in front of it.
		Reveal = Point;
	}
}

void Application::UseTool(Vec2 From, Vec2 To)
{
	const Vec2 Drag = {To.X - From.X, To.Y - From.Y};
	const bool bDragged = Drag != Vec2{};
	switch (Tool)
	{
	case ETool::Agent:
		Try(
			[&]
			{
				Work.Edit(
					[&](SceneEditor& Editor) {
						Editor.Place(PlacedAgent{From, bDragged ? std::vector{To} : std::vector<Vec2>()});
					});
			});
		break;
	case ETool::Goal:
		Try([&] { Work.Edit([&](SceneEditor& Editor) { Editor.PlaceGoal(To); }); });
		break;
	case ETool::Wall:
		AddWallPoint(From);
		if (bDragged)
		{
			AddWallPoint(To);
			FinishWall(false);
		}
		break;
	case ETool::Spawner:
	{
		PlacedSpawner Spawner = SpawnerTemplate;
		Spawner.Position = From;
		Spawner.Offset = Drag;
		Try([&] { Work.Edit([&](SceneEditor& Editor) { Editor.Place(Spawner); }); });
		break;
	}
	case ETool::Watch:
		break;
	}
}

void Application::AddWallPoint(Vec2 Point)
{
	if (WallPoints.size() >= 3 && Distance(Point, WallPoints.front()) * Eye.Scale <= WallCloseReach)
	{
		FinishWall(true);
		return;
	}
	WallPoints.push_back(Point);
}

void Application::FinishWall(bool bSolid)
{
	if (WallPoints.size() >= 2)
	{
		Try([&] { Work.Edit([&](SceneEditor& Editor) { Editor.Place(PlacedWall{WallPoints, bSolid}); }); });
	}
	WallPoints.clear();
}

void Application::Escape()
{
	if (!WallPoints.empty() || PressPoint)
	{
		WallPoints.clear();
		PressPoint.reset();
	}
	else if (Tool != ETool::Watch)
	{
		Tool = ETool::Watch;
	}
	else
	{
		Work.WatchNobody();
		Message.clear();
	}
}

Sketch Application::PendingSketch() const
{
	Sketch Pending;
	if (Tool == ETool::Watch)
	{
		return Pending;
	}
	if (Tool == ETool::Wall)
	{
		Pending.Line = WallPoints;
		if (PressPoint)
		{
			Pending.Line.push_back(*PressPoint);
		}
		if (bMouseInWorld && !Pending.Line.empty())
		{
			Pending.Line.push_back(MousePoint);
		}
		return Pending;
	}
	if (PressPoint)
	{
		Pending.Line = {*PressPoint, MousePoint};
	}
	if (bMouseInWorld && Tool == ETool::Agent)
	{
		Pending.Spot = PressPoint.value_or(MousePoint);
	}
	return Pending;
}

void Application::DrawControls()
{
	const ImVec2 Size = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos({0.0f, 0.0f});
	ImGui::SetNextWindowSize({ControlsWidth, Size.y - StatusHeight});
	ImGui::Begin("Controls", nullptr, FixedWindow);
	DrawTransport();
	ImGui::BeginChild("Sections");
	if (Ui::Header("Scene", true))
	{
		DrawSceneChoice();
		DrawModelChoice();
	}
	if (Ui::Header("Colours and overlays", false))
	{
		DrawLooks();
	}
	if (Ui::Header("Parameters", false))
	{
		DrawParameters();
	}
	if (Ui::Header("Edit", false))
	{
		DrawEditing();
	}
	if (Ui::Header("Timings", false))
	{
		DrawTimings();
	}
	if (Ui::Header("Determinism", false))
	{
		DrawCheck();
	}
	if (Ui::Header("Open a file", false))
	{
		DrawOpenFile();
	}
	ImGui::EndChild();
	ImGui::End();
}

void Application::DrawAgents()
{
	if (Work.Watched().empty())
	{
		return;
	}
	const ImVec2 Size = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos({Size.x - AgentsWidth, 0.0f});
	ImGui::SetNextWindowSize({AgentsWidth, Size.y - StatusHeight});
	ImGui::Begin("Watched agents", nullptr, FixedWindow);
	if (Ui::Button("Stop watching", "Watch nobody. [Esc]"))
	{
		Work.WatchNobody();
	}
	const std::set<uint32_t> Agents = Work.Watched();
	for (const uint32_t Agent : Agents)
	{
		for (size_t Index = 0; Index < Work.Sessions().size(); ++Index)
		{
			ImGui::PushID(static_cast<int>(Agent * 2 + Index));
			const std::string& Model = Index == 0 ? Work.Setup().Model : Work.SecondModel();
			if (Ui::Header(fmt::format("Agent {}, {}", Agent, Model).c_str(), true))
			{
				DrawAgent(*Work.Sessions()[Index], Agent);
			}
			ImGui::PopID();
		}
	}
	ImGui::End();
}

void Application::DrawStatusBar()
{
	const ImVec2 Size = ImGui::GetIO().DisplaySize;
	ImGui::SetNextWindowPos({0.0f, Size.y - StatusHeight});
	ImGui::SetNextWindowSize({Size.x, StatusHeight});
	ImGui::Begin("Status", nullptr, FixedWindow | ImGuiWindowFlags_NoScrollbar);
	std::string Text;
	if (const Playback* Tape = Work.Recording())
	{
		Text = fmt::format("recording   frame {} of {}   {:.1f} s   {} agents   {} collisions", Tape->Current(),
			Tape->FrameCount() - 1, Tape->Shown().Seconds, Tape->Shown().Agents.size(), Tape->Shown().OverlappingPairs);
	}
	else if (Work.Sessions().empty())
	{
		Text = "an empty scene: open Edit and place agents, walls and spawners";
	}
	else
	{
		const ViewerSession& First = *Work.Sessions().front();
		Text = fmt::format("{} agents   step {}   {:.1f} s   {} arrived   collisions ", First.Shown().Agents.size(),
			First.Shown().Step, First.Shown().Seconds, First.Shown().Arrived);
		for (size_t Index = 0; Index < Work.Sessions().size(); ++Index)
		{
			const ViewerSession& Session = *Work.Sessions()[Index];
			Text += Index > 0 ? " | " : "";
			Text +=
				Session.IsMeasured() ? fmt::format("{}", Session.Shown().OverlappingPairs) : std::string("not counted");
		}
		if (First.IsFinished())
		{
			Text += "   finished";
		}
	}
	if (Work.IsPlaying())
	{
		Text += fmt::format("   {:.0f} steps/s", Work.StepsPerSecond());
		if (Work.ManagedSpeed() > 0.0 && Work.ManagedSpeed() < 0.9 * Work.Speed)
		{
			Text += fmt::format("   {:.1f} x slower than wanted", Work.Speed / Work.ManagedSpeed());
		}
	}
	ImGui::TextUnformatted(Text.c_str());
	const std::string Rate = fmt::format("{:.0f} frames/s", FrameRate);
	const std::string Place =
		bMouseInWorld ? fmt::format("({:.1f}, {:.1f}) m", MousePoint.X, MousePoint.Y) : std::string();
	ImGui::SameLine(Size.x - 260.0f);
	ImGui::TextUnformatted(Place.c_str());
	ImGui::SameLine(Size.x - 105.0f);
	ImGui::TextUnformatted(Rate.c_str());
	ImGui::End();
}

void Application::DrawTitles()
{
	ImDrawList& Paper = *ImGui::GetBackgroundDrawList();
	for (size_t Index = 0; Index < Work.Sessions().size() && Work.Sessions().size() > 1; ++Index)
	{
		const ScreenRect Rect = ViewOf(Index);
		const std::string& Model = Index == 0 ? Work.Setup().Model : Work.SecondModel();
		Paper.AddText({Rect.X + 12.0f, Rect.Y + 10.0f}, Ui::ToU32(Display::Text), Model.c_str());
	}
	// How long a metre is.
	const ScreenRect Rect = ViewOf(0);
	const float Meters = WorldView::GridSpacing(Eye.Scale);
	const ImVec2 Left = {Rect.X + 14.0f, Rect.Y + Rect.Height - 14.0f};
	const ImVec2 Right = {Left.x + Meters * Eye.Scale, Left.y};
	const ImU32 Ink = Ui::ToU32(Display::Text, 0.8f);
	Paper.AddLine(Left, Right, Ink, 2.0f);
	Paper.AddLine({Left.x, Left.y - 4.0f}, {Left.x, Left.y + 4.0f}, Ink, 2.0f);
	Paper.AddLine({Right.x, Right.y - 4.0f}, {Right.x, Right.y + 4.0f}, Ink, 2.0f);
	Paper.AddText({Left.x, Left.y - 20.0f}, Ink, fmt::format("{:g} m", Meters).c_str());
}

void Application::DrawMessage()
{
	if (Message.empty())
	{
		return;
	}
	const ScreenRect Rect = WorldRect();
	ImGui::SetNextWindowPos({Rect.X + 40.0f, 36.0f});
	ImGui::SetNextWindowSize({Rect.Width - 80.0f, 0.0f});
	ImGui::PushStyleColor(ImGuiCol_WindowBg, bMessageBad ? Ui::ToVec4({112, 32, 36}) : Ui::ToVec4({28, 84, 56}));
	ImGui::Begin(
		"Message", nullptr, FixedWindow | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
	ImGui::AlignTextToFramePadding();
	ImGui::PushTextWrapPos(Rect.Width - 80.0f - 90.0f);
	ImGui::TextUnformatted(Message.c_str());
	ImGui::PopTextWrapPos();
	ImGui::SameLine(Rect.Width - 80.0f - 70.0f);
	if (Ui::Button("Close", "Hide this message. [Esc]"))
	{
		Message.clear();
	}
	ImGui::End();
	ImGui::PopStyleColor();
}
}
