#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# one_to_many.sh [HOSTS [RATE [BYTES]]] - one block, read by a node of each other
# host at once, behind links of limited rate (relay.c): those that have it serve
# the others, so that less leaves the host that made it.  How much has left it is
# what is judged, never the time, which is printed.
#
#	make check TESTS=tests/cluster/one_to_many.sh		4 hosts, seconds
#	tests/cluster/one_to_many.sh 17 100mbit 4194304		16 readers, a minute
set -u
hosts=${1:-4}
rate=${2:-10mbit}
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

if [ ! -x "$top_builddir/apps/bench/ocr/fetch" ]; then
	echo "not tried: fetch, which is not built"
	verdict
	exit
fi

sent() {
	relay sent a | sed 's/^ok //'
}

# fan_out SERVE: sets left (bytes that have left the home), copies (readers that
# were sent elsewhere) and us (time for each reader).
fan_out() {
	before=$(sent)
	OCR_SERVE=$1 OCR_STATS=json:$work/counts expect 0 '^bench: ' \
		launch "$hosts" "$top_builddir/apps/bench/ocr/fetch" \
		fanout "$size" --quick
	left=$(($(sent) - before))
	us=$(sed -n 's/^bench: \([0-9]*\).*/\1/p' "$work/out")
	copies=$(sed -n 's/.*"readers_sent_to_copies": \([0-9]*\).*/\1/p' \
		"$work/counts.0")
	[ -n "$copies" ] || complain "no count of readers sent to copies"
}

# --quick is three rounds.
all=$((3 * (hosts - 1)))
relay rate "$rate" >/dev/null || complain "no rate $rate"
fan_out 0
plain=$left
plain_us=$us
[ "${copies:-1}" -eq 0 ] || complain "OCR_SERVE=0, and $copies went to copies"
[ "$plain" -gt $((all * size)) ] ||
complain "$plain bytes are no $all blocks: does the relay count?"
# Who has read before the next one asks meets nobody: on a machine with much else
# to do a few readers may all be so.
for try in 1 2 3 4 5; do
	fan_out "$size"
	[ "${copies:-0}" -eq 0 ] || break
	echo "no reader met another, $try"
done
[ "${copies:-0}" -gt 0 ] || complain "nobody was sent to a copy"
# Some of both is sent again.
[ "$left" -lt $((plain - ${copies:-0} * size / 4)) ] ||
complain "$left bytes have left the home, though $copies of $all readers went to copies"
echo "$((hosts - 1)) readers, $rate: home sent $plain, $left bytes" \
	"($copies of $all went to copies);" \
	"$plain_us, $us us for each reader"
verdict
