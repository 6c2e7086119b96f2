// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAvoidanceLibrary.h"
#include "CrowdTestWorld.h"
#include "Misc/AutomationTest.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FCrowdLibrarySpec, "CrowdAvoidance.Library",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	using FLibrary = UCrowdAvoidanceLibrary;
	/// A square of two metres around its owner.
	const TArray<FVector> Square = {FVector(-100.0, -100.0, 0.0), FVector(100.0, -100.0, 0.0),
		FVector(100.0, 100.0, 0.0), FVector(-100.0, 100.0, 0.0)};
END_DEFINE_SPEC(FCrowdLibrarySpec)

void FCrowdLibrarySpec::Define()
{
	Describe(TEXT("The library"),
		[this]()
		{
			It(TEXT("finds the crowd of an object's world"),
				[this]()
				{
					FCrowdTestWorld Test;
					FCrowdTestWorld Editor(EWorldType::Editor);
					const UCrowdAgentComponent* Agent = Test.SpawnAgent(FVector::ZeroVector);
					TestTrue(TEXT("by a component"), FLibrary::GetCrowd(Agent) == Test.GetCrowd());
					TestTrue(TEXT("by the world"), FLibrary::GetCrowd(Test.World) == Test.GetCrowd());
					TestNull(TEXT("of an editor world"), FLibrary::GetCrowd(Editor.World));
					TestNull(TEXT("of nothing"), FLibrary::GetCrowd(nullptr));
				});

			It(TEXT("names neighbours, the nearest first"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Far = Test.SpawnAgent(FVector(400.0, 0.0, 0.0));
					UCrowdAgentComponent* Near = Test.SpawnAgent(FVector(0.0, -100.0, 0.0));
					UCrowdAgentComponent* Middle = Test.SpawnAgent(FVector(-200.0, 0.0, 50.0));
					Test.SpawnAgent(FVector(0.0, 501.0, 0.0));
					Test.SpawnAgent(FVector(100.0, 100.0, 300.0));
					const TArray<UCrowdAgentComponent*> Found =
						FLibrary::GetNeighbors(Test.World, FVector::ZeroVector, 500.0f);
					if (TestEqual(TEXT("neighbours on this floor"), Found.Num(), 3))
					{
						TestTrue(TEXT("first"), Found[0] == Near);
						TestTrue(TEXT("second"), Found[1] == Middle);
						TestTrue(TEXT("third"), Found[2] == Far);
					}
					TestEqual(TEXT("a floor up"),
						FLibrary::GetNeighbors(Test.World, FVector(0.0, 0.0, 350.0), 500.0f).Num(), 1);
				});

			It(TEXT("counts agents and tells how dense they stand"),
				[this]()
				{
					FCrowdTestWorld Test;
					for (int32 Index = 0; Index < 6; ++Index)
					{
						Test.SpawnAgent(FVector(1000.0 + 100.0 * Index, 0.0, 0.0));
					}
					TestEqual(TEXT("within 2.1 m"),
						FLibrary::CountAgentsInRadius(Test.World, FVector(1000.0, 0.0, 0.0), 210.0f), 3);
					TestEqual(TEXT("within 20 m"),
						FLibrary::CountAgentsInRadius(Test.World, FVector(1000.0, 0.0, 0.0), 2000.0f), 6);
					const float Density = FLibrary::GetDensityAt(Test.World, FVector(1000.0, 0.0, 0.0), 210.0f);
					TestEqual(TEXT("agents per square metre"), static_cast<double>(Density), 3.0 / 13.854424, 1.0e-5);
					Test.World->SetNewWorldOrigin(FIntVector(1000, 0, 0));
					TestEqual(TEXT("within 2.1 m by a new origin"),
						FLibrary::CountAgentsInRadius(Test.World, FVector::ZeroVector, 210.0f), 3);
				});

			It(TEXT("tells whether there is room among agents and obstacles"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnAgent(FVector::ZeroVector);
					TestFalse(
						TEXT("on an agent"), FLibrary::IsPositionFree(Test.World, FVector(50.0, 0.0, 0.0), 25.0f));
					TestTrue(TEXT("beside it"), FLibrary::IsPositionFree(Test.World, FVector(56.0, 0.0, 0.0), 25.0f));
					TestTrue(TEXT("above it"), FLibrary::IsPositionFree(Test.World, FVector(0.0, 0.0, 300.0), 25.0f));

					const UCrowdObstacleComponent* Box = Test.SpawnObstacle(FVector(1000.0, 0.0, 0.0), Square);
					TestFalse(TEXT("inside an obstacle"),
						FLibrary::IsPositionFree(Test.World, FVector(1000.0, 0.0, 0.0), 10.0f));
					TestFalse(
						TEXT("on its edge"), FLibrary::IsPositionFree(Test.World, FVector(1120.0, 50.0, 0.0), 25.0f));
					TestTrue(TEXT("beside its edge"),
						FLibrary::IsPositionFree(Test.World, FVector(1126.0, 50.0, 0.0), 25.0f));
					TestTrue(TEXT("off its corner"),
						FLibrary::IsPositionFree(Test.World, FVector(1118.0, 118.0, 0.0), 25.0f));

					Test.SpawnObstacle(
						FVector(0.0, 1000.0, 0.0), {FVector(-100.0, 0.0, 0.0), FVector(100.0, 0.0, 0.0)});
					TestFalse(
						TEXT("on a wall"), FLibrary::IsPositionFree(Test.World, FVector(50.0, 1020.0, 0.0), 25.0f));
					TestTrue(
						TEXT("beside a wall"), FLibrary::IsPositionFree(Test.World, FVector(50.0, 1026.0, 0.0), 25.0f));

					Box->GetOwner()->SetActorLocation(FVector(3000.0, 0.0, 0.0));
					Test.Tick(1, 1.0f / 60.0f);
					TestTrue(TEXT("where an obstacle was"),
						FLibrary::IsPositionFree(Test.World, FVector(1000.0, 0.0, 0.0), 10.0f));
					TestFalse(TEXT("where it is now"),
						FLibrary::IsPositionFree(Test.World, FVector(3000.0, 0.0, 0.0), 10.0f));
					Box->GetOwner()->Destroy();
					TestTrue(TEXT("where it was before it was destroyed"),
						FLibrary::IsPositionFree(Test.World, FVector(3000.0, 0.0, 0.0), 10.0f));
				});

			It(TEXT("finds a free place near by"),
				[this]()
				{
					FCrowdTestWorld Test;
					FVector Found;
					TestTrue(TEXT("without agents"),
						FLibrary::FindFreePosition(Test.World, FVector(7.0, 8.0, 9.0), 30.0f, 500.0f, Found));
					TestEqual(TEXT("the point itself"), Found, FVector(7.0, 8.0, 9.0), 0.0f);
					Test.SpawnAgent(FVector::ZeroVector);
					TestTrue(TEXT("beside an agent"),
						FLibrary::FindFreePosition(Test.World, FVector(0.0, 0.0, 40.0), 30.0f, 500.0f, Found));
					// Rings are 15 cm apart, and two radii of 30 cm make the fourth.
					TestEqual(TEXT("distance"), Found.Size(), FVector(60.0, 0.0, 40.0).Size(), 0.001);
					TestTrue(TEXT("is free"), FLibrary::IsPositionFree(Test.World, Found, 29.99f));
					TestEqual(TEXT("height"), Found.Z, 40.0, 0.0);
					FVector Again;
					FLibrary::FindFreePosition(Test.World, FVector(0.0, 0.0, 40.0), 30.0f, 500.0f, Again);
					TestEqual(TEXT("the same place again"), Again, Found, 0.0f);

					Test.SpawnObstacle(FVector(5000.0, 0.0, 0.0), Square);
					TestTrue(TEXT("out of an obstacle"),
						FLibrary::FindFreePosition(Test.World, FVector(5000.0, 0.0, 0.0), 30.0f, 200.0f, Found));
					TestTrue(TEXT("that is free too"), FLibrary::IsPositionFree(Test.World, Found, 29.99f));
					TestFalse(TEXT("not as near as that"),
						FLibrary::FindFreePosition(Test.World, FVector(5000.0, 0.0, 0.0), 30.0f, 100.0f, Found));
					TestEqual(TEXT("the point where there is none"), Found, FVector(5000.0, 0.0, 0.0), 0.0f);
				});

			It(TEXT("spawns a crowd of small and large ones without overlaps"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentProfile* Large = NewObject<UCrowdAgentProfile>(Test.World);
					Large->Agent.Radius = 80.0f;
					TArray<FVector> Places;
					for (int32 Index = 0; Index < 50; ++Index)
					{
						UCrowdAgentProfile* Profile = Index % 5 == 0 ? Large : Test.Profile;
						FVector Place;
						TestTrue(TEXT("there is room"),
							FLibrary::FindFreePosition(
								Test.World, FVector::ZeroVector, Profile->Agent.Radius, 1500.0f, Place));
						for (int32 Other = 0; Other < Places.Num(); ++Other)
						{
							const double Least =
								static_cast<double>(Profile->Agent.Radius) + (Other % 5 == 0 ? 80.0 : 30.0);
							TestTrue(TEXT("keeps apart"), FVector::Dist(Place, Places[Other]) >= Least - 0.001);
						}
						Places.Add(Place);
						Test.SpawnAgent(Place, Profile);
					}
					TestEqual(TEXT("agents"), Test.GetCrowd()->GetAgentCount(), 50);
				});

			It(TEXT("stops everybody"),
				[this]()
				{
					FCrowdTestWorld Test;
					UCrowdAgentComponent* Walking = Test.SpawnAgent(FVector::ZeroVector);
					UCrowdAgentComponent* Going = Test.SpawnAgent(FVector(0.0, 1000.0, 0.0));
					Walking->SetDesiredVelocity(FVector(100.0, 0.0, 0.0));
					Going->SetGoal(FVector(2000.0, 1000.0, 0.0));
					Test.Tick(10, 1.0f / 60.0f);
					FLibrary::StopAll(Test.World);
					Test.Tick(2, 1.0f / 60.0f);
					TestEqual(TEXT("velocity of one"), Walking->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
					TestEqual(TEXT("velocity of the other"), Going->GetCrowdVelocity(), FVector::ZeroVector, 0.0f);
				});

			It(TEXT("has nothing to say of a crowd without agents"),
				[this]()
				{
					FCrowdTestWorld Test;
					FLibrary::StopAll(Test.World);
					TestEqual(
						TEXT("neighbours"), FLibrary::GetNeighbors(Test.World, FVector::ZeroVector, 100.0f).Num(), 0);
					TestEqual(TEXT("count"), FLibrary::CountAgentsInRadius(Test.World, FVector::ZeroVector, 100.0f), 0);
					TestEqual(TEXT("density"),
						static_cast<double>(FLibrary::GetDensityAt(Test.World, FVector::ZeroVector, 100.0f)), 0.0, 0.0);
					TestTrue(TEXT("free"), FLibrary::IsPositionFree(Test.World, FVector::ZeroVector, 100.0f));
				});
		});

	Describe(TEXT("A mistake"),
		[this]()
		{
			It(TEXT("in the context: no world, or one without a crowd"),
				[this]()
				{
					FCrowdTestWorld Editor(EWorldType::Editor);
					AddExpectedError(TEXT("has no crowd"), EAutomationExpectedErrorFlags::Contains, 12);
					for (const UObject* Context :
						{static_cast<const UObject*>(nullptr), static_cast<const UObject*>(Editor.World)})
					{
						FVector Place;
						TestFalse(TEXT("finds a place"),
							FLibrary::FindFreePosition(Context, FVector(1.0, 2.0, 3.0), 30.0f, 100.0f, Place));
						TestEqual(TEXT("place"), Place, FVector(1.0, 2.0, 3.0), 0.0f);
						TestFalse(TEXT("free"), FLibrary::IsPositionFree(Context, FVector::ZeroVector, 30.0f));
						TestEqual(
							TEXT("neighbours"), FLibrary::GetNeighbors(Context, FVector::ZeroVector, 30.0f).Num(), 0);
						TestEqual(TEXT("count"), FLibrary::CountAgentsInRadius(Context, FVector::ZeroVector, 30.0f), 0);
						TestEqual(TEXT("density"),
							static_cast<double>(FLibrary::GetDensityAt(Context, FVector::ZeroVector, 30.0f)), 0.0, 0.0);
						FLibrary::StopAll(Context);
					}
				});

			It(TEXT("in the place or the radius is said once for each node"),
				[this]()
				{
					FCrowdTestWorld Test;
					Test.SpawnAgent(FVector::ZeroVector);
					const double Nan = std::numeric_limits<double>::quiet_NaN();
					const float NanRadius = std::numeric_limits<float>::quiet_NaN();
					AddExpectedError(TEXT("Is Position Free: asked by"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("Get Neighbors: asked by"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(
						TEXT("Count Agents In Radius: asked by"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("Get Density At: asked by"), EAutomationExpectedErrorFlags::Contains, 1);
					for (const float Radius : {NanRadius, -5.0f, 0.0f, 1.0e9f, std::numeric_limits<float>::infinity()})
					{
						TestFalse(
							TEXT("free"), FLibrary::IsPositionFree(Test.World, FVector(9000.0, 0.0, 0.0), Radius));
						TestEqual(TEXT("neighbours"),
							FLibrary::GetNeighbors(Test.World, FVector::ZeroVector, Radius).Num(), 0);
						TestEqual(
							TEXT("count"), FLibrary::CountAgentsInRadius(Test.World, FVector::ZeroVector, Radius), 0);
						TestEqual(TEXT("density"),
							static_cast<double>(FLibrary::GetDensityAt(Test.World, FVector::ZeroVector, Radius)), 0.0,
							0.0);
					}
					for (const double Coordinate : {Nan, 1.0e12, std::numeric_limits<double>::infinity()})
					{
						TestEqual(TEXT("count by x"),
							FLibrary::CountAgentsInRadius(Test.World, FVector(Coordinate, 0.0, 0.0), 50.0f), 0);
						TestEqual(TEXT("count by z"),
							FLibrary::CountAgentsInRadius(Test.World, FVector(0.0, 0.0, Coordinate), 50.0f), 0);
					}
				});

			It(TEXT("in how far to look"),
				[this]()
				{
					FCrowdTestWorld Test;
					FVector Place;
					AddExpectedError(TEXT("correct MaxDistance"), EAutomationExpectedErrorFlags::Contains, 1);
					AddExpectedError(TEXT("cm and a radius of 0 cm"), EAutomationExpectedErrorFlags::Contains, 1);
					for (const float Distance : {std::numeric_limits<float>::quiet_NaN(), -1.0f, 1.0e12f})
					{
						TestFalse(TEXT("finds a place"),
							FLibrary::FindFreePosition(Test.World, FVector::ZeroVector, 30.0f, Distance, Place));
					}
					TestFalse(TEXT("of no size"),
						FLibrary::FindFreePosition(Test.World, FVector::ZeroVector, 0.0f, 100.0f, Place));
					TestTrue(TEXT("nowhere but here"),
						FLibrary::FindFreePosition(Test.World, FVector::ZeroVector, 30.0f, 0.0f, Place));
				});
		});
}

#endif
