// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#include "PageReader.h"

#include <zlib.h>

#include <stdexcept>
#include <string_view>
#include <tuple>

namespace CrowdAvoidance::Replay
{
namespace
{
void Check(bool bGood, const char* What)
{
	if (!bGood)
	{
		throw std::runtime_error(What);
	}
}

std::string FromBase64(std::string_view Text)
{
	static constexpr std::string_view Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string Out;
	uint32_t Bits = 0;
	int Count = 0;
	for (const char Char : Text)
	{
		if (Char == '=')
		{
			break;
		}
		const size_t Digit = Digits.find(Char);
		Check(Digit != std::string_view::npos, "not base64");
		Bits = Bits << 6 | static_cast<uint32_t>(Digit);
		Count += 6;
		if (Count >= 8)
		{
			Count -= 8;
			Out.push_back(static_cast<char>(Bits >> Count));
		}
	}
	return Out;
}

std::string Inflate(std::string_view Packed)
{
	z_stream Stream = {};
	Check(inflateInit(&Stream) == Z_OK, "inflateInit");
	Stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(Packed.data()));
	Stream.avail_in = static_cast<uInt>(Packed.size());
	std::string Out;
	int Outcome = Z_OK;
	while (Outcome == Z_OK)
	{
		char Buffer[65536];
		Stream.next_out = reinterpret_cast<Bytef*>(Buffer);
		Stream.avail_out = sizeof(Buffer);
		Outcome = inflate(&Stream, Z_NO_FLUSH);
		Out.append(Buffer, sizeof(Buffer) - Stream.avail_out);
	}
	inflateEnd(&Stream);
	Check(Outcome == Z_STREAM_END && Stream.avail_in == 0, "not one whole zlib stream");
	return Out;
}

size_t TakeLength(std::string_view& Bytes)
{
	Check(Bytes.size() >= 4, "no length");
	size_t Length = 0;
	for (size_t Index = 0; Index < 4; ++Index)
	{
		Length |= static_cast<size_t>(static_cast<uint8_t>(Bytes[Index])) << (8 * Index);
	}
	Bytes.remove_prefix(4);
	return Length;
}

std::string_view Take(std::string_view& Bytes, size_t Length)
{
	Check(Bytes.size() >= Length, "shorter than it says");
	const std::string_view Out = Bytes.substr(0, Length);
	Bytes.remove_prefix(Length);
	return Out;
}

class Numbers
{
public:
	explicit Numbers(std::string_view InBytes) : Bytes(InBytes) {}

	bool IsDone() const { return Bytes.empty(); }
	uint32_t Next()
	{
		uint64_t Value = 0;
		for (int Shift = 0;; Shift += 7)
		{
			const uint8_t Byte = static_cast<uint8_t>(Take(Bytes, 1)[0]);
			Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
			if (Byte < 0x80)
			{
				Check(Value <= UINT32_MAX, "number too large");
				return static_cast<uint32_t>(Value);
			}
		}
	}
	int64_t NextSigned()
	{
		const int64_t Value = Next();
		return Value % 2 == 0 ? Value / 2 : -(Value + 1) / 2;
	}

private:
	std::string_view Bytes;
};

using Corner = std::pair<int64_t, int64_t>;

std::vector<Corner> ReadCorners(Numbers& Points, uint32_t Count, const std::vector<Corner>* Before)
{
	std::vector<Corner> Out;
	Corner Last = {0, 0};
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		Last = Before ? Before->at(Index) : Last;
		Last.first += Points.NextSigned();
		Last.second += Points.NextSigned();
		Out.push_back(Last);
	}
	return Out;
}

std::vector<std::pair<double, double>> Scaled(const std::vector<Corner>& Corners, double Scale, double X, double Y)
{
	std::vector<std::pair<double, double>> Out;
	for (const Corner& Each : Corners)
	{
		Out.emplace_back(X + static_cast<double>(Each.first) * Scale, Y + static_cast<double>(Each.second) * Scale);
	}
	return Out;
}

std::map<uint32_t, PageReader::Overlay> ReadOverlay(
	std::string_view Bytes, double Quantum, double OriginX, double OriginY)
{
	Numbers Structure(Take(Bytes, TakeLength(Bytes)));
	Numbers Others(Take(Bytes, TakeLength(Bytes)));
	Numbers Points(Take(Bytes, TakeLength(Bytes)));
	Check(Bytes.empty(), "an overlay has three streams");
	std::map<uint32_t, PageReader::Overlay> Out;
	std::map<std::tuple<EDebugKind, uint32_t, uint32_t>, std::vector<Corner>> Before, Now;
	while (!Structure.IsDone())
	{
		PageReader::Overlay& Overlay = Out[Structure.Next()];
		const uint32_t Flags = Structure.Next();
		Overlay.bKept = (Flags & 1) != 0;
		Overlay.bRelaxed = (Flags & 2) != 0;
		Overlay.Window = Structure.Next() / 1000.0;
		Now.clear();
		int64_t Other = 0;
		for (uint32_t Left = Structure.Next(); Left > 0; --Left)
		{
			PageReader::Item& Item = Overlay.Items.emplace_back();
			Item.Kind = static_cast<EDebugKind>(Structure.Next());
			const uint32_t Bits = Structure.Next();
			Item.Reason = static_cast<EDebugReason>(Bits & 15);
			Item.bClosed = (Bits & 16) != 0;
			if ((Bits & 64) != 0)
			{
				Other += Others.NextSigned();
				Item.Other = static_cast<uint32_t>(Other);
			}
			if (Item.Kind == EDebugKind::Neighbor)
			{
				Item.Seconds = Structure.Next() / 1000.0;
				continue;
			}
			Item.Radius = (Bits & 32) != 0 ? Structure.Next() / 1000.0 : 0.0;
			const uint32_t Count = Structure.Next();
			if (!IsInVelocitySpace(Item.Kind))
			{
				Item.Points = Scaled(ReadCorners(Points, Count, nullptr), Quantum, OriginX, OriginY);
				continue;
			}
			const std::tuple Key = {Item.Kind, Item.Other, Count};
			const auto Found = Before.find(Key);
			Now[Key] = ReadCorners(Points, Count, Found == Before.end() ? nullptr : &Found->second);
			Item.Points = Scaled(Now[Key], Overlay.Window / 512.0, 0.0, 0.0);
		}
		Before = Now;
	}
	Check(Others.IsDone() && Points.IsDone(), "an overlay has more than it should");
	return Out;
}

std::vector<double> ReadLine(Numbers& Source, uint32_t Count, double Origin, double Quantum)
{
	std::vector<int64_t> Values;
	std::vector<double> Out;
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		const int64_t Foretold = Index == 0 ? 0 : Index == 1 ? Values[0] : 2 * Values[Index - 1] - Values[Index - 2];
		Values.push_back(Foretold + Source.NextSigned());
		Check(Values.back() >= 0 && Values.back() <= 65535, "a position has more than 16 bits");
		Out.push_back(Origin + static_cast<double>(Values.back()) * Quantum);
	}
	return Out;
}
}

PageReader::PageReader(const std::string& Page)
{
	static constexpr std::string_view Begin = "<script type=\"text/plain\" id=\"data\">";
	const size_t From = Page.find(Begin);
	Check(From != std::string::npos && Page.find(Begin, From + 1) == std::string::npos, "one block of data");
	const size_t To = Page.find("</script>", From);
	const std::string Packed = FromBase64(std::string_view(Page).substr(From + Begin.size(), To - From - Begin.size()));

	std::string_view Rest = Packed;
	Header = nlohmann::json::parse(Inflate(Take(Rest, TakeLength(Rest))));
	const std::string AllNumbers = Inflate(Take(Rest, TakeLength(Rest)));
	std::string_view Sections = AllNumbers;
	Quantum = Header["quantum"];
	const double OriginX = Header["origin"][0];
	const double OriginY = Header["origin"][1];

	std::vector<Numbers> Streams;
	for (const size_t Length : Header["sections"])
	{
		Streams.emplace_back(Take(Sections, Length));
	}
	Check(Streams.size() == 5 && Sections.empty(), "five sections");
	Agents.resize(Header["agents"]);
	for (Agent& Each : Agents)
	{
		Each.Present = Streams[0].Next();
		Each.Arrived = Streams[0].Next();
		Each.Radius = Streams[0].Next() / 10000.0;
		Each.MaxSpeed = Streams[0].Next() / 10000.0;
		Each.Group = Header["groups"].at(Streams[0].Next());
		for (uint32_t Left = Streams[0].Next(); Left > 0; --Left)
		{
			const double X = OriginX + static_cast<double>(Streams[0].NextSigned()) * Quantum;
			Each.Goals.emplace_back(X, OriginY + static_cast<double>(Streams[0].NextSigned()) * Quantum);
		}
	}
	Frames.resize(Header["frames"]);
	uint32_t Step = 0;
	for (Frame& Each : Frames)
	{
		Step += Streams[1].Next();
		Each.Step = Step;
		Each.Pairs = Streams[1].Next();
		Each.Arrived = Streams[1].Next();
		Each.MeanDensity = Streams[1].Next() / 1000.0;
	}
	for (Agent& Each : Agents)
	{
		Each.X = ReadLine(Streams[2], Each.Present, OriginX, Quantum);
		Each.Y = ReadLine(Streams[3], Each.Present, OriginY, Quantum);
		bool bNow = false;
		do
		{
			Each.Overlapping.insert(Each.Overlapping.end(), Streams[4].Next(), bNow);
			bNow = !bNow;
		} while (Each.Overlapping.size() < Each.Present);
		Check(Each.Overlapping.size() == Each.Present, "overlaps as long as it is there");
	}
	for (const Numbers& Stream : Streams)
	{
		Check(Stream.IsDone(), "a section has more than it should");
	}
	for (const auto& [Number, Length] : Header["overlays"].get<std::vector<std::pair<uint32_t, size_t>>>())
	{
		Overlays[Number] = ReadOverlay(Inflate(Take(Rest, Length)), Quantum, OriginX, OriginY);
	}
	Check(Rest.empty(), "nothing after the overlays");
}
}
