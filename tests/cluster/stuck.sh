#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A job in which nothing can run any more says what waits, and ends with a
# status that is not 0; one in which a task takes long does not.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
stuck=$cluster_bin/stuck
unset OCR_WORKERS
says='error: the job cannot go on: nothing can run on any node'

# also PATTERN: what the last job printed has such a line too
also() {
	grep -q -a -e "$1" "$work/out" && return
	complain "FAILED  no line '$1':"
	sed 's/^/        | /' "$work/out" | head -n 40
}

# all NODES: every way to be stuck
all() {
	n=$1
	task='edt [0-9:.]* (stuck_task)'
	expect 1 "$says" launch "$n" "$stuck" slot
	also "  $task: slot 1 of 3 was given no dependence"
	expect 1 "$says" launch "$n" "$stuck" event
	also "  $task: slot 0 of 1 waits for sticky event [0-9:.]* of node 0"
	also '  sticky event [0-9:.]* has not fired; waiting for it: 1'
	expect 1 "$says" launch "$n" "$stuck" chain
	also "  $task: slot 0 of 1 waits for sticky event [0-9:.]* of node 0"
	also "  idempotent event [0-9:.]* has not fired; waiting for it: 1"
	expect 1 "$says" launch "$n" "$stuck" latch
	also '  latch event [0-9:.]* has not fired, its count is 2; waiting for it: 1'
	expect 1 "$says" launch "$n" "$stuck" counted
	also "  $task: slot 0 of 1 waits for counted event [0-9:.]* of node 0"
	also '  counted event [0-9:.]* has not fired, it expects 2 dependences more; waiting for it: 1'
	expect 1 "$says" launch "$n" "$stuck" channel
	also "  $task: slot 0 of 1 waits for channel event [0-9:.]* of node 0"
	also '  channel event [0-9:.]* holds 1 satisfactions and 1 dependences, and fires with 2 and 1'
	expect 1 "$says" launch "$n" "$stuck" reduction
	also "  $task: slot 0 of 1 waits for collective event [0-9:.]* of node 0"
	also '  collective event [0-9:.]*: generation 0 has 1 of 2 contributions of this node'
	expect 1 "$says" launch "$n" "$stuck" finish
	also "  edt .*: has run; its finish scope has [0-9]* members"
	also "  $task: slot 0 of 1 was given no dependence"
	also '  once event [0-9:.]* (output of a task) has not fired'
	expect 1 "$says" launch "$n" "$stuck" block
	also "  $task: needs db [0-9:.]* of node 0"
	also '  db [0-9:.]*, which was never created: acquire block, sent by'
	expect 1 "$says" launch "$n" "$stuck" object
	also '  sticky event [0-9:.]*, which was never created: add dependence'
	expect 1 "$says" launch "$n" "$stuck" nothing
	also '  no task'
	expect 1 "$says" launch "$n" "$stuck" many
	also '  and [0-9]* more tasks'
	also "  $task: and 2 more slots"
	expect 1 "$says" launch "$n" "$stuck" late
	expect 0 '^it went on$' launch "$n" "$stuck" not
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
expect 1 "$says" timeout -v -k 5 60 "$mpirun" --oversubscribe -n 3 "$stuck" event
verdict
