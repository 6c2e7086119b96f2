// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The benchmark's own arithmetic and bookkeeping: a wrong table would be believed.

#include "CrowdBench/CallgrindProfile.h"
#include "CrowdBench/Contender.h"
#include "CrowdBench/Instructions.h"
#include "CrowdBench/Latency.h"
#include "CrowdBench/Report.h"
#include "CrowdBench/Timing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace CrowdAvoidance::Bench::BenchTest
{
namespace
{
/// Twelve agents behind a wall, with an exit on its other side. Without a planner they would be stuck there, so then there is none.
Scenarios::Scene MakeExitScene(const std::string& Planner)
{
	Scenarios::Scene Scene;
	Scene.Name = "exit";
	Scene.Planner = Planner;
	Scene.ArrivalRadius = 1.0f;
	Scene.Profiles.emplace_back();
	if (Planner != "goal")
	{
		Scene.Obstacles = {{{0.0f, -2.0f}, {0.5f, -2.0f}, {0.5f, 2.0f}, {0.0f, 2.0f}}};
	}
	Scene.Exits = {{8.0f, 0.0f}};
	for (int Agent = 0; Agent < 12; ++Agent)
	{
		Scenarios::SceneAgent Each;
		Each.Position = {-2.0f - 1.5f * static_cast<float>(Agent / 3), 3.0f + 1.5f * static_cast<float>(Agent % 3)};
		Each.Goals = {Scene.Exits[0]};
		Each.bLeaves = true;
		Scene.Agents.push_back(Each);
	}
	return Scene;
}

std::unique_ptr<Contender> MakeOurs()
{
	return CreateCrowdContender(Models().front(), EIsa::Scalar, 1);
}

void StepUntilPresent(Contender& Crowd, int Most)
{
	for (int Step = 0; Step < 2000 && Crowd.PresentCount() > Most; ++Step)
	{
		Crowd.Step();
	}
	ASSERT_LE(Crowd.PresentCount(), Most);
}

CrowdFrame After(Contender& Crowd, const CrowdFrame& Start, int Steps)
{
	Crowd.Restore(Start);
	for (int Step = 0; Step < Steps; ++Step)
	{
		Crowd.Step();
	}
	CrowdFrame Frame;
	Crowd.Read(Frame);
	return Frame;
}

/// Of those who are there.
void ExpectSame(const CrowdFrame& A, const CrowdFrame& B)
{
	EXPECT_EQ(A.bGone, B.bGone);
	EXPECT_EQ(A.Steps, B.Steps);
	for (size_t Agent = 0; Agent < A.bGone.size(); ++Agent)
	{
		if (!A.bGone[Agent] && !B.bGone[Agent])
		{
			EXPECT_EQ(A.X[Agent], B.X[Agent]) << Agent;
			EXPECT_EQ(A.Y[Agent], B.Y[Agent]) << Agent;
			EXPECT_EQ(A.VelocityX[Agent], B.VelocityX[Agent]) << Agent;
			EXPECT_EQ(A.VelocityY[Agent], B.VelocityY[Agent]) << Agent;
		}
	}
}

/// Those who had left when the frame was read stay away, those who left since come back, and the window repeats itself.
void CheckRestore(Contender& Crowd, const Scenarios::Scene& Scene)
{
	Crowd.Fill(Scene);
	EXPECT_EQ(Crowd.PresentCount(), 12);
	StepUntilPresent(Crowd, 9);
	CrowdFrame Start;
	Crowd.Read(Start);
	const int AtStart = Crowd.PresentCount();
	ASSERT_GT(AtStart, 4);
	EXPECT_EQ(std::count(Start.bGone.begin(), Start.bGone.end(), 1), 12 - AtStart);
	StepUntilPresent(Crowd, 2);

	ExpectSame(Start, After(Crowd, Start, 0));
	EXPECT_EQ(Crowd.PresentCount(), AtStart);
	EXPECT_EQ(Crowd.ArrivedCount(), 12 - AtStart);
	const CrowdFrame Once = After(Crowd, Start, 30);
	EXPECT_LT(Crowd.PresentCount(), AtStart) << "the window is to have someone leave in it";
	ExpectSame(Once, After(Crowd, Start, 30));
	StepUntilPresent(Crowd, 0);
	EXPECT_EQ(Crowd.ArrivedCount(), 12);
}

TEST(BenchContender, OursRestoresThoseWhoLeft)
{
	for (const char* Planner : {"goal", "roadmap", "detour"})
	{
		SCOPED_TRACE(Planner);
		const Scenarios::Scene Scene = MakeExitScene(Planner);
		CheckRestore(*MakeOurs(), Scene);
	}
}

TEST(BenchContender, SeveralGoalsAreVisitedInTurn)
{
	Scenarios::Scene Scene = MakeExitScene("roadmap");
	Scene.Agents.resize(1);
	Scene.Agents[0].Goals = {{-6.0f, 6.0f}, {8.0f, 0.0f}};
	const std::unique_ptr<Contender> Crowd = MakeOurs();
	Crowd->Fill(Scene);
	float NearestToFirst = 1e9f;
	CrowdFrame Frame;
	for (int Step = 0; Step < 2000 && Crowd->PresentCount() > 0; ++Step)
	{
		Crowd->Read(Frame);
		NearestToFirst = std::min(NearestToFirst, std::hypot(Frame.X[0] + 6.0f, Frame.Y[0] - 6.0f));
		Crowd->Step();
	}
	EXPECT_EQ(Crowd->PresentCount(), 0);
	EXPECT_EQ(Crowd->ArrivedCount(), 1);
	EXPECT_LE(NearestToFirst, Scene.ArrivalRadius);
}

TEST(BenchContender, PlanningIsPartOfTheStages)
{
	const Scenarios::Scene Scene = MakeExitScene("roadmap");
	const std::unique_ptr<Contender> Crowd = MakeOurs();
	Crowd->Fill(Scene);
	double Planning = 0.0;
	for (int Step = 0; Step < 20; ++Step)
	{
		Crowd->Step();
		Planning += Crowd->Stages()->Plan;
	}
	EXPECT_GT(Planning, 0.0);
}

#if CROWD_WITH_DETOUR
TEST(BenchContender, DetourOnTheMeshRestoresThoseWhoLeft)
{
	const Scenarios::Scene Scene = MakeExitScene("detour");
	CheckRestore(*CreateDetourMeshContender(), Scene);
}

TEST(BenchContender, DetourWalksRoundTheWall)
{
	Scenarios::Scene Scene = MakeExitScene("detour");
	Scene.Agents.resize(1);
	Scene.Agents[0].Position = {-3.0f, 0.0f};
	const std::unique_ptr<Contender> Crowd = CreateDetourMeshContender();
	Crowd->Fill(Scene);
	float FarthestAside = 0.0f;
	CrowdFrame Frame;
	for (int Step = 0; Step < 400 && Crowd->PresentCount() > 0; ++Step)
	{
		Crowd->Read(Frame);
		const bool bInWall = Frame.X[0] > 0.1f && Frame.X[0] < 0.4f && std::abs(Frame.Y[0]) < 1.8f;
		EXPECT_FALSE(bInWall) << Frame.X[0] << ", " << Frame.Y[0];
		FarthestAside = std::max(FarthestAside, std::abs(Frame.Y[0]));
		Crowd->Step();
	}
	EXPECT_EQ(Crowd->PresentCount(), 0);
	EXPECT_GT(FarthestAside, 1.8f);
}
#endif

/// Every hundredth step takes 50 ms, the others 1 ms; those right after a return to the start take 1 s. Of ten agents one leaves
/// in each window of ten steps.
class ScriptedContender final : public Contender
{
public:
	ScriptedContender() : Contender("scripted", "none", 1) {}

	void Fill(const Scenarios::Scene&) override {}
	double Step() override
	{
		++SinceRestore;
		if (SinceRestore <= 2)
		{
			return 1.0;
		}
		++Timed;
		Times.Plan = 1.0;
		Times.Solve = 3.0;
		return Timed % 100 == 0 ? 0.05 : 0.001;
	}
	void Read(CrowdFrame& Out) const override { Out.Resize(10); }
	void Restore(const CrowdFrame&) override { SinceRestore = 0; }
	int ArrivedCount() const override { return 0; }
	int PresentCount() const override { return SinceRestore < 7 ? 10 : 9; }
	const StageTimes* Stages() const override { return &Times; }

private:
	int SinceRestore = 0;
	int Timed = 0;
	StageTimes Times;
};

TimingPlan ScriptedPlan()
{
	TimingPlan Plan;
	Plan.WarmupSteps = 0;
	Plan.SettleSteps = 2;
	Plan.WindowSteps = 10;
	Plan.BlockSeconds = 0.2;
	Plan.Rounds = 5;
	return Plan;
}

Row TimeScripted(const char* Planner, const TimingPlan& Plan = ScriptedPlan())
{
	Scenarios::Scene Scene;
	Scene.Planner = Planner;
	Scene.Agents.resize(10);
	return TimeContenders(Scene, {[] { return std::make_unique<ScriptedContender>(); }}, Plan).front();
}

TEST(BenchTiming, StatisticsAreOfTimedStepsOnly)
{
	const Row Line = TimeScripted("detour");
	// 20 windows of 10 steps a round; every hundredth is slow, so a round's mean is 1.49 ms.
	EXPECT_EQ(Line.StepsPerRound, 200.0);
	EXPECT_NEAR(Line.MsMedian, 1.49, 1e-9);
	EXPECT_NEAR(Line.MsP99, 1.0, 1e-9);
	// Steps 3 to 7 of a window begin with ten, the other five with nine.
	EXPECT_NEAR(Line.AgentsPresent, 9.5, 1e-9);
	EXPECT_NEAR(Line.NsPerAgent, 1.49e6 / 9.5, 1e-3);
	EXPECT_NEAR(Line.PlanShare, 0.25, 1e-9);
	EXPECT_NEAR(Line.PlanNs, 1e9 / 9.5, 1.0);
	EXPECT_EQ(Line.Planner, "detour");
}

TEST(BenchTiming, WithoutPlannerThereIsNoShareOfPlanning)
{
	const Row Line = TimeScripted("goal");
	EXPECT_TRUE(std::isnan(Line.PlanShare));
	EXPECT_TRUE(std::isnan(Line.PlanNs));
}

TEST(BenchTiming, PercentilesAreValuesOfTheSample)
{
	std::vector<double> Values;
	for (int Value = 200; Value >= 1; --Value)
	{
		Values.push_back(Value);
	}
	EXPECT_EQ(Percentile(Values, 0.99), 198.0);
	EXPECT_EQ(Percentile(Values, 1.0), 200.0);
	EXPECT_EQ(Percentile({7.0}, 0.99), 7.0);
	EXPECT_EQ(Percentile({7.0, 8.0}, 0.0), 7.0);
}

TEST(BenchTiming, LatencyIsOfSingleSteps)
{
	TimingPlan Plan = ScriptedPlan();
	EXPECT_EQ(TimeScripted("goal", Plan).StepHistogram, "");
	Plan.bHistogram = true;
	const Row Line = TimeScripted("goal", Plan);
	EXPECT_EQ(Line.Pace, "back to back");
	EXPECT_NEAR(Line.MsMin, 1.0, 1e-9);
	EXPECT_NEAR(Line.MsP50, 1.0, 1e-9);
	EXPECT_NEAR(Line.MsP90, 1.0, 1e-9);
	EXPECT_NEAR(Line.MsP99, 1.0, 1e-9);
	EXPECT_NEAR(Line.MsP999, 50.0, 1e-9);
	EXPECT_NEAR(Line.MsMax, 50.0, 1e-9);
	// The bins that 1 ms and 50 ms are in: 2^(39/4) and 2^(62/4) us.
	EXPECT_EQ(Line.StepHistogram, "861.1:990 4.634e+04:10");
}

TEST(BenchTiming, AtGamePaceStepsBeginWithFrames)
{
	TimingPlan Plan = ScriptedPlan();
	Plan.BlockSeconds = 0.0;
	Plan.FrameSeconds = 0.002;
	const auto Start = std::chrono::steady_clock::now();
	const Row Line = TimeScripted("goal", Plan);
	const std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Start;
	EXPECT_EQ(Line.Pace, "game");
	EXPECT_EQ(Line.StepsPerRound, 10.0);
	// Five rounds, and one before them.
	EXPECT_GE(Took.count(), 60 * Plan.FrameSeconds);
}

/// Takes as long as it is told, of which a part is planning.
class SteadyContender final : public Contender
{
public:
	SteadyContender(const char* Name, double InSeconds, double InSlowSeconds)
		: Contender(Name, "none", 2),
		  Seconds(InSeconds),
		  SlowSeconds(InSlowSeconds)
	{}

	void Fill(const Scenarios::Scene&) override {}
	double Step() override { return ++Steps % 10 == 0 ? SlowSeconds : Seconds; }
	void Read(CrowdFrame& Out) const override { Out.Resize(10); }
	void Restore(const CrowdFrame&) override {}
	int ArrivedCount() const override { return 0; }
	int PresentCount() const override { return 10; }
	const StageTimes* Stages() const override { return Name() == "rvo2" ? nullptr : &Times; }

private:
	double Seconds;
	double SlowSeconds;
	StageTimes Times = {.Plan = 0.001};
	int Steps = 0;
};

TEST(BenchTiming, RatiosAreOfMeansAndPercentilesWithAndWithoutPlanning)
{
	Scenarios::Scene Scene;
	Scene.Agents.resize(10);
	const std::vector<ContenderFactory> Both = {[] { return std::make_unique<SteadyContender>("ours", 0.001, 0.0015); },
		[] { return std::make_unique<SteadyContender>("rvo2", 0.004, 0.012); }};
	const std::vector<Row> Rows = TimeContenders(Scene, Both, ScriptedPlan());
	// Means of nine steps and a slow one. On two threads a millisecond of planning takes half of one.
	EXPECT_NEAR(Rows[0].TimesRvo2, 4.8 / 1.05, 1e-6);
	EXPECT_NEAR(Rows[0].TimesRvo2P99, 12.0 / 1.5, 1e-6);
	EXPECT_NEAR(Rows[0].AvoidanceMs, 0.55, 1e-6);
	EXPECT_NEAR(Rows[0].AvoidanceMsP99, 1.0, 1e-6);
	EXPECT_NEAR(Rows[0].TimesRvo2Avoidance, 4.8 / 0.55, 1e-6);
	EXPECT_NEAR(Rows[0].TimesRvo2AvoidanceP99, 12.0, 1e-6);
	EXPECT_NEAR(Rows[1].TimesRvo2Avoidance, 1.0, 1e-6);
}

/// A file that goes when the test does.
class TextFile
{
public:
	explicit TextFile(const std::string& Text)
		: Path(std::filesystem::path(testing::TempDir()) /
			  (std::string("CrowdBench-") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".csv"))
	{
		std::ofstream(Path) << Text;
	}
	~TextFile() { std::filesystem::remove(Path); }

	const std::filesystem::path Path;
};

TEST(BenchReport, FilesFromBeforePlannersStillRender)
{
	const TextFile Old(
		"date,cpu,cores,compiler,load_start,load_end,scene,agents,contender,isa,threads,rounds,steps_per_round,"
		"ms_median,ms_best,ns_per_agent,times_rvo2,sort_ns,neighbors_ns,solve_ns,integrate_ns,"
		"bytes_per_agent,resident_bytes_per_agent,quality_seconds,overlaps_per_frame,deep_per_frame,"
		"deepest_m,deepest_fraction,arrived_fraction\n"
		"2026-11-18,CPU,2,gcc,0.88,1.08,uniform,1000,orca,avx2,1,5,360,0.179,0.178,179,7.45,15.4,64.1,96.9,"
		"3.89,305,655,20,2.54,0,0.0401,0.0669,0.5\n");
	const std::vector<Row> Rows = ReadCsv(Old.Path);
	ASSERT_EQ(Rows.size(), 1u);
	EXPECT_EQ(Rows[0].ArrivedFraction, 0.5);
	EXPECT_EQ(Rows[0].Planner, "");
	EXPECT_TRUE(std::isnan(Rows[0].MsP99));
	const std::string Text = RenderTables(Rows);
	EXPECT_NE(Text.find("### Time of a step"), std::string::npos);
	EXPECT_EQ(Text.find("### Scenes with a planner"), std::string::npos);
}

TEST(BenchReport, PlannerColumnsGoThroughAFile)
{
	Row Led;
	Led.Scene = "city";
	Led.Contender = "orca";
	Led.Planner = "detour";
	Led.Agents = 1000.0;
	Led.Threads = 2.0;
	Led.MsMedian = 0.25;
	Led.MsP99 = 0.625;
	Led.AgentsPresent = 987.0;
	Led.PlanNs = 31.5;
	Led.PlanShare = 0.125;
	Led.TimesDetour = 17.5;
	Row Straight = Led;
	Straight.Scene = "uniform";
	Straight.Planner = "goal";
	Straight.PlanNs = Straight.PlanShare = NotMeasured;
	const TextFile File(ToCsv({Led, Straight}));
	const std::vector<Row> Rows = ReadCsv(File.Path);
	ASSERT_EQ(Rows.size(), 2u);
	EXPECT_EQ(Rows[0].Planner, "detour");
	EXPECT_EQ(Rows[0].MsP99, 0.625);
	EXPECT_EQ(Rows[0].AgentsPresent, 987.0);
	EXPECT_EQ(Rows[0].PlanNs, 31.5);
	EXPECT_EQ(Rows[0].PlanShare, 0.125);
	EXPECT_EQ(Rows[0].TimesDetour, 17.5);
	EXPECT_TRUE(std::isnan(Rows[1].PlanShare));

	const std::string Text = RenderTables(Rows);
	const size_t Begin = Text.find("### Scenes with a planner");
	ASSERT_NE(Begin, std::string::npos);
	const std::string Table = Text.substr(Begin, Text.find("###", Begin + 3) - Begin);
	for (const char* Cell : {" city ", " 987 ", " 0.250 ", " 0.625 ", " 4,000 ", " 31.5 ", " 12 % ", " x17.5 "})
	{
		EXPECT_NE(Table.find(Cell), std::string::npos) << Cell << "\n" << Table;
	}
	EXPECT_EQ(Table.find("uniform"), std::string::npos);

	const std::string Json = ToJson(Rows, {});
	EXPECT_NE(Json.find("\"plan_share\": 0.125"), std::string::npos);
	EXPECT_NE(Json.find("\"ms_p99\": 0.625"), std::string::npos);
}

TEST(BenchReport, TimesAreComparedWithTheSameContender)
{
	Row Was;
	Was.Scene = "uniform";
	Was.Contender = "orca";
	Was.Pace = "game";
	Was.Agents = 1000.0;
	Was.Threads = 2.0;
	Was.MsMedian = 0.5;
	Was.MsP99 = 1.0;
	Row Now = Was;
	Now.MsMedian = 0.25;
	Now.MsP99 = 2.0;
	const std::string Text = RenderComparison({Was}, {Now});
	EXPECT_NE(Text.find(" x2.00 | x0.500 "), std::string::npos) << Text;
	for (const auto Change : {+[](Row& Line) { Line.Pace = "back to back"; }, +[](Row& Line) { Line.Threads = 1.0; },
			 +[](Row& Line) { Line.Agents = 2000.0; }, +[](Row& Line) { Line.Isa = "sse4"; }})
	{
		Row Other = Now;
		Change(Other);
		EXPECT_EQ(RenderComparison({Was}, {Other}), "");
	}
}

TEST(BenchInstructions, AProfileTellsWhatAFunctionAndItsCalleesTake)
{
	const CallgrindProfile Profile = CallgrindProfile::Parse("# callgrind format\n"
															 "events: Ir\n"
															 "fl=Step.cpp\n"
															 "fn=Step(float)\n"
															 "16 400\n"
															 "fi=Inlined.h\n"
															 "17 20\n"
															 "cfn=Step(float) [clone .cold]\n"
															 "calls=2 30\n"
															 "18 5000\n"
															 "\n"
															 "fn=Step(float) [clone .cold]\n"
															 "30 5000\n"
															 "fn=Stepping\n"
															 "30 1\n"
															 "totals: 10421\n");
	EXPECT_EQ(Profile.Inclusive("Step("), 5420.0);
	EXPECT_EQ(Profile.Inclusive("Stepping"), 1.0);
	EXPECT_EQ(Profile.Inclusive("Stop"), 0.0);
}

InstructionRow CountedRow()
{
	InstructionRow Line;
	Line.Scene = "uniform";
	Line.Agents = 4096.0;
	Line.Contender = "orca";
	Line.Isa = "avx2";
	Line.Build = "gcc 12.2.0, ispc 1.26.0, Release";
	Line.FromStep = 25.0;
	Line.Steps = 9.0;
	Line.Sort = 90.0;
	Line.Neighbors = 385.0;
	Line.Plan = 8.0;
	Line.Solve = 500.0;
	Line.Integrate = 35.0;
	Line.Step = 1018.0;
	return Line;
}

TEST(BenchInstructions, GrowthOfAnyStageIsNamed)
{
	const InstructionRow Base = CountedRow();
	InstructionRow Now = Base;
	Now.Sort *= 1.03;
	Now.Solve *= 1.019;
	Now.Plan *= 0.5;
	const Comparison Outcome = CompareInstructions({Base}, {Now}, 0.02);
	EXPECT_EQ(Outcome.Compared, 1);
	ASSERT_EQ(Outcome.Growths.size(), 1u);
	for (const char* Part : {"uniform", "4096", "orca", "avx2", "sort", "92.7", " 90 "})
	{
		EXPECT_NE(Outcome.Growths[0].find(Part), std::string::npos) << Outcome.Growths[0];
	}
	ASSERT_EQ(Outcome.Notes.size(), 1u);
	EXPECT_NE(Outcome.Notes[0].find("plan"), std::string::npos);
	EXPECT_TRUE(CompareInstructions({Base}, {Now}, 0.04).Growths.empty());
	Now.Step = NotMeasured;
	EXPECT_EQ(CompareInstructions({Base}, {Now}, 0.04).Growths.size(), 1u) << "what is missing has not shrunk";
}

TEST(BenchInstructions, OtherBuildsAndStepsAreNotCompared)
{
	const InstructionRow Base = CountedRow();
	for (const auto Change :
		{+[](InstructionRow& Line) { Line.Build = "clang"; }, +[](InstructionRow& Line) { Line.Isa = "sse4"; },
			+[](InstructionRow& Line) { Line.Agents = 5.0; }, +[](InstructionRow& Line) { Line.FromStep = 26.0; }})
	{
		InstructionRow Now = Base;
		Now.Step *= 2.0;
		Change(Now);
		const Comparison Outcome = CompareInstructions({Base}, {Now}, 0.02);
		EXPECT_EQ(Outcome.Compared, 0);
		EXPECT_TRUE(Outcome.Growths.empty());
		EXPECT_EQ(Outcome.Notes.size(), 1u);
	}
}

TEST(BenchInstructions, GoThroughAFile)
{
	const InstructionRow Line = CountedRow();
	const TextFile File(InstructionsToCsv({Line}));
	const std::vector<InstructionRow> Rows = ReadInstructions(File.Path);
	ASSERT_EQ(Rows.size(), 1u);
	const Comparison Outcome = CompareInstructions({Line}, Rows, 0.0);
	EXPECT_EQ(Outcome.Compared, 1);
	EXPECT_TRUE(Outcome.Growths.empty());
	EXPECT_NE(RenderInstructions(Rows).find(" 1,018 "), std::string::npos);
}

TEST(BenchReport, LatencyGoesThroughAFileAndIsDrawn)
{
	Row Line;
	Line.Scene = "uniform";
	Line.Contender = "orca";
	Line.Pace = "game";
	Line.Agents = 1000.0;
	Line.Threads = Line.Rounds = 1.0;
	std::vector<double> Seconds(120, 100e-6);
	Seconds.push_back(3e-3);
	Line.StepsPerRound = static_cast<double>(Seconds.size());
	FillLatency(Seconds, true, Line);
	Row Plain = Line;
	Plain.Scene = "dense";
	Plain.StepHistogram.clear();
	const TextFile File(ToCsv({Line, Plain}));
	const std::vector<Row> Rows = ReadCsv(File.Path);
	EXPECT_EQ(Rows[0].StepHistogram, Line.StepHistogram);
	EXPECT_NEAR(Rows[0].MsMax, 3.0, 1e-6);

	const std::string Text = RenderLatency(Rows);
	EXPECT_EQ(Text.find("dense"), std::string::npos);
	EXPECT_NE(Text.find(" 3,000 "), std::string::npos) << Text;
	EXPECT_NE(Text.find("90.5 " + std::string(60, '#') + " 120\n"), std::string::npos) << Text;
	EXPECT_NE(Text.find("2,896 # 1\n"), std::string::npos) << Text;
}

TEST(BenchReport, ColumnsThatWereAlwaysThereMustBe)
{
	std::string Text = ToCsv({Row{}});
	Text.replace(Text.find("ms_median"), 9, "ms_meridian");
	const TextFile File(Text);
	try
	{
		ReadCsv(File.Path);
		FAIL() << "was read";
	}
	catch (const Scenarios::InputError& Refusal)
	{
		EXPECT_NE(std::string(Refusal.what()).find("ms_median"), std::string::npos);
	}
}
}
}
