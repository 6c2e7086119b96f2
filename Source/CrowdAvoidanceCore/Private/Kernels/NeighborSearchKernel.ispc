// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The nearest neighbours of a block of agents, a gang at a time.
//
// Agents lie sorted by row and column, so the agents of a gang stand next to each other and share their candidates: the
// agents of three rows, from some columns left of the gang to some columns right of it. Each candidate is loaded once and
// broadcast; each lane keeps its nearest ones as a sorted list of keys in registers. A key is the squared distance
// (positive floats order like integers) with the candidate's number in place of its lowest bits, so that a list costs one
// minimum and one maximum an entry.
//
// A lane is given up (NeighborCount -1; the caller searches for it alone) where that is not exact: the list is not
// full or reaches beyond the window, or two keys at its end differ in the number only.
#include "StepShared.h"

static inline uniform int RowOf(const uniform GridLevel& Grid, uniform float Y)
{
	return (uniform int)floor((Y - Grid.OriginY) * Grid.InvRowHeight);
}

static inline uniform int ColumnOf(const uniform GridLevel& Grid, uniform float X)
{
	return (uniform int)floor((X - Grid.OriginX) * Grid.InvCellWidth);
}

#define NO_KEY 0x7fffffff

// Sorted list of eleven: ten neighbours, and the nearest one that is not among them.
struct KeyList
{
	int K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10;
};

#define PASS(Entry) \
	{ \
		const int Smaller = min(List.Entry, Key); \
		Key = max(List.Entry, Key); \
		List.Entry = Smaller; \
	}

static inline void Insert(KeyList& List, int Key)
{
	PASS(K0)
	PASS(K1)
	PASS(K2)
	PASS(K3)
	PASS(K4)
	PASS(K5)
	PASS(K6)
	PASS(K7)
	PASS(K8)
	PASS(K9)
	List.K10 = min(List.K10, Key);
}

struct Observer
{
	float X, Y, Height, FloorHeight;
	unsigned int Avoids;
	int Agent;
};

static inline void Scan(const uniform StepView& View, uniform int Begin, uniform int End, uniform int Number,
	const Observer& Self, KeyList& List, uniform bool bMaybeSelf, uniform bool bFilters)
{
	for (uniform int Other = Begin; Other < End; ++Other)
	{
		const float DX = View.X[Other] - Self.X;
		const float DY = View.Y[Other] - Self.Y;
		const float DistanceSq = DX * DX + DY * DY;
		int Key = (intbits(DistanceSq) & ~CROWD_KEY_MASK) | (Number + (Other - Begin));
		if (bMaybeSelf)
		{
			Key = select(Other == Self.Agent, NO_KEY, Key);
		}
		if (bFilters)
		{
			const uniform unsigned int Groups = View.Profiles[View.Flags[Other] & CROWD_FLAG_PROFILE].Groups;
			const bool bHeeded =
				(Self.Avoids & Groups) != 0 && abs(View.Height[Other] - Self.Height) <= Self.FloorHeight;
			Key = select(bHeeded, Key, NO_KEY);
		}
		Insert(List, Key);
	}
}

static inline uniform int SearchGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	uniform int Begin, uniform int Limit, uniform bool bFilters)
{
	const uniform GridLevel& Grid = View.Grid;

	// The gang: as many agents from here on as share the row and a stretch of columns.
	uniform int Row = RowOf(Grid, View.Y[Begin]);
	uniform int FirstColumn = ColumnOf(Grid, View.X[Begin]);
	if (Grid.bWrapped)
	{
		Row %= Grid.Rows;
		FirstColumn %= Grid.Columns;
	}
	const uniform int* uniform RowCells = &Grid.CellStart[Row * Grid.Columns];
	uniform int LastColumn = min(FirstColumn + CROWD_GANG_COLUMNS, Grid.Columns - 1);
	const uniform int End = min(min(Begin + programCount, Limit), RowCells[LastColumn + 1]);
	while (RowCells[LastColumn] >= End)
	{
		--LastColumn;
	}

	const uniform int WindowFirst = max(FirstColumn - CROWD_MARGIN_COLUMNS, 0);
	const uniform int WindowLast = min(LastColumn + CROWD_MARGIN_COLUMNS, Grid.Columns - 1);

	const bool bLane = programIndex < End - Begin;
	const int Agent = Begin + programIndex; // Arrays are padded, so lanes past the end load harmlessly.
	const int InBlock = Begin - BlockBegin + programIndex;

	const uniform bool bTopRow = Row == Grid.Rows - 1;
	const uniform bool bBottomRow = Row == 0;
	const uniform int Begin1 = RowCells[WindowFirst];
	const uniform int End1 = RowCells[WindowLast + 1];
	uniform int Begin0 = 0, End0 = 0, Begin2 = 0, End2 = 0;
	if (!bBottomRow)
	{
		Begin0 = RowCells[WindowFirst - Grid.Columns];
		End0 = RowCells[WindowLast + 1 - Grid.Columns];
	}
	if (!bTopRow)
	{
		Begin2 = RowCells[WindowFirst + Grid.Columns];
		End2 = RowCells[WindowLast + 1 + Grid.Columns];
	}
	const uniform int Count0 = End0 - Begin0;
	const uniform int Count01 = Count0 + End1 - Begin1;
	const uniform bool bAtWrap = Grid.bWrapped &&
		(bTopRow || bBottomRow || FirstColumn < CROWD_MARGIN_COLUMNS || LastColumn + CROWD_MARGIN_COLUMNS >= Grid.Columns);
	if (bAtWrap || Count01 + End2 - Begin2 >= CROWD_KEY_MASK)
	{
		if (bLane)
		{
			Scratch.NeighborCount[InBlock] = -1;
		}
		return End;
	}

	const int Profile = bLane ? (int)(View.Flags[Agent] & CROWD_FLAG_PROFILE) : 0;
	float RangeSq;
	int Wanted;
	Observer Self;
	Self.X = View.X[Agent];
	Self.Y = View.Y[Agent];
	Self.Agent = Agent;
	Self.Avoids = 0;
	Self.Height = 0;
	Self.FloorHeight = 0;
	if (View.CommonProfile >= 0)
	{
		RangeSq = View.Profiles[View.CommonProfile].RangeSq;
		Wanted = View.Profiles[View.CommonProfile].MaxNeighbors;
	}
	else
	{
		RangeSq = View.Profiles[Profile].RangeSq;
		Wanted = View.Profiles[Profile].MaxNeighbors;
	}
	if (bFilters)
	{
		Self.Avoids = View.Profiles[Profile].Avoids;
		Self.Height = View.Height[Agent];
		Self.FloorHeight = View.Profiles[Profile].FloorHeight;
	}

	// An entry that no candidate within range has taken: behind every candidate at the range's own truncated distance.
	const int RangeKey = intbits(RangeSq) & ~CROWD_KEY_MASK;
	const int Empty = RangeKey | CROWD_KEY_MASK;
	KeyList List;
	List.K0 = Empty;
	List.K1 = Empty;
	List.K2 = Empty;
	List.K3 = Empty;
	List.K4 = Empty;
	List.K5 = Empty;
	List.K6 = Empty;
	List.K7 = Empty;
	List.K8 = Empty;
	List.K9 = Empty;
	List.K10 = Empty;

	Scan(View, Begin0, End0, 0, Self, List, false, bFilters);
	Scan(View, Begin1, Begin, Count0, Self, List, false, bFilters);
	Scan(View, Begin, End, Count0 + Begin - Begin1, Self, List, true, bFilters);
	Scan(View, End, End1, Count0 + End - Begin1, Self, List, false, bFilters);
	Scan(View, Begin2, End2, Count01, Self, List, false, bFilters);

	// How far the window is sure to reach from each lane.
	const float Far = floatbits(0x7f000000);
	float Margin = Far;
	if (Grid.bWrapped)
	{
		// Lanes of one cell may be a whole table apart, so each is placed within its own cell.
		const float InRow = (Self.Y - Grid.OriginY) - floor((Self.Y - Grid.OriginY) * Grid.InvRowHeight) * Grid.RowHeight;
		Margin = min(CROWD_MARGIN_COLUMNS * Grid.CellWidth, Grid.RowHeight + min(InRow, Grid.RowHeight - InRow));
	}
	else
	{
		if (!bBottomRow)
		{
			Margin = min(Margin, (Self.Y - Grid.OriginY) - (Row - 1) * Grid.RowHeight);
		}
		if (!bTopRow)
		{
			Margin = min(Margin, (Row + 2) * Grid.RowHeight - (Self.Y - Grid.OriginY));
		}
		if (WindowFirst > 0)
		{
			Margin = min(Margin, (Self.X - Grid.OriginX) - WindowFirst * Grid.CellWidth);
		}
		if (WindowLast < Grid.Columns - 1)
		{
			Margin = min(Margin, (WindowLast + 1) * Grid.CellWidth - (Self.X - Grid.OriginX));
		}
	}
	Margin = max(Margin - Grid.Slack, 0.0f);
	const float MarginSq = Margin * Margin;

	varying int Keys[11];
	Keys[0] = List.K0;
	Keys[1] = List.K1;
	Keys[2] = List.K2;
	Keys[3] = List.K3;
	Keys[4] = List.K4;
	Keys[5] = List.K5;
	Keys[6] = List.K6;
	Keys[7] = List.K7;
	Keys[8] = List.K8;
	Keys[9] = List.K9;
	Keys[10] = List.K10;

	int Count = 0;
	bool bSure = true;
	int LastKey = Empty;
	int NextKey = Empty;
	for (uniform int K = 0; K < 11; ++K)
	{
		const int Key = Keys[K];
		const bool bWanted = K < Wanted;
		Count += (bWanted && Key < RangeKey) ? 1 : 0;
		// At the very edge of the range the truncated distance cannot tell in from out.
		bSure = bSure && !(bWanted && Key >= RangeKey && Key < Empty);
		LastKey = select(K == Wanted - 1, Key, LastKey);
		NextKey = select(K == Wanted, Key, NextKey);
	}
	const bool bFull = Count == Wanted;
	const bool bTied = bFull && NextKey < Empty && (LastKey | CROWD_KEY_MASK) == (NextKey | CROWD_KEY_MASK);
	const bool bReaches =
		(bFull && floatbits(LastKey | CROWD_KEY_MASK) < MarginSq) || (!bFull && RangeSq <= MarginSq);
	bSure = (bSure && !bTied && bReaches && Wanted <= 10) || Wanted == 0;

	if (bLane)
	{
		Scratch.NeighborCount[InBlock] = select(bSure, Count, -1);
		const uniform int Shift0 = Begin0;
		const uniform int Shift1 = Begin1 - Count0;
		const uniform int Shift2 = Begin2 - Count01;
		const uniform int Most = min(View.MaxNeighbors, 10);
		for (uniform int K = 0; K < Most; ++K)
		{
			const int Number = Keys[K] & CROWD_KEY_MASK;
			const int Shift = select(Number < Count0, Shift0, select(Number < Count01, Shift1, Shift2));
			// Entries past the count name nobody; they point at the agent itself so that loads stay in bounds.
			Scratch.Neighbors[K * CROWD_BLOCK + InBlock] = select(K < Count, Number + Shift, Agent);
		}
	}
	return End;
}

/// Agents Begin .. End - 1, all of one block and all below View.SmallCount.
export void SearchNeighborsBlock(const uniform StepView* uniform View, uniform BlockScratch* uniform Scratch,
	uniform int BlockBegin, uniform int Begin, uniform int End)
{
	uniform int Next = Begin;
	if (View->bFilters)
	{
		while (Next < End)
		{
			Next = SearchGang(*View, *Scratch, BlockBegin, Next, End, true);
		}
	}
	else
	{
		while (Next < End)
		{
			Next = SearchGang(*View, *Scratch, BlockBegin, Next, End, false);
		}
	}
}
