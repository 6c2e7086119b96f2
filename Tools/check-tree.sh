#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Checks what a machine can check in the source tree without compiling it.
#
#   Tools/check-tree.sh [ROOT]     prints FILE:LINE: RULE: what is wrong; exit code 0 clean, 1 violations, 2 bad usage
#
# A line that must break a rule for a good reason ends in a comment with the words "check-tree: allow".

set -euo pipefail
export LC_ALL=C

Root=${1:-$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")}
if ! cd -- "$Root" 2>/dev/null || [ ! -e CMakeLists.txt ]; then
	echo "check-tree: '$Root' is not the root of the source tree" >&2
	exit 2
fi
Self=Tools/check-tree.sh
Violations=$(mktemp)
trap 'rm -f -- "$Violations"' EXIT

# Reads FILE:LINE:TEXT lines, reports each under a rule.
Report()
{
	local Rule=$1
	{ grep -v 'check-tree: allow' || true; } |
		sed -E "s|^([^:]*:[0-9]+):[[:space:]]*(.{0,120}).*|\1: $Rule: \2|" >>"$Violations"
}

# The files of the tree: tracked ones and new ones that are not ignored; without git all but build folders.
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
	mapfile -d '' -t Listed < <(git ls-files -z --cached --others --exclude-standard)
else
	mapfile -d '' -t Listed < <(find . \( -name .git -o -path ./build \) -prune -o -type f -print0 | sed -z 's|^\./||')
fi
Files=() Sources=() EngineFree=() Kernels=() Pages=()
for File in "${Listed[@]}"; do
	[ -f "$File" ] || continue
	Files+=("$File")
	case $File in
		*.h | *.hpp | *.inl | *.cpp | *.c | *.cs | *.ispc | *.isph | *.usf | *.ush | *.hlsl | *.py | *.js | *.mjs | *.sh | *.cmake | \
			CMakeLists.txt | */CMakeLists.txt | crowd | .ci/*)
			Sources+=("$File")
			;;
	esac
	case $File in
		Source/CrowdAvoidanceCore/Private/Unreal/* | Source/CrowdAvoidanceNavigation/Private/Unreal/*) ;;
		Source/CrowdAvoidanceCore/*.cs | Source/CrowdAvoidanceNavigation/*.cs) ;;
		Source/CrowdAvoidanceCore/* | Source/CrowdAvoidanceNavigation/*)
			case $File in *.h | *.hpp | *.inl | *.cpp | *.ispc | *.isph) EngineFree+=("$File") ;; esac
			;;
	esac
	case $File in *.ispc) Kernels+=("$File") ;; esac
done

# Prints FILE:LINE:CODE of C-like sources, with comments and the contents of string and character literals removed.
CodeOf()
{
	awk '
		FNR == 1 { InComment = 0 }
		{
			Line = $0; Code = ""; Quote = ""; Include = (Line ~ /^[ \t]*#[ \t]*include/)
			for (I = 1; I <= length(Line); I++)
			{
				Char = substr(Line, I, 1); Pair = substr(Line, I, 2)
				if (InComment) { if (Pair == "*/") { InComment = 0; I++ } continue }
				if (Quote != "")
				{
					if (Char == "\\") { I++; continue }
					if (Char == Quote) { Quote = ""; Code = Code Char }
					continue
				}
				if (Pair == "//") break
				if (Pair == "/*") { InComment = 1; I++; Code = Code " "; continue }
				# A quote between digits is a separator (1'"'"'000), not a character literal.
				if (!Include && (Char == "\"" || (Char == "'"'"'" && Code !~ /[0-9a-fA-F]$/))) Quote = Char
				Code = Code Char
			}
			if (Code ~ /[^ \t]/ || $0 ~ /check-tree: allow/) print FILENAME ":" FNR ":" Code ($0 ~ /check-tree: allow/ ? " check-tree: allow" : "")
		}' "$@"
}

# 1. Engine headers, and 2. exceptions and RTTI, in the engine-free modules.
if [ "${#EngineFree[@]}" -gt 0 ]; then
	Code=$(CodeOf "${EngineFree[@]}")
	# Whatever is included in quotes must be a file of these modules (or made from one by ISPC): engine headers are not.
	while IFS= read -r Line; do
		Name=${Line#*\"}
		Name=${Name%%\"*}
		File=${Line%%:*}
		case $Name in *.ispc.generated.h) continue ;; esac
		Found=
		for Folder in "${File%/*}" Source/CrowdAvoidance{Core,Navigation}/{Public,Private}; do
			if [ -f "$Folder/$Name" ]; then Found=1; fi
		done
		[ -n "$Found" ] || echo "$Line"
	done < <(grep -E '^[^:]*:[0-9]+:[[:space:]]*#[[:space:]]*include[[:space:]]*"' <<<"$Code") |
		Report "engine or foreign header in an engine-free module"
	EngineFolders='UObject|Engine|Containers|HAL|Misc|Modules|GameFramework|Components|Templates|Async|Logging|Math|Delegates|AI|NavMesh'
	{ grep -E "^[^:]*:[0-9]+:[[:space:]]*#[[:space:]]*include[[:space:]]*<(($EngineFolders)/|CoreMinimal|CoreTypes|EngineMinimal)" \
		<<<"$Code" || true; } | Report "engine or foreign header in an engine-free module"
	{ grep -E '^[^:]*:[0-9]+:(.*[^A-Za-z0-9_])?(throw|dynamic_cast|typeid|try|catch)([^A-Za-z0-9_]|$)' \
		<<<"$Code" || true; } | Report "exception or RTTI in an engine-free module"
fi

# Recast's and Detour's own headers, in whatever UnrealBuildTool compiles: the engine's copy differs from ours.
Engine=()
for File in "${Sources[@]}"; do
	case $File in Source/*.h | Source/*.cpp) Engine+=("$File") ;; esac
done
if [ "${#Engine[@]}" -gt 0 ]; then
	{ CodeOf "${Engine[@]}" |
		grep -E '^[^:]*:[0-9]+:[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]([^">]*/)?(Detour[A-Za-z]*|Recast|RecastAlloc|RecastAssert)\.h[">]' || true; } |
		Report "header of Recast or Detour in a module of the engine"
fi

# 3. The copyright line, within the first two lines (a script begins with #!).
for File in "${Sources[@]}"; do
	[ -s "$File" ] || continue
	head -n 2 -- "$File" | grep -qE '^(//|#|;|/\*) ?Copyright [0-9]{4} CrowdAvoidance contributors\. SPDX-License-Identifier: MIT' ||
		echo "$File:1: the copyright line is missing" >>"$Violations"
done

# 4. Generated ISPC headers land in one folder a module, so base names are unique in the tree, on Windows too.
if [ "${#Kernels[@]}" -gt 0 ]; then
	for File in "${Kernels[@]}"; do
		Name=${File##*/}
		for Other in "${Kernels[@]}"; do
			Base=${Other##*/}
			if [ "$Other" != "$File" ] && [ "${Base,,}" = "${Name,,}" ]; then
				echo "$File:1: an .ispc file of the same name is $Other" >>"$Violations"
			fi
		done
	done
fi

# 5. Paths of one machine, 6. hosts of package registries and mirrors.
Machine='(^|[^A-Za-z0-9_.$}*-])/(home|root|work|tmp)([^A-Za-z0-9_-]|$)'
Hosts='(registry\.npmjs\.(org|com)|registry\.yarnpkg\.com|(deb|security|snapshot|ftp)\.debian\.org|(archive|security)\.ubuntu\.com|pypi\.org|pythonhosted\.org|index\.crates\.io|artifactregistry|artifactory|-(npm|apt|python)\.pkg\.dev)'
Searched=()
for File in "${Files[@]}"; do
	[ "$File" = "$Self" ] || Searched+=("$File")
done
{ grep -InHE -e "$Machine" -- "${Searched[@]}" || true; } | Report "path of one machine"
{ grep -InHiE -e "$Hosts" -- "${Searched[@]}" || true; } | Report "host of a package registry"

# 7. Path length: Unreal packages must unpack below long folder names on Windows.
for File in "${Files[@]}"; do
	if [ "${#File}" -gt 170 ]; then
		echo "$File:1: the path has ${#File} characters, the limit is 170" >>"$Violations"
	fi
done

# 8. One version number.
Header=Source/CrowdAvoidanceCore/Public/CrowdCore/CrowdVersion.h
CMakeVersion=$(sed -nE 's/^project\(CrowdAvoidance VERSION ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' CMakeLists.txt)
if [ -z "$CMakeVersion" ]; then
	echo "CMakeLists.txt:1: no 'project(CrowdAvoidance VERSION a.b.c' line" >>"$Violations"
fi
PluginVersion=$(sed -nE 's/.*"VersionName": *"([^"]*)".*/\1/p' CrowdAvoidance.uplugin 2>/dev/null || true)
if [ "$PluginVersion" != "$CMakeVersion" ]; then
	echo "CrowdAvoidance.uplugin:1: VersionName is '$PluginVersion', CMakeLists.txt has '$CMakeVersion'" >>"$Violations"
fi
Part()
{
	sed -nE "s/^[[:space:]]*#[[:space:]]*define[[:space:]]+CROWD_VERSION_$1[[:space:]]+([0-9]+).*/\1/p" "$Header" 2>/dev/null || true
}
HeaderVersion="$(Part MAJOR).$(Part MINOR).$(Part PATCH)"
if [ "$HeaderVersion" != "$CMakeVersion" ]; then
	echo "$Header:1: CROWD_VERSION_MAJOR.MINOR.PATCH is '$HeaderVersion', CMakeLists.txt has '$CMakeVersion'" >>"$Violations"
fi

# 9. C++ as .clang-format has it. Versions of the program differ in what they make of it; this one is Debian 12's.
Format=$(type -P clang-format-14 || type -P clang-format || true)
if [ -n "$Format" ] && "$Format" --version | grep -q 'version 14\.'; then
	Formatted=()
	for File in "${Sources[@]}"; do
		case $File in *.h | *.cpp) Formatted+=("$File") ;; esac
	done
	{ "$Format" --dry-run "${Formatted[@]}" 2>&1 | grep -E '^[^ ]+:[0-9]+:[0-9]+: warning' || true; } |
		sed -E 's|^([^:]+:[0-9]+):.*|\1: not as clang-format has it (clang-format -i FILE)|' >>"$Violations"
else
	echo "check-tree: no clang-format 14: formatting is not checked" >&2
fi

# 10. Pages are read in editors and terminals too: 120 characters a line, counted as characters and not as bytes.
for File in "${Files[@]}"; do
	case $File in Docs/*.md | README.md | CONTRIBUTING.md | CHANGELOG.md) Pages+=("$File") ;; esac
done
if [ "${#Pages[@]}" -gt 0 ]; then
	{ LC_ALL=C.UTF-8 grep -nHE '.{121,}' -- "${Pages[@]}" || true; } | Report "longer than 120 characters"
fi

if [ -s "$Violations" ]; then
	sort -u -t : -k 1,1 -k 2,2n -- "$Violations"
	echo "check-tree: $(sort -u -- "$Violations" | wc -l) violation(s)" >&2
	exit 1
fi
