#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cuts.sh [SEEDS] - connections between nodes are shut down every 2 ms (cut.c)
# while random programs run: results are right, nothing is lost, nothing happens
# twice (the programs' own plans say so), and nobody is given up.  SEEDS (2) of
# each program on 2, 3 and 4 nodes.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
seeds=${1-2}
apps=$top_builddir/tests/sim/apps
# Neighbours, too, shall speak by TCP.
OCR_PROVIDER=net
export OCR_PROVIDER
all=0

# cut N PROGRAM SEED
cut() {
	"$top_builddir/tests/cluster/cut" -l 0 -e 2 "$2" \
		"$limited" 120 "$ocrrun" -n "$1" "$apps/$2" "$3" 100 \
		>"$work/out" 2>&1
	status=$?
	if grep -q '^cut: no pidfd' "$work/out"; then
		echo "skipped: $(cat "$work/out")"
		exit 77
	fi
	n=$(sed -n 's/^cut: \([0-9]*\) cuts$/\1/p' "$work/out")
	all=$((all + ${n:-0}))
	# On a crowded machine a node may have no processor for so long.
	silent=$(grep -c 'OCR_SILENCE_S' "$work/out")
	echo "$2 $3 on $1 nodes: status $status, ${n:-no} cuts," \
		"$silent times a node was silent"
	if [ $status -ne 0 ]; then
		complain FAILED
		show "$work/out"
	fi
}

seed=0
while [ $seed -lt "$seeds" ]; do
	seed=$((seed + 1))
	for nodes in 2 3 4; do
		for program in random blocks pieces; do
			cut $nodes $program $seed
		done
	done
done
echo "$all cuts"
[ "$all" -gt 0 ] || complain 'FAILED  nothing was cut'
verdict
