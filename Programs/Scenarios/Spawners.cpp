// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Spawners.h"

#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t MaxGoals = 16;
constexpr size_t MaxGoalPoints = 65536;
constexpr Range LengthRange{0.0, CrowdMaxCoordinate, "m", true};
constexpr Range NoiseRange{0.0, 1000.0, "m"};
/// The one field of agents that a file may also give as a range.
const std::string PreferredSpeedKey = "preferredSpeed";

/// Random streams of one spawner; each goal takes two more from FirstGoal on.
enum EStream : uint64_t
{
	PlacementX,
	PlacementY,
	FirstGoal,
	StreamsPerSpawner = FirstGoal + 2 * MaxGoals,
};

/// The stream of preferred speeds, one of each spawner; far from the others, which are full.
constexpr uint64_t SpeedStreams = uint64_t{2} << 40;

struct Rectangle
{
	Point Low;
	Point High;
};

struct Placement
{
	std::vector<Point> Positions;
	std::optional<Rectangle> Area; ///< Of a spawner that fills one.
};

/// How far apart discs of this radius must be placed to stay clear of each other when each is moved by up to Noise along
/// both axes.
double NeededSpacing(double Radius, double Noise)
{
	return 2.0 * Radius + 2.0 * std::numbers::sqrt2 * Noise;
}

void CheckSpacing(const ObjectReader& Spawner, double Spacing, double Noise, double Radius)
{
	// The float radius of, say, 0.3 is a little more than 0.3; a spacing of 0.6 is meant to fit all the same.
	constexpr double Rounding = 1.0 + 1e-6;
	const double Needed = NeededSpacing(Radius, Noise);
	if (Spacing * Rounding < Needed)
	{
		Spawner.GetContext().Refuse(Spawner.PathOf("spacing"),
			fmt::format(
				"is {} m, must be at least {:.4g} m so that agents of radius {:.4g} m with noise {} m do not overlap",
				Spacing, Needed, Radius, Noise));
	}
}

Placement PlaceCircle(const ObjectReader& Spawner, size_t Count, double AgentRadius, const Dice& Random)
{
	const Vec2 Center = Spawner.Point("center", CoordinateRange, {});
	const double Noise = Spawner.Number("noise", NoiseRange, 0.0);
	const double Spacing = Spawner.Number("spacing", LengthRange, NeededSpacing(AgentRadius, Noise));
	CheckSpacing(Spawner, Spacing, Noise, AgentRadius);
	const double Fitting = Count < 2 ? 0.0 : Spacing / (2.0 * UnitVector(0.5 / static_cast<double>(Count)).Y);
	const double Radius = std::max(Spawner.Number("radius", LengthRange), Fitting);

	Placement Result;
	Result.Positions.reserve(Count);
	for (size_t I = 0; I < Count; ++I)
	{
		const Point Direction = UnitVector(static_cast<double>(I) / static_cast<double>(Count));
		Result.Positions.push_back({Center.X + Radius * Direction.X + Noise * Random.Signed(PlacementX, I),
			Center.Y + Radius * Direction.Y + Noise * Random.Signed(PlacementY, I)});
	}
	return Result;
}

Placement PlaceBlock(const ObjectReader& Spawner, size_t Count, double AgentRadius, const Dice& Random)
{
	const Vec2 Front = Spawner.Point("front", CoordinateRange);
	const Point Forward = UnitVector(Spawner.Number("heading", {-360.0, 360.0, "degrees"}, 0.0) / 360.0);
	const size_t Columns = static_cast<size_t>(Spawner.Integer("columns", CountRange));
	const double Spacing = Spawner.Number("spacing", LengthRange);
	const double Noise = Spawner.Number("noise", NoiseRange, 0.0);
	CheckSpacing(Spawner, Spacing, Noise, AgentRadius);

	Placement Result;
	Result.Positions.reserve(Count);
	for (size_t I = 0; I < Count; ++I)
	{
		const size_t Row = I / Columns;
		const size_t InRow = std::min(Columns, Count - Row * Columns);
		const double Back = Spacing * static_cast<double>(Row);
		const double Left = Spacing * (static_cast<double>(I % Columns) - 0.5 * static_cast<double>(InRow - 1));
		Result.Positions.push_back(
			{Front.X - Forward.X * Back - Forward.Y * Left + Noise * Random.Signed(PlacementX, I),
				Front.Y - Forward.Y * Back + Forward.X * Left + Noise * Random.Signed(PlacementY, I)});
	}
	return Result;
}

/// One agent in each cell of a lattice, anywhere in its cell where it cannot touch the neighbours': that is random enough,
/// free of overlaps, and takes the same short time for every agent.
Placement PlaceSquare(const ObjectReader& Spawner, size_t Count, double AgentRadius, const Dice& Random)
{
	const Vec2 Center = Spawner.Point("center", CoordinateRange, {});
	const double Density = Spawner.Number("density", {0.0, 1000.0, "agents/m^2", true});
	const double Pitch = 1.0 / std::sqrt(Density);
	const double Slack = 0.5 * Pitch - AgentRadius;
	if (Slack < 0.0)
	{
		Spawner.GetContext().Refuse(Spawner.PathOf("density"),
			fmt::format("is {}, must be at most {:.4g} agents/m^2 so that agents of radius {:.4g} m do not overlap",
				Density, 1.0 / (4.0 * AgentRadius * AgentRadius), AgentRadius));
	}
	size_t Columns = static_cast<size_t>(std::sqrt(static_cast<double>(Count)));
	Columns += Columns * Columns < Count ? 1 : 0;
	const size_t Rows = Columns == 0 ? 0 : (Count + Columns - 1) / Columns;
	const Point Half{0.5 * Pitch * static_cast<double>(Columns), 0.5 * Pitch * static_cast<double>(Rows)};

	Placement Result;
	Result.Area = Rectangle{{Center.X - Half.X, Center.Y - Half.Y}, {Center.X + Half.X, Center.Y + Half.Y}};
	Result.Positions.reserve(Count);
	for (size_t I = 0; I < Count; ++I)
	{
		const double CellX = (static_cast<double>(I % Columns) + 0.5) * Pitch;
		const double CellY = (static_cast<double>(I / Columns) + 0.5) * Pitch;
		Result.Positions.push_back({Result.Area->Low.X + CellX + Slack * Random.Signed(PlacementX, I),
			Result.Area->Low.Y + CellY + Slack * Random.Signed(PlacementY, I)});
	}
	return Result;
}

Placement PlaceInAreas(
	const ObjectReader& Spawner, size_t Count, double AgentRadius, const Dice& Random, const Environment& Surroundings)
{
	std::vector<std::string> Names;
	for (const auto& [Name, Unused] : Surroundings.Areas)
	{
		Names.push_back(Name);
	}
	if (Names.empty())
	{
		Spawner.GetContext().Refuse(
			Spawner.PathOf("kind"), "is 'areas', must be another one in a scene without an environment");
	}
	const std::vector<EnvironmentArea>& Areas = Surroundings.Areas.at(Spawner.Choice("area", Names));
	const int64_t Most = AreaCapacity(Areas, AgentRadius);
	if (static_cast<int64_t>(Count) > Most)
	{
		Spawner.GetContext().Refuse(Spawner.GetPath(),
			fmt::format("makes {} agents, must be at most {} so that those of radius {:.4g} m fit into the areas",
				Count, Most, AgentRadius));
	}
	return {FillAreas(Areas, Count, AgentRadius, Random), std::nullopt};
}

Placement Place(const ObjectReader& Spawner, const std::string& Kind, size_t Count, double AgentRadius,
	const Dice& Random, const Environment& Surroundings)
{
	if (Kind == "areas")
	{
		return PlaceInAreas(Spawner, Count, AgentRadius, Random, Surroundings);
	}
	const auto PlaceSome = Kind == "circle" ? PlaceCircle : Kind == "block" ? PlaceBlock : PlaceSquare;
	return PlaceSome(Spawner, Count, AgentRadius, Random);
}

/// Reflects a coordinate at both ends until it lies between them. Unlike clamping, that heaps nothing up at the ends.
double Fold(double Value, double Low, double High)
{
	const double Width = High - Low;
	double Offset = std::fmod(Value - Low, 2.0 * Width);
	Offset += Offset < 0.0 ? 2.0 * Width : 0.0;
	return Low + (Offset <= Width ? Offset : 2.0 * Width - Offset);
}

/// Index of the candidate nearest to a point; the first one of several.
size_t NearestIndex(const Point& From, const std::vector<Point>& Candidates)
{
	const auto Nearer = [&](const Point& A, const Point& B)
	{ return (A - From).SquaredLength() < (B - From).SquaredLength(); };
	return static_cast<size_t>(std::min_element(Candidates.begin(), Candidates.end(), Nearer) - Candidates.begin());
}

/// The exit nearest to each agent.
std::vector<Point> NearestExits(
	const ObjectReader& Goal, const std::vector<Point>& From, const std::vector<Vec2>& Exits)
{
	Goal.AllowKeys({"kind"});
	if (Exits.empty())
	{
		Goal.GetContext().Refuse(Goal.PathOf("kind"), "is 'exits', must be another one in a scene without exits");
	}
	std::vector<Point> Candidates;
	for (const Vec2 Exit : Exits)
	{
		Candidates.push_back({Exit.X, Exit.Y});
	}
	std::vector<Point> To(From.size());
	std::transform(
		From.begin(), From.end(), To.begin(), [&](const Point& P) { return Candidates[NearestIndex(P, Candidates)]; });
	return To;
}

/// For each agent a place of the environment within reach, the nearest one where none is. Not the agent's last goal, where
/// there is any other.
std::vector<Point> RandomPlaces(const ObjectReader& Goal, size_t GoalIndex, const std::vector<Point>& From,
	const std::vector<Point>* LastGoals, const Dice& Random, const std::vector<Point>& Places)
{
	Goal.AllowKeys({"kind", "reach"});
	if (Places.empty())
	{
		Goal.GetContext().Refuse(
			Goal.PathOf("kind"), "is 'places', must be another one unless the scene's environment is a 'city'");
	}
	const double Reach = Goal.Number("reach", LengthRange);
	std::vector<Point> To;
	To.reserve(From.size());
	std::vector<Point> Choices;
	for (size_t I = 0; I < From.size(); ++I)
	{
		Choices.clear();
		for (const Point& Place : Places)
		{
			const bool bIsLast = LastGoals != nullptr && ((*LastGoals)[I] - Place).SquaredLength() == 0.0;
			if (!bIsLast && (Place - From[I]).SquaredLength() <= Reach * Reach)
			{
				Choices.push_back(Place);
			}
		}
		const double Unit = Random.Unit(FirstGoal + 2 * GoalIndex, I);
		To.push_back(Choices.empty() ? Places[NearestIndex(From[I], Places)]
									 : Choices[static_cast<size_t>(Unit * static_cast<double>(Choices.size()))]);
	}
	return To;
}

/// Appends one goal for every agent.
void AddGoal(const ObjectReader& Goal, size_t GoalIndex, const Placement& Placed, const Dice& Random,
	const SpawnContext& Known, std::vector<std::vector<Point>>& Goals)
{
	const std::vector<Point>& From = Placed.Positions;
	const std::string Kind =
		Goal.Choice("kind", {"antipodal", "opposite", "translate", "random", "points", "start", "exits", "places"});
	std::vector<Point> To(From.size());
	if (Kind == "antipodal")
	{
		Goal.AllowKeys({"kind", "center"});
		const Vec2 Center = Goal.Point("center", CoordinateRange, {});
		std::transform(From.begin(), From.end(), To.begin(),
			[&](const Point& P) {
				return Point{2.0 * Center.X - P.X, 2.0 * Center.Y - P.Y};
			});
	}
	else if (Kind == "opposite")
	{
		Goal.AllowKeys({"kind", "center"});
		const Vec2 Center = Goal.Point("center", CoordinateRange, {});
		Point Sum;
		for (const Point& P : From)
		{
			Sum.X += P.X;
			Sum.Y += P.Y;
		}
		const double Share = From.empty() ? 0.0 : 2.0 / static_cast<double>(From.size());
		const Point Offset{2.0 * Center.X - Share * Sum.X, 2.0 * Center.Y - Share * Sum.Y};
		std::transform(From.begin(), From.end(), To.begin(),
			[&](const Point& P) {
				return Point{P.X + Offset.X, P.Y + Offset.Y};
			});
	}
	else if (Kind == "translate")
	{
		Goal.AllowKeys({"kind", "offset"});
		const Vec2 Offset = Goal.Point("offset", CoordinateRange);
		std::transform(From.begin(), From.end(), To.begin(),
			[&](const Point& P) {
				return Point{P.X + Offset.X, P.Y + Offset.Y};
			});
	}
	else if (Kind == "random")
	{
		Goal.AllowKeys({"kind", "reach"});
		if (!Placed.Area)
		{
			Goal.GetContext().Refuse(
				Goal.PathOf("kind"), "is 'random', must be another one unless the spawner is a 'square'");
		}
		const double Reach = Goal.Number("reach", LengthRange);
		const uint64_t Stream = FirstGoal + 2 * GoalIndex;
		for (size_t I = 0; I < From.size(); ++I)
		{
			const Point Direction = UnitVector(Random.Unit(Stream, I));
			const double Distance = Reach * (0.5 + 0.5 * Random.Unit(Stream + 1, I));
			To[I] = {Fold(From[I].X + Distance * Direction.X, Placed.Area->Low.X, Placed.Area->High.X),
				Fold(From[I].Y + Distance * Direction.Y, Placed.Area->Low.Y, Placed.Area->High.Y)};
		}
	}
	else if (Kind == "points")
	{
		Goal.AllowKeys({"kind", "points"});
		const Json& List = Goal.Array("points", 1, MaxGoalPoints);
		std::vector<Point> Points;
		for (size_t I = 0; I < List.size(); ++I)
		{
			const std::string Path = fmt::format("{}[{}]", Goal.PathOf("points"), I);
			const Vec2 P = ReadPoint(Goal.GetContext(), List[I], Path, CoordinateRange);
			Points.push_back({P.X, P.Y});
		}
		for (size_t I = 0; I < To.size(); ++I)
		{
			To[I] = Points[I % Points.size()];
		}
	}
	else if (Kind == "exits")
	{
		To = NearestExits(Goal, From, Known.Exits);
	}
	else if (Kind == "places")
	{
		To = RandomPlaces(
			Goal, GoalIndex, From, Goals.empty() ? nullptr : &Goals.back(), Random, Known.Surroundings.Places);
	}
	else
	{
		Goal.AllowKeys({"kind"});
		To = From;
	}
	Goals.push_back(std::move(To));
}

Vec2 CheckedPosition(const ObjectReader& Spawner, const Point& P, const char* What)
{
	if (!CoordinateRange.Contains(P.X) || !CoordinateRange.Contains(P.Y))
	{
		Spawner.GetContext().Refuse(Spawner.GetPath(),
			fmt::format("puts {} at [{:.6g}, {:.6g}], must be {}", What, P.X, P.Y, CoordinateRange.Text()));
	}
	return {static_cast<float>(P.X), static_cast<float>(P.Y)};
}

/// Each agent's own numbers over those of the prototype.
SceneAgent MakeAgent(const AgentPrototype& Prototype, const Dice& Speeds, size_t Index)
{
	SceneAgent Agent = Prototype.Agent;
	if (Prototype.SpeedSpread > 0.0)
	{
		Agent.PreferredSpeed = static_cast<float>(Agent.PreferredSpeed + Prototype.SpeedSpread * Speeds.Unit(0, Index));
	}
	return Agent;
}

void SpawnListed(const ObjectReader& Spawner, const AgentPrototype& Prototype, const SpawnContext& Known,
	const Dice& Speeds, std::vector<SceneAgent>& Agents)
{
	const FileContext& Context = Spawner.GetContext();
	const std::vector<std::string> Keys = AgentFieldKeys({"position", "velocity", "goals"});
	const Json& List = Spawner.Get("agents");
	for (size_t I = 0; I < List.size(); ++I)
	{
		const ObjectReader Reader(Context, List[I], fmt::format("{}[{}]", Spawner.PathOf("agents"), I));
		Reader.AllowKeys(Keys);
		AgentPrototype Own = Prototype;
		ReadAgentFields(Reader, Known, Own);
		OverrideAgentFields(Context, Known, Own);
		SceneAgent Agent = MakeAgent(Own, Speeds, I);
		Agent.Position = Reader.Point("position", CoordinateRange);
		Agent.Velocity = Reader.Point("velocity", SpeedVectorRange, {});
		Agent.DesiredVelocity = Agent.Velocity;
		if (Reader.Has("goals"))
		{
			const Json& Goals = Reader.Array("goals", 1, MaxGoalPoints);
			for (size_t G = 0; G < Goals.size(); ++G)
			{
				const std::string Path = fmt::format("{}[{}]", Reader.PathOf("goals"), G);
				Agent.Goals.push_back(ReadPoint(Context, Goals[G], Path, CoordinateRange));
			}
		}
		Agents.push_back(std::move(Agent));
	}
}

/// It walks at the speed it likes from the start on, so that nobody has to get going first.
void SetMoving(SceneAgent& Agent, const Point& Direction)
{
	const double Speed = std::min(Agent.PreferredSpeed, Agent.MaxSpeed);
	const double Length = Direction.Length();
	Agent.Velocity = (Length > 0.0 ? Direction * (Speed / Length) : Point{}).Rounded();
}

/// Two whose straight ways bring them to the center at the same time, and past each other at 'approach'.
void SpawnEncounter(const ObjectReader& Spawner, const AgentPrototype& Prototype, const Dice& Random,
	const Dice& Speeds, std::vector<SceneAgent>& Agents)
{
	enum EDraw : size_t
	{
		Turn,
		Side,
		Lead,
	};
	const Vec2 Middle = Spawner.Point("center", CoordinateRange, {});
	const Point Center{Middle.X, Middle.Y};
	double Heading = Spawner.Number("heading", {-360.0, 360.0, "degrees"}, 0.0) / 360.0;
	double Angle = Spawner.Number("angle", {10.0, 180.0, "degrees"}, 180.0) / 360.0;
	double Approach = Spawner.Number("approach", {-1000.0, 1000.0, "m"}, 0.0);
	const double Distance = Spawner.Number("distance", LengthRange);
	if (Spawner.Flag("random", false))
	{
		Heading += 0.25 * std::floor(4.0 * Random.Unit(PlacementX, Turn));
		Angle *= Random.Unit(PlacementX, Side) < 0.5 ? -1.0 : 1.0;
		Approach *= Random.Unit(PlacementX, Lead) < 0.5 ? -1.0 : 1.0;
	}

	SceneAgent Pair[] = {MakeAgent(Prototype, Speeds, 0), MakeAgent(Prototype, Speeds, 1)};
	const auto Speed = [&Pair](size_t I)
	{ return static_cast<double>(std::min(Pair[I].PreferredSpeed, Pair[I].MaxSpeed)); };
	const Point Forward[] = {UnitVector(Heading), UnitVector(Heading + Angle)};
	const Point Relative = Forward[0] * Speed(0) - Forward[1] * Speed(1);
	const double Fastest = std::max(Speed(0), Speed(1));
	const Point Ways[] = {Forward[0] * (Distance * Speed(0) / Fastest), Forward[1] * (Distance * Speed(1) / Fastest)};
	const Point Starts[] = {Center - Ways[0], Center - Ways[1] + Relative.Left() * (Approach / Relative.Length())};
	const double Needed = static_cast<double>(Pair[0].Radius) + static_cast<double>(Pair[1].Radius);
	if ((Starts[0] - Starts[1]).Length() < Needed)
	{
		Spawner.GetContext().Refuse(Spawner.PathOf("distance"),
			fmt::format(
				"is {} m, must be so much that agents of radius {:.4g} m do not overlap", Distance, 0.5 * Needed));
	}
	for (size_t I = 0; I < 2; ++I)
	{
		Pair[I].Position = CheckedPosition(Spawner, Starts[I], "an agent");
		Pair[I].Goals.push_back(CheckedPosition(Spawner, Starts[I] + Ways[I] * 2.0, "a goal"));
		SetMoving(Pair[I], Ways[I]);
		Agents.push_back(std::move(Pair[I]));
	}
}

/// One speed for all, or the least and the greatest.
void ReadPreferredSpeed(const ObjectReader& Reader, const Parameter& Entry, AgentPrototype& Prototype)
{
	Prototype.SpeedSpread = 0.0;
	if (!Reader.Get(Entry.Name).is_object())
	{
		Prototype.Agent.PreferredSpeed = static_cast<float>(ReadParameter(Reader, Entry));
		return;
	}
	const ObjectReader Spread = Reader.Child(Entry.Name);
	Spread.AllowKeys({"from", "to"});
	const double From = Spread.Number("from", Entry.Range());
	Prototype.Agent.PreferredSpeed = static_cast<float>(From);
	Prototype.SpeedSpread = Spread.Number("to", {From, Entry.Maximum, "m/s, not below 'from'"}) - From;
}

/// Reads the spawner's kind and refuses keys that this kind does not have.
std::string SpawnerKind(const ObjectReader& Spawner)
{
	const std::string Kind = Spawner.Choice("kind", {"circle", "block", "square", "areas", "encounter", "agents"});
	if (Kind == "circle")
	{
		Spawner.AllowKeys({"kind", "count", "agent", "goals", "moving", "center", "radius", "spacing", "noise"});
	}
	else if (Kind == "block")
	{
		Spawner.AllowKeys(
			{"kind", "count", "agent", "goals", "moving", "front", "heading", "columns", "spacing", "noise"});
	}
	else if (Kind == "square")
	{
		Spawner.AllowKeys({"kind", "count", "agent", "goals", "moving", "center", "density"});
	}
	else if (Kind == "areas")
	{
		Spawner.AllowKeys({"kind", "count", "agent", "goals", "moving", "area"});
	}
	else if (Kind == "encounter")
	{
		Spawner.AllowKeys({"kind", "agent", "center", "heading", "angle", "distance", "approach", "random"});
	}
	else
	{
		Spawner.AllowKeys({"kind", "agent", "agents"});
	}
	return Kind;
}
}

std::vector<std::string> AgentFieldKeys(const std::vector<std::string>& More)
{
	std::vector<std::string> Keys = KeysOf(AgentParameters());
	Keys.insert(Keys.end(), {"profile", "shape", "heading"});
	Keys.insert(Keys.end(), More.begin(), More.end());
	return Keys;
}

void ReadAgentFields(const ObjectReader& Reader, const SpawnContext& Known, AgentPrototype& Prototype)
{
	SceneAgent& Agent = Prototype.Agent;
	AgentDef& Fields = Agent;
	for (const Parameter& Entry : AgentParameters().List)
	{
		if (!Reader.Has(Entry.Name))
		{
			continue;
		}
		if (Entry.Name == PreferredSpeedKey)
		{
			ReadPreferredSpeed(Reader, Entry, Prototype);
		}
		else
		{
			Entry.Write(&Fields, ReadParameter(Reader, Entry)).Value();
		}
	}
	if (Reader.Has("profile"))
	{
		const std::vector<std::string>& Names = Known.ProfileNames;
		const std::string Name = Reader.Choice("profile", Names);
		Agent.ProfileIndex = static_cast<uint32_t>(std::find(Names.begin(), Names.end(), Name) - Names.begin());
	}
	if (Reader.Has("shape"))
	{
		Agent.Shape = Known.Shapes.Add(ReadShape(Reader));
	}
	Agent.Heading = ReadHeading(Reader, Agent.Heading);
}

void OverrideAgentFields(const FileContext& Context, const SpawnContext& Known, AgentPrototype& Prototype)
{
	SceneAgent& Agent = Prototype.Agent;
	AgentDef& Fields = Agent;
	ApplySettings(Known.Set, AgentOwner, AgentParameters(), &Fields, Context.Origin);
	Prototype.SpeedSpread = Known.Set.contains(AgentOwner + "." + PreferredSpeedKey) ? 0.0 : Prototype.SpeedSpread;
	if (Agent.Shape)
	{
		Agent.Radius = Known.Shapes.RadiusOf(*Agent.Shape);
	}
}

std::optional<int> SpawnerCount(const ObjectReader& Spawner)
{
	const std::string Kind = SpawnerKind(Spawner);
	if (Kind == "agents")
	{
		return static_cast<int>(Spawner.Array("agents", 1, MaxSceneAgents).size());
	}
	if (Kind == "encounter")
	{
		return 2;
	}
	if (Spawner.Has("count"))
	{
		return static_cast<int>(Spawner.Integer("count", CountRange));
	}
	return std::nullopt;
}

void Spawn(const ObjectReader& Spawner, int Count, AgentPrototype Prototype, const SpawnContext& Known,
	uint64_t SpawnerIndex, std::vector<SceneAgent>& Agents)
{
	if (Spawner.Has("agent"))
	{
		const ObjectReader Fields = Spawner.Child("agent");
		Fields.AllowKeys(AgentFieldKeys({}));
		ReadAgentFields(Fields, Known, Prototype);
		OverrideAgentFields(Spawner.GetContext(), Known, Prototype);
	}
	const std::string Kind = SpawnerKind(Spawner);
	const Dice Speeds{Known.Seed, SpeedStreams + SpawnerIndex};
	if (Kind == "agents")
	{
		SpawnListed(Spawner, Prototype, Known, Speeds, Agents);
		return;
	}

	const size_t Number = static_cast<size_t>(Count);
	const Dice Random{Known.Seed, SpawnerIndex * StreamsPerSpawner};
	if (Kind == "encounter")
	{
		SpawnEncounter(Spawner, Prototype, Random, Speeds, Agents);
		return;
	}
	const Placement Placed = Place(Spawner, Kind, Number, Prototype.Agent.Radius, Random, Known.Surroundings);
	std::vector<std::vector<Point>> Goals;
	bool bLeaves = false;
	if (Spawner.Has("goals"))
	{
		const Json& List = Spawner.Array("goals", 1, MaxGoals);
		for (size_t G = 0; G < List.size(); ++G)
		{
			const ObjectReader Goal(Spawner.GetContext(), List[G], fmt::format("{}[{}]", Spawner.PathOf("goals"), G));
			if (bLeaves)
			{
				Spawner.GetContext().Refuse(
					Goal.GetPath(), "follows the kind 'exits', must not: those who have left do not come back");
			}
			AddGoal(Goal, G, Placed, Random, Known, Goals);
			bLeaves = Goal.Line("kind") == "exits";
		}
	}
	const bool bMoving = Spawner.Flag("moving", false);
	if (bMoving && Goals.empty())
	{
		Spawner.GetContext().Refuse(Spawner.PathOf("moving"), "is true, must be false for agents without goals");
	}
	for (size_t I = 0; I < Number; ++I)
	{
		SceneAgent Agent = MakeAgent(Prototype, Speeds, I);
		Agent.Position = CheckedPosition(Spawner, Placed.Positions[I], "an agent");
		Agent.bLeaves = bLeaves;
		Agent.Goals.reserve(Goals.size());
		for (const std::vector<Point>& OneEach : Goals)
		{
			Agent.Goals.push_back(CheckedPosition(Spawner, OneEach[I], "a goal"));
		}
		if (bMoving)
		{
			SetMoving(Agent, Goals[0][I] - Placed.Positions[I]);
		}
		Agents.push_back(std::move(Agent));
	}
}
}
