#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Draws one frame of a trajectory file (crowd run ... --trajectories F) as SVG: a dot for each agent, coloured by where it
# heads, with the path of its last frames behind it.
#
#   Tools/trajectories-to-svg.sh F FRAME [TRAIL] > picture.svg     TRAIL: frames of path behind a dot (default 30)
set -euo pipefail

if [ $# -lt 2 ] || [ ! -r "$1" ]; then
	echo "usage: trajectories-to-svg.sh FILE FRAME [TRAIL]: FILE must be readable" >&2
	exit 2
fi

awk -v frame="$2" -v trail="${3:-30}" '
	/^#/ { next }
	$2 <= frame && $2 >= frame - trail {
		if (!($1 in path)) ids[++count] = $1
		path[$1] = path[$1] sprintf("%s%.2f,%.2f", path[$1] == "" ? "" : " ", $3, -$4)
		if ($2 == frame - 1 || $2 == frame - 2) { beforeX[$1] = $3; beforeY[$1] = $4 }
		if ($2 == frame) {
			x[$1] = $3; y[$1] = $4; seen = 1
			if (minX == "" || $3 < minX) minX = $3
			if (maxX == "" || $3 > maxX) maxX = $3
			if (minY == "" || $4 < minY) minY = $4
			if (maxY == "" || $4 > maxY) maxY = $4
		}
	}
	END {
		if (!seen) { print "frame " frame " is not in the file" > "/dev/stderr"; exit 2 }
		pad = 2
		printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" viewBox=\"%.2f %.2f %.2f %.2f\">\n", minX - pad, -maxY - pad, maxX - minX + 2 * pad, maxY - minY + 2 * pad
		printf "<rect x=\"%.2f\" y=\"%.2f\" width=\"100%%\" height=\"100%%\" fill=\"#10151d\"/>\n", minX - pad, -maxY - pad
		for (i = 1; i <= count; ++i) {
			id = ids[i]
			if (!(id in x)) continue
			hue = int(atan2(y[id] - beforeY[id], x[id] - beforeX[id]) * 57.29578 + 360) % 360
			printf "<polyline points=\"%s\" fill=\"none\" stroke=\"hsl(%d,70%%,45%%)\" stroke-width=\"0.12\" stroke-opacity=\"0.6\"/>", path[id], hue
			printf "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"0.3\" fill=\"hsl(%d,85%%,62%%)\"/>\n", x[id], -y[id], hue
		}
		print "</svg>"
	}
' "$1"
