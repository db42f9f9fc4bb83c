#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# idle.sh [SECONDS] - what processor time do nodes take that have nothing to do?
#
# Jobs of 2 and 4 nodes, by memory and by the network.  Once all nodes have said
# who they are, SECONDS (30) go by; what the threads of each node have run for
# meanwhile, and how often they have woken up, is told.  A hundredth of a second
# for a node, a tick of the system's, is wrong.
#
#	make check-idle IDLE=60
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
seconds=${1:-30}

# used PID: nanoseconds that its threads have run for, and their wake-ups.
used() {
	cat "/proc/$1/task/"*/schedstat |
	awk '{ ns += $1; times += $3 } END { printf "%d %d\n", ns, times }'
}

# idle PROVIDER NODES
idle() {
	rm -f "$work/say"
	mkfifo "$work/say"
	OCR_PROVIDER=$1 "$ocrrun" -n "$2" "$cluster_bin/end" idle 0 \
		>"$work/say" 2>"$work/err" &
	exec 3<"$work/say"
	pids=
	while [ "$(echo "$pids" | wc -w)" -lt "$2" ] &&
	      read -r _ _ _ pid <&3; do
		pids="$pids $pid"
	done
	# What follows a start is over soon.
	sleep 2
	for pid in $pids; do
		used "$pid" >"$work/$pid"
	done
	sleep "$seconds"
	for pid in $pids; do
		read -r ns times <"$work/$pid"
		used "$pid" >"$work/$pid"
		read -r ns_now times_now <"$work/$pid"
		ns=$((ns_now - ns))
		echo "${1:-memory}, $2 nodes: $((ns / 10000000)) ticks" \
			"($((ns / 1000)) us), $((times_now - times))" \
			"wake-ups in $seconds s"
		[ $ns -lt 10000000 ] || complain "process $pid is not idle"
	done
	[ "$(echo "$pids" | wc -w)" -eq "$2" ] ||
	complain "no job: $(cat "$work/err")"
	kill -KILL ${pid:+"$pid"}
	exec 3<&-
	wait
}

for provider in '' net; do
	idle "$provider" 2
	idle "$provider" 4
done
verdict
