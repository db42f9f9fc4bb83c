#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A job in which nothing can run any more says what waits, and for what, and
# ends with a status that is not 0; one in which a task takes long does not.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
. "$top_srcdir/tests/cluster/stuck_words.sh"
stuck=$cluster_bin/stuck
unset OCR_WORKERS
says='error: the job cannot go on: nothing can run on any node'

# all NODES [STEP]: every way to be stuck, or each STEP-th of them
all() {
	for way in $(stuck_ways | sed -n "1~${2-1}p"); do
		expect 1 "$says" launch "$1" "$stuck" "$way"
		stuck_patterns "$way" >"$work/patterns"
		while IFS= read -r line; do
			grep -q -a -E -e "$line" "$work/out" && continue
			complain "FAILED  no line '$line':"
			show "$work/out"
		done <"$work/patterns"
	done
	expect 0 '^it went on$' launch "$1" "$stuck" not
}

echo 'One node:'
all 1
for workers in 1 3; do
	OCR_WORKERS=$workers expect 1 "$says" launch 1 "$stuck" late
	OCR_WORKERS=$workers expect 1 "$says" launch 1 "$stuck" event
done
expect 1 "$says" launch 1 "$stuck" slow

need_launcher
if [ "${OCR_CHECK-}" = short ]; then
	echo 'Two nodes, with OCR_CHECK=short every fourth case:'
	all 2 4
	echo 'Four nodes, one case:'
else
	echo 'Two nodes:'
	all 2
	echo 'Four nodes:'
	OCR_WORKERS=1 all 4
fi
OCR_WORKERS=1
export OCR_WORKERS
OCR_WORKERS=3 expect 1 "$says" launch 4 "$stuck" late
expect 1 "$says" launch 4 "$stuck" slow

need_mpirun
echo "The launcher $mpirun itself:"
expect 1 "$says" "$limited" 60 "$mpirun" --oversubscribe -n 3 "$stuck" event
verdict
