#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Four nodes, of two workers each, for every core.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
OCR_WORKERS=2
export OCR_WORKERS
cores=$(nproc)
nodes=$((4 * (cores > 4 ? 4 : cores)))
if [ "$cores" -gt 4 ]; then
	core_list=0-3
	launch() {
		"$limited" 60 taskset -c "$core_list" "$ocrrun" -n "$@"
	}
fi
conf_run "$nodes" $conf_few ew_count latch rw_shared task_chain
