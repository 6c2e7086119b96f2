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
// A list that is full but reaches beyond the window is exact if nobody is there. Otherwise, and where a list is not full
// or two keys at its end differ in the number only, the lane is searched for alone: then a lane is a candidate. What
// remains (NeighborCount -1; the caller searches in C++) are agents with neighbours so equally far away that ids decide,
// those in heaps, and those of crowds that are folded onto a table.
#include "Kernels/StepShared.h"

static inline uniform int RowOf(const uniform GridLevel& Grid, uniform float Y)
{
	const uniform int Row = (uniform int)((Y - Grid.OriginY) * Grid.InvRowHeight);
	return Grid.bWrapped ? Row % Grid.Rows : Row;
}

static inline uniform int ColumnOf(const uniform GridLevel& Grid, uniform float X)
{
	const uniform int Column = (uniform int)((X - Grid.OriginX) * Grid.InvCellWidth);
	return Grid.bWrapped ? Column % Grid.Columns : Column;
}

#define NO_KEY 0xffffffff

// The eleven smallest keys so far, largest first: the nearest one that is not among the ten, then the ten.
struct KeyList
{
	unsigned int K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10;
};

#define ORDER(Larger, Smaller) \
	{ \
		const unsigned int Max = max(Larger, Smaller); \
		Smaller = min(Larger, Smaller); \
		Larger = Max; \
	}

// Four keys at a time cost half of what one by one would: they are sorted, push out what they are smaller than from the
// large end of the list, which leaves it rising and then falling, and a bitonic merge puts it in order again.
static inline void Insert(KeyList& List, unsigned int A, unsigned int B, unsigned int C, unsigned int D)
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
	float HeadX, HeadY, HeadSq; // Of its movement.
	float SightCosine;
};

// Whether an agent that avoids these groups, on this floor, avoids the others.
static inline bool IsAvoided(const uniform StepView& View, const Observer& Self, unsigned int Groups, float Height)
{
	return (Self.Avoids & Groups) != 0 && abs(Height - Self.Height) <= Self.FloorHeight;
}

// Whether somebody that far away is within the field of view.
static inline bool IsInView(const Observer& Self, float DX, float DY, float DistanceSq)
{
	return DX * Self.HeadX + DY * Self.HeadY >= Self.SightCosine * sqrt(Self.HeadSq * DistanceSq);
}

// Number: of the candidate. OwnNumber: of the agent itself, where it may be among the candidates.
static inline unsigned int KeyOf(const uniform StepView& View, uniform int Other, int Number, int OwnNumber,
	const Observer& Self, uniform bool bMaybeSelf, uniform bool bFilters)
{
	const float DX = View.Motion[Other].X - Self.X;
	const float DY = View.Motion[Other].Y - Self.Y;
	const float DistanceSq = DX * DX + DY * DY;
	int Key = (intbits(DistanceSq) & ~CROWD_KEY_MASK) | Number;
	if (bMaybeSelf)
	{
		Key = select(Number == OwnNumber, (uniform int)NO_KEY, Key);
	}
	if (bFilters)
	{
		const uniform unsigned int Groups = View.Profiles[View.Aim[Other].Flags & CROWD_FLAG_PROFILE].Groups;
		Key = select(IsAvoided(View, Self, Groups, View.Scalars[CROWD_HEIGHT][Other]), Key, (uniform int)NO_KEY);
		if (View.bLimitedView)
		{
			Key = select(IsInView(Self, DX, DY, DistanceSq), Key, (uniform int)NO_KEY);
		}
	}
	return (unsigned int)Key;
}

// Candidates Begin .. End - 1, which are groups of four. Shift: from agents to their numbers.
static inline void ScanGroups(const uniform StepView& View, uniform int Begin, uniform int End, uniform int Shift,
	int OwnNumber, const Observer& Self, KeyList& List, uniform bool bMaybeSelf, uniform bool bFilters)
{
	const uniform int* uniform Numbers = View.LaneNumbers + (Begin + Shift) * CROWD_WIDEST_GANG;
	for (uniform int Other = Begin; Other < End; Other += 4)
	{
		unsigned int Keys[4];
		for (uniform int K = 0; K < 4; ++K)
		{
			const int Number = Numbers[K * CROWD_WIDEST_GANG + programIndex];
			Keys[K] = KeyOf(View, Other + K, Number, OwnNumber, Self, bMaybeSelf, bFilters);
		}
		Insert(List, Keys[0], Keys[1], Keys[2], Keys[3]);
		Numbers += 4 * CROWD_WIDEST_GANG;
	}
}

// Up to three candidates, where a group of four would take in agents that are candidates already, or none.
static inline void ScanRest(const uniform StepView& View, uniform int Begin, uniform int Count, uniform int Shift,
	int OwnNumber, const Observer& Self, KeyList& List, uniform bool bFilters)
{
	unsigned int Keys[3];
	for (uniform int K = 0; K < 3; ++K)
	{
		Keys[K] = NO_KEY;
		if (K < Count)
		{
			Keys[K] = KeyOf(View, Begin + K, Begin + K + Shift, OwnNumber, Self, true, bFilters);
		}
	}
	Insert(List, Keys[0], Keys[1], Keys[2], NO_KEY);
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
	const uniform int* uniform RowCells = &Grid.CellStart[Out.Row * Grid.Columns];
	const uniform int MostColumn = min(Out.FirstColumn + CROWD_GANG_COLUMNS, Grid.Columns - 1);
	Out.End = min(min(Begin + programCount, Limit), RowCells[MostColumn + 1]);
	Out.LastColumn = ColumnOf(Grid, View.Motion[Out.End - 1].X);
}

// The cells that a gang searches, and their agents: a run of them from each row, the last row's first.
struct Window
{
	uniform int FirstRow, LastRow, FirstColumn, LastColumn;
	uniform int Begin[CROWD_WINDOW_ROWS];
	uniform int GroupsEnd[CROWD_WINDOW_ROWS]; // Groups of four go to here, ...
	uniform int Rest[CROWD_WINDOW_ROWS];      // ... and so many single candidates follow.
	uniform int FirstNumber[CROWD_WINDOW_ROWS];
	uniform int Shift[CROWD_WINDOW_ROWS]; // From agents to their numbers.
	uniform int Candidates;
	uniform bool bRest;
};

// Runs are rounded up to groups of four, with agents that follow in memory, where these are no candidates yet.
static inline void FormWindow(const uniform StepView& View, const uniform Gang& Team, uniform Window& Out)
{
	const uniform GridLevel& Grid = View.Grid;
	// At the border of the world there are no rows to one side, but further ones to the other, needed the more.
	Out.FirstRow = max(min(Team.Row - CROWD_WINDOW_ROWS / 2, Grid.Rows - CROWD_WINDOW_ROWS), 0);
	Out.LastRow = min(Out.FirstRow + CROWD_WINDOW_ROWS, Grid.Rows) - 1;
	Out.FirstColumn = max(Team.FirstColumn - CROWD_MARGIN_COLUMNS, 0);
	Out.LastColumn = min(Team.LastColumn + CROWD_MARGIN_COLUMNS, Grid.Columns - 1);
	const uniform int* uniform First = &Grid.CellStart[Out.FirstRow * Grid.Columns + Out.FirstColumn];
	const uniform int Cells = Out.LastColumn + 1 - Out.FirstColumn;
	uniform int Free = View.SmallCount; // From here on agents are candidates already, or not of this grid.
	uniform int Numbers = 0;
	uniform int Rests = 0;
	for (uniform int Run = CROWD_WINDOW_ROWS - 1; Run >= 0; --Run)
	{
		uniform int Begin = Free;
		uniform int Length = 0;
		if (Run <= Out.LastRow - Out.FirstRow)
		{
			Begin = First[Run * Grid.Columns];
			Length = First[Run * Grid.Columns + Cells] - Begin;
		}
		const uniform int Rounded = (Length + 3) & ~3;
		const uniform bool bRounded = Begin + Rounded <= Free;
		const uniform int Whole = bRounded ? Rounded : Length & ~3;
		const uniform int Rest = bRounded ? 0 : Length & 3;
		Out.Begin[Run] = Begin;
		Out.GroupsEnd[Run] = Begin + Whole;
		Out.Rest[Run] = Rest;
		Out.FirstNumber[Run] = Numbers;
		Out.Shift[Run] = Numbers - Begin;
		Numbers += Whole + Rest;
		Rests += Rest;
		Free = Begin;
	}
	Out.Candidates = Numbers;
	Out.bRest = Rests > 0;
}

// The agent that a key stands for.
static inline int AgentOf(const uniform Window& Around, unsigned int Key)
{
	const int Number = (int)(Key & CROWD_KEY_MASK);
	int Shift = Around.Shift[CROWD_WINDOW_ROWS - 1];
	for (uniform int Run = CROWD_WINDOW_ROWS - 2; Run >= 0; --Run)
	{
		Shift = select(Number < Around.FirstNumber[Run], Shift, Around.Shift[Run]);
	}
	return Number - Shift;
}

// How far a window is sure to reach from each lane.
static inline float SureReach(const uniform GridLevel& Grid, const uniform Window& Around, float X, float Y)
{
	const float InGridX = X - Grid.OriginX;
	const float InGridY = Y - Grid.OriginY;
	float Sure = floatbits(0x7f000000);
	if (Grid.bWrapped)
	{
		// Lanes of one cell may be a whole table apart, so each is placed within its own cell.
		const float InRow = InGridY - (float)(int)(InGridY * Grid.InvRowHeight) * Grid.RowHeight;
		Sure = min(CROWD_MARGIN_COLUMNS * Grid.CellWidth,
			CROWD_WINDOW_ROWS / 2 * Grid.RowHeight + min(InRow, Grid.RowHeight - InRow));
	}
	else
	{
		if (Around.FirstRow > 0)
		{
			Sure = min(Sure, InGridY - Around.FirstRow * Grid.RowHeight);
		}
		if (Around.LastRow < Grid.Rows - 1)
		{
			Sure = min(Sure, (Around.LastRow + 1) * Grid.RowHeight - InGridY);
		}
		if (Around.FirstColumn > 0)
		{
			Sure = min(Sure, InGridX - Around.FirstColumn * Grid.CellWidth);
		}
		if (Around.LastColumn < Grid.Columns - 1)
		{
			Sure = min(Sure, (Around.LastColumn + 1) * Grid.CellWidth - InGridX);
		}
	}
	return max(Sure - Grid.Slack, 0.0f);
}

// Whether the table of a folded world ends within the window.
static inline uniform bool IsCutOff(const uniform GridLevel& Grid, const uniform Gang& Team)
{
	return Grid.bWrapped &&
		(Team.Row < CROWD_WINDOW_ROWS / 2 || Team.Row + CROWD_WINDOW_ROWS / 2 >= Grid.Rows ||
			Team.FirstColumn < CROWD_MARGIN_COLUMNS || Team.LastColumn + CROWD_MARGIN_COLUMNS >= Grid.Columns);
}

// Candidates are numbered as they lie in memory. Those with the same truncated distance are to stand in the order of
// their ids. Their distances are computed once more: handing over keys would keep them in memory for the sake of the few
// that are alike.
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

// What is known of a lane's list after its gang's search.
#define LIST_EXACT 0
#define LIST_OF_WINDOW 1 // Full, and exact unless somebody outside of the window is nearer than its last.
#define LIST_UNKNOWN 2

// Searches a row above and below and the margin's columns to both sides. Returns what that tells of each lane's list.
static inline int SearchWindow(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	const uniform Gang& Team, uniform Window& Around, uniform bool bFilters)
{
	const uniform int FirstInBlock = Team.Begin - BlockBegin;
	const int Agent = Team.Begin + programIndex; // Arrays are padded, so lanes past the end load harmlessly.
	const int InBlock = FirstInBlock + programIndex;
	const bool bLane = programIndex < Team.End - Team.Begin;
	FormWindow(View, Team, Around);
	if (IsCutOff(View.Grid, Team) || Around.Candidates >= CROWD_KEY_MASK)
	{
		if (bLane)
		{
			Scratch.SearchBoundSq[InBlock] = floatbits(0x7f000000);
		}
		return bLane ? LIST_UNKNOWN : LIST_EXACT;
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
		Self.HeadX = VelX;
		Self.HeadY = VelY;
		Self.HeadSq = VelX * VelX + VelY * VelY;
		Self.SightCosine =
			select(Self.HeadSq > CROWD_STANDING_SQ, View.Profiles[Profile].SightCosine, CROWD_ALL_ROUND);
	}

	// Entries that no candidate has taken: behind every candidate, each behind the next, so that only candidates ever
	// have the same truncated distance.
	const uniform int Apart = CROWD_KEY_MASK + 1;
	KeyList List;
	List.K0 = NO_KEY;
	List.K1 = NO_KEY - Apart;
	List.K2 = NO_KEY - 2 * Apart;
	List.K3 = NO_KEY - 3 * Apart;
	List.K4 = NO_KEY - 4 * Apart;
	List.K5 = NO_KEY - 5 * Apart;
	List.K6 = NO_KEY - 6 * Apart;
	List.K7 = NO_KEY - 7 * Apart;
	List.K8 = NO_KEY - 8 * Apart;
	List.K9 = NO_KEY - 9 * Apart;
	List.K10 = NO_KEY - 10 * Apart;
	const uniform int OwnRun = Team.Row - Around.FirstRow;
	const int OwnNumber = Agent + Around.Shift[OwnRun];
	ScanGroups(View, Around.Begin[OwnRun], Around.GroupsEnd[OwnRun], Around.Shift[OwnRun], OwnNumber, Self, List, true,
		bFilters);
	for (uniform int Run = 0; Run < CROWD_WINDOW_ROWS; ++Run)
	{
		if (Run != OwnRun)
		{
			ScanGroups(
				View, Around.Begin[Run], Around.GroupsEnd[Run], Around.Shift[Run], 0, Self, List, false, bFilters);
		}
	}
	for (uniform int Run = 0; Run < CROWD_WINDOW_ROWS && Around.bRest; ++Run)
	{
		ScanRest(View, Around.GroupsEnd[Run], Around.Rest[Run], Around.Shift[Run], OwnNumber, Self, List, bFilters);
	}

	const float Sure = SureReach(View.Grid, Around, Self.X, Self.Y);
	varying unsigned int Keys[11];
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
	const unsigned int RangeKey = (unsigned int)(intbits(RangeSq) & ~CROWD_KEY_MASK);
	unsigned int LastKey = NO_KEY;
	unsigned int NextKey = NO_KEY;
	if (View.CommonProfile >= 0)
	{
		const uniform int Each = clamp(View.Profiles[View.CommonProfile].MaxNeighbors, 1, 10);
		LastKey = Keys[Each - 1];
		NextKey = Keys[Each];
	}
	else
	{
		for (uniform int K = 0; K < 11; ++K)
		{
			if (K == Wanted - 1)
			{
				LastKey = Keys[K];
			}
			if (K == Wanted)
			{
				NextKey = Keys[K];
			}
		}
	}
	const bool bFull = LastKey < RangeKey && Wanted <= 10;
	const bool bTied = (LastKey | CROWD_KEY_MASK) == (NextKey | CROWD_KEY_MASK);
	const float LastSq = floatbits(LastKey | CROWD_KEY_MASK);
	const bool bFullExact = bFull && !bTied && LastSq < Sure * Sure;
	const uniform int Most = min(View.MaxNeighbors, 10);

	// Two with the same truncated distance differ in their numbers alone.
	unsigned int Least = NO_KEY;
	for (uniform int K = 0; K < 9; ++K)
	{
		Least = min(Least, Keys[K] ^ Keys[K + 1]);
	}
	const bool bSameDistance = Least <= CROWD_KEY_MASK;

	uniform int* uniform Lists = Scratch.Neighbors + FirstInBlock;
	if (View.CommonProfile >= 0 && all(bFullExact && !bSameDistance) && FirstInBlock + programCount <= CROWD_BLOCK)
	{
		// The usual case. What lanes past the gang's end write, the next gang overwrites, or nobody reads.
		Scratch.NeighborCount[InBlock] = Wanted;
		for (uniform int K = 0; K < Most; ++K)
		{
			Lists[K * CROWD_BLOCK + programIndex] = AgentOf(Around, Keys[K]);
		}
		return LIST_EXACT;
	}

	int Count = 0;
	int Maybe = 0; // With those at the very edge of the range, where the truncated distance cannot tell in from out.
	for (uniform int K = 0; K < Most; ++K)
	{
		Count += (K < Wanted && Keys[K] < RangeKey) ? 1 : 0;
		Maybe += (K < Wanted && Keys[K] <= (RangeKey | CROWD_KEY_MASK)) ? 1 : 0;
	}
	const bool bAllInRange = Count < Wanted && Count == Maybe && RangeSq <= Sure * Sure && Wanted <= 10;
	const bool bExact = bFullExact || bAllInRange || Wanted == 0;
	if (bLane)
	{
		Scratch.NeighborCount[InBlock] = Count;
		Scratch.SearchBoundSq[InBlock] = select(bFull, LastSq, floatbits(0x7f000000));
		for (uniform int K = 0; K < Most; ++K)
		{
			// Entries past the count name nobody, but somebody: they are loaded.
			Lists[K * CROWD_BLOCK + programIndex] = select(K < Count, AgentOf(Around, Keys[K]), Agent);
		}
		if (bSameDistance)
		{
			OrderTies(View, Scratch, Agent, Count, Most, InBlock);
		}
	}
	return (bExact || !bLane) ? LIST_EXACT : ((bFull && !bTied) ? LIST_OF_WINDOW : LIST_UNKNOWN);
}

// The cells around an agent that a distance can lead to.
struct Area
{
	uniform int Row0, Row1, Column0, Column1;
};

static inline void FindArea(
	const uniform StepView& View, uniform int Agent, uniform float DistanceSq, uniform Area& Out)
{
	const uniform GridLevel& Grid = View.Grid;
	const uniform float InGridX = View.Motion[Agent].X - Grid.OriginX;
	const uniform float InGridY = View.Motion[Agent].Y - Grid.OriginY;
	const uniform float Reach = sqrt(DistanceSq) * 1.0001f + Grid.Slack;
	Out.Row0 = (uniform int)max((InGridY - Reach) * Grid.InvRowHeight, 0.0f);
	Out.Row1 = (uniform int)min((InGridY + Reach) * Grid.InvRowHeight, (uniform float)(Grid.Rows - 1));
	Out.Column0 = (uniform int)max((InGridX - Reach) * Grid.InvCellWidth, 0.0f);
	Out.Column1 = (uniform int)min((InGridX + Reach) * Grid.InvCellWidth, (uniform float)(Grid.Columns - 1));
}

// Whether an agent of First .. End - 1 stands within the bound of X, Y.
static inline uniform bool IsAnyWithin(const uniform StepView& View, uniform int First, uniform int End,
	uniform float X, uniform float Y, uniform float BoundSq)
{
	bool bAny = false;
	for (; First < End; First += programCount)
	{
		float OtherX, OtherY, VelX, VelY;
		aos_to_soa4((uniform float* uniform)&View.Motion[First], &OtherX, &OtherY, &VelX, &VelY);
		const float DX = OtherX - X;
		const float DY = OtherY - Y;
		bAny = bAny | (DX * DX + DY * DY <= BoundSq & First + programIndex < End);
	}
	return any(bAny);
}

// Whether nobody outside of the window is as near to an agent as its bound. A bound that reaches out of it reaches into
// few cells, and these are mostly empty.
static noinline uniform bool IsWindowEnough(
	const uniform StepView& View, const uniform Window& Around, uniform int Agent, uniform float BoundSq)
{
	const uniform GridLevel& Grid = View.Grid;
	const uniform float X = View.Motion[Agent].X;
	const uniform float Y = View.Motion[Agent].Y;
	uniform Area Near;
	FindArea(View, Agent, BoundSq, Near);
	for (uniform int Row = Near.Row0; Row <= Near.Row1; ++Row)
	{
		const uniform int* uniform RowCells = &Grid.CellStart[Row * Grid.Columns];
		uniform int LeftEnd = Near.Column1 + 1;
		if (Row >= Around.FirstRow && Row <= Around.LastRow)
		{
			LeftEnd = max(Around.FirstColumn, Near.Column0);
			const uniform int Right = max(Near.Column0, Around.LastColumn + 1);
			if (Right <= Near.Column1 &&
				IsAnyWithin(View, RowCells[Right], RowCells[Near.Column1 + 1], X, Y, BoundSq))
			{
				return false;
			}
		}
		if (IsAnyWithin(View, RowCells[Near.Column0], RowCells[min(LeftEnd, Near.Column1 + 1)], X, Y, BoundSq))
		{
			return false;
		}
	}
	return true;
}

// Candidates in reach of an agent that is searched for alone: nearest first, once they are ranked.
#define MOST_FOUND 128
struct FoundOnes
{
	int Count; // Negative: more than there is room for.
	int Keys[MOST_FOUND + CROWD_WIDEST_GANG];   // Truncated squared distances and numbers in the order of being found.
	int Agents[MOST_FOUND];
};

// All agents of the area whose squared distance has at most these bits, a gang of candidates at a time.
static inline void FindWithin(const uniform StepView& View, uniform int Agent, uniform int LimitBits,
	const uniform Area& Near, uniform bool bFilters, uniform FoundOnes& Out)
{
	const uniform GridLevel& Grid = View.Grid;
	const uniform float X = View.Motion[Agent].X;
	const uniform float Y = View.Motion[Agent].Y;
	Observer Self;
	if (bFilters)
	{
		const uniform int Profile = View.Aim[Agent].Flags & CROWD_FLAG_PROFILE;
		Self.Avoids = View.Profiles[Profile].Avoids;
		Self.Height = View.Scalars[CROWD_HEIGHT][Agent];
		Self.FloorHeight = View.Profiles[Profile].FloorHeight;
		Self.HeadX = View.Motion[Agent].VelX;
		Self.HeadY = View.Motion[Agent].VelY;
		Self.HeadSq = Self.HeadX * Self.HeadX + Self.HeadY * Self.HeadY;
		Self.SightCosine =
			select(Self.HeadSq > CROWD_STANDING_SQ, View.Profiles[Profile].SightCosine, CROWD_ALL_ROUND);
	}
	Out.Count = 0;
	for (uniform int Row = Near.Row0; Row <= Near.Row1; ++Row)
	{
		const uniform int* uniform RowCells = &Grid.CellStart[Row * Grid.Columns];
		const uniform int End = RowCells[Near.Column1 + 1];
		for (uniform int First = RowCells[Near.Column0]; First < End; First += programCount)
		{
			float OtherX, OtherY, VelX, VelY;
			aos_to_soa4((uniform float* uniform)&View.Motion[First], &OtherX, &OtherY, &VelX, &VelY);
			const float DX = OtherX - X;
			const float DY = OtherY - Y;
			const int Bits = intbits(DX * DX + DY * DY);
			const int Other = First + programIndex;
			bool bFound = Bits <= LimitBits & Other < End & Other != Agent;
			if (bFilters)
			{
				if (bFound)
				{
					const unsigned int Groups = View.Profiles[View.Aim[Other].Flags & CROWD_FLAG_PROFILE].Groups;
					bFound = IsAvoided(View, Self, Groups, View.Scalars[CROWD_HEIGHT][Other]) &
						(View.bLimitedView == 0 | IsInView(Self, DX, DY, DX * DX + DY * DY));
				}
			}
			uniform int LaneBits[programCount];
			LaneBits[programIndex] = Bits & ~CROWD_KEY_MASK;
			uniform int Left = (uniform int)packmask(bFound);
			if (Out.Count + programCount > MOST_FOUND)
			{
				Out.Count = -1;
				return;
			}
			while (Left != 0)
			{
				const uniform int Lane = count_trailing_zeros(Left);
				Left &= Left - 1;
				Out.Keys[Out.Count] = LaneBits[Lane] | Out.Count;
				Out.Agents[Out.Count] = First + Lane;
				++Out.Count;
			}
		}
	}
}

// The nearest agents of one agent. BoundSq is as far as its last neighbour can be, where that is known; otherwise it looks further and
// further. Returns how many there are, or -1 where that is not exact.
static noinline uniform int SearchAlone(const uniform StepView& View, uniform int Agent, uniform int Wanted,
	uniform float BoundSq, uniform int* uniform Out, uniform int Stride, uniform bool bFilters)
{
	const uniform GridLevel& Grid = View.Grid;
	const uniform int Profile = View.Aim[Agent].Flags & CROWD_FLAG_PROFILE;
	const uniform float RangeSq = View.Profiles[Profile].RangeSq;
	if (Grid.bWrapped)
	{
		return -1;
	}
	const uniform bool bBound = BoundSq < RangeSq;
	if (!bBound)
	{
		// Rows are as high as a search usually has to reach; where the gang has found too few, it does not suffice.
		const uniform float Reach = Wanted > 10 ? Grid.RowHeight : 2.0f * Grid.RowHeight;
		BoundSq = Reach * Reach;
	}
	uniform FoundOnes Found;
	for (;;)
	{
		uniform Area Near;
		FindArea(View, Agent, min(BoundSq, RangeSq), Near);
		const uniform bool bAll =
			Near.Row0 == 0 && Near.Column0 == 0 && Near.Row1 == Grid.Rows - 1 && Near.Column1 == Grid.Columns - 1;
		// Within range is nearer than the range; within the bound may be at it.
		const uniform int RangeBits = intbits(RangeSq) - 1;
		const uniform int BoundBits = intbits(BoundSq);
		const uniform int LimitBits = bAll ? RangeBits : min(BoundBits, RangeBits);
		FindWithin(View, Agent, LimitBits, Near, bFilters, Found);
		if (Found.Count < 0)
		{
			return -1;
		}
		if (Found.Count >= Wanted || bAll || BoundSq >= RangeSq)
		{
			break;
		}
		BoundSq *= 2.25f;
	}

	// Each one's rank is the number of those before it.
	uniform int* uniform After = Found.Keys + Found.Count;
	After[programIndex] = 0x7fffffff;
	uniform int Ranked[MOST_FOUND + CROWD_WIDEST_GANG + 1];
	for (uniform int K = 0; K < Found.Count; ++K)
	{
		const uniform int Key = Found.Keys[K];
		uniform int Rank = 0;
		for (uniform int First = 0; First < Found.Count; First += programCount)
		{
			Rank += popcnt((uniform int)packmask(Found.Keys[First + programIndex] < Key));
		}
		Ranked[Rank] = Key;
		if (Rank < Wanted)
		{
			Out[Rank * Stride] = Found.Agents[K];
		}
	}
	const uniform int Count = min(Found.Count, Wanted);
	// Where two of them, or the last and the next, have the same truncated distance, ids decide.
	for (uniform int Rank = 0; Rank < Count && Rank < Found.Count - 1; ++Rank)
	{
		if ((Ranked[Rank] ^ Ranked[Rank + 1]) <= CROWD_KEY_MASK)
		{
			return -1;
		}
	}
	return Count;
}

static inline uniform int SearchGang(const uniform StepView& View, uniform BlockScratch& Scratch, uniform int BlockBegin,
	uniform int Begin, uniform int Limit, uniform bool bFilters)
{
	uniform Gang Team;
	FormGang(View, Begin, Limit, Team);
	uniform Window Around;
	const int Known = SearchWindow(View, Scratch, BlockBegin, Team, Around, bFilters);
	uniform int Left = (uniform int)packmask(Known != LIST_EXACT);
	const uniform int OfWindow = (uniform int)packmask(Known == LIST_OF_WINDOW);
	while (Left != 0)
	{
		const uniform int Lane = count_trailing_zeros(Left);
		const uniform int Agent = Begin + Lane;
		Left &= Left - 1;
		const uniform bool bOfWindow = (OfWindow >> Lane & 1) != 0 && !View.Grid.bWrapped;
		const uniform int InBlock = Agent - BlockBegin;
		const uniform float BoundSq = Scratch.SearchBoundSq[InBlock];
		if (bOfWindow && IsWindowEnough(View, Around, Agent, BoundSq))
		{
			continue;
		}
		const uniform int Wanted = View.Profiles[View.Aim[Agent].Flags & CROWD_FLAG_PROFILE].MaxNeighbors;
		const uniform int Count =
			SearchAlone(View, Agent, Wanted, BoundSq, Scratch.Neighbors + InBlock, CROWD_BLOCK, bFilters);
		Scratch.NeighborCount[InBlock] = Count;
		Scratch.GivenUp += Count < 0 ? 1 : 0;
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

/// The nearest agents below View.SmallCount of one of them, as many as Wanted. Returns how many there are, or -1 where that is not exact.
export uniform int SearchAgentNeighbors(
	const uniform StepView* uniform View, uniform int Agent, uniform int Wanted, uniform int* uniform Out)
{
	return SearchAlone(*View, Agent, Wanted, floatbits(0x7f000000), Out, 1, View->bFilters != 0);
}
