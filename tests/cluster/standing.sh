#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A launcher that stands for ever is ended, and its nodes with it: one that was
# hit by a signal and stands in its own handler, and one that does nothing though
# a node has asked it to end the job.
set -u
case ${test_cflags-} in
*-fsanitize*)
	echo "skipped: a sanitizer wants to be loaded first"
	exit 77 ;;
esac
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
end=$cluster_bin/end
mkfifo "$work/say"

# stand HOW: hits the launcher when the nodes are there; sets status.
stand() {
	"$limited" 60 "$ocrrun" --launcher mpirun -n 3 "$end" never 0 \
		>"$work/say" 2>&1 &
	job=$!
	seen=0
	while read -r line; do
		echo "$line"
		case $line in
		'node '*' pid '*)
			node=${line##* }
			seen=$((seen + 1))
			[ "$seen" -ne 3 ] ||
			"$1" "$(ps -o ppid= -p "$node" | tr -d ' ')" "$node" ;;
		esac
	done <"$work/say" >"$work/out"
	wait "$job"
	status=$?
	if [ "$status" -ne 0 ] && ! grep -q -a '^limit: no end' "$work/out" &&
	   grep -q -a "$2" "$work/out"; then
		echo "ok      $1: status $status"
	else
		complain "FAILED  $1: status $status, or no line '$2':"
		sed 's/^/        | /' "$work/out"
	fi
	left_behind
}

fault() {
	kill -SEGV "$1"
}
said='^ocrrun: mpirun.* (pid [0-9]*) was hit by signal 11 (.*) and hangs in its handler of it; it is killed, and the job ends$'
LD_PRELOAD=$cluster_bin/stand.so stand fault "$said"
[ "$status" -eq 139 ] || complain "status $status, not that of the signal"

abort() {
	kill -STOP "$1"
	kill -KILL "$2"
}
said='^ocrrun: mpirun.* (pid [0-9]*) hangs: it has been asked to end the job, and does nothing; it is killed$'
stand abort "$said"
grep -q -a "these ended first, .*: node [0-2] (pid $node) was killed by signal 9 (SIGKILL)" \
	"$work/out" ||
complain "nobody says who was killed: $(cat "$work/out")"
verdict
