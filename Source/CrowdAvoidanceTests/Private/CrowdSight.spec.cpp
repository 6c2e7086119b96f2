// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdInstances.h"
#include "CrowdTestSightListener.h"
#include "CrowdTestWorld.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace CrowdAvoidance::SightSpec
{
using FTold = UCrowdTestSightListener::FTold;

struct FSettings : FCrowdTestSettings
{
	explicit FSettings(FName Named)
	{
		(*this)->Model = Named;
		(*this)->FixedStep = 0.1f;
		(*this)->bInterpolate = false;
	}
};

/// A world of people, in frames of a tenth of a second. They notice others half a second after they have seen them first, and forget whom they
/// have not seen for a second.
class FPeople
{
public:
	explicit FPeople(FName Model = TEXT("rcap"))
		: Settings(Model),
		  Listener(NewObject<UCrowdTestSightListener>(Test.World))
	{
		Test.Profile->Avoidance.ObservationTime = 0.5f;
		Test.Profile->Avoidance.SightMemory = 1.0f;
		// Not all round: all that is seen is remembered, whoever is near.
		Test.Profile->Avoidance.FieldOfView = 300.0;
	}

	UCrowdAgentComponent* Spawn(double X, double Y = 0.0) { return Test.SpawnAgent(FVector(X, Y, 0.0)); }
	UCrowdAgentComponent* SpawnObserver(double X, double Y = 0.0)
	{
		UCrowdAgentComponent* Agent = Spawn(X, Y);
		Listener->Listen(*Agent);
		return Agent;
	}
	void Step(int32 Steps) { Test.Tick(Steps, 0.1f); }
	/// What listeners were told since they were last asked.
	TArray<FTold> TakeTold() { return MoveTemp(Listener->Told); }

	FSettings Settings; ///< Before the world, which reads them.
	FCrowdTestWorld Test;
	UCrowdTestSightListener* Listener; // uplugin-lint: allow object-member: nothing is collected within a test.
};
}

BEGIN_DEFINE_SPEC(
	FCrowdSightSpec, "CrowdAvoidance.Sight", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FCrowdSightSpec)

void FCrowdSightSpec::Define()
{
	using namespace CrowdAvoidance::SightSpec;

	Describe(TEXT("An agent that perceives"),
		[this]()
		{
			It(TEXT("says whom it has noticed, once its observation time is over, and once"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Step(6);
					TestTrue(TEXT("told too early"), People.TakeTold().IsEmpty());
					People.Step(1);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, Other, true}});
					People.Step(30);
					TestTrue(TEXT("told again"), People.TakeTold().IsEmpty());
				});

			It(TEXT("says whom it has lost, once it has forgotten them, and notices them anew"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Step(10);
					People.TakeTold();
					Other->GetOwner()->SetActorLocation(FVector(9000.0, 0.0, 0.0));
					People.Step(10);
					TestTrue(TEXT("told while it is remembered"), People.TakeTold().IsEmpty());
					People.Step(4);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, Other, false}});
					Other->GetOwner()->SetActorLocation(FVector(600.0, 0.0, 0.0));
					People.Step(5);
					TestTrue(TEXT("told of one that it has only seen"), People.TakeTold().IsEmpty());
					People.Step(5);
					TestTrue(TEXT("told anew"), People.TakeTold() == TArray<FTold>{{Self, Other, true}});
				});

			It(TEXT("says nothing of one that comes back before it is forgotten"),
				[this]()
				{
					FPeople People;
					People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Step(10);
					People.TakeTold();
					Other->GetOwner()->SetActorLocation(FVector(9000.0, 0.0, 0.0));
					People.Step(5);
					Other->GetOwner()->SetActorLocation(FVector(600.0, 0.0, 0.0));
					People.Step(20);
					TestTrue(TEXT("told"), People.TakeTold().IsEmpty());
				});

			It(TEXT("says in the open whom it has noticed when it has seen them for long enough"),
				[this]()
				{
					FPeople People;
					People.Test.Profile->Avoidance.FieldOfView = FCrowdProfileParameters().FieldOfView;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Near = People.Spawn(300.0, 300.0);
					UCrowdAgentComponent* Comer = People.Spawn(1700.0);
					Comer->SetDesiredVelocity(FVector(-130.0, 0.0, 0.0));
					People.Step(10);
					TestTrue(TEXT("told of the first"), People.TakeTold() == TArray<FTold>{{Self, Near, true}});
					while (Comer->GetOwner()->GetActorLocation().X > 1450.0)
					{
						People.Step(1);
						TestTrue(TEXT("told too early"), People.TakeTold().IsEmpty());
					}
					People.Step(5);
					TestTrue(TEXT("told of who has come"), People.TakeTold() == TArray<FTold>{{Self, Comer, true}});
				});

			It(TEXT("says that somebody has left the crowd, and does not take the next one for it"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Step(10);
					People.TakeTold();
					Other->GetOwner()->Destroy();
					UCrowdAgentComponent* Successor = People.Spawn(500.0, 300.0);
					People.Step(1);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, nullptr, false}});
					People.Step(9);
					TestTrue(
						TEXT("told of the successor"), People.TakeTold() == TArray<FTold>{{Self, Successor, true}});
				});

			It(TEXT("says nothing of those whom one knew that has left"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					People.Spawn(600.0);
					People.Step(10);
					People.TakeTold();
					Self->GetOwner()->Destroy();
					People.SpawnObserver(9000.0);
					People.Step(10);
					TestTrue(TEXT("told"), People.TakeTold().IsEmpty());
				});

			It(TEXT("says nobody's name of instances"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					ACrowdInstances* Crowd = People.Test.World->SpawnActor<ACrowdInstances>();
					Crowd->Profile = People.Test.Profile;
					Crowd->bUseNavigation = false;
					Crowd->AddAgents({FVector(600.0, 0.0, 20.0)}, {FVector(600.0, 0.0, 20.0)});
					People.Step(10);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, nullptr, true}});
					const TArray<FCrowdSeenAgent> Seen = Self->GetSeenAgents();
					if (TestEqual(TEXT("seen"), Seen.Num(), 1))
					{
						TestNull(TEXT("component"), Seen[0].Agent.Get());
						TestEqual(TEXT("location"), Seen[0].Location, FVector(600.0, 0.0, 20.0), 0.01f);
					}
				});

			It(TEXT("tells whoever binds late of all whom it has noticed"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.Spawn(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Step(20);
					People.Listener->Listen(*Self);
					People.Step(1);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, Other, true}});
				});

			It(TEXT("is told of in the order in which agents came into the crowd, and so are those whom it notices"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* First = People.Spawn(-300.0);
					UCrowdAgentComponent* B = People.SpawnObserver(0.0);
					UCrowdAgentComponent* C = People.SpawnObserver(400.0);
					First->GetOwner()->Destroy();
					// In the place of the first, but later than the others.
					UCrowdAgentComponent* D = People.SpawnObserver(200.0, 300.0);
					People.Step(10);
					TestTrue(TEXT("told"),
						People.TakeTold() ==
							TArray<FTold>{
								{B, C, true}, {B, D, true}, {C, B, true}, {C, D, true}, {D, B, true}, {D, C, true}});
				});

			It(TEXT("may be destroyed by a listener, and so may those whom it is told of"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Gone = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0, 300.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					bool bDone = false;
					People.Listener->Reaction = [&]()
					{
						if (bDone)
						{
							return;
						}
						bDone = true;
						Gone->GetOwner()->Destroy();
						Other->GetOwner()->Destroy();
						for (int32 Index = 0; Index < 100; ++Index)
						{
							People.Spawn(-20000.0, 200.0 * Index);
						}
					};
					People.Step(7);
					TestTrue(TEXT("told"),
						People.TakeTold() ==
							TArray<FTold>{{Gone, Self, true}, {Self, nullptr, true}, {Self, nullptr, true}});
					People.Step(1);
					TestTrue(TEXT("told of the end"),
						People.TakeTold() == TArray<FTold>{{Self, nullptr, false}, {Self, nullptr, false}});
				});

			It(TEXT("may end the world when it notices somebody"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.SpawnObserver(600.0);
					People.Listener->Reaction = [&]() { People.Test.GetCrowd()->Deinitialize(); };
					People.Step(10);
					TestTrue(TEXT("told"), People.TakeTold() == TArray<FTold>{{Self, Other, true}});
					TestTrue(TEXT("seen after the end"), Self->GetSeenAgents().IsEmpty());
				});

			It(TEXT("can be asked whom it sees"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Self = People.Spawn(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					const auto Expect =
						[&](const TCHAR* When, const FVector& Location, bool bNoticed, bool bInSight, float Seconds)
					{
						const TArray<FCrowdSeenAgent> Seen = Self->GetSeenAgents();
						if (TestEqual(When, Seen.Num(), 1))
						{
							TestTrue(When, Seen[0].Agent == Other);
							TestEqual(When, Seen[0].Location, Location, 0.01f);
							TestEqual(When, Seen[0].bNoticed, bNoticed);
							TestEqual(When, Seen[0].bInSight, bInSight);
							TestEqual(When, Seen[0].Seconds, Seconds, 0.002f);
						}
					};
					TestTrue(TEXT("before the first step"), Self->GetSeenAgents().IsEmpty());
					People.Step(4);
					Expect(TEXT("while it observes"), FVector(600.0, 0.0, 0.0), false, true, 0.3f);
					People.Step(10);
					Expect(TEXT("once it has noticed"), FVector(600.0, 0.0, 0.0), true, true, 0.0f);
					Other->GetOwner()->SetActorLocation(FVector(9000.0, 0.0, 0.0));
					People.Step(6);
					Expect(TEXT("once it has lost"), FVector(9000.0, 0.0, 0.0), true, false, 0.4f);
					People.Step(20);
					TestTrue(TEXT("once it has forgotten"), Self->GetSeenAgents().IsEmpty());
				});

			It(TEXT("has a profile whose changes reach those that enter later"),
				[this]()
				{
					FPeople People;
					UCrowdAgentComponent* Slow = People.SpawnObserver(0.0);
					UCrowdAgentComponent* Other = People.Spawn(600.0);
					People.Test.Profile->Avoidance.ObservationTime = 0.0f;
					UCrowdAgentComponent* Quick = People.SpawnObserver(0.0, 300.0);
					People.Step(1);
					TestTrue(
						TEXT("told"), People.TakeTold() == TArray<FTold>{{Quick, Slow, true}, {Quick, Other, true}});
				});
		});

	Describe(TEXT("An agent that does not perceive"),
		[this]()
		{
			It(TEXT("sees nobody, and says nothing"),
				[this]()
				{
					FPeople People(TEXT("orca"));
					UCrowdAgentComponent* Self = People.SpawnObserver(0.0);
					People.Spawn(200.0);
					People.Step(20);
					TestTrue(TEXT("told"), People.TakeTold().IsEmpty());
					TestTrue(TEXT("seen"), Self->GetSeenAgents().IsEmpty());
				});
		});
}

#endif
