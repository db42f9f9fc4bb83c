#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# OCR_TRACE and ocrtrace: the tasks and the critical path of a program whose path
# is known, a node that is killed, a disk that is full, what is wrong.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
ocrtrace=$top_builddir/bin/ocrtrace
trace=$work/trace

# said PATTERN: a line of what ocrtrace said.
said() {
	grep -q -a -e "$1" "$work/out" ||
	complain "FAILED  ocrtrace has not said '$1': $(cat "$work/out")"
}

# runs COMMAND...: says nothing, and ends with 0.
runs() {
	"$@" >"$work/out" 2>&1 && [ ! -s "$work/out" ] ||
	complain "FAILED  $*: status $?: $(cat "$work/out")"
}

# Behind main(), around, the last task inside, and each link.
for nodes in 1 2 4; do
	rm -rf "$trace"
	runs "$limited" 60 "$ocrrun" -n "$nodes" --workers 2 \
		--trace "$trace" "$cluster_bin/traced" 40 100
	expect 0 "^142 tasks in .* on $nodes node" "$ocrtrace" "$trace"
	said '^Critical path: .*, 43 tasks$'
	said '^link_edt  *40 '
	said '^idle_edt  *100 '
	said 'in link_edt, 40 times$'
	said 'in idle_edt, 1 times$'
	said 'from link_edt to link_edt, 39 times$'
	said 'from idle_edt to link_edt, 1 times$'
	said 'from mainEdt to around_edt, 1 times$'
	runs "$ocrtrace" --perfetto "$work/json" "$trace"
	bodies=$(grep -c '"ph":"X"' "$work/json")
	[ "$bodies" -eq 142 ] || complain "$bodies bodies for a viewer, not 142"
	main=$(sed -n 's/.*"name":"mainEdt".*"ts":\([0-9.]*\),.*/\1/p' "$work/json")
	runs "$ocrtrace" --perfetto "$work/json" --to "${main}us" "$trace"
	bodies=$(grep -c '"ph":"X"' "$work/json")
	[ "$bodies" -eq 1 ] || complain "$bodies bodies up to mainEdt's, not 1"
	runs "$ocrtrace" --from=900s --perfetto="$work/json" "$trace"
	! grep -q '"ph":"X"' "$work/json" || complain 'bodies behind the end'
	runs "$ocrtrace" --html "$work/html" "$trace"
	grep -q '"tasks":142,' "$work/html" && grep -q '^</html>' "$work/html" ||
	complain "the page is not whole"
	grep -q '"path_tasks":43,' "$work/html" ||
	complain "the page's path has not 43 tasks: $(grep -o '"path_tasks":.*,' "$work/html")"
done

# Who has written nothing, as its file says here, is in the table of workers.
cp -R "$trace" "$work/silent"
truncate -s 4096 "$work/silent/3.ocrtrace"
truncate -s "$(wc -c <"$trace/3.ocrtrace")" "$work/silent/3.ocrtrace"
expect 0 '^ *2:1 ' "$ocrtrace" "$work/silent"
said '^ *3:0  *0  *0  *0\.0% '
said '^ *3:1  *0  *0  *0\.0% '

# count WANT PATTERN: lines of the drawing.
count() {
	got=$(grep -c -e "$2" "$work/dot")
	[ "$got" -eq "$1" ] ||
	complain "$got lines '$2' in the drawing, not $1: $(cat "$work/dot")"
}

# arrow FROM TO: those from the box of one function to that of another.
arrow() {
	from=$(sed -n "s/^\(b[0-9]*\) \[label=<<b>$1<.*/\1/p" "$work/dot")
	to=$(sed -n "s/^\(b[0-9]*\) \[label=<<b>$2<.*/\1/p" "$work/dot")
	sed -n "s/^$from -> $to \[dir=forward, //p" "$work/dot"
}

# The drawing has each task, and the path; folded it counts them.
draws() {
	runs "$ocrtrace" --dot "$work/dot" --fold "$1" "$trace"
}
draws tasks
count 142 '^b[0-9]* \[label=<<b>'
count 43 '^b[0-9]* .*label=<<b>.*, penwidth=3\];$'
count 42 '^b.* -> .*, penwidth=3\.0\];$'
count 1 '^b.* -> .*style=dotted.*penwidth'
count 4 '^subgraph cluster_'
draws functions
count 4 '^b[0-9]* \[label=<<b>'
count 0 '^subgraph'
count 1 '<b>link_edt</b><br/>40 tasks ran .*40 of 43 of the critical path'
count 1 '<b>idle_edt</b><br/>100 tasks ran .*1 of 43 of the critical path'
arrow around_edt idle_edt | grep -q '^style=dashed, label="  100\\n  then .*penwidth' ||
	complain "around_edt to idle_edt: $(cat "$work/dot")"
arrow link_edt link_edt | grep -q '^.*style=solid, label="  39\\n  then .*penwidth' ||
	complain "link_edt to link_edt: $(cat "$work/dot")"
# In the order of names, so that colours stay: around, idle, link, main.
grep -q '^"names":\["around_edt","idle_edt","link_edt","mainEdt"\],$' "$work/html" ||
	complain "names: $(grep '^"names"' "$work/html")"
draws nodes
count 4 '^subgraph cluster_'
count 10 '^b[0-9]* \[label=<<b>'
runs "$ocrtrace" --dot "$work/fits" "$trace"
draws tasks
cmp "$work/fits" "$work/dot" || complain 'what fits is not each task'
if command -v dot >/dev/null; then
	runs "$ocrtrace" --svg "$work/svg" --fold functions "$trace"
	grep -q '^</svg>' "$work/svg" && grep -q '>link_edt<' "$work/svg" ||
	complain "no drawing: $(cat "$work/svg")"
else
	echo 'without Graphviz, which draws: apt-get install graphviz'
fi
mkdir "$work/path"
expect 1 'apt-get install graphviz' env PATH="$work/path" "$ocrtrace" \
	--svg "$work/svg" "$trace"
printf '#!/bin/sh\necho "no room" >&2\nexit 3\n' >"$work/path/dot"
chmod +x "$work/path/dot"
expect 1 'dot has not drawn it: status 3' env PATH="$work/path" "$ocrtrace" \
	--svg "$work/svg" "$trace"

# A task with a label has a box where those of its function have one.
rm -rf "$trace"
runs "$limited" 60 "$ocrrun" -n 2 --workers 1 --trace "$trace" \
	"$top_builddir/tests/conformance/label_again"
draws labels
count 1 '<b>work</b> edt 0\.0\[0\]'
count 1 '<b>work</b> edt 0\.0\[1\]'
draws functions
count 1 '<b>work</b>'

# Many tasks, of which few are there at a time.
rm -rf "$trace"
runs "$limited" 60 env OCR_STATS=json:"$work/counted" "$ocrrun" -n 4 --workers 2 \
	--trace "$trace" "$cluster_bin/traced" 11 100 1000
expect 0 '^10113 tasks in .* on 4 nodes' "$ocrtrace" "$trace"
# All that are around a link may have ended before it has itself, on a crowded
# machine: then the path goes straight on to the next link.
around=$(sed -n 's/.*from link_edt to idle_edt, \([0-9]*\) times$/\1/p' "$work/out")
said "^Critical path: .*, $((${around:=0} + 14)) tasks\$"
said "from idle_edt to link_edt, $((around + 1)) times\$"
[ "$around" -eq 10 ] ||
said "from link_edt to link_edt, $((10 - around)) times\$"
counted=$(awk '$1 == "\"tasks\":" { n += $2 } END { print n }' "$work"/counted.*)
[ "$counted" -eq 10113 ] || complain "$counted tasks were counted, not 10113"

# The summary agrees with the counters; when node N tells its N children of the
# end, it waits for nothing that a task has asked for.
rm -rf "$trace"
runs_with_stats() {
	OCR_STATS=1 "$limited" 60 "$ocrrun" -n 4 --workers 2 --trace "$trace" \
		"$@" >"$work/stats" 2>&1
}
runs_with_stats "$top_builddir/apps/heat2d/heat2d" --size 512x512 \
	--tiles 4x4 --iterations 10 --out "$work/heat.ppm" ||
	complain "FAILED  heat2d: $(cat "$work/stats")"
# Of ops that left in another the trace has each, and none that tells what is
# owed, as nobody has asked for it.
counters=$(sed -n 's/.*network: \([0-9]*\) ops sent.*ops handled, \([0-9]*\) waits for confirmation, \([0-9]*\) transfers of \([0-9]*\) bytes.*/\1 \2 \3 \4/p
	s/.*network: .* told in \([0-9]*\) of .* held back, \([0-9]*\) more sent in .*/\2 0 0 0\
-\1 0 0 0/p' "$work/stats" |
	awk '{ for (i = 1; i <= 4; i++) n[i] += $i }
		END { print n[1], n[2] - 3, n[3], n[4] }')
expect 0 '^worker' "$ocrtrace" "$trace"
summary=$(awk '/messages of/ { ops = $1 }
	/transfers of/ { moved = $1 " " $4 }
	/waits for confirmations/ { waits = $1 }
	END { print ops, waits, moved }' "$work/out")
[ "$counters" = "$summary" ] ||
	complain "counters say $counters, the summary $summary: $(cat "$work/out")"
echo "sent, waited, read, bytes: $summary"
said ' fetched$'

# plant FILE NS: it seems to be of another host, whose clock is so far ahead.
plant() {
	left=$(($(od -A n -t d8 -j 32 -N 8 "$1") + $2))
	word=
	while [ ${#word} -lt 32 ]; do
		word=$word$(printf '\\%03o' $((left % 256)))
		left=$((left / 256))
	done
	printf "$word" | dd of="$1" bs=1 seek=32 conv=notrunc status=none
	printf 'other\0' | dd of="$1" bs=1 seek=56 conv=notrunc status=none
	printf 'other\0' | dd of="$1" bs=1 seek=120 conv=notrunc status=none
}

# Clocks of hosts: found by what travelled, and right within what is said.
rm -rf "$trace"
runs "$limited" 60 "$ocrrun" -n 4 --workers 2 \
	--trace "$trace" "$cluster_bin/traced" 40 100
plant "$trace/2.ocrtrace" 5000012345
plant "$trace/3.ocrtrace" 5000012345
expect 0 '^2 hosts, whose clocks are compared by [1-9]' "$ocrtrace" "$trace"
said '^Critical path: .*, 43 tasks$'
! grep -q 'seem to come before' "$work/out" ||
	complain "messages come before they leave: $(cat "$work/out")"
awk '/^  other: ahead by/ {
	scale["ns"] = 1e-9; scale["us"] = 1e-6; scale["ms"] = 1e-3
	error = $(NF - 1) * scale[$NF]
	away = $4 - 5.000012345
	found = error > 0 && away <= error && -away <= error
	print "planted 5.000012345 s, found:" $0
} END { exit !found }' "$work/out" ||
	complain "FAILED  the clock of the other host: $(cat "$work/out")"

# A trace is the same program's, and what it prints too.
expect 0 'bit for bit' env OCR_TRACE="$trace" "$top_builddir/apps/heat2d/heat2d" \
	--size 32x32 --tiles 4x4 --iterations 10 --verify
expect 1 'traces of several jobs' "$ocrtrace" "$trace"

# Killed: what came before is there.
rm -rf "$trace"
expect bad 'node 1 .*\(lost\|signal\)' "$limited" 60 "$ocrrun" -n 3 \
	--trace "$trace" "$cluster_bin/end" kill 1
expect 0 '^work  *[1-9]' "$ocrtrace" "$trace"
rm "$trace/2.ocrtrace"
expect 0 '^1 nodes of the job have no file here' "$ocrtrace" "$trace"

# A disk that is full ends the trace and not the job.
rm -rf "$trace"
expect 0 'node 0: warning: the trace ends here, and the job goes on' \
	sh -c 'ulimit -f 600; exec "$@"' sh "$limited" 60 \
	"$ocrrun" -n 1 --workers 1 --trace "$trace" "$cluster_bin/traced" 10 9999
expect 0 'the end of the run is missing' "$ocrtrace" "$trace"
expect bad 'no trace can be written there: Not a directory' \
	env OCR_TRACE="$trace/0.ocrtrace" "$cluster_bin/traced" 1 1
[ "$(grep -c '^ocr: ' "$work/out")" -eq 1 ] ||
complain "FAILED  that is told twice: $(cat "$work/out")"

# Damaged: whatever it is, it is read or refused.
for at in 0 8 12 20 24 262144 262152 262160 262168 262300; do
	cp "$trace/0.ocrtrace" "$work/damaged"
	for byte in '\377\377\377\377' '\0\0\0\0\0\0\0\0' '\7\1'; do
		mkdir -p "$work/bad"
		cp "$work/damaged" "$work/bad/0.ocrtrace"
		printf "$byte" | dd of="$work/bad/0.ocrtrace" bs=1 seek=$at \
			conv=notrunc status=none
		"$limited" 60 "$ocrtrace" "$work/bad" >"$work/out" 2>&1
		[ $? -le 1 ] || complain "damaged at $at: $(cat "$work/out")"
	done
done
for bytes in 0 100 4096 262144 262150 300000; do
	head -c $bytes "$trace/0.ocrtrace" >"$work/bad/0.ocrtrace"
	"$limited" 60 "$ocrtrace" "$work/bad" >"$work/out" 2>&1
	[ $? -le 1 ] || complain "cut at $bytes: $(cat "$work/out")"
done
printf 'text' >"$work/bad/0.ocrtrace"
expect 1 'this is no trace of a node' "$ocrtrace" "$work/bad"

expect 2 'which folder' "$ocrtrace"
expect 2 'no option --fast' "$ocrtrace" --fast
expect 2 'one folder at a time' "$ocrtrace" "$trace" "$trace"
expect 2 'perfetto needs a file' "$ocrtrace" "$trace" --perfetto
for time in 1 s -1s 1h 1e9s ''; do
	expect 2 'from needs a time' "$ocrtrace" --from "$time" "$trace"
done
expect 2 'are for --perfetto' "$ocrtrace" --from 1s "$trace"
expect 2 'to needs a time' "$ocrtrace" "$trace" --to
expect 2 'fold needs one of' "$ocrtrace" "$trace" --fold
expect 2 'fold needs one of' "$ocrtrace" --fold boxes "$trace"
expect 1 'No such file' "$ocrtrace" "$work/none"
expect 1 'a job writes them with OCR_TRACE' "$ocrtrace" "$work"
expect 1 'No such file' "$ocrtrace" --perfetto "$work/no/file" "$trace"
expect 0 '^Usage' "$ocrtrace" --help
verdict
