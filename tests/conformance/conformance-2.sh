#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 2 nodes, on the provider and under the protocol
# that other scripts use least.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
: "${OCR_PROVIDER=tcp;ofi_rxm}" "${OCR_PROTOCOL=immediate}"
export OCR_PROVIDER OCR_PROTOCOL
conf_run 2 $(conf_choice)
