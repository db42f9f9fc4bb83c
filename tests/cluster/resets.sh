#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# resets.sh [COUNT] - COUNT connections (1000) are reset in the middle of jobs on
# two hosts, by RSTs that both sides believe: heat2d and the random programs,
# until half of them each have happened.  Results are right, nothing is lost,
# nothing happens twice (the programs' own plans and the serial loop say so).
#
# Not in `make check`: it takes long.
# RESET_EVERY=20ms says how often, RESET_ON=1 goes on after a failure, to count.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" --relay 2 sh "$0" "$@"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
count=${1-1000}
every=${RESET_EVERY-20ms}
apps=$top_builddir/tests/sim/apps
seed=0

# Of connections, so far.
resets() {
	relay counts | sed 's/.* resets //'
}

# right COMMAND...: ends with 0, on two nodes on each host.
right() {
	launch 4 "$@" >"$work/out" 2>&1 && return
	complain "FAILED  $*: status $?"
	show "$work/out"
}

# until_reset HALF FUNCTION: jobs of FUNCTION until so many have happened.
until_reset() {
	before=$(resets)
	enough=$((before + $1))
	relay reset every "$every" "$1" >/dev/null
	begin=$(date +%s)
	jobs=0
	while [ "$(resets)" -lt "$enough" ] &&
	      { [ "$bad" -eq 0 ] || [ -n "${RESET_ON-}" ]; }; do
		$2
		jobs=$((jobs + 1))
	done
	relay reset off >/dev/null
	echo "$2: $jobs jobs, $(($(resets) - before)) connections reset," \
		"$(($(date +%s) - begin)) s"
}

heat() {
	right "$top_builddir/apps/heat2d/heat2d" --verify --size 64x48 --tiles 8x4 \
		--iterations 2000
}

programs() {
	for program in random blocks pieces; do
		seed=$((seed + 1))
		right "$apps/$program" $seed 100
	done
}

until_reset $((count - count / 2)) heat
until_reset $((count / 2)) programs
verdict
