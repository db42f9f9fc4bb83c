#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A signal to ocrrun, or to a node, and the job says what it does and what waits,
# and goes on to its end.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
. "$top_srcdir/tests/cluster/look_job.sh"

# has PATTERN [TIMES]
has() {
	found=$(grep -c -E -e "^ocr: node 0:   $1\$" "$work/out")
	[ "$found" -eq "${2-1}" ] && return
	complain "FAILED  $found lines, not ${2-1}: '$1'"
	show "$work/out"
}

# The report of a job of $n nodes with one worker each.
check_busy() {
	has "node 0: workers that run a task: 1 of 1; tasks: 3 ready, 3 waiting"
	for i in $(seq 1 $((n - 1))); do
		has "node $i: workers that run a task: 1 of 1; tasks: 0 ready, 1 waiting"
	done
	has "task \"ready_task\" $guid is ready, and waits for a worker; 2 more tasks like it"
	check_waits
}

check_waits() {
	others=
	[ "$n" -eq 1 ] || others=", and $((n - 1)) more do(es)?"
	has "sticky event $guid was never satisfied \(ocrEventSatisfy\); task \"waiting_task\" $guid waits for it in slot 0$others"
	has "task \"waiting_task\" $guid waits in slot 1 \(of 2\) for the output event of task \"busy_task\" $guid, which runs" "$n"
	grep -q 'nothing was connected' "$work/out" &&
	complain "FAILED  slots seem free: $(cat "$work/out")"
}

# looks NODES
looks() {
	echo "$1 nodes:"
	begin "$1" 1 || return
	kill -USR1 "$(ocrrun_of)"
	read_until 'the end of the look'
	check_busy
	# A second one, to the last node alone.
	: >"$work/out"
	kill -USR1 "$(echo "$nodes" | tail -n 1)"
	read_until 'the end of the look'
	check_busy
	end
	[ "$(grep -c 'a look at the job' "$work/out")" -eq 1 ] ||
	complain "FAILED  one signal, more than one look"
	# Workers that sleep.
	begin "$1" 3 || return
	kill -USR1 "$(ocrrun_of)"
	read_until 'the end of the look'
	check_waits
	end
	[ "$(grep -c 'a look at the job' "$work/out")" -eq 1 ] ||
	complain "FAILED  a signal that is passed on, more than one look"
}

looks 1

echo 'A handler of the program, another signal, none:'
begin 1 1 own && {
	kill -USR1 "$nodes"
	read_until "^the program's own handler$"
	end
}
grep -q 'a look' "$work/out" && complain 'FAILED  a look without a handler'
OCR_LOOK_SIGNAL=usr2 begin 1 1 && {
	kill -USR2 "$nodes"
	read_until 'the end of the look'
	end
}
expect 1 'OCR_LOOK_SIGNAL=kill: want none or usr1' \
	env OCR_LOOK_SIGNAL=kill "$look" "$work"
OCR_LOOK_SIGNAL=none begin 1 1 && {
	kill -USR1 "$nodes"
	wait "$job"
	status=$?
	[ $status -eq 138 ] ||
	complain "FAILED  OCR_LOOK_SIGNAL=none: status $status, not 138"
}

need_launcher
looks 2
looks 4

echo 'A node that does not answer:'
OCR_SILENCE_S=0 begin 2 1 && {
	stop "$(echo "$nodes" | tail -n 1)"
	kill -USR1 "$(echo "$nodes" | head -n 1)"
	read_until 'the end of the look'
	has 'no answer from node 1: what follows may not be all'
	kill -CONT $nodes
	end
}
verdict
