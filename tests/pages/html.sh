#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `make html`: each link between pages leads to a page that is there, and to a
# heading that it has; blocks, tables and names have become what they should.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
command -v cmark-gfm >/dev/null || {
	echo 'skipped: there is no cmark-gfm'
	exit 77
}
sh "${top_srcdir:?}/doc/html/make.sh" "$top_srcdir" "${top_builddir:?}" \
	"$work/html" || exit 1
cd "$work/html" || exit 99
bad=0

# broken FILE... : the links of these that lead nowhere.  Manual pages of others are
# not ours.
broken() {
	find . -name '*.html' -exec grep -o -H ' id="[^"]*"' {} + |
	sed 's/^[.]\///; s/: id="/#/; s/"$//' >"$work/ids"
	find . -type f | sed 's/^[.]\///' >>"$work/ids"
	grep -o -E -H '(href|src)="[^"]*"' "$@" |
	awk -v ids="$work/ids" '
	BEGIN {
		while ((getline line < ids) > 0)
			is_there[line]
	}
	{
		at = index($0, ":")
		from = substr($0, 1, at - 1)
		to = substr($0, at + 1)
		sub(/^[^"]*"/, "", to)
		sub(/"$/, "", to)
		if (to ~ /^[a-z]+:/)
			next
		folder = from
		sub(/[^\/]*$/, "", folder)
		path = to ~ /^#/ ? from to : folder to
		while (sub(/[^\/]+\/[.][.]\//, "", path))
			;
		sub(/^[.]\//, "", path)
		if (!(path in is_there) && (from !~ /^man\// || to ~ /[.]css$/ ||
		    to ~ /(ocr|DRI)[^\/]*html/))
			print from ": " to
	}'
}

# must FILE TEXT: the page says that.
must() {
	grep -q -F -e "$2" "$1" || {
		echo "$1 does not have: $2"
		bad=1
	}
}

find . -name '*.html' | sed 's/^[.]\///' | sort >"$work/list"
broken $(cat "$work/list") >"$work/broken"
if [ -s "$work/broken" ]; then
	echo "these links lead nowhere:"
	cat "$work/broken"
	bad=1
fi
echo "$(wc -l <"$work/list") files, $(wc -l <"$work/broken") broken links"
must doc/tutorial/01-tasks.html '<pre><code class="language-c">#include &lt;ocr.h&gt;'
must doc/tutorial/03-blocks.html '<th>mode</th>'
must doc/tutorial/01-tasks.html 'href="02-events.html"'
must index.html 'href="doc/tutorial/01-tasks.html"'
if command -v mandoc >/dev/null; then
	must doc/tutorial/01-tasks.html \
		'<a href="../../man/ocrAddDependence.3.html"><code>'
	must index.html 'man/ocrrun.1.html'
	must man/ocrEdtCreate.3.html 'href="../index.html"'
fi
# The check itself.
printf '%s\n' '<a href="nowhere.html">' '<a href="index.html#nowhere">' \
	'<a href="index.html">' >wrong.html
[ "$(broken wrong.html | wc -l)" -eq 2 ] || {
	echo "not found: links that lead nowhere"
	bad=1
}
exit "$bad"
