// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Replay/OverlayLog.h"

#include "Display/Colors.h"
#include "Replay/Packing.h"
#include "Scenarios/Require.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace CrowdAvoidance::Replay
{
namespace
{
/// Points in velocity space are kept to this share of the window: a third of a pixel of a large inset.
constexpr double StepsInWindow = 512.0;
/// Of discs [m, m/s] and windows [m/s].
constexpr double LengthQuantum = 0.001;
/// [s]
constexpr double TimeQuantum = 0.001;

/// Bits of an item's second byte, above those of its reason.
constexpr uint32_t ClosedBit = 16;
constexpr uint32_t DiscBit = 32;
constexpr uint32_t OtherBit = 64;
static_assert(static_cast<uint32_t>(EDebugReason::Count) <= ClosedBit);

/// Without the items of kinds that are not shown unless the user says so.
DebugGeometry WithoutHiddenKinds(const DebugGeometry& Source)
{
	DebugGeometry Out = Source;
	Out.Items.clear();
	Out.Points.clear();
	for (const DebugItem& Item : Source.Items)
	{
		if (Display::StyleOf(Item.Kind).bShown)
		{
			DebugItem Kept = Item;
			Kept.FirstPoint = Out.Add(Item.Kind, Source.PointsOf(Item)).FirstPoint;
			Out.Items.back() = Kept;
		}
	}
	Out.Items.shrink_to_fit();
	Out.Points.shrink_to_fit();
	return Out;
}

size_t BytesOf(const DebugGeometry& Geometry)
{
	return sizeof(Geometry) + Geometry.Items.size() * sizeof(DebugItem) + Geometry.Points.size() * sizeof(Vec2);
}

/// The geometry of one agent, frame after frame. What is alike goes into one stream, since zlib then finds more of it.
class GeometryWriter
{
public:
	explicit GeometryWriter(const Grid& InOn) : On(InOn) {}

	void Add(uint32_t FrameIndex, const DebugGeometry& Geometry)
	{
		Structure.Add(FrameIndex);
		Structure.Add((Geometry.bKept ? 1u : 0u) | (Geometry.bRelaxed ? 2u : 0u));
		const int32_t Window = std::max(Quantize(Geometry.Window, LengthQuantum), 1);
		Structure.Add(static_cast<uint32_t>(Window));
		Structure.Add(static_cast<uint32_t>(Geometry.Items.size()));
		VelocityQuantum = Window * LengthQuantum / StepsInWindow;
		LastOther = 0;
		Before = std::move(Now);
		Now.clear();
		for (const DebugItem& Item : Geometry.Items)
		{
			AddItem(Item, Geometry.PointsOf(Item));
		}
	}

	std::string Finish() const
	{
		std::string Out;
		for (const NumberWriter* Stream : {&Structure, &Others, &Points})
		{
			Out += LengthBytes(Stream->Bytes().size()) + Stream->Bytes();
		}
		return Out;
	}

private:
	using Corners = std::vector<std::pair<int32_t, int32_t>>;
	using Key = std::tuple<EDebugKind, uint32_t, size_t>; // Kind, whom it is about, how many corners.

	void AddItem(const DebugItem& Item, std::span<const Vec2> ItemPoints)
	{
		const bool bDisc = Item.Radius > 0.0f;
		const bool bOther = Item.Other != UINT32_MAX;
		Structure.Add(static_cast<uint32_t>(Item.Kind));
		Structure.Add(static_cast<uint32_t>(Item.Reason) | (Item.bClosed ? ClosedBit : 0u) | (bDisc ? DiscBit : 0u) |
			(bOther ? OtherBit : 0u));
		if (bOther)
		{
			Others.AddSigned(static_cast<int32_t>(Item.Other - LastOther));
			LastOther = Item.Other;
		}
		if (Item.Kind == EDebugKind::Neighbor)
		{
			// Its number says where it is and how large.
			Structure.Add(static_cast<uint32_t>(Quantize(Item.Seconds, TimeQuantum)));
			return;
		}
		if (bDisc)
		{
			Structure.Add(static_cast<uint32_t>(Quantize(Item.Radius, LengthQuantum)));
		}
		Structure.Add(static_cast<uint32_t>(ItemPoints.size()));
		IsInVelocitySpace(Item.Kind) ? AddVelocities(Item, ItemPoints) : AddPlaces(ItemPoints);
	}

	/// From corner to corner: what stays as it is from frame to frame, as walls do, then has the same bytes.
	void AddPlaces(std::span<const Vec2> Places)
	{
		int32_t LastX = 0;
		int32_t LastY = 0;
		for (const Vec2 Place : Places)
		{
			Points.AddSigned(On.X(Place) - LastX);
			Points.AddSigned(On.Y(Place) - LastY);
			LastX = On.X(Place);
			LastY = On.Y(Place);
		}
	}

	/// From the same thing in the frame before, which was nearly the same, or else from corner to corner.
	void AddVelocities(const DebugItem& Item, std::span<const Vec2> Velocities)
	{
		const Key Which = {Item.Kind, Item.Other, Velocities.size()};
		const auto Found = Before.find(Which);
		Corners Here;
		std::pair<int32_t, int32_t> Last = {0, 0};
		for (const Vec2 Velocity : Velocities)
		{
			Last = Found == Before.end() ? Last : Found->second[Here.size()];
			Here.emplace_back(Quantize(Velocity.X, VelocityQuantum), Quantize(Velocity.Y, VelocityQuantum));
			Points.AddSigned(Here.back().first - Last.first);
			Points.AddSigned(Here.back().second - Last.second);
			Last = Here.back();
		}
		Now[Which] = std::move(Here);
	}

	const Grid& On;
	NumberWriter Structure, Others, Points;
	double VelocityQuantum = 1.0;
	uint32_t LastOther = 0;
	std::map<Key, Corners> Before, Now; ///< Of the frame before, and of this one.
};
}

OverlayLog::OverlayLog(Scenarios::Simulation& Run, const std::vector<uint32_t>& Numbers, size_t InMostBytes)
	: MostBytes(InMostBytes)
{
	for (const uint32_t Number : Numbers)
	{
		Watched& New = Agents.emplace_back();
		New.Handle = Run.GetWorld().HandleOf(Number);
		Scenarios::Require(
			Run.GetWorld().Watch(New.Handle), Run.GetScene().Name, fmt::format("watched agent {}", Number));
	}
}

void OverlayLog::Add(Scenarios::Simulation& Run, uint32_t Number)
{
	for (Watched& Agent : Agents)
	{
		// An agent that has left has none.
		if (const DebugGeometry* const Geometry = Run.GetWorld().DebugOf(Agent.Handle))
		{
			Agent.Frames.push_back({Number, bAllKinds ? *Geometry : WithoutHiddenKinds(*Geometry)});
			Bytes += BytesOf(Agent.Frames.back().Geometry);
		}
	}
	if (Bytes > MostBytes && bAllKinds)
	{
		DropHiddenKinds();
	}
	while (Bytes > MostBytes && Agents.size() > 1)
	{
		DropEverySecond(Run.GetWorld());
	}
}

void OverlayLog::DropHiddenKinds()
{
	bAllKinds = false;
	for (Watched& Agent : Agents)
	{
		for (Kept& Each : Agent.Frames)
		{
			Each.Geometry = WithoutHiddenKinds(Each.Geometry);
		}
	}
	Bytes = MemoryBytes();
}

void OverlayLog::Thin(const FrameLog& Frames)
{
	for (Watched& Agent : Agents)
	{
		std::erase_if(Agent.Frames, [&Frames](const Kept& Each) { return !Frames.Keeps(Each.Number); });
	}
	Bytes = MemoryBytes();
}

size_t OverlayLog::MemoryBytes() const
{
	size_t Sum = 0;
	for (const Watched& Agent : Agents)
	{
		for (const Kept& Each : Agent.Frames)
		{
			Sum += BytesOf(Each.Geometry);
		}
	}
	return Sum;
}

void OverlayLog::DropEverySecond(World& Crowd)
{
	for (size_t Index = 1; Index < Agents.size(); Index += 2)
	{
		// One that has left is watched no longer anyway.
		if (Crowd.IsValid(Agents[Index].Handle))
		{
			(void)Crowd.Watch(Agents[Index].Handle, false);
		}
	}
	for (size_t Index = 1; 2 * Index < Agents.size(); ++Index)
	{
		Agents[Index] = std::move(Agents[2 * Index]);
	}
	Agents.resize((Agents.size() + 1) / 2);
	Bytes = MemoryBytes();
}

std::vector<OverlayLog::Packed> OverlayLog::PackAll(const FrameLog& Frames, const Grid& On) const
{
	std::vector<Packed> All;
	for (const Watched& Agent : Agents)
	{
		GeometryWriter Writer(On);
		for (const Kept& Each : Agent.Frames)
		{
			Writer.Add(static_cast<uint32_t>(Each.Number / Frames.GetStride()), Each.Geometry);
		}
		All.push_back({Agent.Handle.Index, Compress(Writer.Finish())});
	}
	return All;
}

std::vector<OverlayLog::Packed> OverlayLog::Encode(const FrameLog& Frames, const Grid& On, size_t MostPackedBytes)
{
	std::vector<Packed> All = PackAll(Frames, On);
	const auto SizeOf = [](size_t Sum, const Packed& Each) { return Sum + Each.Bytes.size(); };
	if (bAllKinds && std::accumulate(All.begin(), All.end(), size_t{0}, SizeOf) > MostPackedBytes)
	{
		DropHiddenKinds();
		All = PackAll(Frames, On);
	}
	size_t Count = All.size();
	const auto Chosen = [&All, &Count](size_t Index) -> Packed& { return All[Index * All.size() / Count]; };
	const auto SizeOfChosen = [&]
	{
		size_t Sum = 0;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			Sum = SizeOf(Sum, Chosen(Index));
		}
		return Sum;
	};
	while (Count > 1 && SizeOfChosen() > MostPackedBytes)
	{
		--Count;
	}
	std::vector<Packed> Out;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Out.push_back(std::move(Chosen(Index)));
	}
	return Out;
}
}
