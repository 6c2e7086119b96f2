# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# cmake -DOUTPUT=<cpp> "-DFILES=<file>;..." -P EmbedFiles.cmake
# Writes a source file that defines EmbeddedHtml(), EmbeddedCss() and EmbeddedJs() of Page.h; files of one kind are joined in
# the order given.

foreach(Kind Html Css Js)
	string(TOLOWER ${Kind} Extension)
	set(Bytes "")
	foreach(File IN LISTS FILES)
		if(File MATCHES "\\.${Extension}$")
			file(READ ${File} More HEX)
			string(APPEND Bytes "${More}")
		endif()
	endforeach()
	string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," Bytes "${Bytes}")
	string(APPEND Functions "std::string_view Embedded${Kind}()\n{\n"
		"\tstatic constexpr unsigned char Bytes[] = {${Bytes}};\n"
		"\treturn {reinterpret_cast<const char*>(Bytes), sizeof(Bytes)};\n}\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by EmbedFiles.cmake.\n#include \"Replay/Page.h\"\n\n"
	"namespace CrowdAvoidance::Replay\n{\n${Functions}}\n")
