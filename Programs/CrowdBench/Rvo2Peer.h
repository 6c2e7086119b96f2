// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#pragma once

// RVO2 behind plain numbers. Rvo2Peer.cpp is compiled with the peer's flags (-march=native, link-time optimisation) and
// our own code is not: were a header of ours or a container of the standard library shared between the two, the linker
// could keep the native copy of an inline function and hand it to our code. So this header includes nothing.
namespace CrowdAvoidance::Bench
{
struct Rvo2Agent
{
	float X, Y;
	float VelocityX, VelocityY;
	float NeighborDistance;
	int MaxNeighbors;
	float AgentHorizon;
	float ObstacleHorizon;
	float Radius;
	float MaxSpeed;
};

class Rvo2Peer
{
public:
	virtual ~Rvo2Peer() = default;

	virtual void AddAgent(const Rvo2Agent& Agent) = 0;
	/// Xy: x and y in turn, counter-clockwise.
	virtual void AddObstacle(const float* Xy, int VertexCount) = 0;
	/// After the last obstacle.
	virtual void FinishObstacles() = 0;

	virtual void SetPreferredVelocity(int Agent, float X, float Y) = 0;
	virtual void SetState(int Agent, float X, float Y, float VelocityX, float VelocityY) = 0;
	virtual void GetState(int Agent, float& X, float& Y, float& VelocityX, float& VelocityY) const = 0;

	/// Corners of obstacles: first those given, in that order, then those that RVO2 added where it cut edges in two.
	virtual int ObstacleVertexCount() const = 0;
	virtual void GetObstacleVertex(int Vertex, float& X, float& Y) const = 0;

	/// OpenMP's number of threads for what follows.
	virtual void UseThreads(int Threads) = 0;
	virtual void Step() = 0;

	/// What RVO2 was compiled with.
	virtual const char* CompilerFlags() const = 0;
};

/// RVO2 as fast as it gets, for timing. The caller deletes it.
Rvo2Peer* CreateFastRvo2(float Dt);
/// RVO2 without fused multiply-add, which rounds as we do, for comparing results: a last bit can tip a choice, and with
/// the fast one up to three agents in a thousand differ for no other reason. The caller deletes it.
Rvo2Peer* CreateReferenceRvo2(float Dt);
}
