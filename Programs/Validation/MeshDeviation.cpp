// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/MeshDeviation.h"

#include "Scenarios/WallCheck.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace CrowdAvoidance::Validation
{
namespace
{
using Outlines = std::vector<std::vector<Vec2>>;

/// Borders nearer than that are the same. [m]
constexpr double Same = 1.0e-4;
/// Deviations are not followed further than that. [m]
constexpr double Furthest = 5.0;
constexpr double MostLines = 4000.0;

Vec2 VertexOf(const dtMeshTile& Tile, const dtPoly& Polygon, int Index)
{
	const float* const Place = &Tile.verts[3 * Polygon.verts[Index % Polygon.vertCount]];
	return {Place[0], Place[2]};
}

/// Calls Visit(tile, polygon) for all ground.
template <typename Visitor>
void ForEachPolygon(const dtNavMesh& Mesh, Visitor&& Visit)
{
	for (int Number = 0; Number < Mesh.getMaxTiles(); ++Number)
	{
		const dtMeshTile& Tile = *Mesh.getTile(Number);
		for (int Index = 0; Tile.header != nullptr && Index < Tile.header->polyCount; ++Index)
		{
			if (Tile.polys[Index].getType() == DT_POLYTYPE_GROUND)
			{
				Visit(Tile, Tile.polys[Index]);
			}
		}
	}
}

/// Calls Visit(link) for the links of a polygon.
template <typename Visitor>
void ForEachLink(const dtMeshTile& Tile, const dtPoly& Polygon, Visitor&& Visit)
{
	for (unsigned int Link = Polygon.firstLink; Link != DT_NULL_LINK; Link = Tile.links[Link].next)
	{
		Visit(Tile.links[Link]);
	}
}

/// The parts of edges behind which there is no polygon, as walls of two vertices.
Outlines BorderOf(const dtNavMesh& Mesh)
{
	Outlines Border;
	ForEachPolygon(Mesh,
		[&Border](const dtMeshTile& Tile, const dtPoly& Polygon)
		{
			for (int Edge = 0; Edge < Polygon.vertCount; ++Edge)
			{
				std::vector<std::pair<float, float>> Linked;
				ForEachLink(Tile, Polygon,
					[&Linked, Edge](const dtLink& Link)
					{
						if (Link.edge == Edge)
						{
							const bool bWhole = Link.side == 0xff;
							Linked.emplace_back(bWhole ? 0.0f : Link.bmin / 255.0f, bWhole ? 1.0f : Link.bmax / 255.0f);
						}
					});
				std::sort(Linked.begin(), Linked.end());
				Linked.emplace_back(1.0f, 1.0f);
				const Vec2 From = VertexOf(Tile, Polygon, Edge);
				const Vec2 To = VertexOf(Tile, Polygon, Edge + 1);
				const auto At = [From, To](float Part) {
					return Vec2{From.X + Part * (To.X - From.X), From.Y + Part * (To.Y - From.Y)};
				};
				float Done = 0.0f;
				for (const auto& [Begin, End] : Linked)
				{
					if (Begin > Done)
					{
						Border.push_back({At(Done), At(Begin)});
					}
					Done = std::max(Done, End);
				}
			}
		});
	return Border;
}

enum ELayer
{
	GroundLayer,
	SolidLayer,
	MeshLayer,
	WallLayer, ///< Walls of two vertices: there is nothing within.
	LayerCount,
};

/// Where lines cross borders, and how often every layer covers a place of a line.
class Scan
{
public:
	/// Lines are parallel to x; bTurned: to y.
	Scan(const NavMeshDef& Ground, double InSpacing, bool bInTurned) : bTurned(bInTurned)
	{
		First = static_cast<double>(bTurned ? Ground.Min.X : Ground.Min.Y);
		const double Extent = static_cast<double>(bTurned ? Ground.Max.X : Ground.Max.Y) - First;
		Spacing = std::max(InSpacing, Extent / MostLines);
		LineCount = static_cast<int>(Extent / Spacing);
	}

	/// Of either winding.
	void Add(std::span<const Vec2> Outline, ELayer Layer)
	{
		double Twice = 0.0;
		for (size_t Index = 0; Index < Outline.size(); ++Index)
		{
			const Vec2 A = Outline[Index];
			const Vec2 B = Outline[(Index + 1) % Outline.size()];
			Twice += (static_cast<double>(A.X) - static_cast<double>(Outline[0].X)) *
					(static_cast<double>(B.Y) - static_cast<double>(Outline[0].Y)) -
				(static_cast<double>(B.X) - static_cast<double>(Outline[0].X)) *
					(static_cast<double>(A.Y) - static_cast<double>(Outline[0].Y));
		}
		const int Sign = (Twice < 0.0) == bTurned ? -1 : 1;
		const size_t Edges = Layer == WallLayer ? 1 : Outline.size();
		for (size_t Index = 0; Index < Edges; ++Index)
		{
			AddEdge(Outline[Index], Outline[(Index + 1) % Outline.size()], Sign, Layer);
		}
	}

	/// Adds to areas, and to the lists a deviation for every crossing where one is found. Returns how many borders were crossed.
	size_t Compare(Scenarios::WallCheck& GroundBorder, Scenarios::WallCheck& MeshBorder, MeshDeviation& Areas,
		std::vector<double>& Lost, std::vector<double>& Gained)
	{
		std::sort(Crossings.begin(), Crossings.end(),
			[](const Crossing& A, const Crossing& B)
			{ return A.Line != B.Line ? A.Line < B.Line : A.Where < B.Where; });
		size_t Borders = 0;
		int Covered[LayerCount] = {};
		for (size_t Begin = 0, End = 0; Begin < Crossings.size(); Begin = End)
		{
			const bool bFreeBefore = IsFree(Covered);
			const bool bMeshBefore = Covered[MeshLayer] > 0;
			bool bWall = false;
			while (End < Crossings.size() && Crossings[End].Line == Crossings[Begin].Line &&
				Crossings[End].Where <= Crossings[Begin].Where + Same)
			{
				bWall = bWall || Crossings[End].Layer == WallLayer;
				Covered[Crossings[End].Layer] += Crossings[End].Layer == WallLayer ? 0 : Crossings[End].Sign;
				++End;
			}
			const bool bFree = IsFree(Covered);
			const bool bMesh = Covered[MeshLayer] > 0;
			const bool bGroundBorder = bFree != bFreeBefore || (bWall && bFree);
			const bool bMeshBorder = bMesh != bMeshBefore;
			Borders += (bGroundBorder ? 1 : 0) + (bMeshBorder ? 1 : 0);
			const Vec2 Place = PlaceOf(Crossings[Begin]);
			if (bGroundBorder && !bMeshBorder)
			{
				(bMesh ? Gained : Lost).push_back(DistanceFrom(MeshBorder, Place));
			}
			else if (bMeshBorder && !bGroundBorder)
			{
				(bFree ? Lost : Gained).push_back(DistanceFrom(GroundBorder, Place));
			}
			if (End < Crossings.size() && Crossings[End].Line == Crossings[Begin].Line)
			{
				// Both directions see all of it.
				const double Area = 0.5 * Spacing * (Crossings[End].Where - Crossings[End - 1].Where);
				Areas.LostArea += bFree && !bMesh ? Area : 0.0;
				Areas.GainedArea += bMesh && !bFree ? Area : 0.0;
				Areas.DoubledArea += Area * std::max(0, Covered[MeshLayer] - 1);
			}
		}
		return Borders;
	}

private:
	struct Crossing
	{
		int Line;
		int Sign;
		ELayer Layer;
		double Where;
	};

	static bool IsFree(const int* Covered) { return Covered[GroundLayer] > 0 && Covered[SolidLayer] <= 0; }

	static double DistanceFrom(Scenarios::WallCheck& Border, Vec2 Place)
	{
		return Furthest - Border.Depth(Place, Furthest);
	}

	double OffsetOf(int Line) const { return First + (Line + 0.5) * Spacing; }

	Vec2 PlaceOf(const Crossing& Item) const
	{
		const float Along = static_cast<float>(Item.Where);
		const float Across = static_cast<float>(OffsetOf(Item.Line));
		return bTurned ? Vec2{Across, Along} : Vec2{Along, Across};
	}

	void AddEdge(Vec2 A, Vec2 B, int Sign, ELayer Layer)
	{
		if (bTurned)
		{
			std::swap(A.X, A.Y);
			std::swap(B.X, B.Y);
		}
		if (A.Y > B.Y)
		{
			std::swap(A, B);
			Sign = -Sign;
		}
		const double Low = static_cast<double>(A.Y);
		const double High = static_cast<double>(B.Y);
		const int Begin = std::max(0, static_cast<int>(std::ceil((Low - First) / Spacing - 0.5)));
		for (int Line = Begin; Line < LineCount && OffsetOf(Line) < High; ++Line)
		{
			const double Part = (OffsetOf(Line) - Low) / (High - Low);
			const double Where =
				static_cast<double>(A.X) + Part * (static_cast<double>(B.X) - static_cast<double>(A.X));
			Crossings.push_back({Line, Sign, Layer, Where});
		}
	}

	const bool bTurned;
	double First = 0.0, Spacing = 1.0;
	int LineCount = 0;
	std::vector<Crossing> Crossings;
};

double MaxOf(const std::vector<double>& Values)
{
	return Values.empty() ? 0.0 : *std::max_element(Values.begin(), Values.end());
}

/// Of Count values, of which all that are not listed are 0.
double Percentile99(std::vector<double>& Values, size_t Count)
{
	const size_t Above = Count / 100;
	if (Values.size() <= Above)
	{
		return 0.0;
	}
	const auto Place = Values.begin() + static_cast<std::ptrdiff_t>(Above);
	std::nth_element(Values.begin(), Place, Values.end(), std::greater<>());
	return *Place;
}
}

MeshDeviation CompareWithGround(const dtNavMesh& Mesh, const NavMeshDef& Ground, double Spacing)
{
	const std::vector<Vec2> Rectangle = {
		Ground.Min, {Ground.Max.X, Ground.Min.Y}, Ground.Max, {Ground.Min.X, Ground.Max.Y}};
	Outlines GroundOutlines = Ground.Solids;
	GroundOutlines.push_back(Rectangle);
	Scenarios::WallCheck GroundBorder(GroundOutlines);
	Scenarios::WallCheck MeshBorder(BorderOf(Mesh));

	MeshDeviation Result;
	std::vector<double> Lost, Gained;
	size_t Borders = 0;
	for (const bool bTurned : {false, true})
	{
		Scan Lines(Ground, Spacing, bTurned);
		Lines.Add(Rectangle, GroundLayer);
		for (const std::vector<Vec2>& Outline : Ground.Solids)
		{
			Lines.Add(Outline, Outline.size() == 2 ? WallLayer : SolidLayer);
		}
		ForEachPolygon(Mesh,
			[&Lines](const dtMeshTile& Tile, const dtPoly& Polygon)
			{
				std::vector<Vec2> Outline;
				for (int Index = 0; Index < Polygon.vertCount; ++Index)
				{
					Outline.push_back(VertexOf(Tile, Polygon, Index));
				}
				Lines.Add(Outline, MeshLayer);
			});
		Borders += Lines.Compare(GroundBorder, MeshBorder, Result, Lost, Gained);
	}
	Result.LostMax = MaxOf(Lost);
	Result.LostP99 = Percentile99(Lost, Borders);
	Result.GainedMax = MaxOf(Gained);
	Result.GainedP99 = Percentile99(Gained, Borders);
	return Result;
}

MeshReach ConnectPoints(const dtNavMesh& Mesh, std::span<const Vec2> Points)
{
	std::map<dtPolyRef, dtPolyRef> Owner;
	const auto Find = [&Owner](dtPolyRef Polygon)
	{
		Owner.try_emplace(Polygon, Polygon);
		while (Owner[Polygon] != Polygon)
		{
			Polygon = Owner[Polygon] = Owner[Owner[Polygon]];
		}
		return Polygon;
	};
	ForEachPolygon(Mesh,
		[&Mesh, &Owner, &Find](const dtMeshTile& Tile, const dtPoly& Polygon)
		{
			const dtPolyRef Here = Mesh.getPolyRefBase(&Tile) | static_cast<dtPolyRef>(&Polygon - Tile.polys);
			ForEachLink(Tile, Polygon,
				[&](const dtLink& Link)
				{
					unsigned short Flags = 0;
					const bool bKnown = dtStatusSucceed(Mesh.getPolyFlags(Link.ref, &Flags));
					if (bKnown && Flags != 0 && Polygon.flags != 0)
					{
						Owner[Find(Here)] = Find(Link.ref);
					}
				});
		});

	MeshReach Result;
	std::set<dtPolyRef> Islands;
	dtNavMeshQuery Query;
	Query.init(&Mesh, 64);
	const dtQueryFilter Filter;
	const float Reach[3] = {0.5f, 1.0f, 0.5f};
	for (const Vec2 Point : Points)
	{
		const float Place[3] = {Point.X, 0.0f, Point.Y};
		float Nearest[3];
		dtPolyRef Polygon = 0;
		Query.findNearestPoly(Place, Reach, &Filter, &Polygon, Nearest);
		if (Polygon == 0 || std::hypot(Nearest[0] - Place[0], Nearest[2] - Place[2]) > Same)
		{
			++Result.OffMesh;
		}
		else
		{
			Islands.insert(Find(Polygon));
		}
	}
	Result.Islands = static_cast<int>(Islands.size());
	return Result;
}

MeshSize SizeOf(const dtNavMesh& Mesh)
{
	MeshSize Result;
	ForEachPolygon(Mesh, [&Result](const dtMeshTile&, const dtPoly&) { ++Result.Polygons; });
	for (int Number = 0; Number < Mesh.getMaxTiles(); ++Number)
	{
		Result.Bytes += static_cast<size_t>(Mesh.getTile(Number)->dataSize);
	}
	return Result;
}
}
