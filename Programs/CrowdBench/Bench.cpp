// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Bench.h"

#include "CrowdBench/BenchScenes.h"
#include "CrowdBench/Contender.h"
#include "CrowdBench/InstructionRun.h"
#include "CrowdBench/Machine.h"
#include "CrowdBench/Report.h"
#include "CrowdBench/Timing.h"
#include "Scenarios/OutputFile.h"
#include "Scenarios/Suggest.h"
#if CROWD_WITH_RVO2
#include "CrowdBench/Agreement.h"
#include "CrowdBench/Rvo2Peer.h"
#endif

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>

namespace CrowdAvoidance::Bench
{
namespace
{
using Scenarios::InputError;

const std::vector<std::string> DefaultModels = {"orca", "orca-plain", "clearpath"};
const std::vector<std::string> SmallModels = {"orca", "clearpath"};
const std::vector<std::string> KnownPeers = {"rvo2", "detour"};

std::vector<std::string> BuiltPeers()
{
	std::vector<std::string> Names;
#if CROWD_WITH_RVO2
	Names.push_back("rvo2");
#endif
#if CROWD_WITH_DETOUR
	Names.push_back("detour");
#endif
	return Names;
}

std::vector<std::string> KnownModels()
{
	std::vector<std::string> Names;
	for (const ModelType& Entry : Models())
	{
		Names.push_back(Entry.Name);
	}
	return Names;
}

bool Contains(const std::vector<std::string>& List, const std::string& Word)
{
	return std::find(List.begin(), List.end(), Word) != List.end();
}

std::vector<std::string> ChosenModels(const BenchOptions& Options)
{
	if (!Options.Models.empty())
	{
		return Options.Models;
	}
	return Options.bSmall ? SmallModels : DefaultModels;
}

std::vector<std::string> ChosenPeers(const BenchOptions& Options)
{
	if (Options.bSmall)
	{
		return Options.Peers;
	}
	return Options.Peers.empty() ? BuiltPeers() : Options.Peers;
}

/// One, and those that are asked for.
std::set<int> ChosenThreads(const BenchOptions& Options)
{
	std::set<int> Counts(Options.Threads.begin(), Options.Threads.end());
	Counts.insert(1);
	return Counts;
}

void CheckNames(const char* Field, const std::vector<std::string>& Given, const std::vector<std::string>& Known)
{
	for (const std::string& Name : Given)
	{
		if (!Contains(Known, Name))
		{
			throw InputError(
				fmt::format("unknown {} {}{}", Field, Scenarios::Quoted(Name), Scenarios::Suggestion(Name, Known)));
		}
	}
}

/// Files are written at the end of a long run; a mistyped folder is to be found at its start.
void CheckFolder(const std::filesystem::path& File)
{
	if (!File.empty() && !std::filesystem::is_directory(std::filesystem::absolute(File).parent_path()))
	{
		throw InputError(fmt::format("{}: its folder does not exist", File.string()));
	}
}

/// Not opened before the run, which Ctrl-C may end at any time. An empty place: no file is wanted.
void Write(const std::filesystem::path& Place, const char* Flag, const std::string& Text)
{
	if (!Place.empty())
	{
		Scenarios::OutputFile File(Place.string(), Flag);
		File.Write(Text);
		File.Commit();
	}
}

/// Standard output belongs to the data when that was asked for there.
std::FILE* TableStream(const BenchOptions& Options)
{
	return Options.Json == "-" || Options.Csv == "-" ? stderr : stdout;
}

void CheckOptions(const BenchOptions& Options)
{
	for (const int Threads : Options.Threads)
	{
		if (Threads < 1 || Threads > 256)
		{
			throw InputError(fmt::format("threads is {}, must be 1 .. 256", Threads));
		}
	}
	if (Options.Rounds < 1 || Options.Rounds > 1000)
	{
		throw InputError(fmt::format("rounds is {}, must be 1 .. 1000", Options.Rounds));
	}
	CheckNames("model", Options.Models, KnownModels());
	CheckNames("peer", Options.Peers, KnownPeers);
	for (const std::string& Peer : Options.Peers)
	{
		if (!Contains(BuiltPeers(), Peer))
		{
			throw InputError(fmt::format("peer '{}' is not in this build; see ThirdParty/", Peer));
		}
	}
	if (Options.bAgreement && !Options.Csv.empty())
	{
		throw InputError("csv holds timings; the agreement goes into json");
	}
	if (Options.bCallgrind && !Options.Json.empty())
	{
		throw InputError("instructions are written as csv, not as json");
	}
	if (Options.bAgreement && !Options.Compare.empty())
	{
		throw InputError("the agreement has nothing to compare with");
	}
	CheckFolder(Options.Json);
	CheckFolder(Options.Csv);
}

#if CROWD_WITH_RVO2
void ChooseRvo2(const Scenarios::Scene& Scene, const std::set<int>& ThreadCounts,
	std::vector<ContenderFactory>& Factories, std::vector<std::string>& Notes)
{
	if (HasPlanner(Scene))
	{
		Notes.push_back(fmt::format("{}: rvo2 left out, it finds no paths", Scene.Name));
		return;
	}
	for (const int Threads : ThreadCounts)
	{
		Factories.push_back([=] { return CreateRvo2Contender(Threads); });
	}
}
#endif

#if CROWD_WITH_DETOUR
void ChooseDetour(
	const Scenarios::Scene& Scene, std::vector<ContenderFactory>& Factories, std::vector<std::string>& Notes)
{
	if (Scene.Agents.size() > DetourMaxAgents)
	{
		Notes.push_back(fmt::format(
			"{}, {} agents: detour left out, it takes {} at most", Scene.Name, Scene.Agents.size(), DetourMaxAgents));
	}
	else if (!Scene.Doors.empty() || !Scene.Blocks.empty() || !Scene.Links.empty())
	{
		Notes.push_back(fmt::format("{}: detour left out, it is not told of doors, blocks and links here", Scene.Name));
	}
	else if (Scene.Obstacles.empty() && !HasPlanner(Scene))
	{
		Factories.push_back(CreateDetourContender);
	}
	else
	{
		Notes.push_back(
			fmt::format("{}: detour finds paths on a mesh that reaches up to the walls (agents of any radius "
						"share it) and its time is dtCrowd::update(), on one thread",
				Scene.Name));
		Factories.push_back(CreateDetourMeshContender);
	}
}
#endif

std::vector<ContenderFactory> ChooseContenders(const BenchOptions& Options,
	[[maybe_unused]] const Scenarios::Scene& Scene, bool bAllIsas, [[maybe_unused]] std::vector<std::string>& Notes)
{
	const std::vector<std::string> Models = ChosenModels(Options);
	[[maybe_unused]] const std::vector<std::string> Peers = ChosenPeers(Options);
	const std::set<int> ThreadCounts = ChosenThreads(Options);
	std::vector<ContenderFactory> Factories;
	for (const ModelType& Model : CrowdAvoidance::Models())
	{
		if (!Contains(Models, Model.Name))
		{
			continue;
		}
		for (const int Threads : ThreadCounts)
		{
			Factories.push_back([=] { return CreateCrowdContender(Model, BestIsa(), Threads); });
		}
		for (const EIsa Isa : {EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512})
		{
			if (bAllIsas && Isa != BestIsa() && IsIsaAvailable(Isa))
			{
				Factories.push_back([=] { return CreateCrowdContender(Model, Isa, 1); });
			}
		}
	}
#if CROWD_WITH_RVO2
	if (Contains(Peers, "rvo2"))
	{
		ChooseRvo2(Scene, ThreadCounts, Factories, Notes);
	}
#endif
#if CROWD_WITH_DETOUR
	if (Contains(Peers, "detour"))
	{
		ChooseDetour(Scene, Factories, Notes);
	}
#endif
	return Factories;
}

/// Overlaps do not depend on threads or instruction set: the first row of a contender's name carries them.
void AddQuality(
	const Scenarios::Scene& Scene, const std::vector<ContenderFactory>& Factories, bool bQuick, std::vector<Row>& Rows)
{
	constexpr size_t MaxAgents = 100000;
	if (Scene.Agents.size() > MaxAgents)
	{
		return;
	}
	// A small crowd is followed to the scenario's end, a large one for twenty seconds.
	constexpr double WholeRunAgentSteps = 1e7;
	const double AgentSteps = static_cast<double>(Scene.Agents.size()) * Scene.MaxSeconds / Scene.Dt;
	const double Seconds = bQuick ? 2.0 : AgentSteps <= WholeRunAgentSteps ? Scene.MaxSeconds : 20.0;
	const int FrameStride = Scene.Agents.size() > 10000 ? 5 : 1;
	std::vector<std::string> Done;
	for (size_t Index = 0; Index < Factories.size(); ++Index)
	{
		if (!Contains(Done, Rows[Index].Contender))
		{
			Done.push_back(Rows[Index].Contender);
			const std::unique_ptr<Contender> Simulator = Factories[Index]();
			Simulator->Fill(Scene);
			MeasureQuality(Scene, *Simulator, Seconds, FrameStride, Rows[Index]);
		}
	}
}

void Append(const std::vector<Row>& Added, std::vector<Row>& Rows)
{
	Rows.insert(Rows.end(), Added.begin(), Added.end());
}

int RunTimings(const BenchOptions& Options)
{
	// Read before the run, which takes long.
	const std::vector<Row> Base = Options.Compare.empty() ? std::vector<Row>() : ReadCsv(Options.Compare);
	const Machine Here = DescribeMachine();
	const double LoadStart = LoadAverage();
	std::vector<std::string> Notes;
#if CROWD_WITH_RVO2
	if (Contains(ChosenPeers(Options), "rvo2"))
	{
		Notes.push_back(fmt::format("rvo2 is compiled with {}; its time is doStep() alone, while ours includes turning "
									"goals into desired velocities",
			std::unique_ptr<Rvo2Peer>(CreateFastRvo2(0.1f))->CompilerFlags()));
	}
#endif
	const std::vector<SceneChoice> Choices = ChooseScenes(Options);
	const bool bLatency = Options.bLatency || Options.bSmall;
	const std::vector<Scenarios::Scene> Scenes =
		LoadScenes(Choices, bLatency ? std::optional(FrameSeconds) : std::nullopt);
	std::vector<Row> Rows;
	for (size_t Index = 0; Index < Choices.size(); ++Index)
	{
		const Scenarios::Scene& Scene = Scenes[Index];
		fmt::print(stderr, "[{}/{}] {}, {} agents\n", Index + 1, Choices.size(), Scene.Name, Scene.Agents.size());
		const std::vector<ContenderFactory> Factories =
			ChooseContenders(Options, Scene, Choices[Index].bAllIsas, Notes);
		TimingPlan Plan = MakePlan(Options, Scene);
		Plan.bHistogram = bLatency;
		std::vector<Row> SceneRows = TimeContenders(Scene, Factories, Plan);
		if (!bLatency)
		{
			AddQuality(Scene, Factories, Options.bQuick, SceneRows);
		}
		Append(SceneRows, Rows);
		if (bLatency)
		{
			Append(TimeContenders(Scene, Factories, MakeGamePlan(Options, Scene)), Rows);
		}
	}
	const double LoadEnd = LoadAverage();
	for (Row& Line : Rows)
	{
		Line.Date = Here.Date;
		Line.Cpu = Here.Cpu;
		Line.Cores = Here.Cores;
		Line.Compiler = Here.Compiler;
		Line.LoadStart = LoadStart;
		Line.LoadEnd = LoadEnd;
	}

	std::FILE* Tables = TableStream(Options);
	fmt::print(Tables, "{}", RenderTables(Rows));
	for (const std::string& Note : Notes)
	{
		fmt::print(Tables, "{}\n", Note);
	}
	if (!Options.Compare.empty())
	{
		fmt::print(Tables, "{}", RenderComparison(Base, Rows));
	}
	Write(Options.Csv, "--csv", ToCsv(Rows));
	Write(Options.Json, "--json", ToJson(Rows, Notes));
	return 0;
}

int RunInstructions(const BenchOptions& Options)
{
	// Read before the count, which takes minutes.
	const std::vector<InstructionRow> Base =
		Options.Compare.empty() ? std::vector<InstructionRow>() : ReadInstructions(Options.Compare);
	std::FILE* Tables = TableStream(Options);
	const bool bComparable =
		std::any_of(Base.begin(), Base.end(), [](const InstructionRow& Line) { return Line.Build == DescribeBuild(); });
	if (!Options.Compare.empty() && Options.Csv.empty() && !bComparable)
	{
		fmt::print(Tables, "nothing to compare: no line of {} is of this build ({})\n", Options.Compare.string(),
			DescribeBuild());
		return 0;
	}
	const std::vector<InstructionRow> Rows = CountInstructions(Options);
	fmt::print(Tables, "Instructions an agent and step, {}.\n\n{}", Rows.front().Build, RenderInstructions(Rows));
	Write(Options.Csv, "--csv", InstructionsToCsv(Rows));
	if (Options.Compare.empty())
	{
		return 0;
	}
	const Comparison Outcome = CompareInstructions(Base, Rows, Options.AllowedGrowth);
	for (const std::string& Sentence : Outcome.Notes)
	{
		fmt::print(Tables, "{}\n", Sentence);
	}
	for (const std::string& Sentence : Outcome.Growths)
	{
		fmt::print(Tables, "grown: {}\n", Sentence);
	}
	fmt::print(Tables, "{} of {} compared with {}, {} grown by more than {:g} %\n", Outcome.Compared, Rows.size(),
		Options.Compare.string(), Outcome.Growths.size(), 100.0 * Options.AllowedGrowth);
	return Outcome.Growths.empty() ? 0 : 1;
}

int RunAgreement([[maybe_unused]] const BenchOptions& Options)
{
#if CROWD_WITH_RVO2
	std::vector<std::vector<std::string>> Body;
	nlohmann::ordered_json Document = nlohmann::ordered_json::array();
	bool bAllAgree = true;
	for (const bool bObstacles : {false, true})
	{
		for (const float Density : {0.2f, 0.7f, 1.5f, 3.0f})
		{
			const AgreementResult Outcome = CompareWithRvo2({.Agents = Options.bQuick ? 500 : 5000,
				.Density = Density,
				.bObstacles = bObstacles,
				.Seed = Body.size() + 1});
			bAllAgree = bAllAgree && Outcome.Share() >= RequiredAgreement;
			Body.push_back(
				{bObstacles ? "yes" : "no", fmt::format("{:.1f}", Density), fmt::format("{}", Outcome.Compared),
					fmt::format("{}", Outcome.Ties), fmt::format("{}", Outcome.CutEdges),
					fmt::format("{:.3f} %", 100.0 * Outcome.Share()), fmt::format("{:.2g}", Outcome.WorstDifference)});
			Document.push_back({{"obstacles", bObstacles}, {"density", Density}, {"compared", Outcome.Compared},
				{"ties", Outcome.Ties}, {"cutEdges", Outcome.CutEdges}, {"agreeing", Outcome.Agreeing},
				{"worstDifference", Outcome.WorstDifference}});
		}
	}
	fmt::print(TableStream(Options), "{}",
		MarkdownTable(
			{"Obstacles", "Agents/m2", "Compared", "Ties", "Cut edges", "Within 1 mm/s", "Worst, m/s"}, Body, 1));
	Write(Options.Json, "--json", Document.dump(2) + '\n');
	return bAllAgree ? 0 : 1;
#else
	throw InputError("agreement: peer 'rvo2' is not in this build; see ThirdParty/");
#endif
}
}

int RunBench(const BenchOptions& Options)
{
	if (!Options.Render.empty())
	{
		fmt::print("{}", RenderTables(ReadCsv(Options.Render)));
		return 0;
	}
	CheckOptions(Options);
	if (Options.bStepForCounting)
	{
		return StepForCounting(Options);
	}
	if (Options.bCallgrind)
	{
		return RunInstructions(Options);
	}
	return Options.bAgreement ? RunAgreement(Options) : RunTimings(Options);
}
}
