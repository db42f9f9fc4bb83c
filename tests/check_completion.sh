#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What bash offers for the arguments of the tools, and that `make install` puts the
# file where bash-completion looks for each, and `make uninstall` takes it away.
set -u
command -v bash >/dev/null || {
	echo "skipped: there is no bash"
	exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS
file=${top_srcdir:?}/src/tools/completion.bash
bin=${top_builddir:?}/bin
mkdir "$work/here" "$work/here/run1" "$work/here/run 2"
: >"$work/here/hello.c"
cd "$work/here" || exit 99
bad=0

# offered WORD...: all that bash has for the last word, sorted and in one line.
offered() {
	bash -c '
		. "$1"
		shift
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_ocr_fabric "$1" "${COMP_WORDS[COMP_CWORD]}" \
			"${COMP_WORDS[COMP_CWORD - 1]}"
		printf "%s\n" "${COMPREPLY[@]}"
	' bash "$file" "$@" | sort | tr '\n' ' ' | sed 's/ $//'
}

# expect OFFERED WORD...
expect() {
	wanted=$1
	shift
	got=$(offered "$@")
	[ "$got" = "$wanted" ] && return
	echo "$*: offers '$got', not '$wanted'"
	bad=1
}

for tool in ocrcc ocrinfo ocrrun ocrtop ocrtrace; do
	options=$("$bin/$tool" --help |
		sed -n 's/^  \(--*[a-z][a-z-]*\).*/\1/p' | sort | tr '\n' ' ')
	expect "${options% }" "$bin/$tool" -
	expect '--version' "$bin/$tool" --v
done
expect '--launcher' "$bin/ocrrun" -n 2 --l
expect 'mpirun prterun srun' "$bin/ocrrun" -n 2 --launcher ''
for launcher in mpirun prterun srun; do
	"$bin/ocrrun" --help | grep -q "$launcher" || bad=1
done
expect 'prterun' "$bin/ocrrun" --launcher p
expect '' "$bin/ocrrun" -n ''
expect '' "$bin/ocrinfo" --nodes ''
expect 'run 2 run1' "$bin/ocrrun" --trace ''
expect 'hello.c' "$bin/ocrrun" -n 2 h
# What follows the program is the program's.
expect 'hello.c' "$bin/ocrrun" -n 2 ./program h
expect '' "$bin/ocrrun" -n 2 ./program --l
expect 'run 2 run1' "$bin/ocrtrace" ''
expect 'hello.c' "$bin/ocrtrace" --html h
expect 'nodes' "$bin/ocrtrace" --fold n
expect '' "$bin/ocrtop" --interval ''
expect 'hello.c' "$bin/ocrcc" -o hello h

make -s -C "$top_builddir" install-completion DESTDIR="$work/root" || bad=1
for tool in ocrcc ocrinfo ocrrun ocrtop ocrtrace; do
	found=$(find "$work/root" -path "*/bash-completion/completions/$tool")
	bash -c '. "$1" && complete -p "$2"' bash "$found" "$tool" >/dev/null || {
		echo "$tool: nothing is installed that completes it"
		bad=1
	}
done
make -s -C "$top_builddir" uninstall-completion DESTDIR="$work/root" || bad=1
left=$(find "$work/root" -type f)
[ -z "$left" ] || {
	echo "make uninstall leaves $left"
	bad=1
}
exit "$bad"
