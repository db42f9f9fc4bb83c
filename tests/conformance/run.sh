# SPDX-License-Identifier: BSD-3-Clause
# run.sh - runs conformance programs, for the scripts that read it with ".".
#
# Needs top_srcdir and top_builddir.  The job of each is ended after a minute, and that is a
# failure: a program that hangs must not look like one that was not run.

conf_bin=$top_builddir/tests/conformance
ocrrun=$top_builddir/bin/ocrrun

# Nodes are started by a launcher.  Ends the test, with a reason, if there is
# none for N of them.
need_launcher() {
	if ! "$ocrrun" -n 2 --show /bin/true >/dev/null 2>&1; then
		echo "skipped: $("$ocrrun" -n 2 --show /bin/true 2>&1)"
		exit 77
	fi
}

# The names of all programs: there is one for each source.
conf_list() {
	(cd "${top_srcdir:?}/tests/conformance" && ls -- *.c) | sed 's/\.c$//'
}

# conf_run NODES PROGRAM...
# Prints a line for each, the output of those that fail, and a summary.
conf_run() {
	nodes=$1
	shift
	good=0 bad=0
	out=$(mktemp) || exit 99
	for name; do
		timeout -k 5 60 "$ocrrun" -n "$nodes" "$conf_bin/$name" \
			>"$out" 2>&1
		status=$?
		case $status in
		0)
			# A failed check can lose the race to end the job.
			if grep -q -a '^FAILED' "$out"; then
				say='a check failed'
			else
				say=
			fi ;;
		124 | 137) say="status $status: still running after a minute, or killed" ;;
		*) say="status $status" ;;
		esac
		if [ -z "$say" ]; then
			echo "ok      $name on $nodes"
			good=$((good + 1))
		else
			echo "FAILED  $name on $nodes: $say"
			sed -n '1,60s/^/        | /p' "$out"
			bad=$((bad + 1))
		fi
	done
	rm -f "$out"
	echo "$good passed, $bad failed, on $nodes"
	[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
}
