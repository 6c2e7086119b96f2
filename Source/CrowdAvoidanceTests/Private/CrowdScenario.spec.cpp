// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "Components/InstancedStaticMeshComponent.h"
#include "CrowdCore/CrowdWorld.h"
#include "CrowdInstances.h"
#include "CrowdScenarioAsset.h"
#include "CrowdTestWorld.h"
#include "CrowdUnits.h"
#include "Engine/StaticMesh.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdScenarioSpec, "CrowdAvoidance.Scenario",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/// A file as "crowd export" writes it: three agents, a wall and a box. With the given agents in place of them, where there are some, and
	/// with the options of the model.
	static FString FileText(const TCHAR* Agents = nullptr, const TCHAR* Options = TEXT(""));
	UCrowdScenarioAsset* Load(FCrowdTestWorld & Test, const FString& Text);
	void ExpectRefused(const FString& Text, const TCHAR* Part);
	/// The scenario through the subsystem and by Core alone, 200 steps.
	void CompareWithCore(const TCHAR* Model, int32 Workers);
END_DEFINE_SPEC(FCrowdScenarioSpec)

FString FCrowdScenarioSpec::FileText(const TCHAR* Agents, const TCHAR* Options)
{
	const TCHAR* const Three = TEXT("{\"position\": [0.1, 1.3], \"height\": 0.7, \"velocity\": [0, 0], \"goal\": [9.7, "
									"1.1], \"radius\": 0.33, \"maxSpeed\": 1.7, ")
		TEXT("\"preferredSpeed\": 1.30000007, \"responsibility\": 1, \"profile\": 0},")
			TEXT("{\"position\": [9.7, 1.2], \"height\": 0.7, \"velocity\": [0, 0], \"goal\": [0.1, 1.2], \"radius\": "
				 "0.25, \"maxSpeed\": 1.5, ") TEXT("\"preferredSpeed\": 1.1, \"maxAcceleration\": 2.1, "
												   "\"maxTurnRate\": 1.25, \"responsibility\": 0.5, \"profile\": 1},")
				TEXT("{\"position\": [5, -3], \"height\": 0.7, \"velocity\": [0.1, 1.1], \"radius\": 0.3, "
					 "\"maxSpeed\": 1.5, ") TEXT("\"preferredSpeed\": 1.3, \"responsibility\": 1, \"profile\": 1}");
	return FString(TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"name\": \"three\", \"description\": "
						"\"\", \"model\": \"orca\", ")) +
		FString(Options) +
		FString(TEXT("\"dt\": 0.125, \"seconds\": 30, \"arrivalRadius\": 0.7, \"profiles\": [")
				TEXT("{\"neighborDistance\": 5.1, \"maxNeighbors\": 10, \"agentHorizon\": 2, \"obstacleHorizon\": "
					 "1.1, \"groups\": 1, ") TEXT("\"avoids\": 4294967295, \"floorHeight\": 2},")
					TEXT("{\"neighborDistance\": 3, \"maxNeighbors\": 4, \"agentHorizon\": 1.9, "
						 "\"obstacleHorizon\": 1, \"groups\": 6, ") TEXT("\"avoids\": 3, \"floorHeight\": 2.5}],")
						TEXT("\"walls\": [[[3, 2.5], [7, 2.6]], [[4, -1], [6, -1], [5.1, 0.3]]], \"agents\": [")) +
		FString(Agents ? Agents : Three) + FString(TEXT("]}"));
}

UCrowdScenarioAsset* FCrowdScenarioSpec::Load(FCrowdTestWorld& Test, const FString& Text)
{
	UCrowdScenarioAsset* Asset = NewObject<UCrowdScenarioAsset>(Test.World);
	FString Error;
	if (!Asset->LoadFromJson(Text, Error))
	{
		AddError(Error);
	}
	return Asset;
}

void FCrowdScenarioSpec::ExpectRefused(const FString& Text, const TCHAR* Part)
{
	UCrowdScenarioAsset* Asset = NewObject<UCrowdScenarioAsset>();
	Asset->ArrivalRadius = 77.0;
	Asset->Walls.SetNum(1);
	FString Error;
	TestFalse(Part, Asset->LoadFromJson(Text, Error));
	if (!Error.Contains(Part))
	{
		AddError(FString(TEXT("the error is: ")) + Error);
	}
	TestTrue(TEXT("nothing is changed"),
		Asset->ArrivalRadius == 77.0 && Asset->Walls.Num() == 1 && Asset->Agents.IsEmpty() &&
			Asset->Profiles.IsEmpty());
}

void FCrowdScenarioSpec::CompareWithCore(const TCHAR* Model, int32 Workers)
{
	using namespace CrowdAvoidance;
	FCrowdTestSettings Settings;
	Settings->Model = Model;
	Settings->FixedStep = 0.125f;
	Settings->MaxWorkers = Workers;
	FCrowdTestWorld Test;
	UCrowdScenarioAsset* Asset = Load(Test, FileText());
	Asset->Model = Model;
	ACrowdInstances* Actor = Asset->SpawnScenario(Test.World);
	if (!TestNotNull(TEXT("actor"), Actor))
	{
		return;
	}
	// Agents and walls stay where the scenario has them.
	Actor->SetActorLocation(FVector(300.0, 100.0, 0.0));
	Actor->SetActorScale3D(FVector(0.5, 0.5, 0.5));

	WorldDef Def;
	Def.Model = TCHAR_TO_UTF8(Model);
	World Core = World::Create(Def).Value();
	const Vec2 Wall[] = {{3.0f, 2.5f}, {7.0f, 2.6f}};
	const Vec2 Box[] = {{4.0f, -1.0f}, {6.0f, -1.0f}, {5.1f, 0.3f}};
	TestTrue(TEXT("Core takes the walls"),
		Core.AddObstacle({.Vertices = Wall}).IsOk() && Core.AddObstacle({.Vertices = Box}).IsOk());
	const ProfileHandle First = Core.AddProfile({5.1f, 10, 2.0f, 1.1f, 1u, ~0u, 2.0f}).Value();
	const ProfileHandle Second = Core.AddProfile({3.0f, 4, 1.9f, 1.0f, 6u, 3u, 2.5f}).Value();
	const AgentDef Agents[] = {{.Position = {0.1f, 1.3f},
								   .Height = 0.7f,
								   .Radius = 0.33f,
								   .MaxSpeed = 1.7f,
								   .PreferredSpeed = 1.30000007f,
								   .Profile = First},
		{.Position = {9.7f, 1.2f},
			.Height = 0.7f,
			.Radius = 0.25f,
			.MaxSpeed = 1.5f,
			.PreferredSpeed = 1.1f,
			.MaxAcceleration = 2.1f,
			.MaxTurnRate = 1.25f,
			.Responsibility = 0.5f,
			.Profile = Second},
		{.Position = {5.0f, -3.0f},
			.Velocity = {0.1f, 1.1f},
			.DesiredVelocity = {0.1f, 1.1f},
			.Height = 0.7f,
			.MaxSpeed = 1.5f,
			.Profile = Second}};
	const AgentHandle One = Core.AddAgent(Agents[0]).Value();
	TestTrue(TEXT("Core takes the first goal"), Core.SetGoal(One, {9.7f, 1.1f}, 0.7f).IsOk());
	const AgentHandle Two = Core.AddAgent(Agents[1]).Value();
	TestTrue(TEXT("Core takes the second goal"), Core.SetGoal(Two, {0.1f, 1.2f}, 0.7f).IsOk());
	TestTrue(TEXT("Core takes the third agent"), Core.AddAgent(Agents[2]).IsOk());
	Test.TickWithCore(*this, Core, 200, 0.125f);
	TestTrue(TEXT("somebody has arrived"), Core.GetAgent(One).Value().bArrived);
}

void FCrowdScenarioSpec::Define()
{
	Describe(TEXT("A scenario"),
		[this]()
		{
			It(TEXT("is read from a file with every field"),
				[this]()
				{
					FCrowdTestWorld Test;
					const UCrowdScenarioAsset* Asset = Load(Test, FileText());
					TestTrue(TEXT("model"), Asset->Model == FName(TEXT("orca")) && Asset->ModelOptions.IsEmpty());
					TestEqual(TEXT("step"), Asset->FixedStep, 0.125f);
					TestEqual(TEXT("arrival radius"), Asset->ArrivalRadius, 70.0, 0.0001);
					if (!TestTrue(TEXT("counts"),
							Asset->Profiles.Num() == 2 && Asset->Walls.Num() == 2 && Asset->Agents.Num() == 3))
					{
						return;
					}
					const FCrowdProfileParameters& Profile = Asset->Profiles[1];
					TestTrue(TEXT("profile"),
						Profile.NeighborDistance == 300.0 && Profile.MaxNeighbors == 4 &&
							Profile.AgentHorizon == 1.9f && Profile.ObstacleHorizon == 1.0f && Profile.Groups == 6 &&
							Profile.Avoids == 3 && Profile.FloorHeight == 250.0);
					TestEqual(TEXT("all groups"), Asset->Profiles[0].Avoids, -1);
					TestEqual(
						TEXT("x and y change places"), Asset->Agents[0].Location, FVector(130.0, 10.0, 70.0), 0.001f);
					TestEqual(
						TEXT("goal, at the same height"), Asset->Agents[0].Goal, FVector(110.0, 970.0, 70.0), 0.001f);
					TestTrue(TEXT("has a goal"), Asset->Agents[0].bHasGoal && !Asset->Agents[2].bHasGoal);
					TestEqual(TEXT("velocity"), Asset->Agents[2].Velocity, FVector(110.0, 10.0, 0.0), 0.001f);
					TestTrue(TEXT("acceleration"),
						!Asset->Agents[0].Parameters.bLimitAcceleration &&
							Asset->Agents[1].Parameters.bLimitAcceleration);
					TestEqual(TEXT("most of it"), Asset->Agents[1].Parameters.MaxAcceleration, 210.0, 0.001);
					TestEqual(TEXT("radius"), Asset->Agents[1].Parameters.Radius, 25.0, 0.001);
					TestEqual(TEXT("top speed"), Asset->Agents[0].Parameters.MaxSpeed, 170.0, 0.001);
					TestEqual(TEXT("speed"), Asset->Agents[1].Parameters.PreferredSpeed, 110.0, 0.001);
					TestEqual(TEXT("share"), Asset->Agents[1].Parameters.Responsibility, 0.5f);
					TestEqual(TEXT("profile of the agent"), Asset->Agents[1].Profile, 1);
					TestEqual(TEXT("points"), Asset->Walls[1].Points.Num(), 3);
					TestEqual(TEXT("a point"), Asset->Walls[1].Points[2], FVector(30.0, 510.0, 0.0), 0.001f);
				});

			It(TEXT("goes as Core goes with ORCA"), [this]() { CompareWithCore(TEXT("orca"), 1); });
			It(TEXT("goes as Core goes with ORCA on three threads"), [this]() { CompareWithCore(TEXT("orca"), 3); });
			It(TEXT("goes as Core goes with ClearPath"), [this]() { CompareWithCore(TEXT("clearpath"), 3); });
			It(TEXT("goes as Core goes with RCAP"), [this]() { CompareWithCore(TEXT("rcap"), 3); });

			It(TEXT("is one actor with agents and walls, and gone with it"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.125f;
					FCrowdTestWorld Test;
					UStaticMesh* Mesh = NewObject<UStaticMesh>(Test.World);
					UCrowdScenarioAsset* Asset = Load(Test, FileText());
					ACrowdInstances* Actor = Asset->SpawnScenario(Test.SpawnActor(FVector::ZeroVector), Mesh);
					if (!TestNotNull(TEXT("actor"), Actor))
					{
						return;
					}
					TestTrue(TEXT("mesh"), Actor->Instances->GetStaticMesh() == Mesh);
					TestEqual(TEXT("instances"), Actor->Instances->GetInstanceCount(), 3);
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 3);
					TestEqual(TEXT("walls"), Test.GetCrowd()->GetObstacleCount(), 2);
					TestEqual(TEXT("arrival radius for further goals"), static_cast<double>(Actor->ArrivalRadius), 70.0,
						0.001);
					Test.Tick(200, 0.125f);
					TestTrue(TEXT("arrives"), Actor->HasArrived(0) && Actor->HasArrived(1));
					Actor->Destroy();
					TestEqual(TEXT("agents left"), Test.GetCrowd()->GetAgentCount(), 0);
					TestEqual(TEXT("walls left"), Test.GetCrowd()->GetObstacleCount(), 0);
				});

			It(TEXT("says that the project has another model or step"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->Model = TEXT("clearpath");
					Settings->FixedStep = 0.0625f;
					FCrowdTestWorld Test;
					UCrowdScenarioAsset* Asset = Load(Test, FileText());
					AddExpectedError(TEXT("for model orca and fixed steps of 0.125 s; the project has model clearpath "
										  "and fixed steps of 0.0625 s"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestNotNull(TEXT("is spawned all the same"), Asset->SpawnScenario(Test.World));
				});

			It(TEXT("says that the project has other options of the model, or that there are no such options"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.125f;
					Settings->ModelOptions.Add(TEXT("clearance"), 1.2);
					FCrowdTestWorld Test;
					UCrowdScenarioAsset* Asset = Load(Test, FileText());
					Asset->ModelOptions.Add(TEXT("sideBias"), 0.2);
					AddExpectedErrorPlain(TEXT("for model orca (sideBias 0.2) and fixed steps of 0.125 s; the project "
											   "has model orca (clearance 1.2)"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestNotNull(TEXT("actor"), Asset->SpawnScenario(Test.World));
					// The default is no other option.
					Asset->ModelOptions.Add(TEXT("clearance"), 1.2);
					Asset->ModelOptions.Add(TEXT("sideBias"), 0.1);
					TestNotNull(TEXT("actor of the same options"), Asset->SpawnScenario(Test.World));

					Asset->ModelOptions.Add(TEXT("sideBias"), -1.0);
					AddExpectedErrorPlain(TEXT("SideBias is -1; it must be within 0 .. 1. It goes as the project's"),
						EAutomationExpectedErrorFlags::Contains, 1);
					TestNotNull(TEXT("actor with a wrong option"), Asset->SpawnScenario(Test.World));
				});

			It(TEXT("is read with the options of its model"),
				[this]()
				{
					FCrowdTestWorld Test;
					const UCrowdScenarioAsset* Asset =
						Load(Test, FileText(nullptr, TEXT("\"options\": {\"sideBias\": 0.2, \"clearance\": 1.05},")));
					const double* const Bias = Asset->ModelOptions.Find(TEXT("sideBias"));
					TestTrue(
						TEXT("what differs from the default"), Bias && *Bias == 0.2 && Asset->ModelOptions.Num() == 1);
					ExpectRefused(FileText(nullptr, TEXT("\"options\": {\"sideBias\": 2},")),
						TEXT("options: SideBias is 2; it must be within 0 .. 1"));
					ExpectRefused(FileText(nullptr, TEXT("\"options\": {\"sideBias\": \"0.2\"},")),
						TEXT("options.sideBias must be a number"));
					ExpectRefused(FileText(nullptr, TEXT("\"options\": [0.2],")), TEXT("options must be an object"));
				});
		});

	Describe(TEXT("A scenario that is wrong"),
		[this]()
		{
			It(TEXT("is refused with the field, its value and what it must be"),
				[this]()
				{
					ExpectRefused(TEXT(""), TEXT("is not a JSON object"));
					ExpectRefused(TEXT("[1, 2]"), TEXT("is not a JSON object"));
					ExpectRefused(TEXT("{\"schema\": \"crowd"), TEXT("is not a JSON object"));
					ExpectRefused(TEXT("{}"), TEXT("schema is missing"));
					ExpectRefused(TEXT("{\"schema\": 3}"), TEXT("schema must be a text"));
					ExpectRefused(
						TEXT("{\"schema\": \"scenario\"}"), TEXT("schema is 'scenario', must be crowd-flat-scenario"));
					ExpectRefused(TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 2}"),
						TEXT("Version is 2; it must be within 1 .. 1"));
					ExpectRefused(TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": \"rvo\"}"),
						TEXT("model is 'rvo', must be one of orca, orca-plain, clearpath"));
					ExpectRefused(
						TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": \"none\", \"dt\": 0}"),
						TEXT("Dt is 0; it must be within 0.001 .. 1 s"));
					ExpectRefused(
						TEXT(
							"{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": \"none\", \"dt\": true}"),
						TEXT("dt must be a number"));
					ExpectRefused(TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": \"none\", "
									   "\"dt\": 0.1, \"arrivalRadius\": 1, \"profiles\": []}"),
						TEXT("profiles has 0 items, must have 1 to 65536"));
					ExpectRefused(TEXT("{\"schema\": \"crowd-flat-scenario\", \"version\": 1, \"model\": \"none\", "
									   "\"dt\": 0.1, \"arrivalRadius\": 1, \"profiles\": {}}"),
						TEXT("profiles must be a list"));
				});

			It(TEXT("is refused for any of its agents"),
				[this]()
				{
					const auto WithAgent = [](const TCHAR* Agent) { return FileText(Agent); };
					ExpectRefused(WithAgent(TEXT("7")), TEXT("agents[0] must be an object"));
					ExpectRefused(WithAgent(TEXT("{}")), TEXT("agents[0].position is missing"));
					ExpectRefused(WithAgent(TEXT("{\"height\": 0, \"position\": [1]}")),
						TEXT("agents[0].position must be two numbers"));
					ExpectRefused(WithAgent(TEXT("{\"height\": 0, \"position\": [1, \"2\"]}")),
						TEXT("agents[0].position must be a number"));
					ExpectRefused(WithAgent(TEXT("{\"height\": 0, \"position\": [1, 2e6]}")),
						TEXT("agents[0].position: Coordinate is 2000000; it must be within -1000000 .. 1000000 m"));
					ExpectRefused(WithAgent(TEXT("{\"position\": [0, 0], \"velocity\": [0, 0]}")),
						TEXT("agents[0].profile is missing"));
					ExpectRefused(
						WithAgent(TEXT("{\"height\": 0, \"position\": [1, 2], \"velocity\": [0, 0], \"radius\": 0}")),
						TEXT("agents[0]: Radius is 0; it must be above 0 and at most 1000 m"));
					ExpectRefused(
						WithAgent(
							TEXT("{\"height\": 0, \"position\": [1, 2], \"velocity\": [0, 0], \"radius\": 1e-60}")),
						TEXT("agents[0]: Radius is 1e-60; it must be above 0"));
					ExpectRefused(WithAgent(TEXT("{\"position\": [0, 0], \"height\": 0, \"velocity\": [0, 0], "
												 "\"radius\": 0.3, \"maxSpeed\": 1.5, ")
										  TEXT("\"preferredSpeed\": 1.3, \"responsibility\": 1, \"profile\": 2}")),
						TEXT("agents[0]: Profile is 2; it must be within 0 .. 1"));
					ExpectRefused(WithAgent(TEXT("{\"position\": [0, 0], \"height\": 0, \"velocity\": [0, 0], "
												 "\"radius\": 0.3, \"maxSpeed\": 1.5, ")
										  TEXT("\"preferredSpeed\": 1.3, \"responsibility\": 1, \"profile\": 0.5}")),
						TEXT("agents[0]: Profile is 0.5; it must be a whole number"));
					ExpectRefused(WithAgent(TEXT("{\"position\": [0, 0], \"height\": 0, \"velocity\": [0, 0], "
												 "\"goal\": 3, \"radius\": 0.3}")),
						TEXT("agents[0].goal must be two numbers"));
				});

			It(TEXT("is not spawned where Core refuses a part of it, and the log names the part"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.125f;
					FCrowdTestWorld Test;
					UCrowdScenarioAsset* Asset = Load(Test, FileText());
					Asset->Agents[1].Parameters.Radius = std::numeric_limits<double>::quiet_NaN();
					AddExpectedError(TEXT("stays out of the crowd"), EAutomationExpectedErrorFlags::Contains, 2);
					AddExpectedErrorPlain(
						TEXT("because Agents[1] was refused"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedErrorPlain(
						TEXT("because Walls[0] was refused"), EAutomationExpectedErrorFlags::Contains, 1);
					TestNull(TEXT("actor"), Asset->SpawnScenario(Test.World));
					Asset->Walls[0].Points.SetNum(1);
					TestNull(TEXT("actor with too few points"), Asset->SpawnScenario(Test.World));
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 0);
					TestEqual(TEXT("walls"), Test.GetCrowd()->GetObstacleCount(), 0);
				});

			It(TEXT("takes the default for a profile that it does not have, and says so"),
				[this]()
				{
					FCrowdTestSettings Settings;
					Settings->FixedStep = 0.125f;
					FCrowdTestWorld Test;
					UCrowdScenarioAsset* Asset = Load(Test, FileText());
					Asset->Agents[1].Profile = 5;
					Asset->Agents[2].Profile = -1;
					Asset->Profiles[0].MaxNeighbors = 1000;
					AddExpectedError(TEXT("2 agents have a Profile that is not one of its 2 profiles"),
						EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(
						TEXT("Its agents perceive as default agents do"), EAutomationExpectedErrorFlags::Contains, 1);
					TestNotNull(TEXT("actor"), Asset->SpawnScenario(Test.World));
					Test.Tick(2, 0.125f);
				});

			It(TEXT("needs a world with a crowd"),
				[this]()
				{
					FCrowdTestWorld Editor(EWorldType::Editor);
					UCrowdScenarioAsset* Asset = Load(Editor, FileText());
					AddExpectedError(TEXT("is in no world with a crowd"), EAutomationExpectedErrorFlags::Contains, 2);
					TestNull(TEXT("editor"), Asset->SpawnScenario(Editor.World));
					TestNull(TEXT("no context"), Asset->SpawnScenario(nullptr));
				});
		});
}

#endif
