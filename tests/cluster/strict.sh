#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Strict mode reports misuse with the task, the call, the block and where it
# was created; a wrong access ends the job.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
strict=$cluster_bin/strict
OCR_STRICT=1
export OCR_STRICT

# A place is a line of the source, if the program has debug information and libdw
# was there; else an offset.
if [ -x "$top_builddir/bin/ocrlines" ] && grep -q -a '\.debug_line' "$strict"; then
	in=' ([^ ]*strict\.c:[0-9]*)'
	template=make_template
else
	echo 'no libdw, or no debug information: lines are not looked for'
	in='+0x[0-9a-f]*'
	# Inlined or not.
	template='\(make_template\|ocrEdtTemplateCreate_internal\)'
fi
db="db [0-9:.]* (created at make_block$in)"
event="sticky event [0-9:.]* (created at make_event$in)"

# caught NODES WAY TASK PATTERN: the process ends by its signal
caught() {
	n=$1
	way=$2
	expect bad "error: task \"$3\" [0-9:.]*: the code at [a-z_]*.* $4" \
		launch "$n" "$strict" "$way"
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
		show "$work/out"
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
	caught "$n" ro write_it "writes to $db, which the task has in mode RO"
	caught "$n" const write_it "writes to $db, which the task has in mode CONST"
	caught "$n" behind write_behind "touches byte 4800 of $db, which has 4800 bytes"
	caught "$n" released use_released "uses a pointer into $db, which task \"use_released\" [0-9:.]* has released"
	caught "$n" downgraded write_downgraded "writes to $db, which the task has in mode RO"
	caught "$n" destroyed use_destroyed "uses a pointer into $db, which task \"use_destroyed\" [0-9:.]* has released"
	caught "$n" created use_created "uses a pointer into db [0-9:.]* (created at conf_block.*), which task \"use_created\" [0-9:.]* has released"
	caught "$n" ended use_kept "uses a pointer into $db, which task \"keep\" [0-9:.]* has released"
	caught "$n" null use_null 'uses a NULL pointer (at offset 16)'
	OCR_WORKERS=1 caught "$n" wait use_null 'uses a NULL pointer (at offset 16)'
	caught "$n" together fault_together "touches byte 4800 of $db, which has 4800 bytes"
	expect bad 'error: task "give_wild" [0-9:.]*: ocrEdtCreate() called at give_wild'"$in"' uses the address 0x123000, .*: is an argument a wrong pointer?' \
		launch "$n" "$strict" wild
	found='strict mode has found 1 mistake on this node: the exit status'
	told "$n" release 'task "release_it" [0-9:.]*: ocrDbRelease(db=db [0-9:.]*) at release_it'"$in"' returns OCR_EACCES: '
	told "$n" twice 'task "satisfy_again" [0-9:.]*: ocrEventSatisfy(sticky event [0-9:.]*) at satisfy_again'"$in"'.*: the event has been satisfied already, and can be once (created at make_event'"$in"
	told "$n" full 'error: channel event [0-9:.]* is full: it can hold back 1 generations of satisfactions' \
		'task "satisfy_again" [0-9:.]*: ocrEventSatisfy(channel event [0-9:.]*) at satisfy_again'"$in"'.*: the channel is full (created at make_channel'"${in%%strict*}"
	told "$n" carry 'task "pass_block" [0-9:.]*: ocrEventSatisfy(event=sticky event [0-9:.]* data=db [0-9:.]*) at pass_block'"$in"' returns OCR_EPERM: the event was created without EVT_PROP_TAKES_ARG'
	OCR_STRICT=0 quiet launch "$n" "$strict" carry
	told "$n" again 'error: task "create_again" [0-9:.]*: ocrEventCreate(.*) at create_again'"$in"'.*: an object with this label exists already'
	told "$n" return 'error: task "return_template" [0-9:.]* returned template [0-9:.]*: neither a data block nor an event; taken as NULL_GUID'
	told "$n" thread 'error: a thread that runs no task: ocrEventCreate() at call_outside'"$in"' returns OCR_EPERM: the calling thread runs no task'
	expect 0 'warning: task "return_value" [0-9:.]* returned db [0-9:.]*: it is a finish task' \
		launch "$n" "$strict" value
	expect 0 'warning: task "pass_changed" [0-9:.]*: ocrEventSatisfy(sticky event [0-9:.]*) at pass_changed'"$in"' passes on db [0-9:.]*, which the task has written and not released' \
		launch "$n" "$strict" pass
	[ "$(grep -a -c 'passes on' "$work/out")" -eq 1 ] ||
		complain 'FAILED  a block that was released is reported as well'
	expect 0 'never destroyed: 3 x sticky event, created at make_event'"$in" \
		launch "$n" "$strict" leak
	grep -q -a 'never destroyed: 1 x db, created at make_block'"$in" "$work/out" ||
		complain 'FAILED  the block is not listed'
	grep -q -a 'never destroyed: 1 x edt, created at forget'"$in" "$work/out" ||
		complain 'FAILED  the task is not listed'
	# Created within ocrQuery(), by the runtime.
	grep -q -a 'never destroyed: 1 x db, created at list_tasks'"$in" "$work/out" ||
		complain 'FAILED  the block of a list is not listed'
	# Created by a function in one of its headers.
	grep -q -a 'never destroyed: 1 x template, created at '"$template$in" "$work/out" ||
		complain 'FAILED  the template is not listed'
	quiet launch "$n" "$strict" clean
	OCR_WORKERS=1 quiet launch "$n" "$strict" many
}

# Without the one that makes a mistake on purpose.
right=$(echo "$conf_few" | sed 's/release_satisfy//')

echo 'One node:'
all 1
OCR_STRICT=0 quiet launch 1 "$strict" leak
(conf_run 1 $right) || bad=$((bad + 1))

need_launcher
if [ "${OCR_CHECK-}" = short ]; then
	echo 'Three nodes, with OCR_CHECK=short some cases only:'
	OCR_WORKERS=1 quiet launch 3 "$strict" many
else
	echo 'Three nodes:'
	all 3
fi
found='strict mode has found 1 mistake on this node'
told 3 twice "ocrEventSatisfy(sticky event [0-9:.]*) at satisfy_again$in has failed later, on node 0: " \
	"satisfy event of $event (sent by node 2) failed"
(conf_run 3 $right) || bad=$((bad + 1))
verdict
