# SPDX-License-Identifier: BSD-3-Clause
# run.sh - starts jobs, for the scripts that read it with ".".
#
# Needs top_srcdir and top_builddir.  Every job is ended after a minute of an
# idle machine, and that is a failure: one that hangs must not look like one that
# was not run.

conf_bin=$top_builddir/tests/conformance
cluster_bin=$top_builddir/tests/cluster
ocrrun=$top_builddir/bin/ocrrun
limited=$top_builddir/tests/limit

# launch NODES PROGRAM [ARGUMENT...]; a script may put its own in its place.
launch() {
	"$limited" 60 "$ocrrun" -n "$@"
}

# Ends the test, with a reason, where nothing can start several nodes.
need_launcher() {
	if ! why=$("$ocrrun" -n 2 --show /bin/true 2>&1); then
		echo "skipped: $why"
		exit 77
	fi
}

# Prints the command of Open MPI's mpirun, for options that ocrrun has not.
# Ends the test, with a reason, if there is none.
need_mpirun() {
	mpirun=$("$ocrrun" -n 2 --launcher mpirun --show /bin/true 2>/dev/null) &&
	mpirun=${mpirun%% *} && [ -n "$mpirun" ] && return
	echo "skipped: Open MPI's mpirun is not here (Debian: openmpi-bin)"
	exit 77
}

# show FILE: what a command said that has failed.  Of much both ends, and of what
# lies between them what a check, a sanitizer or a bug says, with what follows.
show() {
	LC_ALL=C awk '
	function show(from, to) {
		for (; from <= to; from++)
			shown[from]
	}
	{ line[NR] = $0 }
	/^FAILED|not so: |[ :]bug: / && n < 5 { show(NR - 1, NR + 9); n++ }
	/^limit: no end/ { show(NR - 1, NR + 79) }
	/Sanitizer: |runtime error: / && m < 5 { show(NR - 1, NR + 39); m++ }
	END {
		show(1, 30)
		show(NR - 59, NR)
		for (i = 1; i <= NR; i++)
			if (i in shown)
				print "        | " line[i]
			else if (i - 1 in shown)
				print "        | ..."
	}' "$1"
}

# The names of all programs: there is one for each source.
conf_list() {
	(cd "$top_srcdir/tests/conformance" && ls -- *.c) | sed 's/\.c$//'
}

# A few that use all kinds of messages, for trying many settings.
conf_few='block_sizes early_use edt_destroy ew_two_blocks fib finish_remote
	hello long_chain op_order ping_pong release_satisfy shutdown_any
	third_home'

# All programs, or with OCR_CHECK=short a few: for runs after one that took all.
# conf_choice WHEN: all only with OCR_CHECK=WHEN, if that is given.
conf_choice() {
	if [ -n "${1-}" ] && [ "${OCR_CHECK-}" != "$1" ]; then
		echo "a few programs; all with OCR_CHECK=$1" >&2
		echo $conf_few
	elif [ "${OCR_CHECK-}" = short ]; then
		echo 'OCR_CHECK=short: a few programs only' >&2
		echo $conf_few
	else
		conf_list
	fi
}

# Where programs export all names, for a sanitizer, those of own_names.c take the
# place of the ones that it calls.
conf_can_run() {
	[ "$1" != own_names ] && return
	case $("$top_builddir/bin/ocrcc" --show x.c) in
	*program.map*) ;;
	*) false ;;
	esac
}

# conf_run NODES PROGRAM...
# Prints a line for each, the output of those that fail, and a summary.
conf_run() {
	nodes=$1
	shift
	good=0 bad=0
	out=$(mktemp) || exit 99
	for name; do
		conf_can_run "$name" || {
			echo "skipped $name: ocrcc leaves the names alone, for" \
				'a sanitizer'
			continue
		}
		launch "$nodes" "$conf_bin/$name" >"$out" 2>&1
		status=$?
		say=
		case $status in
		0)
			# A failed check can lose the race to end the job.
			if grep -q -a '^FAILED' "$out"; then
				say='a check failed'
			fi ;;
		*)
			say="status $status"
			if grep -q -a '^limit: no end' "$out"; then
				say='still running after a minute'
			fi ;;
		esac
		if [ -z "$say" ]; then
			echo "ok      $name"
			good=$((good + 1))
		else
			echo "FAILED  $name: $say"
			show "$out"
			bad=$((bad + 1))
		fi
	done
	rm -f "$out"
	echo "$good passed, $bad failed, nodes: $nodes"
	[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
}
