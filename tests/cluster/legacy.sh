#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs with a main of their own: they start the runtime, wait for results
# outside of tasks, end it, and start it again; and what they must not do is
# said in one line each.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
legacy=$cluster_bin/legacy
wait=$cluster_bin/legacy_wait

# silent STATUS PROGRAM [ARGUMENT...]: on $n nodes; the runtime says nothing
silent() {
	want=$1
	shift
	expect "$want" "^main returns $want\$" launch "$n" "$@"
	! grep -a -e '^ocr: .*error' -e '^FAILED' "$work/out" ||
		complain "FAILED  $*: see above"
}

# lines NUMBER PATTERN: the last job printed so many such lines
lines() {
	got=$(grep -c -a -e "$2" "$work/out")
	[ "$got" -eq "$1" ] || {
		complain "FAILED  $got lines '$2', not $1:"
		show "$work/out"
	}
}

# launch_again NODES PROGRAM [ARGUMENT...]: when nodes end by themselves, Open MPI
# 4.1.4 may crash in PMIx_server_finalize, and has no status to give then.
launch_again() {
	for try in 1 2 3; do
		launch "$@" >"$work/again" 2>&1
		again=$?
		grep -q -a 'libpmix.*(PMIx_server_finalize' "$work/again" ||
			break
		echo "the launcher itself crashed, try $try"
	done
	cat "$work/again"
	return "$again"
}

# all NODES
all() {
	n=$1
	silent 0 "$legacy" work 1
	lines "$n" '^node [0-9]*: 50 numbers add up to 1275$'
	silent 0 "$legacy" work 3
	lines "$n" '^node [0-9]*: 52 numbers add up to 1378$'
	for how in serve shutdown early; do
		silent 0 "$legacy" "$how"
	done
	for how in remote labels channel unwritten often; do
		silent 0 "$wait" "$how"
	done
	silent 7 "$legacy" abort
	expect 7 'error: a task does not return after an abort' \
		launch_again "$n" "$legacy" busy
	expect 1 'error: the job cannot go on' launch "$n" "$legacy" stuck
	lines "$n" 'main().* waits for it in ocrLegacyBlockProgress()'
	expect 0 '^main returns 0$' launch "$n" "$legacy" misuse
	lines "$n" 'error: ocrLegacySpawnOCR() is called before ocrLegacyInit()$'
	lines "$n" 'error: ocrLegacyFinalize() is called before ocrLegacyInit()$'
	lines "$n" 'error: ocrLegacyInit() is called again without'
	lines "$n" 'error: ocrLegacyBlockProgress() is called by another thread'
	lines "$n" 'error: ocrLegacyInit() is called in a task$'
	lines "$n" 'error: ocrLegacyFinalize() is called in a task$'
	lines "$n" 'error: task .* returned sticky event .* takes a block'
	lines $((7 * n)) 'error: '
}

# rounds NODES: told by memory, outside of the runtime
rounds() {
	n=$1
	rm -f "$work/shared"
	OCR_WORKERS=1 silent 0 "$cluster_bin/legacy_rounds" "$work/shared"
}

echo 'One node:'
all 1
for workers in 1 4; do
	OCR_WORKERS=$workers silent 0 "$legacy" work 3
	OCR_WORKERS=$workers silent 0 "$wait" often
done
expect 1 'error: the program ends after ocrLegacyInit() and without' \
	launch 1 "$legacy" forget
export OCR_STRICT=1
silent 0 "$legacy" work 2
silent 0 "$wait" unwritten
lines 0 'never destroyed'
silent 0 "$wait" labels
silent 0 "$wait" channel
silent 0 "$legacy" early
silent 0 "$wait" often
# What is left, by the place in main that created it.
lines 1 'never destroyed: 500 x db, created at make_block'
unset OCR_STRICT
OCR_WORKERS=many expect 99 'OCR_WORKERS=many: want a number' \
	launch 1 "$legacy" work 1

need_launcher
many='2 4'
[ "${OCR_CHECK-}" != short ] || many=3
for nodes in $many; do
	echo "Nodes: $nodes"
	all "$nodes"
	rounds "$nodes"
	for protocol in immediate grouped carried; do
		OCR_PROTOCOL=$protocol silent 0 "$legacy" work 2
		OCR_PROTOCOL=$protocol silent 0 "$wait" unwritten
	done
	[ "$nodes" -lt 3 ] || OCR_PROTOCOL=carried rounds "$nodes"
done
echo 'One node leaves:'
expect bad 'error: the program ends after ocrLegacyInit() and without' \
	launch 2 "$legacy" quit
OCR_WORKERS=1 silent 0 "$legacy" work 5
if [ -x "$cluster_bin/legacy_mpi" ]; then
	need_mpirun
	echo 'With MPI in the same program:'
	for n in 1 2 4; do
		expect 0 "^$n processes, 3 rounds$" "$limited" 60 \
			"$ocrrun" -n "$n" --launcher mpirun \
			"$cluster_bin/legacy_mpi"
	done
fi
verdict
