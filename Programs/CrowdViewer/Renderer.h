// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/Camera.h"
#include "Display/Colors.h"

#include <span>

namespace CrowdAvoidance::Viewer
{
/// Red, green, blue, opacity. [0 .. 255]
struct Rgba
{
	uint8_t R = 0, G = 0, B = 0, A = 255;

	Rgba() = default;
	Rgba(Display::Color Color, float Alpha = 1.0f)
		: R(Color.R),
		  G(Color.G),
		  B(Color.B),
		  A(static_cast<uint8_t>(Alpha * 255.0f))
	{}
};

/// Positions and radii in metres, widths in pixels. These are what the graphics card gets.
struct DiscInstance
{
	Vec2 Center;
	float Radius = 0.0f;
	Vec2 Heading; ///< Where its nose points, of length 1; zero: it has none.
	Rgba Fill;
	Rgba Rim;
	float RimWidth = 1.0f;
};

struct LineInstance
{
	Vec2 From;
	Vec2 To;
	Rgba Color;
	float Width = 1.0f;
};

struct FillVertex
{
	Vec2 Position;
	Rgba Color;
};

/// Draws with OpenGL 3.3: everything of one sort in one call, discs and lines as instances of a square.
class Renderer
{
public:
	/// Needs the window's context. Throws std::runtime_error when the driver refuses a shader.
	Renderer();
	~Renderer();
	Renderer(const Renderer&) = delete;
	Renderer& operator=(const Renderer&) = delete;

	/// From now on into this rectangle. PixelScale: pixels of the frame buffer for one of the window.
	void BeginView(const Camera& Eye, const ScreenRect& View, float WindowHeight, Vec2 PixelScale);
	void EndView();

	void DrawDiscs(std::span<const DiscInstance> Discs);
	void DrawLines(std::span<const LineInstance> Lines);
	/// Three for each triangle.
	void DrawTriangles(std::span<const FillVertex> Vertices);
	/// The union of simple polygons that may be concave: Fans has the triangles (first corner, two neighbours) of each,
	/// counter-clockwise as a whole.
	void DrawPolygons(std::span<const Vec2> Fans, Rgba Color);

private:
	struct Pipeline
	{
		unsigned Program = 0;
		unsigned VertexArray = 0;
		unsigned Buffer = 0;
	};
	void UsePipeline(const Pipeline& Pipe, const void* Data, size_t Bytes);

	Pipeline Discs;
	Pipeline Lines;
	Pipeline Fills;
	Camera Eye;
	Vec2 ViewSize; ///< [pixels of the window]
	std::vector<FillVertex> Scratch;
};
}
