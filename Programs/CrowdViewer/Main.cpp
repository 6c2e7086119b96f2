// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Application.h"
#include "CrowdViewer/Script.h"
#include "CrowdViewer/Ui.h"

#include "CrowdCli/Commands.h"
#include "CrowdCli/ViewArguments.h"
#include "Scenarios/Suggest.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace CrowdAvoidance::Viewer
{
namespace
{
constexpr int WindowWidth = 1400;
constexpr int WindowHeight = 900;
constexpr const char* DefaultScenario = "circle";
/// Longest that a window in which nothing moves sleeps. [s]
constexpr double IdleSeconds = 1.0 / 30.0;
/// A frame that took longer than this (the machine slept) counts as this. [s]
constexpr double LongestFrame = 0.25;

/// GLFW's last complaint, for the message.
std::string& GlfwTrouble()
{
	static std::string Text;
	return Text;
}

/// The window, its context, and ImGui in it.
class Window
{
public:
	Window()
	{
		glfwSetErrorCallback([](int, const char* Text) { GlfwTrouble() = Text; });
		if (!glfwInit())
		{
			Fail();
		}
		glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
		glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
		glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
		Handle = glfwCreateWindow(WindowWidth, WindowHeight, "CrowdAvoidance", nullptr, nullptr);
		if (!Handle)
		{
			glfwTerminate();
			Fail();
		}
		glfwMakeContextCurrent(Handle);
		ImGui::CreateContext();
		ImGui::GetIO().IniFilename = nullptr;
		Ui::ApplyTheme();
		ImGui_ImplGlfw_InitForOpenGL(Handle, true);
		ImGui_ImplOpenGL3_Init("#version 330 core");
	}
	~Window()
	{
		ImGui_ImplOpenGL3_Shutdown();
		ImGui_ImplGlfw_Shutdown();
		ImGui::DestroyContext();
		glfwDestroyWindow(Handle);
		glfwTerminate();
	}
	Window(const Window&) = delete;
	Window& operator=(const Window&) = delete;

	GLFWwindow* Get() const { return Handle; }

private:
	[[noreturn]] static void Fail()
	{
		throw Scenarios::InputError(fmt::format(
			"cannot open a window: no display, or none with OpenGL 3.3: {} (set DISPLAY, or use crowd run --html)",
			GlfwTrouble()));
	}

	GLFWwindow* Handle = nullptr;
};

/// Everything that the command line can get wrong is found out here, before there is a window.
void OpenArguments(const Cli::ViewArguments& Arguments, Workspace& Work)
{
	const std::string Target = Arguments.Target.empty() ? DefaultScenario : Arguments.Target;
	if (std::filesystem::path(Target).extension() == ".crowdrec")
	{
		if (!Arguments.Flags.ToWords().empty())
		{
			throw Scenarios::InputError("a recording has its own set-up: --model, --planner, --agents, --dt, --seed "
										"and --set are for scenarios");
		}
		Work.Open(Target);
		return;
	}
	Work.OpenSetup(Arguments.Flags.MakeSetup(Target));
}

void RunWindow(Application& App, const std::string& ScriptPath)
{
	const Window Frame;
	Renderer Target;
	std::optional<Script> Player;
	if (!ScriptPath.empty())
	{
		Player.emplace(ScriptPath, Frame.Get(), App);
	}
	glfwSwapInterval(Player ? 0 : 1);
	auto Last = std::chrono::steady_clock::now();
	while (!glfwWindowShouldClose(Frame.Get()) && !(Player && Player->WantsToQuit()))
	{
		if (Player || App.Work.IsPlaying() || App.Work.Check.State() == ECheckState::Running)
		{
			glfwPollEvents();
		}
		else
		{
			glfwWaitEventsTimeout(IdleSeconds);
		}
		if (Player)
		{
			Player->Advance();
		}
		const auto Now = std::chrono::steady_clock::now();
		const double Seconds = std::min(std::chrono::duration<double>(Now - Last).count(), LongestFrame);
		Last = Now;

		ImGui_ImplOpenGL3_NewFrame();
		ImGui_ImplGlfw_NewFrame();
		if (Player)
		{
			Player->ApplyMouse();
		}
		ImGui::NewFrame();
		App.Frame(Seconds);
		ImGui::Render();

		int Width = 0;
		int Height = 0;
		glfwGetFramebufferSize(Frame.Get(), &Width, &Height);
		glViewport(0, 0, Width, Height);
		glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
		glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
		App.DrawWorld(Target);
		glViewport(0, 0, Width, Height);
		ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
		if (Player)
		{
			Player->TakeShot(Width, Height);
		}
		glfwSwapBuffers(Frame.Get());
	}
}

int Run(int Count, char** Words)
{
	CLI::App Parser("A window onto a crowd.", "crowd view");
	Cli::ViewArguments Arguments;
	Cli::AddViewArguments(Parser, Arguments);
	try
	{
		Parser.parse(Count, Words);
	}
	catch (const CLI::ParseError& Problem)
	{
		if (Problem.get_exit_code() == 0)
		{
			return Parser.exit(Problem);
		}
		throw Scenarios::InputError(Problem.what());
	}
	Application App(Scenarios::ListScenarios());
	OpenArguments(Arguments, App.Work);
	RunWindow(App, Arguments.Script);
	return Cli::ExitSuccess;
}
}
}

int main(int Count, char** Words)
{
	using namespace CrowdAvoidance;
	const auto Complain = [](const std::exception& Problem, int ExitCode)
	{
		constexpr size_t Longest = 1000;
		fmt::print(stderr, "crowd view: {}\n", Scenarios::Printable(Problem.what(), Longest));
		return ExitCode;
	};
	try
	{
		return Viewer::Run(Count, Words);
	}
	catch (const Viewer::ScriptFailure& Problem)
	{
		return Complain(Problem, Cli::ExitCheckFailed);
	}
	catch (const std::exception& Problem)
	{
		return Complain(Problem, Cli::ExitBadInput);
	}
}
