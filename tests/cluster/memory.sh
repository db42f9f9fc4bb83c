#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Jobs that need more memory than OCR_MEM_LIMIT allows: those that can go on
# step by step do; one that cannot says so.  No job crashes.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
memory=$cluster_bin/memory
unset OCR_WORKERS
OCR_MEM_LIMIT=8m
export OCR_MEM_LIMIT

for n in 1 2 4; do
	expect 0 '^all were created$' launch "$n" "$memory" create
	expect 0 '^all steps were done$' launch "$n" "$memory" steps
	expect 0 '^all pieces came back$' launch "$n" "$memory" pieces
done
# Nothing is cached; and all workers want memory at once.
OCR_CACHE=0 expect 0 '^all steps were done$' launch 2 "$memory" steps
OCR_WORKERS=4 expect 0 '^all steps were done$' launch 2 "$memory" steps

# Whose bytes came with the grant has none of them outside the limit.
for OCR_PROVIDER in '' net; do
	expect 0 '^all have read$' env OCR_PROVIDER="$OCR_PROVIDER" \
		OCR_STATS="json:$work/stats" "$limited" 60 "$ocrrun" -n 2 \
		"$memory" asked
	peak=$(sed -n 's/.*"process_peak_bytes": \([0-9]*\).*/\1/p' \
		"$work/stats.1")
	case " ${test_cflags-} " in
	*-fsanitize=*) continue ;;
	esac
	[ "${peak:-0}" -lt 60000000 ] ||
	complain "FAILED  $peak bytes of memory where 8 MiB are allowed"
done
unset OCR_PROVIDER

for n in 3 4; do
	expect 1 'the job cannot go on' launch "$n" "$memory" stuck
	for says in '  task "[a-z_]*" [0-9:.]*.* waits for 1048576 bytes of memory for data block [0-9:.]*: data blocks use [0-9]* of 8388608 (OCR_MEM_LIMIT)'; do
		grep -q -a -e "$says" "$work/out" || {
			complain "FAILED  no line '$says':"
			show "$work/out"
		}
	done
done

# What nobody destroys counts, and the job says which of it there is too much of.
OCR_MEM_LIMIT=32m
leaks() {
	expect bad "node $3 is out of memory: about $4 .* of 32 MiB (OCR_MEM_LIMIT); the job ends" \
		launch "$1" "$cluster_bin/leak" "$2" "$3"
}
leaks 1 tasks 0 '[0-9]\{5,7\} tasks that have not ended, [0-9]\{1,3\} events'
leaks 1 events 0 '[0-9]\{1,3\} tasks that have not ended, [0-9]\{5,7\} events'
leaks 2 tasks 1 '[0-9]\{5,7\} tasks that have not ended, [0-9]\{1,3\} events'
leaks 2 events 1 '[0-9]\{1,3\} tasks that have not ended, [0-9]\{5,7\} events'

for limit in 0 1023k -1 12q 20000000000t; do
	OCR_MEM_LIMIT=$limit
	expect 1 "OCR_MEM_LIMIT=$limit: want a number of bytes" \
		launch 1 "$memory" create
done
OCR_MEM_LIMIT=64m

# Two NUMA nodes that hwloc makes up; the workers of each node are on one of
# them, so what is far from them is on the other.
HWLOC_SYNTHETIC='numa:2 core:4 pu:1' OCR_STATS=1 OCR_WORKERS=2
export HWLOC_SYNTHETIC OCR_STATS OCR_WORKERS

# lies NODE NUMA PATTERN
lies() {
	grep -q -a "node $1: memory: NUMA node $2 has $3 bytes of that" \
		"$work/out" && return
	complain "FAILED  not $3 bytes on NUMA node $2 of node $1:"
	grep -a 'NUMA' "$work/out"
}
expect 0 'memory: NUMA' launch 1 "$cluster_bin/kinds"
lies 0 0 '1[0-9]\{6\}'
lies 0 1 '4[0-9]\{6\}'
expect 0 'memory: NUMA' launch 2 "$cluster_bin/kinds"
lies 0 0 '1[0-9]\{6\}'
lies 0 1 '4[0-9]\{6\}'
lies 1 1 '1[0-9]\{6\}'
lies 1 0 '4[0-9]\{6\}'
verdict
