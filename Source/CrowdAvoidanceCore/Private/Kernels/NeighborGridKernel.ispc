// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What sorting asks of every agent. Neighbors/NeighborGridScalar.cpp is the same in C++.
#include "Kernels/StepShared.h"

/// The box around agents Begin .. End - 1, of which there are some.
export void MeasureBoxBlock(
	const uniform AgentMotion* uniform Motion, uniform int Begin, uniform int End, uniform GridBox* uniform Box)
{
	float MinX = CROWD_FAR, MinY = CROWD_FAR, MaxX = -CROWD_FAR, MaxY = -CROWD_FAR;
	for (uniform int First = Begin; First < End; First += programCount)
	{
		float X, Y, VelX, VelY;
		aos_to_soa4((uniform float* uniform)&Motion[First], &X, &Y, &VelX, &VelY);
		if (First + programCount > End)
		{
			const bool bAgent = First + programIndex < End;
			X = select(bAgent, X, Motion[Begin].X);
			Y = select(bAgent, Y, Motion[Begin].Y);
		}
		MinX = min(MinX, X);
		MinY = min(MinY, Y);
		MaxX = max(MaxX, X);
		MaxY = max(MaxY, Y);
	}
	Box->MinX = reduce_min(MinX);
	Box->MinY = reduce_min(MinY);
	Box->MaxX = reduce_max(MaxX);
	Box->MaxY = reduce_max(MaxY);
}

/// Rows (plus FirstRow) and columns of agents Begin .. End - 1, all of that grid.
export void FindCellsBlock(const uniform GridLevel* uniform Grid, const uniform AgentMotion* uniform Motion,
	uniform int Begin, uniform int End, uniform int FirstRow, uniform unsigned int* uniform Rows,
	uniform unsigned int* uniform Columns)
{
	for (uniform int First = Begin; First < End; First += programCount)
	{
		float X, Y, VelX, VelY;
		aos_to_soa4((uniform float* uniform)&Motion[First], &X, &Y, &VelX, &VelY);
		int Row = (int)((Y - Grid->OriginY) * Grid->InvRowHeight);
		int Column = (int)((X - Grid->OriginX) * Grid->InvCellWidth);
		if (Grid->bWrapped)
		{
			Row = Row % Grid->Rows;
			Column = Column % Grid->Columns;
		}
		Row += FirstRow;
		// What follows is another thread's.
		if (First + programCount <= End)
		{
			Rows[First + programIndex] = Row;
			Columns[First + programIndex] = Column;
		}
		else if (First + programIndex < End)
		{
			Rows[First + programIndex] = Row;
			Columns[First + programIndex] = Column;
		}
	}
}
