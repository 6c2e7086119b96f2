// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"

#include "CrowdTestSightListener.generated.h"

class UCrowdAgentComponent;

/// Remembers whom agents notice and lose, and does what a test wants done in the middle of it.
UCLASS()
class UCrowdTestSightListener : public UObject
{
	GENERATED_BODY()

public:
	void Listen(UCrowdAgentComponent& Agent);

	UFUNCTION()
	void HandleNoticed(UCrowdAgentComponent* Agent, UCrowdAgentComponent* Other);

	UFUNCTION()
	void HandleLost(UCrowdAgentComponent* Agent, UCrowdAgentComponent* Other);

	struct FTold
	{
		const UCrowdAgentComponent* Agent; // uplugin-lint: allow object-member: only compared.
		const UCrowdAgentComponent* Other; // uplugin-lint: allow object-member: only compared.
		bool bNoticed;

		friend bool operator==(const FTold&, const FTold&) = default;
	};

	TArray<FTold> Told;
	TFunction<void()> Reaction;

private:
	void Tell(const FTold& What);
};
