#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Conformance programs on 3 nodes: a few, since all run on 4; with OCR_CHECK=long
# all.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
conf_run 3 $(conf_choice long)
