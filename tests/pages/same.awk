# SPDX-License-Identifier: BSD-3-Clause
# same.awk - is this what the page says?
#
#	awk -f same.awk EXPECTED PRINTED
#
# In what a page shows, ... stands for any text within a line, and a line of
# nothing else for any lines.  Ends with 0 if it fits.
FNR == NR {
	want[++wants] = $0
	next
}
{
	got[++gots] = $0
}

# Does `line` fit `pattern`?
function fits(line, pattern,    n, part, i, at) {
	n = split(pattern, part, /[.][.][.]/)
	if (n == 1)
		return line "" == pattern ""
	if (substr(line, 1, length(part[1])) != part[1])
		return 0
	line = substr(line, length(part[1]) + 1)
	for (i = 2; i < n; i++) {
		at = index(line, part[i])
		if (part[i] != "" && !at)
			return 0
		if (part[i] != "")
			line = substr(line, at + length(part[i]))
	}
	return length(line) >= length(part[n]) &&
	       substr(line, length(line) - length(part[n]) + 1) == part[n]
}

# Do the lines from `g` on fit those that are wanted from `w` on?
function all_fit(w, g,    k) {
	for (; w <= wants; w++) {
		if (want[w] == "...") {
			for (k = g; k <= gots + 1; k++)
				if (all_fit(w + 1, k))
					return 1
			return 0
		}
		if (g > gots || !fits(got[g], want[w]))
			return 0
		g++
	}
	return g > gots
}

END {
	exit !all_fit(1, 1)
}
