#!/usr/bin/env bash
# Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
#
# Makes the trajectories that `crowd validate rcap --data` is tested with: encounters of two people whose constants are known,
# so that the fit has to find them again. Runs of `encounter` at ten frames a second, each place off by some millimetres, as
# if a camera had seen it.
#
#   Tools/make-encounters.sh CROWD [FOLDER]  CROWD: the program or ./crowd; FOLDER: where to (default: Tests/Scenario/Encounters)
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || ! command -v -- "$1" >/dev/null; then
	echo "usage: make-encounters.sh CROWD [FOLDER]: CROWD must be a program" >&2
	exit 2
fi
Crowd=$1
Folder=${2:-$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")/Tests/Scenario/Encounters}
ObservationTime=0.6
Acceleration=0.12
PersonalSpace=0.45
Encounters=30
PerFile=10

mkdir -p -- "$Folder"
Work=$(mktemp -d)
trap 'rm -rf -- "$Work"' EXIT
for ((Number = 0; Number < Encounters; ++Number)); do
	File=$Folder/encounters-$((Number / PerFile + 1)).txt
	if ((Number % PerFile == 0)); then
		{
			echo "# Made by Tools/make-encounters.sh: rcap-plain, observation time $ObservationTime s," \
				"acceleration $Acceleration m/s^2, personal space $PersonalSpace m."
			echo "# framerate: 10"
			echo "# id frame x/cm y/cm"
		} >"$File"
	fi
	# From crossing to nearly head-on, some nearer to each other than others.
	"$Crowd" run encounter --model rcap-plain --seed $((Number + 1)) \
		--set distance=$((6 + Number % 3)) --set angle=$((70 + Number * 7 % 95)) \
		--set approach=0.$((1 + Number % 3)) --set speed=1.$((2 + Number % 4)) \
		--set profile.observationTime=$ObservationTime --set profile.reactionAcceleration=$Acceleration \
		--set profile.personalSpace=$PersonalSpace --trajectories "$Work/run.txt" >/dev/null
	# Every twelfth step; the sum of twelve numbers from 0 to 1 is near enough to a normal distribution of deviation 1.
	awk -v Number=$Number -v PerFile=$PerFile '
		function Uniform() { State = (State * 16807) % 2147483647; return State / 2147483647 }
		function Normal(  Sum, I) { Sum = -6; for (I = 0; I < 12; ++I) Sum += Uniform(); return Sum }
		BEGIN { State = 12345 + Number }
		/^#/ || $2 % 12 { next }
		{ printf "%d %d %.1f %.1f\n", 2 * Number + $1, $2 / 12 + 1000 * (Number % PerFile),
			100 * $3 + 0.3 * Normal(), 100 * $4 + 0.3 * Normal() }' "$Work/run.txt" >>"$File"
done
