#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program around a node ends with 0 before the node has begun: no launcher says
# so, and the others are not left to wait for minutes.  One that is only slow is
# waited for.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
end=$cluster_bin/end

# wrapped SCRIPT: of node 1; the others are as ever.
wrapped() {
	launch 3 sh -c '[ "$PMIX_RANK" != 1 ] || { '"$1"'; }; exec "$@"' \
		wrapper "$end" shutdown 0
}

expect bad 'node [02]: error: node 1 is lost (host .*: its process has ended before it became a node' \
	wrapped 'exit 0'
left_behind

# And one that never comes, as long as they shall.
OCR_START_S=11 expect bad 'node 1 is lost (it has not begun in time (OCR_START_S)); the job ends' \
	wrapped 'sleep 600'
grep -q 'after 11 s it is given up (OCR_START_S)' "$work/out" ||
complain 'FAILED  nobody has said for how long'
left_behind

# Until the others have said that it is late.
mkfifo "$work/go" "$work/say"
exec 8<>"$work/go"
wrapped "read -r line <$work/go" >"$work/say" 2>&1 &
job=$!
while read -r line; do
	echo "$line"
	case $line in
	*'node 1 (host '*') has not said for '*) echo go >&8 ;;
	esac
done <"$work/say" >"$work/out"
wait "$job"
status=$?
if [ "$status" -eq 0 ] && grep -q 'has not said for' "$work/out"; then
	echo 'ok      one that is slow is waited for'
else
	complain "FAILED  one that is slow: status $status"
	show "$work/out"
fi
left_behind
verdict
