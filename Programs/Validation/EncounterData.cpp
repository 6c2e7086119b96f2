// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/EncounterData.h"

#include "Scenarios/Random.h"
#include "Scenarios/Require.h"
#include "Validation/SvgPlot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace CrowdAvoidance::Validation
{
namespace
{
using Scenarios::InputError;
using Scenarios::PersonTrack;
using Scenarios::TrajectorySet;

/// @name What is an encounter
/// @{
constexpr double LeastSeconds = 3.0;
constexpr double NearestMeters = 2.0;
constexpr double AloneMeters = 4.0;
constexpr double WalkingSpeed = 0.3; ///< [m/s]
/// @}
/// Over which velocities are measured: people sway from step to step. [s]
constexpr double VelocitySeconds = 0.5;
/// Of the paper. [m]
constexpr double BodyRadius = 0.25;
/// Steps are that long or a little shorter, so that a whole number of them makes a frame. [s]
constexpr double LongestStep = 1.0 / 120.0;
/// 20 % are for the fit.
constexpr size_t FitEvery = 5;

size_t FramesOf(double Seconds, double FrameSeconds)
{
	return static_cast<size_t>(std::max(1.0, std::round(Seconds / FrameSeconds)));
}

bool IsAlone(const TrajectorySet& Set, const PersonTrack& A, const PersonTrack& B, int64_t First, int64_t Last)
{
	for (const PersonTrack& Other : Set.People)
	{
		if (Other.Id == A.Id || Other.Id == B.Id)
		{
			continue;
		}
		for (int64_t Frame = std::max(First, Other.FirstFrame()); Frame <= std::min(Last, Other.LastFrame()); ++Frame)
		{
			const double Time = static_cast<double>(Frame);
			const Point There = Other.At(Time).value();
			for (const PersonTrack* Each : {&A, &B})
			{
				if ((Each->At(Time).value() - There).Length() < AloneMeters)
				{
					return false;
				}
			}
		}
	}
	return true;
}

bool MeetsWalking(const DataEncounter& Found)
{
	double Nearest = std::numeric_limits<double>::max();
	for (size_t Frame = 0; Frame < Found.Paths[0].size(); ++Frame)
	{
		Nearest = std::min(Nearest, (Found.Paths[0][Frame] - Found.Paths[1][Frame]).Length());
	}
	return Nearest < NearestMeters && Found.Start(0).Velocity.Length() >= WalkingSpeed &&
		Found.Start(1).Velocity.Length() >= WalkingSpeed;
}

/// Longer ones are no encounter but two who stay.
constexpr int64_t MostFrames = 100'000;
}

Mover DataEncounter::Start(size_t Person) const
{
	const std::vector<Point>& Path = Paths[Person];
	const size_t Count = std::min(FramesOf(VelocitySeconds, FrameSeconds) + 1, Path.size());
	// The straight line of least squares.
	const double MiddleFrame = 0.5 * static_cast<double>(Count - 1);
	Point Sum;
	Point Moment;
	double Spread = 0.0;
	for (size_t Frame = 0; Frame < Count; ++Frame)
	{
		const double Offset = static_cast<double>(Frame) - MiddleFrame;
		Sum = Sum + Path[Frame];
		Moment = Moment + Path[Frame] * Offset;
		Spread += Offset * Offset;
	}
	const Point PerFrame = Moment * (1.0 / Spread);
	const Point Middle = Sum * (1.0 / static_cast<double>(Count));
	return {Middle - PerFrame * MiddleFrame, PerFrame * (1.0 / FrameSeconds)};
}

std::vector<DataEncounter> CutEncounters(const TrajectorySet& Set, const std::string& File,
	const std::function<void(uint64_t Done, uint64_t Total)>& OnProgress)
{
	const double FrameSeconds = 1.0 / Set.FrameRate;
	std::vector<DataEncounter> All;
	for (size_t A = 0; A < Set.People.size(); ++A)
	{
		for (size_t B = A + 1; B < Set.People.size(); ++B)
		{
			const PersonTrack* const Pair[] = {&Set.People[A], &Set.People[B]};
			const int64_t First = std::max(Pair[0]->FirstFrame(), Pair[1]->FirstFrame());
			const int64_t Last = std::min(Pair[0]->LastFrame(), Pair[1]->LastFrame());
			if (static_cast<double>(Last - First) * FrameSeconds < LeastSeconds || Last - First > MostFrames ||
				Last - First < 2)
			{
				continue;
			}
			OnProgress(A, Set.People.size());
			DataEncounter Found = {fmt::format("{}: {} and {}", File, Pair[0]->Id, Pair[1]->Id), FrameSeconds, {}};
			for (int64_t Frame = First; Frame <= Last; ++Frame)
			{
				for (size_t Person = 0; Person < 2; ++Person)
				{
					Found.Paths[Person].push_back(Pair[Person]->At(static_cast<double>(Frame)).value());
				}
			}
			if (MeetsWalking(Found) && IsAlone(Set, *Pair[0], *Pair[1], First, Last))
			{
				All.push_back(std::move(Found));
			}
		}
	}
	return All;
}

PairPath KeepVelocity(const DataEncounter& Encounter)
{
	PairPath Result;
	for (size_t Person = 0; Person < 2; ++Person)
	{
		const Mover Start = Encounter.Start(Person);
		for (size_t Frame = 0; Frame < Encounter.Paths[Person].size(); ++Frame)
		{
			Result[Person].push_back(
				Start.Position + Start.Velocity * (Encounter.FrameSeconds * static_cast<double>(Frame)));
		}
	}
	return Result;
}

PathAgreement Compare(const PairPath& Measured, const PairPath& Simulated)
{
	PathAgreement Result;
	const double Weight = 1.0 / static_cast<double>(2 * Measured[0].size());
	for (size_t Person = 0; Person < 2; ++Person)
	{
		for (size_t Frame = 0; Frame < Measured[Person].size(); ++Frame)
		{
			const double Meters = (Measured[Person][Frame] - Simulated[Person][Frame]).Length();
			Result.MeanMeters += Weight * Meters;
			Result.OverlapShare += Meters < BodyRadius ? Weight : 0.0;
		}
	}
	return Result;
}

double WalkingEnergy(const PairPath& Paths, double FrameSeconds)
{
	const size_t Half = FramesOf(0.5 * VelocitySeconds, FrameSeconds);
	double Joules = 0.0;
	for (const std::vector<Point>& Path : Paths)
	{
		for (size_t Frame = 0; Frame + 1 < Path.size(); ++Frame)
		{
			const size_t From = Frame - std::min(Frame, Half);
			const size_t To = std::min(Frame + Half, Path.size() - 1);
			const double Speed = (Path[To] - Path[From]).Length() / (FrameSeconds * static_cast<double>(To - From));
			Joules += 0.5 * Scenarios::WalkingWatts(Speed) * FrameSeconds;
		}
	}
	return Joules;
}

PairPath Simulate(const DataEncounter& Encounter, const char* Model, const ReactionConstants& Constants)
{
	const auto Require = [&Encounter, Model](auto&& Outcome)
	{ return Scenarios::Require(std::forward<decltype(Outcome)>(Outcome), Encounter.Source, Model); };
	World Crowd = Require(World::Create({.Model = Model}));
	AgentProfile Profile;
	Profile.NeighborDistance = 15.0f;
	Profile.AgentHorizon = 5.0f;
	Profile.ObservationTime = static_cast<float>(Constants.ObservationTime);
	Profile.ReactionAcceleration = static_cast<float>(Constants.Acceleration);
	Profile.PersonalSpace = static_cast<float>(Constants.PersonalSpace);
	const ProfileHandle Walker = Require(Crowd.AddProfile(Profile));
	AgentHandle Handles[2];
	for (size_t Person = 0; Person < 2; ++Person)
	{
		const Mover Start = Encounter.Start(Person);
		const double Speed = Start.Velocity.Length();
		AgentDef Def;
		Def.Id = Person;
		Def.Profile = Walker;
		Def.Position = Start.Position.Rounded();
		Def.Velocity = Start.Velocity.Rounded();
		Def.Radius = static_cast<float>(BodyRadius);
		Def.PreferredSpeed = static_cast<float>(Speed);
		Def.MaxSpeed = static_cast<float>(1.4 * Speed);
		Handles[Person] = Require(Crowd.AddAgent(Def));
		Require(Crowd.SetGoal(Handles[Person], Encounter.Paths[Person].back().Rounded(), 0.1f));
	}

	const size_t Frames = Encounter.Paths[0].size();
	const size_t Steps = static_cast<size_t>(std::ceil(Encounter.FrameSeconds / LongestStep - 1e-6));
	const float Dt = static_cast<float>(Encounter.FrameSeconds / static_cast<double>(Steps));
	PairPath Result;
	for (size_t Frame = 0; Frame < Frames; ++Frame)
	{
		for (size_t Person = 0; Person < 2; ++Person)
		{
			const Vec2 There = Require(Crowd.GetAgent(Handles[Person])).Position;
			Result[Person].push_back({There.X, There.Y});
		}
		for (size_t Step = 0; Frame + 1 < Frames && Step < Steps; ++Step)
		{
			Require(Crowd.Step(Dt));
		}
	}
	return Result;
}

ReactionConstants FitConstants(const std::vector<const DataEncounter*>& Encounters, const char* Model,
	const std::function<void(uint64_t Done, uint64_t Total)>& OnProgress)
{
	constexpr double Times[] = {0.1, 0.4, 0.7, 1.0, 1.4};
	constexpr double Accelerations[] = {0.03, 0.06, 0.1, 0.18, 0.35, 0.7};
	constexpr double Spaces[] = {0.28, 0.36, 0.44, 0.52, 0.62};
	constexpr int Refinements = 10;
	const auto Difference = [&](const ReactionConstants& Constants)
	{
		double Sum = 0.0;
		for (const DataEncounter* Each : Encounters)
		{
			Sum += Compare(Each->Paths, Simulate(*Each, Model, Constants)).MeanMeters;
		}
		return Sum;
	};
	ReactionConstants Best;
	double Least = std::numeric_limits<double>::max();
	const auto Try = [&](const ReactionConstants& Constants)
	{
		const double Found = Difference(Constants);
		if (Found < Least)
		{
			Least = Found;
			Best = Constants;
		}
	};
	const uint64_t Total = std::size(Times) + Refinements;
	uint64_t Done = 0;
	for (const double Time : Times)
	{
		for (const double Acceleration : Accelerations)
		{
			for (const double Space : Spaces)
			{
				Try({Time, Acceleration, Space});
			}
		}
		OnProgress(++Done, Total);
	}
	// From there to the best of the neighbours, which come nearer where none of them is better.
	double Scale = 1.0;
	for (int Round = 0; Round < Refinements; ++Round)
	{
		const ReactionConstants From = Best;
		const double Before = Least;
		for (int Neighbor = 0; Neighbor < 27; ++Neighbor)
		{
			const double Steps[] = {Neighbor % 3 - 1.0, Neighbor / 3 % 3 - 1.0, Neighbor / 9 - 1.0};
			Try({std::max(From.ObservationTime + 0.15 * Scale * Steps[0], 0.0),
				From.Acceleration * std::exp2(0.4 * Scale * Steps[1]),
				std::max(From.PersonalSpace + 0.04 * Scale * Steps[2], BodyRadius)});
		}
		Scale *= Least < Before ? 1.0 : 0.5;
		OnProgress(++Done, Total);
	}
	return Best;
}

namespace
{
std::vector<DataEncounter> ReadFolder(const SuiteOptions& Options)
{
	const DataFolder& Data = *Options.Data;
	std::error_code Trouble;
	std::vector<std::filesystem::path> Files;
	for (std::filesystem::directory_iterator Entry(Data.Path, Trouble), End; !Trouble && Entry != End;
		 Entry.increment(Trouble))
	{
		if (Entry->path().extension() == ".txt")
		{
			Files.push_back(Entry->path());
		}
	}
	if (Trouble)
	{
		throw InputError(fmt::format("--data: cannot read the folder {}: {}", Data.Path, Trouble.message()));
	}
	// However the file system lists them.
	std::sort(Files.begin(), Files.end());
	std::vector<DataEncounter> All;
	for (const std::filesystem::path& File : Files)
	{
		const std::string Name = File.filename().string();
		const std::vector<DataEncounter> Found = CutEncounters(Scenarios::ReadTrajectories(File, Data.Format), Name,
			[&](uint64_t Done, uint64_t Total) { Options.OnProgress("encounters, " + Name, Done, Total); });
		All.insert(All.end(), Found.begin(), Found.end());
	}
	if (All.size() < FitEvery)
	{
		throw InputError(
			fmt::format("--data: the {} .txt files of {} have {} encounters of two people who walk and are alone, must "
						"have at least {}",
				Files.size(), Data.Path, All.size(), FitEvery));
	}
	return All;
}

/// Which are for the fit: every fifth of an order that the seed shuffles.
std::vector<bool> ChooseFitted(size_t Count, uint64_t Seed)
{
	std::vector<size_t> Order(Count);
	for (size_t I = 0; I < Count; ++I)
	{
		Order[I] = I;
	}
	std::sort(Order.begin(), Order.end(),
		[Seed](size_t A, size_t B)
		{ return std::pair(Scenarios::RandomUnit(Seed, 0, A), A) < std::pair(Scenarios::RandomUnit(Seed, 0, B), B); });
	std::vector<bool> bFitted(Count);
	for (size_t I = 0; I < Count / FitEvery; ++I)
	{
		bFitted[Order[I]] = true;
	}
	return bFitted;
}

struct MeanAndSpread
{
	double Mean = 0.0;
	double Deviation = 0.0;
};

MeanAndSpread Describe(const std::vector<double>& Values)
{
	MeanAndSpread Result;
	const double Count = static_cast<double>(Values.size());
	for (const double Value : Values)
	{
		Result.Mean += Value / Count;
	}
	for (const double Value : Values)
	{
		Result.Deviation += (Value - Result.Mean) * (Value - Result.Mean) / Count;
	}
	Result.Deviation = std::sqrt(Result.Deviation);
	return Result;
}
}

void CompareWithData(const SuiteOptions& Options, SuiteReport& Report)
{
	constexpr const char* Fitted = "rcap-plain";
	const std::vector<DataEncounter> All = ReadFolder(Options);
	const std::vector<bool> bFitted = ChooseFitted(All.size(), Options.Data->Seed);
	std::vector<const DataEncounter*> ForFit;
	std::vector<const DataEncounter*> ForTest;
	for (size_t I = 0; I < All.size(); ++I)
	{
		(bFitted[I] ? ForFit : ForTest).push_back(&All[I]);
	}
	const ReactionConstants Found = FitConstants(
		ForFit, Fitted, [&Options](uint64_t Done, uint64_t Total) { Options.OnProgress("fit", Done, Total); });
	const AgentProfile Defaults;
	const ReactionConstants Published = {
		Defaults.ObservationTime, Defaults.ReactionAcceleration, Defaults.PersonalSpace};
	Report.Tables.push_back(
		{"constants", fmt::format("Constants that fit {} of {} encounters best", ForFit.size(), All.size()),
			{"", "Observation time, s", "Acceleration, m/s^2", "Personal space, m"},
			{{"fitted", Found.ObservationTime, Found.Acceleration, Found.PersonalSpace},
				{"the paper", Published.ObservationTime, Published.Acceleration, Published.PersonalSpace}}});

	struct Contender
	{
		const char* Name;
		std::function<PairPath(const DataEncounter&)> Run;
	};
	const auto ByModel = [](const char* Model, const ReactionConstants& Constants)
	{ return [Model, Constants](const DataEncounter& Each) { return Simulate(Each, Model, Constants); }; };
	const Contender Contenders[] = {{"rcap-plain, fitted", ByModel(Fitted, Found)},
		{"rcap-plain, published", ByModel(Fitted, Published)}, {"rcap, fitted", ByModel("rcap", Found)},
		{"orca", ByModel("orca", Published)}, {"constant velocity", KeepVelocity}};
	std::vector<double> Measured;
	for (const DataEncounter* Each : ForTest)
	{
		Measured.push_back(WalkingEnergy(Each->Paths, Each->FrameSeconds));
	}
	const MeanAndSpread People = Describe(Measured);
	Table Result = {"data", fmt::format("The other {} encounters, simulated", ForTest.size()),
		{"Model", "Path difference, m", "Within a body's radius, %", "Energy, J", "Deviation, J", "Mean difference, J"},
		{}};
	BarPlot Plot = {
		.Title = "Distance from the people at equal times", .YLabel = "cm", .Groups = {}, .Series = {{"mean", {}}}};
	Result.Rows.push_back({"the people", NotMeasured, NotMeasured, People.Mean, People.Deviation, NotMeasured});
	for (const Contender& Each : Contenders)
	{
		PathAgreement Sum;
		std::vector<double> Energies;
		double Difference = 0.0;
		for (size_t I = 0; I < ForTest.size(); ++I)
		{
			const PairPath Paths = Each.Run(*ForTest[I]);
			const PathAgreement Agreement = Compare(ForTest[I]->Paths, Paths);
			Sum.MeanMeters += Agreement.MeanMeters / static_cast<double>(ForTest.size());
			Sum.OverlapShare += Agreement.OverlapShare / static_cast<double>(ForTest.size());
			Energies.push_back(WalkingEnergy(Paths, ForTest[I]->FrameSeconds));
			Difference += std::abs(Energies.back() - Measured[I]) / static_cast<double>(ForTest.size());
		}
		const MeanAndSpread Energy = Describe(Energies);
		Result.Rows.push_back(
			{Each.Name, Sum.MeanMeters, 100.0 * Sum.OverlapShare, Energy.Mean, Energy.Deviation, Difference});
		Plot.Groups.push_back(Each.Name);
		Plot.Series[0].Values.push_back(100.0 * Sum.MeanMeters);
	}
	Report.Tables.push_back(std::move(Result));
	Report.Plots.push_back({"data", RenderSvg(Plot)});
	Report.Notes.push_back(fmt::format(
		"{} encounters; which of them were for the fit is decided by seed {}.", All.size(), Options.Data->Seed));
}
}
