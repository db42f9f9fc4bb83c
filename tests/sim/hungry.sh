#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hungry.sh [--seeds N] [--first S] - random programs on nodes whose allocations
# fail now and then (hungry.h), N seeds for each of several chances.
#
# random.so makes a call that has returned OCR_ENOMEM again, and compares itself
# with its plan: so such a call has changed nothing.  What a program cannot be
# told ends the job with a message about memory, and that comes first.  A crash,
# a hang, another message, and a thing left where the program has gone on are
# failures.  In the tests there are few seeds; the whole campaign is, in the build
# folder,
#
#	top_srcdir=.. top_builddir=. sh ../tests/sim/hungry.sh --seeds 2000
#
# A seed that fails prints the command that replays it.  The test fails as well
# if no program went on, or none was ended: it would have shown nothing.
set -u
seeds=${OCR_SIM_SEEDS-100}
# One in ten goes on; of very few perhaps none, as with another compiler.
[ "$seeds" -ge 20 ] || seeds=20
. "$(dirname "$0")/seeds.sh"
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
export TMPDIR="$out"
for program in random blocks pieces exchange; do
	for one_in in 40 300 3000; do
		"$sim" --hungry $one_in --strict --first "$first" \
			--seeds "$seeds" "$apps/$program.so" @seed 30 \
			>"$out/said" 2>"$out/errors" || {
			tail -n 40 "$out/errors"
			echo "FAILED: $program, one in $one_in"
			bad=$((bad + 1))
		}
		cat "$out/said" | tee -a "$out/all"
	done
done
awk '{
	for (i = 2; i < NF; i++) {
		went += $i == "went" ? $(i - 1) : 0
		said += $i == "have" ? $(i - 1) : 0
	}
} END {
	exit !(went && said)
}' "$out/all" || {
	echo "FAILED: $(cat "$out/all")"
	bad=$((bad + 1))
}
[ $bad -eq 0 ]
