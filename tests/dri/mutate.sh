#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [--seeds N] [NAME...] - does reorganize find each planted bug?
#
# tests/dri/mutations/NAME.sed: see tests/planted.sh.  A copy of the file, or
# of all that may include it, is compiled and linked with reorganize in place of
# the sound ones; then random reorganizations run until one fails.
# Prints the seed that shows the bug, or SURVIVED, and fails if one survives.
# All of them, in the build folder:
#
#	make check-mutations MUTATIONS=dri
set -u
list=${top_srcdir-..}/tests/dri/mutations
seeds=10000
. "${top_srcdir-..}/tests/planted.sh"
programs=$top_builddir/tests/dri

# build NAME: "$dir/reorganize" with the planted bug.  Each bug has a folder of
# its own, which is searched first: ccache, which takes the same command for the
# same result, does not see that a header stands in a folder where none stood.
build() {
	file=$(sed -n '1s/^# //p' "$list/$1.sed")
	mkdir -p "$dir/$1/$(dirname "$file")"
	plant "$1" "$dir/$1/$file" || return
	objects=
	case $file in
	*.h)
		for source in "$top_srcdir"/src/dri/shape/*.c \
			"$top_srcdir"/src/dri/move/*.c; do
			compile "$1" "$source" || return
		done ;;
	*)
		compile "$1" "$dir/$1/$file" || return ;;
	esac
	$CC $test_cflags -o "$dir/reorganize" $objects \
		"$programs/reorganize.o" "$programs/reorganize_move.o" \
		"$programs/generate.o" "$programs/model.o" -Wl,--allow-multiple-definition \
		"$top_builddir/.libs/libdricore.a" \
		"$top_builddir/.libs/libcore.a" $(libs_of libdricore)
}

# compile NAME SOURCE
compile() {
	object=$dir/$1/$(basename "$2" .c).o
	$CC -I"$dir/$1" $test_cppflags $test_cflags -w -c -o "$object" "$2" &&
		objects="$objects $object"
}

# Too many seeds for the time are no bug, unless one had failed by then.
hunt() {
	timeout 120 "$dir/reorganize" --seeds "$seeds" >"$dir/out" 2>&1 &&
		return 1
	status=$?
	how=$(grep -a '^seed ' "$dir/out" | head -n 1)
	[ $status -ne 124 ] || [ -n "$how" ] || return 1
	how="by ${how:-status $status}"
}

hunt_all "$@"
