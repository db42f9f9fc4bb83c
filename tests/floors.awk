# SPDX-License-Identifier: BSD-3-Clause
# For check_includes.sh and check_calls.sh: reads tests/floors.
# may[A, B]: room A may use room B.

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
}

# The room of a file: the longest of its folders that has a line.
function floors_room(path) {
	while (sub("/[^/]*$", "", path))
		if (path in room)
			return path
	return ""
}
