#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Strict mode reports misuse with the task, the call, the block and where it
# was created; a wrong access ends the job.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
strict=$cluster_bin/strict
OCR_STRICT=1
export OCR_STRICT

db='db [0-9:.]* (created at make_block+0x[0-9a-f]*)'
event='sticky event [0-9:.]* (created at make_event+0x[0-9a-f]*)'

# caught NODES WAY PATTERN: the process ends by its signal
caught() {
	n=$1
	way=$2
	expect bad "error: at [a-z_]*+0x[0-9a-f]*: $3" launch "$n" "$strict" "$way"
	if grep -q -a '^nobody noticed' "$work/out"; then
		complain "FAILED  the task of '$way' went on"
	fi
}

# quiet COMMAND...: ends with 0 and says nothing
quiet() {
	"$@" >"$work/out" 2>&1
	status=$?
	if [ "$status" -eq 0 ] && ! grep -q -a '^ocr: ' "$work/out"; then
		echo "ok      $*"
	else
		complain "FAILED  $*: status $status, or there is a message:"
		sed 's/^/        | /' "$work/out" | head -n 40
	fi
}

# told NODES WAY PATTERN...: the job ends, and its status says that there is
# something to read
told() {
	n=$1
	way=$2
	shift 2
	expect bad "$found" launch "$n" "$strict" "$way"
	for pattern in "$@"; do
		grep -q -a -e "$pattern" "$work/out" ||
			complain "FAILED  there is no line '$pattern'"
	done
}

# all NODES
all() {
	n=$1
	task='edt [0-9:.]*'
	caught "$n" ro "$task (write_it) writes to $db, which it has in mode RO"
	caught "$n" const "$task (write_it) writes to $db, which it has in mode CONST"
	caught "$n" behind "$task (write_behind) leaves $db, which has 4800 bytes, by 1 bytes"
	caught "$n" released "a pointer into $db is used after $task (use_released) has released the block"
	caught "$n" downgraded "$task (write_downgraded) writes to $db, which it has in mode RO"
	caught "$n" destroyed "a pointer into $db is used after $task (use_destroyed) has released the block"
	caught "$n" created "a pointer into db [0-9:.]* (created at conf_block.*) is used after $task (use_created) has"
	caught "$n" ended "a pointer into $db is used after $task (keep) has released the block"
	found='strict mode has found 1 mistake on this node: the exit status'
	told "$n" release 'task "release_it" [0-9:.]*: ocrDbRelease(db=db [0-9:.]*) at release_it.* returns OCR_EACCES: '
	told "$n" twice 'task "satisfy_again" [0-9:.]*: ocrEventSatisfy(sticky event [0-9:.]*) at satisfy_again.*: the event has been satisfied already, and can be once (created at make_event'
	told "$n" full 'error: channel event [0-9:.]* is full: it can hold back 1 generations of satisfactions' \
		'task "satisfy_again" [0-9:.]*: ocrEventSatisfy(channel event [0-9:.]*) at satisfy_again.*: the channel is full (created at make_channel'
	told "$n" carry 'task "pass_block" [0-9:.]*: ocrEventSatisfy(data=db [0-9:.]*) at pass_block.* returns OCR_EPERM: the event was created without EVT_PROP_TAKES_ARG'
	OCR_STRICT=0 quiet launch "$n" "$strict" carry
	expect 0 'never destroyed: 3 x sticky event, created at make_event+0x' \
		launch "$n" "$strict" leak
	grep -q -a 'never destroyed: 1 x db, created at make_block+0x' "$work/out" ||
		complain 'FAILED  the block is not listed'
	grep -q -a 'never destroyed: 1 x edt, created at forget+0x' "$work/out" ||
		complain 'FAILED  the task is not listed'
	quiet launch "$n" "$strict" clean
}

# Without the one that makes a mistake on purpose.
right=$(echo "$conf_few" | sed 's/release_satisfy//')

echo 'One node:'
all 1
OCR_STRICT=0 quiet launch 1 "$strict" leak
(conf_run 1 $right) || bad=$((bad + 1))

need_launcher
echo 'Three nodes:'
all 3
found='strict mode has found 1 mistake on this node'
told 3 twice "ocrEventSatisfy(sticky event [0-9:.]*) at satisfy_again.* has failed later, on node 0: " \
	"satisfy event of $event (sent by node 2) failed"
(conf_run 3 $right) || bad=$((bad + 1))
verdict
