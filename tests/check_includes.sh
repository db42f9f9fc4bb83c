#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Who includes whose headers: tests/floors says who may.  Includes are written from
# the root, so the folder in an #include line is the room it reaches.
set -u
cd "${top_srcdir:?}" || exit 99

# These are wrapped by fabric/; nobody else but ocrinfo, tests, benchmarks
# (which compare with them) and wordhist (a checksum) may know them.
wrapped='^(rdma/|pmix|sodium)'
may_unwrap='^(fabric|tests|apps/bench|apps/wordhist)/|^src/tools/ocrinfo[.]c$'

find apps src labeled guidmap fabric include tests -name '*.[ch]' \
	-o -name '*.def' -o -name '*.cc' | sort |
xargs awk -v wrapped="$wrapped" -v may_unwrap="$may_unwrap" \
	"$(cat tests/floors.awk)"'
function complain(why) {
	printf "%s:%d: %s\n    %s\n", FILENAME, FNR, why, $0
	bad++
}
function exists(path,    line, found) {
	found = (getline line < path) >= 0
	close(path)
	return found
}
# The folder of an app, of a file in it.
function app(path,    part) {
	split(path, part, "/")
	return part[2]
}
BEGIN {
	floors_read()
}
FNR == 1 {
	files++
	if ($0 !~ /SPDX-License-Identifier: BSD-3-Clause/)
		complain("the first line is not the licence")
	mine = floors_room(FILENAME)
	is_test = FILENAME ~ /^tests\//
	if (mine == "" && !is_test)
		complain("its folder has no line in tests/floors")
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
	if (name == "config.h" && mine != "include")
		next
	# Public headers find each other wherever they are installed.
	beside = FILENAME
	sub("[^/]*$", name, beside)
	if (exists("include/" name) || (mine == "include" && exists(beside)))
		target = "include"
	else if (exists(name))
		target = floors_room(name)
	else {
		complain("no such file when seen from the root")
		next
	}
	# tests/ sees everything.
	if (!is_test && !((mine, target) in may))
		complain(mine "/ must not include from " target "/")
	else if (!is_test && target == "apps" && app(name) != "common" &&
		 app(name) != app(FILENAME) &&
		 !(app(FILENAME) == "metg" && app(name) == "bench"))
		complain("one app must not include from another")
}
END {
	if (!includes) {
		print "no #include line found: the check itself is broken"
		bad++
	}
	print files " files, " includes + 0 " includes, " bad + 0 " wrong"
	exit bad > 0
}'
