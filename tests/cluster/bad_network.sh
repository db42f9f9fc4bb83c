#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Two hosts whose network is slow, or loses frames (relay.c): the results are
# right all the same.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" --relay 2 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun

order() {
	relay "$@" >"$work/answer" || complain "relay $*: $(cat "$work/answer")"
}

# count NAME: what the relay has counted by now
count() {
	relay counts | sed "s/.* $1 \([0-9]*\).*/\1/"
}

# Blocks of 1 MiB that are read: after the first ones the bytes come with the
# grant, but for one now and then.
read_large() {
	if [ ! -x "$top_builddir/apps/bench/ocr/read" ]; then
		echo "not tried: read, which is not built"
		return
	fi
	OCR_STATS=json:$work/read.json expect 0 'bench: ' launch 2 \
		"$top_builddir/apps/bench/ocr/read" const 1048576
	for how in inline read; do
		sed -n "s/^\"grants_$how\": \([0-9]*\),*$/\1/p" \
			"$work/read.json.1" >"$work/$how"
	done
	[ "$(cat "$work/inline")" -gt "$(cat "$work/read")" ] ||
	complain "$(cat "$work/inline") came with a grant, $(cat "$work/read")" \
		"by a read"
}

# heat ITERATIONS [HOW]: a plate, exact, whose borders have crossed the relay.
heat() {
	crossed=$(count delivered)
	expect 0 'bit for bit' launch 2 "$top_builddir/apps/heat2d/heat2d" --verify \
		--size 64x48 --tiles 4x2 --iterations "$1"
	crossed=$(($(count delivered) - crossed))
	[ "$crossed" -gt "$1" ] || complain "only $crossed frames have crossed"
}

heat 20
echo 'Each way takes 3 ms:'
order delay 3ms
heat 20
order delay 1ms
read_large
order delay off
echo '1 % is lost, some frames at least:'
order loss 1%
before=$(count dropped)
while heat 100 && [ "$bad" -eq 0 ] && [ "$(count dropped)" -eq "$before" ]; do
	:
done
order loss off
echo '4 Mbit/s:'
order rate 4mbit
heat 20
expect 0 'as they should be' launch 2 "$top_builddir/tests/dri/reorganize_job" \
	--seeds 5
order rate off
verdict
