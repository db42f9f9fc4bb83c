#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Conformance programs on 3 nodes, under the grouped protocol: a few, since all
# run on 4; with OCR_CHECK=long all.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
: "${OCR_PROTOCOL=grouped}"
export OCR_PROTOCOL
conf_run 3 $(conf_choice long)
