# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# What every target of ours has in common.
#
#   crowd_target(<target> [NO_EXCEPTIONS] [NOT_HOT] [UNITY])
#       C++20 without extensions, our warnings, no FMA contraction, the sanitizers of CROWD_SANITIZE.
#       NO_EXCEPTIONS: also no exceptions and no RTTI, as Core and Navigation are built inside the engine.
#       NOT_HOT: optimised less, which takes half the time where a large header is in every file.
#       UNITY: with CROWD_UNITY several files are compiled as one. Names of their own must differ.

option(CROWD_UNITY "Compile several files at once where large headers are in all of them: a third of the time from scratch" OFF)

function(crowd_target Target)
	cmake_parse_arguments(PARSE_ARGV 1 Arg "NO_EXCEPTIONS;NOT_HOT;UNITY" "" "")
	if(Arg_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "crowd_target(${Target}): unknown argument ${Arg_UNPARSED_ARGUMENTS}")
	endif()

	target_compile_features(${Target} PUBLIC cxx_std_20)
	set_target_properties(${Target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)

	if(Arg_UNITY AND CROWD_UNITY)
		set_target_properties(${Target} PROPERTIES UNITY_BUILD ON)
		# gcc takes what is not the main file for a header, where types without linkage are a trap.
		target_compile_options(${Target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
	endif()

	if(MSVC)
		target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:/W4 /fp:precise /permissive- /utf-8>)
		if(CROWD_WARNINGS_AS_ERRORS)
			target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:/WX>)
		endif()
		if(Arg_NO_EXCEPTIONS)
			target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:/EHs-c- /GR->)
			target_compile_definitions(${Target} PRIVATE _HAS_EXCEPTIONS=0)
		endif()
		return()
	endif()

	# gcc 12 warns of overlapping copies inside std::string where there are none (-Wrestrict), and does not inline what a
	# shared library could replace unless it is told that nobody will.
	# Contraction off: a fused multiply-add rounds once instead of twice, and the results must not depend on the CPU.
	target_compile_options(${Target} PRIVATE
		$<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wundef -ffp-contract=off>
		$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict -fno-semantic-interposition>)
	if(Arg_NOT_HOT)
		target_compile_options(${Target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
	endif()
	if(CROWD_WARNINGS_AS_ERRORS)
		target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
	endif()
	if(Arg_NO_EXCEPTIONS)
		target_compile_options(${Target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
	endif()
	if(CROWD_SANITIZE)
		target_compile_options(${Target} PRIVATE
			$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${CROWD_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer>)
		target_link_options(${Target} PUBLIC -fsanitize=${CROWD_SANITIZE})
	endif()
endfunction()
