// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "TestModel.h"

#include <algorithm>
#include <cstring>

namespace CrowdAvoidance::Testing
{
namespace
{
struct TestOptions
{
	float Patience = 1.0f;
};

struct AgentMemory
{
	uint64_t Id;
	int Steps;
};

struct PairMemory
{
	uint64_t Own;
	uint64_t Other;
	float Known;
};

struct Room
{
	int Neighbors;
	int Blocks;
};

class TestModel final : public Model
{
public:
	explicit TestModel(const ModelSetup& Setup) : Options(*static_cast<const TestOptions*>(Setup.Options)) {}

	int AgentStateBytes() const override { return sizeof(AgentMemory); }
	int PairStateBytes() const override { return sizeof(PairMemory); }
	size_t ScratchBytes(const ModelRoom&) const override { return sizeof(Room); }
	void PrepareScratch(const ModelRoom& Wanted, void* Scratch) const override
	{
		const Room Made = {Wanted.Neighbors, 0};
		std::memcpy(Scratch, &Made, sizeof(Made));
	}

	void Solve(ModelBlock& Block) const override
	{
		Room& Own = *static_cast<Room*>(Block.Scratch());
		++Own.Blocks;
		for (int Agent = 0; Agent < Block.Count; ++Agent)
		{
			Check(Block.NeighborCount(Agent) <= Own.Neighbors);
			AgentMemory& Self = *static_cast<AgentMemory*>(Block.AgentState(Agent));
			Check(Self.Steps == 0 || Self.Id == Block.Id(Agent));
			// Field by field: padding is saved too.
			Self.Id = Block.Id(Agent);
			++Self.Steps;
			float Longest = 0.0f;
			for (int Rank = 0; Rank < Block.NeighborCount(Agent); ++Rank)
			{
				const ModelNeighbor Other = Block.Neighbor(Agent, Rank);
				PairMemory& Pair = *static_cast<PairMemory*>(Block.PairState(Agent, Rank));
				Check(Pair.Known == 0.0f || (Pair.Own == Block.Id(Agent) && Pair.Other == Other.Id));
				Pair.Own = Block.Id(Agent);
				Pair.Other = Other.Id;
				Pair.Known += Block.Dt;
				Check(Pair.Known <= static_cast<float>(Self.Steps) * Block.Dt + 1e-3f);
				Longest = std::max(Longest, Pair.Known);
			}
			const size_t At = static_cast<size_t>(Agent);
			const bool bStands = Longest > Options.Patience;
			Block.NewVelocityX[At] = bStands ? 0.0f : Block.DesiredX[At];
			Block.NewVelocityY[At] = bStands ? 0.0f : Block.DesiredY[At];
		}
	}

	int Describe(const ModelBlock& Block, int Agent, DebugGeometry& Out) const override
	{
		ModelWall Walls[4];
		for (int Wall = 0; Wall < Block.Walls(Agent, Walls); ++Wall)
		{
			Out.AddLine(EDebugKind::ForbiddenHalfPlane, Walls[Wall].From, Walls[Wall].To);
		}
		return Block.NeighborCount(Agent);
	}

private:
	static void Check(bool bFine) { TestModelFaults() += bFine ? 0 : 1; }

	TestOptions Options;
};
}

void RegisterTestModel()
{
	static const TestOptions Defaults;
	static const Parameter List[] = {{"patience", CROWD_FIELD(TestOptions, Patience), 0, 100, false, "s",
		"For how long it bears to know a neighbour before it stands."}};
	if (!FindModel(TestModelName))
	{
		RegisterModel({.Name = TestModelName,
						  .Description = "walks on until it has known a neighbour for a while",
						  .Options = {List, &Defaults, sizeof(TestOptions)},
						  .Create = [](const ModelSetup& Setup) -> std::unique_ptr<Model>
						  { return std::make_unique<TestModel>(Setup); }})
			.Value();
	}
}

std::atomic<int>& TestModelFaults()
{
	static std::atomic<int> Faults = 0;
	return Faults;
}
}
