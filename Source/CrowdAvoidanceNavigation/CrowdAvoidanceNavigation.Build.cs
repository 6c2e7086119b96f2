// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

using UnrealBuildTool;

/// Planners that produce desired velocities. Engine-free like the core; of the engine it uses the module system (Private/Unreal).
public class CrowdAvoidanceNavigation : ModuleRules
{
	public CrowdAvoidanceNavigation(ReadOnlyTargetRules Target) : base(Target)
	{
		// As in the core.
		PCHUsage = PCHUsageMode.NoPCHs;
		bUseUnity = false;
		FPSemantics = FPSemanticsMode.Precise;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"CrowdAvoidanceCore",
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Core",
		});
	}
}
