#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every planted bug says what is wrong with it, changes the file that it names
# with each of its lines, and leaves it one that compiles.  Whether it is found:
# make check-mutations.
set -u
build=$(cd "${top_builddir:?}" && pwd) || exit 99
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
cd "${top_srcdir:?}" || exit 99
status=0 n=0

wrong() {
	echo "$1" >&2
	status=1
}

# idle_lines BUG FILE: those without which the bug is the same.
idle_lines() {
	whole=$(sed -f "$1" "$2" | cksum)
	awk '!/^#/ && !/\\$/ && !/[{}]$/ && !goes_on { print NR }
		{ goes_on = /\\$/ }' "$1" |
	while read -r line; do
		[ "$(sed "${line}d" "$1" | sed -f - "$2" 2>&1 | cksum)" != \
			"$whole" ] || echo "$line"
	done
}

# compiles BUG FILE USER: a header is compiled by a USER of it.
compiles() {
	copy=$dir/$2
	mkdir -p "${copy%/*}"
	sed -f "$1" "$2" >"$copy"
	case $2 in
	*.h) source=${3:+$PWD/}${3:-$copy} ;;
	*) source=$copy ;;
	esac
	(cd "$build" && ${CC:?} -I"$dir" $test_cppflags $test_cflags -O0 \
		-fsyntax-only -Wno-error -Werror=implicit-function-declaration \
		"$source" >"$dir/said" 2>&1) ||
	wrong "$bug: $2 does not compile: $(cat "$dir/said")"
	rm "$copy"
}

for bug in tests/*/mutations/*.sed tests/*/*/mutations/*.sed; do
	file=$(sed -n '1s/^# \([^ ]*\).*/\1/p' "$bug")
	user=$(sed -n '1s/^# [^ ]* in //p' "$bug")
	[ -z "$user" ] || [ -f "$user" ] || wrong "$bug: no file '$user'"
	n=$((n + 1))
	[ -f "$file" ] || {
		wrong "$bug: no file '$file'"
		continue
	}
	sed -n 2p "$bug" | grep -q '^# .*\.$' ||
	wrong "$bug: the second line does not say what is wrong"
	sed -f "$bug" "$file" | cmp -s - "$file" &&
	wrong "$bug: changes nothing in $file"
	compiles "$bug" "$file" "$user"
	for line in $(idle_lines "$bug" "$file"); do
		wrong "$bug: line $line changes nothing in $file"
	done
done
twice=$(for bug in tests/*/mutations/*.sed tests/*/*/mutations/*.sed; do
	basename "$bug"
done | sort | uniq -d)
[ -z "$twice" ] || wrong "two planted bugs have one name: $twice"
[ $n -gt 0 ] || wrong 'no planted bugs'
echo "$n planted bugs"
exit $status
