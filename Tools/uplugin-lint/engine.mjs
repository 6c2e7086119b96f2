// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What these rules know of the engine, 5.5 to 5.8, and the stand-in does not tell: which module a header belongs to, and
// names that need care. Only what this plugin uses; whoever includes another header adds it, with its module, once its
// path is verified.

/** Names with white space between them, as a list. */
export const words = (text) => text.trim().split(/\s+/);

const headers = {
	AIModule: 'AIController AITypes Navigation/PathFollowingComponent',
	Core: `
		Algo/BinarySearch Async/ParallelFor CoreMinimal HAL/IConsoleManager HAL/Platform HAL/PlatformMisc HAL/PlatformTime
		Misc/AutomationTest Misc/EngineVersionComparison Misc/OutputDevice Modules/ModuleManager
		ProfilingDebugging/CpuProfilerTrace ProfilingDebugging/CsvProfiler Stats/Stats UObject/WeakObjectPtrTemplates
	`,
	CoreUObject: `
		Templates/SubclassOf UObject/Interface UObject/Object UObject/ObjectMacros UObject/WeakInterfacePtr
		UObject/WeakObjectPtr
	`,
	DeveloperSettings: 'Engine/DeveloperSettings',
	Engine: `
		AI/NavigationSystemBase AI/Navigation/NavigationTypes Components/ActorComponent Components/BoxComponent
		Components/InstancedStaticMeshComponent Components/MeshComponent Components/PrimitiveComponent
		Components/SceneComponent Components/ShapeComponent Components/StaticMeshComponent DrawDebugHelpers
		Engine/DataAsset Engine/Engine Engine/EngineBaseTypes Engine/EngineTypes Engine/GameInstance Engine/Level
		Engine/StaticMesh Engine/TimerHandle Engine/World GameFramework/Actor GameFramework/Character
		GameFramework/CharacterMovementComponent GameFramework/Controller GameFramework/FloatingPawnMovement
		GameFramework/MovementComponent GameFramework/NavMovementComponent GameFramework/NavMovementInterface
		GameFramework/Pawn GameFramework/PawnMovementComponent GameFramework/PlayerController GameFramework/PlayerState
		GameFramework/WorldSettings Kismet/BlueprintAsyncActionBase Kismet/BlueprintFunctionLibrary
		Subsystems/WorldSubsystem TimerManager VisualLogger/VisualLogger
	`,
	GameplayDebugger: 'GameplayDebugger GameplayDebuggerCategory GameplayDebuggerTypes',
	Json: 'Dom/JsonObject Dom/JsonValue Serialization/JsonReader Serialization/JsonSerializer',
	NavigationSystem: 'NavMesh/RecastNavMesh NavigationData NavigationSystem',
	Navmesh: `
		Detour/DetourAlloc Detour/DetourNavMesh Detour/DetourNavMeshBuilder Detour/DetourNavMeshQuery Recast/Recast
		Recast/RecastAlloc
	`,
	RenderCore: 'GlobalShader ShaderParameterStruct',
};

/** Include path -> module. */
export const moduleOfHeader = new Map(
	Object.entries(headers).flatMap(([module, names]) => words(names).map((name) => [`${name}.h`, module])),
);

/** Headers whose types cannot be linked without a second module. */
export const secondModules = new Map([['AIController.h', 'GameplayTasks']]);

/** Modules that only exist in editor targets. */
export const editorModules = new Set(
	words(`
		UnrealEd EditorFramework EditorSubsystem PropertyEditor PlacementMode LevelEditor AssetTools AssetDefinition
		ContentBrowser ComponentVisualizers BlueprintGraph KismetCompiler GraphEditor DataValidation
	`),
);

/** Modules that belong to a plugin of the engine: module -> plugin that the descriptor must list. */
export const pluginModules = new Map(
	Object.entries({
		DataValidation: 'DataValidation',
		EnhancedInput: 'EnhancedInput',
		GameplayStateTreeModule: 'GameplayStateTree',
		MassAIBehavior: 'MassAI',
		MassCommon: 'MassGameplay',
		MassCrowd: 'MassCrowd',
		MassMovement: 'MassGameplay',
		MassNavigation: 'MassAI',
		MassSimulation: 'MassGameplay',
		MassSpawner: 'MassGameplay',
		Niagara: 'Niagara',
		StateTreeModule: 'StateTree',
	}),
);

export const knownModules = new Set([
	...Object.keys(headers),
	...editorModules,
	...pluginModules.keys(),
	...words(`
		ApplicationCore FunctionalTesting GameplayTasks InputCore IntelISPC JsonUtilities MassCore MassEngine MassEntity
		PhysicsCore Projects RHI Renderer Slate SlateCore ToolMenus UMG
	`),
]);

/** Macros that have a value in every compilation of the engine. */
export const engineMacros = new Set(
	words(`
		WITH_EDITOR WITH_EDITORONLY_DATA WITH_ENGINE WITH_SERVER_CODE WITH_DEV_AUTOMATION_TESTS UE_EDITOR UE_GAME UE_SERVER
		UE_BUILD_DEBUG UE_BUILD_DEVELOPMENT UE_BUILD_TEST UE_BUILD_SHIPPING IS_MONOLITHIC DO_CHECK DO_GUARD_SLOW STATS
		CSV_PROFILER ENABLE_DRAW_DEBUG ENABLE_VISUAL_LOG PLATFORM_WINDOWS PLATFORM_LINUX PLATFORM_MAC __cplusplus
	`),
);

/** Module -> macro that it defines for those that depend on it. */
export const macroOfModule = new Map([
	['IntelISPC', 'INTEL_ISPC'],
	['NavigationSystem', 'WITH_RECAST'],
]);

export const versionMacro = /^(?:UE_VERSION_(?:OLDER|NEWER)_THAN\w*|ENGINE_(?:MAJOR|MINOR|PATCH)_VERSION)$/;

/** What the stand-in, as one engine, has and some engine of 5.5 to 5.8 has not: name -> what to do there. */
const navMeshEdges = 'it is there from 5.7 on for sure; before that use GetDebugGeometryForTile';
export const versionedNames = new Map([
	['GetAllNavMeshTiles', navMeshEdges],
	['GetEdgesInTile', navMeshEdges],
]);
