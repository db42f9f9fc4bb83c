#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of ocrtrace in a browser: check.sh [TASKS], of its larger trace.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
links=$((${1:-100000} / 10000 + 1))
each=10000
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

# timed COMMAND...: and in how many seconds.
timed() {
	start=$(date +%s)
	"$limited" 500 "$@" >"$work/out" 2>&1 ||
	complain "FAILED  $*: status $?: $(head -n 20 "$work/out")"
	took=$(($(date +%s) - start))
}

# trace NAME NODES ARG...: the page NAME.html.
trace() {
	name=$1 nodes=$2
	shift 2
	timed env OCR_STATS=json:"$work/counted" "$ocrrun" -n "$nodes" \
		--workers 2 --trace "$work/$name" "$traced" "$@"
	echo "traced $*: $took s, a trace of $(du -sm "$work/$name" | cut -f 1) MB"
	timed "$ocrtrace" "$work/$name"
	echo "summary: $took s"
	mv "$work/out" "$work/summary"
	timed "$ocrtrace" --html "$work/$name.html" "$work/$name"
	echo "page: $took s, $(($(wc -c <"$work/$name.html") / 1000)) kB"
	rm -rf "${work:?}/$name"
}

# sum COUNTER
sum() {
	awk -v name="\"$1\":" '$1 == name { n += $2 } END { print n + 0 }' \
		"$work"/counted.*
}

trace small 2 40 100
rm "$work"/counted.*
trace big 4 "$links" 100 "$each"
# The summary agrees with the counters, and the path is the known one.
said=$(awk '/ tasks in .* on 4 nodes$/ { tasks = $1 }
	/messages of/ { ops = $1 }
	/^Critical path/ { path = $(NF - 1) }
	END { print tasks, ops, path }' "$work/summary")
ops=$(($(sum ops_sent) - $(sum debts_told) + $(sum ops_joined)))
[ "$said" = "$(sum tasks) $ops $((2 * links + 2))" ] ||
complain "the summary says $said, counters $(sum tasks) $ops"
echo "tasks, messages, tasks of the critical path: $said"
[ "$bad" -eq 0 ] && {
	# Its folder is new, and nothing of a user's is read.
	PYTHONDONTWRITEBYTECODE=1 "$limited" 900 python3 \
		"$top_srcdir/tests/page/page.py" "$browser" "$work/user" \
		"$work/small.html" "$work/big.html" "$links" "$each" \
		${PAGE_PICTURE-} ||
	complain "the browser's checks: status $?"
}
verdict
