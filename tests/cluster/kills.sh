#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Random kills of nodes, pairs of nodes, the launcher and ocrrun, while jobs
# start, work and end: each job ends, says why, and leaves nothing (kills.c).
# OCR_KILLS=500 makes more of them, OCR_KILLS_SEED=N others.
set -u
case ${test_cflags-} in
*-fsanitize*)
	echo "skipped: a sanitizer that is killed while it looks for leaks" \
		"waits for itself for ever"
	exit 77 ;;
esac
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
"$cluster_bin/kills" "$ocrrun" "$cluster_bin/end" "${OCR_KILLS_SEED:-1}" \
	"${OCR_KILLS:-12}"
