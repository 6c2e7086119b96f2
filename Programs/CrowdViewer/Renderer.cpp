// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT

#include "CrowdViewer/Renderer.h"

#include <GLFW/glfw3.h>

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace CrowdAvoidance::Viewer
{
namespace
{
/// All shaders: world to window, and the size of a pixel.
constexpr const char* Common = R"(#version 330 core
uniform vec2 EyeCenter; // [m]
uniform float EyeScale; // [pixels/m]
uniform vec2 ViewSize;  // [pixels]
vec2 ToPixels(vec2 Point) { return (Point - EyeCenter) * EyeScale; }
vec4 ToClip(vec2 Pixels) { return vec4(Pixels * 2.0 / ViewSize, 0.0, 1.0); }
)";

constexpr const char* DiscVertex = R"(
layout(location = 0) in vec3 Disc;
layout(location = 1) in vec2 InHeading;
layout(location = 2) in vec4 InFill;
layout(location = 3) in vec4 InRim;
layout(location = 4) in float InRimWidth;
flat out vec4 Fill;
flat out vec4 Rim;
flat out vec2 Heading;
flat out float Radius;
flat out float RimWidth;
out vec2 Offset;
void main()
{
	// Nobody is too small to be seen.
	Radius = max(Disc.z * EyeScale, 1.3);
	RimWidth = Radius > 3.0 ? InRimWidth : 0.0;
	Fill = InFill;
	Rim = InRim;
	Heading = InHeading;
	vec2 Corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	Offset = Corner * (Radius + 1.0);
	gl_Position = ToClip(ToPixels(Disc.xy) + Offset);
}
)";

constexpr const char* DiscFragment = R"(#version 330 core
flat in vec4 Fill;
flat in vec4 Rim;
flat in vec2 Heading;
flat in float Radius;
flat in float RimWidth;
in vec2 Offset;
out vec4 Color;
void main()
{
	float Inside = Radius - length(Offset);
	Color = mix(Fill, Rim, clamp(RimWidth - Inside + 0.5, 0.0, 1.0) * step(0.01, RimWidth));
	if (Radius > 4.0 && dot(Heading, Heading) > 0.5)
	{
		float Along = clamp(dot(Offset, Heading), 0.35 * Radius, 0.75 * Radius);
		float Nose = 0.13 * Radius - length(Offset - Heading * Along);
		Color.rgb = mix(Color.rgb, vec3(0.06, 0.08, 0.11), clamp(Nose + 0.5, 0.0, 1.0));
	}
	Color.a *= clamp(Inside + 0.5, 0.0, 1.0);
}
)";

constexpr const char* LineVertex = R"(
layout(location = 0) in vec4 Ends;
layout(location = 1) in vec4 InColor;
layout(location = 2) in float InWidth;
flat out vec4 LineColor;
flat out float HalfWidth;
out float Beside;
void main()
{
	vec2 From = ToPixels(Ends.xy);
	vec2 To = ToPixels(Ends.zw);
	vec2 Span = To - From;
	vec2 Along = length(Span) > 0.0 ? normalize(Span) : vec2(1.0, 0.0);
	HalfWidth = InWidth * 0.5;
	LineColor = InColor;
	float Side = float(gl_VertexID & 1) * 2.0 - 1.0;
	Beside = Side * (HalfWidth + 1.0);
	vec2 End = (gl_VertexID >> 1) == 0 ? From - Along * HalfWidth * 0.5 : To + Along * HalfWidth * 0.5;
	gl_Position = ToClip(End + vec2(-Along.y, Along.x) * Beside);
}
)";

constexpr const char* LineFragment = R"(#version 330 core
flat in vec4 LineColor;
flat in float HalfWidth;
in float Beside;
out vec4 Color;
void main()
{
	Color = LineColor;
	Color.a *= clamp(HalfWidth - abs(Beside) + 0.5, 0.0, 1.0);
}
)";

constexpr const char* FillVertexShader = R"(
layout(location = 0) in vec2 Position;
layout(location = 1) in vec4 InColor;
flat out vec4 FillColor;
void main()
{
	FillColor = InColor;
	gl_Position = ToClip(ToPixels(Position));
}
)";

constexpr const char* FillFragment = R"(#version 330 core
flat in vec4 FillColor;
out vec4 Color;
void main() { Color = FillColor; }
)";

GLuint Compile(GLenum Kind, const std::string& Source)
{
	const GLuint Shader = glCreateShader(Kind);
	const char* Text = Source.c_str();
	glShaderSource(Shader, 1, &Text, nullptr);
	glCompileShader(Shader);
	GLint bDone = 0;
	glGetShaderiv(Shader, GL_COMPILE_STATUS, &bDone);
	if (!bDone)
	{
		char Log[512] = {};
		glGetShaderInfoLog(Shader, sizeof(Log), nullptr, Log);
		throw std::runtime_error(std::string("the graphics driver refuses a shader: ") + Log);
	}
	return Shader;
}

GLuint Link(const char* Vertex, const char* Fragment)
{
	const GLuint Parts[] = {
		Compile(GL_VERTEX_SHADER, std::string(Common) + Vertex), Compile(GL_FRAGMENT_SHADER, Fragment)};
	const GLuint Program = glCreateProgram();
	for (const GLuint Part : Parts)
	{
		glAttachShader(Program, Part);
	}
	glLinkProgram(Program);
	for (const GLuint Part : Parts)
	{
		glDeleteShader(Part);
	}
	GLint bDone = 0;
	glGetProgramiv(Program, GL_LINK_STATUS, &bDone);
	if (!bDone)
	{
		throw std::runtime_error("the graphics driver cannot link a shader");
	}
	return Program;
}

/// One value of each instance (Divisor 1) or vertex (0).
struct Attribute
{
	GLint Parts;
	bool bBytes; ///< Bytes that stand for 0 .. 1; otherwise floats.
	size_t Offset;
};

void SetAttributes(std::span<const Attribute> Attributes, size_t Stride, GLuint Divisor)
{
	for (GLuint Index = 0; Index < Attributes.size(); ++Index)
	{
		const Attribute& Item = Attributes[Index];
		glEnableVertexAttribArray(Index);
		glVertexAttribPointer(Index, Item.Parts, Item.bBytes ? GL_UNSIGNED_BYTE : GL_FLOAT,
			Item.bBytes ? GL_TRUE : GL_FALSE, static_cast<GLsizei>(Stride), reinterpret_cast<const void*>(Item.Offset));
		glVertexAttribDivisor(Index, Divisor);
	}
}
}

Renderer::Renderer()
{
	Discs.Program = Link(DiscVertex, DiscFragment);
	Lines.Program = Link(LineVertex, LineFragment);
	Fills.Program = Link(FillVertexShader, FillFragment);
	for (Pipeline* Pipe : {&Discs, &Lines, &Fills})
	{
		glGenVertexArrays(1, &Pipe->VertexArray);
		glGenBuffers(1, &Pipe->Buffer);
		glBindVertexArray(Pipe->VertexArray);
		glBindBuffer(GL_ARRAY_BUFFER, Pipe->Buffer);
		if (Pipe == &Discs)
		{
			constexpr Attribute Layout[] = {{3, false, offsetof(DiscInstance, Center)},
				{2, false, offsetof(DiscInstance, Heading)}, {4, true, offsetof(DiscInstance, Fill)},
				{4, true, offsetof(DiscInstance, Rim)}, {1, false, offsetof(DiscInstance, RimWidth)}};
			SetAttributes(Layout, sizeof(DiscInstance), 1);
		}
		else if (Pipe == &Lines)
		{
			constexpr Attribute Layout[] = {{4, false, offsetof(LineInstance, From)},
				{4, true, offsetof(LineInstance, Color)}, {1, false, offsetof(LineInstance, Width)}};
			SetAttributes(Layout, sizeof(LineInstance), 1);
		}
		else
		{
			constexpr Attribute Layout[] = {
				{2, false, offsetof(FillVertex, Position)}, {4, true, offsetof(FillVertex, Color)}};
			SetAttributes(Layout, sizeof(FillVertex), 0);
		}
	}
	glBindVertexArray(0);
}

Renderer::~Renderer()
{
	for (const Pipeline* Pipe : {&Discs, &Lines, &Fills})
	{
		glDeleteProgram(Pipe->Program);
		glDeleteVertexArrays(1, &Pipe->VertexArray);
		glDeleteBuffers(1, &Pipe->Buffer);
	}
}

void Renderer::BeginView(const Camera& InEye, const ScreenRect& View, float WindowHeight, Vec2 PixelScale)
{
	Eye = InEye;
	ViewSize = {View.Width, View.Height};
	const auto Pixels = [](float Value, float Scale) { return static_cast<GLint>(std::lround(Value * Scale)); };
	const GLint Left = Pixels(View.X, PixelScale.X);
	const GLint Bottom = Pixels(WindowHeight - View.Y - View.Height, PixelScale.Y);
	const GLint Width = Pixels(View.Width, PixelScale.X);
	const GLint Height = Pixels(View.Height, PixelScale.Y);
	glViewport(Left, Bottom, Width, Height);
	glEnable(GL_SCISSOR_TEST);
	glScissor(Left, Bottom, Width, Height);
	glClearColor(Display::Background.R / 255.0f, Display::Background.G / 255.0f, Display::Background.B / 255.0f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

void Renderer::EndView()
{
	glDisable(GL_SCISSOR_TEST);
	glDisable(GL_BLEND);
	glBindVertexArray(0);
}

void Renderer::UsePipeline(const Pipeline& Pipe, const void* Data, size_t Bytes)
{
	glUseProgram(Pipe.Program);
	glUniform2f(glGetUniformLocation(Pipe.Program, "EyeCenter"), Eye.Center.X, Eye.Center.Y);
	glUniform1f(glGetUniformLocation(Pipe.Program, "EyeScale"), Eye.Scale);
	glUniform2f(glGetUniformLocation(Pipe.Program, "ViewSize"), ViewSize.X, ViewSize.Y);
	glBindVertexArray(Pipe.VertexArray);
	glBindBuffer(GL_ARRAY_BUFFER, Pipe.Buffer);
	glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(Bytes), Data, GL_STREAM_DRAW);
}

void Renderer::DrawDiscs(std::span<const DiscInstance> Items)
{
	UsePipeline(Discs, Items.data(), Items.size_bytes());
	glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(Items.size()));
}

void Renderer::DrawLines(std::span<const LineInstance> Items)
{
	UsePipeline(Lines, Items.data(), Items.size_bytes());
	glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(Items.size()));
}

void Renderer::DrawTriangles(std::span<const FillVertex> Vertices)
{
	UsePipeline(Fills, Vertices.data(), Vertices.size_bytes());
	glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(Vertices.size()));
}

void Renderer::DrawPolygons(std::span<const Vec2> Fans, Rgba Color)
{
	// The triangles of a concave polygon's fan that lie outside it are wound the other way and cancel out, so first it is counted
	// how often each pixel is covered, then what is covered is painted.
	Scratch.clear();
	for (const Vec2 Corner : Fans)
	{
		Scratch.push_back({Corner, Color});
	}
	glEnable(GL_STENCIL_TEST);
	glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
	glStencilFunc(GL_ALWAYS, 0, 0xff);
	glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
	glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
	DrawTriangles(Scratch);

	glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	glStencilFunc(GL_NOTEQUAL, 0, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_ZERO);
	const float HalfX = ViewSize.X / Eye.Scale;
	const float HalfY = ViewSize.Y / Eye.Scale;
	const auto At = [&](float X, float Y) {
		return FillVertex{{Eye.Center.X + X * HalfX, Eye.Center.Y + Y * HalfY}, Color};
	};
	const FillVertex Cover[] = {At(-1, -1), At(1, -1), At(1, 1), At(-1, -1), At(1, 1), At(-1, 1)};
	DrawTriangles(Cover);
	glDisable(GL_STENCIL_TEST);
}
}
