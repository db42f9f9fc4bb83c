#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libocr.so and libdri.so export the names of their specifications and no
# others, and all that the public headers declare.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0

# check LIBRARY NAMES CALLS EXAMPLE...
# Exports nothing but NAMES (a pattern), all of include/ that is declared and
# fits CALLS (also a pattern), and the examples.
check() {
	lib=$1
	names=$2
	calls=$3
	shift 3
	nm -D --defined-only "${top_builddir:?}/.libs/$lib" |
		awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
		sort -u >"$work/exported"
	grep -Evx "$names" "$work/exported" >"$work/foreign"
	# A declaration: a name before an opening parenthesis, outside of
	# comments.
	find "${top_srcdir:?}/include" -name '*.h' -exec cat {} + |
		tr '\n' '\001' |
		sed 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/: :g' |
		tr '\001' '\n' |
		sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' \
			-e '/^ *#/d' |
		grep -oE "\\<($calls) ?\\(" |
		tr -d ' (' | grep -v '_t$' | sort -u >"$work/declared"

	comm -13 "$work/exported" "$work/declared" >"$work/undefined"
	if [ ! -s "$work/declared" ]; then
		echo "$lib: no declaration was found in include/"
		bad=1
	fi
	if [ -s "$work/foreign" ]; then
		echo "$lib: exported, though not a public name:"
		cat "$work/foreign"
		bad=1
	fi
	if [ -s "$work/undefined" ]; then
		echo "$lib: declared in include/, though not exported:"
		cat "$work/undefined"
		bad=1
	fi
	for name; do
		grep -qx "$name" "$work/exported" || {
			echo "$lib: not exported: $name"
			bad=1
		}
	done
	echo "$lib: $(wc -l <"$work/exported") exported," \
		"$(wc -l <"$work/declared") declared"
}

check libocr.so 'ocr[A-Z][A-Za-z0-9]*|PRINTF|getArgc|getArgv|main' \
	'ocr[A-Z][A-Za-z0-9]*|PRINTF|getArgc|getArgv' \
	main ocrEdtCreate ocrShutdown PRINTF getArgc
check libdri.so 'DRI_[A-Za-z_]+' 'DRI_[A-Za-z_]*[a-z][A-Za-z_]*' \
	DRI_strerror DRI_Distribution_create DRI_Overlap_get_info
exit "$bad"
