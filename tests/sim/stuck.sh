#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stuck.sh - simulated nodes find out that a job cannot go on, in every order
# of things, and say each time what waits for what.  That they never do when it
# can is seen by all other programs.
set -u
. "${top_srcdir:?}/tests/cluster/stuck_words.sh"
sim=$top_builddir/tests/sim/sim
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0

# lines PATTERN: how many lines of the output have it
lines() {
	grep -c -a -E -e "$1" "$work/out"
}

for way in $(stuck_ways); do
	"$sim" --stuck "$top_builddir/tests/sim/stuck/stuck.so" "$way" \
		>"$work/out" 2>&1
	status=$?
	echo "$way: $(grep ' seeds, ' "$work/out")"
	if [ "$status" -ne 0 ]; then
		grep -a -v '^ocr: ' "$work/out" | sed 's/^/        | /' | head -n 40
		bad=$((bad + 1))
	fi
	stuck=$(lines 'error: the job cannot go on')
	stuck_patterns "$way" >"$work/patterns"
	while IFS= read -r line; do
		n=$(lines "$line")
		[ "$n" -eq "$stuck" ] && [ "$n" -gt 0 ] && continue
		echo "        $n of $stuck jobs said '$line'"
		bad=$((bad + 1))
	done <"$work/patterns"
done
[ "$bad" -eq 0 ]
