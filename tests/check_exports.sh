#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libocr.so exports the names of the specification and no others, and all that
# the public headers declare.
set -u
lib=${top_builddir:?}/.libs/libocr.so
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$lib" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
	sort -u >"$work/exported"
grep -Ev '^(ocr[A-Z][A-Za-z0-9]*|PRINTF|getArgc|getArgv|main)$' \
	"$work/exported" >"$work/foreign"
# A declaration: a name before an opening parenthesis, outside of comments.
find "${top_srcdir:?}/include" -name '*.h' -exec cat {} + |
	${CC:?} -fpreprocessed -dD -E -P -x c - 2>/dev/null |
	sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' -e '/^ *#/d' |
	grep -oE '\<(ocr[A-Z][A-Za-z0-9]*|PRINTF|getArgc|getArgv) ?\(' |
	tr -d ' (' | grep -v '_t$' | sort -u >"$work/declared"

comm -13 "$work/exported" "$work/declared" >"$work/undefined"
bad=0
if [ -s "$work/foreign" ]; then
	echo "exported, though not a public name:"
	cat "$work/foreign"
	bad=1
fi
if [ -s "$work/undefined" ]; then
	echo "declared in include/, though not exported:"
	cat "$work/undefined"
	bad=1
fi
for name in main ocrEdtCreate ocrShutdown PRINTF getArgc; do
	grep -qx "$name" "$work/exported" || {
		echo "not exported: $name"
		bad=1
	}
done
echo "$(wc -l <"$work/exported") exported, $(wc -l <"$work/declared") declared"
exit "$bad"
