#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every header compiles alone; the public ones as C++ as well, the way a
# program sees them after installation.  And every file begins with its name.
set -u
root=${top_srcdir:?}
bad=0
n=0

# try HEADER COMPILER-WORD...
try() {
	header=$1
	shift
	n=$((n + 1))
	printf '#include "%s"\nextern int nothing;\n' "$header" |
	"$@" -Wall -Wextra -Werror -fsyntax-only - || {
		echo "$header: does not compile alone ($1)"
		bad=$((bad + 1))
	}
}

cd "$root/include" || exit 99
for header in $(find . -name '*.h' | sed 's,^\./,,' | sort); do
	# Not from the root: an installed header has nothing but its folder.
	try "$header" ${CC:?} -std=c11 -x c -I"$root/include"
	[ -z "${CXX-}" ] || try "$header" $CXX -std=c++11 -x c++ -I"$root/include"
done
[ -z "${CXX-}" ] ||
for header in $(find . -name '*.hpp' | sed 's,^\./,,' | sort); do
	try "$header" $CXX -std=c++17 -x c++ -I"$root/include"
done
cd "${top_builddir:?}" || exit 99
if [ "${OCR_CHECK-}" = short ]; then
	echo 'OCR_CHECK=short: those of include/ alone'
	ours=
else
	ours='fabric guidmap labeled src tests apps'
fi
for header in ${ours:+$(cd "$root" && find $ours -name '*.h' | sort)}; do
	try "$header" $CC -std=gnu11 -x c ${test_cppflags:?} -I"$root" \
		-I"$root/include"
done
cd "$root" || exit 99
nameless=$(find fabric guidmap include labeled src tests apps \
	\( -name '*.[ch]' -o -name '*.hpp' \) -exec awk 'FNR == 2 {
		name = FILENAME
		sub(".*/", "", name)
		if (index($0, "/* " name " - ") != 1)
			print FILENAME ": its second line does not begin with " \
				"/* " name " - "
	}' {} +)
[ -z "$nameless" ] || {
	echo "$nameless"
	bad=$((bad + 1))
}
echo "$n tried, $bad wrong"
[ "$n" -gt 10 ] && [ "$bad" -eq 0 ]
