// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Roadmap/VisibilitySweep.h"

#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
using Span = VisibilitySweep::Scratch::Span;
using Event = VisibilitySweep::Scratch::Event;

/// At the same angle ends come first and starts last, so that what only touches the ray hides nothing.
enum EEventKind : int32_t
{
	SpanEnds,
	TargetPasses,
	SpanStarts,
};

/// A segment that crosses more others is left out of sweeps: that hides less, and bounds the number of pieces.
constexpr size_t MostCuts = 64;

constexpr int SectorCount = 512;
/// Angles grow from -2 to 2 round the viewer, beginning and ending at the negative x axis.
constexpr double AngleOfTurn = 4.0;
constexpr double SectorsPerAngle = SectorCount / AngleOfTurn;

/// Distances are |x| + |y| here, and directions have length 1 in that sense: neither needs roots or trigonometry.
double SumLength(DoubleVec2 Vector)
{
	return std::fabs(Vector.X) + std::fabs(Vector.Y);
}

/// Grows with the angle of a direction: -2 .. 2.
double AngleOf(DoubleVec2 Direction)
{
	if (Direction.X >= 0.0)
	{
		return Direction.Y;
	}
	return Direction.Y < 0.0 ? -2.0 - Direction.Y : 2.0 - Direction.Y;
}

DoubleVec2 DirectionOf(double Angle)
{
	if (std::fabs(Angle) <= 1.0)
	{
		return {1.0 - std::fabs(Angle), Angle};
	}
	return Angle > 0.0 ? DoubleVec2{1.0 - Angle, 2.0 - Angle} : DoubleVec2{1.0 + Angle, -2.0 - Angle};
}

/// Directions of the borders between sectors.
const std::array<DoubleVec2, SectorCount + 1>& SectorBorders()
{
	static const std::array<DoubleVec2, SectorCount + 1> Borders = []
	{
		std::array<DoubleVec2, SectorCount + 1> Made;
		for (int Index = 0; Index <= SectorCount; ++Index)
		{
			Made[static_cast<size_t>(Index)] = DirectionOf(-2.0 + Index / SectorsPerAngle);
		}
		return Made;
	}();
	return Borders;
}

size_t SectorOf(double Angle)
{
	return static_cast<size_t>(std::clamp((Angle + 2.0) * SectorsPerAngle, 0.0, SectorCount - 1.0));
}

bool IsBetweenAxes(DoubleVec2 A, DoubleVec2 B)
{
	return A.X * B.X >= 0.0 && A.Y * B.Y >= 0.0;
}

/// False where the viewer is behind or in line with the segment, which hides nothing then.
bool MakeSpan(const RoadSegment& Piece, DoubleVec2 Viewer, Span& Out)
{
	DoubleVec2 First = Piece.From - Viewer;
	DoubleVec2 Last = Piece.To - Viewer;
	Out.Depth = Cross(First, Last);
	if (Out.Depth < 0.0)
	{
		std::swap(First, Last);
		Out.Depth = -Out.Depth;
	}
	else if (!Piece.bWall)
	{
		return false;
	}
	const double FirstLength = SumLength(First);
	const double LastLength = SumLength(Last);
	if (!(Out.Depth > 1.0e-12 * (FirstLength + LastLength) * (FirstLength + LastLength)))
	{
		return false;
	}
	Out.Along = Last - First;
	Out.FirstDir = (1.0 / FirstLength) * First;
	Out.LastDir = (1.0 / LastLength) * Last;
	Out.First = AngleOf(Out.FirstDir);
	Out.Last = AngleOf(Out.LastDir);
	Out.Nearest = IsBetweenAxes(First, Last) ? std::min(FirstLength, LastLength)
											 : Out.Depth / std::max(std::fabs(Out.Along.X), std::fabs(Out.Along.Y));
	return true;
}

/// Calls Visit(begin, end) for the one or two stretches of angles that the span covers.
template <typename Visitor>
void ForEachStretch(const Span& Item, Visitor&& Visit)
{
	if (Item.First <= Item.Last)
	{
		Visit(Item.First, Item.Last);
		return;
	}
	Visit(Item.First, 2.0);
	Visit(-2.0, Item.Last);
}

/// Notes how far one can see at most in the sectors that the span covers from border to border. Returns how many those are.
uint64_t Shade(const Span& Item, std::vector<double>& Depths)
{
	uint64_t Count = 0;
	const std::array<DoubleVec2, SectorCount + 1>& Borders = SectorBorders();
	const auto DistanceAt = [&](int Border)
	{
		const double Slope = Cross(Borders[static_cast<size_t>(Border)], Item.Along);
		return Slope > 0.0 ? Item.Depth / Slope : std::numeric_limits<double>::infinity();
	};
	ForEachStretch(Item,
		[&](double Begin, double End)
		{
			// Well inside, so that rounding makes no sector count as covered that is not.
			const int FirstBorder = static_cast<int>(std::ceil((Begin + 2.0) * SectorsPerAngle + 1.0e-6));
			const int LastBorder = static_cast<int>(std::floor((End + 2.0) * SectorsPerAngle - 1.0e-6));
			if (FirstBorder >= LastBorder)
			{
				return;
			}
			Count += static_cast<uint64_t>(LastBorder - FirstBorder);
			double Near = DistanceAt(FirstBorder);
			for (int Border = FirstBorder + 1; Border <= LastBorder; ++Border)
			{
				const double Far = DistanceAt(Border);
				double& Depth = Depths[static_cast<size_t>(Border - 1)];
				Depth = std::min(Depth, std::max(Near, Far) * (1.0 + 1.0e-9));
				Near = Far;
			}
		});
	return Count;
}

bool IsShaded(const Span& Item, const std::vector<double>& Depths)
{
	bool bShaded = true;
	ForEachStretch(Item,
		[&](double Begin, double End)
		{
			const size_t LastSector = SectorOf(End);
			for (size_t Sector = SectorOf(Begin); Sector <= LastSector && bShaded; ++Sector)
			{
				bShaded = Item.Nearest > Depths[Sector];
			}
		});
	return bShaded;
}

/// Whether A is nearer than B. Both are under the ray, which points to Now; compared half way to where the first of them ends,
/// as they may begin or end in the same point.
bool IsNearer(const Span& A, double EndOfA, const Span& B, double EndOfB, DoubleVec2 Now)
{
	const DoubleVec2 Middle = Now + (EndOfA < EndOfB ? A.LastDir : B.LastDir);
	return A.Depth * Cross(Middle, B.Along) < B.Depth * Cross(Middle, A.Along);
}

/// The segments under a turning ray, nearest first.
class ActiveSpans
{
public:
	ActiveSpans(const std::vector<Span>& InSpans, std::vector<int32_t>& InOrder) : Spans(InSpans), Order(InOrder)
	{
		Order.clear();
	}

	void Insert(int32_t Item, double Angle, DoubleVec2 Now)
	{
		const Span& New = At(Item);
		const double End = EndAfter(New, Angle);
		const auto Place = std::partition_point(Order.begin(), Order.end(),
			[&](int32_t Other) { return !IsNearer(New, End, At(Other), EndAfter(At(Other), Angle), Now); });
		Order.insert(Place, Item);
	}

	void Remove(int32_t Item) { Order.erase(std::find(Order.begin(), Order.end(), Item)); }

	/// Whether the nearest one is in front of a point on the ray. In line with it counts as visible.
	bool Hides(DoubleVec2 Point) const
	{
		if (Order.empty())
		{
			return false;
		}
		const Span& Nearest = At(Order.front());
		return Cross(Point, Nearest.Along) > Nearest.Depth * (1.0 + 1.0e-9);
	}

private:
	const Span& At(int32_t Item) const { return Spans[static_cast<size_t>(Item)]; }
	/// Spans across the negative x axis end after the ray has come round.
	static double EndAfter(const Span& Item, double Angle)
	{
		return Item.Last < Angle ? Item.Last + AngleOfTurn : Item.Last;
	}

	const std::vector<Span>& Spans;
	std::vector<int32_t>& Order;
};

/// Where segments cut others, as they are found.
struct SegmentCuts
{
	struct Cut
	{
		double Where = 0.0; ///< Along the segment. [0 .. 1]
		DoubleVec2 Point;
	};
	std::vector<std::vector<Cut>> Cuts;

	/// Notes where they cross each other, if they do.
	void Compare(const std::vector<RoadSegment>& Segments, size_t A, size_t B)
	{
		std::vector<Cut>& OfA = Cuts[A];
		std::vector<Cut>& OfB = Cuts[B];
		if (OfA.size() > MostCuts || OfB.size() > MostCuts)
		{
			return;
		}
		const RoadSegment& First = Segments[A];
		const RoadSegment& Second = Segments[B];
		const DoubleVec2 AlongFirst = First.To - First.From;
		const DoubleVec2 AlongSecond = Second.To - Second.From;
		const double SideFrom = Cross(AlongFirst, Second.From - First.From);
		const double SideTo = Cross(AlongFirst, Second.To - First.From);
		const double OtherFrom = Cross(AlongSecond, First.From - Second.From);
		const double OtherTo = Cross(AlongSecond, First.To - Second.From);
		const bool bCross = ((SideFrom < 0.0 && SideTo > 0.0) || (SideFrom > 0.0 && SideTo < 0.0)) &&
			((OtherFrom < 0.0 && OtherTo > 0.0) || (OtherFrom > 0.0 && OtherTo < 0.0));
		if (!bCross)
		{
			return;
		}
		const double WhereOnFirst = OtherFrom / (OtherFrom - OtherTo);
		const DoubleVec2 Point = First.From + WhereOnFirst * AlongFirst;
		OfA.push_back({WhereOnFirst, Point});
		OfB.push_back({SideFrom / (SideFrom - SideTo), Point});
	}

	/// Compares all segments whose boxes overlap, from left to right.
	void CompareAll(const std::vector<RoadSegment>& Segments)
	{
		Cuts.resize(Segments.size());
		std::vector<size_t> Order(Segments.size());
		std::iota(Order.begin(), Order.end(), size_t{0});
		const auto Left = [&](size_t Index) { return std::min(Segments[Index].From.X, Segments[Index].To.X); };
		std::sort(Order.begin(), Order.end(),
			[&](size_t A, size_t B) { return Left(A) != Left(B) ? Left(A) < Left(B) : A < B; });
		for (size_t Place = 0; Place < Order.size(); ++Place)
		{
			const RoadSegment& Segment = Segments[Order[Place]];
			const double Right = std::max(Segment.From.X, Segment.To.X);
			const double Bottom = std::min(Segment.From.Y, Segment.To.Y);
			const double Top = std::max(Segment.From.Y, Segment.To.Y);
			for (size_t Next = Place + 1; Next < Order.size() && Left(Order[Next]) <= Right; ++Next)
			{
				const RoadSegment& Other = Segments[Order[Next]];
				if (std::max(Other.From.Y, Other.To.Y) >= Bottom && std::min(Other.From.Y, Other.To.Y) <= Top)
				{
					Compare(Segments, Order[Place], Order[Next]);
				}
			}
		}
	}
};
}

VisibilitySweep::VisibilitySweep(const std::vector<RoadSegment>& Segments)
{
	SegmentCuts Found;
	Found.CompareAll(Segments);
	for (size_t Index = 0; Index < Segments.size(); ++Index)
	{
		std::vector<SegmentCuts::Cut>& Cuts = Found.Cuts[Index];
		if (Cuts.size() > MostCuts)
		{
			continue;
		}
		std::sort(Cuts.begin(), Cuts.end(),
			[](const SegmentCuts::Cut& A, const SegmentCuts::Cut& B) { return A.Where < B.Where; });
		RoadSegment Rest = Segments[Index];
		for (const SegmentCuts::Cut& Cut : Cuts)
		{
			Pieces.push_back({Rest.From, Cut.Point, Rest.bWall});
			Rest.From = Cut.Point;
		}
		Pieces.push_back(Rest);
	}
}

void VisibilitySweep::Find(
	DoubleVec2 Viewer, std::span<const Target> Targets, Scratch& Work, std::vector<int32_t>& OutSeen) const
{
	OutSeen.clear();
	Work.Spans.clear();
	Work.Events.clear();
	Work.Work = 4 * (Pieces.size() + Targets.size());
	Work.Depths.assign(SectorCount, std::numeric_limits<double>::infinity());
	Span Made;
	for (const RoadSegment& Piece : Pieces)
	{
		if (MakeSpan(Piece, Viewer, Made))
		{
			Work.Spans.push_back(Made);
			Work.Work += Shade(Made, Work.Depths);
		}
	}

	ActiveSpans Active(Work.Spans, Work.Active);
	for (size_t Index = 0; Index < Work.Spans.size(); ++Index)
	{
		const Span& Item = Work.Spans[Index];
		if (IsShaded(Item, Work.Depths))
		{
			continue;
		}
		if (Item.First > Item.Last)
		{
			Active.Insert(static_cast<int32_t>(Index), -2.0, {-1.0, 0.0});
		}
		Work.Events.push_back({Item.First, SpanStarts, static_cast<int32_t>(Index)});
		Work.Events.push_back({Item.Last, SpanEnds, static_cast<int32_t>(Index)});
	}
	for (size_t Index = 0; Index < Targets.size(); ++Index)
	{
		const DoubleVec2 Relative = Targets[Index].Position - Viewer;
		const double Distance = SumLength(Relative);
		if (!(Distance > 0.0))
		{
			OutSeen.push_back(Targets[Index].Name);
			continue;
		}
		const double Angle = AngleOf((1.0 / Distance) * Relative);
		if (Distance <= Work.Depths[SectorOf(Angle)])
		{
			Work.Events.push_back({Angle, TargetPasses, static_cast<int32_t>(Index)});
		}
	}
	std::sort(Work.Events.begin(), Work.Events.end(),
		[](const Event& A, const Event& B) {
			return A.Angle != B.Angle ? A.Angle < B.Angle : A.Kind != B.Kind ? A.Kind < B.Kind : A.Item < B.Item;
		});
	for (const Event& Current : Work.Events)
	{
		switch (Current.Kind)
		{
		case SpanEnds:
			Active.Remove(Current.Item);
			break;
		case TargetPasses:
			if (!Active.Hides(Targets[static_cast<size_t>(Current.Item)].Position - Viewer))
			{
				OutSeen.push_back(Targets[static_cast<size_t>(Current.Item)].Name);
			}
			break;
		default:
			Active.Insert(Current.Item, Current.Angle, Work.Spans[static_cast<size_t>(Current.Item)].FirstDir);
			break;
		}
	}
}
}
