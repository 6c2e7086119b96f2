// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Scenarios/Scene.h"

#include <type_traits>
#include <utility>

namespace CrowdAvoidance::Scenarios
{
/// Turns an error of the world's into one that names the part of the scene it is about: a scene that Core refuses is bad input.
template <typename T>
T Require(Result<T> Outcome, const std::string& SceneName, const std::string& What)
{
	if (!Outcome)
	{
		throw InputError(SceneName + ": " + What + ": " + Outcome.ErrorText());
	}
	if constexpr (!std::is_void_v<T>)
	{
		return std::move(Outcome.Value());
	}
}
}
