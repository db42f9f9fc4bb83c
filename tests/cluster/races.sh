#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# OCR_STRICT=races names two tasks that use a block, and that nothing orders, and
# where they and the block were made; it says nothing when the graph orders them,
# whatever does.  By hand, all conformance programs on so many nodes:
# races.sh all NODES
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
races=$cluster_bin/races
ocrtrace=$top_builddir/bin/ocrtrace
unset OCR_TRACE
TMPDIR=$work OCR_STRICT=races
export TMPDIR OCR_STRICT

# Those that race on purpose: they look at blocks beside who writes them; write
# the same words, or count in them (rw_overlap, hint_priority, pause); or pass a
# block on, or copy it, that is written or not released before (copy_gone,
# copy_order, copy_turns, label_kinds, part_..., third_home).
on_purpose=' border_turns borders carried const_rw const_stable copy_gone
	copy_mixed copy_order copy_turns ew_two_blocks graph hint_priority
	label_kinds lend part_again part_destroy part_wait passed_by pause
	push_turns right_turns rw_overlap third_home write_again '

# silent NODES PROGRAM [ARGUMENT...]: no race.  What else strict mode says of
# a program that makes mistakes on purpose is none.
silent() {
	"$limited" 60 "$ocrrun" -n "$@" >"$work/out" 2>&1
	got=$?
	if [ "$got" -gt 1 ] || grep -q -a -e ': races\{0,1\}: ' "$work/out"; then
		complain "FAILED  $*: status $got, or there is a race:"
		show "$work/out"
	else
		echo "ok      no race: $*"
	fi
	[ -z "$(ls -d "$work"/ocr-races-* 2>/dev/null)" ] ||
	complain "FAILED  $*: a folder is left in TMPDIR"
}

if [ "${1-}" = all ]; then
	for name in $(conf_list); do
		case $on_purpose in
		*[[:space:]]$name[[:space:]]*) continue ;;
		esac
		conf_can_run "$name" "$2" && silent "$2" "$conf_bin/$name"
	done
	verdict
	exit
fi

# Lines only where ocrlines can tell them.
at='[A-Za-z_]*+0x[0-9a-f]*'
if [ -x "$top_builddir/bin/ocrlines" ] && grep -q -a '\.debug_line' "$races"; then
	at='[A-Za-z_]* ([^ ]*races\.c:[0-9]*)'
else
	echo 'no libdw, or no debug information: lines are not looked for'
fi
db="race: db [0-9:.]* (created at $at)"

# found NODES WAY FIRST SECOND: that race, and none with the order added
found() {
	one="task \"$3\" [0-9:.]*\( (created at $at)\)\{0,1\} $4"
	two="task \"$5\" [0-9:.]*\( (created at $at)\)\{0,1\} $6"
	expect bad "$db: \($one, $two\|$two, $one\), and nothing orders the two" \
		launch "$1" "$races" "$2"
	n=$(grep -a -c ': race: ' "$work/out")
	[ "$n" -eq 1 ] || complain "FAILED  $n races, not 1: $(cat "$work/out")"
	silent "$1" "$races" "$2" ordered
}

# all NODES
all() {
	rw='changes it from byte 0 on (mode RW)'
	found "$1" far write_one "$rw" write_other "$rw"
	found "$1" read write_one "$rw" read_all 'reads it (mode RO)'
	found "$1" released write_one "$rw" write_other "$rw"
}

for workers in 1 3; do
	OCR_WORKERS=$workers
	export OCR_WORKERS
	all 1
done
found 1 write write_one "$rw" write_other "$rw"
found 1 default write_one "$rw" read_all 'has it, and changes nothing (mode RW)'
found 1 constant write_one 'changes it from byte 0 on (mode EW)' read_all 'reads it (mode CONST)'
found 1 held mainEdt "$rw" read_all 'reads it (mode CONST)'
OCR_WORKERS=1
found 1 late write_one "$rw" write_other "$rw"
silent 1 "$races" parts
silent 1 "$races" alone
OCR_WORKERS=2
all 2
all 4
silent 2 "$races" parts

# The mistake of new users that is one.  It has no lines.
mistake=$top_builddir/tests/mistakes/not_released
if [ -x "$mistake" ]; then
	expect bad "race: db [0-9:.]* (created at mainEdt.*): task \"mainEdt\" .* (mode RW), task \"use\" .*, and nothing orders the two" \
		launch 1 "$mistake"
else
	echo "not tried: $mistake, which was not built"
fi

# A copy of an app with the wrong mode for its counter (RACES.md), and the
# app.
planted=$work/planted
mkdir "$planted" && cp -r "$top_srcdir/apps" "$planted"
lane=$planted/apps/wordhist/lane.c
sed 's/TELL_TALLY, DB_MODE_EW/TELL_TALLY, DB_MODE_RW/' \
	"$top_srcdir/apps/wordhist/lane.c" >"$work/lane.c"
! cmp -s "$work/lane.c" "$lane" || complain 'FAILED  nothing was planted'
cp "$work/lane.c" "$lane"
common=$planted/apps/common
"$top_builddir/bin/ocrcc" -g -I "$planted" -I "$top_builddir" \
	-o "$planted/wordhist" "$planted"/apps/wordhist/*.c "$common/cli.c" \
	"$common/command.c" "$common/outfile.c" "$common/progress.c" \
	"$common/quit.c" -lsodium -lm ||
	complain 'FAILED  the copy is not built'
expect bad 'race: .*task "tell_edt" .*, task "tell_edt" .*, and nothing orders' \
	launch 2 "$planted/wordhist" --progress --chunk 4096 "$top_srcdir/NEWS"
silent 2 "$top_builddir/apps/wordhist/wordhist" --progress --chunk 4096 \
	"$top_srcdir/NEWS"

# Whatever orders them.
for name in channel_fifo event_to_latch fib finish_nested happens_before idem \
	label_turns long_chain map_kinds reduce_order release_satisfy rw_shared wait_tree; do
	silent 2 "$conf_bin/$name"
done

# The trace stays where the user wants it, and tells the same.
expect bad "$db" env OCR_TRACE="$work/trace" "$limited" 60 "$races" write
expect 3 "^$db" "$ocrtrace" --races "$work/trace"
OCR_STRICT=0 "$limited" 60 env OCR_TRACE="$work/plain" "$races" write
expect 1 'was written without OCR_STRICT=races' "$ocrtrace" --races "$work/plain"
verdict
