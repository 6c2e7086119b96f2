#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Runs clang-tidy (.clang-tidy) over the libraries: what UnrealBuildTool and users compile.
#
#   Tools/tidy.sh [FILE...]     FILE: only these, from the root of the tree; exit code 0 clean, 1 findings, 2 it could not run

set -euo pipefail

Root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
cd -- "$Root"

Tools/setup.sh tidy || exit 2
Tidy=$(type -P clang-tidy-14) || {
	echo "tidy: no clang-tidy-14" >&2
	exit 2
}

# It reads how each file is compiled, by Clang, and the headers that ISPC makes.
{ cmake --preset clang && cmake --build --preset clang --target CrowdCore; } >/dev/null || exit 2

Files=("$@")
if [ "${#Files[@]}" -eq 0 ]; then
	for List in Source/*/CMakeLists.txt; do
		mapfile -t -O "${#Files[@]}" Files < <(find "${List%/*}" -name '*.cpp' -not -path '*/Unreal/*' | sort)
	done
fi
echo "tidy: ${#Files[@]} files" >&2
printf '%s\0' "${Files[@]}" |
	xargs -0 -n 1 -P "$(nproc)" "$Tidy" --quiet -p build/clang 2> >(grep -v 'warnings generated' >&2) && exit 0
exit 1
