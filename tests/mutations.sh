#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutations.sh [list | NAME...] - is each planted bug found, wherever it is
# planted?  Prints a line for each, at the end those that were not found, and
# how many there were; fails unless all that were named, or all, are caught, and
# nothing was found that fails without a planted bug.
#
# In the build folder:
#
#	make check-mutations				all, some 15 minutes
#	make check-mutations MUTATIONS=list		their names
#	make check-mutations MUTATIONS="NAME..."	these; cluster, dri,
#							dri/sim or sim: all there
set -u
tests=${top_srcdir:-..}/tests
places='cluster dri dri/sim sim'

# Those that are planted in this place.
names_in() {
	(cd "$tests/$1/mutations" && ls -- *.sed) | sed 's/\.sed$//'
}

if [ "${1-}" = list ]; then
	for place in $places; do
		for name in $(names_in "$place"); do
			sed -n "2s/^#/$name:/p" \
				"$tests/$place/mutations/$name.sed"
		done
	done
	exit 0
fi

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
for place in $places; do
	names_in "$place"
done >"$dir/all"
[ $# -gt 0 ] || set -- $(cat "$dir/all")
for name; do
	case " $places " in *" $name "*)
		names_in "$name"
		continue ;;
	esac
	grep -x -F -e "$name" "$dir/all" || {
		echo "$name: no such planted bug; MUTATIONS=list names them" >&2
		exit 2
	}
done >"$dir/wanted"

# So many hunt, and whoever has caught one takes the next; a hunt is one thread.
hunters=$(nproc 2>/dev/null || echo 1)

# hunt PLACE: names on standard input.
hunt() {
	xargs -r -n 1 -P "$hunters" sh "$tests/$1/mutate.sh" 2>&1
}

for place in $places; do
	names_in "$place" | grep -x -F -f "$dir/wanted" | hunt "$place"
done | tee "$dir/out"

count() {
	grep -a -c -e "^[^ ]*: $1" "$dir/out"
}
echo
grep -a -e '^[^ ]*: SURVIVED' -e '^[^ ]*: NOT PLANTED' \
	-e '^[^ ]*: FAILS WITHOUT IT TOO' "$dir/out"
caught=$(count caught) wanted=$(sort -u "$dir/wanted" | wc -l)
unplanted=$(count 'FAILS WITHOUT IT TOO')
echo "planted bugs: $caught of $wanted caught, $(count SURVIVED) survived," \
	"$(count 'NOT PLANTED') could not be planted," \
	"$unplanted times it failed without"
[ "$caught" -eq "$wanted" ] && [ "$unplanted" -eq 0 ]
