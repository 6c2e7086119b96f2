// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdNavigation/CrowdNavGround.h"

#include <deque>
#include <memory>
#include <utility>

namespace CrowdAvoidance
{
/// Searches for the paths of agents one after the other, a budget at a time.
class PathQueue
{
public:
	struct Request
	{
		uint32_t Agent = 0;
		uint32_t Ticket = 0; ///< For the one who asks, to tell its requests apart.
		NavPoint From, Goal;

		template <typename Self, typename Stream>
		static void Exchange(Self& Item, Stream& Bytes)
		{
			Bytes(
				Item.Agent, Item.Ticket, Item.From.Polygon, Item.From.Position, Item.Goal.Polygon, Item.Goal.Position);
		}
	};

	struct Found
	{
		Request Of;
		NavPath Path;
	};

	void SetSearch(std::unique_ptr<NavPathSearch> InSearch) { Search = std::move(InSearch); }
	void Add(const Request& Item) { Waiting.push_back(Item); }
	const std::deque<Request>& Requests() const { return Waiting; }
	int Pending() const { return static_cast<int>(Waiting.size()); }

	/// Forgets what is waiting and under way, because polygon numbers mean nothing any more.
	void Clear()
	{
		Waiting.clear();
		bRunning = false;
	}

	/// Visits about Budget polygons; finished paths are appended.
	void Advance(int Budget, std::vector<Found>& Done)
	{
		while (!Waiting.empty() && Budget > 0)
		{
			if (!bRunning)
			{
				Search->Begin(Waiting.front().From, Waiting.front().Goal);
				bRunning = true;
				Visited = 0;
				--Budget;
			}
			// Nothing is left where the search has only just begun.
			const int Before = Budget;
			if (NavPath Path; Before > 0 && Search->Advance(Budget, Path))
			{
				Done.push_back({Waiting.front(), std::move(Path)});
				Waiting.pop_front();
				bRunning = false;
			}
			Visited += Before - Budget;
		}
	}

	template <typename Stream>
	static void Exchange(const PathQueue& Item, Stream& Bytes)
	{
		Bytes(std::vector<Request>(Item.Waiting.begin(), Item.Waiting.end()), Item.bRunning,
			Item.bRunning ? Item.Visited : 0);
	}
	template <typename Stream>
	static void Exchange(PathQueue& Item, Stream& Bytes)
	{
		std::vector<Request> Found;
		Bytes(Found, Item.bRunning);
		Bytes.Within("the polygons visited", Item.Visited, 0, INT32_MAX);
		Item.Waiting.assign(Found.begin(), Found.end());
	}
	/// After it has been read: brings the search that was under way to where it was. False: there can have been none.
	bool Resume()
	{
		if (!bRunning)
		{
			return true;
		}
		if (Waiting.empty())
		{
			return false;
		}
		Search->Begin(Waiting.front().From, Waiting.front().Goal);
		int Budget = Visited;
		NavPath Path;
		while (Budget > 0)
		{
			if (Search->Advance(Budget, Path))
			{
				return false;
			}
		}
		return true;
	}

private:
	std::unique_ptr<NavPathSearch> Search;
	std::deque<Request> Waiting; ///< The first one is under way when bRunning.
	bool bRunning = false;
	int Visited = 0; ///< Polygons, by the search that is under way.
};
}
