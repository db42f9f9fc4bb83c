#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# How often bytes are moved: a block with the hint EAGER comes along with the
# satisfaction, and a node that has a version does not fetch it again.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_STATS=1
export OCR_STATS

# moved HOW: prints how often bytes were fetched.
moved() {
	launch 2 "$cluster_bin/moves" "$1" 2>&1 |
		sed -n 's/.* waits for confirmation, \([0-9]*\) transfers.*/\1/p' |
		awk '{ n += $1; seen++ } END { print seen == 2 ? n : "?" }'
}

# check HOW TRANSFERS
check() {
	n=$(moved "$1")
	if [ "$n" = "$2" ]; then
		echo "ok: $1: $n transfers"
	else
		complain "FAILED: $1: $n transfers, not $2"
	fi
}

check plain 20
check eager 0
check again 1
verdict
