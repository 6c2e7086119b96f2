// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/RunOutputs.h"

#include "CrowdCli/Options.h"
#include "CrowdCli/RunSnapshot.h"
#include "CrowdCli/Summary.h"
#include "CrowdCore/CrowdRecording.h"
#include "Pictures/Frames.h"
#include "Pictures/PictureWriter.h"
#include "Replay/ReplayWriter.h"
#include "Scenarios/OutputFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

namespace CrowdAvoidance::Cli
{
namespace
{
/// The text format of PedPy and JuPedSim: one line for each agent and frame.
class TrajectoryOutput final : public RunOutput
{
public:
	TrajectoryOutput(const std::string& Path, const Scenarios::Scene& Scene)
		: File(Path, "--trajectories"),
		  Heights(Scene.Agents.size()),
		  Order(Scene.Agents.size(), -1)
	{
		for (size_t Agent = 0; Agent < Heights.size(); ++Agent)
		{
			Heights[Agent] = Scene.Agents[Agent].Height;
		}
		File.Write(fmt::format("# framerate: {:.6g}\n# id frame x/m y/m z/m\n", 1.0 / static_cast<double>(Scene.Dt)));
	}

	void AddFrame(Scenarios::Simulation& Run) override
	{
		// Handles are numbered in the order of the scene. Those who have left it have no line any more.
		const AgentsView View = Run.GetWorld().Agents();
		std::fill(Order.begin(), Order.end(), -1);
		for (int Index = 0; Index < View.Count; ++Index)
		{
			Order.at(View.HandleIndex[Index]) = Index;
		}
		Lines.clear();
		for (size_t Agent = 0; Agent < Order.size(); ++Agent)
		{
			const int Index = Order[Agent];
			if (Index < 0)
			{
				continue;
			}
			fmt::format_to(std::back_inserter(Lines), "{} {} {:.4f} {:.4f} {:.4f}\n", Agent, Frame,
				View.PositionX[Index], View.PositionY[Index], Heights[Agent]);
		}
		File.Write({Lines.data(), Lines.size()});
		++Frame;
	}

	void Commit(const Scenarios::Metrics&) override { File.Commit(); }

private:
	Scenarios::OutputFile File;
	std::vector<float> Heights;
	std::vector<int> Order; ///< Where in the view each agent is.
	fmt::memory_buffer Lines;
	int Frame = 0;
};

class RecordingOutput final : public RunOutput
{
public:
	RecordingOutput(const std::string& Path, const RunSetup& Setup, float Dt)
	{
		Require(Writer.Open(Path.c_str(), Setup.ToJson(), Dt));
	}

	void AddFrame(Scenarios::Simulation& Run) override { Require(Writer.AddFrame(Run.GetWorld())); }
	void Commit(const Scenarios::Metrics&) override { Require(Writer.Close()); }

private:
	static void Require(const Result<void>& Outcome)
	{
		if (!Outcome)
		{
			throw InputError(fmt::format("--record: {}", Outcome.ErrorText()));
		}
	}

	RecordingWriter Writer;
};

/// The state after the last step.
class SnapshotOutput final : public RunOutput
{
public:
	SnapshotOutput(const std::string& Path, const RunSetup& InSetup) : File(Path, "--snapshot"), Setup(InSetup) {}

	void AddFrame(Scenarios::Simulation& InRun) override { Run = &InRun; }
	void Commit(const Scenarios::Metrics&) override
	{
		File.Write(SnapshotBytes(Setup, *Run));
		File.Commit();
	}

private:
	Scenarios::OutputFile File;
	const RunSetup& Setup;
	const Scenarios::Simulation* Run = nullptr;
};

class MetricsOutput final : public RunOutput
{
public:
	explicit MetricsOutput(const std::string& Path) : File(Path, "--metrics") {}

	void AddFrame(Scenarios::Simulation&) override {}
	void Commit(const Scenarios::Metrics& Measured) override
	{
		File.Write(MetricsJson(Measured));
		File.Commit();
	}

private:
	Scenarios::OutputFile File;
};

/// A page that plays the run.
class HtmlOutput final : public RunOutput
{
public:
	HtmlOutput(const std::string& Path, Replay::ReplayWriter::Info InAbout, std::vector<uint32_t> InWatch)
		: File(Path, "--html"),
		  About(std::move(InAbout)),
		  Watch(std::move(InWatch))
	{}

	void AddFrame(Scenarios::Simulation& Run) override
	{
		if (!Writer)
		{
			Writer.emplace(Run, About, Watch);
		}
		Writer->AddFrame(Run);
	}

	void Commit(const Scenarios::Metrics& Measured) override
	{
		File.Write(Writer->Finish(Measured));
		File.Commit();
		if (const size_t Kept = Writer->OverlayCount(); Kept < Watch.size())
		{
			fmt::print(
				stderr, "crowd: --watch: the page has room for the overlays of {} of {} agents\n", Kept, Watch.size());
		}
	}

private:
	Scenarios::OutputFile File;
	Replay::ReplayWriter::Info About;
	std::vector<uint32_t> Watch;
	std::optional<Replay::ReplayWriter> Writer;
};

/// The last frame as a picture.
class PngOutput final : public RunOutput
{
public:
	PngOutput(const std::string& Path, const Pictures::PictureOptions& InLook) : File(Path, "--png"), Look(InLook) {}

	void AddFrame(Scenarios::Simulation& Run) override
	{
		if (!Writer)
		{
			Writer.emplace(Run, Look);
		}
		Writer->AddFrame(Run);
	}

	void Commit(const Scenarios::Metrics&) override
	{
		File.Write(Writer->Draw());
		File.Commit();
	}

private:
	Scenarios::OutputFile File;
	Pictures::PictureOptions Look;
	std::optional<Pictures::PictureWriter> Writer;
};

/// A folder of pictures. They appear one by one, each of them whole.
class FramesOutput final : public RunOutput
{
public:
	FramesOutput(
		const std::string& InFolder, const Pictures::PictureOptions& InLook, std::optional<double> FrameRate, float Dt)
		: Folder(InFolder),
		  Look(InLook),
		  Clock(FrameRate, static_cast<double>(Dt))
	{
		Pictures::PrepareFrameFolder(Folder, "--frames");
	}

	void AddFrame(Scenarios::Simulation& Run) override
	{
		if (!Writer)
		{
			Writer.emplace(Run, Look);
		}
		Writer->AddFrame(Run);
		if (Clock.IsDue(Run.SimulatedSeconds()))
		{
			Scenarios::OutputFile File(Pictures::FramePath(Folder, Number++).string(), "--frames");
			File.Write(Writer->DrawFilmFrame());
			File.Commit();
		}
	}

	void Commit(const Scenarios::Metrics&) override {}

private:
	std::string Folder;
	Pictures::PictureOptions Look;
	Pictures::FrameClock Clock;
	std::optional<Pictures::PictureWriter> Writer;
	uint64_t Number = 0;
};

void RefuseSharedPaths(const RunOutputs& Outputs)
{
	std::set<std::string> Paths;
	for (const std::string& Path : {Outputs.Record, Outputs.Snapshot, Outputs.Trajectories, Outputs.Metrics,
			 Outputs.Html, Outputs.Png, Outputs.Frames})
	{
		// However it is written.
		std::error_code Ignored;
		const std::string Place =
			std::filesystem::weakly_canonical(std::filesystem::absolute(Path, Ignored), Ignored).string();
		if (!Path.empty() && !Paths.insert(Path == "-" || Place.empty() ? Path : Place).second)
		{
			throw InputError(fmt::format("two outputs of this run are to go to the same place, '{}'", Path));
		}
	}
	if (Outputs.Record == "-")
	{
		throw InputError("--record is '-', must be a file: a recording is not written to standard output");
	}
	if (!Outputs.Snapshot.empty() && !IsSnapshotPath(Outputs.Snapshot))
	{
		throw InputError(
			fmt::format("--snapshot is '{}', must be a file whose name ends in .crowdsnap", Outputs.Snapshot));
	}
	if (Outputs.Frames == "-")
	{
		throw InputError("--frames is '-', must be a folder: a film is not written to standard output");
	}
}
}

bool RunOutputs::UseStandardOutput() const
{
	return Trajectories == "-" || Metrics == "-" || Html == "-" || Png == "-";
}

std::vector<std::unique_ptr<RunOutput>> OpenOutputs(
	const RunOutputs& Places, const RunSetup& Setup, const Scenarios::Scene& Scene)
{
	RefuseSharedPaths(Places);
	std::vector<std::unique_ptr<RunOutput>> Open;
	if (!Places.Record.empty())
	{
		Open.push_back(std::make_unique<RecordingOutput>(Places.Record, Setup, Scene.Dt));
	}
	if (!Places.Snapshot.empty())
	{
		Open.push_back(std::make_unique<SnapshotOutput>(Places.Snapshot, Setup));
	}
	if (!Places.Trajectories.empty())
	{
		Open.push_back(std::make_unique<TrajectoryOutput>(Places.Trajectories, Scene));
	}
	if (!Places.Metrics.empty())
	{
		Open.push_back(std::make_unique<MetricsOutput>(Places.Metrics));
	}
	Pictures::PictureOptions Look = Places.Look;
	Look.Model = Setup.Model;
	Look.Planner = Setup.Planner.empty() ? Scene.Planner : Setup.Planner;
	if (!Places.Png.empty() || !Places.Frames.empty())
	{
		Pictures::CheckOptions(Look, Scene);
	}
	if (!Places.Html.empty())
	{
		Open.push_back(std::make_unique<HtmlOutput>(
			Places.Html, Replay::ReplayWriter::Info{Scene.Name, Look.Model, Look.Planner}, Look.Watch));
	}
	if (!Places.Png.empty())
	{
		Open.push_back(std::make_unique<PngOutput>(Places.Png, Look));
	}
	if (!Places.Frames.empty())
	{
		Open.push_back(std::make_unique<FramesOutput>(Places.Frames, Look, Places.FrameRate, Scene.Dt));
	}
	return Open;
}
}
