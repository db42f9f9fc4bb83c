#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A node that is alone on its host dies, and its launcher lets others live: they
# learn it from its host, long before they would give up who is silent.  One that
# is stopped is no such.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" 2 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
end=$cluster_bin/end
# Longer than any of this may take.
OCR_SILENCE_S=600
export OCR_SILENCE_S

recover() {
	"$limited" 60 "$mpirun" --enable-recovery -n 2 "$@"
}

for OCR_PROVIDER in net 'tcp;ofi_rxm'; do
	export OCR_PROVIDER
	# With tasks that are on their way, and with nothing to do.
	for way in kill kill-idle; do
		expect any 'node 0: error: node 1 is lost (host b, pid [0-9]*: its process has ended: ' \
			recover "$end" "$way" 1
		left_behind
	done
done
unset OCR_PROVIDER

# It goes on when node 0 has missed it for so long that it says so.
mkfifo "$work/say"
"$limited" 60 "$ocrrun" -n 2 "$end" stop 1 >"$work/say" 2>&1 &
job=$!
while read -r line; do
	echo "$line"
	case $line in
	*'nothing has come from its process (pid '*)
		pid=${line#*(pid }
		kill -CONT "${pid%% *}" ;;
	esac
done <"$work/say" >"$work/out"
wait "$job"
status=$?
if [ "$status" -eq 0 ] && grep -q 'nothing has come from' "$work/out"; then
	echo 'ok      one that was stopped goes on'
else
	complain "FAILED  one that was stopped: status $status:"
	show "$work/out"
fi
left_behind

# What starts nodes on another host is no node, and has no part in it.
expect bad 'these ended first, .*: .*node 0 (pid [0-9]*) was killed' \
	"$limited" 60 "$ocrrun" -n 2 "$end" kill 0
! grep 'that was no node yet' "$work/out" ||
complain 'FAILED  who started nodes elsewhere is told as a node'
left_behind
verdict
