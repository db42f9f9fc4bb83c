#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program around a node ends with 0 before the node has begun.  Once others have
# begun the launcher says so; before, nobody can know it from one that is not
# started yet, and it is waited for as that is, and as one that is slow.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
end=$cluster_bin/end
mkfifo "$work/go" "$work/say"
exec 8<>"$work/go"

# wrapped SCRIPT: of node 1; the others are as ever.
wrapped() {
	launch 3 sh -c '[ "$PMIX_RANK" != 1 ] || { '"$1"'; }; exec "$@"' \
		wrapper "$end" shutdown 0
}

# It may read a line when the others have said that it is late.
until_late() {
	wrapped "read -r line <$work/go; $1" >"$work/say" 2>&1 &
	job=$!
	while read -r line; do
		echo "$line"
		case $line in
		*'node 1 (host '*') has not said for '*) echo go >&8 ;;
		esac
	done <"$work/say"
	wait "$job"
}

# As long as they shall.  Of one that ends when another node has just begun the
# launcher says so, on a crowded machine.
late='node 1 is lost (it has not begun in time (OCR_START_S)); the job ends'
never_begins() {
	OCR_START_S=11 expect bad "$1" wrapped "$2"
	! grep -q -F "$late" "$work/out" ||
	grep -q 'after 11 s it is given up (OCR_START_S)' "$work/out" ||
	complain 'FAILED  nobody has said for how long'
	left_behind
}
never_begins "$late\|a process that was no node yet" 'exit 0'
never_begins "$late" 'sleep 600'

expect bad 'has not said for' until_late 'exit 0'
left_behind
expect 0 'has not said for' until_late :
left_behind
verdict
