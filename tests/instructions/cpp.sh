#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cpp.sh - what is done by ocr.hpp takes no more instructions than the same in C,
# both of both.cc, compiled by the same compiler: at most four more of several
# hundred, for compilers may choose other registers, and no call more.
set -u
here=$top_srcdir/tests/instructions
skip() {
	echo "skipped: $1"
	exit 77
}
[ -n "${CXX-}" ] || skip 'there is no C++ compiler'
command -v valgrind >/dev/null || skip 'there is no valgrind'
case " $test_cppflags $test_cflags " in
*-fsanitize*) skip 'the build has a sanitizer' ;;
*' -O2 '*) ;;
*) skip 'the build is not made with -O2' ;;
esac
"$CXX" -dM -E -x c++ /dev/null | grep -q __clang__ &&
	skip "valgrind does not read what $CXX says for debuggers"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
# Some compilers are of C++14 if nobody asks.
N=2000 OPS_SOURCE=$here/both.cc OPS_FLAGS=-std=gnu++17 \
	"$here/count.sh" "$top_builddir" >"$work/counts" || {
	cat "$work/counts"
	exit 1
}
awk '
	{ name = $1; sub(/_c(pp)?$/, "", name) }
	$1 ~ /_c$/ { c[name] = $2 }
	$1 ~ /_cpp$/ { cpp[name] = $2 }
	END {
		for (name in c) {
			n++
			bad = !(name in cpp) || cpp[name] > c[name] + 4 ||
			      c[name] < 10 || cpp[name] < 10
			printf "%s %s: %d instructions in C, %d by ocr.hpp\n",
				bad ? "WRONG" : "ok   ", name, c[name], cpp[name]
			wrong += bad
		}
		exit wrong > 0 || n < 6
	}' "$work/counts"
