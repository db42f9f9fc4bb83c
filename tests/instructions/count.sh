#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# count.sh [BUILD...] - what operations on objects of one node cost.
#
# Prints, for each operation of ops.c, how many instructions one more of them
# takes with one worker: callgrind's count of 2n less that of n.  A column for each build
# folder, which is the current one if none is named; they must be built with -O2, and without
# sanitizers or --enable-debug.  OPS="empty_task event_once" says which, N how
# many, OPS_SOURCE another file than ops.c, OPS_FLAGS what it is compiled with.
# With ATOMICS=1 a second number behind each: how many of the library's
# instructions lock something.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- .
n=${N-3000}
source=${OPS_SOURCE-$here/ops.c}
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
export OCR_WORKERS=1

# count PROGRAM OPERATION TIMES: instructions, and with ATOMICS those that lock.
count() {
	valgrind --tool=callgrind $how "$@" >"$dir/out" 2>&1 || return
	sed -n 's/.*Collected : //p' "$dir/out"
	[ -z "${ATOMICS-}" ] ||
	awk -v library="$library" -f "$here/atomics.awk" "${1%.ops}.code" \
		"$dir/calls"
}

# each FEW MANY: of one more, from what count() has printed.
each() {
	set -- $1 $2
	case $# in
	2) printf '%7d' $((($2 - $1) / n)) ;;
	*) printf '%7d %5d.%d' $((($3 - $1) / n)) $((($4 - $2) / n)) \
		$((($4 - $2) * 10 / n % 10)) ;;
	esac
}

how=--callgrind-out-file=/dev/null library=libocr.so
[ -z "${ATOMICS-}" ] ||
how="--callgrind-out-file=$dir/calls --dump-instr=yes --dump-line=no"
i=0
for build; do
	i=$((i + 1))
	"$build/bin/ocrcc" -O2 ${OPS_FLAGS-} -I"$here" "$source" -o "$dir/$i.ops" ||
		exit 99
	[ -z "${ATOMICS-}" ] && continue
	file=$(readlink -f "$build/.libs/libocr.so") library=${file##*/}
	objdump -d --no-show-raw-insn "$file" >"$dir/$i.code" || exit 99
done
for op in ${OPS-$("$dir/1.ops" --list)}; do
	line=$(printf '%-14s' "$op")
	for k in $(seq $i); do
		few=$(count "$dir/$k.ops" "$op" "$n") &&
			many=$(count "$dir/$k.ops" "$op" $((2 * n))) || {
			cat "$dir/out" >&2
			exit 1
		}
		line="$line $(each "$few" "$many")"
	done
	echo "$line"
done
