#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# strict.sh - every conformance program on simulated nodes in strict mode, under
# a twentieth of the seeds (long.sh).
set -u
. "${top_srcdir:?}/tests/sim/long.sh"
sim=$top_builddir/tests/sim/sim
seeds=$((${OCR_SIM_SEEDS:-200} / 20 + 1))
bad=0
for program in "$top_builddir"/tests/sim/*.so; do
	# What it prints about misuse is meant.
	out=$("$sim" --traps $(seeds_of "$program" "$seeds") "$program" 2>&1) && continue
	echo "FAILED: $program"
	echo "$out" | grep -a -v '^ocr: ' | head -n 20
	bad=$((bad + 1))
done
echo "$bad failed"
[ "$bad" -eq 0 ]
