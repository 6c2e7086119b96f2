// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "Display/Colors.h"
#include "Pictures/Layout.h"

#include <memory>
#include <span>
#include <string>

namespace CrowdAvoidance::Pictures
{
enum class EAlign
{
	Left,
	Center,
	Right
};

/// An image to draw on, in pixels. Shapes are added to a path; Fill and Stroke draw it and begin a new one.
class Canvas
{
public:
	/// Throws InputError where there is not enough memory, as does ToPng.
	Canvas(int Width, int Height);
	~Canvas();

	void SetColor(Display::Color Ink, double Alpha = 1.0);
	/// Nothing is drawn outside until the next call.
	void ClipTo(const Box& To);
	/// Lines of dashes so long; 0: solid.
	void SetDash(double Length);
	/// Whether lines end round, or just where they end.
	void SetRoundEnds(bool bRound);

	/// @name The path. What lies outside of the clip may be left out.
	void AddBox(const Box& Shape);
	void AddDisc(Point Center, double Radius);
	void AddPolygon(std::span<const Point> Corners);
	void AddLine(Point From, Point To);
	/// Of one pixel's width or more, edges on pixels: the cheapest way to draw somebody.
	void AddDot(Point Center, double Size);
	/// @}

	void Fill();
	void Stroke(double Width);
	/// Fills with FillAlpha of the colour (0: not), then strokes with LineAlpha.
	void FillAndStroke(Display::Color Ink, double FillAlpha, double LineAlpha, double Width);

	/// Base line at At. Foreign text has to be made printable before. Returns its width.
	double Text(Point At, const std::string& Words, double Size, EAlign Align = EAlign::Left, bool bBold = false);
	double TextWidth(const std::string& Words, double Size, bool bBold = false);
	/// Size, or less where the words would be wider than Room.
	double FittingSize(const std::string& Words, double Size, double Room, bool bBold = false);

	/// The file's bytes.
	std::string ToPng() const;

private:
	struct Impl;
	std::unique_ptr<Impl> State;
};
}
