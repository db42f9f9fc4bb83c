#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each example on 1, 2 and 4 nodes: it judges its result itself, and says what
# its page promises.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
examples=$top_builddir/apps/examples
out=$(mktemp) || exit 99
trap 'rm -f "$out"' EXIT
bad=0

# example NAME LINE [ARGUMENT...]: a line of what it prints, as a pattern.
example() {
	name=$1
	want=$2
	shift 2
	launch "$nodes" "$examples/$name" "$@" >"$out" 2>&1
	status=$?
	if [ "$status" -eq 0 ] && grep -q -e "$want" "$out" &&
		! grep -q '^FAILED' "$out"; then
		echo "ok      $name, nodes: $nodes"
		return
	fi
	echo "FAILED  $name, nodes: $nodes: status $status, want '$want' in"
	sed 's/^/        | /' "$out"
	bad=$((bad + 1))
}

for nodes in 1 2 4; do
	[ "$nodes" -eq 1 ] || need_launcher
	example hello '^Hello World!$'
	example fork_join '^join received 1 and 2$'
	example graph '^the end received 3 and 4$'
	example finish '^256 points: peaks at 32 and 224$'
	example read_write '^all 1000 numbers are twice what they were$'
	example exclusive_write '^1 1 1 1 1 4 4 4 4 4 5 5 5 5 5 2 2 2 2 2$'
	example acquire '^received 42$'
	example own_main '^pi is 3.141592654, with 65536 points$'
	example wavefront_map '^3 x 3 tasks: 6 ways'
	if [ -n "${CXX-}" ]; then
		example cpp_fork_join '^Fibonacci number 12 is 144$'
		example cpp_pipeline '^20 items: 399980000$'
	fi
	example wavefront_map '^9 x 40 tasks: 314457495 ways' 9 40 race
done
[ -n "${CXX-}" ] || echo 'skipped those in C++: there is no compiler'
[ "$bad" -eq 0 ]
