#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# with_tmp.sh - runs a test with a folder for temporary files of its own.
#
# Open MPI's launchers share one below TMPDIR, and each that ends removes it when
# it is empty: another that is about to begin there fails ("A call to mkdir was
# unable to create the desired directory").
TMPDIR=$(mktemp -d) || exit 99
export TMPDIR
# Other users have tests, too (cluster/file.sh).
chmod 711 "$TMPDIR"
begin=$(date +%s)
"$@"
status=$?
# What it took: seconds of the clock, of processors as `times` has them, its name.
[ -z "${OCR_TEST_TIMES-}" ] || {
	times >"$TMPDIR/times"
	for name; do :; done
	echo "$(($(date +%s) - begin)) $(sed -n 2p "$TMPDIR/times") $name" \
		>>"$OCR_TEST_TIMES"
}
rm -rf "$TMPDIR"
exit "$status"
