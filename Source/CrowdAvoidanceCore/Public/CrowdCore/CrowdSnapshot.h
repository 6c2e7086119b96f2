// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "CrowdCore/CrowdStatus.h"
#include "CrowdCore/CrowdTypes.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// How a planner of your own takes part in World::Save and World::Load. What a struct keeps is named once, for both directions:
///
///     struct Walker
///     {
///         Vec2 Corner;
///         int32_t Polygon;
///         std::vector<uint32_t> Queue;
///
///         template <typename Self, typename Stream>
///         static void Exchange(Self& Item, Stream& Bytes)
///         {
///             Bytes(Item.Corner, Item.Queue);
///             Bytes.Within("polygon", Item.Polygon, 0, 99);
///         }
///     };
///
/// Writer(Walker) appends it, Reader(Walker) reads it. Docs/Snapshots.md
namespace CrowdAvoidance
{
template <typename T>
concept SnapshotHandle = requires(T Handle)
{
	Handle.Index;
	Handle.Generation;
};

/// Appends values to the bytes of a snapshot, little-endian, without gaps: equal values make equal bytes.
class SnapshotWriter
{
public:
	static constexpr bool bReads = false;

	/// Whole and real numbers, bool, Vec2 (within +-CrowdMaxCoordinate), handles, strings, vectors, and what has an Exchange.
	template <typename... Types>
	void operator()(const Types&... Values)
	{
		(Write(Values), ...);
	}

	/// Marks where a part begins, so that a reader that is elsewhere finds out. Name: for messages.
	void Section(const char* Name)
	{
		for (const char* Letter = Name; *Letter; ++Letter)
		{
			Write(*Letter);
		}
	}
	/// A number or enumeration that must be within these.
	template <typename T>
	void Within(const char* /*Name*/, const T& Value, double /*Least*/, double /*Most*/)
	{
		static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
		Append(&Value, sizeof(Value));
	}
	/// A number that is not for the snapshot to change: the one who loads it must have the same.
	template <typename T>
	void Same(const char* /*Name*/, const T& Value)
	{
		Write(Value);
	}
	/// How many items follow.
	void Count(uint64_t Items) { Write(Items); }
	/// A number that may be infinite.
	void MayBeInfinite(float Value) { Append(&Value, sizeof(Value)); }
	void Raw(std::span<const std::byte> Bytes) { Append(Bytes.data(), Bytes.size()); }

	const std::vector<std::byte>& Bytes() const { return Written; }
	/// With a head that says what it is, by eight letters, and by which damage is found.
	CROWDAVOIDANCECORE_API std::vector<std::byte> Seal(const char (&Kind)[9], uint32_t Version) const;
	/// A number by which other bytes are told from these.
	CROWDAVOIDANCECORE_API uint64_t Fingerprint() const;

private:
	static_assert(std::endian::native == std::endian::little, "Numbers are written straight from memory.");

	CROWDAVOIDANCECORE_API void Append(const void* From, size_t Size);

	template <typename T>
	void Write(const T& Value)
	{
		if constexpr (std::is_arithmetic_v<T>)
		{
			Append(&Value, sizeof(Value));
		}
		else if constexpr (std::is_same_v<T, Vec2>)
		{
			Write(Value.X);
			Write(Value.Y);
		}
		else if constexpr (SnapshotHandle<T>)
		{
			Write(Value.Index);
			Write(Value.Generation);
		}
		else
		{
			T::Exchange(Value, *this);
		}
	}
	void Write(const std::string& Text)
	{
		Count(Text.size());
		Append(Text.data(), Text.size());
	}
	template <typename T>
	void Write(const std::vector<T>& Items)
	{
		Count(Items.size());
		if constexpr (std::is_arithmetic_v<T>)
		{
			Append(Items.data(), Items.size() * sizeof(T));
		}
		else
		{
			for (const T& Item : Items)
			{
				Write(Item);
			}
		}
	}

	std::vector<std::byte> Written;
};

/// Reads what SnapshotWriter has written, and believes none of it: after the first thing that is wrong every value is zero and every
/// list empty, and Outcome says what it was. No list is longer than the bytes that are left.
class SnapshotReader
{
public:
	static constexpr bool bReads = true;

	explicit SnapshotReader(std::span<const std::byte> InBytes) : Bytes(InBytes) {}
	/// What SnapshotWriter::Seal has made, whole and undamaged. The bytes must outlive the reader.
	CROWDAVOIDANCECORE_API static Result<SnapshotReader> Open(
		std::span<const std::byte> Sealed, const char (&Kind)[9], uint32_t Version);

	template <typename... Types>
	void operator()(Types&... Values)
	{
		(Read(Values), ...);
	}

	void Section(const char* Name)
	{
		Part = Name;
		const size_t Length = std::strlen(Name);
		const std::span<const std::byte> Found = Raw(Length);
		if (bGood && std::memcmp(Found.data(), Name, Length) != 0)
		{
			Refuse(Error::Format("something else stands where this begins"));
		}
	}
	template <typename T>
	void Within(const char* Name, T& Value, double Least, double Most)
	{
		Take(&Value, sizeof(Value));
		const double Number = static_cast<double>(Value);
		if (!(Number >= Least && Number <= Most))
		{
			Refuse(Error::Format("%s is %.10g; it must be within %.10g .. %.10g", Name, Number, Least, Most));
			Value = {};
		}
	}
	template <typename T>
	void Same(const char* Name, const T& Value)
	{
		T Saved{};
		Read(Saved);
		if (Saved != Value)
		{
			Refuse(Error::Format("%s is %.9g; when this was saved it was %.9g", Name, static_cast<double>(Value),
				static_cast<double>(Saved)));
		}
	}
	/// How many items follow, each of which takes a byte at the least.
	size_t Count()
	{
		uint64_t Items = 0;
		Read(Items);
		if (Items > BytesLeft())
		{
			Refuse(Error::Format("it ends too soon"));
		}
		return bGood ? static_cast<size_t>(Items) : 0;
	}
	void MayBeInfinite(float& Value)
	{
		Take(&Value, sizeof(Value));
		if (std::isnan(Value))
		{
			Refuse(Error::Format("a number is NaN"));
			Value = 0.0f;
		}
	}
	/// The next bytes as they are; empty where there are not as many.
	std::span<const std::byte> Raw(size_t Size)
	{
		if (!bGood || Size > Bytes.size() - At)
		{
			Refuse(Error::Format("it ends too soon"));
			return {};
		}
		At += Size;
		return Bytes.subspan(At - Size, Size);
	}

	/// A free list must name every place that is not in use once: IsUsed(place).
	template <typename Predicate>
	void CheckFreeList(std::span<const uint32_t> Free, size_t Places, Predicate&& IsUsed)
	{
		std::vector<bool> Named(Places, false);
		size_t Missing = 0;
		for (uint32_t Place = 0; Place < Places; ++Place)
		{
			Missing += IsUsed(Place) ? 0 : 1;
		}
		for (const uint32_t Place : Free)
		{
			if (Place >= Places || IsUsed(Place) || Named[Place])
			{
				Refuse(Error::Format("free place %u is in use, named twice or none of %zu", Place, Places));
				return;
			}
			Named[Place] = true;
		}
		if (Free.size() != Missing)
		{
			Refuse(Error::Format("%zu places are named as free; it must be %zu", Free.size(), Missing));
		}
	}
	/// Something that was read cannot be. Only the first reason counts.
	CROWDAVOIDANCECORE_API void Refuse(const Error& Reason);
	bool IsGood() const { return bGood; }
	size_t BytesLeft() const { return Bytes.size() - At; }
	/// When all has been read: refused too where something is left over. A planner's part is the last one.
	CROWDAVOIDANCECORE_API Result<void> Finish();
	Result<void> Outcome() const { return bGood ? Result<void>() : Result<void>(Reason); }

private:
	void Take(void* To, size_t Size)
	{
		if (const std::span<const std::byte> Found = Raw(Size); Found.size() == Size)
		{
			std::memcpy(To, Found.data(), Size);
		}
		else
		{
			std::memset(To, 0, Size);
		}
	}

	template <typename T>
	void Read(T& Value)
	{
		if constexpr (std::is_same_v<T, bool>)
		{
			uint8_t Byte = 0;
			Within("a switch", Byte, 0, 1);
			Value = Byte != 0;
		}
		else if constexpr (std::is_floating_point_v<T>)
		{
			Take(&Value, sizeof(Value));
			if (!std::isfinite(Value))
			{
				Refuse(Error::Format("a number is %g", static_cast<double>(Value)));
				Value = 0;
			}
		}
		else if constexpr (std::is_arithmetic_v<T>)
		{
			Take(&Value, sizeof(Value));
		}
		else if constexpr (std::is_same_v<T, Vec2>)
		{
			Within("a coordinate", Value.X, -CrowdMaxCoordinate, CrowdMaxCoordinate);
			Within("a coordinate", Value.Y, -CrowdMaxCoordinate, CrowdMaxCoordinate);
		}
		else if constexpr (SnapshotHandle<T>)
		{
			Read(Value.Index);
			Read(Value.Generation);
		}
		else
		{
			T::Exchange(Value, *this);
		}
	}
	void Read(std::string& Text)
	{
		const std::span<const std::byte> Found = Raw(Count());
		Text.assign(reinterpret_cast<const char*>(Found.data()), Found.size());
	}
	template <typename T>
	void Read(std::vector<T>& Items)
	{
		Items.clear();
		for (size_t Left = Count(); Left > 0 && bGood; --Left)
		{
			Read(Items.emplace_back());
		}
		if (!bGood)
		{
			Items.clear();
		}
	}

	std::span<const std::byte> Bytes;
	size_t At = 0;
	const char* Part = "head";
	bool bGood = true;
	Error Reason;
};
}
