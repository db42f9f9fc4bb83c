#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# All conformance programs on 4 nodes as a user starts them: with the default
# protocol and provider.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
need_launcher
conf_run 4 $(conf_choice)
