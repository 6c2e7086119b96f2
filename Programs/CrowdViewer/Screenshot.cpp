// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Screenshot.h"

#include "Scenarios/Scene.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <png.h>

#include <vector>

namespace CrowdAvoidance::Viewer
{
void SaveScreenshot(const std::string& Path, int Width, int Height)
{
	const int Stride = Width * 3;
	std::vector<unsigned char> Pixels(static_cast<size_t>(Stride) * static_cast<size_t>(Height));
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glReadPixels(0, 0, Width, Height, GL_RGB, GL_UNSIGNED_BYTE, Pixels.data());
	png_image Image = {};
	Image.version = PNG_IMAGE_VERSION;
	Image.width = static_cast<png_uint_32>(Width);
	Image.height = static_cast<png_uint_32>(Height);
	Image.format = PNG_FORMAT_RGB;
	// OpenGL begins at the bottom: a negative stride turns the picture over.
	if (!png_image_write_to_file(&Image, Path.c_str(), 0, Pixels.data(), -Stride, nullptr))
	{
		throw Scenarios::InputError(fmt::format("cannot write '{}': {}", Path, Image.message));
	}
}
}
