#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A task that ends its process says what it had, and its signal takes its
# course: the status is the signal's, each is told once, nothing hangs, and
# what the program has taken is its.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
crash=$cluster_bin/crash
unset OCR_STRICT OCR_CRASH_REPORT
ulimit -c 0

# has TIMES PATTERN: so many lines of the last job fit
has() {
	n=$(grep -a -c -e "$2" "$work/out")
	[ "$n" -eq "$1" ] || {
		complain "FAILED  $n lines '$2', not $1:"
		show "$work/out"
	}
}

# silent COMMAND...: ends by SIGSEGV, without a word
silent() {
	"$@" >"$work/out" 2>&1
	got=$?
	if [ "$got" -eq 139 ] && ! grep -q -a '^ocr: ' "$work/out"; then
		echo "ok      $*: status $got"
	else
		complain "FAILED  $*: status $got, or it says something:"
		show "$work/out"
	fi
}

echo 'One node:'
OCR_WORKERS=1 expect 139 'error: task "fault_far" [0-9:.]*: the code at step_on.* uses a NULL pointer' \
	launch 1 "$crash" far
has 1 "^ocr: node 0:   the task ran on host $(uname -n), in process [0-9]*$"
has 1 '^ocr: node 0:   in step_on'
has 1 '^ocr: node 0:   called from fault_far+0x'
has 0 '^ocr: node 0:   called from ocr'
if [ -x "$top_builddir/bin/ocrlines" ] && grep -q -a '\.debug_line' "$crash"; then
	has 1 '^ocr: node 0:   in step_on.* (.*crash\.c:[0-9]*)$'
	has 1 '^ocr: node 0:   called from fault_far+0x[0-9a-f]* (.*crash\.c:[0-9]*)$'
else
	echo 'no libdw, or no debug information: lines are not looked for'
fi
has 1 '^ocr: node 0:   slot 0: db [0-9:.]*, mode RW, at 0x[0-9a-f]*, 24 bytes$'
OCR_STRICT=1 expect 139 'uses a NULL pointer' launch 1 "$crash" far
has 1 '^ocr: node 0:   the task (created at begin\(+0x[0-9a-f]*\| ([^)]*)\)) ran on host '
OCR_CRASH_REPORT=no silent launch 1 "$crash" far
expect 3 "^the program's own handler" launch 1 "$crash" own
has 0 '^ocr: '
silent launch 1 "$crash" sent
expect 134 'error: task "break_heap" [0-9:.]*: the code at break_heap.* calls abort()' \
	launch 1 "$crash" heap
has 1 '^ocr: node 0:   in break_heap+0x'
# Names are not looked for again.
expect 139 'error: task [0-9:.]*: the code at 0x[0-9a-f]* uses a NULL pointer' \
	launch 1 "$crash" itself
has 1 ': the code at '
OCR_WORKERS=4 expect 139 'error: task "fault_all" [0-9:.]*: the code at step_on.* uses a NULL pointer' \
	launch 1 "$crash" all
has 1 ': the code at '
has 1 '^ocr: node 0:   called from fault_all+0x'

need_launcher
echo 'Two nodes:'
expect bad 'node 1: error: task "fault_far" [0-9:.]*: the code at step_on.* uses a NULL pointer' \
	launch 2 "$crash" far
has 1 '^ocr: node 1:   called from fault_far+0x'
has 1 '^ocr: node 1:   slot 0: db [0-9:.]*, mode RW, at 0x[0-9a-f]*, 24 bytes$'
has 1 ': the code at '
echo 'Two nodes by libfabric, which comes with a library that catches signals:'
# mpirun keeps it from that, other launchers do not.
by_net() {
	OCR_PROVIDER=net launch 2 env -u IPATH_NO_BACKTRACE "$@"
}
expect bad 'node 1: error: task "fault_far" [0-9:.]*: the code at step_on.* uses a NULL pointer' \
	by_net "$crash" far
expect bad 'signal 15' by_net "$crash" term
has 0 'the program calls exit'
verdict
