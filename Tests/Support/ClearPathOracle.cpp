// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "ClearPathOracle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace CrowdAvoidance::Testing::ClearPathOracle
{
namespace
{
constexpr double Infinity = std::numeric_limits<double>::infinity();

/// For the rounding of double precision alone.
constexpr double Tolerance = 1.0e-9;

/// What of a gap nobody closes. [m]
constexpr double Residue = 0.0002;
/// Of the change of velocity that an agent is able to, what others can ask of it.
constexpr double Effort = 0.9;

Vec operator+(Vec A, Vec B)
{
	return {A.X + B.X, A.Y + B.Y};
}

Vec operator-(Vec A, Vec B)
{
	return {A.X - B.X, A.Y - B.Y};
}

Vec operator*(double Scale, Vec A)
{
	return {Scale * A.X, Scale * A.Y};
}

double Cross(Vec A, Vec B)
{
	return A.X * B.Y - A.Y * B.X;
}

double Length(Vec A)
{
	return std::hypot(A.X, A.Y);
}

/// A quarter turn counter-clockwise.
Vec Perpendicular(Vec A)
{
	return {-A.Y, A.X};
}

/// No longer than Most.
Vec Shortened(Vec A, double Most)
{
	return Length(A) > Most ? (Most / Length(A)) * A : A;
}

/// Counter-clockwise, without points on its edges. One or two points stay what they are.
std::vector<Vec> HullOf(std::vector<Vec> Points)
{
	std::sort(
		Points.begin(), Points.end(), [](const Vec A, const Vec B) { return A.X < B.X || (A.X == B.X && A.Y < B.Y); });
	std::vector<Vec> Hull;
	for (int Pass = 0; Pass < 2; ++Pass)
	{
		const size_t Start = Hull.size();
		for (const Vec Point : Points)
		{
			while (
				Hull.size() >= Start + 2 && Cross(Hull.back() - Hull[Hull.size() - 2], Point - Hull.back()) <= 1.0e-14)
			{
				Hull.pop_back();
			}
			Hull.push_back(Point);
		}
		Hull.pop_back();
		std::reverse(Points.begin(), Points.end());
	}
	if (Hull.empty())
	{
		Hull.push_back(Points.front()); // All on one spot.
	}
	return Hull;
}

Vec NearestOnSegment(Vec From, Vec To)
{
	const Vec Along = To - From;
	const double LengthSq = Dot(Along, Along);
	return LengthSq > 0.0 ? From + std::clamp(-Dot(From, Along) / LengthSq, 0.0, 1.0) * Along : From;
}

/// Of the origin to the points' hull grown by a disc.
Contact ContactWith(const std::vector<Vec>& Points, double Grown, Vec SameSpot)
{
	const std::vector<Vec> Hull = HullOf(Points);
	Contact Found;
	bool bInside = Hull.size() > 2;
	double InsideDepth = Infinity;
	double NextDepth = Infinity;
	Vec WayOut;
	Vec Nearest = Hull[0];
	for (size_t Index = 0; Index < Hull.size(); ++Index)
	{
		const Vec From = Hull[Index];
		const Vec To = Hull[(Index + 1) % Hull.size()];
		const Vec OnEdge = NearestOnSegment(From, To);
		if (Length(OnEdge) < Length(Nearest))
		{
			Nearest = OnEdge;
		}
		if (Hull.size() > 2)
		{
			const Vec Outward = (-1.0 / Length(To - From)) * Perpendicular(To - From);
			const double Depth = Dot(From, Outward);
			bInside = bInside && Depth >= 0.0;
			NextDepth = std::min(NextDepth, std::max(Depth, InsideDepth));
			if (Depth < InsideDepth)
			{
				InsideDepth = Depth;
				WayOut = Outward;
			}
		}
	}
	Found.Degenerate = Length(Nearest);
	if (bInside)
	{
		Found.Degenerate = std::min(Found.Degenerate, NextDepth - InsideDepth);
		Found.Axis = -1.0 * WayOut;
		Found.Gap = -(InsideDepth + Grown);
		return Found;
	}
	Found.Axis = Length(Nearest) > 0.0 ? (1.0 / Length(Nearest)) * Nearest : SameSpot;
	Found.Gap = Length(Nearest) - Grown;
	// Each corner with its disc spans a cone; together they span that of the whole. All lie ahead of the nearest point, so angles from
	// the axis never wrap round. Touching discs, or the rounding of those, open to a right angle.
	Found.Left = -Infinity;
	Found.Right = Infinity;
	for (const Vec Corner : Hull)
	{
		const double Away = Length(Corner);
		const double Angle = Away > 0.0 ? std::atan2(Cross(Found.Axis, Corner), Dot(Found.Axis, Corner)) : 0.0;
		const double Half = std::asin(Away > 0.0 ? std::clamp(Grown / Away, -1.0, 1.0) : 1.0);
		Found.Left = std::max(Found.Left, Angle + Half);
		Found.Right = std::min(Found.Right, Angle - Half);
	}
	return Found;
}

std::vector<Vec> CornersOf(const Body& Whose)
{
	return Whose.Shape.empty() ? std::vector<Vec>{{0.0, 0.0}} : Whose.Shape;
}

double DiscRadiusOf(const Body& Whose)
{
	return Whose.Shape.empty() ? Whose.Radius : 0.0;
}

/// Left, right and Type I.
Region FiniteObstacle(const Contact& Near, Vec Apex, double Share, double Horizon)
{
	const Vec Across = Perpendicular(Near.Axis);
	const Vec LeftNormal = std::sin(Near.Left) * Near.Axis - std::cos(Near.Left) * Across;
	const Vec RightNormal = -std::sin(Near.Right) * Near.Axis + std::cos(Near.Right) * Across;
	Region Result;
	Result.Planes[0] = {LeftNormal, Dot(LeftNormal, Apex)};
	Result.Planes[1] = {RightNormal, Dot(RightNormal, Apex)};
	Result.Planes[2] = {Near.Axis, Dot(Near.Axis, Apex) + Share * Near.Gap / Horizon};
	Result.Count = 3;
	return Result;
}

Region Only(HalfPlane Plane)
{
	Region Result;
	Result.Planes[0] = Plane;
	Result.Count = 1;
	return Result;
}

bool CountsAsOverlap(double Gap, double TouchTolerance, ETouching Touching)
{
	return std::abs(Gap) <= TouchTolerance ? Touching == ETouching::Overlapping : Gap <= 0.0;
}

/// With the clearance, or of the bodies themselves.
Contact ContactIn(const Scene& Source, int Neighbor, double Growth, bool bBodies = false)
{
	const size_t Index = static_cast<size_t>(Neighbor);
	const Vec SameSpot = Index < Source.SameSpot.size() ? Source.SameSpot[Index] : Vec{1.0, 0.0};
	const double Clearance = Source.bPlain || bBodies ? 1.0 : Source.Clearance;
	return ContactOf(Source.Self, Source.Neighbors[Index], Clearance, Growth, SameSpot);
}

double ShareOf(const Body& Self, const Body& Other)
{
	return Self.Responsibility / (Self.Responsibility + Other.Responsibility);
}

void AddNeighbor(
	std::vector<Region>& Regions, const Scene& Source, int Neighbor, double Horizon, bool bGuarantee, Slack Lean)
{
	const Body& Self = Source.Self;
	const Body& Other = Source.Neighbors[static_cast<size_t>(Neighbor)];
	const double Share = ShareOf(Self, Other);
	const Vec Apex = (1.0 - Share) * Self.Velocity + Share * Other.Velocity;
	const Contact Near = ContactIn(Source, Neighbor, -Lean.Length);
	if (IsOverlapping(Source, Neighbor))
	{
		const double Apart = Dot(Near.Axis, Apex) + Share * Near.Gap / Source.Dt;
		const double Able = Dot(Near.Axis, Self.Velocity) - Effort * Source.MaxAcceleration * Source.Dt;
		Regions.push_back(Only({Near.Axis, std::max({Apart, -0.5 * Source.MaxSpeed, Able})}));
		return;
	}
	const Region Obstacle = FiniteObstacle(Near, Apex, Share, Horizon);
	Regions.push_back(Obstacle);
	if (bGuarantee && (Source.bPlain || Obstacle.Depth(Self.Velocity) > Lean.Velocity))
	{
		const Vec Across = Perpendicular(Near.Axis);
		const size_t Index = static_cast<size_t>(Neighbor);
		const double Given = Index < Source.Sides.size() ? Source.Sides[Index] : 0.0;
		const double Side = Given != 0.0 ? Given : (Dot(Across, Self.Velocity - Other.Velocity) > 0.0 ? 1.0 : -1.0);
		Regions.push_back(Only({-Side * Across, Dot(-Side * Across, Apex)}));
	}
}

void AddClosingBound(std::vector<Region>& Regions, const Scene& Source, int Neighbor, Slack Lean)
{
	const Body& Other = Source.Neighbors[static_cast<size_t>(Neighbor)];
	const double Share = ShareOf(Source.Self, Other);
	const Contact Near = ContactIn(Source, Neighbor, -Lean.Length, true);
	const double Comes = Share > 0.5 ? (2.0 * Share - 1.0) * std::min(Dot(Near.Axis, Other.Velocity), 0.0) : 0.0;
	Regions.push_back(Only({Near.Axis, Share * std::max(Near.Gap - Residue, 0.0) / Source.Dt + Comes}));
}

std::vector<Region> Shifted(std::vector<Region> Regions, double VelocitySlack)
{
	for (Region& Item : Regions)
	{
		for (int Plane = 0; Plane < Item.Count; ++Plane)
		{
			Item.Planes[Plane].Offset += VelocitySlack;
		}
	}
	return Regions;
}

bool IsOutsideAll(const std::vector<Region>& Regions, Vec V)
{
	const double Allowed = Tolerance * (1.0 + Length(V));
	for (const Region& Item : Regions)
	{
		if (Item.Depth(V) > Allowed)
		{
			return false;
		}
	}
	return true;
}

/// Every point that can be the optimum: the aim, its feet on the border lines, where lines meet each other, and where they meet
/// the limits. Border lines are taken whole, although only a part of each is border: all points are tested anyway.
template <typename Function>
void ForEachCandidate(const std::vector<Region>& Regions, const Goal& Wanted, bool bLimits, Function&& Consider)
{
	Consider(Wanted.Aim);
	std::vector<HalfPlane> Lines;
	for (const Region& Item : Regions)
	{
		Lines.insert(Lines.end(), Item.Planes, Item.Planes + Item.Count);
	}
	for (size_t First = 0; First < Lines.size(); ++First)
	{
		const HalfPlane& A = Lines[First];
		const Vec Along = Perpendicular(A.Normal);
		Consider(Wanted.Aim + (A.Offset - Dot(A.Normal, Wanted.Aim)) * A.Normal);
		for (size_t Second = First + 1; Second < Lines.size(); ++Second)
		{
			const HalfPlane& B = Lines[Second];
			const double Sine = Cross(A.Normal, B.Normal);
			if (std::abs(Sine) > 1.0e-12)
			{
				Consider((1.0 / Sine) *
					Vec{A.Offset * B.Normal.Y - B.Offset * A.Normal.Y, B.Offset * A.Normal.X - A.Offset * B.Normal.X});
			}
		}
		const auto ConsiderCircle = [&](Vec Center, double Radius)
		{
			const Vec Foot = Center + (A.Offset - Dot(A.Normal, Center)) * A.Normal;
			const double HalfChordSq = Radius * Radius - Dot(Foot - Center, Foot - Center);
			// A line that touches the circle is what an agent is left with that cannot part within one step.
			if (HalfChordSq >= -Tolerance * Radius * Radius)
			{
				const double HalfChord = std::sqrt(std::max(0.0, HalfChordSq));
				Consider(Foot + HalfChord * Along);
				Consider(Foot - HalfChord * Along);
			}
		};
		if (bLimits)
		{
			ConsiderCircle({0.0, 0.0}, Wanted.MaxSpeed);
			ConsiderCircle(Wanted.Current, Wanted.MaxChange);
		}
	}
}

/// As long as something fails, the furthest neighbours are dropped.
Answer Relax(const Scene& Source, Slack Lean)
{
	std::vector<int> Kept(Source.Neighbors.size());
	std::iota(Kept.begin(), Kept.end(), 0);
	const Horizons Time = {Source.AgentHorizon, Source.ObstacleHorizon};
	Goal Wanted = Source.bGuarantee ? AfterFailure(GoalOf(Source)) : GoalOf(Source);
	Answer Result;
	Solution Found = Solve(RegionsOf(Source, Kept, Time, false, Lean), Wanted, Source.bPlain, Lean.Velocity);
	Wanted = AfterFailure(Wanted);
	const int All = static_cast<int>(Kept.size());
	while (!Found.bFeasible && !Kept.empty())
	{
		do
		{
			Kept.pop_back();
			++Result.Dropped;
		} while (!IsTried(static_cast<int>(Kept.size()), All, Source.bPlain));
		Found = Solve(RegionsOf(Source, Kept, Time, false, Lean), Wanted, Source.bPlain, Lean.Velocity);
	}
	if (!Found.bFeasible)
	{
		// In the end a plain world, too, stays within the maximum speed.
		Result.bAccelerationDropped = true;
		Wanted.MaxChange = Infinity;
		Found = Solve(RegionsOf(Source, Kept, Time, false, Lean), Wanted, false, Lean.Velocity);
		Result.bStanding = !Found.bFeasible;
	}
	Result.Velocity = Found.bFeasible ? Found.Velocity : Vec{};
	Result.bStar = Found.bStar;
	return Result;
}
}

bool IsTried(int Count, int All, bool bPlain)
{
	int Most = All;
	while (!bPlain && Most > 0 && Count < Most - 1)
	{
		Most = (Most - 1) / 2;
	}
	return bPlain || Count == Most || Count == Most - 1;
}

double Dot(Vec A, Vec B)
{
	return A.X * B.X + A.Y * B.Y;
}

double Distance(Vec A, Vec B)
{
	return Length(A - B);
}

double Region::Depth(Vec V) const
{
	double Least = Infinity;
	for (int Plane = 0; Plane < Count; ++Plane)
	{
		Least = std::min(Least, Dot(Planes[Plane].Normal, V) - Planes[Plane].Offset);
	}
	return Least;
}

double Goal::Excess(Vec V) const
{
	return std::max(Length(V) - MaxSpeed, Distance(V, Current) - MaxChange);
}

double RadiusOf(const std::vector<Vec>& Shape)
{
	double Largest = 0.0;
	for (const Vec Corner : Shape)
	{
		Largest = std::max(Largest, Length(Corner));
	}
	return Largest;
}

std::vector<Vec> Turned(const std::vector<Vec>& Shape, double Heading)
{
	std::vector<Vec> Result;
	for (const Vec Corner : Shape)
	{
		Result.push_back({std::cos(Heading) * Corner.X - std::sin(Heading) * Corner.Y,
			std::sin(Heading) * Corner.X + std::cos(Heading) * Corner.Y});
	}
	return Result;
}

Contact ContactOf(const Body& Self, const Body& Other, double Clearance, double Growth, Vec SameSpot)
{
	std::vector<Vec> Points;
	for (const Vec Theirs : CornersOf(Other))
	{
		for (const Vec Own : CornersOf(Self))
		{
			Points.push_back((Other.Position + Theirs) - (Self.Position + Own));
		}
	}
	const double Sum = Self.Radius + Other.Radius;
	const double Grown = Growth * (Distance(Self.Position, Other.Position) + Sum);
	return ContactWith(Points, DiscRadiusOf(Self) + DiscRadiusOf(Other) + (Clearance - 1.0) * Sum + Grown, SameSpot);
}

Contact ContactOf(const Body& Self, const Wall& Other, double Growth)
{
	std::vector<Vec> Points;
	for (const Vec Own : CornersOf(Self))
	{
		Points.push_back(Other.From - (Self.Position + Own));
		Points.push_back(Other.To - (Self.Position + Own));
	}
	const double Grown = Growth * (Distance(Self.Position, Other.From) + Distance(Other.From, Other.To) + Self.Radius);
	return ContactWith(Points, DiscRadiusOf(Self) + Grown, {1.0, 0.0});
}

bool IsOverlapping(const Scene& Source, int Neighbor)
{
	return CountsAsOverlap(ContactIn(Source, Neighbor, 0.0).Gap, Source.TouchTolerance, Source.Touching);
}

bool IsOverlappingAnyBody(const Scene& Source)
{
	bool bAny = false;
	for (int Neighbor = 0; Neighbor < static_cast<int>(Source.Neighbors.size()); ++Neighbor)
	{
		const double Gap = ContactIn(Source, Neighbor, 0.0, true).Gap;
		bAny = bAny || CountsAsOverlap(Gap, Source.TouchTolerance, Source.Touching);
	}
	return bAny;
}

std::vector<Horizons> HorizonsOf(const Scene& Source)
{
	std::vector<Horizons> Result = {{Source.AgentHorizon, Source.ObstacleHorizon}};
	while (Source.bGuarantee && (Result.back().Agents > Source.Dt || Result.back().Walls > Source.Dt))
	{
		Result.push_back(
			{std::max(0.5 * Result.back().Agents, Source.Dt), std::max(0.5 * Result.back().Walls, Source.Dt)});
	}
	return Result;
}

std::vector<Region> RegionsOf(
	const Scene& Source, const std::vector<int>& Kept, Horizons Time, bool bGuarantee, Slack Lean)
{
	std::vector<Region> Regions;
	for (const Wall& Item : Source.Walls)
	{
		const Contact Near = ContactOf(Source.Self, Item, -Lean.Length);
		const double Gap = ContactOf(Source.Self, Item).Gap;
		Regions.push_back(CountsAsOverlap(Gap, Source.TouchTolerance, Source.Touching)
				? Only({Near.Axis, 0.0})
				: FiniteObstacle(Near, {0.0, 0.0}, 1.0, Time.Walls));
	}
	if (Source.Self.Responsibility <= 0.0)
	{
		return Regions;
	}
	for (const int Neighbor : Kept)
	{
		AddNeighbor(Regions, Source, Neighbor, Time.Agents, bGuarantee, Lean);
	}
	if (Source.bGuarantee || !Source.bPlain)
	{
		for (int Neighbor = 0; Neighbor < static_cast<int>(Source.Neighbors.size()); ++Neighbor)
		{
			AddClosingBound(Regions, Source, Neighbor, Lean);
		}
	}
	return Regions;
}

Goal GoalOf(const Scene& Source)
{
	Goal Result;
	Result.Current = Source.Self.Velocity;
	Result.MaxChange = Source.MaxAcceleration * Source.Dt;
	// One that is too fast already can only slow down.
	Result.MaxSpeed = std::max(Source.MaxSpeed, Length(Result.Current) - Effort * Result.MaxChange);
	const auto Limited = [&](Vec V)
	{ return Result.Current + Shortened(Shortened(V, Source.MaxSpeed) - Result.Current, Result.MaxChange); };
	Result.Star = Limited(Source.bPlain && IsOverlappingAnyBody(Source) ? Vec{} : Source.Desired);
	const Vec Aside = Result.Star - Source.SideBias * Perpendicular(Result.Star);
	Result.Aim = Source.bPlain ? Result.Star : Limited(Aside + Source.Persistence * (Result.Current - Aside));
	return Result;
}

Goal AfterFailure(const Goal& Wanted)
{
	Goal Result = Wanted;
	Result.Star = Wanted.Aim;
	return Result;
}

Solution Solve(const std::vector<Region>& Regions, const Goal& Wanted, bool bPlain, double VelocitySlack)
{
	const std::vector<Region> Leaned = Shifted(Regions, VelocitySlack);
	Solution Best;
	if (IsOutsideAll(Leaned, Wanted.Star))
	{
		Best = {true, true, Wanted.Star};
	}
	else
	{
		double BestDistance = Infinity;
		ForEachCandidate(Leaned, Wanted, !bPlain,
			[&](Vec Candidate)
			{
				const double Away = Distance(Candidate, Wanted.Aim);
				if (Away < BestDistance &&
					(bPlain || Wanted.Excess(Candidate) <= Tolerance * (1.0 + Length(Candidate))) &&
					IsOutsideAll(Leaned, Candidate))
				{
					BestDistance = Away;
					Best = {true, false, Candidate};
				}
			});
	}
	if (bPlain && Best.bFeasible && Wanted.Excess(Best.Velocity) > Tolerance * (1.0 + Length(Best.Velocity)))
	{
		Best.bFeasible = false;
	}
	return Best;
}

std::vector<Vec> NearOptima(const std::vector<Region>& Regions, const Goal& Wanted, double VelocitySlack, double Bound)
{
	const std::vector<Region> Leaned = Shifted(Regions, VelocitySlack);
	std::vector<Vec> Found;
	ForEachCandidate(Leaned, Wanted, false,
		[&](Vec Candidate)
		{
			if (Distance(Candidate, Wanted.Aim) <= Bound && IsOutsideAll(Leaned, Candidate))
			{
				Found.push_back(Candidate);
			}
		});
	return Found;
}

double WorstDepth(const std::vector<Region>& Regions, Vec V)
{
	double Worst = -Infinity;
	for (const Region& Item : Regions)
	{
		Worst = std::max(Worst, Item.Depth(V));
	}
	return Worst;
}

Answer Decide(const Scene& Source, Slack Lean)
{
	if (!Source.bGuarantee)
	{
		return Relax(Source, Lean);
	}
	if (!IsOverlappingAnyBody(Source))
	{
		std::vector<int> All(Source.Neighbors.size());
		std::iota(All.begin(), All.end(), 0);
		Goal Wanted = GoalOf(Source);
		int Halvings = 0;
		for (const Horizons Time : HorizonsOf(Source))
		{
			const Solution Found =
				Solve(RegionsOf(Source, All, Time, true, Lean), Wanted, Source.bPlain, Lean.Velocity);
			if (Found.bFeasible)
			{
				Answer Result;
				Result.Velocity = Found.Velocity;
				Result.bStar = Found.bStar;
				Result.Halvings = Halvings;
				return Result;
			}
			Wanted = AfterFailure(Wanted);
			++Halvings;
		}
	}
	Answer Result = Relax(Source, Lean);
	Result.bGuaranteeLost = true;
	return Result;
}
}
