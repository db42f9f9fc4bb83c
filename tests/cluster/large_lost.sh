#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# large_lost.sh - between two hosts large packets get lost from some moment on,
# and small ones pass, words that say who lives among them; also where
# connections are reset now and then, and each new one brings such words: the job
# ends, and says which node is lost.  After how long is printed, and not judged.
# ONE_NETWORK=yes, by hand: launchers have no other network, and it is so from the
# start, where the launcher is who says it.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" --relay \
	${ONE_NETWORK:+--one-network} 2 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
heat2d=$top_builddir/apps/heat2d/heat2d
mkfifo "$work/say"

# lose RESETS: borders of 8 KiB do not arrive any more once the job has begun.
lose() {
	"$limited" 60 "$ocrrun" -n 4 "$heat2d" --size 2048x2048 --tiles 2x2 \
		--iterations 100000000 >"$work/say" 2>&1 &
	job=$!
	exec 7<"$work/say"
	read -r line <&7
	echo "$line" >"$work/out"
	relay largest 400 >/dev/null
	relay reset $1 >/dev/null
	begin=$(date +%s%N)
	cat <&7 >>"$work/out"
	wait $job
	status=$?
	echo "reset $1: status $status after" \
		"$((($(date +%s%N) - begin) / 1000000)) ms, $(relay counts)"
	relay largest off >/dev/null
	relay reset off >/dev/null
	if [ "$status" -eq 0 ] || grep -q -a '^limit: no end' "$work/out" ||
	   ! grep -q -a 'node [0-3] is lost (host [ab], pid ' "$work/out"; then
		complain 'FAILED  nobody is named'
	fi
	show "$work/out"
}

lose off
if [ -z "${ONE_NETWORK-}" ]; then
	lose 'every 2s'
	# Whichever of the two ends it, this was told before.
	grep -q -a 'is not confirmed after .* it was heard .* large packets (MTU)' \
		"$work/out" || complain 'FAILED  nobody says why'
else
	relay largest 400 >/dev/null
	expect bad 'unable to reliably start one or more daemons' \
		"$limited" 60 "$ocrrun" -n 4 "$cluster_bin/end" shutdown 0
fi
verdict
