// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/RunSnapshot.h"

#include "Scenarios/JsonReader.h"

#include <fmt/format.h>

namespace CrowdAvoidance::Cli
{
namespace
{
constexpr char RunKind[] = "CROWDRUN";
constexpr uint32_t RunVersion = 1;
constexpr size_t MostBytes = size_t{4} << 30;
}

bool IsSnapshotPath(std::string_view Path)
{
	return Path.ends_with(".crowdsnap");
}

RunSetup ReadSnapshot(const std::string& Path)
{
	const std::string Bytes = Scenarios::ReadFile(Path, MostBytes);
	Result<SnapshotReader> From = SnapshotReader::Open(std::as_bytes(std::span(Bytes)), RunKind, RunVersion);
	if (!From)
	{
		throw Scenarios::InputError(fmt::format("{}: {}", Path, From.ErrorText()));
	}
	std::string SetupText;
	From.Value()(SetupText);
	const std::span<const std::byte> State = From.Value().Raw(From.Value().BytesLeft());
	if (const Result<void> Read = From.Value().Finish(); !Read)
	{
		throw Scenarios::InputError(fmt::format("{}: {}", Path, Read.ErrorText()));
	}
	RunSetup Setup = RunSetup::FromJson(SetupText, Path);
	Setup.Steps.reset();
	Setup.State.assign(State.begin(), State.end());
	return Setup;
}

std::string SnapshotBytes(const RunSetup& Setup, const Scenarios::Simulation& Run)
{
	SnapshotWriter To;
	To(Setup.ToJson());
	Run.Save(To);
	const std::vector<std::byte> Sealed = To.Seal(RunKind, RunVersion);
	return {reinterpret_cast<const char*>(Sealed.data()), Sealed.size()};
}
}
