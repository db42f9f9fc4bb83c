#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The pictures of the tutorial, from the programs in its pages: pictures.sh FOLDER.
# Needs Chromium, python3 and Graphviz.
set -eu
folder=${1:?which folder?}
source=${top_srcdir:?}
PATH=${top_builddir:?}/bin:$PATH
browser=$(command -v chromium || command -v chromium-browser ||
	command -v google-chrome)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder" "$work/parts"

for page in "$source"/doc/tutorial/[0-9]*.md; do
	awk -v dir="$work/parts" -f "$source/tests/pages/split.awk" "$page" |
	while read -r what n line name; do
		[ "$what" != file ] || cp "$work/parts/$n.file" "$work/$name"
	done
done
cd "$work"
ocrcc rod2.c -o rod2
sed -i 's/STEPS 1000/STEPS 2/' rod4.c
ocrcc rod4.c -o rod4
ocrcc -O2 rod10.c -o rod10

OCR_TRACE=two ./rod2 >out
ocrtrace --dot two.dot two
dot -Tpng -Gdpi=72 two.dot -o "$folder/graph.png"
OCR_TRACE=four ./rod4 >out
ocrtrace --svg "$folder/finish.svg" four
ocrrun -n 2 --workers 2 --trace ten ./rod10 24 20000 30 >out
ocrtrace --html ten.html ten
PYTHONDONTWRITEBYTECODE=1 python3 "$source/tests/page/shot.py" \
	"$browser" "$work/user" "$work/ten.html" "$folder/timeline.png" 190 ''
for file in graph.png finish.svg timeline.png; do
	[ "$(wc -c <"$folder/$file")" -lt 60000 ] || {
		echo "pictures.sh: $folder/$file has 60000 bytes or more" >&2
		exit 1
	}
done
