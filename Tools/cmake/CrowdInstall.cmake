# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# What `cmake --install` installs, for find_package(CrowdAvoidance).
#
#   crowd_install_library(<target> <component> [NEEDS <component>...] [FIND <package>...])
#       Makes a library with its headers in Public/ a component: target CrowdAvoidance::<component>, here and where it is
#       installed. NEEDS: components that it links, installed before it. FIND: packages that its users need as well;
#       where we have a find module of our own, in ThirdParty/<package>/, it is installed too.
#   crowd_install_package()
#       After the last of them: the files that find_package reads.

option(CROWD_INSTALL "Install the libraries, and as component Programs the command line" ${PROJECT_IS_TOP_LEVEL})
include(GNUInstallDirs)
set(CROWD_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/CrowdAvoidance)

function(crowd_install_library Target Component)
	cmake_parse_arguments(PARSE_ARGV 2 Arg "" "" "NEEDS;FIND")
	if(Arg_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "crowd_install_library(${Target}): unknown argument ${Arg_UNPARSED_ARGUMENTS}")
	endif()
	add_library(CrowdAvoidance::${Component} ALIAS ${Target})
	file(GLOB_RECURSE Headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/Public/*.h)
	target_sources(${Target} PUBLIC FILE_SET HEADERS BASE_DIRS Public FILES ${Headers})
	if(NOT CROWD_INSTALL)
		return()
	endif()
	set_target_properties(${Target} PROPERTIES EXPORT_NAME ${Component})
	install(TARGETS ${Target} EXPORT CrowdAvoidance${Component} COMPONENT Development
		ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
		FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
	install(EXPORT CrowdAvoidance${Component} COMPONENT Development NAMESPACE CrowdAvoidance::
		DESTINATION ${CROWD_PACKAGE_DIR} FILE CrowdAvoidance${Component}.cmake)
	foreach(Package IN LISTS Arg_FIND)
		install(FILES ${PROJECT_SOURCE_DIR}/ThirdParty/${Package}/Find${Package}.cmake COMPONENT Development
			DESTINATION ${CROWD_PACKAGE_DIR} OPTIONAL)
	endforeach()
	set_property(GLOBAL APPEND PROPERTY CrowdComponents ${Component})
	set_property(GLOBAL APPEND_STRING PROPERTY CrowdComponentTable
		"set(CrowdAvoidance_${Component}_NEEDS \"${Arg_NEEDS}\")\nset(CrowdAvoidance_${Component}_FIND \"${Arg_FIND}\")\n")
endfunction()

function(crowd_install_package)
	if(NOT CROWD_INSTALL)
		return()
	endif()
	get_property(Components GLOBAL PROPERTY CrowdComponents)
	get_property(ComponentTable GLOBAL PROPERTY CrowdComponentTable)
	include(CMakePackageConfigHelpers)
	set(Folder ${PROJECT_BINARY_DIR}/CMakeFiles)
	configure_file(${PROJECT_SOURCE_DIR}/Tools/cmake/CrowdAvoidanceConfig.cmake.in
		${Folder}/CrowdAvoidanceConfig.cmake @ONLY)
	# While the major version is 0, every minor one may break what was.
	write_basic_package_version_file(${Folder}/CrowdAvoidanceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
	install(FILES ${Folder}/CrowdAvoidanceConfig.cmake ${Folder}/CrowdAvoidanceConfigVersion.cmake COMPONENT Development
		DESTINATION ${CROWD_PACKAGE_DIR})
	install(FILES ${PROJECT_SOURCE_DIR}/LICENSE COMPONENT Development DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
