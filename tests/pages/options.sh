#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Commands in pages that would take too long to run, or want a cluster: the program
# is one that is built, and each of its long options is in its --help.
set -u
cd "${top_srcdir:?}" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
PATH=${top_builddir:?}/bin:$PATH
export PATH

# commands PAGE... : "PAGE:LINE PROGRAM OPTION" for each long option of a program
# that stands in a line of a block, - for none.  ocrrun's end where the program
# begins.
commands() {
	awk '
	function say() {
		print FILENAME ":" FNR, program, option
	}
	FNR == 1 { inside = fenced = 0 }
	/^```/ {
		inside = !fenced && !/^```text/
		fenced = !fenced
		next
	}
	(inside || !fenced && /^    /) && /(^|[ ;|])(build\/(apps|bin)\/|ocr(run|trace|info|top|cc) )/ {
		sub(/ # .*/, "")
		program = ""
		n = split($0, word, /[ ;|]+/)
		for (i = 1; i <= n; i++) {
			option = "-"
			if (word[i] ~ /^(build\/(apps|bin)\/[a-z0-9_\/]+|ocr(run|trace|info|top|cc))$/) {
				program = word[i]
				say()
			} else if (program != "" && word[i] ~ /^--[a-z]/) {
				option = word[i]
				sub(/=.*/, "", option)
				say()
			} else if (word[i] ~ /^([.]\/|&&)/ ||
				   (program ~ /ocrrun$/ && word[i] ~ /^[a-z_]+\//))
				program = "" # another one
		}
	}' "$@"
}

# help PROGRAM: what it says of itself; fails if it is not built.
help() {
	file=$work/$(echo "$1" | tr / _)
	if [ ! -f "$file" ]; then
		case $1 in
		build/*) run=$top_builddir/${1#build/} ;;
		*) run=$(command -v "$1") ;;
		esac
		[ -x "$run" ] || return 1
		"$top_builddir/tests/limit" 60 "$run" --help >"$file" 2>&1 \
			</dev/null || :
	fi
	cat "$file"
}

# wrong PAGE... : what these name that is not there.
wrong() {
	commands "$@" | while read -r where program option; do
		if ! help "$program" >"$work/help"; then
			# Not built here, for want of a library.
			[ -f "${program#build/}.c" ] ||
			[ -d "$(dirname "${program#build/}")" ] ||
			echo "$where: there is no $program"
		elif [ "$option" != - ] && ! grep -q -e "$option\\>" "$work/help"; then
			echo "$where: $program has no $option"
		fi
	done
}

pages=$(ls ./*.md; find doc -name '*.md')
wrong $pages >"$work/wrong"
cat "$work/wrong"
n=$(commands $pages | wc -l)
echo "$n programs and options"
# The check itself.
printf '%s\n' '    build/bin/ocrrun -n 2 --tracing x build/apps/cg/cg --sise 3' \
	'    build/apps/nothing/nothing' >"$work/page.md"
[ "$(wrong "$work/page.md" | wc -l)" -eq 3 ] || {
	echo "not found: options and programs that there are not"
	exit 1
}
[ ! -s "$work/wrong" ] && [ "$n" -ge 60 ]
