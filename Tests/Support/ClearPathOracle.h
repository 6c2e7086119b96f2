// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

/// ClearPath by brute force and in double precision: Docs/Models/ClearPath.md written down as literally as a program can be. It
/// shares no code with Core, not even a vector type, and makes no attempt to be fast.
namespace CrowdAvoidance::Testing::ClearPathOracle
{
struct Vec
{
	double X = 0.0;
	double Y = 0.0;
};

double Dot(Vec A, Vec B);
double Distance(Vec A, Vec B);

/// How far everything that is forbidden is shrunk (positive: lenient) or grown (negative: strict).
/// A gap of no width, regions that touch, a velocity on a border: rounding decides such arrangements either way, so a test asks for
/// both and accepts both.
struct Slack
{
	/// By which every border moves; and how deep in an obstacle a velocity must be for Type II to bind. [m/s]
	double Velocity = 0.0;
	/// By which the sum of radii changes, as a share of the lengths whose difference a gap is.
	double Length = 0.0;
};

/// Velocities V with dot(V, Normal) > Offset. The normal has length one.
struct HalfPlane
{
	Vec Normal;
	double Offset = 0.0;
};

/// What is inside all of the half-planes is forbidden; the border is not. Convex.
struct Region
{
	HalfPlane Planes[3];
	int Count = 0;

	/// How deep inside V is; not above zero when it is outside.
	double Depth(Vec V) const;
};

/// A disc, or with a shape a convex polygon around its position.
struct Body
{
	Vec Position;
	Vec Velocity;
	double Radius = 0.0; ///< With a shape: of the smallest disc around the position that holds it.
	double Responsibility = 1.0;
	std::vector<Vec> Shape; ///< Any order; its hull counts.
};

/// Of the smallest disc around the origin that holds the points.
double RadiusOf(const std::vector<Vec>& Shape);
/// Turned counter-clockwise.
std::vector<Vec> Turned(const std::vector<Vec>& Shape, double Heading);

struct Wall
{
	Vec From;
	Vec To;
};

/// How two bodies lie to each other, seen from the first one.
struct Contact
{
	Vec Axis; ///< To the nearest point of the other, or where they overlap away from the shortest way out. Length one.
	double Gap = 0.0;  ///< Negative: how deep they overlap.
	double Left = 0.0; ///< The angles from the axis to the tangents of the velocity obstacle, if they are apart.
	double Right = 0.0;
	/// How far from having no axis, or two: the distance to the nearest border of the bodies' difference before it is grown by a
	/// radius, and inside of it how much longer the second shortest way out is. Tests keep away from zero. [m]
	double Degenerate = 0.0;
};

/// Growth is added to the sum of radii, as a share of that sum and the distance. SameSpot stands in for the axis of two
/// discs with the same centre.
Contact ContactOf(
	const Body& Self, const Body& Other, double Clearance, double Growth = 0.0, Vec SameSpot = {1.0, 0.0});
Contact ContactOf(const Body& Self, const Wall& Other, double Growth = 0.0);

/// What is neither apart nor overlapping within rounding.
enum class ETouching
{
	Apart,
	Overlapping,
};

/// One agent and all that it takes into account.
struct Scene
{
	bool bPlain = false;
	bool bGuarantee = false; ///< ClearPath-1
	double SideBias = 0.0;
	double Persistence = 0.0; ///< How much of its present velocity is in the aim.
	double Clearance = 1.0;
	double Dt = 0.1;
	double AgentHorizon = 2.0;
	double ObstacleHorizon = 1.0;

	Body Self;
	Vec Desired;
	double MaxSpeed = 1.5;
	double MaxAcceleration = 1.0e6;
	std::vector<Body> Neighbors; ///< The furthest, which is dropped first, comes last.
	std::vector<Wall> Walls;

	/// What the page leaves to the implementation or to rounding.
	double TouchTolerance = 0.0; ///< Gaps within this count as Touching says. [m]
	ETouching Touching = ETouching::Overlapping;
	/// Of each neighbour for Type II: 1 or -1 where rounding decides, 0 or none for the page's rule.
	std::vector<double> Sides;
	/// Axes of neighbours on the same spot; none: along x.
	std::vector<Vec> SameSpot;
};

/// With the clearance.
bool IsOverlapping(const Scene& Source, int Neighbor);
/// The bodies themselves.
bool IsOverlappingAnyBody(const Scene& Source);

/// The horizons to try, in that order; one pair for ClearPath, halved down to the time step for ClearPath-1.
struct Horizons
{
	double Agents = 0.0;
	double Walls = 0.0;
};
std::vector<Horizons> HorizonsOf(const Scene& Source);

/// What walls, the neighbours that are kept, and last the closing bounds of all neighbours forbid. With bGuarantee Type II as well. The
/// slack moves no borders by Velocity yet: Solve does.
std::vector<Region> RegionsOf(
	const Scene& Source, const std::vector<int>& Kept, Horizons Time, bool bGuarantee, Slack Lean = {});

/// What the agent wants and what it can do.
struct Goal
{
	Vec Star;
	Vec Aim;
	double MaxSpeed = 0.0;
	Vec Current;
	double MaxChange = 0.0; ///< Of the velocity within one step. [m/s]

	/// How far V is beyond the limits, negative within them.
	double Excess(Vec V) const;
};
Goal GoalOf(const Scene& Source);
/// What it wants once something was infeasible: the aim, without another look at v*.
Goal AfterFailure(const Goal& Wanted);

struct Solution
{
	bool bFeasible = false;
	bool bStar = false; ///< The desired velocity itself was free.
	Vec Velocity;
};

/// Star where it is outside all regions, otherwise what is nearest to the aim outside all regions; by default within the limits,
/// in a plain world anywhere, and infeasible where that breaks them.
Solution Solve(const std::vector<Region>& Regions, const Goal& Wanted, bool bPlain, double VelocitySlack = 0.0);

/// Every point outside all regions, no further than Bound from the aim, that could be the nearest one. Limits are not looked at.
std::vector<Vec> NearOptima(const std::vector<Region>& Regions, const Goal& Wanted, double VelocitySlack, double Bound);

/// How deep V is in the worst of the regions.
double WorstDepth(const std::vector<Region>& Regions, Vec V);

/// Whether an agent that remembers nothing tries with so many of All neighbours, if more leave it no velocity: with all, with one
/// fewer, then with about half as many and one fewer than those, and so on. Plain: with any number.
bool IsTried(int Count, int All, bool bPlain);

/// The velocity and how it came about.
struct Answer
{
	Vec Velocity;
	bool bStar = false;
	int Halvings = 0; ///< Of ClearPath-1's horizon.
	bool bGuaranteeLost = false;
	int Dropped = 0;                   ///< Neighbours.
	bool bAccelerationDropped = false; ///< Because what is never dropped left nothing.
	bool bStanding = false;            ///< Because even that left nothing.
};

/// The whole model, relaxation included.
Answer Decide(const Scene& Source, Slack Lean = {});
}
