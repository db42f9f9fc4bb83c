#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [--seeds N] [NAME...] - does reorganize find each planted bug?
#
# tests/dri/mutations/NAME.sed: the first line names a source file, the second
# says what is wrong afterwards.  Copies of the sources, with one changed, are
# compiled with the random reorganizations, which then run until one fails.
# Prints the seed that shows the bug, or SURVIVED, and fails if one survives.
# All of them, in the build folder:
#
#	make check-mutations MUTATIONS=dri
set -u
top_srcdir=${top_srcdir-..}
list=$top_srcdir/tests/dri/mutations
seeds=5000
if [ "${1-}" = --seeds ]; then
	seeds=$2
	shift 2
fi
[ $# -gt 0 ] || set -- $(cd "$list" && ls -- *.sed | sed 's/\.sed$//')
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
caught=0 survived=0 lost=0

sources='shape/split shape/shape shape/plan shape/list move/move move/axis
	move/box move/turn move/zeros'
tests='reorganize generate model'

# compile NAME FILE [OPTION]: an object.
compile() {
	$CC ${3-} $test_cppflags $test_cflags -w -c -o "$dir/$1.o" "$2"
}

# build NAME: "$dir/reorganize" with the planted bug.  Each bug has a folder of
# its own, which is searched first: ccache, which takes the same command for the
# same result, does not see that a header stands in a folder where none stood.
build() {
	file=$(sed -n '1s/^# //p' "$list/$1.sed")
	changed=$dir/$1
	mkdir -p "$changed/$(dirname "$file")"
	why="$file cannot be changed or compiled"
	sed -f "$list/$1.sed" "$top_srcdir/$file" >"$changed/$file" || return
	if cmp -s "$changed/$file" "$top_srcdir/$file"; then
		why="changes nothing in $file"
		return 1
	fi
	objects=
	for source in $sources; do
		from=$top_srcdir/src/dri/$source.c
		[ -e "$changed/src/dri/$source.c" ] &&
			from=$changed/src/dri/$source.c
		case $file in
		*.h | */"$source.c") # A sound one is the same for all.
			compile "${source#*/}" "$from" -I"$changed" || return
			objects="$objects $dir/${source#*/}.o"
			;;
		*)
			objects="$objects $dir/sound-${source#*/}.o"
			;;
		esac
	done
	$CC $test_cflags -o "$dir/reorganize" $objects \
		"$dir/sound-reorganize.o" "$dir/sound-generate.o" \
		"$dir/sound-model.o"
}

for source in $sources; do
	compile "sound-${source#*/}" "$top_srcdir/src/dri/$source.c" || exit 99
done
for source in $tests; do
	compile "sound-$source" "$top_srcdir/tests/dri/$source.c" || exit 99
done
for name; do
	if ! build "$name"; then
		echo "$name: NOT PLANTED: $why"
		lost=$((lost + 1))
		continue
	fi
	timeout 120 "$dir/reorganize" --seeds "$seeds" >"$dir/out" 2>&1
	status=$?
	why=$(grep -a '^seed ' "$dir/out" | head -n 1)
	# Too many seeds for the time are no bug, unless one had failed by then.
	if [ $status -eq 0 ] || { [ $status -eq 124 ] && [ -z "$why" ]; }; then
		echo "$name: SURVIVED: $(sed -n '2s/^# //p' "$list/$name.sed")"
		survived=$((survived + 1))
	else
		echo "$name: caught${why:+ by $why}"
		caught=$((caught + 1))
	fi
done
[ $# -eq 1 ] ||
	echo "$caught caught, $survived survived, $lost could not be planted"
[ $((survived + lost)) -eq 0 ]
