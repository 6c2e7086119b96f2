// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Colors.h"
#include "Pictures/Layout.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace CrowdAvoidance::Display
{
inline void PrintTo(const Color& Value, std::ostream* Out)
{
	*Out << "rgb(" << int(Value.R) << ", " << int(Value.G) << ", " << int(Value.B) << ")";
}
}

namespace CrowdAvoidance::Pictures
{
/// A PNG file, decoded by Cairo.
class Image
{
public:
	/// Fails the test where the bytes are no PNG.
	explicit Image(const std::string& Png);
	~Image();
	Image(const Image&) = delete;
	Image& operator=(const Image&) = delete;

	int Width() const;
	int Height() const;
	/// The pixel that a point lies in.
	Display::Color At(Point Place) const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};

/// The largest difference of a part.
inline int Difference(Display::Color A, Display::Color B)
{
	return std::max({std::abs(A.R - B.R), std::abs(A.G - B.G), std::abs(A.B - B.B)});
}
}
