#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ocr.hpp with each C++ compiler that is here: what must compile does, without a
# warning, and does what it should on 1 and 2 nodes; what must not compile does not,
# and says why.
set -u
. "${top_srcdir:?}/tests/conformance/run.sh"
here=$top_srcdir/tests/cpp
ocrcc=$top_builddir/bin/ocrcc
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
bad=0

fail() {
	echo "FAILED  $1"
	[ ! -s out ] || sed 's/^/        | /' out | head -n 40
	bad=$((bad + 1))
}

# The programs, and for later versions of C++ what they are made of.
builds() {
	set -- -O2 -Wall -Wextra -Werror -I"$top_srcdir"
	"$ocrcc" -std=c++17 "$@" -fPIC -shared "$here/library.cc" \
		-o liblibrary.so &&
	"$ocrcc" -std=c++17 "$@" "$here/calls.cc" -L. -llibrary \
		-Wl,-rpath,"$work" -o calls &&
	"$ocrcc" -std=c++17 "$@" -fsyntax-only "$here/refused.cc" &&
	"$ocrcc" -std=c++20 "$@" -fsyntax-only "$here/calls.cc"
}

# ends STATUS LINE NODES [ARGUMENT]: how the program ends, and what it says.
ends() {
	want=$1
	line=$2
	nodes=$3
	shift 3
	launch "$nodes" ./calls "$@" >out 2>&1
	status=$?
	if [ "$status" -eq "$want" ] && grep -q -F -e "$line" out; then
		echo "ok      $compiler: calls $*, nodes: $nodes"
	else
		fail "$compiler: calls $*, nodes: $nodes: status $status, not $want, or no '$line'"
	fi
}

# What each case of refused.cc must say.
refuses() {
	sed -n 's/^#.*CASE_\([0-9]*\))* \/\* \(.*\) \*\/$/\1 \2/p' \
		"$here/refused.cc" >cases
	n=0
	while read -r number message; do
		if "$ocrcc" -std=c++17 -fsyntax-only "-DCASE_$number" \
			"$here/refused.cc" >out 2>&1; then
			fail "$compiler: case $number of refused.cc compiles"
			continue
		fi
		tr '\n' ' ' <out >flat
		if grep -E -q -e "$(printf '%s' "$message" |
			sed 's/[][()?.*+{}^$]/\\&/g')" flat; then
			n=$((n + 1))
		else
			fail "$compiler: case $number does not say: $message"
		fi
	done <cases
	: >out
	echo "ok      $compiler: $n of $(wc -l <cases) are refused"
	[ "$n" -eq "$(wc -l <cases)" ] && [ "$n" -ge 24 ] ||
		fail "$compiler: cases of refused.cc"
}

# A sanitizer goes with the compiler that the library was built with.
compilers=${CXX-}
case ${test_cflags-} in
*-fsanitize*) ;;
*) compilers="$compilers g++ clang++" ;;
esac
tried=
for compiler in $compilers; do
	command -v "$compiler" >/dev/null || {
		echo "skipped $compiler: not here"
		continue
	}
	# The same one may have two names.
	is=$("$compiler" --version | sed -n '1s/^[^ ]*//p')
	case $tried in
	*"$is;"*) continue ;;
	esac
	tried="$tried$is;"
	OCR_CXX=$compiler
	export OCR_CXX
	if builds >out 2>&1; then
		echo "ok      $compiler: C++17, C++20"
	else
		fail "$compiler: does not compile"
		continue
	fi
	for nodes in 1 2; do
		"$ocrrun" -n $nodes --show /bin/true >/dev/null 2>&1 || {
			echo "skipped $nodes nodes: no launcher"
			continue
		}
		ends 0 'all were started' $nodes
	done
	ends 1 'an exception left a task: I was thrown; the job ends' 1 throw
	ends 1 'an exception left a task: not a std::exception' 1 odd
	ends 1 'captures a reference, or a pointer, to a variable' 1 refer
	# Messages are ours: the first compiler is enough.
	case $tried in
	*';'*';') ;;
	*) refuses ;;
	esac
done
[ -n "$tried" ] || {
	echo 'skipped: there is no C++ compiler (Debian: g++)'
	exit 77
}
[ "$bad" -eq 0 ]
