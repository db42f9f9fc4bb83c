#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# fabric_pair.sh - real processes over each provider that works by itself.
set -u

pair=$top_builddir/tests/cluster/fabric_pair
other=$top_builddir/tests/cluster/fabric_other
out=$(mktemp) || exit 99
trap 'rm -f "$out"' EXIT
status=0

mpirun=$(command -v mpirun.openmpi || command -v mpirun) || {
	echo "no mpirun: skipped"
	exit 77
}

# run NAME ARG... : starts a job, keeps its output, and fails with it.
run() {
	name=$1
	shift
	echo "--- $name"
	case $mpirun in
	prterun) "$mpirun" --map-by :OVERSUBSCRIBE "$@" ;;
	*) "$mpirun" --oversubscribe "$@" ;;
	esac >"$out" 2>&1
	code=$?
	cat "$out"
}

not_ok() {
	echo "FAILED: $1"
	status=1
}

# expect_ok N : all of N nodes came to a good end.
expect_ok() {
	[ "$(grep -c '^node [0-9]* ok' "$out")" -eq "$1" ] ||
	not_ok "$name: not all nodes are ok"
}

is_offered() {
	"$mpirun" --oversubscribe -n 2 "$pair" -p "$1" join >/dev/null 2>&1
}

sizes='2 4' steps=200
[ "${OCR_CHECK-}" != short ] || sizes=3 steps=100
for provider in '' net 'tcp;ofi_rxm'; do
	if [ -n "$provider" ] && ! is_offered "$provider"; then
		echo "--- $provider is not offered here: passed over"
		continue
	fi
	for n in $sizes; do
		run "all, ${provider:-default}, $n nodes" -n $n "$pair" \
			-p "$provider" -s $steps all
		[ $code -eq 0 ] || not_ok "$name: exit status $code"
		expect_ok $n
	done
	# With recovery the launcher lets the survivors live.
	run "kill, ${provider:-default}" --enable-recovery -n 4 "$pair" \
		-p "$provider" kill
	expect_ok 3
	[ "$(grep -c 'lost node 3: host .*, pid [0-9]*: its process \(was killed by signal 9 (SIGKILL)\|died\)$' "$out")" -eq 3 ] ||
	not_ok "$name: not all survivors know who died"
	run "break, ${provider:-default}" --enable-recovery -n 4 "$pair" \
		-p "$provider" break
	expect_ok 3
	[ "$(grep -c 'lost node 3: ' "$out")" -eq 3 ] ||
	not_ok "$name: not all survivors know who died"
done

run "a provider that does not exist" -n 2 "$pair" -p nosuch join
[ $code -ne 0 ] || not_ok "$name: accepted"
grep -q 'no provider nosuch.*it offers the providers' "$out" ||
not_ok "$name: does not say what is offered"

# Two programs are too much for mpirun of Open MPI 5.0.7, whichever they are; what
# it becomes can have them.
if command -v prterun >/dev/null; then
	mpirun=prterun
	PRTE_ALLOW_RUN_AS_ROOT=1
	PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
	export PRTE_ALLOW_RUN_AS_ROOT PRTE_ALLOW_RUN_AS_ROOT_CONFIRM
fi
run "two programs in one job" -n 1 "$pair" all : -n 1 "$other" all
[ $code -ne 0 ] || not_ok "$name: accepted"
grep -q 'it runs another program' "$out" ||
not_ok "$name: does not say why"

run "one node" -n 1 "$pair" join
[ $code -ne 0 ] || not_ok "$name: accepted"
exit $status
