// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdFile.h"
#include "NavMesh/NavMeshImpl.h"
#include "NavMesh/NavMeshTileCheck.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace CrowdAvoidance
{
namespace
{
/// A file is this header, then the definition, the changes since, and the tiles. Numbers are as the machine keeps them.
struct FileHeader
{
	char Magic[8];
	uint32_t ByteOrder;
	uint32_t FileVersion;
	uint32_t TileVersion; ///< Of Detour's tiles.
	uint32_t TileNumbers; ///< Sizes of Detour's numbers, which differ between builds of it.
	uint64_t PayloadSize; ///< [bytes]
	uint64_t Checksum;    ///< Of the payload.
};

constexpr char FileMagic[8] = {'C', 'R', 'W', 'D', 'N', 'A', 'V', '\n'};
constexpr uint32_t FileByteOrder = 0x01020304u;
constexpr uint32_t CurrentFileVersion = 1;
constexpr uint32_t CurrentTileNumbers = static_cast<uint32_t>(sizeof(dtPolyRef) * 256 + sizeof(DetourReal));
constexpr size_t LargestFile = size_t{1} << 31;

uint64_t ChecksumOf(const unsigned char* Bytes, size_t Size)
{
	uint64_t Hash = 0xCBF29CE484222325ull;
	for (size_t Index = 0; Index < Size; ++Index)
	{
		Hash = (Hash ^ Bytes[Index]) * 0x100000001B3ull;
	}
	return Hash;
}

class Writer
{
public:
	std::vector<unsigned char> Bytes;

	template <typename T>
	void Put(const T& Value)
	{
		PutRaw(&Value, sizeof(T));
	}
	void PutCount(size_t Count) { Put(static_cast<uint32_t>(Count)); }
	void PutRaw(const void* Data, size_t Size)
	{
		const unsigned char* const Begin = static_cast<const unsigned char*>(Data);
		Bytes.insert(Bytes.end(), Begin, Begin + Size);
	}
	template <typename T>
	void PutArray(const std::vector<T>& Items)
	{
		PutCount(Items.size());
		PutRaw(Items.data(), Items.size() * sizeof(T));
	}
};

/// Never reads past the end: from then on everything is zero and IsFine is false.
class Reader
{
public:
	Reader(const unsigned char* InBytes, size_t Size) : Bytes(InBytes), Left(Size) {}

	bool IsFine() const { return bFine; }
	bool IsAtEnd() const { return bFine && Left == 0; }

	template <typename T>
	T Get()
	{
		T Value{};
		if (const unsigned char* const Data = GetRaw(sizeof(T)))
		{
			std::memcpy(&Value, Data, sizeof(T));
		}
		return Value;
	}
	bool GetBool() { return Get<uint8_t>() != 0; }
	Vec2 GetPoint()
	{
		const float X = Get<float>();
		return {X, Get<float>()};
	}
	/// Of items that take so many bytes each, at least: more than can be left is an error at once.
	size_t GetCount(size_t ItemSize)
	{
		const size_t Count = Get<uint32_t>();
		if (Count > Left / ItemSize)
		{
			bFine = false;
			return 0;
		}
		return Count;
	}
	const unsigned char* GetRaw(size_t Size)
	{
		if (!bFine || Size > Left)
		{
			bFine = false;
			return nullptr;
		}
		const unsigned char* const Data = Bytes;
		Bytes += Size;
		Left -= Size;
		return Data;
	}
	template <typename T>
	void GetArray(std::vector<T>& Out)
	{
		Out.resize(GetCount(sizeof(T)));
		if (const unsigned char* const Data = GetRaw(Out.size() * sizeof(T)); Data != nullptr && !Out.empty())
		{
			std::memcpy(Out.data(), Data, Out.size() * sizeof(T));
		}
	}

private:
	const unsigned char* Bytes;
	size_t Left;
	bool bFine = true;
};

void PutDefinition(Writer& File, const NavMeshDef& Def)
{
	File.Put(Def.Min);
	File.Put(Def.Max);
	File.Put(Def.CellSize);
	File.Put(Def.TileSize);
	File.PutCount(Def.Solids.size());
	for (const std::vector<Vec2>& Solid : Def.Solids)
	{
		File.PutArray(Solid);
	}
	File.PutCount(Def.Links.size());
	for (const NavLinkDef& Link : Def.Links)
	{
		File.Put(Link.From);
		File.Put(Link.To);
		File.Put(static_cast<uint8_t>(Link.bBothWays));
	}
	File.PutCount(Def.Doors.size());
	for (const NavDoorDef& Door : Def.Doors)
	{
		File.PutArray(Door.Outline);
		File.Put(static_cast<uint8_t>(Door.bOpen));
	}
}

NavMeshDef GetDefinition(Reader& File)
{
	NavMeshDef Def;
	Def.Min = File.GetPoint();
	Def.Max = File.GetPoint();
	Def.CellSize = File.Get<float>();
	Def.TileSize = File.Get<float>();
	Def.Solids.resize(File.GetCount(sizeof(uint32_t)));
	for (std::vector<Vec2>& Solid : Def.Solids)
	{
		File.GetArray(Solid);
	}
	Def.Links.resize(File.GetCount(2 * sizeof(Vec2) + 1));
	for (NavLinkDef& Link : Def.Links)
	{
		Link.From = File.GetPoint();
		Link.To = File.GetPoint();
		Link.bBothWays = File.GetBool();
	}
	Def.Doors.resize(File.GetCount(sizeof(uint32_t) + 1));
	for (NavDoorDef& Door : Def.Doors)
	{
		File.GetArray(Door.Outline);
		Door.bOpen = File.GetBool();
	}
	return Def;
}

Error DamagedError()
{
	return Error::Format("The file is damaged: it ends too soon, or goes on for too long");
}

Result<void> CheckHeader(const FileHeader& Header, const unsigned char* Payload, size_t PayloadSize)
{
	if (std::memcmp(Header.Magic, FileMagic, sizeof(FileMagic)) != 0)
	{
		return Error::Format("The file is no navigation mesh: it does not begin with CRWDNAV");
	}
	if (Header.ByteOrder != FileByteOrder)
	{
		return Error::Format("The file's byte order is %08x; it must be %08x: it is of another kind of machine",
			Header.ByteOrder, FileByteOrder);
	}
	if (Header.FileVersion != CurrentFileVersion)
	{
		return Error::Format("The file's version is %u; it must be %u", Header.FileVersion, CurrentFileVersion);
	}
	if (Header.TileVersion != static_cast<uint32_t>(DT_NAVMESH_VERSION) || Header.TileNumbers != CurrentTileNumbers)
	{
		return Error::Format(
			"The file's tiles are of Detour version %u, numbers %04x; they must be of version %d, numbers %04x",
			Header.TileVersion, Header.TileNumbers, DT_NAVMESH_VERSION, CurrentTileNumbers);
	}
	if (Header.PayloadSize != PayloadSize)
	{
		return Error::Format("The file has %zu bytes after its header; it must have %llu", PayloadSize,
			static_cast<unsigned long long>(Header.PayloadSize));
	}
	const uint64_t Checksum = ChecksumOf(Payload, PayloadSize);
	if (Header.Checksum != Checksum)
	{
		return Error::Format("The file is damaged: its checksum is %016llx; it must be %016llx",
			static_cast<unsigned long long>(Checksum), static_cast<unsigned long long>(Header.Checksum));
	}
	return {};
}

/// The whole file into memory.
Result<std::vector<unsigned char>> ReadFile(const char* Path)
{
	std::FILE* const File = std::fopen(Path, "rb");
	if (File == nullptr)
	{
		return Error::Format("%s cannot be opened for reading", Path);
	}
	std::vector<unsigned char> Bytes;
	unsigned char Piece[65536];
	size_t Count = 0;
	while ((Count = std::fread(Piece, 1, sizeof(Piece), File)) > 0 && Bytes.size() <= LargestFile)
	{
		Bytes.insert(Bytes.end(), Piece, Piece + Count);
	}
	const bool bFailed = std::ferror(File) != 0;
	std::fclose(File);
	if (bFailed || Bytes.size() > LargestFile)
	{
		return Error::Format("%s cannot be read, or has more than %zu bytes", Path, LargestFile);
	}
	return Bytes;
}

/// Tiles are kept without their links, which Detour makes when a tile is added.
void PutTile(Writer& File, const dtMeshTile& Tile)
{
	const NavTileSections Sections = SectionsOf(*Tile.header);
	File.PutCount(Sections.Size - (Sections.LinksEnd - Sections.LinksBegin));
	const size_t PolygonsBegin = Sections.LinksBegin - static_cast<size_t>(Tile.header->polyCount) * sizeof(dtPoly);
	File.PutRaw(Tile.data, PolygonsBegin);
	for (int Index = 0; Index < Tile.header->polyCount; ++Index)
	{
		dtPoly Polygon = Tile.polys[Index];
		Polygon.firstLink = 0;
		File.Put(Polygon);
	}
	File.PutRaw(Tile.data + Sections.LinksEnd, Sections.Size - Sections.LinksEnd);
}

/// Null data: not a tile.
NavTileBytes GetTile(Reader& File)
{
	NavTileBytes Tile;
	const size_t Kept = File.GetCount(1);
	const unsigned char* const Data = File.GetRaw(Kept);
	dtMeshHeader Header;
	if (Data == nullptr || Kept < sizeof(Header))
	{
		return Tile;
	}
	std::memcpy(&Header, Data, sizeof(Header));
	for (const int Count : {Header.vertCount, Header.polyCount, Header.maxLinkCount, Header.detailMeshCount,
			 Header.detailVertCount, Header.detailTriCount, Header.bvNodeCount, Header.offMeshConCount})
	{
		if (Count < 0 || Count > (1 << 22))
		{
			return Tile;
		}
	}
	const NavTileSections Sections = SectionsOf(Header);
	if (Sections.Size - (Sections.LinksEnd - Sections.LinksBegin) != Kept || Sections.Size > LargestFile)
	{
		return Tile;
	}
	Tile.Data.reset(static_cast<unsigned char*>(dtAlloc(Sections.Size, DT_ALLOC_PERM)));
	if (Tile.Data != nullptr)
	{
		Tile.Size = static_cast<int>(Sections.Size);
		std::memcpy(Tile.Data.get(), Data, Sections.LinksBegin);
		std::memset(Tile.Data.get() + Sections.LinksBegin, 0, Sections.LinksEnd - Sections.LinksBegin);
		std::memcpy(Tile.Data.get() + Sections.LinksEnd, Data + Sections.LinksBegin, Sections.Size - Sections.LinksEnd);
	}
	return Tile;
}
}

void NavMesh::Impl::Write(std::vector<unsigned char>& Out) const
{
	Writer File;
	PutDefinition(File, Def);
	File.PutArray(WantedOpen);
	File.PutCount(Blocks.size());
	for (const Block& Item : Blocks)
	{
		File.Put(Item.Generation);
		File.PutArray(Item.Outline);
	}
	File.PutArray(DirtyTiles);
	File.Put(Version);
	for (int Number = 0; Number < Lattice.TileCount(); ++Number)
	{
		const TilePlace& Place = Tiles[static_cast<size_t>(Number)];
		File.Put(static_cast<uint64_t>(Place.Ref));
		if (Place.Ref != 0)
		{
			File.PutArray(Place.Doors);
			PutTile(File, *TileOf(Number));
		}
	}
	Out = std::move(File.Bytes);
}

Result<void> NavMesh::Impl::Read(const unsigned char* Bytes, size_t Size)
{
	Reader File(Bytes, Size);
	NavMeshDef Loaded = GetDefinition(File);
	if (!File.IsFine())
	{
		return DamagedError();
	}
	if (const Result<void> Prepared = Prepare(std::move(Loaded)); !Prepared)
	{
		return Prepared;
	}
	std::vector<uint8_t> Wanted;
	File.GetArray(Wanted);
	std::vector<Block> LoadedBlocks(File.GetCount(2 * sizeof(uint32_t)));
	for (Block& Item : LoadedBlocks)
	{
		Item.Generation = File.Get<uint32_t>();
		File.GetArray(Item.Outline);
		if (!Item.Outline.empty())
		{
			if (const Result<void> Check = CheckNavOutline("A block", Item.Outline); !Check)
			{
				return Check;
			}
		}
	}
	File.GetArray(DirtyTiles);
	Version = File.Get<uint32_t>();
	if (!File.IsFine() || Wanted.size() != Def.Doors.size() || LoadedBlocks.size() > NavMaxBlocks)
	{
		return DamagedError();
	}
	WantedOpen = std::move(Wanted);
	Blocks = std::move(LoadedBlocks);
	for (const int32_t Number : DirtyTiles)
	{
		if (Number < 0 || Number >= Lattice.TileCount() || IsDirty[static_cast<size_t>(Number)])
		{
			return Error::Format(
				"The file names tile %d as one to rebuild; there are %d, each once", Number, Lattice.TileCount());
		}
		IsDirty[static_cast<size_t>(Number)] = 1;
	}
	for (int Number = 0; Number < Lattice.TileCount(); ++Number)
	{
		if (const Result<void> Done = ReadTile(File, Number); !Done)
		{
			return Done;
		}
	}
	return File.IsAtEnd() ? Result<void>() : Result<void>(DamagedError());
}

template <typename ReaderType>
Result<void> NavMesh::Impl::ReadTile(ReaderType& File, int TileNumber)
{
	const uint64_t Ref = File.template Get<uint64_t>();
	if (Ref == 0)
	{
		return File.IsFine() ? Result<void>() : Result<void>(DamagedError());
	}
	NavTileOutput New;
	File.GetArray(New.Doors);
	New.Bytes = GetTile(File);
	if (!File.IsFine())
	{
		return DamagedError();
	}
	const char* Fault = New.Bytes.Data == nullptr ? "its size is not what its header says" : nullptr;
	if (Fault == nullptr)
	{
		Fault = FindTileFault(Lattice,
			{New.Bytes.Data.get(), static_cast<size_t>(New.Bytes.Size), TileNumber, MostPolygons, Def.Links.size()});
	}
	if (Fault == nullptr)
	{
		const dtMeshHeader& Header = *reinterpret_cast<const dtMeshHeader*>(New.Bytes.Data.get());
		const auto IsDoor = [this](int16_t Door)
		{ return Door >= NavGraph::None && Door < static_cast<int>(Def.Doors.size()); };
		const bool bDoorsFine = New.Doors.size() == static_cast<size_t>(Header.offMeshBase) &&
			std::all_of(New.Doors.begin(), New.Doors.end(), IsDoor);
		Fault = bDoorsFine ? nullptr : "its doors are wrong";
	}
	const dtTileRef TileRef = static_cast<dtTileRef>(Ref);
	const bool bRefFine =
		TileRef == Ref && Mesh->decodePolyIdSalt(TileRef) != 0 && Mesh->decodePolyIdPoly(TileRef) == 0;
	if (Fault == nullptr && (!bRefFine || !ReplaceTile(TileNumber, std::move(New), TileRef)))
	{
		Fault = "its reference is wrong";
	}
	return Fault == nullptr ? Result<void>()
							: Result<void>(Error::Format("The file's tile %d is damaged: %s", TileNumber, Fault));
}

Result<void> NavMesh::Save(const char* Path) const
{
	CROWD_ASSERT(State != nullptr && Path != nullptr);
	std::vector<unsigned char> Payload;
	State->Write(Payload);
	FileHeader Header{};
	std::memcpy(Header.Magic, FileMagic, sizeof(FileMagic));
	Header.ByteOrder = FileByteOrder;
	Header.FileVersion = CurrentFileVersion;
	Header.TileVersion = static_cast<uint32_t>(DT_NAVMESH_VERSION);
	Header.TileNumbers = CurrentTileNumbers;
	Header.PayloadSize = Payload.size();
	Header.Checksum = ChecksumOf(Payload.data(), Payload.size());
	FileWriter File;
	Result<void> Done = File.Open(Path);
	if (Done)
	{
		Done = File.Write(&Header, sizeof(Header));
	}
	if (Done)
	{
		Done = File.Write(Payload.data(), Payload.size());
	}
	return Done ? File.Commit() : Done;
}

Result<NavMesh> NavMesh::Load(const char* Path)
{
	CROWD_ASSERT(Path != nullptr);
	const Result<std::vector<unsigned char>> Bytes = ReadFile(Path);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	return LoadMemory(Bytes.Value().data(), Bytes.Value().size());
}

Result<NavMesh> NavMesh::LoadMemory(const void* Bytes, size_t Size)
{
	FileHeader Header;
	if (Bytes == nullptr || Size < sizeof(Header))
	{
		return Error::Format("The file has %zu bytes; a navigation mesh has at least %zu", Size, sizeof(Header));
	}
	std::memcpy(&Header, Bytes, sizeof(Header));
	const unsigned char* const Payload = static_cast<const unsigned char*>(Bytes) + sizeof(Header);
	if (const Result<void> Check = CheckHeader(Header, Payload, Size - sizeof(Header)); !Check)
	{
		return Check.GetError();
	}
	NavMesh Loaded;
	Loaded.State = std::make_unique<Impl>();
	if (const Result<void> Done = Loaded.State->Read(Payload, Size - sizeof(Header)); !Done)
	{
		return Done.GetError();
	}
	Loaded.State->RefreshGraph();
	Loaded.State->ChangedTiles.clear();
	return Loaded;
}
}
