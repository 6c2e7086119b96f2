// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Core's ClearPath against the brute-force oracle: one step of a world, read through the public interface, must give the observed
// agent the velocity that Docs/Models/ClearPath.md defines.
#include "ClearPathOracle.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Testing::ClearPathOracleTest
{
namespace
{
using ClearPathOracle::Answer;
using ClearPathOracle::Body;
using ClearPathOracle::Contact;
using ClearPathOracle::ETouching;
using ClearPathOracle::Goal;
using ClearPathOracle::Horizons;
using ClearPathOracle::Region;
using ClearPathOracle::Scene;
using ClearPathOracle::Solution;
using ClearPathOracle::Vec;

/// Core calculates in single precision; this is what that may cost in a velocity of order one. [m/s]
constexpr double VelocityTolerance = 1.0e-4;
/// How well limits are kept. [m/s]
constexpr double LimitTolerance = 2.0e-5;
/// The rounding of a border in single precision. Whether a velocity is left at all, or which one of two nearly equal ones is
/// nearer, may turn on that little, and with the next neighbour dropped the answer is another one altogether. So what is
/// decided by less than this may be decided either way, and nothing else. [m/s]
constexpr double Rounding = 2.0e-5;
/// The rounding of a gap, as a share of the distance and the radii whose difference it is: a few units in the last place. It
/// matters where a gap is divided by a short step, and where almost touching bodies open a cone to a half-plane, whose slope goes
/// with the root of the gap.
constexpr double LengthRounding = 4.0e-7;
/// Core ranks neighbours by squared distances to so many digits.
constexpr double RankRounding = 2.0e-4;

struct Person
{
	AgentDef Def;
	std::vector<Vec2> Shape; ///< Empty: a disc.
	float Heading = 0.0f;
};

struct Neighborhood
{
	std::string Model = "clearpath";
	bool bPlain = false;
	float SideBias = 0.1f;
	float Persistence = 0.0f;
	float Clearance = 1.05f;
	float Dt = 0.1f;
	AgentProfile Profile;
	Person Self;
	std::vector<Person> Others;
	std::vector<std::pair<Vec2, Vec2>> Walls;
	int Place = 0; ///< So many others are added to the world before Self.
};

struct Outcome
{
	Vec2 Velocity;
	int Infeasible = 0;
	bool bLost = false;

	friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Tally
{
	int Cases = 0;
	int Star = 0;       ///< The desired velocity was free.
	int Aimed = 0;      ///< Another one was found with all neighbours kept and the whole horizon.
	int Halved = 0;     ///< ClearPath-1 with a shorter horizon.
	int Relaxed = 0;    ///< Neighbours were dropped.
	int Lost = 0;       ///< ClearPath-1 without its guarantee.
	int Hurried = 0;    ///< What is never dropped left nothing within the acceleration limit.
	int Standing = 0;   ///< Nothing left to drop, and still no velocity.
	int Borderline = 0; ///< Right, but not what the oracle says without any slack.
};

std::ostream& operator<<(std::ostream& Stream, const Tally& Count)
{
	return Stream << Count.Cases << " cases: " << Count.Star << " desired, " << Count.Aimed << " aimed, "
				  << Count.Halved << " halved, " << Count.Relaxed << " relaxed, " << Count.Lost << " lost, "
				  << Count.Hurried << " hurried, " << Count.Standing << " standing, " << Count.Borderline
				  << " borderline";
}

Vec ToOracle(Vec2 From)
{
	return {From.X, From.Y};
}

Body ToOracle(const Person& From)
{
	Body Result = {
		ToOracle(From.Def.Position), ToOracle(From.Def.Velocity), From.Def.Radius, From.Def.Responsibility, {}};
	if (!From.Shape.empty())
	{
		for (const Vec2 Corner : From.Shape)
		{
			Result.Shape.push_back(ToOracle(Corner));
		}
		Result.Shape = ClearPathOracle::Turned(Result.Shape, From.Heading);
		Result.Radius = ClearPathOracle::RadiusOf(Result.Shape);
	}
	return Result;
}

/// What the observed agent sees, and what rounding or the implementation is free to decide about it.
struct Sight
{
	Scene Base;
	std::vector<double> RankSq; ///< Of each neighbour. [m²]
	std::vector<size_t> SameSpot;
	std::vector<size_t> HeadOn; ///< Neighbours for which rounding decides on a side.
	bool bTouching = false;
};

Sight See(const Neighborhood& Case)
{
	Sight Result;
	Scene& Source = Result.Base;
	Source.bPlain = Case.bPlain;
	Source.bGuarantee = Case.Model == "clearpath-1";
	Source.SideBias = Case.SideBias;
	Source.Persistence = Case.Persistence;
	Source.Clearance = Case.Clearance;
	Source.Dt = Case.Dt;
	Source.AgentHorizon = Case.Profile.AgentHorizon;
	Source.ObstacleHorizon = Case.Profile.ObstacleHorizon;
	Source.Self = ToOracle(Case.Self);
	Source.Desired = ToOracle(Case.Self.Def.DesiredVelocity);
	Source.MaxSpeed = Case.Self.Def.MaxSpeed;
	Source.MaxAcceleration = Case.Self.Def.MaxAcceleration;

	// The nearest, by their centres; those above a metre of radius by their rim.
	std::vector<std::pair<double, Body>> Ranked;
	for (const Person& Other : Case.Others)
	{
		const Body Seen = ToOracle(Other);
		const double Away = ClearPathOracle::Distance(Seen.Position, Source.Self.Position);
		const double ToRim = !Case.bPlain && Seen.Radius > 1.0 ? std::max(0.0, Away - Seen.Radius) : Away;
		const double Range =
			Case.Profile.NeighborDistance + (!Case.bPlain && Source.Self.Radius > 1.0 ? Source.Self.Radius : 0.0);
		if (ToRim < Range)
		{
			Ranked.emplace_back(ToRim * ToRim, Seen);
		}
	}
	std::stable_sort(Ranked.begin(), Ranked.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	Ranked.resize(std::min(Ranked.size(), static_cast<size_t>(Case.Profile.MaxNeighbors)));
	for (const auto& [RankSq, Seen] : Ranked)
	{
		const double Away = ClearPathOracle::Distance(Seen.Position, Source.Self.Position);
		const Contact Near = ClearPathOracle::ContactOf(Source.Self, Seen, Case.bPlain ? 1.0 : Case.Clearance);
		const double Unsure = 2.0 * LengthRounding * (Away + Source.Self.Radius + Seen.Radius);
		const double BodyGap = ClearPathOracle::ContactOf(Source.Self, Seen, 1.0).Gap;
		Result.bTouching = Result.bTouching || std::abs(Near.Gap) <= Unsure || std::abs(BodyGap) <= Unsure;
		Source.TouchTolerance = std::max(Source.TouchTolerance, Unsure);
		if (Away == 0.0 && Seen.Shape.empty() && Source.Self.Shape.empty())
		{
			Result.SameSpot.push_back(Source.Neighbors.size());
		}
		// Exactly zero, as it is along x and y or at equal velocities, is nothing that rounding could decide.
		const Vec Relative = {Source.Self.Velocity.X - Seen.Velocity.X, Source.Self.Velocity.Y - Seen.Velocity.Y};
		const double Passing = Near.Axis.X * Relative.Y - Near.Axis.Y * Relative.X;
		if (Source.bGuarantee && Passing != 0.0 && std::abs(Passing) <= 1.0e-6)
		{
			Result.HeadOn.push_back(Source.Neighbors.size());
		}
		Result.RankSq.push_back(RankSq);
		Source.Neighbors.push_back(Seen);
	}
	for (const auto& [From, To] : Case.Walls)
	{
		// Further away than it gets within the horizon, a wall forbids nothing that the agent is able to.
		const ClearPathOracle::Wall Item = {ToOracle(From), ToOracle(To)};
		Body Center = Source.Self;
		Center.Shape.clear();
		const double ToRim = ClearPathOracle::ContactOf(Center, Item).Gap;
		if (ToRim < Source.ObstacleHorizon * Source.MaxSpeed)
		{
			Source.Walls.push_back(Item);
			const double Gap = ClearPathOracle::ContactOf(Source.Self, Item).Gap;
			Result.bTouching = Result.bTouching || std::abs(Gap) <= 1.0e-6;
			Source.TouchTolerance = std::max(Source.TouchTolerance, 1.0e-6);
		}
	}
	return Result;
}

/// Whether one outcome is right for one scene.
class Judge
{
public:
	Judge(const Scene& InSource, const std::vector<double>& InRankSq, const Outcome& InGot)
		: Source(InSource),
		  RankSq(InRankSq),
		  Got(InGot),
		  Velocity(ToOracle(InGot.Velocity)),
		  All(InRankSq.size())
	{
		std::iota(All.begin(), All.end(), 0);
		// A velocity of ten metres per second has fewer digits after the point.
		double Fastest = std::max(std::hypot(Velocity.X, Velocity.Y), std::hypot(Source.Desired.X, Source.Desired.Y));
		for (const Body& Other : Source.Neighbors)
		{
			Fastest = std::max(Fastest, std::hypot(Other.Velocity.X, Other.Velocity.Y));
		}
		Scale = std::max(1.0, 0.2 * Fastest);
	}

	/// What the oracle says without any slack.
	bool IsExpected(const Answer& Expected) const
	{
		return ClearPathOracle::Distance(Expected.Velocity, Velocity) <= VelocityTolerance * Scale &&
			IsReported(Expected.Dropped > 0) && IsLossReported(Expected.bGuaranteeLost);
	}

	/// Follows the relaxation step by step. Each step that holds by more than rounding must be the last one, each that fails by more
	/// than rounding cannot be; in between, both ways are followed.
	bool IsAcceptable()
	{
		if (Source.bGuarantee && !ClearPathOracle::IsOverlappingAnyBody(Source))
		{
			Goal Wanted = GoalOf(Source);
			for (const Horizons Time : ClearPathOracle::HorizonsOf(Source))
			{
				const Level Here = Evaluate(All, Time, true, Wanted, Source.bPlain);
				Wanted = AfterFailure(Wanted);
				if (Here.bFits && IsReported(false) && IsLossReported(false))
				{
					return true;
				}
				if (!Here.bMayFail)
				{
					return false;
				}
			}
		}
		return IsLossReported(Source.bGuarantee) && Visit(All);
	}

private:
	struct Level
	{
		bool bFits = false;    ///< What we got is the optimum here.
		bool bMayFail = false; ///< Here may be nothing.
	};

	const Scene& Source;
	const std::vector<double>& RankSq;
	const Outcome& Got;
	const Vec Velocity;
	std::vector<int> All;
	double Scale = 1.0;
	std::set<uint64_t> Visited;

	/// Without anyone to leave out of account, whether something is infeasible is a matter of taste.
	bool IsReported(bool bDropped) const
	{
		const bool bFree = Source.Neighbors.empty() || Source.Self.Responsibility <= 0.0;
		return Got.Infeasible == (bDropped ? 1 : 0) || (bFree && Got.Infeasible <= 1);
	}

	/// So is what one that never yields has to do with a guarantee.
	bool IsLossReported(bool bLost) const
	{
		return Got.bLost == bLost || (Source.bGuarantee && Source.Self.Responsibility <= 0.0);
	}

	/// Anywhere: limits are looked at only afterwards, as published.
	Level Evaluate(
		const std::vector<int>& Kept, Horizons Time, bool bGuarantee, const Goal& Wanted, bool bAnywhere) const
	{
		const double Tolerance = VelocityTolerance * Scale;
		const double Margin = Rounding * Scale;
		const double Limit = LimitTolerance * Scale;
		const std::vector<Region> Strict = RegionsOf(Source, Kept, Time, bGuarantee, {-Margin, -LengthRounding});
		const std::vector<Region> Lenient = RegionsOf(Source, Kept, Time, bGuarantee, {Margin, LengthRounding});
		const bool bStarFree = WorstDepth(Strict, Wanted.Star) <= -Margin;
		const bool bStarMayBeFree = WorstDepth(Lenient, Wanted.Star) <= Margin;
		const bool bWithinLimits = Wanted.Excess(Velocity) <= Limit;

		Level Result;
		Result.bFits = bStarMayBeFree && bWithinLimits && ClearPathOracle::Distance(Velocity, Wanted.Star) <= Tolerance;
		if (bStarFree)
		{
			return Result;
		}
		Goal Reach = Wanted;
		if (bAnywhere)
		{
			Reach.MaxSpeed = Reach.MaxChange = INFINITY;
		}
		const Solution Safe = Solve(Strict, Reach, bAnywhere, -Margin);
		const double Bound =
			Safe.bFeasible ? ClearPathOracle::Distance(Safe.Velocity, Wanted.Aim) + Tolerance : INFINITY;
		Result.bFits = Result.bFits ||
			(bWithinLimits && WorstDepth(Lenient, Velocity) <= Tolerance &&
				ClearPathOracle::Distance(Velocity, Wanted.Aim) <= Bound);
		Result.bMayFail = !Safe.bFeasible;
		if (bAnywhere && !Result.bMayFail)
		{
			// Any of those that are nearest within rounding may be it, and may break the limits.
			Result.bMayFail = Wanted.Excess(Safe.Velocity) > -Limit;
			for (const Vec Candidate : NearOptima(Lenient, Wanted, Margin, Bound))
			{
				Result.bMayFail = Result.bMayFail || Wanted.Excess(Candidate) > -Limit;
			}
		}
		return Result;
	}

	/// ClearPath from here on, with these neighbours.
	bool Visit(const std::vector<int>& Kept)
	{
		uint64_t Mask = 0;
		for (const int Neighbor : Kept)
		{
			Mask |= uint64_t{1} << Neighbor;
		}
		if (!Visited.insert(Mask).second)
		{
			return false;
		}
		const Horizons Time = {Source.AgentHorizon, Source.ObstacleHorizon};
		Goal Wanted = Kept.size() == All.size() && !Source.bGuarantee ? GoalOf(Source) : AfterFailure(GoalOf(Source));
		if (ClearPathOracle::IsTried(static_cast<int>(Kept.size()), static_cast<int>(All.size()), Source.bPlain))
		{
			const Level Here = Evaluate(Kept, Time, false, Wanted, Source.bPlain);
			if (Here.bFits && IsReported(Kept.size() < All.size()))
			{
				return true;
			}
			if (!Here.bMayFail)
			{
				return false;
			}
		}
		if (Kept.empty())
		{
			// Only what is never dropped: without the limit of acceleration, and if even that fails, standing.
			Wanted = AfterFailure(Wanted);
			Wanted.MaxChange = INFINITY;
			const Level Hurried = Evaluate(Kept, Time, false, Wanted, false);
			const bool bStands = Hurried.bMayFail && Got.Velocity == Vec2{};
			return (Hurried.bFits || bStands) && IsReported(!All.empty());
		}
		// Which one of two at the same distance is the furthest is not written anywhere.
		double FurthestSq = 0.0;
		for (const int Neighbor : Kept)
		{
			FurthestSq = std::max(FurthestSq, RankSq[static_cast<size_t>(Neighbor)]);
		}
		for (size_t Index = Kept.size(); Index-- > 0;)
		{
			if (RankSq[static_cast<size_t>(Kept[Index])] >= FurthestSq * (1.0 - RankRounding))
			{
				std::vector<int> Fewer = Kept;
				Fewer.erase(Fewer.begin() + static_cast<std::ptrdiff_t>(Index));
				if (Visit(Fewer))
				{
					return true;
				}
			}
		}
		return false;
	}
};

/// All that may stand for one scene: touching is apart or overlapping, agents on the same spot part in one of sixteen directions,
/// and one that is met head-on is passed on either side. Ends when the function returns true.
template <typename Function>
bool AnyReading(const Sight& Seen, Function&& Try)
{
	// Eight axes, either way round.
	constexpr double Cosines[] = {1.0, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977};
	std::vector<Vec> Directions;
	for (const double X : Cosines)
	{
		const double Y = std::sqrt(1.0 - X * X);
		Directions.insert(Directions.end(), {{X, Y}, {-Y, X}, {-X, -Y}, {Y, -X}});
	}
	size_t Combinations = Seen.bTouching ? 2 : 1;
	for (size_t Index = 0; Index < Seen.SameSpot.size(); ++Index)
	{
		Combinations *= Directions.size();
	}
	for (size_t Index = 0; Index < Seen.HeadOn.size(); ++Index)
	{
		Combinations *= 2;
	}
	for (size_t Combination = 0; Combination < Combinations; ++Combination)
	{
		size_t Rest = Combination;
		const auto Choose = [&](size_t Count)
		{
			const size_t Chosen = Rest % Count;
			Rest /= Count;
			return Chosen;
		};
		Scene Reading = Seen.Base;
		Reading.SameSpot.assign(Reading.Neighbors.size(), {1.0, 0.0});
		Reading.Sides.assign(Reading.Neighbors.size(), 0.0);
		for (const size_t Neighbor : Seen.SameSpot)
		{
			Reading.SameSpot[Neighbor] = Directions[Choose(Directions.size())];
		}
		for (const size_t Neighbor : Seen.HeadOn)
		{
			Reading.Sides[Neighbor] = Choose(2) == 0 ? 1.0 : -1.0;
		}
		Reading.Touching = Seen.bTouching && Choose(2) == 1 ? ETouching::Apart : ETouching::Overlapping;
		if (Try(Reading))
		{
			return true;
		}
	}
	return false;
}

/// Empty when the outcome is right, otherwise what is wrong with it.
std::string FindWrong(const Neighborhood& Case, const Outcome& Got, Tally& Count)
{
	if (!std::isfinite(Got.Velocity.X) || !std::isfinite(Got.Velocity.Y))
	{
		return "not a number";
	}
	const Sight Seen = See(Case);
	if (!Case.bPlain && Length(Got.Velocity) > Case.Self.Def.MaxSpeed * 1.00001f + 1.0e-6f)
	{
		return "too fast";
	}
	++Count.Cases;
	Answer Expected;
	const auto IsExpected = [&](const Scene& Reading)
	{
		Expected = Decide(Reading);
		return Judge(Reading, Seen.RankSq, Got).IsExpected(Expected);
	};
	if (AnyReading(Seen, IsExpected))
	{
		const bool bWhole = Expected.Dropped == 0 && !Expected.bGuaranteeLost && !Expected.bAccelerationDropped;
		Count.Star += bWhole && Expected.bStar && Expected.Halvings == 0 ? 1 : 0;
		Count.Aimed += bWhole && !Expected.bStar && Expected.Halvings == 0 ? 1 : 0;
		Count.Halved += bWhole && Expected.Halvings > 0 ? 1 : 0;
		Count.Relaxed += Expected.Dropped > 0 ? 1 : 0;
		Count.Lost += Expected.bGuaranteeLost ? 1 : 0;
		Count.Hurried += Expected.bAccelerationDropped ? 1 : 0;
		Count.Standing += Expected.bStanding ? 1 : 0;
		return {};
	}
	const auto IsAcceptable = [&](const Scene& Reading) { return Judge(Reading, Seen.RankSq, Got).IsAcceptable(); };
	if (AnyReading(Seen, IsAcceptable))
	{
		++Count.Borderline;
		return {};
	}

	std::vector<int> All(Seen.Base.Neighbors.size());
	std::iota(All.begin(), All.end(), 0);
	const Answer Best = Decide(Seen.Base);
	const Goal Wanted = GoalOf(Seen.Base);
	const std::vector<Region> Regions =
		RegionsOf(Seen.Base, All, {Seen.Base.AgentHorizon, Seen.Base.ObstacleHorizon}, Seen.Base.bGuarantee);
	char Text[700];
	std::snprintf(Text, sizeof(Text),
		"%s%s, %zu neighbours, %zu walls: got (%.7g, %.7g), infeasible %d, lost %d, %.3g from the aim, %.3g inside, "
		"%.3g beyond the "
		"limits; expected (%.7g, %.7g), dropped %d, lost %d, halved %d times, acceleration dropped %d, %.3g from the "
		"aim (%.7g, %.7g), "
		"v* (%.7g, %.7g) %.3g inside",
		Case.Model == "clearpath-1" ? "ClearPath-1" : "ClearPath", Case.bPlain ? " plain" : "", All.size(),
		Seen.Base.Walls.size(), static_cast<double>(Got.Velocity.X), static_cast<double>(Got.Velocity.Y),
		Got.Infeasible, Got.bLost ? 1 : 0, ClearPathOracle::Distance(ToOracle(Got.Velocity), Wanted.Aim),
		WorstDepth(Regions, ToOracle(Got.Velocity)), Wanted.Excess(ToOracle(Got.Velocity)), Best.Velocity.X,
		Best.Velocity.Y, Best.Dropped, Best.bGuaranteeLost ? 1 : 0, Best.Halvings, Best.bAccelerationDropped ? 1 : 0,
		ClearPathOracle::Distance(Best.Velocity, Wanted.Aim), Wanted.Aim.X, Wanted.Aim.Y, Wanted.Star.X, Wanted.Star.Y,
		WorstDepth(Regions, Wanted.Star));
	return Text;
}

AgentHandle AddPerson(World& Crowd, const Person& Who, ProfileHandle Profile)
{
	AgentDef Def = Who.Def;
	Def.Profile = Profile;
	const AgentHandle Handle = MustAdd(Crowd, Def);
	if (!Who.Shape.empty())
	{
		const Result<ShapeHandle> Shape = Crowd.AddShape(Who.Shape);
		EXPECT_TRUE(Shape.IsOk()) << Shape.ErrorText();
		const Result<void> Shaped = Crowd.SetShape(Handle, Shape.Value(), Who.Heading);
		EXPECT_TRUE(Shaped.IsOk()) << Shaped.ErrorText();
	}
	return Handle;
}

Outcome StepOnce(const Neighborhood& Case, EIsa Isa)
{
	WorldDef Def;
	Def.Model = ModelName(Case.Model, Case.bPlain);
	if (!Case.bPlain)
	{
		Def.Options = {{"sideBias", static_cast<double>(Case.SideBias)},
			{"persistence", static_cast<double>(Case.Persistence)}, {"clearance", static_cast<double>(Case.Clearance)}};
	}
	Def.Isa = Isa;
	World Crowd = MakeWorld(Def);
	const ProfileHandle Observer = MustAddProfile(Crowd, Case.Profile);
	// The others avoid neither agents nor walls, so that the report is about the observed one alone.
	AgentProfile Blind;
	Blind.MaxNeighbors = 0;
	Blind.Avoids = Case.Walls.empty() ? ~0u : 0u;
	const ProfileHandle Rest = MustAddProfile(Crowd, Blind);

	AgentHandle Self;
	for (size_t Other = 0; Other <= Case.Others.size(); ++Other)
	{
		if (Other == static_cast<size_t>(Case.Place))
		{
			Self = AddPerson(Crowd, Case.Self, Observer);
		}
		if (Other < Case.Others.size())
		{
			AddPerson(Crowd, Case.Others[Other], Rest);
		}
	}
	for (const auto& [From, To] : Case.Walls)
	{
		MustAddObstacle(Crowd, {From, To});
	}
	const StepReport Report = MustStep(Crowd, Case.Dt);
	EXPECT_FALSE(HasStatus(Report.Status, EStepStatus::NeighborsTruncated));
	EXPECT_FALSE(HasStatus(Report.Status, EStepStatus::WallsTruncated));
	const AgentState State = MustGet(Crowd, Self);
	const Vec2 Before = Case.Self.Def.Position;
	const float Far = std::max({1.0f, std::abs(Before.X), std::abs(Before.Y)}) + Length(State.Velocity) * Case.Dt;
	EXPECT_NEAR(State.Position.X, Before.X + State.Velocity.X * Case.Dt, 4.0e-7f * Far);
	EXPECT_NEAR(State.Position.Y, Before.Y + State.Velocity.Y * Case.Dt, 4.0e-7f * Far);
	return {State.Velocity, Report.InfeasibleAgents, HasStatus(Report.Status, EStepStatus::GuaranteeLost)};
}

void ExpectAgreement(const Neighborhood& Case, Tally& Count)
{
	bool bFirst = true;
	Outcome Known;
	for (const EIsa Isa : AvailableIsas())
	{
		const Outcome Got = StepOnce(Case, Isa);
		// Instruction sets are to give the same bits, which is tested elsewhere; those that do need one verdict only.
		if (bFirst || !(Got == Known))
		{
			Tally Ignored;
			const std::string Wrong = FindWrong(Case, Got, bFirst ? Count : Ignored);
			EXPECT_EQ(Wrong, "") << IsaName(Isa);
		}
		Known = Got;
		bFirst = false;
	}
}

/// Both models, plain and not, in turn.
Neighborhood NewCase(TestRandom& Random, int Round)
{
	Neighborhood Case;
	Case.Model = Round % 2 == 0 ? "clearpath" : "clearpath-1";
	Case.bPlain = Round / 2 % 2 == 1;
	Case.SideBias = Random.Chance(0.8f) ? 0.1f : Random.Range(0.0f, 0.5f);
	Case.Persistence = Random.Chance(0.5f) ? 0.85f : (Random.Chance(0.5f) ? 0.0f : Random.Unit());
	Case.Clearance = Random.Chance(0.8f) ? 1.05f : Random.Range(1.0f, 1.3f);
	Case.Dt = Random.Chance(0.5f) ? 0.1f : Random.Range(0.02f, 0.4f);
	Case.Profile.NeighborDistance = 1000.0f;
	Case.Profile.MaxNeighbors = 16;
	Case.Profile.AgentHorizon = Random.Range(0.5f, 5.0f);
	Case.Profile.ObstacleHorizon = Random.Range(0.4f, 1.0f) * Case.Profile.AgentHorizon;
	return Case;
}

/// Mostly within the limits in plain worlds, where neighbours are dropped for the sake of the limits anyway.
void ChooseDesired(TestRandom& Random, Neighborhood& Case)
{
	AgentDef& Def = Case.Self.Def;
	const float Change = Def.MaxAcceleration * Case.Dt;
	const bool bWithin = Case.bPlain && Random.Chance(0.95f);
	Def.DesiredVelocity = Random.InDisc(!bWithin && Random.Chance(0.2f) ? 2.0f * Def.MaxSpeed : Def.MaxSpeed);
	if (bWithin && Distance(Def.DesiredVelocity, Def.Velocity) > Change)
	{
		const float Part = 0.99f * Change / Distance(Def.DesiredVelocity, Def.Velocity);
		Def.DesiredVelocity = {Def.Velocity.X + Part * (Def.DesiredVelocity.X - Def.Velocity.X),
			Def.Velocity.Y + Part * (Def.DesiredVelocity.Y - Def.Velocity.Y)};
	}
}

Person NewSelf(TestRandom& Random, Neighborhood& Case, Vec2 Position)
{
	Case.Self = {};
	AgentDef& Def = Case.Self.Def;
	Def.Position = Position;
	Def.Radius = Random.Range(0.15f, 0.5f);
	Def.MaxSpeed = Random.Range(0.5f, 2.0f);
	Def.Velocity = Random.InDisc(Def.MaxSpeed);
	if (Random.Chance(0.25f))
	{
		constexpr float Shares[] = {0.0f, 0.25f, 1.0f, 3.0f, 3.0f, 1000.0f};
		Def.Responsibility = Shares[Random.Index(6)];
	}
	if (Random.Chance(0.3f))
	{
		Def.MaxAcceleration = Random.Range(0.5f, 20.0f);
	}
	ChooseDesired(Random, Case);
	return Case.Self;
}

Person NewOther(TestRandom& Random, Vec2 Position)
{
	Person Other;
	Other.Def.Position = Position;
	Other.Def.Velocity = Random.InDisc(1.5f);
	Other.Def.DesiredVelocity = Random.InDisc(1.5f);
	Other.Def.Radius = Random.Range(0.15f, 0.5f);
	Other.Def.MaxSpeed = 10.0f;
	if (Random.Chance(0.2f))
	{
		constexpr float Shares[] = {0.0f, 0.25f, 2.0f, 1000.0f};
		Other.Def.Responsibility = Shares[Random.Index(4)];
	}
	return Other;
}

/// A box, a plank, a triangle, a hexagon or an arrow, at any angle.
void GiveShape(TestRandom& Random, Person& Who, float Size)
{
	static const std::vector<Vec2> Templates[] = {
		{{-1.0f, -0.6f}, {1.0f, -0.6f}, {1.0f, 0.6f}, {-1.0f, 0.6f}},
		{{-1.0f, -0.15f}, {1.0f, -0.15f}, {1.0f, 0.15f}, {-1.0f, 0.15f}},
		{{1.0f, 0.0f}, {-0.5f, 0.8f}, {-0.5f, -0.8f}},
		{{1.0f, 0.0f}, {0.5f, 0.85f}, {-0.5f, 0.85f}, {-1.0f, 0.0f}, {-0.5f, -0.85f}, {0.5f, -0.85f}},
		{{1.0f, 0.2f}, {0.1f, 0.15f}, {-0.8f, 0.7f}, {-0.6f, -0.7f}, {0.0f, 0.0f}},
	};
	Who.Shape = Templates[Random.Index(5)];
	const float Stretch = Random.Range(0.6f, 1.4f);
	for (Vec2& Corner : Who.Shape)
	{
		Corner = {Corner.X * Size, Corner.Y * Size * Stretch};
	}
	Who.Heading = Random.Chance(0.2f) ? 0.0f : Random.Range(-7.0f, 7.0f);
}

/// With polygons and walls, the axis comes from the difference of bodies before it is grown by a radius. Almost none is left
/// of it where the nearest point is almost at the origin, and rounding may turn it any way; and where two ways out are equally
/// short, it decides between them.
bool HasAxis(const Neighborhood& Case, const Person& Other)
{
	return (Case.Self.Shape.empty() && Other.Shape.empty()) ||
		ClearPathOracle::ContactOf(ToOracle(Case.Self), ToOracle(Other), 1.0).Degenerate > 0.03;
}

bool HasAxis(const Neighborhood& Case, const ClearPathOracle::Wall& Wall)
{
	return ClearPathOracle::ContactOf(ToOracle(Case.Self), Wall).Degenerate > 0.03;
}

double GapOf(const Neighborhood& Case, const Person& Other)
{
	return ClearPathOracle::ContactOf(ToOracle(Case.Self), ToOracle(Other), Case.bPlain ? 1.0 : Case.Clearance).Gap;
}

void AddOther(Neighborhood& Case, const Person& Other)
{
	if (HasAxis(Case, Other))
	{
		Case.Others.push_back(Other);
	}
}

void AddWall(Neighborhood& Case, Vec2 From, Vec2 To)
{
	if (HasAxis(Case, ClearPathOracle::Wall{ToOracle(From), ToOracle(To)}))
	{
		Case.Walls.emplace_back(From, To);
	}
}

Vec2 Beside(Vec2 Place, Vec2 Offset)
{
	return {Place.X + Offset.X, Place.Y + Offset.Y};
}

/// Some others around, which mostly do not overlap the observed one; a few walls and polygons among them.
Neighborhood RandomCase(TestRandom& Random, int Round, int Count, float HalfSide)
{
	Neighborhood Case = NewCase(Random, Round);
	NewSelf(Random, Case, Random.InSquare(20.0f));
	const bool bPolygons = Random.Chance(0.2f);
	if (bPolygons && Random.Chance(0.5f))
	{
		GiveShape(Random, Case.Self, Random.Range(0.2f, 0.6f));
	}
	const bool bApart = Random.Chance(0.8f);
	for (int Other = 0; Other < Count; ++Other)
	{
		Person New = NewOther(Random, Beside(Case.Self.Def.Position, Random.InSquare(HalfSide)));
		if (bPolygons && Random.Chance(0.5f))
		{
			GiveShape(Random, New, Random.Range(0.2f, 1.2f));
		}
		if (!bApart || GapOf(Case, New) > 0.01)
		{
			AddOther(Case, New);
		}
	}
	if (Random.Chance(0.25f))
	{
		for (int Wall = Random.Integer(1, 3); Wall > 0; --Wall)
		{
			const Vec2 Place = Case.Self.Def.Position;
			AddWall(Case, Beside(Place, Random.InSquare(3.0f)), Beside(Place, Random.InSquare(3.0f)));
		}
	}
	Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
	return Case;
}

/// So many cases of a family, each judged.
template <typename Function>
Tally RunFamily(uint64_t Seed, int Rounds, Function&& Make)
{
	TestRandom Random(Seed);
	Tally Count;
	int Failures = 0;
	for (int Round = 0; Round < Rounds && Failures < 3; ++Round)
	{
		SCOPED_TRACE(testing::Message() << "seed " << Seed << ", round " << Round);
		const int Before = testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
		ExpectAgreement(Make(Random, Round), Count);
		Failures +=
			testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count() > Before ? 1 : 0;
	}
	testing::Test::RecordProperty("cases", testing::PrintToString(Count));
	EXPECT_EQ(Count.Cases, Rounds);
	// Nearly all must be decided without any slack, or the slack is too generous.
	EXPECT_LT(Count.Borderline, Rounds / 8) << Count;
	EXPECT_LT(Count.Standing, Rounds / 10) << Count;
	return Count;
}

TEST(ClearPathOracle, AgreesOnRandomNeighbourhoods)
{
	const Tally Count = RunFamily(401, 8000,
		[](TestRandom& Random, int Round)
		{ return RandomCase(Random, Round, Random.Integer(0, 16), Random.Range(1.0f, 8.0f)); });
	EXPECT_GT(Count.Star, 1000) << Count;
	EXPECT_GT(Count.Aimed, 1000) << Count;
	EXPECT_GT(Count.Relaxed, 300) << Count;
	EXPECT_GT(Count.Halved, 100) << Count;
	EXPECT_GT(Count.Lost, 300) << Count;
	EXPECT_LT(Count.Borderline, 80) << Count;
}

TEST(ClearPathOracle, AgreesOnDenseNeighbourhoods)
{
	const Tally Count = RunFamily(402, 3000,
		[](TestRandom& Random, int Round)
		{
			// A ring of bodies all round, as tight as it gets without overlaps.
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(5.0f));
			const int Wanted = Random.Integer(4, 16);
			for (int Try = 0; Try < 60 && static_cast<int>(Case.Others.size()) < Wanted; ++Try)
			{
				const Person New =
					NewOther(Random, Beside(Case.Self.Def.Position, Random.InDisc(Round % 8 < 4 ? 2.0f : 1.3f)));
				bool bFree = GapOf(Case, New) > 0.005;
				for (const Person& Other : Case.Others)
				{
					bFree = bFree && Distance(New.Def.Position, Other.Def.Position) > New.Def.Radius + Other.Def.Radius;
				}
				if (bFree)
				{
					Case.Others.push_back(New);
				}
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Aimed, 500) << Count;
	EXPECT_GT(Count.Relaxed, 250) << Count;
	EXPECT_GT(Count.Halved, 300) << Count;
	EXPECT_LT(Count.Borderline, 90) << Count;
}

TEST(ClearPathOracle, AgreesWhereOnlySomeAreAvoided)
{
	const Tally Count = RunFamily(403, 1000,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = RandomCase(Random, Round, 16, Random.Range(1.5f, 5.0f));
			Case.Profile.MaxNeighbors = Random.Integer(0, 6);
			// Of several whose rim one is inside of, any may be the nearest.
			std::erase_if(Case.Others, [](const Person& Other) { return ToOracle(Other).Radius > 1.0; });
			Case.Place = 0;
			Case.Profile.NeighborDistance = Random.Chance(0.3f) ? Random.Range(0.5f, 3.0f) : 100.0f;
			return Case;
		});
	EXPECT_GT(Count.Aimed, 150) << Count;
}

TEST(ClearPathOracle, AgreesOnTheSameSpot)
{
	const Tally Count = RunFamily(404, 800,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(5.0f));
			Case.Self.Def.MaxSpeed = Random.Chance(0.7f) ? 30.0f : 1.5f;
			const int Same = Round % 16 < 4 ? 2 : 1;
			for (int Other = 0; Other < Same; ++Other)
			{
				Case.Others.push_back(NewOther(Random, Case.Self.Def.Position));
				if (Random.Chance(0.3f))
				{
					Case.Others.back().Def.Velocity = Case.Self.Def.Velocity;
				}
			}
			for (int Other = Random.Integer(0, 3); Other > 0; --Other)
			{
				Case.Others.push_back(NewOther(Random, Beside(Case.Self.Def.Position, Random.InSquare(2.0f))));
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Lost, 200) << Count;
	EXPECT_GT(Count.Aimed + Count.Borderline, 50) << Count;
}

TEST(ClearPathOracle, AgreesExactlyHeadOn)
{
	const Tally Count = RunFamily(405, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			constexpr Vec2 Directions[] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}, {0.6f, 0.8f},
				{-0.8f, 0.6f}, {0.70710678f, 0.70710678f}};
			const int Which = Random.Chance(0.7f) ? Random.Index(4) : Random.Index(7);
			const Vec2 Ahead = Directions[Which];
			Case.SideBias = Random.Chance(0.5f) ? 0.0f : 0.1f;
			NewSelf(Random, Case, {2.0f, -3.0f});
			Case.Self.Def.Radius = 0.25f;
			Case.Self.Def.MaxSpeed = 2.0f;
			Case.Self.Def.MaxAcceleration = CrowdNoLimit;
			const float Speed = 0.25f * static_cast<float>(Random.Integer(0, 6));
			Case.Self.Def.Velocity = {Speed * Ahead.X, Speed * Ahead.Y};
			Case.Self.Def.DesiredVelocity =
				Random.Chance(0.7f) ? Vec2{1.5f * Ahead.X, 1.5f * Ahead.Y} : Case.Self.Def.Velocity;
			float Away = 0.0f;
			for (int Other = Random.Integer(1, 4); Other > 0; --Other)
			{
				Away += 0.75f + 0.25f * static_cast<float>(Random.Integer(0, 4));
				// Some of them behind.
				const float Where = Random.Chance(0.8f) ? Away : -Away;
				Person New = NewOther(Random, Beside({2.0f, -3.0f}, {Where * Ahead.X, Where * Ahead.Y}));
				New.Def.Radius = 0.25f;
				const float Towards = -0.25f * static_cast<float>(Random.Integer(-2, 6));
				New.Def.Velocity = {Towards * Ahead.X, Towards * Ahead.Y};
				Case.Others.push_back(New);
			}
			return Case;
		});
	EXPECT_GT(Count.Aimed, 300) << Count;
}

TEST(ClearPathOracle, AgreesOnBodiesThatExactlyTouch)
{
	// All numbers are exact in single precision: gaps of zero, cones of 180 degrees.
	const Tally Count = RunFamily(406, 1000,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			Case.Clearance = 1.0f;
			NewSelf(Random, Case, {0.0f, 0.0f});
			Case.Self.Def.Radius = 0.5f;
			constexpr Vec2 Places[] = {
				{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}, {0.75f, 1.0f}, {-1.0f, 0.75f}, {1.5f, -2.0f}};
			for (const Vec2 Place : Places)
			{
				if (Random.Chance(0.3f))
				{
					Person New = NewOther(Random, Place);
					New.Def.Radius = Length(Place) - 0.5f;
					New.Def.Velocity = Random.Chance(0.3f) ? Vec2{} : New.Def.Velocity;
					Case.Others.push_back(New);
				}
			}
			if (Random.Chance(0.3f))
			{
				AddWall(Case, {-0.5f, -2.0f}, {-0.5f, 3.0f});
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Aimed + Count.Lost, 300) << Count;
}

TEST(ClearPathOracle, AgreesOnBodiesThatAlmostTouch)
{
	const Tally Count = RunFamily(407, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(2.0f));
			for (int Other = Random.Integer(1, 5); Other > 0; --Other)
			{
				Person New = NewOther(Random, {});
				const Vec2 Direction = Random.InDisc(1.0f);
				const float Gap = Random.Range(0.0003f, 0.02f) * (Random.Chance(0.7f) ? 1.0f : -1.0f);
				// The bodies, or the clearance around them.
				const float Clearance = Case.bPlain || Random.Chance(0.3f) ? 1.0f : Case.Clearance;
				const float Scale =
					((Case.Self.Def.Radius + New.Def.Radius) * Clearance + Gap) / std::max(0.01f, Length(Direction));
				New.Def.Position = Beside(Case.Self.Def.Position, {Direction.X * Scale, Direction.Y * Scale});
				Case.Others.push_back(New);
			}
			return Case;
		});
	EXPECT_GT(Count.Aimed, 200) << Count;
	EXPECT_GT(Count.Relaxed, 100) << Count;
}

TEST(ClearPathOracle, AgreesOnLattices)
{
	const Tally Count = RunFamily(408, 1200,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			Case.SideBias = Random.Chance(0.5f) ? 0.0f : 0.1f;
			NewSelf(Random, Case, {4.0f, 1.0f});
			Case.Self.Def.Radius = 0.1875f;
			const float Spacing = Random.Chance(0.5f) ? 1.0f : 0.5f;
			// All alike: standing, walking in step, or everyone towards the observed one.
			const int Kind = Random.Index(3);
			const Vec2 Together = {
				0.25f * static_cast<float>(Random.Integer(-4, 4)), 0.25f * static_cast<float>(Random.Integer(-4, 4))};
			if (Kind != 2)
			{
				Case.Self.Def.Velocity = Kind == 1 ? Together : Vec2{};
				Case.Self.Def.MaxSpeed = 2.0f;
				ChooseDesired(Random, Case);
			}
			const bool bRow = Random.Chance(0.4f);
			for (int Column = -2; Column <= 2; ++Column)
			{
				for (int Row = -2; Row <= 2; ++Row)
				{
					const bool bWanted = bRow ? Row == 0 : std::abs(Column) + std::abs(Row) <= 2;
					if ((Column == 0 && Row == 0) || !bWanted)
					{
						continue;
					}
					const Vec2 Offset = {Spacing * static_cast<float>(Column), Spacing * static_cast<float>(Row)};
					Person New = NewOther(Random, Beside(Case.Self.Def.Position, Offset));
					New.Def.Radius = 0.1875f;
					New.Def.Responsibility = 1.0f;
					New.Def.Velocity =
						Kind == 0 ? Vec2{} : (Kind == 1 ? Together : Vec2{-0.5f * Offset.X, -0.5f * Offset.Y});
					Case.Others.push_back(New);
				}
			}
			return Case;
		});
	EXPECT_GT(Count.Aimed, 150) << Count;
}

TEST(ClearPathOracle, AgreesOnStandstillAndStandingWishes)
{
	const Tally Count = RunFamily(409, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = RandomCase(Random, Round, Random.Integer(1, 10), Random.Range(1.0f, 3.0f));
			const int Kind = Random.Index(4);
			const Vec2 Common = Random.InDisc(1.0f);
			for (Person& Other : Case.Others)
			{
				Other.Def.Velocity = Kind == 0 ? Vec2{} : (Kind == 1 ? Common : Other.Def.Velocity);
			}
			if (Kind != 2)
			{
				Case.Self.Def.MaxSpeed = 1.5f;
				Case.Self.Def.Velocity = Kind == 1 ? Common : Vec2{};
			}
			if (Kind >= 2 || Random.Chance(0.3f))
			{
				Case.Self.Def.DesiredVelocity = {};
			}
			return Case;
		});
	EXPECT_GT(Count.Star, 300) << Count;
	EXPECT_GT(Count.Aimed, 150) << Count;
}

TEST(ClearPathOracle, AgreesOnHugeAndTinyBodies)
{
	const Tally Count = RunFamily(410, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(5.0f));
			Case.Self.Def.Radius = Random.Chance(0.5f) ? Random.Range(0.0001f, 0.01f) : Random.Range(0.2f, 20.0f);
			for (int Other = Random.Integer(1, 8); Other > 0; --Other)
			{
				Person New = NewOther(Random, {});
				constexpr float Sizes[] = {0.0002f, 0.01f, 0.3f, 3.0f, 150.0f};
				New.Def.Radius = Random.Range(0.5f, 1.0f) * Sizes[Random.Index(5)];
				const float Reach = (Case.Self.Def.Radius + New.Def.Radius) * (Case.bPlain ? 1.0f : Case.Clearance);
				const float Gap = Random.Chance(0.9f) ? Random.Range(0.01f, 4.0f) : -0.2f * Random.Unit() * Reach;
				const Vec2 Direction = Random.InDisc(1.0f);
				const float Scale = (Reach + Gap) / std::max(0.01f, Length(Direction));
				New.Def.Position = Beside(Case.Self.Def.Position, {Direction.X * Scale, Direction.Y * Scale});
				Case.Others.push_back(New);
			}
			return Case;
		});
	EXPECT_GT(Count.Aimed, 250) << Count;
	EXPECT_GT(Count.Relaxed, 150) << Count;
}

TEST(ClearPathOracle, AgreesOnSpeedsFarAboveAndBelow)
{
	const Tally Count = RunFamily(411, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = RandomCase(Random, Round, Random.Integer(1, 8), Random.Range(1.0f, 4.0f));
			AgentDef& Def = Case.Self.Def;
			// Without a limit of acceleration it may be faster than it can, which an order of the host's brings about.
			Def.MaxAcceleration = CrowdNoLimit;
			Def.MaxSpeed = Random.Chance(0.5f) ? Random.Range(0.001f, 0.05f) : Random.Range(20.0f, 200.0f);
			Def.Velocity = Random.InDisc(3.0f);
			Def.DesiredVelocity = Random.InDisc(Case.bPlain ? std::min(Def.MaxSpeed, 5.0f) : 5.0f);
			for (Person& Other : Case.Others)
			{
				Other.Def.Velocity = Random.InDisc(Random.Chance(0.2f) ? 8.0f : 2.0f);
			}
			return Case;
		});
	EXPECT_GT(Count.Star, 200) << Count;
	EXPECT_GT(Count.Aimed, 200) << Count;
	EXPECT_GT(Count.Relaxed, 100) << Count;
}

TEST(ClearPathOracle, AgreesOnWalls)
{
	const Tally Count = RunFamily(412, 2500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			const Vec2 Place = {static_cast<float>(Random.Integer(-4, 4)), static_cast<float>(Random.Integer(-4, 4))};
			NewSelf(Random, Case, Place);
			if (Random.Chance(0.2f))
			{
				GiveShape(Random, Case.Self, Random.Range(0.2f, 0.6f));
			}
			const float Near = Random.Range(0.2f, 1.5f);
			switch (Random.Index(5))
			{
			case 0: // A corridor.
				AddWall(Case, Beside(Place, {-9.0f, Near}), Beside(Place, {9.0f, Near}));
				AddWall(Case, Beside(Place, {9.0f, -0.6f}), Beside(Place, {-9.0f, -0.6f}));
				break;
			case 1: // A corner.
				AddWall(Case, Beside(Place, {-9.0f, Near}), Beside(Place, {Near, Near}));
				AddWall(Case, Beside(Place, {Near, Near}), Beside(Place, {Near, -9.0f}));
				break;
			case 2: // End on. Plain worlds may overlook that one, as the published models do.
				AddWall(Case, Beside(Place, {Near, Case.bPlain ? 0.125f : 0.0f}), Beside(Place, {Near + 2.0f, 0.0f}));
				break;
			case 3: // A gap to get through.
				AddWall(Case, Beside(Place, {Near, 0.6f}), Beside(Place, {Near, 5.0f}));
				AddWall(Case, Beside(Place, {Near, -0.6f}), Beside(Place, {Near, -5.0f}));
				break;
			default:
				for (int Wall = Random.Integer(1, 6); Wall > 0; --Wall)
				{
					AddWall(Case, Beside(Place, Random.InSquare(2.0f)), Beside(Place, Random.InSquare(2.0f)));
				}
			}
			for (int Other = Random.Integer(0, 4); Other > 0; --Other)
			{
				const Person New = NewOther(Random, Beside(Place, Random.InSquare(3.0f)));
				if (GapOf(Case, New) > 0.01)
				{
					AddOther(Case, New);
				}
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Star, 300) << Count;
	EXPECT_GT(Count.Aimed, 500) << Count;
	EXPECT_GT(Count.Hurried, 20) << Count;
}

TEST(ClearPathOracle, AgreesOnPolygons)
{
	const Tally Count = RunFamily(413, 2500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(10.0f));
			if (Random.Chance(0.6f))
			{
				GiveShape(Random, Case.Self, Random.Range(0.2f, 1.5f));
			}
			const bool bApart = Random.Chance(0.75f);
			for (int Other = Random.Integer(1, 6); Other > 0; --Other)
			{
				Person New = NewOther(Random, Beside(Case.Self.Def.Position, Random.InSquare(3.0f)));
				if (Random.Chance(0.7f))
				{
					GiveShape(Random, New, Random.Range(0.2f, 1.2f));
				}
				if (!bApart || GapOf(Case, New) > 0.01)
				{
					AddOther(Case, New);
				}
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Aimed, 500) << Count;
	EXPECT_GT(Count.Lost, 100) << Count;
}

TEST(ClearPathOracle, AgreesOnOverlaps)
{
	const Tally Count = RunFamily(414, 2000,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = NewCase(Random, Round);
			NewSelf(Random, Case, Random.InSquare(5.0f));
			// Often able to part at once.
			Case.Self.Def.MaxSpeed = Random.Chance(0.6f) ? 40.0f : Case.Self.Def.MaxSpeed;
			for (int Other = Random.Integer(1, 6); Other > 0; --Other)
			{
				Case.Others.push_back(NewOther(
					Random, Beside(Case.Self.Def.Position, Random.InSquare(Random.Chance(0.5f) ? 0.4f : 2.0f))));
			}
			Case.Place = Random.Integer(0, static_cast<int>(Case.Others.size()));
			return Case;
		});
	EXPECT_GT(Count.Relaxed, 300) << Count;
	EXPECT_GT(Count.Lost, 500) << Count;
	EXPECT_GT(Count.Aimed, 150) << Count;
}

TEST(ClearPathOracle, AgreesOnLimitedAcceleration)
{
	const Tally Count = RunFamily(415, 2500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = RandomCase(Random, Round, Random.Integer(0, 8), Random.Range(1.0f, 4.0f));
			AgentDef& Def = Case.Self.Def;
			constexpr float Kinds[] = {0.1f, 1.0f, 3.0f, 10.0f, 40.0f};
			Def.MaxAcceleration = Random.Range(0.5f, 1.0f) * Kinds[Random.Index(5)];
			Def.Velocity = Random.InDisc(Def.MaxSpeed);
			ChooseDesired(Random, Case);
			return Case;
		});
	EXPECT_GT(Count.Star, 300) << Count;
	EXPECT_GT(Count.Aimed, 150) << Count;
	EXPECT_GT(Count.Relaxed, 200) << Count;
}

TEST(ClearPathOracle, AgreesOnThoseWhoAreTooFast)
{
	// They cannot slow down to their maximum speed within one step. In worlds that are not plain velocities are cut down to it at the
	// end of a step, whatever the model says.
	const Tally Count = RunFamily(416, 1500,
		[](TestRandom& Random, int Round)
		{
			Neighborhood Case = RandomCase(Random, 2 + Round % 2, Random.Integer(0, 8), Random.Range(1.0f, 4.0f));
			AgentDef& Def = Case.Self.Def;
			Def.MaxSpeed = Random.Range(0.3f, 1.5f);
			Def.MaxAcceleration = Random.Range(0.5f, 6.0f);
			Def.Velocity = Random.InDisc(6.0f);
			// Straight on: turning first would break the limits.
			const float Wish = Random.Chance(0.5f) ? Random.Range(0.0f, 1.2f) : 0.0f;
			Def.DesiredVelocity = {Wish * Def.Velocity.X, Wish * Def.Velocity.Y};
			return Case;
		});
	EXPECT_GT(Count.Star, 200) << Count;
	EXPECT_GT(Count.Aimed, 25) << Count;
	EXPECT_GT(Count.Relaxed, 150) << Count;
}
}
}
