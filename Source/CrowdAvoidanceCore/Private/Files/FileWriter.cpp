// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "CrowdCore/CrowdFile.h"

#include "Files/PathError.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace CrowdAvoidance
{
namespace
{
/// As many as Linux follows.
constexpr int MostLinks = 40;
/// Names beside a file that are tried. Only killed programs leave some behind.
constexpr int MostNames = 10'000;

/// Where a path leads, whether or not there is a file yet. Empty: its links go round in a circle.
std::filesystem::path BehindLinks(std::filesystem::path Place)
{
	std::error_code Ignored;
	for (int Links = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(Place, Ignored)); ++Links)
	{
		if (Links == MostLinks)
		{
			return {};
		}
		Place = Place.parent_path() / std::filesystem::read_symlink(Place, Ignored);
	}
	return Place;
}
}

FileWriter::~FileWriter()
{
	Drop();
}

void FileWriter::Drop()
{
	if (File != nullptr)
	{
		std::fclose(std::exchange(File, nullptr));
		if (!PartialPath.empty())
		{
			std::remove(PartialPath.c_str());
		}
	}
}

Result<void> FileWriter::Open(const char* InPath)
{
	CROWD_ASSERT(InPath != nullptr);
	Drop();
	Path = InPath;
	PartialPath.clear();
	std::error_code Ignored;
	const std::filesystem::file_status Present = std::filesystem::status(Path, Ignored);
	if (Path.empty() || std::filesystem::is_directory(Present))
	{
		return PathError("write", Path, Path.empty() ? ENOENT : EISDIR);
	}
	if (std::filesystem::exists(Present) && !std::filesystem::is_regular_file(Present))
	{
		// A device or a pipe: moving a file onto it would destroy it.
		errno = 0;
		File = std::fopen(Path.c_str(), "wb");
		return File != nullptr ? Result<void>() : PathError("write", Path, errno);
	}
	Target = BehindLinks(Path).string();
	if (Target.empty())
	{
		return PathError("write", Path, ELOOP);
	}
	int Code = EEXIST;
	for (int Number = 1; File == nullptr && Code == EEXIST && Number <= MostNames; ++Number)
	{
		PartialPath = Target + ".partial" + (Number == 1 ? std::string() : std::to_string(Number));
		errno = 0;
		// x: only when there is nothing of that name, which is what makes it ours.
		File = std::fopen(PartialPath.c_str(), "wbx");
		Code = errno;
	}
	return File != nullptr ? Result<void>() : PathError("write", Path, Code);
}

Result<void> FileWriter::Write(const void* Data, size_t Size)
{
	if (File == nullptr)
	{
		return Error::Format("file: Write without a successful Open");
	}
	errno = 0;
	if (Size > 0 && std::fwrite(Data, 1, Size, File) != Size)
	{
		const int Code = errno;
		Drop();
		return PathError("write", Path, Code);
	}
	return {};
}

Result<void> FileWriter::Commit()
{
	if (File == nullptr)
	{
		return Error::Format("file: Commit without a successful Open");
	}
	errno = 0;
	const bool bClosed = std::fclose(std::exchange(File, nullptr)) == 0;
	const int CloseCode = errno;
	if (PartialPath.empty())
	{
		return bClosed ? Result<void>() : PathError("write", Path, CloseCode);
	}
	std::error_code MoveCode;
	if (bClosed)
	{
		std::filesystem::rename(PartialPath, Target, MoveCode);
	}
	if (!bClosed || MoveCode)
	{
		std::remove(PartialPath.c_str());
		return PathError("write", Path, bClosed ? MoveCode.value() : CloseCode);
	}
	return {};
}
}
