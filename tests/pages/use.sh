#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The README, and the pages of doc/use/ that have something to run, each in a folder
# of its own, which has the build tree as a fresh clone has.
. "$(dirname -- "$0")/run.sh"
pages_need_nodes
for page in $(grep -l '^```sh$' "$pages"/README.md "$pages"/doc/use/*.md)
do
	case ${page##*/},${CXX-} in
	CPP.md,) echo 'skipped CPP.md: there is no C++ compiler'; continue ;;
	esac
	rm -rf "$work/desk"
	mkdir -p "$work/desk/build"
	ln -s "$tools" "$work/desk/build/bin"
	one_page "$page"
done
pages_verdict 25
