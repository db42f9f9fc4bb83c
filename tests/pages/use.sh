#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The pages of doc/use/ that have something to run, each in a folder of its own.
. "${top_srcdir:?}/tests/pages/run.sh"
pages_need_nodes
for page in $(grep -l '^```sh$' "$top_srcdir"/doc/use/*.md); do
	rm -rf "$work/desk"
	one_page "$page"
done
pages_verdict 20
