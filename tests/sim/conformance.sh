#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# conformance.sh - each conformance program and example on simulated nodes, under
# many seeds.  OCR_SIM_SEEDS says how many of each (200); a seed that fails
# prints the command that replays it.  Those of $clean leave nothing, and tell of
# no error.
set -u
sim=$top_builddir/tests/sim/sim
clean=file_queue
good=0 bad=0
for program in "$top_builddir"/tests/sim/*.so \
	"$top_builddir"/tests/sim/examples/*.so; do
	name=$(basename "$program" .so)
	case " $clean " in
	*" $name "*) strict=--strict ;;
	*) strict= ;;
	esac
	if "$sim" $strict "$program"; then
		good=$((good + 1))
	else
		echo "FAILED: $program"
		bad=$((bad + 1))
	fi
done
echo "$good programs passed, $bad failed"
test "$bad" -eq 0 && test "$good" -gt 0
