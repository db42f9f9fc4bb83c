#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# waits.sh [NODES] - how often operations of the apps' tasks wait until another
# node has confirmed those before: under relaxed, and under carried, which tells
# what is owed instead.  Of the apps that owe much a fifth at most may be left, but
# for the waits of the end, NODES - 1.
#
#	make check TESTS=tests/cluster/waits.sh		4 nodes of a host, seconds
#	tests/cluster/hosts.sh --relay 4 sh -c 'relay delay 1ms; tests/cluster/waits.sh'
set -u
nodes=${1:-4}
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
export top_srcdir top_builddir
. "$top_srcdir/tests/cluster/job.sh"
need_launcher
OCR_WORKERS=1
export OCR_WORKERS
cd "$work" || exit 99

# counter NAME: of all nodes together, of the run before.
counter() {
	awk -v name="\"$1\":" '$1 == name { sum += $2 } END { print sum }' \
		counts.*
}

# run PROTOCOL: of $app with its $arguments.
run() {
	rm -f counts.*
	OCR_PROTOCOL=$1 OCR_STATS=json:$work/counts expect 0 '' launch "$nodes" \
		"$top_builddir/apps/$app/$app" $arguments >said
	grep -q '^ok' said || {
		cat said
		verdict
		exit 1
	}
}

# For a node that has no processor for long, and packets queue up, others wait
# still: then once more.
run_carried() {
	for try in 1 2 3 4 5; do
		run carried
		left=$(counter waits)
		[ $(((left - nodes + 1) * 5)) -gt "$before" ] || return
	done
}

# count APP ARGUMENT...
count() {
	app=$1
	shift
	arguments=$*
	[ -x "$top_builddir/apps/$app/$app" ] || {
		echo "$app was not built"
		return
	}
	run relaxed
	before=$(counter waits) packets=$(counter packets_sent)
	run_carried
	printf '%-40s %6d to %4d waits, %6d to %6d packets, %6d debts carried\n' \
		"$app $arguments" "$before" "$left" "$packets" \
		"$(counter packets_sent)" "$(counter debts_carried)"
}

# The same of one that owes much.
judge() {
	count "$@"
	[ "$before" -gt $((nodes * 20)) ] ||
	complain "FAILED  $app waits $before times without debts that are carried"
	[ $(((left - nodes + 1) * 5)) -le "$before" ] ||
	complain "FAILED  $app: of $before waits $left are left"
}

judge md --size 8 --steps 50
judge stencil2d --size 400 --iterations 100
judge cg --size 50
judge cholesky --size 1024 --tile 64
judge wavefront --length 5000 --tile 128
# Who waits at the end alone.
count heat2d --size 320x240 --iterations 100
count uts
verdict
