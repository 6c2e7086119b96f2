// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace CrowdAvoidance
{
/// A growing array of plain values, cache-line aligned and followed by room for a whole gang, so that kernels may load (not
/// store) past its end.
template <typename T>
class AlignedArray
{
	static_assert(std::is_trivially_copyable_v<T>);
	static constexpr size_t Alignment = 64;
	static constexpr size_t Padding = 16; // Of the widest gang.

public:
	AlignedArray() = default;
	~AlignedArray() { Free(); }
	AlignedArray(AlignedArray&& Other) noexcept
		: Data(std::exchange(Other.Data, nullptr)),
		  Used(std::exchange(Other.Used, 0)),
		  Room(std::exchange(Other.Room, 0))
	{}
	AlignedArray& operator=(AlignedArray&& Other) noexcept
	{
		std::swap(Data, Other.Data);
		std::swap(Used, Other.Used);
		std::swap(Room, Other.Room);
		return *this;
	}

	T* Get() { return Data; }
	const T* Get() const { return Data; }
	T& operator[](size_t Index) { return Data[Index]; }
	const T& operator[](size_t Index) const { return Data[Index]; }
	size_t Size() const { return Used; }
	size_t Bytes() const { return Room ? (Room + Padding) * sizeof(T) : 0; }

	void Reserve(size_t NewRoom)
	{
		if (NewRoom <= Room)
		{
			return;
		}
		T* NewData = static_cast<T*>(::operator new((NewRoom + Padding) * sizeof(T), std::align_val_t(Alignment)));
		if (Used > 0)
		{
			std::memcpy(NewData, Data, Used * sizeof(T));
		}
		// Padding is loaded by kernels: it must hold something, and the same in every run.
		std::memset(static_cast<void*>(NewData + Used), 0, (NewRoom + Padding - Used) * sizeof(T));
		Free();
		Data = NewData;
		Room = NewRoom;
	}

	/// New entries are zero, or what an earlier use left there.
	void Resize(size_t NewSize)
	{
		if (NewSize > Room)
		{
			Reserve(NewSize > Room + Room / 4 ? NewSize : Room + Room / 4);
		}
		Used = NewSize;
	}

	void Push(const T& Value)
	{
		if (Used == Room)
		{
			Reserve(Room < 16 ? 16 : Room + Room / 2);
		}
		Data[Used++] = Value;
	}

	void Pop() { --Used; }

private:
	void Free()
	{
		if (Data)
		{
			::operator delete(Data, std::align_val_t(Alignment));
			Data = nullptr;
		}
	}

	T* Data = nullptr;
	size_t Used = 0;
	size_t Room = 0;
};
}
