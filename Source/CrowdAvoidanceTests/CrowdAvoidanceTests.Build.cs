// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

using System.IO;
using UnrealBuildTool;

/// Automation specs: "Automation RunTests CrowdAvoidance".
public class CrowdAvoidanceTests : ModuleRules
{
	public CrowdAvoidanceTests(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"AIModule",
			"Core",
			"CoreUObject",
			"CrowdAvoidance",
			"CrowdAvoidanceCore",
			"DeveloperSettings",
			"Engine",
			"GameplayTasks",
			"NavigationSystem",
		});

		// Units, clock and scheduler are headers of their own, and tested by themselves.
		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "../CrowdAvoidance/Private"));
	}
}
