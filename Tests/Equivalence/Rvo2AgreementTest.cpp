// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

// Plain ORCA is ORCA: one step from a random state gives the velocities that RVO2 gives.
#if CROWD_WITH_RVO2

#include "CrowdBench/Agreement.h"

#include <gtest/gtest.h>

#include <string>

namespace CrowdAvoidance::Bench::Rvo2AgreementTest
{
namespace
{
void ExpectAgreement(float Density, bool bObstacles, EIsa Isa)
{
	for (int Repeat = 0; Repeat < 3; ++Repeat)
	{
		// Of its own for every density, or the same pattern would only be scaled.
		const uint64_t Seed = static_cast<uint64_t>(1000.0f * Density) + static_cast<uint64_t>(Repeat);
		const AgreementResult Outcome =
			CompareWithRvo2({.Agents = 2000, .Density = Density, .bObstacles = bObstacles, .Seed = Seed, .Isa = Isa});
		EXPECT_GE(Outcome.Share(), RequiredAgreement)
			<< "density " << Density << ", obstacles " << bObstacles << ", isa " << IsaName(Isa) << ", seed " << Seed
			<< ", worst difference " << Outcome.WorstDifference << " m/s";
		// Were many left out, the comparison would prove nothing.
		EXPECT_LE(Outcome.Ties, 20);
		EXPECT_GE(Outcome.Compared, 1000);
	}
}
}

class Rvo2Agreement : public testing::TestWithParam<EIsa>
{};

TEST_P(Rvo2Agreement, AmongAgentsAlone)
{
	if (!IsIsaAvailable(GetParam()))
	{
		GTEST_SKIP() << IsaName(GetParam()) << " is not available here";
	}
	for (const float Density : {0.2f, 0.7f, 1.5f, 3.0f})
	{
		ExpectAgreement(Density, false, GetParam());
	}
}

TEST_P(Rvo2Agreement, AmongObstacles)
{
	if (!IsIsaAvailable(GetParam()))
	{
		GTEST_SKIP() << IsaName(GetParam()) << " is not available here";
	}
	for (const float Density : {0.2f, 0.7f, 1.5f, 3.0f})
	{
		ExpectAgreement(Density, true, GetParam());
	}
}

INSTANTIATE_TEST_SUITE_P(Isas, Rvo2Agreement, testing::Values(EIsa::Scalar, EIsa::Sse4, EIsa::Avx2, EIsa::Avx512),
	[](const testing::TestParamInfo<EIsa>& Info) { return std::string(IsaName(Info.param)); });
}

#endif
