#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program of libocr and libdri at once: the local calls, in tasks.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"

for n in 1 2; do
	OCR_WORKERS=4 expect 0 '^all tasks found all elements$' \
		launch "$n" "${top_builddir:?}/tests/dri/in_task"
done
verdict
