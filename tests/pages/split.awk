# SPDX-License-Identifier: BSD-3-Clause
# split.awk - takes a page apart, for run.sh: what it shows as a file, what it
# tells the reader to run, and what that prints.
#
#	awk -v dir=FOLDER -f split.awk PAGE
#
# A fenced block behind a line of nothing but `NAME`: is the file NAME.  A block
# of sh is commands; one of text behind it, with nothing but a blank line or a
# line that ends with a colon between, is what they print, and without it they
# print nothing.  All others are for the eye.
#
# Writes FOLDER/N.file, N.sh and N.text, and prints in the order of the page
# "file N LINE NAME" and "run N LINE".
function complain(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
	failed = 1
	exit 1
}

# The name in a line that announces a file, or "".
function file_named(line) {
	if (line !~ /^`[A-Za-z0-9_-]+[.][a-z]+`:$/)
		return ""
	sub(/`:$/, "", line)
	sub(/.*`/, "", line)
	return line
}

/^```/ && !inside {
	kind = substr($0, 4)
	name = file_named(last)
	inside = 1
	out = ""
	if (kind == "sh" && name == "") {
		out = dir "/" (++n) ".sh"
		print "run", n, FNR
		printf "" >(dir "/" n ".text")
		close(dir "/" n ".text")
		follows = 1
	} else if (kind == "text" && follows) {
		out = dir "/" n ".text"
		follows = 0
	} else if (kind == "text") {
		complain("this output belongs to no command")
	} else if (name != "") {
		out = dir "/" (++n) ".file"
		print "file", n, FNR, name
		follows = 0
	} else
		follows = 0
	next
}
/^```/ {
	inside = 0
	last = ""
	if (out != "")
		close(out)
	next
}
inside {
	if (out != "")
		print >out
	next
}
/./ {
	last = $0
	if ($0 !~ /:$/)
		follows = 0
}
END {
	if (!failed && inside)
		complain("a block has no end")
}
