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

# idle_lines BUG FILE: those without which the bug, in $copy, is the same.  Without
# its only one it is none.
idle_lines() {
	lines=$(awk '!/^#/ && !/\\$/ && !/[{}]$/ && !goes_on { print NR }
		{ goes_on = /\\$/ }' "$1")
	case $lines in
	*[!0-9]*) ;;
	*) return ;;
	esac
	for line in $lines; do
		sed "${line}d" "$1" | sed -f - "$2" 2>&1 | cmp -s - "$copy" &&
		echo "$line"
	done
}

# compiles FILE USER: as it is in $copy; a header is compiled by a USER of it.
compiles() {
	case $1 in
	*.h) source=${2:+$PWD/}${2:-$copy} ;;
	*) source=$copy ;;
	esac
	(cd "$build" && ${CC:?} -I"$dir" $test_cppflags $test_cflags -O0 \
		-fsyntax-only -Wno-error -Werror=implicit-function-declaration \
		"$source" >"$dir/said" 2>&1) ||
	wrong "$bug: $1 does not compile: $(cat "$dir/said")"
}

for bug in tests/*/mutations/*.sed tests/*/*/mutations/*.sed; do
	{ read -r _ file in user && read -r what; } <"$bug"
	[ -z "$in$user" ] || [ "$in" = in ] || wrong "$bug: whose is $file?"
	[ -z "$user" ] || [ -f "$user" ] || wrong "$bug: no file '$user'"
	n=$((n + 1))
	[ -f "$file" ] || {
		wrong "$bug: no file '$file'"
		continue
	}
	case $what in
	'# '*.) ;;
	*) wrong "$bug: the second line does not say what is wrong" ;;
	esac
	copy=$dir/$file
	[ -d "${copy%/*}" ] || mkdir -p "${copy%/*}"
	sed -f "$bug" "$file" >"$copy"
	! cmp -s "$copy" "$file" || wrong "$bug: changes nothing in $file"
	compiles "$file" "$user"
	for line in $(idle_lines "$bug" "$file"); do
		wrong "$bug: line $line changes nothing in $file"
	done
	rm "$copy"
done
twice=$(for bug in tests/*/mutations/*.sed tests/*/*/mutations/*.sed; do
	basename "$bug"
done | sort | uniq -d)
[ -z "$twice" ] || wrong "two planted bugs have one name: $twice"
[ $n -gt 0 ] || wrong 'no planted bugs'
echo "$n planted bugs"
exit $status
