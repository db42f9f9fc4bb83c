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

# all NODES: every way to be stuck
all() {
	for way in $(stuck_ways); do
		expect 1 "$says" launch "$1" "$stuck" "$way"
		stuck_patterns "$way" >"$work/patterns"
		while IFS= read -r line; do
			grep -q -a -E -e "$line" "$work/out" && continue
			complain "FAILED  no line '$line':"
			sed 's/^/        | /' "$work/out" | head -n 40
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

need_launcher
echo 'Two nodes:'
all 2
OCR_WORKERS=1
export OCR_WORKERS
if [ "${OCR_CHECK-}" = short ]; then
	echo 'OCR_CHECK=short: of four nodes one case only'
else
	echo 'Four nodes:'
	all 4
fi
OCR_WORKERS=3 expect 1 "$says" launch 4 "$stuck" late

need_mpirun
echo "The launcher $mpirun itself:"
expect 1 "$says" "$limited" 60 "$mpirun" --oversubscribe -n 3 "$stuck" event
verdict
