// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Playback.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace CrowdAvoidance::Viewer
{
using Scenarios::InputError;

Playback::Playback(const std::string& InPath) : Path(InPath)
{
	// Opening a pipe would wait for somebody to write into it.
	std::error_code Trouble;
	if (!std::filesystem::is_regular_file(Path, Trouble))
	{
		throw InputError(fmt::format("'{}' is no file", Path));
	}
	if (const Result<void> Opened = Reader.Open(Path.c_str()); !Opened)
	{
		throw InputError(Opened.ErrorText());
	}
	if (Reader.FrameCount() == 0)
	{
		throw InputError(fmt::format("'{}' has no frames, so there is nothing to see", Path));
	}
	Setup = Cli::RunSetup::FromJson(std::string(Reader.SetupText()), Path);
	Scene = Setup.MakeScene();
	Seek(0);
}

void Playback::Seek(int Wanted)
{
	const int Target = std::clamp(Wanted, 0, FrameCount() - 1);
	const Result<RecordedFrame> Read = Reader.ReadFrame(Target);
	if (!Read)
	{
		throw InputError(Read.ErrorText());
	}
	const RecordedFrame& Recorded = Read.Value();
	Display::Snapshot Next;
	Next.Step = static_cast<uint64_t>(Target);
	Next.Seconds = Target * static_cast<double>(Reader.Dt());
	for (int Place = 0; Place < Recorded.AgentCount; ++Place)
	{
		const RecordedAgent& From = Recorded.Agents[Place];
		if (From.HandleIndex >= Scene.Agents.size())
		{
			throw InputError(fmt::format("'{}': frame {} has an agent {}, its scenario has {} agents", Path, Target,
				From.HandleIndex, Scene.Agents.size()));
		}
		const Scenarios::SceneAgent& Source = Scene.Agents[From.HandleIndex];
		Next.Agents.push_back({.Number = From.HandleIndex,
			.Group = Source.Group,
			.Position = From.Position,
			.Velocity = From.Velocity,
			.Radius = Source.Radius,
			.MaxSpeed = Source.MaxSpeed,
			.Density = 0.0f,
			.bOverlaps = false,
			.bArrived = false});
	}
	Display::MeasureCrowding(Scene, Next);
	Frame = std::move(Next);
	Number = Target;
}
}
