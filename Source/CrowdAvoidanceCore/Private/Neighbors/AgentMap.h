// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdQuery.h"
#include "Neighbors/Capsule.h"
#include "Neighbors/NeighborGrid.h"

#include <atomic>

namespace CrowdAvoidance
{
/// Finds agents between steps, in the grid of the last one. That grid has agents where they were when the step began, in the
/// order in which they still lie in memory. So a search goes further by as much as anybody has moved in the step; and whoever has
/// been added, or put elsewhere, since then is a stray, which every search tests.
class AgentMap
{
public:
	/// The grid is out of date: all agents are strays.
	void Clear();
	/// A step is over. Sorted: agents as they were when the grid sorted them; the map may mark places in it. Both must stay as
	/// they are until Clear. SmallRadius: of the largest of the agents that are not kept apart as large ones.
	void Take(const NeighborGrid& Sorter, AgentMotion* Sorted, int Count, float SmallRadius);
	void Reserve(size_t Agents) { Strays.Reserve(Agents); }
	/// The agent at that place is another one, has another position or another radius.
	void NoteStray(size_t Place)
	{
		if (Place < static_cast<size_t>(SortedCount) && Before[Place].X < CROWD_FAR)
		{
			Before[Place].X = CROWD_FAR;
			Strays.Push(static_cast<uint32_t>(Place));
		}
	}

	/// Calls Visit(place) once for every agent whose centre is in the capsule, for those that reach into it where bBodies, and for
	/// some others. Returns how many it called it for. Now: as agents are, Count of them.
	template <typename Visitor>
	int ForEachIn(const Capsule& Area, bool bBodies, const AgentMotion* Now, int Count, Visitor&& Visit) const;

	/// A disc of this radius has some agents in it, but few, on average. [m]
	float UsualReach() const { return SortedCount > 0 ? Grid->Level(0).RowHeight : CrowdMaxRange; }
	size_t Bytes() const { return Strays.Bytes(); }

private:
	/// How far any agent has moved, along either axis, since the grid was made; strays not counted.
	double Moved(const AgentMotion* Now, int Count) const;

	/// Calls Visit(begin, end, row) for runs of agents of a level that together hold all that were in the capsule when they
	/// were sorted. Row: the only one whose agents count, where cells far from each other share the table; otherwise -1.
	template <typename Visitor>
	void ForEachRun(int Class, const Capsule& Area, Visitor&& Visit) const;

	const NeighborGrid* Grid = nullptr;
	AgentMotion* Before = nullptr; ///< X is CROWD_FAR: a stray.
	int SortedCount = 0;
	float SmallReach = 0.0f;
	/// Negative: not measured yet. Whoever asks first after a step measures it; several at once find the same.
	mutable std::atomic<double> LargestMove = -1.0;
	AlignedArray<uint32_t> Strays; ///< Places below SortedCount.
};

template <typename Visitor>
int AgentMap::ForEachIn(const Capsule& Area, bool bBodies, const AgentMotion* Now, int Count, Visitor&& Visit) const
{
	int Visited = 0;
	const auto Test = [&](int Place)
	{
		++Visited;
		Visit(Place);
	};
	for (size_t Index = 0; Index < Strays.Size(); ++Index)
	{
		if (static_cast<int>(Strays[Index]) < Count)
		{
			Test(static_cast<int>(Strays[Index]));
		}
	}
	for (int Place = SortedCount; Place < Count; ++Place)
	{
		Test(Place);
	}
	if (SortedCount == 0)
	{
		return Visited;
	}
	const double Margin = Moved(Now, Count);
	for (int Class = 0; Class < NeighborGrid::Classes; ++Class)
	{
		const GridLevel& Level = Grid->Level(Class);
		Capsule Wider = Area;
		Wider.Radius += Margin + static_cast<double>(Level.Slack) + 1.0e-6 * Area.Radius;
		if (bBodies)
		{
			Wider.Radius += static_cast<double>(std::max(Level.MaxRadius, SmallReach));
		}
		ForEachRun(Class, Wider,
			[&](int Begin, int End, int Row)
			{
				for (int Place = Begin; Place < std::min(End, Count); ++Place)
				{
					const AgentMotion& Was = Before[Place];
					if (Was.X < CROWD_FAR && (Row < 0 || RowBeforeWrapping(Level, Was.Y) == Row))
					{
						Test(Place);
					}
				}
			});
	}
	return Visited;
}

template <typename Visitor>
void AgentMap::ForEachRun(int Class, const Capsule& Area, Visitor&& Visit) const
{
	const GridLevel& Level = Grid->Level(Class);
	const NeighborGrid::Bounds& Box = Grid->Box(Class);
	const int* const Cells = Level.CellStart;
	const int Begin = Cells[0];
	const int End = Cells[static_cast<size_t>(Level.Rows) * Level.Columns];
	// What lies beyond the box is cut off, so that what follows fits an int.
	const double Slack = static_cast<double>(Level.Slack);
	const double Height = static_cast<double>(Level.RowHeight);
	const double Width = static_cast<double>(Level.CellWidth);
	const double Low = std::max(Area.MinY(), static_cast<double>(Box.MinY));
	const double High = std::min(Area.MaxY(), static_cast<double>(Box.MaxY) + Slack);
	if (Begin == End || Low > High)
	{
		return;
	}
	const int Row0 = static_cast<int>((Low - static_cast<double>(Box.MinY)) / Height);
	const int Row1 = static_cast<int>((High - static_cast<double>(Box.MinY)) / Height);
	if (Row1 - Row0 > End - Begin)
	{
		// More rows than agents.
		Visit(Begin, End, -1);
		return;
	}
	for (int Row = Row0; Row <= Row1; ++Row)
	{
		const double Bottom = static_cast<double>(Box.MinY) + Row * Height;
		const Capsule::Interval Span = Area.Across(Bottom, Bottom + Height);
		const double Left = std::max(Span.Min, static_cast<double>(Box.MinX));
		const double Right = std::min(Span.Max, static_cast<double>(Box.MaxX) + Slack);
		if (Left > Right)
		{
			continue;
		}
		int Column0 = static_cast<int>((Left - static_cast<double>(Box.MinX)) / Width);
		int Column1 = static_cast<int>((Right - static_cast<double>(Box.MinX)) / Width);
		if (!Level.bWrapped)
		{
			if (Row < Level.Rows && Column0 < Level.Columns)
			{
				const int* const InRow = Cells + static_cast<size_t>(Row) * Level.Columns;
				Visit(InRow[Column0], InRow[std::min(Column1, Level.Columns - 1) + 1], -1);
			}
			continue;
		}
		const int* const InRow = Cells + static_cast<size_t>(Row % Level.Rows) * Level.Columns;
		const bool bAllColumns = Column1 - Column0 + 1 >= Level.Columns;
		Column0 = bAllColumns ? 0 : Column0 % Level.Columns;
		Column1 = bAllColumns ? Level.Columns - 1 : Column1 % Level.Columns;
		if (Column0 <= Column1)
		{
			Visit(InRow[Column0], InRow[Column1 + 1], Row);
			continue;
		}
		Visit(InRow[0], InRow[Column1 + 1], Row);
		Visit(InRow[Column0], InRow[Level.Columns], Row);
	}
}
}
