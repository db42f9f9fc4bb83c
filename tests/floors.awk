# SPDX-License-Identifier: BSD-3-Clause
# For check_includes.sh and check_calls.sh: reads tests/floors and
# tests/floors.debts.  may[A, B]: room A may use room B.  debt[KIND, WHO, WHAT]:
# it does so against the rules, and is known to; what is used up is marked, and
# what is left is a debt that has been paid.

function floors_read(    line, n, word, i, b, all) {
	while ((getline line < "tests/floors") > 0) {
		sub(/#.*/, "", line)
		n = split(line, word, " ")
		if (!n)
			continue
		room[word[1]] = 1
		may[word[1], word[1]] = 1
		for (i = 2; i <= n; i++) {
			b = word[i]
			if (sub(/^\+/, "", b))
				for (all in room)
					if ((b, all) in may)
						may[word[1], all] = 1
			if (!(b in room)) {
				print "tests/floors: " word[1] " names " b \
					", which has no line above"
				bad++
			}
			may[word[1], b] = 1
		}
	}
	while ((getline line < "tests/floors.debts") > 0) {
		sub(/#.*/, "", line)
		if (split(line, word, " ") == 3)
			debt[word[1], word[2], word[3]] = 1
	}
}

# The room of a file: the longest of its folders that has a line.
function floors_room(path) {
	while (sub("/[^/]*$", "", path))
		if (path in room)
			return path
	return ""
}

# Is this one known?  Then it is not new.
function floors_known(kind, who, what) {
	if (!((kind, who, what) in debt))
		return 0
	used[kind, who, what] = 1
	return 1
}

# Debts of that kind that nobody has any more.
function floors_paid(kind,    key, word) {
	for (key in debt) {
		split(key, word, SUBSEP)
		if (word[1] == kind && !(key in used)) {
			print "tests/floors.debts: delete this line, it is " \
				"paid: " word[1] " " word[2] " " word[3]
			bad++
		}
	}
}
