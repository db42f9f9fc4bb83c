#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Mistakes of new users, a program each: what a job says of them, word by word,
# with and without strict mode, on one node and on two.  NAME.txt has what
# NAME.c makes it say.  When a message was changed on purpose,
#
#	make -C BUILD check TESTS=
#	top_srcdir=$PWD top_builddir=$PWD/BUILD sh tests/mistakes/mistakes.sh --write
#
# writes these files again, to be read line by line: does a person who reads
# this, and knows no word of ours, know what to change?
# With names behind it, only those programs run.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
folder=$top_srcdir/tests/mistakes
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset OCR_STRICT OCR_VERBOSE OCR_PROTOCOL
OCR_WORKERS=1
export OCR_WORKERS
write=
[ "${1-}" != --write ] || {
	write=1
	shift
}

# What differs from run to run: numbers of objects, offsets in code, addresses.
# The block of the arguments is as long as the program's path is.
# What nodes say is sorted by node; what the launcher, ocrrun beside it and the
# shell say of the end is left out.  Whether a node hears that another is lost
# before it is ended itself is chance.
normal() {
	sed -e '/^-----*$/,/^-----*$/d' -e '/^\[/d' -e '/^ *$/d' \
		-e '/^Segmentation fault/d' -e '/^Aborted/d' \
		-e '/^Floating point exception/d' -e '/ is lost (/d' \
		-e 's/ on host .*, in process [0-9]*$/ on host H, in process P/' \
		-e '/^ocrrun: on host .* before the job did: /d' \
		-e 's/[0-9][0-9]*:[0-9][0-9]*\.[0-9][0-9]*/#/g' \
		-e 's/\(:   slot .*\), [1-9][0-9]* bytes$/\1, N bytes/' \
		-e 's/+0x[0-9a-f]*/+0x#/g' -e 's/0x[0-9a-f]\{6,\}/0x#/g' |
	LC_ALL=C sort -s -t : -k 1,2
}

# one NAME NODES: runs it, and prints how it ended and what it said.
one() {
	launch "$2" "$top_builddir/tests/mistakes/$1" >"$work/raw" 2>&1
	status=$?
	# A signal has ended a process: whose status the launcher tells is chance.
	if [ "$status" -gt 128 ] || grep -q -a ': the code at ' "$work/raw"; then
		status=killed
	fi
	echo "status $status"
	normal <"$work/raw"
}

# all NAME: the four ways, those that say the same together.
all() {
	for nodes in 1 2; do
		one "$1" "$nodes" >"$work/plain$nodes"
		OCR_STRICT=1 one "$1" "$nodes" >"$work/strict$nodes"
	done
	sed -n '2,/\*\//{s/^\/\* [a-z_]*\.c - /# /;/^ \*\/$/d;s/^ \*/#/;p;}' \
		"$folder/$1.c"
	for way in plain strict; do
		if cmp -s "$work/${way}1" "$work/${way}2"; then
			echo "== $way, 1 and 2 nodes: $(head -n 1 "$work/${way}1")"
			sed 1d "$work/${way}1"
			continue
		fi
		for nodes in 1 2; do
			echo "== $way, $nodes nodes: $(head -n 1 "$work/$way$nodes")"
			sed 1d "$work/$way$nodes"
		done
	done | sed 's/, 1 nodes:/, 1 node:/'
}

"$ocrrun" -n 2 --show /bin/true >/dev/null 2>&1 || need_launcher
if [ $# -eq 0 ]; then
	each=1
	if [ "${OCR_CHECK-}" = short ]; then
		each=4
		echo 'OCR_CHECK=short: every fourth'
	fi
	set -- $(cd "$folder" && ls -- *.c | sed 's/\.c$//' |
		awk "NR % $each == 0")
fi
good=0 bad=0
for name; do
	all "$name" >"$work/said"
	if [ -n "$write" ]; then
		cp "$work/said" "$folder/$name.txt"
	elif diff -u "$folder/$name.txt" "$work/said" >"$work/diff"; then
		echo "ok      $name"
		good=$((good + 1))
	else
		echo "FAILED  $name"
		sed '1,2d; s/^/        | /' "$work/diff"
		bad=$((bad + 1))
	fi
done
[ -z "$write" ] || exit 0
echo "$good as expected, $bad not"
[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
