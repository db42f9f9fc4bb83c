#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of ocrtrace in a browser: check.sh [TASKS], of its larger trace.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
tasks=${1:-100000}
traced=$cluster_bin/traced
ocrtrace=$top_builddir/bin/ocrtrace

skip() {
	echo "skipped: $*"
	exit 77
}
browser=$(command -v chromium || command -v chromium-browser ||
	command -v google-chrome) ||
skip 'the page needs Chromium to be looked at (Debian: chromium, some 360 MB)'
command -v python3 >/dev/null || skip 'python3, which leads the browser, is missing'
need_launcher

# page NAME NODES ARG...: NAME.html
page() {
	name=$1 nodes=$2
	shift 2
	"$limited" 300 "$ocrrun" -n "$nodes" --workers 2 \
		--trace "$work/$name" "$traced" "$@" >"$work/out" 2>&1 &&
	"$limited" 300 "$ocrtrace" --html "$work/$name.html" "$work/$name" ||
	complain "FAILED  the page of traced $*: $(cat "$work/out")"
	rm -rf "${work:?}/$name"
}
page small 2 40 100
page big 4 10 "$((tasks - 12))"
[ "$bad" -eq 0 ] && {
	ls -l "$work/big.html" | awk '{ print "the page has", $5, "bytes" }'
	# Its folder is new, and nothing of a user's is read.
	PYTHONDONTWRITEBYTECODE=1 "$limited" 500 python3 \
		"$top_srcdir/tests/page/page.py" "$browser" "$work/user" \
		"$work/small.html" "$work/big.html" ${PAGE_PICTURE-} ||
	complain "the browser's checks: status $?"
}
verdict
