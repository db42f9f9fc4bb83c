# SPDX-License-Identifier: BSD-3-Clause
# apps.awk - the manual page of a program of apps/, from what its --help is made
# of: the table of options and the texts in its options.c.  Needs -v date; files:
# headers with texts that it uses, apps/common/cli.c, and its options.c at last.

{
	text[FILENAME] = text[FILENAME] $0 "\n"
	last = FILENAME
}

# A row of the options that all programs have.
FILENAME ~ /common\/cli\.c$/ && /^\t\t\{"[a-z]+", KEY_/ {
	split($0, cut, "\"")
	common[++n_common] = cut[2]
	common_text[n_common] = cut[4]
}

# What stands in a macro: #define NAME body, in several lines.
in_macro || /^#define [A-Z_]+([ (]|$)/ {
	line = $0
	if (!in_macro) {
		macro = $2
		sub(/\(.*/, "", macro)
		sub(/^#define [A-Z_]+(\([^)]*\))?[ \t]*/, "", line)
		body[macro] = ""
	}
	in_macro = sub(/[ \t]*\\$/, "", line)
	body[macro] = body[macro] line " "
}

# take_string(code): the strings and macros that code begins with, put together;
# `rest` is what follows.
function take_string(code,    s, name, c) {
	s = ""
	while (1) {
		sub(/^[ \t\n]+/, "", code)
		c = substr(code, 1, 1)
		if (c == "\"") {
			match(code, /^"([^"\\]|\\.)*"/)
			s = s substr(code, 2, RLENGTH - 2)
			code = substr(code, RLENGTH + 1)
		} else if (match(code, /^[A-Z_]+/) && \
			   (name = substr(code, 1, RLENGTH)) in body && \
			   body[name] ~ /^[ \t]*"/) {
			code = body[name] substr(code, RLENGTH + 1)
		} else
			break
	}
	rest = code
	gsub(/\\n/, "\n", s)
	gsub(/\\v/, "\v", s)
	gsub(/\\"/, "\"", s)
	return s
}

# after(code, mark): what stands behind the mark; "" if it is not there.
function after(code, mark,    at) {
	at = index(code, mark)
	return at ? substr(code, at + length(mark)) : ""
}

# The next of its strings; a comma follows.
function take_next(    s) {
	s = take_string(rest)
	sub(/^[ \t\n]*,/, "", rest)
	return s
}

function escape(s) {
	gsub(/\\/, "\\e", s)
	gsub(/--/, "\\-\\-", s)
	return s
}

# A sentence a line, a paragraph each that the text has.
function say(s,    i, n, p) {
	s = escape(s)
	n = split(s, p, /\n\n/)
	for (i = 1; i <= n; i++) {
		gsub(/\.  /, ".\n", p[i])
		if (i > 1)
			print ".Pp"
		print p[i]
	}
}

function say_option(name, value, help,    letter) {
	if (name ~ /^.,/) {
		letter = substr(name, 1, 1)
		name = substr(name, 3)
	}
	printf ".It %sFl -%s%s\n", letter ? "Fl " letter " , " : "", name, \
		value ? " Ns = Ns Ar " value : ""
	say(help)
}

function say_table(code,    kind, name, value) {
	sub(/CLI_PROGRESS\([^)]*\)/, body["CLI_PROGRESS"], code)
	while (match(code, /CLI_(VALUE|FLAG|NUMBER|REAL|PATH)\(/)) {
		kind = substr(code, RSTART + 4, RLENGTH - 5)
		rest = substr(code, RSTART + RLENGTH)
		name = take_next()
		value = kind == "PATH" ? "FILE" : kind == "FLAG" ? "" : take_next()
		say_option(name, value, take_next())
		code = rest
	}
}

function say_arguments(s) {
	if (s == "")
		return
	gsub(/\.\.\./, " ...", s)
	if (sub(/^\[/, "", s) && sub(/\]$/, "", s))
		print ".Op Ar " s
	else
		print ".Ar " s
}

END {
	code = text[last]
	name = take_string(after(code, ".program = "))
	arguments = take_string(after(code, ".arguments = "))
	split(take_string(after(code, ".text = ")), about, "\v")
	table = after(code, "table[] = {")
	table = substr(table, 1, index(table, "\n};"))
	if (name == "" || about[2] == "" || table == "") {
		print last ": no options_cli as it is expected" >"/dev/stderr"
		exit 1
	}
	short = about[1]
	sub(/\.([ \n].*)?$/, "", short)
	sub(/\.  .*/, "", short)
	print ".\\\" SPDX-License-Identifier: BSD-3-Clause"
	print ".\\\" Made from " last "."
	print ".Dd " date
	print ".Dt " toupper(name) " 1"
	print ".Os ocr-fabric"
	print ".Sh NAME"
	print ".Nm " name
	print ".Nd " tolower(substr(short, 1, 1)) escape(substr(short, 2))
	print ".Sh SYNOPSIS"
	print ".Nm"
	print ".Op Ar option ..."
	say_arguments(arguments)
	print ".Sh DESCRIPTION"
	say(about[1])
	print ".Bl -tag -width Ds"
	say_table(table)
	for (i = 1; i <= n_common; i++)
		say_option((common[i] == "help" ? "h," : "") common[i], "", \
			common_text[i])
	print ".El"
	print ".Sh EXIT STATUS"
	say(about[2])
	print ".Sh SEE ALSO"
	print ".Xr ocrrun 1 ,"
	if (index(code, "TEAM_END"))
		print ".Xr dri 3 ,"
	print ".Xr ocr 7"
}
