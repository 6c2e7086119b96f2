// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Any bytes as a snapshot of a world, with size and checksum put right: refused with a text, or a world that steps.

#include "ForgedSnapshot.h"
#include "FuzzTarget.h"
#include "RandomScene.h"
#include "TestWorld.h"

#include <algorithm>
#include <cstring>

using namespace CrowdAvoidance;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	std::vector<std::byte> Bytes(std::max(Size, Testing::ForgedHeaderSize));
	std::memcpy(Bytes.data(), Data, Size);
	Testing::SignSnapshot(Bytes);
	Result<World> Loaded = World::Load(Bytes);
	if (!Loaded)
	{
		FuzzRequire(Loaded.ErrorText()[0] != '\0', "refused without a text");
		return 0;
	}
	World& Crowd = Loaded.Value();
	const std::vector<std::byte> Saved = Crowd.Save().Value();
	FuzzRequire(World::Load(Saved).Value().Save().Value() == Saved, "another one after it was loaded");
	Testing::MustStep(Crowd, 0.1f);
	FuzzRequire(Testing::FindNonFinite(Crowd).empty(), "a place that is not finite");
	return 0;
}

std::vector<std::string> FuzzSeeds()
{
	std::vector<std::string> Seeds;
	for (const char* const Model : {"orca", "clearpath"})
	{
		Testing::RandomScene Scene(Testing::SmallMixedScene(Model, 5), EIsa::Auto);
		Scene.Step();
		const std::vector<std::byte> Saved = Scene.Get().Save().Value();
		Seeds.emplace_back(reinterpret_cast<const char*>(Saved.data()), Saved.size());
	}
	return Seeds;
}
