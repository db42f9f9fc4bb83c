#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ocrShutdown() and ocrAbort() by tasks of any node end the job with their
# status, on every launcher, and leave no process behind.  Whatever else ends a
# process while its job runs is told, and never ends with status 0.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
end=$cluster_bin/end

# ends STATUS COMMAND...
ends() {
	want=$1
	shift
	expect "$want" '^node 0 pid' "$@"
	left_behind
}

echo 'One node:'
ends 0 launch 1 "$end" shutdown 0
ends 7 launch 1 "$end" abort 0 7
ends 255 launch 1 "$end" abort 0 255
ends 0 launch 1 "$end" abort 0 0
ends 7 "$limited" 60 "$end" abort 0 7

# leaves STATUS WHO-AND-HOW COMMAND...
leaves() {
	want=$1
	who=$2
	shift 2
	expect "$want" "error: $who.*; \\(it\\|the job\\) ends" "$@"
	left_behind
}

echo 'One node, whose process ends in the middle:'
leaves 1 'task "end" .* calls exit(0) while' launch 1 "$end" exit 0 0
leaves 3 'task "end" .* calls exit(3) while' launch 1 "$end" exit 0 3
leaves 1 'task "end" .* calls quick_exit() while' launch 1 "$end" quick 0 0
leaves 1 'task "end" .* ends its thread: ' launch 1 "$end" thread 0
leaves 1 'the program calls exit(0) while' launch 1 "$end" foreign 0 0

need_launcher
echo 'Two nodes, likewise:'
for node in 0 1; do
	leaves bad 'task "end" .* calls exit(0) while' launch 2 "$end" exit "$node" 0
	leaves bad 'task "end" .* ends its thread: ' launch 2 "$end" thread "$node"
	leaves bad 'the program calls exit(0) while' launch 2 "$end" foreign "$node" 0
done
echo 'Two nodes, with fewer descriptors than they need until they ask for more:'
ends 0 launch 2 sh -c 'ulimit -S -n 20; exec "$@"' - \
	"$end" shutdown 1
echo 'Three nodes:'
for node in 0 1 2; do
	ends 0 launch 3 "$end" shutdown "$node"
	ends 7 launch 3 "$end" abort "$node" 7
done
ends 255 launch 3 "$end" abort 2 255

echo 'All of four nodes, several times, while blocks are on their way:'
for round in 1 2 3 4; do
	launch 4 "$conf_bin/shutdown_all" >"$work/out" 2>&1
	status=$?
	if [ "$status" -eq 0 ] && ! grep -q -a 'error' "$work/out"; then
		echo "ok      round $round"
	else
		complain "FAILED  round $round: status $status, or an error:"
		show "$work/out"
	fi
done

need_mpirun
echo "The launcher $mpirun itself:"
direct() {
	"$limited" 60 "$mpirun" --oversubscribe -n "$@"
}
ends 0 direct 3 "$end" shutdown 1
ends 7 direct 3 "$end" abort 2 7
ends 7 direct 3 "$end" abort 0 7
verdict
