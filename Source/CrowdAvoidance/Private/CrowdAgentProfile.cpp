// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdAgentProfile.h"

#include "CrowdCore/CrowdAgent.h"
#include "CrowdUnits.h"

using namespace CrowdAvoidance;

AgentDef FCrowdAgentParameters::ToCore() const
{
	AgentDef Out;
	Out.Radius = Units::ToMeters(Radius);
	Out.MaxSpeed = Units::ToMeters(MaxSpeed);
	Out.PreferredSpeed = Units::ToMeters(PreferredSpeed);
	Out.MaxAcceleration = bLimitAcceleration ? Units::ToMeters(MaxAcceleration) : CrowdNoLimit;
	Out.MaxTurnRate = bLimitTurnRate ? static_cast<float>(FMath::DegreesToRadians(MaxTurnRate)) : CrowdNoLimit;
	Out.Responsibility = Responsibility;
	return Out;
}

FCrowdAgentParameters FCrowdAgentParameters::FromCore(const AgentDef& Def)
{
	FCrowdAgentParameters Out;
	Out.Radius = Units::ToCentimeters(Def.Radius);
	Out.MaxSpeed = Units::ToCentimeters(Def.MaxSpeed);
	Out.PreferredSpeed = Units::ToCentimeters(Def.PreferredSpeed);
	Out.bLimitAcceleration = Def.MaxAcceleration < CrowdNoLimit;
	if (Out.bLimitAcceleration)
	{
		Out.MaxAcceleration = Units::ToCentimeters(Def.MaxAcceleration);
	}
	Out.bLimitTurnRate = Def.MaxTurnRate < CrowdNoLimit;
	if (Out.bLimitTurnRate)
	{
		Out.MaxTurnRate = FMath::RadiansToDegrees(static_cast<double>(Def.MaxTurnRate));
	}
	Out.Responsibility = Def.Responsibility;
	return Out;
}

AgentProfile FCrowdProfileParameters::ToCore() const
{
	AgentProfile Out;
	Out.NeighborDistance = Units::ToMeters(NeighborDistance);
	Out.MaxNeighbors = MaxNeighbors;
	Out.AgentHorizon = AgentHorizon;
	Out.ObstacleHorizon = ObstacleHorizon;
	Out.Groups = static_cast<uint32>(Groups);
	Out.Avoids = static_cast<uint32>(Avoids);
	Out.FloorHeight = Units::ToMeters(FloorHeight);
	// All round in floats is a little more than 360 degrees.
	Out.FieldOfView = std::min(static_cast<float>(FMath::DegreesToRadians(FieldOfView)), CrowdAllRound);
	Out.SightMemory = SightMemory;
	Out.ObservationTime = ObservationTime;
	Out.ObservationTimeSpread = ObservationTimeSpread;
	Out.PersonalSpace = Units::ToMeters(PersonalSpace);
	Out.PersonalSpaceSpread = Units::ToMeters(PersonalSpaceSpread);
	Out.ReactionAcceleration = Units::ToMeters(ReactionAcceleration);
	Out.ReactionAccelerationSpread = Units::ToMeters(ReactionAccelerationSpread);
	Out.BrakingAcceleration = Units::ToMeters(BrakingAcceleration);
	Out.BrakingAccelerationSpread = Units::ToMeters(BrakingAccelerationSpread);
	return Out;
}

FCrowdProfileParameters FCrowdProfileParameters::FromCore(const AgentProfile& Profile)
{
	FCrowdProfileParameters Out;
	Out.NeighborDistance = Units::ToCentimeters(Profile.NeighborDistance);
	Out.MaxNeighbors = Profile.MaxNeighbors;
	Out.AgentHorizon = Profile.AgentHorizon;
	Out.ObstacleHorizon = Profile.ObstacleHorizon;
	Out.Groups = static_cast<int32>(Profile.Groups);
	Out.Avoids = static_cast<int32>(Profile.Avoids);
	Out.FloorHeight = Units::ToCentimeters(Profile.FloorHeight);
	Out.FieldOfView = FMath::RadiansToDegrees(static_cast<double>(Profile.FieldOfView));
	Out.SightMemory = Profile.SightMemory;
	Out.ObservationTime = Profile.ObservationTime;
	Out.ObservationTimeSpread = Profile.ObservationTimeSpread;
	Out.PersonalSpace = Units::ToCentimeters(Profile.PersonalSpace);
	Out.PersonalSpaceSpread = Units::ToCentimeters(Profile.PersonalSpaceSpread);
	Out.ReactionAcceleration = Units::ToCentimeters(Profile.ReactionAcceleration);
	Out.ReactionAccelerationSpread = Units::ToCentimeters(Profile.ReactionAccelerationSpread);
	Out.BrakingAcceleration = Units::ToCentimeters(Profile.BrakingAcceleration);
	Out.BrakingAccelerationSpread = Units::ToCentimeters(Profile.BrakingAccelerationSpread);
	return Out;
}
