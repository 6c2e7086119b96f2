// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Any text as trajectories: refused with an InputError, or tracks that can be asked for a place at any time.

#include "Scenarios/TrajectoryText.h"

#include "FuzzTarget.h"
#include "Scenarios/Spawners.h"

#include <cmath>

using namespace CrowdAvoidance;

namespace
{
void Read(std::string_view Text, const Scenarios::TrajectoryFormat& Format)
{
	try
	{
		const Scenarios::TrajectorySet Set = Scenarios::ParseTrajectories(Text, "fuzz", Format);
		FuzzRequire(Scenarios::FrameRateRange.Contains(Set.FrameRate), "impossible frame rate accepted");
		FuzzRequire(!Set.People.empty(), "accepted with nobody in it");
		for (const Scenarios::PersonTrack& Track : Set.People)
		{
			FuzzRequire(Set.Find(Track.Id) == &Track, "somebody is not found again");
			for (size_t I = 0; I < Track.Points.size(); ++I)
			{
				const Scenarios::Point P = Track.Points[I].Position;
				FuzzRequire(Scenarios::CoordinateRange.Contains(P.X) && Scenarios::CoordinateRange.Contains(P.Y),
					"impossible place accepted");
				FuzzRequire(I == 0 || Track.Points[I - 1].Frame < Track.Points[I].Frame, "frames out of order");
			}
			const double Middle = 0.5 * static_cast<double>(Track.FirstFrame() + Track.LastFrame());
			FuzzRequire(Track.At(Middle).has_value(), "no place in the middle");
			FuzzRequire(!Track.At(static_cast<double>(Track.LastFrame()) + 1.0), "a place after the end");
			FuzzRequire(!Track.At(std::nan("")), "a place at no time");
		}
	}
	catch (const Scenarios::InputError& Refused)
	{
		FuzzRequire(Refused.what()[0] != '\0', "refused without a text");
	}
}
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::string_view Text(reinterpret_cast<const char*>(Data), Size);
	Read(Text, {});
	Read(Text, {.FrameRate = 25.0, .UnitMeters = 0.01});
	return 0;
}

std::vector<std::string> FuzzSeeds()
{
	return {"# framerate: 16\n# id frame x/m y/m z/m\n0 0 1.5 -2.25 0\n0 1 1.6 -2.25 0\n1 0 3 4 0\n",
		"# framerate: 25.00 fps\r\n# x/cm y/cm\r\n7\t3\t150.5\t-20\r\n7\t9\t160\t-20\r\n",
		"12.0 4 1e3 2e-3\n\n12 5 1 2 3\n"};
}
