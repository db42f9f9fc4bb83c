#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The layer table: who may include whose headers.  Includes are written from
# the root, so the folder in an #include line is the layer it reaches.
set -u
cd "${top_srcdir:?}" || exit 99

# A folder may include its own headers and those of the folders behind it.
# tests/ sees everything.
layers='
apps      include
src       include fabric guidmap labeled
labeled   include fabric guidmap
guidmap   include fabric
fabric    include
include
'

# These are wrapped by fabric/; nobody else but ocrinfo, tests and benchmarks
# (which compare with them) may know them.
wrapped='^(rdma/|pmix|sodium)'
may_unwrap='^(fabric|tests|apps/bench)/|^src/tools/ocrinfo[.]c$'

find apps src labeled guidmap fabric include tests -name '*.[ch]' \
	-o -name '*.def' -o -name '*.cc' | sort |
xargs awk -v layers="$layers" -v wrapped="$wrapped" \
	-v may_unwrap="$may_unwrap" '
function complain(why) {
	printf "%s:%d: %s\n    %s\n", FILENAME, FNR, why, $0
	bad++
}
function exists(path,    line, found) {
	found = (getline line < path) >= 0
	close(path)
	return found
}
BEGIN {
	n = split(layers, line, "\n")
	for (i = 1; i <= n; i++) {
		m = split(line[i], word, " ")
		for (j = 1; j <= m; j++)
			allowed[word[1], word[j]] = 1
	}
}
FNR == 1 {
	files++
	if ($0 !~ /SPDX-License-Identifier: BSD-3-Clause/)
		complain("the first line is not the licence")
	layer = FILENAME
	sub("/.*", "", layer)
}
/^[ \t]*#[ \t]*include[ \t]*</ {
	name = $0
	sub(/^[^<]*</, "", name)
	sub(/>.*/, "", name)
	if (name ~ wrapped && FILENAME !~ may_unwrap)
		complain("only fabric/ includes this library")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	includes++
	name = $0
	sub(/^[^"]*"/, "", name)
	sub(/".*/, "", name)
	if (name == "config.h" && layer != "include")
		next
	# Public headers find each other wherever they are installed.
	beside = FILENAME
	sub("[^/]*$", name, beside)
	if (exists("include/" name) || (layer == "include" && exists(beside)))
		target = "include"
	else if (exists(name)) {
		target = name
		sub("/.*", "", target)
	} else {
		complain("no such file when seen from the root")
		next
	}
	if (layer != "tests" && !((layer, target) in allowed))
		complain(layer "/ must not include from " target "/")
}
END {
	if (!includes) {
		print "no #include line found: the check itself is broken"
		bad++
	}
	print files " files, " includes + 0 " includes, " bad + 0 " wrong"
	exit bad > 0
}'
