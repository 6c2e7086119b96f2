// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

#include "StandInTypes.h"

#include <cmath>

#define UE_DOUBLE_PI 3.14159265358979323846

struct FMath
{
	template <typename T>
	static constexpr T Min(T A, T B)
	{
		return B < A ? B : A;
	}
	template <typename T>
	static constexpr T Max(T A, T B)
	{
		return A < B ? B : A;
	}
	template <typename T>
	static constexpr T Clamp(T Value, T Least, T Most)
	{
		return Max(Least, Min(Value, Most));
	}
	template <typename T>
	static T Lerp(const T& A, const T& B, double Alpha)
	{
		return A + (B - A) * Alpha;
	}
	static double Sqrt(double Value) { return std::sqrt(Value); }
	static int32 CeilToInt32(double Value) { return static_cast<int32>(std::ceil(Value)); }
	template <typename T>
	static constexpr T Abs(T Value)
	{
		return Value < T() ? -Value : Value;
	}
	static double Sin(double Radians) { return std::sin(Radians); }
	static double Cos(double Radians) { return std::cos(Radians); }
	template <typename T>
	static constexpr T Square(T Value)
	{
		return Value * Value;
	}
	static double DegreesToRadians(double Degrees) { return Degrees * (3.14159265358979323846 / 180.0); }
	static double RadiansToDegrees(double Radians) { return Radians * (180.0 / 3.14159265358979323846); }
	static bool IsNearlyEqual(double A, double B, double Tolerance) { return std::abs(A - B) <= Tolerance; }
	static double Atan2(double Y, double X) { return std::atan2(Y, X); }
	/// Into -180 .. 180.
	static double UnwindDegrees(double Degrees)
	{
		for (; Degrees > 180.0; Degrees -= 360.0)
		{}
		for (; Degrees < -180.0; Degrees += 360.0)
		{}
		return Degrees;
	}
	static bool IsFinite(float Value) { return std::isfinite(Value); }
	static bool IsFinite(double Value) { return std::isfinite(Value); }
};

struct FIntVector
{
	int32 X = 0;
	int32 Y = 0;
	int32 Z = 0;

	FIntVector() = default;
	FIntVector(int32 InX, int32 InY, int32 InZ) : X(InX), Y(InY), Z(InZ) {}
};

struct FVector
{
	double X = 0.0;
	double Y = 0.0;
	double Z = 0.0;

	FVector() = default;
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
	explicit FVector(const FIntVector& From) : X(From.X), Y(From.Y), Z(From.Z) {}

	friend FVector operator+(const FVector& A, const FVector& B) { return {A.X + B.X, A.Y + B.Y, A.Z + B.Z}; }
	friend FVector operator-(const FVector& A, const FVector& B) { return {A.X - B.X, A.Y - B.Y, A.Z - B.Z}; }
	friend FVector operator*(const FVector& A, double Scale) { return {A.X * Scale, A.Y * Scale, A.Z * Scale}; }
	friend FVector operator*(const FVector& A, const FVector& B) { return {A.X * B.X, A.Y * B.Y, A.Z * B.Z}; }
	friend FVector operator*(double Scale, const FVector& A) { return A * Scale; }
	friend FVector operator/(const FVector& A, double Scale) { return {A.X / Scale, A.Y / Scale, A.Z / Scale}; }
	FVector operator-() const { return {-X, -Y, -Z}; }
	FVector& operator+=(const FVector& Other) { return *this = *this + Other; }
	FVector& operator*=(double Scale) { return *this = *this * Scale; }
	bool operator==(const FVector&) const = default;

	double SizeSquared() const { return X * X + Y * Y + Z * Z; }
	double Size() const { return std::sqrt(SizeSquared()); }
	double SizeSquared2D() const { return X * X + Y * Y; }
	double Size2D() const { return std::sqrt(SizeSquared2D()); }
	bool IsZero() const { return X == 0.0 && Y == 0.0 && Z == 0.0; }
	bool IsNearlyZero(double Tolerance = 1.0e-4) const { return Equals(FVector(), Tolerance); }
	bool ContainsNaN() const { return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z); }
	FVector GetSafeNormal(double Tolerance = 1.0e-8) const
	{
		return SizeSquared() > Tolerance ? *this / Size() : FVector();
	}
	FVector GetSafeNormal2D(double Tolerance = 1.0e-8) const { return FVector(X, Y, 0.0).GetSafeNormal(Tolerance); }
	FVector GetClampedToMaxSize(double Most) const
	{
		return SizeSquared() > Most * Most ? GetSafeNormal() * Most : *this;
	}
	bool Equals(const FVector& Other, double Tolerance) const
	{
		return std::abs(X - Other.X) <= Tolerance && std::abs(Y - Other.Y) <= Tolerance &&
			std::abs(Z - Other.Z) <= Tolerance;
	}
	static double Dist(const FVector& A, const FVector& B) { return (A - B).Size(); }
	static double Dist2D(const FVector& A, const FVector& B) { return (A - B).Size2D(); }
	static double DotProduct(const FVector& A, const FVector& B) { return A.X * B.X + A.Y * B.Y + A.Z * B.Z; }

	static const FVector ZeroVector;
};
inline const FVector FVector::ZeroVector;

/// Upright, between two corners. As it is made, of nothing.
struct FBox
{
	FVector Min;
	FVector Max;
	uint8 IsValid = 0;

	FBox() = default;
	FBox(const FVector& InMin, const FVector& InMax) : Min(InMin), Max(InMax), IsValid(1) {}
};

/// Degrees.
struct FRotator
{
	double Pitch = 0.0;
	double Yaw = 0.0;
	double Roll = 0.0;

	FRotator() = default;
	FRotator(double InPitch, double InYaw, double InRoll) : Pitch(InPitch), Yaw(InYaw), Roll(InRoll) {}
	bool operator==(const FRotator&) const = default;

	static const FRotator ZeroRotator;
};
inline const FRotator FRotator::ZeroRotator;

/// A turn.
struct FQuat
{
	double X = 0.0;
	double Y = 0.0;
	double Z = 0.0;
	double W = 1.0;

	FQuat() = default;
	FQuat(double InX, double InY, double InZ, double InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
	explicit FQuat(const FRotator& From)
	{
		const double P = FMath::DegreesToRadians(From.Pitch) / 2.0, T = FMath::DegreesToRadians(From.Yaw) / 2.0,
					 R = FMath::DegreesToRadians(From.Roll) / 2.0;
		const double SP = std::sin(P), CP = std::cos(P), SY = std::sin(T), CY = std::cos(T), SR = std::sin(R),
					 CR = std::cos(R);
		X = CR * SP * SY - SR * CP * CY;
		Y = -CR * SP * CY - SR * CP * SY;
		Z = CR * CP * SY - SR * SP * CY;
		W = CR * CP * CY + SR * SP * SY;
	}

	FRotator Rotator() const
	{
		const double Pitch = std::asin(FMath::Clamp(2.0 * (Z * X - W * Y), -1.0, 1.0));
		const double Yaw = std::atan2(2.0 * (W * Z + X * Y), 1.0 - 2.0 * (Y * Y + Z * Z));
		const double Roll = std::atan2(-2.0 * (W * X + Y * Z), 1.0 - 2.0 * (X * X + Y * Y));
		return {FMath::RadiansToDegrees(Pitch), FMath::RadiansToDegrees(Yaw), FMath::RadiansToDegrees(Roll)};
	}

	FVector RotateVector(const FVector& V) const
	{
		const FVector Q(X, Y, Z);
		const auto Cross = [](const FVector& A, const FVector& B)
		{ return FVector(A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X); };
		const FVector Twice = Cross(Q, V) * 2.0;
		return V + Twice * W + Cross(Q, Twice);
	}
};

/// Scale, then turn, then move.
class FTransform
{
public:
	FTransform() = default;
	explicit FTransform(const FVector& InLocation) : Location(InLocation) {}
	FTransform(const FRotator& InRotation, const FVector& InLocation, const FVector& InScale = FVector(1.0, 1.0, 1.0))
		: FTransform(FQuat(InRotation), InLocation, InScale)
	{}
	FTransform(const FQuat& InRotation, const FVector& InLocation, const FVector& InScale = FVector(1.0, 1.0, 1.0))
		: Rotation(InRotation),
		  Location(InLocation),
		  Scale(InScale)
	{}

	FVector GetLocation() const { return Location; }
	void SetLocation(const FVector& To) { Location = To; }
	FQuat GetRotation() const { return Rotation; }
	FRotator Rotator() const { return Rotation.Rotator(); }
	FVector GetScale3D() const { return Scale; }

	FVector TransformPosition(const FVector& Point) const { return Rotation.RotateVector(Point * Scale) + Location; }

	bool Equals(const FTransform& Other, double Tolerance) const
	{
		const FQuat &A = Rotation, &B = Other.Rotation;
		const auto Near = [=](double Sign)
		{
			return FMath::Abs(A.X - Sign * B.X) <= Tolerance && FMath::Abs(A.Y - Sign * B.Y) <= Tolerance &&
				FMath::Abs(A.Z - Sign * B.Z) <= Tolerance && FMath::Abs(A.W - Sign * B.W) <= Tolerance;
		};
		return Location.Equals(Other.Location, Tolerance) && Scale.Equals(Other.Scale, Tolerance) &&
			(Near(1.0) || Near(-1.0));
	}

private:
	FQuat Rotation;
	FVector Location;
	FVector Scale = FVector(1.0, 1.0, 1.0);
};

struct FColor
{
	uint8 R = 0, G = 0, B = 0, A = 255;
	static const FColor Green, Yellow, White, Red, Blue, Cyan, Orange, Magenta;
	bool operator==(const FColor&) const = default;
};
inline const FColor FColor::Green{0, 255, 0};
inline const FColor FColor::Yellow{255, 255, 0};
inline const FColor FColor::White{255, 255, 255};
inline const FColor FColor::Red{255, 0, 0};
inline const FColor FColor::Blue{0, 0, 255};
inline const FColor FColor::Cyan{0, 255, 255};
inline const FColor FColor::Orange{243, 156, 18};
inline const FColor FColor::Magenta{255, 0, 255};
