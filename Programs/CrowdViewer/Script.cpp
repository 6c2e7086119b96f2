// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Script.h"

#include "CrowdViewer/Screenshot.h"
#include "CrowdViewer/Ui.h"
#include "Scenarios/JsonReader.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <iomanip>
#include <sstream>

namespace CrowdAvoidance::Viewer
{
namespace
{
using Scenarios::InputError;

/// How long `until` waits. [frames]
constexpr int Patience = 20'000;

std::optional<double> ToNumber(const std::string& Text)
{
	double Value = 0.0;
	const auto [End, Trouble] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
	return Trouble == std::errc() && End == Text.data() + Text.size() && !Text.empty() ? std::optional(Value)
																					   : std::nullopt;
}

float Coordinate(const std::string& Text)
{
	const std::optional<double> Value = ToNumber(Text);
	if (!Value)
	{
		throw ScriptFailure(fmt::format("'{}' is no number", Text));
	}
	return static_cast<float>(*Value);
}

/// Blank-separated; a word in quotation marks may have blanks.
std::vector<std::string> Split(const std::string& Line)
{
	std::istringstream Stream(Line);
	std::vector<std::string> Words;
	for (std::string Word; Stream >> std::quoted(Word) && !Word.starts_with('#');)
	{
		Words.push_back(Word);
	}
	return Words;
}

struct NamedKey
{
	const char* Name;
	int Code;
};
constexpr NamedKey Keys[] = {{"space", GLFW_KEY_SPACE}, {"enter", GLFW_KEY_ENTER}, {"escape", GLFW_KEY_ESCAPE},
	{"s", GLFW_KEY_S}, {"r", GLFW_KEY_R}, {"f", GLFW_KEY_F}, {"ctrl+z", GLFW_KEY_Z}, {"ctrl+a", GLFW_KEY_A}};

/// The fewest words of each command.
const std::map<std::string, size_t>& WordCounts()
{
	static const std::map<std::string, size_t> Table = {{"click", 2}, {"choose", 3}, {"set", 3}, {"clickworld", 3},
		{"dragworld", 5}, {"wheelworld", 4}, {"clickagent", 2}, {"key", 2}, {"expect", 4}, {"until", 4}, {"wait", 2},
		{"print", 2}, {"shot", 2}, {"quit", 1}};
	return Table;
}
}

Script::Script(const std::string& Path, GLFWwindow* InWindow, Application& InTarget)
	: Window(InWindow),
	  Target(InTarget)
{
	std::istringstream Text(Scenarios::ReadFile(Path));
	int Number = 0;
	for (std::string Row; std::getline(Text, Row);)
	{
		++Number;
		const Words Command = Split(Row);
		if (Command.empty())
		{
			continue;
		}
		const auto Found = WordCounts().find(Command[0]);
		if (Found == WordCounts().end() || Command.size() < Found->second)
		{
			throw InputError(fmt::format("{}: line {}: '{}' is no command", Path, Number, Row));
		}
		Commands.emplace_back(Number, Command);
	}
}

void Script::Advance()
{
	Ui::ScrollTo({});
	while (Queue.empty() && !Commands.empty() && !bQuit)
	{
		Line = Commands.front().first;
		const Words Command = std::move(Commands.front().second);
		Commands.pop_front();
		Begin(Command);
	}
	if (Queue.empty())
	{
		bQuit = true;
		return;
	}
	const std::function<void()> Action = std::move(Queue.front());
	Queue.pop_front();
	Action();
}

void Script::ApplyMouse() const
{
	ImGuiIO& Io = ImGui::GetIO();
	Io.MousePos = {Mouse.X, Mouse.Y};
	Io.MouseDown[ImGuiMouseButton_Left] = bLeft;
	Io.MouseDown[ImGuiMouseButton_Right] = false;
	Io.MouseDown[ImGuiMouseButton_Middle] = false;
}

void Script::TakeShot(int Width, int Height)
{
	if (!Shot.empty())
	{
		SaveScreenshot(std::exchange(Shot, {}), Width, Height);
	}
}

void Script::Begin(const Words& Command)
{
	const std::string& Verb = Command[0];
	const bool bCtrl = Command.back() == "ctrl";
	const auto World = [this, Command](size_t First) {
		return Target.ToScreen({Coordinate(Command[First]), Coordinate(Command[First + 1])});
	};
	if (Verb == "click")
	{
		Click(Command[1]);
	}
	else if (Verb == "choose")
	{
		Click(Command[1]);
		Click(Command[2]);
	}
	else if (Verb == "set")
	{
		Then([this] { Key(GLFW_KEY_LEFT_CONTROL, true); });
		Click(Command[1]);
		Then([this] { Key(GLFW_KEY_LEFT_CONTROL, false); });
		PressKey("ctrl+a");
		Type(Command[2]);
		PressKey("enter");
	}
	else if (Verb == "clickworld")
	{
		ClickAt([World] { return World(1); }, bCtrl);
	}
	else if (Verb == "clickagent")
	{
		ClickAt([this, Command] { return Target.AgentOnScreen(static_cast<uint32_t>(Coordinate(Command[1]))); }, bCtrl);
	}
	else if (Verb == "dragworld")
	{
		Then([this, World] { Mouse = World(1); });
		Then([this] { bLeft = true; });
		Then([this, World] { Mouse = World(3); });
		Then([this] { bLeft = false; });
		Rest(2);
	}
	else if (Verb == "wheelworld")
	{
		Then([this, World] { Mouse = World(1); });
		Then([this, Command]
			{ ImGui_ImplGlfw_ScrollCallback(Window, 0.0, static_cast<double>(Coordinate(Command[3]))); });
		Rest(1);
	}
	else if (Verb == "key")
	{
		PressKey(Command[1]);
	}
	else if (Verb == "wait")
	{
		Rest(static_cast<int>(Coordinate(Command[1])));
	}
	else if (Verb == "print")
	{
		fmt::print("{} {}\n", Command[1], Target.Query(Command[1]));
		std::fflush(stdout);
	}
	else if (Verb == "shot")
	{
		Then([this, Command] { Shot = Command[1]; });
	}
	else if (Verb == "quit")
	{
		bQuit = true;
	}
	else
	{
		Expect(Command, Verb == "until" ? Patience : 0);
	}
}

void Script::Rest(int Frames)
{
	for (int Frame = 0; Frame < Frames; ++Frame)
	{
		Then([] {});
	}
}

void Script::Click(const std::string& Label)
{
	// Twice, because what is scrolled into sight is there only in the next frame.
	Then([Label] { Ui::ScrollTo(Label); });
	Then([Label] { Ui::ScrollTo(Label); });
	Rest(1);
	ClickAt(
		[this, Label]
		{
			const auto Found = Ui::Widgets().find(Label);
			if (Found == Ui::Widgets().end())
			{
				Fail(fmt::format("there is no '{}' to click", Label));
			}
			const ScreenRect& Rect = Found->second;
			return Vec2{Rect.X + std::min(Rect.Width / 2, 60.0f), Rect.Y + Rect.Height / 2};
		},
		false);
}

void Script::ClickAt(std::function<Vec2()> Where, bool bCtrl)
{
	Then(
		[this, Where, bCtrl]
		{
			Mouse = Where();
			if (bCtrl)
			{
				Key(GLFW_KEY_LEFT_CONTROL, true);
			}
		});
	Then([this] { bLeft = true; });
	Then([this] { bLeft = false; });
	Then(
		[this, bCtrl]
		{
			if (bCtrl)
			{
				Key(GLFW_KEY_LEFT_CONTROL, false);
			}
		});
}

void Script::Type(const std::string& Text)
{
	for (const char Char : Text)
	{
		Then([this, Char] { ImGui_ImplGlfw_CharCallback(Window, static_cast<unsigned char>(Char)); });
	}
}

void Script::PressKey(const std::string& Name)
{
	const auto Found =
		std::find_if(std::begin(Keys), std::end(Keys), [&Name](const NamedKey& Entry) { return Name == Entry.Name; });
	if (Found == std::end(Keys))
	{
		Fail(fmt::format("there is no key '{}'", Name));
	}
	const bool bCtrl = Name.starts_with("ctrl+");
	const int Code = Found->Code;
	Then(
		[this, Code, bCtrl]
		{
			if (bCtrl)
			{
				Key(GLFW_KEY_LEFT_CONTROL, true);
			}
			Key(Code, true);
		});
	Then(
		[this, Code, bCtrl]
		{
			Key(Code, false);
			if (bCtrl)
			{
				Key(GLFW_KEY_LEFT_CONTROL, false);
			}
		});
}

void Script::Key(int Code, bool bDown)
{
	ImGui_ImplGlfw_KeyCallback(Window, Code, 0, bDown ? GLFW_PRESS : GLFW_RELEASE, 0);
}

void Script::Expect(const Words& Command, int FramesLeft)
{
	// In a frame of its own, so that what came before it has had its effect.
	Then(
		[this, Command, FramesLeft]
		{
			if (Holds(Command))
			{
				return;
			}
			if (FramesLeft == 0)
			{
				Fail(fmt::format("{} is '{}', expected {} {}; message: '{}'", Command[1], Target.Query(Command[1]),
					Command[2], Command[3], Target.Query("message")));
			}
			Expect(Command, FramesLeft - 1);
		});
}

bool Script::Holds(const Words& Command) const
{
	const std::string Is = Target.Query(Command[1]);
	const std::string& Operator = Command[2];
	const std::string& Wanted = Command[3];
	if (Operator == "contains")
	{
		return Is.find(Wanted) != std::string::npos;
	}
	const std::optional<double> Left = ToNumber(Is);
	const std::optional<double> Right = ToNumber(Wanted);
	if (Operator == "<" || Operator == ">")
	{
		return Left && Right && (Operator == "<" ? *Left < *Right : *Left > *Right);
	}
	const bool bSame = Left && Right ? *Left == *Right : Is == Wanted;
	return Operator == "!=" ? !bSame : bSame;
}

void Script::Fail(const std::string& Problem) const
{
	throw ScriptFailure(fmt::format("script line {}: {}", Line, Problem));
}
}
