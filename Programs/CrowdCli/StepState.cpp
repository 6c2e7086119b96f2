// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdCli/StepState.h"

#include "CrowdCli/Options.h"
#include "Scenarios/Shapes.h"

#include <fmt/format.h>

#include <map>

namespace CrowdAvoidance::Cli
{
namespace
{
using Scenarios::Json;
using Scenarios::ObjectReader;

constexpr Range CoordinateRange{-CrowdMaxCoordinate, CrowdMaxCoordinate, "m"};
constexpr Range VelocityRange{-CrowdMaxCoordinate, CrowdMaxCoordinate, "m/s"};

constexpr size_t MaxObstacles = 1'000'000;

class StateReader
{
public:
	StateReader(const std::string& JsonText, const std::string& Origin)
		: Context{Origin, {}, {}},
		  Document(Scenarios::ParseJsonText(JsonText, Origin)),
		  Root(Context, Document, {})
	{
		Root.AllowKeys({"dt", "model", "options", "agents", "obstacles"});
		Dt = static_cast<float>(Root.Number("dt", CrowdStepRange));
		if (Root.Has("model"))
		{
			Def.Model = ParseModel(Origin + ": model", Root.Line("model")).Name;
		}
		if (Root.Has("options"))
		{
			ReadOptions(Root.Child("options"));
		}
		Root.Array("agents", 0, MaxAgents);
	}

	std::string Step(const StepOptions& Options)
	{
		const std::unique_ptr<TaskScheduler> Scheduler =
			Options.Threads > 1 ? CreateThreadPool(Options.Threads) : nullptr;
		Def.Isa = Options.Isa;
		Def.Scheduler = Scheduler.get();
		World Crowd = Require("the top level", World::Create(Def));
		AddObstacles(Crowd);
		const std::vector<AgentHandle> Handles = AddAgents(Crowd);
		Require("the top level", Crowd.Step(Dt));

		fmt::memory_buffer Text;
		fmt::format_to(std::back_inserter(Text), "{{\"velocities\": [");
		for (size_t Index = 0; Index < Handles.size(); ++Index)
		{
			const Vec2 Velocity = Require("the top level", Crowd.GetAgent(Handles[Index])).Velocity;
			fmt::format_to(
				std::back_inserter(Text), "{}[{:.9g}, {:.9g}]", Index > 0 ? ", " : "", Velocity.X, Velocity.Y);
		}
		fmt::format_to(std::back_inserter(Text), "]}}\n");
		return fmt::to_string(Text);
	}

private:
	/// What the world refuses although its fields were in range (a polygon without area, say).
	template <typename T>
	T Require(const std::string& Path, Result<T> Outcome) const
	{
		if (!Outcome)
		{
			Context.Refuse(Path, fmt::format("is refused: {}", Outcome.ErrorText()));
		}
		if constexpr (!std::is_void_v<T>)
		{
			return std::move(Outcome.Value());
		}
	}

	/// The model's own, and "plain": the model of that name exactly as published.
	void ReadOptions(const ObjectReader& Options)
	{
		const ModelType* Type = FindModel(Def.Model);
		if (Options.Flag("plain", false) && Type->Plain)
		{
			Type = FindModel(Type->Plain);
			Def.Model = Type->Name;
		}
		std::vector<std::string> Keys = {"plain"};
		for (const Parameter& Entry : Type->Options.List)
		{
			Keys.emplace_back(Entry.Name);
			if (Options.Has(Entry.Name))
			{
				Def.Options.push_back({Entry.Name, Scenarios::ReadParameter(Options, Entry)});
			}
		}
		Options.AllowKeys(Keys);
	}

	void AddObstacles(World& Crowd) const
	{
		if (!Root.Has("obstacles"))
		{
			return;
		}
		const Json& Obstacles = Root.Array("obstacles", 0, MaxObstacles);
		std::vector<Vec2> Vertices;
		for (size_t Index = 0; Index < Obstacles.size(); ++Index)
		{
			const std::string Path = fmt::format("obstacles[{}]", Index);
			const Json& Points = Scenarios::ReadArray(Context, Obstacles[Index], Path, 2, CrowdMaxObstacleVertices);
			Vertices.clear();
			for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
			{
				Vertices.push_back(Scenarios::ReadPoint(
					Context, Points[Vertex], fmt::format("{}[{}]", Path, Vertex), CoordinateRange));
			}
			Require(Path, Crowd.AddObstacle({.Vertices = Vertices}));
		}
	}

	std::vector<AgentHandle> AddAgents(World& Crowd) const
	{
		std::vector<std::string> Keys = {"position", "velocity", "desiredVelocity", "shape", "heading"};
		for (const ParameterTable* Table : {&AgentParameters(), &ProfileParameters()})
		{
			const std::vector<std::string> More = Scenarios::KeysOf(*Table);
			Keys.insert(Keys.end(), More.begin(), More.end());
		}
		// Agents with the same parameters share a profile.
		std::map<std::vector<double>, ProfileHandle> Profiles;
		std::vector<AgentHandle> Handles;
		const Json& Agents = Root.Get("agents");
		for (size_t Index = 0; Index < Agents.size(); ++Index)
		{
			const ObjectReader Agent(Context, Agents[Index], fmt::format("agents[{}]", Index));
			Agent.AllowKeys(Keys);
			AgentProfile Profile;
			Scenarios::ReadParameters(Agent, ProfileParameters(), &Profile);
			std::vector<double> Values;
			for (const Parameter& Entry : ProfileParameters().List)
			{
				Values.push_back(Entry.Read(&Profile));
			}
			const auto [Known, bNew] = Profiles.try_emplace(Values);
			if (bNew)
			{
				Known->second = Require(Agent.GetPath(), Crowd.AddProfile(Profile));
			}

			AgentDef AgentDef;
			AgentDef.Position = Agent.Point("position", CoordinateRange);
			AgentDef.Velocity = Agent.Point("velocity", VelocityRange);
			AgentDef.DesiredVelocity = Agent.Point("desiredVelocity", VelocityRange);
			Scenarios::ReadParameters(Agent, AgentParameters(), &AgentDef);
			AgentDef.Profile = Known->second;
			Handles.push_back(Require(Agent.GetPath(), Crowd.AddAgent(AgentDef)));
			const float Heading = Scenarios::ReadHeading(Agent, 0.0f);
			if (Agent.Has("shape"))
			{
				const ShapeHandle Shape = Require(Agent.GetPath(), Crowd.AddShape(Scenarios::ReadShape(Agent)));
				Require(Agent.GetPath(), Crowd.SetShape(Handles.back(), Shape, Heading));
			}
		}
		return Handles;
	}

	Scenarios::FileContext Context;
	Json Document;
	ObjectReader Root;
	WorldDef Def;
	float Dt = 0.0f;
};
}

std::string StepState(const std::string& JsonText, const std::string& Origin, const StepOptions& Options)
{
	return StateReader(JsonText, Origin).Step(Options);
}
}
