// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdTypes.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace CrowdAvoidance::Testing
{
/// Seeded numbers that are the same with every compiler and library: integers and single additions and products only,
/// no trigonometry, no std distributions.
class TestRandom
{
public:
	explicit TestRandom(uint64_t Seed) : State(Seed * 0x9E3779B97F4A7C15ull + 0xD1B54A32D192ED03ull) {}

	uint64_t Bits()
	{
		State += 0x9E3779B97F4A7C15ull;
		uint64_t Mixed = State;
		Mixed = (Mixed ^ (Mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
		Mixed = (Mixed ^ (Mixed >> 27)) * 0x94D049BB133111EBull;
		return Mixed ^ (Mixed >> 31);
	}

	/// 0 .. Count - 1
	int Index(int Count) { return static_cast<int>(Bits() % static_cast<uint64_t>(Count)); }

	/// Low .. High, both included.
	int Integer(int Low, int High) { return Low + Index(High - Low + 1); }

	/// [0, 1)
	float Unit() { return static_cast<float>(Bits() >> 40) * (1.0f / 16777216.0f); }

	float Range(float Low, float High)
	{
		const float Span = High - Low;
		const float Offset = Unit() * Span;
		return Low + Offset;
	}

	template <typename T>
	void Shuffle(std::vector<T>& Items)
	{
		for (size_t Left = Items.size(); Left > 1; --Left)
		{
			std::swap(Items[Left - 1], Items[static_cast<size_t>(Bits() % Left)]);
		}
	}

	bool Chance(float Probability) { return Unit() < Probability; }

	/// In the square around the origin.
	Vec2 InSquare(float HalfSide)
	{
		const float X = Range(-HalfSide, HalfSide);
		const float Y = Range(-HalfSide, HalfSide);
		return {X, Y};
	}

	/// In the disc around the origin.
	Vec2 InDisc(float Radius)
	{
		for (;;)
		{
			const Vec2 Point = InSquare(1.0f);
			const float XX = Point.X * Point.X;
			const float YY = Point.Y * Point.Y;
			if (XX + YY <= 1.0f)
			{
				return {Point.X * Radius, Point.Y * Radius};
			}
		}
	}

private:
	uint64_t State;
};
}
