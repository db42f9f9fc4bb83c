#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The tutorial, from top to bottom, as its reader does it.
. "$(dirname -- "$0")/run.sh"
pages_need_nodes
pages_reader_reads
for page in "$pages"/doc/tutorial/README.md \
	"$pages"/doc/tutorial/[0-9]*.md; do
	one_page "$page"
done
pages_verdict 25
