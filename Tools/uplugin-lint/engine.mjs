// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// What these rules know of the engine, 5.5 to 5.8: which header belongs to which module, and the names that need care. Only
// what a plugin of this kind uses; add a header here, with its module, once its path is verified.

/** Names with white space between them, as a list. */
export const words = (text) => text.trim().split(/\s+/);

/** Folder of the include path -> names, for each module. `''` is the include root. */
const headerTable = {
	Core: {
		'': 'CoreMinimal CoreTypes CoreGlobals CoreFwd',
		Algo: 'AllOf AnyOf BinarySearch Find MaxElement MinElement RemoveIf Reverse Sort StableSort Transform Unique',
		Async: 'Async Future ParallelFor TaskGraphInterfaces Mutex UniqueLock',
		Containers: `
			Array ArrayView BitArray ContainersFwd Map MpscQueue Queue Set SparseArray SpscQueue StaticArray
			StringConv StringFwd StringView Ticker UnrealString
		`,
		Delegates: 'Delegate DelegateCombinations IDelegateInstance',
		Features: 'IModularFeature IModularFeatures',
		GenericPlatform: 'GenericPlatformFile GenericPlatformMath',
		HAL: `
			CriticalSection FileManager IConsoleManager LowLevelMemTracker Platform PlatformCrt PlatformFileManager
			PlatformMath PlatformMemory PlatformMisc PlatformProcess PlatformTime PreprocessorHelpers ThreadSafeBool
			UnrealMemory
		`,
		Internationalization: 'Internationalization Text',
		Logging: 'LogCategory LogMacros LogVerbosity MessageLog StructuredLog TokenizedMessage',
		Math: `
			Box BoxSphereBounds Color IntPoint IntVector Interval Matrix NumericLimits Plane Quat RandomStream
			Rotator Sphere Transform UnrealMathUtility Vector Vector2D Vector4 VectorRegister
		`,
		Misc: `
			App AssertionMacros AutomationTest Build Char CommandLine ConfigCacheIni CoreDelegates CoreMisc
			CoreMiscDefines CString Crc DateTime EngineVersion EngineVersionComparison EnumClassFlags
			FeedbackContext FileHelper Guid MessageDialog Optional OutputDevice OutputDeviceRedirector Parse Paths
			ScopedSlowTask ScopeExit ScopeLock StringBuilder Timespan TVariant VarArgs
		`,
		Modules: 'ModuleInterface ModuleManager',
		ProfilingDebugging: 'CountersTrace CpuProfilerTrace CsvProfiler MiscTrace ScopedTimers',
		Serialization: 'Archive BufferArchive CustomVersion MemoryReader MemoryWriter',
		Stats: 'Stats Stats2',
		Tasks: 'Pipe Task',
		Templates: `
			Atomic Function Identity IsValidVariadicFunctionArg PimplPtr SharedPointer Tuple TypeHash UniquePtr
			UnrealTemplate
		`,
		UObject: 'DevObjectVersion NameTypes ScriptDelegates UnrealNames WeakObjectPtrTemplates',
	},
	CoreUObject: {
		AssetRegistry: 'AssetData',
		Misc: 'DataValidation PackageName',
		StructUtils: 'InstancedStruct StructView',
		Templates: 'Casts SubclassOf',
		UObject: `
			Class ConstructorHelpers CoreNet Field GCObject Interface Object ObjectMacros ObjectPtr
			ObjectSaveContext Package ScriptInterface ScriptMacros SoftObjectPath SoftObjectPtr StrongObjectPtr
			StructOnScope UnrealType UObjectBase UObjectGlobals UObjectHash UObjectIterator WeakInterfacePtr
			WeakObjectPtr
		`,
	},
	Engine: {
		AI: 'NavigationSystemBase RVOAvoidanceInterface',
		'AI/Navigation': `
			AvoidanceManager NavAgentInterface NavigationTypes NavQueryFilter NavRelevantInterface
			NavigationAvoidanceTypes NavigationDataResolution
		`,
		Camera: 'CameraActor CameraComponent PlayerCameraManager',
		Components: `
			ActorComponent BillboardComponent BoxComponent CapsuleComponent HierarchicalInstancedStaticMeshComponent
			InputComponent InstancedStaticMeshComponent LineBatchComponent MeshComponent PrimitiveComponent
			SceneComponent ShapeComponent SkeletalMeshComponent SphereComponent SplineComponent StaticMeshComponent
		`,
		Debug: 'DebugDrawService',
		Engine: `
			Blueprint BlueprintGeneratedClass Canvas CollisionProfile DataAsset DataTable Engine EngineBaseTypes
			EngineTypes GameInstance HitResult Level LevelStreaming LocalPlayer NetDriver OverlapResult Selection
			StaticMesh StreamableManager AssetManager Texture2D TimerHandle World WorldComposition
		`,
		GameFramework: `
			Actor Character CharacterMovementComponent Controller DefaultPawn FloatingPawnMovement GameModeBase
			GameStateBase HUD Info MovementComponent NavMovementComponent NavMovementInterface Pawn
			PawnMovementComponent PlayerController PlayerStart PlayerState ProjectileMovementComponent SaveGame
			Volume WorldSettings
		`,
		Kismet: `
			BlueprintAsyncActionBase BlueprintFunctionLibrary GameplayStatics KismetMathLibrary KismetStringLibrary
			KismetSystemLibrary
		`,
		Materials: 'Material MaterialInstanceDynamic MaterialInterface',
		Net: 'UnrealNetwork',
		Subsystems: `
			EngineSubsystem GameInstanceSubsystem LocalPlayerSubsystem Subsystem SubsystemCollection WorldSubsystem
		`,
		Tests: 'AutomationCommon',
		UObject: 'NavMeshObjectVersion',
		VisualLogger: 'VisualLogger VisualLoggerDebugSnapshotInterface VisualLoggerTypes',
		'': `
			CanvasItem Tickable DrawDebugHelpers EngineGlobals EngineMinimal EngineUtils HitProxies LatentActions
			PrimitiveDrawingUtils SceneManagement SceneView ShowFlags TimerManager UnrealClient UnrealEngine
			CollisionQueryParams WorldCollision
		`,
	},
	DeveloperSettings: { Engine: 'DeveloperSettings DeveloperSettingsBackedByCVars' },
	NavigationSystem: {
		'': `
			NavigationData NavigationPath NavigationSystem NavigationSystemTypes NavFilters/NavigationQueryFilter
			NavAreas/NavArea NavAreas/NavArea_Null NavAreas/NavArea_Obstacle NavAreas/NavArea_Default
			NavLinkCustomInterface NavigationInvokerComponent NavModifierComponent NavModifierVolume
			NavLinkCustomComponent NavRelevantComponent
		`,
		NavMesh: 'NavMeshBoundsVolume NavMeshPath RecastHelpers RecastNavMesh RecastNavMeshGenerator RecastQueryFilter',
	},
	Navmesh: {
		Detour: `
			DetourAlloc DetourAssert DetourCommon DetourLargeWorldCoordinates DetourNavMesh DetourNavMeshBuilder
			DetourNavMeshQuery DetourNode DetourStatus
		`,
		DetourCrowd: 'DetourCrowd DetourObstacleAvoidance DetourPathCorridor DetourLocalBoundary DetourProximityGrid',
		Recast: 'Recast RecastAlloc RecastAssert',
	},
	AIModule: {
		'': `
			AIController AITypes GenericTeamAgentInterface VisualLoggerExtension DetourCrowdAIController
			BrainComponent AISystem AIResources
		`,
		BehaviorTree: `
			BehaviorTree BehaviorTreeComponent BTTaskNode BTService BTDecorator BehaviorTreeTypes
			BlackboardComponent BlackboardData
		`,
		'BehaviorTree/Tasks': 'BTTask_BlackboardBase BTTask_MoveTo',
		Blueprint: 'AIBlueprintHelperLibrary',
		Navigation: `
			CrowdAgentInterface CrowdFollowingComponent CrowdManager GridPathFollowingComponent
			PathFollowingComponent
		`,
		Perception: 'AIPerceptionComponent AISense',
		Tasks: 'AITask AITask_MoveTo',
	},
	GameplayTasks: { '': 'GameplayTask GameplayTasksComponent GameplayTaskOwnerInterface' },
	GameplayTags: { '': 'GameplayTagContainer GameplayTagsManager NativeGameplayTags' },
	GameplayDebugger: {
		'': 'GameplayDebugger GameplayDebuggerCategory GameplayDebuggerTypes GameplayDebuggerAddonBase',
	},
	RenderCore: {
		'': `
			GlobalShader RenderGraph RenderGraphBuilder RenderGraphDefinitions RenderGraphFwd RenderGraphResources
			RenderGraphUtils RenderingThread RenderResource ShaderCompilerCore ShaderCore ShaderParameterMacros
			ShaderParameterStruct ShaderParameterUtils ShaderPermutation Shader RenderUtils
		`,
	},
	RHI: {
		'': `
			DataDrivenShaderPlatformInfo PipelineStateCache RHI RHICommandList RHIDefinitions RHIFeatureLevel RHIFwd
			RHIGPUReadback RHIResources RHIUtilities RHIGlobals
		`,
	},
	Projects: { Interfaces: 'IPluginManager', '': 'PluginDescriptor' },
	Json: {
		Dom: 'JsonObject JsonValue',
		Serialization: 'JsonReader JsonSerializer JsonWriter',
		Policies: 'CondensedJsonPrintPolicy PrettyJsonPrintPolicy',
		'': 'JsonGlobals',
	},
	JsonUtilities: { '': 'JsonObjectConverter JsonObjectWrapper' },
	AssetRegistry: { AssetRegistry: 'AssetRegistryModule IAssetRegistry' },
	Slate: {
		'': 'SlateBasics SlateExtras',
		Framework: 'Application/SlateApplication',
		'Framework/Commands': 'Commands UIAction UICommandList',
		'Framework/Notifications': 'NotificationManager',
		'Framework/MultiBox': 'MultiBoxBuilder',
		'Widgets/Notifications': 'SNotificationList',
		'Widgets/Input': 'SButton SCheckBox SComboBox SEditableTextBox SSpinBox',
		'Widgets/Layout': 'SBox SScrollBox SExpandableArea',
		'Widgets/Text': 'STextBlock',
		'Widgets/Docking': 'SDockTab',
		'Widgets/Views': 'SListView STreeView',
		'Framework/Docking': 'TabManager',
	},
	SlateCore: {
		'': 'SlateCore',
		Styling: `
			AppStyle CoreStyle ISlateStyle SlateBrush SlateStyle SlateStyleRegistry SlateTypes SlateColor
			SlateIconFinder
		`,
		Textures: 'SlateIcon',
		Widgets: 'DeclarativeSyntaxSupport SCompoundWidget SWidget SBoxPanel SOverlay SNullWidget',
		Brushes: 'SlateImageBrush',
	},
	InputCore: { '': 'InputCoreTypes' },
	TraceLog: { Trace: 'Trace' },
	FunctionalTesting: { '': 'FunctionalTest' },
	CQTest: { '': 'CQTest' },
	Niagara: { '': 'NiagaraComponent NiagaraSystem NiagaraFunctionLibrary NiagaraDataInterfaceArrayFunctionLibrary' },
	MassEntity: {
		'': `
			MassProcessor MassEntityQuery MassEntityManager MassEntityTypes MassEntitySubsystem MassExecutionContext
			MassObserverProcessor
		`,
	},
	MassNavigation: {
		'': 'MassNavigationFragments MassNavigationSubsystem MassNavigationTypes',
		Avoidance: 'MassAvoidanceFragments MassAvoidanceProcessors',
	},
	UnrealEd: {
		'': `
			ActorFactories/ActorFactory ComponentVisualizer Editor EditorModeManager EditorReimportHandler
			EditorViewportClient LevelEditorViewport ScopedTransaction UnrealEdGlobals UnrealEdMisc EdMode
			ObjectTools PackageTools FileHelpers
		`,
		Editor: 'UnrealEdEngine EditorEngine UnrealEdTypes',
		Factories: 'Factory DataAssetFactory',
		Tests: 'AutomationEditorCommon',
	},
	EditorSubsystem: { '': 'EditorSubsystem' },
	PropertyEditor: {
		'': `
			DetailCategoryBuilder DetailLayoutBuilder DetailWidgetRow IDetailChildrenBuilder IDetailCustomization
			IDetailPropertyRow IPropertyTypeCustomization IPropertyUtilities PropertyEditorModule PropertyHandle
			IDetailGroup
		`,
	},
	ToolMenus: { '': 'ToolMenu ToolMenus ToolMenuEntry ToolMenuSection ToolMenuOwner ToolMenuContext' },
	PlacementMode: { '': 'IPlacementModeModule' },
	LevelEditor: { '': 'LevelEditor ILevelEditor' },
	AssetTools: { '': 'AssetToolsModule AssetTypeCategories AssetTypeActions_Base IAssetTools' },
	AssetDefinition: { '': 'AssetDefinition AssetDefinitionDefault AssetDefinitionRegistry' },
	ContentBrowser: { '': 'ContentBrowserModule IContentBrowserSingleton' },
	WorkspaceMenuStructure: { '': 'WorkspaceMenuStructure WorkspaceMenuStructureModule' },
	MessageLog: { '': 'MessageLogModule' },
	Settings: { '': 'ISettingsModule ISettingsSection' },
};

/** Include path -> module. */
export const engineHeaders = new Map();
for (const [module, folders] of Object.entries(headerTable)) {
	for (const [folder, names] of Object.entries(folders)) {
		for (const name of words(names)) {
			engineHeaders.set(`${folder ? `${folder}/` : ''}${name}.h`, module);
		}
	}
}

/** The right path of a header whose file name is known: file name -> path. */
export const pathsByFileName = new Map(
	[...engineHeaders.keys()].map((path) => [path.slice(path.lastIndexOf('/') + 1), path]),
);

/** The version numbers' header lies outside the modules' include folders, but is found by this path everywhere. */
export const freeHeaders = new Set(['Runtime/Launch/Resources/Version.h']);

/** Modules that only exist in editor targets. */
export const editorModules = new Set(
	words(`
	UnrealEd EditorFramework EditorSubsystem PropertyEditor PlacementMode LevelEditor AssetTools AssetDefinition
	ContentBrowser WorkspaceMenuStructure ComponentVisualizers EditorStyle EditorWidgets
	EditorInteractiveToolsFramework BlueprintGraph KismetCompiler GraphEditor Kismet DetailCustomizations
	SourceControl EditorScriptingUtilities DataValidation Blutility
`),
);

/** Modules that belong to a plugin of the engine: module -> plugin that the descriptor must list. */
export const pluginModules = new Map(
	Object.entries({
		Niagara: 'Niagara',
		NiagaraCore: 'Niagara',
		MassCommon: 'MassGameplay',
		MassMovement: 'MassGameplay',
		MassSpawner: 'MassGameplay',
		MassRepresentation: 'MassGameplay',
		MassLOD: 'MassGameplay',
		MassActors: 'MassGameplay',
		MassSimulation: 'MassGameplay',
		MassNavigation: 'MassAI',
		MassAIBehavior: 'MassAI',
		MassZoneGraphNavigation: 'MassAI',
		MassCrowd: 'MassCrowd',
		ZoneGraph: 'ZoneGraph',
		EnhancedInput: 'EnhancedInput',
		GameplayAbilities: 'GameplayAbilities',
		EditorScriptingUtilities: 'EditorScriptingUtilities',
		DataValidation: 'DataValidation',
		Chooser: 'Chooser',
		StateTreeModule: 'StateTree',
		GameplayStateTreeModule: 'GameplayStateTree',
	}),
);

export const knownModules = new Set([
	...Object.keys(headerTable),
	...editorModules,
	...pluginModules.keys(),
	...words(`
		IntelISPC IntelTBB Renderer ApplicationCore MassCore MassSignals MassEngine TargetPlatform DesktopPlatform
		InteractiveToolsFramework MessageLog UMG Landscape PhysicsCore Chaos ChaosCore NetCore EngineSettings
		AutomationController MovieScene LevelSequence AnimGraphRuntime AnimationCore ImageCore ImageWrapper HTTP
		Sockets Networking LogVisualizer TypedElementFramework TypedElementRuntime
		AutomationTest Analytics DeveloperToolSettings GeometryCore
	`),
]);

/** Headers whose types cannot be linked without a second module. */
export const secondModules = new Map([
	['AIController.h', 'GameplayTasks'],
	['DetourCrowdAIController.h', 'GameplayTasks'],
	['Tasks/AITask.h', 'GameplayTasks'],
	['Tasks/AITask_MoveTo.h', 'GameplayTasks'],
]);

/** Base classes: the header that a derived class must have included, what it must override, must not, and where Super is due. */
export const engineClasses = new Map(
	Object.entries({
		UObject: { header: 'UObject/Object.h', also: ['CoreMinimal.h', 'UObject/ObjectMacros.h'] },
		UInterface: { header: 'UObject/Interface.h' },
		AActor: {
			header: 'GameFramework/Actor.h',
			superCalls: [
				'BeginPlay',
				'EndPlay',
				'PostInitializeComponents',
				'PostLoad',
				'Destroyed',
				'OnConstruction',
				'GetLifetimeReplicatedProps',
			],
		},
		AInfo: { header: 'GameFramework/Info.h', base: 'AActor' },
		AVolume: { header: 'GameFramework/Volume.h', base: 'AActor' },
		APawn: { header: 'GameFramework/Pawn.h', base: 'AActor' },
		ACharacter: { header: 'GameFramework/Character.h', base: 'AActor' },
		AController: { header: 'GameFramework/Controller.h', base: 'AActor' },
		AAIController: { header: 'AIController.h', base: 'AActor' },
		APlayerController: { header: 'GameFramework/PlayerController.h', base: 'AActor' },
		AGameModeBase: { header: 'GameFramework/GameModeBase.h', base: 'AActor' },
		AFunctionalTest: { header: 'FunctionalTest.h', base: 'AActor', superCalls: ['StartTest', 'PrepareTest'] },
		UActorComponent: {
			header: 'Components/ActorComponent.h',
			superCalls: [
				'BeginPlay',
				'EndPlay',
				'OnRegister',
				'OnUnregister',
				'InitializeComponent',
				'UninitializeComponent',
				'PostLoad',
				'OnComponentCreated',
				'OnComponentDestroyed',
				'GetLifetimeReplicatedProps',
			],
		},
		USceneComponent: { header: 'Components/SceneComponent.h', base: 'UActorComponent' },
		UPrimitiveComponent: { header: 'Components/PrimitiveComponent.h', base: 'UActorComponent' },
		UBoxComponent: { header: 'Components/BoxComponent.h', base: 'UActorComponent' },
		UInstancedStaticMeshComponent: { header: 'Components/InstancedStaticMeshComponent.h', base: 'UActorComponent' },
		UMovementComponent: { header: 'GameFramework/MovementComponent.h', base: 'UActorComponent' },
		UNavMovementComponent: { header: 'GameFramework/NavMovementComponent.h', base: 'UActorComponent' },
		UPawnMovementComponent: { header: 'GameFramework/PawnMovementComponent.h', base: 'UActorComponent' },
		UFloatingPawnMovement: { header: 'GameFramework/FloatingPawnMovement.h', base: 'UActorComponent' },
		UCharacterMovementComponent: { header: 'GameFramework/CharacterMovementComponent.h', base: 'UActorComponent' },
		UPathFollowingComponent: {
			header: 'Navigation/PathFollowingComponent.h',
			base: 'UActorComponent',
			superCalls: ['OnPathFinished', 'Cleanup', 'OnNewPawn'],
		},
		UCrowdFollowingComponent: { header: 'Navigation/CrowdFollowingComponent.h', base: 'UPathFollowingComponent' },
		UWorldSubsystem: {
			header: 'Subsystems/WorldSubsystem.h',
			finals: ['GetWorld'],
			superCalls: ['Initialize', 'Deinitialize', 'PostInitialize', 'OnWorldBeginPlay', 'PostLoad'],
		},
		UTickableWorldSubsystem: {
			header: 'Subsystems/WorldSubsystem.h',
			base: 'UWorldSubsystem',
			finals: ['IsAllowedToTick'],
			required: ['GetStatId'],
		},
		UGameInstanceSubsystem: { header: 'Subsystems/GameInstanceSubsystem.h' },
		UEngineSubsystem: { header: 'Subsystems/EngineSubsystem.h' },
		UEditorSubsystem: { header: 'EditorSubsystem.h' },
		UDataAsset: { header: 'Engine/DataAsset.h', superCalls: ['PostLoad', 'IsDataValid'] },
		UPrimaryDataAsset: { header: 'Engine/DataAsset.h', base: 'UDataAsset' },
		UDeveloperSettings: {
			header: 'Engine/DeveloperSettings.h',
			superCalls: ['PostInitProperties', 'PostEditChangeProperty'],
		},
		UBlueprintFunctionLibrary: { header: 'Kismet/BlueprintFunctionLibrary.h' },
		UBlueprintAsyncActionBase: { header: 'Kismet/BlueprintAsyncActionBase.h' },
		USaveGame: { header: 'GameFramework/SaveGame.h' },
		UBTTaskNode: { header: 'BehaviorTree/BTTaskNode.h' },
		UFactory: { header: 'Factories/Factory.h' },
		UAssetDefinitionDefault: { header: 'AssetDefinitionDefault.h' },
		FTickableGameObject: {
			header: 'Tickable.h',
			also: ['Subsystems/WorldSubsystem.h'],
			required: ['Tick', 'GetStatId'],
		},
		FTickFunction: {
			header: 'Engine/EngineBaseTypes.h',
			also: ['GameFramework/Actor.h', 'Components/ActorComponent.h'],
			required: ['ExecuteTick', 'DiagnosticMessage'],
		},
		IModuleInterface: { header: 'Modules/ModuleInterface.h', also: ['Modules/ModuleManager.h'] },
		INavMovementInterface: {
			header: 'GameFramework/NavMovementInterface.h',
			also: ['GameFramework/NavMovementComponent.h'],
			required: [
				'RequestDirectMove',
				'RequestPathMove',
				'StopMovementImmediately',
				'GetVelocityForNavMovement',
				'GetMaxSpeedForNavMovement',
				'GetFeetLocation',
				'GetUpdatedObject',
				'GetOwnerAsObject',
			],
		},
		ICrowdAgentInterface: { header: 'Navigation/CrowdAgentInterface.h' },
		FGlobalShader: { header: 'GlobalShader.h' },
		FComponentVisualizer: { header: 'ComponentVisualizer.h' },
		FGameplayDebuggerCategory: { header: 'GameplayDebuggerCategory.h' },
		IDetailCustomization: { header: 'IDetailCustomization.h' },
	}),
);

/** Macros that have a value in every compilation of the engine. */
export const engineMacros = new Set(
	words(`
	WITH_EDITOR WITH_EDITORONLY_DATA WITH_ENGINE WITH_UNREAL_DEVELOPER_TOOLS WITH_SERVER_CODE
	WITH_DEV_AUTOMATION_TESTS WITH_PERF_AUTOMATION_TESTS WITH_AUTOMATION_TESTS WITH_HOT_RELOAD WITH_LIVE_CODING
	UE_EDITOR UE_GAME UE_SERVER UE_BUILD_DEBUG UE_BUILD_DEVELOPMENT UE_BUILD_TEST UE_BUILD_SHIPPING IS_PROGRAM
	IS_MONOLITHIC DO_CHECK DO_GUARD_SLOW DO_ENSURE NO_LOGGING STATS CSV_PROFILER CSV_PROFILER_STATS ENABLE_DRAW_DEBUG ENABLE_VISUAL_LOG
	UE_ENABLE_DEBUG_DRAWING CPUPROFILERTRACE_ENABLED COUNTERSTRACE_ENABLED UE_TRACE_ENABLED PLATFORM_WINDOWS
	PLATFORM_LINUX PLATFORM_MAC PLATFORM_ANDROID PLATFORM_IOS PLATFORM_UNIX PLATFORM_APPLE PLATFORM_DESKTOP
	PLATFORM_64BITS PLATFORM_CPU_X86_FAMILY PLATFORM_CPU_ARM_FAMILY PLATFORM_LITTLE_ENDIAN USE_STATS_WITHOUT_ENGINE
	ALLOW_DEBUG_FILES __cplusplus __FILE__ __LINE__ __COUNTER__
`),
);

/** Macros that come with a module: name -> module that must be a dependency. */
export const moduleMacros = new Map([
	['WITH_RECAST', 'NavigationSystem'],
	['INTEL_ISPC', 'IntelISPC'],
]);

/** Macros that come with a header: name -> headers, one of which must be included. */
const versionHeaders = ['Misc/EngineVersionComparison.h', 'Runtime/Launch/Resources/Version.h'];
export const headerMacros = new Map([
	['UE_VERSION_OLDER_THAN', versionHeaders.slice(0, 1)],
	['UE_VERSION_NEWER_THAN', versionHeaders.slice(0, 1)],
	['UE_VERSION_NEWER_THAN_OR_EQUAL', versionHeaders.slice(0, 1)],
	['ENGINE_MAJOR_VERSION', versionHeaders],
	['ENGINE_MINOR_VERSION', versionHeaders],
	['ENGINE_PATCH_VERSION', versionHeaders],
]);

/** Names that some engine of 5.5 to 5.8 does not have, or has only as deprecated: name -> what to do. */
export const versionedNames = new Map(
	Object.entries({
		FEditorStyle: 'use FAppStyle (Styling/AppStyle.h)',
		ANY_PACKAGE: 'use FindFirstObject',
		FRHITexture2D: 'use FRHITexture',
		RHICreateTexture2D: 'use RHICreateTexture with an FRHITextureCreateDesc',
		FNavLinkGenerationJumpDownConfig: 'use FNavLinkGenerationJumpConfig from 5.7 on',
		GetOnPostEngineInit: 'it exists from 5.8 on; before that it is the member OnPostEngineInit',
		OnPostEngineInit: 'deprecated in 5.8, where it is GetOnPostEngineInit()',
		GetEdgesInTile: 'it exists from 5.7 on for sure; before that use FindEdges or FindOverlappingEdges',
		GetTilePolyEdgesForFilter: 'it exists from 5.7 on for sure; before that use FindEdges or FindOverlappingEdges',
		GetAllNavMeshTiles: 'it exists from 5.7 on for sure; before that use FindEdges or FindOverlappingEdges',
		PreDeinitialize: 'it exists from 5.7 on for sure; before that use Deinitialize',
		OnWorldEndPlay: 'it exists from 5.7 on for sure; before that use Deinitialize',
		ConfigureQueries: 'its parameters changed in 5.6',
		ApplicationContextMask:
			'it is EAutomationTestFlags_ApplicationContextMask from 5.5 on; name the contexts instead',
		UpdateStreamingState: 'deprecated in 5.5, gone in 5.8',
	}),
);

export const logVerbosities = new Set(['Fatal', 'Error', 'Warning', 'Display', 'Log', 'Verbose', 'VeryVerbose']);
export const engineLogCategories = new Set(
	words(`
	LogTemp LogCore LogEngine LogInit LogNavigation LogAINavigation LogPathFollowing LogCrowdFollowing LogPhysics
	LogStats LogScript LogBlueprint LogBehaviorTree LogAIController LogAutomationTest LogClass LogConsoleResponse
`),
);

/** Delegates of the engine that plugins bind UFUNCTIONs to: member -> parameter types. */
export const engineDelegates = new Map([['OnNavigationGenerationFinishedDelegate', ['ANavigationData*']]]);
