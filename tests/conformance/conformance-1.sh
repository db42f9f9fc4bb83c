#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 1 node.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
conf_run 1 $(conf_list)
