// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdBench/Contender.h"

#include <optional>

namespace CrowdAvoidance::Bench
{
namespace
{
/// A simulation with the planner of the scene, which plans inside the step.
class CrowdContender final : public Contender
{
public:
	CrowdContender(const ModelType& InModel, EIsa Isa, int InThreads)
		: Contender(InModel.Name, IsaName(Isa), InThreads),
		  Options{.World = {.Model = InModel.Name, .Isa = Isa}, .Threads = InThreads}
	{}

	void Fill(const Scenarios::Scene& InScene) override
	{
		// Which outlives us: a copy would count as memory of ours.
		Run.emplace(std::shared_ptr<const Scenarios::Scene>(std::shared_ptr<void>(), &InScene), Options);
	}

	double Step() override
	{
		Run->Step();
		return Run->LastReport().Times.Wall;
	}

	void Read(CrowdFrame& Out) const override { Run->Read(Out); }
	void Restore(const CrowdFrame& Frame) override { Run->Restore(Frame); }
	int ArrivedCount() const override { return Run->ArrivedCount(); }
	int PresentCount() const override { return Run->GetWorld().AgentCount(); }
	const StageTimes* Stages() const override { return &Run->LastReport().Times; }
	size_t MemoryBytes() const override { return Run->GetWorld().MemoryBytes(); }

private:
	Scenarios::RunOptions Options;
	std::optional<Scenarios::Simulation> Run;
};
}

std::unique_ptr<Contender> CreateCrowdContender(const ModelType& Model, EIsa Isa, int Threads)
{
	return std::make_unique<CrowdContender>(Model, Isa, Threads);
}
}
