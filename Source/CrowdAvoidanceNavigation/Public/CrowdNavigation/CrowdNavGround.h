// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdSnapshot.h"
#include "CrowdNavigation/CrowdNavGraph.h"

#include <memory>

namespace CrowdAvoidance
{
/// One polygon of a path and how to leave it. The last one is not left.
struct NavPathStep
{
	int32_t Polygon = NavGraph::None;
	int32_t Edge = NavGraph::None; ///< By this edge ...
	int32_t Link = NavGraph::None; ///< ... or by this link.

	template <typename Self, typename Stream>
	static void Exchange(Self& Item, Stream& Bytes)
	{
		Bytes(Item.Polygon, Item.Edge, Item.Link);
	}
};

struct NavPath
{
	std::vector<NavPathStep> Steps; ///< Empty: there is no path at all.
	bool bPartial = false;          ///< It ends as near to the goal as one can get.
};

/// Where a path begins or ends.
struct NavPoint
{
	int32_t Polygon = NavGraph::None;
	Vec2 Position;
};

/// Searches for one path at a time, some of it in each step.
class NavPathSearch
{
public:
	virtual ~NavPathSearch() = default;
	/// What was under way is given up.
	virtual void Begin(const NavPoint& From, const NavPoint& Goal) = 0;
	/// Visits about Budget polygons and takes from Budget those that it has visited, at least one. True: done, and the path is in Out. How
	/// the work is cut up changes nothing.
	virtual bool Advance(int& Budget, NavPath& Out) = 0;
};

/// Ground that a Navigator leads agents over, whoever made it and keeps it.
class NavGround
{
public:
	virtual ~NavGround() = default;

	virtual const NavGraph& Graph() const = 0;
	/// Goes up with every change of the graph. Polygon numbers of an older graph mean nothing in a newer one.
	virtual uint32_t Version() const = 0;
	/// How the graph differs from that of the version before. Null: in more than that can say, or nobody knows.
	virtual const NavGraph::Change* LastChange() const { return nullptr; }
	/// Whether something is to change: a door, or what stands on the ground.
	virtual bool NeedsUpdate() const = 0;
	/// Changes the graph; of what takes long no more than MostTiles. Returns how many tiles are still waiting.
	virtual int Update(int MostTiles) = 0;
	/// Over this ground, which must outlive it. A search that is under way when the graph changes means nothing.
	virtual Result<std::unique_ptr<NavPathSearch>> MakePathSearch() const = 0;

	/// For World::Save: all by which it differs from how it was made.
	virtual Result<void> Save(SnapshotWriter& /*To*/) const
	{
		return Error::Format("the navigator's ground cannot be saved");
	}
	/// For World::Load, on ground that was made alike: from now on it is as that one was, number by number. On an error it is of no more
	/// use. A search that was made before means nothing.
	virtual Result<void> Load(SnapshotReader& /*From*/)
	{
		return Error::Format("the navigator's ground cannot be loaded");
	}
};
}
