// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

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
	};

	struct Found
	{
		Request Of;
		NavPath Path;
	};

	void SetSearch(std::unique_ptr<NavPathSearch> InSearch) { Search = std::move(InSearch); }
	void Add(const Request& Item) { Waiting.push_back(Item); }
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
				--Budget;
			}
			if (NavPath Path; Search->Advance(Budget, Path))
			{
				Done.push_back({Waiting.front(), std::move(Path)});
				Waiting.pop_front();
				bRunning = false;
			}
		}
	}

private:
	std::unique_ptr<NavPathSearch> Search;
	std::deque<Request> Waiting; ///< The first one is under way when bRunning.
	bool bRunning = false;
};
}
