// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The readable twin of Kernels/NeighborGridKernel.ispc.
#include "Neighbors/NeighborGrid.h"

#include <algorithm>

namespace CrowdAvoidance
{
void MeasureBoxScalar(const AgentMotion* Motion, int Begin, int End, GridBox* Box)
{
	*Box = {CROWD_FAR, CROWD_FAR, -CROWD_FAR, -CROWD_FAR};
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		Box->MinX = std::min(Box->MinX, Motion[Agent].X);
		Box->MinY = std::min(Box->MinY, Motion[Agent].Y);
		Box->MaxX = std::max(Box->MaxX, Motion[Agent].X);
		Box->MaxY = std::max(Box->MaxY, Motion[Agent].Y);
	}
}

void FindCellsScalar(const GridLevel* Grid, const AgentMotion* Motion, int Begin, int End, int FirstRow, uint32_t* Rows,
	uint32_t* Columns)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const GridCell Cell = CellAt(*Grid, Motion[Agent].X, Motion[Agent].Y);
		Rows[Agent] = static_cast<uint32_t>(FirstRow + Cell.Row);
		Columns[Agent] = static_cast<uint32_t>(Cell.Column);
	}
}
}
