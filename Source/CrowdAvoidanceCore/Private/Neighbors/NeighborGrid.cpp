// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/NeighborGrid.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr int SmallestChunk = 2048;
/// A row is this many columns high, which makes a patch of that many columns a square.
constexpr int ColumnsPerRowHeight = 4;
/// Rows this much higher than the radius of a disc that holds the neighbours asked for, on average: high enough that three
/// rows nearly always suffice, low enough that they hold few agents in vain. Docs/Performance.md has the measurements.
constexpr float RowHeightFactor = 1.18f;
/// A table has no more cells than this for each agent ...
constexpr int64_t CellsPerAgent = 16;
/// ... or than small crowds may have anyway.
constexpr int64_t CellsOfSmallCrowds = 16384;
/// What else is kept of a row takes as much memory as this many cells.
constexpr int64_t CellsPerRow = 4;
/// [m]
constexpr float SmallestRow = 0.01f;
/// A row is at least this share of the world high.
constexpr float SmallestShare = 1.0f / (1 << 20);

int PieceCount(int Count, int Size)
{
	return (Count + Size - 1) / Size;
}

/// Small and large owned agents, small and large ghosts: 0 .. 3.
int ClassOf(const AgentArrays& Agents, int Agent, const NeighborGrid::Needs& Wanted)
{
	const bool bLarge = Wanted.bLargeClass && Agents.Body[Agent].Radius > CrowdLargeRadius;
	return (Agent >= Wanted.Owned ? 2 : 0) + (bLarge ? 1 : 0);
}

/// Whether all agents before End are small and owned, as most are.
bool IsFirstClass(int End, const NeighborGrid::Needs& Wanted)
{
	return End <= Wanted.Owned && !Wanted.bLargeClass;
}

bool IsLargeClass(int Class)
{
	return Class % 2 != 0;
}
}

GridCell CellAt(const GridLevel& Grid, float X, float Y)
{
	GridCell Cell = {RowBeforeWrapping(Grid, Y), static_cast<int>((X - Grid.OriginX) * Grid.InvCellWidth)};
	if (Grid.bWrapped)
	{
		Cell.Row %= Grid.Rows;
		Cell.Column %= Grid.Columns;
	}
	return Cell;
}

NeighborGrid::Bounds NeighborGrid::Bounds::Nothing()
{
	return {INFINITY, INFINITY, -INFINITY, -INFINITY, 0.0f, 0};
}

void NeighborGrid::Bounds::Include(float X, float Y)
{
	MinX = X < MinX ? X : MinX;
	MinY = Y < MinY ? Y : MinY;
	MaxX = X > MaxX ? X : MaxX;
	MaxY = Y > MaxY ? Y : MaxY;
	++Count;
}

void NeighborGrid::Bounds::Include(const Bounds& Other)
{
	MinX = std::min(MinX, Other.MinX);
	MinY = std::min(MinY, Other.MinY);
	MaxX = std::max(MaxX, Other.MaxX);
	MaxY = std::max(MaxY, Other.MaxY);
	MaxRadius = std::max(MaxRadius, Other.MaxRadius);
	Count += Other.Count;
}

void NeighborGrid::MeasureBounds(const AgentArrays& Agents, int Count, const Needs& Wanted, StepTeam& Team, int Leader)
{
	constexpr int ChunkSize = SmallestChunk;
	const int Chunks = PieceCount(Count, ChunkSize);
	ChunkBounds.Resize(static_cast<size_t>(Chunks) * Classes);
	Team.ForEach(Chunks, Leader,
		[&](int Chunk, int)
		{
			Bounds OfClass[Classes] = {Bounds::Nothing(), Bounds::Nothing(), Bounds::Nothing(), Bounds::Nothing()};
			const int End = std::min(Count, (Chunk + 1) * ChunkSize);
			int Agent = Chunk * ChunkSize;
			if (IsFirstClass(End, Wanted))
			{
				Bounds First = Bounds::Nothing();
				for (const AgentMotion *Motion = &Agents.Motion[Agent], *Last = &Agents.Motion[End]; Motion != Last;
					 ++Motion)
				{
					First.Include(Motion->X, Motion->Y);
				}
				OfClass[0] = First;
				Agent = End;
			}
			for (; Agent < End; ++Agent)
			{
				const AgentMotion& Motion = Agents.Motion[Agent];
				const int Class = ClassOf(Agents, Agent, Wanted);
				OfClass[Class].Include(Motion.X, Motion.Y);
				if (IsLargeClass(Class))
				{
					OfClass[Class].MaxRadius = std::max(OfClass[Class].MaxRadius, Agents.Body[Agent].Radius);
				}
			}
			std::copy(OfClass, OfClass + Classes, ChunkBounds.Get() + static_cast<size_t>(Chunk) * Classes);
		});
	for (int Class = 0; Class < Classes; ++Class)
	{
		Boxes[Class] = Bounds::Nothing();
		for (int Chunk = 0; Chunk < Chunks; ++Chunk)
		{
			Boxes[Class].Include(ChunkBounds[static_cast<size_t>(Chunk) * Classes + static_cast<size_t>(Class)]);
		}
	}
}

void NeighborGrid::LayOut(GridLevel& Level, const Bounds& Box, float RowHeight)
{
	Level.MaxRadius = Box.MaxRadius;
	if (Box.Count == 0)
	{
		Level = {};
		Level.InvCellWidth = Level.InvRowHeight = Level.CellWidth = Level.RowHeight = 1.0f;
		Level.Rows = Level.Columns = 1;
		return;
	}
	// No smaller than what single precision can tell apart, or cell coordinates would leave the range of int.
	RowHeight = std::max({RowHeight, (Box.MaxX - Box.MinX) * SmallestShare, (Box.MaxY - Box.MinY) * SmallestShare});
	const float CellWidth = RowHeight / ColumnsPerRowHeight;
	Level.OriginX = Box.MinX;
	Level.OriginY = Box.MinY;
	Level.RowHeight = RowHeight;
	Level.CellWidth = CellWidth;
	Level.InvRowHeight = 1.0f / RowHeight;
	Level.InvCellWidth = 1.0f / CellWidth;
	const float Extent = std::max({Box.MaxX - Box.MinX, Box.MaxY - Box.MinY, std::fabs(Box.MinX), std::fabs(Box.MinY),
		std::fabs(Box.MaxX), std::fabs(Box.MaxY)});
	Level.Slack = 1.0e-6f * Extent + 1.0e-5f * CellWidth;
	Level.bWrapped = 0;
	const GridCell Last = CellAt(Level, Box.MaxX, Box.MaxY);
	Level.Rows = Last.Row + 1;
	Level.Columns = Last.Column + 1;

	// A world with more cells than this is mostly empty: fold it onto a table of about this size. Agents that fall on the
	// same cell from afar cost a distance test each and nothing else.
	const int64_t MostCells = std::max<int64_t>(CellsPerAgent * Box.Count, CellsOfSmallCrowds);
	if (Level.Rows * (Level.Columns + CellsPerRow) > MostCells)
	{
		Level.bWrapped = 1;
		const int Side = static_cast<int>(std::sqrt(static_cast<double>(MostCells)));
		// Odd sizes, so that evenly spaced clusters do not all land on the same cells.
		if (Level.Rows <= Side)
		{
			Level.Columns = static_cast<int>(MostCells / Level.Rows) | 1;
		}
		else if (Level.Columns <= Side)
		{
			Level.Rows = static_cast<int>(MostCells / (Level.Columns + CellsPerRow)) | 1;
		}
		else
		{
			Level.Rows = (Side / 2) | 1;
			Level.Columns = static_cast<int>(MostCells / Level.Rows) | 1;
		}
	}
}

void NeighborGrid::Sort(
	AgentArrays& Agents, AgentArrays& Spare, int Count, const Needs& Wanted, StepTeam& Team, int Leader)
{
	Spare.Motion.Resize(static_cast<size_t>(Count));
	Spare.Aim.Resize(static_cast<size_t>(Count));
	if (Wanted.bBodies)
	{
		Spare.Body.Resize(static_cast<size_t>(Count));
	}
	for (int Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		if (Wanted.bScalars[Scalar])
		{
			Spare.Scalars[Scalar].Resize(static_cast<size_t>(Count));
		}
	}
	MeasureBounds(Agents, Count, Wanted, Team, Leader);

	// What is found does not depend on the size of cells, so the density may be guessed: as the last step left it,
	// or, in the first, as if agents were spread evenly. A guess that proves bad is corrected at once.
	float& Density = *Wanted.Density;
	if (Density <= 0.0f)
	{
		const double Area = (static_cast<double>(Boxes[0].MaxX) - Boxes[0].MinX + 1.0) *
			(static_cast<double>(Boxes[0].MaxY) - Boxes[0].MinY + 1.0);
		Density = static_cast<float>(Boxes[0].Count / Area);
	}
	for (int Try = 0; Try < 3; ++Try)
	{
		const float Guess = Density;
		const float Wide = std::max(Wanted.Range, 2.0f * Wanted.SmallestRadius);
		const float DiscRadius = std::sqrt(static_cast<float>(std::max(Wanted.Neighbors, 1)) / (3.14159265f * Guess));
		const float RowHeight = std::clamp(RowHeightFactor * DiscRadius, 2.0f * Wanted.SmallestRadius, Wide);
		LayOut(Levels[0], Boxes[0], RowHeight);
		for (int Class = 1; Class < Classes; ++Class)
		{
			LayOut(Levels[Class], Boxes[Class], std::max(Wanted.Range + Boxes[Class].MaxRadius, SmallestRow));
		}
		SortOnce(Agents, Spare, Count, Wanted, Team, Leader);
		if (Density < 2.0f * Guess && Density > 0.5f * Guess)
		{
			break;
		}
	}

	std::swap(Agents.Motion, Spare.Motion);
	std::swap(Agents.Aim, Spare.Aim);
	if (Wanted.bBodies)
	{
		std::swap(Agents.Body, Spare.Body);
	}
	for (int Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		if (Wanted.bScalars[Scalar])
		{
			std::swap(Agents.Scalars[Scalar], Spare.Scalars[Scalar]);
		}
	}
}

void NeighborGrid::Show(StepView& View) const
{
	View.Grid = Levels[0];
	std::copy(Levels + 1, Levels + Classes, View.OtherGrids);
	View.SmallCount = Boxes[0].Count;
	View.OwnedCount = View.SmallCount + Boxes[1].Count;
	View.SmallGhostEnd = View.OwnedCount + Boxes[2].Count;
	View.AgentCount = View.SmallGhostEnd + Boxes[3].Count;
}

void NeighborGrid::SortOnce(
	const AgentArrays& From, AgentArrays& To, int Count, const Needs& Wanted, StepTeam& Team, int Leader)
{
	size_t Cells = 0;
	for (int Class = 0; Class < Classes; ++Class)
	{
		FirstRow[Class + 1] = FirstRow[Class] + Levels[Class].Rows;
		Cells += static_cast<size_t>(Levels[Class].Rows) * Levels[Class].Columns;
	}
	const int Rows = FirstRow[Classes];
	// As many agents a chunk as there are rows at least, or the chunks' row counts would outgrow the agents.
	const int ChunkSize = std::max(SmallestChunk, Rows);
	const int Chunks = PieceCount(Count, ChunkSize);
	CellStarts.Resize(Cells + 1);
	RowStarts.Resize(static_cast<size_t>(Rows) + 1);
	RowCrowding.Resize(static_cast<size_t>(Rows));
	ChunkRows.Resize(static_cast<size_t>(Chunks) * Rows);
	RowOf.Resize(static_cast<size_t>(Count));
	Order.Resize(static_cast<size_t>(Count));
	Columns.Resize(static_cast<size_t>(Count));
	Sorted.Resize(static_cast<size_t>(Count));
	int* FirstCell = CellStarts.Get();
	for (GridLevel& Level : Levels)
	{
		Level.CellStart = FirstCell;
		FirstCell += static_cast<size_t>(Level.Rows) * Level.Columns;
	}

	Team.ForEach(Chunks, Leader,
		[&](int Chunk, int)
		{
			int* Counts = ChunkRows.Get() + static_cast<size_t>(Chunk) * Rows;
			std::fill(Counts, Counts + Rows, 0);
			const int End = std::min(Count, (Chunk + 1) * ChunkSize);
			int Agent = Chunk * ChunkSize;
			if (IsFirstClass(End, Wanted))
			{
				const GridLevel Level = Levels[0]; // A copy, which nothing that is written here can be part of.
				const AgentMotion* const Motion = From.Motion.Get();
				uint32_t* const Out = RowOf.Get();
				for (; Agent < End; ++Agent)
				{
					const int Row = CellAt(Level, Motion[Agent].X, Motion[Agent].Y).Row;
					Out[Agent] = static_cast<uint32_t>(Row);
					++Counts[Row];
				}
			}
			for (; Agent < End; ++Agent)
			{
				const int Class = ClassOf(From, Agent, Wanted);
				const int Row = FirstRow[Class] + CellAt(Levels[Class], From.Motion[Agent].X, From.Motion[Agent].Y).Row;
				RowOf[Agent] = static_cast<uint32_t>(Row);
				++Counts[Row];
			}
		});

	int Start = 0;
	for (int Row = 0; Row < Rows; ++Row)
	{
		RowStarts[Row] = Start;
		for (int Chunk = 0; Chunk < Chunks; ++Chunk)
		{
			int& Cursor = ChunkRows[static_cast<size_t>(Chunk) * Rows + Row];
			const int InChunk = Cursor;
			Cursor = Start;
			Start += InChunk;
		}
	}
	RowStarts[Rows] = Start;
	CellStarts[Cells] = Start;

	Team.ForEach(Chunks, Leader,
		[&](int Chunk, int)
		{
			int* Cursors = ChunkRows.Get() + static_cast<size_t>(Chunk) * Rows;
			const int End = std::min(Count, (Chunk + 1) * ChunkSize);
			for (int Agent = Chunk * ChunkSize; Agent < End; ++Agent)
			{
				Order[Cursors[RowOf[Agent]]++] = static_cast<uint32_t>(Agent);
			}
		});

	// Several rows a piece, where there are many.
	const int RowsPerPiece = Rows / 128 + 1;
	Team.ForEach(PieceCount(Rows, RowsPerPiece), Leader,
		[&](int Piece, int)
		{
			const int End = std::min(Rows, (Piece + 1) * RowsPerPiece);
			for (int Row = Piece * RowsPerPiece; Row < End; ++Row)
			{
				SortRow(From, To, Row, Wanted);
			}
		});

	double Crowding = 0.0;
	for (int Row = 0; Row < Levels[0].Rows; ++Row)
	{
		Crowding += RowCrowding[Row];
	}
	// Of an agent's patch mates, itself is one that says nothing about density.
	const double Mates = Boxes[0].Count > 0 ? Crowding / Boxes[0].Count - 1.0 : 0.0;
	*Wanted.Density =
		static_cast<float>(std::max(Mates, 0.05) / (static_cast<double>(Levels[0].RowHeight) * Levels[0].RowHeight));
}

void NeighborGrid::SortRow(const AgentArrays& From, AgentArrays& To, int Row, const Needs& Wanted)
{
	const int Class = static_cast<int>(std::upper_bound(FirstRow + 1, FirstRow + Classes, Row) - (FirstRow + 1));
	const GridLevel Level = Levels[Class]; // A copy, which nothing that is written here can be part of.
	const int RowInLevel = Row - FirstRow[Class];
	int* Cells = const_cast<int*>(Level.CellStart) + static_cast<size_t>(RowInLevel) * Level.Columns;
	const int Begin = RowStarts[Row];
	const int End = RowStarts[Row + 1];

	std::fill(Cells, Cells + Level.Columns, 0);
	for (int Place = Begin; Place < End; ++Place)
	{
		const uint32_t Agent = Order[Place];
		const int Column = CellAt(Level, From.Motion[Agent].X, From.Motion[Agent].Y).Column;
		Columns[Place] = static_cast<uint32_t>(Column);
		++Cells[Column];
	}

	int Start = Begin;
	double Crowding = 0.0;
	bool bHeap = false;
	for (int Column = 0; Column < Level.Columns;)
	{
		const int PatchEnd = std::min(Column + ColumnsPerRowHeight, Level.Columns);
		const int PatchStart = Start;
		for (; Column < PatchEnd; ++Column)
		{
			const int InCell = Cells[Column];
			Cells[Column] = Start;
			Start += InCell;
		}
		const double InPatch = Start - PatchStart;
		bHeap = bHeap || Start - PatchStart > CrowdMaxCellAgents;
		Crowding += InPatch * InPatch;
	}
	RowCrowding[Row] = Crowding;

	// Placing the agents moves each cell's start to its end; the shift back is the next cell's former start.
	for (int Place = Begin; Place < End; ++Place)
	{
		Sorted[Cells[Columns[Place]]++] = Order[Place];
	}
	for (int Column = Level.Columns - 1; Column > 0; --Column)
	{
		Cells[Column] = Cells[Column - 1];
	}
	Cells[0] = Begin;
	if (bHeap)
	{
		SortHeaps(From, Cells, Level.Columns, End, Wanted);
	}

	const auto MoveField = [&](const auto& Source, auto& Target)
	{
		const uint32_t* const Agents = Sorted.Get();
		const auto* const Old = Source.Get();
		auto* const New = Target.Get();
		for (int Place = Begin; Place < End; ++Place)
		{
			New[Place] = Old[Agents[Place]];
		}
	};
	MoveField(From.Motion, To.Motion);
	MoveField(From.Aim, To.Aim);
	if (Wanted.bBodies)
	{
		MoveField(From.Body, To.Body);
	}
	for (int Scalar = 0; Scalar < CROWD_SCALARS; ++Scalar)
	{
		if (Wanted.bScalars[Scalar])
		{
			MoveField(From.Scalars[Scalar], To.Scalars[Scalar]);
		}
	}
}

/// Of a cell with more agents than a search examines, which ones it examines depends on their order: that of their ids.
void NeighborGrid::SortHeaps(const AgentArrays& From, const int* Cells, int ColumnCount, int End, const Needs& Wanted)
{
	for (int Column = 0; Column < ColumnCount; ++Column)
	{
		const int CellEnd = Column + 1 < ColumnCount ? Cells[Column + 1] : End;
		if (CellEnd - Cells[Column] > CrowdMaxCellAgents)
		{
			std::sort(Sorted.Get() + Cells[Column], Sorted.Get() + CellEnd,
				[&](uint32_t A, uint32_t B) { return Wanted.Ids[From.Aim[A].Slot] < Wanted.Ids[From.Aim[B].Slot]; });
		}
	}
}

void NeighborGrid::Reserve(size_t Agents)
{
	RowOf.Reserve(Agents);
	Order.Reserve(Agents);
	Columns.Reserve(Agents);
	Sorted.Reserve(Agents);
}

size_t NeighborGrid::Bytes() const
{
	return ChunkBounds.Bytes() + CellStarts.Bytes() + RowStarts.Bytes() + ChunkRows.Bytes() + RowOf.Bytes() +
		Order.Bytes() + Columns.Bytes() + Sorted.Bytes() + RowCrowding.Bytes();
}
}
