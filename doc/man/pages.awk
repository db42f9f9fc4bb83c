# SPDX-License-Identifier: BSD-3-Clause
# pages.awk - manual pages, in mdoc, of OCR's public headers: a page for each
# call and each type, and one for the header itself.
#
#   awk -v dir=FOLDER -v root=INCLUDE -v date=DATE -f mdoc.awk -f pages.awk \
#       HEADER...
#
# What is said is what the comments say.  A comment directly before a
# declaration belongs to it, and to those that follow without a blank line; any
# other belongs to the page of the header.  In a comment
#
#   - sentences that begin with "0, OCR_..." are what the call returns,
#   - those about sections of a specification are its standards,
#   - "   name   text" is a parameter, "   - text" an item of a list,
#   - lines that begin with a tab are code.
#
# All headers are read in one run: pages know each other's names.

function base_name(path)
{
	sub(/.*\//, "", path)
	return path
}

# -- Reading ---------------------------------------------------------------

function add_thing(kind, name, text, code)
{
	things++
	kind_of[things] = kind
	name_of[things] = name
	said[things] = text
	code_of[things] = code
	header_of[things] = header
	number_of[name] = things
	comment_used = 1
}

# A declaration is complete: what is it, and whose is the comment?
function end_declaration(    name, rest, n, piece)
{
	if (code ~ /^typedef/) {
		rest = code
		if (match(rest, /\(\*[A-Za-z_0-9]+\)/))
			name = substr(rest, RSTART + 2, RLENGTH - 3)
		else {
			sub(/;[ \t\n]*$/, "", rest)
			n = split(rest, piece, /[ \t\n}*]+/)
			name = piece[n]
		}
		# Numbers have no page.
		if (code ~ /^typedef [a-z0-9_]+ [a-z0-9]+;/)
			loose[header] = loose[header] code
		else
			add_thing("type", name, comment, code)
	} else if (code ~ /^enum/) {
		loose[header] = loose[header] code "\n"
	} else if (match(code, /[A-Za-z_0-9]+\(/)) {
		name = substr(code, RSTART, RLENGTH - 1)
		if (!(name in number_of))
			add_thing("call", name, comment, code)
	}
	code = ""
}

# #define NAME OTHER: another name of the same; the rest is for the header.
function define(line,    piece, n)
{
	n = split(line, piece, /[ \t]+/)
	if (n == 3 && piece[2] ~ /^[A-Za-z_0-9]+$/ &&
	    piece[3] ~ /^[A-Za-z_][A-Za-z_0-9]*$/ && piece[2] !~ /_H$/) {
		alias[piece[2]] = piece[3]
		alias_at[++aliases] = piece[2]
	}
}

FNR == 1 {
	header = substr(FILENAME, length(root) + 2)
	headers++
	header_at[headers] = header
	comment = code = ""
	comment_used = 0
	in_comment = in_macro = in_body = depth = started = plusplus = 0
}

# A part of ocr.h, though it is an extension.
header !~ /^extensions/ && /^#include "extensions/ {
	part_of_ocr_h[substr($2, 2, length($2) - 2)] = 1
}

# A standard of its own, whose sections are cited.
/^ [*] A source of its own: / { own_standard[header] = 1 }

# C++ sees the same calls.
/^#ifdef __cplusplus/ { plusplus = 1 }
plusplus && /^#(endif|else|elif)/ { plusplus = 0 }

in_body {
	if ($0 == "}") {
		in_body = 0
		comment = ""
	}
	next
}

in_comment {
	line = $0
	if (line ~ /\*\/$/) {
		in_comment = 0
		sub(/[ \t]*\*\/$/, "", line)
	}
	sub(/^ \* ?/, "", line)
	comment = comment line "\n"
	if (!in_comment)
		end_comment()
	next
}

function end_comment()
{
	if (comment ~ /^SPDX/) {
		comment = ""
	} else if (!started) {
		top_of[header] = comment
		comment = ""
		started = 1
	}
}

code == "" && !in_macro && /^\/\*/ {
	keep_note()
	line = $0
	sub(/^\/\* ?/, "", line)
	if (line ~ /\*\/$/) {
		sub(/[ \t]*\*\/$/, "", line)
		comment = line "\n"
		end_comment()
	} else {
		comment = line == "" ? "" : line "\n"
		in_comment = 1
	}
	next
}

# A comment that no declaration follows.
function keep_note()
{
	if (!comment_used && comment ~ /[^ \t\n].*[.:]/)
		notes[header] = notes[header] comment "\n"
	comment = ""
	comment_used = 0
}

in_macro || /^#[ \t]*define/ {
	if (!in_macro && comment != "" && $0 !~ /_H$/) {
		loose[header] = loose[header] "/* " comment_inline(comment) " */\n"
		comment = ""
	}
	if (!in_macro)
		define($0)
	if ($0 !~ /_H$/)
		loose[header] = loose[header] $0 "\n"
	in_macro = $0 ~ /\\$/
	next
}

function comment_inline(text)
{
	sub(/\n$/, "", text)
	gsub(/\n/, "\n * ", text)
	return text
}

code == "" && /^[ \t]*$/ { keep_note(); next }
plusplus || /^#/ || /^extern "C"|^[}]$/ && code == "" { next }

{
	# The body of an inline function is not its declaration.
	if ($0 == "{" && code !~ /^(typedef|enum)/) {
		in_body = 1
		end_declaration()
		next
	}
	code = code $0 "\n"
	line = $0
	gsub(/\/\*.*\*\//, "", line)
	opened = gsub(/[{]/, "{", line)
	closed = gsub(/[}]/, "}", line)
	depth += opened - closed
	if (depth == 0 && line ~ /;[ \t]*$/)
		end_declaration()
}

# -- Writing ---------------------------------------------------------------

# What a program includes.
function includes(header)
{
	if (header !~ /^extensions/ || header in part_of_ocr_h)
		return "ocr.h"
	return "ocr.h\n.In " header
}

function header_page(header,    page)
{
	page = base_name(header)
	sub(/[.]h$/, "", page)
	return page
}

# The prototype: type of the result, name, and parameters as they stand.
function synopsis(i,    text, type, args, n, arg, k, out)
{
	text = code_of[i]
	gsub(/\/\*[^*]*\*\//, "", text)
	gsub(/[ \t\n]+/, " ", text)
	sub(/ ?__attribute__.*/, ";", text)
	sub(/^OCR_INLINE_ |^static inline /, "", text)
	match(text, /[A-Za-z_0-9]+\(/)
	type = substr(text, 1, RSTART - 1)
	sub(/ $/, "", type)
	result_of[i] = type
	args = substr(text, RSTART + RLENGTH)
	sub(/\);? ?;?$/, "", args)
	out = ".Ft \"" type "\"\n.Fo " name_of[i] "\n"
	n = split(args, arg, /, ?/)
	for (k = 1; k <= n; k++)
		out = out ".Fa \"" arg[k] "\"\n"
	return out ".Fc\n"
}

function begin(file, name, what, in_what,    i)
{
	printf ".\\\" SPDX-License-Identifier: BSD-3-Clause\n" >file
	printf ".\\\" Made from include/%s: change that.\n", in_what >file
	printf ".Dd %s\n.Dt %s 3\n.Os ocr-fabric\n", date, toupper(name) >file
	printf ".Sh NAME\n.Nm %s", name >file
	for (i = 1; i <= aliases; i++)
		if (alias[alias_at[i]] == name && !(alias_at[i] in number_of))
			printf " ,\n.Nm %s", alias_at[i] >file
	printf "\n.Nd %s\n", what >file
	printf ".Sh LIBRARY\nlibocr:\n.Xr ocrcc 1 ,\nor\n" >file
	printf ".Li pkg-config --cflags --libs ocr\n" >file
}

function literal(text)
{
	sub(/\n+$/, "", text)
	return ".Bd -literal\n" escaped_lines(text) "\n.Ed\n"
}

# One line of references, each once, sorted as mandoc wants them: by name.
function see_also(file, list,    n, name, i, j, t)
{
	n = split(list, name, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && tolower(name[j - 1]) > tolower(name[j]); j--) {
			t = name[j]
			name[j] = name[j - 1]
			name[j - 1] = t
		}
	printf ".Sh SEE ALSO\n" >file
	for (i = 1; i <= n; i++)
		printf ".Xr %s 3%s\n", name[i], (i < n ? " ," : "") >file
}

# Names in `text` that have a page, but `self`.
function mentioned(text, self,    list, word, had)
{
	while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
		word = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		if (word in number_of && word != self && !(word in had)) {
			had[word] = 1
			list = list " " word
		}
	}
	return list
}

# Nothing is public without a word about it.
function commented(i)
{
	if (said[i] == "") {
		printf "include/%s: %s has no comment\n", header_of[i], \
			name_of[i] >"/dev/stderr"
		failed = 1
	}
	return said[i]
}

function page_of_call(i,    file, text, proto)
{
	file = dir "/" name_of[i] ".3"
	text = commented(i)
	part(text)
	proto = synopsis(i)
	begin(file, name_of[i], what_it_is(text), header_of[i])
	printf ".Sh SYNOPSIS\n.In %s\n%s", includes(header_of[i]), proto >file
	printf ".Sh DESCRIPTION\n%s", formatted(body) >file
	if (returned != "")
		printf ".Sh RETURN VALUES\n%s", returns(returned) >file
	else if (result_of[i] != "void")
		printf ".Sh RETURN VALUES\n%s", filled(first_of(text)) >file
	see_also(file, header_page(header_of[i]) \
		mentioned(code_of[i] " " text, name_of[i]))
	printf ".Sh STANDARDS\n%s", standard_of(header_of[i]) >file
	close(file)
}

function page_of_type(i,    file, text)
{
	file = dir "/" name_of[i] ".3"
	text = commented(i)
	part(text)
	begin(file, name_of[i], what_it_is(text), header_of[i])
	printf ".Sh SYNOPSIS\n.In %s\n", includes(header_of[i]) >file
	printf ".Sh DESCRIPTION\n%s%s", formatted(body), literal(code_of[i]) >file
	see_also(file, header_page(header_of[i]) \
		mentioned(code_of[i] " " text, name_of[i]))
	printf ".Sh STANDARDS\n%s", standard_of(header_of[i]) >file
	close(file)
}

function standard_of(header)
{
	if (standards == "")
		return filled("What " header_page(header) "(3) says of it.")
	if (header in own_standard)
		sub(/^Section/, "\"OCR extensions\" (Dokulil, Benkner), section", \
			standards)
	return filled(standards)
}

function page_of_header(header,    file, page, text, i, calls, types)
{
	page = header_page(header)
	file = dir "/" page ".3"
	text = top_of[header]
	sub(/^[^ ]* - /, "", text)
	text = toupper(substr(text, 1, 1)) substr(text, 2)
	begin(file, page, what_it_is(text), header)
	printf ".Sh SYNOPSIS\n.In %s\n", includes(header) >file
	printf ".Sh DESCRIPTION\n%s%s", formatted(text), formatted(notes[header]) >file
	for (i = 1; i <= things; i++)
		if (header_of[i] == header)
			if (kind_of[i] == "call")
				calls = calls listed(i)
			else
				types = types listed(i)
	if (calls != "")
		printf ".Ss Calls\n.Bl -tag -width Ds\n%s.El\n", calls >file
	if (types != "")
		printf ".Ss Types\n.Bl -tag -width Ds\n%s.El\n", types >file
	if (loose[header] != "")
		printf ".Ss Constants and macros\n%s", literal(loose[header]) >file
	see_also(file, (page == "ocr" ? "" : "ocr") other_headers(page))
	close(file)
}

function listed(i)
{
	return ".It Xr " name_of[i] " 3\n" what_it_is(said[i]) "\n"
}

# From the page of ocr.h to all others.
function other_headers(page,    i, list)
{
	for (i = 1; page == "ocr" && i <= headers; i++)
		if (header_page(header_at[i]) != "ocr")
			list = list " " header_page(header_at[i])
	return list
}

END {
	for (i = 1; i <= things; i++)
		if (kind_of[i] == "call")
			page_of_call(i)
		else
			page_of_type(i)
	for (i = 1; i <= headers; i++)
		page_of_header(header_at[i])
	for (name in alias)
		if (alias[name] in number_of && !(name in number_of)) {
			file = dir "/" name ".3"
			printf ".so man3/%s.3\n", alias[name] >file
			close(file)
		}
	exit failed
}
