#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each call of dri.h has one row in the last section of DRI-PROTOCOL.md, whose tests
# exist, run, and make the call; and a manual page that has its prototype.  The
# choices of DRI.md are numbered in turn.
set -u
cd "${top_srcdir:?}" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
calls=$(sed -n 's/^[a-z].*[ *]\(DRI_[A-Za-z_]*\)(.*/\1/p' include/dri.h)

# Reads the page from standard input, and says what is wrong with it.
check() {
	awk -v calls="$calls" '
	function complain(why) {
		printf "DRI.md or DRI-PROTOCOL.md: %s\n    %s\n", why, $0
		bad++
	}
	# Whether the file exists and has the call, followed by "(".
	function makes(path, call,    line, found) {
		found = 0
		while ((getline line < path) > 0)
			if (index(line, call "("))
				found = 1
		close(path)
		return found
	}
	function runs(path,    line, name, folder, found) {
		name = path
		sub(/.*\//, "", name)
		sub(/[.](c|sh)$/, "", name)
		folder = path
		sub(/\/[^\/]*$/, "", folder)
		while ((getline line < (folder "/local.mk")) > 0)
			if (index(line, name))
				found = 1
		close(folder "/local.mk")
		return found
	}
	BEGIN {
		n = split(calls, c, "\n")
		for (i = 1; i <= n; i++)
			declared[c[i]]
	}
	/^- \*\*R[0-9]+\*\*/ {
		choices++
		if (index($0, "- **R" choices "**") != 1)
			complain("choices are numbered in turn")
	}
	!/^\|/ || /^\|(-| section )/ { next }
	{
		rows++
		if (split($0, cell, "|") != 5) {
			complain("not three columns")
			next
		}
		call = cell[3]
		gsub(/[ `]/, "", call)
		if (call in row)
			complain("this call has two rows")
		row[call]
		if (!(call in declared))
			complain("dri.h has no such call")
		tests = 0
		while (match(cell[4], /`[^`]+`/)) {
			name = substr(cell[4], RSTART + 1, RLENGTH - 2)
			cell[4] = substr(cell[4], RSTART + RLENGTH)
			tests++
			if (!makes("tests/" name, call))
				complain("tests/" name " does not call it")
			if (!runs("tests/" name))
				complain("tests/" name " is not run")
		}
		if (!tests)
			complain("no test is named")
	}
	END {
		for (call in declared)
			if (!(call in row)) {
				print call " has no row"
				bad++
			}
		print rows + 0 " rows, " bad + 0 " wrong"
		exit bad > 0 || rows < 40
	}'
}

{
	cat doc/use/DRI.md
	sed -n '/^## Calls and their tests/,$p' doc/change/DRI-PROTOCOL.md
} >"$work/both"
check <"$work/both" || exit 1

# The check itself: each of these must be refused.
refused() {
	sed "$1" "$work/both" | check >/dev/null || return 0
	echo "a page changed by $1 was accepted"
	exit 1
}
refused '/`DRI_Overlap_create`/d'
refused '/| `DRI_Overlap_create`/p'
refused 's/`DRI_Overlap_create`/`DRI_Overlap_make`/'
refused 's,`dri/test_objects.c`,,'
refused 's,`dri/test_objects.c`,`dri/test_object.c`,'
refused 's,`dri/test_objects.c`,`dri/test_split.c`,'
refused 's/^| 3 |/| 3/'
refused 's/R2\*\*/R3**/'

# The prototypes, one a line and without blanks: of dri.h, and of a page.
prototypes() {
	sed '/^ *#/d' | tr -s ' \n\t' ' ' |
		sed 's,/[*][^*]*[*][*]*\([^/*][^*]*[*][*]*\)*/,,g' |
		tr ';' '\n' |
		sed -n 's/.*extern "C" {//; s/^.*} *//
			/[ *]DRI_[A-Za-z_]*(.*)$/p' | tr -d ' '
}
page() {
	awk '
	/^[.]Ft / { type = substr($0, 5) }
	/^[.]Fo / { proto = type substr($0, 5) "("; comma = "" }
	/^[.]Fa / && proto { proto = proto comma substr($0, 5); comma = "," }
	/^[.]Fc/ { print proto ")"; proto = "" }' "$1" | tr -d ' "'
}

bad=0
n=0
for proto in $(prototypes <include/dri.h); do
	call=DRI_${proto#*DRI_}
	call=${call%%(*}
	file=doc/man/$call.3
	n=$((n + 1))
	if [ ! -f "$file" ]; then
		echo "$call: no manual page"
		bad=$((bad + 1))
		continue
	fi
	real=$(sed -n 's,^[.]so man3/,doc/man/,p' "$file")
	page "${real:-$file}" | grep -Fqx -e "$proto" || {
		echo "${real:-$file}: does not have $proto"
		bad=$((bad + 1))
	}
	grep -q "/$call[.]3" doc/local.mk || {
		echo "$file: not in doc/local.mk"
		bad=$((bad + 1))
	}
done
echo "$n calls with pages, $bad wrong"
[ "$n" -ge 40 ] || bad=1

# The Fortran module has each call, and numbers as in dri.h.
module=include/dri.f90
for call in $calls; do
	grep -q "name='$call'" $module || {
		echo "$module: does not have $call"
		bad=$((bad + 1))
	}
done
sed -n 's/^#define \(DRI_[A-Z0-9_]*\)[ \t]*((DRI_Dataspec)\([1-9][0-9]*\)).*/\1 \2/p' \
	include/dri.h >"$work/c"
awk '/^\tDRI_ERR_/ { sub(",.*", ""); print $1, ++n }' include/dri.h >>"$work/c"
awk '/enumerator :: DRI_ERR_/ { print $3, ++n }' $module >"$work/f"
awk '/parameter :: DRI_/ { print $4, $6 }' $module >>"$work/f"
while read -r name number; do
	grep -qx "$name $number" "$work/f" || {
		echo "$module: $name is not $number"
		bad=$((bad + 1))
	}
done <"$work/c"
[ "$(wc -l <"$work/c")" -ge 50 ] || bad=1

# The formatter's own complaints, where there is one.
if command -v groff >/dev/null; then
	for file in $(grep -L '^[.]so' doc/man/*.3); do
		groff -mandoc -Tutf8 -ww -z "$file" 2>&1 | grep . && bad=1
	done
fi
[ "$bad" -eq 0 ]
