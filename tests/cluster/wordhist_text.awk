# SPDX-License-Identifier: BSD-3-Clause
# Prints a text of so many words, the same for everyone; some words are much
# more frequent than others:
#	LC_ALL=C awk -v words=500000 -f wordhist_text.awk >text
BEGIN {
	split(" \n, \n. \n- \n\t\n (\n) \n'\n; \n", gap, "\n")
	gap[10] = "\n"
	end[0] = ""
	end[1] = "s"
	end[2] = "\303\244t"
	x = 1
	for (i = 0; i < words; i++) {
		# Products stay below 2^53, so every awk has the same numbers.
		x = x * 16807 % 2147483647
		u = x / 2147483647
		n = int(u * u * u * u * 60000)
		text = ""
		do {
			text = text substr("etaoinsrhldcumfpgwybvkxjqz",
				n % 26 + 1, 1) substr("aeiou", n % 5 + 1, 1)
			n = int(n / 26)
		} while (n)
		text = text end[x % 3]
		if (x % 11 == 0)
			text = toupper(substr(text, 1, 1)) substr(text, 2)
		printf "%s%s", text, x % 9 ? " " : gap[x % 10 + 1]
	}
}
