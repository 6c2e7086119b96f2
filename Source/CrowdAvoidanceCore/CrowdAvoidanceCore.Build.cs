// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

using UnrealBuildTool;

/// The engine-free core. Of the engine it uses only the module system (Private/Unreal) and the ISPC compiler.
public class CrowdAvoidanceCore : ModuleRules
{
	public CrowdAvoidanceCore(ReadOnlyTargetRules Target) : base(Target)
	{
		// The same files are built by CMake without any precompiled header, so they must stand on their own.
		PCHUsage = PCHUsageMode.NoPCHs;
		// For the same reason their file-local names may be alike, which files joined to one cannot have.
		bUseUnity = false;

		// Precise: no reassociation, so that the scalar kernels stay comparable with the vector ones.
		FPSemantics = FPSemanticsMode.Precise;

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"IntelISPC",
		});

		PublicDefinitions.Add("CROWD_UNREAL=1");
		// Inside the engine the host supplies the task scheduler.
		PublicDefinitions.Add("CROWD_WITH_TBB=0");
		PublicDefinitions.Add("CROWD_WITH_ISPC=" + (Target.bCompileISPC ? "1" : "0"));
	}
}
