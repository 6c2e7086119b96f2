// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Whom agents see and remember, as kernels see it, read by C++ and by ISPC. CpuBackend checks that both find the same size.
//
// An agent's record has room for some others. Of each it has a word, which says who that is and what the agent knows of it, and
// a stamp: when it came into sight, until it has been noticed; afterwards when it was last in sight. So the stamp of one that is
// in sight and noticed need not be touched: most records are only read.
#pragma once

#include "Kernels/StepShared.h"

#ifdef ISPC
#define uint16_t unsigned int16
#else
namespace CrowdAvoidance
{
#endif

/// Of a key of PairView::Keys: the agent has not been in the world for long enough to have been noticed by all.
#define CROWD_PAIR_YOUNG 0x40000000u

/// Of PairView::Presence: the agent's record has somebody in sight; and when the agent came into the world, in units of two
/// milliseconds, which begin again at 1; 0: long ago.
#define CROWD_PRESENCE_AWAKE 0x8000
#define CROWD_PRESENCE_TIME 0x7fff

/// Of a word: the key of the other's id, and two flags.
#define CROWD_PAIR_KEY 0x3fffffffu
#define CROWD_PAIR_NOTICED 0x40000000u
#define CROWD_PAIR_LISTED 0x80000000u ///< It was among the neighbours of the last step.
/// Nobody's key.
#define CROWD_PAIR_NOBODY 0x3fffffffu

/// Stamps count milliseconds, and begin again after these. Records are tidied often enough for no older one to be read.
#define CROWD_CLOCK_MASK 0xffff
#define CROWD_TICKS 1000.0f

/// How often agents look around where walls hide others. [ms]
#define CROWD_LOOK_PERIOD 100

/// The widest record that a kernel reads; wider ones are left to the scalar code.
#define CROWD_PAIR_LANES 16

struct PairView
{
	CROWD_OUT(unsigned int) Records; ///< By slot, Words of them each: Room words, then as many stamps of two bytes.
	CROWD_OUT(uint8_t) States;       ///< What the model keeps of each pair: StateBytes each.
	CROWD_IN(unsigned int) Keys;     ///< Of agents by place, with CROWD_PAIR_YOUNG.
	CROWD_OUT(uint16_t) Presence;    ///< By slot.
	int Words;
	int Room;
	int StateBytes;
	int Clock;
	float Seconds; ///< For so long there has been a world.
	/// How fast two agents can come nearer to each other: where nothing hides anybody, whoever is near enough must have been in sight
	/// for long enough. Negative: something may. [m/s]
	float Approach;
	float LastSeconds; ///< Both in the step before.
	float LastApproach;
	int bNotice; ///< Neighbours that have not been noticed yet leave the lists.
	int bYoung;  ///< There are agents with CROWD_PAIR_YOUNG.
	/// Where walls hide others, agents look in the step if (LookPhase + their key) % CROWD_LOOK_PERIOD is below this.
	int LookSpan;
	int LookPhase;
	int bTidy; ///< What is forgotten is cleared.
};

#ifndef ISPC
}
#endif
