// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Neighbors/NeighborGrid.h"

#include "Kernels/KernelTable.h"

#include <algorithm>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
constexpr int SmallestChunk = 512;
/// Agents of a piece of work that is worth claiming, about.
constexpr int SmallestPiece = 128;
/// A row is this many columns high, which makes a patch of that many columns a square.
constexpr int ColumnsPerRowHeight = 4;
/// Rows this much higher than the radius of a disc that holds the neighbours asked for, on average: high enough that three
/// rows nearly always suffice, low enough that they hold few agents in vain. Docs/Performance.md has the measurements.
constexpr float RowHeightFactor = 1.18f;
/// A table has no more cells than this for each agent ...
constexpr int64_t CellsPerAgent = 16;
/// ... or than small crowds may have anyway.
constexpr int64_t CellsOfSmallCrowds = 16384;
/// Where that is not enough it is folded, and as many do as are not in each other's way much.
constexpr int64_t CellsPerFoldedAgent = 4;
constexpr int64_t FoldedCellsOfSmallCrowds = 4096;
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

/// Calls Visit(begin, end, class) for runs of agents of one class that together are Begin .. End - 1.
template <typename Visitor>
void ForEachRunOfAClass(
	const AgentArrays& Agents, int Begin, int End, const NeighborGrid::Needs& Wanted, Visitor&& Visit)
{
	while (Begin < End)
	{
		const int Class = ClassOf(Agents, Begin, Wanted);
		int RunEnd = Begin < Wanted.Owned ? std::min(End, Wanted.Owned) : End;
		if (Wanted.bLargeClass)
		{
			const int Most = RunEnd;
			RunEnd = Begin + 1;
			while (RunEnd < Most && ClassOf(Agents, RunEnd, Wanted) == Class)
			{
				++RunEnd;
			}
		}
		Visit(Begin, RunEnd, Class);
		Begin = RunEnd;
	}
}

bool IsLargeClass(int Class)
{
	return Class % 2 != 0;
}
}

NeighborGrid::Bounds NeighborGrid::Bounds::Nothing()
{
	return {INFINITY, INFINITY, -INFINITY, -INFINITY, 0.0f, 0};
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
			ForEachRunOfAClass(Agents, Chunk * ChunkSize, End, Wanted,
				[&](int RunBegin, int RunEnd, int Class)
				{
					GridBox Box;
					Wanted.Kernels->MeasureBox(Agents.Motion.Get(), RunBegin, RunEnd, &Box);
					Bounds Run = {Box.MinX, Box.MinY, Box.MaxX, Box.MaxY, 0.0f, RunEnd - RunBegin};
					for (int Agent = RunBegin; IsLargeClass(Class) && Agent < RunEnd; ++Agent)
					{
						Run.MaxRadius = std::max(Run.MaxRadius, Agents.Body[Agent].Radius);
					}
					OfClass[Class].Include(Run);
				});
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
	// No smaller than what single precision can tell apart, or cell coordinates would leave the range of int: of tiny agents
	// too, who may search far away.
	RowHeight = std::max(
		{RowHeight, SmallestRow, (Box.MaxX - Box.MinX) * SmallestShare, (Box.MaxY - Box.MinY) * SmallestShare});
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
		const int64_t FoldedCells = std::max<int64_t>(CellsPerFoldedAgent * Box.Count, FoldedCellsOfSmallCrowds);
		const int Side = static_cast<int>(std::sqrt(static_cast<double>(FoldedCells)));
		// Odd sizes, so that evenly spaced clusters do not all land on the same cells.
		if (Level.Rows <= Side)
		{
			Level.Columns = static_cast<int>(FoldedCells / Level.Rows) | 1;
		}
		else if (Level.Columns <= Side)
		{
			Level.Rows = static_cast<int>(FoldedCells / (Level.Columns + CellsPerRow)) | 1;
		}
		else
		{
			Level.Rows = (Side / 2) | 1;
			Level.Columns = static_cast<int>(FoldedCells / Level.Rows) | 1;
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
			LayOut(Levels[Class], Boxes[Class], Wanted.Range + Boxes[Class].MaxRadius);
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
	ColumnOf.Resize(static_cast<size_t>(Count));
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
			CountRows(From, Chunk * ChunkSize, std::min(Count, (Chunk + 1) * ChunkSize), Counts, Wanted);
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
			int* const Cursors = ChunkRows.Get() + static_cast<size_t>(Chunk) * Rows;
			const uint32_t* const AgentRows = RowOf.Get();
			const uint32_t* const AgentColumns = ColumnOf.Get();
			uint32_t* const ByRow = Order.Get();
			uint32_t* const ColumnsByRow = Columns.Get();
			const int End = std::min(Count, (Chunk + 1) * ChunkSize);
			for (int Agent = Chunk * ChunkSize; Agent < End; ++Agent)
			{
				const int Place = Cursors[AgentRows[Agent]]++;
				ByRow[Place] = static_cast<uint32_t>(Agent);
				ColumnsByRow[Place] = AgentColumns[Agent];
			}
		});

	// Several rows a piece, where there are many, or too few agents in each to be worth a piece.
	const int RowsPerPiece =
		1 + std::max(Rows / 128, static_cast<int>(int64_t{Rows} * SmallestPiece / std::max(Count, 1)));
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

void NeighborGrid::CountRows(const AgentArrays& From, int Begin, int End, int* Counts, const Needs& Wanted)
{
	ForEachRunOfAClass(From, Begin, End, Wanted,
		[&](int RunBegin, int RunEnd, int Class)
		{
			Wanted.Kernels->FindCells(
				&Levels[Class], From.Motion.Get(), RunBegin, RunEnd, FirstRow[Class], RowOf.Get(), ColumnOf.Get());
		});
	const uint32_t* const AgentRows = RowOf.Get();
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		++Counts[AgentRows[Agent]];
	}
}

void NeighborGrid::SortRow(const AgentArrays& From, AgentArrays& To, int Row, const Needs& Wanted)
{
	const int Class = static_cast<int>(std::upper_bound(FirstRow + 1, FirstRow + Classes, Row) - (FirstRow + 1));
	const int ColumnCount = Levels[Class].Columns;
	int* const Cells =
		const_cast<int*>(Levels[Class].CellStart) + static_cast<size_t>(Row - FirstRow[Class]) * ColumnCount;
	const int Begin = RowStarts[Row];
	const int End = RowStarts[Row + 1];
	const uint32_t* const ByRow = Order.Get();
	const uint32_t* const ColumnsByRow = Columns.Get();
	uint32_t* const ByCell = Sorted.Get();

	std::fill(Cells, Cells + ColumnCount, 0);
	for (int Place = Begin; Place < End; ++Place)
	{
		++Cells[ColumnsByRow[Place]];
	}

	// Cells say where they end until agents are placed, last ones first, each before the one after it.
	int CellEnd = Begin;
	double Crowding = 0.0;
	bool bHeap = false;
	for (int Column = 0; Column < ColumnCount;)
	{
		const int PatchEnd = std::min(Column + ColumnsPerRowHeight, ColumnCount);
		const int PatchStart = CellEnd;
		for (; Column < PatchEnd; ++Column)
		{
			CellEnd += Cells[Column];
			Cells[Column] = CellEnd;
		}
		const int InPatch = CellEnd - PatchStart;
		bHeap = bHeap || InPatch > CrowdMaxCellAgents;
		Crowding += static_cast<double>(InPatch) * InPatch;
	}
	RowCrowding[Row] = Crowding;
	for (int Place = End - 1; Place >= Begin; --Place)
	{
		ByCell[--Cells[ColumnsByRow[Place]]] = ByRow[Place];
	}
	if (bHeap)
	{
		SortHeaps(From, Cells, ColumnCount, End, Wanted);
	}

	const AgentMotion* const OldMotion = From.Motion.Get();
	const AgentAim* const OldAim = From.Aim.Get();
	AgentMotion* const NewMotion = To.Motion.Get();
	AgentAim* const NewAim = To.Aim.Get();
	for (int Place = Begin; Place < End; ++Place)
	{
		NewMotion[Place] = OldMotion[ByCell[Place]];
		NewAim[Place] = OldAim[ByCell[Place]];
	}
	const auto MoveField = [&](const auto& Source, auto& Target)
	{
		const auto* const Old = Source.Get();
		auto* const New = Target.Get();
		for (int Place = Begin; Place < End; ++Place)
		{
			New[Place] = Old[ByCell[Place]];
		}
	};
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
	ColumnOf.Reserve(Agents);
	Order.Reserve(Agents);
	Columns.Reserve(Agents);
	Sorted.Reserve(Agents);
}

size_t NeighborGrid::Bytes() const
{
	return ChunkBounds.Bytes() + CellStarts.Bytes() + RowStarts.Bytes() + ChunkRows.Bytes() + RowOf.Bytes() +
		ColumnOf.Bytes() + Order.Bytes() + Columns.Bytes() + Sorted.Bytes() + RowCrowding.Bytes();
}
}
