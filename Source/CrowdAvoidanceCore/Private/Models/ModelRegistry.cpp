// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdModel.h"

#include "Models/ClearPath/ClearPath.h"
#include "Models/None/None.h"
#include "Models/Orca/Orca.h"

#include <vector>

namespace CrowdAvoidance
{
namespace
{
std::vector<ModelType>& Known()
{
	static std::vector<ModelType> List = {OrcaModelType(), OrcaPlainModelType(), ClearPathModelType(),
		ClearPathPlainModelType(), ClearPath1ModelType(), ClearPath1PlainModelType(), NoneModelType()};
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
}

Result<void> RegisterModel(const ModelType& Type)
{
	if (!IsName(Type.Name))
	{
		return Error::Format("Name is '%s'; it must be small letters, digits and dashes", Type.Name ? Type.Name : "");
	}
	if (FindModel(Type.Name))
	{
		return Error::Format("Name is '%s', which another model has; it must be one that none has", Type.Name);
	}
	if (!Type.Create || !Type.Description)
	{
		return Error::Format(
			"%s of model '%s' is null; it must be given", Type.Create ? "Description" : "Create", Type.Name);
	}
	if (const Result<void> Fits = Type.Options.Check(Type.Options.Defaults); !Fits)
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
