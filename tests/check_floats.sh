#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The library is compiled without vector registers, but for OF_FLOATS (programs.mk).
# A function of variable arguments finds no number of floating point then, and
# the compiler is silent: each is in one of those files, and each of them is there.
set -u
cd "${top_srcdir:?}" || exit 99
bad=0
of_floats=$(sed -n '/^OF_FLOATS =/,/[^\\]$/p' programs.mk |
	tr -s ' \t\\' '\n' | grep /)
for file in $(grep -rlw --include='*.[ch]' va_start fabric guidmap labeled src |
	grep -v -e '^src/dri/' -e '^src/tools/'); do
	echo "$of_floats" | grep -qx "${file%.c}" || {
		echo "$file: has va_start and is not in OF_FLOATS of programs.mk"
		bad=$((bad + 1))
	}
done
for file in $of_floats; do
	[ -f "$file.c" ] || {
		echo "programs.mk: OF_FLOATS has $file, which is not there"
		bad=$((bad + 1))
	}
done
n=$(echo "$of_floats" | grep -c /)
echo "$n files with floating point or variable arguments, $bad wrong"
[ "$n" -gt 0 ] && [ "$bad" -eq 0 ]
