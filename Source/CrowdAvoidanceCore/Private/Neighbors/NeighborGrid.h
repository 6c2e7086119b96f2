// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Kernels/StepShared.h"
#include "Math/AlignedArray.h"
#include "Tasks/StepTeam.h"
#include "World/AgentArrays.h"

namespace CrowdAvoidance
{
struct KernelTable;

/// Agents with a larger radius (vehicles, giants) are kept apart from the rest, in a coarser grid of their own, and are
/// seen by the distance to their rim instead of their centre; one of them would otherwise make every search as wide as it
/// is. [m] Plain worlds have no such class.
constexpr float CrowdLargeRadius = 1.0f;

/// The most agents of one cell that a search examines.
constexpr int CrowdMaxCellAgents = 1024;

/// Row and column of a point of the grid (right of and above its origin), the same arithmetic as in
/// NeighborGridKernel.ispc and NeighborSearchKernel.ispc.
struct GridCell
{
	int Row, Column;
};
/// The row of such a point before a wrapped grid folds it.
inline int RowBeforeWrapping(const GridLevel& Grid, float Y)
{
	return static_cast<int>((Y - Grid.OriginY) * Grid.InvRowHeight);
}
inline GridCell CellAt(const GridLevel& Grid, float X, float Y)
{
	GridCell Cell = {RowBeforeWrapping(Grid, Y), static_cast<int>((X - Grid.OriginX) * Grid.InvCellWidth)};
	if (Grid.bWrapped)
	{
		Cell.Row %= Grid.Rows;
		Cell.Column %= Grid.Columns;
	}
	return Cell;
}

/// The box around agents Begin .. End - 1, of which there are some.
void MeasureBoxScalar(const AgentMotion* Motion, int Begin, int End, GridBox* Box);
/// Rows (plus FirstRow) and columns of agents Begin .. End - 1, all of that grid.
void FindCellsScalar(const GridLevel* Grid, const AgentMotion* Motion, int Begin, int End, int FirstRow, uint32_t* Rows,
	uint32_t* Columns);

/// Buckets agents by cell with a stable two-level counting sort: all agents by row, then each row by column. The result
/// is unique, so it cannot depend on how the work was cut up. Agents of a cell lie in any order; nobody may care.
class NeighborGrid
{
public:
	/// What the search asks of the grid, and what of the agents is worth moving.
	struct Needs
	{
		float Range = 0.0f; ///< The largest NeighborDistance in use.
		int Neighbors = 0;  ///< The most neighbours asked for.
		float SmallestRadius = 0.0f;
		int Owned = 0;            ///< So many agents are owned, and come first; the others are ghosts.
		bool bLargeClass = false; ///< Whether large agents are kept apart.
		bool bBodies = false;     ///< Whether agents differ in these; what all agents share need not be moved.
		bool bScalars[CROWD_SCALARS] = {};
		const uint64_t* Ids = nullptr; ///< By slot.
		float* Density = nullptr;      ///< AgentStore::Density.
		const KernelTable* Kernels = nullptr;
	};

	/// Puts Agents in order, with the help of another set of arrays, which it makes large enough where something is moved:
	/// small owned ones, large owned ones, small ghosts, large ghosts, each by row and column.
	void Sort(AgentArrays& Agents, AgentArrays& Spare, int Count, const Needs& Wanted, StepTeam& Team, int Leader);

	static constexpr int Classes = 1 + CROWD_OTHER_GRIDS;

	/// Around the agents of a class.
	struct Bounds
	{
		float MinX, MinY, MaxX, MaxY, MaxRadius;
		int Count;

		static Bounds Nothing();
		void Include(const Bounds& Other);
	};

	void Reserve(size_t Agents);
	const GridLevel& Level(int Class) const { return Levels[Class]; }
	const Bounds& Box(int Class) const { return Boxes[Class]; }
	/// Tells View where to find whom.
	void Show(StepView& View) const;
	size_t Bytes() const;

private:
	void MeasureBounds(const AgentArrays& Agents, int Count, const Needs& Wanted, StepTeam& Team, int Leader);
	void LayOut(GridLevel& Level, const Bounds& Box, float RowHeight);
	void SortOnce(const AgentArrays& From, AgentArrays& To, int Count, const Needs& Wanted, StepTeam& Team, int Leader);
	void CountRows(const AgentArrays& From, int Begin, int End, int* Counts, const Needs& Wanted);
	void SortRow(const AgentArrays& From, AgentArrays& To, int Row, const Needs& Wanted);
	void SortHeaps(const AgentArrays& From, const int* Cells, int ColumnCount, int End, const Needs& Wanted);

	GridLevel Levels[Classes] = {};
	Bounds Boxes[Classes] = {};
	int FirstRow[Classes + 1] = {};   ///< Of each class, in rows counted through all of them.
	AlignedArray<Bounds> ChunkBounds; ///< One a class for each chunk of agents.
	AlignedArray<int> CellStarts;     ///< Of all levels, one after the other.
	AlignedArray<int> RowStarts;      ///< Likewise.
	AlignedArray<int> ChunkRows;      ///< Row counts, then row cursors, of each chunk of agents.
	AlignedArray<uint32_t> RowOf;     ///< By agent.
	AlignedArray<uint32_t> ColumnOf;  ///< Likewise.
	AlignedArray<uint32_t> Order;     ///< Agents by row.
	AlignedArray<uint32_t> Columns;   ///< In the order of Order.
	AlignedArray<uint32_t> Sorted;    ///< Agents by row and column.
	AlignedArray<double> RowCrowding; ///< By row: sum of squared counts of about square patches.
};
}
