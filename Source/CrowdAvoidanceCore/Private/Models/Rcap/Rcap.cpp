// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Models/Rcap/Rcap.h"

#include "Models/ModelBlockInternals.h"
#include "Models/Orca/HalfPlane.h"
#include "Models/Orca/Orca.h"
#include "Perception/Reaction.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
struct RcapOptions
{
	float Horizon = CrowdGentleHorizon;
	float SightRange = CrowdSightRange;
	bool bWallsHide = true;
	float SideBias = 0.1f;
	float SpaceDepth = 1.0f;
	bool bEstimate = false;
	bool bPlain = false; ///< No option: rcap-plain is a model of its own.
};

/// What an agent remembers of one whose way it will cross.
struct Encounter
{
	Vec2 Velocity; ///< That the other had at the beginning, or when it last changed it.
	float Seconds; ///< For so long it has not changed it; 0: their ways do not cross.
};

/// Who changes its velocity by so much reacts. [m/s]
constexpr float LeastReaction = 0.03f;
/// Who has not reacted for so long may not be going to ... [s]
constexpr float Patience = 1.5f;
/// ... and after so much more is not. [s]
constexpr float Doubt = 1.0f;

/// Perception comes before it and is the step's; here ORCA chooses velocities, of which agents then make what people would.
class RcapModel final : public Model
{
public:
	explicit RcapModel(const ModelSetup& Setup)
		: Options(*static_cast<const RcapOptions*>(Setup.Options)),
		  Orca(CreateOrca({.SideBias = Options.SideBias, .Clearance = 1.0f, .bPlain = Options.bPlain}, Setup.Isa)),
		  Reaction(Setup.Isa)
	{}

	ModelTraits Traits() const override
	{
		return {.bPlain = Options.bPlain,
			.Clearance = 1.0f,
			.bPerceives = true,
			.bWallsHide = Options.bWallsHide,
			.bPersonalSpace = true,
			.SpaceDepth = Options.SpaceDepth,
			.LeastHorizon = Options.Horizon,
			.LeastSight = Options.SightRange};
	}

	size_t ScratchBytes(const ModelRoom& Room) const override { return Orca->ScratchBytes(Room); }
	void PrepareScratch(const ModelRoom& Room, void* Memory) const override { Orca->PrepareScratch(Room, Memory); }

	int PairStateBytes() const override { return Options.bEstimate ? sizeof(Encounter) : 0; }

	void Solve(ModelBlock& Block) const override
	{
		const ModelBlockInternals& In = *Block.Internals;
		In.Scratch.bYields = Options.bEstimate;
		if (Options.bEstimate)
		{
			EstimateYields(Block);
		}
		Orca->Solve(Block);
		const OrcaScratch& Own = OrcaScratchOf(In.Scratch);
		Reaction.Apply(In.View, In.Scratch, In.Begin, In.End, Own.WallSlots > 0,
			[&Own](int InBlock, Vec2 Velocity)
			{
				bool bInto = false;
				for (int Slot = 0; Slot < Own.WallSlots && !bInto; ++Slot)
				{
					const int At = Slot * CROWD_BLOCK + InBlock;
					bInto = Own.WallX[At] * Velocity.X + Own.WallY[At] * Velocity.Y < Own.WallC[At] - CROWD_VIOLATION;
				}
				return bInto;
			});
	}

	int Describe(const ModelBlock& Block, int Agent, DebugGeometry& Out) const override
	{
		return Orca->Describe(Block, Agent, Out);
	}

private:
	/// Whoever goes on as if it had seen nobody, though their ways cross, is relied on less and less.
	void EstimateYields(const ModelBlock& Block) const
	{
		const ModelBlockInternals& In = *Block.Internals;
		for (int Agent = 0; Agent < Block.Count; ++Agent)
		{
			for (int Rank = 0; Rank < Block.NeighborCount(Agent); ++Rank)
			{
				const int At = Rank * CROWD_BLOCK + Agent;
				Encounter& Known = *static_cast<Encounter*>(Block.PairState(Agent, Rank));
				const AgentMotion& Its = In.View.Motion[In.Scratch.Neighbors[At]];
				const Vec2 Velocity = {Its.VelX, Its.VelY};
				const Vec2 Change = Velocity - Known.Velocity;
				if (!DoWaysCross(In.View, In.Begin + Agent, In.Scratch.Neighbors[At]))
				{
					Known.Seconds = 0.0f;
				}
				else if (Known.Seconds == 0.0f || Dot(Change, Change) > LeastReaction * LeastReaction)
				{
					Known = {Velocity, Block.Dt};
				}
				else
				{
					Known.Seconds += Block.Dt;
				}
				In.Scratch.Yields[At] = std::clamp(1.0f - (Known.Seconds - Patience) / Doubt, 0.0f, 1.0f);
			}
		}
	}

	/// Whether two agents that both go straight on would come into each other's personal space within the horizon.
	static bool DoWaysCross(const StepView& View, int Agent, int Other)
	{
		const AgentMotion& Own = View.Motion[Agent];
		const AgentMotion& Its = View.Motion[Other];
		const Vec2 Rel = {Its.X - Own.X, Its.Y - Own.Y};
		const Vec2 RelVel = {Own.VelX - Its.VelX, Own.VelY - Its.VelY};
		const float SpeedSq = Dot(RelVel, RelVel);
		const float Horizon = 1.0f / View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].InvAgentHorizon;
		const float Closest = SpeedSq > 0.0f ? std::clamp(Dot(Rel, RelVel) / SpeedSq, 0.0f, Horizon) : 0.0f;
		const Vec2 Then = Rel - Closest * RelVel;
		const float Sum = PlanningSum(View, Agent, Other, Rel.X, Rel.Y, Dot(Rel, Rel));
		return Dot(Then, Then) < Sum * Sum;
	}

	RcapOptions Options;
	std::unique_ptr<Model> Orca;
	ReactionLimit Reaction;
};

std::unique_ptr<Model> Create(const ModelSetup& Setup)
{
	return std::make_unique<RcapModel>(Setup);
}
}

ModelType RcapModelType()
{
	static const RcapOptions Defaults;
	static const Parameter List[] = {
		{"horizon", CROWD_FIELD(RcapOptions, Horizon), 0, 1000, false, "s",
			"How far ahead in time others matter at least, whatever profiles say."},
		{"sightRange", CROWD_FIELD(RcapOptions, SightRange), 0, 1000, false, "m",
			"How far away others are seen at least, whatever profiles say."},
		{"wallsHide", CROWD_FIELD(RcapOptions, bWallsHide), 0, 1, false, "", "Nobody sees through walls."},
		{"sideBias", CROWD_FIELD(RcapOptions, SideBias), 0, 1, false, "",
			"Aims this share to its right while others keep it from its desired velocity."},
		{"spaceDepth", CROWD_FIELD(RcapOptions, SpaceDepth), 0.1, 1, false, "",
			"Depth of the personal space as a share of its width: shoulders."},
		{"estimate", CROWD_FIELD(RcapOptions, bEstimate), 0, 1, false, "",
			"Relies less on those who do not react: a player, a vehicle."},
	};
	return {.Name = "rcap",
		.Description = "people: ORCA with observation time, gentle acceleration and personal space",
		.Options = {List, &Defaults, sizeof(RcapOptions)},
		.Create = Create,
		.Plain = "rcap-plain"};
}

ModelType RcapPlainModelType()
{
	static const RcapOptions Plain = {.SideBias = 0.0f, .bPlain = true};
	return {.Name = "rcap-plain",
		.Description = "the same exactly as its paper has it, for comparisons",
		.Options = {{}, &Plain, sizeof(RcapOptions)},
		.Create = Create};
}
}
