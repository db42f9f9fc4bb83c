#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# CONFORMANCE.md: each row names tests that exist and run, and only choices
# that are explained in doc/use/CHOICES.md.
set -u
cd "${top_srcdir:?}" || exit 99

# Reads both pages from standard input, and says what is wrong with it.
check() {
	awk -v programs="$(sed -n '/^CONFORMANCE/,/[^\\]$/p' \
		tests/conformance/local.mk | tr -d '\\=\n\t' |
		sed 's/CONFORMANCE +*/ /g')" '
	function complain(why) {
		printf "%s:\n    %s\n", why, $0
		bad++
	}
	function exists(path,    line, found) {
		found = (getline line < path) >= 0
		close(path)
		return found
	}
	BEGIN {
		n = split(programs, p, " ")
		for (i = 1; i <= n; i++)
			runs[p[i] ".c"]
	}
	/^- \*\*C[0-9]+\*\*/ {
		sub(/^- \*\*/, "")
		sub(/\*\*.*/, "")
		if ($0 in explained)
			complain("this choice is explained twice")
		explained[$0]
		next
	}
	!/^\|/ || /^\|(-| section )/ { next }
	{
		rows++
		if (split($0, cell, "|") != 6) {
			complain("not four columns")
			next
		}
		tests = 0
		while (match(cell[4], /`[^`]+`/)) {
			name = substr(cell[4], RSTART + 1, RLENGTH - 2)
			cell[4] = substr(cell[4], RSTART + RLENGTH)
			tests++
			if (name !~ "/" && name ~ /[.]c$/) {
				if (!(name in runs))
					complain(name ": no such program in " \
						 "tests/conformance/local.mk")
				name = "conformance/" name
			}
			if (!exists("tests/" name))
				complain("there is no file tests/" name)
		}
		if (!tests)
			complain("no test is named")
		gsub(/[ ,]+/, " ", cell[5])
		m = split(cell[5], choice, " ")
		for (i = 1; i <= m; i++)
			cited[choice[i]]
	}
	END {
		for (c in cited)
			if (!(c in explained)) {
				print "choice " c " is not explained"
				bad++
			}
		for (c in explained)
			if (!(c in cited)) {
				print "no row cites choice " c
				bad++
			}
		print rows + 0 " rows, " bad + 0 " wrong"
		exit bad > 0 || rows < 50
	}'
}

pages="doc/change/CONFORMANCE.md doc/use/CHOICES.md"
cat $pages | check || exit 1

# The check itself: each of these must be refused.
refused() {
	sed "$1" $pages | check >/dev/null || return 0
	echo "a page changed by $1 was accepted"
	exit 1
}
refused 's/`hello.c`//'
refused 's/`hello.c`/`helo.c`/'
refused 's,`unit/test_args.c`,`unit/test_arg.c`,'
refused '/^- \*\*C2\*\*/d'
refused 's/| C2 |/| |/'
refused '/^- \*\*C2\*\*/p'
refused 's/^| 2.1 |/| 2.1/'
