// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Obstacles/ObstacleStore.h"

#include "World/Checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace CrowdAvoidance
{
namespace
{
constexpr float CellSize = 4.0f;
constexpr double MostCells = 4096.0;
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
			return Error::Format("Vertices[%zu] is (%g, %g), within %g m of the next vertex; edges must be longer", Index,
				static_cast<double>(Vertex.X), static_cast<double>(Vertex.Y), static_cast<double>(ShortestEdge));
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
}

int ObstacleStore::CellCoordinate(float Value)
{
	return static_cast<int>(std::floor(Value / CellSize));
}

uint64_t ObstacleStore::KeyOf(int CellX, int CellY)
{
	return (static_cast<uint64_t>(static_cast<uint32_t>(CellX)) << 32) | static_cast<uint32_t>(CellY);
}

template <typename Visitor>
void ObstacleStore::ForEachList(const WallSegment& Wall, Visitor&& Visit)
{
	const int X0 = CellCoordinate(std::min(Wall.From.X, Wall.To.X) - Reach);
	const int X1 = CellCoordinate(std::max(Wall.From.X, Wall.To.X) + Reach);
	const int Y0 = CellCoordinate(std::min(Wall.From.Y, Wall.To.Y) - Reach);
	const int Y1 = CellCoordinate(std::max(Wall.From.Y, Wall.To.Y) + Reach);
	if ((static_cast<double>(X1) - X0 + 1.0) * (static_cast<double>(Y1) - Y0 + 1.0) > MostCells)
	{
		Visit(LongSegments);
		return;
	}
	// Half a cell's diagonal and a little, since a cell is judged by its centre.
	const float Near = Reach + 0.7072f * CellSize + 0.001f + 1.0e-6f * (std::fabs(Wall.From.X) + std::fabs(Wall.From.Y));
	for (int CellX = X0; CellX <= X1; ++CellX)
	{
		for (int CellY = Y0; CellY <= Y1; ++CellY)
		{
			const float CentreX = (static_cast<float>(CellX) + 0.5f) * CellSize;
			const float CentreY = (static_cast<float>(CellY) + 0.5f) * CellSize;
			if (DistanceToSegment(Wall, CentreX, CentreY) <= Near)
			{
				Visit(Cells[KeyOf(CellX, CellY)]);
			}
		}
	}
}

Result<ObstacleHandle> ObstacleStore::Add(const ObstacleDef& Def)
{
	if (const Result<void> Check = CheckVertices(Def.Vertices); !Check)
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
	++Item.Generation;
	Item.bAlive = true;
	Insert(Item);
	++Alive;
	return ObstacleHandle{Index, Item.Generation};
}

void ObstacleStore::Insert(Obstacle& Item)
{
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
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const size_t Next = (Index + 1) % Count;
		const WallSegment Wall = {Item.Vertices[Index], Item.Vertices[Next], Directions[Index],
			Directions[(Index + Count - 1) % Count], Directions[Next], Convex[Index], Convex[Next], Item.Groups};
		uint32_t Slot;
		if (FreeSegments.empty())
		{
			Slot = static_cast<uint32_t>(Segments.size());
			Segments.push_back(Wall);
		}
		else
		{
			Slot = FreeSegments.back();
			FreeSegments.pop_back();
			Segments[Slot] = Wall;
		}
		Item.SegmentIndices.push_back(Slot);
		ForEachList(Wall, [Slot](std::vector<uint32_t>& List) { List.push_back(Slot); });
	}
}

void ObstacleStore::Erase(Obstacle& Item)
{
	for (const uint32_t Slot : Item.SegmentIndices)
	{
		ForEachList(Segments[Slot], [Slot](std::vector<uint32_t>& List) { std::erase(List, Slot); });
		FreeSegments.push_back(Slot);
	}
	Item.SegmentIndices.clear();
	// Lists that an obstacle leaves behind empty would pile up along its way.
	if (++ErasedSinceSweep > 256)
	{
		std::erase_if(Cells, [](const auto& Entry) { return Entry.second.empty(); });
		ErasedSinceSweep = 0;
	}
}

Result<void> ObstacleStore::Remove(ObstacleHandle Handle)
{
	if (!IsValid(Handle))
	{
		return Error::Format("obstacle handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
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
		return Error::Format("obstacle handle {%u, %u} is stale or was never given out", Handle.Index, Handle.Generation);
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
	Insert(Item);
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
	// A little ahead of need, so that a crowd of rising speeds does not rebuild the lists for each agent.
	Reach = NewReach * 1.25f;
	Cells.clear();
	LongSegments.clear();
	for (const Obstacle& Item : Obstacles)
	{
		for (const uint32_t Slot : Item.SegmentIndices)
		{
			ForEachList(Segments[Slot], [Slot](std::vector<uint32_t>& List) { List.push_back(Slot); });
		}
	}
}

size_t ObstacleStore::Bytes() const
{
	size_t Total = Segments.capacity() * sizeof(WallSegment) + Obstacles.capacity() * sizeof(Obstacle) +
		LongSegments.capacity() * sizeof(uint32_t);
	for (const auto& [Key, List] : Cells)
	{
		Total += sizeof(Key) + sizeof(List) + List.capacity() * sizeof(uint32_t) + 2 * sizeof(void*);
	}
	return Total;
}
}
