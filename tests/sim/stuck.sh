#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stuck.sh - simulated nodes find out that a job cannot go on, in every order
# of things.  That they never do when it can is seen by all other programs.
set -u
sim=$top_builddir/tests/sim/sim
bad=0
for way in slot event chain latch counted channel reduction finish block object nothing many late; do
	out=$("$sim" --stuck "$top_builddir/tests/sim/stuck/stuck.so" "$way" 2>&1)
	status=$?
	echo "$way: $(echo "$out" | tail -n 1)"
	[ "$status" -eq 0 ] && continue
	echo "$out" | grep -a -v '^ocr: ' | sed 's/^/        | /' | head -n 40
	bad=$((bad + 1))
done
[ "$bad" -eq 0 ]
