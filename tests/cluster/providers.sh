#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each provider that a user may force carries the programs; one that does not
# exist is refused, with a line that names it.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
wrong=0
for OCR_PROVIDER in 'tcp;ofi_rxm' net; do
	export OCR_PROVIDER
	echo "Provider $OCR_PROVIDER:"
	conf_run 3 $conf_few || wrong=1
done

OCR_PROVIDER='no-such-provider'
export OCR_PROVIDER
bad=$wrong
expect bad 'no-such-provider' launch 2 "$conf_bin/hello"
if grep -q '^hello' "$work/out"; then
	complain 'the program has run all the same'
fi
# A job of one node has no use for any.
expect 0 '^hello' launch 1 "$conf_bin/hello"
verdict
