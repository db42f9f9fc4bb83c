#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 3 nodes.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
conf_run 3 $(conf_choice)
