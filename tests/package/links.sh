#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# links.sh FOLDER - do the links of the pages below it lead to something?  Of the
# pages that are installed: tests/check_pages.sh looks at those of the tree.
set -u
folder=$1
pages=0
links=0
bad=0
list=$(mktemp) || exit 99
trap 'rm -f "$list"' EXIT
find "$folder" -name '*.md' -exec grep -oHE \
	'\]\([A-Za-z0-9_./-]+(#[^)]*)?\)' {} + |
	sed 's/:\](\(.*\))$/ \1/; s/#.*//' | sort -u >"$list"
while read -r page link; do
	links=$((links + 1))
	[ -n "$link" ] && [ ! -e "$(dirname "$page")/$link" ] || continue
	echo "FAILED  ${page#"$folder/"}: there is no $link"
	bad=$((bad + 1))
done <"$list"
pages=$(find "$folder" -name '*.md' | wc -l)
echo "$links links of $pages pages, $bad lead nowhere"
[ "$bad" -eq 0 ] && [ "$links" -gt 100 ]
