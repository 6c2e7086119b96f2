// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>
#include <vector>

template <typename T>
class TArray
{
public:
	TArray() = default;
	TArray(std::initializer_list<T> List) : Items(List) {}

	int32 Num() const { return static_cast<int32>(Items.size()); }
	bool IsEmpty() const { return Items.empty(); }
	T* GetData() { return Items.data(); }
	const T* GetData() const { return Items.data(); }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Num(); }

	T& operator[](int32 Index)
	{
		check(IsValidIndex(Index));
		return Items[static_cast<size_t>(Index)];
	}
	const T& operator[](int32 Index) const
	{
		check(IsValidIndex(Index));
		return Items[static_cast<size_t>(Index)];
	}

	int32 Add(const T& Item)
	{
		Items.push_back(Item);
		return Num() - 1;
	}
	int32 Add(T&& Item)
	{
		Items.push_back(std::move(Item));
		return Num() - 1;
	}
	int32 AddUnique(const T& Item)
	{
		const auto Found = std::find(Items.begin(), Items.end(), Item);
		return Found == Items.end() ? Add(Item) : static_cast<int32>(Found - Items.begin());
	}
	T& AddDefaulted_GetRef()
	{
		Items.emplace_back();
		return Items.back();
	}
	void RemoveAtSwap(int32 Index)
	{
		check(IsValidIndex(Index));
		std::swap((*this)[Index], (*this)[Num() - 1]);
		Items.pop_back();
	}
	void Reserve(int32 Count) { Items.reserve(static_cast<size_t>(Count)); }
	void SetNum(int32 Count) { Items.resize(static_cast<size_t>(Count)); }
	void SetNumZeroed(int32 Count) { Items.resize(static_cast<size_t>(Count)); }
	void Empty() { Items.clear(); }
	/// Keeps the memory.
	void Reset() { Items.clear(); }
	void RemoveAt(int32 Index)
	{
		check(IsValidIndex(Index));
		Items.erase(Items.begin() + Index);
	}
	void Sort() { std::sort(Items.begin(), Items.end()); }
	void RemoveAt(int32 Index, int32 Count)
	{
		check(Count >= 0 && Index >= 0 && Index + Count <= Num());
		Items.erase(Items.begin() + Index, Items.begin() + Index + Count);
	}
	void Append(const TArray& Others) { Items.insert(Items.end(), Others.Items.begin(), Others.Items.end()); }
	template <typename PredicateType>
	void Sort(const PredicateType& Before)
	{
		std::sort(Items.begin(), Items.end(), Before);
	}
	template <typename PredicateType>
	void StableSort(const PredicateType& Before)
	{
		std::stable_sort(Items.begin(), Items.end(), Before);
	}
	bool Contains(const T& Item) const { return std::find(Items.begin(), Items.end(), Item) != Items.end(); }
	bool operator==(const TArray& Other) const { return Items == Other.Items; }
	T& Last() { return (*this)[Num() - 1]; }
	const T& Last() const { return (*this)[Num() - 1]; }

	template <typename PredicateType>
	int32 RemoveAll(PredicateType&& Predicate)
	{
		return static_cast<int32>(std::erase_if(Items, Predicate));
	}

	auto begin() { return Items.begin(); }
	auto end() { return Items.end(); }
	auto begin() const { return Items.begin(); }
	auto end() const { return Items.end(); }

private:
	std::vector<T> Items;
};

template <typename KeyType, typename ValueType>
struct TPair
{
	KeyType Key;
	ValueType Value;
};

/// Pairs in no order that anybody can rely on.
template <typename KeyType, typename ValueType>
class TMap
{
public:
	int32 Num() const { return static_cast<int32>(Pairs.size()); }
	bool IsEmpty() const { return Pairs.empty(); }
	ValueType& Add(const KeyType& Key, const ValueType& Value)
	{
		const auto [At, bNew] = Places.try_emplace(Key, Pairs.size());
		if (bNew)
		{
			Pairs.push_back({Key, Value});
		}
		return Pairs[At->second].Value = Value;
	}
	int32 Remove(const KeyType& Key)
	{
		const auto At = Places.find(Key);
		if (At == Places.end())
		{
			return 0;
		}
		const size_t Place = At->second;
		Places[Pairs.back().Key] = Place;
		Places.erase(Key);
		std::swap(Pairs[Place], Pairs.back());
		Pairs.pop_back();
		return 1;
	}
	void Empty()
	{
		Pairs.clear();
		Places.clear();
	}
	const ValueType* Find(const KeyType& Key) const
	{
		const auto At = Places.find(Key);
		return At == Places.end() ? nullptr : &Pairs[At->second].Value;
	}
	ValueType* Find(const KeyType& Key)
	{
		const auto At = Places.find(Key);
		return At == Places.end() ? nullptr : &Pairs[At->second].Value;
	}

	auto begin() const { return Pairs.begin(); }
	auto end() const { return Pairs.end(); }

private:
	std::vector<TPair<KeyType, ValueType>> Pairs;
	std::unordered_map<KeyType, size_t> Places; ///< In Pairs.
};
