// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdViewer/Application.h"

#include <deque>
#include <functional>
#include <stdexcept>
#include <string>

struct GLFWwindow;

namespace CrowdAvoidance::Viewer
{
/// A script did not find what it expected. Exit code 1.
class ScriptFailure : public std::runtime_error
{
public:
	using std::runtime_error::runtime_error;
};

/// Plays a user: moves the mouse, clicks widgets by their labels, types. For tests and for pictures of the window.
///
///     click LABEL                 on a widget; choose LABEL ITEM: of a list; set LABEL VALUE: types a value into it
///     clickworld X Y [ctrl]       at a point of the world [m]; dragworld X Y X Y; wheelworld X Y NOTCHES; clickagent NUMBER [ctrl]
///     key NAME                    space, enter, escape, ctrl+z or a letter
///     expect NAME OP VALUE        of Application::Query; OP: = != < > contains. until: waits for it
///     wait FRAMES, print NAME, shot FILE.png, quit
///
/// Words with blanks are put in quotation marks; # begins a comment.
class Script
{
public:
	/// Throws InputError.
	Script(const std::string& Path, GLFWwindow* InWindow, Application& InTarget);

	/// Before each frame; throws ScriptFailure.
	void Advance();
	/// After GLFW has told where the real mouse is: here is the script's.
	void ApplyMouse() const;
	/// After a frame has been drawn.
	void TakeShot(int Width, int Height);
	bool WantsToQuit() const { return bQuit; }

private:
	using Words = std::vector<std::string>;
	void Begin(const Words& Command);
	void Then(std::function<void()> Action) { Queue.push_back(std::move(Action)); }
	void Rest(int Frames);
	void Click(const std::string& Label);
	void ClickAt(std::function<Vec2()> Where, bool bCtrl);
	void Type(const std::string& Text);
	void PressKey(const std::string& Name);
	void Key(int Code, bool bDown);
	void Expect(const Words& Command, int FramesLeft);
	bool Holds(const Words& Command) const;
	[[noreturn]] void Fail(const std::string& Problem) const;

	GLFWwindow* Window;
	Application& Target;
	std::deque<std::pair<int, Words>> Commands; ///< With the number of their line.
	std::deque<std::function<void()>> Queue;    ///< One is done in each frame.
	int Line = 0;
	Vec2 Mouse = {-1.0f, -1.0f}; ///< [pixels]
	bool bLeft = false;
	std::string Shot;
	bool bQuit = false;
};
}
