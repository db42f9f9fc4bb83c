# SPDX-License-Identifier: BSD-3-Clause
# planted.sh - sourced by those who hunt planted bugs, with their arguments, and
# these set: $list, the folder of NAME.sed; $seeds, how many at the most.
#
# The first line of a NAME.sed names a source file, or "HEADER in FILE" where a
# header is to be another one for one file; the second says what is wrong
# afterwards.
top_srcdir=${top_srcdir-..}
top_builddir=${top_builddir-.}
if [ "${1-}" = --seeds ]; then
	seeds=$2
	shift 2
fi
[ $# -gt 0 ] || set -- $(cd "$list" && ls -- *.sed | sed 's/\.sed$//')
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT

# What a library of the build needs, which is linked by hand.
libs_of() {
	sed -n "s/^dependency_libs='\\(.*\\)'/\\1/p" "$top_builddir/$1.la"
}

# Lines of NAME.sed: about NAME KEY.
about() {
	sed -n "3,4s/^# $2 //p" "$list/$1.sed"
}

# planted_in NAME: the file that has the bug.
planted_in() {
	sed -n '1s/^# \([^ ]*\).*/\1/p' "$list/$1.sed"
}

# plant NAME COPY: a copy with the bug.  Sets `file`, which it is of, and `why`,
# if there is none.
plant() {
	file=$(planted_in "$1")
	why="$file cannot be changed or compiled"
	sed -f "$list/$1.sed" "$top_srcdir/$file" >"$2" || return
	! cmp -s "$2" "$top_srcdir/$file" || {
		why="changes nothing in $file"
		return 1
	}
}

# What shows a bug, $1, is no proof of it: the sound program fails, too.
not_its_own() {
	echo "$name: FAILS WITHOUT IT TOO: $1"
	unplanted=$((unplanted + 1))
}

# hunt_all NAME...: what became of each, on a line.  Of the caller: build NAME,
# which sets `why` if it fails, and hunt NAME, which sets `how` it was caught.
hunt_all() {
	caught=0 survived=0 lost=0 unplanted=0
	for name; do
		if ! build "$name"; then
			echo "$name: NOT PLANTED: $why"
			lost=$((lost + 1))
		elif hunt "$name"; then
			echo "$name: caught $how"
			caught=$((caught + 1))
		else
			echo "$name: SURVIVED: $(sed -n '2s/^# //p' \
				"$list/$name.sed")"
			survived=$((survived + 1))
		fi
	done
	[ $# -eq 1 ] ||
		echo "$caught caught, $survived survived," \
			"$lost could not be planted," \
			"$unplanted times it failed without"
	[ $((survived + lost + unplanted)) -eq 0 ]
}
