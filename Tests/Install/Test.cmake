# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Builds and runs the project of this folder away from our tree, in the folder WORK.
#
#   cmake -DWAY=install|subdirectory|programs -DSOURCE=<our tree> -DBUILD=<its build> -DWORK=<folder> -DVERSION=<ours>
#         -DCONFIG=<build type> -DCOMPILER=<C++ compiler> -DGENERATOR=<CMake's> -P Test.cmake
#
#   install        against what BUILD installs, moved elsewhere after that
#   subdirectory   with add_subdirectory
#   programs       does not build anything: runs the installed command line

cmake_minimum_required(VERSION 3.25)

function(run)
	execute_process(COMMAND ${ARGN} RESULT_VARIABLE Code OUTPUT_VARIABLE Output ERROR_VARIABLE Output)
	if(NOT Code EQUAL 0)
		list(JOIN ARGN " " Command)
		message(FATAL_ERROR "exit code ${Code}: ${Command}\n${Output}")
	endif()
	set(Output "${Output}" PARENT_SCOPE)
endfunction()

# Installs a component and moves it: nothing in it may know where it was first.
function(install_component Component)
	run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --component ${Component} --prefix ${WORK}/staged)
	file(RENAME ${WORK}/staged ${WORK}/moved)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

if(WAY STREQUAL programs)
	install_component(Programs)
	file(RENAME ${WORK}/moved/share/crowdavoidance/Content/Scenarios/circle.json
		${WORK}/moved/share/crowdavoidance/Content/Scenarios/another-circle.json)
	unset(ENV{CROWD_CONTENT_DIR})
	run(${WORK}/moved/bin/crowd list)
	if(NOT Output MATCHES "another-circle")
		message(FATAL_ERROR "the installed program does not look into the Content that was installed with it:\n${Output}")
	endif()
	return()
endif()

# The example is README's.
file(READ ${SOURCE}/README.md Readme)
string(FIND "${Readme}" "```cpp\n" Begin)
string(SUBSTRING "${Readme}" ${Begin} -1 Example)
string(SUBSTRING "${Example}" 7 -1 Example)
string(FIND "${Example}" "```" End)
string(SUBSTRING "${Example}" 0 ${End} Example)
file(READ ${CMAKE_CURRENT_LIST_DIR}/main.cpp Main)
string(REGEX REPLACE " *//[^\n]*" "" Example "${Example}")
string(REPLACE ";" "\\;" Example "${Example}")
string(REPLACE "\n" ";" Example "${Example}")
foreach(Line IN LISTS Example)
	string(FIND "${Main}" "${Line}\n" Place)
	if(Place EQUAL -1)
		message(FATAL_ERROR "README's first example has a line that Tests/Install/main.cpp has not: ${Line}")
	endif()
endforeach()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/ DESTINATION ${WORK}/outside)
if(WAY STREQUAL subdirectory)
	set(Where -DCROWD_FOLDER=${SOURCE})
else()
	install_component(Development)
	set(Where -DCMAKE_PREFIX_PATH=${WORK}/moved -DCROWD_VERSION=${VERSION})
	file(GLOB_RECURSE Files ${WORK}/moved/*.cmake)
	foreach(File IN LISTS Files)
		file(STRINGS ${File} Lines)
		foreach(Folder ${SOURCE} ${BUILD} ${WORK})
			if(Lines MATCHES "${Folder}")
				message(FATAL_ERROR "${File} names ${Folder}, which its users do not have")
			endif()
		endforeach()
	endforeach()
endif()
run(${CMAKE_COMMAND} -S ${WORK}/outside -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
	-DCMAKE_BUILD_TYPE=${CONFIG} ${Where})
run(${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
run(${WORK}/build/first-example)
run(${WORK}/build/mesh)
