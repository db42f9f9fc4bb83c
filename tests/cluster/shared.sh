#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tasks that no hint binds to a node go to one that has nothing to do: of each
# kind that may; the others stay, and with OCR_SHARE=0 all do.  Where there is none, each
# node asks each other one once, and a job in which they do is found stuck all the
# same.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
cd "$work" || exit 99
OCR_WORKERS=1
export OCR_WORKERS
unset OCR_SHARE

# sum COUNTER: of all nodes of the last job.
sum() {
	awk -v name="\"$1\":" '$1 == name { n += $2 } END { print n + 0 }' s.json.*
}

# sent: how many tasks the nodes of the last job have sent away.
sent() {
	sum tasks_sent_away
}

# operations: that tasks have asked for.
operations() {
	echo $(($(sum ops_sent) - $(sum debts_told)))
}

for n in 2 3 4; do
	expect 0 'as it has to be' env OCR_STATS=json:s.json "$ocrrun" -n $n \
		"$cluster_bin/shared" move
	[ "$(sent)" -ge 3 ] || complain "$n nodes: $(sent) tasks were sent away"
	echo "$n nodes: $(sent) tasks went"
done
# Other nodes have nothing to do, and there is nothing for them.
for n in 4 2; do
	rm s.json.* # of nodes that this job has not
	for share in 0 64k; do
		expect 0 'as it has to be' env OCR_SHARE=$share \
			OCR_STATS=json:s.json "$ocrrun" -n $n \
			"$cluster_bin/shared" placed
		echo "$n nodes, OCR_SHARE=$share: $(operations) operations"
		[ $share != 0 ] || ops=$(operations)
	done
	[ $(($(operations) - ops)) -le $((n * (n - 1))) ] ||
	complain "$n nodes: $(operations) operations, $ops without asking"
	[ "$(sent)" -eq 0 ] || complain "placed: $(sent) tasks were sent away"
done
expect 0 'as it has to be' env OCR_SHARE=0 OCR_STATS=json:s.json "$ocrrun" -n 2 \
	"$cluster_bin/shared" stay
[ "$(sent)" -eq 0 ] || complain "OCR_SHARE=0: $(sent) tasks were sent away"
expect 0 'as published for T3' "$ocrrun" -n 2 "$top_builddir/apps/uts/uts" \
	--tree T3 --free --verify
expect 1 'cannot go on' "$ocrrun" -n 3 "$cluster_bin/stuck" circle
verdict
