// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdAgent.h"
#include "Neighbors/NeighborGrid.h"
#include "Neighbors/NeighborSearch.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace CrowdAvoidance
{
namespace
{
uint32_t TruncatedKey(float DistanceSq)
{
	return std::bit_cast<uint32_t>(DistanceSq) & ~static_cast<uint32_t>(CROWD_KEY_MASK);
}

/// The best candidates so far, nearest first.
struct NearestList
{
	const StepView& View;
	float DistanceSq[CrowdMaxNeighbors];
	int Index[CrowdMaxNeighbors];
	int Count = 0;
	int Wanted = 0;
	float RangeSq = 0.0f;

	explicit NearestList(const StepView& InView) : View(InView) {}

	bool Before(float DistanceA, int IndexA, float DistanceB, int IndexB) const
	{
		return DistanceA < DistanceB || (DistanceA == DistanceB && IdOf(View, IndexA) < IdOf(View, IndexB));
	}

	/// Nothing further away than this is of interest.
	float LimitSq() const { return Count == Wanted ? DistanceSq[Count - 1] : RangeSq; }

	void Offer(float NewDistanceSq, int NewIndex)
	{
		if (!(NewDistanceSq < RangeSq))
		{
			return;
		}
		int Place = Count;
		if (Count == Wanted)
		{
			if (!Before(NewDistanceSq, NewIndex, DistanceSq[Count - 1], Index[Count - 1]))
			{
				return;
			}
			--Place;
		}
		else
		{
			++Count;
		}
		while (Place > 0 && Before(NewDistanceSq, NewIndex, DistanceSq[Place - 1], Index[Place - 1]))
		{
			DistanceSq[Place] = DistanceSq[Place - 1];
			Index[Place] = Index[Place - 1];
			--Place;
		}
		DistanceSq[Place] = NewDistanceSq;
		Index[Place] = NewIndex;
	}
};

struct Searcher
{
	const StepView& View;
	const int Agent;
	const ProfileKernelData& Profile;
	const float X, Y;
	NearestList List;
	bool bTruncated = false;

	/// Wanted: how many; 0: as many as the profile asks for.
	Searcher(const StepView& InView, int InAgent, int Wanted = 0)
		: View(InView),
		  Agent(InAgent),
		  Profile(InView.Profiles[InView.Aim[InAgent].Flags & CROWD_FLAG_PROFILE]),
		  X(InView.Motion[InAgent].X),
		  Y(InView.Motion[InAgent].Y),
		  List(InView)
	{
		List.Wanted = Wanted > 0 ? Wanted : Profile.MaxNeighbors;
		List.RangeSq = Profile.RangeSq;
		if (Agent >= View.SmallCount)
		{
			// As large agents are seen by their rim, they see from it.
			const float Range = std::sqrt(Profile.RangeSq) + View.Body[Agent].Radius;
			List.RangeSq = Range * Range;
		}
	}

	/// Squared, from the rim of large ones.
	float DistanceSqTo(int Other, bool bLarge) const
	{
		const float DX = View.Motion[Other].X - X;
		const float DY = View.Motion[Other].Y - Y;
		const float DistanceSq = DX * DX + DY * DY;
		if (!bLarge)
		{
			return DistanceSq;
		}
		const float ToRim = std::max(std::sqrt(DistanceSq) - View.Body[Other].Radius, 0.0f);
		return ToRim * ToRim;
	}

	/// Whether its group is avoided, and it is on the same floor and within the field of view.
	bool IsCandidate(int Other) const
	{
		const uint32_t Groups = View.Profiles[View.Aim[Other].Flags & CROWD_FLAG_PROFILE].Groups;
		return (Profile.Avoids & Groups) != 0 &&
			std::fabs(View.Scalars[CROWD_HEIGHT][Other] - View.Scalars[CROWD_HEIGHT][Agent]) <= Profile.FloorHeight &&
			(!View.bLimitedView || IsInView(View.Motion[Other].X - X, View.Motion[Other].Y - Y));
	}

	bool IsInView(float DX, float DY) const
	{
		const float HeadX = View.Motion[Agent].VelX;
		const float HeadY = View.Motion[Agent].VelY;
		const float HeadSq = HeadX * HeadX + HeadY * HeadY;
		const float Cosine = HeadSq > CROWD_STANDING_SQ ? Profile.SightCosine : CROWD_ALL_ROUND;
		return DX * HeadX + DY * HeadY >= Cosine * std::sqrt(HeadSq * (DX * DX + DY * DY));
	}

	void Scan(int Begin, int End, bool bLarge)
	{
		float LimitSq = List.LimitSq();
		for (int Other = Begin; Other < End; ++Other)
		{
			const float DistanceSq = DistanceSqTo(Other, bLarge);
			if (DistanceSq > LimitSq || Other == Agent || (View.bFilters && !IsCandidate(Other)))
			{
				continue;
			}
			List.Offer(DistanceSq, Other);
			LimitSq = List.LimitSq();
		}
	}

	/// Cells First .. Last of a row. A heap is searched in part only: around the agent in the order of ids where it is the
	/// agent's own cell, from the lowest id elsewhere.
	void ScanCells(const GridLevel& Grid, int Row, int First, int Last, bool bLarge)
	{
		const int* Cells = Grid.CellStart + static_cast<size_t>(Row) * Grid.Columns;
		if (bLarge || Cells[Last + 1] - Cells[First] <= CrowdMaxCellAgents)
		{
			Scan(Cells[First], Cells[Last + 1], bLarge);
			return;
		}
		for (int Column = First; Column <= Last; ++Column)
		{
			int Begin = Cells[Column];
			int End = Cells[Column + 1];
			if (End - Begin > CrowdMaxCellAgents)
			{
				bTruncated = true;
				if (Agent >= Begin && Agent < End)
				{
					Begin = std::max(Begin, Agent - CrowdMaxCellAgents / 2);
					End = std::min(End, Agent + CrowdMaxCellAgents / 2);
				}
				else
				{
					End = Begin + CrowdMaxCellAgents;
				}
			}
			Scan(Begin, End, bLarge);
		}
	}

	/// Everything of a level within Reach of the agent. Returns whether that was the whole level.
	bool ScanWithin(const GridLevel& Grid, float Reach, bool bLarge)
	{
		const float MinRow = Floor((Y - Reach - Grid.OriginY) * Grid.InvRowHeight);
		const float MaxRow = Floor((Y + Reach - Grid.OriginY) * Grid.InvRowHeight);
		const float MinColumn = Floor((X - Reach - Grid.OriginX) * Grid.InvCellWidth);
		const float MaxColumn = Floor((X + Reach - Grid.OriginX) * Grid.InvCellWidth);
		const float Rows = static_cast<float>(Grid.Rows);
		const float Columns = static_cast<float>(Grid.Columns);
		if (!Grid.bWrapped)
		{
			const int Row0 = static_cast<int>(std::max(MinRow, 0.0f));
			const int Row1 = std::min(static_cast<int>(std::min(MaxRow, Rows)), Grid.Rows - 1);
			const int Column0 = static_cast<int>(std::max(MinColumn, 0.0f));
			const int Column1 = std::min(static_cast<int>(std::min(MaxColumn, Columns)), Grid.Columns - 1);
			for (int Row = Row0; Row <= Row1 && Column0 <= Column1; ++Row)
			{
				ScanCells(Grid, Row, Column0, Column1, bLarge);
			}
			return MinRow <= 0.0f && MaxRow >= Rows - 1.0f && MinColumn <= 0.0f && MaxColumn >= Columns - 1.0f;
		}

		const bool bAllRows = MaxRow - MinRow + 1.0f >= Rows;
		const bool bAllColumns = MaxColumn - MinColumn + 1.0f >= Columns;
		const int Row0 = bAllRows ? 0 : static_cast<int>(MinRow);
		const int Row1 = bAllRows ? Grid.Rows - 1 : static_cast<int>(MaxRow);
		const int Column0 = bAllColumns ? 0 : Wrap(static_cast<int>(MinColumn), Grid.Columns);
		const int Column1 = bAllColumns ? Grid.Columns - 1 : Wrap(static_cast<int>(MaxColumn), Grid.Columns);
		for (int Unwrapped = Row0; Unwrapped <= Row1; ++Unwrapped)
		{
			const int Row = Wrap(Unwrapped, Grid.Rows);
			if (Column0 <= Column1)
			{
				ScanCells(Grid, Row, Column0, Column1, bLarge);
			}
			else
			{
				ScanCells(Grid, Row, 0, Column1, bLarge);
				ScanCells(Grid, Row, Column0, Grid.Columns - 1, bLarge);
			}
		}
		return bAllRows && bAllColumns;
	}

	/// Without a library call, which std::floor is on the oldest processors.
	static float Floor(float Value)
	{
		const float Truncated = static_cast<float>(static_cast<int>(Value));
		return Truncated > Value ? Truncated - 1.0f : Truncated;
	}

	static int Wrap(int Value, int Size)
	{
		const int Rest = Value % Size;
		return Rest < 0 ? Rest + Size : Rest;
	}

	/// Large agents and ghosts.
	void SearchOthers()
	{
		for (int Class = 0; Class < CROWD_OTHER_GRIDS; ++Class)
		{
			const GridLevel& Grid = View.OtherGrids[Class];
			if (Grid.CellStart[0] < Grid.CellStart[Grid.Rows * Grid.Columns])
			{
				const float Reach = std::sqrt(List.RangeSq) + Grid.MaxRadius + Grid.Slack;
				ScanWithin(Grid, Reach, Class != CROWD_GRID_GHOSTS);
			}
		}
	}

	/// With a bound, one search that far is enough; without, it is repeated further out until it has found enough.
	void Search(float BoundSq)
	{
		const GridLevel& Grid = View.Grid;
		const float Range = std::sqrt(List.RangeSq) + Grid.Slack;
		float Reach = std::min(Grid.RowHeight, Range);
		if (BoundSq < List.RangeSq)
		{
			List.RangeSq = std::nextafter(BoundSq, INFINITY);
			Reach = std::min(std::sqrt(BoundSq) * 1.0001f + Grid.Slack, Range);
		}
		else if (BoundSq < INFINITY)
		{
			// The gang has searched already and found too few.
			Reach = std::min(2.0f * Grid.RowHeight, Range);
		}
		for (;;)
		{
			List.Count = 0;
			bTruncated = false;
			// The others first: they shorten the search among the small ones.
			SearchOthers();
			if (View.SmallCount == 0)
			{
				return;
			}
			const bool bAll = ScanWithin(Grid, Reach, false);
			const bool bFull = List.Count == List.Wanted;
			const float Needed = bFull ? std::sqrt(List.DistanceSq[List.Count - 1]) + Grid.Slack : Range;
			if (bAll || Reach >= Needed || Reach >= Range)
			{
				return;
			}
			Reach = bFull ? std::min(Needed * 1.0001f, Range) : std::min(Reach * 2.0f, Range);
		}
	}

	int Write(int* Out, int Stride)
	{
		for (int Rank = 1; Rank < List.Count; ++Rank)
		{
			const uint32_t Key = TruncatedKey(List.DistanceSq[Rank]);
			const int Index = List.Index[Rank];
			int Place = Rank;
			while (Place > 0 && TruncatedKey(List.DistanceSq[Place - 1]) == Key &&
				IdOf(View, List.Index[Place - 1]) > IdOf(View, Index))
			{
				List.Index[Place] = List.Index[Place - 1];
				--Place;
			}
			List.Index[Place] = Index;
		}
		for (int Rank = 0; Rank < List.Count; ++Rank)
		{
			Out[Rank * Stride] = List.Index[Rank];
		}
		return List.Count;
	}
};
}

int SearchNeighborsOf(
	const StepView& View, int Agent, float BoundSq, int* Out, int Stride, bool& bTruncated, int Wanted)
{
	Searcher Search(View, Agent, Wanted);
	if (Search.List.Wanted == 0)
	{
		return 0;
	}
	Search.Search(BoundSq);
	bTruncated = bTruncated || Search.bTruncated;
	return Search.Write(Out, Stride);
}

int MergeOtherNeighbors(const StepView& View, int Agent, int* InOut, int Count, int Stride)
{
	Searcher Search(View, Agent);
	if (Search.List.Wanted == 0)
	{
		return 0;
	}
	Search.SearchOthers();
	if (Search.List.Count == 0)
	{
		return Count;
	}
	for (int Rank = 0; Rank < Count; ++Rank)
	{
		const int Other = InOut[Rank * Stride];
		const float DX = View.Motion[Other].X - Search.X;
		const float DY = View.Motion[Other].Y - Search.Y;
		Search.List.Offer(DX * DX + DY * DY, Other);
	}
	return Search.Write(InOut, Stride);
}

void SearchNeighborsScalar(const StepView* View, BlockScratch* Scratch, int BlockBegin, int Begin, int End)
{
	for (int Agent = Begin; Agent < End; ++Agent)
	{
		const int InBlock = Agent - BlockBegin;
		bool bTruncated = false;
		Scratch->NeighborCount[InBlock] =
			SearchNeighborsOf(*View, Agent, INFINITY, Scratch->Neighbors + InBlock, CROWD_BLOCK, bTruncated);
		Scratch->bTruncated |= bTruncated;
	}
}
}
