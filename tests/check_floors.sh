#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Do the checks of tests/floors find what they are for?  An include that runs
# up, a call that does so behind a declaration of its own, and a room without a
# line, an app that knows another, planted into a small tree.
set -u
here=$(cd "${top_srcdir:?}/tests" && pwd) || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
cc=${CC:-cc}
failed=0

mkdir -p apps fabric guidmap labeled include tests src/base src/boot src/new
cp "$here/floors.awk" tests/
grep -v '^src/dri' "$here/floors" >tests/floors

licence='/* SPDX-License-Identifier: BSD-3-Clause */'
# plant FILE LINE...
plant() {
	file=$1
	shift
	printf '%s\n' "$licence" "$@" >"$file"
}

# must_say WHAT PATTERN COMMAND...: it fails, and says so.
must_say() {
	what=$1 pattern=$2
	shift 2
	if "$@" >out 2>&1; then
		echo "$what: passed"
	elif ! grep -q -- "$pattern" out; then
		echo "$what: nothing said of '$pattern':"
		sed 's/^/    /' out
	else
		return
	fi
	failed=$((failed + 1))
}

includes() {
	top_srcdir=. sh "$here/check_includes.sh"
}
calls() {
	top_srcdir=. top_builddir=. sh "$here/check_calls.sh" \
		src/base/*.o src/boot/*.o
}
# Words of CC are words.
object() {
	$cc -I. -c "$1" -o "${1%.c}.o" || exit 99
}

plant src/boot/top.h 'void ocr_top(void);'
plant src/boot/top.c '#include "src/boot/top.h"' 'void ocr_top(void) {}'
plant src/base/low.c 'void ocr_top(void);' 'void ocr_low(void);' \
	'void ocr_low(void) { ocr_top(); }'
object src/base/low.c
object src/boot/top.c
includes >out 2>&1 || {
	echo "a tree without fault is refused:"
	cat out
	failed=1
}
must_say 'a call that runs up' 'src/base/ must not use src/boot/' calls

plant src/base/low.c 'void ocr_low(void);' 'void ocr_low(void) {}'
object src/base/low.c
calls >out 2>&1 || {
	echo "calls without fault are refused:"
	cat out
	failed=1
}
plant src/base/low.c '#include "src/boot/top.h"'
must_say 'an include that runs up' \
	'src/base/ must not include from src/boot/' includes
plant src/base/low.c
plant src/new/new.c
must_say 'a room without a line' 'has no line in tests/floors' includes
rm src/new/new.c

mkdir -p apps/one apps/two apps/common
plant apps/common/all.h
plant apps/one/one.h
plant apps/one/one.c '#include "apps/one/one.h"' '#include "apps/common/all.h"'
plant apps/two/two.c '#include "apps/common/all.h"'
includes >out 2>&1 || {
	echo "apps that use what is common are refused:"
	cat out
	failed=1
}
plant apps/two/two.c '#include "apps/one/one.h"'
must_say 'an app that includes another' \
	'one app must not include from another' includes
plant apps/common/all.c '#include "apps/one/one.h"'
rm apps/two/two.c
must_say 'what is common includes an app' \
	'one app must not include from another' includes

[ "$failed" -eq 0 ] && echo "what was planted is found"
[ "$failed" -eq 0 ]
