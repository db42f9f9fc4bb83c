#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The cases of doc/use/SEEING.md: what the page says that one sees is there to be seen,
# in numbers and names and what is more than what; and the copy that is planted slow
# computes what stencil2d does.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
ocrtrace=$top_builddir/bin/ocrtrace
slow=$top_builddir/tests/seeing/slow_stencil
iterations=100

# figures SLOW: sets tasks, node0, node1 (percent of bodies, all workers), ops,
# transfers, home (blocks).
figures() {
	expect 0 'bit for bit' env SLOW="$1" "$limited" 60 "$ocrrun" -n 2 \
		--workers 2 "$slow" --size 400 --tiles 4x4 --iterations 9 --verify
	expect 0 'the norm is' env SLOW="$1" "$limited" 60 "$ocrrun" -n 2 \
		--workers 2 --trace "$work/$1" "$slow" --size 400 --tiles 4x4 \
		--iterations "$iterations"
	expect 0 '^step_edt ' "$ocrtrace" "$work/$1"
	eval "$(awk '$1 == "step_edt" { print "tasks=" $2 }
		/^ *0:[01] / { node[0] += $4 }
		/^ *1:[01] / { node[1] += $4 }
		/messages of/ { print "ops=" $1 }
		/transfers of/ { print "transfers=" $1 }
		/ at home$/ { print "home=" $1 }
		END { print "node0=" int(node[0]) " node1=" int(node[1]) }' \
		"$work/out")"
	echo "$1: $tasks steps, bodies $node0% and $node1%, $ops messages," \
		"$transfers transfers, $home blocks at home"
	[ "$tasks" -eq $((16 * (iterations + 1))) ] ||
	complain "$1: $tasks tasks of step_edt"
}

figures uneven
[ "$node0" -gt $((2 * node1)) ] ||
complain "uneven: node 0 runs $node0%, node 1 $node1%"
# The path goes by node 0.
runs=$("$ocrtrace" --dot /dev/stdout --fold nodes "$work/uneven" |
	sed -n 's/.*<b>step_edt<.*>\([0-9]*\) of [0-9]* of the critical.*/\1/p' |
	tr '\n' ' ')
echo "steps of the critical path on node 0, on node 1: $runs"
[ "${runs%% *}" -gt "$(echo "${runs#* }" | tr -d ' ' | sed 's/^$/0/')" ] ||
complain "uneven: the critical path: $runs"

figures no
near_ops=$ops near_home=$home near_transfers=$transfers
figures far
[ "$ops" -gt $((3 * near_ops)) ] ||
complain "far: $ops messages, $near_ops of what is not slow"
[ $((transfers - near_transfers)) -ge $((4 * iterations)) ] ||
complain "far: $transfers transfers, $near_transfers of what is not slow"
[ "$home" -lt "$near_home" ] ||
complain "far: $home blocks at home, $near_home of what is not slow"
verdict
