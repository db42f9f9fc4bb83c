#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [--seeds N] [NAME...] - do seeds find each planted bug?
#
# tests/dri/sim/mutations/NAME.sed: the first line names a source file, the
# second says what is wrong afterwards.  A copy of the file is changed and
# compiled, and sim_channels linked with it in place of the sound one; then
# seeds run until one fails.  It has to fail by itself, too, and to end well
# without the bug.
# Prints the seed that shows the bug, or SURVIVED, and fails if one survives.
# All of them, in the build folder:
#
#	make check-mutations MUTATIONS=dri/sim
set -u
top_srcdir=${top_srcdir-..}
top_builddir=${top_builddir-.}
list=$top_srcdir/tests/dri/sim/mutations
seeds=100000
if [ "${1-}" = --seeds ]; then
	seeds=$2
	shift 2
fi
[ $# -gt 0 ] || set -- $(cd "$list" && ls -- *.sed | sed 's/\.sed$//')
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
libs=$(sed -n "s/^dependency_libs='\\(.*\\)'/\\1/p" \
	"$top_builddir/libdricore.la")
objects=
for name in sim/sim_channels sim/program sim/calls sim/rounds sim/bytes \
	sim/script sim/watch sim/worlds sim/task ask generate model; do
	objects="$objects $top_builddir/tests/dri/$name.o"
done
caught=0 survived=0 lost=0

# build NAME: "$dir/sim", with one object more, which comes first.
build() {
	file=$(sed -n '1s/^# //p' "$list/$1.sed")
	copy=$dir/$(basename "$file")
	why="$file cannot be changed or compiled"
	sed -f "$list/$1.sed" "$top_srcdir/$file" >"$copy" || return
	if cmp -s "$copy" "$top_srcdir/$file"; then
		why="changes nothing in $file"
		return 1
	fi
	$CC $test_cppflags $test_cflags -w -c -o "$dir/mutant.o" "$copy" &&
	$CC $test_cflags -o "$dir/sim" "$dir/mutant.o" $objects \
		"$top_builddir/tests/dri/sim/fiber.o" \
		-Wl,--wrap=ocr_memory_alloc -Wl,--wrap=ocr_memory_free \
		-Wl,--wrap=ocr_memory_close -Wl,--wrap=ocr_log_error \
		-Wl,--wrap=ocr_log_warn -Wl,--allow-multiple-definition \
		-Wl,--whole-archive "$top_builddir/.libs/libdricore.a" \
		-Wl,--no-whole-archive "$top_builddir/.libs/libsim.a" $libs
}

# alone PROGRAM SEED: does it fail?
alone() {
	! timeout -s ABRT 60 "$1" --first "$2" --seeds 1 >"$dir/out" 2>&1
}

# hunt NAME: a seed fails, also by itself, and does not without the bug.  Sets
# `how`.
hunt() {
	how="SURVIVED: $(sed -n '2s/^# //p' "$list/$1.sed")"
	timeout -s ABRT 120 "$dir/sim" --seeds "$seeds" >"$dir/out" 2>&1 &&
	return 1
	why=$(grep -a '^seed ' "$dir/out" | tail -n 1)
	seed=$(printf '%s\n' "$why" | sed -n 's/^seed \([0-9]*\).*/\1/p')
	# Out of time with a seed in which nothing is wrong.
	[ -n "$seed" ] && alone "$dir/sim" "$seed" || return 1
	if alone "$top_builddir/tests/dri/sim/sim_channels" "$seed"; then
		how="seed $seed FAILS WITHOUT IT TOO"
		return 1
	fi
	how="caught by $why"
}

for name; do
	if ! build "$name"; then
		echo "$name: NOT PLANTED: $why"
		lost=$((lost + 1))
	elif hunt "$name"; then
		echo "$name: $how"
		caught=$((caught + 1))
	else
		echo "$name: $how"
		survived=$((survived + 1))
	fi
done
[ $# -eq 1 ] ||
	echo "$caught caught, $survived survived, $lost could not be planted"
[ $((survived + lost)) -eq 0 ]
