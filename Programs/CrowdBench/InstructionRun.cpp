// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/InstructionRun.h"

#include "CrowdBench/BenchScenes.h"
#include "CrowdBench/CallgrindProfile.h"
#include "CrowdBench/Machine.h"
#include "Scenarios/Simulation.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#if CROWD_WITH_CALLGRIND && defined(__linux__)
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/callgrind.h>
#define CROWD_CAN_COUNT 1
#else
#define CROWD_CAN_COUNT 0
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

namespace CrowdAvoidance::Bench
{
#if CROWD_CAN_COUNT
namespace
{
using Scenarios::InputError;

/// So that work which comes round every few steps is in proportion; crowds that are large take long under valgrind.
constexpr int CountedAgentSteps = 40000;
constexpr int MostSteps = 20;

/// A folder that goes when the count is over, however it ends.
class ScratchFolder
{
public:
	ScratchFolder()
	{
		std::string Template = (std::filesystem::temp_directory_path() / "crowd-bench-XXXXXX").string();
		if (!mkdtemp(Template.data()))
		{
			throw InputError(fmt::format("{}: cannot be made", Template));
		}
		Path = Template;
	}
	ScratchFolder(const ScratchFolder&) = delete;
	ScratchFolder& operator=(const ScratchFolder&) = delete;
	~ScratchFolder()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Path, Ignored);
	}

	std::filesystem::path Path;
};

/// As one word of a shell's command line.
std::string ShellWord(const std::string& Text)
{
	std::string Word = "'";
	for (const char Character : Text)
	{
		Word += Character == '\'' ? std::string("'\\''") : std::string(1, Character);
	}
	return Word + "'";
}

/// What the command prints. Throws where it fails.
std::string OutputOf(const std::string& Command)
{
	std::FILE* const Pipe = popen(Command.c_str(), "r");
	if (!Pipe)
	{
		throw InputError("a process for counting cannot be made");
	}
	std::string Text;
	char Buffer[256];
	for (size_t Read = 0; (Read = std::fread(Buffer, 1, sizeof(Buffer), Pipe)) > 0;)
	{
		Text.append(Buffer, Read);
	}
	const int Status = pclose(Pipe);
	if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
	{
		throw InputError(fmt::format("counting failed: {}", Command));
	}
	return Text;
}

void RequireValgrind()
{
	if (std::system("command -v valgrind > /dev/null 2>&1") != 0)
	{
		throw InputError("--callgrind needs valgrind, which is not there; its package is called valgrind");
	}
}

InstructionRow CountOne(const SceneChoice& Choice, const Scenarios::Scene& Scene, const std::string& Model, bool bQuick)
{
	const ScratchFolder Folder;
	const std::string Profile = (Folder.Path / "profile").string();
	const std::string Name = Choice.Agents ? fmt::format("{}:{}", Choice.Name, *Choice.Agents) : Choice.Name;
	// Strings and positions in full, so that they can be read line by line.
	const std::string Text =
		OutputOf(fmt::format("valgrind -q --tool=callgrind --instr-atstart=no --compress-strings=no --compress-pos=no "
							 "--callgrind-out-file={} {} bench {} --model {} --step-for-counting{}",
			ShellWord(Profile), ShellWord(std::filesystem::read_symlink("/proc/self/exe").string()), ShellWord(Name),
			ShellWord(Model), bQuick ? " --quick" : ""));

	InstructionRow Line;
	Line.Scene = Scene.Name;
	Line.Agents = static_cast<double>(Scene.Agents.size());
	Line.Contender = Model;
	Line.Build = DescribeBuild();
	double AgentSteps = 0.0;
	if (!(std::istringstream(Text) >> Line.Isa >> Line.FromStep >> Line.Steps >> AgentSteps) || AgentSteps <= 0.0)
	{
		throw InputError(fmt::format("counting {} failed: {}", Name, Scenarios::Quoted(Text)));
	}
	const CallgrindProfile Counted = CallgrindProfile::Read(Profile);
	const auto PerAgent = [&](const char* Function)
	{ return Counted.Inclusive(std::string("CrowdAvoidance::") + Function) / AgentSteps; };
	const double Inside = PerAgent("CpuBackend::Step(CrowdAvoidance::AgentStore&, CrowdAvoidance::StepInputs const&)");
	Line.Step = PerAgent("World::Step(");
	Line.Sort = PerAgent("NeighborGrid::Sort(");
	Line.Neighbors = PerAgent("SearchNeighbors(") + PerAgent("Perceive(");
	Line.Plan = Line.Step - Inside + PerAgent("PlanVelocities(") + PerAgent("Confine(");
	Line.Solve = PerAgent("SolveVelocities(");
	Line.Integrate = Line.Step - Line.Sort - Line.Neighbors - Line.Plan - Line.Solve;
	if (Inside == 0.0 || Line.Sort == 0.0 || Line.Neighbors == 0.0 || Line.Solve == 0.0)
	{
		throw InputError("the stages of a step are not to be told apart in this build");
	}
	return Line;
}
}

std::vector<InstructionRow> CountInstructions(const BenchOptions& Options)
{
	RequireValgrind();
	const std::vector<SceneChoice> Choices = ChooseScenes(Options);
	const std::vector<Scenarios::Scene> Scenes = LoadScenes(Choices, std::nullopt);
	const std::vector<std::string> Models =
		Options.Models.empty() ? std::vector<std::string>{"orca", "clearpath"} : Options.Models;
	std::vector<InstructionRow> Rows;
	for (size_t Index = 0; Index < Choices.size(); ++Index)
	{
		for (const std::string& Model : Models)
		{
			fmt::print(stderr, "[{}/{}] {}, {} agents, {}\n", Rows.size() + 1, Choices.size() * Models.size(),
				Scenes[Index].Name, Scenes[Index].Agents.size(), Model);
			Rows.push_back(CountOne(Choices[Index], Scenes[Index], Model, Options.bQuick));
		}
	}
	return Rows;
}

int StepForCounting(const BenchOptions& Options)
{
	if (Options.Scenarios.size() != 1 || Options.Models.size() != 1)
	{
		throw InputError("--step-for-counting needs one scenario and one --model");
	}
	const Scenarios::Scene Scene = LoadScenes(ChooseScenes(Options), std::nullopt).front();
	Scenarios::Simulation Run(Scene, {.World = {.Model = Options.Models.front()}, .Threads = 1});
	const int From = std::max(25, MakePlan(Options, Scene).WarmupSteps);
	for (int Step = 0; Step < From; ++Step)
	{
		Run.Step();
	}
	const int Steps = std::clamp(CountedAgentSteps / static_cast<int>(Scene.Agents.size()), 1, MostSteps);
	double AgentSteps = 0.0;
	CALLGRIND_START_INSTRUMENTATION;
	for (int Step = 0; Step < Steps; ++Step)
	{
		AgentSteps += Run.GetWorld().AgentCount();
		Run.Step();
	}
	CALLGRIND_STOP_INSTRUMENTATION;
	fmt::print("{} {} {} {}\n", IsaName(BestIsa()), From, Steps, AgentSteps);
	return 0;
}
#else
std::vector<InstructionRow> CountInstructions(const BenchOptions&)
{
	throw Scenarios::InputError(
		"--callgrind: this build has no way to count instructions; it needs Linux and the package valgrind");
}

int StepForCounting(const BenchOptions& Options)
{
	CountInstructions(Options);
	return 0;
}
#endif
}
