// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The suite rcap: that it measures what it says, and that the protocol for recorded encounters finds known constants again.

#include "Validation/EncounterData.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace CrowdAvoidance::Validation::RcapSuiteTest
{
namespace
{
using Scenarios::InputError;
using Scenarios::PersonTrack;
using Scenarios::TrajectorySet;

const std::string EncounterFolder = CROWD_SOURCE_DIR "/Tests/Scenario/Encounters";

/// Walks straight, ten frames a second.
PersonTrack Walk(int64_t Id, Point From, Point Velocity, double Seconds, int64_t FirstFrame = 0)
{
	PersonTrack Track{Id, {}};
	for (int64_t Frame = 0; static_cast<double>(Frame) <= 10.0 * Seconds; ++Frame)
	{
		Track.Points.push_back({FirstFrame + Frame, From + Velocity * (0.1 * static_cast<double>(Frame))});
	}
	return Track;
}

size_t CountOf(std::vector<PersonTrack> People)
{
	return CutEncounters({10.0, std::move(People)}, "file").size();
}

TEST(RcapSuite, EncountersAreThoseOfTwoWhoAreAlone)
{
	const PersonTrack First = Walk(1, {-5, 0}, {1, 0}, 10);
	const PersonTrack Second = Walk(2, {0.5, -5}, {0, 1}, 10, 3);
	EXPECT_EQ(CountOf({First}), 0u);
	const std::vector<DataEncounter> Found = CutEncounters({10.0, {First, Second}}, "file");
	ASSERT_EQ(Found.size(), 1u);
	EXPECT_EQ(Found[0].Source, "file: 1 and 2");
	// The frames that both were there for: 3 to 100.
	ASSERT_EQ(Found[0].Paths[0].size(), 98u);
	ASSERT_EQ(Found[0].Paths[1].size(), 98u);
	EXPECT_NEAR(Found[0].Paths[0].front().X, -4.7, 1e-9);
	EXPECT_NEAR(Found[0].Paths[1].front().Y, -5.0, 1e-9);
	EXPECT_NEAR(Found[0].Start(0).Velocity.X, 1.0, 1e-9);
	EXPECT_NEAR(Found[0].Start(0).Position.X, -4.7, 1e-9);
	EXPECT_NEAR(Found[0].Start(1).Velocity.Y, 1.0, 1e-9);

	// Too short a time together, too far from each other, one who stands.
	EXPECT_EQ(CountOf({First, Walk(2, {0.5, -5}, {0, 1}, 10, 75)}), 0u);
	EXPECT_EQ(CountOf({First, Walk(2, {0.5, -5}, {0, 1}, 2.9)}), 0u);
	EXPECT_EQ(CountOf({First, Walk(2, {4, -5}, {0, 1}, 10)}), 0u);
	EXPECT_EQ(CountOf({First, Walk(2, {0, 1}, {0, 0.1}, 10)}), 0u);
	// Somebody else is near, or far enough away, or there at another time.
	EXPECT_EQ(CountOf({First, Second, Walk(3, {3, 3}, {0, 0}, 10)}), 0u);
	EXPECT_EQ(CountOf({First, Second, Walk(3, {12, 0}, {0, 0}, 10)}), 1u);
	EXPECT_EQ(CountOf({First, Second, Walk(3, {3, 3}, {0, 0}, 10, 200)}), 1u);
}

TEST(RcapSuite, TheVelocityAtTheStartDoesNotTakeASwayForAWay)
{
	PersonTrack Swaying = Walk(1, {-5, 0}, {1, 0}, 10);
	for (Scenarios::TrajectoryPoint& Each : Swaying.Points)
	{
		Each.Position.Y += Each.Frame % 2 == 0 ? 0.02 : -0.02;
	}
	const std::vector<DataEncounter> Found = CutEncounters({10.0, {Swaying, Walk(2, {0.5, -5}, {0, 1}, 10)}}, "file");
	ASSERT_EQ(Found.size(), 1u);
	EXPECT_NEAR(Found[0].Start(0).Velocity.X, 1.0, 1e-9);
	// Between two frames it is 0.4 m/s.
	EXPECT_LT(std::abs(Found[0].Start(0).Velocity.Y), 0.05);
}

TEST(RcapSuite, PathsAndEnergiesAreComparedAtEqualTimes)
{
	const std::vector<DataEncounter> Found =
		CutEncounters({10.0, {Walk(1, {-5, 0}, {1, 0}, 10), Walk(2, {0.5, -5}, {0, 1}, 10)}}, "file");
	ASSERT_EQ(Found.size(), 1u);
	const PairPath& Measured = Found[0].Paths;
	const PathAgreement Same = Compare(Measured, KeepVelocity(Found[0]));
	EXPECT_NEAR(Same.MeanMeters, 0.0, 1e-9);
	EXPECT_NEAR(Same.OverlapShare, 1.0, 1e-9);
	PairPath Other = Measured;
	for (Point& Each : Other[0])
	{
		Each.Y += 0.3;
	}
	const PathAgreement Half = Compare(Measured, Other);
	EXPECT_NEAR(Half.MeanMeters, 0.15, 1e-9);
	EXPECT_NEAR(Half.OverlapShare, 0.5, 1e-9);
	EXPECT_NEAR(WalkingEnergy(Measured, 0.1), 70.0 * (2.23 + 1.26) * 10.0, 1e-6);
}

TEST(RcapSuite, SimulatedPeopleStartAsMeasuredAndGoWhereTheMeasuredOnesWent)
{
	const std::vector<DataEncounter> Found =
		CutEncounters({10.0, {Walk(1, {-6, 0}, {1.2, 0}, 10), Walk(2, {0.1, -6}, {0, 1.2}, 10)}}, "file");
	ASSERT_EQ(Found.size(), 1u);
	const PairPath Simulated =
		Simulate(Found[0], "rcap-plain", {.ObservationTime = 1.0, .Acceleration = 0.1, .PersonalSpace = 0.4});
	const PairPath Straight = KeepVelocity(Found[0]);
	double Nearest = 100.0;
	for (size_t Frame = 0; Frame < Straight[0].size(); ++Frame)
	{
		for (const size_t Person : {0, 1})
		{
			// Nothing happens within the observation time; afterwards they step aside.
			const double Aside = (Simulated[Person][Frame] - Straight[Person][Frame]).Length();
			EXPECT_LT(Aside, Frame <= 10 ? 1e-4 : 1.0);
		}
		Nearest = std::min(Nearest, (Simulated[0][Frame] - Simulated[1][Frame]).Length());
	}
	EXPECT_NEAR(Nearest, 0.8, 0.02);
	EXPECT_LT((Simulated[0].back() - Found[0].Paths[0].back()).Length(), 0.5);
	// A longer observation and more room are seen in what they do.
	const PairPath Late =
		Simulate(Found[0], "rcap-plain", {.ObservationTime = 2.0, .Acceleration = 0.1, .PersonalSpace = 0.4});
	EXPECT_LT((Late[0][20] - Straight[0][20]).Length(), 1e-4);
	EXPECT_GT((Simulated[0][20] - Straight[0][20]).Length(), 0.02);
	EXPECT_THROW(Simulate(Found[0], "rcap-plain", {.ObservationTime = -1.0, .Acceleration = 0.1, .PersonalSpace = 0.4}),
		InputError);
}

const Table* FindTable(const SuiteReport& Report, const std::string& Name)
{
	const auto Found = std::find_if(
		Report.Tables.begin(), Report.Tables.end(), [&Name](const Table& Each) { return Each.Name == Name; });
	return Found == Report.Tables.end() ? nullptr : &*Found;
}

SuiteReport RunOnData(uint64_t Seed)
{
	SuiteOptions Options;
	Options.Data = DataFolder{EncounterFolder, {}, Seed};
	return RunRcapSuite(Options);
}

TEST(RcapSuite, TheFitFindsKnownConstantsAgain)
{
	// The files were made with 0.6 s, 0.12 m/s^2 and 0.45 m, and with noise of 3 mm (Tools/make-encounters.sh).
	std::vector<double> Energies;
	for (const uint64_t Seed : {1, 1, 2})
	{
		const SuiteReport Report = RunOnData(Seed);
		const Table* const Constants = FindTable(Report, "constants");
		ASSERT_NE(Constants, nullptr);
		const std::vector<Cell>& Fitted = Constants->Rows[0];
		EXPECT_NEAR(Fitted[1].Number, 0.6, 0.1);
		EXPECT_NEAR(Fitted[2].Number, 0.12, 0.018);
		EXPECT_NEAR(Fitted[3].Number, 0.45, 0.02);
		EXPECT_NE(Constants->Title.find("6 of 30"), std::string::npos) << Constants->Title;

		const Table* const Result = FindTable(Report, "data");
		ASSERT_NE(Result, nullptr);
		const auto Row = [&](const std::string& Name)
		{
			const auto Found = std::find_if(Result->Rows.begin(), Result->Rows.end(),
				[&Name](const std::vector<Cell>& Each) { return Each[0].Text == Name; });
			EXPECT_NE(Found, Result->Rows.end()) << Name;
			return *Found;
		};
		const std::vector<Cell> Best = Row("rcap-plain, fitted");
		EXPECT_LT(Best[1].Number, 0.05);
		EXPECT_GT(Best[2].Number, 99.0);
		EXPECT_NEAR(Best[3].Number, Row("the people")[3].Number, 10.0);
		for (const char* Other : {"rcap-plain, published", "orca", "constant velocity"})
		{
			EXPECT_GT(Row(Other)[1].Number, 1.5 * Best[1].Number) << Other;
		}
		Energies.push_back(Row("the people")[3].Number + Best[3].Number);
	}
	// The seed, and nothing else, says for which encounters the constants are fitted.
	EXPECT_EQ(Energies[0], Energies[1]);
	EXPECT_NE(Energies[0], Energies[2]);
}

TEST(RcapSuite, QuickRunsMeasureWhatTheBandsAreAbout)
{
	SuiteOptions Options;
	Options.bQuick = true;
	const SuiteReport Report = RunRcapSuite(Options);
	const Table* const Phases = FindTable(Report, "phases");
	ASSERT_NE(Phases, nullptr);
	ASSERT_EQ(Phases->Rows.size(), 3u);
	for (const std::vector<Cell>& Row : Phases->Rows)
	{
		EXPECT_NEAR(Row[1].Number, 0.1, 1e-4) << Row[0].Text;
	}
	EXPECT_NEAR(Phases->Rows[0][2].Number, 0.76, 0.01);
	EXPECT_EQ(Phases->Rows[2][3].Number, 0.0);

	// Every model that there is, and steering.
	const Table* const Models = FindTable(Report, "models");
	ASSERT_NE(Models, nullptr);
	EXPECT_EQ(Models->Rows.size(), CrowdAvoidance::Models().size() + 1);
	for (const std::vector<Cell>& Row : Models->Rows)
	{
		// Rooms are up to 250 m from the origin, where places in single precision add up to a centimetre in a thousand steps.
		const bool bNobodyReacts = Row[0].Text == "none";
		EXPECT_NEAR(Row[1].Number, bNobodyReacts ? 0.1 : 0.63, bNobodyReacts ? 0.015 : 0.14) << Row[0].Text;
		EXPECT_EQ(Row[3].Number, bNobodyReacts ? 100.0 : 0.0) << Row[0].Text;
	}
	for (const char* Name : {"swap", "circle", "variation", "density", "office", "cost"})
	{
		EXPECT_NE(FindTable(Report, Name), nullptr) << Name;
	}
	// Who keeps to the paper's acceleration cannot keep clear in a crowd; ORCA can.
	const std::vector<Cell>& Densest = FindTable(Report, "density")->Rows.back();
	EXPECT_GT(Densest[1].Number, 1.0);
	EXPECT_EQ(Densest[3].Number, 0.0);
	for (const Check& Each : Report.Checks)
	{
		EXPECT_FALSE(Each.HasFailed()) << Each.Name << ": " << Each.Value;
		EXPECT_EQ(Each.IsSkipped(), Each.Name.starts_with("office-5k") || Each.Name.starts_with("uniform"))
			<< Each.Name;
	}
	EXPECT_EQ(Report.Checks.size(), 21u);
	EXPECT_EQ(Report.Plots.size(), 3u);
}
}
}
