// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/Summary.h"

#include "CrowdCli/Options.h"

#include <fmt/format.h>

#include <algorithm>

namespace CrowdAvoidance::Cli
{
namespace
{
/// Metrics give -1 for what never happened.
nlohmann::ordered_json TimeOrNull(double Seconds)
{
	return Seconds < 0.0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(Seconds);
}

std::string TimeText(double Seconds)
{
	return Seconds < 0.0 ? std::string("never") : fmt::format("{:.1f} s", Seconds);
}

double Share(int Part, int Whole)
{
	return Whole > 0 ? static_cast<double>(Part) / Whole : 0.0;
}

/// The first few by number, with what is known of them.
std::string LeftText(const std::vector<std::pair<uint32_t, std::string>>& Left)
{
	constexpr size_t Most = 5;
	std::string Text;
	for (size_t Index = 0; Index < std::min(Left.size(), Most); ++Index)
	{
		const auto& [Agent, Why] = Left[Index];
		Text += fmt::format("{}{}{}", Index > 0 ? ", " : "", Agent, Why.empty() ? "" : " (" + Why + ")");
	}
	return Left.size() > Most ? fmt::format("{}, and {} more", Text, Left.size() - Most) : Text;
}

nlohmann::ordered_json PairJson(const Scenarios::MeasuredPair& Pair)
{
	nlohmann::ordered_json Document;
	Document["agents"] = {Pair.First, Pair.Second};
	const std::span<const Scenarios::Encounter::Sample> Course = Pair.Course.UntilNearest();
	Document["firstSight"] = nullptr;
	Document["nearest"] = nullptr;
	if (!Course.empty())
	{
		Document["firstSight"] = Course.front().Seconds;
		Document["nearest"] = {{"time", Course.back().Seconds}, {"distance", Course.back().Distance}};
	}
	const Scenarios::ResponsePhases Phases = Pair.Course.Phases();
	Document["phases"] = {{"observation", OrNull(Phases.Observation)}, {"reaction", OrNull(Phases.Reaction)},
		{"maintenance", OrNull(Phases.Maintenance)}};
	nlohmann::ordered_json Times = nlohmann::ordered_json::array();
	nlohmann::ordered_json Distances = nlohmann::ordered_json::array();
	for (const Scenarios::Encounter::Sample& Sample : Pair.Course.Samples())
	{
		Times.push_back(Sample.Seconds);
		Distances.push_back(Sample.Projected);
	}
	Document["projectedApproach"] = {{"time", std::move(Times)}, {"distance", std::move(Distances)}};
	return Document;
}

/// Null: there is no reference; values of null: no agent was in it at any time.
nlohmann::ordered_json ReferenceJson(const std::optional<Scenarios::ReferenceDifference>& Difference)
{
	if (!Difference)
	{
		return nullptr;
	}
	if (Difference->Samples == 0)
	{
		return {{"samples", 0}, {"mean", nullptr}, {"largest", nullptr}};
	}
	return {
		{"samples", Difference->Samples}, {"mean", Difference->MeanMeters()}, {"largest", Difference->LargestMeters}};
}

bool HasBit(const Scenarios::Metrics& Metrics, EStepStatus Bit)
{
	return HasStatus(static_cast<EStepStatus>(Metrics.StatusBits), Bit);
}
}

std::string HashText(uint64_t Hash)
{
	return fmt::format("{:016x}", Hash);
}

std::string MetricsJson(const Scenarios::Metrics& Metrics)
{
	nlohmann::ordered_json Document;
	Document["steps"] = Metrics.Steps;
	Document["agents"] = Metrics.Agents;
	Document["msPerStep"] = {{"mean", Metrics.MsMean}, {"p50", Metrics.MsP50}, {"p99", Metrics.MsP99}};
	Document["stageMs"] = {{"sort", Metrics.Stages.Sort * 1e3}, {"neighbors", Metrics.Stages.Neighbors * 1e3},
		{"perceive", Metrics.Stages.Perceive * 1e3}, {"solve", Metrics.Stages.Solve * 1e3},
		{"plan", Metrics.Stages.Plan * 1e3}, {"integrate", Metrics.Stages.Integrate * 1e3}};
	Document["planShare"] = Metrics.PlanShare;
	Document["collisions"] = {{"pairsPerFrame", Metrics.OverlapPairsPerFrame},
		{"deepPairsPerFrame", Metrics.DeepPairsPerFrame}, {"deepestPenetration", Metrics.DeepestPenetration}};
	Document["walls"] = {{"crossings", Metrics.WallCrossings}, {"deepestPenetration", Metrics.DeepestInWall},
		{"offMesh", Metrics.AstraySteps}};
	Document["navigator"] = {{"pathsFound", Metrics.MeshWork.PathsFound}, {"fieldsMade", Metrics.MeshWork.FieldsMade},
		{"tilesChanged", Metrics.MeshWork.TilesChanged}, {"pushedBack", Metrics.MeshWork.PushedBack}};
	Document["arrived"] = {{"count", Metrics.Arrived}, {"fraction", Share(Metrics.Arrived, Metrics.AgentsWithGoals)},
		{"time50", TimeOrNull(Metrics.Time50)}, {"time95", TimeOrNull(Metrics.Time95)},
		{"timeAll", TimeOrNull(Metrics.TimeAll)}};
	Document["pathLengthRatio"] = Metrics.PathLengthRatio;
	Document["energyJoules"] = Metrics.EnergyJoules;
	Document["jitter"] = Metrics.Jitter;
	Document["acceleration"] = {{"p99", Metrics.AccelerationP99}, {"maximum", Metrics.AccelerationMax}};
	Document["stuckAgents"] = Metrics.StuckAgents;
	Document["left"] = nlohmann::ordered_json::array();
	for (const auto& [Agent, Why] : Metrics.Left)
	{
		Document["left"].push_back({{"agent", Agent}, {"why", Why}});
	}
	Document["reference"] = ReferenceJson(Metrics.Reference);
	Document["pairs"] = nlohmann::ordered_json::array();
	for (const Scenarios::MeasuredPair& Pair : Metrics.Pairs)
	{
		Document["pairs"].push_back(PairJson(Pair));
	}
	Document["stateHash"] = HashText(Metrics.StateHash);
	Document["status"] = {{"neighborsTruncated", HasBit(Metrics, EStepStatus::NeighborsTruncated)},
		{"wallsTruncated", HasBit(Metrics, EStepStatus::WallsTruncated)},
		{"planRefused", HasBit(Metrics, EStepStatus::PlanRefused)},
		{"moveRefused", HasBit(Metrics, EStepStatus::MoveRefused)}, {"infeasibleShare", Metrics.InfeasibleShare}};
	return Document.dump(2) + "\n";
}

std::string SummaryText(const RunSetup& Setup, const RunOutcome& Outcome)
{
	const Scenarios::Metrics& Metrics = Outcome.Metrics;
	std::string Text = fmt::format("{}: {} agents, {}, {}, {} thread{}\n", Setup.Name, Metrics.Agents, Setup.Model,
		IsaName(Outcome.Isa), Outcome.Threads, Outcome.Threads == 1 ? "" : "s");
	const auto Row = [&Text](const char* Name, const std::string& Value)
	{ Text += fmt::format("  {:<14} {}\n", Name, Value); };
	Row("steps",
		fmt::format("{} of {:g} s: {:.1f} s simulated in {:.1f} s", Metrics.Steps, Outcome.Dt, Outcome.SimulatedSeconds,
			Outcome.ClockSeconds));
	Row("ms per step",
		fmt::format("mean {:.3f}  p50 {:.3f}  p99 {:.3f}", Metrics.MsMean, Metrics.MsP50, Metrics.MsP99));
	Row("stages, ms",
		fmt::format("sort {:.3f}  neighbors {:.3f}  perceive {:.3f}  plan {:.3f}  solve {:.3f}  integrate {:.3f}  "
					"(summed over threads)",
			Metrics.Stages.Sort * 1e3, Metrics.Stages.Neighbors * 1e3, Metrics.Stages.Perceive * 1e3,
			Metrics.Stages.Plan * 1e3, Metrics.Stages.Solve * 1e3, Metrics.Stages.Integrate * 1e3));
	Row("overlaps",
		fmt::format("{:.2f} pairs per frame, {:.2f} of them deep; deepest {:.3f} m ({:.0f} % of the radii)",
			Metrics.OverlapPairsPerFrame, Metrics.DeepPairsPerFrame, Metrics.DeepestPenetration,
			Metrics.DeepestFraction * 100.0));
	Row("walls",
		fmt::format("{} crossings, {} steps off the mesh, deepest {:.3f} m", Metrics.WallCrossings, Metrics.AstraySteps,
			Metrics.DeepestInWall));
	Row("arrived",
		fmt::format("{} of {} ({:.1f} %)", Metrics.Arrived, Metrics.AgentsWithGoals,
			Share(Metrics.Arrived, Metrics.AgentsWithGoals) * 100.0));
	Row("arrival times",
		fmt::format(
			"half {}, 95 % {}, all {}", TimeText(Metrics.Time50), TimeText(Metrics.Time95), TimeText(Metrics.TimeAll)));
	Row("path",
		fmt::format("{:.3f} times the straight line, {:.0f} J an agent, {:.3f} heading flips a second",
			Metrics.PathLengthRatio, Metrics.EnergyJoules, Metrics.Jitter));
	if (Metrics.Reference && Metrics.Reference->Samples > 0)
	{
		Row("reference",
			fmt::format("mean {:.3f} m away, {:.3f} m at most", Metrics.Reference->MeanMeters(),
				Metrics.Reference->LargestMeters));
	}
	Row("stuck", fmt::format("{} agents", Metrics.StuckAgents.size()));
	if (!Metrics.Left.empty())
	{
		Row("not arrived", LeftText(Metrics.Left));
	}
	if (HasBit(Metrics, EStepStatus::NeighborsTruncated))
	{
		Row("status", "neighbors truncated: agents stood in heaps; spawn them apart or use smaller radii");
	}
	if (HasBit(Metrics, EStepStatus::WallsTruncated))
	{
		Row("status", "walls truncated: use fewer, longer segments or a shorter obstacle horizon");
	}
	if (HasBit(Metrics, EStepStatus::PlanRefused))
	{
		Row("status", "plan refused: the planner gave velocities or places that are no numbers; please report it");
	}
	if (HasBit(Metrics, EStepStatus::MoveRefused))
	{
		Row("status", "move refused: agents came to the end of the world and stand there; keep goals within 1e6 m");
	}
	Row("state hash", HashText(Metrics.StateHash));
	return Text;
}
}
