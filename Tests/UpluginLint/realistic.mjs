// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The good plugin of realistic.test.mjs: subsystem, component, settings, interface, delegates, data asset, Blueprint library,
// latent node, path following, shaders, ISPC, debugger, tests and an editor module.

const copyright = '// Copyright 2026 Herd contributors. SPDX-License-Identifier: MIT\n';

const files = {
	'Herd.uplugin': JSON.stringify(
		{
			FileVersion: 3,
			Version: 4,
			VersionName: '1.2',
			FriendlyName: 'Herd',
			Description: 'Moves herds.',
			Category: 'AI',
			CreatedBy: 'Herd contributors',
			CreatedByURL: '',
			DocsURL: '',
			MarketplaceURL: '',
			SupportURL: '',
			CanContainContent: true,
			IsBetaVersion: false,
			Installed: false,
			Modules: ['Herd', 'HerdShaders', 'HerdEditor', 'HerdTests'].map((Name) => ({
				Name,
				Type: { HerdEditor: 'Editor', HerdTests: 'DeveloperTool' }[Name] ?? 'Runtime',
				LoadingPhase: { HerdShaders: 'PostConfigInit', HerdEditor: 'PostEngineInit' }[Name] ?? 'Default',
				PlatformAllowList: ['Win64', 'Mac', 'Linux'],
			})),
			Plugins: [{ Name: 'Niagara', Enabled: true }],
		},
		null,
		'\t',
	),
	'README.md': '# Herd\n',
	LICENSE: 'MIT\n',
	'Docs/Guide.md': '# Guide\n',
	'Content/Herd.uasset': 'binary',
	'Config/FilterPlugin.ini': '[FilterPlugin]\n/Config/...\n/Docs/...\n/LICENSE\n/README.*\n',
	'Config/DefaultHerd.ini': '[CoreRedirects]\n',
	'Source/Herd/Herd.Build.cs': `
using System.IO;
using UnrealBuildTool;

public class Herd : ModuleRules
{
	public Herd(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "DeveloperSettings", "AIModule", "GameplayTasks", "NavigationSystem" });
		PrivateDependencyModuleNames.Add("Navmesh");
		PrivateDependencyModuleNames.AddRange(new[] { "IntelISPC", "Niagara", "Json" });
		PublicDefinitions.Add("HERD_WITH_ISPC=" + (Target.bCompileISPC ? "1" : "0"));
		PublicDefinitions.Add("HERD_INSIDE_ENGINE=1");
		if (Target.bBuildEditor)
		{
			PrivateDependencyModuleNames.Add("UnrealEd");
		}
		SetupGameplayDebuggerSupport(Target);
	}
}
`,
	'Source/Herd/Public/HerdLog.h': `
#pragma once
#include "Logging/LogMacros.h"
#include "Stats/Stats.h"

HERD_API DECLARE_LOG_CATEGORY_EXTERN(LogHerd, Log, All);
DECLARE_STATS_GROUP(TEXT("Herd"), STATGROUP_Herd, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Solve"), STAT_HerdSolve, STATGROUP_Herd, HERD_API);
`,
	'Source/Herd/Public/HerdTypes.h': `
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "HerdTypes.generated.h"

class AActor;
class UHerdComponent;

/** Why an animal stands. */
UENUM(BlueprintType)
enum class EHerdState : uint8
{
	Grazing UMETA(DisplayName = "Grazing, quietly"),
	Walking,
	Fleeing
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FHerdStateChanged, UHerdComponent*, Component, EHerdState, State);
DECLARE_DYNAMIC_DELEGATE_OneParam(FHerdDone, bool, bArrived);
DECLARE_MULTICAST_DELEGATE_OneParam(FHerdNativeEvent, int32);
DECLARE_DELEGATE_RetVal_OneParam(bool, FHerdFilter, const AActor*);

/** How an animal moves. Lengths in cm. */
USTRUCT(BlueprintType)
struct HERD_API FHerdLimits
{
	GENERATED_BODY()

	/** Largest speed. [cm/s] */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Herd", meta = (ClampMin = "0", Units = "cm/s"))
	float MaxSpeed = 150.0f;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Herd", meta = (ClampMin = 1, ClampMax = 64))
	int32 MaxNeighbors{10};

	UPROPERTY(EditAnywhere, Category = "Herd")
	TArray<FName> Groups;

	UPROPERTY(EditAnywhere, Category = "Herd")
	TMap<FName, float> Weights;

	UPROPERTY()
	uint8 bLeads : 1 = 0;

	bool operator==(const FHerdLimits& Other) const { return MaxSpeed == Other.MaxSpeed && MaxNeighbors == Other.MaxNeighbors; }
	bool operator<(const FHerdLimits& Other) const { return MaxSpeed < Other.MaxSpeed; }
	void operator()(int32 Value) const {}
	bool IsValid() const;
};

namespace Herd
{
/** Not reflected: free to be whatever C++ allows. */
template <typename ValueType, int32 Count = 4>
struct TRing
{
	ValueType Items[Count] = {};
	int32 Next = 0;
	void Push(const ValueType& Value) { Items[Next++ % Count] = Value; }
};

HERD_API FVector ToPlane(const FVector& Location, double Height = 0.0);
}

#define UE_API HERD_API
PRAGMA_DISABLE_DEPRECATION_WARNINGS
UCLASS(MinimalAPI, ToolTip = "Where they are")
class UHerdMap : public UObject
{
	GENERATED_BODY()

public:
	UE_DEPRECATED(5.6, "Use Rebuild")
	UE_API void Build();
	UE_API virtual void Rebuild(TConstArrayView<FVector> Points, TFunctionRef<void(int32)> Each = [](int32) {});
};
PRAGMA_ENABLE_DEPRECATION_WARNINGS
#undef UE_API
`,
	'Source/Herd/Public/HerdAnimal.h': `
#pragma once
#include "CoreMinimal.h"
#include "HerdTypes.h"
#include "UObject/Interface.h"
#include "HerdAnimal.generated.h"

UINTERFACE(MinimalAPI, BlueprintType)
class UHerdAnimal : public UInterface
{
	GENERATED_BODY()
};

class HERD_API IHerdAnimal
{
	GENERATED_BODY()

public:
	UFUNCTION(BlueprintNativeEvent, BlueprintCallable, Category = "Herd")
	bool WantsToJoin(int32 HerdId) const;

	virtual FHerdLimits GetLimits() const { return FHerdLimits(); }
};
`,
	'Source/Herd/Public/HerdProfile.h': `
#pragma once
#include "CoreMinimal.h"
#include "Engine/DataAsset.h"
#include "HerdTypes.h"
#include "HerdProfile.generated.h"

class UNiagaraSystem;

UCLASS(BlueprintType)
class HERD_API UHerdProfile : public UPrimaryDataAsset
{
	GENERATED_BODY()

public:
	UPROPERTY(EditDefaultsOnly, BlueprintReadOnly, Category = "Herd", meta = (ShowOnlyInnerProperties))
	FHerdLimits Limits;

	UPROPERTY(EditDefaultsOnly, Category = "Herd")
	TSoftObjectPtr<UNiagaraSystem> Dust;

	UPROPERTY(EditDefaultsOnly, Category = "Herd")
	TSubclassOf<AActor> AnimalClass;

#if WITH_EDITORONLY_DATA
	UPROPERTY(EditAnywhere, Category = "Herd")
	FString Notes;
#endif

#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(class FDataValidationContext& Context) const override;

	UFUNCTION(CallInEditor, Category = "Herd")
	void ResetLimits();
#endif
};
`,
	'Source/Herd/Public/HerdSettings.h': `
#pragma once
#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "HerdSettings.generated.h"

UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "Herd"))
class HERD_API UHerdSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	virtual FName GetCategoryName() const override { return TEXT("Plugins"); }

	/** [s] */
	UPROPERTY(Config, EditAnywhere, Category = "Step", meta = (ClampMin = "0.001", ClampMax = "0.1", ConsoleVariable = "herd.Step"))
	float FixedStep = 1.0f / 60.0f;
};
`,
	'Source/Herd/Public/HerdSubsystem.h': `
#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"
#include "HerdTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "HerdSubsystem.generated.h"

class ANavigationData;
class UHerdComponent;
class UHerdSubsystem;

/** Ticks before movement. */
USTRUCT()
struct HERD_API FHerdTickFunction : public FTickFunction
{
	GENERATED_BODY()

	TWeakObjectPtr<UHerdSubsystem> Owner;

	virtual void ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& Completion) override;
	virtual FString DiagnosticMessage() override;
};

template <>
struct TStructOpsTypeTraits<FHerdTickFunction> : public TStructOpsTypeTraitsBase2<FHerdTickFunction>
{
	enum { WithCopy = false };
};

UCLASS()
class HERD_API UHerdSubsystem final : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	UHerdSubsystem();
	virtual ~UHerdSubsystem() override;

	//~ Begin USubsystem
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	//~ End USubsystem
	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override;

	UFUNCTION(BlueprintCallable, Category = "Herd")
	int32 GetAnimalCount() const;

	UFUNCTION(BlueprintCallable, Category = "Herd", meta = (AutoCreateRefTerm = "Groups"))
	TArray<UHerdComponent*> FindAnimals(const FVector& Center, float Radius, const TArray<FName>& Groups) const;

	UPROPERTY(BlueprintAssignable, Category = "Herd")
	FHerdStateChanged OnStateChanged;

	FHerdNativeEvent OnNative;
	static constexpr int32 MostAnimals = 1 << 16;

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	UFUNCTION()
	void HandleNavigationRebuilt(ANavigationData* NavData);

	UFUNCTION()
	void HandleState(UHerdComponent* Component, EHerdState State);

	UPROPERTY(Transient)
	TArray<TObjectPtr<UHerdComponent>> Animals;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Herd", meta = (AllowPrivateAccess = "true"))
	TObjectPtr<UObject> Debugger = nullptr;

	TMap<FName, TArray<int32>> ByGroup;
	TUniquePtr<class FHerdState> State;
	TFunction<void(int32, int32)> Body;
	void (*Callback)(void* Data) = nullptr;
	FHerdTickFunction TickFunction;
};
`,
	'Source/Herd/Public/HerdComponent.h': `
#pragma once
#include "CoreMinimal.h"
#include "Components/ActorComponent.h"
#include "HerdAnimal.h"
#include "HerdComponent.generated.h"

class UHerdProfile;

UCLASS(ClassGroup = (AI), meta = (BlueprintSpawnableComponent))
class HERD_API UHerdComponent : public UActorComponent, public IHerdAnimal
{
	GENERATED_BODY()

public:
	UHerdComponent(const FObjectInitializer& ObjectInitializer = FObjectInitializer::Get());

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Herd")
	TObjectPtr<UHerdProfile> Profile;

	UPROPERTY(ReplicatedUsing = OnRep_State, BlueprintReadOnly, Category = "Herd")
	EHerdState State = EHerdState::Grazing;

	UPROPERTY(BlueprintAssignable, Category = "Herd")
	FHerdStateChanged OnStateChanged;

	UFUNCTION(BlueprintCallable, Category = "Herd", meta = (AdvancedDisplay = "Priority"))
	bool MoveTo(FVector Goal, float Tolerance = 50.0f, FName Tag = NAME_None, AActor* Follow = nullptr, EHerdState Then = EHerdState::Grazing, int32 Priority = -1);

	UFUNCTION(BlueprintPure, Category = "Herd")
	float GetSpeed() const { return static_cast<float>(Velocity.Size()); }

	UFUNCTION(Server, Reliable, WithValidation)
	void ServerMove(FVector_NetQuantize Goal);

	UFUNCTION(BlueprintImplementableEvent, Category = "Herd")
	void OnArrived(FVector Where);

	virtual bool WantsToJoin_Implementation(int32 HerdId) const override;
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

	UFUNCTION()
	void OnRep_State(EHerdState Before);

private:
	FVector Velocity = FVector::ZeroVector;
	TWeakObjectPtr<class UHerdSubsystem> Subsystem;
};
`,
	'Source/Herd/Public/HerdLibrary.h': `
#pragma once
#include "CoreMinimal.h"
#include "HerdTypes.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "Kismet/BlueprintAsyncActionBase.h"
#include "HerdLibrary.generated.h"

UCLASS()
class HERD_API UHerdLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	UFUNCTION(BlueprintCallable, Category = "Herd", meta = (WorldContext = "WorldContextObject"))
	static bool FindFreePosition(const UObject* WorldContextObject, FVector Near, float Radius, FVector& OutPosition, const FString& Name = TEXT("free"));

	UFUNCTION(BlueprintPure, Category = "Herd", meta = (DisplayName = "Equal (Limits)", CompactNodeTitle = "=="))
	static bool EqualLimits(const FHerdLimits& A, const FHerdLimits& B);

	UFUNCTION(BlueprintCallable, Category = "Herd")
	static void WhenDone(UPARAM(ref) TArray<FVector>& Points, FHerdDone Done);
};

UCLASS()
class HERD_API UHerdMoveAction : public UBlueprintAsyncActionBase
{
	GENERATED_BODY()

public:
	UFUNCTION(BlueprintCallable, meta = (BlueprintInternalUseOnly = "true", WorldContext = "WorldContextObject"))
	static UHerdMoveAction* MoveAndWait(UObject* WorldContextObject, UHerdComponent* InComponent, FVector Goal);

	virtual void Activate() override;

	UPROPERTY(BlueprintAssignable)
	FHerdStateChanged Arrived;

private:
	UPROPERTY()
	TObjectPtr<UHerdComponent> Component;
};
`,
	'Source/Herd/Public/HerdPathFollowing.h': `
#pragma once
#include "CoreMinimal.h"
#include "AIController.h"
#include "Navigation/PathFollowingComponent.h"
#include "HerdPathFollowing.generated.h"

UCLASS()
class HERD_API UHerdPathFollowing : public UPathFollowingComponent
{
	GENERATED_BODY()

protected:
	virtual void FollowPathSegment(float DeltaTime) override;
	virtual void OnPathFinished(const FPathFollowingResult& Result) override;
};

UCLASS()
class HERD_API AHerdController : public AAIController
{
	GENERATED_BODY()

public:
	AHerdController(const FObjectInitializer& ObjectInitializer);
};
`,
	'Source/Herd/Private/HerdVersion.h': `
#pragma once
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 7, 0)
#define HERD_HAS_TILE_EDGES 0
#else
#define HERD_HAS_TILE_EDGES 1
#endif
`,
	'Source/Herd/Private/HerdModule.cpp': `
#include "HerdLog.h"
#include "Modules/ModuleManager.h"

DEFINE_LOG_CATEGORY(LogHerd);
DEFINE_STAT(STAT_HerdSolve);

class FHerdModule : public IModuleInterface
{
public:
	virtual void StartupModule() override { UE_LOG(LogHerd, Log, TEXT("started")); }
	virtual void ShutdownModule() override {}
};

IMPLEMENT_MODULE(FHerdModule, Herd)
`,
	'Source/Herd/Private/HerdSubsystem.cpp': `
#include "HerdSubsystem.h"

#include "Async/ParallelFor.h"
#include "HAL/IConsoleManager.h"
#include "HerdComponent.h"
#include "HerdLog.h"
#include "HerdVersion.h"
#include "NavMesh/RecastNavMesh.h"
#include "NavigationSystem.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"

#if INTEL_ISPC
#include "HerdKernel.ispc.generated.h"
#endif
#if HERD_WITH_ISPC && !UE_BUILD_SHIPPING
#include "HerdOther.ispc.generated.h"
#endif
#if WITH_RECAST
#include "Detour/DetourNavMesh.h"
#endif
#if !HERD_INSIDE_ENGINE
#include "Standalone/OnlyOutside.h"
#include <thread>
#endif

static TAutoConsoleVariable<int32> CVarHerdThreads(TEXT("herd.Threads"), 1, TEXT("How many threads; 0: one"), ECVF_Default);
static FAutoConsoleVariableRef CVarHerdStep(TEXT("herd.Step"), GHerdStep, TEXT("Step"));

namespace
{
constexpr double CellSize = 200.0;

int32 CellOf(double Coordinate)
{
	return static_cast<int32>(Coordinate / CellSize);
}

int32 CellOf(const FVector& Location) { return CellOf(Location.X); }

struct FCell
{
	int32 First = 0;
	int32 Count = 0;
};
}

class FHerdState
{
public:
	explicit FHerdState(int32 InCount) : Count(InCount), Cells{}, Name{TEXT("x")} {}
	int32 Count;
	TArray<FCell> Cells;
	FString Name;
};

UHerdSubsystem::UHerdSubsystem() = default;
UHerdSubsystem::~UHerdSubsystem() = default;

void UHerdSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	State = MakeUnique<FHerdState>(0);
	OnStateChanged.AddDynamic(this, &UHerdSubsystem::HandleState);
}

void UHerdSubsystem::Deinitialize()
{
	OnStateChanged.RemoveDynamic(this, &UHerdSubsystem::HandleState);
	Super::Deinitialize();
}

void UHerdSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	if (UNavigationSystemV1* Navigation = FNavigationSystem::GetCurrent<UNavigationSystemV1>(&InWorld))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.AddDynamic(this, &UHerdSubsystem::HandleNavigationRebuilt);
	}
}

void UHerdSubsystem::HandleNavigationRebuilt(ANavigationData* NavData)
{
#if WITH_RECAST && HERD_HAS_TILE_EDGES
	if (const ARecastNavMesh* Mesh = Cast<ARecastNavMesh>(NavData))
	{
		TArray<FNavTileRef> Tiles;
		Mesh->GetAllNavMeshTiles(Tiles);
	}
#endif
	UE_LOG(LogHerd, Verbose, TEXT("%s: %d animals of %d, %.1f %%"), *GetNameSafe(NavData), GetAnimalCount(), MostAnimals, 100.0 * GetAnimalCount() / MostAnimals);
	UE_CLOG(NavData == nullptr, LogHerd, Warning, TEXT("no navmesh in %s"), *GetWorld()->GetMapName());
	check(NavData != nullptr && GetAnimalCount() <= MostAnimals);
	ensureMsgf(NavData, TEXT("%s has none"), *GetName());
}

void UHerdSubsystem::HandleState(UHerdComponent* Component, EHerdState NewState)
{
	OnNative.Broadcast(static_cast<int32>(NewState));
}

void UHerdSubsystem::Tick(float DeltaTime)
{
	TRACE_CPUPROFILER_EVENT_SCOPE(UHerdSubsystem::Tick);
	SCOPE_CYCLE_COUNTER(STAT_HerdSolve);
	Super::Tick(DeltaTime);
	ParallelFor(TEXT("Herd"), GetAnimalCount(), 64, [this](int32 Index) { State->Count += Index < 3 ? 1 : 0; });
	const FString Text = FString::Printf(TEXT("%-*d|%5.2f|%s"), 8, State->Count, DeltaTime, TEXT("end"));
}

TStatId UHerdSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UHerdSubsystem, STATGROUP_Tickables);
}

int32 UHerdSubsystem::GetAnimalCount() const
{
	return Animals.Num();
}

TArray<UHerdComponent*> UHerdSubsystem::FindAnimals(const FVector& Center, float Radius, const TArray<FName>& Groups) const
{
	return {};
}

bool UHerdSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void FHerdTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type CurrentThread, const FGraphEventRef& Completion) {}
FString FHerdTickFunction::DiagnosticMessage() { return TEXT("FHerdTickFunction"); }
`,
	'Source/Herd/Private/HerdComponent.cpp': `
#include "HerdComponent.h"
#include "HerdProfile.h"
#include "HerdSubsystem.h"
#include "Engine/World.h"
#include "Net/UnrealNetwork.h"

#define LOCTEXT_NAMESPACE "Herd"

namespace
{
/** Another overload than the subsystem's: that is no clash. */
int32 CellOf(float Coordinate, float Size) { return FMath::FloorToInt(Coordinate / Size); }
}

UHerdComponent::UHerdComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	PrimaryComponentTick.bCanEverTick = false;
	Profile = CreateDefaultSubobject<UHerdProfile>(TEXT("Profile"));
}

void UHerdComponent::BeginPlay()
{
	Super::BeginPlay();
	Subsystem = GetWorld()->GetSubsystem<UHerdSubsystem>();
	const FText Label = LOCTEXT("Joined", "joined");
}

void UHerdComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Super::EndPlay(EndPlayReason);
}

void UHerdComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(UHerdComponent, State);
}

bool UHerdComponent::MoveTo(FVector Goal, float Tolerance, FName Tag, AActor* Follow, EHerdState Then, int32 Priority) { return CellOf(Tolerance, 2.0f) > 0; }
void UHerdComponent::ServerMove_Implementation(FVector_NetQuantize Goal) {}
bool UHerdComponent::ServerMove_Validate(FVector_NetQuantize Goal) { return true; }
bool UHerdComponent::WantsToJoin_Implementation(int32 HerdId) const { return HerdId >= 0; }
void UHerdComponent::OnRep_State(EHerdState Before) { OnStateChanged.Broadcast(this, State); }

#undef LOCTEXT_NAMESPACE
`,
	'Source/Herd/Private/HerdPathFollowing.cpp': `
#include "HerdPathFollowing.h"
#include "HerdLibrary.h"
#include "HerdProfile.h"
#include "HerdComponent.h"
#if WITH_EDITOR
#include "Editor.h"
#include "Misc/DataValidation.h"
#endif

void UHerdPathFollowing::FollowPathSegment(float DeltaTime) { Super::FollowPathSegment(DeltaTime); }
void UHerdPathFollowing::OnPathFinished(const FPathFollowingResult& Result) { Super::OnPathFinished(Result); }

AHerdController::AHerdController(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer.SetDefaultSubobjectClass<UHerdPathFollowing>(TEXT("PathFollowingComponent")))
{
}

UHerdMoveAction* UHerdMoveAction::MoveAndWait(UObject* WorldContextObject, UHerdComponent* InComponent, FVector Goal)
{
	UHerdMoveAction* Action = NewObject<UHerdMoveAction>();
	return Action;
}

#if WITH_EDITOR
EDataValidationResult UHerdProfile::IsDataValid(FDataValidationContext& Context) const
{
	EDataValidationResult Result = Super::IsDataValid(Context);
	if (Limits.MaxSpeed <= 0.0f)
	{
		Context.AddError(FText::FromString(TEXT("MaxSpeed must be above 0")));
		Result = EDataValidationResult::Invalid;
	}
	return Result;
}
#endif
`,
	'Source/Herd/Private/HerdDebugger.cpp': `
#if WITH_GAMEPLAY_DEBUGGER
#include "CoreMinimal.h"
#include "GameplayDebuggerCategory.h"

class FHerdDebugger : public FGameplayDebuggerCategory
{
public:
	virtual void CollectData(APlayerController* OwnerPC, AActor* DebugActor) override;
	static TSharedRef<FGameplayDebuggerCategory> MakeInstance() { return MakeShareable(new FHerdDebugger()); }

private:
	TWeakObjectPtr<AActor> Last;
};
#endif
`,
	'Source/Herd/Private/Kernels/HerdKernel.ispc':
		'export void Solve(uniform float Values[], uniform int Count) { foreach (I = 0 ... Count) { Values[I] = 0; } }\n',
	'Source/Herd/Private/Kernels/HerdOther.ispc': 'export void Other(uniform int Count) { }\n',
	'Source/HerdShaders/HerdShaders.Build.cs': `
using UnrealBuildTool;

public class HerdShaders : ModuleRules
{
	public HerdShaders(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PrivateDependencyModuleNames.AddRange(new string[] { "Core", "Projects", "RenderCore", "RHI" });
	}
}
`,
	'Source/HerdShaders/Private/HerdShaders.cpp': `
#include "GlobalShader.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "RenderGraphUtils.h"
#include "ShaderCore.h"
#include "ShaderParameterStruct.h"

class FHerdCS : public FGlobalShader
{
	DECLARE_GLOBAL_SHADER(FHerdCS);
	SHADER_USE_PARAMETER_STRUCT(FHerdCS, FGlobalShader);

	BEGIN_SHADER_PARAMETER_STRUCT(FParameters, )
		SHADER_PARAMETER(uint32, AnimalCount)
		SHADER_PARAMETER(FVector2f, Origin)
		SHADER_PARAMETER_RDG_BUFFER_SRV(StructuredBuffer<float4>, Animals)
		SHADER_PARAMETER_RDG_BUFFER_UAV(RWStructuredBuffer<float2>, OutVelocities)
	END_SHADER_PARAMETER_STRUCT()

	static bool ShouldCompilePermutation(const FGlobalShaderPermutationParameters& Parameters) { return true; }
};

IMPLEMENT_GLOBAL_SHADER(FHerdCS, "/Plugin/Herd/Private/Herd.usf", "MainCS", SF_Compute);

class FHerdShadersModule : public IModuleInterface
{
	virtual void StartupModule() override
	{
		const FString Folder = FPaths::Combine(IPluginManager::Get().FindPlugin(TEXT("Herd"))->GetBaseDir(), TEXT("Shaders"));
		AddShaderSourceDirectoryMapping(TEXT("/Plugin/Herd"), Folder);
	}
};

IMPLEMENT_MODULE(FHerdShadersModule, HerdShaders)
`,
	'Shaders/Private/Herd.usf': `
#include "/Engine/Private/Common.ush"
#include "/Plugin/Herd/Private/HerdTypes.ush"

RWStructuredBuffer<float2> OutVelocities;

[numthreads(64, 1, 1)]
void MainCS(uint3 Id : SV_DispatchThreadID)
{
	if (Id.x < AnimalCount) { OutVelocities[Id.x] = Animals[Id.x].xy - Origin; }
}
`,
	'Shaders/Private/HerdTypes.ush':
		'#pragma once\nuint AnimalCount;\nfloat2 Origin;\nStructuredBuffer<float4> Animals;\n',
	'Source/HerdEditor/HerdEditor.Build.cs': `
using UnrealBuildTool;

public class HerdEditor : ModuleRules
{
	public HerdEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Core", "CoreUObject", "Engine", "Herd", "UnrealEd", "Slate", "SlateCore", "PropertyEditor",
		});
	}
}
`,
	'Source/HerdEditor/Private/HerdVisualizer.h': `
#pragma once
#include "ComponentVisualizer.h"

class FHerdVisualizer : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
};
`,
	'Source/HerdEditor/Private/HerdProfileFactory.h': `
#pragma once
#include "CoreMinimal.h"
#include "Factories/Factory.h"
#include "HerdProfileFactory.generated.h"

UCLASS()
class UHerdProfileFactory : public UFactory
{
	GENERATED_BODY()

public:
	UHerdProfileFactory();
	virtual UObject* FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};
`,
	'Source/HerdEditor/Private/HerdEditorModule.cpp': `
#include "Editor/UnrealEdEngine.h"
#include "HerdComponent.h"
#include "HerdProfile.h"
#include "HerdProfileFactory.h"
#include "HerdVisualizer.h"
#include "Modules/ModuleManager.h"
#include "Styling/AppStyle.h"
#include "UnrealEdGlobals.h"

void FHerdVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) {}

class FHerdEditorModule : public IModuleInterface
{
	virtual void StartupModule() override
	{
		if (GUnrealEd)
		{
			const TSharedPtr<FComponentVisualizer> Visualizer = MakeShared<FHerdVisualizer>();
			GUnrealEd->RegisterComponentVisualizer(UHerdComponent::StaticClass()->GetFName(), Visualizer);
			Visualizer->OnRegister();
		}
	}
};

IMPLEMENT_MODULE(FHerdEditorModule, HerdEditor)
`,
	'Source/HerdTests/HerdTests.Build.cs': `
using UnrealBuildTool;

public class HerdTests : ModuleRules
{
	public HerdTests(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PrivateDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "Herd" });
	}
}
`,
	'Source/HerdTests/Private/HerdTestsModule.cpp':
		'\n#include "Modules/ModuleManager.h"\n\nIMPLEMENT_MODULE(FDefaultModuleImpl, HerdTests);\n',
	'Source/HerdTests/Private/HerdSubsystem.spec.cpp': `
#include "Engine/World.h"
#include "HerdSubsystem.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FHerdSpec, "Herd.Unit.Subsystem", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ProductFilter)
	TStrongObjectPtr<UHerdSubsystem> Subsystem;
	int32 Calls = 0;
END_DEFINE_SPEC(FHerdSpec)

void FHerdSpec::Define()
{
	Describe(TEXT("An empty herd"), [this]()
	{
		It(TEXT("counts nobody"), [this]() { TestEqual(TEXT("count"), Calls, 0); });
	});
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FHerdCountTest, "Herd.Unit.Count", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

bool FHerdCountTest::RunTest(const FString& Parameters)
{
	return TestTrue(TEXT("most"), UHerdSubsystem::MostAnimals > 0);
}

#endif
`,
};

export function realisticPlugin() {
	return Object.fromEntries(
		Object.entries(files).map(([name, text]) => [
			name,
			/\.(?:h|cpp|cs|ispc|usf|ush)$/.test(name) ? copyright + text : text,
		]),
	);
}
