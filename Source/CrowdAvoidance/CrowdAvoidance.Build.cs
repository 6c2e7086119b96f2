// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

using UnrealBuildTool;

/// The runtime module: the crowd of a world, and the components and assets that designers use.
public class CrowdAvoidance : ModuleRules
{
	public CrowdAvoidance(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"AIModule",
			"Core",
			"CoreUObject",
			"CrowdAvoidanceCore",
			"DeveloperSettings",
			"Engine",
			"GameplayTasks",
			"NavigationSystem",
		});

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Json",
			// The header of the navmesh includes Detour's.
			"Navmesh",
		});
		SetupGameplayDebuggerSupport(Target);
	}
}
