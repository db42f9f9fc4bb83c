#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One worker in each node, and more workers than cores.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
wrong=0
for OCR_WORKERS in 1 4; do
	export OCR_WORKERS
	echo "Workers of each node: $OCR_WORKERS"
	conf_run 1 $conf_few const_stable ew_count task_storm || wrong=1
done
need_launcher
for OCR_WORKERS in 1 4; do
	export OCR_WORKERS
	echo "Workers of each node: $OCR_WORKERS"
	conf_run 3 $conf_few const_stable ew_count || wrong=1
done
[ "$wrong" -eq 0 ]
