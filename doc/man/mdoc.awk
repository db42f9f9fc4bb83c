# SPDX-License-Identifier: BSD-3-Clause
# mdoc.awk - comments of headers as mdoc: sentences, paragraphs, lists.  For
# pages.awk, whose opening says what a comment may have.

function escaped(line)
{
	gsub(/\\/, "\\e", line)
	if (line ~ /^[.']/)
		line = "\\&" line
	return line
}

function escaped_lines(text,    n, line, i, out)
{
	n = split(text, line, "\n")
	for (i = 1; i <= n; i++)
		out = out escaped(line[i]) (i < n ? "\n" : "")
	return out
}

# The lines of a paragraph as one; a sentence that ends a line is followed by two
# spaces, as others are.
function joined(a, b)
{
	sub(/^[ \t]+/, "", b)
	if (a == "")
		return b
	return a (a ~ /[.?!]"?$/ ? "  " : " ") b
}

# Takes the first sentence off `rest`: up to a full stop that two spaces follow,
# outside of parentheses.
function take_sentence(    i, c, deep, out)
{
	for (i = 1; i <= length(rest); i++) {
		c = substr(rest, i, 1)
		if (c == "(")
			deep++
		else if (c == ")")
			deep--
		else if (deep <= 0 && c ~ /[.?!]/ &&
		    substr(rest, i + 1) ~ /^"?(  |$)/) {
			if (substr(rest, i + 1, 1) == "\"")
				i++
			break
		}
	}
	out = substr(rest, 1, i)
	rest = substr(rest, i + 1)
	sub(/^ +/, "", rest)
	return out
}

function first_of(text,    n, line, i)
{
	rest = ""
	n = split(text, line, "\n")
	for (i = 1; i <= n && (line[i] != "" || rest == ""); i++)
		rest = joined(rest, line[i])
	return take_sentence()
}

# For NAME: the first sentence, as such lines are written.
function what_it_is(text,    s, c)
{
	s = first_of(text)
	sub(/[:;] .*/, "", s)
	sub(/ \((OCR|from) 1[^)]*\)?/, "", s)
	sub(/[ .:]+$/, "", s)
	gsub(/`/, "", s)
	c = substr(s, 2, 1)
	if (c ~ /[a-z ]/)
		s = tolower(substr(s, 1, 1)) substr(s, 2)
	return escaped(s)
}

# Whether a sentence is about what the call returns, and about specifications.
function is_returned(s)
{
	return s ~ /^0([,;] OCR_E| and errors)/ || s ~ /^OCR_E/ || \
		s ~ /^Returns /
}

function is_standard(s)
{
	return s ~ /^OCR 1[.]/ || s ~ /^(From|As in|Before) 1[.]2/ || \
		s ~ /^Not in the (s|d)/ || s ~ /^Section [0-9]/ || \
		s ~ /^"OCR extensions"/ || s ~ /^Different here/
}

# A paragraph of plain text: not a list, nor code.
function is_plain(line)
{
	return line !~ /^(  |\t)/
}

# Sorts a comment into `body`, `returned` and `standards`.
function part(text,    n, line, i, para)
{
	body = returned = standards = ""
	n = split(text, line, "\n")
	for (i = 1; i <= n; i++)
		if (is_plain(line[i]) && line[i] != "")
			para = joined(para, line[i])
		else {
			part_paragraph(para)
			para = ""
			body = body line[i] "\n"
		}
	part_paragraph(para)
}

function part_paragraph(para,    s, left)
{
	rest = para
	while (rest != "") {
		s = take_sentence()
		if (is_standard(s))
			standards = joined(standards, s)
		else if (is_returned(s))
			returned = joined(returned, s)
		else
			left = joined(left, s)
	}
	if (left != "")
		body = body left "\n"
}

# Words of a sentence that are names get their macro, each on a line of its own.
function marked(s,    n, word, i, out, w, tail, line)
{
	n = split(s, word, " ")
	for (i = 1; i <= n; i++) {
		w = word[i]
		tail = ""
		while (w ~ /[.,;:?!)]$/ && w !~ /\(\)$/ && w !~ /[(][^)]*[)]$/) {
			tail = " " substr(w, length(w)) tail
			w = substr(w, 1, length(w) - 1)
		}
		if (w ~ /^[A-Za-z_0-9]+\(\)$/)
			w = ".Fn " substr(w, 1, length(w) - 2)
		else if (w ~ /^[A-Za-z_0-9-]+\([1-9]\)$/)
			w = ".Xr " substr(w, 1, length(w) - 3) " " \
				substr(w, length(w) - 1, 1)
		else if (w ~ /^`[A-Za-z_0-9]+`$/)
			w = ".Fa " substr(w, 2, length(w) - 2)
		else if (w ~ /^[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]$/)
			w = ".Dv " w
		else {
			gsub(/`/, "", word[i])
			line = line (line == "" ? "" : " ") word[i]
			continue
		}
		if (line != "")
			out = out escaped(line) "\n"
		line = ""
		out = out w tail "\n"
	}
	if (line != "")
		out = out escaped(line) "\n"
	return out
}

function filled(para,    out)
{
	rest = para
	while (rest != "")
		out = out marked(take_sentence())
	return out
}

# "0, OCR_X, OCR_Y (why; why)." and more: a list of codes with their reasons.
function returns(text,    s, out, codes, left)
{
	rest = text
	while (rest != "") {
		s = take_sentence()
		left = rest
		if (s ~ /^0[,;] OCR_E/)
			codes = codes listed_codes(s)
		else
			out = out filled(s)
		rest = left
	}
	if (codes != "")
		out = "0, or one of these codes:\n.Bl -tag -width Ds\n" codes \
			".El\n" (out == "" ? "" : ".Pp\n" out)
	return out
}

function listed_codes(s,    i, c, deep, item, out)
{
	sub(/^0[,;] /, "", s)
	sub(/[.]$/, "", s)
	s = s ","
	for (i = 1; i <= length(s); i++) {
		c = substr(s, i, 1)
		deep += (c == "(") - (c == ")")
		if (deep || c !~ /[,;]/ || substr(s, i + 1) !~ /^( (or )?OCR_|$)/)
			item = item c
		else {
			out = out listed_code(item)
			item = ""
		}
	}
	return out
}

# "OCR_X (why)"; one that says nothing means what ocr-errors.h says.
function listed_code(item,    code)
{
	sub(/^ (or )?/, "", item)
	match(item, /^OCR_[A-Z0-9]+/)
	code = substr(item, 1, RLENGTH)
	item = substr(item, RLENGTH + 1)
	sub(/^ \(/, "", item)
	if (item !~ /\).*\)/ || item !~ /\(/)
		sub(/\)$/, "", item)
	if (item == "")
		item = meaning[code]
	rest = ""
	return ".It Bq Er " code "\n" marked(item)
}

# Collects what codes mean, while ocr-errors.h is read.
/^#define OCR_E[A-Z0-9]+[ \t]+[0-9]+/ {
	said_of_code = $0
	sub(/.*\/\* /, "", said_of_code)
	sub(/ \*\/.*/, "", said_of_code)
	meaning[$2] = said_of_code
}

# -- Paragraphs, lists, code -----------------------------------------------

function close_list()
{
	flush()
	if (list != "")
		shown = shown ".El\n"
	list = ""
}

function close_code()
{
	if (in_code)
		shown = shown ".Ed\n"
	in_code = 0
}

# Writes the text that has been collected.
function flush()
{
	if (pending != "") {
		if (list == "" && shown != "" && shown !~ /\.Pp\n$/)
			shown = shown ".Pp\n"
		shown = shown filled(pending)
	}
	pending = ""
}

function open_list(kind)
{
	flush()
	if (list == kind)
		return
	close_list()
	shown = shown (kind == "tag" ? ".Bl -tag -width Ds\n" : ".Bl -bullet\n")
	list = kind
}

# Parameters, constants, and anything else that is explained.
function tagged(what)
{
	if (what ~ /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/)
		return ".It Dv " what "\n"
	if (what ~ /^[A-Za-z_0-9]+$/)
		return ".It Fa " what "\n"
	return ".It Sy \"" what "\"\n"
}

function formatted(text,    n, line, i, l, name)
{
	shown = pending = list = ""
	in_code = 0
	n = split(text, line, "\n")
	for (i = 1; i <= n; i++) {
		l = line[i]
		if (l ~ /^\t/ && list == "") {
			flush()
			if (!in_code)
				shown = shown ".Bd -literal -offset indent\n"
			in_code = 1
			sub(/^\t/, "", l)
			shown = shown escaped(l) "\n"
			continue
		}
		if (l == "" && in_code && line[i + 1] ~ /^\t/) {
			shown = shown "\n"
			continue
		}
		close_code()
		if (l ~ /^ *- /) {
			open_list("bullet")
			shown = shown ".It\n"
			sub(/^ *- /, "", l)
			pending = l
		} else if (l ~ /^ ? ? [A-Za-z_][A-Za-z_0-9\/.*, -]*[^ ]  +[^ ]/ ||
		    l ~ /^   ?[A-Za-z_]+  +[^ ]/) {
			open_list("tag")
			sub(/^ +/, "", l)
			match(l, /  +/)
			name = substr(l, 1, RSTART - 1)
			shown = shown tagged(name)
			pending = substr(l, RSTART + RLENGTH)
		} else if (l == "") {
			flush()
		} else {
			if (list != "" && l ~ /^[^ ]/)
				close_list()
			pending = joined(pending, l)
		}
	}
	close_list()
	close_code()
	return shown
}
