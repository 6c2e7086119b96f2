# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Finds Recast and Detour, whose Debian package has no CMake files of its own. Installed with our package, for its users.
#
#   find_package(RecastNavigation)     RecastNavigation_FOUND
#   RecastNavigation::Recast, RecastNavigation::Detour, and RecastNavigation::DetourCrowd where there is one

find_path(RecastNavigation_INCLUDE_DIR DetourNavMesh.h PATH_SUFFIXES recastnavigation)
foreach(Part Recast Detour DetourCrowd)
	find_library(RecastNavigation_${Part}_LIBRARY ${Part})
	mark_as_advanced(RecastNavigation_${Part}_LIBRARY)
endforeach()
mark_as_advanced(RecastNavigation_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RecastNavigation REQUIRED_VARS
	RecastNavigation_Recast_LIBRARY RecastNavigation_Detour_LIBRARY RecastNavigation_INCLUDE_DIR)

if(RecastNavigation_FOUND)
	foreach(Part Recast Detour DetourCrowd)
		if(RecastNavigation_${Part}_LIBRARY AND NOT TARGET RecastNavigation::${Part})
			add_library(RecastNavigation::${Part} UNKNOWN IMPORTED)
			set_target_properties(RecastNavigation::${Part} PROPERTIES
				IMPORTED_LOCATION ${RecastNavigation_${Part}_LIBRARY}
				INTERFACE_INCLUDE_DIRECTORIES ${RecastNavigation_INCLUDE_DIR})
		endif()
	endforeach()
	if(TARGET RecastNavigation::DetourCrowd)
		set_target_properties(RecastNavigation::DetourCrowd PROPERTIES INTERFACE_LINK_LIBRARIES RecastNavigation::Detour)
	endif()
endif()
