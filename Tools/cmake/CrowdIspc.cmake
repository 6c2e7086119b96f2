# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Finds the ISPC compiler and enables the language.
#
#   CROWD_HAS_ISPC      TRUE when kernels are compiled with ISPC, FALSE in the scalar build.
#   CROWD_ISPC_ISAS     suffixes of the exported symbols in this build: sse4 avx2 avx512skx, or neon, or nothing.
#   crowd_add_ispc(<target> <file.ispc>...)
#       Adds kernels to a target and defines CROWD_WITH_ISPC=1 (without ISPC: only CROWD_WITH_ISPC=0). For a kernel
#       `export void Fn(...)` in X.ispc the target then has Fn_sse4, Fn_avx2, Fn_avx512skx (C linkage) and the
#       dispatching Fn; the generated header is included as "X.ispc.generated.h", the name UnrealBuildTool gives it.
#
# The compiler is, in this order: CMAKE_ISPC_COMPILER when given, ispc on PATH, the one Tools/setup.sh fetched.

option(CROWD_ISPC_PERF_WARNINGS "Show ISPC's performance warnings (gathers, scatters, slow divisions)" OFF)
set(CROWD_ISPC_MINIMUM 1.18)
set(CROWD_HAS_ISPC FALSE)
set(CROWD_ISPC_ISAS "")

if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
	set(CROWD_CACHE_DIR "$ENV{XDG_CACHE_HOME}/crowdavoidance" CACHE PATH "Where Tools/setup.sh keeps ISPC and RVO2")
else()
	set(CROWD_CACHE_DIR "$ENV{HOME}/.cache/crowdavoidance" CACHE PATH "Where Tools/setup.sh keeps ISPC and RVO2")
endif()

if(CROWD_WITH_ISPC)
	if(NOT CMAKE_ISPC_COMPILER)
		file(GLOB CrowdIspcFetched LIST_DIRECTORIES TRUE "${CROWD_CACHE_DIR}/ispc-*/bin")
		list(SORT CrowdIspcFetched COMPARE NATURAL ORDER DESCENDING)
		find_program(CROWD_ISPC_EXECUTABLE ispc HINTS ENV PATH PATHS ${CrowdIspcFetched} DOC "The ISPC compiler")
		set(CrowdIspcCandidates ${CROWD_ISPC_EXECUTABLE})
		foreach(Folder IN LISTS CrowdIspcFetched)
			list(APPEND CrowdIspcCandidates ${Folder}/ispc)
		endforeach()
		# An ispc on PATH that is too old must not hide the fetched one.
		foreach(Candidate IN LISTS CrowdIspcCandidates)
			set(CrowdIspcText "")
			execute_process(COMMAND ${Candidate} --version OUTPUT_VARIABLE CrowdIspcText ERROR_QUIET RESULT_VARIABLE CrowdIspcCode)
			if(CrowdIspcText MATCHES "ISPC\\), ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL CROWD_ISPC_MINIMUM)
				set(CMAKE_ISPC_COMPILER ${Candidate} CACHE FILEPATH "The ISPC compiler")
				break()
			endif()
		endforeach()
	endif()
	if(CMAKE_ISPC_COMPILER)
		include(CheckLanguage)
		check_language(ISPC)
	endif()
	if(CMAKE_ISPC_COMPILER)
		enable_language(ISPC)
		if(CMAKE_ISPC_COMPILER_VERSION VERSION_LESS CROWD_ISPC_MINIMUM)
			message(STATUS "ISPC ${CMAKE_ISPC_COMPILER_VERSION} is older than ${CROWD_ISPC_MINIMUM}: scalar build")
		else()
			set(CROWD_HAS_ISPC TRUE)
		endif()
	else()
		message(STATUS "No ISPC ${CROWD_ISPC_MINIMUM} or newer found (Tools/setup.sh fetches one): scalar build")
	endif()
else()
	message(STATUS "CROWD_WITH_ISPC is off: scalar build")
endif()

if(CROWD_HAS_ISPC)
	set(CMAKE_ISPC_HEADER_SUFFIX ".ispc.generated.h")
	if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
		set(CROWD_ISPC_TARGETS "sse4-i32x4;avx2-i32x8;avx512skx-x16" CACHE STRING "ISPC targets to build")
	else()
		set(CROWD_ISPC_TARGETS "neon-i32x4" CACHE STRING "ISPC targets to build")
	endif()
	foreach(IspcTarget IN LISTS CROWD_ISPC_TARGETS)
		string(REGEX REPLACE "-.*" "" IspcIsa ${IspcTarget})
		list(APPEND CROWD_ISPC_ISAS ${IspcIsa})
	endforeach()
	message(STATUS "ISPC ${CMAKE_ISPC_COMPILER_VERSION} for ${CROWD_ISPC_ISAS}: ${CMAKE_ISPC_COMPILER}")
endif()

function(crowd_add_ispc Target)
	if(NOT CROWD_HAS_ISPC)
		target_compile_definitions(${Target} PRIVATE CROWD_WITH_ISPC=0)
		return()
	endif()
	target_sources(${Target} PRIVATE ${ARGN})
	# The generated headers lie in the target's object folder, which CMake puts on the include path of the target and of
	# whoever links it. (ISPC_HEADER_DIRECTORY breaks CMake 3.25: relative paths leak into the interface, absolute ones
	# give Ninja a rule that does not exist.)
	set_target_properties(${Target} PROPERTIES
		ISPC_HEADER_SUFFIX ".ispc.generated.h"
		ISPC_INSTRUCTION_SETS "${CROWD_ISPC_TARGETS}")
	target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:ISPC>:-O3 --opt=disable-fma --addressing=32 --pic>)
	# --werror makes errors of performance warnings too (every gather is one), so it is either the one or the other.
	if(NOT CROWD_ISPC_PERF_WARNINGS)
		target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:ISPC>:--wno-perf>)
		if(CROWD_WARNINGS_AS_ERRORS)
			target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:ISPC>:--werror>)
		endif()
	endif()
	target_compile_definitions(${Target} PRIVATE CROWD_WITH_ISPC=1)
endfunction()
