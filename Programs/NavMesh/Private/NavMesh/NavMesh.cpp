// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/DetourSearch.h"
#include "NavMesh/NavMeshImpl.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace CrowdAvoidance
{
namespace
{
/// Bits of a 32 bit reference that Detour leaves for tile and polygon.
constexpr int ReferenceBits = 22;
/// A solid in more tiles than that is not listed in each.
constexpr int64_t MostTilesListed = 64;

Error TooComplexError(const NavMeshDef& Def, int TileX, int TileY, int MostPolygons)
{
	return Error::Format(
		"TileSize is %g: the tile in column %d, row %d would have more than %d polygons, or 20000 corners; it "
		"must be smaller",
		static_cast<double>(Def.TileSize), TileX, TileY, MostPolygons);
}
}

NavTileRange::NavTileRange(const NavLattice& Lattice, std::span<const Vec2> Outline)
{
	Vec2 Low = Outline[0];
	Vec2 High = Outline[0];
	for (const Vec2 Vertex : Outline)
	{
		Low = {std::min(Low.X, Vertex.X), std::min(Low.Y, Vertex.Y)};
		High = {std::max(High.X, Vertex.X), std::max(High.Y, Vertex.Y)};
	}
	const double Side = Lattice.Cell * Lattice.TileCells;
	const double Reach = Lattice.Cell;
	const auto TileOf = [Side](float Value, float Min, double Offset, int Count)
	{
		const double Number = std::floor((static_cast<double>(Value) - static_cast<double>(Min) + Offset) / Side);
		return static_cast<int>(std::clamp(Number, -1.0, static_cast<double>(Count)));
	};
	FirstX = std::max(0, TileOf(Low.X, Lattice.Min.X, -Reach, Lattice.TileColumns));
	FirstY = std::max(0, TileOf(Low.Y, Lattice.Min.Y, -Reach, Lattice.TileRows));
	LastX = std::min(Lattice.TileColumns - 1, TileOf(High.X, Lattice.Min.X, Reach, Lattice.TileColumns));
	LastY = std::min(Lattice.TileRows - 1, TileOf(High.Y, Lattice.Min.Y, Reach, Lattice.TileRows));
}

int64_t NavTileRange::Count() const
{
	return static_cast<int64_t>(std::max(0, LastX - FirstX + 1)) * std::max(0, LastY - FirstY + 1);
}

void NavOutlineIndex::Build(const NavLattice& Lattice, const std::vector<std::span<const Vec2>>& Outlines)
{
	Start.assign(static_cast<size_t>(Lattice.TileCount()) + 1, 0);
	Large.clear();
	const auto ForEachTile = [&Lattice](const NavTileRange& Range, auto&& Visit)
	{
		for (int TileY = Range.FirstY; TileY <= Range.LastY; ++TileY)
		{
			for (int TileX = Range.FirstX; TileX <= Range.LastX; ++TileX)
			{
				Visit(static_cast<size_t>(TileX + TileY * Lattice.TileColumns));
			}
		}
	};
	for (size_t Index = 0; Index < Outlines.size(); ++Index)
	{
		const NavTileRange Range(Lattice, Outlines[Index]);
		if (Range.Count() > MostTilesListed)
		{
			Large.push_back(static_cast<uint32_t>(Index));
			continue;
		}
		ForEachTile(Range, [this](size_t Tile) { ++Start[Tile + 1]; });
	}
	for (size_t Tile = 1; Tile < Start.size(); ++Tile)
	{
		Start[Tile] += Start[Tile - 1];
	}
	Listed.resize(Start.back());
	std::vector<size_t> Next(Start.begin(), Start.end() - 1);
	for (size_t Index = 0; Index < Outlines.size(); ++Index)
	{
		const NavTileRange Range(Lattice, Outlines[Index]);
		if (Range.Count() <= MostTilesListed)
		{
			ForEachTile(
				Range, [this, &Next, Index](size_t Tile) { Listed[Next[Tile]++] = static_cast<uint32_t>(Index); });
		}
	}
}

Result<void> NavMesh::Impl::Prepare(NavMeshDef&& InDef)
{
	const Result<NavLattice> Checked = CheckNavMeshDef(InDef);
	if (!Checked)
	{
		return Checked.GetError();
	}
	Lattice = Checked.Value();
	Def = std::move(InDef);
	SolidsByTile.Build(Lattice, {Def.Solids.begin(), Def.Solids.end()});
	std::vector<std::span<const Vec2>> Doorways;
	for (const NavDoorDef& Door : Def.Doors)
	{
		Doorways.push_back(Door.Outline);
		WantedOpen.push_back(Door.bOpen ? 1 : 0);
	}
	DoorsByTile.Build(Lattice, Doorways);
	for (size_t Index = 0; Index < Def.Links.size(); ++Index)
	{
		LinksFromTile.emplace_back(Lattice.TileAt(Def.Links[Index].From), static_cast<int32_t>(Index));
		LinksToTile.emplace_back(Lattice.TileAt(Def.Links[Index].To), static_cast<int32_t>(Index));
	}
	std::sort(LinksFromTile.begin(), LinksFromTile.end());
	std::sort(LinksToTile.begin(), LinksToTile.end());
	const int TileBits = std::bit_width(static_cast<unsigned>(Lattice.TileCount() - 1));
	MostPolygons = 1 << std::min(15, ReferenceBits - TileBits);
	Tiles.resize(static_cast<size_t>(Lattice.TileCount()));
	IsDirty.assign(Tiles.size(), 0);

	dtNavMeshParams Params{};
	Params.orig[0] = Lattice.Min.X;
	Params.orig[2] = Lattice.Min.Y;
	Params.tileWidth = static_cast<float>(Lattice.Cell * Lattice.TileCells);
	Params.tileHeight = Params.tileWidth;
	Params.maxTiles = Lattice.TileCount();
	Params.maxPolys = MostPolygons;
	Mesh.reset(dtAllocNavMesh());
	if (Mesh == nullptr || dtStatusFailed(Mesh->init(&Params)))
	{
		return Error::Format("Detour cannot make a mesh of %d tiles: out of memory", Lattice.TileCount());
	}
	return {};
}

std::span<const std::pair<int32_t, int32_t>> NavMesh::Impl::LinksOf(
	const std::vector<std::pair<int32_t, int32_t>>& ByTile, int TileNumber)
{
	const auto First = std::lower_bound(ByTile.begin(), ByTile.end(), std::pair<int32_t, int32_t>(TileNumber, 0));
	const auto Last = std::lower_bound(First, ByTile.end(), std::pair<int32_t, int32_t>(TileNumber + 1, 0));
	return {First, Last};
}

std::vector<std::vector<Vec2>> NavMesh::Impl::BlocksIn(int TileNumber) const
{
	std::vector<std::vector<Vec2>> Out;
	for (const Block& Item : Blocks)
	{
		if (!Item.Outline.empty() &&
			NavTileRange(Lattice, Item.Outline)
				.Contains(TileNumber % Lattice.TileColumns, TileNumber / Lattice.TileColumns))
		{
			Out.push_back(Item.Outline);
		}
	}
	return Out;
}

NavTileInput NavMesh::Impl::InputOf(int TileNumber, std::span<const std::vector<Vec2>> BlocksThere) const
{
	NavTileInput Input;
	Input.TileX = TileNumber % Lattice.TileColumns;
	Input.TileY = TileNumber / Lattice.TileColumns;
	Input.MostPolygons = MostPolygons;
	Input.LinkReach = LinkReach();
	SolidsByTile.ForEachIn(TileNumber,
		[this, &Input](uint32_t Solid)
		{
			if (NavTileRange(Lattice, Def.Solids[Solid]).Contains(Input.TileX, Input.TileY))
			{
				Input.Solids.push_back(Def.Solids[Solid]);
			}
		});
	Input.Solids.insert(Input.Solids.end(), BlocksThere.begin(), BlocksThere.end());
	DoorsByTile.ForEachIn(TileNumber,
		[this, &Input](uint32_t Number)
		{
			const NavDoorDef& Door = Def.Doors[Number];
			Input.Doors.push_back({static_cast<int>(Number), Door.Outline, Door.bOpen});
		});
	std::sort(Input.Doors.begin(), Input.Doors.end(),
		[](const NavTileInput::Door& A, const NavTileInput::Door& B) { return A.Number < B.Number; });
	for (const auto& [Tile, Link] : LinksOf(LinksFromTile, TileNumber))
	{
		Input.Links.push_back({Link, Def.Links[static_cast<size_t>(Link)]});
	}
	Input.LinksThatEndHere = static_cast<int>(LinksOf(LinksToTile, TileNumber).size());
	return Input;
}

Result<void> NavMesh::Impl::BuildAllTiles(TaskScheduler* Scheduler)
{
	struct Job
	{
		const Impl* Owner;
		std::vector<NavTileBuilder> Builders;
		std::vector<NavTileOutput> Outputs;
	};
	const int Workers = Scheduler != nullptr ? Scheduler->WorkerCount() : 1;
	Job Work{this, std::vector<NavTileBuilder>(static_cast<size_t>(Workers)), std::vector<NavTileOutput>(Tiles.size())};
	const auto BuildRange = [](void* Context, int Begin, int End, int Worker)
	{
		Job& Mine = *static_cast<Job*>(Context);
		for (int Number = Begin; Number < End; ++Number)
		{
			Mine.Outputs[static_cast<size_t>(Number)] =
				Mine.Builders[static_cast<size_t>(Worker)].Build(Mine.Owner->Lattice,
					Mine.Owner->InputOf(Number, Mine.Owner->Tiles[static_cast<size_t>(Number)].Blocks));
		}
	};
	if (Scheduler != nullptr)
	{
		Scheduler->ParallelFor(Lattice.TileCount(), BuildRange, &Work);
	}
	else
	{
		BuildRange(&Work, 0, Lattice.TileCount(), 0);
	}
	std::vector<int32_t> Order(Tiles.size());
	std::iota(Order.begin(), Order.end(), 0);
	std::stable_sort(Order.begin(), Order.end(),
		[this](int32_t A, int32_t B)
		{ return Tiles[static_cast<size_t>(A)].Rebuilt < Tiles[static_cast<size_t>(B)].Rebuilt; });
	for (const int32_t Number : Order)
	{
		NavTileOutput& New = Work.Outputs[static_cast<size_t>(Number)];
		if (New.bTooComplex || !ReplaceTile(Number, std::move(New)))
		{
			return TooComplexError(Def, Number % Lattice.TileColumns, Number / Lattice.TileColumns, MostPolygons);
		}
	}
	return {};
}

bool NavMesh::Impl::ReplaceTile(int TileNumber, NavTileOutput&& New)
{
	TilePlace& Place = Tiles[static_cast<size_t>(TileNumber)];
	if (Place.Ref != 0)
	{
		CutFarLinks(TileNumber);
		Mesh->removeTile(Place.Ref, nullptr, nullptr);
		Place.Ref = 0;
		Place.Doors.clear();
	}
	if (New.Bytes.Data == nullptr)
	{
		return true;
	}
	dtTileRef Added = 0;
	if (dtStatusFailed(Mesh->addTile(New.Bytes.Data.get(), New.Bytes.Size, DT_TILE_FREE_DATA, 0, &Added)))
	{
		return false;
	}
	(void)New.Bytes.Data.release();
	Place.Ref = Added;
	Place.Doors = std::move(New.Doors);
	ForEachNeighbor(TileNumber,
		[this, TileNumber](int Other, int Side, int OtherSide)
		{
			CompleteSideLinks(TileNumber, Side, Other, OtherSide);
			CompleteSideLinks(Other, OtherSide, TileNumber, Side);
		});
	ConnectFarLinks(TileNumber);
	return true;
}

Result<void> NavMesh::Impl::CheckDoorsAndLinks() const
{
	std::vector<uint8_t> bSeen(Def.Doors.size(), 0);
	bool bAnyGround = false;
	for (const TilePlace& Place : Tiles)
	{
		bAnyGround = bAnyGround || !Place.Doors.empty();
		for (const int16_t Door : Place.Doors)
		{
			if (Door != NavGraph::None)
			{
				bSeen[static_cast<size_t>(Door)] = 1;
			}
		}
	}
	if (!bAnyGround)
	{
		return Error::Format(
			"Solids has %zu entries that cover all the ground from Min to Max; some must be left to walk on",
			Def.Solids.size());
	}
	for (size_t Index = 0; Index < Def.Doors.size(); ++Index)
	{
		if (!bSeen[Index])
		{
			const Vec2 First = Def.Doors[Index].Outline[0];
			return Error::Format(
				"Doors[%zu].Outline, from (%g, %g) on, covers no ground: it lies outside Min .. Max, in solids, or "
				"under another door",
				Index, static_cast<double>(First.X), static_cast<double>(First.Y));
		}
	}
	for (size_t Index = 0; Index < Def.Links.size(); ++Index)
	{
		for (const bool bFrom : {true, false})
		{
			const Vec2 End = bFrom ? Def.Links[Index].From : Def.Links[Index].To;
			Vec2 Nearest;
			if (NearestInTile(Lattice.TileAt(End), End, Nearest) == NavGraph::None)
			{
				return Error::Format(
					"Links[%zu].%s is (%g, %g), which is off the mesh; it must be within %g m of ground to walk on",
					Index, bFrom ? "From" : "To", static_cast<double>(End.X), static_cast<double>(End.Y),
					static_cast<double>(LinkReach()));
			}
		}
	}
	return {};
}

void NavMesh::Impl::MarkDirty(std::span<const Vec2> Outline)
{
	const NavTileRange Range(Lattice, Outline);
	for (int TileY = Range.FirstY; TileY <= Range.LastY; ++TileY)
	{
		for (int TileX = Range.FirstX; TileX <= Range.LastX; ++TileX)
		{
			const int Number = TileX + TileY * Lattice.TileColumns;
			if (!IsDirty[static_cast<size_t>(Number)])
			{
				IsDirty[static_cast<size_t>(Number)] = 1;
				DirtyTiles.push_back(Number);
			}
		}
	}
}

std::vector<int32_t> NavMesh::Impl::ApplyDoors()
{
	std::vector<int32_t> Changed;
	for (size_t Index = 0; Index < Def.Doors.size(); ++Index)
	{
		NavDoorDef& Door = Def.Doors[Index];
		if (Door.bOpen == (WantedOpen[Index] != 0))
		{
			continue;
		}
		Door.bOpen = WantedOpen[Index] != 0;
		const NavTileRange Range(Lattice, Door.Outline);
		for (int TileY = Range.FirstY; TileY <= Range.LastY; ++TileY)
		{
			for (int TileX = Range.FirstX; TileX <= Range.LastX; ++TileX)
			{
				const int Number = TileX + TileY * Lattice.TileColumns;
				const std::vector<int16_t>& Doors = Tiles[static_cast<size_t>(Number)].Doors;
				for (size_t Polygon = 0; Polygon < Doors.size(); ++Polygon)
				{
					if (Doors[Polygon] == static_cast<int16_t>(Index))
					{
						Changed.push_back(
							Tiles[static_cast<size_t>(Number)].FirstPolygon + static_cast<int32_t>(Polygon));
						Mesh->setPolyFlags(
							RefOf(Number, static_cast<int32_t>(Polygon)), Door.bOpen ? NavWalkableFlag : 0);
					}
				}
			}
		}
	}
	return Changed;
}

const dtMeshTile* NavMesh::Impl::TileOf(int TileNumber) const
{
	const dtTileRef Ref = Tiles[static_cast<size_t>(TileNumber)].Ref;
	return Ref != 0 ? Mesh->getTileByRef(Ref) : nullptr;
}

dtPolyRef NavMesh::Impl::RefOf(int TileNumber, int32_t Polygon) const
{
	return Mesh->getPolyRefBase(TileOf(TileNumber)) | static_cast<dtPolyRef>(Polygon);
}

NavMesh::NavMesh() = default;
NavMesh::~NavMesh() = default;
NavMesh::NavMesh(NavMesh&&) noexcept = default;
NavMesh& NavMesh::operator=(NavMesh&&) noexcept = default;

Result<NavMesh> NavMesh::Build(const NavMeshDef& Def, TaskScheduler* Scheduler)
{
	NavMesh Built;
	Built.State = std::make_unique<Impl>();
	if (const Result<void> Prepared = Built.State->Prepare(NavMeshDef(Def)); !Prepared)
	{
		return Prepared.GetError();
	}
	if (const Result<void> Done = Built.State->BuildAllTiles(Scheduler); !Done)
	{
		return Done.GetError();
	}
	if (const Result<void> Check = Built.State->CheckDoorsAndLinks(); !Check)
	{
		return Check.GetError();
	}
	Built.State->RefreshGraph();
	Built.State->Version = 1;
	return Built;
}

Result<void> NavMesh::SetDoor(int Door, bool bOpen)
{
	const size_t Count = State != nullptr ? State->WantedOpen.size() : 0;
	if (Door < 0 || static_cast<size_t>(Door) >= Count)
	{
		return Error::Format("Door is %d; the mesh has %zu doors, numbered from 0", Door, Count);
	}
	State->WantedOpen[static_cast<size_t>(Door)] = bOpen ? 1 : 0;
	return {};
}

bool NavMesh::IsDoorOpen(int Door) const
{
	const bool bExists = State != nullptr && Door >= 0 && static_cast<size_t>(Door) < State->Def.Doors.size();
	CROWD_ASSERT(bExists);
	return bExists && State->Def.Doors[static_cast<size_t>(Door)].bOpen;
}

Result<NavBlockHandle> NavMesh::AddBlock(std::span<const Vec2> Outline)
{
	CROWD_ASSERT(State != nullptr);
	if (const Result<void> Check = CheckNavOutline("Outline", Outline); !Check)
	{
		return Check.GetError();
	}
	std::vector<Impl::Block>& Blocks = State->Blocks;
	const auto Free =
		std::find_if(Blocks.begin(), Blocks.end(), [](const Impl::Block& Item) { return Item.Outline.empty(); });
	const size_t Index = static_cast<size_t>(Free - Blocks.begin());
	if (Free == Blocks.end())
	{
		if (Blocks.size() >= NavMaxBlocks)
		{
			return Error::Format("There are %zu blocks; there may be 0 .. %zu", Blocks.size(), NavMaxBlocks);
		}
		Blocks.emplace_back();
	}
	Blocks[Index].Outline.assign(Outline.begin(), Outline.end());
	State->MarkDirty(Outline);
	return NavBlockHandle{static_cast<uint32_t>(Index), Blocks[Index].Generation};
}

Result<void> NavMesh::RemoveBlock(NavBlockHandle Handle)
{
	CROWD_ASSERT(State != nullptr);
	std::vector<Impl::Block>& Blocks = State->Blocks;
	if (Handle.Index >= Blocks.size() || Blocks[Handle.Index].Outline.empty() ||
		Blocks[Handle.Index].Generation != Handle.Generation)
	{
		return Error::Format(
			"Handle names block %u, generation %u, which is not in the mesh", Handle.Index, Handle.Generation);
	}
	State->MarkDirty(Blocks[Handle.Index].Outline);
	Blocks[Handle.Index].Outline.clear();
	++Blocks[Handle.Index].Generation;
	return {};
}

int NavMesh::Update(int MostTiles)
{
	if (State == nullptr)
	{
		return 0;
	}
	const std::vector<int32_t> Doorways = State->ApplyDoors();
	bool bRebuilt = false;
	const size_t Count = std::min(State->DirtyTiles.size(), static_cast<size_t>(std::max(0, MostTiles)));
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const int32_t Number = State->DirtyTiles[Index];
		State->IsDirty[static_cast<size_t>(Number)] = 0;
		std::vector<std::vector<Vec2>> Blocks = State->BlocksIn(Number);
		NavTileOutput New = State->Builder.Build(State->Lattice, State->InputOf(Number, Blocks));
		// A tile with more in it than can be numbered stays as it was.
		if (!New.bTooComplex)
		{
			State->ReplaceTile(Number, std::move(New));
			Impl::TilePlace& Place = State->Tiles[static_cast<size_t>(Number)];
			Place.Blocks = std::move(Blocks);
			Place.Rebuilt = ++State->Rebuilds;
			bRebuilt = true;
		}
	}
	State->DirtyTiles.erase(State->DirtyTiles.begin(), State->DirtyTiles.begin() + static_cast<std::ptrdiff_t>(Count));
	if (bRebuilt)
	{
		State->RefreshGraph();
		State->bChangeKnown = false;
	}
	else if (!Doorways.empty())
	{
		State->OpenAndShut(Doorways);
		State->bChangeKnown = true;
	}
	State->Version += bRebuilt || !Doorways.empty() ? 1 : 0;
	return static_cast<int>(State->DirtyTiles.size());
}

bool NavMesh::NeedsUpdate() const
{
	if (State == nullptr)
	{
		return false;
	}
	bool bNeeded = !State->DirtyTiles.empty();
	for (size_t Index = 0; Index < State->Def.Doors.size(); ++Index)
	{
		bNeeded = bNeeded || State->Def.Doors[Index].bOpen != (State->WantedOpen[Index] != 0);
	}
	return bNeeded;
}

uint32_t NavMesh::Version() const
{
	return State != nullptr ? State->Version : 0;
}

const NavGraph::Change* NavMesh::LastChange() const
{
	return State != nullptr && State->bChangeKnown ? &State->Change : nullptr;
}

const NavGraph& NavMesh::Graph() const
{
	static const NavGraph Empty;
	return State != nullptr ? State->Graph : Empty;
}

Result<std::unique_ptr<NavPathSearch>> NavMesh::MakePathSearch() const
{
	return DetourSearch::Create(*this);
}

const dtNavMesh& NavMesh::Detour() const
{
	CROWD_ASSERT(State != nullptr);
	return *State->Mesh;
}

int32_t NavMesh::PolygonOf(uint64_t Source) const
{
	const dtPolyRef Ref = static_cast<dtPolyRef>(Source);
	const dtMeshTile* Tile = nullptr;
	const dtPoly* Polygon = nullptr;
	if (State == nullptr || Ref != Source || dtStatusFailed(State->Mesh->getTileAndPolyByRef(Ref, &Tile, &Polygon)) ||
		Polygon->getType() != DT_POLYTYPE_GROUND)
	{
		return NavGraph::None;
	}
	const int Number = Tile->header->x + Tile->header->y * State->Lattice.TileColumns;
	return State->Tiles[static_cast<size_t>(Number)].FirstPolygon + static_cast<int32_t>(Polygon - Tile->polys);
}
}
