// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "Validation/SvgPlot.h"

#include "Scenarios/Markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace CrowdAvoidance::Validation
{
namespace
{
/// @name Layout, in pixels
/// @{
constexpr double Width = 820.0;
constexpr double Height = 440.0;
constexpr double Left = 78.0;
constexpr double Right = 590.0; ///< The legend stands beyond.
constexpr double Top = 48.0;
constexpr double Bottom = 380.0;
constexpr double LegendLeft = 610.0;
constexpr double LegendRow = 22.0;
/// @}

/// Told apart by people who see colours differently (Okabe and Ito).
constexpr const char* Colors[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr const char* Ink = "#333333";
constexpr const char* Grid = "#dddddd";

const char* ColorOf(size_t Series)
{
	return Colors[Series % std::size(Colors)];
}

/// Thousands apart, no zeros at the end.
std::string TickText(double Value)
{
	const bool bWhole = std::abs(Value) >= 1000.0 && std::abs(Value) < 1e9;
	std::string Text = bWhole ? fmt::format("{:.0f}", Value) : fmt::format("{:.4g}", Value);
	if (bWhole)
	{
		const size_t FirstDigit = Value < 0.0 ? 1 : 0;
		for (size_t Place = Text.size(); Place > FirstDigit + 3;)
		{
			Place -= 3;
			Text.insert(Place, ",");
		}
	}
	return Text;
}

/// Short enough to stand above a narrow bar.
std::string BarText(double Value)
{
	return fmt::format("{:.{}f}", Value, Value < 9.95 ? 1 : 0);
}

/// Comparisons of round numbers forgive what the power of ten lacks by rounding.
constexpr double Rounding = 1e-9;

double DecadeOf(double Value)
{
	return std::pow(10.0, std::floor(std::log10(Value)));
}

/// The largest round number (1, 2 or 5 times a power of ten) that is not above Value.
double RoundDown(double Value)
{
	const double Decade = DecadeOf(Value);
	const double Mantissa = Value / Decade * (1.0 + Rounding);
	return Decade * (Mantissa >= 10.0 ? 10.0 : Mantissa >= 5.0 ? 5.0 : Mantissa >= 2.0 ? 2.0 : 1.0);
}

/// The smallest that is not below.
double RoundUp(double Value)
{
	const double Decade = DecadeOf(Value);
	const double Mantissa = Value / Decade * (1.0 - Rounding);
	return Decade * (Mantissa <= 1.0 ? 1.0 : Mantissa <= 2.0 ? 2.0 : Mantissa <= 5.0 ? 5.0 : 10.0);
}

/// Maps values to pixels, and knows the round numbers among them.
class Axis
{
public:
	Axis(double InFirstPixel, double InLastPixel, bool bInLog)
		: FirstPixel(InFirstPixel),
		  LastPixel(InLastPixel),
		  bLog(bInLog)
	{}

	/// A value that it can show.
	void Include(double Value)
	{
		Min = std::min(Min, Value);
		Max = std::max(Max, Value);
	}

	/// When all values are known: widens the range to round numbers.
	void Finish()
	{
		if (Min > Max)
		{
			Min = bLog ? 1.0 : 0.0;
			Max = bLog ? 10.0 : 1.0;
		}
		bLog ? FinishLog() : FinishLinear();
	}

	bool CanShow(double Value) const { return bLog ? std::isnormal(Value) && Value > 0.0 : std::isfinite(Value); }

	double Pixel(double Value) const
	{
		const double Share = bLog ? std::log(Value / Min) / std::log(Max / Min) : (Value - Min) / (Max - Min);
		return FirstPixel + Share * (LastPixel - FirstPixel);
	}

	const std::vector<double>& Ticks() const { return TickValues; }

private:
	void FinishLinear()
	{
		// Amounts are seen in proportion only from zero.
		Min = std::min(Min, 0.0);
		Max = Max > Min ? Max : Min + 1.0;
		const double Step = RoundUp((Max - Min) / 7.0);
		const double First = std::floor(Min / Step);
		const double Last = std::ceil(Max / Step - Rounding);
		Min = First * Step;
		Max = Last * Step;
		for (double Count = First; Count <= Last; ++Count)
		{
			TickValues.push_back(Count * Step);
		}
	}

	void FinishLog()
	{
		Min = RoundDown(Min);
		Max = RoundUp(Max);
		Max = Max > Min * 1.5 ? Max : RoundUp(Min * 1.5);
		const bool bDecadesOnly = Max / Min > 2000.0;
		for (double Value = Min; Value <= Max * (1.0 + Rounding); Value = RoundUp(Value * 1.5))
		{
			const double Decade = std::log10(Value);
			if (!bDecadesOnly || std::abs(Decade - std::round(Decade)) < 1e-6)
			{
				TickValues.push_back(Value);
			}
		}
	}

	double FirstPixel;
	double LastPixel;
	bool bLog;
	double Min = std::numeric_limits<double>::infinity();
	double Max = -std::numeric_limits<double>::infinity();
	std::vector<double> TickValues;
};

class Canvas
{
public:
	explicit Canvas(const std::string& Title)
	{
		Add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
			"font-family=\"sans-serif\" font-size=\"13\" fill=\"{2}\">\n",
			Width, Height, Ink);
		Add("<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
			Scenarios::EscapedMarkup(Title));
		Label(Left, Top - 20.0, "start", Title, "font-size=\"16\" font-weight=\"bold\"");
	}

	template <typename... Values>
	void Add(fmt::format_string<Values...> Pattern, Values&&... Arguments)
	{
		fmt::format_to(std::back_inserter(Text), Pattern, std::forward<Values>(Arguments)...);
	}

	void Label(double X, double Y, const char* Anchor, const std::string& Words, const std::string& Style = "")
	{
		Add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", X, Y, Anchor, Style,
			Scenarios::EscapedMarkup(Words));
	}

	void Line(double X1, double Y1, double X2, double Y2, const char* Color)
	{
		Add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", X1, Y1, X2, Y2, Color);
	}

	void DrawYAxis(const Axis& Y, const std::string& Name)
	{
		for (const double Value : Y.Ticks())
		{
			Line(Left, Y.Pixel(Value), Right, Y.Pixel(Value), Grid);
			Label(Left - 8.0, Y.Pixel(Value) + 4.5, "end", TickText(Value));
		}
		Line(Left, Top, Left, Bottom, Ink);
		Add("<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
			(Top + Bottom) / 2.0, Scenarios::EscapedMarkup(Name));
	}

	void DrawXAxis(const Axis& X, const std::string& Name)
	{
		for (const double Value : X.Ticks())
		{
			Line(X.Pixel(Value), Top, X.Pixel(Value), Bottom, Grid);
			Label(X.Pixel(Value), Bottom + 19.0, "middle", TickText(Value));
		}
		Line(Left, Bottom, Right, Bottom, Ink);
		Label((Left + Right) / 2.0, Bottom + 44.0, "middle", Name);
	}

	void DrawLegend(size_t Row, const std::string& Name)
	{
		Label(LegendLeft + 38.0, LegendY(Row) + 4.5, "start", Name);
	}
	static double LegendY(size_t Row) { return Top + 8.0 + LegendRow * static_cast<double>(Row); }

	std::string Finish()
	{
		Text += "</svg>\n";
		return std::move(Text);
	}

private:
	std::string Text;
};

void DrawMarker(Canvas& Drawing, double X, double Y, size_t Series, bool bReference)
{
	Drawing.Add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" stroke=\"{}\" stroke-width=\"1.5\" fill=\"{}\"/>\n", X, Y,
		ColorOf(Series), bReference ? "white" : ColorOf(Series));
}

void DrawSeries(Canvas& Drawing, const LineSeries& Series, size_t Index, const Axis& X, const Axis& Y)
{
	const char* const Dash = Series.bReference ? " stroke-dasharray=\"6 4\"" : "";
	std::string Path;
	bool bPenDown = false;
	for (size_t Point = 0; Point < Series.X.size(); ++Point)
	{
		const bool bShown = X.CanShow(Series.X[Point]) && Y.CanShow(Series.Y[Point]);
		if (bShown)
		{
			Path += fmt::format(
				"{}{:.1f} {:.1f}", bPenDown ? "L" : "M", X.Pixel(Series.X[Point]), Y.Pixel(Series.Y[Point]));
		}
		bPenDown = bShown;
	}
	Drawing.Add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", Path, ColorOf(Index), Dash);
	for (size_t Point = 0; Point < Series.X.size(); ++Point)
	{
		if (X.CanShow(Series.X[Point]) && Y.CanShow(Series.Y[Point]))
		{
			DrawMarker(Drawing, X.Pixel(Series.X[Point]), Y.Pixel(Series.Y[Point]), Index, Series.bReference);
		}
	}
	const double LegendY = Canvas::LegendY(Index);
	Drawing.Add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
		LegendLeft, LegendY, LegendLeft + 30.0, LegendY, ColorOf(Index), Dash);
	DrawMarker(Drawing, LegendLeft + 15.0, LegendY, Index, Series.bReference);
	Drawing.DrawLegend(Index, Series.Label);
}
}

std::string RenderSvg(const LinePlot& Plot)
{
	Axis X(Left, Right, Plot.bLogX);
	Axis Y(Bottom, Top, Plot.bLogY);
	for (const LineSeries& Series : Plot.Series)
	{
		for (size_t Point = 0; Point < Series.X.size(); ++Point)
		{
			if (X.CanShow(Series.X[Point]) && Y.CanShow(Series.Y[Point]))
			{
				X.Include(Series.X[Point]);
				Y.Include(Series.Y[Point]);
			}
		}
	}
	X.Finish();
	Y.Finish();

	Canvas Drawing(Plot.Title);
	Drawing.DrawYAxis(Y, Plot.YLabel);
	Drawing.DrawXAxis(X, Plot.XLabel);
	for (size_t Series = 0; Series < Plot.Series.size(); ++Series)
	{
		DrawSeries(Drawing, Plot.Series[Series], Series, X, Y);
	}
	return Drawing.Finish();
}

std::string RenderSvg(const BarPlot& Plot)
{
	Axis Y(Bottom, Top, false);
	for (const BarSeries& Series : Plot.Series)
	{
		for (const double Value : Series.Values)
		{
			if (Y.CanShow(Value))
			{
				Y.Include(Value);
			}
		}
	}
	Y.Finish();

	Canvas Drawing(Plot.Title);
	Drawing.DrawYAxis(Y, Plot.YLabel);
	const double GroupWidth = (Right - Left) / static_cast<double>(std::max<size_t>(Plot.Groups.size(), 1));
	const double BarWidth = 0.8 * GroupWidth / static_cast<double>(std::max<size_t>(Plot.Series.size(), 1));
	// Of a name of many letters; wider ones than their bars would run into each other.
	constexpr double LetterWidth = 6.0;
	const bool bSlanted = std::any_of(Plot.Groups.begin(), Plot.Groups.end(),
		[GroupWidth](const std::string& Name) { return LetterWidth * static_cast<double>(Name.size()) > GroupWidth; });
	for (size_t Group = 0; Group < Plot.Groups.size(); ++Group)
	{
		const double GroupLeft = Left + GroupWidth * static_cast<double>(Group);
		for (size_t Index = 0; Index < Plot.Series.size(); ++Index)
		{
			const double Value = Plot.Series[Index].Values[Group];
			if (!Y.CanShow(Value))
			{
				continue;
			}
			const double X = GroupLeft + 0.1 * GroupWidth + BarWidth * static_cast<double>(Index);
			Drawing.Add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", X,
				Y.Pixel(Value), BarWidth - 1.0, Bottom - Y.Pixel(Value), ColorOf(Index));
			Drawing.Label(X + BarWidth / 2.0, Y.Pixel(Value) - 4.0, "middle", BarText(Value), "font-size=\"9\"");
		}
		const double Middle = GroupLeft + GroupWidth / 2.0;
		if (bSlanted)
		{
			Drawing.Label(Middle + 6.0, Bottom + 14.0, "end", Plot.Groups[Group],
				fmt::format("font-size=\"11\" transform=\"rotate(-18 {:.1f} {:.1f})\"", Middle + 6.0, Bottom + 14.0));
		}
		else
		{
			Drawing.Label(Middle, Bottom + 19.0, "middle", Plot.Groups[Group], "font-size=\"11\"");
		}
	}
	Drawing.Line(Left, Bottom, Right, Bottom, Ink);
	for (size_t Index = 0; Index < Plot.Series.size(); ++Index)
	{
		Drawing.Add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"30\" height=\"12\" fill=\"{}\"/>\n", LegendLeft,
			Canvas::LegendY(Index) - 6.0, ColorOf(Index));
		Drawing.DrawLegend(Index, Plot.Series[Index].Label);
	}
	return Drawing.Finish();
}
}
