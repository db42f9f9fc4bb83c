#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# abi.sh - may programs that were built with the last release go on?
#
#   abi.sh         compares both libraries of this build with what the last release
#                  had (libocr.abi and libdri.abi beside this file, made by abidw):
#                  calls, their arguments, and the types that headers declare.  New
#                  calls are no difference
#   abi.sh --new   writes down what this build has: when a release is made
#
# What is no type (the numbers behind a #define) is not seen here.
set -u
here=$(cd -- "$(dirname -- "$0")" && pwd)
include=${top_srcdir:?}/include
# Types that a program sees, and not in which line they are.
seen='--drop-private-types --no-show-locs'
bad=0
made=$(mktemp -d) || exit 99
trap 'rm -rf "$made"' EXIT

case $(readelf -S "${top_builddir:?}/.libs/libocr.so") in
*.debug_info*) ;;
*)
	echo "skipped: libocr.so was built without -g, so nobody knows its types"
	exit 77 ;;
esac

# write LIBRARY FILE: without what its link and its compiler decide.
write() {
	abidw --headers-dir "$include" $seen --drop-undefined-syms \
		--no-parameter-names --no-corpus-path --no-comp-dir-path \
		--type-id-style hash --out-file "$2" \
		"$top_builddir/.libs/$1.so" &&
	sed -i "/<elf-needed>/,/<\/elf-needed>/d; s/ declared-inline='yes'//" "$2"
}

# compare LIBRARY
compare() {
	write "$1" "$made/$1.abi" &&
	abidiff --no-added-syms "$here/$1.abi" "$made/$1.abi"
	status=$?
	case $status in
	0) echo "ok      $1: $(grep -c '<elf-symbol ' "$here/$1.abi") names" \
		"as they were" ;;
	*)
		echo "FAILED  $1 is not what it was (status $status): doc/change/RELEASING.md," \
			"SONAME"
		bad=1 ;;
	esac
}

command -v abidiff >/dev/null || {
	echo "skipped: there is no abidiff (Debian: abigail-tools)"
	exit 77
}
case ${1-} in
--new)
	for library in libocr libdri; do
		write "$library" "$here/$library.abi" || exit 1
		wc -c "$here/$library.abi"
	done ;;
*)
	for library in libocr libdri; do
		compare "$library"
	done ;;
esac
exit "$bad"
