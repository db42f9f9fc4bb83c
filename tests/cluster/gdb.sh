#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gdb, on a process, on a core file and on one node of two, says what waits and
# for what, in the words of the stuck report; what it cannot read is a line.
# The script is the one that gdb loads by itself from beside the library.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
debugged=$cluster_bin/debugged
library=$top_builddir/.libs/libocr.so.0.0.0
unset OCR_STRICT DEBUGINFOD_URLS
OCR_WORKERS=1 OCR_CRASH_REPORT=no
export OCR_WORKERS OCR_CRASH_REPORT

skip() {
	echo "skipped: $*"
	exit 77
}
command -v gdb >/dev/null || skip 'gdb is not here (Debian: gdb)'
[ "$(gdb -nx -batch -ex 'python print(6 * 7)' 2>/dev/null)" = 42 ] ||
	skip 'this gdb has no python'
[ -f "$library" ] || skip 'there is no shared library'
LC_ALL=C grep -q -a '\.debug_info' "$library" ||
	skip 'libocr was built without -g'

# ask ARGUMENT...: gdb with these, without what this user or host has set.
ask() {
	"$limited" 120 gdb -nx -batch \
		-iex "add-auto-load-safe-path $top_builddir" \
		-iex "add-auto-load-safe-path $top_srcdir" \
		-iex 'set disable-randomization off' "$@"
}

# What is asked.
questions() {
	cat <<'END'
info ocr workers
info ocr tasks
info ocr waiting
print never
print fired
print latch
print channel
print labeled
print wide
print block
print taken
print holder
print gone
print (ocrGuid_t){0}
ocr why fed_task
ocr why asker
ocr why output_task
ocr why parent
ocr why latch
ocr why gone
ocr why &fed_task
ocr why 9:0.1
ocr why nothing_of_that_name
END
}

# What must be there, each from the beginning of a line to its end: @NAME is a
# task of that name, # the number of an object.
answers() {
	cat <<'END'
node [0-9] of [0-9]: 1 worker
  worker 0 \(thread 1\) runs @looking_task; 1 body that waits is put aside; 1 ready task
node [0-9] of [0-9]: 25 tasks
  @ready_task is ready, and has not started
  @looking_task runs on worker 0 \(thread 1\)
  @unseen_task waits in slot 0 for sticky event #
  task "unseen_task" [0-9]:[0-9]\.n[0-9]+( on node [0-9])? waits in slot 0 for sticky event #
  @holding_task waits in ocrWait\(\) for sticky event #
  @waiting_task waits until it can have data block #
  @waiting_task waits in slot 0 for the output event of @waiting_task
  @waiting_task waits in slots 0 and 2 \(of 3\), to which nothing (on this node )?was connected \(ocrAddDependence\)
  @waiting_task waits in slot 0 for the output event of @parent_task
  @parent_task has returned, but is a finish task, which completes after all tasks created inside: it waits for @waiting_task
  @waiting_task waits in slot 0 for idempotent event #; 9 more tasks like it
  idempotent event # was never satisfied \(ocrEventSatisfy\); @waiting_task waits for it in slot 0, and 9 more do
  sticky event # was never satisfied \(ocrEventSatisfy\); @waiting_task waits for it in slot 0, and 3 more do
  latch event # fires when its count is 0, and it is 2: 2 decrements are missing \(ocrEventSatisfySlot, OCR_EVENT_LATCH_DECR_SLOT\); @waiting_task waits for it in slot 0
  channel event # has 0 of the 1 satisfactions \(nbSat\) and 1 of the 1 dependences \(nbDeps\) that it fires with; @waiting_task waits for it in slot 0
  data block # is written by 1 task of node [0-9]; @waiting_task waits for it
\$[0-9]* = sticky event #, not fired, 4 waiters
\$[0-9]* = sticky event #, fired
\$[0-9]* = latch event #, not fired, count 2, 1 waiter
\$[0-9]* = channel event #, 0 satisfactions held, 1 waiter
\$[0-9]* = sticky event [0-9]+\.[0-9]+\[[0-9]\], not fired, 1 waiter
\$[0-9]* = idempotent event #, not fired, 10 waiters
\$[0-9]* = data block #, 48 bytes, here at 0x[0-9a-f]+
\$[0-9]* = data block #, 24 bytes, here at 0x[0-9a-f]+, written by 1 task, 1 task waits for it
\$[0-9]* = task "holding_task" #, has not returned
\$[0-9]* = sticky event #, gone
\$[0-9]* = NULL_GUID
@waiting_task waits in slot 0 for sticky event #
  sticky event # was never satisfied \(ocrEventSatisfy\)
  data block # is written by 1 task of node [0-9]
    @holding_task has it in mode EW
      @holding_task waits in ocrWait\(\) for sticky event #
        sticky event # was never satisfied \(ocrEventSatisfy\)
@waiting_task waits in slot 0 for the output event of @waiting_task
  @waiting_task waits in slots 0 and 2 \(of 3\), to which nothing (on this node )?was connected \(ocrAddDependence\)
@parent_task has returned, but is a finish task, which completes after all tasks created inside: it waits for @waiting_task
sticky event # has fired and is gone, or was destroyed
ocr: 9:0\.1 lives on node 9; this process is node [0-9] of [0-9]
ocr: No symbol "nothing_of_that_name" in current context\.
END
}

# find FILE: all answers are there, and python never shows.
find_answers() {
	answers | sed -e 's/@\([a-z_]*\)/task "\1" #( on node [0-9])?/g' \
		-e 's/#/[0-9]+:[0-9]+\\.n?[0-9]+/g' >"$work/patterns"
	lacking=0
	while IFS= read -r line; do
		grep -q -a -x -E -e "$line" "$1" && continue
		complain "FAILED  no line '$line'"
		lacking=1
	done <"$work/patterns"
	[ "$lacking" -eq 0 ] || cat "$1"
	is_plain "$1"
	echo "ok      $(grep -c . "$work/patterns") lines were looked for"
}

# script: commands as a script that `ask -x` reads; one that fails would end it.
script() {
	sed 's/.*/python\ntry: gdb.execute("""&""")\nexcept gdb.error as why: print(why)\nend/'
}

is_plain() {
	! grep -a -e 'ocr_gdb/' -e 'Python Exception' \
		-e 'Error occurred in Python' "$1" ||
	complain "FAILED  that is no message for people"
}

questions | script >"$work/questions"

echo 'The words of each kind of event are those of the library:'
sed -n 's/^OCR_EVENT_KIND([A-Z]*, "\([a-z ]*\)".*/\1/p' \
	"$top_srcdir/guidmap/event_kinds.def" | while IFS= read -r kind; do
	grep -q "\"$kind\"" "$top_srcdir/src/tools/gdb/ocr_gdb/guid.py" ||
	echo "$kind"
done >"$work/kinds"
[ -s "$work/kinds" ] && complain "FAILED  guid.py lacks $(cat "$work/kinds")"
grep -q '^#define SLAB_OBJECTS 128$' "$top_srcdir/src/base/pool.c" ||
	complain 'FAILED  SLAB_OBJECTS is another one in node.py'

echo 'A core file:'
pattern=$(cat /proc/sys/kernel/core_pattern)
core=
case $pattern in
'|'* | */*) echo "skipped: cores go to '$pattern'" ;;
*)
	mkdir "$work/core"
	(cd "$work/core" && ulimit -c unlimited && "$limited" 60 "$debugged") \
		>"$work/out" 2>&1
	core=$(find "$work/core" -type f)
	[ -n "$core" ] || echo 'skipped: no core file was written'
esac
if [ -n "$core" ]; then
	ask -x "$work/questions" "$debugged" "$core" >"$work/out" 2>&1
	find_answers "$work/out"
	rm -f "$core"
fi

echo 'A process:'
ask -ex run /bin/true >"$work/out" 2>&1
if ! grep -q 'exited normally' "$work/out"; then
	echo 'skipped: gdb may not run a program here:'
	cat "$work/out"
	verdict
	exit
fi
ask -ex 'break look_here' -ex run -ex 'info threads' -x "$work/questions" \
	--args "$debugged" >"$work/out" 2>&1
find_answers "$work/out"
# The name is there when the loop is.
OCR_WORKERS=2 ask -ex 'set breakpoint pending on' \
	-ex 'break ocr_sched_loop if ocr_self->id == 1' -ex run \
	-ex 'info ocr workers' -ex 'info threads' --args "$debugged" \
	>"$work/out" 2>&1
grep -q -a '^node 0 of 1: 2 workers$' "$work/out" &&
grep -q -a '"ocr-worker-1"' "$work/out" || {
	complain 'FAILED  no two workers, or none is called ocr-worker-1:'
	cat "$work/out"
}

echo 'What is broken is a line:'
cat >"$work/breaks" <<'END'
set var $task = ocr_self->task
set var $old = *$task
set var $task->held.n = 4
set var $task->held.blocks = 16
ocr why taken
set var *$task = $old
set var $task->state = 99
set var $task->func = 7
info ocr tasks
print *$task
set var *$task = $old
set var $task->name.upper = 0xffffffffffffffff
info ocr waiting
set var *$task = $old
set var $slabs = ocr_self->rt->events->pool.slabs
set var ocr_self->rt->events->pool.slabs = 24
info ocr waiting
print never
set var ocr_self->rt->events->pool.slabs = $slabs
set var ocr_self->rt->tasks = 8
info ocr tasks
ocr why fed_task
set var ocr_self->rt->sched = 8
info ocr workers
set var ocr_self->rt->guids = 8
print never
set var ocr_self->rt->size = 0
info ocr tasks
END
script <"$work/breaks" >"$work/commands"
ask -ex 'break look_here' -ex run -x "$work/commands" --args "$debugged" \
	>"$work/out" 2>&1
is_plain "$work/out"
for line in 'cannot be read: task at 0x[0-9a-f]*: memory at 0x10 cannot be read' \
	'task "0x7" [0-9:.]* has not started' \
	'task "0x7" [0-9:.]*, is broken' \
	'events: memory at 0x18 cannot be read' \
	'tasks: memory at 0x[0-9a-f]* cannot be read' \
	'ocr: the workers of the node cannot be read' \
	'ocr: what should be the node at 0x[0-9a-f]* is none'; do
	grep -q -a -e "$line" "$work/out" && continue
	complain "FAILED  no line '$line':"
	cat "$work/out"
done
# Before the library is there nothing has been loaded.
ask -ex "source $top_srcdir/src/tools/gdb/libocr-gdb.py" \
	-ex 'info ocr tasks' "$debugged" >"$work/out" 2>&1
grep -q -a '^ocr: no program runs here, and there is no core file' \
	"$work/out" || {
	complain 'FAILED  without a program:'
	cat "$work/out"
}

if "$ocrrun" -n 2 --show /bin/true >/dev/null 2>&1; then
	echo 'One node of two:'
	# The other is ended by the launcher, and a gdb would say so at length.  The
	# launcher puts what it says where it likes, in the middle of a line, too.
	: >"$work/answers"
	"$limited" 120 "$ocrrun" -n 2 sh -c '
		[ "$PMIX_RANK" = 1 ] || exec "$1"
		exec gdb -nx -batch -iex "add-auto-load-safe-path $3" \
			-iex "add-auto-load-safe-path $4" \
			-iex "set disable-randomization off" \
			-ex "break look_here" -ex run -x "$2" --args "$1" \
			>"$5" 2>&1' \
		- "$debugged" "$work/questions" "$top_builddir" "$top_srcdir" \
		"$work/answers" >"$work/out" 2>&1
	find_answers "$work/answers"
fi
verdict
