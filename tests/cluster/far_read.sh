#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# far_read.sh [DELAY [RUNS]] - two hosts, so far from each other that a packet
# takes DELAY each way (relay.c): a block of the other host is read, and raw
# libfabric reads as many bytes, both through the same relay, in turn.  That both
# can, and how the bytes of ours come, is judged, never the time, which is
# printed.
#
#	make check TESTS=tests/cluster/far_read.sh	seconds
#	tests/cluster/far_read.sh 1ms 5			three minutes
set -u
delay=${1:-3ms}
runs=${2:-}
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
export top_srcdir top_builddir
[ -n "${cluster_hosts-}" ] ||
exec "$top_srcdir/tests/cluster/hosts.sh" --relay 2 sh "$0" "$@"
. "$top_srcdir/tests/cluster/job.sh"
need_mpirun
bench=$top_builddir/apps/bench/bench
for program in "$bench" "${bench%bench}ref/fabric" "${bench%bench}ocr/read"; do
	[ -x "$program" ] || {
		echo "skipped: no $program: make -C $top_builddir"
		exit 77
	}
done
relay delay "$delay" >/dev/null || complain "no delay of $delay"
if [ -n "$runs" ]; then
	how="--runs $runs"
else
	how='--quick --runs 1'
fi
expect 0 '^read_1m ' "$bench" $how --only read_64k --only read_1m
sed 's/^/| /' "$work/out"
# Both have a number.
! grep -E 'absent|FAILED' "$work/out" || complain 'a side has not run'
verdict
