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
#include "Kernels/StepShared.h"

static inline uniform int RowOf(const uniform GridLevel& Grid, uniform float Y)
{
	return (uniform int)((Y - Grid.OriginY) * Grid.InvRowHeight);
}

static inline uniform int ColumnOf(const uniform GridLevel& Grid, uniform float X)
{
	return (uniform int)((X - Grid.OriginX) * Grid.InvCellWidth);
}

#define NO_KEY 0x7fffffff

// The eleven smallest keys so far, largest first: the nearest one that is not among the ten, then the ten.
struct KeyList
{
	int K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10;
};

#define ORDER(Larger, Smaller) \
	{ \
		const int Max = max(Larger, Smaller); \
		Smaller = min(Larger, Smaller); \
		Larger = Max; \
	}

// Four keys at a time cost half of what one by one would: they are sorted, push out what they are smaller than from the
// large end of the list, which leaves it rising and then falling, and a bitonic merge puts it in order again.
static inline void Insert(KeyList& List, int A, int B, int C, int D)
{
	ORDER(B, A)
	ORDER(D, C)
	ORDER(C, A)
	ORDER(D, B)
	ORDER(C, B)
	List.K0 = min(List.K0, A);
	List.K1 = min(List.K1, B);
	List.K2 = min(List.K2, C);
	List.K3 = min(List.K3, D);
	ORDER(List.K0, List.K8)
	ORDER(List.K1, List.K9)
	ORDER(List.K2, List.K10)
	ORDER(List.K0, List.K4)
	ORDER(List.K1, List.K5)
	ORDER(List.K2, List.K6)
	ORDER(List.K3, List.K7)
	ORDER(List.K0, List.K2)
	ORDER(List.K1, List.K3)
	ORDER(List.K4, List.K6)
	ORDER(List.K5, List.K7)
	ORDER(List.K8, List.K10)
	ORDER(List.K0, List.K1)
	ORDER(List.K2, List.K3)
	ORDER(List.K4, List.K5)
	ORDER(List.K6, List.K7)
	ORDER(List.K8, List.K9)
}

struct Observer
{
	float X, Y, Height, FloorHeight;
	unsigned int Avoids;
};

static inline int KeyOf(const uniform StepView& View, uniform int Other, int Number, int OwnNumber, const Observer& Self,
	uniform bool bMaybeSelf, uniform bool bFilters)
{
	const float DX = View.Motion[Other].X - Self.X;
	const float DY = View.Motion[Other].Y - Self.Y;
	const float DistanceSq = DX * DX + DY * DY;
	int Key = (intbits(DistanceSq) & ~CROWD_KEY_MASK) | Number;
	if (bMaybeSelf)
	{
		Key = select(Number == OwnNumber, NO_KEY, Key);
	}
	if (bFilters)
	{
		const uniform unsigned int Groups = View.Profiles[View.Aim[Other].Flags & CROWD_FLAG_PROFILE].Groups;
		const bool bCounts =
			(Self.Avoids & Groups) != 0 && abs(View.Scalars[CROWD_HEIGHT][Other] - Self.Height) <= Self.FloorHeight;
		Key = select(bCounts, Key, NO_KEY);
	}
	return Key;
}

// Candidates Begin .. End - 1, which are numbered from FirstNumber on.
static inline void Scan(const uniform StepView& View, uniform int Begin, uniform int End, uniform int FirstNumber,
	int OwnNumber, const Observer& Self, KeyList& List, uniform bool bMaybeSelf, uniform bool bFilters)
{
	int Number = FirstNumber;
	uniform int Other = Begin;
	for (; Other + 4 <= End; Other += 4)
	{
		const int A = KeyOf(View, Other, Number, OwnNumber, Self, bMaybeSelf, bFilters);
		const int B = KeyOf(View, Other + 1, Number + 1, OwnNumber, Self, bMaybeSelf, bFilters);
		const int C = KeyOf(View, Other + 2, Number + 2, OwnNumber, Self, bMaybeSelf, bFilters);
		const int D = KeyOf(View, Other + 3, Number + 3, OwnNumber, Self, bMaybeSelf, bFilters);
		Insert(List, A, B, C, D);
		Number += 4;
	}
	if (Other < End)
	{
		const int A = KeyOf(View, Other, Number, OwnNumber, Self, bMaybeSelf, bFilters);
		int B = NO_KEY;
		int C = NO_KEY;
		if (Other + 1 < End)
		{
			B = KeyOf(View, Other + 1, Number + 1, OwnNumber, Self, bMaybeSelf, bFilters);
		}
		if (Other + 2 < End)
		{
			C = KeyOf(View, Other + 2, Number + 2, OwnNumber, Self, bMaybeSelf, bFilters);
		}
		Insert(List, A, B, C, NO_KEY);
	}
}

// Lanes of a gang that search together.
struct Gang
{
	uniform int Begin, End; // Agents.
	uniform int Row, FirstColumn, LastColumn;
};

// The gang that starts with agent Begin: as many as share its row and a stretch of columns.
static inline void FormGang(const uniform StepView& View, uniform int Begin, uniform int Limit, uniform Gang& Out)
{
	const uniform GridLevel& Grid = View.Grid;
	Out.Begin = Begin;
	Out.Row = RowOf(Grid, View.Motion[Begin].Y);
	Out.FirstColumn = ColumnOf(Grid, View.Motion[Begin].X);
	if (Grid.bWrapped)
	{
		Out.Row %= Grid.Rows;
		Out.FirstColumn %= Grid.Columns;
	}
	const uniform int* uniform RowCells = &Grid.CellStart[Out.Row * Grid.Columns];
	Out.LastColumn = min(Out.FirstColumn + CROWD_GANG_COLUMNS, Grid.Columns - 1);
	Out.End = min(min(Begin + programCount, Limit), RowCells[Out.LastColumn + 1]);
	while (RowCells[Out.LastColumn] >= Out.End)
	{
		--Out.LastColumn;
	}
}

// Candidates are numbered as they lie in memory. Those with the same truncated distance are to stand in the order of their ids.
// Their distances are computed once more: handing over keys would keep them in memory for the sake of the few that are alike.
static noinline void OrderTies(const uniform StepView& View, uniform BlockScratch& Scratch, int Agent, int Count,
	uniform int Most, int InBlock)
{
	int Others[10];
	int Distances[10];
	unsigned int64 Ids[10];
	for (uniform int K = 0; K < Most; ++K)
	{
		Others[K] = Scratch.Neighbors[K * CROWD_BLOCK + InBlock];
		const float DX = View.Motion[Others[K]].X - View.Motion[Agent].X;
		const float DY = View.Motion[Others[K]].Y - View.Motion[Agent].Y;
		Distances[K] = select(K < Count, intbits(DX * DX + DY * DY) | CROWD_KEY_MASK, -1 - K);
		Ids[K] = IdOf(View, Others[K]);
	}
	bool bChanged = true;
	for (uniform int End = Most - 1; End > 0 && any(bChanged); --End)
	{
		bChanged = false;
		for (uniform int K = 0; K < End; ++K)
		{
			const bool bSwap = Distances[K] == Distances[K + 1] && Ids[K] > Ids[K + 1];
			const int Other = Others[K];
			const unsigned int64 Id = Ids[K];
			Others[K] = select(bSwap, Others[K + 1], Other);
			Ids[K] = select(bSwap, Ids[K + 1], Id);
			Others[K + 1] = select(bSwap, Other, Others[K + 1]);
			Ids[K + 1] = select(bSwap, Id, Ids[K + 1]);
			bChanged = bChanged || bSwap;
		}
	}
	for (uniform int K = 0; K < Most; ++K)
	{
		Scratch.Neighbors[K * CROWD_BLOCK + InBlock] = Others[K];
	}
}

// Searches Reach rows above and below and as many times the margin's columns to both sides, for the lanes of Lanes.
// Returns the lanes that were given up.
static inline bool SearchWindow(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	const uniform Gang& Team, bool bLane, uniform int Reach, uniform bool bFilters)
{
	const uniform GridLevel& Grid = View.Grid;
	const uniform int Margin = Reach * CROWD_MARGIN_COLUMNS;
	const uniform int FirstColumn = max(Team.FirstColumn - Margin, 0);
	const uniform int LastColumn = min(Team.LastColumn + Margin, Grid.Columns - 1);
	const uniform int FirstRow = max(Team.Row - Reach, 0);
	const uniform int LastRow = min(Team.Row + Reach, Grid.Rows - 1);
	const int Agent = Team.Begin + programIndex; // Arrays are padded, so lanes past the end load harmlessly.
	const int InBlock = Team.Begin - BlockBegin + programIndex;

	// The candidates: a run of agents from each row. Numbers count them through.
	uniform int Begins[2 * CROWD_MOST_REACH + 1];
	uniform int Numbers[2 * CROWD_MOST_REACH + 2];
	uniform int Total = 0;
	for (uniform int Run = 0; Run < 2 * Reach + 1; ++Run)
	{
		const uniform int Row = Team.Row - Reach + Run;
		Begins[Run] = 0;
		Numbers[Run] = Total;
		if (Row >= FirstRow && Row <= LastRow)
		{
			const uniform int* uniform RowCells = &Grid.CellStart[Row * Grid.Columns];
			Begins[Run] = RowCells[FirstColumn];
			Total += RowCells[LastColumn + 1] - Begins[Run];
		}
	}
	Numbers[2 * Reach + 1] = Total;
	const uniform bool bAtWrap = Grid.bWrapped &&
		(Team.Row < Reach || Team.Row + Reach >= Grid.Rows || Team.FirstColumn < Margin ||
			Team.LastColumn + Margin >= Grid.Columns);
	if (bAtWrap || Total >= CROWD_KEY_MASK)
	{
		if (bLane)
		{
			Scratch.NeighborCount[InBlock] = -1;
			Scratch.SearchBoundSq[InBlock] = floatbits(0x7f000000);
		}
		return bLane;
	}

	Observer Self;
	float VelX, VelY;
	aos_to_soa4((uniform float* uniform)&View.Motion[Team.Begin], &Self.X, &Self.Y, &VelX, &VelY);
	Self.Avoids = 0;
	Self.Height = 0;
	Self.FloorHeight = 0;
	float RangeSq;
	int Wanted;
	if (View.CommonProfile >= 0)
	{
		RangeSq = View.Profiles[View.CommonProfile].RangeSq;
		Wanted = View.Profiles[View.CommonProfile].MaxNeighbors;
	}
	else
	{
		const int Profile = bLane ? (int)(View.Aim[Agent].Flags & CROWD_FLAG_PROFILE) : 0;
		RangeSq = View.Profiles[Profile].RangeSq;
		Wanted = View.Profiles[Profile].MaxNeighbors;
	}
	if (bFilters)
	{
		const int Profile = bLane ? (int)(View.Aim[Agent].Flags & CROWD_FLAG_PROFILE) : 0;
		Self.Avoids = View.Profiles[Profile].Avoids;
		Self.Height = View.Scalars[CROWD_HEIGHT][Agent];
		Self.FloorHeight = View.Profiles[Profile].FloorHeight;
	}

	// Entries that no candidate within range has taken: behind every candidate at the range's own truncated distance, and each
	// behind the next, so that only candidates ever have the same one.
	const int RangeKey = intbits(RangeSq) & ~CROWD_KEY_MASK;
	const int Empty = RangeKey | CROWD_KEY_MASK;
	const uniform int Apart = CROWD_KEY_MASK + 1;
	KeyList List;
	List.K0 = Empty + 10 * Apart;
	List.K1 = Empty + 9 * Apart;
	List.K2 = Empty + 8 * Apart;
	List.K3 = Empty + 7 * Apart;
	List.K4 = Empty + 6 * Apart;
	List.K5 = Empty + 5 * Apart;
	List.K6 = Empty + 4 * Apart;
	List.K7 = Empty + 3 * Apart;
	List.K8 = Empty + 2 * Apart;
	List.K9 = Empty + Apart;
	List.K10 = Empty;
	for (uniform int Run = 0; Run < 2 * Reach + 1; ++Run)
	{
		const uniform int Begin = Begins[Run];
		const uniform int End = Begin + Numbers[Run + 1] - Numbers[Run];
		if (Run != Reach)
		{
			Scan(View, Begin, End, Numbers[Run], 0, Self, List, false, bFilters);
		}
		else
		{
			Scan(View, Begin, End, Numbers[Run], Numbers[Run] + Agent - Begin, Self, List, true, bFilters);
		}
	}

	// How far the window is sure to reach from each lane.
	float Sure = floatbits(0x7f000000);
	const float InGridX = Self.X - Grid.OriginX;
	const float InGridY = Self.Y - Grid.OriginY;
	if (Grid.bWrapped)
	{
		// Lanes of one cell may be a whole table apart, so each is placed within its own cell.
		const float InRow = InGridY - (float)(int)(InGridY * Grid.InvRowHeight) * Grid.RowHeight;
		Sure = min(Margin * Grid.CellWidth, Reach * Grid.RowHeight + min(InRow, Grid.RowHeight - InRow));
	}
	else
	{
		if (FirstRow > 0)
		{
			Sure = min(Sure, InGridY - FirstRow * Grid.RowHeight);
		}
		if (LastRow < Grid.Rows - 1)
		{
			Sure = min(Sure, (LastRow + 1) * Grid.RowHeight - InGridY);
		}
		if (FirstColumn > 0)
		{
			Sure = min(Sure, InGridX - FirstColumn * Grid.CellWidth);
		}
		if (LastColumn < Grid.Columns - 1)
		{
			Sure = min(Sure, (LastColumn + 1) * Grid.CellWidth - InGridX);
		}
	}
	Sure = max(Sure - Grid.Slack, 0.0f);

	varying int Keys[11];
	Keys[0] = List.K10;
	Keys[1] = List.K9;
	Keys[2] = List.K8;
	Keys[3] = List.K7;
	Keys[4] = List.K6;
	Keys[5] = List.K5;
	Keys[6] = List.K4;
	Keys[7] = List.K3;
	Keys[8] = List.K2;
	Keys[9] = List.K1;
	Keys[10] = List.K0;

	int Count = 0;
	int Maybe = 0; // With those at the very edge of the range, where the truncated distance cannot tell in from out.
	int LastKey = Empty;
	int NextKey = Empty;
	if (View.CommonProfile >= 0)
	{
		const uniform int Each = min(View.Profiles[View.CommonProfile].MaxNeighbors, 10);
		for (uniform int K = 0; K < Each; ++K)
		{
			LastKey = Keys[K];
			Count += LastKey < RangeKey ? 1 : 0;
			Maybe += LastKey < Empty ? 1 : 0;
		}
		NextKey = Keys[Each];
	}
	else
	{
		for (uniform int K = 0; K < 11; ++K)
		{
			const int Key = Keys[K];
			Count += (K < Wanted && Key < RangeKey) ? 1 : 0;
			Maybe += (K < Wanted && Key < Empty) ? 1 : 0;
			LastKey = select(K == Wanted - 1, Key, LastKey);
			NextKey = select(K == Wanted, Key, NextKey);
		}
	}
	const bool bFull = Count == Wanted;
	const bool bTied = bFull && NextKey < Empty && (LastKey | CROWD_KEY_MASK) == (NextKey | CROWD_KEY_MASK);
	const float LastSq = floatbits(LastKey | CROWD_KEY_MASK);
	const bool bReaches = (bFull && LastSq < Sure * Sure) || (!bFull && RangeSq <= Sure * Sure);
	const bool bExact = (Count == Maybe && !bTied && bReaches && Wanted <= 10) || Wanted == 0;

	if (bLane)
	{
		Scratch.NeighborCount[InBlock] = select(bExact, Count, -1);
		Scratch.SearchBoundSq[InBlock] = select(bFull && Wanted <= 10, LastSq, floatbits(0x7f000000));
		const uniform int Most = min(View.MaxNeighbors, 10);
		for (uniform int K = 0; K < Most; ++K)
		{
			const int Number = Keys[K] & CROWD_KEY_MASK;
			int Shift = Begins[0];
			for (uniform int Run = 1; Run < 2 * Reach + 1; ++Run)
			{
				Shift = select(Number < Numbers[Run], Shift, Begins[Run] - Numbers[Run]);
			}
			// Entries past the count name nobody, but somebody: they are loaded.
			Scratch.Neighbors[K * CROWD_BLOCK + InBlock] = select(K < Count, Number + Shift, Agent);
		}
		// Two with the same truncated distance differ in their numbers alone.
		unsigned int Least = List.K10 ^ List.K9;
		Least = min(Least, (unsigned int)(List.K9 ^ List.K8));
		Least = min(Least, (unsigned int)(List.K8 ^ List.K7));
		Least = min(Least, (unsigned int)(List.K7 ^ List.K6));
		Least = min(Least, (unsigned int)(List.K6 ^ List.K5));
		Least = min(Least, (unsigned int)(List.K5 ^ List.K4));
		Least = min(Least, (unsigned int)(List.K4 ^ List.K3));
		Least = min(Least, (unsigned int)(List.K3 ^ List.K2));
		Least = min(Least, (unsigned int)(List.K2 ^ List.K1));
		if (Least <= CROWD_KEY_MASK)
		{
			OrderTies(View, Scratch, Agent, Count, Most, InBlock);
		}
	}
	return bLane && !bExact;
}

static inline uniform int SearchGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	uniform int Begin, uniform int Limit, uniform bool bFilters)
{
	uniform Gang Team;
	FormGang(View, Begin, Limit, Team);
	bool bGivenUp = SearchWindow(
		View, Scratch, BlockBegin, Team, programIndex < Team.End - Team.Begin, 1, bFilters);
	// Where it is sparse, several lanes see too little: together they search further more cheaply than one by one.
	for (uniform int Reach = 2; Reach <= CROWD_MOST_REACH && reduce_add(bGivenUp ? 1 : 0) >= CROWD_LANES_LOOK_FURTHER;
		 Reach += 2)
	{
		bGivenUp = SearchWindow(View, Scratch, BlockBegin, Team, bGivenUp, Reach, bFilters);
	}
	return Team.End;
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
