#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# So many tasks wait that there is no room for one more stack: the call that
# would wait is refused, with a message, and nothing else is lost.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
limit=$cluster_bin/wait_limit
case $("$top_builddir/bin/ocrcc" --show x.c) in
*-fsanitize=address*)
	echo 'skipped: the address sanitizer has shadow bytes for all of a stack'
	exit 77 ;;
esac
# As much of the address space as fits some hundred times.
OCR_STACK=1t
export OCR_STACK
says='ocrLegacyBlockProgress(): no memory for the stack of one more task that waits'
for n in 1 2 4; do
	expect 0 "$says" launch "$n" "$limit"
done

verdict
