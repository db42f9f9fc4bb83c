# SPDX-License-Identifier: BSD-3-Clause
# stuck_words.sh - what a stuck job says, for the scripts that read it with ".".
stuck_words=$top_srcdir/tests/cluster/stuck.txt

# Every way to be stuck.
stuck_ways() {
	sed '/^#/d; s/ .*//' "$stuck_words" | uniq
}

# stuck_patterns WAY: what grep -E finds in its report, a line each.
stuck_patterns() {
	sed -n "s/^$1 //p" "$stuck_words" | sed -E '
		s/@([a-z_]+)/task "\1" [0-9:.]+( on node [0-9]+)?/g
		s/#/[0-9:.]+/g
		s/^/^ocr: node [0-9]+:   /
		s/$/$/'
}
