// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Models/Rcap/Rcap.h"

#include "Models/ModelBlockInternals.h"
#include "Models/Orca/Orca.h"
#include "Perception/Reaction.h"

namespace CrowdAvoidance
{
namespace
{
struct RcapOptions
{
	float Horizon = 5.0f;
	float SightRange = 15.0f;
	bool bWallsHide = true;
	float SideBias = 0.1f;
	bool bPlain = false; ///< No option: rcap-plain is a model of its own.
};

/// Perception comes before it and is the step's; here ORCA chooses velocities, of which agents then make what people would.
class RcapModel final : public Model
{
public:
	explicit RcapModel(const ModelSetup& Setup)
		: Options(*static_cast<const RcapOptions*>(Setup.Options)),
		  Orca(CreateOrca({.SideBias = Options.SideBias, .Clearance = 1.0f, .bPlain = Options.bPlain}, Setup.Isa)),
		  LimitReaction(LimitReactionFor(Setup.Isa))
	{}

	ModelTraits Traits() const override
	{
		return {.bPlain = Options.bPlain,
			.Clearance = 1.0f,
			.bPerceives = true,
			.bWallsHide = Options.bWallsHide,
			.bPersonalSpace = true,
			.LeastHorizon = Options.Horizon,
			.LeastSight = Options.SightRange};
	}

	size_t ScratchBytes(const ModelRoom& Room) const override { return Orca->ScratchBytes(Room); }
	void PrepareScratch(const ModelRoom& Room, void* Memory) const override { Orca->PrepareScratch(Room, Memory); }

	void Solve(ModelBlock& Block) const override
	{
		Orca->Solve(Block);
		const ModelBlockInternals& In = *Block.Internals;
		NoteUrgentWalls(In.View, In.Scratch, In.Begin, In.End);
		LimitReaction(&In.View, &In.Scratch, In.Begin, In.Begin, In.End);
	}

	int Describe(const ModelBlock& Block, int Agent, DebugGeometry& Out) const override
	{
		return Orca->Describe(Block, Agent, Out);
	}

private:
	/// Who goes on as it does and would be in a wall within the horizon brakes as hard as it can.
	static void NoteUrgentWalls(const StepView& View, BlockScratch& Scratch, int Begin, int End)
	{
		const OrcaScratch& Own = OrcaScratchOf(Scratch);
		for (int InBlock = 0; InBlock < End - Begin; ++InBlock)
		{
			Scratch.Urgency[InBlock] = 0.0f;
		}
		for (int Slot = 0; Slot < Own.WallSlots; ++Slot)
		{
			const int First = Slot * CROWD_BLOCK;
			for (int InBlock = 0; InBlock < End - Begin; ++InBlock)
			{
				const AgentMotion& Motion = View.Motion[Begin + InBlock];
				const int At = First + InBlock;
				const float Along = Own.WallX[At] * Motion.VelX + Own.WallY[At] * Motion.VelY;
				Scratch.Urgency[InBlock] = Along < Own.WallC[At] ? 1.0f : Scratch.Urgency[InBlock];
			}
		}
	}

	RcapOptions Options;
	std::unique_ptr<Model> Orca;
	BlockFunction LimitReaction;
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
