#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tasks that no hint binds to a node go to one that has nothing to do: of each
# kind that may; the others stay, and with OCR_SHARE=0 all do.  A job in which nodes ask
# each other is found stuck all the same.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
cd "$work" || exit 99
OCR_WORKERS=1
OCR_SHARE=64k
export OCR_WORKERS OCR_SHARE

# sent: how many tasks the nodes of the last job have sent away.
sent() {
	awk '$1 == "\"tasks_sent_away\":" { n += $2 } END { print n + 0 }' s.json.*
}

for n in 2 3 4; do
	expect 0 'as it has to be' env OCR_STATS=json:s.json "$ocrrun" -n $n \
		"$cluster_bin/shared" move
	[ "$(sent)" -ge 3 ] || complain "$n nodes: $(sent) tasks were sent away"
	echo "$n nodes: $(sent) tasks went"
done
rm s.json.* # of nodes that this job has not
expect 0 'as it has to be' env OCR_SHARE=0 OCR_STATS=json:s.json "$ocrrun" -n 2 \
	"$cluster_bin/shared" stay
[ "$(sent)" -eq 0 ] || complain "OCR_SHARE=0: $(sent) tasks were sent away"
expect 0 'as published for T3' "$ocrrun" -n 2 "$top_builddir/apps/uts/uts" \
	--tree T3 --free --verify
expect 1 'cannot go on' "$ocrrun" -n 3 "$cluster_bin/stuck" circle
verdict
