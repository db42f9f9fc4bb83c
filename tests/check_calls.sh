#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Who calls whose functions, and touches whose variables: tests/floors says who
# may.  Seen in the object files, so that a declaration of one's own is no way
# around tests/check_includes.sh.
#
# check_calls.sh [OBJECT...]: without any, those of both libraries.
set -u
top_builddir=$(cd "${top_builddir:?}" && pwd) || exit 99
cd "${top_srcdir:?}" || exit 99
nm=${NM:-nm}
command -v "${nm%% *}" >/dev/null || {
	echo "there is no nm here"
	exit 77
}

# The object of each source, as libtool leaves them: with or without -fPIC.
objects() {
	find src fabric guidmap labeled -name '*.c' | sort | while read -r c; do
		dir=$top_builddir/${c%/*} name=${c##*/}
		for o in "$dir/.libs/${name%.c}.o" "$dir/${name%.c}.o"; do
			[ ! -e "$o" ] || { echo "$o"; break; }
		done
	done
}

[ $# -gt 0 ] || set -- $(objects)
# Each line of nm names its object; paths from the root of the build name the
# source's folder.
$nm -A -g "$@" 2>/dev/null |
sed -e "s|^$top_builddir/||" -e 's|\.libs/||' -e 's|: *\([0-9a-fA-F]* \)|: |' |
awk "$(cat tests/floors.awk)"'
BEGIN {
	floors_read()
}
{
	from = $1
	sub(/:.*$/, "", from)
	lines++
}
# Uses first, since definitions may come later.
$(NF - 1) == "U" {
	uses[from, $NF] = 1
	next
}
{
	where[$NF] = from
}
END {
	if (!lines) {
		print "no object was found: the check itself is broken"
		bad++
	}
	for (key in uses) {
		split(key, part, SUBSEP)
		if (!(part[2] in where))
			continue
		mine = floors_room(part[1])
		target = floors_room(where[part[2]])
		if (mine == "" || target == "" || (mine, target) in may)
			continue
		print part[1] ": uses " part[2] " of " where[part[2]] "\n" \
			"    " mine "/ must not use " target "/"
		bad++
	}
	print lines " names, " bad + 0 " wrong"
	exit bad > 0
}'
