#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 2 nodes, on the provider that other scripts use
# least.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
: "${OCR_PROVIDER=net}"
export OCR_PROVIDER
conf_run 2 $(conf_list)
