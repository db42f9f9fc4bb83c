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
	expect 0 "$task (release_it), at release_it+0x[0-9a-f]*: ocrDbRelease() on db [0-9:.]*.* returns OCR_EACCES" \
		launch "$n" "$strict" release
	expect 0 "$task (satisfy_again), at satisfy_again+0x[0-9a-f]*: ocrEventSatisfy() on sticky event [0-9:.]*" \
		launch "$n" "$strict" twice
	expect 0 'error: channel event [0-9:.]* is full: it can hold back 1 generations of satisfactions' \
		launch "$n" "$strict" full
	grep -q -a "$task (satisfy_again), at satisfy_again+0x[0-9a-f]*: ocrEventSatisfy() on channel event [0-9:.]* (created at make_channel+0x" "$work/out" ||
		complain 'FAILED  who has filled the channel is not told'
	expect 0 "$task (pass_block), at pass_block+0x[0-9a-f]*: ocrEventSatisfy() on sticky event [0-9:.]*.* returns OCR_EPERM" \
		launch "$n" "$strict" carry
	OCR_STRICT=0 quiet launch "$n" "$strict" carry
	expect 0 'never destroyed: 3 x sticky event, created at make_event+0x' \
		launch "$n" "$strict" leak
	grep -q -a 'never destroyed: 1 x db, created at make_block+0x' "$work/out" ||
		complain 'FAILED  the block is not listed'
	grep -q -a 'never destroyed: 1 x edt, created at forget+0x' "$work/out" ||
		complain 'FAILED  the task is not listed'
	quiet launch "$n" "$strict" clean
}

echo 'One node:'
all 1
expect 0 "on $event returns OCR_EPERM" launch 1 "$strict" twice
expect 0 "on $event returns OCR_EPERM" launch 1 "$strict" carry
OCR_STRICT=0 quiet launch 1 "$strict" leak
(conf_run 1 $conf_few) || bad=$((bad + 1))

need_launcher
echo 'Three nodes:'
all 3
expect 0 "ocrEventSatisfy() on $event has failed later, on node 0" launch 3 "$strict" twice
grep -q -a "satisfy event of $event (sent by node 2) failed" "$work/out" ||
	complain 'FAILED  the owner does not say where the event was created'
(conf_run 3 $conf_few) || bad=$((bad + 1))
verdict
