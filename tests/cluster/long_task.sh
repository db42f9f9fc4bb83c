#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A node answers while a long task keeps its only worker busy.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_WORKERS=1
export OCR_WORKERS
launch() {
	"$limited" 120 "$ocrrun" -n "$@"
}
for round in 1 2 3; do
	mkdir "$work/$round"
	expect 0 '^node 1 answered$' launch 2 "$cluster_bin/long_task" "$work/$round"
done
verdict
