// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Pictures/Canvas.h"

#include "Pictures/Clipping.h"

#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace CrowdAvoidance::Pictures
{
namespace
{
/// Lines on the border of what was cut off must stay out of sight. [pixels]
constexpr double ClipMargin = 256.0;
/// Larger circles are drawn as polygons, which can be cut. [pixels]
constexpr double MaxArcRadius = 10'000.0;
constexpr int LargeDiscCorners = 1024;

cairo_status_t AppendBytes(void* Target, const unsigned char* Bytes, unsigned int Count)
{
	static_cast<std::string*>(Target)->append(reinterpret_cast<const char*>(Bytes), Count);
	return CAIRO_STATUS_SUCCESS;
}
}

struct Canvas::Impl
{
	cairo_surface_t* Surface = nullptr;
	cairo_t* Context = nullptr;
	Box Reach; ///< Beyond it nothing can be seen.

	Impl(int Width, int Height)
	{
		Surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Width, Height);
		Context = cairo_create(Surface);
	}
	~Impl()
	{
		cairo_destroy(Context);
		cairo_surface_destroy(Surface);
	}
	Impl(const Impl&) = delete;
	Impl& operator=(const Impl&) = delete;

	void Check(cairo_status_t Status) const
	{
		if (Status != CAIRO_STATUS_SUCCESS)
		{
			throw Scenarios::InputError(fmt::format("the picture cannot be drawn: {}", cairo_status_to_string(Status)));
		}
	}
};

Canvas::Canvas(int Width, int Height) : State(std::make_unique<Impl>(Width, Height))
{
	State->Check(cairo_status(State->Context));
	ClipTo({0.0, 0.0, static_cast<double>(Width), static_cast<double>(Height)});
	cairo_set_line_join(State->Context, CAIRO_LINE_JOIN_ROUND);
	SetRoundEnds(true);
}

Canvas::~Canvas() = default;

void Canvas::SetColor(Display::Color Ink, double Alpha)
{
	cairo_set_source_rgba(State->Context, Ink.R / 255.0, Ink.G / 255.0, Ink.B / 255.0, Alpha);
}

void Canvas::ClipTo(const Box& To)
{
	cairo_reset_clip(State->Context);
	cairo_new_path(State->Context);
	cairo_rectangle(State->Context, To.Left, To.Top, To.Width(), To.Height());
	cairo_clip(State->Context);
	State->Reach = To.Grown(ClipMargin);
}

void Canvas::SetDash(double Length)
{
	cairo_set_dash(State->Context, &Length, Length > 0.0 ? 1 : 0, 0.0);
}

void Canvas::SetRoundEnds(bool bRound)
{
	cairo_set_line_cap(State->Context, bRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
}

void Canvas::AddBox(const Box& Shape)
{
	cairo_rectangle(State->Context, Shape.Left, Shape.Top, Shape.Width(), Shape.Height());
}

void Canvas::AddDisc(Point Center, double Radius)
{
	if (Radius > MaxArcRadius)
	{
		std::vector<Point> Corners;
		for (int Corner = 0; Corner < LargeDiscCorners; ++Corner)
		{
			const double Angle = 2.0 * std::numbers::pi * Corner / LargeDiscCorners;
			Corners.push_back({Center.X + Radius * std::cos(Angle), Center.Y + Radius * std::sin(Angle)});
		}
		AddPolygon(Corners);
		return;
	}
	const Box Near = State->Reach.Grown(Radius);
	if (Center.X < Near.Left || Center.X > Near.Right || Center.Y < Near.Top || Center.Y > Near.Bottom)
	{
		return;
	}
	cairo_new_sub_path(State->Context);
	cairo_arc(State->Context, Center.X, Center.Y, Radius, 0.0, 2.0 * std::numbers::pi);
	cairo_close_path(State->Context);
}

void Canvas::AddPolygon(std::span<const Point> Corners)
{
	const std::vector<Point> Kept = ClipPolygon(Corners, State->Reach);
	if (Kept.empty())
	{
		return;
	}
	cairo_new_sub_path(State->Context);
	for (const Point Corner : Kept)
	{
		cairo_line_to(State->Context, Corner.X, Corner.Y);
	}
	cairo_close_path(State->Context);
}

void Canvas::AddLine(Point From, Point To)
{
	if (const auto Kept = ClipLine(From, To, State->Reach))
	{
		cairo_move_to(State->Context, Kept->first.X, Kept->first.Y);
		cairo_line_to(State->Context, Kept->second.X, Kept->second.Y);
	}
}

void Canvas::AddDot(Point Center, double Size)
{
	const double Side = std::max(1.0, std::round(Size));
	const double Half = 0.5 * (Side - 1.0);
	cairo_rectangle(State->Context, std::floor(Center.X - Half), std::floor(Center.Y - Half), Side, Side);
}

void Canvas::Fill()
{
	cairo_fill(State->Context);
}

void Canvas::Stroke(double Width)
{
	cairo_set_line_width(State->Context, Width);
	cairo_stroke(State->Context);
}

void Canvas::FillAndStroke(Display::Color Ink, double FillAlpha, double LineAlpha, double Width)
{
	if (FillAlpha > 0.0)
	{
		SetColor(Ink, FillAlpha);
		cairo_fill_preserve(State->Context);
	}
	SetColor(Ink, LineAlpha);
	Stroke(Width);
}

double Canvas::Text(Point At, const std::string& Words, double Size, EAlign Align, bool bBold)
{
	const double Width = TextWidth(Words, Size, bBold);
	const double Shift = Align == EAlign::Left ? 0.0 : Align == EAlign::Center ? 0.5 * Width : Width;
	cairo_move_to(State->Context, At.X - Shift, At.Y);
	cairo_show_text(State->Context, Words.c_str());
	cairo_new_path(State->Context);
	return Width;
}

double Canvas::TextWidth(const std::string& Words, double Size, bool bBold)
{
	cairo_select_font_face(State->Context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
		bBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(State->Context, Size);
	cairo_text_extents_t Extents;
	cairo_text_extents(State->Context, Words.c_str(), &Extents);
	return Extents.x_advance;
}

double Canvas::FittingSize(const std::string& Words, double Size, double Room, bool bBold)
{
	const double Width = TextWidth(Words, Size, bBold);
	return Width > Room ? Size * std::max(Room, 0.0) / Width : Size;
}

std::string Canvas::ToPng() const
{
	State->Check(cairo_status(State->Context));
	std::string Bytes;
	State->Check(cairo_surface_write_to_png_stream(State->Surface, &AppendBytes, &Bytes));
	return Bytes;
}
}
