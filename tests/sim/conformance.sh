#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# conformance.sh - each conformance program and example on simulated nodes, under
# many seeds.  OCR_SIM_SEEDS says how many of each (200; long.sh); a seed that fails
# prints the command that replays it.  Those of $clean leave nothing, and tell of
# no error.  Those of $unseen run once more with nobody who looks: some ways are
# only taken then.
set -u
. "${top_srcdir:?}/tests/sim/long.sh"
sim=$top_builddir/tests/sim/sim
clean=file_queue
unseen='borders border_turns write_several'
good=0 bad=0
# try ARGUMENT...
try() {
	if "$sim" "$@"; then
		good=$((good + 1))
	else
		echo "FAILED: $*"
		bad=$((bad + 1))
	fi
}
for program in "$top_builddir"/tests/sim/*.so \
	"$top_builddir"/tests/sim/examples/*.so; do
	name=$(basename "$program" .so)
	case " $clean " in
	*" $name "*) strict=--strict ;;
	*) strict= ;;
	esac
	try $strict $(seeds_of "$program" "${OCR_SIM_SEEDS:-200}") "$program"
	case " $unseen " in
	*" $name "*) try --strict --unwatched "$program" ;;
	esac
done
echo "$good programs passed, $bad failed"
test "$bad" -eq 0 && test "$good" -gt 0
