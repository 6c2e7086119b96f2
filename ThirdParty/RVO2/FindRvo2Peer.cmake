# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Finds the RVO2 sources that Tools/setup.sh fetched and builds them as a peer for the benchmark.
#
#   find_package(Rvo2Peer)     Rvo2Peer_FOUND, Rvo2Peer_VERSION
#   Peer::RVO2                 static library, as fast as RVO2 gets: -O3 -march=native, OpenMP, link-time optimisation.
#                              Defines CROWD_RVO2_FLAGS (a string) for whoever links it, to say which build was measured.
#
# Whoever links Peer::RVO2 gets -flto and -fopenmp for its link step, so the peer is optimised as a whole. Our own
# object files are compiled without them and stay as they are: no -march=native gets into our results.

set(Rvo2Peer_VERSION 1.2.0)
set(CROWD_RVO2_DIR "${CROWD_CACHE_DIR}/rvo2-${Rvo2Peer_VERSION}/package/src" CACHE PATH "Folder with RVOSimulator.h")
find_path(Rvo2Peer_INCLUDE_DIR RVOSimulator.h PATHS ${CROWD_RVO2_DIR} NO_DEFAULT_PATH NO_CACHE)
find_package(OpenMP QUIET COMPONENTS CXX)

set(Rvo2Peer_FOUND FALSE)
if(CROWD_SANITIZE)
	# A sanitized peer says nothing about its speed, and ThreadSanitizer does not understand OpenMP.
	message(STATUS "RVO2 peer: left out of sanitizer builds")
elseif(NOT Rvo2Peer_INCLUDE_DIR)
	message(STATUS "RVO2 peer: no sources (Tools/setup.sh fetches them): the benchmark is built without this peer")
elseif(NOT OpenMP_CXX_FOUND)
	message(STATUS "RVO2 peer: the compiler has no OpenMP: the benchmark is built without this peer")
else()
	set(Rvo2Peer_FOUND TRUE)
	message(STATUS "RVO2 peer: ${Rvo2Peer_VERSION}")
endif()

if(Rvo2Peer_FOUND AND NOT TARGET Peer::RVO2)
	set(Rvo2Peer_FLAGS -O3 -march=native ${OpenMP_CXX_FLAGS})
	if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_AR)
		list(APPEND Rvo2Peer_FLAGS -flto=auto)
		# The plain ar cannot index objects that hold only the intermediate language.
		set(CMAKE_CXX_ARCHIVE_CREATE "${CMAKE_CXX_COMPILER_AR} qc <TARGET> <LINK_FLAGS> <OBJECTS>")
		set(CMAKE_CXX_ARCHIVE_FINISH "${CMAKE_CXX_COMPILER_RANLIB} <TARGET>")
	endif()
	list(JOIN Rvo2Peer_FLAGS " " Rvo2Peer_FLAGS_TEXT)

	add_library(CrowdPeerRvo2 STATIC EXCLUDE_FROM_ALL
		${Rvo2Peer_INCLUDE_DIR}/Agent.cpp
		${Rvo2Peer_INCLUDE_DIR}/KdTree.cpp
		${Rvo2Peer_INCLUDE_DIR}/Obstacle.cpp
		${Rvo2Peer_INCLUDE_DIR}/RVOSimulator.cpp)
	add_library(Peer::RVO2 ALIAS CrowdPeerRvo2)
	target_include_directories(CrowdPeerRvo2 SYSTEM INTERFACE ${Rvo2Peer_INCLUDE_DIR})
	target_compile_options(CrowdPeerRvo2 PRIVATE -w ${Rvo2Peer_FLAGS})
	target_compile_definitions(CrowdPeerRvo2 PRIVATE NDEBUG INTERFACE "CROWD_RVO2_FLAGS=\"${Rvo2Peer_FLAGS_TEXT}\"")
	target_link_options(CrowdPeerRvo2 INTERFACE ${Rvo2Peer_FLAGS})
	set_target_properties(CrowdPeerRvo2 PROPERTIES CXX_CLANG_TIDY "" POSITION_INDEPENDENT_CODE ON)
endif()
