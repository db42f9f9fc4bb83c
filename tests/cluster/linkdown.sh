#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# linkdown.sh - the link of one host goes down while a job starts, or in the
# middle of it, without a word to anybody: the job ends by itself, with a status
# that is not 0 and an error that names a node and its host, or what is said of a
# host that mpirun cannot reach; so it does on the other host, and no process is
# left.
#
# Not in `make check`.  Each way once where only the nodes are cut off, and once
# where the launcher is as well (NETWORKS="fabric all").  What happens, and after
# how long, is printed, and what took more than LIMIT_S seconds (12; 30 where the
# launcher is cut off as well) is late.  That is wrong with LATE=1, for which an
# idle machine is needed: who starts beside others, or has no processor in which
# to count seconds of silence, is late.  A job that has not ended after PATIENCE_S
# seconds (180) hangs.
set -u
if [ -z "${cluster_hosts-}" ]; then
	status=0
	for network in ${NETWORKS-fabric all}; do
		one=
		[ "$network" = fabric ] || one=--one-network
		NETWORK=$network "${top_srcdir:?}/tests/cluster/hosts.sh" \
			--relay $one 2 sh "$0" || status=$?
	done
	exit $status
fi
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
# A launcher that cannot reach its daemon is ended by ocrrun some seconds later
# (doc/change/FABRIC.md, 4.1).
if [ "$NETWORK" = all ]; then
	limit=${LIMIT_S-30}
else
	limit=${LIMIT_S-12}
fi
patience=${PATIENCE_S-180}
end=$cluster_bin/end
heat2d=$top_builddir/apps/heat2d/heat2d

# Processes of jobs on the hosts, all of which have one namespace.
left() {
	ps -e -o pid= -o args= | grep -E "$end|$heat2d" |
		grep -v -e grep -e mpirun -e timeout
}

say_late() {
	if [ -n "${LATE-}" ]; then
		complain "FAILED  more than $limit s"
	else
		echo "late    more than $limit s"
	fi
}

mkfifo "$work/say"

# cut_off LINES PATTERN COMMAND...: the link goes down when the job has printed
# so many lines of that kind.
cut_off() {
	lines=$1
	pattern=$2
	shift 2
	: >"$work/out"
	timeout -v -k 5 "$patience" "$ocrrun" -n 4 "$@" \
		>"$work/say" 2>&1 &
	job=$!
	exec 7<"$work/say"
	while [ "$lines" -gt 0 ] && read -r line <&7; do
		echo "$line" >>"$work/out"
		case $line in $pattern) lines=$((lines - 1)) ;; esac
	done
	relay down b >/dev/null
	begin=$(date +%s%N)
	cat <&7 >>"$work/out" &
	wait $job
	status=$?
	wait
	took=$((($(date +%s%N) - begin) / 1000000))
	echo "$NETWORK: $*: status $status after $took ms"
	show "$work/out"
	[ "$status" -ne 0 ] || complain 'FAILED  the status is 0'
	! grep -q '^timeout: sending' "$work/out" ||
	complain "FAILED  no end after $patience s"
	[ "$took" -le $((limit * 1000)) ] || say_late
	grep -q -a -e 'error: node [0-3] is lost (host [ab]\b' \
		-e 'no answer from host 10[.]' \
		-e '^  Remote daemon: .* on node [ab]$' \
		-e 'unable to reliably start one or more daemons' "$work/out" ||
	complain 'FAILED  no error names a node and its host'
	for pid in $(left | awk '{ print $1 }'); do
		timeout "$patience" tail --pid="$pid" -f /dev/null ||
		complain "FAILED  left behind: $(ps -o args= -p "$pid")"
		kill -KILL "$pid" 2>/dev/null
	done
	relay up b >/dev/null
}

# Before anybody has said anything, and after the first has.
cut_off 0 '' "$end" never 0
cut_off 1 'node * pid *' "$end" never 0
cut_off 1 'heat2d: 64 x 48 cells*' "$heat2d" --size 64x48 --tiles 8x4 --iterations 100000000
cut_off 4 'node * pid *' "$end" never 0
verdict
