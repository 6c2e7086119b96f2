// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The panels on the left.

#include "CrowdViewer/Application.h"
#include "CrowdViewer/Ui.h"

#include "CrowdCli/Options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance::Viewer
{
namespace
{
constexpr const char* AsFileAsks = "as the scenario asks";
constexpr const char* NoSecond = "nothing";

void Wrapped(const std::string& Text)
{
	ImGui::PushTextWrapPos(0.0f);
	ImGui::TextUnformatted(Text.c_str());
	ImGui::PopTextWrapPos();
}

/// A row of the table of timings: name, milliseconds, and a bar for its share of Whole.
void TimeRow(const char* Name, double Seconds, double Whole)
{
	ImGui::TextUnformatted(Name);
	ImGui::SameLine(100.0f);
	ImGui::Text("%7.2f ms", Seconds * 1000.0);
	ImGui::SameLine(190.0f);
	ImGui::ProgressBar(
		Whole > 0.0 ? static_cast<float>(Seconds / Whole) : 0.0f, {-1.0f, ImGui::GetTextLineHeight()}, "");
}
}

void Application::DrawTransport()
{
	const bool bAnything = Work.Scene() != nullptr;
	ImGui::BeginDisabled(!bAnything);
	constexpr float Width = 71.0f;
	if (Ui::Button(Work.IsPlaying() ? "Pause" : "Play", "Let time go by, or stop it. [Space]", Width))
	{
		Try([&] { Work.SetPlaying(!Work.IsPlaying()); });
	}
	ImGui::SameLine();
	if (Ui::Button("Step", "One time step. [S]", Width))
	{
		Try([&] { Work.Step(); });
	}
	ImGui::SameLine();
	if (Ui::Button("Reset", "Back to the start. [R]", Width))
	{
		Try([&] { Work.Reset(); });
	}
	ImGui::SameLine();
	if (Ui::Button("Fit", "Show the whole scene. [F]\nWheel: zoom. Right or middle button: move.", Width))
	{
		bFitNext = true;
	}
	ImGui::EndDisabled();
	float Speed = static_cast<float>(Work.Speed);
	if (Ui::Slider(
			"Speed", Speed, 0.1f, 20.0f, "%.1f x real time", "Simulated seconds for each second of the clock.", true))
	{
		Work.Speed = Speed;
	}
	DrawTape();
	ImGui::Spacing();
}

void Application::DrawTape()
{
	const Playback* Tape = Work.Recording();
	if (!Tape)
	{
		return;
	}
	int Frame = Tape->Current();
	if (Ui::Slider("Frame", Frame, 0, Tape->FrameCount() - 1, "%d", "Of the recording; each is one time step."))
	{
		Try([&] { Work.Seek(Frame); });
	}
}

void Application::DrawSceneChoice()
{
	const std::string& Present = Work.Setup().Name;
	if (Ui::BeginCombo("Scenario", Work.Recording() ? "a recording" : Present.c_str(),
			"Which scene to simulate. 'crowd list' explains them."))
	{
		for (const Scenarios::ScenarioInfo& Info : Scenarios)
		{
			if (Ui::Selectable(Info.Name.c_str(), Info.Name == Present, Info.Description.c_str()) &&
				Try([&] { Work.Open(Info.Name); }))
			{
				bFitNext = true;
			}
		}
		ImGui::EndCombo();
	}
	const Scenarios::Scene* Scene = Work.Scene();
	if (Scene)
	{
		ImGui::PushStyleColor(ImGuiCol_Text, Ui::ToVec4(Display::Text, 0.65f));
		Wrapped(Scene->Description);
		ImGui::PopStyleColor();
	}
	ImGui::BeginDisabled(Work.Sessions().empty());
	// Read before the first change, which puts another scene in this one's place.
	int Agents = Scene ? static_cast<int>(Scene->Agents.size()) : 0;
	uint64_t Seed = Scene ? Scene->Seed : 0;
	ImGui::TextUnformatted("Agents");
	ImGui::SetNextItemWidth(-1.0f);
	if (ImGui::InputInt("##Agents", &Agents, 0, 0, ImGuiInputTextFlags_EnterReturnsTrue))
	{
		const bool bDone = Try(
			[&]
			{
				const auto Count = Cli::ParseInteger("agents", fmt::format("{}", Agents), 1, Cli::MaxAgents);
				Work.Change([Count](Cli::RunSetup& Setup) { Setup.Options.Agents = static_cast<int>(Count); });
			});
		bFitNext = bFitNext || bDone;
	}
	Ui::Note("Agents", "How many, where the scenario lets one choose. [1 .. 1,000,000; Enter]");
	ImGui::TextUnformatted("Seed");
	ImGui::SetNextItemWidth(-1.0f);
	if (ImGui::InputScalar(
			"##Seed", ImGuiDataType_U64, &Seed, nullptr, nullptr, nullptr, ImGuiInputTextFlags_EnterReturnsTrue))
	{
		Try(
			[&]
			{
				const auto Value = Cli::ParseInteger("seed", fmt::format("{}", Seed), 0, Cli::MaxSeed);
				Work.Change([Value](Cli::RunSetup& Setup) { Setup.Options.Seed = static_cast<uint64_t>(Value); });
			});
	}
	Ui::Note("Seed", "Of the scenario's random numbers. [0 .. 2^53 - 1; Enter]");
	ImGui::EndDisabled();
}

void Application::DrawModelChoice()
{
	ImGui::BeginDisabled(Work.Recording() != nullptr);
	const auto ChooseModel =
		[](const char* Label, const std::string& Present, const char* Tip, const char* Nothing, auto&& Take)
	{
		if (!Ui::BeginCombo(Label, Present.empty() ? Nothing : Present.c_str(), Tip))
		{
			return;
		}
		if (Nothing && Ui::Selectable(Nothing, Present.empty()))
		{
			Take(std::string());
		}
		for (const ModelType& Model : CrowdAvoidance::Models())
		{
			if (Ui::Selectable(Model.Name, Present == Model.Name, Model.Description))
			{
				Take(std::string(Model.Name));
			}
		}
		ImGui::EndCombo();
	};
	ChooseModel("Model", Work.Recording() ? Work.Recording()->Model() : Work.Setup().Model,
		"How agents avoid each other. Begins anew.", nullptr,
		[&](const std::string& Name) { Try([&] { Work.Change([&](Cli::RunSetup& Setup) { Setup.Model = Name; }); }); });
	ChooseModel("Beside it", Work.SecondModel(), "A second crowd on the same scene, with another model.", NoSecond,
		[&](const std::string& Name) { bFitNext = Try([&] { Work.SetSecondModel(Name); }) || bFitNext; });

	const std::string& Planner = Work.Setup().Planner;
	if (Ui::BeginCombo("Planner", Planner.empty() ? AsFileAsks : Planner.c_str(),
			"Where desired velocities come from. Begins anew."))
	{
		const auto Take = [&](const std::string& Name)
		{ Try([&] { Work.Change([&](Cli::RunSetup& Setup) { Setup.Planner = Name; }); }); };
		if (Ui::Selectable(AsFileAsks, Planner.empty()))
		{
			Take({});
		}
		for (const Scenarios::NamedPlanner& Entry : Scenarios::Planners())
		{
			if (Ui::Selectable(Entry.Name, Planner == Entry.Name, Entry.Description))
			{
				Take(Entry.Name);
			}
		}
		ImGui::EndCombo();
	}
	ImGui::EndDisabled();
}

void Application::DrawParameters()
{
	const std::optional<AgentProfile> Profile = Work.FirstProfile();
	if (!Profile)
	{
		Wrapped("There is no crowd whose parameters could be changed.");
		return;
	}
	Tuning Knobs = Work.Knobs();
	bool bChanged = false;
	for (const Parameter& Entry : ProfileParameters().List)
	{
		double Value = Entry.Read(&*Profile);
		const std::string Key = Scenarios::ProfileOwner + "." + Entry.Name;
		if (Ui::ParameterField(Key, ProfileParameters(), Entry, "Takes effect at once.", Value))
		{
			Knobs.Values[Key] = Value;
			bChanged = true;
		}
	}
	DrawModelOptions(Knobs, bChanged);
	if (Ui::Button("As the scenario has them", "Takes all changes back.", -1.0f))
	{
		Knobs = {};
		bChanged = true;
	}
	if (bChanged && Knobs != Work.Knobs())
	{
		Try([&] { Work.SetKnobs(Knobs); });
	}
}

void Application::DrawModelOptions(Tuning& Knobs, bool& bChanged)
{
	// A new world for every pixel that a slider moves would be too much: it is made when the slider is let go.
	Tuning Held = Sliding.value_or(Knobs);
	bool bLetGo = false;
	std::vector<std::string> Models = {Work.Setup().Model};
	if (!Work.SecondModel().empty() && Work.SecondModel() != Models[0])
	{
		Models.push_back(Work.SecondModel());
	}
	for (const std::string& Name : Models)
	{
		const ParameterTable& Options = Cli::ParseModel("model", Name).Options;
		for (const Parameter& Entry : Options.List)
		{
			const std::string Key = Name + "." + Entry.Name;
			const auto Known = Held.Values.find(Key);
			double Value = Known == Held.Values.end() ? Options.DefaultOf(Entry) : Known->second;
			if (Ui::ParameterField(Key, Options, Entry, "Begins anew.", Value))
			{
				Held.Values[Key] = Value;
				Sliding = Held;
			}
			bLetGo = bLetGo || ImGui::IsItemDeactivatedAfterEdit();
		}
	}
	if (bLetGo && Sliding)
	{
		Knobs = Held;
		bChanged = true;
		Sliding.reset();
	}
}

void Application::DrawLooks()
{
	const Display::NamedColoring& Present = Display::Coloring(Style.ColorBy);
	if (Ui::BeginCombo("Colour by", Present.Name, Present.Legend))
	{
		for (int Index = 0; Index < static_cast<int>(Display::EColorBy::Count); ++Index)
		{
			const auto By = static_cast<Display::EColorBy>(Index);
			if (Ui::Selectable(Display::Coloring(By).Name, By == Style.ColorBy, Display::Coloring(By).Legend))
			{
				Style.ColorBy = By;
				Work.SetMeasured(By == Display::EColorBy::Density || By == Display::EColorBy::Collision);
			}
		}
		ImGui::EndCombo();
	}
	Wrapped(Present.Legend);
	Ui::Checkbox("grid", Style.bGrid, "Lines at round distances.");
	ImGui::Separator();
	Wrapped("Of watched agents (click on one):");
	for (size_t Index = 0; Index < Style.bShown.size(); ++Index)
	{
		const auto Kind = static_cast<EDebugKind>(Index);
		ImGui::PushStyleColor(ImGuiCol_CheckMark, Ui::ToVec4(Display::StyleOf(Kind).Line));
		Ui::Checkbox(DebugKindName(Kind), Style.bShown[Index],
			IsInVelocitySpace(Kind) ? "In velocity space. [m/s]" : "In the world. [m]");
		ImGui::PopStyleColor();
		ImGui::SameLine(ImGui::GetContentRegionMax().x - 16.0f);
		const ImVec2 At = ImGui::GetCursorScreenPos();
		ImGui::GetWindowDrawList()->AddRectFilled(
			{At.x, At.y + 5.0f}, {At.x + 12.0f, At.y + 17.0f}, Ui::ToU32(Display::StyleOf(Kind).Line), 2.0f);
		ImGui::NewLine();
	}
}

void Application::DrawEditing()
{
	struct NamedTool
	{
		ETool Tool;
		const char* Name;
		const char* Tip;
	};
	static constexpr NamedTool Tools[] = {
		{ETool::Watch, "Watch", "Click an agent to watch it; with Ctrl: one more. [Esc]"},
		{ETool::Agent, "Agent", "Press where it starts, drag to where it goes; a click: it stands."},
		{ETool::Goal, "Goal", "Click: one more goal for the agent or spawner placed last."},
		{ETool::Wall, "Wall",
			"Drag: one wall. Clicks: a line of walls, ended by Enter; back on its first point: something solid."},
		{ETool::Spawner, "Spawner", "Press where they are, drag to where they go; of a circle: to its rim."},
	};
	ImGui::BeginDisabled(Work.Recording() != nullptr);
	for (const NamedTool& Entry : Tools)
	{
		const bool bPresent = Tool == Entry.Tool;
		ImGui::PushStyleColor(
			ImGuiCol_Button, bPresent ? Ui::ToVec4({64, 132, 92}) : ImGui::GetStyleColorVec4(ImGuiCol_Button));
		if (Ui::Button(Entry.Name, Entry.Tip))
		{
			Tool = Entry.Tool;
			WallPoints.clear();
		}
		ImGui::PopStyleColor();
		ImGui::SameLine(0.0f, 4.0f);
	}
	ImGui::NewLine();
	for (const NamedTool& Entry : Tools)
	{
		if (Entry.Tool == Tool)
		{
			Wrapped(Entry.Tip);
		}
	}
	DrawToolOptions();
	ImGui::Separator();
	if (Ui::Button("New scene", "An empty one. What is not saved is lost."))
	{
		Work.NewScene();
		bFitNext = true;
	}
	ImGui::SameLine();
	ImGui::BeginDisabled(Work.Editor().Items().empty());
	if (Ui::Button("Undo", "Takes back what was placed last. [Ctrl+Z]"))
	{
		Try([&] { Work.Edit([](SceneEditor& Editor) { Editor.Undo(); }); });
	}
	ImGui::EndDisabled();
	ImGui::SameLine();
	ImGui::Text("%zu placed", Work.Editor().Items().size());
	Ui::TextField("File", SavePath, "A .json file; its name becomes the scenario's.");
	if (Ui::Button(
			"Save scenario", "Writes the whole scene, as it is set up, for 'crowd run' and everything else.", -1.0f) &&
		Try([&] { Work.Save(SavePath); }))
	{
		Say(fmt::format("saved to '{}'", SavePath), false);
	}
	ImGui::EndDisabled();
}

void Application::DrawToolOptions()
{
	if (Tool == ETool::Wall && WallPoints.size() >= 2)
	{
		if (Ui::Button("End wall", "The line of walls is complete. [Enter]"))
		{
			FinishWall(false);
		}
		ImGui::SameLine();
		if (WallPoints.size() >= 3 && Ui::Button("Close wall", "Back to the first point: something solid."))
		{
			FinishWall(true);
		}
	}
	if (Tool != ETool::Spawner)
	{
		return;
	}
	static constexpr const char* Kinds[] = {"block", "circle", "square"};
	if (Ui::BeginCombo("Kind", Kinds[static_cast<size_t>(SpawnerTemplate.Kind)],
			"In rows and columns, on a circle, or at random in a square."))
	{
		for (size_t Index = 0; Index < std::size(Kinds); ++Index)
		{
			if (Ui::Selectable(Kinds[Index], Index == static_cast<size_t>(SpawnerTemplate.Kind)))
			{
				SpawnerTemplate.Kind = static_cast<ESpawnerKind>(Index);
			}
		}
		ImGui::EndCombo();
	}
	Ui::Slider("Count", SpawnerTemplate.Count, 1, 5000, "%d agents", "How many it makes.");
	Ui::Slider("Spacing", SpawnerTemplate.Spacing, 0.65f, 5.0f, "%.2f m", "Between neighbours, from centre to centre.");
}

void Application::DrawTimings()
{
	if (Work.Sessions().empty())
	{
		Wrapped("Nothing is simulated.");
		return;
	}
	for (size_t Index = 0; Index < Work.Sessions().size(); ++Index)
	{
		const ViewerSession& Session = *Work.Sessions()[Index];
		const StageTimes& Times = Session.LastReport().Times;
		const double Busy = Times.Sort + Times.Neighbors + Times.Perceive + Times.Solve + Times.Plan + Times.Integrate;
		const std::string& Model = Index == 0 ? Work.Setup().Model : Work.SecondModel();
		ImGui::Text("%s, %s: %.2f ms a step", Model.c_str(), IsaName(Session.Isa()), Session.StepMilliseconds());
		TimeRow("sort", Times.Sort, Busy);
		TimeRow("neighbours", Times.Neighbors, Busy);
		TimeRow("perceive", Times.Perceive, Busy);
		TimeRow("solve", Times.Solve, Busy);
		TimeRow("plan", Times.Plan, Busy);
		TimeRow("integrate", Times.Integrate, Busy);
		ImGui::Text("%d without a free velocity", Session.LastReport().InfeasibleAgents);
		ImGui::Separator();
	}
	const float Most = StepHistory.empty() ? 1.0f : *std::max_element(StepHistory.begin(), StepHistory.end());
	ImGui::PlotLines("##History", StepHistory.data(), static_cast<int>(StepHistory.size()), 0,
		fmt::format("the last steps, up to {:.2f} ms", Most).c_str(), 0.0f, Most * 1.3f,
		{ImGui::GetContentRegionAvail().x, 60.0f});
	Ui::Note("History", "Each of the last steps of the first crowd. Stages are processor time summed over threads.");
}

void Application::DrawCheck()
{
	Wrapped("The same run twice, on one thread in plain C++ and on all threads with the widest instructions, must give "
			"the same bits.");
	Ui::Slider("Steps to compare", CheckSteps, 1, 5000, "%d steps", "From the start of the scenario.");
	const ECheckState State = Work.Check.State();
	ImGui::BeginDisabled(Work.Sessions().empty());
	if (State != ECheckState::Running)
	{
		if (Ui::Button("Check determinism", "In the background.", -1.0f))
		{
			Try([&] { Work.StartCheck(static_cast<uint64_t>(CheckSteps)); });
		}
	}
	else if (Ui::Button("Cancel check", "Ends it.", -1.0f))
	{
		Work.Check.Cancel();
	}
	ImGui::EndDisabled();
	if (State == ECheckState::Running)
	{
		const uint64_t Done = Work.Check.Done();
		ImGui::ProgressBar(static_cast<float>(Done) / static_cast<float>(std::max<uint64_t>(Work.Check.Wanted(), 1)),
			{-1.0f, 0.0f}, fmt::format("{} of {}", Done, Work.Check.Wanted()).c_str());
	}
	if (State == ECheckState::Same || State == ECheckState::Different || State == ECheckState::Failed)
	{
		ImGui::PushStyleColor(
			ImGuiCol_Text, Ui::ToVec4(State == ECheckState::Same ? Display::GoalMark : Display::Alarm));
		Wrapped(Work.Check.Verdict());
		ImGui::PopStyleColor();
	}
}

void Application::DrawOpenFile()
{
	const bool bEntered = Ui::TextField("Path", OpenPath, "A recording (.crowdrec) or a scenario (.json).");
	if ((Ui::Button("Open", "Shows what is in the file. [Enter]", -1.0f) || bEntered) &&
		Try([&] { Work.Open(OpenPath); }))
	{
		bFitNext = true;
	}
}
}
