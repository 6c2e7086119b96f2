// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Environment.h"

#include "Scenarios/Environments/PlannerInput.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Scenarios
{
Environment ReadEnvironment(const ObjectReader& Top, Scene& OutScene)
{
	if (!Top.Has("environment"))
	{
		return {};
	}
	const ObjectReader Reader = Top.Child("environment");
	const std::string Kind = Reader.Choice("kind", {"office", "stadium", "city"});
	const auto Build = Kind == "office" ? BuildOffice : Kind == "stadium" ? BuildStadium : BuildCity;
	Environment Built = Build(Reader, OutScene);
	if (OutScene.Exits.size() > MaxExits)
	{
		Top.GetContext().Refuse("exits",
			fmt::format(
				"are {} together with those of the environment, must be at most {}", OutScene.Exits.size(), MaxExits));
	}
	return Built;
}

void SetGround(Point Low, Point High, Scene& OutScene)
{
	if (!OutScene.bHasGround)
	{
		OutScene.GroundMin = Low.Rounded();
		OutScene.GroundMax = High.Rounded();
		OutScene.bHasGround = true;
	}
}
}
