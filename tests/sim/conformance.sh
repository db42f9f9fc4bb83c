#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# conformance.sh - each conformance program and example on simulated nodes, under
# many seeds.  OCR_SIM_SEEDS says how many of each (200); a seed that fails
# prints the command that replays it.
set -u
sim=$top_builddir/tests/sim/sim
good=0 bad=0
for program in "$top_builddir"/tests/sim/*.so \
	"$top_builddir"/tests/sim/examples/*.so; do
	if "$sim" "$program"; then
		good=$((good + 1))
	else
		echo "FAILED: $program"
		bad=$((bad + 1))
	fi
done
echo "$good programs passed, $bad failed"
test "$bad" -eq 0 && test "$good" -gt 0
