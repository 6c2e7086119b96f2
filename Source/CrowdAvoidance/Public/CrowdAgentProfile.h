// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"

#include "CrowdAgentProfile.generated.h"

namespace CrowdAvoidance
{
struct AgentDef;
struct AgentProfile;
}

/// An agent's body and pace. Doubles, so that a scenario of metres keeps every bit.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdAgentParameters
{
	GENERATED_BODY()

	/// Of the disc that others keep clear of.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000", UIMax = "200", Units = "cm"))
	double Radius = 30.0;

	/// Never faster than this, whatever it wants.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000", UIMax = "1000", Units = "cm/s"))
	double MaxSpeed = 150.0;

	/// How fast it goes to a goal. Has no say where a desired velocity is given.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000", UIMax = "1000", Units = "cm/s"))
	double PreferredSpeed = 130.0;

	/// Whether its velocity can only change so fast.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body")
	bool bLimitAcceleration = false;

	/// How fast its velocity can change. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "1", ClampMax = "100000000", UIMax = "2000", EditCondition = "bLimitAcceleration"))
	double MaxAcceleration = 500.0;

	/// Whether its direction of movement can only turn so fast.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body")
	bool bLimitTurnRate = false;

	/// How fast its direction of movement can turn. In degrees per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Body",
		meta = (ClampMin = "0.1", ClampMax = "57295779.5131", UIMax = "720", EditCondition = "bLimitTurnRate"))
	double MaxTurnRate = 180.0;

	/// Its share of the avoiding against another agent's share: 1 against 1 is half each, 0 never yields (a car), and one that
	/// stands against 0 does all of it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0", ClampMax = "1000", UIMax = "10"))
	float Responsibility = 1.0f;

	/// All but where it is.
	CrowdAvoidance::AgentDef ToCore() const;
	static FCrowdAgentParameters FromCore(const CrowdAvoidance::AgentDef& Def);
};

/// How an agent perceives and avoids.
USTRUCT(BlueprintType)
struct CROWDAVOIDANCE_API FCrowdProfileParameters
{
	GENERATED_BODY()

	/// How far away other agents are seen, centre to centre. The model rcap sees at least as far as its option sightRange.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0", ClampMax = "100000", UIMax = "2000", Units = "cm"))
	double NeighborDistance = 500.0;

	/// How many of them, the nearest, are avoided.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (ClampMin = "0", ClampMax = "64"))
	int32 MaxNeighbors = 10;

	/// How far ahead in time other agents matter. Longer: avoids earlier and more gently. The model rcap looks at least as far as its
	/// option horizon.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0.001", ClampMax = "1000", UIMax = "10", Units = "s"))
	float AgentHorizon = 2.0f;

	/// How far ahead in time walls matter.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "0.001", ClampMax = "1000", UIMax = "10", Units = "s"))
	float ObstacleHorizon = 1.0f;

	/// Which groups it belongs to.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (Bitmask))
	int32 Groups = 1;

	/// Which groups it avoids; the others do not exist for it. Obstacles are in all groups unless they say otherwise.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance", meta = (Bitmask))
	int32 Avoids = -1;

	/// Agents more than this above or below are on another floor: not avoided.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Avoidance",
		meta = (ClampMin = "1", ClampMax = "100000000", UIMax = "1000", Units = "cm"))
	double FloorHeight = 200.0;

	/// Angle around its direction of movement in which it sees others; whoever stands sees all round. In degrees. This and what
	/// follows are for people: for the model rcap, and for clearpath with its options observe, gentle and personalSpace.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People", meta = (ClampMin = "0.1", ClampMax = "360.00001"))
	double FieldOfView = 360.00001;

	/// For so long one that is out of sight is not new when it comes back; then it is lost.
	UPROPERTY(
		EditAnywhere, BlueprintReadWrite, Category = "People", meta = (ClampMin = "0", ClampMax = "10", Units = "s"))
	float SightMemory = 2.0f;

	/// How long others are in sight before it reacts to them.
	UPROPERTY(
		EditAnywhere, BlueprintReadWrite, Category = "People", meta = (ClampMin = "0", ClampMax = "10", Units = "s"))
	float ObservationTime = 0.79f;

	/// How much observation times differ between people: the standard deviation.
	UPROPERTY(
		EditAnywhere, BlueprintReadWrite, Category = "People", meta = (ClampMin = "0", ClampMax = "10", Units = "s"))
	float ObservationTimeSpread = 0.0f;

	/// Radius that it plans with where that is larger than its body's.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0", ClampMax = "1000", UIMax = "100", Units = "cm"))
	double PersonalSpace = 38.0;

	/// How much personal spaces differ between people: the standard deviation.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0", ClampMax = "1000", UIMax = "100", Units = "cm"))
	double PersonalSpaceSpread = 0.0;

	/// How fast it changes its velocity to avoid others. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0.1", ClampMax = "100000", UIMax = "500"))
	double ReactionAcceleration = 9.0;

	/// How much that differs between people: the standard deviation. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0", ClampMax = "100000", UIMax = "500"))
	double ReactionAccelerationSpread = 0.0;

	/// How fast it changes its velocity when contact is near, and to follow its own wish. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0.1", ClampMax = "100000", UIMax = "1000"))
	double BrakingAcceleration = 200.0;

	/// How much that differs between people: the standard deviation. In cm/s per second.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "People",
		meta = (ClampMin = "0", ClampMax = "100000", UIMax = "1000"))
	double BrakingAccelerationSpread = 0.0;

	CrowdAvoidance::AgentProfile ToCore() const;
	static FCrowdProfileParameters FromCore(const CrowdAvoidance::AgentProfile& Profile);
};

/// A kind of agent: its body, its pace, and how it perceives and avoids. Shared by any number of agents. Read when an agent enters
/// the crowd: later changes reach those that enter later.
UCLASS(BlueprintType)
class CROWDAVOIDANCE_API UCrowdAgentProfile : public UDataAsset
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance", meta = (ShowOnlyInnerProperties))
	FCrowdAgentParameters Agent;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Crowd Avoidance", meta = (ShowOnlyInnerProperties))
	FCrowdProfileParameters Avoidance;
};
