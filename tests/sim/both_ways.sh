#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# both_ways.sh - an op of a task on an object of its own node is a call or a
# message, and the same happens: each seed runs twice, and all that ops do, in which
# order, is compared.  OCR_SIM_SEEDS says how many seeds (24 of a conformance
# program (long.sh), 100 of the random ones).
set -u
. "${top_srcdir:?}/tests/sim/long.sh"
sim=$top_builddir/tests/sim
good=0 bad=0
try() {
	if "$sim/sim" --both-ways "$@" >both_ways.$$ 2>&1; then
		grep ' seeds, ' both_ways.$$
		good=$((good + 1))
	else
		cat both_ways.$$
		bad=$((bad + 1))
	fi
	rm -f both_ways.$$
}
for program in "$sim"/*.so; do
	case $program in
	# It tells names.  A task that goes to another node keeps the one it has,
	# and one that was made by a call has none; in strict mode all stay.
	*/nameless.so) strict=--traps ;;
	*) strict= ;;
	esac
	try $strict $(seeds_of "$program" "${OCR_SIM_SEEDS-24}") "$program"
done
for program in random blocks pieces exchange; do
	try --seeds "${OCR_SIM_SEEDS-100}" --strict \
		"$sim/apps/$program.so" @seed 30
done
echo "$good programs passed, $bad failed"
test "$bad" -eq 0 && test "$good" -gt 3
