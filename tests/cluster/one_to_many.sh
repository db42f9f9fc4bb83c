#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# one_to_many.sh [HOSTS [RATE [BYTES]]] - one block, read by a node of each other
# host at once, behind links of limited rate (relay.c): those that have it serve
# the others, so that less leaves the host that made it.  How much has left it is
# what is judged, never the time, which is printed.
#
#	make check TESTS=tests/cluster/one_to_many.sh		4 hosts, seconds
#	tests/cluster/one_to_many.sh 17 100mbit 4194304		16 readers, a minute
#
# With arguments the benchmark's readers are measured as well.  They are created
# by the node that has the block: what creates the last of them waits behind the
# block on its link, 150 ms and more, or is dropped there, and comes when others
# have read.  Those that are judged, of together.c, are there before, and ask by
# links of their own.
set -u
measures=${1+yes}
hosts=${1:-4}
rate=${2:-4mbit}
size=${3:-1048576}
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
export top_srcdir top_builddir
[ -n "${cluster_hosts-}" ] ||
exec "$top_srcdir/tests/cluster/hosts.sh" --relay "$hosts" sh "$0" "$@"
. "$top_srcdir/tests/cluster/job.sh"
need_mpirun
# Links that are full are silent for long.
OCR_SILENCE_S=0
export OCR_SILENCE_S

# Neighbours, too, while others write what is read.
OCR_SERVE=64k conf_run 8 crowd || bad=1

sent() {
	relay sent a | sed 's/^ok //'
}

# fan_out SERVE PATTERN COMMAND...: sets left (bytes that have left the home) and
# copies (readers that were sent elsewhere).
fan_out() {
	serve=$1
	pattern=$2
	shift 2
	before=$(sent)
	OCR_SERVE=$serve OCR_STATS=json:$work/counts \
		expect 0 "$pattern" launch "$hosts" "$@"
	left=$(($(sent) - before))
	copies=$(sed -n 's/.*"readers_sent_to_copies": \([0-9]*\).*/\1/p' \
		"$work/counts.0")
	[ -n "$copies" ] || complain "no count of readers sent to copies"
}

# read_by_all READERS PATTERN COMMAND...: so many readers in all, without copies
# and with them.
read_by_all() {
	all=$1
	shift
	fan_out 0 "$@"
	plain=$left
	plain_us=$(us)
	[ "${copies:-1}" -eq 0 ] ||
	complain "OCR_SERVE=0, and $copies went to copies"
	[ "$plain" -gt $((all * size)) ] ||
	complain "$plain bytes are no $all blocks: does the relay count?"
	fan_out "$size" "$@"
	# Some of both is sent again.
	[ "$left" -lt $((plain - ${copies:-0} * size / 4)) ] ||
	complain "$left bytes have left the home, though $copies of $all readers went to copies"
	echo "$((hosts - 1)) readers, $rate: home sent $plain, $left bytes" \
		"($copies of $all went to copies)"
}

# What the benchmark says of each reader.
us() {
	sed -n 's/^bench: \([0-9]*\).*/\1/p' "$work/out"
}

relay rate "$rate" >/dev/null || complain "no rate $rate"
read_by_all $((hosts - 1)) '^together: ' "$cluster_bin/together" "$size"
[ "${copies:-0}" -gt 0 ] || complain "nobody was sent to a copy"

fetch=$top_builddir/apps/bench/ocr/fetch
if [ -n "$measures" ] && [ -x "$fetch" ]; then
	# --quick is three rounds.
	read_by_all $((3 * (hosts - 1))) '^bench: ' "$fetch" fanout "$size" \
		--quick
	echo "$plain_us, $(us) us for each reader"
fi
verdict
