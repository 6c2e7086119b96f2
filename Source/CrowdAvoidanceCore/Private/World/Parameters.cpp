// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdParameters.h"

#include "CrowdCore/CrowdAgent.h"
#include "CrowdCore/CrowdWorld.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace CrowdAvoidance
{
namespace
{
template <typename FieldType>
FieldType Load(const void* From)
{
	FieldType Value;
	std::memcpy(&Value, From, sizeof(Value));
	return Value;
}

template <typename FieldType>
void Store(void* To, FieldType Value)
{
	std::memcpy(To, &Value, sizeof(Value));
}

/// As few digits as tell it from other numbers that anybody writes.
struct Digits
{
	char Text[32];

	explicit Digits(double Value)
	{
		std::snprintf(Text, sizeof(Text), "%.9g", Value);
		if (std::strtod(Text, nullptr) != Value)
		{
			std::snprintf(Text, sizeof(Text), "%.17g", Value);
		}
	}
};

/// Allocates nothing, as no error does.
struct RangeText
{
	char Text[128];

	explicit RangeText(const NumberRange& Range)
	{
		std::snprintf(Text, sizeof(Text), Range.bAboveMinimum ? "above %s and at most %s%s%s" : "within %s .. %s%s%s",
			Digits(Range.Minimum).Text, Digits(Range.Maximum).Text, Range.Unit[0] ? " " : "", Range.Unit);
	}
};
}

bool NumberRange::Contains(double Value) const
{
	const auto Within = [this](auto Held, auto Low, auto High)
	{ return Held <= High && (bAboveMinimum ? Held > Low : Held >= Low); };
	return bWhole ? Within(Value, Minimum, Maximum) && Value == std::floor(Value)
				  : Within(static_cast<float>(Value), static_cast<float>(Minimum), static_cast<float>(Maximum));
}

std::string NumberRange::Text() const
{
	return RangeText(*this).Text;
}

Result<void> NumberRange::Check(const char* Field, double Value) const
{
	if (Contains(Value))
	{
		return {};
	}
	const bool bFraction = bWhole && Value != std::floor(Value);
	return Error::Format(
		"%s is %.9g; it must be %s%s", Field, Value, bFraction ? "a whole number " : "", RangeText(*this).Text);
}

double Parameter::Read(const void* Struct) const
{
	const void* const Field = static_cast<const char*>(Struct) + Offset;
	switch (Type)
	{
	case EParameterType::Number:
		return static_cast<double>(Load<float>(Field));
	case EParameterType::Integer:
		return Load<int>(Field);
	case EParameterType::Flag:
		return Load<bool>(Field) ? 1.0 : 0.0;
	case EParameterType::Bits:
		return Load<uint32_t>(Field);
	}
	return 0.0;
}

Result<void> Parameter::Write(void* Struct, double Value) const
{
	if (const Result<void> Fits = Check(Value); !Fits)
	{
		return Fits;
	}
	void* const Field = static_cast<char*>(Struct) + Offset;
	switch (Type)
	{
	case EParameterType::Number:
		Store(Field, static_cast<float>(Value));
		break;
	case EParameterType::Integer:
		Store(Field, static_cast<int>(Value));
		break;
	case EParameterType::Flag:
		Store(Field, Value != 0.0);
		break;
	case EParameterType::Bits:
		Store(Field, static_cast<uint32_t>(Value));
		break;
	}
	return {};
}

Result<void> Parameter::Check(double Value) const
{
	// The field's own name: the first letter large.
	char Field[64] = {};
	std::strncpy(Field, Name, sizeof(Field) - 1);
	Field[0] = static_cast<char>(Field[0] - 'a' + 'A');
	return Range().Check(Field, Value);
}

const Parameter* ParameterTable::Find(std::string_view Name) const
{
	for (const Parameter& Entry : List)
	{
		if (Name == Entry.Name)
		{
			return &Entry;
		}
	}
	return nullptr;
}

Result<void> ParameterTable::Check(const void* Struct) const
{
	for (const Parameter& Entry : List)
	{
		if (const Result<void> Fits = Entry.Check(Entry.Read(Struct)); !Fits)
		{
			return Fits;
		}
	}
	return {};
}

const ParameterTable& AgentParameters()
{
	static const AgentDef Defaults;
	static const Parameter List[] = {
		{"radius", CROWD_FIELD(AgentDef, Radius), 0, 1000, true, "m", "Radius of the body."},
		{"maxSpeed", CROWD_FIELD(AgentDef, MaxSpeed), 0, 1000, true, "m/s", "It is never faster."},
		{"preferredSpeed", CROWD_FIELD(AgentDef, PreferredSpeed), 0, 1000, true, "m/s",
			"How fast it walks to a goal when nothing is in the way."},
		{"maxAcceleration", CROWD_FIELD(AgentDef, MaxAcceleration), 0, CrowdNoLimit, true, "m/s^2",
			"How fast its velocity can change; the default is no limit."},
		{"maxTurnRate", CROWD_FIELD(AgentDef, MaxTurnRate), 0, CrowdNoLimit, true, "rad/s",
			"How fast its direction of movement can turn; the default is no limit."},
		{"responsibility", CROWD_FIELD(AgentDef, Responsibility), 0, 1000, false, "",
			"Its share of the avoiding against the other's; 0 never yields."},
		{"height", CROWD_FIELD(AgentDef, Height), -CrowdMaxCoordinate, CrowdMaxCoordinate, false, "m",
			"Of its feet, to tell floors apart."},
	};
	static const ParameterTable Table = {List, &Defaults, sizeof(AgentDef)};
	return Table;
}

const ParameterTable& ProfileParameters()
{
	static const AgentProfile Defaults;
	static const Parameter List[] = {
		{"neighborDistance", CROWD_FIELD(AgentProfile, NeighborDistance), 0, 1000, false, "m",
			"How far away others are seen, by their centre or, above 1 m of radius, rim."},
		{"maxNeighbors", CROWD_FIELD(AgentProfile, MaxNeighbors), 0, CrowdMaxNeighbors, false, "",
			"How many of them, the nearest, are avoided."},
		{"agentHorizon", CROWD_FIELD(AgentProfile, AgentHorizon), 0.001, 1000, false, "s",
			"How far ahead in time other agents matter."},
		{"obstacleHorizon", CROWD_FIELD(AgentProfile, ObstacleHorizon), 0.001, 1000, false, "s",
			"How far ahead in time walls matter."},
		{"floorHeight", CROWD_FIELD(AgentProfile, FloorHeight), 0, CrowdMaxCoordinate, true, "m",
			"Agents more than this above or below are on another floor: not avoided."},
		{"fieldOfView", CROWD_FIELD(AgentProfile, FieldOfView), 0, 6.2831855, true, "rad",
			"Angle around its movement in which it sees others."},
		{"sightMemory", CROWD_FIELD(AgentProfile, SightMemory), 0, 10, false, "s",
			"For so long one out of sight is remembered."},
		{"observationTime", CROWD_FIELD(AgentProfile, ObservationTime), 0, 10, false, "s",
			"How long others are in sight before it reacts to them."},
		{"observationTimeSpread", CROWD_FIELD(AgentProfile, ObservationTimeSpread), 0, 10, false, "s",
			"Standard deviation over agents."},
		{"personalSpace", CROWD_FIELD(AgentProfile, PersonalSpace), 0, 10, false, "m",
			"Radius that it plans with, if larger than its body's."},
		{"personalSpaceSpread", CROWD_FIELD(AgentProfile, PersonalSpaceSpread), 0, 10, false, "m",
			"Standard deviation over agents."},
		{"reactionAcceleration", CROWD_FIELD(AgentProfile, ReactionAcceleration), 0, 1000, true, "m/s^2",
			"How fast its velocity changes to avoid others."},
		{"reactionAccelerationSpread", CROWD_FIELD(AgentProfile, ReactionAccelerationSpread), 0, 1000, false, "m/s^2",
			"Standard deviation over agents."},
		{"brakingAcceleration", CROWD_FIELD(AgentProfile, BrakingAcceleration), 0, 1000, true, "m/s^2",
			"The same when contact is near, and for its own wish."},
		{"brakingAccelerationSpread", CROWD_FIELD(AgentProfile, BrakingAccelerationSpread), 0, 1000, false, "m/s^2",
			"Standard deviation over agents."},
		{"groups", CROWD_FIELD(AgentProfile, Groups), 0, UINT32_MAX, false, "", "Which groups it belongs to, as bits."},
		{"avoids", CROWD_FIELD(AgentProfile, Avoids), 0, UINT32_MAX, false, "",
			"Which groups it avoids, as bits; the others do not exist for it."},
	};
	static const ParameterTable Table = {List, &Defaults, sizeof(AgentProfile)};
	return Table;
}

const ParameterTable& WorldParameters()
{
	static const WorldDef Defaults;
	static const Parameter List[] = {
		{"reserveAgents", CROWD_FIELD(WorldDef, ReserveAgents), 0, 16'000'000, false, "",
			"Room to make at once: adding so many agents allocates nothing."},
		{"timeModel", CROWD_FIELD(WorldDef, bTimeModel), 0, 1, false, "",
			"Times the model's own steps, which costs some percent."},
	};
	static const ParameterTable Table = {List, &Defaults, sizeof(WorldDef)};
	return Table;
}
}
