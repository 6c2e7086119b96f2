// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "NavMesh/NavMeshImpl.h"

#include <algorithm>
#include <bit>

namespace CrowdAvoidance
{
namespace
{
uint64_t KeyOf(Vec2 Point)
{
	return (static_cast<uint64_t>(std::bit_cast<uint32_t>(Point.X)) << 32) | std::bit_cast<uint32_t>(Point.Y);
}

/// Points, by their bits.
class PointSet
{
public:
	explicit PointSet(size_t MostPoints) : Slots(std::bit_ceil(2 * MostPoints + 2), 0), bUsed(Slots.size(), 0) {}

	void Add(Vec2 Point)
	{
		const size_t Slot = SlotOf(KeyOf(Point));
		Slots[Slot] = KeyOf(Point);
		bUsed[Slot] = 1;
	}
	bool Has(Vec2 Point) const { return bUsed[SlotOf(KeyOf(Point))] != 0; }

private:
	size_t SlotOf(uint64_t Key) const
	{
		const size_t Mask = Slots.size() - 1;
		// The highest bits depend on all bits of the key; coordinates have few that differ.
		size_t Slot = static_cast<size_t>((Key * 0x9E3779B97F4A7C15ull) >> std::countl_zero(Mask));
		while (bUsed[Slot] && Slots[Slot] != Key)
		{
			Slot = (Slot + 1) & Mask;
		}
		return Slot;
	}

	std::vector<uint64_t> Slots;
	std::vector<uint8_t> bUsed;
};

/// One edge of a polygon as Detour has it, which goes round clockwise.
struct EdgeName
{
	int32_t Polygon = 0; ///< Of the graph.
	int32_t Edge = 0;    ///< Of the polygon in Detour.
};

/// Where two polygons of neighbouring tiles have an edge in common.
struct Portal
{
	float Low, High;
	EdgeName Names[2];
	int32_t Emitted[2];
};

/// A portal as one of its polygons sees it.
struct PortalUse
{
	EdgeName Name;
	float Low;
	int32_t Portal;
	int32_t Which;
};
}

/// Puts a graph together from Detour's tiles.
class NavMesh::Impl::GraphMaker
{
public:
	GraphMaker(Impl& InOwner, NavGraph& InGraph) : Owner(InOwner), Graph(InGraph) {}

	void Make()
	{
		NumberPolygons();
		FindPortals();
		for (int Number = 0; Number < Owner.Lattice.TileCount(); ++Number)
		{
			if (const dtMeshTile* const Tile = Owner.TileOf(Number))
			{
				for (int Index = 0; Index < Tile->header->offMeshBase; ++Index)
				{
					EmitPolygon(Number, *Tile, Index);
				}
			}
		}
		ConnectInside();
		ConnectPortals();
		MarkSolidVertices();
		AddLinks();
	}

private:
	Impl& Owner;
	NavGraph& Graph;
	std::vector<Portal> Portals;
	std::vector<PortalUse> Uses;
	size_t NextUse = 0;
	std::vector<NavSideEdge> Here, There;
	std::vector<int32_t> FirstEmitted; ///< By polygon and edge of Detour's: its first edge in the graph.
	struct LinkFrom
	{
		int32_t Polygon;
		NavGraph::Link Link;
	};

	/// Index: up to the number of vertices, which stands for the first one.
	static Vec2 VertexOf(const dtMeshTile& Tile, const dtPoly& Polygon, int Index)
	{
		const float* const Vertex = Tile.verts + 3 * VertexAfter(Polygon, Index - 1);
		return {static_cast<float>(Vertex[0]), static_cast<float>(Vertex[2])};
	}

	static unsigned short VertexAfter(const dtPoly& Polygon, int Index)
	{
		return Polygon.verts[Index + 1 < Polygon.vertCount ? Index + 1 : 0];
	}

	static bool IsAcross(unsigned short Neighbor) { return (Neighbor & DT_EXT_LINK) != 0; }

	int32_t& EmittedOf(EdgeName Name)
	{
		return FirstEmitted[static_cast<size_t>(Name.Polygon * DT_VERTS_PER_POLYGON + Name.Edge)];
	}

	void NumberPolygons()
	{
		int32_t Count = 0;
		for (int Number = 0; Number < Owner.Lattice.TileCount(); ++Number)
		{
			const dtMeshTile* const Tile = Owner.TileOf(Number);
			Owner.Tiles[static_cast<size_t>(Number)].FirstPolygon = Count;
			Count += Tile != nullptr ? Tile->header->offMeshBase : 0;
		}
		FirstEmitted.assign(static_cast<size_t>(Count) * DT_VERTS_PER_POLYGON, NavGraph::None);
		Graph.Polygons.clear();
		Graph.Edges.clear();
		Graph.Links.clear();
		Owner.LinkTargets.clear();
		Graph.Polygons.reserve(static_cast<size_t>(Count));
	}

	void FindPortals()
	{
		for (int Number = 0; Number < Owner.Lattice.TileCount(); ++Number)
		{
			Owner.ForEachNeighbor(Number,
				[this, Number](int Other, int Side, int OtherSide)
				{
					// Each pair of tiles once.
					if (Number < Other)
					{
						FindPortalsBetween(Number, Side, Other, OtherSide);
					}
				});
		}
		// By polygon, edge and place along it: polygons by counting, the few of each by insertion.
		std::vector<int32_t> Start(FirstEmitted.size() / DT_VERTS_PER_POLYGON + 1, 0);
		for (const Portal& Item : Portals)
		{
			++Start[static_cast<size_t>(Item.Names[0].Polygon) + 1];
			++Start[static_cast<size_t>(Item.Names[1].Polygon) + 1];
		}
		for (size_t Polygon = 1; Polygon < Start.size(); ++Polygon)
		{
			Start[Polygon] += Start[Polygon - 1];
		}
		Uses.resize(2 * Portals.size());
		std::vector<int32_t> End(Start.begin(), Start.end() - 1);
		for (size_t Index = 0; Index < Portals.size(); ++Index)
		{
			for (const int32_t Which : {0, 1})
			{
				const PortalUse Use{
					Portals[Index].Names[Which], Portals[Index].Low, static_cast<int32_t>(Index), Which};
				int32_t At = End[static_cast<size_t>(Use.Name.Polygon)]++;
				for (; At > Start[static_cast<size_t>(Use.Name.Polygon)]; --At)
				{
					const PortalUse& Before = Uses[static_cast<size_t>(At) - 1];
					if (Before.Name.Edge < Use.Name.Edge || (Before.Name.Edge == Use.Name.Edge && Before.Low < Use.Low))
					{
						break;
					}
					Uses[static_cast<size_t>(At)] = Before;
				}
				Uses[static_cast<size_t>(At)] = Use;
			}
		}
	}

	void FindPortalsBetween(int TileA, int SideA, int TileB, int SideB)
	{
		Owner.FindSideEdges(TileA, SideA, Here);
		Owner.FindSideEdges(TileB, SideB, There);
		const int32_t FirstHere = Owner.Tiles[static_cast<size_t>(TileA)].FirstPolygon;
		const int32_t FirstThere = Owner.Tiles[static_cast<size_t>(TileB)].FirstPolygon;
		for (size_t A = 0, B = 0; A < Here.size() && B < There.size();)
		{
			const float Low = std::max(Here[A].Low, There[B].Low);
			const float High = std::min(Here[A].High, There[B].High);
			if (Low < High)
			{
				Portals.push_back({Low, High,
					{{FirstHere + Here[A].Polygon, Here[A].Edge}, {FirstThere + There[B].Polygon, There[B].Edge}},
					{NavGraph::None, NavGraph::None}});
			}
			if (Here[A].High < There[B].High)
			{
				++A;
			}
			else
			{
				++B;
			}
		}
	}

	void EmitPolygon(int TileNumber, const dtMeshTile& Tile, int Index)
	{
		const dtPoly& Source = Tile.polys[Index];
		const TilePlace& Place = Owner.Tiles[static_cast<size_t>(TileNumber)];
		NavGraph::Polygon Target;
		Target.FirstEdge = static_cast<int32_t>(Graph.Edges.size());
		Target.Source = Owner.Mesh->getPolyRefBase(&Tile) | static_cast<dtPolyRef>(Index);
		Target.Tile = TileNumber;
		Target.Door = Place.Doors[static_cast<size_t>(Index)];
		Target.Center = CentroidOf(Tile, Source);
		const int32_t Number = Place.FirstPolygon + Index;
		const size_t FirstUse = NextUse;
		while (NextUse < Uses.size() && Uses[NextUse].Name.Polygon == Number)
		{
			++NextUse;
		}
		for (int Edge = Source.vertCount - 1; Edge >= 0; --Edge)
		{
			EmittedOf({Number, Edge}) = static_cast<int32_t>(Graph.Edges.size());
			if (IsAcross(Source.neis[Edge]))
			{
				EmitSideEdge(Tile, Source, Edge, FirstUse);
			}
			else
			{
				Graph.Edges.push_back({VertexOf(Tile, Source, Edge + 1)});
			}
		}
		Target.EdgeCount = static_cast<int32_t>(Graph.Edges.size()) - Target.FirstEdge;
		Graph.Polygons.push_back(Target);
	}

	/// An edge along a side of its tile: a piece for each portal, and walls between them.
	void EmitSideEdge(const dtMeshTile& Tile, const dtPoly& Source, int Edge, size_t FirstUse)
	{
		size_t Begin = FirstUse;
		while (Begin < NextUse && Uses[Begin].Name.Edge != Edge)
		{
			++Begin;
		}
		size_t End = Begin;
		while (End < NextUse && Uses[End].Name.Edge == Edge)
		{
			++End;
		}
		const int Side = Source.neis[Edge] & 0xff;
		const bool bAlongX = Side == NavNorthSide || Side == NavSouthSide;
		const Vec2 From = VertexOf(Tile, Source, Edge + 1);
		const Vec2 To = VertexOf(Tile, Source, Edge);
		const float First = bAlongX ? From.X : From.Y;
		const float Last = bAlongX ? To.X : To.Y;
		const bool bUp = First < Last;
		const auto PlaceOf = [From, bAlongX](float Along) {
			return bAlongX ? Vec2{Along, From.Y} : Vec2{From.X, Along};
		};
		float At = First;
		for (size_t Step = 0; Step < End - Begin; ++Step)
		{
			const PortalUse& Use = Uses[bUp ? Begin + Step : End - 1 - Step];
			Portal& Through = Portals[static_cast<size_t>(Use.Portal)];
			const float Enter = bUp ? Through.Low : Through.High;
			if (Enter != At)
			{
				Graph.Edges.push_back({PlaceOf(At)});
			}
			Through.Emitted[Use.Which] = static_cast<int32_t>(Graph.Edges.size());
			Graph.Edges.push_back({PlaceOf(Enter)});
			At = bUp ? Through.High : Through.Low;
		}
		if (At != Last)
		{
			Graph.Edges.push_back({PlaceOf(At)});
		}
	}

	static Vec2 CentroidOf(const dtMeshTile& Tile, const dtPoly& Source)
	{
		const Vec2 Base = VertexOf(Tile, Source, 0);
		double Sum = 0.0, X = 0.0, Y = 0.0;
		for (int Index = 1; Index + 1 < Source.vertCount; ++Index)
		{
			const Vec2 A = VertexOf(Tile, Source, Index);
			const Vec2 B = VertexOf(Tile, Source, Index + 1);
			const double AX = static_cast<double>(A.X) - static_cast<double>(Base.X),
						 AY = static_cast<double>(A.Y) - static_cast<double>(Base.Y);
			const double BX = static_cast<double>(B.X) - static_cast<double>(Base.X),
						 BY = static_cast<double>(B.Y) - static_cast<double>(Base.Y);
			const double Area = AX * BY - AY * BX;
			Sum += Area;
			X += Area * (AX + BX) / 3.0;
			Y += Area * (AY + BY) / 3.0;
		}
		return {static_cast<float>(static_cast<double>(Base.X) + X / Sum),
			static_cast<float>(static_cast<double>(Base.Y) + Y / Sum)};
	}

	void Connect(int32_t Polygon, int32_t EdgeIndex, int32_t Neighbor, int32_t Twin)
	{
		NavGraph::Edge& Edge = Graph.Edges[static_cast<size_t>(EdgeIndex)];
		Edge.Twin = Twin;
		Edge.Neighbor = Owner.MayEnter(Polygon, Neighbor) ? Neighbor : NavGraph::None;
	}

	void ConnectPortals()
	{
		for (const Portal& Item : Portals)
		{
			Connect(Item.Names[0].Polygon, Item.Emitted[0], Item.Names[1].Polygon, Item.Emitted[1]);
			Connect(Item.Names[1].Polygon, Item.Emitted[1], Item.Names[0].Polygon, Item.Emitted[0]);
		}
	}

	void ConnectInside()
	{
		for (int Number = 0; Number < Owner.Lattice.TileCount(); ++Number)
		{
			const dtMeshTile* const Tile = Owner.TileOf(Number);
			const int32_t First = Owner.Tiles[static_cast<size_t>(Number)].FirstPolygon;
			for (int Index = 0; Tile != nullptr && Index < Tile->header->offMeshBase; ++Index)
			{
				const dtPoly& Source = Tile->polys[Index];
				for (int Edge = 0; Edge < Source.vertCount; ++Edge)
				{
					if (Source.neis[Edge] != 0 && !IsAcross(Source.neis[Edge]))
					{
						const int Other = Source.neis[Edge] - 1;
						const int OtherEdge =
							FindEdge(Tile->polys[Other], VertexAfter(Source, Edge), Source.verts[Edge]);
						if (OtherEdge != NavGraph::None)
						{
							Connect(First + Index, EmittedOf({First + Index, Edge}), First + Other,
								EmittedOf({First + Other, OtherEdge}));
						}
					}
				}
			}
		}
	}

	static int FindEdge(const dtPoly& Polygon, unsigned short From, unsigned short To)
	{
		for (int Edge = 0; Edge < Polygon.vertCount; ++Edge)
		{
			if (Polygon.verts[Edge] == From && VertexAfter(Polygon, Edge) == To)
			{
				return Edge;
			}
		}
		return NavGraph::None;
	}

	void MarkSolidVertices()
	{
		const std::vector<NavGraph::Wall> Walls = Graph.Walls();
		PointSet Ends(2 * Walls.size());
		for (const NavGraph::Wall& Wall : Walls)
		{
			Ends.Add(Wall.From);
			Ends.Add(Wall.To);
		}
		for (NavGraph::Edge& Edge : Graph.Edges)
		{
			Edge.bFromSolid = Ends.Has(Edge.From);
		}
	}

	void AddLinks()
	{
		std::vector<LinkFrom> Found;
		const auto AddOneWay = [&Found](Vec2 From, int32_t FromPolygon, Vec2 To, int32_t ToPolygon) {
			Found.push_back({FromPolygon, {From, To, ToPolygon}});
		};
		for (const NavLinkDef& Link : Owner.Def.Links)
		{
			const int FromTile = Owner.Lattice.TileAt(Link.From);
			const int ToTile = Owner.Lattice.TileAt(Link.To);
			Vec2 From, To;
			const int32_t FromIndex = Owner.NearestInTile(FromTile, Link.From, From);
			const int32_t ToIndex = Owner.NearestInTile(ToTile, Link.To, To);
			if (FromIndex == NavGraph::None || ToIndex == NavGraph::None)
			{
				// A block stands on one of its ends.
				continue;
			}
			const int32_t FromPolygon = Owner.Tiles[static_cast<size_t>(FromTile)].FirstPolygon + FromIndex;
			const int32_t ToPolygon = Owner.Tiles[static_cast<size_t>(ToTile)].FirstPolygon + ToIndex;
			AddOneWay(From, FromPolygon, To, ToPolygon);
			if (Link.bBothWays)
			{
				AddOneWay(To, ToPolygon, From, FromPolygon);
			}
		}
		std::stable_sort(
			Found.begin(), Found.end(), [](const LinkFrom& A, const LinkFrom& B) { return A.Polygon < B.Polygon; });
		for (const LinkFrom& Item : Found)
		{
			NavGraph::Polygon& Polygon = Graph.Polygons[static_cast<size_t>(Item.Polygon)];
			Polygon.FirstLink = Polygon.LinkCount == 0 ? static_cast<int32_t>(Graph.Links.size()) : Polygon.FirstLink;
			++Polygon.LinkCount;
			Graph.Links.push_back(Item.Link);
			Graph.Links.back().Target =
				Owner.MayEnter(Item.Polygon, Item.Link.Target) ? Item.Link.Target : NavGraph::None;
			Owner.LinkTargets.push_back(Item.Link.Target);
		}
	}
};

namespace
{
/// The edges that begin at the same place as one does, all that can be reached around it from polygon to polygon. Where there are
/// others, both they and these have walls there.
template <typename Visitor>
void ForEachEdgeAround(const NavGraph& Graph, int32_t First, Visitor&& Visit)
{
	const auto Before = [&](int32_t Edge)
	{
		const NavGraph::Polygon& Owner =
			Graph.Polygons[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Edge)].Owner)];
		return Edge > Owner.FirstEdge ? Edge - 1 : Owner.FirstEdge + Owner.EdgeCount - 1;
	};
	const auto Next = [&](int32_t Edge)
	{
		const NavGraph::Polygon& Owner =
			Graph.Polygons[static_cast<size_t>(Graph.Edges[static_cast<size_t>(Edge)].Owner)];
		return Edge + 1 < Owner.FirstEdge + Owner.EdgeCount ? Edge + 1 : Owner.FirstEdge;
	};
	int32_t Each = First;
	do
	{
		Visit(Each, Before(Each));
		Each = Graph.Edges[static_cast<size_t>(Before(Each))].Twin;
	} while (Each != NavGraph::None && Each != First);
	if (Each == First)
	{
		return;
	}
	for (Each = Graph.Edges[static_cast<size_t>(First)].Twin; Each != NavGraph::None;
		 Each = Graph.Edges[static_cast<size_t>(Each)].Twin)
	{
		Each = Next(Each);
		Visit(Each, Before(Each));
	}
}
}

void NavMesh::Impl::OpenAndShut(std::span<const int32_t> Doorways)
{
	Change = {};
	const auto Set = [this](int32_t Number, auto NavGraph::Edge::*Member, auto Value)
	{
		NavGraph::Edge& Edge = Graph.Edges[static_cast<size_t>(Number)];
		if (Edge.*Member != Value)
		{
			Edge.*Member = Value;
			Change.Edges.push_back(Number);
		}
	};
	const auto Connect = [&](int32_t Number)
	{
		const int32_t From = Graph.Edges[static_cast<size_t>(Number)].Owner;
		const int32_t Twin = Graph.Edges[static_cast<size_t>(Number)].Twin;
		const int32_t Into = Graph.Edges[static_cast<size_t>(Twin)].Owner;
		Set(Number, &NavGraph::Edge::Neighbor, MayEnter(From, Into) ? Into : NavGraph::None);
	};
	for (const int32_t Polygon : Doorways)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Number = Owner.FirstEdge; Number < Owner.FirstEdge + Owner.EdgeCount; ++Number)
		{
			const int32_t Twin = Graph.Edges[static_cast<size_t>(Number)].Twin;
			if (Twin != NavGraph::None)
			{
				Connect(Number);
				Connect(Twin);
			}
		}
	}
	for (const int32_t Polygon : Doorways)
	{
		const NavGraph::Polygon& Owner = Graph.Polygons[static_cast<size_t>(Polygon)];
		for (int32_t Number = Owner.FirstEdge; Number < Owner.FirstEdge + Owner.EdgeCount; ++Number)
		{
			bool bSolid = false;
			ForEachEdgeAround(Graph, Number,
				[&](int32_t Each, int32_t Before)
				{
					bSolid = bSolid || Graph.Edges[static_cast<size_t>(Each)].Neighbor == NavGraph::None ||
						Graph.Edges[static_cast<size_t>(Before)].Neighbor == NavGraph::None;
				});
			ForEachEdgeAround(Graph, Number,
				[&](int32_t Each, int32_t Before)
				{
					Set(Each, &NavGraph::Edge::bFromSolid, bSolid);
					Set(Before, &NavGraph::Edge::bToSolid, bSolid);
				});
		}
	}
	for (size_t Index = 0; Index < Graph.Links.size(); ++Index)
	{
		NavGraph::Link& Link = Graph.Links[Index];
		const int32_t Target = MayEnter(Link.Owner, LinkTargets[Index]) ? LinkTargets[Index] : NavGraph::None;
		if (Link.Target != Target)
		{
			Link.Target = Target;
			Change.Links.push_back(static_cast<int32_t>(Index));
		}
	}
	if (!Change.Links.empty())
	{
		Graph.FinishLinks();
	}
}

void NavMesh::Impl::RefreshGraph()
{
	GraphMaker(*this, Graph).Make();
	Graph.Finish();
}
}
