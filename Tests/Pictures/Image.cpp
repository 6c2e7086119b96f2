// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Image.h"

#include <cairo.h>

#include <cmath>
#include <cstring>

namespace CrowdAvoidance::Pictures
{
namespace
{
struct Source
{
	const std::string& Bytes;
	size_t At = 0;
};

cairo_status_t ReadBytes(void* From, unsigned char* To, unsigned int Count)
{
	Source& Input = *static_cast<Source*>(From);
	if (Count > Input.Bytes.size() - Input.At)
	{
		return CAIRO_STATUS_READ_ERROR;
	}
	std::memcpy(To, Input.Bytes.data() + Input.At, Count);
	Input.At += Count;
	return CAIRO_STATUS_SUCCESS;
}
}

struct Image::Impl
{
	cairo_surface_t* Surface = nullptr;
};

Image::Image(const std::string& Png) : State(std::make_unique<Impl>())
{
	Source Input{Png};
	State->Surface = cairo_image_surface_create_from_png_stream(&ReadBytes, &Input);
	EXPECT_EQ(CAIRO_STATUS_SUCCESS, cairo_surface_status(State->Surface));
}

Image::~Image()
{
	cairo_surface_destroy(State->Surface);
}

int Image::Width() const
{
	return cairo_image_surface_get_width(State->Surface);
}

int Image::Height() const
{
	return cairo_image_surface_get_height(State->Surface);
}

Display::Color Image::At(Point Place) const
{
	const int X = static_cast<int>(std::floor(Place.X));
	const int Y = static_cast<int>(std::floor(Place.Y));
	if (X < 0 || X >= Width() || Y < 0 || Y >= Height())
	{
		ADD_FAILURE() << "pixel " << X << ", " << Y << " is outside of the picture";
		return {};
	}
	uint32_t Pixel = 0;
	std::memcpy(&Pixel,
		cairo_image_surface_get_data(State->Surface) + Y * cairo_image_surface_get_stride(State->Surface) + 4 * X, 4);
	return {static_cast<uint8_t>(Pixel >> 16), static_cast<uint8_t>(Pixel >> 8), static_cast<uint8_t>(Pixel)};
}
}
