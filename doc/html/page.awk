# SPDX-License-Identifier: BSD-3-Clause
# page.awk - makes a page of what cmark-gfm prints: a head; headings that links
# can lead to, named as public hosts name them; links between pages that lead to
# .html; and names of calls, tools and pages that lead to what they name.
#
#	awk -v file=OUTPUT -v title=TITLE -v pages=FILE -v mans=FILE -f page.awk

function slug(text) {
	gsub(/<[^>]*>/, "", text)
	gsub(/&[a-z]*;/, "", text)
	text = tolower(text)
	gsub(/[^a-z0-9 _-]/, "", text)
	gsub(/ /, "-", text)
	# The second of a name has a number, and so on.
	if (text in slugs)
		text = text "-" slugs[text]++
	else
		slugs[text] = 1
	return text
}

# A page, named from here or from the root, as a path from the root; "" if there
# is none.
function page_named(name,    path) {
	sub(/^[.]\//, "", name)
	path = folder name
	while (sub(/[^\/]+\/[.][.]\//, "", path))
		;
	if (path in is_page)
		return path
	if (name in is_page)
		return name
	name = "doc/" name
	return (name in is_page) ? name : ""
}

# Where what is between <code> and </code> leads, from here, or "".
function target(text,    words, n, section, name) {
	name = text
	sub(/[(].*[)]$/, "", name)
	if (name ~ /[.]md$/) {
		name = page_named(name)
		sub(/[.]md$/, ".html", name)
		return name == "" ? "" : root name
	}
	n = split(name, words, " ")
	if (words[1] == "man" && n > 1)
		name = words[n]
	else if (n != 1)
		return ""
	for (section = 1; section < 8; section++)
		if ((n < 3 || words[2] == section) &&
		    ((name "." section) in is_man))
			return root "man/" name "." section ".html"
	return ""
}

# Links of a line: .md becomes .html, and code leads somewhere unless it is part of
# a link.
function with_links(line,    out, text, to, in_link) {
	while (match(line, /<a |<\/a>|<code>[^<]*<\/code>/)) {
		out = out substr(line, 1, RSTART - 1)
		text = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (text == "<a ")
			in_link = 1
		else if (text == "</a>")
			in_link = 0
		else if (!in_link) {
			to = target(substr(text, 7, length(text) - 13))
			if (to != "")
				text = "<a href=\"" to "\">" text "</a>"
		}
		out = out text
	}
	line = out line
	out = ""
	while (match(line, /href="[^":]*[.]md["#]/)) {
		text = substr(line, RSTART, RLENGTH)
		sub(/[.]md/, ".html", text)
		out = out substr(line, 1, RSTART - 1) text
		line = substr(line, RSTART + RLENGTH)
	}
	return out line
}

BEGIN {
	while ((getline line < pages) > 0) {
		sub(/\t.*/, "", line)
		is_page[line]
	}
	while ((getline line < mans) > 0)
		is_man[line]
	folder = file
	sub(/[^\/]*$/, "", folder)
	root = folder
	gsub(/[^\/]+\//, "../", root)
	gsub(/`/, "", title)
	print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>"
	print "<meta charset=\"utf-8\">"
	print "<meta name=\"viewport\" content=\"width=device-width\">"
	print "<link rel=\"stylesheet\" href=\"" root "style.css\">"
	print "<title>" title "</title>\n</head>\n<body>"
	if (file != "index.html")
		print "<p class=\"up\"><a href=\"" root "index.html\">ocr-fabric</a></p>"
}
/<pre>/ { in_pre = 1 }
!in_pre && /^<h[1-6]>/ {
	text = substr($0, 5, length($0) - 9)
	level = substr($0, 3, 1)
	$0 = "<h" level " id=\"" slug(text) "\">" text "</h" level ">"
}
!in_pre { $0 = with_links($0) }
/<\/pre>/ { in_pre = 0 }
{ print }
END { print "</body>\n</html>" }
