# SPDX-License-Identifier: BSD-3-Clause
# job.sh - for the scripts of this folder that start jobs and look at how they
# end; read with ".".  `bad` counts what was wrong.
. "${top_srcdir:?}/tests/conformance/run.sh"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
bad=0
# Checks that fail say so here as well (tests/dri/said.h).
TEST_SAID=$work/said
export TEST_SAID

complain() {
	echo "$*"
	bad=$((bad + 1))
}

# The outcome of the script, as its last command.
verdict() {
	echo "$bad wrong"
	[ "$bad" -eq 0 ]
}

# expect STATUS PATTERN COMMAND...
# The command ends with STATUS ("bad" is any but 0, "any" is any) by itself, and
# its output, which is in $work/out, has a line that fits PATTERN.
expect() {
	want=$1
	pattern=$2
	shift 2
	: >"$TEST_SAID"
	"$@" >"$work/out" 2>&1
	got=$?
	case $want,$got in
	bad,0) ok= ;;
	bad,* | any,* | "$got,$got") ok=1 ;;
	*) ok= ;;
	esac
	# What limit says
	! grep -q -a '^limit: no end' "$work/out" || ok=
	if [ -n "$ok" ] && grep -q -a -e "$pattern" "$work/out"; then
		echo "ok      $*: status $got"
	else
		complain "FAILED  $*: status $got, not $want, or no line '$pattern':"
		show "$work/out"
		grep -v -x -F -f "$work/out" "$TEST_SAID" |
			sed 's/^/lost    | /'
	fi
}

# stop PID: it does nothing any more when this returns.  A signal stops a process
# when the thread that takes it runs, and until then the others go on.
stop() {
	kill -STOP "$1"
	until ! grep -q -v ') T ' "/proc/$1/task"/*/stat 2>/dev/null; do
		:
	done
}

# Which of the processes that said "node N pid P" stay behind?  A launcher does
# not wait for those that it has killed, so one may still be on its way out.
left_behind() {
	for pid in $(sed -n 's/^node [0-9]* pid \([0-9]*\)$/\1/p' "$work/out"); do
		[ "$(readlink "/proc/$pid/exe")" = "$cluster_bin/end" ] ||
		continue
		"$limited" 60 tail --pid="$pid" -f /dev/null && continue
		complain "process $pid is still there: $(grep State "/proc/$pid/status")"
		kill -KILL "$pid"
	done
}
