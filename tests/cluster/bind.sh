#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The launcher binds each process to one core; or all nodes share one core.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_mpirun
wrong=0

if [ "$(nproc)" -ge 2 ]; then
	echo 'Each node bound to a core of its own:'
	launch() {
		"$limited" 60 "$mpirun" --bind-to core -n "$@"
	}
	conf_run 2 $conf_few || wrong=1
else
	echo 'Not tried: each node on a core of its own (there is one core)'
fi

if command -v taskset >/dev/null; then
	core=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')
	echo "All nodes on core $core:"
	launch() {
		"$limited" 60 taskset -c "$core" "$ocrrun" -n "$@"
	}
	conf_run 3 $conf_few || wrong=1
else
	echo 'Not tried: all nodes on one core (there is no taskset)'
fi
[ "$wrong" -eq 0 ]
