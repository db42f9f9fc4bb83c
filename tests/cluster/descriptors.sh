#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Nodes with fewer descriptors than neighbours: jobs run and end right, by memory
# and by the network, where connections are closed for want of descriptors and
# made again.  People are told.  With too few for that, nobody hangs: a node
# says how many it needs.
#
#	descriptors.sh [NODES LIMIT]	else some, and as few as a node needs
#	top_srcdir=.. top_builddir=. sh ../tests/cluster/descriptors.sh 40 64
set -u
case ${test_cflags-} in
*-fsanitize*)
	echo "skipped: a sanitizer has descriptors of its own"
	exit 77 ;;
esac
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_WORKERS=1
export OCR_WORKERS
nodes=${1:-16}
limit=${2-}

# What a node of two has open, one connection among it.
count_needed() {
	rm -f "$work/say" "$work/needed"
	mkfifo "$work/say"
	"$limited" 60 "$ocrrun" -n 2 "$cluster_bin/end" never 0 \
		>"$work/say" 2>/dev/null &
	while read -r _ _ _ pid; do
		case $pid in
		*[!0-9]* | '') continue ;;
		esac
		[ ! -s "$work/needed" ] || continue
		"$cluster_bin/stranger" open "$pid" >"$work/needed"
		kill -KILL "$pid"
	done <"$work/say"
	wait
	cat "$work/needed"
}

# few COMMAND...
few() {
	echo 'the job:' >"$work/job"
	expect 0 '^the job:$' sh -c 'cat "$0"; exec "$@"' "$work/job" \
		"$limited" 240 "$ocrrun" -n "$nodes" \
		sh -c "ulimit -n $few; exec \"\$@\"" - "$@"
	told=$(grep -c -a 'no descriptors were left, of' "$work/out")
	[ "$told" -le "$most" ] || complain "$told lines: $(cat "$work/out")"
	! grep -a -e error -e lost "$work/out" || complain 'and errors'
	lines=$((lines + told))
}

# Sets few: with less than a connection takes a node does not begin.
ask() {
	few=$((few - 6))
	expect bad "open files: $few, and this node needs " \
		"$limited" 60 "$ocrrun" -n "$nodes" \
		sh -c "ulimit -n $few; exec \"\$@\"" - "$conf_bin/shutdown_all"
	# None is left to ask whether another node has told people.
	most=$nodes
	few=$(sed -n 's/.* this node needs \([0-9]*\),.*/\1/p' "$work/out" |
		head -n 1)
}

# With too few to share memory a node says what helps: the network takes more.
too_few() {
	few=$(($(count_needed) + 1))
	while "$limited" 60 "$ocrrun" -n 2 sh -c "ulimit -n $few; exec \"\$@\"" - \
		"$conf_bin/shutdown_all" >"$work/out" 2>&1
	do
		few=$((few - 1))
	done
	grep -q 'open files.*ulimit -n' "$work/out" &&
	! grep -q OCR_PROVIDER "$work/out" ||
	complain "$few descriptors: $(cat "$work/out")"
}
[ -n "$limit" ] || too_few

# The launcher takes some itself: ocrrun gives it what may be had, or says no.
if [ -z "$limit" ]; then
	expect 1 'ocrrun: open files: at most 64, and .* ulimit -n' \
		sh -c 'ulimit -n 64; exec "$@"' - \
		"$limited" 60 "$ocrrun" -n 40 "$conf_bin/shutdown_all"
	expect bad 'open files: at most 12, and .* ulimit -n' \
		"$limited" 60 "$ocrrun" -n 2 \
		sh -c 'ulimit -n 12; exec "$@"' - "$conf_bin/shutdown_all"
	expect 0 '^ended$' sh -c 'ulimit -S -n 40; "$@" && echo ended' - \
		"$limited" 60 "$ocrrun" -n 8 "$conf_bin/shutdown_all"
fi

for provider in '' net; do
	if [ -n "$provider" ]; then
		OCR_PROVIDER=$provider
		export OCR_PROVIDER
	fi
	few=${limit:-$(($(count_needed) + 5))}
	most=1
	# By the network: as many as a node says.
	[ -z "$provider" ] || [ -n "$limit" ] || ask
	lines=0
	few "$top_builddir/apps/heat2d/heat2d" --size 128x128 --tiles 16x16 \
		--iterations 20 --verify
	few "$conf_bin/shutdown_all"
	echo "$nodes nodes, provider '$provider', $few descriptors:" \
		"$lines lines"
	# By memory there are enough.
	[ -z "$provider" ] || [ -n "$limit" ] || [ "$lines" -gt 0 ] ||
	complain 'nobody tells people why it takes long'
done
verdict
