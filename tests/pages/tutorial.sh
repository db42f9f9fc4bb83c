#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The tutorial, from top to bottom, as its reader does it.
. "${top_srcdir:?}/tests/pages/run.sh"
pages_need_nodes
pages_reader_reads
for page in "$top_srcdir"/doc/tutorial/README.md \
	"$top_srcdir"/doc/tutorial/[0-9]*.md; do
	one_page "$page"
done
pages_verdict 25
