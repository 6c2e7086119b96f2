// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "KeepingBackend.h"

#include "Step/Backend.h"

#include <algorithm>
#include <array>
#include <span>

namespace CrowdAvoidance::Testing
{
namespace
{
std::string LettersOf(EColumns Columns)
{
	std::string Out;
	for (size_t Bit = 0; Bit < 5; ++Bit)
	{
		if ((static_cast<uint32_t>(Columns) >> Bit) & 1u)
		{
			Out += "MABSP"[Bit];
		}
	}
	return Out;
}

class KeepingBackend final : public Backend
{
public:
	KeepingBackend(EIsa Isa, KeepingLog* InLog) : Cpu(CreateCpuBackend(Isa)), Log(InLog) {}

	EIsa Isa() const override { return Cpu->Isa(); }

	StepReport Step(AgentStore& Agents, const StepInputs& Inputs) override
	{
		if (Log)
		{
			Log->Taken.push_back(LettersOf(Agents.Changed));
		}
		ForEach(Agents, Agents.Changed,
			[](std::span<std::byte> InStore, std::vector<std::byte>& Own)
			{ Own.assign(InStore.begin(), InStore.end()); });
		// Whatever else is in the store counts for nothing: somebody may have written there and not said so.
		ForEach(Agents, EColumns::All, Restore);
		const StepReport Report = Cpu->Step(Agents, Inputs);
		ForEach(Agents, EColumns::All,
			[](std::span<std::byte> InStore, std::vector<std::byte>& Own)
			{
				Own.assign(InStore.begin(), InStore.end());
				// Not a number as a float, and nobody's slot.
				std::fill(InStore.begin(), InStore.end(), std::byte{0xff});
			});
		Agents.Stale = EColumns::All;
		return Report;
	}

	void Fetch(AgentStore& Agents, EColumns Columns) override
	{
		if (Log)
		{
			Log->Fetched.push_back(LettersOf(Columns));
		}
		ForEach(Agents, Columns, Restore);
	}

	size_t MemoryBytes() const override { return Cpu->MemoryBytes(); }

private:
	static void Restore(std::span<std::byte> InStore, std::vector<std::byte>& Own)
	{
		CROWD_ASSERT(InStore.size() == Own.size());
		std::copy(Own.begin(), Own.end(), InStore.begin());
	}

	/// Calls Visit(bytes of an array of the store, our copy of them) for all that belong to Columns.
	template <typename Visitor>
	void ForEach(AgentStore& Agents, EColumns Columns, Visitor&& Visit)
	{
		size_t Number = 0;
		const auto VisitArray = [&](EColumns Bit, auto& Array)
		{
			std::vector<std::byte>& Own = Kept[Number++];
			if ((Columns & Bit) != EColumns::None)
			{
				Visit(std::as_writable_bytes(std::span(Array.Get(), Array.Size())), Own);
			}
		};
		VisitArray(EColumns::Motion, Agents.Now.Motion);
		VisitArray(EColumns::Aim, Agents.Now.Aim);
		VisitArray(EColumns::Body, Agents.Now.Body);
		for (AlignedArray<float>& Scalar : Agents.Now.Scalars)
		{
			VisitArray(EColumns::Scalars, Scalar);
		}
		Agents.ForEachMemory([&](auto& Array) { VisitArray(EColumns::Memory, Array); });
	}

	std::unique_ptr<Backend> Cpu;
	KeepingLog* Log;
	std::array<std::vector<std::byte>, 7 + CROWD_SCALARS> Kept;
};
}

Result<World> LoadKeepingWorld(std::span<const std::byte> Bytes, const WorldHost& Host)
{
	return LoadWorld(
		Bytes, Host, std::make_unique<KeepingBackend>(Host.Isa == EIsa::Auto ? BestIsa() : Host.Isa, nullptr));
}

Result<World> CreateKeepingWorld(const WorldDef& Def, KeepingLog* Log)
{
	return CreateWorld(Def, std::make_unique<KeepingBackend>(Def.Isa == EIsa::Auto ? BestIsa() : Def.Isa, Log));
}
}
