#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# breaks.sh - programs whose nodes' connections break, under many seeds: nothing
# is lost, nothing comes twice.  OCR_SIM_SEEDS says how many of each (100).
set -u
bad=0
for program in random blocks pieces exchange; do
	for protocol in relaxed grouped immediate; do
		"${top_builddir:?}/tests/sim/sim" --breaks --strict \
			--seeds "${OCR_SIM_SEEDS-100}" --protocol $protocol \
			"$top_builddir/tests/sim/apps/$program.so" @seed 30 || {
			echo "FAILED: $program, $protocol"
			bad=$((bad + 1))
		}
	done
done
[ $bad -eq 0 ]
