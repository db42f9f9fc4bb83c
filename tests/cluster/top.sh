#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ocrtop shows a job of this user while it runs, and nobody else's.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
. "$top_srcdir/tests/cluster/look_job.sh"
# A number as it stands there, that is not 0.
some='([1-9][0-9]*|[0-9.]*[1-9][0-9.]*[kMG]?)'

# shows PATTERN: a line of what ocrtop has shown.
shows() {
	grep -q -E -e "^$1\$" "$work/top" && return
	complain "FAILED  no line '$1':"
	show "$work/top"
}

# tops NODES: two workers each; one computes, that of node 0 runs small tasks too.
tops() {
	echo "$1 nodes:"
	begin "$1" 2 hop || return
	# By ocrrun, and by the last node alone: the same.
	for pid in $(ocrrun_of) $(echo "$nodes" | tail -n 1); do
		see "$pid" " *$some +[0-9.]+  hop_task" \
			" *0 +$n\\.0  busy_task" || continue
		shows "ocrtop: look, job [0-9a-f]{16}, $n nodes?"
		shows 'waits longest, for [0-9.]+ s at least, on node [0-9]: task "(all_went_on|waiting_task)" [0-9:.]+'
		shows '  waits in slot [01] \(of [0-9]\) for .*'
		shows " *$some +[0-9.]+  hop_task"
		# All that it does is to be looked at.
		shows " *0 +$n\.0  busy_task"
		shows "0 +2 +(1\.[0-9]|2\.0) +[0-9]+ +[0-9]+ +$some +$some[kMG] +$some[kMG] +.*"
		for i in $(seq 1 $((n - 1))); do
			shows "$i +2 +1\.0 +0 +1 +0 +$some[kMG] +$some[kMG] +.*"
		done
		[ "$n" -eq 1 ] || shows "all +$((2 * n)) +.*"
		! grep -q 'no numbers' "$work/top" ||
		complain "FAILED  some nodes are not seen: $(cat "$work/top")"
	done
	if [ "$n" -eq 1 ]; then
		strangers
	fi
	end
	expect 1 "no job $nodes of yours runs on this host" "$top" --once \
		"$(echo "$nodes" | head -n 1)"
}

# Whom the job does not belong to sees nothing.
strangers() {
	if [ "$(id -u)" -ne 0 ] || ! setpriv --reuid 65534 --clear-groups \
		test -x "$top" 2>/dev/null; then
		echo 'not tried by another user: this one cannot become another'
		return
	fi
	expect 1 "process $nodes belongs to another user" setpriv --reuid 65534 \
		--clear-groups "$top" --once "$nodes"
	if ! setpriv --reuid 65534 --clear-groups /usr/bin/python3 -c pass \
		2>/dev/null; then
		echo 'no python3: the socket itself is not tried by another user'
		return
	fi
	expect 0 '^refused$' setpriv --reuid 65534 --clear-groups \
		/usr/bin/python3 -c '
import re, socket, sys
unix = open("/proc/net/unix").read()
name = re.search("@(ocrtop[.][0-9]+[.]" + sys.argv[1] + "[.].*)", unix)[1]
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
s.settimeout(10)
s.connect("\0" + name)
got = s.recv(100)
print("refused" if got == b"no\n" and s.recv(100) == b"" else got)
' "$nodes"
}

expect 2 'unknown option --no' "$top" --no
expect 2 'seconds from 0.1 to 3600, not x' "$top" --interval x
expect 2 'seconds from 0.1 to 3600, not y=1' "$top" --interval=y=1
expect 0 '^Usage: ocrtop' "$top" --help
tops 1

echo 'Killed, it leaves nothing:'
begin 1 1 && {
	kill -KILL "$nodes"
	wait "$job"
	! grep -q "ocrtop\.[0-9]*\.$nodes\." /proc/net/unix ||
	complain "FAILED  its socket is still there"
}

need_launcher
tops 2
tops 4

echo 'A node that is stopped: the other one tells:'
OCR_SILENCE_S=0 begin 2 1 && {
	see "$(echo "$nodes" | head -n 1)"
	for stopped in 1 0; do
		victim=$(echo "$nodes" | sed -n "$((stopped + 1))p")
		stop "$victim"
		see "$(echo "$nodes" | sed -n "$((2 - stopped))p")" &&
		shows "no numbers of node $stopped: .*"
		kill -CONT "$victim"
	done
	end
}
verdict
