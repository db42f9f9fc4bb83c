#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A paused node never hangs a job: a task that forgets ocrResume() is told off
# and the node goes on; one that waits for its own node ends the job, and the
# report says so; and a job ends while a node is paused.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
pause=$cluster_bin/pause

# has PATTERN: the last job said so, once
has() {
	[ "$(grep -c -a -e "$1" "$work/out")" -eq 1 ] || {
		complain "FAILED  not one line '$1':"
		show "$work/out"
	}
}

# all NODES
all() {
	n=$1
	last=$((n - 1))
	expect any 'ocrResume(): the node goes on' launch "$n" "$pause" forgets
	has "^ocr: node $last: error: task \"forgets\" [0-9:.]* has called ocrPause() and returned without ocrResume(): the node goes on\$"
	expect 1 'the job cannot go on' launch "$n" "$pause" waits
	has "task \"waits\" [0-9:.]* .*has paused its node (ocrPause)"
	has "task \"conf_nothing\" [0-9:.]* .*cannot start: its node is paused"
	for how in ends queues; do
		expect 0 '^the end$' launch "$n" "$pause" $how
		! grep -a 'error' "$work/out" ||
			complain "FAILED  $how: a pause is no error at the end"
	done
}

all 1
if why=$("$ocrrun" -n 2 --show /bin/true 2>&1); then
	all 2
else
	echo "on one node only: $why"
fi
verdict
