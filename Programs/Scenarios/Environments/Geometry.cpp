// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/Environments/Geometry.h"

#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Scenarios
{
double Point::Length() const
{
	return std::sqrt(SquaredLength());
}

Point UnitVector(double Turns)
{
	const double Quarter = std::floor(4.0 * Turns + 0.5);
	const double Angle = (Turns - 0.25 * Quarter) * (2.0 * std::numbers::pi);
	const double Square = Angle * Angle;
	double Cosine = 1.0;
	double Sine = Angle;
	double CosineTerm = 1.0;
	double SineTerm = Angle;
	// The angle is at most an eighth of a turn, where the terms that follow are below the precision of a double.
	for (int N = 1; N <= 9; ++N)
	{
		CosineTerm *= -Square / ((2 * N - 1) * (2 * N));
		SineTerm *= -Square / ((2 * N) * (2 * N + 1));
		Cosine += CosineTerm;
		Sine += SineTerm;
	}
	const double Phase = Quarter - 4.0 * std::floor(0.25 * Quarter);
	if (Phase == 0.0)
	{
		return {Cosine, Sine};
	}
	if (Phase == 1.0)
	{
		return {-Sine, Cosine};
	}
	return Phase == 2.0 ? Point{-Cosine, -Sine} : Point{Sine, -Cosine};
}
}
