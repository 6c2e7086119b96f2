// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/SceneEditor.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace CrowdAvoidance::Viewer
{
namespace
{
using Scenarios::InputError;
using OrderedJson = nlohmann::ordered_json;

/// A wall shorter than this was a slip of the hand. [m]
constexpr float ShortestWall = 0.01f;

constexpr const char* EmptyScene = R"({
	"$schema": "scenario.schema.json",
	"name": "my-scene",
	"description": "Made in the viewer.",
	"seed": 1,
	"dt": 0.1,
	"stop": { "maxSeconds": 600, "arrivedFraction": 1 },
	"arrivalRadius": 0.5,
	"profiles": [{ "name": "walker", "neighborDistance": 5, "maxNeighbors": 10, "agentHorizon": 2, "obstacleHorizon": 1 }],
	"agent": { "radius": 0.3, "maxSpeed": 1.5, "preferredSpeed": 1.3, "profile": "walker" },
	"spawners": []
})";

/// To the millimetre: files are read by people.
double Rounded(float Value)
{
	return std::round(static_cast<double>(Value) * 1000.0) / 1000.0;
}

OrderedJson ToJson(Vec2 Point)
{
	return {Rounded(Point.X), Rounded(Point.Y)};
}

OrderedJson ToJson(const std::vector<Vec2>& Points)
{
	OrderedJson List = OrderedJson::array();
	for (const Vec2 Point : Points)
	{
		List.push_back(ToJson(Point));
	}
	return List;
}

/// What --set gives, as the file's own. Settings of models and the world have no place in it.
void BakeSetting(const std::string& Key, const std::string& Value, OrderedJson& Document)
{
	const double Number = std::strtod(Value.c_str(), nullptr); // It has been checked.
	const bool bWhole = Number == std::floor(Number) && std::abs(Number) <= UINT32_MAX;
	const OrderedJson Baked = bWhole ? OrderedJson(static_cast<int64_t>(Number)) : OrderedJson(Number);
	const std::string Owner = Scenarios::OwnerOf(Key);
	const std::string Name = Owner.empty() ? Key : Key.substr(Owner.size() + 1);
	if (Owner.empty())
	{
		Document["parameters"][Name]["default"] = Baked;
	}
	else if (Owner == Scenarios::ProfileOwner)
	{
		for (OrderedJson& Profile : Document["profiles"])
		{
			Profile[Name] = Baked;
		}
	}
	else if (Owner == Scenarios::AgentOwner)
	{
		Document["agent"][Name] = Baked;
		for (OrderedJson& Spawner : Document["spawners"])
		{
			if (Spawner.contains("agent"))
			{
				Spawner["agent"].erase(Name);
			}
			if (Spawner.contains("agents"))
			{
				for (OrderedJson& Listed : Spawner["agents"])
				{
					Listed.erase(Name);
				}
			}
		}
	}
}

void AddTo(OrderedJson&, OrderedJson& Agents, const PlacedAgent& Agent)
{
	OrderedJson Entry = {{"position", ToJson(Agent.Position)}};
	if (!Agent.Goals.empty())
	{
		Entry["goals"] = ToJson(Agent.Goals);
	}
	Agents.push_back(std::move(Entry));
}

void AddTo(OrderedJson& Document, OrderedJson&, const PlacedWall& Wall)
{
	OrderedJson& Obstacles = Document["obstacles"];
	if (Wall.bSolid)
	{
		Obstacles.push_back(ToJson(Wall.Points));
		return;
	}
	for (size_t Index = 0; Index + 1 < Wall.Points.size(); ++Index)
	{
		Obstacles.push_back(ToJson(std::vector{Wall.Points[Index], Wall.Points[Index + 1]}));
	}
}

void AddTo(OrderedJson& Document, OrderedJson&, const PlacedSpawner& Spawner)
{
	OrderedJson Entry;
	OrderedJson Goals = OrderedJson::array();
	const float Away = Length(Spawner.Offset);
	const OrderedJson Walk = {{"kind", "translate"}, {"offset", ToJson(Spawner.Offset)}};
	switch (Spawner.Kind)
	{
	case ESpawnerKind::Block:
		Entry = {{"kind", "block"}, {"count", Spawner.Count}, {"front", ToJson(Spawner.Position)},
			{"heading", Rounded(std::atan2(Spawner.Offset.Y, Spawner.Offset.X) * 180.0f / std::numbers::pi_v<float>)},
			{"columns", static_cast<int>(std::ceil(std::sqrt(static_cast<float>(Spawner.Count))))},
			{"spacing", Rounded(Spawner.Spacing)}};
		break;
	case ESpawnerKind::Circle:
		Entry = {{"kind", "circle"}, {"count", Spawner.Count}, {"center", ToJson(Spawner.Position)},
			{"radius", std::max(Rounded(Away), 0.1)}, {"spacing", Rounded(Spawner.Spacing)}};
		Goals.push_back({{"kind", "antipodal"}, {"center", ToJson(Spawner.Position)}});
		break;
	case ESpawnerKind::Square:
		Entry = {{"kind", "square"}, {"count", Spawner.Count}, {"center", ToJson(Spawner.Position)},
			{"density", Rounded(1.0f / (Spawner.Spacing * Spawner.Spacing))}};
		break;
	}
	if (Spawner.Kind != ESpawnerKind::Circle && Away > 0.0f)
	{
		Goals.push_back(Walk);
	}
	for (const Vec2 Goal : Spawner.Goals)
	{
		Goals.push_back({{"kind", "points"}, {"points", ToJson(std::vector{Goal})}});
	}
	if (!Goals.empty())
	{
		Entry["goals"] = std::move(Goals);
	}
	Document["spawners"].push_back(std::move(Entry));
}

void CheckWall(const PlacedWall& Wall)
{
	const size_t Least = Wall.bSolid ? 3 : 2;
	if (Wall.Points.size() < Least)
	{
		throw InputError(fmt::format("a wall of {} points: must be at least {}", Wall.Points.size(), Least));
	}
	for (size_t Index = 0; Index + 1 < Wall.Points.size(); ++Index)
	{
		const Vec2 From = Wall.Points[Index];
		const Vec2 To = Wall.Points[Index + 1];
		if (!(Length({To.X - From.X, To.Y - From.Y}) >= ShortestWall))
		{
			throw InputError(fmt::format("a wall has two points in one place, must be {} m apart", ShortestWall));
		}
	}
}

std::string Dump(const OrderedJson& Document)
{
	return Document.dump(1, '\t') + "\n";
}
}

SceneEditor::SceneEditor() : BaseText(EmptyScene) {}

SceneEditor::SceneEditor(std::string InBaseText) : BaseText(std::move(InBaseText)) {}

void SceneEditor::Place(PlacedItem Item)
{
	if (const auto* Wall = std::get_if<PlacedWall>(&Item))
	{
		CheckWall(*Wall);
	}
	Remember();
	Placed.push_back(std::move(Item));
}

void SceneEditor::PlaceGoal(Vec2 Goal)
{
	const auto Last = std::find_if(Placed.rbegin(), Placed.rend(),
		[](const PlacedItem& Item) { return !std::holds_alternative<PlacedWall>(Item); });
	if (Last == Placed.rend())
	{
		throw InputError("a goal belongs to the agent or spawner placed last: place one first");
	}
	Remember();
	if (auto* Agent = std::get_if<PlacedAgent>(&*Last))
	{
		Agent->Goals.push_back(Goal);
	}
	else
	{
		std::get<PlacedSpawner>(*Last).Goals.push_back(Goal);
	}
}

bool SceneEditor::Undo()
{
	if (History.empty())
	{
		return false;
	}
	Placed = std::move(History.back());
	History.pop_back();
	return true;
}

bool SceneEditor::HasAgents() const
{
	const auto IsNoWall = [](const PlacedItem& Item) { return !std::holds_alternative<PlacedWall>(Item); };
	return std::any_of(Placed.begin(), Placed.end(), IsNoWall) || !OrderedJson::parse(BaseText)["spawners"].empty();
}

std::string SceneEditor::Text() const
{
	if (Placed.empty())
	{
		return BaseText;
	}
	OrderedJson Document = OrderedJson::parse(BaseText);
	OrderedJson Agents = OrderedJson::array();
	for (const PlacedItem& Item : Placed)
	{
		std::visit([&](const auto& Kind) { AddTo(Document, Agents, Kind); }, Item);
	}
	if (!Agents.empty())
	{
		Document["spawners"].push_back({{"kind", "agents"}, {"agents", std::move(Agents)}});
	}
	return Dump(Document);
}

std::string BakeScenario(
	const std::string& ScenarioText, const std::string& Name, const Cli::RunSetup& Setup, const Tuning& Knobs)
{
	OrderedJson Document = OrderedJson::parse(ScenarioText);
	Document["name"] = Name;
	if (Setup.Options.Seed)
	{
		Document["seed"] = *Setup.Options.Seed;
	}
	if (Setup.Options.Agents)
	{
		Document["parameters"]["agents"]["default"] = *Setup.Options.Agents;
	}
	if (!Setup.Planner.empty())
	{
		Document["planner"] = Setup.Planner;
	}
	if (Setup.Options.Dt)
	{
		Document["dt"] = OrderedJson::parse(fmt::format("{}", *Setup.Options.Dt));
	}
	for (const auto& [Key, Value] : Setup.Options.Set)
	{
		BakeSetting(Key, Value, Document);
	}
	for (OrderedJson& Profile : Document["profiles"])
	{
		for (const Parameter& Entry : ProfileParameters().List)
		{
			const auto Found = Knobs.Values.find(Scenarios::ProfileOwner + "." + Entry.Name);
			if (Found == Knobs.Values.end())
			{
				continue;
			}
			if (Entry.Type == EParameterType::Number)
			{
				Profile[Entry.Name] = Rounded(static_cast<float>(Found->second));
			}
			else
			{
				Profile[Entry.Name] = static_cast<uint32_t>(Found->second);
			}
		}
	}
	// Parameters that only the replaced values used would be refused.
	const std::string Baked = Document.dump();
	const auto IsUsed = [](const std::string& Text, const std::string& Parameter)
	{
		return Text.find("\"$" + Parameter + "\"") != std::string::npos ||
			Text.find("\"-$" + Parameter + "\"") != std::string::npos;
	};
	const OrderedJson Parameters = Document.value("parameters", OrderedJson::object());
	for (const auto& [Parameter, Unread] : Parameters.items())
	{
		if (IsUsed(ScenarioText, Parameter) && !IsUsed(Baked, Parameter))
		{
			Document["parameters"].erase(Parameter);
		}
	}
	return Dump(Document);
}
}
