#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 4 nodes, under the grouped protocol.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
: "${OCR_PROTOCOL=grouped}"
export OCR_PROTOCOL
conf_run 4 $(conf_choice)
