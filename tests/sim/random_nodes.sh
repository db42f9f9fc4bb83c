#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# random_nodes.sh - the random programs of random.sh on real nodes; with
# OCR_CHECK=short one of each instead of two.
set -u
. "$top_srcdir/tests/conformance/run.sh"
need_launcher
bad=0 n=0
seeds='1 2'
[ "${OCR_CHECK-}" != short ] || seeds=1
# run NODES PROTOCOL PROGRAM SEED
run() {
	program=$top_builddir/tests/sim/apps/$3
	OCR_PROTOCOL=$2 launch $1 "$program" $4 100 && return
	echo "FAILED: OCR_PROTOCOL=$2 $ocrrun -n $1 $program $4 100"
	bad=$((bad + 1))
}
for nodes in 1 2 4; do
	for protocol in immediate grouped relaxed carried; do
		# Between two nodes nothing is carried.
		[ $protocol != carried ] || [ $nodes -gt 2 ] || continue
		for seed in $seeds; do
			n=$((n + 1))
			run $nodes $protocol random $((100 * n + seed))
			run $nodes $protocol blocks $((100 * n + seed))
			run $nodes $protocol pieces $((100 * n + seed))
			run $nodes $protocol exchange $((100 * n + seed))
		done
	done
done
echo "$((4 * n)) runs, $bad failed"
[ $bad -eq 0 ]
