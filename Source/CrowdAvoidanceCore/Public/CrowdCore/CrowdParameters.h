// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace CrowdAvoidance
{
/// What a number may be. Every check of one and every text about it comes from here.
struct NumberRange
{
	double Minimum = 0.0;
	double Maximum = 0.0;
	const char* Unit = "";      ///< For the text: "m/s"; empty: none.
	bool bAboveMinimum = false; ///< Minimum itself is refused.
	bool bWhole = false;        ///< Whole numbers only.

	/// Whole numbers as they are, others in single precision, as fields hold them: 0.1 is a little more there, 1e-300 is 0.
	CROWDAVOIDANCECORE_API bool Contains(double Value) const;
	/// "above 0 and at most 1000 m", "within 0 .. 64".
	CROWDAVOIDANCECORE_API std::string Text() const;
	/// "Radius is -1; it must be above 0 and at most 1000 m".
	CROWDAVOIDANCECORE_API Result<void> Check(const char* Field, double Value) const;
};

enum class EParameterType : uint8_t
{
	Number,  ///< float
	Integer, ///< int
	Flag,    ///< bool
	Bits,    ///< uint32_t
};

/// What is known of one field of a struct of parameters: checks, files, command line, sliders and tables in Docs derive from it.
/// Its default is in the struct.
struct Parameter
{
	const char* Name; ///< As files and the command line have it: "maxSpeed" for the field MaxSpeed.
	EParameterType Type;
	size_t Offset;      ///< Of the field in its struct. [bytes]
	double Minimum;     ///< Finite.
	double Maximum;     ///< Finite.
	bool bAboveMinimum; ///< Minimum itself is refused.
	const char* Unit;   ///< "m/s"; empty: none.
	const char* Description;

	/// Of a struct that the parameter is a field of.
	CROWDAVOIDANCECORE_API double Read(const void* Struct) const;
	/// Changes nothing where the value is refused. Whoever writes knows that the struct is one of the parameter's.
	CROWDAVOIDANCECORE_API Result<void> Write(void* Struct, double Value) const;
	CROWDAVOIDANCECORE_API Result<void> Check(double Value) const;
	NumberRange Range() const { return {Minimum, Maximum, Unit, bAboveMinimum, Type != EParameterType::Number}; }
};

/// All parameters of a struct.
struct ParameterTable
{
	std::span<const Parameter> List;
	const void* Defaults = nullptr; ///< A struct as it is by default.
	size_t Bytes = 0;               ///< Of the struct. Options of models are copied byte by byte.

	/// Null: there is none of that name.
	CROWDAVOIDANCECORE_API const Parameter* Find(std::string_view Name) const;
	/// Of all fields; the error is about the first that is out of range.
	CROWDAVOIDANCECORE_API Result<void> Check(const void* Struct) const;
	double DefaultOf(const Parameter& Entry) const { return Entry.Read(Defaults); }
};

template <typename FieldType>
constexpr EParameterType ParameterTypeOf()
{
	if constexpr (std::is_same_v<FieldType, float>)
	{
		return EParameterType::Number;
	}
	else if constexpr (std::is_same_v<FieldType, int>)
	{
		return EParameterType::Integer;
	}
	else if constexpr (std::is_same_v<FieldType, bool>)
	{
		return EParameterType::Flag;
	}
	else
	{
		static_assert(std::is_same_v<FieldType, uint32_t>);
		return EParameterType::Bits;
	}
}

/// The two entries of a Parameter that follow from its field.
#define CROWD_FIELD(Struct, Field) ParameterTypeOf<decltype(Struct::Field)>(), offsetof(Struct, Field)
}
