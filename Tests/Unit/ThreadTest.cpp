// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// Where threads come from: every piece of a loop is done once, whoever comes, sleeps, nests or is busy.

#include "CrowdCore/CrowdWorld.h"
#include "TestRandom.h"
#include "TestWorld.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace CrowdAvoidance::Testing::ThreadTest
{
namespace
{
using Body = std::function<void(int Begin, int End, int Worker)>;

void Loop(TaskScheduler& Scheduler, int Count, Body Work)
{
	Scheduler.ParallelFor(
		Count, [](void* Passed, int Begin, int End, int Worker) { (*static_cast<Body*>(Passed))(Begin, End, Worker); },
		&Work);
}

/// Counts how often each of Count items is done, and that no worker's number is used twice at once.
void ExpectEachOnce(TaskScheduler& Scheduler, int Count)
{
	std::vector<std::atomic<int>> Done(static_cast<size_t>(Count));
	std::vector<std::atomic<int>> Busy(static_cast<size_t>(Scheduler.WorkerCount()));
	Loop(Scheduler, Count,
		[&](int Begin, int End, int Worker)
		{
			ASSERT_GE(Worker, 0);
			ASSERT_LT(Worker, Scheduler.WorkerCount());
			EXPECT_EQ(Busy[static_cast<size_t>(Worker)].fetch_add(1), 0);
			for (int Item = Begin; Item < End; ++Item)
			{
				Done[static_cast<size_t>(Item)].fetch_add(1);
			}
			Busy[static_cast<size_t>(Worker)].fetch_sub(1);
		});
	for (int Item = 0; Item < Count; ++Item)
	{
		ASSERT_EQ(Done[static_cast<size_t>(Item)].load(), 1) << Item << " of " << Count;
	}
}

TEST(ThreadPool, DoesEveryItemOnce)
{
	for (const int Threads : {1, 2, 3, 8})
	{
		const std::unique_ptr<TaskScheduler> Pool = CreateThreadPool(Threads);
		EXPECT_EQ(Pool->WorkerCount(), Threads);
		for (const int Count : {0, 1, 2, 3, 17, 1000, 100003})
		{
			ExpectEachOnce(*Pool, Count);
		}
	}
	EXPECT_GE(CreateThreadPool(0)->WorkerCount(), 1);
	EXPECT_EQ(CreateThreadPool(1000)->WorkerCount(), 256);
}

TEST(ThreadPool, WakesUpAgainAndAgain)
{
	const std::unique_ptr<TaskScheduler> Pool = CreateThreadPool(3);
	for (int Round = 0; Round < 200; ++Round)
	{
		ExpectEachOnce(*Pool, 7);
		if (Round % 20 == 0)
		{
			// Long enough to fall asleep.
			std::this_thread::sleep_for(std::chrono::milliseconds(2));
		}
	}
}

TEST(ThreadPool, OtherThreadsDoComeToHelp)
{
	const std::unique_ptr<TaskScheduler> Pool = CreateThreadPool(2);
	// Each of the two items waits for the other one to begin, which takes two threads.
	std::atomic<int> Begun{0};
	Loop(*Pool, 2,
		[&](int, int, int)
		{
			Begun.fetch_add(1);
			while (Begun.load() < 2)
			{
				std::this_thread::yield();
			}
		});
	EXPECT_EQ(Begun.load(), 2);
}

TEST(ThreadPool, ACallWithinACallIsDoneByItsThread)
{
	const std::unique_ptr<TaskScheduler> Pool = CreateThreadPool(3);
	std::atomic<int> Inner{0};
	Loop(*Pool, 20,
		[&](int Begin, int End, int Worker)
		{
			for (int Item = Begin; Item < End; ++Item)
			{
				const std::thread::id Mine = std::this_thread::get_id();
				Loop(*Pool, 5,
					[&](int First, int Last, int SameWorker)
					{
						EXPECT_EQ(SameWorker, Worker);
						EXPECT_EQ(std::this_thread::get_id(), Mine);
						Inner.fetch_add(Last - First);
					});
			}
		});
	EXPECT_EQ(Inner.load(), 100);
	ExpectEachOnce(*Pool, 100);
}

TEST(ThreadPool, CallersTakeTurns)
{
	const std::unique_ptr<TaskScheduler> Pool = CreateThreadPool(2);
	std::vector<std::thread> Callers;
	for (int Caller = 0; Caller < 3; ++Caller)
	{
		Callers.emplace_back(
			[&Pool]
			{
				for (int Round = 0; Round < 50; ++Round)
				{
					ExpectEachOnce(*Pool, 100);
				}
			});
	}
	for (std::thread& Caller : Callers)
	{
		Caller.join();
	}
}

/// Notes how often it is asked.
class CountingScheduler final : public TaskScheduler
{
public:
	explicit CountingScheduler(double InWorthSharing) : Worth(InWorthSharing) {}

	int WorkerCount() const override { return 2; }
	void ParallelFor(int Count, RangeFunction Function, void* Context) override
	{
		++Asked;
		Function(Context, 0, Count, 0);
	}
	double WorthSharing() const override { return Worth; }

	int Asked = 0;

private:
	double Worth;
};

int TimesAsked(double WorthSharing)
{
	CountingScheduler Scheduler(WorthSharing);
	World Crowd = World::Create({.Isa = EIsa::Scalar, .Scheduler = &Scheduler}).Value();
	TestRandom Random(7);
	for (int Agent = 0; Agent < 50; ++Agent)
	{
		EXPECT_TRUE(Crowd.AddAgent(Walker(Random.InSquare(30.0f), Random.InDisc(1.3f))));
	}
	for (int Step = 0; Step < 20; ++Step)
	{
		EXPECT_TRUE(Crowd.Step(0.01f));
	}
	return Scheduler.Asked;
}

TEST(StepThreads, ShortStepsAskForNoHelp)
{
	EXPECT_EQ(TimesAsked(0.0), 20);
	EXPECT_EQ(TimesAsked(1e-9), 20);
	// But for the first step, of which nobody knows how long it takes.
	EXPECT_EQ(TimesAsked(1e9), 1);
}

TEST(StepThreads, OwnThreadsAreWorthWakingForLongStepsOnly)
{
	for (const auto Create : {&CreateThreadPool, &CreateTbbScheduler})
	{
		if (const std::unique_ptr<TaskScheduler> Scheduler = Create(2))
		{
			const double Asleep = Scheduler->WorthSharing();
			EXPECT_GT(Asleep, 0.0);
			EXPECT_LT(Asleep, 1e-3);
			// Right after a call they are awake; a busy machine may be late to ask.
			double Awake = Asleep;
			for (int Try = 0; Try < 1000 && Awake == Asleep; ++Try)
			{
				ExpectEachOnce(*Scheduler, 2);
				Awake = Scheduler->WorthSharing();
			}
			EXPECT_LT(Awake, Asleep);
		}
	}
}
}
}
