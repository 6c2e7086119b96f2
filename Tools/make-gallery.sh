#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Makes the pictures of Docs/Gallery.md and the README anew. Takes a minute or two.on an idle machine.
#
#   Tools/make-gallery.sh CROWD [FOLDER]     CROWD: the program or ./crowd; FOLDER: where to (default: Docs/Images)
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || ! command -v -- "$1" >/dev/null; then
	echo "usage: make-gallery.sh CROWD [FOLDER]: CROWD must be a program" >&2
	exit 2
fi
Crowd=$1
Folder=${2:-$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")/Docs/Images}
mkdir -p -- "$Folder"

# Picture NAME SCENARIO FLAG...
Picture()
{
	local Name=$1
	shift
	"$Crowd" run "$@" --png "$Folder/$Name.png" >/dev/null
	echo "$Folder/$Name.png"
}

Picture circle-1k circle-1k --seconds 105 --color heading --size 1200x700 --view -27,-15.5,27,15.5
Picture four-streams four-streams --model clearpath --seconds 22 --color heading --size 900x720 --view -33,-30,33,30
Picture crosswalk crosswalk-400 --model clearpath --seconds 24 --color group --size 1200x560 --view -22,-9.5,22,9.5
Picture evac evac-2k --seconds 50 --color density --size 1200x675 --view -3.5,39.5,30.5,59.5
Picture doorway doorway --agents 80 --seconds 14 --color speed --size 1200x600 --view -8,-4.2,10,4.2
Picture stad stad --seconds 45 --color speed --size 1200x750 --view 20,40,100,90
Picture city city-100k --seconds 10 --color heading --size 1200x750 --view -60,-37,60,37
Picture overlay-orca circle-32 --seconds 10 --color heading --watch 5 --size 1200x675 --view -5,-5,5,5
Picture overlay-clearpath circle-32 --model clearpath --seconds 10 --color heading --watch 5 --size 1200x675 --view -5,-5,5,5

# The page and the window themselves, where there are a browser and a display without a screen.
if ! command -v chromium >/dev/null || ! command -v xvfb-run >/dev/null; then
	echo "without chromium and xvfb-run there are no pictures of the page and the window" >&2
	exit 0
fi
Work=$(mktemp -d)
trap 'rm -rf -- "$Work"' EXIT

"$Crowd" run crosswalk-400 --model clearpath --html "$Work/page.html" >/dev/null
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$Work/profile" --window-size=1200,720 \
	--run-all-compositor-stages-before-draw --virtual-time-budget=10000 --screenshot="$Folder/page.png" "file://$Work/page.html#frame=240&agent=150" >/dev/null 2>&1
echo "$Folder/page.png"

cat >"$Work/script" <<SCRIPT
choose "Beside it" clearpath
click Play
until steps > 75
click Pause
clickagent 5
click Step
wait 3
shot "$Folder/viewer.png"
quit
SCRIPT
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s "-screen 0 1400x900x24" "$Crowd" view circle-32 --script "$Work/script"
echo "$Folder/viewer.png"
