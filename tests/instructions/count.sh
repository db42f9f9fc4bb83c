#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# count.sh [BUILD...] - what operations on objects of one node cost.
#
# Prints, for each operation of ops.c, how many instructions one more of them
# takes with one worker: callgrind's count of 2n less that of n.  A column for each build
# folder, which is the current one if none is named; they must be built with -O2, and without
# sanitizers or --enable-debug.  OPS="empty_task event_once" says which, N how
# many.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- .
n=${N-3000}
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
export OCR_WORKERS=1

# count PROGRAM OPERATION TIMES
count() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
		>"$dir/out" 2>&1 || return
	sed -n 's/.*Collected : //p' "$dir/out"
}

i=0
for build; do
	i=$((i + 1))
	"$build/bin/ocrcc" -O2 -I"$here" "$here/ops.c" -o "$dir/ops.$i" ||
		exit 99
done
for op in ${OPS-$("$dir/ops.1" --list)}; do
	line=$(printf '%-14s' "$op")
	for k in $(seq $i); do
		few=$(count "$dir/ops.$k" "$op" "$n") &&
			many=$(count "$dir/ops.$k" "$op" $((2 * n))) || {
			cat "$dir/out" >&2
			exit 1
		}
		line="$line $(printf '%7d' $(((many - few) / n)))"
	done
	echo "$line"
done
