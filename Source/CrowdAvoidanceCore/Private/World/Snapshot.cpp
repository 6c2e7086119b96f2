// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdSnapshot.h"

namespace CrowdAvoidance
{
void SnapshotReader::Refuse(const Error& InReason)
{
	if (bGood)
	{
		bGood = false;
		Reason = Error::Format("snapshot, %s, byte %zu: %.150s", Part, At, InReason.Text);
	}
}
}
