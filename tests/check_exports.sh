#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libocr.so and libdri.so export what the public headers declare, name by name, and
# nothing else; their maps have no patterns.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0

# complain LIBRARY FILE SENTENCE: if there is a line in FILE.
complain() {
	[ -s "$2" ] || return 0
	echo "$1: $3:"
	cat "$2"
	bad=1
}

# check LIBRARY MAP CALLS [NAME...]
# Exports all of include/ that is declared and fits CALLS (a pattern), and NAMEs.
check() {
	lib=$1
	map=$2
	calls=$3
	shift 3
	nm -D --defined-only "${top_builddir:?}/.libs/$lib" |
		awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
		sort -u >"$work/exported"
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
	if [ ! -s "$work/declared" ]; then
		echo "$lib: no declaration was found in include/"
		bad=1
	fi
	for name; do
		echo "$name" >>"$work/declared"
	done
	sort -u -o "$work/declared" "$work/declared"
	comm -23 "$work/exported" "$work/declared" >"$work/foreign"
	comm -13 "$work/exported" "$work/declared" >"$work/undefined"
	# What stands between global and local.
	sed -n '/^global:/,/^local:/ { /[*?[]/p; }' "$top_srcdir/$map" >"$work/patterns"
	sed -n '/^global:/,/^local:/ s/^\t\(.*\);$/\1/p' "${top_srcdir:?}/$map" |
		sort -u | comm -23 - "$work/exported" >"$work/stale"
	complain "$lib" "$work/foreign" 'exported, though not declared in include/'
	complain "$lib" "$work/undefined" 'declared in include/, though not exported'
	complain "$lib" "$work/patterns" "$map has patterns"
	complain "$lib" "$work/stale" "$map names what is not there"
	echo "$lib: $(wc -l <"$work/exported") exported," \
		"$(wc -l <"$work/declared") declared"
}

LC_ALL=C
export LC_ALL
check libocr.so src/libocr.map 'ocr[A-Z][A-Za-z0-9]*|PRINTF|getArgc|getArgv' main
check libdri.so src/dri/libdri.map 'DRI_[A-Za-z_]*[a-z][A-Za-z_]*'
exit "$bad"
