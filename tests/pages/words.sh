#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The messages that doc/use/TROUBLE.md quotes in tables, and does not provoke, are
# in the sources.  What lies between its dots is looked for in all strings, those that
# go on in the next line made one.
set -u
cd "${top_srcdir:?}" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

find src fabric guidmap labeled -name '*.c' -o -name '*.in' | sort |
while read -r file; do
	tr '\n\t' '  ' <"$file" | sed 's/" *"//g'
	echo
done >"$work/strings"

# quoted PAGE: what stands between ` in the first cells of tables, and is no
# message of the shell, the compiler or the loader.
quoted() {
	awk -F'|' '/^[|] .*`/ {
		n = split($2, part, "`")
		for (i = 2; i <= n; i += 2)
			print part[i]
	}' "$1" | grep ' ' |
	grep -v -e 'command not found' -e '^implicit' -e '^unknown type' \
		-e 'shared object'
}

# missing PAGE: what is in no string.
missing() {
	quoted "$1" | sed 's/ *[.][.][.] */\n/g' | grep ........ |
	while IFS= read -r words; do
		grep -q -F -e "$words" "$work/strings" ||
		echo "no message says: $words"
	done
}

missing doc/use/TROUBLE.md >"$work/missing"
cat "$work/missing"
n=$(quoted doc/use/TROUBLE.md | wc -l)
echo "$n quoted messages"
echo '| `this is said by ... nobody at all` | |' >"$work/page.md"
[ -n "$(missing "$work/page.md")" ] || { echo "not found: a wrong message"; exit 1; }
[ ! -s "$work/missing" ] && [ "$n" -ge 10 ]
