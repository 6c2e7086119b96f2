// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Obstacles/ObstacleStore.h"

#include "World/Checks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace CrowdAvoidance
{
namespace
{
constexpr double MostCells = 16384.0;
constexpr float ShortestEdge = 0.001f;

Vec2 Direction(Vec2 From, Vec2 To)
{
	const float DX = To.X - From.X;
	const float DY = To.Y - From.Y;
	const float Inverse = 1.0f / std::sqrt(DX * DX + DY * DY);
	return {DX * Inverse, DY * Inverse};
}

float DistanceToSegment(const WallSegment& Wall, float X, float Y)
{
	const float DX = Wall.To.X - Wall.From.X;
	const float DY = Wall.To.Y - Wall.From.Y;
	const float T = std::clamp(((X - Wall.From.X) * DX + (Y - Wall.From.Y) * DY) / (DX * DX + DY * DY), 0.0f, 1.0f);
	return std::hypot(X - (Wall.From.X + T * DX), Y - (Wall.From.Y + T * DY));
}

/// Positive: counter-clockwise.
double TwiceSignedArea(std::span<const Vec2> Vertices)
{
	double Sum = 0.0;
	for (size_t Index = 0; Index < Vertices.size(); ++Index)
	{
		const Vec2 A = Vertices[Index];
		const Vec2 B = Vertices[(Index + 1) % Vertices.size()];
		Sum += (static_cast<double>(A.X) - Vertices[0].X) * (static_cast<double>(B.Y) - Vertices[0].Y) -
			(static_cast<double>(A.Y) - Vertices[0].Y) * (static_cast<double>(B.X) - Vertices[0].X);
	}
	return Sum;
}

/// Everything that an obstacle's vertices must be.
Result<void> CheckVertices(std::span<const Vec2> Vertices)
{
	const size_t Count = Vertices.size();
	if (Count < 2 || Count > static_cast<size_t>(CrowdMaxObstacleVertices))
	{
		return Error::Format("Vertices has %zu entries; it must have 2 .. %d", Count, CrowdMaxObstacleVertices);
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const Vec2 Vertex = Vertices[Index];
		char Field[32];
		std::snprintf(Field, sizeof(Field), "Vertices[%zu]", Index);
		if (const Result<void> Check = CheckVector(Field, Vertex); !Check)
		{
			return Check;
		}
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const Vec2 Vertex = Vertices[Index];
		const Vec2 Next = Vertices[(Index + 1) % Count];
		if (!(std::hypot(Next.X - Vertex.X, Next.Y - Vertex.Y) >= ShortestEdge))
		{
			return Error::Format("Vertices[%zu] is (%g, %g), within %g m of the next vertex; edges must be longer",
				Index, static_cast<double>(Vertex.X), static_cast<double>(Vertex.Y), static_cast<double>(ShortestEdge));
		}
	}
	const double Area = 0.5 * std::fabs(TwiceSignedArea(Vertices));
	if (Count > 2 && !(Area > 1.0e-6))
	{
		return Error::Format(
			"Vertices enclose an area of %g m2; it must be above 1e-6 (two vertices make a wall)", Area);
	}
	return {};
}

Result<void> CheckObstacle(std::span<const Vec2> Vertices, bool bOneSided)
{
	if (bOneSided && Vertices.size() != 2)
	{
		return Error::Format("bOneSided is set for %zu vertices; it must be for a wall of 2", Vertices.size());
	}
	return CheckVertices(Vertices);
}
}

void WallCells::Clear()
{
	Pages.clear();
	ClearPool();
	Rehash(4);
}

void WallCells::Rehash(int NewBits)
{
	Bits = NewBits;
	Slots.assign(size_t{1} << Bits, -1);
	for (size_t Index = 0; Index < Pages.size(); ++Index)
	{
		size_t Slot = SlotOf(Pages[Index].Key);
		while (Slots[Slot] >= 0)
		{
			Slot = (Slot + 1) & (Slots.size() - 1);
		}
		Slots[Slot] = static_cast<int32_t>(Index);
	}
}

WallCells::Page& WallCells::PageOf(uint64_t Key)
{
	int32_t Found = FindPage(Key);
	if (Found < 0)
	{
		Found = static_cast<int32_t>(Pages.size());
		Pages.emplace_back().Key = Key;
		Rehash(2 * Pages.size() > Slots.size() ? Bits + 1 : Bits);
	}
	return Pages[static_cast<size_t>(Found)];
}

void WallCells::ClearPool()
{
	// Place 0 stands for no list: one without entries.
	Pool.Resize(HeaderSize);
	std::fill_n(Pool.Get(), HeaderSize, 0);
	WastedWords = 0;
}

uint32_t WallCells::Append(uint32_t Capacity)
{
	const size_t First = Pool.Size();
	Pool.Resize(First + WordsOf(Capacity));
	std::fill_n(Pool.Get() + First, WordsOf(Capacity), 0);
	Pool[First + 1] = Capacity;
	return static_cast<uint32_t>(First);
}

void WallCells::Write(uint32_t First, uint32_t Place, uint32_t Segment, std::span<const WallSegment> Segments)
{
	uint32_t* const Entry = &Pool[First + HeaderSize + Place];
	const uint32_t Capacity = Pool[First + 1];
	*Entry = Segment;
	if (HasColumns(Capacity))
	{
		const WallSegment& Wall = Segments[Segment];
		const Vec2 Span = Wall.To - Wall.From;
		const float Columns[CROWD_WALL_COLUMNS] = {Wall.From.X, Wall.From.Y, Span.X, Span.Y, Wall.Length};
		for (uint32_t Column = 0; Column < CROWD_WALL_COLUMNS; ++Column)
		{
			Entry[(1 + Column) * Capacity] = std::bit_cast<uint32_t>(Columns[Column]);
		}
	}
}

void WallCells::Add(int CellX, int CellY, uint32_t Segment, std::span<const WallSegment> Segments)
{
	uint32_t& First = PageOf(KeyOf(CellX >> PageBits, CellY >> PageBits)).First[InPage(CellX, CellY)];
	if (First == 0)
	{
		First = Append(4);
	}
	else if (Pool[First] == Pool[First + 1])
	{
		const uint32_t Old = First;
		const uint32_t Count = Pool[Old];
		First = Append(2 * Count);
		for (uint32_t Place = 0; Place < Count; ++Place)
		{
			Write(First, Place, Pool[Old + HeaderSize + Place], Segments);
		}
		Pool[First] = Count;
		WastedWords += WordsOf(Pool[Old + 1]);
	}
	Write(First, Pool[First]++, Segment, Segments);
}

void WallCells::Remove(int CellX, int CellY, uint32_t Segment, std::span<const WallSegment> Segments)
{
	uint32_t& First = PageOf(KeyOf(CellX >> PageBits, CellY >> PageBits)).First[InPage(CellX, CellY)];
	uint32_t Kept = 0;
	for (uint32_t Place = 0; Place < Pool[First]; ++Place)
	{
		const uint32_t Listed = Pool[First + HeaderSize + Place];
		if (Listed != Segment)
		{
			Write(First, Kept++, Listed, Segments);
		}
	}
	Pool[First] = Kept;
	if (Kept == 0)
	{
		WastedWords += WordsOf(Pool[First + 1]);
		First = 0;
	}
}

void WallCells::Compact(std::span<const WallSegment> Segments)
{
	const AlignedArray<uint32_t> Old = std::move(Pool);
	ClearPool();
	std::erase_if(Pages,
		[](const Page& Item)
		{ return std::all_of(std::begin(Item.First), std::end(Item.First), [](uint32_t F) { return F == 0; }); });
	for (Page& Item : Pages)
	{
		for (uint32_t& First : Item.First)
		{
			if (First != 0)
			{
				const uint32_t From = First;
				First = Append(Old[From]);
				Pool[First] = Old[From];
				for (uint32_t Place = 0; Place < Old[From]; ++Place)
				{
					Write(First, Place, Old[From + HeaderSize + Place], Segments);
				}
			}
		}
	}
	Rehash(Bits);
}

size_t WallCells::Bytes() const
{
	return Slots.capacity() * sizeof(int32_t) + Pages.capacity() * sizeof(Page) + Pool.Bytes();
}

template <typename Visitor>
bool ObstacleStore::ForEachCell(const WallSegment& Wall, Visitor&& Visit) const
{
	const int X0 = CellCoordinate(std::min(Wall.From.X, Wall.To.X) - Reach);
	const int X1 = CellCoordinate(std::max(Wall.From.X, Wall.To.X) + Reach);
	const int Y0 = CellCoordinate(std::min(Wall.From.Y, Wall.To.Y) - Reach);
	const int Y1 = CellCoordinate(std::max(Wall.From.Y, Wall.To.Y) + Reach);
	if ((static_cast<double>(X1) - X0 + 1.0) * (static_cast<double>(Y1) - Y0 + 1.0) > MostCells)
	{
		return false;
	}
	// Half a cell's diagonal and a little, since a cell is judged by its centre.
	const float Near =
		Reach + 0.7072f * CellSize + 0.001f + 1.0e-6f * (std::fabs(Wall.From.X) + std::fabs(Wall.From.Y));
	for (int CellX = X0; CellX <= X1; ++CellX)
	{
		for (int CellY = Y0; CellY <= Y1; ++CellY)
		{
			const float CentreX = (static_cast<float>(CellX) + 0.5f) * CellSize;
			const float CentreY = (static_cast<float>(CellY) + 0.5f) * CellSize;
			if (DistanceToSegment(Wall, CentreX, CentreY) <= Near)
			{
				Visit(CellX, CellY);
			}
		}
	}
	return true;
}

void ObstacleStore::List(uint32_t Slot)
{
	if (!ForEachCell(Segments[Slot], [&](int CellX, int CellY) { Cells.Add(CellX, CellY, Slot, Segments); }))
	{
		LongSegments.push_back(Slot);
	}
}

Result<ObstacleHandle> ObstacleStore::Add(const ObstacleDef& Def)
{
	if (const Result<void> Check = CheckObstacle(Def.Vertices, Def.bOneSided); !Check)
	{
		return Check.GetError();
	}
	const size_t Count = Def.Vertices.size();
	std::vector<Vec2> Vertices(Def.Vertices.begin(), Def.Vertices.end());
	if (Count > 2 && TwiceSignedArea(Vertices) < 0.0)
	{
		std::reverse(Vertices.begin(), Vertices.end());
	}

	uint32_t Index;
	if (FreeObstacles.empty())
	{
		Index = static_cast<uint32_t>(Obstacles.size());
		Obstacles.emplace_back();
	}
	else
	{
		Index = FreeObstacles.back();
		FreeObstacles.pop_back();
	}
	Obstacle& Item = Obstacles[Index];
	Item.Vertices = std::move(Vertices);
	Item.Groups = Def.Groups;
	Item.bOneSided = Def.bOneSided;
	++Item.Generation;
	Item.bAlive = true;
	Insert(Index);
	++Alive;
	return ObstacleHandle{Index, Item.Generation};
}

namespace
{
/// Whether the line between two points crosses the segment.
bool Crosses(const WallSegment& Wall, Vec2 From, Vec2 To)
{
	const Vec2 Line = To - From;
	const Vec2 Start = Wall.From - From;
	const Vec2 End = Wall.To - From;
	if (Cross(Line, Start) * Cross(Line, End) > 0.0f)
	{
		return false;
	}
	return Cross(Wall.Dir, From - Wall.From) * Cross(Wall.Dir, To - Wall.From) < 0.0f;
}
}

bool ObstacleStore::IsHidden(Vec2 From, Vec2 To, WallHiders& Hiders) const
{
	const auto IsHiddenBy = [&](std::span<const uint32_t> List)
	{
		const auto Found =
			std::find_if(List.begin(), List.end(), [&](uint32_t Wall) { return Crosses(Segments[Wall], From, To); });
		if (Found == List.end())
		{
			return false;
		}
		Hiders.Note(*Found);
		return true;
	};
	for (int Index = 0; Index < Hiders.Count; ++Index)
	{
		if (Crosses(Segments[Hiders.Segments[Index]], From, To))
		{
			return true;
		}
	}
	if (IsHiddenBy(LongSegments))
	{
		return true;
	}
	// Each list has all that is within reach of its cell: points twice as far apart see the whole line.
	const Vec2 Line = To - From;
	const int Points = static_cast<int>(std::sqrt(Dot(Line, Line)) / (1.99f * Reach)) + 1;
	WallCells::LastPage Last;
	for (int Point = 0; Point < Points; ++Point)
	{
		const float Along = (static_cast<float>(Point) + 0.5f) / static_cast<float>(Points);
		const uint32_t First = FindList(From + Along * Line, Last);
		if (First != 0 && IsHiddenBy(ListAt(First).Segments))
		{
			return true;
		}
	}
	return false;
}

void ObstacleStore::Insert(uint32_t ObstacleIndex)
{
	Obstacle& Item = Obstacles[ObstacleIndex];
	const size_t Count = Item.Vertices.size();
	std::vector<Vec2> Directions(Count);
	std::vector<bool> Convex(Count, true);
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Directions[Index] = Direction(Item.Vertices[Index], Item.Vertices[(Index + 1) % Count]);
	}
	for (size_t Index = 0; Index < Count && Count > 2; ++Index)
	{
		const Vec2 In = Directions[(Index + Count - 1) % Count];
		const Vec2 Out = Directions[Index];
		Convex[Index] = In.X * Out.Y - In.Y * Out.X >= 0.0f;
	}
	// A wall has two edges, back to back.
	const size_t Edges = Item.bOneSided ? 1 : Count;
	for (size_t Index = 0; Index < Edges; ++Index)
	{
		const size_t Next = (Index + 1) % Count;
		const Vec2 Span = {
			Item.Vertices[Next].X - Item.Vertices[Index].X, Item.Vertices[Next].Y - Item.Vertices[Index].Y};
		const WallSegment Wall = {Item.Vertices[Index], Item.Vertices[Next], Directions[Index],
			std::sqrt(Span.X * Span.X + Span.Y * Span.Y), Directions[(Index + Count - 1) % Count], Directions[Next],
			Convex[Index], Convex[Next], Item.Groups};
		uint32_t Slot;
		if (FreeSegments.empty())
		{
			Slot = static_cast<uint32_t>(Segments.size());
			Segments.push_back(Wall);
			Owners.push_back(ObstacleIndex);
		}
		else
		{
			Slot = FreeSegments.back();
			FreeSegments.pop_back();
			Segments[Slot] = Wall;
			Owners[Slot] = ObstacleIndex;
		}
		Item.SegmentIndices.push_back(Slot);
		List(Slot);
	}
}

void ObstacleStore::Erase(Obstacle& Item)
{
	for (const uint32_t Slot : Item.SegmentIndices)
	{
		if (!ForEachCell(Segments[Slot], [&](int CellX, int CellY) { Cells.Remove(CellX, CellY, Slot, Segments); }))
		{
			std::erase(LongSegments, Slot);
		}
		FreeSegments.push_back(Slot);
	}
	Item.SegmentIndices.clear();
	constexpr size_t MostWastedWords = 1 << 16;
	if (Cells.Wasted() > MostWastedWords)
	{
		Cells.Compact(Segments);
	}
}

Result<void> ObstacleStore::Remove(ObstacleHandle Handle)
{
	if (!IsValid(Handle))
	{
		return Error::Format(
			"obstacle handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
	}
	Obstacle& Item = Obstacles[Handle.Index];
	Erase(Item);
	Item.Vertices = {};
	Item.bAlive = false;
	FreeObstacles.push_back(Handle.Index);
	--Alive;
	return {};
}

Result<void> ObstacleStore::Move(ObstacleHandle Handle, Vec2 Offset)
{
	if (!IsValid(Handle))
	{
		return Error::Format(
			"obstacle handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
	}
	if (const Result<void> Check = CheckVector("Offset", Offset); !Check)
	{
		return Check;
	}
	Obstacle& Item = Obstacles[Handle.Index];
	std::vector<Vec2> Moved = Item.Vertices;
	for (Vec2& Vertex : Moved)
	{
		Vertex.X += Offset.X;
		Vertex.Y += Offset.Y;
	}
	// Far from the origin, vertices may collapse onto each other.
	if (const Result<void> Check = CheckVertices(Moved); !Check)
	{
		return Check;
	}
	Erase(Item);
	Item.Vertices = std::move(Moved);
	Insert(Handle.Index);
	return {};
}

bool ObstacleStore::IsValid(ObstacleHandle Handle) const
{
	return Handle.Index < Obstacles.size() && Obstacles[Handle.Index].bAlive &&
		Obstacles[Handle.Index].Generation == Handle.Generation;
}

void ObstacleStore::SetReach(float NewReach)
{
	if (NewReach <= Reach)
	{
		return;
	}
	// The second time ahead of need, so that a crowd of rising speeds does not rebuild the lists for each agent.
	Reach = Reach == 0.0f ? NewReach : 1.25f * NewReach;
	while (CellSize < LeastShareOfReach * Reach)
	{
		CellSize *= 2.0f;
	}
	InvCellSize = 1.0f / CellSize;
	Cells.Clear();
	LongSegments.clear();
	for (const Obstacle& Item : Obstacles)
	{
		for (const uint32_t Slot : Item.SegmentIndices)
		{
			List(Slot);
		}
	}
	Cells.Compact(Segments);
}

void ObstacleStore::Save(SnapshotWriter& To) const
{
	To.Section("obstacles");
	To.Count(Obstacles.size());
	for (const Obstacle& Item : Obstacles)
	{
		To(Item.Generation, Item.bAlive);
		if (Item.bAlive)
		{
			To(Item.bOneSided, Item.Groups, Item.Vertices);
		}
	}
	To(FreeObstacles);
}

void ObstacleStore::Load(SnapshotReader& From)
{
	From.Section("obstacles");
	for (size_t Left = From.Count(); Left > 0 && From.IsGood(); --Left)
	{
		Obstacle& Item = Obstacles.emplace_back();
		From(Item.Generation, Item.bAlive);
		if (!Item.bAlive)
		{
			continue;
		}
		From(Item.bOneSided, Item.Groups, Item.Vertices);
		if (const Result<void> Check = CheckObstacle(Item.Vertices, Item.bOneSided); !Check)
		{
			From.Refuse(Check.GetError());
			return;
		}
		Insert(static_cast<uint32_t>(Obstacles.size() - 1));
		++Alive;
	}
	From(FreeObstacles);
	From.CheckFreeList(FreeObstacles, Obstacles.size(), [this](uint32_t Index) { return Obstacles[Index].bAlive; });
}

std::vector<uint32_t> ObstacleStore::FindIn(Capsule Area) const
{
	std::vector<uint32_t> Found;
	// So much rounding may add to it.
	Area.Radius *= 1.000001;
	// Beyond this no vertex can be.
	const double Most = 2.0 * static_cast<double>(CrowdMaxCoordinate);
	const auto CellOf = [this, Most](double Value)
	{ return static_cast<int>(std::floor(std::clamp(Value, -Most, Most) / static_cast<double>(CellSize))); };
	size_t Visited = 0;
	WallCells::LastPage Last;
	for (int CellY = CellOf(Area.MinY()); CellY <= CellOf(Area.MaxY()) && Visited <= Segments.size(); ++CellY)
	{
		const double Bottom = static_cast<double>(CellY) * static_cast<double>(CellSize);
		const Capsule::Interval Span = Area.Across(Bottom, Bottom + static_cast<double>(CellSize));
		++Visited;
		for (int CellX = CellOf(Span.Min); CellX <= CellOf(Span.Max) && Visited <= Segments.size(); ++CellX)
		{
			const std::span<const uint32_t> List = Cells.ListAt(Cells.Find(CellX, CellY, Last)).Segments;
			Found.insert(Found.end(), List.begin(), List.end());
			Visited += 1 + List.size();
		}
	}
	if (Visited > Segments.size())
	{
		// So many cells that it is less work to take all there are.
		Found.clear();
		for (const Obstacle& Item : Obstacles)
		{
			Found.insert(Found.end(), Item.SegmentIndices.begin(), Item.SegmentIndices.end());
		}
		return Found;
	}
	Found.insert(Found.end(), LongSegments.begin(), LongSegments.end());
	std::sort(Found.begin(), Found.end());
	Found.erase(std::unique(Found.begin(), Found.end()), Found.end());
	return Found;
}

size_t ObstacleStore::Bytes() const
{
	return Segments.capacity() * sizeof(WallSegment) + Owners.capacity() * sizeof(uint32_t) +
		Obstacles.capacity() * sizeof(Obstacle) + LongSegments.capacity() * sizeof(uint32_t) + Cells.Bytes();
}
}
