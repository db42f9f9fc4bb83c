#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The pictures of doc/use/SEEING.md: pictures.sh FOLDER, from the build folder.
# Needs Chromium, python3 and Graphviz.
set -eu
folder=${1:?which folder?}
source=${top_srcdir:?}
build=${top_builddir:?}
browser=$(command -v chromium || command -v chromium-browser ||
	command -v google-chrome)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

# job SLOW
job() {
	SLOW=$1 "$build/bin/ocrrun" -n 2 --workers 2 --trace "$work/$1" \
		"$build/tests/seeing/slow_stencil" --size 400 --tiles 4x4 \
		--iterations 40 >/dev/null
	"$build/bin/ocrtrace" --html "$work/$1.html" "$work/$1"
}

# shot PAGE OUT HEIGHT JAVASCRIPT
shot() {
	rm -rf "$work/user"
	PYTHONDONTWRITEBYTECODE=1 python3 "$source/tests/page/shot.py" \
		"$browser" "$work/user" "$work/$1.html" "$folder/$2.png" "$3" "$4"
}

# The last part of the run, and of it a step that waited longest.
middle='const from = DATA.end_ns * 0.6, to = DATA.end_ns * 0.7;
t0 = from; t1 = to;'
job uneven
shot uneven uneven 330 "$middle
	document.getElementById('path').checked = true; draw();"
"$build/bin/ocrtrace" --svg "$folder/uneven.svg" --fold nodes "$work/uneven"
job far
shot far far 390 "$middle
	let most = -1, at = NONE;
	for (let i = 0; i < N; i++) {
		if (run[i] < from || end[i] > to || name_of(i) !== 'step_edt') continue;
		const w = waits_of(i);
		if (w.blocks > most && w.blocks > w.worker && w.blocks > w.inputs) {
			most = w.blocks; at = i;
		}
	}
	choose(at, true);"
for file in uneven.png uneven.svg far.png; do
	[ "$(wc -c <"$folder/$file")" -lt 60000 ] || {
		echo "pictures.sh: $folder/$file has 60000 bytes or more" >&2
		exit 1
	}
done
