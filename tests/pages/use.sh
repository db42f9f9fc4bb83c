#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The README, and the pages of doc/use/ that have something to run, each in a folder
# of its own, which has the build tree as a fresh clone has.
. "${top_srcdir:?}/tests/pages/run.sh"
pages_need_nodes
for page in $(grep -l '^```sh$' "$top_srcdir"/README.md "$top_srcdir"/doc/use/*.md)
do
	case ${page##*/},${CXX-} in
	CPP.md,) echo 'skipped CPP.md: there is no C++ compiler'; continue ;;
	esac
	rm -rf "$work/desk"
	mkdir "$work/desk"
	ln -s "$top_builddir" "$work/desk/build"
	one_page "$page"
done
pages_verdict 25
