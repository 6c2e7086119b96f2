// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Scenarios/TrajectoryText.h"

#include "Scenarios/JsonReader.h"
#include "Scenarios/Spawners.h"
#include "Scenarios/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace CrowdAvoidance::Scenarios
{
namespace
{
constexpr size_t MaxTrajectoryBytes = size_t{512} << 20;
constexpr const char* Blanks = " \t\r";
constexpr size_t MostColumns = 5;
/// Whole numbers up to here survive in doubles.
constexpr int64_t MaxPersonId = int64_t{1} << 53;
constexpr int64_t MaxFrame = 1'000'000'000;

/// Cuts the next word off a line; empty at its end.
std::string_view NextWord(std::string_view& Line)
{
	const size_t Begin = Line.find_first_not_of(Blanks);
	Line.remove_prefix(std::min(Begin, Line.size()));
	const std::string_view Word = Line.substr(0, Line.find_first_of(Blanks));
	Line.remove_prefix(Word.size());
	return Word;
}

std::optional<double> NumberOf(std::string_view Word)
{
	double Value = 0.0;
	const auto [End, Code] = std::from_chars(Word.data(), Word.data() + Word.size(), Value);
	const bool bWhole = Code == std::errc() && End == Word.data() + Word.size() && std::isfinite(Value);
	return bWhole ? std::optional(Value) : std::nullopt;
}

struct Row
{
	int64_t Id = 0;
	TrajectoryPoint Point;
	size_t Line = 0;
};

class TextReader
{
public:
	TextReader(const std::string& InOrigin, const TrajectoryFormat& Format)
		: Origin(InOrigin),
		  FrameRate(Format.FrameRate),
		  UnitMeters(Format.UnitMeters),
		  bFixedRate(Format.FrameRate.has_value()),
		  bFixedUnit(Format.UnitMeters.has_value())
	{}

	TrajectorySet Read(std::string_view Text)
	{
		while (!Text.empty())
		{
			++LineNumber;
			const size_t End = std::min(Text.find('\n'), Text.size());
			ReadLine(Text.substr(0, End));
			Text.remove_prefix(std::min(End + 1, Text.size()));
		}
		return Finish();
	}

private:
	[[noreturn]] void Refuse(const std::string& Problem) const
	{
		throw InputError(fmt::format("{}:{}: {}", Origin, LineNumber, Problem));
	}

	void ReadLine(std::string_view Line)
	{
		const size_t Begin = Line.find_first_not_of(Blanks);
		if (Begin == std::string_view::npos)
		{
			return;
		}
		if (Line[Begin] == '#')
		{
			ReadComment(Line);
			return;
		}
		Row Read;
		Read.Line = LineNumber;
		Read.Id = Whole(NextWord(Line), "id", MaxPersonId);
		Read.Point.Frame = Whole(NextWord(Line), "frame", MaxFrame);
		Read.Point.Position.X = Coordinate(NextWord(Line), "x");
		Read.Point.Position.Y = Coordinate(NextWord(Line), "y");
		size_t Columns = MostColumns - 1;
		for (std::string_view Word = NextWord(Line); !Word.empty(); Word = NextWord(Line))
		{
			if (++Columns > MostColumns)
			{
				Refuse("has more than five columns, must be: id frame x y [z]");
			}
			Coordinate(Word, "z");
		}
		Rows.push_back(Read);
	}

	void ReadComment(std::string_view Line)
	{
		const auto Says = [Line](const char* Words) { return Line.find(Words) != std::string_view::npos; };
		if (!bFixedUnit && (Says("x/cm") || Says("in cm")))
		{
			UnitMeters = 0.01;
		}
		else if (!bFixedUnit && (Says("x/m") || Says("in m")))
		{
			UnitMeters = 1.0;
		}
		const std::string_view Key = "framerate:";
		if (const size_t At = Line.find(Key); !bFixedRate && At != std::string_view::npos)
		{
			Line.remove_prefix(At + Key.size());
			std::string_view Word = NextWord(Line);
			// "16fps" has been seen.
			Word = Word.substr(0, Word.find("fps"));
			const std::optional<double> Rate = NumberOf(Word);
			if (!Rate || !FrameRateRange.Contains(*Rate))
			{
				Refuse(fmt::format("framerate is {}, must be {}", Quoted(std::string(Word)), FrameRateRange.Text()));
			}
			FrameRate = Rate;
		}
	}

	int64_t Whole(std::string_view Word, const char* What, int64_t Most) const
	{
		const std::optional<double> Value = NumberOf(Word);
		// Some files have "12.0".
		if (!Value || *Value < 0.0 || *Value > static_cast<double>(Most) || *Value != std::floor(*Value))
		{
			Refuse(fmt::format("{} is {}, must be a whole number from 0 to {}", What, Quoted(std::string(Word)), Most));
		}
		return static_cast<int64_t>(*Value);
	}

	double Coordinate(std::string_view Word, const char* What) const
	{
		const std::optional<double> Value = NumberOf(Word);
		if (!Value || !CoordinateRange.Contains(*Value))
		{
			Refuse(fmt::format("{} is {}, must be {}", What, Quoted(std::string(Word)), CoordinateRange.Text()));
		}
		return *Value;
	}

	TrajectorySet Finish()
	{
		const auto RefuseFile = [this](const char* Problem)
		{ throw InputError(fmt::format("{}: {}", Origin, Problem)); };
		if (Rows.empty())
		{
			RefuseFile("has no line 'id frame x y', must have one at least");
		}
		if (!FrameRate)
		{
			RefuseFile("names no frame rate, must have the comment '# framerate: 16', or it must be given");
		}
		if (!UnitMeters)
		{
			RefuseFile("names no unit, must have the comment '# id frame x/m y/m' or 'x/cm y/cm', or it must be given");
		}
		std::sort(Rows.begin(), Rows.end(),
			[](const Row& A, const Row& B)
			{ return std::tuple(A.Id, A.Point.Frame, A.Line) < std::tuple(B.Id, B.Point.Frame, B.Line); });
		TrajectorySet Set;
		Set.FrameRate = *FrameRate;
		for (const Row& Each : Rows)
		{
			if (Set.People.empty() || Set.People.back().Id != Each.Id)
			{
				Set.People.push_back({Each.Id, {}});
			}
			PersonTrack& Track = Set.People.back();
			if (!Track.Points.empty() && Track.LastFrame() == Each.Point.Frame)
			{
				LineNumber = Each.Line;
				Refuse(fmt::format("has frame {} of id {} once more", Each.Point.Frame, Each.Id));
			}
			Track.Points.push_back({Each.Point.Frame, Each.Point.Position * *UnitMeters});
		}
		return Set;
	}

	const std::string& Origin;
	std::optional<double> FrameRate;
	std::optional<double> UnitMeters;
	bool bFixedRate;
	bool bFixedUnit;
	size_t LineNumber = 0;
	std::vector<Row> Rows;
};
}

std::optional<Point> PersonTrack::At(double Frame) const
{
	if (!(Frame >= static_cast<double>(FirstFrame()) && Frame <= static_cast<double>(LastFrame())))
	{
		return std::nullopt;
	}
	const auto Next = std::lower_bound(Points.begin(), Points.end(), Frame,
		[](const TrajectoryPoint& Each, double Wanted) { return static_cast<double>(Each.Frame) < Wanted; });
	if (static_cast<double>(Next->Frame) == Frame)
	{
		return Next->Position;
	}
	const TrajectoryPoint& Last = *std::prev(Next);
	const double Share = (Frame - static_cast<double>(Last.Frame)) / static_cast<double>(Next->Frame - Last.Frame);
	return Last.Position + (Next->Position - Last.Position) * Share;
}

const PersonTrack* TrajectorySet::Find(int64_t Id) const
{
	const auto Found = std::lower_bound(
		People.begin(), People.end(), Id, [](const PersonTrack& Each, int64_t Wanted) { return Each.Id < Wanted; });
	return Found != People.end() && Found->Id == Id ? &*Found : nullptr;
}

TrajectorySet ParseTrajectories(std::string_view Text, const std::string& Origin, const TrajectoryFormat& Format)
{
	return TextReader(Origin, Format).Read(Text);
}

TrajectorySet ReadTrajectories(const std::filesystem::path& File, const TrajectoryFormat& Format)
{
	return ParseTrajectories(ReadFile(File, MaxTrajectoryBytes), File.string(), Format);
}
}
