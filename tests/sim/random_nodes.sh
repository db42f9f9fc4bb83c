#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# random_nodes.sh - the random programs of random.sh on real nodes.
set -u
. "$top_srcdir/tests/conformance/run.sh"
need_launcher
program=$top_builddir/tests/sim/apps/random
bad=0 n=0
for nodes in 1 2 4; do
	for protocol in immediate grouped relaxed; do
		for seed in 1 2; do
			n=$((n + 1))
			OCR_PROTOCOL=$protocol launch $nodes "$program" \
				$((100 * n + seed)) 100 && continue
			echo "FAILED: OCR_PROTOCOL=$protocol $ocrrun -n $nodes" \
				"$program $((100 * n + seed)) 100"
			bad=$((bad + 1))
		done
	done
done
echo "$n runs, $bad failed"
[ $bad -eq 0 ]
