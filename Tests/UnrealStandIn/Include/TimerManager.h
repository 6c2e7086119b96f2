// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/TimerHandle.h"
#include "UObject/StandInWeakObject.h"

#include <functional>

/// Timers of one world, in its own time: not while paused, slower or faster with its dilation.
class FTimerManager
{
public:
	/// A rate of zero or less ends the handle's timer, as in the engine. Looping timers are not used.
	template <class UserClass>
	void SetTimer(FTimerHandle& InOutHandle, UserClass* Object, void (UserClass::*Method)(), float Rate,
		bool bLoop = false, float FirstDelay = -1.0f)
	{
		check(!bLoop && FirstDelay < 0.0f);
		ClearTimer(InOutHandle);
		if (Rate > 0.0f)
		{
			InOutHandle.Number = ++LastNumber;
			Timers.push_back({InOutHandle.Number, StandIn::FWeakObject(Object), [=] { (Object->*Method)(); },
				static_cast<double>(Rate)});
		}
	}
	void ClearTimer(FTimerHandle& InHandle);
	void Tick(float DeltaTime);

private:
	struct FTimer
	{
		uint64 Number = 0;
		StandIn::FWeakObject Object;
		std::function<void()> Call;
		double Left = 0.0; ///< [s]
	};
	std::vector<FTimer> Timers;
	uint64 LastNumber = 0;
};
