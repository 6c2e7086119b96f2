// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdModel.h"

#include "Models/ClearPath/ClearPath.h"
#include "Models/None/None.h"
#include "Models/Orca/Orca.h"
#include "Models/Rcap/Rcap.h"

#include <vector>

namespace CrowdAvoidance
{
namespace
{
std::vector<ModelType>& Known()
{
	static std::vector<ModelType> List = {OrcaModelType(), OrcaPlainModelType(), ClearPathModelType(),
		ClearPathPlainModelType(), ClearPath1ModelType(), ClearPath1PlainModelType(), RcapModelType(),
		RcapPlainModelType(), NoneModelType()};
	return List;
}

bool IsName(const char* Text)
{
	bool bFine = Text != nullptr && *Text != '\0';
	for (; bFine && *Text; ++Text)
	{
		bFine = (*Text >= 'a' && *Text <= 'z') || (*Text >= '0' && *Text <= '9') || *Text == '-';
	}
	return bFine;
}

/// The parts of other settings' names: --set agent.radius.
bool IsTaken(std::string_view Name)
{
	return Name == "agent" || Name == "profile" || Name == "world" || FindModel(Name) != nullptr;
}

/// That the table describes the struct of its defaults, each option once.
Result<void> CheckOptions(const ModelType& Type)
{
	const ParameterTable& Options = Type.Options;
	if (!Options.List.empty() && !Options.Defaults)
	{
		return Error::Format("Options.Defaults of model '%s' is null; it must be given", Type.Name);
	}
	for (size_t Index = 0; Index < Options.List.size(); ++Index)
	{
		const Parameter& Option = Options.List[Index];
		const size_t Size = Option.Type == EParameterType::Flag ? sizeof(bool) : sizeof(float);
		if (Options.Bytes < Size || Option.Offset > Options.Bytes - Size)
		{
			return Error::Format("option '%s' of model '%s' lies at byte %zu; its struct has %zu", Option.Name,
				Type.Name, Option.Offset, Options.Bytes);
		}
		if (Options.Find(Option.Name) != &Option)
		{
			return Error::Format("option '%s' of model '%s' is there twice", Option.Name, Type.Name);
		}
	}
	return Options.Check(Options.Defaults);
}
}

Result<void> RegisterModel(const ModelType& Type)
{
	if (!IsName(Type.Name))
	{
		return Error::Format("Name is '%s'; it must be small letters, digits and dashes", Type.Name ? Type.Name : "");
	}
	if (IsTaken(Type.Name))
	{
		return Error::Format("Name is '%s', which something else has; it must be a new one", Type.Name);
	}
	if (!Type.Create || !Type.Description)
	{
		return Error::Format(
			"%s of model '%s' is null; it must be given", Type.Create ? "Description" : "Create", Type.Name);
	}
	if (const Result<void> Fits = CheckOptions(Type); !Fits)
	{
		return Fits;
	}
	Known().push_back(Type);
	return {};
}

std::span<const ModelType> Models()
{
	return Known();
}

const ModelType* FindModel(std::string_view Name)
{
	for (const ModelType& Type : Known())
	{
		if (Name == Type.Name)
		{
			return &Type;
		}
	}
	return nullptr;
}
}
