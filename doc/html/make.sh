#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make.sh - all documentation as HTML, for `make html`.
#
#	make.sh SOURCES BUILD OUTPUT
#
# OUTPUT becomes a folder with index.html, the pages in the folders that they have
# in the sources, and the manual pages in man/.  Needs cmark-gfm, which reads
# Markdown as public hosts do, and mandoc for the manual pages.
set -eu
src=$1
build=$2
out=$3
here=$src/doc/html

has() {
	command -v "$1" >/dev/null 2>&1
}

has cmark-gfm || {
	echo "make html needs cmark-gfm.  On Debian: apt-get install cmark-gfm" >&2
	exit 1
}
has mandoc ||
echo "no manual pages: there is no mandoc (Debian: apt-get install mandoc)" >&2

rm -rf "$out"
mkdir -p "$out/man"
cp "$here/style.css" "$out/"
[ ! -d "$src/doc/pictures" ] || {
	mkdir -p "$out/doc"
	cp -R "$src/doc/pictures" "$out/doc/"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Manual pages.  One that only leads to another is that page under its name.
up='<p class="up"><a href="../index.html">ocr-fabric</a></p>'
man_pages() {
	for page in "$src"/doc/man/*.[1-9] "$build"/doc/man/*.[1-9] \
		"$build"/doc/man/made/*.[1-9] "$build"/doc/man/apps/*.[1-9]; do
		[ -f "$page" ] || continue
		name=$(basename "$page")
		target=$(sed -n '1s,^[.]so man[1-9]/,,p' "$page")
		if [ -n "$target" ]; then
			echo "$target $name" >>"$work/aliases"
		else
			mandoc -T html -O style=../style.css,man=%N.%S.html \
				"$page" |
			sed "s,<body>,<body>$up," >"$out/man/$name.html"
		fi
	done
	while read -r target name; do
		cp "$out/man/$target.html" "$out/man/$name.html"
	done <"$work/aliases"
}
: >"$work/aliases"
if has mandoc; then
	man_pages
fi
(cd "$out/man" && ls) | sed -n 's/[.]html$//p' >"$work/man"

# Pages, with their first heading.
(cd "$src" && ls ./*.md && find doc -name '*.md') | sed 's,^[.]/,,' | sort |
while read -r page; do
	printf '%s\t%s\n' "$page" "$(sed -n 's/^# //p' "$src/$page" | head -n 1)"
done >"$work/pages"

# finish FILE TITLE: from what cmark says to a whole page, FILE of OUTPUT.
finish() {
	mkdir -p "$out/$(dirname "$1")"
	LC_ALL=C awk -v file="$1" -v title="$2" -v pages="$work/pages" \
		-v mans="$work/man" -f "$here/page.awk" >"$out/$1"
}

while IFS='	' read -r page title; do
	cmark-gfm -e table -e strikethrough "$src/$page" |
	finish "${page%.md}.html" "$title"
done <"$work/pages"

LC_ALL=C awk -v mans="$work/man" -f "$here/index.awk" "$work/pages" |
	cmark-gfm -e table | finish index.html 'ocr-fabric'
echo "$out/index.html: $(wc -l <"$work/pages") pages," \
	"$(wc -l <"$work/man") manual pages"
