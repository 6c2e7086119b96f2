// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The lists that models are given, against looking at everybody: the same agents, in the same order.
#include "TestRandom.h"
#include "TestWorld.h"

#include "CrowdCore/CrowdModel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

namespace CrowdAvoidance::Testing::NeighborListTest
{
namespace
{
constexpr const char* ListingModel = "test-listing";
/// Lists go by squared distances without so many of their lowest bits, then by ids (Docs/Architecture.md, ties and ids).
constexpr int DroppedBits = 9;

/// Ids, by id. Worlds here have no threads.
using Lists = std::map<uint64_t, std::vector<uint64_t>>;

Lists& Listed()
{
	static Lists All;
	return All;
}

/// Notes whom it is given, and stands.
class Listing final : public Model
{
public:
	void Solve(ModelBlock& Block) const override
	{
		for (int Agent = 0; Agent < Block.Count; ++Agent)
		{
			std::vector<uint64_t>& List = Listed()[Block.Id(Agent)];
			for (int Rank = 0; Rank < Block.NeighborCount(Agent); ++Rank)
			{
				List.push_back(Block.Neighbor(Agent, Rank).Id);
			}
			Block.NewVelocityX[static_cast<size_t>(Agent)] = 0.0f;
			Block.NewVelocityY[static_cast<size_t>(Agent)] = 0.0f;
		}
	}
};

void RegisterListingModel()
{
	if (!FindModel(ListingModel))
	{
		RegisterModel(
			{.Name = ListingModel,
				.Description = "notes whom it is given",
				.Options = {},
				.Create = [](const ModelSetup&) -> std::unique_ptr<Model> { return std::make_unique<Listing>(); }})
			.Value();
	}
}

struct Person
{
	AgentDef Def;
	AgentProfile Profile;
};

struct Candidate
{
	float DistanceSq;
	uint64_t Id;

	uint32_t Truncated() const { return std::bit_cast<uint32_t>(DistanceSq) >> DroppedBits; }
};

std::vector<uint64_t> ExpectedList(const std::vector<Person>& Crowd, const Person& Self)
{
	std::vector<Candidate> Found;
	for (const Person& Other : Crowd)
	{
		const float DX = Other.Def.Position.X - Self.Def.Position.X;
		const float DY = Other.Def.Position.Y - Self.Def.Position.Y;
		const float DistanceSq = DX * DX + DY * DY;
		if (Other.Def.Id != Self.Def.Id && DistanceSq < Self.Profile.NeighborDistance * Self.Profile.NeighborDistance &&
			(Self.Profile.Avoids & Other.Profile.Groups) != 0 &&
			std::fabs(Other.Def.Height - Self.Def.Height) <= Self.Profile.FloorHeight)
		{
			Found.push_back({DistanceSq, Other.Def.Id});
		}
	}
	std::sort(Found.begin(), Found.end(),
		[](const Candidate& A, const Candidate& B)
		{ return A.DistanceSq != B.DistanceSq ? A.DistanceSq < B.DistanceSq : A.Id < B.Id; });
	Found.resize(std::min(Found.size(), static_cast<size_t>(Self.Profile.MaxNeighbors)));
	std::sort(Found.begin(), Found.end(),
		[](const Candidate& A, const Candidate& B)
		{ return A.Truncated() != B.Truncated() ? A.Truncated() < B.Truncated() : A.Id < B.Id; });
	std::vector<uint64_t> Ids;
	for (const Candidate& Other : Found)
	{
		Ids.push_back(Other.Id);
	}
	return Ids;
}

void ExpectExactLists(const std::vector<Person>& Crowd)
{
	for (const EIsa Isa : AvailableIsas())
	{
		World Target = MakeWorld({.Model = ListingModel, .Isa = Isa});
		std::vector<std::pair<AgentProfile, ProfileHandle>> Known;
		for (const Person& Each : Crowd)
		{
			auto Same =
				std::find_if(Known.begin(), Known.end(), [&](const auto& Pair) { return Pair.first == Each.Profile; });
			if (Same == Known.end())
			{
				Same = Known.insert(Known.end(), {Each.Profile, MustAddProfile(Target, Each.Profile)});
			}
			AgentDef Def = Each.Def;
			Def.Profile = Same->second;
			MustAdd(Target, Def);
		}
		// The first step knows nothing of the density, the second finds agents sorted.
		for (int Step = 0; Step < 2; ++Step)
		{
			Listed().clear();
			MustStep(Target, 0.1f);
			for (const Person& Each : Crowd)
			{
				ASSERT_EQ(Listed()[Each.Def.Id], ExpectedList(Crowd, Each))
					<< IsaName(Isa) << ", step " << Step << ", agent " << Each.Def.Id << " of " << Crowd.size()
					<< ", neighbours " << Each.Profile.MaxNeighbors << ", range " << Each.Profile.NeighborDistance;
			}
		}
	}
}

class NeighborLists : public testing::Test
{
protected:
	NeighborLists() { RegisterListingModel(); }

	/// So many agents for each square metre, with ids in no order.
	std::vector<Person> Spread(int Agents, float Density, const AgentProfile& Profile, float Flatness = 1.0f)
	{
		const float HalfSide = 0.5f * std::sqrt(static_cast<float>(Agents) / Density);
		std::vector<Person> Crowd(static_cast<size_t>(Agents));
		for (Person& Each : Crowd)
		{
			const Vec2 Place = Random.InSquare(HalfSide);
			Each.Def.Position = {Place.X / Flatness, Place.Y * Flatness};
			Each.Def.Id = Random.Bits() >> 8;
			Each.Profile = Profile;
		}
		return Crowd;
	}

	TestRandom Random{1};
};

AgentProfile Seeing(int Neighbors, float Range)
{
	AgentProfile Profile;
	Profile.MaxNeighbors = Neighbors;
	Profile.NeighborDistance = Range;
	return Profile;
}

TEST_F(NeighborLists, AreExactForCrowdsOfEverySize)
{
	for (const int Agents : {2, 5, 9, 17, 40, 90, 200, 700})
	{
		for (const float Density : {0.02f, 0.7f, 3.0f})
		{
			ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Spread(Agents, Density, Seeing(10, 5.0f))));
		}
	}
}

TEST_F(NeighborLists, AreExactForEveryNumberAndRange)
{
	for (const int Neighbors : {0, 1, 4, 10, 11, 24, 64})
	{
		for (const float Range : {0.0f, 1.0f, 3.0f, 30.0f})
		{
			ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Spread(300, 1.0f, Seeing(Neighbors, Range))));
		}
	}
}

TEST_F(NeighborLists, AreExactWhereAgentsDiffer)
{
	for (const bool bFilters : {false, true})
	{
		std::vector<Person> Crowd = Spread(500, 0.9f, {});
		for (Person& Each : Crowd)
		{
			static constexpr int Numbers[] = {0, 1, 7, 10, 17};
			Each.Profile = Seeing(Numbers[Random.Index(5)], static_cast<float>(Random.Integer(1, 9)));
			if (bFilters)
			{
				Each.Profile.Groups = 1u << Random.Index(3);
				Each.Profile.Avoids = static_cast<uint32_t>(Random.Integer(0, 7));
				Each.Def.Height = static_cast<float>(Random.Index(2)) * 3.0f;
			}
		}
		ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Crowd));
	}
}

TEST_F(NeighborLists, AreExactWhereTheCrowdIsUneven)
{
	// Knots of many in a field of few: windows with too many candidates beside windows with too few.
	std::vector<Person> Crowd = Spread(300, 0.05f, Seeing(10, 8.0f));
	for (size_t Agent = 0; Agent < Crowd.size(); ++Agent)
	{
		if (Agent % 3 == 0)
		{
			const Vec2 Near = Random.InSquare(0.6f);
			const float Knot = Agent % 2 == 0 ? 10.0f : -12.0f;
			Crowd[Agent].Def.Position = {Knot + Near.X, Near.Y};
		}
	}
	ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Crowd));
	ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Spread(400, 0.7f, Seeing(10, 5.0f), 6.0f)));
	ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Spread(400, 0.7f, Seeing(10, 5.0f), 0.05f)));
}

TEST_F(NeighborLists, OrderEquallyNearOnesByTheirIds)
{
	for (const float Spacing : {1.0f, 0.99999f})
	{
		std::vector<Person> Crowd = Spread(400, 1.0f, Seeing(10, 5.0f));
		for (size_t Agent = 0; Agent < Crowd.size(); ++Agent)
		{
			Crowd[Agent].Def.Position = {
				Spacing * static_cast<float>(Agent % 20), Spacing * static_cast<float>(Agent / 20)};
		}
		// Several on one spot.
		for (size_t Agent = 0; Agent < 25; ++Agent)
		{
			Crowd[Agent * 16].Def.Position = Crowd[Agent / 13].Def.Position;
		}
		ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Crowd));
	}
}

TEST_F(NeighborLists, AreExactInAFoldedWorld)
{
	std::vector<Person> Crowd = Spread(600, 1.0f, Seeing(10, 5.0f));
	for (size_t Agent = 0; Agent < Crowd.size(); ++Agent)
	{
		const float Cluster = static_cast<float>(Agent % 6);
		Crowd[Agent].Def.Position.X += 4000.0f * Cluster;
		Crowd[Agent].Def.Position.Y += 900.0f * Cluster * Cluster;
	}
	ASSERT_NO_FATAL_FAILURE(ExpectExactLists(Crowd));
}
}
}
