#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Makes a Debian or Ubuntu machine ready to build: installs the missing packages, fetches the ISPC compiler and the
# sources of RVO2 (a benchmark peer). Says on stderr what it does, and nothing when all is there. Run it any time.
#
#   Tools/setup.sh [viewer] [tests] [tidy]
#       viewer: what the window needs too; tests: a browser, a display without a screen, a second compiler; tidy: clang-tidy
#
#   CROWD_NO_ISPC=1    leave ISPC out (the build is then scalar)
#   CROWD_NO_RVO2=1    leave RVO2 out (the benchmark is then built without that peer)
#   CROWD_RETRY=1      try again at once what could not be had lately (otherwise after a day)
#   XDG_CACHE_HOME     ISPC, RVO2 and Playwright are kept in $XDG_CACHE_HOME/crowdavoidance, shared between clones
#
# Exit code: 0 ready (perhaps without an optional part, which is said), 2 a required part is missing.

set -euo pipefail

Packages=(g++ cmake ninja-build libtbb-dev librecast-dev libgtest-dev libbenchmark-dev libcli11-dev libfmt-dev
	nlohmann-json3-dev zlib1g-dev libcairo2-dev)
ViewerPackages=(libglfw3-dev libimgui-dev libgl-dev libpng-dev)
BrowserPackages=(chromium)
CompilerPackages=(clang)
FormatPackages=(clang-format-14)
TidyPackages=(clang clang-tidy-14)
DisplayPackages=(xvfb xauth libgl1-mesa-dri)
IspcMinimum=1.18
IspcVersion=1.26
IspcSuite=trixie
RvoVersion=1.2.0
RvoSha256=4ef72434aff77ab5d66d8ddf3c5b73573bd0da814c8189b721132079dd27f63a
PlaywrightVersion=1.65.1
PlaywrightSha256=6f5a60be62a4fddfbe7d10c448d8fbd54547da3358f2f8a04211440471ee863e

Cache="${XDG_CACHE_HOME:-${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}/.cache}/crowdavoidance"
IspcDir="$Cache/ispc-$IspcVersion"
RvoDir="$Cache/rvo2-$RvoVersion"
PlaywrightDir="$Cache/playwright-core-$PlaywrightVersion"
Work=

Say()
{
	echo "setup: $*" >&2
}

# Runs a command as root: directly, or with sudo (which may ask for a password only on a terminal).
AsRoot()
{
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif ! command -v sudo >/dev/null; then
		return 1
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

# Runs a command quietly; shows the end of its output when it fails.
Quietly()
{
	local Output
	Output=$("$@" 2>&1) && return 0
	if [ -n "$Output" ]; then tail -n 15 <<<"$Output" >&2; fi
	return 1
}

AptInstall()
{
	Quietly AsRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

AptUpdated=
AptUpdateOnce()
{
	[ -n "$AptUpdated" ] && return 0
	AptUpdated=1
	Say "reading the package lists (apt-get update)"
	Quietly AsRoot apt-get update
}

# A part that could not be had is not tried again for a day, so that the build stays fast without a network.
FailedLately()
{
	[ "${CROWD_RETRY:-0}" != 1 ] && [ -n "$(find "$Cache/$1.failed" -mmin -1440 2>/dev/null)" ]
}

RememberFailure()
{
	{ mkdir -p "$Cache" && touch "$Cache/$1.failed"; } 2>/dev/null || true
}

CleanUp()
{
	if [ -n "$Work" ]; then rm -rf -- "$Work"; fi
}
trap CleanUp EXIT

# ---------------------------------------------------------------------------------------------------------- packages

# Prints the packages of $@ that are not installed, one a line.
MissingPackages()
{
	local Have
	Have=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' || true)
	printf '%s\n' "$@" | grep -vxF -e "$Have" || true
}

InstallPackages()
{
	local Missing=()
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		local Command
		for Command in c++ cmake ninja; do
			command -v "$Command" >/dev/null && continue
			Say "this is no Debian or Ubuntu machine and '$Command' is missing: install the equivalents of ${Packages[*]}"
			exit 2
		done
		return 0
	fi
	mapfile -t Missing < <(MissingPackages "${Packages[@]}")
	[ "${#Missing[@]}" -eq 0 ] && return 0
	Say "installing ${Missing[*]}"
	if ! AptUpdateOnce || ! AptInstall "${Missing[@]}"; then
		Say "could not install the packages; as root run: apt-get update && apt-get install ${Missing[*]}"
		exit 2
	fi
}

# Packages that all else can do without. $1: a name for them, $2: what is left out without them; then the packages.
InstallOptionalPackages()
{
	local Name=$1 Loss=$2 Missing=()
	shift 2
	command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
	mapfile -t Missing < <(MissingPackages "$@")
	[ "${#Missing[@]}" -eq 0 ] && return 0
	FailedLately "$Name" && return 0
	Say "installing ${Missing[*]}"
	AptUpdateOnce && AptInstall "${Missing[@]}" && return 0
	RememberFailure "$Name"
	Say "could not install ${Missing[*]}: $Loss"
}

# -------------------------------------------------------------------------------------------------------------- ISPC

# True when compiler $1 runs and is new enough.
IspcUsable()
{
	local Version
	Version=$("$1" --version 2>/dev/null | sed -n 's/.*ISPC), \([0-9][0-9.]*\).*/\1/p' | head -n 1) || return 1
	[ -n "$Version" ] && [ "$(printf '%s\n%s\n' "$IspcMinimum" "$Version" | sort -V | head -n 1)" = "$IspcMinimum" ]
}

# Writes an apt source for suite $1 to file $2: mirror and signing key are those of the machine's own main archive.
DeriveSource()
{
	local Own=() File
	for File in /etc/apt/sources.list.d/*.sources; do
		[ -r "$File" ] && Own+=("$File")
	done
	if [ "${#Own[@]}" -gt 0 ]; then
		# deb822: paragraphs of "Field: value", continuation lines begin with a blank.
		awk -v Suite="$1" '
			function Flush()
			{
				if (!Done && Types ~ /(^| )deb( |$)/ && Uris != "" && Components ~ /(^| )main( |$)/ && Suites !~ /[\/]/ &&
					Suites !~ /-security/ && Uris ~ /debian/ && Enabled != "no")
				{
					printf "Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nTargets: Packages\n%s", Uris, Suite, Key
					Done = 1
				}
				Types = Uris = Suites = Components = Key = Enabled = Field = ""
			}
			FNR == 1 || /^[ \t]*$/ { Flush() }
			/^#/ || /^[ \t]*$/ { next }
			/^[ \t]/ { if (Field == "signed-by") { Key = Key $0 "\n" } next }
			{
				Field = tolower($1); sub(/:.*/, "", Field)
				Value = $0; sub(/^[^:]*:[ \t]*/, "", Value)
				if (Field == "types") Types = Value
				if (Field == "uris") { split(Value, Parts, /[ \t]+/); Uris = Parts[1] }
				if (Field == "suites") Suites = Value
				if (Field == "components") Components = Value
				if (Field == "enabled") Enabled = tolower(Value)
				if (Field == "signed-by") Key = $0 "\n"
			}
			END { Flush() }' "${Own[@]}" >"$2"
		[ -s "$2" ] && return 0
	fi
	Own=()
	for File in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -r "$File" ] && Own+=("$File")
	done
	[ "${#Own[@]}" -gt 0 ] || return 1
	# One line each: deb [option=value ...] URI suite component...
	awk -v Suite="$1" '
		Done || $1 != "deb" { next }
		{
			Key = ""; Line = $0; sub(/^deb[ \t]+/, "", Line)
			if (Line ~ /^\[/)
			{
				Options = Line; sub(/\].*/, "", Options); sub(/^[^\]]*\][ \t]*/, "", Line)
				if (match(Options, /signed-by=[^ \]]+/)) Key = "Signed-By: " substr(Options, RSTART + 10, RLENGTH - 10) "\n"
			}
			Count = split(Line, Parts, /[ \t]+/); Main = 0
			for (I = 3; I <= Count; I++) if (Parts[I] == "main") Main = 1
			if (!Main || Parts[2] ~ /[\/]/ || Parts[2] ~ /-security/ || Parts[1] !~ /debian/) next
			printf "Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nTargets: Packages\n%s", Parts[1], Suite, Key
			Done = 1
		}' "${Own[@]}" >"$2"
	[ -s "$2" ]
}

# Fetches Debian 13's ispc, with the libraries it runs on, into $IspcDir. Apt checks the signatures; the system's own
# package lists and packages stay untouched.
FetchIspc()
{
	local Package
	[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || return 1
	Work=$(mktemp -d "$Cache/.ispc.XXXXXX") || return 1
	mkdir -p "$Work"/{sources,preferences,state/lists/partial,cache/archives/partial,tree/bin} || return 1
	: >"$Work/state/status"
	DeriveSource "$IspcSuite" "$Work/sources/ispc.sources" || return 1
	local Apt=(apt-get -q -y
		-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$Work/sources"
		-o Dir::Etc::preferences=/dev/null -o "Dir::Etc::preferencesparts=$Work/preferences"
		-o "Dir::State=$Work/state" -o "Dir::State::Lists=$Work/state/lists" -o "Dir::State::status=$Work/state/status"
		-o "Dir::Cache=$Work/cache" -o "Dir::Cache::Archives=$Work/cache/archives"
		-o APT::Architecture=amd64 -o APT::Architectures::=amd64 -o APT::Install-Recommends=false
		-o Acquire::Languages=none -o "APT::Sandbox::User=$(id -un)")
	Say "fetching ISPC $IspcVersion (about 60 MB, once for all clones) into $IspcDir"
	Quietly "${Apt[@]}" update || return 1
	Quietly "${Apt[@]}" install --download-only ispc || return 1
	for Package in "$Work"/cache/archives/*.deb; do
		Quietly dpkg -x "$Package" "$Work/tree" || return 1
	done
	rm -rf -- "$Work/tree/usr/share/doc" "$Work/tree/usr/share/locale"
	cat >"$Work/tree/bin/ispc" <<'WRAPPER' || return 1
#!/bin/sh
# Runs the private ISPC beside this script with its own C library.
Root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
exec "$Root/usr/lib64/ld-linux-x86-64.so.2" --library-path "$Root/usr/lib/x86_64-linux-gnu" "$Root/usr/bin/ispc" "$@"
WRAPPER
	chmod 755 "$Work/tree/bin/ispc"
	IspcUsable "$Work/tree/bin/ispc" || return 1
	rm -rf -- "$IspcDir"
	mv -- "$Work/tree" "$IspcDir" || return 1
	rm -rf -- "$Work"
	Work=
}

# True when the distribution itself has an ispc that is new enough.
PackagedIspcUsable()
{
	local Version
	Version=$(apt-cache policy ispc 2>/dev/null | sed -n 's/^ *Candidate: *//p')
	[ -n "$Version" ] && [ "$Version" != "(none)" ] && dpkg --compare-versions "$Version" ge "$IspcMinimum"
}

HaveIspc()
{
	IspcUsable ispc || [ -x "$IspcDir/bin/ispc" ]
}

InstallIspc()
{
	[ "${CROWD_NO_ISPC:-0}" = 1 ] && return 0
	HaveIspc && return 0
	FailedLately ispc && return 0
	LockCache || return 0
	HaveIspc && return 0
	if command -v apt-get >/dev/null; then
		if PackagedIspcUsable; then
			Say "installing ispc"
			AptInstall ispc && IspcUsable ispc && return 0
		fi
		FetchIspc && rm -f -- "$Cache/ispc.failed" && return 0
		CleanUp
	fi
	RememberFailure ispc
	Say "ISPC $IspcMinimum or newer could not be had: the build goes on with the scalar kernels (correct, several times slower)"
}

# -------------------------------------------------------------------------------------------------------- npm packages

# Fetches version $2 of npm package $1, whose archive must have the SHA-256 sum $3, and unpacks it into folder $4, which
# appears whole or not at all; $5... are tar's: which of its members, and how.
FetchNpm()
{
	local Name=$1 Version=$2 Expected=$3 Folder=$4 Archive Sum
	shift 4
	command -v npm >/dev/null || return 1
	Work=$(mktemp -d "$Cache/.npm.XXXXXX") || return 1
	Say "fetching $Name $Version (an npm package) into $Folder"
	Quietly npm pack "$Name@$Version" --silent --pack-destination "$Work" || return 1
	Archive="$Work/$Name-$Version.tgz"
	Sum=$(sha256sum "$Archive" | cut -d ' ' -f 1) || return 1
	if [ "$Sum" != "$Expected" ]; then
		Say "the archive of $Name $Version has the unexpected SHA-256 sum $Sum"
		return 1
	fi
	mkdir "$Work/out" && tar -xzf "$Archive" -C "$Work/out" "$@" || return 1
	rm -rf -- "$Folder"
	mkdir -p "$(dirname -- "$Folder")" && mv -- "$Work/out" "$Folder" || return 1
	rm -rf -- "$Work"
	Work=
}

# $1: a name for the failure, $2: what is left out without it, $3: a file that it has, then FetchNpm's arguments.
InstallNpm()
{
	local Name=$1 Loss=$2 Has=$3
	shift 3
	[ -e "$Has" ] && return 0
	FailedLately "$Name" && return 0
	LockCache || return 0
	[ -e "$Has" ] && return 0
	if ! command -v npm >/dev/null && command -v apt-get >/dev/null; then
		Say "installing npm and nodejs"
		{ AptUpdateOnce && AptInstall npm nodejs; } || true
	fi
	FetchNpm "$@" && [ -e "$Has" ] && rm -f -- "$Cache/$Name.failed" && return 0
	CleanUp
	RememberFailure "$Name"
	Say "$1 could not be had: $Loss"
}

InstallRvo()
{
	[ "${CROWD_NO_RVO2:-0}" = 1 ] && return 0
	InstallNpm rvo2 "the benchmark is built without that peer, everything else is complete" \
		"$RvoDir/package/src/RVOSimulator.h" \
		rvo2 "$RvoVersion" "$RvoSha256" "$RvoDir" package/src package/LICENSE
}

InstallPlaywright()
{
	InstallNpm playwright "the replay page is not tested in a browser, everything else is complete" \
		"$PlaywrightDir/node_modules/playwright-core/package.json" \
		playwright-core "$PlaywrightVersion" "$PlaywrightSha256" "$PlaywrightDir/node_modules/playwright-core" \
		--strip-components=1 package
}

# Only one set-up at a time works in the cache folder.
Locked=
LockCache()
{
	[ "$Locked" = no ] && return 1
	[ "$Locked" = yes ] && return 0
	if ! mkdir -p "$Cache" 2>/dev/null || ! [ -w "$Cache" ]; then
		Say "the cache folder $Cache cannot be written: going on without ISPC, RVO2 and Playwright from there"
		Locked=no
		return 1
	fi
	exec 9>"$Cache/.lock"
	flock 9 || true
	Locked=yes
}

for Part in "$@"; do
	case $Part in
		viewer | tests | tidy) ;;
		*)
			Say "there is no part '$Part'; there are viewer, tests and tidy"
			exit 2
			;;
	esac
done
InstallPackages
InstallIspc
InstallRvo
for Part in "$@"; do
	case $Part in
		viewer)
			InstallOptionalPackages viewer "the viewer is left out, everything else is complete" "${ViewerPackages[@]}"
			;;
		tests)
			InstallOptionalPackages compiler "the Unreal modules are compiled by one compiler only" "${CompilerPackages[@]}"
			InstallOptionalPackages format "formatting is not checked" "${FormatPackages[@]}"
			InstallOptionalPackages display "the window is not tested" "${DisplayPackages[@]}"
			InstallOptionalPackages browser "the replay page is not tested in a browser" "${BrowserPackages[@]}"
			InstallPlaywright
			;;
		tidy)
			InstallOptionalPackages tidy "clang-tidy does not run" "${TidyPackages[@]}"
			;;
	esac
done
