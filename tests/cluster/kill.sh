#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One node of three dies: the job ends with a status that is not 0, a message
# names the node, and no process stays behind.  How long that took is printed.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
end=$cluster_bin/end
need_launcher

launch() {
	"$limited" 20 "$ocrrun" -n "$@"
}

# dies STATUS NODE COMMAND...
dies() {
	want=$1
	node=$2
	shift 2
	begin=$(date +%s%N)
	expect "$want" "\(node\|rank\) $node\b.*\(lost\|signal\)" "$@"
	echo "        $((($(date +%s%N) - begin) / 1000000)) ms, start included;" \
		"$(grep -a -m 1 "\(node\|rank\) $node\b.*\(lost\|signal\)" "$work/out")"
	left_behind
}

for node in 0 1 2; do
	dies bad "$node" launch 3 "$end" kill "$node"
done
dies bad 1 launch 3 "$end" kill-idle 1
dies bad 2 launch 3 "$end" segv 2

# From outside, while the job runs; from the signal to the launcher's end.
mkfifo "$work/say"
launch 3 "$end" never 0 >"$work/say" 2>"$work/err" &
job=$!
begin=$(date +%s%N)
while read -r line; do
	echo "$line"
	case $line in
	'node 1 pid '*)
		begin=$(date +%s%N)
		kill -KILL "${line##* }" ;;
	esac
done <"$work/say" >"$work/out"
wait "$job"
status=$?
echo "        $((($(date +%s%N) - begin) / 1000000)) ms after the signal"
cat "$work/err" >>"$work/out"
if [ "$status" -eq 0 ] || grep -q '^limit: no end' "$work/out"; then
	complain "killed from outside: status $status: $(cat "$work/out")"
else
	echo "ok      killed from outside: status $status"
fi
grep -q -a '\(node\|rank\) 1\b.*\(lost\|signal\)' "$work/out" ||
complain "no message names node 1: $(cat "$work/out")"
left_behind

# A launcher that lets survivors live, whatever it says itself: they must find
# out and end by themselves.
need_mpirun
recover() {
	"$limited" 20 "$mpirun" --enable-recovery --oversubscribe -n "$@"
}
for way in kill kill-idle; do
	dies any 1 recover 3 "$end" "$way" 1
	grep -q -a 'node 1 is lost' "$work/out" ||
	complain "no survivor said that node 1 is lost"
done
# One dies when the others have ended their tasks and wait for it.
dies any 1 recover 3 "$end" late 1
grep -q -a 'node 1 is lost .* while the job ends' "$work/out" ||
complain "no survivor said that node 1 is lost: $(cat "$work/out")"
verdict
